"""Sends what an outbox holds: at once while the line takes it, in a task only while it does not.

A task that wakes up for every frame and client costs more than the frame (2.8 against 0.8 microseconds, measured), and
nearly every line takes every frame at once. So a send is begun here and now; the one that has to wait becomes a task.

Whoever hears nothing may think that all is quiet while the line has died without a word. So a page is told that
somebody is there: an array of no events, when nothing else was said for a while (ADR-69).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any, Final

from starlette.types import Send

from graphwright.rooms.outbox import Outbox

BEAT_S: Final = 20.0
"""A client is told so often at least that somebody is there."""
THERE: Final = "[]"


class Sending:
    """The one who writes to a client. `lost` is told once what ended it; `beat_s`: how long it may say nothing."""

    def __init__(
        self, outbox: Outbox, send: Send, lost: Callable[[Exception], None], *, beat_s: float | None = None
    ) -> None:
        self._outbox = outbox
        self._send = send
        self._lost = lost
        self._beat_s = beat_s
        self._has_said = False
        """Something since the last beat."""
        self._next_beat: asyncio.TimerHandle | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._is_over = False
        outbox.on_release = self.go_on
        self._listen_for_silence()

    def go_on(self) -> None:
        """Send frame after frame until nothing waits, or the line does not take more."""
        if self._waiting is not None or self._is_over:
            return
        try:
            while (frame := self._outbox.frame()) is not None:
                if not self._hand_over(frame):
                    return
        except Exception as error:  # noqa: BLE001  the room that released must not hear of it
            self._end(error)

    def _hand_over(self, frame: str) -> bool:
        """Send a frame. Whether the line has taken it; otherwise a task waits until it has."""
        self._has_said = True
        rest = _begun(self._send({"type": "websocket.send", "text": frame}).__await__())
        if rest is not None:
            self._waiting = asyncio.create_task(self._finish(rest))
        return rest is None

    def _listen_for_silence(self) -> None:
        if self._beat_s is not None:
            self._next_beat = asyncio.get_running_loop().call_later(self._beat_s, self._beat)

    def _beat(self) -> None:
        if self._is_over:
            return
        if not self._has_said and self._waiting is None:
            try:
                self._hand_over(THERE)
            except Exception as error:  # noqa: BLE001  the line ends, whatever it was
                self._end(error)
                return
        self._has_said = False
        self._listen_for_silence()

    def stop(self) -> None:
        """Send nothing more."""
        self._is_over = True
        self._outbox.on_release = lambda: None  # or the two would keep each other
        if self._next_beat is not None:
            self._next_beat.cancel()
        if self._waiting is not None:
            self._waiting.cancel()

    async def _finish(self, rest: _Rest) -> None:
        try:
            await rest
        except Exception as error:  # noqa: BLE001  the line ends, whatever it was
            self._end(error)
        self._waiting = None
        self.go_on()

    def _end(self, error: Exception) -> None:
        self._is_over = True
        self._lost(error)


class _Rest:
    """What is left of a coroutine that was begun outside a task and now waits for a future."""

    def __init__(self, steps: Generator[Any, None, None], first: object) -> None:
        self._steps = steps
        self._first = first

    def __await__(self) -> Generator[Any, None, None]:
        try:
            yield self._first
        except BaseException:
            self._steps.close()
            raise
        yield from self._steps


def _begun(steps: Generator[Any, None, None]) -> _Rest | None:
    """Run up to the first wait; `None` when it went through."""
    try:
        return _Rest(steps, next(steps))
    except StopIteration:
        return None

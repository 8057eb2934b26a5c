"""Sends what an outbox holds: at once while the line takes it, in a task only while it does not.

A task that wakes up for every frame and client costs more than the frame (2.8 against 0.8 microseconds, measured), and
nearly every line takes every frame at once. So a send is begun here and now; the one that has to wait becomes a task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from starlette.types import Send

from graphwright.rooms.outbox import Outbox


class Sending:
    """The one who writes to a client. `lost` is told once what ended it."""

    def __init__(self, outbox: Outbox, send: Send, lost: Callable[[Exception], None]) -> None:
        self._outbox = outbox
        self._send = send
        self._lost = lost
        self._waiting: asyncio.Task[None] | None = None
        self._is_over = False
        outbox.on_release = self.go_on

    def go_on(self) -> None:
        """Send frame after frame until nothing waits, or the line does not take more."""
        if self._waiting is not None or self._is_over:
            return
        try:
            while (frame := self._outbox.frame()) is not None:
                rest = _begun(self._send({"type": "websocket.send", "text": frame}).__await__())
                if rest is not None:
                    self._waiting = asyncio.create_task(self._finish(rest))
                    return
        except Exception as error:  # noqa: BLE001  the room that released must not hear of it
            self._end(error)

    def stop(self) -> None:
        """Send nothing more."""
        self._is_over = True
        self._outbox.on_release = lambda: None  # or the two would keep each other
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

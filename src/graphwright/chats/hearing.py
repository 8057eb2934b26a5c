"""A run that is asked for and heard while it works, until it ends or waits for people; left, it is stopped.

What is told while somebody is slow to read is bounded: pieces of text and steps are a courtesy, and the completed
message, which has all of its pieces, is kept for everybody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Final, TypeAlias

from graphwright.actions.messages import MessageAccepted
from graphwright.actions.runs import RunAnswer, run_of
from graphwright.actions.seat import Seat
from graphwright.errors import GraphwrightError, InvalidCommand
from graphwright.protocol.commands import MessageSend, RunCancel
from graphwright.protocol.events import Event, MessageCompleted, MessageDelta, MessageStarted
from graphwright.protocol.ids import MessageId, RunId
from graphwright.protocol.sent_events import LIFE_SIGN_S
from graphwright.runs.run_ending import RunState

PENDING: Final = 10_000
"""Events that wait for a slow reader; of more than that only completed messages are kept, of which a run has few."""

Beginning: TypeAlias = Callable[[], Awaitable[RunId | None]]
"""Lets a run begin, or go on; which it is."""

_STOPPING: Final[set[asyncio.Task[None]]] = set()
"""A listener that has left cannot wait for its run to stop, and a task that nobody holds may be forgotten."""


class RunHearing:
    """One run and what is told of it. Made by `heard`."""

    def __init__(self, seat: Seat) -> None:
        self.state: RunState | None = None
        """Where the run has come to, once `events` has ended."""
        self._seat = seat
        self._pending: deque[Event] = deque()
        self._woken = asyncio.Event()
        self._messages: set[MessageId] = set()
        self._run_id: RunId | None = None

    @property
    def run_id(self) -> RunId:
        """The run."""
        if self._run_id is None:
            raise InvalidCommand("nothing answers this message")
        return self._run_id

    def hear(self, event: Event) -> None:
        """Take in what the project tells. What another run does is left out as soon as it is known which is ours."""
        if self._run_id is not None and getattr(event, "run_id", self._run_id) != self._run_id:
            return
        if len(self._pending) < PENDING or isinstance(event, MessageCompleted):
            self._pending.append(event)
            self._woken.set()

    async def begin(self, begun: Beginning) -> None:
        """Let the run begin, or go on. Raises what that is refused with."""
        self._run_id = await begun()

    async def events(self) -> AsyncGenerator[Event | None]:
        """What is told of the run, in its order; None as a sign of life. Raises what kept it from being driven."""
        settling = asyncio.ensure_future(self._seat.open_project.engine.settled(self.run_id))
        settling.add_done_callback(lambda _: self._woken.set())
        try:
            while True:
                self._woken.clear()
                while self._pending:
                    event = self._pending.popleft()
                    if self._is_of_run(event):
                        yield event
                if settling.done():
                    self.state = settling.result()
                    return
                if not await self._was_woken():
                    yield None
        finally:
            settling.cancel()

    def leave(self) -> None:
        """Stop the run where it is still at work; what it has said stays, and what waits for people goes on waiting."""
        if self.state is None and self._run_id is not None:
            stopping = asyncio.ensure_future(self._stop())
            _STOPPING.add(stopping)
            stopping.add_done_callback(_STOPPING.discard)

    async def _stop(self) -> None:
        with suppress(GraphwrightError):  # whoever may not stop it any more leaves it to the others
            run = await run_of(self._seat.project, self.run_id)
            if run.status not in {"queued", "running"}:
                return
            await self._seat.carry_out(RunCancel(command_id=self._seat.new_id(), run_id=self.run_id), RunAnswer)

    def _is_of_run(self, event: Event) -> bool:
        if isinstance(event, MessageDelta):
            return event.message_id in self._messages
        if getattr(event, "run_id", None) != self.run_id:
            return False
        if isinstance(event, MessageStarted):
            self._messages.add(event.message_id)
        return True

    async def _was_woken(self) -> bool:
        try:
            async with asyncio.timeout(LIFE_SIGN_S):
                await self._woken.wait()
        except TimeoutError:
            return False
        return True


@asynccontextmanager
async def heard(seat: Seat, begun: Beginning) -> AsyncGenerator[RunHearing]:
    """A run that is begun, or goes on, and heard from its first event. Whoever leaves early stops it."""
    hearing = RunHearing(seat)
    stop = seat.project.bus.subscribe(seat.project.project_id, hearing.hear)
    try:
        await hearing.begin(begun)
        yield hearing
    finally:
        stop()
        hearing.leave()


def asked(seat: Seat, command: MessageSend) -> AbstractAsyncContextManager[RunHearing]:
    """A message sent, and its run heard."""

    async def begun() -> RunId | None:
        return (await seat.carry_out(command, MessageAccepted)).run_id

    return heard(seat, begun)

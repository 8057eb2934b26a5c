"""Writes that wait: handed over in groups, in the order in which they came, and each caller hears of its own.

A write is *staged* first: a function looks at what is kept, refuses or answers, and says which changes make it true. It
changes nothing itself, so a refused write leaves nothing behind and never fails its neighbours. How a group is staged
and made durable is the affair of the stores. There is at most one group under way; what arrives meanwhile is the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from graphwright.errors import StoreBusy, StoreError
from graphwright.ports import Clock
from graphwright.store.refusals import closed

T = TypeVar("T")
Change = TypeVar("Change")

Stage: TypeAlias = Callable[[], tuple[T, list[Change]]]
"""Gives what the caller is told once the changes are durable, and the changes."""

# A group is cut here, so that its first caller does not wait for all the others' statements.
_GROUP: Final = 1_000


_STOPPED: Final = "writing was stopped; whether this was written shows after the next start"


class Write(NamedTuple, Generic[Change]):
    """A write that waits, since a moment of the monotonic clock."""

    stage: Stage[Any, Change]
    future: asyncio.Future[Any]
    since: float


class Outcome(NamedTuple):
    """What one caller is told."""

    value: Any = None
    error: Exception | None = None


Begin: TypeAlias = Callable[[list[Write[Change]]], "asyncio.Future[list[Outcome]]"]


class WriteQueue(Generic[Change]):
    """The one way to change a database.

    `begin` stages a group and makes it durable: an outcome for each write, and never an error.
    """

    def __init__(self, begin: Begin[Change], clock: Clock, *, max_waiting: int) -> None:
        self._begin = begin
        self._clock = clock
        self._max_waiting = max_waiting
        self._waiting: list[Write[Change]] = []
        self._busy = False
        self._closed = False

    async def write(self, stage: Stage[T, Change]) -> T:
        """Make a write durable and answer what it staged. Cancelling the caller cancels only the waiting.

        Raises what `stage` raises; `StoreBusy` when closed or when too many writes wait; what the store makes of a
        failing disk. After an error at COMMIT every write is refused with the same words until the store is opened
        again: what is on disk is then known only after a new start.
        """
        if self._closed:
            raise closed()
        if len(self._waiting) >= self._max_waiting:
            raise StoreBusy(f"{self._max_waiting} writes wait already; try again in a moment")
        return await self._enqueue(stage)

    async def close(self) -> None:
        """Finish what waits, refuse what comes."""
        if self._closed:
            return
        last = self._enqueue(_nothing)
        self._closed = True
        with suppress(StoreError):
            await last

    def _enqueue(self, stage: Stage[T, Change]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append(Write(stage, future, self._clock.monotonic()))
        if not self._busy:
            self._busy = True
            # Not at once: whoever else writes in this turn of the loop, or begins to, joins the group.
            loop.call_soon(loop.call_soon, self._start, loop)
        return future

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        writes, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
        self._begin(writes).add_done_callback(partial(self._finish, loop, writes))

    def _finish(
        self, loop: asyncio.AbstractEventLoop, writes: list[Write[Change]], group: asyncio.Future[list[Outcome]]
    ) -> None:
        # Who ends a program may cancel everything, a group that has not begun among it: nobody is left waiting.
        outcomes = [Outcome(error=StoreBusy(_STOPPED)) for _ in writes] if group.cancelled() else group.result()
        for write, outcome in zip(writes, outcomes, strict=True):
            if write.future.done():  # its caller was cancelled
                continue
            if outcome.error is not None:
                write.future.set_exception(outcome.error)
            else:
                write.future.set_result(outcome.value)
        if self._waiting:
            # Behind the callers that have just been woken, so that what they write next joins this group.
            loop.call_soon(self._start, loop)
        else:
            self._busy = False


def _nothing() -> tuple[None, list[Any]]:
    return None, []

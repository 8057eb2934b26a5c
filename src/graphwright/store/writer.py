"""Group commit: all writes that wait share one transaction, and each caller hears of its own.

A write is *staged* first: a function looks at the database, refuses or answers, and says which statements make it true.
It changes nothing itself, so a refused write leaves nothing behind and never fails its neighbours. If a *statement*
fails, the whole group is rolled back and every caller is told.

Concurrency: callers and callbacks run on the event loop's thread, everything marked "in the writer" on the one thread
of the executor. There is at most one group in the writer; what arrives meanwhile forms the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from threading import Event
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import apsw

from graphwright.errors import StoreBusy, StoreError
from graphwright.ports import Clock
from graphwright.store.database import SqlConnection, Statement, store_error
from graphwright.store.refusals import closed

T = TypeVar("T")

Staged: TypeAlias = tuple[T, list[Statement]]
"""What the caller is told once the statements are durable."""

# A group is cut here, so that its first caller does not wait for all the others' statements.
_GROUP: Final = 1_000

# Emergency brake (ADR-18): a loop that computes without real pauses keeps the writer from the interpreter lock. Once a
# write is older than this, the loop's thread itself waits for the writer, in short naps.
_PATIENCE_S: Final = 0.05
_NAP_S: Final = 0.02


class GroupEnded(Protocol):
    """Told in the writer, after each group, whether it is on disk or was rolled back."""

    def __call__(self, *, durable: bool) -> None:
        """The group has ended."""
        ...


class _Write(NamedTuple, Generic[T]):
    stage: Callable[[], Staged[T]]
    future: asyncio.Future[T]
    since: float


class _Outcome(NamedTuple):
    value: Any = None
    error: Exception | None = None


class GroupWriter:
    """The one way to change a database."""

    def __init__(
        self, connection: SqlConnection, executor: Executor, clock: Clock, ended: GroupEnded, *, max_waiting: int
    ) -> None:
        self._max_waiting = max_waiting
        self._connection = connection
        self._executor = executor
        self._clock = clock
        self._ended = ended
        self._waiting: list[_Write[Any]] = []
        self._busy = False
        self._closed = False
        self._failure: str | None = None

    async def write(self, stage: Callable[[], Staged[T]]) -> T:
        """Make a write durable and answer what it staged. Cancelling the caller cancels only the waiting.

        Raises what `stage` raises; `StoreBusy` when closed or when too many writes wait; what `store_error` makes of
        a failing disk. After an error at COMMIT every write is refused with the same words until the store is opened
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

    # on the loop -----------------------------------------------------------------------------------------------------

    def _enqueue(self, stage: Callable[[], Staged[T]]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append(_Write(stage, future, self._clock.monotonic()))
        if not self._busy:
            self._busy = True
            # Not at once: whoever else writes in this turn of the loop, or begins to, joins the group.
            loop.call_soon(loop.call_soon, self._start, loop)
        return future

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        writes, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
        done = Event()
        group = loop.run_in_executor(self._executor, self._commit, [write.stage for write in writes], done)
        age = self._clock.monotonic() - writes[0].since
        brake = loop.call_later(max(0.0, _PATIENCE_S - age), self._let_through, loop, done)
        group.add_done_callback(partial(self._finish, loop, writes, brake))

    def _let_through(self, loop: asyncio.AbstractEventLoop, done: Event) -> None:
        if not done.wait(_NAP_S):
            loop.call_later(_PATIENCE_S, self._let_through, loop, done)

    def _finish(
        self,
        loop: asyncio.AbstractEventLoop,
        writes: list[_Write[Any]],
        brake: asyncio.TimerHandle,
        group: asyncio.Future[list[_Outcome]],
    ) -> None:
        brake.cancel()
        for write, outcome in zip(writes, group.result(), strict=True):
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

    # in the writer ---------------------------------------------------------------------------------------------------

    def _commit(self, stages: list[Callable[[], Staged[Any]]], done: Event) -> list[_Outcome]:
        try:
            return self._transact(stages)
        finally:
            done.set()

    def _transact(self, stages: list[Callable[[], Staged[Any]]]) -> list[_Outcome]:
        if self._failure is not None:
            return [_Outcome(error=StoreBusy(self._failure)) for _ in stages]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._carry_out(stage) for stage in stages]
        except Exception as error:  # noqa: BLE001  # whatever it is: no caller may be left waiting
            self._abandon()
            return [_Outcome(error=store_error(error, "writing")) for _ in stages]
        try:
            self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001  # same
            self._abandon()
            failed = [_Outcome(error=store_error(error, "committing")) for _ in stages]
            self._failure = f"an earlier commit failed, writes are refused until the store is opened again: {error}"
            return failed
        self._ended(durable=True)
        return outcomes

    def _carry_out(self, stage: Callable[[], Staged[Any]]) -> _Outcome:
        try:
            value, statements = stage()
        except apsw.Error:
            raise
        except Exception as refusal:  # noqa: BLE001  # whatever it is, it belongs to the one caller who staged it
            return _Outcome(error=refusal)
        for sql, bindings in statements:
            self._connection.execute(sql, bindings)
        return _Outcome(value=value)

    def _abandon(self) -> None:
        with suppress(apsw.Error):  # SQLite may have rolled back by itself
            self._connection.execute("ROLLBACK")
        self._ended(durable=False)


def _nothing() -> Staged[None]:
    return None, []

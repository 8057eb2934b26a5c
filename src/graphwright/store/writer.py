"""Group commit of the embedded store: all writes that wait share one transaction of one SQLite connection.

Concurrency: the queue and its callbacks run on the event loop's thread, everything marked "in the writer" on the one
thread of the executor. If a *statement* fails, the whole group is rolled back and every caller is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from threading import Lock
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

import apsw

from graphwright.errors import StoreBusy
from graphwright.ports import Clock
from graphwright.store.database import SqlConnection, Statement, store_error
from graphwright.store.queue import Outcome, Write, WriteQueue

T = TypeVar("T")

Staged: TypeAlias = tuple[T, list[Statement]]
"""What the caller is told once the statements are durable."""

# Emergency brake (ADR-18): a loop that computes without real pauses keeps the writer from the interpreter lock. Once a
# write is older than this, the loop's thread itself waits for the writer, in short naps.
_PATIENCE_S: Final = 0.05
_NAP_S: Final = 0.02


class GroupEnded(Protocol):
    """Told in the writer, after each group, whether it is on disk or was rolled back."""

    def __call__(self, *, durable: bool) -> None:
        """The group has ended."""
        ...


class _GroupUnderWay(NamedTuple):
    """A group that was handed to the writer."""

    future: asyncio.Future[list[Outcome]]
    held: Lock
    """The writer lets go of it at the end. No event: to make and set one costs a commit 4 us."""
    old_at: float
    """By the loop's clock."""


class GroupWriter(WriteQueue[Statement]):
    """The one way to change a SQLite database."""

    def __init__(
        self, connection: SqlConnection, executor: Executor, clock: Clock, ended: GroupEnded, *, max_waiting: int
    ) -> None:
        super().__init__(self._begun, clock, max_waiting=max_waiting)
        self._connection = connection
        self._executor = executor
        self._group: _GroupUnderWay
        """The newest."""
        self._brake: asyncio.TimerHandle | None = None
        """One for all groups: to set one for each and take it back costs a commit 8 us."""
        self._ended = ended
        self.failure: str | None = None
        """Why every write is refused, if so."""

    # on the loop -----------------------------------------------------------------------------------------------------

    def _begun(self, writes: list[Write[Statement]]) -> asyncio.Future[list[Outcome]]:
        loop = asyncio.get_running_loop()
        held = Lock()
        held.acquire()
        future = loop.run_in_executor(self._executor, self._commit, [write.stage for write in writes], held)
        age = self._clock.monotonic() - writes[0].since
        self._group = _GroupUnderWay(future, held, loop.time() + max(0.0, _PATIENCE_S - age))
        if self._brake is None:
            self._brake = loop.call_at(self._group.old_at, self._let_through, loop)
        return future

    def _let_through(self, loop: asyncio.AbstractEventLoop) -> None:
        """Nap for the newest group if it is old, and look again as long as it is under way."""
        self._brake = None
        group, now = self._group, loop.time()
        is_old = group.old_at <= now
        if group.future.done() or (is_old and group.held.acquire(timeout=_NAP_S)):
            return
        self._brake = loop.call_at(now + _PATIENCE_S if is_old else group.old_at, self._let_through, loop)

    # in the writer ---------------------------------------------------------------------------------------------------

    def _commit(self, stages: list[Callable[[], Staged[Any]]], held: Lock) -> list[Outcome]:
        try:
            return self._transact(stages)
        finally:
            held.release()

    def _transact(self, stages: list[Callable[[], Staged[Any]]]) -> list[Outcome]:
        if self.failure is not None:
            return [Outcome(error=StoreBusy(self.failure)) for _ in stages]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._carry_out(stage) for stage in stages]
        except Exception as error:  # noqa: BLE001  # whatever it is: no caller may be left waiting
            self._abandon()
            return [Outcome(error=store_error(error, "writing")) for _ in stages]
        try:
            self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001  # same
            self._abandon()
            failed = [Outcome(error=store_error(error, "committing")) for _ in stages]
            self.failure = f"an earlier commit failed, writes are refused until the store is opened again: {error}"
            return failed
        self._ended(durable=True)
        return outcomes

    def _carry_out(self, stage: Callable[[], Staged[Any]]) -> Outcome:
        try:
            value, statements = stage()
        except apsw.Error:
            raise
        except Exception as refusal:  # noqa: BLE001  # whatever it is, it belongs to the one caller who staged it
            return Outcome(error=refusal)
        for sql, bindings in statements:
            self._connection.execute(sql, bindings)
        return Outcome(value=value)

    def _abandon(self) -> None:
        with suppress(apsw.Error):  # SQLite may have rolled back by itself
            self._connection.execute("ROLLBACK")
        self._ended(durable=False)

"""Group commit into a PostgreSQL: the appends of all projects that wait are one statement on one session.

A group is staged on the facts it asks for; then its changes are carried out in the order of the calls. A group of
appends alone is a single statement, which is a transaction by itself. When the database refuses a statement the group
is rolled back and each of its writes is tried by itself, so none fails its neighbours. When the session is lost nobody
knows whether the group is durable: it is held until there is another one, and then the ends of the journals tell. A
group that is not durable is staged anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any, Final, TypeAlias

import asyncpg

from graphwright.errors import GraphwrightError, OwnerLost, StoreBusy
from graphwright.ports import Clock, in_thread
from graphwright.protocol.ids import ProjectId
from graphwright.store.postgres.batch import Batch
from graphwright.store.postgres.connecting import Connection, is_loss, store_error
from graphwright.store.postgres.facts import GroupLookup, Missing
from graphwright.store.postgres.lease import NOT_OURS, RENEW_S, TTL_S, Holding
from graphwright.store.postgres.lease_table import ALIVE, LEASED
from graphwright.store.postgres.tables import SqlStatement, insert_project
from graphwright.store.postgres.values import NAME_BYTES, kept, told
from graphwright.store.queue import Outcome, Stage, T, Write, WriteQueue
from graphwright.store.refusals import no_project
from graphwright.store.staging import AppendedEntries, CreatedProject, Growth, KnownProject, ProjectStaging

Work: TypeAlias = Callable[[Connection], Awaitable[None]]
"""A change that is more than statements: it runs in the transaction of its group."""

Change: TypeAlias = Growth | SqlStatement | Work
_Step: TypeAlias = Batch | SqlStatement | Work

# From here on a group is staged beside the loop, which hashing and folding would hold up for more than 2 ms (ADR-18).
_MUCH_BYTES: Final = 512 * 1024

_TRY_AGAIN_S: Final = 0.5

_ASKED_S: Final = TTL_S + 2 * RENEW_S

_SOMEBODY_ELSE: Final = "somebody else has written into the database; writes are refused until it is opened again"

_log = logging.getLogger(__name__)

# What a database refuses because of one write, and not because of itself.
_OF_ONE_WRITE: Final = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, asyncpg.ProgramLimitExceededError)


class _LeasesLost(Exception):  # a signal: what belongs to others is left out, and the rest is staged anew
    def __init__(self, projects: set[ProjectId]) -> None:
        super().__init__("another server has them")
        self.projects = projects


Reopen: TypeAlias = Callable[[], Awaitable[tuple[Connection, list[KnownProject]]]]
"""Begins another session that may write, and tells where the journals end."""


class PostgresWriter(WriteQueue[Change]):
    """The one way to change the database."""

    def __init__(
        self,
        connection: Connection,
        projects: list[KnownProject],
        clock: Clock,
        reopen: Reopen | None,
        *,
        max_waiting: int,
        holding: Holding | None = None,
    ) -> None:
        super().__init__(self._begun, clock, max_waiting=max_waiting)
        self.connection = connection
        """The session that writes; another one after it was lost."""
        self.trouble: str | None = None
        """Why writes wait, while they do."""
        self._reopen = reopen
        self._holding = holding
        self._leaving = asyncio.Event()
        self._failure: str | None = None
        self._waiting_bytes = 0
        self._group: asyncio.Future[list[Outcome]] | None = None
        self.facts = GroupLookup()
        """Of the present group."""
        self.staging = ProjectStaging(
            self.facts, projects, name_bytes=NAME_BYTES, absent=no_project if holding is None else _not_ours
        )

    @property
    def failure(self) -> str | None:
        """Why nothing more will be written."""
        return self._failure

    async def write(self, stage: Stage[T, Change], *, size: int = 0) -> T:
        """As `WriteQueue.write`; `size`: of its bytes, where they may be many."""
        self._waiting_bytes += size
        return await super().write(stage)

    async def asked(self) -> None:
        """Have the session answer, behind the writes that wait."""
        await self.write(lambda: (None, [_ask]))

    async def check(self) -> None:
        """That changes are taken now: nobody knows whether a session is still there before it is asked. `StoreBusy`.

        One that is only busy takes them, too, however long; one that hangs is known for it by the time it is given up.
        """
        if (self.trouble or self._failure) is None:
            try:
                async with asyncio.timeout(_ASKED_S):
                    await self.asked()
            except TimeoutError:
                pass
            except OwnerLost as lost:
                raise StoreBusy(lost.message) from lost
        trouble = self.trouble or self._failure
        if trouble is not None:
            raise StoreBusy(trouble)

    def _begun(self, writes: list[Write[Change]]) -> asyncio.Future[list[Outcome]]:
        # Kept, so that nobody collects a task that is under way.
        self._group = asyncio.ensure_future(self._commit([write.stage for write in writes]))
        return self._group

    async def close(self) -> None:
        """Finish what waits, unless the database is away; refuse what comes."""
        self._leaving.set()
        await super().close()

    async def _commit(self, stages: list[Stage[Any, Change]]) -> list[Outcome]:
        is_much, self._waiting_bytes = self._waiting_bytes > _MUCH_BYTES, 0
        while self._failure is None:
            outcomes: list[Outcome] = []
            try:
                outcomes, changes = await self._staged(stages, beside=is_much)
                if self._holding is not None:
                    self._holding.check()
                await self._carry_out(_steps(changes, self._clock))
            except BaseException as error:  # noqa: BLE001  # whatever it is: no caller may be left waiting
                if not is_loss(error) and not self.connection.is_closed():
                    self.staging.ended(durable=False)
                    if isinstance(error, _LeasesLost):
                        self._lose(error.projects)
                        continue  # the others' writes go on without them
                    if len(stages) > 1 and isinstance(error, _OF_ONE_WRITE):
                        return [(await self._commit([stage]))[0] for stage in stages]
                    return [Outcome(error=store_error(error, "writing")) for _ in stages]
                is_durable = await self._after_the_loss(error)
                self.staging.ended(durable=is_durable is True)
                if is_durable:
                    return outcomes
                if is_durable is None:
                    self.give_up(error)
                    return [Outcome(error=store_error(error, "writing")) for _ in stages]
            else:
                self.staging.ended(durable=True)
                return outcomes
        return [Outcome(error=StoreBusy(self._failure)) for _ in stages]

    def give_up(self, error: BaseException) -> None:
        """Write nothing more until the store is opened again."""
        if self._failure is None:
            self._failure = (
                f"the session with the database was lost ({type(error).__name__}); "
                "writes are refused until the store is opened again"
            )

    async def _after_the_loss(self, error: BaseException) -> bool | None:
        """Wait for another session, and tell whether the group is durable; `None` when nobody can say."""
        if self._reopen is None or not isinstance(error, Exception):
            return None
        self.trouble = f"the database is away ({type(error).__name__}); changes wait until it is back"
        _log.warning("the session with the database was lost (%s); changes wait", type(error).__name__)
        self.connection.terminate()  # else it might still hold the lock
        try:
            while not self._leaving.is_set():
                try:
                    self.connection, projects = await self._reopen()
                except StoreBusy:
                    await self._clock.sleep(_TRY_AGAIN_S)
                    continue
                is_durable = self.staging.is_durable(projects)
                if is_durable is None:
                    self._failure = _SOMEBODY_ELSE
                else:
                    _log.warning("the database is back")
                return is_durable
        except GraphwrightError as refusal:
            self._failure = f"{refusal.message}; writes are refused until the store is opened again"
        finally:
            self.trouble = None
        return None

    async def _staged(self, stages: list[Stage[Any, Change]], *, beside: bool) -> tuple[list[Outcome], list[Change]]:
        """Stage a group, as often as it takes until nothing is missing."""
        self.facts.forget()
        while True:
            done = await in_thread(lambda: self._try(stages)) if beside else self._try(stages)
            if done is not None:
                return done
            await self.facts.fetch(self.connection)

    def _try(self, stages: list[Stage[Any, Change]]) -> tuple[list[Outcome], list[Change]] | None:
        """Stage a group, `None` when facts are missing; later writes still tell what they will ask."""
        self.staging.ended(durable=False)
        self.facts.begin()
        outcomes: list[Outcome] = []
        changes: list[Change] = []
        is_missing = False
        for stage in stages:
            try:
                value, staged = stage()
            except Missing:
                is_missing = True
            except Exception as refusal:  # noqa: BLE001  # whatever it is, it belongs to the one caller who staged it
                outcomes.append(Outcome(error=refusal))
            else:
                outcomes.append(Outcome(value=value))
                changes += staged
        return None if is_missing else (outcomes, changes)

    async def _carry_out(self, steps: list[_Step]) -> None:
        if len(steps) == 1 and isinstance(batch := steps[0], Batch) and not batch.has_pieces:
            await self._write(batch)
        elif steps:
            async with self.connection.transaction():
                batches = (step for step in steps if isinstance(step, Batch))
                await self._check_leases({project for batch in batches for project in batch.projects})
                for step in steps:
                    if isinstance(step, Batch):
                        await self._write(step)
                    elif isinstance(step, SqlStatement):
                        await self.connection.execute(step.sql, *step.arguments)
                    else:
                        await step(self.connection)

    async def _check_leases(self, projects: Collection[ProjectId]) -> None:
        """Nobody else takes these projects before this transaction has ended. `_LeasesLost`; `OwnerLost` for all."""
        held = self._holding
        if held is None:
            return
        if not await self.connection.fetchval(ALIVE.format("$1"), held.server):
            self._failure = NOT_OURS
            raise OwnerLost(self._failure)
        asked = list(projects)
        leased = await self.connection.fetch(
            LEASED.format("$1", "$2", "$3"), [kept(each) for each in asked], held.fences(asked), held.server
        )
        if lost := {*asked} - {ProjectId(told(row[0])) for row in leased}:
            raise _LeasesLost(lost)

    async def _write(self, batch: Batch) -> None:
        if await batch.write(self.connection, self._holding):
            await self._check_leases(batch.projects)  # to say which is not ours
            self._failure = _SOMEBODY_ELSE
            raise OwnerLost(self._failure)

    def _lose(self, projects: Iterable[ProjectId]) -> None:
        """Another server has these by now; what is known of them here is not true any more."""
        for project in projects:
            _log.warning("another server has a project that was worked on here")
            self.staging.projects.pop(project, None)
            if self._holding is not None:
                self._holding.leases.owned.pop(project, None)


async def _ask(session: Connection) -> None:
    await session.fetchval("SELECT 1")


def _not_ours(_project: ProjectId) -> StoreBusy:
    return StoreBusy(NOT_OURS)


def _steps(changes: list[Change], clock: Clock) -> list[_Step]:
    """The changes in order; appends that follow each other are one batch."""
    steps: list[_Step] = []
    for change in changes:
        if isinstance(change, AppendedEntries):
            if not steps or not isinstance(batch := steps[-1], Batch) or not batch.takes(change):
                batch = Batch()
                steps.append(batch)
            batch.add(change, clock.now())
        elif isinstance(change, CreatedProject):
            steps.append(insert_project(change.project))
        else:
            steps.append(change)
    return steps

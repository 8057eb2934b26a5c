"""What stands in for a PostgreSQL of several servers: one memory for all, a clock that may be set, rows of leases.

Every question travels through the network, and may arrive long after whoever asked has been fenced; what it does there
is whole. A write counts only from a server that was not fenced, with the leases of its projects, and behind the end of
the journal that this server knows, as the statements of `store.postgres` have it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from graphwright.errors import OwnerLost, StoreBusy
from graphwright.ports import Clock
from graphwright.protocol.ids import ProjectId
from graphwright.store import refusals
from graphwright.store.base import (
    DEFAULT_LIMITS,
    Entry,
    Fence,
    Head,
    IdempotencyKey,
    ProjectRow,
    SharedStore,
    StoredEntry,
    StoreLimits,
)
from graphwright.store.memory import MemoryStore
from graphwright.store.postgres.lease import NOT_OURS, Holding, Kin, Lease, Peer
from tests.cluster.network import Gone, Network

T = TypeVar("T")

DATABASE = "database"
AWAY = "the database cannot be reached"
SOMEBODY_ELSE = "somebody else has written into the database"


class SimulatedDatabase:
    """The database of a cluster."""

    def __init__(self, network: Network, clock: Clock, limits: StoreLimits = DEFAULT_LIMITS) -> None:
        self.network, self.clock = network, clock
        self.kept = MemoryStore(clock, limits)
        """Journals and all beside them, as they are durable."""
        self.ahead_s = 0.0
        """Of its clock: it may be set."""
        self.servers: dict[str, tuple[str, Kin, float]] = {}
        self.level = 0
        self.leases: dict[str, Lease] = {}
        self.under_way: Counter[str] = Counter()
        """Appends that were sent and not answered yet, by the place they come from."""
        self.refused = 0
        """Writes that came from a server that had been fenced or had not the lease."""
        self.locks: dict[str, asyncio.Lock] = {}
        self._secret = b""

    def time(self) -> float:
        """Of its clock, in seconds."""
        return 1_000_000.0 + self.clock.monotonic() + self.ahead_s

    def check(self, holding: Holding, fences: dict[ProjectId, int]) -> set[ProjectId]:
        """Of these projects the ones that are another's by now. `OwnerLost` for a server that was fenced."""
        if holding.server not in self.servers:
            self.refused += 1
            raise OwnerLost(NOT_OURS)
        lost = {
            project for project, fence in fences.items()
            if (lease := self.leases.get(project)) is None or (lease.fence, lease.server) != (fence, holding.server)
        }  # fmt: skip
        self.refused += bool(lost)
        return lost

    def knows_no_more(self, holding: Holding) -> bool:
        """Whether a server was fenced."""
        return holding.server not in self.servers

    def table(self, server: str) -> LeaseRows:
        """A session that works with the rows of leases."""
        return LeaseRows(self, server)

    @property
    def secret(self) -> bytes:
        """Of the servers."""
        return self._secret

    def keep_secret(self, new: bytes) -> bytes:
        """The first one counts."""
        self._secret = self._secret or new
        return self._secret


class Session:
    """One session of a server: what it asks goes there and comes back, one after the other."""

    def __init__(self, database: SimulatedDatabase, place: str) -> None:
        self.database, self.place = database, place
        self.is_closed = False
        self._one_at_a_time = asyncio.Lock()

    async def asked(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something there. `StoreBusy` when nobody knows whether it was done; the session is over then."""
        if self.is_closed:
            raise StoreBusy(AWAY)

        async def there() -> T:
            return await work()

        async with self._one_at_a_time:
            try:
                return await self.database.network.asked(self.place, DATABASE, there)
            except Gone:
                self.is_closed = True
                raise StoreBusy(AWAY) from None


class LeaseRows:
    """What `LeaseTable` promises, for a server at a place."""

    def __init__(self, database: SimulatedDatabase, place: str) -> None:
        self._database = database
        self._session = Session(database, place)
        self._place = place

    @property
    def is_closed(self) -> bool:
        return self._session.is_closed

    @asynccontextmanager
    async def joining(self) -> AsyncGenerator[None]:
        async with self._database.locks.setdefault("joining", asyncio.Lock()):
            yield

    async def prepare(self) -> None:
        pass

    async def others(self) -> Sequence[tuple[str, str, Kin]]:
        async def look() -> list[tuple[str, str, Kin]]:
            now = self._database.time()
            return [(name, address, kin) for name, (address, kin, until) in self._rows.items() if until > now]

        return await self._session.asked(look)

    async def level(self) -> int:
        async def look() -> int:
            return self._database.level

        return await self._session.asked(look)

    async def raise_level(self, level: int) -> None:
        async def rise() -> None:
            if all(kin.reads >= level for _, kin, _ in self._rows.values()):
                self._database.level = max(level, self._database.level)

        await self._session.asked(rise)

    async def enter(self, server: str, address: str, kin: Kin, ttl_s: float) -> float:
        async def enter() -> float:
            now = self._database.time()
            self._rows[server] = address, kin, now + ttl_s
            return now

        return await self._session.asked(enter)

    async def secret(self, new: bytes) -> bytes:
        async def keep() -> bytes:
            return self._database.keep_secret(new)

        return await self._session.asked(keep)

    async def seen(self, server: str, ttl_s: float) -> float | None:
        async def see() -> float | None:
            now, row = self._database.time(), self._rows.get(server)
            for name, (address, kin, until) in self._rows.items():
                self._rows[name] = address, kin, min(until, now + ttl_s)
            if row is None:
                return None
            self._rows[server] = row[0], row[1], now + ttl_s
            return now

        return await self._session.asked(see)

    async def servers(self) -> Sequence[Peer]:
        async def look() -> list[Peer]:
            now = self._database.time()
            return [Peer(name, address, until - now, kin.reads) for name, (address, kin, until) in self._rows.items()]

        return await self._session.asked(look)

    async def leases(self) -> dict[str, Lease]:
        async def look() -> dict[str, Lease]:
            return dict(self._leases)

        return await self._session.asked(look)

    async def fence(self, server: str) -> None:
        async def fence() -> None:
            row = self._rows.get(server)
            if row is not None and row[2] <= self._database.time():
                del self._rows[server]
                self._free(server, None)

        await self._session.asked(fence)

    async def take(self, project: str, server: str) -> int | None:
        async def take() -> int | None:
            lease = self._leases.get(project, Lease(0, "", ""))
            if server not in self._rows or lease.server in self._rows:
                return None
            self._leases[project] = Lease(lease.fence + 1, server, "")
            return lease.fence + 1

        return await self._session.asked(take)

    async def free(self, server: str, projects: Collection[str] | None) -> None:
        async def free() -> None:
            self._free(server, projects)

        await self._session.asked(free)

    async def want(self, project: str, server: str) -> None:
        async def want() -> None:
            lease = self._leases.get(project)
            if lease is not None and lease.server not in {"", server}:
                self._leases[project] = lease._replace(wanted=server)

        await self._session.asked(want)

    async def forget(self, project: str, server: str) -> None:
        async def forget() -> None:
            if project in self._leases and self._leases[project].server == server:
                del self._leases[project]

        await self._session.asked(forget)

    async def leave(self, server: str) -> None:
        async def leave() -> None:
            self._rows.pop(server, None)

        await self._session.asked(leave)

    async def close(self) -> None:
        self._session.is_closed = True

    def terminate(self) -> None:
        self._session.is_closed = True

    @property
    def _rows(self) -> dict[str, tuple[str, Kin, float]]:
        return self._database.servers

    @property
    def _leases(self) -> dict[str, Lease]:
        return self._database.leases

    def _free(self, server: str, projects: Collection[str] | None) -> None:
        for project, lease in list(self._leases.items()):
            if lease.server == server and (projects is None or project in projects):
                self._leases[project] = Lease(lease.fence, "", "")


def _reading(name: str) -> Callable[..., Awaitable[Any]]:
    async def method(self: MemberStore, *arguments: Any, **named: Any) -> Any:
        return await self._read(lambda: getattr(self._kept, name)(*arguments, **named))

    return method


def _writing(name: str, *, of_project: bool = False) -> Callable[..., Awaitable[Any]]:
    async def method(self: MemberStore, *arguments: Any, **named: Any) -> Any:
        projects = [arguments[0]] if of_project else []
        return await self._write(projects, lambda: getattr(self._kept, name)(*arguments, **named))

    return method


class MemberStore(SharedStore):
    """The store of one life of a server."""

    def __init__(self, database: SimulatedDatabase, place: str, holding: Holding) -> None:
        self._database, self._holding, self._place = database, holding, place
        self._kept = database.kept
        self._writer, self._reader = Session(database, place), Session(database, place)
        self._ends: dict[ProjectId, Head] = {}
        """Of the journals that this server writes into, as it knows them."""
        self._failure: str | None = None
        self._is_closed = False
        self._one_at_a_time = asyncio.Lock()

    @property
    def limits(self) -> StoreLimits:
        """What it refuses."""
        return self._kept.limits

    @limits.setter
    def limits(self, limits: StoreLimits) -> None:
        self._kept.limits = limits

    @property
    def failure(self) -> str | None:
        return self._failure

    def trouble(self) -> str | None:
        return self._failure

    async def adopt(self, project_id: ProjectId) -> None:
        head = await self._read(lambda: self._kept.head(project_id))
        self._ends.setdefault(project_id, head)

    async def let_go(self, project_id: ProjectId) -> None:
        async def nothing() -> None:
            self._ends.pop(project_id, None)

        await self._write([], nothing)

    async def append(
        self,
        project_id: ProjectId,
        entries: Sequence[Entry],
        *,
        expect_revision: int | None = None,
        fence: Fence | None = None,
        key: IdempotencyKey | None = None,
    ) -> int:
        async def append() -> int:
            return await self._kept.append(project_id, entries, expect_revision=expect_revision, fence=fence, key=key)

        return await self._write([project_id], append)

    async def create_project(self, project_id: ProjectId, name: str, entries: Sequence[Entry]) -> None:
        async def create() -> None:
            await self._kept.create_project(project_id, name, entries)
            self._ends[project_id] = await self._kept.head(project_id)

        if not await self._holding.leases.take(project_id):
            raise StoreBusy(NOT_OURS)
        await self._write([], create)

    async def delete_project(self, project_id: ProjectId) -> None:
        await self._write([project_id], lambda: self._kept.delete_project(project_id))
        self._ends.pop(project_id, None)
        await self._holding.leases.forget(project_id)

    async def read(
        self,
        project_id: ProjectId,
        *,
        after: int = 0,
        upto: int | None = None,
        only: str | None = None,
        outlined: bool = False,
    ) -> AsyncIterator[StoredEntry]:
        async def all_of_them() -> list[StoredEntry]:
            found = self._kept.read(project_id, after=after, upto=upto, only=only, outlined=outlined)
            return [row async for row in found]

        for row in await self._read(all_of_them):
            yield row

    async def read_as_written(self, project_id: ProjectId) -> AsyncIterator[list[StoredEntry]]:
        async def all_of_them() -> list[list[StoredEntry]]:
            return [rows async for rows in self._kept.read_as_written(project_id)]

        for rows in await self._read(all_of_them):
            yield rows

    async def give_back(self, *, may_hold: bool) -> AsyncIterator[int]:
        if self._is_closed:
            raise refusals.closed()
        async for given in self._kept.give_back(may_hold=may_hold):
            yield given

    async def projects(self) -> list[ProjectRow]:
        return await self._read(self._kept.projects)

    head = _reading("head")  # type: ignore[assignment]  # made alike
    recall = _reading("recall")  # type: ignore[assignment]
    sequence_at = _reading("sequence_at")  # type: ignore[assignment]
    load_snapshot = _reading("load_snapshot")  # type: ignore[assignment]
    marked = _reading("marked")  # type: ignore[assignment]
    document = _reading("document")  # type: ignore[assignment]
    documents = _reading("documents")  # type: ignore[assignment]
    find_document = _reading("find_document")  # type: ignore[assignment]
    get_blob = _reading("get_blob")  # type: ignore[assignment]
    get_record = _reading("get_record")  # type: ignore[assignment]
    records = _reading("records")  # type: ignore[assignment]
    blobs = _reading("blobs")  # type: ignore[assignment]
    old_blobs = _reading("old_blobs")  # type: ignore[assignment]
    owners = _reading("owners")  # type: ignore[assignment]
    old_keys = _reading("old_keys")  # type: ignore[assignment]
    unused_bytes = _reading("unused_bytes")  # type: ignore[assignment]
    rebuild = _writing("rebuild")  # type: ignore[assignment]
    save_snapshot = _writing("save_snapshot", of_project=True)  # type: ignore[assignment]
    save_marks = _writing("save_marks", of_project=True)  # type: ignore[assignment]
    redact = _writing("redact", of_project=True)  # type: ignore[assignment]
    redact_answers = _writing("redact_answers")  # type: ignore[assignment]
    scrub = _writing("scrub")  # type: ignore[assignment]
    put_blob = _writing("put_blob")  # type: ignore[assignment]
    forget_blob = _writing("forget_blob")  # type: ignore[assignment]
    set_record = _writing("set_record")  # type: ignore[assignment]
    change_records = _writing("change_records")  # type: ignore[assignment]
    own = _writing("own")  # type: ignore[assignment]
    forget_keys = _writing("forget_keys")  # type: ignore[assignment]
    forget_blobs = _writing("forget_blobs")  # type: ignore[assignment]
    forget_owners = _writing("forget_owners")  # type: ignore[assignment]

    async def close(self) -> None:
        self._is_closed = self._writer.is_closed = self._reader.is_closed = True

    async def _read(self, work: Callable[[], Awaitable[T]]) -> T:
        if self._is_closed:
            raise refusals.closed()
        try:
            return await self._reader.asked(work)
        except StoreBusy:
            self._give_up(AWAY)
            raise

    async def _write(self, projects: Sequence[ProjectId], work: Callable[[], Awaitable[T]]) -> T:
        """Carried out whole, where this server still has the leases, and knows where the journals end."""
        if self._is_closed:
            raise refusals.closed()
        return await asyncio.shield(self._database.network.later(self._written(projects, work)))

    async def _written(self, projects: Sequence[ProjectId], work: Callable[[], Awaitable[T]]) -> T:
        async with self._one_at_a_time:
            if self._failure is not None:
                raise StoreBusy(self._failure)
            self._holding.check()
            for project in projects:
                if project not in self._ends:
                    await self.head(project)  # says so of one that is none
                    raise StoreBusy(NOT_OURS)
            # As the statement is made here, it arrives there, whatever has happened meanwhile.
            fences = dict(zip(projects, self._holding.fences(projects), strict=True))
            before = {project: self._ends[project] for project in projects}
            self._database.under_way[self._place] += bool(projects)
            try:
                done, after = await self._writer.asked(lambda: self._carried_out(fences, before, work))
            except _LeaseLost as lost:
                for project in lost.projects:
                    self._ends.pop(project, None)
                    self._holding.leases.owned.pop(project, None)
                raise StoreBusy(NOT_OURS) from None
            except OwnerLost as error:
                if self._database.knows_no_more(self._holding) or error.message == SOMEBODY_ELSE:
                    self._give_up(error.message)
                raise
            except StoreBusy as error:
                if self._writer.is_closed:
                    self._give_up(error.message)
                raise
            finally:
                self._database.under_way[self._place] -= bool(projects)
            self._ends |= after
            return done

    async def _carried_out(
        self, fences: dict[ProjectId, int], before: dict[ProjectId, Head], work: Callable[[], Awaitable[T]]
    ) -> tuple[T, dict[ProjectId, Head]]:
        """At the database, whole."""
        if lost := self._database.check(self._holding, fences):
            raise _LeaseLost(lost)
        for project, head in before.items():
            if await self._kept.head(project) != head:
                raise OwnerLost(SOMEBODY_ELSE)
        done = await work()
        kept = {row.project_id for row in await self._kept.projects()}
        return done, {project: await self._kept.head(project) for project in before if project in kept}

    def _give_up(self, why: str) -> None:
        self._failure = self._failure or why


class _LeaseLost(Exception):
    def __init__(self, projects: set[ProjectId]) -> None:
        super().__init__("another server has them")
        self.projects = projects

"""The store in a PostgreSQL: one session writes in groups, a few others read.

It stages what the SQLite store stages (`store.staging`) and tells the same; only how rows get there differs. One
process has a database at a time (`connecting.own_writing`); of several servers each writes into the projects that it
was given (`adopt`), and reads all. A store belongs to the event loop it was opened in.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from graphwright.errors import GraphwrightError, OwnerLost, StoreBusy
from graphwright.ports import Clock, in_thread
from graphwright.protocol.graph import Snapshot
from graphwright.protocol.ids import ProjectId
from graphwright.store import refusals
from graphwright.store.base import (
    BLOB_DAYS,
    DEFAULT_LIMITS,
    KEY_DAYS,
    CommitMark,
    Document,
    Entry,
    Fence,
    Head,
    IdempotencyKey,
    KeptBlob,
    ProjectRow,
    RecordsChange,
    Sha256,
    SharedStore,
    Standing,
    StoredAmount,
    StoredEntry,
    StoreLimits,
)
from graphwright.store.chain import hash_of
from graphwright.store.folder import FOLDER_OWNER
from graphwright.store.postgres import tables
from graphwright.store.postgres.connecting import (
    Connection,
    ReaderPool,
    is_away,
    open_readers,
    refuse_shared_sessions,
    reworded,
    standing_of,
)
from graphwright.store.postgres.copying import copy_out
from graphwright.store.postgres.lease import NOT_OURS, Holding, Leases
from graphwright.store.postgres.opening import open_session
from graphwright.store.postgres.values import NAME_BYTES
from graphwright.store.postgres.watching import watch_alone, watch_in_a_fleet
from graphwright.store.postgres.writer import Change, PostgresWriter
from graphwright.store.queue import T
from graphwright.store.snapshots import joined, parts_of
from graphwright.store.staging import KnownProject
from graphwright.store.upcast import UPCASTERS


class PostgresStore(SharedStore):
    """A store in one database of a PostgreSQL. Made by `PostgresStore.open`."""

    def __init__(
        self,
        address: str,
        writing: Connection,
        readers: ReaderPool,
        projects: list[KnownProject],
        *,
        clock: Clock,
        limits: StoreLimits,
        holding: Holding | None = None,
    ) -> None:
        self.limits = limits
        self._address = address
        self._readers, self._clock = readers, clock
        self._holding = holding
        self._others: dict[ProjectId, KnownProject] = {}
        """All projects as they were seen last, where others write into them."""
        self._writer = PostgresWriter(
            writing,
            projects,
            clock,
            # In a fleet the lease is given up with the session, and whoever has it next opens the store anew.
            reopen=None if holding is not None else self._reopened,
            max_waiting=limits.waiting_writes,
            holding=holding,
        )
        self._staging = self._writer.staging
        self._folder: Fence | None = None
        self._closed = False
        self._standing = Standing()

    @classmethod
    async def open(
        cls,
        address: str,
        clock: Clock,
        *,
        limits: StoreLimits = DEFAULT_LIMITS,
        wait_s: float = 0.0,
        holding: Holding | None = None,
    ) -> PostgresStore:
        """Open a database, and make our tables when it has none. Waits at most `wait_s` for another process to leave.

        `holding`: one of several servers opens it, and writes into no project before it has `adopt`ed it.
        Raises `InvalidCommand` (no address, server too old, a pooler in transaction mode), `NewerData`, `Conflict`
        (tables that are not ours), `StoreBusy` (another process has it, or it cannot be reached) or `StoreError`
        (nobody of this name, rights missing).
        """
        async with AsyncExitStack() as opened, reworded("opening"):
            writing, projects = await open_session(address, clock, wait_s, holding)
            opened.push_async_callback(writing.close)
            readers = await open_readers(address)
            opened.push_async_callback(readers.close)
            await refuse_shared_sessions(writing, readers)
            store = cls(address, writing, readers, projects, clock=clock, limits=limits, holding=holding)
            store._standing = await standing_of(writing)
            opened.pop_all()
        return store

    @property
    def failure(self) -> str | None:
        """Why nothing more will be written until the store is opened again."""
        return self._writer.failure

    @property
    def standing(self) -> Standing:
        """As the session that writes found it when it began."""
        return self._standing

    # which projects are written into, where there are several servers -----------------------------------------------

    async def adopt(self, project_id: ProjectId) -> None:
        """Write into a project from now on, whose lease this server has: nobody else moves its end. `NotFound`."""
        self._check_open(project_id)
        async with self._reading() as reader:
            known = next((each for each in await tables.projects(reader, project_id)), None)
        if known is None:
            raise refusals.no_project(project_id)
        self._staging.projects.setdefault(project_id, known)

    async def let_go(self, project_id: ProjectId) -> None:
        """Write into a project no more, once everything that waits for it is written."""

        def stage() -> tuple[None, list[Change]]:
            self._staging.projects.pop(project_id, None)
            return None, []

        await self._writer.write(stage)

    # writing ---------------------------------------------------------------------------------------------------------

    async def append(
        self,
        project_id: ProjectId,
        entries: Sequence[Entry],
        *,
        expect_revision: int | None = None,
        fence: Fence | None = None,
        key: IdempotencyKey | None = None,
    ) -> int:

        def stage() -> tuple[int, list[Change]]:
            grown = self._staging.append(
                project_id, self._readable(entries), self.limits, expect_revision=expect_revision, fence=fence, key=key
            )
            self._writer.facts.take(grown)
            return grown.before.position.sequence + 1, [grown]

        self._check_open(project_id)
        if key is not None:
            refusals.check_bytes(NAME_BYTES, key.scope, key.id)
        return await self._writer.write(stage, size=sum(entry.size for entry in entries))

    async def create_project(self, project_id: ProjectId, name: str, entries: Sequence[Entry]) -> None:

        def stage() -> tuple[None, list[Change]]:
            created, grown = self._staging.create(
                project_id, name, self._readable(entries), self.limits, self._clock.now()
            )
            self._writer.facts.take(grown)
            return None, [created, grown]

        self._check_open(project_id, name)
        refusals.check_bytes(NAME_BYTES, project_id, name)
        if self._holding is not None:
            async with self._reading() as reader:
                self._staging.number_after(await tables.last_number(reader))
            if not await self._holding.leases.take(project_id):
                raise StoreBusy(NOT_OURS)
        await self._writer.write(stage, size=sum(entry.size for entry in entries))

    def _readable(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries as the oldest server of those that are there reads them."""
        if self._holding is None or self._holding.leases.level >= UPCASTERS.level:
            return entries
        return [UPCASTERS.lowered(entry, self._holding.leases.level) for entry in entries]

    async def delete_project(self, project_id: ProjectId) -> None:
        self._check_open(project_id)
        await self._writer.write(lambda: (None, [*tables.delete_project(self._staging.delete(project_id))]))
        if self._holding is not None:
            await self._holding.leases.forget(project_id)

    async def save_snapshot(self, project_id: ProjectId, snapshot: Snapshot, sequence: int) -> None:
        self._known(project_id)
        parts = await in_thread(lambda: list(parts_of(snapshot)))

        def stage() -> tuple[None, list[Change]]:
            number = self._staging.standing(project_id).number
            return None, [*tables.insert_snapshot(number, sequence, snapshot.revision, parts)]

        await self._writer.write(stage)

    async def save_marks(self, project_id: ProjectId, marks: Sequence[CommitMark]) -> None:

        def stage() -> tuple[None, list[Change]]:
            return None, [tables.insert_marks(self._staging.standing(project_id).number, marks)]

        self._check_open(project_id)
        await self._writer.write(stage)

    async def redact(
        self, project_id: ProjectId, entries: Sequence[StoredEntry], documents: Sequence[Document] = ()
    ) -> None:

        def stage() -> tuple[None, list[Change]]:
            return None, [*tables.redact(self._staging.standing(project_id).number, entries, documents)]

        self._check_open(project_id)
        await self._writer.write(stage, size=sum(entry.size for entry in entries))

    async def redact_answers(self, text: bytes, change: Callable[[bytes], bytes]) -> None:
        self._check_open()
        await self._worked(lambda connection: tables.redact_answers(connection, text, change))

    async def _worked(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """What a change came to that is more than statements; it may be made again."""
        results: list[T] = []

        async def carry_out(connection: Connection) -> None:
            results.append(await work(connection))

        await self._writer.write(lambda: (None, [carry_out]))
        return results[-1]

    async def scrub(self) -> bool:
        """Give back what was replaced; its bytes go when the database writes there, and from its log later."""
        async with self._reading() as reader:
            for table in tables.TABLES:
                await reader.execute(f"VACUUM {table}")
        return False

    async def unused_bytes(self) -> int:
        """None that can be told: the database fills what is free in its tables again."""
        self._check_open()
        return 0

    async def give_back(self, *, may_hold: bool) -> AsyncIterator[int]:
        """Table by table, for the database to write there; what is free at the end of one goes back to the disk."""
        for table in tables.TABLES:
            async with self._reading() as reader:
                before = await tables.size_of(reader, table)
                await reader.execute(f"VACUUM {table}")
                yield max(0, before - await tables.size_of(reader, table))

    async def put_blob(self, data: bytes) -> Sha256:

        def stage() -> tuple[Sha256, list[Change]]:
            sha256 = hash_of(data)
            return sha256, [tables.insert_blob(sha256, data, self._clock.now())]

        refusals.check_size(data, self.limits)
        return await self._writer.write(stage, size=len(data))

    async def forget_blob(self, sha256: Sha256) -> None:
        self._check_open(sha256)
        await self._writer.write(lambda: (None, [tables.delete_blob(sha256)]))

    async def forget_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> int:
        limit = self._blob_limit(older_than)
        self._check_open(*hashes)
        return await self._worked(lambda connection: tables.delete_blobs(connection, hashes, limit))

    def _blob_limit(self, older_than: datetime) -> datetime:
        return min(older_than, self._clock.now() - timedelta(days=BLOB_DAYS))

    async def forget_owners(self, owners: Sequence[str]) -> None:
        self._check_open(*owners)
        await self._writer.write(lambda: (None, [tables.delete_owners(owners)]))

    async def set_record(self, kind: str, record_id: str, body: bytes | None) -> None:
        self._check_open(kind, record_id)
        refusals.check_bytes(NAME_BYTES, kind, record_id)
        refusals.check_size(body or b"", self.limits)
        await self._writer.write(lambda: (None, [tables.set_record(kind, record_id, body)]))

    async def change_records(self, kind: str, record_ids: Sequence[str], change: RecordsChange) -> None:
        self._check_open(kind, *record_ids)
        refusals.check_bytes(NAME_BYTES, kind, *record_ids)
        refusal = await self._worked(lambda to: tables.change_records(to, kind, record_ids, change, self.limits))
        if refusal is not None:
            raise refusal

    async def own(self, owner: str, *, by: str) -> Fence:

        def stage() -> tuple[Fence, list[Change]]:
            fence = Fence(owner, (self._writer.facts.fence(owner) or 0) + 1)
            self._writer.facts.take_fence(fence)
            return fence, [tables.set_fence(fence, by)]

        self._check_open(owner, by)
        refusals.check_bytes(NAME_BYTES, owner)
        fence = await self._writer.write(stage)
        if owner == FOLDER_OWNER:
            self._folder = fence
        return fence

    async def forget_keys(self, older_than: datetime, *, limit: int | None = None) -> int:
        oldest = self._key_limit(older_than)
        return await self._worked(lambda connection: tables.delete_keys(connection, oldest, limit))

    def _key_limit(self, older_than: datetime) -> datetime:
        return min(older_than, self._clock.now() - timedelta(days=KEY_DAYS))

    # reading ---------------------------------------------------------------------------------------------------------

    async def recall(self, scope: str, key_id: str, digest: str) -> bytes | None:
        self._check_open(scope, key_id)
        async with self._reading() as reader:
            known = await tables.key(reader, scope, key_id)
        return None if known is None else refusals.known_answer(key_id, *known, digest)

    async def projects(self) -> list[ProjectRow]:
        self._check_open()
        if self._holding is not None:
            await self._see_all()
            return [known.row for known in self._others.values()]
        return [known.row for known in self._staging.projects.values()]

    async def head(self, project_id: ProjectId) -> Head:
        if self._holding is not None and project_id not in self._staging.projects:
            await self._see_all()
        return self._known(project_id).position.head

    async def sequence_at(self, project_id: ProjectId, revision: int) -> int:
        known = self._known(project_id)
        refusals.check_revision(revision, known.position.revision)
        async with self._reading() as reader:
            return await tables.sequence_at(reader, known, revision) if revision else 0

    async def read(
        self,
        project_id: ProjectId,
        *,
        after: int = 0,
        upto: int | None = None,
        only: str | None = None,
        outlined: bool = False,
    ) -> AsyncIterator[StoredEntry]:
        number, after = self._known(project_id).number, max(after, 0)
        while True:
            # Given back between the slices: whoever reads slowly keeps nobody waiting.
            async with self._reading() as reader:
                rows = await tables.entries(reader, number, after, upto, only, outlined=outlined)
            if not rows:
                return
            for row in rows:
                yield UPCASTERS.lift(row)
            after = rows[-1].sequence

    async def read_as_written(self, project_id: ProjectId) -> AsyncIterator[list[StoredEntry]]:
        number, after = self._known(project_id).number, 0
        while True:
            async with self._reading() as reader:
                rows = await tables.entries(reader, number, after, None)
            if not rows:
                return
            yield rows
            after = rows[-1].sequence

    async def load_snapshot(
        self, project_id: ProjectId, *, upto_revision: int | None = None
    ) -> tuple[Snapshot, int] | None:
        number = self._known(project_id).number
        async with self._reading() as reader:
            found = await tables.snapshot(reader, number, upto_revision)
        if found is None:
            return None
        sequence, parts = found
        return await in_thread(lambda: joined(parts)), sequence

    async def marked(
        self, project_id: ProjectId, word: int, *, before: int | None = None, limit: int | None = None
    ) -> list[int]:
        number = self._known(project_id).number
        async with self._reading() as reader:
            return await tables.marked(reader, number, word, before, limit)

    async def document(self, project_id: ProjectId, kind: str, document_id: str) -> Document | None:
        refusals.check_names(kind, document_id)
        number = self._known(project_id).number
        async with self._reading() as reader:
            return await tables.document(reader, number, kind, document_id)

    async def documents(
        self,
        project_id: ProjectId,
        kind: str,
        *,
        group: str | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Document]:
        refusals.check_names(kind, group or "")
        number = self._known(project_id).number
        async with self._reading() as reader:
            return await tables.documents(reader, number, kind, group, limit, newest_first=newest_first)

    async def find_document(self, kind: str, document_id: str) -> tuple[ProjectId, Document] | None:
        self._check_open(kind, document_id)
        async with self._reading() as reader:
            return await tables.find_document(reader, kind, document_id)

    async def get_blob(self, sha256: Sha256) -> bytes:
        self._check_open(sha256)
        async with self._reading() as reader:
            data = await tables.blob(reader, sha256)
        if data is None:
            raise refusals.no_blob(sha256)
        return data

    async def blobs(self, *, after: str = "") -> list[KeptBlob]:
        self._check_open(after)
        async with self._reading() as reader:
            return await tables.blobs(reader, after)

    async def old_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> list[Sha256]:
        self._check_open(*hashes)
        async with self._reading() as reader:
            return await tables.old_blobs(reader, hashes, self._blob_limit(older_than))

    async def owners(self, *, after: str = "") -> list[str]:
        self._check_open(after)
        async with self._reading() as reader:
            return await tables.owners(reader, after)

    async def old_keys(self, older_than: datetime) -> StoredAmount:
        self._check_open()
        async with self._reading() as reader:
            return await tables.old_keys(reader, self._key_limit(older_than))

    async def get_record(self, kind: str, record_id: str) -> bytes | None:
        self._check_open(kind, record_id)
        async with self._reading() as reader:
            return await tables.record(reader, kind, record_id)

    async def records(self, kind: str) -> list[tuple[str, bytes]]:
        self._check_open(kind)
        async with self._reading() as reader:
            return await tables.records(reader, kind)

    async def rebuild(self, project_id: ProjectId, *, repair: bool = False) -> list[str]:
        known = self._known(project_id)
        if not repair:
            async with self._reading() as reader, reader.transaction(isolation="repeatable_read", readonly=True):
                _, found = await tables.compare(reader, known)
            return found
        differences: list[str] = []

        def stage() -> tuple[None, list[Change]]:
            standing = self._staging.standing(project_id)

            async def replace(connection: Connection) -> None:
                folded, found = await tables.compare(connection, standing)
                differences[:] = found or differences  # carried out again, perhaps, after the session was lost
                await tables.replace_documents(connection, standing.number, folded)
                await tables.forget_marks(connection, standing.number)

            return None, [replace]

        await self._writer.write(stage)
        return differences

    def trouble(self) -> str | None:
        return self._writer.trouble or self._writer.failure

    async def check_writes(self) -> None:
        await self._writer.check()

    async def copy_to(self, path: Path) -> None:
        """Write what is committed into a new database file, while commits and reads go on."""
        self._check_open()
        await copy_out(self._address, path.parent)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        with suppress(GraphwrightError):  # a session that was lost needs no farewell
            async with reworded("closing"):
                await self._readers.close()
                await self._writer.connection.close()

    @asynccontextmanager
    async def watched(self, leases: Leases | None = None) -> AsyncGenerator[None]:
        """Notice in the block that the session that writes is not answered, and close the store after it.

        With leases: have failed, as soon as they are renewed in another session, of another host. Without: go on there.
        """
        watching = asyncio.create_task(self._watch_alone() if leases is None else self._watch(leases))
        try:
            yield
        finally:
            await self.close()
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch_alone(self) -> None:
        await watch_alone(self._writer, self._address, self._clock)

    async def _watch(self, leases: Leases) -> None:
        await watch_in_a_fleet(self._writer, lambda: leases.sessions, self._clock)
        self._readers.terminate()

    async def _reopened(self) -> tuple[Connection, list[KnownProject]]:
        """Another session, unless somebody else has had the database meanwhile: what is held in memory may be old."""
        writing, projects = await open_session(self._address, self._clock, 0.0)
        async with AsyncExitStack() as opened, reworded("opening"):
            opened.push_async_callback(writing.close)
            if self._folder is not None and await tables.fence(writing, FOLDER_OWNER) != self._folder.number:
                raise OwnerLost("another process has worked on this database meanwhile")
            self._standing = await standing_of(writing)
            readers, self._readers = self._readers, await open_readers(self._address)
            opened.pop_all()
        readers.terminate()  # they may still hang at a host that is the primary no more
        return writing, projects

    def _check_open(self, *names: str) -> None:
        if self._closed:
            raise refusals.closed()
        refusals.check_names(*names)

    def _known(self, project_id: ProjectId) -> KnownProject:
        self._check_open(project_id)
        known = self._staging.projects.get(project_id) or self._others.get(project_id)
        if known is None:
            raise refusals.no_project(project_id)
        return known

    async def _see_all(self) -> None:
        async with self._reading() as reader:
            found = await tables.projects(reader)
        self._others = {known.row.project_id: known for known in found}

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[Connection]:
        if self._closed:
            raise refusals.closed()
        async with reworded("reading"):
            try:
                async with self._readers.acquire() as reader:
                    yield reader
            except Exception as error:
                if self._holding is not None and is_away(error):
                    self._writer.give_up(error)  # nobody is told of it: the next life, or the next server, answers
                raise

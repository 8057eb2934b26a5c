"""The store of one data folder: SQLite in WAL mode, every commit on disk before it is acknowledged (ADR-13).

One connection writes, on a thread of its own that is fed in groups (`store.writer`); a second one reads, on another.
What each project's journal ends with is kept in memory: read once at the start, moved only by commits. So an append
reads nothing but its key and its fence, and writes one row per entry.

A store belongs to the event loop it was opened in. Who may open the folder at all is decided by `store.folder`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import apsw

from graphwright.ports import Clock
from graphwright.protocol.graph import Snapshot
from graphwright.protocol.ids import ProjectId
from graphwright.store import refusals, tables
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
    Store,
    StoredAmount,
    StoredEntry,
    StoreLimits,
)
from graphwright.store.chain import hash_of
from graphwright.store.connection_thread import ConnectionThread
from graphwright.store.database import SLICED, SqlConnection, open_database, open_for_reading, store_error
from graphwright.store.snapshots import joined, parts_of
from graphwright.store.staging import KnownProject, ProjectStaging
from graphwright.store.tables import Tables
from graphwright.store.upcast import UPCASTERS
from graphwright.store.writer import GroupWriter, Staged

T = TypeVar("T")

# Half a megabyte is written in a few milliseconds; others write between two slices.
_SLICE_PAGES = 64


class SqliteStore(Store):
    """A store in one SQLite file: it stages each write on the writer's thread and reads on another."""

    def __init__(
        self,
        writing: SqlConnection,
        reading: SqlConnection,
        clock: Clock,
        another: Callable[[], SqlConnection],
        limits: StoreLimits,
    ) -> None:
        self.limits = limits
        self._writing, self._reading, self._another = writing, reading, another
        self._writer_thread, self._reader_thread = ConnectionThread(), ConnectionThread()
        self._clock = clock
        self._before = Tables(writing)
        """What the writer sees: the group so far included. Only for its thread."""
        self._durable = Tables(reading)
        """What everybody else sees. Only for the reader's thread."""
        self._staging = ProjectStaging(self._before, self._before.projects())
        """Only its durable projects are for the loop, all else for the writer's thread."""
        self._writer = GroupWriter(
            writing, self._writer_thread, clock, self._staging.ended, max_waiting=limits.waiting_writes
        )
        self._closed = False

    @classmethod
    async def open(
        cls, folder: Path, clock: Clock, *, vfs: str | None = None, limits: StoreLimits = DEFAULT_LIMITS
    ) -> SqliteStore:
        """Open the folder's database, or make a new one. `vfs`: a SQLite file system by name, for failing disks.

        Raises `NewerData`, `StoreDamaged`, `StoreFull` or `StoreBusy`; nothing was touched then.
        """

        def work() -> SqliteStore:
            with ExitStack() as opened:
                writing = opened.enter_context(closing(open_database(folder, vfs=vfs)))
                reading = opened.enter_context(closing(open_for_reading(folder, vfs=vfs)))
                store = cls(writing, reading, clock, partial(open_for_reading, folder, vfs=vfs), limits)
                opened.pop_all()
            return store

        try:
            return await asyncio.get_running_loop().run_in_executor(None, work)
        except apsw.Error as error:
            raise store_error(error, f"opening {folder}") from error

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

        def stage() -> Staged[int]:
            grown = self._staging.append(
                project_id, entries, self.limits, expect_revision=expect_revision, fence=fence, key=key
            )
            return grown.before.position.sequence + 1, list(tables.grow(grown, self._clock.now()))

        self._check_open(project_id)
        return await self._writer.write(stage)

    async def create_project(self, project_id: ProjectId, name: str, entries: Sequence[Entry]) -> None:

        def stage() -> Staged[None]:
            at = self._clock.now()
            created = self._staging.create(project_id, name, entries, self.limits, at)
            return None, [statement for growth in created for statement in tables.grow(growth, at)]

        self._check_open(project_id, name)
        await self._writer.write(stage)

    async def delete_project(self, project_id: ProjectId) -> None:
        self._check_open(project_id)
        await self._writer.write(lambda: (None, list(tables.delete_project(self._staging.delete(project_id)))))

    async def save_snapshot(self, project_id: ProjectId, snapshot: Snapshot, sequence: int) -> None:
        self._known(project_id)
        # Packed on a third thread: commits and reads go on meanwhile.
        parts = await asyncio.get_running_loop().run_in_executor(None, lambda: list(parts_of(snapshot)))

        def stage() -> Staged[None]:
            number = self._staging.standing(project_id).number
            return None, list(tables.insert_snapshot(number, sequence, snapshot.revision, parts))

        await self._writer.write(stage)

    async def save_marks(self, project_id: ProjectId, marks: Sequence[CommitMark]) -> None:

        def stage() -> Staged[None]:
            return None, list(tables.insert_marks(self._staging.standing(project_id).number, marks))

        self._check_open(project_id)
        await self._writer.write(stage)

    async def redact(
        self, project_id: ProjectId, entries: Sequence[StoredEntry], documents: Sequence[Document] = ()
    ) -> None:

        def stage() -> Staged[None]:
            return None, list(tables.redact(self._staging.standing(project_id).number, entries, documents))

        self._check_open(project_id)
        await self._writer.write(stage)

    async def redact_answers(self, text: bytes, change: Callable[[bytes], bytes]) -> None:

        def stage() -> Staged[None]:
            found = self._before.answers_with(text)
            return None, [tables.set_answer(scope, key_id, change(answer)) for scope, key_id, answer in found]

        self._check_open()
        await self._writer.write(stage)

    async def scrub(self) -> bool:

        return await self._between_groups(self._vacuum)

    def _vacuum(self) -> bool:
        # A file of before comes out as one of which pages can be given back.
        list(self._writing.execute(f"PRAGMA auto_vacuum = {SLICED}"))
        self._writing.execute("VACUUM")
        return next(iter(self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")))[0] == 0

    async def unused_bytes(self) -> int:
        self._check_open()
        return await self._read(self._durable.unused_bytes)

    async def give_back(self, *, may_hold: bool) -> AsyncIterator[int]:

        def slice_() -> int:
            unused = self._before.unused_bytes()
            if self._before.is_sliced():
                list(self._writing.execute(f"PRAGMA incremental_vacuum({_SLICE_PAGES})"))
            elif may_hold and unused:
                self._vacuum()
            return unused - self._before.unused_bytes()

        while given := await self._between_groups(slice_):
            yield given

    async def _between_groups(self, work: Callable[[], T]) -> T:
        """Do something on the writer's thread, so between two groups and never within one."""
        self._check_open()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._writer_thread, work)
        except apsw.Error as error:
            raise store_error(error, "compacting") from error

    async def put_blob(self, data: bytes) -> Sha256:

        def stage() -> Staged[Sha256]:
            sha256 = hash_of(data)
            return sha256, [tables.insert_blob(sha256, data, self._clock.now())]

        refusals.check_size(data, self.limits)
        return await self._writer.write(stage)

    async def forget_blob(self, sha256: Sha256) -> None:
        self._check_open(sha256)
        await self._writer.write(lambda: (None, [tables.delete_blob(sha256)]))

    async def forget_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> int:
        limit = self._blob_limit(older_than)

        def stage() -> Staged[int]:
            old = self._before.old_blobs(hashes, limit)
            return len(old), [tables.delete_blob(each) for each in old]

        self._check_open(*hashes)
        return await self._writer.write(stage)

    async def forget_owners(self, owners: Sequence[str]) -> None:
        self._check_open(*owners)
        await self._writer.write(lambda: (None, list(tables.delete_owners(owners))))

    async def set_record(self, kind: str, record_id: str, body: bytes | None) -> None:
        self._check_open(kind, record_id)
        refusals.check_size(body or b"", self.limits)
        await self._writer.write(lambda: (None, [tables.set_record(kind, record_id, body)]))

    async def change_records(self, kind: str, record_ids: Sequence[str], change: RecordsChange) -> None:

        def stage() -> Staged[None]:
            bodies = refusals.sized(change([self._before.record(kind, each) for each in record_ids]), self.limits)
            return None, [tables.set_record(kind, *each) for each in zip(record_ids, bodies, strict=True)]

        self._check_open(kind, *record_ids)
        await self._writer.write(stage)

    async def own(self, owner: str, *, by: str) -> Fence:

        def stage() -> Staged[Fence]:
            fence = Fence(owner, (self._before.fence(owner) or 0) + 1)
            return fence, [tables.set_fence(fence, by)]

        self._check_open(owner, by)
        return await self._writer.write(stage)

    async def forget_keys(self, older_than: datetime, *, limit: int | None = None) -> int:
        oldest = self._key_limit(older_than)

        def stage() -> Staged[int]:
            return self._before.old_keys(oldest, limit).rows, [tables.delete_keys(oldest, limit)]

        return await self._writer.write(stage)

    def _key_limit(self, older_than: datetime) -> datetime:
        return min(older_than, self._clock.now() - timedelta(days=KEY_DAYS))

    def _blob_limit(self, older_than: datetime) -> datetime:
        return min(older_than, self._clock.now() - timedelta(days=BLOB_DAYS))

    # reading ---------------------------------------------------------------------------------------------------------

    async def recall(self, scope: str, key_id: str, digest: str) -> bytes | None:
        self._check_open(scope, key_id)
        known = await self._read(lambda: self._durable.key(scope, key_id))
        return None if known is None else refusals.known_answer(key_id, *known, digest)

    async def projects(self) -> list[ProjectRow]:
        self._check_open()
        return [known.row for known in self._staging.projects.values()]

    async def head(self, project_id: ProjectId) -> Head:
        return self._known(project_id).position.head

    async def sequence_at(self, project_id: ProjectId, revision: int) -> int:
        known = self._known(project_id)
        refusals.check_revision(revision, known.position.revision)
        return await self._read(lambda: self._durable.sequence_at(known, revision)) if revision else 0

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
        while rows := await self._read(lambda: self._durable.entries(number, after, upto, only, outlined=outlined)):  # noqa: B023  # awaited here
            for row in rows:
                yield UPCASTERS.lift(row)
            after = rows[-1].sequence

    async def read_as_written(self, project_id: ProjectId) -> AsyncIterator[list[StoredEntry]]:
        number, after = self._known(project_id).number, 0
        while rows := await self._read(lambda: self._durable.entries(number, after, None, None)):  # noqa: B023  # awaited here
            yield rows
            after = rows[-1].sequence

    async def load_snapshot(
        self, project_id: ProjectId, *, upto_revision: int | None = None
    ) -> tuple[Snapshot, int] | None:
        number = self._known(project_id).number
        found = await self._read(lambda: self._durable.snapshot(number, upto_revision))
        if found is None:
            return None
        sequence, parts = found
        return await asyncio.get_running_loop().run_in_executor(None, lambda: joined(parts)), sequence

    async def marked(
        self, project_id: ProjectId, word: int, *, before: int | None = None, limit: int | None = None
    ) -> list[int]:
        number = self._known(project_id).number
        return await self._read(lambda: self._durable.marked(number, word, before, limit))

    async def document(self, project_id: ProjectId, kind: str, document_id: str) -> Document | None:
        refusals.check_names(kind, document_id)
        number = self._known(project_id).number
        return await self._read(lambda: self._durable.document(number, kind, document_id))

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
        return await self._read(lambda: self._durable.documents(number, kind, group, limit, newest_first=newest_first))

    async def find_document(self, kind: str, document_id: str) -> tuple[ProjectId, Document] | None:
        self._check_open(kind, document_id)
        return await self._read(lambda: self._durable.find_document(kind, document_id))

    async def get_blob(self, sha256: Sha256) -> bytes:
        self._check_open(sha256)
        data = await self._read(lambda: self._durable.blob(sha256))
        if data is None:
            raise refusals.no_blob(sha256)
        return data

    async def blobs(self, *, after: str = "") -> list[KeptBlob]:
        self._check_open(after)
        return await self._read(lambda: self._durable.blobs(after))

    async def old_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> list[Sha256]:
        self._check_open(*hashes)
        limit = self._blob_limit(older_than)
        return await self._read(lambda: self._durable.old_blobs(hashes, limit))

    async def owners(self, *, after: str = "") -> list[str]:
        self._check_open(after)
        return await self._read(lambda: self._durable.owners(after))

    async def old_keys(self, older_than: datetime) -> StoredAmount:
        self._check_open()
        limit = self._key_limit(older_than)
        return await self._read(lambda: self._durable.old_keys(limit))

    async def get_record(self, kind: str, record_id: str) -> bytes | None:
        self._check_open(kind, record_id)
        return await self._read(lambda: self._durable.record(kind, record_id))

    async def records(self, kind: str) -> list[tuple[str, bytes]]:
        self._check_open(kind)
        return await self._read(lambda: self._durable.records(kind))

    async def rebuild(self, project_id: ProjectId, *, repair: bool = False) -> list[str]:
        known = self._known(project_id)
        if not repair:
            return await self._read(lambda: self._durable.compare(known)[1])

        def stage() -> Staged[list[str]]:
            standing = self._staging.standing(project_id)
            folded, differences = self._before.compare(standing)
            statements = [tables.delete_documents(standing.number), tables.delete_marks(standing.number)]
            statements += tables.change_documents(standing.number, folded)
            return differences, statements

        return await self._writer.write(stage)

    def trouble(self) -> str | None:
        return self._writer.failure

    async def copy_to(self, path: Path) -> None:
        """Write what is committed into a new database file, while commits and reads go on."""

        def work() -> None:
            with closing(self._another()) as connection:
                connection.execute("VACUUM INTO ?", (str(path),))

        self._check_open()
        try:
            await asyncio.get_running_loop().run_in_executor(None, work)
        except apsw.Error as error:
            raise store_error(error, f"copying to {path}") from error

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        loop = asyncio.get_running_loop()
        # The writing connection last: the last one to go empties the log into the file. Where the disk fails at that,
        # nothing is lost: what was acknowledged is safe in the log.
        for thread, connection in ((self._reader_thread, self._reading), (self._writer_thread, self._writing)):
            with suppress(apsw.Error):
                await loop.run_in_executor(thread, connection.close)
            thread.shutdown()

    # on the loop -----------------------------------------------------------------------------------------------------

    def _check_open(self, *names: str) -> None:
        if self._closed:
            raise refusals.closed()
        refusals.check_names(*names)

    def _known(self, project_id: ProjectId) -> KnownProject:
        self._check_open(project_id)
        known = self._staging.projects.get(project_id)
        if known is None:
            raise refusals.no_project(project_id)
        return known

    async def _read(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise refusals.closed()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader_thread, work)
        except apsw.Error as error:
            raise store_error(error, "reading") from error

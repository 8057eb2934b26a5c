"""A complete store that forgets everything when it is closed: for tests and trials.

It is the shortest full statement of what a store does, so the contract suite is best read beside it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import datetime, timedelta

from msgspec import structs

from graphwright.ports import Clock, SystemClock
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
    RepeatedKey,
    Sha256,
    Store,
    StoredAmount,
    StoredEntry,
    StoreLimits,
)
from graphwright.store.chain import START, JournalPosition, hash_of, link
from graphwright.store.folding import DocumentTable, changes_of, compare, new_name
from graphwright.store.projections import DocumentChange
from graphwright.store.upcast import UPCASTERS


class _Project:
    """Everything of one project."""

    def __init__(self, row: ProjectRow) -> None:
        self.row = row
        self.position: JournalPosition = START
        self.rows: list[StoredEntry] = []
        self.documents = DocumentTable()
        self.snapshots: dict[int, Snapshot] = {}
        self.marks: set[CommitMark] = set()

    def take(self, rows: list[StoredEntry], position: JournalPosition, changes: Iterable[DocumentChange]) -> None:
        """Grow by entries that were found good."""
        self.rows += (structs.replace(row, more=tuple(row.more)) if row.more else row for row in rows)
        self.position = position
        self.documents.take(changes)


class MemoryStore(Store):
    """A store in memory. Nothing is awaited inside, so every method is atomic by itself."""

    def __init__(self, clock: Clock | None = None, limits: StoreLimits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self._clock = clock or SystemClock()
        self._projects: dict[ProjectId, _Project] = {}
        self._keys: dict[tuple[str, str], tuple[IdempotencyKey, datetime]] = {}
        self._fences: dict[str, int] = {}
        self._blobs: dict[Sha256, bytes] = {}
        self._put_at: dict[Sha256, datetime] = {}
        self._records: defaultdict[str, dict[str, bytes]] = defaultdict(dict)
        self._closed = False

    async def append(
        self,
        project_id: ProjectId,
        entries: Sequence[Entry],
        *,
        expect_revision: int | None = None,
        fence: Fence | None = None,
        key: IdempotencyKey | None = None,
    ) -> int:
        project = self._project(project_id)
        if key is not None:
            self._refuse_known(key)
        if fence is not None:
            refusals.check_fence(fence, self._fences.get(fence.owner))
        first = project.position.sequence + 1
        rows, position = link(entries, project.position, self.limits, expect_revision=expect_revision)
        changes = changes_of(entries, rows, project.documents)
        name = new_name(changes, project.row.name)
        if name is not None:
            self._refuse_taken(name)
            project.row = ProjectRow(project_id, name, project.row.created_at)
        project.take(rows, position, changes)
        if key is not None:
            self._keys[key.scope, key.id] = key, self._clock.now()
        return first

    async def recall(self, scope: str, key_id: str, digest: str) -> bytes | None:
        self._open(scope, key_id)
        known = self._keys.get((scope, key_id))
        return None if known is None else refusals.known_answer(key_id, known[0].digest, known[0].answer, digest)

    async def create_project(self, project_id: ProjectId, name: str, entries: Sequence[Entry]) -> None:
        self._open(project_id, name)
        if project_id in self._projects:
            raise refusals.id_taken(project_id)
        self._refuse_taken(name)
        project = _Project(ProjectRow(project_id, name, self._clock.now()))
        rows, position = link(entries, START, self.limits)
        project.take(rows, position, changes_of(entries, rows, project.documents))
        self._projects[project_id] = project

    async def projects(self) -> list[ProjectRow]:
        self._open()
        return [project.row for project in self._projects.values()]

    async def delete_project(self, project_id: ProjectId) -> None:
        self._project(project_id)
        del self._projects[project_id]

    async def head(self, project_id: ProjectId) -> Head:
        return self._project(project_id).position.head

    async def sequence_at(self, project_id: ProjectId, revision: int) -> int:
        project = self._project(project_id)
        refusals.check_revision(revision, project.position.revision)
        return bisect_left(project.rows, revision, key=lambda row: row.revision) + 1 if revision else 0

    async def read(
        self,
        project_id: ProjectId,
        *,
        after: int = 0,
        upto: int | None = None,
        only: str | None = None,
        outlined: bool = False,
    ) -> AsyncIterator[StoredEntry]:
        # Sequences are dense and start at 1, so they are the places in the list.
        for row in self._project(project_id).rows[max(after, 0) : None if upto is None else max(upto, 0)]:
            if only is None or row.type == only:
                yield UPCASTERS.lift(structs.replace(row, more=row.more[-1:]) if outlined else row)

    async def read_as_written(self, project_id: ProjectId) -> AsyncIterator[list[StoredEntry]]:
        yield list(self._project(project_id).rows)

    async def save_snapshot(self, project_id: ProjectId, snapshot: Snapshot, sequence: int) -> None:
        snapshots = self._project(project_id).snapshots
        snapshots[sequence] = snapshot
        for old in sorted(snapshots)[:-2]:
            del snapshots[old]

    async def load_snapshot(
        self, project_id: ProjectId, *, upto_revision: int | None = None
    ) -> tuple[Snapshot, int] | None:
        for sequence, snapshot in sorted(self._project(project_id).snapshots.items(), reverse=True):
            if upto_revision is None or snapshot.revision <= upto_revision:
                return snapshot, sequence
        return None

    async def save_marks(self, project_id: ProjectId, marks: Sequence[CommitMark]) -> None:
        self._project(project_id).marks.update(marks)

    async def marked(
        self, project_id: ProjectId, word: int, *, before: int | None = None, limit: int | None = None
    ) -> list[int]:
        marks = self._project(project_id).marks
        found = [mark.sequence for mark in marks if mark.word == word and (before is None or mark.sequence < before)]
        return sorted(found, reverse=True)[:limit]

    async def document(self, project_id: ProjectId, kind: str, document_id: str) -> Document | None:
        refusals.check_names(kind, document_id)
        return self._project(project_id).documents.one(kind, document_id)

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
        documents = self._project(project_id).documents
        found = documents.all(kind) if group is None else documents.of(kind, group)
        return (found[::-1] if newest_first else found)[:limit]

    async def find_document(self, kind: str, document_id: str) -> tuple[ProjectId, Document] | None:
        self._open(kind, document_id)
        for project_id, project in self._projects.items():
            document = project.documents.one(kind, document_id)
            if document is not None:
                return project_id, document
        return None

    async def rebuild(self, project_id: ProjectId, *, repair: bool = False) -> list[str]:
        project = self._project(project_id)
        folded, differences = compare(project.rows, project.documents, project.position)
        if repair:
            project.documents = folded
            project.marks.clear()
        return differences

    async def redact(
        self, project_id: ProjectId, entries: Sequence[StoredEntry], documents: Sequence[Document] = ()
    ) -> None:
        project = self._project(project_id)
        for entry in entries:
            project.rows[entry.sequence - 1] = structs.replace(
                project.rows[entry.sequence - 1], body=entry.body, more=entry.more
            )
        for document in documents:
            kept = project.documents.one(document.kind, document.id)
            if kept is not None and kept.sequence == document.sequence:
                project.documents.take([document])

    async def redact_answers(self, text: bytes, change: Callable[[bytes], bytes]) -> None:
        self._open()
        for known, (kept, at) in self._keys.items():
            if text in kept.answer:
                self._keys[known] = structs.replace(kept, answer=change(kept.answer)), at

    async def scrub(self) -> bool:
        self._open()
        return True

    async def put_blob(self, data: bytes) -> Sha256:
        self._open()
        refusals.check_size(data, self.limits)
        sha256 = hash_of(data)
        self._blobs[sha256], self._put_at[sha256] = data, self._clock.now()
        return sha256

    async def get_blob(self, sha256: Sha256) -> bytes:
        self._open(sha256)
        if sha256 not in self._blobs:
            raise refusals.no_blob(sha256)
        return self._blobs[sha256]

    async def forget_blob(self, sha256: Sha256) -> None:
        self._open(sha256)
        self._blobs.pop(sha256, None)

    async def blobs(self, *, after: str = "") -> list[KeptBlob]:
        self._open(after)
        return [KeptBlob(each, len(data)) for each, data in sorted(self._blobs.items()) if each > after]

    async def old_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> list[Sha256]:
        self._open(*hashes)
        limit = min(older_than, self._clock.now() - timedelta(days=BLOB_DAYS))
        return [each for each in hashes if each in self._blobs and self._put_at[each] < limit]

    async def forget_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> int:
        old = await self.old_blobs(hashes, older_than=older_than)
        for each in old:
            del self._blobs[each]
        return len(old)

    async def owners(self, *, after: str = "") -> list[str]:
        self._open(after)
        return sorted(each for each in self._fences if each > after)

    async def forget_owners(self, owners: Sequence[str]) -> None:
        self._open(*owners)
        for each in owners:
            self._fences.pop(each, None)

    async def set_record(self, kind: str, record_id: str, body: bytes | None) -> None:
        self._open(kind, record_id)
        if body is None:
            self._records[kind].pop(record_id, None)
            return
        refusals.check_size(body, self.limits)
        self._records[kind][record_id] = body

    async def change_records(self, kind: str, record_ids: Sequence[str], change: RecordsChange) -> None:
        self._open(kind, *record_ids)
        bodies = refusals.sized(change([self._records[kind].get(each) for each in record_ids]), self.limits)
        for record_id, body in zip(record_ids, bodies, strict=True):
            await self.set_record(kind, record_id, body)

    async def get_record(self, kind: str, record_id: str) -> bytes | None:
        self._open(kind, record_id)
        return self._records[kind].get(record_id)

    async def records(self, kind: str) -> list[tuple[str, bytes]]:
        self._open(kind)
        return sorted(self._records[kind].items())

    async def own(self, owner: str, *, by: str) -> Fence:
        self._open(owner, by)
        self._fences[owner] = self._fences.get(owner, 0) + 1
        return Fence(owner, self._fences[owner])

    async def forget_keys(self, older_than: datetime, *, limit: int | None = None) -> int:
        old = self._old_keys(older_than)[:limit]
        for known in old:
            del self._keys[known]
        return len(old)

    async def old_keys(self, older_than: datetime) -> StoredAmount:
        old = self._old_keys(older_than)
        return StoredAmount(len(old), sum(len(self._keys[known][0].answer) for known in old))

    def _old_keys(self, older_than: datetime) -> list[tuple[str, str]]:
        self._open()
        oldest = min(older_than, self._clock.now() - timedelta(days=KEY_DAYS))
        return [known for known, (_, at) in self._keys.items() if at < oldest]

    async def unused_bytes(self) -> int:
        self._open()
        return 0

    async def give_back(self, *, may_hold: bool) -> AsyncIterator[int]:
        self._open()
        nothing: list[int] = []
        for given in nothing:
            yield given

    def trouble(self) -> str | None:
        return None

    async def close(self) -> None:
        self._closed = True

    def _open(self, *names: str) -> None:
        if self._closed:
            raise refusals.closed()
        refusals.check_names(*names)

    def _project(self, project_id: ProjectId) -> _Project:
        self._open(project_id)
        project = self._projects.get(project_id)
        if project is None:
            raise refusals.no_project(project_id)
        return project

    def _refuse_known(self, key: IdempotencyKey) -> None:
        refusals.check_names(key.scope, key.id, key.digest)
        known = self._keys.get((key.scope, key.id))
        if known is not None:
            raise RepeatedKey(refusals.known_answer(key.id, known[0].digest, known[0].answer, key.digest))

    def _refuse_taken(self, name: str) -> None:
        if any(project.row.name == name for project in self._projects.values()):
            raise refusals.name_taken(name)

"""The SQL of the store: what is read, and which statement makes what true. Synchronous; knows no event and no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Final, TypeAlias, cast

from graphwright.errors import StoreDamaged
from graphwright.protocol.ids import ProjectId
from graphwright.store.base import (
    BLOB_RENEWED,
    CommitMark,
    Document,
    Fence,
    IdempotencyKey,
    KeptBlob,
    ProjectRow,
    Sha256,
    StoredAmount,
    StoredEntry,
)
from graphwright.store.chain import START, JournalPosition
from graphwright.store.database import SLICED, Row, SqlConnection, SqlValue, Statement
from graphwright.store.folding import DocumentTable, compare
from graphwright.store.packing import OnDisk, packed, unpacked
from graphwright.store.pieces import MadePieces
from graphwright.store.projections import DocumentChange, DocumentView
from graphwright.store.staging import CreatedProject, Growth, KnownProject

# 2^40 entries per project, 2^23 projects: more than anybody will write.
_SEQUENCE_BITS: Final = 40

# One read answers at most so much, then the next one begins: others get their turn between (ADR-18).
_SLICE_ROWS: Final = 64
_SLICE_BYTES: Final = 1024 * 1024

# Names in one slice: those of 1,000 blobs take a millisecond.
SLICE_NAMES: Final = 1_000

_ENTRY_COLUMNS: Final = "id, type, version, at, revision, content_hash, chain, body, form"
_DOCUMENT_COLUMNS: Final = 'kind, id, "group", sequence, body, form'


class Tables:
    """Reads through one connection."""

    def __init__(self, connection: SqlConnection) -> None:
        self._connection = connection

    def projects(self) -> list[KnownProject]:
        """All projects, oldest first."""
        rows = self._rows("SELECT number, id, name, created_at FROM project ORDER BY number")
        return [
            KnownProject(
                ProjectRow(ProjectId(_text(id)), _text(name), _time(at)), _int(number), self._end(_int(number))
            )
            for number, id, name, at in rows
        ]

    def _end(self, project: int) -> JournalPosition:
        row = self._row(
            "SELECT id, revision, chain FROM journal WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1",
            _row_id(project, 0),
            _row_id(project + 1, -1),
        )
        return START if row is None else JournalPosition(_sequence(row[0]), _int(row[1]), _hash(row[2]))

    def sequence_at(self, known: KnownProject, revision: int) -> int:
        """The first entry with this revision. By halves: revisions never fall, and each needs an entry of its own."""
        low, high = revision, known.position.sequence
        while low < high:
            middle = (low + high) // 2
            row = self._row("SELECT revision FROM journal WHERE id = ?", _row_id(known.number, middle))
            if row is None:
                raise StoreDamaged(f"entry {middle} of the journal is missing; restore a backup", sequence=middle)
            if _int(row[0]) < revision:
                low = middle + 1
            else:
                high = middle
        return low

    def entries(
        self, project: int, after: int, upto: int | None, only: str | None, *, outlined: bool = False
    ) -> list[StoredEntry]:
        """The next slice of a journal, or of its entries of one type; empty when there is no more."""
        found: list[StoredEntry] = []
        size = 0
        for entry in self._entries(project, after, upto, _SLICE_ROWS, only, outlined=outlined):
            found.append(entry)
            size += entry.size
            if size >= _SLICE_BYTES:
                break
        return found

    def _entries(
        self,
        project: int,
        after: int,
        upto: int | None,
        limit: int,
        only: str | None = None,
        *,
        outlined: bool = False,
    ) -> Iterator[StoredEntry]:
        last = _row_id(project + 1, -1) if upto is None else _row_id(project, upto)
        rows = self._rows(
            f"SELECT {_ENTRY_COLUMNS} FROM journal "  # noqa: S608  # columns
            "WHERE id > ? AND id <= ? AND (? IS NULL OR type = ?) ORDER BY id LIMIT ?",
            _row_id(project, after),
            last,
            only,
            only,
            limit,
        )
        return (
            StoredEntry(
                sequence=_sequence(id),
                type=_text(type),
                version=_int(version),
                at=_time(at),
                revision=_int(revision),
                body=(whole := _as_written(form, body)),
                content_hash=_hash(content_hash),
                chain=_hash(chain),
                more=() if _is_whole(whole) else self._more(_int(id), outlined=outlined),
            )
            for id, type, version, at, revision, content_hash, chain, body, form in rows
        )

    def _more(self, row_id: int, *, outlined: bool) -> Sequence[bytes]:
        which = "DESC LIMIT 1" if outlined else "ASC"
        rows = self._rows(f"SELECT form, body FROM journal_piece WHERE id = ? ORDER BY piece {which}", row_id)  # noqa: S608  # own words
        lying = list(rows)
        return MadePieces(len(lying), lambda at: _as_written(*lying[at]))

    def document(self, project: int, kind: str, document_id: str) -> Document | None:
        """One document."""
        row = self._row(
            f"SELECT {_DOCUMENT_COLUMNS} FROM document WHERE kind = ? AND id = ? AND project = ?",  # noqa: S608  # columns
            kind,
            document_id,
            project,
        )
        return None if row is None else _document(row)

    def documents(
        self, project: int, kind: str, group: str | None, limit: int | None, *, newest_first: bool
    ) -> list[Document]:
        """Documents of a kind, of a group or of all, in the order they were first made."""
        order = "DESC" if newest_first else "ASC"
        in_group, groups = ("", ()) if group is None else ('AND "group" = ?', (group,))
        rows = self._rows(
            f"SELECT {_DOCUMENT_COLUMNS} FROM document WHERE project = ? AND kind = ? {in_group} "  # noqa: S608  # own words
            f"ORDER BY place {order} LIMIT ?",
            project,
            kind,
            *groups,
            -1 if limit is None else limit,
        )
        return [_document(row) for row in rows]

    def documents_of(self, project: int) -> DocumentView:
        """The documents of one project, as a fold looks at them."""
        return _Documents(self, project)

    def compare(self, known: KnownProject) -> tuple[DocumentTable, list[str]]:
        """Fold a project's journal and compare it with its documents, both of one moment."""
        sql = f"SELECT {_DOCUMENT_COLUMNS} FROM document WHERE project = ?"  # noqa: S608  # columns
        self._connection.execute("SAVEPOINT compare")
        try:
            kept = (_document(row, is_sound=False) for row in self._rows(sql, known.number))
            return compare(self._entries(known.number, 0, None, -1), kept, known.position)
        finally:
            self._connection.execute("RELEASE compare")

    def find_document(self, kind: str, document_id: str) -> tuple[ProjectId, Document] | None:
        """A document of the oldest project that has it, with that project's id."""
        row = self._row(
            "SELECT number, project.id FROM document JOIN project ON number = project "
            "WHERE kind = ? AND document.id = ? ORDER BY number LIMIT 1",
            kind,
            document_id,
        )
        document = None if row is None else self.document(_int(row[0]), kind, document_id)
        return None if row is None or document is None else (ProjectId(_text(row[1])), document)

    def snapshot(self, project: int, upto_revision: int | None) -> tuple[int, list[bytes]] | None:
        """The parts of the newest snapshot (not above a revision) and its sequence."""
        row = self._row(
            "SELECT max(sequence) FROM snapshot WHERE project = ? AND (? IS NULL OR revision <= ?)",
            project,
            upto_revision,
            upto_revision,
        )
        if row is None or row[0] is None:
            return None
        parts = self._rows(
            "SELECT body FROM snapshot WHERE project = ? AND sequence = ? ORDER BY part", project, row[0]
        )
        return _int(row[0]), [_bytes(body) for (body,) in parts]

    def marked(self, project: int, word: int, before: int | None, limit: int | None) -> list[int]:
        """The sequences marked with a word, newest first."""
        rows = self._rows(
            "SELECT sequence FROM mark WHERE project = ? AND word = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?",
            project,
            word,
            1 << _SEQUENCE_BITS if before is None else before,
            -1 if limit is None else limit,
        )
        return [_int(sequence) for (sequence,) in rows]

    def key(self, scope: str, key_id: str) -> tuple[str, bytes] | None:
        """Digest and answer of a key."""
        row = self._row("SELECT digest, answer, form FROM key WHERE scope = ? AND id = ?", scope, key_id)
        return None if row is None else (_text(row[0]), _body(row[2], row[1]))

    def answers_with(self, text: bytes) -> list[tuple[str, str, bytes]]:
        """Scope, id and answer of the keys in whose answer a text stands."""
        rows = self._rows("SELECT scope, id, form, answer FROM key")
        told = ((_text(scope), _text(id), _body(form, answer)) for scope, id, form, answer in rows)
        return [each for each in told if text in each[2]]

    def old_keys(self, older_than: datetime, limit: int | None = None) -> StoredAmount:
        """The keys that are older, so many at most."""
        old = "SELECT answer FROM key WHERE at < ? LIMIT ?"
        row = self._row(
            f"SELECT count(*), coalesce(sum(length(answer)), 0) FROM ({old})",  # noqa: S608  # own words
            time_text(older_than),
            -1 if limit is None else limit,
        )
        return StoredAmount(0, 0) if row is None else StoredAmount(_int(row[0]), _int(row[1]))

    def owners(self, after: str) -> list[str]:
        """The next names that were owned."""
        rows = self._rows("SELECT owner FROM owner WHERE owner > ? ORDER BY owner LIMIT ?", after, SLICE_NAMES)
        return [_text(owner) for (owner,) in rows]

    def fence(self, owner: str) -> int | None:
        """The newest fencing number of an owner."""
        row = self._row("SELECT number FROM owner WHERE owner = ?", owner)
        return None if row is None else _int(row[0])

    def record(self, kind: str, record_id: str) -> bytes | None:
        """A primary record."""
        row = self._row("SELECT body FROM record WHERE kind = ? AND id = ?", kind, record_id)
        return None if row is None else _bytes(row[0])

    def records(self, kind: str) -> list[tuple[str, bytes]]:
        """All primary records of a kind, by id."""
        rows = self._rows("SELECT id, body FROM record WHERE kind = ? ORDER BY id", kind)
        return [(_text(id), _bytes(body)) for id, body in rows]

    def blob(self, sha256: Sha256) -> bytes | None:
        """The bytes of a blob."""
        row = self._row("SELECT form, data FROM blob WHERE sha256 = ?", sha256)
        return None if row is None else _body(*row)

    def blobs(self, after: str) -> list[KeptBlob]:
        """The next blobs; how large one is stands where its row begins, so its bytes are not read."""
        sql = "SELECT sha256, length(data) FROM blob WHERE sha256 > ? ORDER BY sha256 LIMIT ?"
        return [KeptBlob(Sha256(_text(name)), _int(size)) for name, size in self._rows(sql, after, SLICE_NAMES)]

    def old_blobs(self, hashes: Iterable[Sha256], older_than: datetime) -> list[Sha256]:
        """Those that were put before."""
        before = time_text(older_than)
        sql = "SELECT 1 FROM blob WHERE sha256 = ? AND at < ?"
        return [each for each in hashes if self._row(sql, each, before) is not None]

    def unused_bytes(self) -> int:
        """Bytes of the pages that hold nothing."""
        return self._pragma("freelist_count") * self._pragma("page_size")

    def is_sliced(self) -> bool:
        """Whether pages can be given back in slices."""
        return self._pragma("auto_vacuum") == SLICED

    def _pragma(self, name: str) -> int:
        row = self._row(f"PRAGMA {name}")
        return 0 if row is None else _int(row[0])

    def _rows(self, sql: str, *bindings: SqlValue) -> Iterator[Row]:
        return self._connection.execute(sql, bindings)

    def _row(self, sql: str, *bindings: SqlValue) -> Row | None:
        # To its end: a statement left in the middle would hold back every checkpoint of the log file.
        rows = list(self._rows(sql, *bindings))
        return rows[0] if rows else None


class _Documents:
    """The documents of one project as the writer sees them."""

    def __init__(self, tables: Tables, project: int) -> None:
        self._tables = tables
        self._project = project

    def one(self, kind: str, document_id: str) -> Document | None:
        """One document, with what this group has done to it so far."""
        return self._tables.document(self._project, kind, document_id)

    def of(self, kind: str, group: str) -> list[Document]:
        """Those of a group, in the order they were first made."""
        return self._tables.documents(self._project, kind, group, None, newest_first=False)


# --- statements --------------------------------------------------------------------------------------------------

Packing: TypeAlias = Callable[[bytes], OnDisk]

_INSERT_ENTRY: Final = f"INSERT INTO journal({_ENTRY_COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"

_PUT_DOCUMENT: Final = """
    INSERT INTO document(kind, id, "group", sequence, project, form, body) VALUES(?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT(kind, id, project) DO UPDATE
    SET "group" = excluded."group", sequence = excluded.sequence, form = excluded.form, body = excluded.body
"""

_PUT_BLOB: Final = """
    INSERT INTO blob(sha256, form, data, at) VALUES(?, ?, ?, ?)
    ON CONFLICT(sha256) DO UPDATE SET at = excluded.at WHERE at < ?
"""

_DELETE_OLD_SNAPSHOTS: Final = """
    DELETE FROM snapshot WHERE project = ? AND sequence NOT IN
    (SELECT DISTINCT sequence FROM snapshot WHERE project = ? ORDER BY sequence DESC LIMIT 2)
"""


def grow(growth: Growth, at: datetime) -> Iterator[Statement]:
    """A project that begins, or entries behind its journal with all that belongs to them."""
    if isinstance(growth, CreatedProject):
        row, number, _ = growth.project
        yield "INSERT INTO project VALUES(?, ?, ?, ?)", (number, row.project_id, row.name, time_text(row.created_at))
        return
    number, pack = growth.after.number, cache(packed)  # most documents are the very bytes of their entry
    for entry in growth.rows:
        yield from insert_entry(number, entry, pack)
    yield from change_documents(number, growth.documents, pack)
    if growth.key is not None:
        yield insert_key(growth.key, at)
    if growth.after.row.name != growth.before.row.name:
        yield "UPDATE project SET name = ? WHERE number = ?", (growth.after.row.name, number)


def delete_project(number: int) -> Iterator[Statement]:
    """A project and everything in it."""
    for table in ("journal", "journal_piece"):
        yield f"DELETE FROM {table} WHERE id BETWEEN ? AND ?", (_row_id(number, 0), _row_id(number + 1, -1))  # noqa: S608
    yield delete_documents(number)
    yield "DELETE FROM snapshot WHERE project = ?", (number,)
    yield delete_marks(number)
    yield "DELETE FROM project WHERE number = ?", (number,)


def insert_entry(project: int, entry: StoredEntry, pack: Packing = packed) -> Iterator[Statement]:
    """A row of the journal, and the pieces of a large one."""
    row_id = _row_id(project, entry.sequence)
    form, shorter = pack(entry.body)
    yield (
        _INSERT_ENTRY,
        (
            row_id,
            entry.type,
            entry.version,
            time_text(entry.at),
            entry.revision,
            bytes.fromhex(entry.content_hash),
            bytes.fromhex(entry.chain),
            shorter,
            form,
        ),
    )
    for piece, body in enumerate(entry.more):
        yield "INSERT INTO journal_piece(id, piece, form, body) VALUES(?, ?, ?, ?)", (row_id, piece, *packed(body))


def redact(project: int, entries: Iterable[StoredEntry], documents: Iterable[Document]) -> Iterator[Statement]:
    """Other bodies for entries, and for documents that are still those of their entry."""
    for entry in entries:
        row_id = _row_id(project, entry.sequence)
        yield "UPDATE journal SET form = ?, body = ? WHERE id = ?", (*packed(entry.body), row_id)
        for piece, body in enumerate(entry.more):
            row = (*packed(body), row_id, piece)
            yield "UPDATE journal_piece SET form = ?, body = ? WHERE id = ? AND piece = ?", row
    for document in documents:
        yield (
            "UPDATE document SET form = ?, body = ? WHERE kind = ? AND id = ? AND project = ? AND sequence = ?",
            (*packed(document.body), document.kind, document.id, project, document.sequence),
        )


def change_documents(project: int, changes: Iterable[DocumentChange], pack: Packing = packed) -> Iterator[Statement]:
    """Documents made, changed and gone; a changed one keeps its place in the order."""
    for change in changes:
        if isinstance(change, Document):
            yield (
                _PUT_DOCUMENT,
                (change.kind, change.id, change.group, change.sequence, project, *pack(change.body)),
            )
        else:
            yield (
                "DELETE FROM document WHERE kind = ? AND id = ? AND project = ?",
                (change.kind, change.id, project),
            )


def delete_documents(project: int) -> Statement:
    """All documents of a project."""
    return "DELETE FROM document WHERE project = ?", (project,)


def insert_snapshot(project: int, sequence: int, revision: int, parts: Iterable[bytes]) -> Iterator[Statement]:
    """A snapshot; older ones than the one before it go."""
    yield "DELETE FROM snapshot WHERE project = ? AND sequence = ?", (project, sequence)
    for part, body in enumerate(parts):
        yield "INSERT INTO snapshot VALUES(?, ?, ?, ?, ?)", (project, sequence, part, revision, body)
    yield (
        _DELETE_OLD_SNAPSHOTS,
        (project, project),
    )


def insert_marks(project: int, marks: Iterable[CommitMark]) -> Iterator[Statement]:
    """Marks; one that is there already stays."""
    for mark in marks:
        yield "INSERT OR IGNORE INTO mark VALUES(?, ?, ?)", (project, mark.word, mark.sequence)


def delete_marks(project: int) -> Statement:
    """All marks of a project."""
    return "DELETE FROM mark WHERE project = ?", (project,)


def insert_key(key: IdempotencyKey, at: datetime) -> Statement:
    """An idempotency key."""
    return (
        "INSERT INTO key(scope, id, digest, at, form, answer) VALUES(?, ?, ?, ?, ?, ?)",
        (key.scope, key.id, key.digest, time_text(at), *packed(key.answer)),
    )


def set_answer(scope: str, key_id: str, answer: bytes) -> Statement:
    """What a repetition is told."""
    return "UPDATE key SET form = ?, answer = ? WHERE scope = ? AND id = ?", (*packed(answer), scope, key_id)


def delete_keys(older_than: datetime, limit: int | None) -> Statement:
    """Idempotency keys that are older, so many at most."""
    old = "SELECT rowid FROM key WHERE at < ? LIMIT ?"
    return f"DELETE FROM key WHERE rowid IN ({old})", (time_text(older_than), -1 if limit is None else limit)  # noqa: S608  # own words


def set_fence(fence: Fence, by: str) -> Statement:
    """The newest number of an owner."""
    return "INSERT OR REPLACE INTO owner VALUES(?, ?, ?)", (fence.owner, fence.number, by)


def set_record(kind: str, record_id: str, body: bytes | None) -> Statement:
    """A primary record, or its end."""
    if body is None:
        return "DELETE FROM record WHERE kind = ? AND id = ?", (kind, record_id)
    return "INSERT OR REPLACE INTO record VALUES(?, ?, ?)", (kind, record_id, body)


def delete_owners(owners: Iterable[str]) -> Iterator[Statement]:
    """Owners that are none any more."""
    for owner in owners:
        yield "DELETE FROM owner WHERE owner = ?", (owner,)


def insert_blob(sha256: Sha256, data: bytes, at: datetime) -> Statement:
    """A blob; the same bytes are kept once, and are as new as the last time they were put."""
    return _PUT_BLOB, (sha256, *packed(data), time_text(at), time_text(at - BLOB_RENEWED))


def delete_blob(sha256: Sha256) -> Statement:
    """A blob that is to be forgotten."""
    return "DELETE FROM blob WHERE sha256 = ?", (sha256,)


# --- values ------------------------------------------------------------------------------------------------------


def time_text(at: datetime) -> str:
    """A time as it is stored: UTC, always of the same form, so that texts compare like times."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _row_id(project: int, sequence: int) -> int:
    return (project << _SEQUENCE_BITS) + sequence


def _is_whole(body: bytes) -> bool:
    """Does the JSON of an event end here?"""
    return body.endswith(b"}")


def _sequence(row_id: SqlValue) -> int:
    return _int(row_id) & (1 << _SEQUENCE_BITS) - 1


def _document(row: Row, *, is_sound: bool = True) -> Document:
    kind, id, group, sequence, body, form = row
    whole = _body(form, body) if is_sound else _as_written(form, body)
    return Document(_text(kind), _text(id), _text(group), _int(sequence), whole)


def _body(form: SqlValue, body: SqlValue) -> bytes:
    return unpacked(_int(form), _bytes(body))


def _as_written(form: SqlValue, body: SqlValue) -> bytes:
    """A body that others hold against a hash or against what it should be: a damaged one stays what it has become."""
    try:
        return _body(form, body)
    except StoreDamaged:
        return _bytes(body)


def _time(value: SqlValue) -> datetime:
    return datetime.fromisoformat(_text(value))


def _hash(value: SqlValue) -> Sha256:
    return Sha256(_bytes(value).hex())


# The tables are STRICT, so a column holds what its type says; these three only tell the type checker.


def _text(value: SqlValue) -> str:
    return cast("str", value)


def _int(value: SqlValue) -> int:
    return cast("int", value)


def _bytes(value: SqlValue) -> bytes:
    return cast("bytes", value)

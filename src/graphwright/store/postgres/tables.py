"""What is read from the tables of a PostgreSQL, and the statements of single rows; journals grow in `batch`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from graphwright.errors import GraphwrightError, StoreDamaged
from graphwright.ports import in_thread
from graphwright.protocol.ids import ProjectId
from graphwright.store import refusals
from graphwright.store.base import (
    BLOB_RENEWED,
    CommitMark,
    Document,
    Fence,
    KeptBlob,
    ProjectRow,
    RecordsChange,
    Sha256,
    StoredAmount,
    StoredEntry,
    StoreLimits,
)
from graphwright.store.chain import JournalPosition
from graphwright.store.folding import Comparison, DocumentTable
from graphwright.store.postgres.connecting import Connection, Row
from graphwright.store.postgres.values import kept, told
from graphwright.store.staging import KnownProject


class SqlStatement(NamedTuple):
    """SQL and the values for its numbers."""

    sql: str
    arguments: Sequence[object] = ()


# One read answers at most so much, then the next one begins: others get their turn between (ADR-18).
_SLICE_ROWS: Final = 256
_SLICE_BYTES: Final = 1024 * 1024

# Names in one slice.
_SLICE_NAMES: Final = 1_000

TABLES: Final = ("journal", "journal_piece", "document", "snapshot", "mark", "key", "owner", "record", "blob")
"""Those from which something is removed."""

_DOCUMENT: Final = 'kind, id, "group", sequence, body'


async def projects(connection: Connection, only: ProjectId | None = None) -> list[KnownProject]:
    """All projects, oldest first, or the one."""
    rows = await connection.fetch(
        "SELECT number, id, name, created_at, sequence, revision, chain FROM project "
        "WHERE $1::text IS NULL OR id = $1 ORDER BY number",
        None if only is None else kept(only),
    )
    return [
        KnownProject(
            ProjectRow(ProjectId(told(id)), told(name), at),
            number,
            JournalPosition(sequence, revision, Sha256(chain.hex())),
        )
        for number, id, name, at, sequence, revision, chain in rows
    ]


async def last_number(connection: Connection) -> int:
    """The number of the newest project, 0 without any."""
    number = await connection.fetchval("SELECT max(number) FROM project")
    return number if isinstance(number, int) else 0


async def sequence_at(connection: Connection, known: KnownProject, revision: int) -> int:
    """The first entry with this revision. By halves: revisions never fall, and each needs an entry of its own."""
    found = await connection.fetchval(_HALVES, known.number, revision, known.position.sequence)
    if not isinstance(found, int):
        raise StoreDamaged(f"an entry of the journal before revision {revision} is missing; restore a backup")
    return found


async def entries(
    connection: Connection,
    project: int,
    after: int,
    upto: int | None,
    only: str | None = None,
    *,
    outlined: bool = False,
) -> list[StoredEntry]:
    """The next slice of a journal, or of its entries of one type; empty when there is no more."""
    rows = await connection.fetch(_SLICE, project, after, upto, only, _SLICE_ROWS, _SLICE_BYTES)
    large = [row[0] for row in rows if not row[-1].endswith(b"}")]
    pieces = await _pieces(connection, project, large, outlined=outlined) if large else {}
    return [
        StoredEntry(
            sequence=sequence,
            type=type,
            version=version,
            at=at,
            revision=revision,
            body=body,
            content_hash=Sha256(content_hash.hex()),
            chain=Sha256(chain.hex()),
            more=tuple(pieces.get(sequence, ())),
        )
        for sequence, type, version, at, revision, content_hash, chain, body in rows
    ]


async def _pieces(
    connection: Connection, project: int, sequences: list[int], *, outlined: bool
) -> dict[int, list[bytes]]:
    found: dict[int, list[bytes]] = {}
    for sequence, body in await connection.fetch(_LAST_PIECES if outlined else _PIECES, project, sequences):
        found.setdefault(sequence, []).append(body)
    return found


async def document(connection: Connection, project: int, kind: str, document_id: str) -> Document | None:
    """One document."""
    row = await connection.fetchrow(
        f"SELECT {_DOCUMENT} FROM document WHERE kind = $1 AND id = $2 AND project = $3",  # noqa: S608  # columns
        kept(kind),
        kept(document_id),
        project,
    )
    return None if row is None else document_of(row)


async def documents(
    connection: Connection, project: int, kind: str, group: str | None, limit: int | None, *, newest_first: bool
) -> list[Document]:
    """Documents of a kind, of a group or of all, in the order they were first made."""
    order = "DESC" if newest_first else "ASC"
    rows = await connection.fetch(
        f'SELECT {_DOCUMENT} FROM document WHERE project = $1 AND kind = $2 AND ($3::text IS NULL OR "group" = $3) '  # noqa: S608  # own words
        f"ORDER BY place {order} LIMIT $4",
        project,
        kept(kind),
        None if group is None else kept(group),
        limit,
    )
    return [document_of(row) for row in rows]


async def find_document(connection: Connection, kind: str, document_id: str) -> tuple[ProjectId, Document] | None:
    """A document of the oldest project that has it, with that project's id."""
    row = await connection.fetchrow(
        'SELECT d.kind, d.id, d."group", d.sequence, d.body, p.id FROM document d JOIN project p ON number = project '
        "WHERE d.kind = $1 AND d.id = $2 ORDER BY p.number LIMIT 1",
        kept(kind),
        kept(document_id),
    )
    return None if row is None else (ProjectId(told(row[-1])), document_of(row[:-1]))


async def snapshot(connection: Connection, project: int, upto_revision: int | None) -> tuple[int, list[bytes]] | None:
    """The parts of the newest snapshot (not above a revision) and its sequence."""
    rows = await connection.fetch(_NEWEST_SNAPSHOT, project, upto_revision)
    return (rows[0][0], [row[1] for row in rows]) if rows else None


async def marked(connection: Connection, project: int, word: int, before: int | None, limit: int | None) -> list[int]:
    """The sequences marked with a word, newest first."""
    rows = await connection.fetch(
        "SELECT sequence FROM mark WHERE project = $1 AND word = $2 AND ($3::bigint IS NULL OR sequence < $3) "
        "ORDER BY sequence DESC LIMIT $4",
        project,
        word,
        before,
        limit,
    )
    return [row[0] for row in rows]


async def key(connection: Connection, scope: str, key_id: str) -> tuple[str, bytes] | None:
    """Digest and answer of a key."""
    row = await connection.fetchrow(
        "SELECT digest, answer FROM key WHERE scope = $1 AND id = $2", kept(scope), kept(key_id)
    )
    return None if row is None else (told(row[0]), row[1])


async def fence(connection: Connection, owner: str) -> int | None:
    """The newest number of an owner."""
    number = await connection.fetchval("SELECT number FROM owner WHERE owner = $1", kept(owner))
    return number if isinstance(number, int) else None


async def record(connection: Connection, kind: str, record_id: str) -> bytes | None:
    """A primary record."""
    body = await connection.fetchval("SELECT body FROM record WHERE kind = $1 AND id = $2", kept(kind), kept(record_id))
    return body if isinstance(body, bytes) else None


async def records(connection: Connection, kind: str) -> list[tuple[str, bytes]]:
    """All primary records of a kind, by id."""
    rows = await connection.fetch("SELECT id, body FROM record WHERE kind = $1 ORDER BY id", kept(kind))
    return [(told(id), body) for id, body in rows]


async def blob(connection: Connection, sha256: Sha256) -> bytes | None:
    """The bytes of a blob."""
    data = await connection.fetchval("SELECT data FROM blob WHERE sha256 = $1", kept(sha256))
    return data if isinstance(data, bytes) else None


async def blobs(connection: Connection, after: str) -> list[KeptBlob]:
    """The next blobs; how large one is stands in its row, so its bytes are not read."""
    sql = "SELECT sha256, octet_length(data) FROM blob WHERE sha256 > $1 ORDER BY sha256 LIMIT $2"
    return [KeptBlob(Sha256(name), size) for name, size in await connection.fetch(sql, kept(after), _SLICE_NAMES)]


async def old_blobs(connection: Connection, hashes: Sequence[Sha256], older_than: datetime) -> list[Sha256]:
    """Those that were put before."""
    sql = "SELECT sha256 FROM blob WHERE sha256 = ANY($1::text[]) AND at < $2"
    return [Sha256(row[0]) for row in await connection.fetch(sql, [kept(each) for each in hashes], older_than)]


async def owners(connection: Connection, after: str) -> list[str]:
    """The next names that were owned."""
    sql = "SELECT owner FROM owner WHERE owner > $1 ORDER BY owner LIMIT $2"
    return [told(row[0]) for row in await connection.fetch(sql, kept(after), _SLICE_NAMES)]


async def old_keys(connection: Connection, older_than: datetime) -> StoredAmount:
    """The idempotency keys that are older."""
    sql = "SELECT count(*), coalesce(sum(octet_length(answer)), 0)::bigint FROM key WHERE at < $1"
    row = await connection.fetchrow(sql, older_than)
    return StoredAmount(*row) if row is not None else StoredAmount(0, 0)


async def size_of(connection: Connection, table: str) -> int:
    """Bytes of a table with all that belongs to it."""
    size = await connection.fetchval("SELECT pg_total_relation_size($1::regclass)", table)
    return size if isinstance(size, int) else 0


async def all_entries(connection: Connection, project: int) -> AsyncIterator[list[StoredEntry]]:
    """A whole journal, slice by slice."""
    after = 0
    while rows := await entries(connection, project, after, None):
        yield rows
        after = rows[-1].sequence


async def compare(connection: Connection, known: KnownProject) -> tuple[DocumentTable, list[str]]:
    """Fold a project's journal and compare it with its documents; in a transaction, so that both are of one moment."""
    comparison = Comparison(known.position)
    async for rows in all_entries(connection, known.number):
        await in_thread(lambda: comparison.take(rows))  # noqa: B023  # awaited here
    sql = f"SELECT {_DOCUMENT} FROM document WHERE project = $1 ORDER BY place"  # noqa: S608  # columns
    documents = [document_of(row) for row in await connection.fetch(sql, known.number)]
    return comparison.folded, await in_thread(lambda: comparison.differences(documents))


def document_of(row: Row) -> Document:
    """A document from its row."""
    kind, id, group, sequence, body = row
    return Document(told(kind), told(id), told(group), sequence, body)


# --- statements --------------------------------------------------------------------------------------------------


def insert_project(known: KnownProject) -> SqlStatement:
    """A new project, still without entries."""
    row = known.row
    return SqlStatement(
        "INSERT INTO project VALUES ($1, $2, $3, $4, 0, 0, '')",
        (known.number, kept(row.project_id), kept(row.name), row.created_at),
    )


def delete_project(number: int) -> Iterable[SqlStatement]:
    """A project and everything in it."""
    for table in ("journal", "journal_piece", "document", "snapshot", "mark"):
        yield SqlStatement(f"DELETE FROM {table} WHERE project = $1", (number,))  # noqa: S608  # own names
    yield SqlStatement("DELETE FROM project WHERE number = $1", (number,))


def redact(project: int, entries: Iterable[StoredEntry], documents: Iterable[Document]) -> Iterable[SqlStatement]:
    """Other bodies for entries, and for documents that are still those of their entry."""
    for entry in entries:
        yield SqlStatement(
            "UPDATE journal SET body = $1 WHERE project = $2 AND sequence = $3", (entry.body, project, entry.sequence)
        )
        for piece, body in enumerate(entry.more):
            yield SqlStatement(
                "UPDATE journal_piece SET body = $1 WHERE project = $2 AND sequence = $3 AND piece = $4",
                (body, project, entry.sequence, piece),
            )
    for document in documents:
        yield SqlStatement(
            "UPDATE document SET body = $1 WHERE kind = $2 AND id = $3 AND project = $4 AND sequence = $5",
            (document.body, kept(document.kind), kept(document.id), project, document.sequence),
        )


def insert_snapshot(project: int, sequence: int, revision: int, parts: Iterable[bytes]) -> Iterable[SqlStatement]:
    """A snapshot; older ones than the one before it go."""
    yield SqlStatement("DELETE FROM snapshot WHERE project = $1 AND sequence = $2", (project, sequence))
    for part, body in enumerate(parts):
        yield SqlStatement(
            "INSERT INTO snapshot VALUES ($1, $2, $3, $4, $5)", (project, sequence, part, revision, body)
        )
    yield SqlStatement(
        _DELETE_OLD_SNAPSHOTS,
        (project,),
    )


def insert_marks(project: int, marks: Sequence[CommitMark]) -> SqlStatement:
    """Marks; one that is there already stays."""
    return SqlStatement(
        "INSERT INTO mark SELECT $1, * FROM unnest($2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING",
        (project, [mark.word for mark in marks], [mark.sequence for mark in marks]),
    )


def set_fence(fence: Fence, by: str) -> SqlStatement:
    """The newest number of an owner."""
    return SqlStatement(
        _SET_FENCE,
        (kept(fence.owner), fence.number, kept(by)),
    )


def set_record(kind: str, record_id: str, body: bytes | None) -> SqlStatement:
    """A primary record, or its end."""
    if body is None:
        return SqlStatement("DELETE FROM record WHERE kind = $1 AND id = $2", (kept(kind), kept(record_id)))
    return SqlStatement(
        "INSERT INTO record VALUES ($1, $2, $3) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body",
        (kept(kind), kept(record_id), body),
    )


async def change_records(
    connection: Connection, kind: str, record_ids: Sequence[str], change: RecordsChange, limits: StoreLimits
) -> GraphwrightError | None:
    """Other records in place of these; why not, where `change` refuses: it speaks for its own caller only."""
    sql = "SELECT id, body FROM record WHERE kind = $1 AND id = ANY($2::text[])"
    rows = await connection.fetch(sql, kept(kind), [kept(each) for each in record_ids])
    known = {told(record_id): body for record_id, body in rows}
    try:
        bodies = refusals.sized(change([known.get(each) for each in record_ids]), limits)
    except GraphwrightError as refusal:
        return refusal
    for record_id, body in zip(record_ids, bodies, strict=True):
        statement = set_record(kind, record_id, body)
        await connection.execute(statement.sql, *statement.arguments)
    return None


def delete_owners(owners: Sequence[str]) -> SqlStatement:
    """Owners that are none any more."""
    return SqlStatement("DELETE FROM owner WHERE owner = ANY($1::text[])", ([kept(each) for each in owners],))


def insert_blob(sha256: Sha256, data: bytes, at: datetime) -> SqlStatement:
    """A blob; the same bytes are kept once, and are as new as the last time they were put."""
    return SqlStatement(_PUT_BLOB, (sha256, data, at, at - BLOB_RENEWED))


def delete_blob(sha256: Sha256) -> SqlStatement:
    """A blob that is to be forgotten."""
    return SqlStatement("DELETE FROM blob WHERE sha256 = $1", (kept(sha256),))


async def delete_blobs(connection: Connection, hashes: Sequence[Sha256], older_than: datetime) -> int:
    """Forget blobs, but none that was put since; how many went."""
    sql = "DELETE FROM blob WHERE sha256 = ANY($1::text[]) AND at < $2"
    told_by = await connection.execute(sql, [kept(each) for each in hashes], older_than)
    return int(told_by.rpartition(" ")[2])


async def redact_answers(connection: Connection, text: bytes, change: Callable[[bytes], bytes]) -> None:
    """Other answers for the keys in whose answer a text stands."""
    rows = await connection.fetch("SELECT scope, id, answer FROM key WHERE position($1::bytea IN answer) > 0", text)
    for scope, key_id, answer in rows:
        await connection.execute(
            "UPDATE key SET answer = $1 WHERE scope = $2 AND id = $3", change(answer), scope, key_id
        )


async def delete_keys(connection: Connection, older_than: datetime, limit: int | None) -> int:
    """Forget idempotency keys that are older, so many at most; how many there were."""
    told_by = await connection.execute(_DELETE_KEYS, older_than, limit)
    return int(told_by.rpartition(" ")[2])


async def forget_marks(connection: Connection, project: int) -> None:
    """All marks of a project go."""
    await connection.execute("DELETE FROM mark WHERE project = $1", project)


async def replace_documents(connection: Connection, project: int, documents: Iterable[Document]) -> None:
    """The documents of a project, all anew."""
    await connection.execute("DELETE FROM document WHERE project = $1", project)
    for document in documents:
        await connection.execute(
            'INSERT INTO document (project, kind, id, "group", sequence, body) VALUES ($1, $2, $3, $4, $5, $6)',
            project,
            kept(document.kind),
            kept(document.id),
            kept(document.group),
            document.sequence,
            document.body,
        )


_DELETE_OLD_SNAPSHOTS: Final = """
DELETE FROM snapshot WHERE project = $1 AND sequence NOT IN
    (SELECT DISTINCT sequence FROM snapshot WHERE project = $1 ORDER BY sequence DESC LIMIT 2)
"""

_DELETE_KEYS: Final = """
DELETE FROM key WHERE ctid = ANY(ARRAY(SELECT ctid FROM key WHERE at < $1 ORDER BY at LIMIT $2))
"""

_PUT_BLOB: Final = """
INSERT INTO blob (sha256, data, at) VALUES ($1, $2, $3)
ON CONFLICT (sha256) DO UPDATE SET at = excluded.at WHERE blob.at < $4
"""

_SET_FENCE: Final = """
INSERT INTO owner VALUES ($1, $2, $3)
ON CONFLICT (owner) DO UPDATE SET number = excluded.number, taken_by = excluded.taken_by
"""

_SLICE: Final = """
SELECT sequence, type, version, at, revision, content_hash, chain, body FROM (
    SELECT *, sum(octet_length(body)) OVER (ORDER BY sequence) - octet_length(body) AS bytes_before FROM (
        SELECT * FROM journal
        WHERE project = $1 AND sequence > $2 AND ($3::bigint IS NULL OR sequence <= $3)
            AND ($4::text IS NULL OR type = $4)
        ORDER BY sequence LIMIT $5
    ) AS slice
) AS measured WHERE bytes_before < $6 ORDER BY sequence
"""

_PIECES: Final = (
    "SELECT sequence, body FROM journal_piece WHERE project = $1 AND sequence = ANY($2) ORDER BY sequence, piece"
)

_LAST_PIECES: Final = """
SELECT DISTINCT ON (sequence) sequence, body FROM journal_piece
WHERE project = $1 AND sequence = ANY($2) ORDER BY sequence, piece DESC
"""

_HALVES: Final = """
WITH RECURSIVE halves(low, high) AS (
    SELECT $2::bigint, $3::bigint
    UNION ALL
    SELECT CASE WHEN entry.revision < $2 THEN middle + 1 ELSE low END,
           CASE WHEN entry.revision < $2 THEN high ELSE middle END
    FROM (SELECT low, high, (low + high) / 2 AS middle FROM halves WHERE low < high) AS half
    JOIN LATERAL (SELECT revision FROM journal WHERE project = $1 AND sequence = middle) AS entry ON true
)
SELECT low FROM halves WHERE low >= high
"""

_NEWEST_SNAPSHOT: Final = """
SELECT sequence, body FROM snapshot WHERE project = $1 AND sequence =
    (SELECT max(sequence) FROM snapshot WHERE project = $1 AND ($2::bigint IS NULL OR revision <= $2))
ORDER BY part
"""

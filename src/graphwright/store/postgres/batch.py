"""Appends of a group, of any number of projects, as one statement.

It moves the ends of their journals, and writes rows, documents and keys only for projects whose end was where the
appends were staged; the answer names these projects. One statement, because each costs a round trip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from graphwright.protocol.ids import ProjectId
from graphwright.store.base import Document, StoredEntry
from graphwright.store.postgres.connecting import Connection
from graphwright.store.postgres.lease import Holding
from graphwright.store.postgres.lease_table import ALIVE, LEASED
from graphwright.store.postgres.values import kept
from graphwright.store.staging import AppendedEntries, KnownProject

# More than this is written in several statements of one transaction: a message has a limit of 1 GB.
_BATCH_BYTES: Final = 32 * 1024 * 1024

_MOVED: Final = """
WITH {leases} moved AS (
    UPDATE project SET sequence = end_.sequence, revision = end_.revision, chain = end_.chain, name = end_.name
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::text[])
        AS end_(number, before, sequence, revision, chain, name)
    WHERE project.number = end_.number AND project.sequence = end_.before {and_leased}
    RETURNING project.number
)"""

_LEASES: Final = f"alive AS ({ALIVE.format('$7')}), leased AS ({LEASED.format('$8', '$9', '$7')}),"
_AND_LEASED: Final = "AND EXISTS (SELECT FROM alive) AND (SELECT count(*) FROM leased) = cardinality($8::text[])"

_WRITTEN: Final = """, written AS (
    INSERT INTO journal (project, sequence, type, version, at, revision, content_hash, chain, body)
    SELECT entry.* FROM unnest({}::bigint[], {}::bigint[], {}::text[], {}::integer[], {}::timestamptz[], {}::bigint[],
        {}::bytea[], {}::bytea[], {}::bytea[])
        AS entry(project, sequence, type, version, at, revision, content_hash, chain, body)
    JOIN moved ON moved.number = entry.project
)"""

_REMOVED: Final = """, removed AS (
    DELETE FROM document USING unnest({}::bigint[], {}::text[], {}::text[]) AS gone(project, kind, id), moved
    WHERE moved.number = gone.project
        AND (document.kind, document.id, document.project) = (gone.kind, gone.id, gone.project)
)"""

_PUT: Final = """, put AS (
    INSERT INTO document (project, kind, id, "group", sequence, body)
    SELECT changed.project, changed.kind, changed.id, changed."group", changed.sequence, changed.body
    FROM unnest({}::bigint[], {}::text[], {}::text[], {}::text[], {}::bigint[], {}::bytea[])
        WITH ORDINALITY AS changed(project, kind, id, "group", sequence, body, place)
    JOIN moved ON moved.number = changed.project ORDER BY changed.place
    ON CONFLICT (kind, id, project) DO UPDATE
    SET "group" = excluded."group", sequence = excluded.sequence, body = excluded.body
)"""

_KEPT: Final = """, kept AS (
    INSERT INTO key (scope, id, digest, answer, at)
    SELECT new.scope, new.id, new.digest, new.answer, new.at
    FROM unnest({}::bigint[], {}::text[], {}::text[], {}::text[], {}::bytea[], {}::timestamptz[])
        AS new(project, scope, id, digest, answer, at)
    JOIN moved ON moved.number = new.project
)"""

_INSERT_PIECES: Final = (
    "INSERT INTO journal_piece SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bytea[])"
)


class Batch:
    """Appends that go into one statement, as long as they fit."""

    def __init__(self) -> None:
        self._before: dict[int, int] = {}
        self._after: dict[int, KnownProject] = {}
        self._rows: list[tuple[int, StoredEntry]] = []
        self._put: dict[tuple[int, str, str], Document] = {}
        self._removed: set[tuple[int, str, str]] = set()
        self._keys: list[tuple[object, ...]] = []
        self._bytes = 0

    @property
    def has_pieces(self) -> bool:
        """Whether it takes more than its one statement."""
        return any(row.more for _, row in self._rows)

    @property
    def projects(self) -> list[ProjectId]:
        """Whose journals grow."""
        return [known.row.project_id for known in self._after.values()]

    def takes(self, grown: AppendedEntries) -> bool:
        """Whether one more append fits in: its size, and no document that is gone and comes again."""
        number = grown.after.number
        return self._bytes < _BATCH_BYTES and not any(
            isinstance(change, Document) and (number, change.kind, change.id) in self._removed
            for change in grown.documents
        )

    def add(self, grown: AppendedEntries, at: datetime) -> None:
        """One more append, with the time of its key."""
        number = grown.after.number
        self._before.setdefault(number, grown.before.position.sequence)
        self._after[number] = grown.after
        for row in grown.rows:
            self._rows.append((number, row))
            self._bytes += len(row.body)
        for change in grown.documents:
            place = number, change.kind, change.id
            if isinstance(change, Document):
                self._put[place] = change
                self._bytes += len(change.body)
            else:
                self._put.pop(place, None)
                self._removed.add(place)
        if grown.key is not None:
            key = grown.key
            self._keys.append((number, kept(key.scope), kept(key.id), kept(key.digest), key.answer, at))
            self._bytes += len(key.answer)

    async def write(self, connection: Connection, holding: Holding | None = None) -> set[int]:
        """Write all of it. The numbers of the projects whose journals did not end where the appends were staged.

        With leases: all of them, and nothing is written, when one of them is another server's by now.
        """
        for pieces in self._pieces():
            await connection.execute(_INSERT_PIECES, *zip(*pieces, strict=True))
        arguments = _columns(self._ends())
        if holding is None:
            sql = _MOVED.format(leases="", and_leased="")
        else:
            projects = self.projects
            arguments += [holding.server, [kept(each) for each in projects], holding.fences(projects)]
            sql = _MOVED.format(leases=_LEASES, and_leased=_AND_LEASED)
        for part, rows in (
            (_WRITTEN, self._entries()),
            (_REMOVED, ((number, kept(kind), kept(id)) for number, kind, id in self._removed)),
            (_PUT, self._documents()),
            (_KEPT, self._keys),
        ):
            columns = _columns(rows)
            if columns:
                sql += part.format(*(f"${len(arguments) + place}" for place in range(1, len(columns) + 1)))
                arguments += columns
        moved = await connection.fetch(f"{sql} SELECT number FROM moved", *arguments)  # noqa: S608  # numbers only
        return self._after.keys() - {row[0] for row in moved}

    def _ends(self) -> Iterator[tuple[object, ...]]:
        for number, before in self._before.items():
            row, _, (sequence, revision, chain) = self._after[number]
            yield number, before, sequence, revision, bytes.fromhex(chain), kept(row.name)

    def _entries(self) -> Iterator[tuple[object, ...]]:
        for number, row in self._rows:
            hashes = bytes.fromhex(row.content_hash), bytes.fromhex(row.chain)
            yield number, row.sequence, row.type, row.version, row.at, row.revision, *hashes, row.body

    def _documents(self) -> Iterator[tuple[object, ...]]:
        for (number, kind, id), document in self._put.items():
            yield number, kept(kind), kept(id), kept(document.group), document.sequence, document.body

    def _pieces(self) -> Iterator[list[tuple[int, int, int, bytes]]]:
        """The pieces of large entries, in lists of a size that a message carries."""
        pieces: list[tuple[int, int, int, bytes]] = []
        size = 0
        for number, row in self._rows:
            for place, body in enumerate(row.more):
                pieces.append((number, row.sequence, place, body))
                size += len(body)
                if size >= _BATCH_BYTES:
                    yield pieces
                    pieces, size = [], 0
        if pieces:
            yield pieces


def _columns(rows: Iterable[tuple[object, ...]]) -> list[object]:
    return list(zip(*rows, strict=True))

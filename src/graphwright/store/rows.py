"""The rows of every table in one form, so that a database of one kind is copied into one of another.

What is kept beside them (ends of journals, places of documents) follows from them. Bodies are copied as they are
stored, neither read nor lifted, so the hashes of a journal hold in the copy as they held before.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self, TypeAlias, TypeVar, cast

import apsw

from graphwright.errors import StoreDamaged
from graphwright.ports import in_thread
from graphwright.store.base import StoredEntry
from graphwright.store.chain import START, JournalPosition, hash_of, verify
from graphwright.store.database import Row, SqlValue, open_database, store_error
from graphwright.store.packing import packed, unpacked
from graphwright.store.staging import KnownProject
from graphwright.store.tables import Tables, time_text

T = TypeVar("T")

TableRow: TypeAlias = tuple[int | str | bytes | datetime, ...]


Progress: TypeAlias = Callable[[str, int], object]
"""Told the table that is copied (or `proof`), and how many of its rows are."""

UNTOLD: Final[Progress] = lambda _table, _rows: None  # noqa: E731  # its name is for who reads a signature
"""Nobody looks."""


class TableForm(NamedTuple):
    """A table: what it is called, its columns, what they are sorted by, and how SQLite reads and writes them."""

    name: str
    columns: tuple[str, ...]
    order: str
    times: tuple[str, ...] = ()
    """Columns that are times; SQLite keeps them as texts."""
    select: str = ""
    values: str = ""
    packed: str = ""
    """The column that SQLite may keep packed, its form in a column of its own behind the others."""

    @property
    def quoted(self) -> str:
        """The columns in SQL."""
        return ", ".join(f'"{column}"' for column in self.columns)


# SQLite keeps project and sequence of an entry in one number (`tables`).
_ENTRIES: Final = (
    "SELECT id >> 40, id & 1099511627775, type, version, at, revision, content_hash, chain, body, form "
    "FROM journal ORDER BY id"
)
_PIECES: Final = "SELECT id >> 40, id & 1099511627775, piece, body, form FROM journal_piece ORDER BY id, piece"

FORMS: Final = (
    TableForm("project", ("number", "id", "name", "created_at"), "number", times=("created_at",)),
    TableForm(
        "journal",
        ("project", "sequence", "type", "version", "at", "revision", "content_hash", "chain", "body"),
        "project, sequence",
        times=("at",),
        select=_ENTRIES,
        values="(?1 << 40) + ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10",
        packed="body",
    ),
    TableForm(
        "journal_piece",
        ("project", "sequence", "piece", "body"),
        "project, sequence, piece",
        select=_PIECES,
        values="(?1 << 40) + ?2, ?3, ?4, ?5",
        packed="body",
    ),
    TableForm(
        "document",
        ("project", "kind", "id", "group", "sequence", "body"),
        "project, place",
        values="NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7",
        packed="body",
    ),
    TableForm("snapshot", ("project", "sequence", "part", "revision", "body"), "project, sequence, part"),
    TableForm("key", ("scope", "id", "digest", "answer", "at"), "scope, id", times=("at",), packed="answer"),
    TableForm("owner", ("owner", "number", "taken_by"), "owner"),
    TableForm("record", ("kind", "id", "body"), "kind, id"),
    # When a blob was put is not copied: nobody is about to name one in a copy.
    TableForm("blob", ("sha256", "data"), "sha256", values="?1, ?2, ?3, ''", packed="data"),
)
"""Every table that is copied, in the order in which it is."""

MAX_BATCH_ROWS: Final = 256
MAX_BATCH_BYTES: Final = 4 * 1024 * 1024


class DataFile:
    """The database file of a folder, row by row. Synchronous, and for one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._connection = open_database(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
        if isinstance(error, apsw.Error):
            raise store_error(error, f"copying {self._folder}") from error

    def projects(self) -> list[KnownProject]:
        """All projects with the ends of their journals."""
        return Tables(self._connection).projects()

    def entries(self, project: int) -> Iterator[list[StoredEntry]]:
        """A journal as it is stored, slice by slice."""
        after = 0
        while rows := Tables(self._connection).entries(project, after, None, None):
            yield rows
            after = rows[-1].sequence

    def batches(self, form: TableForm) -> Generator[list[TableRow]]:
        """The rows of a table in batches of a bounded size."""
        columns = f"{form.quoted}, form" if form.packed else form.quoted
        select = form.select or f"SELECT {columns} FROM {form.name} ORDER BY {form.order}"  # noqa: S608  # own names
        gathered = RowBatch(form)
        for row in self._connection.execute(select):
            if batch := gathered.full_with(_from_sqlite(form, row)):
                yield batch
        if batch := gathered.rest():
            yield batch

    def begin(self) -> None:
        """What is put from now on is kept together, by `commit`."""
        self._connection.execute("BEGIN IMMEDIATE")

    def put(self, form: TableForm, rows: Iterable[TableRow]) -> Generator[bool]:
        """Add rows to a table, in one step."""
        values = form.values or ", ".join("?" * (len(form.columns) + bool(form.packed)))
        sql = f"INSERT INTO {form.name} VALUES({values})"
        for row in rows:
            self._connection.execute(sql, _for_sqlite(form, row))
        yield True

    def commit(self) -> None:
        """Keep what was put, all of it in the file itself."""
        self._connection.execute("COMMIT")
        list(self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))


class RowBatch:
    """Rows of a table, gathered up to a bounded size, each blob held against its name."""

    def __init__(self, form: TableForm) -> None:
        self._form = form
        self._rows: list[TableRow] = []
        self._bytes = 0

    def full_with(self, row: TableRow) -> list[TableRow]:
        """One more row; all that were gathered, once they are enough. `StoreDamaged` for a blob of another name."""
        if self._form.name == "blob" and hash_of(cast("bytes", row[1])) != row[0]:
            raise StoreDamaged(f"the blob {row[0]!r} is not what was kept; restore a backup")
        self._rows.append(row)
        self._bytes += sum(len(value) for value in row if isinstance(value, bytes))
        is_full = len(self._rows) >= MAX_BATCH_ROWS or self._bytes >= MAX_BATCH_BYTES
        return self.rest() if is_full else []

    def rest(self) -> list[TableRow]:
        """What was gathered since."""
        rows, self._rows, self._bytes = self._rows, [], 0
        return rows


class JournalProof:
    """Every hash of a journal, recomputed slice by slice. `StoreDamaged` at the first that does not hold."""

    def __init__(self, known: KnownProject) -> None:
        self._known = known
        self._before = START

    def take(self, rows: Sequence[StoredEntry]) -> None:
        """The next rows."""
        for row in rows:
            for problem in verify(row, self._before):
                raise StoreDamaged(
                    f"the journal of the project {self._known.row.name!r} is damaged: {problem}; restore a backup",
                    sequence=row.sequence,
                )
            self._before = JournalPosition(row.sequence, row.revision, row.chain)

    def end(self) -> None:
        """It ends where its project is known to."""
        if self._before != self._known.position:
            raise StoreDamaged(
                f"the journal of the project {self._known.row.name!r} ends at entry {self._before.sequence}, "
                f"not at {self._known.position.sequence} as it was kept; restore a backup"
            )


def proof(file: DataFile, known: Iterable[KnownProject]) -> Generator[int]:
    """Recompute every hash of the journals of a file, slice by slice; tells how many entries hold. `StoreDamaged`."""
    entries = 0
    for project in known:
        journal = JournalProof(project)
        for rows in file.entries(project.number):
            journal.take(rows)
            yield entries + rows[-1].sequence
        journal.end()
        entries += project.position.sequence


async def in_steps(steps: Generator[T]) -> AsyncGenerator[T]:
    """What a generator gives, each step in a thread; who cancels waits for the one that is under way."""
    with closing(steps):
        while True:
            step = asyncio.ensure_future(in_thread(lambda: next(steps, None)))
            try:
                given = await asyncio.shield(step)
            except asyncio.CancelledError:
                await asyncio.wait([step])
                raise
            if given is None:
                return
            yield given


def _from_sqlite(form: TableForm, row: Row) -> TableRow:
    values = dict(zip((*form.columns, "form"), row, strict=False))
    for column in form.times:
        values[column] = cast("SqlValue", datetime.fromisoformat(cast("str", values[column])))
    if form.packed:
        values[form.packed] = unpacked(cast("int", values.pop("form")), cast("bytes", values[form.packed]))
    return cast("TableRow", tuple(values.values()))


def _for_sqlite(form: TableForm, row: TableRow) -> Row:
    values: dict[str, SqlValue] = {
        column: time_text(value) if isinstance(value, datetime) else value
        for column, value in zip(form.columns, row, strict=True)
    }
    if form.packed:
        how, values[form.packed] = packed(cast("bytes", values[form.packed]))
        return (*values.values(), how)
    return tuple(values.values())

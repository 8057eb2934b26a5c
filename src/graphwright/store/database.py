"""The database file of a data folder: made whole or not at all, checked before it is trusted, lifted to today's layout.

A file that cannot be read is never replaced by a fresh one (R-67): a new file is made beside its place and renamed,
so a file that stands in its place was once whole, and whatever is wrong with it now is damage.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Protocol, TypeAlias, cast

import apsw

from graphwright.errors import (
    GraphwrightError,
    LimitExceeded,
    NewerData,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
)
from graphwright.store.base import DATA_VERSION

DATABASE_NAME: Final = "graphwright.db"

APPLICATION_ID: Final = 0x47726170
"""`Grap`: says in the file's header whose it is."""

# Below this SQLite loses writes in WAL mode when two connections checkpoint at the same time.
_OLDEST_SQLITE: Final = (3, 51, 3)

# A body of ten operations is 2 KB; with 8 KB pages it lies in one leaf (measured: 4 KB pages are slower).
_PAGE_BYTES: Final = 8192

# Checkpoints of 4 MB: short enough that no commit waits long for one (measured: p99 below 5 ms).
_CHECKPOINT_PAGES: Final = 500

SLICED: Final = 2
"""What SQLite calls a file of which pages can be given back slice by slice: `auto_vacuum` is `INCREMENTAL`."""

# After an import the log file shrinks back to this.
_LOG_BYTES: Final = 64 * 1024 * 1024

# The quick check reads the whole file, 1 GB in about a second; larger files are checked by `check --deep`.
_QUICK_CHECK_BYTES: Final = 1024 * 1024 * 1024

_HEADER_BYTES: Final = 100


SqlValue: TypeAlias = int | float | str | bytes | None
Row: TypeAlias = tuple[SqlValue, ...]
Statement: TypeAlias = tuple[str, Row]
"""SQL and the values for its question marks."""


class SqlConnection(Protocol):
    """The little of an `apsw.Connection` that the store uses."""

    def execute(self, sql: str, bindings: Row = (), /) -> Iterator[Row]:
        """Run statements; the rows come as they are asked for."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


def open_database(folder: Path, *, vfs: str | None = None) -> SqlConnection:
    """The writing connection to the folder's database, which is made when there is none.

    `vfs` names the SQLite file system to use, for tests of failing disks. Raises `NewerData`, `StoreDamaged`,
    `StoreFull` (cannot be written) or `StoreBusy`; the file is untouched then.
    """
    _check_library()
    path = folder / DATABASE_NAME
    try:
        if not _exists(path):
            _create(path, vfs)
        _check_header(path)
        connection = _connect(path, vfs, apsw.SQLITE_OPEN_READWRITE)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    except (apsw.Error, OSError) as error:
        raise store_error(error, f"opening {path}") from error
    return connection


def open_for_reading(folder: Path, *, vfs: str | None = None) -> SqlConnection:
    """A second connection, which sees what is committed and can change nothing."""
    path = folder / DATABASE_NAME
    try:
        return _connect(path, vfs, apsw.SQLITE_OPEN_READONLY)
    except apsw.Error as error:
        raise store_error(error, f"opening {path}") from error


def store_error(error: Exception, doing: str) -> GraphwrightError:
    """What went wrong below, in our words."""
    match error:
        case apsw.FullError():
            return StoreFull(f"the disk is full ({doing}); free some space, then start again")
        case apsw.IOError() if "read" in str(error).lower():
            return StoreDamaged(f"the disk cannot be read ({doing}: {error}); restore a backup")
        case apsw.IOError() | apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError() | OSError():
            return StoreFull(
                f"the data folder cannot be written ({doing}: {error}); check the disk and its permissions"
            )
        case apsw.CorruptError() | apsw.NotADBError():
            return StoreDamaged(f"the database is damaged ({doing}: {error}); restore a backup")
        case apsw.BusyError() | apsw.LockedError() | apsw.ConstraintError():
            return StoreBusy(f"another process writes into the data folder ({doing}: {error}); end it")
        case apsw.TooBigError():
            return LimitExceeded(f"a value is larger than the database takes ({doing})")
        case _:
            return StoreError(f"the database failed ({doing}: {type(error).__name__}: {error})")


def _connect(path: Path, vfs: str | None, flags: int) -> SqlConnection:
    connection = cast("SqlConnection", apsw.Connection(str(path), vfs=vfs, flags=flags))
    # The two connections of a store meet for moments only, when one of them closes or recovers the log.
    _set(connection, busy_timeout=1000)
    return connection


def _set(connection: SqlConnection, **pragmas: str | int) -> None:
    # One at a time and to the end: a statement behind one that answers is only run when its answer was read.
    for name, value in pragmas.items():
        list(connection.execute(f"PRAGMA {name} = {value}"))


def _check_library() -> None:
    version = apsw.sqlite_lib_version()
    if tuple(int(part) for part in version.split(".")) < _OLDEST_SQLITE:
        oldest = ".".join(map(str, _OLDEST_SQLITE))
        raise StoreError(f"SQLite {version} can lose writes; install apsw with SQLite {oldest} or newer", retry="never")


def _exists(path: Path) -> bool:
    if path.exists():
        return True
    log = path.with_name(path.name + "-wal")
    if log.exists():
        raise StoreDamaged(f"{path} is missing, but {log.name} is there; restore the file or a backup")
    return False


def _create(path: Path, vfs: str | None) -> None:
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    connection = _connect(unfinished, vfs, apsw.SQLITE_OPEN_READWRITE)
    try:
        # Whether a file can be made smaller in slices is decided before its first table. Measured: a commit writes 5 %
        # more to the disk, and takes as long.
        _set(connection, page_size=_PAGE_BYTES, auto_vacuum=SLICED, application_id=APPLICATION_ID)
        _set(connection, journal_mode="wal", synchronous="FULL")
        _migrate(connection)
    finally:
        connection.close()
    unfinished.rename(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_header(path: Path) -> None:
    """Look at the raw header first: SQLite would already begin to recover a file that is not ours to touch."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(b"SQLite format 3\0"):
        raise StoreDamaged(f"{path} is no database any more; restore a backup")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise StoreDamaged(f"{path} is a database, but not one of Graphwright; choose another data folder")
    _check_version(int.from_bytes(header[60:64], "big"), path)


def _check_version(version: int, path: Path) -> None:
    if version > DATA_VERSION:
        raise NewerData(
            f"{path} has the layout {version} of a newer Graphwright; this one knows {DATA_VERSION}. "
            "Upgrade; nothing was touched",
        )


def _prepare(connection: SqlConnection, path: Path) -> None:
    # The version once more: a migration may still lie in the log file, which the raw header does not show.
    _check_version(_version(connection), path)
    _set(
        connection,
        journal_mode="wal",
        synchronous="FULL",
        wal_autocheckpoint=_CHECKPOINT_PAGES,
        journal_size_limit=_LOG_BYTES,
    )
    if path.stat().st_size <= _QUICK_CHECK_BYTES:
        quick_check(connection, path)
    _migrate(connection)


def quick_check(connection: SqlConnection, path: Path) -> None:
    """`StoreDamaged` when the pages of the file do not fit together."""
    found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)")]
    if found != ["ok"]:
        raise StoreDamaged(f"{path} is damaged ({'; '.join(found)}); restore a backup")


def _version(connection: SqlConnection) -> int:
    ((version,),) = connection.execute("PRAGMA user_version")
    return cast("int", version)


# --- layout ------------------------------------------------------------------------------------------------------


def _migrate(connection: SqlConnection) -> None:
    version = _version(connection)
    if version == DATA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    for step in MIGRATIONS[version:]:
        step(connection)
    _set(connection, user_version=DATA_VERSION)
    connection.execute("COMMIT")
    # Into the file itself, so that its raw header tells the truth.
    list(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))


def _first_layout(connection: SqlConnection) -> None:
    connection.execute(
        """
        CREATE TABLE project(
            number INTEGER PRIMARY KEY,  -- rises: oldest first
            id TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL
        ) STRICT;
        CREATE TABLE journal(
            id INTEGER PRIMARY KEY,  -- project number << 40 | sequence: one project's rows lie together, in order
            type TEXT NOT NULL, version INTEGER NOT NULL, at TEXT NOT NULL, revision INTEGER NOT NULL,
            content_hash BLOB NOT NULL, chain BLOB NOT NULL, body BLOB NOT NULL
        ) STRICT;
        CREATE TABLE document(
            place INTEGER PRIMARY KEY,  -- rises: the order in which documents were first made
            project INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, "group" TEXT NOT NULL,
            sequence INTEGER NOT NULL, body BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX document_by_id ON document(kind, id, project);
        CREATE INDEX document_by_group ON document(project, kind, "group");
        CREATE TABLE snapshot(
            project INTEGER NOT NULL, sequence INTEGER NOT NULL, part INTEGER NOT NULL,
            revision INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE(project, sequence, part)
        ) STRICT;
        CREATE TABLE key(
            scope TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, answer BLOB NOT NULL, at TEXT NOT NULL,
            UNIQUE(scope, id)
        ) STRICT;
        CREATE TABLE owner(owner TEXT NOT NULL UNIQUE, number INTEGER NOT NULL, taken_by TEXT NOT NULL) STRICT;
        CREATE TABLE record(kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, UNIQUE(kind, id)) STRICT;
        CREATE TABLE blob(sha256 TEXT NOT NULL UNIQUE, data BLOB NOT NULL) STRICT;
        """
    )


def _pieces_of_entries(connection: SqlConnection) -> None:
    connection.execute(
        """
        CREATE TABLE journal_piece(  -- how a large body goes on
            id INTEGER NOT NULL, piece INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE(id, piece)
        ) STRICT;
        """
    )


def _found_by_words_and_kinds(connection: SqlConnection) -> None:
    connection.execute(
        """
        CREATE TABLE mark(  -- which commits have to do with a word: derived, filled when somebody asks
            project INTEGER NOT NULL, word INTEGER NOT NULL, sequence INTEGER NOT NULL,
            PRIMARY KEY(project, word, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX document_by_kind ON document(project, kind);  -- the newest of a kind, whatever its group
        """
    )


def _packed_bodies(connection: SqlConnection) -> None:
    # How a body lies in its row (`packing`): 0 as it is, as all bodies did before.
    for table in ("journal", "journal_piece", "document", "key", "blob"):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN form INTEGER NOT NULL DEFAULT 0")


def _age_of_blobs(connection: SqlConnection) -> None:
    # When it was put last (ADR-99); empty: before anybody wrote it down. Behind `data`, so to read it is to read all.
    connection.execute("ALTER TABLE blob ADD COLUMN at TEXT NOT NULL DEFAULT ''")


MIGRATIONS: Final[tuple[Callable[[SqlConnection], None], ...]] = (
    _first_layout,
    _pieces_of_entries,
    _found_by_words_and_kinds,
    _packed_bodies,
    _age_of_blobs,
)
"""From layout 0 (an empty file) to 1, from 1 to 2, ...: all that is missing runs in one transaction at the start."""

"""Connections to a PostgreSQL, and what goes wrong with them in our words. Nothing here knows a table.

One process writes into a database at a time: the session that writes holds a lock, which ends with it, so a process
whose session was lost cannot write as if it still had it. Addresses may hold a password and never stand in a message.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, Protocol, TypeAlias, cast

try:
    import asyncpg
except ModuleNotFoundError as missing:
    from graphwright.errors import InvalidCommand

    raise InvalidCommand(
        "the database is a PostgreSQL, and its driver is not installed: pip install 'graphwright[postgres]'",
        setting="database",
    ) from missing

from graphwright.errors import (
    GraphwrightError,
    InvalidCommand,
    LimitExceeded,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
)
from graphwright.ports import Clock

SCHEMA: Final = "graphwright"
"""Where our tables lie; nothing else belongs there."""

OLDEST_SERVER: Final = 14
"""The first version that compresses with lz4."""

_MAX_READERS: Final = 4
_CONNECT_S: Final = 10.0

# Half of `graphwright` as ASCII; the number of the advisory lock of whoever writes.
_WRITER_LOCK: Final = 0x67726170
_LOOK_AGAIN_S: Final = 0.05

Row: TypeAlias = Sequence[Any]


class Connection(Protocol):
    """The little of an asyncpg connection that the store uses."""

    async def fetch(self, query: str, *args: object) -> list[Row]:
        """Run a statement and give all its rows."""
        ...

    async def fetchrow(self, query: str, *args: object) -> Row | None:
        """The first row."""
        ...

    async def fetchval(self, query: str, *args: object) -> Any:
        """The first value of the first row."""
        ...

    async def execute(self, query: str, *args: object) -> str:
        """Run statements, several where there are no arguments."""
        ...

    def transaction(self, *, isolation: str | None = None, readonly: bool = False) -> AbstractAsyncContextManager[None]:
        """All that is run in the block is durable together, or none of it."""
        ...

    def is_closed(self) -> bool:
        """Whether the session has ended."""
        ...

    async def close(self) -> None:
        """End the session."""
        ...


class Readers(Protocol):
    """A pool of connections that only read."""

    def acquire(self) -> AbstractAsyncContextManager[Connection]:
        """One of them for a block."""
        ...

    async def close(self) -> None:
        """End them all."""
        ...


async def connect(address: str) -> Connection:
    """One session. `InvalidCommand` for what is no address or too old, `StoreError` when it cannot be had."""
    with_errors = reworded("connecting")
    async with with_errors:
        try:
            connection = await asyncpg.connect(address, timeout=_CONNECT_S, server_settings=_session())
        except (ValueError, asyncpg.ClientConfigurationError) as error:
            # Not what was wrong with it: the words of the driver may quote a password.
            raise InvalidCommand(
                "the database is no address of the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE",
                setting="database",
            ) from error
    version = connection.get_server_version().major
    if version < OLDEST_SERVER:
        await connection.close()
        raise InvalidCommand(
            f"the server is PostgreSQL {version}; {OLDEST_SERVER} is the oldest that will do", setting="database"
        )
    return cast("Connection", connection)


async def open_readers(address: str) -> Readers:
    """The pool of an address that `connect` has found good."""
    async with reworded("connecting"):
        pool = await asyncpg.create_pool(
            address, min_size=1, max_size=_MAX_READERS, timeout=_CONNECT_S, server_settings=_session(), reset=_keep
        )
    return cast("Readers", pool)


async def own_writing(connection: Connection, clock: Clock, wait_s: float) -> None:
    """Be the only one that writes, for as long as the session lasts. `StoreBusy` while another process is."""
    until = clock.monotonic() + wait_s
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _WRITER_LOCK):
        if clock.monotonic() >= until:
            raise StoreBusy(await _who_writes(connection))
        await clock.sleep(_LOOK_AGAIN_S)


async def refuse_shared_sessions(connection: Connection, readers: Readers) -> None:
    """`InvalidCommand` when a pooler hands the session of one connection to another: locks would mean nothing then."""
    ours = await connection.fetchval("SELECT pg_backend_pid()")
    async with readers.acquire() as other:
        theirs = await other.fetchval("SELECT pg_backend_pid()")
    if ours == theirs:
        raise InvalidCommand(
            "the database is reached through a pooler in transaction mode, which mixes sessions; "
            "give the address of PostgreSQL itself, or of a pooler in session mode",
            setting="database",
        )


@asynccontextmanager
async def reworded(doing: str) -> AsyncIterator[None]:
    """Whatever the database or the way to it raises in the block becomes an error of ours."""
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
        raise store_error(error, doing) from error


def store_error(error: BaseException, doing: str) -> GraphwrightError:
    """What went wrong below, in our words."""
    match error:
        case GraphwrightError():
            return error
        case asyncpg.DiskFullError():
            return StoreFull(f"the disk of the database is full ({doing}); free some space, then start again")
        case asyncpg.InvalidPasswordError() | asyncpg.InvalidAuthorizationSpecificationError():
            return StoreError(f"the database lets nobody in with this name and password ({doing})", retry="never")
        case asyncpg.InvalidCatalogNameError():
            return StoreError(f"there is no such database ({doing}: {error}); create it first", retry="never")
        case asyncpg.InsufficientPrivilegeError():
            return StoreError(
                f"rights are missing in the database ({doing}: {error}); "
                f'its owner lets the user in with: GRANT CREATE ON DATABASE ... TO ..., or gives it the schema "{SCHEMA}"',
                retry="never",
            )
        case asyncpg.DataCorruptedError() | asyncpg.IndexCorruptedError():
            return StoreDamaged(f"the database is damaged ({doing}: {error}); restore a backup")
        case asyncpg.ReadOnlySQLTransactionError():
            return StoreError(f"this server only reads ({doing}); give the address of the primary", retry="never")
        case asyncpg.LockNotAvailableError():
            return StoreBusy(f"somebody else holds the tables of the database ({doing}); try again in a moment")
        case asyncpg.ProgramLimitExceededError():
            return LimitExceeded(f"a value is larger than the database takes ({doing}: {error})")
        case asyncpg.InvalidSQLStatementNameError() | asyncpg.DuplicatePreparedStatementError():
            return StoreError(
                f"the database forgets what a session has prepared ({doing}): "
                "a pooler in transaction mode will not do, give the address of PostgreSQL itself",
                retry="never",
            )
        case asyncpg.TooManyConnectionsError() | asyncpg.CannotConnectNowError():
            return StoreBusy(f"the database takes no further connection now ({doing}: {error}); try again in a moment")
        case asyncpg.PostgresConnectionError() | asyncpg.InterfaceError() | TimeoutError() | OSError():
            return StoreBusy(f"the database cannot be reached ({doing}: {_told(error)}); is it running?")
        case _:
            return StoreError(f"the database failed ({doing}: {type(error).__name__}: {error})")


def _told(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _session() -> Mapping[str, str]:
    return {
        "application_name": "graphwright",
        "search_path": SCHEMA,
        # Short statements only: compiling them would take longer than running them.
        "jit": "off",
        "lock_timeout": "10s",
        # A process that is gone with its machine gives its lock back after about 10 s.
        "tcp_keepalives_idle": "5",
        "tcp_keepalives_interval": "2",
        "tcp_keepalives_count": "3",
    }


async def _keep(_connection: Connection) -> None:
    """Nothing to put right before the next reader: no reader changes its session."""


async def _who_writes(connection: Connection) -> str:
    row = await connection.fetchrow(
        "SELECT pid, coalesce(host(client_addr), 'this machine') FROM pg_locks JOIN pg_stat_activity USING (pid) "
        "WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = $1",
        _WRITER_LOCK,
    )
    whose = "another process" if row is None else f"another process (session {row[0]}, from {row[1]})"
    return f"{whose} works on this database; end it or choose another database"

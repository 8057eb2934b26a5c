"""Connections to a PostgreSQL, and what goes wrong with them in our words. Nothing here knows a table.

One process writes into a database at a time: the session that writes holds a lock, which ends with it, so a process
whose session was lost cannot write as if it still had it. Addresses may hold a password and never stand in a message.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, Protocol, TypeAlias, cast

import asyncpg

from graphwright.errors import (
    Conflict,
    GraphwrightError,
    InvalidCommand,
    LimitExceeded,
    Retry,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
)
from graphwright.ports import Clock
from graphwright.store.base import Standing
from graphwright.store.postgres.hosts import each_host, first_of

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

    async def fetchval(self, query: str, *args: object) -> object:
        """The first value of the first row."""
        ...

    async def execute(self, query: str, *args: object) -> str:
        """Run statements, several where there are no arguments."""
        ...

    async def copy_records_to_table(
        self, table_name: str, *, records: Iterable[Sequence[object]], columns: Sequence[str], schema_name: str
    ) -> str:
        """Add many rows at once."""
        ...

    def cursor(self, query: str, *, prefetch: int) -> AsyncIterable[Row]:
        """The rows of a statement as they are asked for; in a transaction."""
        ...

    def transaction(self, *, isolation: str | None = None, readonly: bool = False) -> AbstractAsyncContextManager[None]:
        """All that is run in the block is durable together, or none of it."""
        ...

    def get_server_version(self) -> ServerVersion:
        """Of the server."""
        ...

    def get_server_pid(self) -> int:
        """The number that the server knows the session by."""
        ...

    def is_in_transaction(self) -> bool:
        """Whether a transaction is under way."""
        ...

    def is_closed(self) -> bool:
        """Whether the session has ended."""
        ...

    async def close(self) -> None:
        """End the session."""
        ...

    def terminate(self) -> None:
        """End it without a word."""
        ...


class ServerVersion(Protocol):
    """As it is told when a session begins."""

    major: int


class ReaderPool(Protocol):
    """A pool of connections that only read."""

    def acquire(self) -> AbstractAsyncContextManager[Connection]:
        """One of them for a block."""
        ...

    async def close(self) -> None:
        """End them all."""
        ...

    def terminate(self) -> None:
        """End them without a word."""
        ...


class Driver(Protocol):
    """The little of asyncpg that opens something; it tells no types itself."""

    async def connect(self, dsn: str, **how: object) -> Connection:
        """One session."""
        ...

    async def create_pool(
        self,
        dsn: str,
        *,
        min_size: int,
        max_size: int,
        timeout: float,  # noqa: ASYNC109  # its own
        server_settings: Mapping[str, str],
        reset: Callable[[Connection], Awaitable[None]],
        connect: Callable[..., Awaitable[Connection]],
    ) -> ReaderPool:
        """Some that are shared."""
        ...


_driver: Final = cast("Driver", asyncpg)


async def connect(address: str, *, name: str | None = None) -> Connection:
    """One session, which the database knows by a name.

    `InvalidCommand` for what is no address or too old, `StoreError` when it cannot be had.
    """
    async with reworded("connecting"):
        try:
            settings = {**_session(), "application_name": name or "graphwright"}
            connection = await _with_primary(address, timeout=_CONNECT_S, server_settings=settings)
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
    return connection


async def open_readers(address: str) -> ReaderPool:
    """The pool of an address that `connect` has found good."""
    async with reworded("connecting"):
        return await _driver.create_pool(
            address, min_size=1, max_size=_MAX_READERS, timeout=_CONNECT_S, server_settings=_session(),
            reset=_put_right, connect=_with_primary,
        )  # fmt: skip


async def _with_primary(address: str, **how: object) -> Connection:
    """A session as the driver makes it, with the primary where several hosts are named."""
    hosts = each_host(address)
    if len(hosts) == 1:
        return await _driver.connect(address, **how)
    return await first_of(
        [_driver.connect(host, **how) for host in hosts],
        drop=lambda late: late.terminate(),
        tells=lambda error: not is_away(error),
    )


async def own_writing(connection: Connection, clock: Clock, wait_s: float) -> None:
    """Be the only one that writes, for as long as the session lasts. `StoreBusy` while another process is."""
    await _locked(connection, "pg_try_advisory_lock", clock, wait_s)


async def join_writers(connection: Connection, clock: Clock, wait_s: float) -> None:
    """Be one of several that write in turn, and let nobody write alone meanwhile. `StoreBusy` while somebody does."""
    await _locked(connection, "pg_try_advisory_lock_shared", clock, wait_s)


async def _locked(connection: Connection, lock: str, clock: Clock, wait_s: float) -> None:
    until = clock.monotonic() + wait_s
    while not await connection.fetchval(f"SELECT {lock}($1)", _WRITER_LOCK):  # one of two names above
        if clock.monotonic() >= until:
            raise StoreBusy(await _who_writes(connection))
        await clock.sleep(_LOOK_AGAIN_S)


async def commit_durably(connection: Connection) -> None:
    """What this session acknowledges is on disk, also where a server or a role is set to answer earlier."""
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )


async def standing_of(connection: Connection) -> Standing:
    """The timeline of the database, which a promotion or recovery changes, and the standbys that a commit waits for.

    Asked of the end of its log: what the last checkpoint says may be from before a promotion.
    """
    timeline, waits_for = (
        await connection.fetch("""
        SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint,
            CASE WHEN current_setting('synchronous_commit') = 'local' THEN ''
            ELSE current_setting('synchronous_standby_names') END
    """)
    )[0]
    return Standing(history=timeline, waits_for=waits_for)


async def refuse_shared_sessions(connection: Connection, readers: ReaderPool) -> None:
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
async def reworded(doing: str) -> AsyncGenerator[None]:
    """Whatever the database or the way to it raises in the block becomes an error of ours."""
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError) as error:
        raise store_error(error, doing) from error


_NO_POOLER: Final = "a pooler in transaction mode will not do, give the address of PostgreSQL itself"

_MEANINGS: Final[Sequence[tuple[type[BaseException], type[GraphwrightError], str, Retry | None]]] = (
    (asyncpg.DiskFullError, StoreFull, "the disk of the database is full; free some space, then start again", None),
    (asyncpg.InvalidAuthorizationSpecificationError, StoreError, "the database lets nobody of this name in", "never"),
    (asyncpg.InvalidCatalogNameError, StoreError, "there is no such database; create it first", "never"),
    (
        asyncpg.InsufficientPrivilegeError,
        StoreError,
        "rights are missing in the database; its owner gives them with: GRANT CREATE ON DATABASE name TO user",
        "never",
    ),
    (asyncpg.DataCorruptedError, StoreDamaged, "the database is damaged; restore a backup", None),
    (asyncpg.IndexCorruptedError, StoreDamaged, "the database is damaged; restore a backup", None),
    (
        asyncpg.ReadOnlySQLTransactionError,
        StoreError,
        "this server only reads; name the primary",
        "never",
    ),
    (asyncpg.LockNotAvailableError, StoreBusy, "somebody else holds the tables; try again in a moment", None),
    (asyncpg.ProgramLimitExceededError, LimitExceeded, "a value is larger than the database takes", None),
    (asyncpg.InvalidSQLStatementNameError, StoreError, _NO_POOLER, "never"),
    (asyncpg.DuplicatePreparedStatementError, StoreError, _NO_POOLER, "never"),
    (asyncpg.UniqueViolationError, Conflict, "somebody else has just taken this name; choose another", "never"),
    (asyncpg.TooManyConnectionsError, StoreBusy, "the database takes no further connection now", None),
    (asyncpg.PostgresConnectionError, StoreBusy, "the database cannot be reached; is it running?", None),
    (asyncpg.OperatorInterventionError, StoreBusy, "the database is being started or stopped", None),
    (
        asyncpg.TargetServerAttributeNotMatched,
        StoreBusy,
        "none of the hosts is the primary at this moment",
        None,
    ),
    (asyncpg.InternalClientError, StoreBusy, "the session with the database was lost", None),
    (asyncpg.InterfaceError, StoreBusy, "the database cannot be reached; is it running?", None),
    (OSError, StoreBusy, "the database cannot be reached; is it running?", None),
)
"""What an error of the driver is to us, and what to do; the first that fits."""


def is_loss(error: BaseException) -> bool:
    """Whether nobody knows what became of a statement: its answer never came, or nobody waited for it."""
    lost = OSError, asyncpg.PostgresConnectionError, asyncpg.InternalClientError
    return isinstance(error, lost) or not isinstance(error, Exception)


def is_away(error: Exception) -> bool:
    """Whether the database, or the way to it, is gone for the moment."""
    return is_loss(error) or isinstance(error, asyncpg.InterfaceError | asyncpg.OperatorInterventionError)


def store_error(error: BaseException, doing: str) -> GraphwrightError:
    """What went wrong below, in our words."""
    if isinstance(error, GraphwrightError):
        return error
    told = f"{doing}: {str(error) or type(error).__name__}"
    for kind, meaning, words, retry in _MEANINGS:
        if isinstance(error, kind):
            return meaning(f"{words} ({told})", retry=retry)
    return StoreError(f"the database failed ({doing}: {type(error).__name__}: {error})")


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


async def _put_right(connection: Connection) -> None:
    """All that a reader may leave behind is a transaction; by itself the driver would reset more, after each read."""
    if connection.is_in_transaction():
        await connection.execute("ROLLBACK")


async def writing_session(connection: Connection) -> int:
    """The number of the session of whoever writes alone, 0 when nobody does."""
    number = await connection.fetchval(f"SELECT pid {_WRITING}", _WRITER_LOCK)
    return number if isinstance(number, int) else 0


async def _who_writes(connection: Connection) -> str:
    row = await connection.fetchrow(f"SELECT pid, coalesce(host(client_addr), 'this machine') {_WRITING}", _WRITER_LOCK)
    whose = "another process" if row is None else f"another process (session {row[0]}, from {row[1]})"
    return f"{whose} works on this database; end it or choose another database"


_WRITING: Final = (
    "FROM pg_locks JOIN pg_stat_activity USING (pid) "
    "WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = $1"
)

"""The rows of servers and leases in a PostgreSQL: each step one statement on a session that does nothing else.

The same rows are held by every statement that writes (`ALIVE`, `LEASED`), so fencing waits for what is under way.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, cast

from graphwright.ports import Clock
from graphwright.store.postgres.connecting import (
    Connection,
    connect,
    join_writers,
    open_readers,
    refuse_shared_sessions,
    reworded,
)
from graphwright.store.postgres.layout import level_of, prepare
from graphwright.store.postgres.lease import Kin, Lease, Peer, TableOpener

ALIVE: Final = "SELECT 1 AS one FROM server WHERE id = {} FOR KEY SHARE"
"""Gives a row while a server was not fenced, and keeps it from being fenced until the transaction ends."""
LEASED: Final = """
SELECT held.project FROM unnest({}::text[], {}::bigint[]) AS ours(project, fence)
JOIN project_lease AS held USING (project, fence) WHERE held.server = {} FOR SHARE OF held
"""
"""The projects, of these with these numbers, of which a server has the lease; nobody takes it until the end."""

# The clock of the database may be set back: nobody is to be seen for longer than from now on, or a server that has died
# would be waited for until the clock is where it was.
_SEEN: Final = """
WITH cut AS (
    UPDATE server SET until = clock_timestamp() + make_interval(secs => $2)
    WHERE id <> $1 AND until > clock_timestamp() + make_interval(secs => $2)
)
UPDATE server SET until = clock_timestamp() + make_interval(secs => $2) WHERE id = $1
RETURNING extract(epoch FROM clock_timestamp())::float8
"""
_ENTER: Final = """
INSERT INTO server (id, address, version, reads, speaks, until)
VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))
RETURNING extract(epoch FROM clock_timestamp())::float8
"""
_SERVERS: Final = "SELECT id, address, extract(epoch FROM until - clock_timestamp())::float8, reads FROM server"
_LEASES: Final = "SELECT project, fence, server, wanted FROM project_lease"
# It may hang in the middle of a transaction, whose locks would then be kept for as long as its session.
_END_SESSIONS: Final = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = $1 AND datname = current_database() AND usename = current_user
"""
_FENCE: Final = "DELETE FROM server WHERE id = $1 AND until <= clock_timestamp() RETURNING id"
_FREE: Final = """
UPDATE project_lease SET server = '', wanted = ''
WHERE server = $1 AND ($2::text[] IS NULL OR project = ANY($2))
"""
_TAKE: Final = """
INSERT INTO project_lease (project, fence, server) SELECT $1, 1, id FROM server WHERE id = $2
ON CONFLICT (project) DO UPDATE SET server = excluded.server, fence = project_lease.fence + 1, wanted = ''
WHERE NOT EXISTS (SELECT 1 FROM server WHERE id = project_lease.server)
RETURNING fence
"""
_WANT: Final = "UPDATE project_lease SET wanted = $2 WHERE project = $1 AND server NOT IN ('', $2)"
_FORGET: Final = "DELETE FROM project_lease WHERE project = $1 AND server = $2"
_LEAVE: Final = "DELETE FROM server WHERE id = $1"
# Of a release before there were such columns nothing but its version is known.
_OTHERS: Final = """
SELECT id, address, version, coalesce((to_jsonb(server) ->> 'reads')::integer, 0),
    coalesce((to_jsonb(server) ->> 'speaks')::integer, 1)
FROM server WHERE until > clock_timestamp()
"""
_RAISE: Final = "UPDATE layout SET entries = $1 WHERE entries < $1 AND NOT EXISTS (SELECT FROM server WHERE reads < $1)"


def lease_table(database: str, clock: Clock, wait_s: float = 0.0) -> TableOpener:
    """Opens the table of a database; the first time it waits so long for a process that works there alone.

    Raises what `PostgresStore.open` does.
    """

    async def opened(is_first: bool) -> PostgresLeaseTable:  # noqa: FBT001  as its type says
        async with AsyncExitStack() as stack:
            connection = await connect(database)
            stack.push_async_callback(connection.close)
            async with reworded("asking for the leases"):
                # Being seen need not outlive a crash of the database; who takes a lease writes behind it.
                await connection.execute("SET synchronous_commit = off")
                await join_writers(connection, clock, wait_s if is_first else 0.0)
            if is_first:
                readers = await open_readers(database)
                try:
                    await refuse_shared_sessions(connection, readers)
                finally:
                    await readers.close()
            stack.pop_all()
        return PostgresLeaseTable(connection)

    return opened


class PostgresLeaseTable:
    """What `LeaseTable` promises, on one session."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def is_closed(self) -> bool:
        return self._connection.is_closed()

    @asynccontextmanager
    async def joining(self) -> AsyncGenerator[None]:
        async with reworded("joining the other servers"), self._connection.transaction():
            await self._connection.execute("SELECT pg_advisory_xact_lock(hashtext('graphwright joining'))")
            yield

    async def others(self) -> Sequence[tuple[str, str, Kin]]:
        if not await self._value("SELECT to_regclass('graphwright.server') IS NOT NULL"):
            return []
        async with reworded("looking for the other servers"):
            return [
                (name, address, Kin(version, reads, speaks=speaks))
                for name, address, version, reads, speaks in await self._connection.fetch(_OTHERS)
            ]

    async def level(self) -> int:
        async with reworded("asking for the layout"):
            return await level_of(self._connection)

    async def raise_level(self, level: int) -> None:
        await self._do(_RAISE, level)

    async def prepare(self) -> None:
        async with reworded("making the tables"):
            await prepare(self._connection)

    async def enter(self, server: str, address: str, kin: Kin, ttl_s: float) -> float:
        arguments = server, address, kin.version, kin.reads, kin.speaks, ttl_s
        return cast("float", await self._value(_ENTER, *arguments))

    async def secret(self, new: bytes) -> bytes:
        await self._do("INSERT INTO server_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING", new)
        return cast("bytes", await self._value("SELECT secret FROM server_secret"))

    async def seen(self, server: str, ttl_s: float) -> float | None:
        return cast("float | None", await self._value(_SEEN, server, ttl_s))

    async def servers(self) -> Sequence[Peer]:
        async with reworded("looking for the other servers"):
            return [Peer(*row) for row in await self._connection.fetch(_SERVERS)]

    async def leases(self) -> dict[str, Lease]:
        async with reworded("looking for the leases"):
            return {project: Lease(*row) for project, *row in await self._connection.fetch(_LEASES)}

    async def fence(self, server: str) -> None:
        await self._do(_END_SESSIONS, session_name(server))
        async with reworded("fencing a server"), self._connection.transaction():
            if await self._connection.fetchval(_FENCE, server) is not None:
                await self._connection.execute(_FREE, server, None)

    async def take(self, project: str, server: str) -> int | None:
        return cast("int | None", await self._value(_TAKE, project, server))

    async def free(self, server: str, projects: Collection[str] | None) -> None:
        await self._do(_FREE, server, None if projects is None else list(projects))

    async def want(self, project: str, server: str) -> None:
        await self._do(_WANT, project, server)

    async def forget(self, project: str, server: str) -> None:
        await self._do(_FORGET, project, server)

    async def leave(self, server: str) -> None:
        await self._do(_LEAVE, server)

    async def close(self) -> None:
        await self._connection.close()

    def terminate(self) -> None:
        self._connection.terminate()

    async def _do(self, sql: str, *arguments: object) -> None:
        async with reworded("writing the leases"):
            await self._connection.execute(sql, *arguments)

    async def _value(self, sql: str, *arguments: object) -> object:
        async with reworded("asking for the leases"):
            return await self._connection.fetchval(sql, *arguments)


def session_name(server: str) -> str:
    """What the sessions with which a server writes are called in the database."""
    return f"graphwright {server}"

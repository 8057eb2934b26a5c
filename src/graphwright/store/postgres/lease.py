"""Which of several servers on one database works on its projects: a row with a number that only grows, and a time.

A server is seen for as long as it renews its time, on the clock of the database; whoever is not seen any more loses the
lease to the first that asks, and the number rises. The session that writes holds the row for as long as each of its
transactions (`HELD`), so taking the lease waits for what is being written, and what was not begun yet is refused.
What a server does with the lease is not decided here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, NamedTuple

from graphwright.errors import OwnerLost, StoreBusy
from graphwright.ports import Clock, random_bytes
from graphwright.store.postgres.connecting import (
    Connection,
    connect,
    join_writers,
    open_readers,
    refuse_shared_sessions,
    reworded,
)
from graphwright.store.postgres.layout import prepare

TTL_S: Final = 3.0
"""How long a server that says nothing keeps the lease."""
RENEW_S: Final = 1.0
SECRET_BYTES: Final = 32
_LOOK_AGAIN_S: Final = 0.2

NOT_OURS: Final = "another server works on this database now; nothing was written"
HELD: Final = "SELECT 1 AS one FROM lease WHERE server = {} AND fence = {} FOR SHARE"
"""Gives a row, and keeps it as it is until the transaction ends, while a server has the lease with a number."""

_SEEN: Final = """
INSERT INTO server (id, address, version, until) VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
_LOOK: Final = """
SELECT lease.server, lease.fence, server.address,
    coalesce(extract(epoch FROM server.until - clock_timestamp())::float8, 0),
    extract(epoch FROM clock_timestamp())::float8
FROM lease LEFT JOIN server ON server.id = lease.server
"""
# It may hang in the middle of a transaction, whose locks would then be kept for as long as its session.
_END_SESSIONS: Final = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = $1 AND datname = current_database() AND usename = current_user
"""
_TAKE: Final = """
UPDATE lease SET server = $1, fence = fence + 1
WHERE fence = $2 AND NOT EXISTS (SELECT 1 FROM server WHERE server.id = lease.server AND until > clock_timestamp())
RETURNING fence
"""
_GIVE_BACK: Final = "UPDATE lease SET server = '' WHERE server = $1 AND fence = $2"
_FORGET: Final = "DELETE FROM server WHERE id = $1 OR until < clock_timestamp() - interval '1 day'"
_OTHERS: Final = "SELECT id, address, version FROM server WHERE until > clock_timestamp()"


class LeaseHolder(NamedTuple):
    """Who has the lease, as it was seen last."""

    server: str
    address: str
    fence: int
    left_s: float
    """Seconds until it runs out; nothing or less when it has."""


class Holding(NamedTuple):
    """What a store writes with: refused as soon as somebody else has a higher number."""

    lease: DatabaseLease
    fence: int

    @property
    def server(self) -> str:
        """Who holds it."""
        return self.lease.server

    def check(self) -> None:
        """`OwnerLost` when the time of the lease is over or somebody else has it; asks nobody."""
        if not self.lease.holds(self.fence):
            raise OwnerLost(NOT_OURS)


class DatabaseLease:
    """One server's part in it. Made by `DatabaseLease.joined`; `renew` is called again and again by whoever has it."""

    def __init__(self, database: str, server: str, address: str, version: str, clock: Clock) -> None:
        self.server = server
        self.address = address
        """Where other servers reach this one."""
        self.secret = b""
        """What the servers of this database know and nobody else."""
        self.holder: LeaseHolder | None = None
        self._database, self._version, self._clock = database, version, clock
        self._connection: Connection | None = None
        self._one_at_a_time = asyncio.Lock()
        self._fence: int | None = None
        self._until = float("-inf")
        self._ahead_s = 0.0

    @classmethod
    @asynccontextmanager
    async def joined(
        cls, database: str, *, server: str, address: str, version: str, clock: Clock, wait_s: float = 0.0
    ) -> AsyncGenerator[DatabaseLease]:
        """Be one of the servers of a database. Raises what `PostgresStore.open` does.

        `StoreBusy`, too, while servers of another version work there, or one that says it has the same address.
        """
        lease = cls(database, server, address, version, clock)
        try:
            await lease._connect(wait_s, first=True)
            await lease.renew(take=False)
            yield lease
        finally:
            await lease._leave()

    def holds(self, fence: int | None = None) -> bool:
        """Whether this server has the lease (with this number) at this moment, as far as its own clock can tell."""
        is_it = self._fence is not None and fence in {None, self._fence}
        return is_it and self._clock.monotonic() < self._until

    @property
    def holding(self) -> Holding | None:
        """What to write with; nothing where another server has the lease."""
        return Holding(self, self._fence) if self._fence is not None and self.holds() else None

    def database_time(self) -> float:
        """Seconds since 1970 on the clock of the database, which is the same for all servers."""
        return self._clock.monotonic() + self._ahead_s

    async def renew(self, *, take: bool = True) -> None:
        """Be seen, see who has the lease, and take it where nobody has (`take`). Raises `StoreError`."""
        async with self._one_at_a_time, reworded("renewing the lease"):
            connection = await self._connect(0.0)
            asked = self._clock.monotonic()
            await connection.execute(_SEEN, self.server, self.address, self._version, TTL_S)
            holder = await self._look(connection)
            if take and holder.server != self.server and holder.left_s <= 0:
                holder = await self._taken(connection, holder)
            self.holder = holder
            if holder.server == self.server:
                self._fence, self._until = holder.fence, asked + TTL_S
            else:
                self._fence = None

    def hang_up(self) -> None:
        """Drop the session, which does not answer; the next `renew` begins another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def give_back(self) -> None:
        """Let another server have it at once. Raises `StoreError`."""
        # What a renewal has seen before it was given back must not count after it.
        async with self._one_at_a_time, reworded("giving back the lease"):
            fence, self._fence = self._fence, None
            if fence is not None:
                connection = await self._connect(0.0)
                await connection.execute(_GIVE_BACK, self.server, fence)

    async def _look(self, connection: Connection) -> LeaseHolder:
        row = await connection.fetchrow(_LOOK)
        if row is None:
            raise StoreBusy("the database has lost its lease row; restore a backup or start with an empty database")
        server, fence, address, left_s, now = row
        self._ahead_s = now - self._clock.monotonic()
        return LeaseHolder(server, address or "", fence, left_s)

    async def _taken(self, connection: Connection, before: LeaseHolder) -> LeaseHolder:
        """The lease in our hands, or in those of whoever was faster."""
        if before.server:
            await connection.execute(_END_SESSIONS, session_name(before.server))
        fence = await connection.fetchval(_TAKE, self.server, before.fence)
        if not isinstance(fence, int):
            return await self._look(connection)
        return LeaseHolder(self.server, self.address, fence, TTL_S)

    async def _connect(self, wait_s: float, *, first: bool = False) -> Connection:
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        async with AsyncExitStack() as opened:
            connection = await connect(self._database)
            opened.push_async_callback(connection.close)
            # Being seen need not outlive a crash of the database; who takes the lease writes behind it, and that does.
            await connection.execute("SET synchronous_commit = off")
            await join_writers(connection, self._clock, wait_s)
            if first:
                await self._enter(connection)
            opened.pop_all()
        self._connection = connection
        return connection

    async def _enter(self, connection: Connection) -> None:
        """Be one of the servers, unless those that are there would not go with us; one after the other."""
        readers = await open_readers(self._database)
        try:
            await refuse_shared_sessions(connection, readers)
        finally:
            await readers.close()
        # A server that was killed and comes again meets itself until its time has run out.
        until = self._clock.monotonic() + TTL_S + RENEW_S
        while (refused := await self._entered(connection)) is not None:
            if self._clock.monotonic() >= until:
                raise StoreBusy(refused)
            await self._clock.sleep(_LOOK_AGAIN_S)

    async def _entered(self, connection: Connection) -> str | None:
        """Try to be one of them; why not yet. `StoreBusy` where waiting would not help."""
        async with reworded("joining the other servers"), connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext('graphwright joining'))")
            has_tables = await connection.fetchval("SELECT to_regclass('graphwright.server') IS NOT NULL")
            for server, address, version in await connection.fetch(_OTHERS) if has_tables else ():
                if version != self._version:
                    message = (
                        f"servers of version {version} work on this database (one at {address}), this one is "
                        f"{self._version}; end them first, or start the same version here"
                    )
                    raise StoreBusy(message)
                if address == self.address:
                    return (
                        f"a server that works on this database already says it is reached at {address} ({server}); "
                        "give each its own GRAPHWRIGHT_INTERNAL_ADDRESS"
                    )
            await prepare(connection)
            await connection.execute(_FORGET, self.server)
            await connection.execute(_SEEN, self.server, self.address, self._version, TTL_S)
            await connection.execute(
                "INSERT INTO lease (fence, server, secret) VALUES (0, '', $1) ON CONFLICT DO NOTHING",
                random_bytes(SECRET_BYTES),
            )
            secret = await connection.fetchval("SELECT secret FROM lease")
        self.secret = secret if isinstance(secret, bytes) else b""
        return None

    async def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None or connection.is_closed():
            return
        try:
            async with reworded("leaving the other servers"):
                if self._fence is not None:
                    await connection.execute(_GIVE_BACK, self.server, self._fence)
                await connection.execute(_FORGET, self.server)
        except StoreBusy:
            pass  # the database is gone, and with it what it knew of us: our time runs out
        finally:
            self._fence = None
            await connection.close()


def session_name(server: str) -> str:
    """What the sessions with which a server writes are called in the database."""
    return f"graphwright {server}"

"""Which of several servers works on which project: rows with numbers that only grow, on the clock of the database.

A server is a row that holds for a while and is renewed in one statement, whatever it has leases for. Who is not seen
any more is fenced by the first that looks: its row goes, and with it all its leases. Every write holds the row of its
server and the leases of its projects until its transaction ends, so fencing and taking wait for what is being written,
and what was not begun yet is refused. A server that was fenced begins again under another name. What is done with the
leases is not decided here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Sequence
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
"""How long a server that says nothing keeps its leases."""
RENEW_S: Final = 1.0
FORGOTTEN_S: Final = 60.0
"""How long a server that has no lease is kept in mind."""
NO_PROJECT: Final = ""
"""The lease of whoever works on what belongs to no project: people, tokens, the list of projects."""
SECRET_BYTES: Final = 32
_LOOK_AGAIN_S: Final = 0.2

NOT_OURS: Final = "another server works on this now; nothing was written"
ALIVE: Final = "SELECT 1 AS one FROM server WHERE id = {} FOR KEY SHARE"
"""Gives a row while a server was not fenced, and keeps it from being fenced until the transaction ends."""
LEASED: Final = """
SELECT held.project FROM unnest({}::text[], {}::bigint[]) AS ours(project, fence)
JOIN project_lease AS held USING (project, fence) WHERE held.server = {} FOR SHARE OF held
"""
"""The projects, of these with these numbers, of which a server has the lease; nobody takes it until the end."""

_SEEN: Final = """
UPDATE server SET until = clock_timestamp() + make_interval(secs => $2) WHERE id = $1
RETURNING extract(epoch FROM clock_timestamp())::float8
"""
_ENTER: Final = """
INSERT INTO server (id, address, version, until) VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
RETURNING extract(epoch FROM clock_timestamp())::float8
"""
_SERVERS: Final = "SELECT id, address, extract(epoch FROM until - clock_timestamp())::float8 FROM server"
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
_OTHERS: Final = "SELECT id, address, version FROM server WHERE until > clock_timestamp()"


class Peer(NamedTuple):
    """A server, as it was seen last."""

    server: str
    address: str
    left_s: float
    """Seconds until its time runs out; nothing or less when it has."""


class Lease(NamedTuple):
    """One lease, as it was seen last."""

    fence: int
    server: str
    """Nobody's when empty."""
    wanted: str
    """The server that asks its owner for it."""


class Holding(NamedTuple):
    """What a store writes with: one life of a server, refused once that was fenced."""

    leases: Leases
    server: str

    def fences(self, projects: Sequence[str]) -> list[int]:
        """The numbers of its leases; 0, which none has, where it has none."""
        return [self.leases.owned.get(project, 0) for project in projects]

    def check(self) -> None:
        """`OwnerLost` when its time is over or it was fenced; asks nobody."""
        if not self.leases.lives(self.server):
            raise OwnerLost(NOT_OURS)


class Leases:
    """One server's part in it. Made by `Leases.joined`; `renew` is called again and again by whoever has it."""

    def __init__(self, database: str, server: str, address: str, version: str, clock: Clock) -> None:
        self.server = server
        """What it is called in its present life."""
        self.address = address
        """Where other servers reach this one."""
        self.secret = b""
        """What the servers of this database know and nobody else."""
        self.peers: dict[str, Peer] = {}
        """All servers that were seen, this one too."""
        self.all: dict[str, Lease] = {}
        """By project, as they were seen last."""
        self.owned: dict[str, int] = {}
        """What this server has a lease for, with its number."""
        self._first_name, self._lives = server, 1
        self._database, self._version, self._clock = database, version, clock
        self._connection: Connection | None = None
        self._one_at_a_time = asyncio.Lock()
        self._until = float("-inf")
        self._ahead_s = 0.0

    @classmethod
    @asynccontextmanager
    async def joined(
        cls, database: str, *, server: str, address: str, version: str, clock: Clock, wait_s: float = 0.0
    ) -> AsyncGenerator[Leases]:
        """Be one of the servers of a database. Raises what `PostgresStore.open` does.

        `StoreBusy`, too, while servers of another version work there, or one that says it has the same address.
        """
        leases = cls(database, server, address, version, clock)
        try:
            await leases._connect(wait_s, first=True)
            await leases.renew()
            yield leases
        finally:
            await leases._leave()

    # what is known without asking ------------------------------------------------------------------------------------

    def lives(self, server: str | None = None) -> bool:
        """Whether this server (in this life) was not fenced, as far as its own clock can tell."""
        return server in {None, self.server} and self._clock.monotonic() < self._until

    def owns(self, project: str) -> bool:
        """Whether this server has the lease of a project at this moment, as far as its own clock can tell."""
        return project in self.owned and self.lives()

    def owner_of(self, project: str) -> Peer | None:
        """The server that had a lease when they were seen last; nobody where it was not seen any more."""
        lease = self.all.get(project)
        peer = None if lease is None else self.peers.get(lease.server)
        return peer if peer is not None and (peer.left_s > 0 or self.lives(peer.server)) else None

    @property
    def holding(self) -> Holding | None:
        """What to write with; nothing while this server is not seen."""
        return Holding(self, self.server) if self.lives() else None

    def database_time(self) -> float:
        """Seconds since 1970 on the clock of the database, which is the same for all servers."""
        return self._clock.monotonic() + self._ahead_s

    # asking the database ---------------------------------------------------------------------------------------------

    async def renew(self) -> None:
        """Be seen, see who has which lease, and fence whoever is not seen any more. Raises `StoreError`."""
        async with self._one_at_a_time, reworded("renewing the leases"):
            connection = await self._connect(0.0)
            asked = self._clock.monotonic()
            now = await connection.fetchval(_SEEN, self.server, TTL_S)
            if now is None:
                now = await self._begin_again(connection)
            await self._look(connection)
            if gone := [each.server for each in self.peers.values() if self._is_gone(each)]:
                for server in gone:
                    await _fence(connection, server)
                await self._look(connection)
            await self._let_go_of_strays(connection)
            self._until = asked + TTL_S
            if isinstance(now, float):
                self._ahead_s = now - self._clock.monotonic()

    async def take(self, project: str) -> bool:
        """Have the lease of a project that nobody has; whether this server has it now. Raises `StoreError`."""
        async with self._one_at_a_time, reworded("taking a lease"):
            if not self.lives():
                return False
            if project not in self.owned:
                connection = await self._connect(0.0)
                fence = await connection.fetchval(_TAKE, project, self.server)
                if isinstance(fence, int):
                    self.owned[project] = fence
                    self.all[project] = Lease(fence, self.server, "")
                else:
                    await self._look(connection)
            return project in self.owned

    async def want(self, project: str) -> None:
        """Ask whoever has a lease to give it back. Raises `StoreError`."""
        async with self._one_at_a_time, reworded("asking for a lease"):
            await (await self._connect(0.0)).execute(_WANT, project, self.server)

    async def give_back(self, projects: Collection[str] | None = None) -> None:
        """Let another server have leases at once, or all. Raises `StoreError`, and has none of them all the same."""
        # What a renewal has seen before it was given back must not count after it.
        async with self._one_at_a_time, reworded("giving back leases"):
            given = list(self.owned if projects is None else projects)
            for project in given:
                fence = self.owned.pop(project, 0)
                self.all[project] = Lease(fence, "", "")
            await (await self._connect(0.0)).execute(_FREE, self.server, None if projects is None else given)

    async def forget(self, project: str) -> None:
        """The project is deleted. Raises `StoreError`."""
        async with self._one_at_a_time, reworded("forgetting a lease"):
            self.owned.pop(project, None)
            self.all.pop(project, None)
            await (await self._connect(0.0)).execute(_FORGET, project, self.server)

    def hang_up(self) -> None:
        """Drop the session, which does not answer; the next `renew` begins another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    def _is_gone(self, peer: Peer) -> bool:
        """Whether others wait for it in vain; who is late and has no lease harms nobody, and is forgotten later."""
        has_lease = any(lease.server == peer.server for lease in self.all.values())
        return peer.server != self.server and peer.left_s <= (0 if has_lease else -FORGOTTEN_S)

    async def _look(self, connection: Connection) -> None:
        self.peers = {row[0]: Peer(*row) for row in await connection.fetch(_SERVERS)}
        self.all = {project: Lease(*row) for project, *row in await connection.fetch(_LEASES)}
        ours = {project for project, lease in self.all.items() if lease.server == self.server}
        self.owned = {project: fence for project, fence in self.owned.items() if project in ours}

    async def _let_go_of_strays(self, connection: Connection) -> None:
        """Give back what stands under our name and we do not know of: the answer never came."""
        strays = [
            project for project, lease in self.all.items()
            if lease.server == self.server and self.owned.get(project) != lease.fence
        ]  # fmt: skip
        if strays:
            await connection.execute(_FREE, self.server, strays)
            for project in strays:
                self.owned.pop(project, None)
                self.all[project] = Lease(self.all[project].fence, "", "")

    async def _begin_again(self, connection: Connection) -> object:
        """Another life: somebody has fenced us, and whatever of ours was not written yet must never be."""
        self.owned.clear()
        self._lives += 1
        self.server = f"{self._first_name}.{self._lives}"
        return await connection.fetchval(_ENTER, self.server, self.address, self._version, TTL_S)

    async def _connect(self, wait_s: float, *, first: bool = False) -> Connection:
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        async with AsyncExitStack() as opened:
            connection = await connect(self._database)
            opened.push_async_callback(connection.close)
            # Being seen need not outlive a crash of the database; who takes a lease writes behind it, and that does.
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
            await connection.execute(_LEAVE, self.server)
            await connection.fetchval(_ENTER, self.server, self.address, self._version, TTL_S)
            await connection.execute(
                "INSERT INTO server_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING", random_bytes(SECRET_BYTES)
            )
            secret = await connection.fetchval("SELECT secret FROM server_secret")
        self.secret = secret if isinstance(secret, bytes) else b""
        return None

    async def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None or connection.is_closed():
            return
        try:
            async with reworded("leaving the other servers"):
                await connection.execute(_FREE, self.server, None)
                await connection.execute(_LEAVE, self.server)
        except StoreBusy:
            pass  # the database is gone, and with it what it knew of us: our time runs out
        finally:
            self.owned.clear()
            self._until = float("-inf")
            await connection.close()


async def _fence(connection: Connection, server: str) -> None:
    """Let nothing more be written by a server that was not seen any more, and free its leases."""
    await connection.execute(_END_SESSIONS, session_name(server))
    async with connection.transaction():
        if await connection.fetchval(_FENCE, server) is not None:
            await connection.execute(_FREE, server, None)


def session_name(server: str) -> str:
    """What the sessions with which a server writes are called in the database."""
    return f"graphwright {server}"

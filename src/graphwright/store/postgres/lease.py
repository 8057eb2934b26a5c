"""Which of several servers works on which project: rows with numbers that only grow, on the clock of the database.

A server is a row that holds for a while and is renewed in one statement, whatever it has leases for. Who is not seen
any more is fenced by the first that looks: its row goes, and with it all its leases. Every write holds the row of its
server and the leases of its projects until its transaction ends, so fencing and taking wait for what is being written,
and what was not begun yet is refused. A server that was fenced begins again under another name. What is done with the
leases is not decided here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final, NamedTuple, Protocol, TypeAlias

from graphwright.errors import OwnerLost, StoreBusy, StoreError
from graphwright.ports import Clock, random_bytes
from graphwright.store.upcast import check_level

TTL_S: Final = 3.0
"""How long a server that says nothing keeps its leases."""
RENEW_S: Final = 1.0
FORGOTTEN_S: Final = 60.0
"""How long a server that has no lease is kept in mind."""
NO_PROJECT: Final = ""
"""The lease of whoever works on what belongs to no project: people, tokens, the list of projects."""
SPEAKS: Final = 1
"""How servers speak to each other (`fleet`); raised by a change that an older server would not understand."""
SECRET_BYTES: Final = 32
_LOOK_AGAIN_S: Final = 0.2

NOT_OURS: Final = "another server works on this now; nothing was written"


class Peer(NamedTuple):
    """A server, as it was seen last."""

    server: str
    address: str
    left_s: float
    """Seconds until its time runs out; nothing or less when it has."""
    reads: int = 0
    """The level of entries that it reads (`store.upcast`)."""


class Lease(NamedTuple):
    """One lease, as it was seen last."""

    fence: int
    server: str
    """Nobody's when empty."""
    wanted: str
    """The server that asks its owner for it."""


class Kin(NamedTuple):
    """What servers must know of each other before they work together."""

    version: str
    reads: int = 0
    """The level of entries that it reads (`store.upcast`)."""
    writes: int = 0
    """The lowest level that it can write."""
    speaks: int = SPEAKS
    """How it speaks to other servers."""


class LeaseTable(Protocol):
    """What a database keeps of servers and their leases, on its own clock; each call is whole or not at all.

    Raises `StoreError` when it does not answer; nobody knows then whether it was done.
    """

    @property
    def is_closed(self) -> bool:
        """Whether it will never answer again."""
        ...

    def joining(self) -> AbstractAsyncContextManager[None]:
        """A block in which no other server joins, and after which all of it was done or none."""
        ...

    async def others(self) -> Sequence[tuple[str, str, Kin]]:
        """Who is seen: name, address and what it is."""
        ...

    async def level(self) -> int:
        """Up to which level entries may be written."""
        ...

    async def raise_level(self, level: int) -> None:
        """Let entries of this level be written, if all servers that are there read them; in `joining`."""
        ...

    async def prepare(self) -> None:
        """Make or lift the tables."""
        ...

    async def enter(self, server: str, address: str, kin: Kin, ttl_s: float) -> float:
        """Be seen for so long; the time of the database, in seconds since 1970."""
        ...

    async def secret(self, new: bytes) -> bytes:
        """What all servers know; the new one if there is none."""
        ...

    async def seen(self, server: str, ttl_s: float) -> float | None:
        """Be seen for so long, and nobody for longer; the time of the database, nothing when the server was fenced."""
        ...

    async def servers(self) -> Sequence[Peer]:
        """All that were not fenced."""
        ...

    async def leases(self) -> dict[str, Lease]:
        """All, by project."""
        ...

    async def fence(self, server: str) -> None:
        """Let a server whose time is over write nothing more, and free its leases."""
        ...

    async def take(self, project: str, server: str) -> int | None:
        """The number of the lease, which nobody had; nothing when somebody has it."""
        ...

    async def free(self, server: str, projects: Collection[str] | None) -> None:
        """Leases of a server are nobody's, or all of them."""
        ...

    async def want(self, project: str, server: str) -> None:
        """Note that a server asks for a lease of another."""
        ...

    async def forget(self, project: str, server: str) -> None:
        """Delete a lease of a server."""
        ...

    async def leave(self, server: str) -> None:
        """Be none of the servers any more."""
        ...

    async def close(self) -> None:
        """Say good-bye."""
        ...

    def terminate(self) -> None:
        """End it without a word."""
        ...


TableOpener: TypeAlias = Callable[[bool], Awaitable[LeaseTable]]
"""Opens the table; true for the first time, when it is looked whether the database is fit for several servers."""


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

    def __init__(self, open_table: TableOpener, server: str, address: str, kin: Kin, clock: Clock) -> None:
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
        self.level = 0
        """Up to which level it writes entries: no further than the oldest server reads."""
        self.sessions = 1
        """How many it has begun with the database: another one may lead to another host of it."""
        self._first_name, self._lives = server, 1
        self._open_table, self._kin, self._clock = open_table, kin, clock
        self._table: LeaseTable | None = None
        self._one_at_a_time = asyncio.Lock()
        self._until = float("-inf")
        self._ahead_s = 0.0

    @classmethod
    @asynccontextmanager
    async def joined(
        cls, open_table: TableOpener, *, server: str, address: str, kin: Kin, clock: Clock
    ) -> AsyncGenerator[Leases]:
        """Be one of the servers of a database. Raises what `PostgresStore.open` does.

        `StoreBusy`, too, while servers work there that would not understand this one or be understood by it, or one
        that says it has the same address.
        """
        leases = cls(open_table, server, address, kin, clock)
        try:
            await leases._enter()
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
        async with self._one_at_a_time:
            table = await self._opened()
            asked = self._clock.monotonic()
            now = await table.seen(self.server, TTL_S)
            if now is None:
                now = await self._begin_again(table)
            await self._look(table)
            if gone := [each.server for each in self.peers.values() if self._is_gone(each)]:
                for server in gone:
                    await table.fence(server)
                await self._look(table)
            await self._let_go_of_strays(table)
            await self._write_as_all_read(table)
            self._until = asked + TTL_S
            self._ahead_s = now - self._clock.monotonic()

    async def take(self, project: str) -> bool:
        """Have the lease of a project that nobody has; whether this server has it now. Raises `StoreError`."""
        async with self._one_at_a_time:
            if not self.lives():
                return False
            if project not in self.owned:
                table = await self._opened()
                fence = await table.take(project, self.server)
                if fence is not None:
                    self.owned[project] = fence
                    self.all[project] = Lease(fence, self.server, "")
                else:
                    await self._look(table)
            return project in self.owned

    async def want(self, project: str) -> None:
        """Ask whoever has a lease to give it back. Raises `StoreError`."""
        async with self._one_at_a_time:
            await (await self._opened()).want(project, self.server)

    async def give_back(self, projects: Collection[str] | None = None) -> None:
        """Let another server have leases at once, or all. Raises `StoreError`, and has none of them all the same."""
        # What a renewal has seen before it was given back must not count after it.
        async with self._one_at_a_time:
            given = list(self.owned if projects is None else projects)
            for project in given:
                fence = self.owned.pop(project, 0)
                self.all[project] = Lease(fence, "", "")
            await (await self._opened()).free(self.server, None if projects is None else given)

    async def forget(self, project: str) -> None:
        """The project is deleted. Raises `StoreError`."""
        async with self._one_at_a_time:
            self.owned.pop(project, None)
            self.all.pop(project, None)
            await (await self._opened()).forget(project, self.server)

    def hang_up(self) -> None:
        """Drop the session, which does not answer; the next `renew` begins another."""
        table, self._table = self._table, None
        if table is not None:
            table.terminate()

    def _is_gone(self, peer: Peer) -> bool:
        """Whether others wait for it in vain; who is late and has no lease harms nobody, and is forgotten later."""
        has_lease = any(lease.server == peer.server for lease in self.all.values())
        return peer.server != self.server and peer.left_s <= (0 if has_lease else -FORGOTTEN_S)

    async def _look(self, table: LeaseTable) -> None:
        self.peers = {each.server: each for each in await table.servers()}
        self.all = await table.leases()
        ours = {project for project, lease in self.all.items() if lease.server == self.server}
        self.owned = {project: fence for project, fence in self.owned.items() if project in ours}

    async def _let_go_of_strays(self, table: LeaseTable) -> None:
        """Give back what stands under our name and we do not know of: the answer never came."""
        strays = [
            project for project, lease in self.all.items()
            if lease.server == self.server and self.owned.get(project) != lease.fence
        ]  # fmt: skip
        if strays:
            await table.free(self.server, strays)
            for project in strays:
                self.owned.pop(project, None)
                self.all[project] = Lease(self.all[project].fence, "", "")

    async def _write_as_all_read(self, table: LeaseTable) -> None:
        """Write newer entries once the last server that does not read them is gone."""
        if self.level < self._kin.reads and all(each.reads >= self._kin.reads for each in self.peers.values()):
            async with table.joining():
                await table.raise_level(self._kin.reads)
                self.level = min(await table.level(), self._kin.reads)

    async def _begin_again(self, table: LeaseTable) -> float:
        """Another life: somebody has fenced us, and whatever of ours was not written yet must never be."""
        self.owned.clear()
        check_level(
            await table.level(), self._kin.reads
        )  # the others may write what we do not read, now that we were gone
        self._lives += 1
        self.server = f"{self._first_name}.{self._lives}"
        return await table.enter(self.server, self.address, self._kin, TTL_S)

    async def _opened(self) -> LeaseTable:
        if self._table is None or self._table.is_closed:
            self._table = await self._open_table(False)  # noqa: FBT003  not the first time
            self.sessions += 1
        return self._table

    async def _enter(self) -> None:
        """Be one of the servers, unless those that are there would not go with us; one after the other."""
        self._table = await self._open_table(True)  # noqa: FBT003  the first time
        # A server that was killed and comes again meets itself until its time has run out.
        until = self._clock.monotonic() + TTL_S + RENEW_S
        while (refused := await self._entered(self._table)) is not None:
            if self._clock.monotonic() >= until:
                raise StoreBusy(refused)
            await self._clock.sleep(_LOOK_AGAIN_S)

    async def _entered(self, table: LeaseTable) -> str | None:
        """Try to be one of them; why not yet. `StoreBusy` where waiting would not help."""
        async with table.joining():
            for server, address, kin in await table.others():
                if kin.speaks != self._kin.speaks or kin.reads < self._kin.writes:
                    message = (
                        f"servers of version {kin.version} work on this database (one at {address}), and this one, "
                        f"{self._kin.version}, cannot work beside them; end them first, or start the same version here"
                    )
                    raise StoreBusy(message)
                if address == self.address:
                    return (
                        f"a server that works on this database already says it is reached at {address} ({server}); "
                        "give each its own GRAPHWRIGHT_INTERNAL_ADDRESS"
                    )
            await table.prepare()
            self.level = await table.level()
            check_level(self.level, self._kin.reads)
            await table.leave(self.server)
            await table.enter(self.server, self.address, self._kin, TTL_S)
            self.secret = await table.secret(random_bytes(SECRET_BYTES))
        return None

    async def _leave(self) -> None:
        table, self._table = self._table, None
        if table is None or table.is_closed:
            return
        try:
            await table.free(self.server, None)
            await table.leave(self.server)
        except StoreError:
            pass  # the database is gone, and with it what it knew of us: our time runs out
        finally:
            self.owned.clear()
            self._until = float("-inf")
            await table.close()

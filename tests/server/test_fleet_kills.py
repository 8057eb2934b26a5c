"""Servers on one PostgreSQL are killed, stopped and woken while people write: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from signal import Signals
from time import monotonic
from typing import Final

import pytest

from graphwright.client.connection import ClientConnection
from graphwright.client.doors import FileAnswer, Line, LineLost, NetworkDoor
from graphwright.ports import SystemClock
from graphwright.protocol.state import State
from graphwright.protocol.wire import encode
from graphwright.store.postgres.store import PostgresStore
from tests.fleet import FleetProcess, running_fleet, token_of
from tests.postgres import Postgres, running_postgres
from tests.sync.test_crash_loop import Writer, check
from tests.sync.watching import in_order
from tests.waiting import pace, until

requirement = pytest.mark.requirement

KILLS: Final = int(os.environ.get("FLEET_KILLS", "3"))
WRITERS: Final = int(os.environ.get("FLEET_WRITERS", "4"))
SIZE: Final = 3
PROJECTS: Final = ("rolled", "killed")
REPLACED: Final = int(os.environ.get("FLEET_REPLACED", str(SIZE)))
KINDS: Final = ("kill", "stop", "database")
PATIENCE_S: Final = 60.0


class Balancer:
    """What stands in front of a fleet: it knows who answers, and ends the connections to who does not."""

    def __init__(self, servers: list[FleetProcess], token: str) -> None:
        self.servers = servers
        self.token = token
        self.is_out: set[FleetProcess] = set()
        self.lines: list[tuple[FleetProcess, Line]] = []

    async def without(self, server: FleetProcess) -> None:
        """Its health check fails."""
        self.is_out.add(server)
        gone = [line for at, line in self.lines if at is server]
        self.lines = [(at, line) for at, line in self.lines if at is not server]
        await asyncio.gather(*(line.end() for line in gone if isinstance(line, BalancedLine)))


class BalancedLine:
    """A line that may be cut from outside."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._cut = asyncio.Event()

    async def send(self, text: str) -> None:
        if self._cut.is_set():
            raise LineLost
        await self._line.send(text)

    async def receive(self) -> str:
        receiving, cutting = asyncio.ensure_future(self._line.receive()), asyncio.ensure_future(self._cut.wait())
        try:
            await asyncio.wait({receiving, cutting}, return_when=asyncio.FIRST_COMPLETED)
            if not receiving.done():
                raise LineLost
            return receiving.result()
        finally:
            receiving.cancel()
            cutting.cancel()
            await asyncio.gather(receiving, cutting, return_exceptions=True)

    async def end(self) -> None:
        """Cut it."""
        self._cut.set()

    async def close(self) -> None:
        if not self._cut.is_set():
            await self._line.close()


class BalancedDoor:
    """A client's way through the balancer: another server at each new line."""

    def __init__(self, balancer: Balancer, first: int) -> None:
        self._balancer = balancer
        self._turn = cycle([*balancer.servers[first:], *balancer.servers[:first]])

    def _next(self) -> FleetProcess:
        for _ in self._balancer.servers:
            server = next(self._turn)
            if server not in self._balancer.is_out:
                return server
        raise LineLost

    async def dial(self) -> Line:
        server = self._next()
        async with NetworkDoor(server.address, self._balancer.token) as door:
            line = BalancedLine(await door.dial())
        self._balancer.lines.append((server, line))
        return line

    async def get(self, path: str) -> bytes:
        async with NetworkDoor(self._next().address, self._balancer.token) as door:
            return await door.get(path)

    async def post(self, path: str, body: bytes) -> bytes:
        async with NetworkDoor(self._next().address, self._balancer.token) as door:
            return await door.post(path, body)

    async def fetch(self, path: str, body: bytes) -> FileAnswer:
        async with NetworkDoor(self._next().address, self._balancer.token) as door:
            return await door.fetch(path, body)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


def owner_of(postgres: Postgres, servers: list[FleetProcess]) -> FleetProcess | None:
    """Who has the lease, if it is alive."""
    told = postgres.sql(
        "SELECT address FROM graphwright.lease JOIN graphwright.server ON id = server WHERE until > now()", "fleet"
    )
    return next((server for server in servers if server.address == told), None)


async def disturb(postgres: Postgres, balancer: Balancer, writers: list[Writer], dice: Random, place: int) -> float:
    """Kill or stop the server that works on the project, or the database; how long nobody could write."""

    def answered() -> int:
        return sum(len(writer.answered) for writer in writers)

    before = answered()
    await until(lambda: answered() > before + WRITERS, seconds=PATIENCE_S)
    await pace(dice.uniform(0.0, 0.4))
    await until(lambda: owner_of(postgres, balancer.servers), seconds=PATIENCE_S)
    owner = owner_of(postgres, balancer.servers)
    assert owner is not None
    begun, kind = monotonic(), KINDS[place % len(KINDS)]
    if kind == "database":
        postgres.kill()
        postgres.start()
    else:
        owner.tell(Signals.SIGSTOP if kind == "stop" else Signals.SIGKILL)
        await balancer.without(owner)
    before = answered()
    await until(lambda: answered() > before + WRITERS, seconds=PATIENCE_S)
    paused = monotonic() - begun
    if kind == "stop":
        owner.tell(Signals.SIGCONT)  # it wakes with what it was about to write, and with its clients of then
    elif kind == "kill":
        owner.process.wait()
        at = balancer.servers.index(owner)
        balancer.servers[at].start_again()
        await until(lambda: owner.is_ready, seconds=PATIENCE_S)
    balancer.is_out.discard(owner)
    return paused


async def chaos(postgres: Postgres, servers: list[FleetProcess], token: str) -> list[float]:
    """Write and disturb; the pauses."""
    balancer, dice = Balancer(servers, token), Random(KILLS)
    async with AsyncExitStack() as stack:
        writers: list[Writer] = []
        for number in range(WRITERS):
            door = BalancedDoor(balancer, number % SIZE)
            writers.append(Writer(await stack.enter_async_context(ClientConnection(door, PROJECTS[1])), number))
        writing = [asyncio.create_task(writer.write()) for writer in writers]
        pauses = [await disturb(postgres, balancer, writers, dice, place) for place in range(KILLS)]
        for writer in writers:
            writer.is_stopped = True
        await asyncio.wait_for(asyncio.gather(*writing), PATIENCE_S)  # no client was ever told an error
        await check_all(writers)
    return pauses


@pytest.mark.slow
@requirement("Z-50", "Z-51", "Z-52", "Z-53", "Z-84")
def test_servers_are_replaced_and_owners_killed_and_stopped_while_people_write(
    postgres, tmp_path: Path, record_property
):
    postgres.sql("CREATE DATABASE fleet")
    database = postgres.address("fleet")
    first, second = (token_of(database, tmp_path / "typed", project) for project in PROJECTS)
    with running_fleet(postgres, "fleet", tmp_path, SIZE) as servers:
        try:
            pauses = {
                "replaced": asyncio.run(rolled(postgres, servers, first)),
                "killed": asyncio.run(chaos(postgres, servers, second)),
            }
        except BaseException:
            print("\n".join(server.log.read_text()[-3000:] for server in servers))
            raise
        assert [server.end() for server in servers] == [0] * SIZE
    told = {kind: [round(pause, 2) for pause in each] for kind, each in pauses.items()}
    record_property("pauses", told)
    print(f"longest pauses in s: {told}")
    asyncio.run(check_journals(database))


async def rolled(postgres: Postgres, servers: list[FleetProcess], token: str) -> list[float]:
    """Write while each server is stopped and started in turn, as an upgrade does; the longest pause of each."""
    async with AsyncExitStack() as stack:
        writers: list[Writer] = []
        for number in range(WRITERS):
            door = NetworkDoor(servers[number % SIZE].address, token)  # no balancer: they wait for their own server
            await stack.enter_async_context(door)
            writers.append(Writer(await stack.enter_async_context(ClientConnection(door, PROJECTS[0])), number))
        writing = [asyncio.create_task(writer.write()) for writer in writers]
        pauses = [await replaced(postgres, servers, writers, place) for place in range(REPLACED)]
        for writer in writers:
            writer.is_stopped = True
        await asyncio.wait_for(asyncio.gather(*writing), PATIENCE_S)
        await check_all(writers)
    return pauses


async def check_all(writers: list[Writer]) -> None:
    """Every client has what the server has: all that was acknowledged, once."""
    state = await writers[0].connection.get("/state", State)
    check(state, writers)
    for writer in writers:
        replica = writer.connection.replica
        await asyncio.wait_for(writer.connection.until(lambda it: it.sequence >= state.sequence), PATIENCE_S)
        assert replica.gaps == 0
        assert encode(in_order(replica.state())) == encode(in_order(state))


async def replaced(postgres: Postgres, servers: list[FleetProcess], writers: list[Writer], place: int) -> float:
    """End one server in order and start it again; for how long nobody's write was answered at most."""

    def answered() -> int:
        return sum(len(writer.answered) for writer in writers)

    server, before = servers[place % SIZE], answered()
    await until(lambda: answered() > before + WRITERS, seconds=PATIENCE_S)
    was_owner = owner_of(postgres, servers) is server
    last, longest, seen = monotonic(), 0.0, answered()

    def is_over() -> bool:
        nonlocal last, longest, seen
        if answered() > seen:
            longest, last, seen = max(longest, monotonic() - last), monotonic(), answered()
        return server.process.poll() is not None and seen > before + 2 * WRITERS

    before = answered()
    server.tell(Signals.SIGTERM)
    await until(is_over, seconds=PATIENCE_S)
    assert server.process.poll() == 0
    server.start_again()
    before = answered()
    await until(lambda: is_over() or server.is_ready, seconds=PATIENCE_S)
    print(f"{'owner' if was_owner else 'other'} replaced, longest pause {longest:.2f} s")
    return longest


async def check_journals(database: str) -> None:
    """Dense, chained, and what is kept beside it is what it folds to."""
    store = await PostgresStore.open(database, SystemClock(), wait_s=10)
    projects = await store.projects()
    assert sorted(row.name for row in projects) == sorted(PROJECTS)
    for row in projects:
        sequences = [entry.sequence async for entry in store.read(row.project_id)]
        assert sequences == list(range(1, len(sequences) + 1))
        assert await store.rebuild(row.project_id) == []
    await store.close()

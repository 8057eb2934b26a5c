"""One event to all who look on, where one server carries them and where three share them.

Both fleets stand beside each other on one PostgreSQL and take turns; while one is measured the other only renews its
leases. Each event is a commit of the server that works on the project. The clients only find the ends of frames
(`fanout`), but they want the same processors: on a machine of two, three servers and a crowd have less than one each.
So it is told, too, what the busiest server works for an event when three have three times the crowd of one: as much,
where each has a machine, and three servers carry three times the sockets.

Run: python -m benchmarks sockets
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path

import uvloop

from benchmarks._table import Table
from benchmarks.fanout import Client, Crowd
from graphwright.client.connection import ClientConnection
from graphwright.client.doors import NetworkDoor
from graphwright.protocol.commands import ThreadOpen
from tests.fleet import FleetProcess, running_fleet, token_of
from tests.postgres import Postgres, running_postgres

APART_S = 0.04
TOGETHER = 5
"""Events of one fleet before the other has its turn."""
CARRIED = 1.5
ON_PAPER = 2.5
PROJECT = "bench"


class Listener(Client):
    """Counts the conversations that were begun."""

    MARK = b"thread.changed"


class Fleet:
    """So many servers, with their part of a crowd each, and somebody who causes the events."""

    def __init__(self, servers: list[FleetProcess], token: str) -> None:
        self.servers, self.token = servers, token
        self._people: list[Listener] = []

    def begin(self, writer: ClientConnection) -> None:
        """Nobody looks on yet, and somebody may cause events."""
        self._writer, self._crowd = writer, Crowd(0)

    async def let_in(self, clients: int) -> None:
        """So many more."""
        self._crowd.size += clients
        loop = asyncio.get_running_loop()
        for number in range(clients):
            port = self.servers[number % len(self.servers)].port
            _, client = await loop.create_connection(
                lambda port=port: Listener(self._crowd, port, self.token), "127.0.0.1", port
            )
            await asyncio.wait_for(client.ready, 30)
            self._people.append(client)

    async def tell(self) -> float:
        """Seconds from an order until everybody has heard of it."""
        everybody = self._crowd.expect()
        begun = time.perf_counter()
        await self._writer.send(ThreadOpen(command_id=self._writer.new_id(), title="New"))
        return await asyncio.wait_for(everybody, 30) - begun

    def worked(self) -> list[float]:
        """Seconds that each server has worked so far."""
        return [server.processor_s() for server in self.servers]

    def leave(self) -> None:
        """Everybody goes."""
        for client in self._people:
            client.transport.abort()


@contextmanager
def running(postgres: Postgres, folder: Path, size: int) -> Iterator[Fleet]:
    """A fleet with a database of its own, whose first server works on the project."""
    database = f"sockets{size}"
    postgres.sql(f"CREATE DATABASE {database}")
    place = folder / database
    place.mkdir()
    token = token_of(postgres.address(database), place / "typed", PROJECT)
    with running_fleet(postgres, database, place, size) as servers:
        yield Fleet(servers, token)


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    with running_postgres() as postgres, ExitStack() as stack:
        one, three = (stack.enter_context(running(postgres, folder, size)) for size in (1, 3))
        yield from uvloop.run(measure(one, three, clients=6 if quick else 900, rounds=1 if quick else 20))


async def measure(one: Fleet, three: Fleet, *, clients: int, rounds: int) -> list[Table]:
    """Both turn by turn: first with a third of the crowd at the one server, then with all of it at both."""
    async with AsyncExitStack() as stack:
        for fleet in (one, three):
            door = await stack.enter_async_context(NetworkDoor(fleet.servers[0].address, fleet.token))
            fleet.begin(await stack.enter_async_context(ClientConnection(door, PROJECT)))
            stack.callback(fleet.leave)
        await three.let_in(clients)
        await one.let_in(clients // 3)
        _, worked = await by_turns(one, three, rounds)
        paper = Table("What the busiest server works for an event, processor time", what="event")
        paper.limit(f"one server with {clients // 3:,} sockets", [worked[one]])
        paper.add(f"three servers with {clients:,}", [worked[three]], times=3 / ON_PAPER)
        await one.let_in(clients - clients // 3)
        taken, _ = await by_turns(one, three, rounds)
        carried = Table(f"An event to {clients:,} sockets", what="event at everybody")
        carried.limit("one server carries them", taken[one])
        carried.add("three servers share them", taken[three], times=1 / CARRIED)
    return [carried, paper]


async def by_turns(one: Fleet, three: Fleet, rounds: int) -> tuple[dict[Fleet, list[float]], dict[Fleet, float]]:
    """The seconds of each event until everybody had it, and those that the busiest server worked for one."""
    await asyncio.sleep(0.1 if rounds == 1 else 2.0)  # the last of the newcomers have been told
    taken: dict[Fleet, list[float]] = {one: [], three: []}
    worked = {fleet: [0.0] * len(fleet.servers) for fleet in taken}
    for _ in range(rounds):
        for fleet, seconds in taken.items():
            before = fleet.worked()
            for _ in range(TOGETHER):
                seconds.append(await fleet.tell())
                await asyncio.sleep(APART_S)
            more = zip(worked[fleet], fleet.worked(), before, strict=True)
            worked[fleet] = [total + after - was for total, after, was in more]
    return taken, {fleet: max(each) / (rounds * TOGETHER) for fleet, each in worked.items()}

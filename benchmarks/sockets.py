"""One event to all who look on, where one server carries them and where three share them.

Both fleets stand beside each other on one PostgreSQL and take turns; while one is measured the other only renews its
leases. Each event is a commit of the server that works on the project. The clients only find the ends of frames
(`fanout`), but they want the same processors: on a machine of two, three servers and a crowd have less than one each.
So the processor time of the busiest server is told, too, which is what bounds it where each server has a machine.

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

    async def fill(self, clients: int, writer: ClientConnection) -> None:
        """Let them all in."""
        self._writer = writer
        self._crowd = Crowd(clients)
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
    """Both turn by turn."""
    fleets = (one, three)
    taken: dict[Fleet, list[float]] = {fleet: [] for fleet in fleets}
    async with AsyncExitStack() as stack:
        for fleet in fleets:
            door = await stack.enter_async_context(NetworkDoor(fleet.servers[0].address, fleet.token))
            await fleet.fill(clients, await stack.enter_async_context(ClientConnection(door, PROJECT)))
            stack.callback(fleet.leave)
        await asyncio.sleep(0.1 if rounds == 1 else 2.0)  # the last of the newcomers have been told
        worked = {fleet: [0.0] * len(fleet.servers) for fleet in fleets}
        for _ in range(rounds):
            for fleet in fleets:
                before = fleet.worked()
                for _ in range(TOGETHER):
                    taken[fleet].append(await fleet.tell())
                    await asyncio.sleep(APART_S)
                more = zip(worked[fleet], fleet.worked(), before, strict=True)
                worked[fleet] = [sum_ + after - was for sum_, after, was in more]
    carried = Table(f"An event to {clients:,} sockets", what="event at everybody")
    carried.limit("one server carries them", taken[one])
    carried.add("three servers share them", taken[three], times=1 / CARRIED)
    paper = Table(f"The processor time of the busiest server, with {clients:,} sockets in all", what="event")
    paper.limit("one server carries them", [max(worked[one]) / (rounds * TOGETHER)])
    paper.add("three servers share them", [max(worked[three]) / (rounds * TOGETHER)], times=1 / ON_PAPER)
    return [carried, paper]

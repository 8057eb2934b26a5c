"""How many sockets three servers carry where one does.

Everybody hears every event, all at one server or a third at each of three. What carries them is processor time, so
that is what is counted, of the server that works most: on two processors that others want, too, a clock on the wall
would tell how many of these there are. PostgreSQL and the servers are processes of their own.

Run: python -m benchmarks sockets
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path

from benchmarks._table import Table
from graphwright.client.connection import ClientConnection
from graphwright.client.doors import Line, NetworkDoor
from graphwright.protocol.commands import SessionOpen, ThreadOpen
from graphwright.protocol.wire import PROTOCOL_VERSION, encode
from tests.fleet import FleetProcess, running_fleet, token_of
from tests.postgres import running_postgres

DATABASE = "sockets"
PROJECTS = ("one", "two", "three")
SIZE = len(PROJECTS)
GOAL = 1 / 2.5


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    sockets, events, turns = (6, 5, 1) if quick else (150, 60, 2)
    of_one: list[float] = []
    of_three: list[float] = []
    spread: list[float] = []
    with running_postgres() as postgres:
        postgres.sql(f"CREATE DATABASE {DATABASE}")
        address = postgres.address(DATABASE)
        tokens = {project: token_of(address, folder / "typed", project) for project in PROJECTS}
        for turn in range(turns):
            for name, size, taken in (("one", 1, of_one), ("apart", SIZE, of_three), ("spread", SIZE, spread)):
                (beside := folder / f"{name}{turn}").mkdir()
                with running_fleet(postgres, DATABASE, beside, size) as servers:
                    taken.append(asyncio.run(carry(servers, tokens, sockets, events, apart=name != "spread")))
    table = Table(f"{sockets} sockets, each event heard at all: the server that works most", what="event and socket")
    table.limit("all at one server, in three projects", of_one, "processor time")
    table.add("a project with its third of them at each of three", of_three, times=GOAL)
    table.add("all in one project, a third of them at each of three", spread)
    yield table


async def carry(
    servers: Sequence[FleetProcess], tokens: Mapping[str, str], sockets: int, events: int, *, apart: bool
) -> float:
    """Processor time of the server that worked most, per event and socket (s).

    `apart`: there are three projects, and each server has one; else all sockets are in one.
    """
    places = list(zip(cycle(servers), PROJECTS if apart else PROJECTS[:1] * SIZE, strict=False))[:SIZE]
    async with AsyncExitStack() as stack:
        doors = [
            await stack.enter_async_context(NetworkDoor(server.address, tokens[project])) for server, project in places
        ]
        writers = [
            await stack.enter_async_context(ClientConnection(door, project))
            for door, (_, project) in zip(doors, places, strict=True)
        ]
        lines: list[Line] = []
        for number in range(sockets):
            place = number % SIZE
            line = await doors[place].dial()
            stack.push_async_callback(line.close)
            opening = SessionOpen(protocol_version=PROTOCOL_VERSION, project_id=places[place][1])
            await line.send(encode(opening).decode())
            lines.append(line)
        await asyncio.gather(*(_heard(line, "session.opened") for line in lines))
        before = [server.processor_s() for server in servers]
        for number in range(events):
            title = f"event {number} of all"
            hearing = [asyncio.ensure_future(_heard(line, title)) for line in lines]
            for writer in writers if apart else writers[:1]:
                await writer.send(ThreadOpen(command_id=writer.new_id(), title=title))
            await asyncio.gather(*hearing)
        worked = [server.processor_s() - spent for server, spent in zip(servers, before, strict=True)]
    return max(worked) / (events * sockets)


async def _heard(line: Line, words: str) -> None:
    """Wait for what is told with these words."""
    while words not in await line.receive():
        pass

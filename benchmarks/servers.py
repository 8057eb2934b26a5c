"""One event at two servers of a fleet: when somebody hears it at the one that works on the project, and at another.

Everybody is a client of its own over the loopback address, in this one process, and hears the same events; somebody
causes them at the first server. What the second server adds is told event by event, beside what two clients of the
first differ by: that much is this process, and the load of the machine. How long the second server waited for a
processor meanwhile is told apart. PostgreSQL and both servers are processes of their own.

Run: python -m benchmarks servers
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from benchmarks._table import Table
from graphwright.client.canvases import CanvasUpdates
from graphwright.client.connection import ClientConnection
from graphwright.client.doors import NetworkDoor
from graphwright.protocol.commands import ThreadOpen
from graphwright.protocol.events import Heard, ThreadChanged
from tests.fleet import FleetProcess, owner_of, running_fleet, token_of
from tests.postgres import running_postgres
from tests.waiting import until

APART_S = 0.05
GOAL_S = 0.002
DATABASE = "servers"


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    with running_postgres() as postgres:
        postgres.sql(f"CREATE DATABASE {DATABASE}")
        token = token_of(postgres.address(DATABASE), folder / "typed", "shop")
        with running_fleet(postgres, DATABASE, folder, 2) as servers:
            asyncio.run(_asked_first(servers[0], token))
            owner = owner_of(postgres, DATABASE, servers, "shop")
            other = next(each for each in servers if each is not owner)
            yield asyncio.run(measure(owner, other, token, rounds=5 if quick else 300))


async def _asked_first(server: FleetProcess, token: str) -> None:
    """It takes the project."""
    async with NetworkDoor(server.address, token) as door, ClientConnection(door, "shop"):
        pass


def noting(times: dict[str, float]) -> Callable[[Heard, CanvasUpdates], None]:
    """Notes when the title of a conversation was heard."""

    def hear(event: Heard, _updates: CanvasUpdates) -> None:
        if isinstance(event, ThreadChanged) and event.title is not None:
            times[event.title] = perf_counter()

    return hear


async def measure(owner: FleetProcess, other: FleetProcess, token: str, *, rounds: int) -> Table:
    """What is heard where, and what the second server works for it."""
    near: dict[str, float] = {}
    beside: dict[str, float] = {}
    far: dict[str, float] = {}
    begun: dict[str, float] = {}
    async with AsyncExitStack() as stack:

        async def client(server: FleetProcess, times: dict[str, float]) -> ClientConnection:
            door = await stack.enter_async_context(NetworkDoor(server.address, token))
            return await stack.enter_async_context(ClientConnection(door, "shop", hear=noting(times)))

        writer = await client(owner, {})
        for server, times in ((owner, near), (other, far), (owner, beside)):
            await client(server, times)
        before = other.processor_s()
        waits: list[float] = []
        for number in range(rounds):
            title = f"event {number}"
            waited = other.waited_s()
            begun[title] = perf_counter()
            await writer.send(ThreadOpen(command_id=writer.new_id(), title=title))
            await until(lambda: all(title in times for times in (near, far, beside)))  # noqa: B023  awaited at once
            waits.append(other.waited_s() - waited)
            await asyncio.sleep(APART_S)
        worked = other.processor_s() - before
    table = Table("An event at the server of its project, and through a second one", what="event")
    table.limit("heard at the server that works on the project", [near[each] - begun[each] for each in begun])
    table.add("heard at another server", [far[each] - begun[each] for each in begun])
    differ = [abs(beside[each] - near[each]) for each in begun]
    table.add("two clients of one server differ by", differ)
    table.add("they differ by, the 95th of 100", [quantiles(differ, n=20)[-1]])
    added = [max(far[each] - near[each], 0.0) for each in begun]
    table.add("what the second server adds", added)
    table.add("what it adds, the 95th of 100", [quantiles(added, n=20)[-1]], most=GOAL_S)
    idle = [max(more - wait, 0.0) for more, wait in zip(added, waits, strict=True)]
    table.add("the same without its waits for a processor", [quantiles(idle, n=20)[-1]], "the 95th of 100")
    table.add("processor time of the second server", [worked / rounds], "all that it did meanwhile")
    return table

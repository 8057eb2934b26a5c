"""Servers on one PostgreSQL are replaced, killed, stopped and woken while people write into several projects.

Afterwards nothing acknowledged is lost, torn or doubled, sequences are dense, and every client has what the server has.
`python -m tests.fleet_chaos` does it for longer than a test may, and prints its figures.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from signal import Signals
from statistics import median, quantiles
from time import monotonic
from typing import Final

import httpx2

from graphwright.client.connection import ClientConnection
from graphwright.client.doors import FileAnswer, Line, LineLost, NetworkDoor
from graphwright.ports import SystemClock
from graphwright.protocol.state import State
from graphwright.store.postgres.store import PostgresStore
from tests.fleet import FleetProcess, Program, owner_of, running_fleet
from tests.postgres import Postgres, running_postgres
from tests.sync.test_crash_loop import Writer, check, settled
from tests.waiting import pace, until, until_in_a_process

SIZE: Final = 3
PROJECTS: Final = ("one", "two", "three", "four")
PATIENCE_S: Final = 60.0
START_S: Final = 180.0
"""The servers of all projects and their clients share the processors with one that begins."""
PAUSE_S: Final = 0.05
DATABASE: Final = "fleet"


class Balancer:
    """What stands in front of a fleet: it knows who answers, and ends the connections to who does not."""

    def __init__(self, servers: list[FleetProcess]) -> None:
        self.servers = servers
        self.is_out: set[FleetProcess] = set()
        self.codes: Counter[int] = Counter()
        """With which lines have ended that nobody here has cut."""
        self.lines: list[tuple[FleetProcess, Line]] = []

    async def without(self, server: FleetProcess) -> None:
        """Its health check fails."""
        self.is_out.add(server)
        gone = [line for at, line in self.lines if at is server]
        self.lines = [(at, line) for at, line in self.lines if at is not server]
        await asyncio.gather(*(line.end() for line in gone if isinstance(line, BalancedLine)))


class BalancedLine:
    """A line that may be cut from outside."""

    def __init__(self, line: Line, codes: Counter[int]) -> None:
        self._line = line
        self._codes = codes
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
            if isinstance(lost := receiving.exception(), LineLost):
                self._codes[lost.code] += 1
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

    def __init__(self, balancer: Balancer, token: str, first: int) -> None:
        self._balancer = balancer
        self._token = token
        self._turn = cycle([*balancer.servers[first:], *balancer.servers[:first]])

    def _next(self) -> FleetProcess:
        for _ in self._balancer.servers:
            server = next(self._turn)
            if server not in self._balancer.is_out:
                return server
        raise LineLost

    async def dial(self) -> Line:
        server = self._next()
        async with NetworkDoor(server.address, self._token) as door:
            line = BalancedLine(await door.dial(), self._balancer.codes)
        self._balancer.lines.append((server, line))
        return line

    async def get(self, path: str) -> bytes:
        async with NetworkDoor(self._next().address, self._token) as door:
            return await door.get(path)

    async def post(self, path: str, body: bytes) -> bytes:
        async with NetworkDoor(self._next().address, self._token) as door:
            return await door.post(path, body)

    async def fetch(self, path: str, body: bytes) -> FileAnswer:
        async with NetworkDoor(self._next().address, self._token) as door:
            return await door.fetch(path, body)


class Crowd:
    """Writers in several projects, and all that they were told."""

    def __init__(
        self,
        postgres: Postgres,
        servers: list[FleetProcess],
        tokens: dict[str, str],
        newer: Program | None = None,
    ) -> None:
        self.postgres, self.servers, self.tokens = postgres, servers, tokens
        self.newer = newer
        """That servers are given, one by one."""
        self.balancer = Balancer(servers)
        self.writers: dict[str, list[Writer]] = defaultdict(list)
        self.pauses: dict[str, list[float]] = defaultdict(list)
        """By what was done; from the moment on until the project of it is written again."""
        self.neighbours = 0
        """What was written in other projects meanwhile."""

    def answered(self, projects: Sequence[str] = PROJECTS) -> int:
        """How much was acknowledged in projects."""
        return sum(len(writer.answered) for project in projects for writer in self.writers[project])

    async def write(self, count: int, seed: int, disturbances: Sequence[str]) -> None:
        """So many write while things happen."""
        dice = Random(seed)
        async with AsyncExitStack() as stack:
            writing: list[asyncio.Task[None]] = []
            new: list[Writer] = []
            for number in range(count):
                project = PROJECTS[number % len(PROJECTS)]
                door = BalancedDoor(self.balancer, self.tokens[project], number % SIZE)
                connection = await stack.enter_async_context(ClientConnection(door, project))
                writer = Writer(connection, 1_000 * seed + number, pause_s=PAUSE_S)
                new.append(writer)
                self.writers[project].append(writer)
                writing.append(asyncio.create_task(writer.write()))
            for kind in disturbances:
                await self.disturb(kind, dice)
            for writer in new:
                writer.is_stopped = True
            await asyncio.wait_for(asyncio.gather(*writing), PATIENCE_S)  # no client was ever told an error
            await self.check(new)

    async def disturb(self, kind: str, dice: Random) -> None:
        """Do something to the server that works on one of the projects, or to the database."""
        project = dice.choice(PROJECTS)
        await self.progress([project])
        await pace(dice.uniform(0.0, 0.4))
        if kind == "upgraded":
            owner = next(each for each in self.servers if each.program != self.newer)
        else:
            owner = await self.owner_of(project)
        begun = monotonic()
        before = self.answered([each for each in PROJECTS if each != project])
        match kind:
            case "database":
                await asyncio.to_thread(self.postgres.kill)
                await asyncio.to_thread(self.postgres.start)
            case "switchover":
                await asyncio.to_thread(self.postgres.fail_over)
            case "replaced" | "upgraded":
                owner.tell(Signals.SIGTERM)
            case _:
                owner.tell(Signals.SIGSTOP if kind == "stop" else Signals.SIGKILL)
                await self.balancer.without(owner)
        await self.progress([project])
        self.pauses[kind].append(monotonic() - begun)
        print(f"{kind}: {self.pauses[kind][-1]:.2f} s, {self.answered()} acknowledged", flush=True)
        self.neighbours += self.answered([each for each in PROJECTS if each != project]) - before
        if kind == "stop":
            owner.tell(Signals.SIGCONT)  # it wakes with what it was about to write, and with its clients of then
        elif kind in {"kill", "replaced", "upgraded"}:
            await until(lambda: owner.process.poll() is not None, seconds=PATIENCE_S)
            assert owner.process.returncode == (-Signals.SIGKILL if kind == "kill" else 0)
            if kind == "upgraded" and self.newer is not None:
                owner.program = self.newer
            owner.start_again()
            await until(lambda: owner.is_ready, seconds=START_S)
        self.balancer.is_out.discard(owner)

    async def progress(self, projects: Sequence[str]) -> None:
        """Wait until each writer of projects may have been answered since."""
        before = self.answered(projects)
        await until(lambda: self.answered(projects) > before + 1, seconds=PATIENCE_S)

    async def owner_of(self, project: str) -> FleetProcess:
        return await asyncio.to_thread(owner_of, self.postgres, DATABASE, self.servers, project)

    async def check(self, present: list[Writer]) -> None:
        """Every client has what the server has: all that was ever acknowledged, once."""
        for writers in self.writers.values():
            here = [writer for writer in writers if writer in present]
            state = await here[0].connection.get("/state", State)
            check(state, writers)
            for writer in here:
                replica = writer.connection.replica
                reached: Callable[[object], bool] = lambda _, to=state.sequence, it=replica: it.sequence >= to  # noqa: E731
                await asyncio.wait_for(writer.connection.until(reached), PATIENCE_S)
                assert replica.gaps == 0
                async with asyncio.timeout(PATIENCE_S):
                    heard, told = await settled(writer.connection)
                    while heard != told and any(server.program.source for server in self.servers):
                        await pace(1.0)  # a server of the last release tells a state that may be ahead of its sequence
                        heard, told = await settled(writer.connection)
                assert heard == told


def entered(postgres: Postgres, servers: list[FleetProcess], first: FleetProcess) -> dict[str, str]:
    """The owner makes the projects, at any server, and a token for each."""
    found: list[str] = []

    def has_link() -> bool:
        found[:] = re.findall(r"#ticket=(\S+)", first.log.read_text())
        return bool(found)

    tokens: dict[str, str] = {}
    until_in_a_process(has_link)
    with httpx2.Client(base_url=servers[0].address, headers={"origin": servers[0].address}, timeout=60) as browser:
        answer = browser.post("/api/session", json={"ticket": found[-1]})
        assert answer.status_code == 200, answer.text
        for project in PROJECTS:
            made = browser.post("/api/projects", json={"name": project, "profile": "systems"})
            assert made.status_code == 201, made.text
            token = browser.post("/api/tokens", json={"project": project, "access": "editor"})
            assert token.status_code == 201, token.text
            tokens[project] = token.json()["token"]
    taken = "SELECT count(*) FROM graphwright.project_lease WHERE server <> '' AND project <> ''"
    until_in_a_process(
        lambda: postgres.sql(taken, DATABASE) == "0", seconds=PATIENCE_S
    )  # they go where people ask for them
    return tokens


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


def play(folder: Path, *, writers: int, disturbances: Sequence[str], seed: int = 1) -> str:
    """Three servers, so many writers, these disturbances; the figures."""
    with running_postgres() as postgres:
        postgres.sql(f"CREATE DATABASE {DATABASE}")
        with running_fleet(postgres, DATABASE, folder, SIZE) as servers:
            try:
                tokens = entered(postgres, servers, owner_of(postgres, DATABASE, servers))
                crowd = Crowd(postgres, servers, tokens)
                asyncio.run(crowd.write(writers, seed, disturbances))
            except BaseException:
                print("\n".join(server.log.read_text()[-3000:] for server in servers))
                print(postgres.sql("SELECT * FROM graphwright.project_lease", DATABASE))
                print(postgres.sql("SELECT *, until - now() FROM graphwright.server", DATABASE))
                raise
            assert [server.end() for server in servers] == [0] * SIZE
        asyncio.run(check_journals(postgres.address(DATABASE)))
    told = ", ".join(f"{kind} {each}" for kind, each in Counter(disturbances).items())
    lines = [f"{told}: {crowd.answered()} changes acknowledged in {len(PROJECTS)} projects, 0 lost, torn or doubled"]
    for kind, pauses in crowd.pauses.items():
        p95 = quantiles(pauses, n=20)[-1] if len(pauses) > 1 else pauses[0]
        lines.append(
            f"{kind}: pause of its project p50 {median(pauses):.2f} s, p95 {p95:.2f} s, worst {max(pauses):.2f} s"
        )
    lines.append(f"in the other projects {crowd.neighbours} changes were acknowledged during these pauses")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """The long form."""
    parser = argparse.ArgumentParser(prog="python -m tests.fleet_chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=30, help="owners killed")
    parser.add_argument("--stops", type=int, default=30, help="owners stopped in the middle, and woken later")
    parser.add_argument("--crashes", type=int, default=0, help="of PostgreSQL, among them")
    parser.add_argument(
        "--switchovers", type=int, default=0, help="to another timeline of it, as a promoted standby has"
    )
    parser.add_argument("--replaced", type=int, default=0, help="owners stopped in order and started again")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    kinds = (
        ["kill"] * options.kills
        + ["stop"] * options.stops
        + ["database"] * options.crashes
        + ["switchover"] * options.switchovers
        + ["replaced"] * options.replaced
    )
    Random(options.seed).shuffle(kinds)
    with tempfile.TemporaryDirectory() as folder:
        print(play(Path(folder), writers=options.writers, disturbances=kinds, seed=options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

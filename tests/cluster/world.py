"""Several servers, as they are, on a simulated database and network, with clients that write while things happen.

A server is the program with everything of `fleet`: leases, succession, domain, front, lines and relays, on one host of
the simulated loop. It may be killed, cut off (and come back with what it was about to say) and stopped in order.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx2

from graphwright.client.connection import ClientConnection
from graphwright.client.doors import FileAnswer, Line, LineLost
from graphwright.client.in_process import Message
from graphwright.errors import GraphwrightError, OwnerLost, StoreError
from graphwright.fleet.domain import Domain
from graphwright.fleet.envelopes import ENVELOPE_HEADER, Envelope, sealed
from graphwright.fleet.front import FleetFront
from graphwright.fleet.lines import ROOM
from graphwright.fleet.reign import Reign, Succession
from graphwright.fleet.serving import Lives, drained
from graphwright.ports import Ids
from graphwright.protocol.state import State
from graphwright.server.assets import Assets
from graphwright.server.server_state import ServerState, open_server_state
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.postgres.lease import Holding, Kin, Leases
from graphwright.workbench import Workbench
from tests.cluster.database import MemberStore, SimulatedDatabase
from tests.cluster.network import FarLine, Gone, Network, answered
from tests.cluster.reaching import NobodyThere, answer_of, line_to, scope_of
from tests.places import START
from tests.sync.test_crash_loop import Writer, check, settled

PROJECTS = ("one", "two")
SIZE = 3
DIAL_S = 2.0
ASK_S = 30.0
CLIENT = "clients"
PAUSE_S = 0.5
"""Between two change sets of a client."""
PATIENCE_S = 60.0
"""How long anything may take once nothing happens any more; a lease runs out in 3 s."""


class LoopClock:
    """The clock of one machine on the simulated loop; its wall time may be set."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        return START + timedelta(seconds=self.monotonic()) + self.ahead

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Member:
    """One server, from its start to its end."""

    def __init__(self, world: World, place: str, number: int) -> None:
        self.world = world
        self.place = place
        """What it is called in the network; one that begins anew is another place."""
        self.address = f"http://{place}"
        self.clock = LoopClock()
        self.front: FleetFront | None = None
        self.leases: Leases | None = None
        self.stop = asyncio.Event()
        self._host: Any = asyncio.get_running_loop().net.host(place)  # type: ignore[attr-defined]  # of simloop
        self._ids = Ids(self.clock, Random(f"{world.seed} {place}").randbytes)
        self._number = number
        self.running = self.task(self._run())

    def task(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that this server does, and that ends when it is killed."""
        task: asyncio.Task[Any] = self._host.create_task(work)
        return task

    def kill(self) -> None:
        """It is gone without a word."""
        self.world.network.die(self.place)
        self._host.crash()

    async def _run(self) -> None:
        database, clock = self.world.database, self.clock

        async def open_table(_is_first: bool) -> Any:
            return database.table(self.place)

        async with Leases.joined(
            open_table, server=self.place, address=self.address, kin=Kin("1"), clock=clock
        ) as leases:
            succession = Succession(leases, clock)
            front = FleetFront(succession, Transport(self), self._dial)
            lives = Lives(front, succession, self._domain, self._program, "127.0.0.1")
            following = asyncio.create_task(succession.follow())
            working = asyncio.create_task(lives.work())
            self.front, self.leases = front, leases
            try:
                await self.stop.wait()
            finally:
                succession.is_leaving = True
                if self.place not in self.world.network.dead:
                    await drained(front)
                working.cancel()
                await asyncio.gather(working, return_exceptions=True)
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)

    @asynccontextmanager
    async def _domain(self, succession: Succession, holding: Holding) -> AsyncGenerator[Domain]:
        store = MemberStore(self.world.database, self.place, holding)
        try:
            yield Domain(succession, holding, store, self._alone)
        finally:
            await store.close()

    @asynccontextmanager
    async def _program(self, domain: Domain) -> AsyncGenerator[ServerState]:
        workbench = self.world.workbench(
            Storage(domain.store, claim=domain.claim, alone=domain.alone), self.clock, self._ids
        )
        try:
            yield open_server_state(workbench, assets=Assets({}))
        finally:
            await workbench.close()

    @asynccontextmanager
    async def _alone(self, name: str) -> AsyncGenerator[None]:
        lock = self.world.database.locks.setdefault(name, asyncio.Lock())
        await self.world.network.way(self.place, "database")
        async with lock:
            yield

    async def _dial(self, leases: Leases, reign: Reign, project: str) -> Line | None:
        """As `fleet.lines.dialled`, through the simulated network."""
        envelope = Envelope(
            to=reign.peer.server, project=project, at=leases.database_time(), method="GET", target=ROOM, host="",
            address="local",
        )  # fmt: skip
        headers = {ENVELOPE_HEADER: sealed(envelope, leases.secret), "host": "127.0.0.1"}
        try:
            return ReignLine(
                await self.world.line(self.place, reign.peer.address, scope_of("websocket", ROOM, headers)), reign
            )
        except (LineLost, GraphwrightError):
            return None


class ReignLine:
    """A line that is over with its reign."""

    def __init__(self, line: FarLine, reign: Reign) -> None:
        self._line = line
        self._ending = asyncio.create_task(self._end_with(reign))

    async def send(self, text: str) -> None:
        await self._line.send(text)

    async def receive(self) -> str:
        return await self._line.receive()

    async def close(self) -> None:
        self._ending.cancel()
        await self._line.close()

    async def _end_with(self, reign: Reign) -> None:
        await reign.over.wait()
        self._line.cut()


class Transport(httpx2.AsyncBaseTransport):
    """How one server asks another over HTTP."""

    def __init__(self, member: Member) -> None:
        self._member = member

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        body = b"".join([piece async for piece in request.stream])  # type: ignore[union-attr]  # an asynchronous one
        path = request.extensions["target"].decode("latin-1")
        headers = {name.decode(): value.decode("latin-1") for name, value in request.headers.raw}
        scope = scope_of("http", path, headers) | {"method": request.method}
        try:
            status, told, answer = await self._member.world.asked(self._member.place, str(request.url), scope, body)
        except Gone as error:
            raise httpx2.ReadError(str(error)) from None
        except NobodyThere as error:
            raise httpx2.ConnectError(str(error)) from None
        return httpx2.Response(status, headers=told, stream=httpx2.ByteStream(answer))


class ClientDoor:
    """A client's way through a balancer: another server at each new line."""

    def __init__(self, world: World, token: str, first: int) -> None:
        self._world, self._turn = world, first
        self._headers = {"host": "127.0.0.1", "authorization": f"Bearer {token}"}

    async def dial(self) -> Line:
        scope = scope_of("websocket", "/ws", self._headers)
        return await self._world.line(CLIENT, self._next(), scope, within_s=20.0)

    async def get(self, path: str) -> bytes:
        scope = scope_of("http", path, self._headers) | {"method": "GET"}
        try:
            async with asyncio.timeout(ASK_S):
                status, _, answer = await self._world.asked(CLIENT, self._next(), scope, b"")
        except (Gone, NobodyThere, TimeoutError) as error:
            raise LineLost(reason=str(error)) from None
        if status != 200:
            raise answered(status, answer)
        return answer

    async def post(self, path: str, body: bytes) -> bytes:
        raise NotImplementedError

    async def fetch(self, path: str, body: bytes) -> FileAnswer:
        raise NotImplementedError

    def _next(self) -> str:
        self._turn += 1
        there = [each for each in self._world.members if each.front is not None and each not in self._world.is_out]
        if not there:
            raise LineLost(reason="nobody is there")
        return there[self._turn % len(there)].address


class World:
    """A cluster and its clients."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.network = Network(Random(f"{seed} network"))
        self.clock = LoopClock()
        self.database = SimulatedDatabase(self.network, self.clock)
        self.members: list[Member] = []
        self.is_out: set[Member] = set()
        """Of whom the balancer knows that they do not answer."""
        self.tokens: dict[str, str] = {}
        self.writers: dict[str, list[Writer]] = {name: [] for name in PROJECTS}
        self.happened: list[str] = []
        self._started = 0

    def workbench(self, storage: Storage, clock: LoopClock, ids: Ids) -> Workbench:
        """The program of one server."""
        settings = Settings.read({"GRAPHWRIGHT_DATA": str(Path("unused"))})
        return Workbench(settings, storage, clock=clock, ids=ids, models=lambda _: ())

    async def begin(self) -> None:
        """Projects and tokens are there, and then the servers."""
        asyncio.get_running_loop().set_exception_handler(_unheard)
        workbench = self.workbench(Storage(self.database.kept), self.clock, Ids(self.clock, self.random.randbytes))
        state = open_server_state(workbench, assets=Assets({}))
        for name in PROJECTS:
            desk = await workbench.open_or_new_project(name)
            self.tokens[name] = (await state.authenticator.tokens.issue(desk, "editor")).token
        await workbench.close()
        for number in range(SIZE):
            self.start(number)

    def start(self, number: int) -> Member:
        """One more server."""
        self._started += 1
        member = Member(self, f"server{number}x{self._started}", number)
        self.members.append(member)
        return member

    def at(self, address: str) -> Member | None:
        """Who listens there."""
        return next((each for each in self.members if each.address == address.rstrip("/")), None)

    # asking servers --------------------------------------------------------------------------------------------------

    async def line(self, here: str, address: str, scope: Message, within_s: float = DIAL_S) -> FarLine:
        """A WebSocket to a server. `LineLost`, `GraphwrightError`."""
        member = self.at(address)
        if member is None or member.front is None:
            raise LineLost(reason="nobody listens")
        return await line_to(self.network, here, member, member.front.network, scope=scope, within_s=within_s)

    async def asked(
        self, here: str, address: str, scope: Message, body: bytes
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Status, headers and body of an answer. `Gone`, `NobodyThere`."""
        member = self.at(address)
        if member is None or member.front is None or member.place in self.network.dead:
            raise NobodyThere(address)
        return await answer_of(self.network, here, member, member.front.network, scope=scope, body=body)

    # what happens ----------------------------------------------------------------------------------------------------

    async def disturb(self) -> None:
        """Something happens to one of the servers, the network or the clock of the database."""
        member = self.random.choice(self.members)
        kind = self.random.choice(("kill", "cut off", "split", "replaced", "clock", "late and killed"))
        self.happened.append(kind)
        if kind in {"cut off", "late and killed"}:
            await self._in_the_middle(member)
        match kind:
            case "kill":
                self.lose(member)
            case "late and killed":  # what it was about to write arrives when it is long gone
                self.network.split(member.place)
                await asyncio.sleep(self.random.uniform(0.1, 1.0))
                self.lose(member)
                await asyncio.sleep(self.random.uniform(0.5, 9.0))
                self.network.heal()
            case "cut off":
                self.is_out.add(member)
                self.network.split(member.place)
                await asyncio.sleep(self.random.uniform(0.5, 9.0))
                self.network.heal()
                self.is_out.discard(member)
            case "split":  # from the database alone: the others and its clients still reach it
                others = [each.place for each in self.members if each is not member]
                self.network.split("database", *others, *((CLIENT,) if self.random.random() < 0.3 else ()))
                await asyncio.sleep(self.random.uniform(0.5, 9.0))
                self.network.heal()
            case "replaced":
                member.stop.set()
                await asyncio.wait({member.running}, timeout=60)
                assert member.running.done(), "a server that is stopped in order ends"
                self.members.remove(member)
                self.start(member._number)
            case _:  # the clock
                self.database.ahead_s += self.random.choice((-30.0, -2.0, 2.0, 30.0))
                member.clock.ahead += timedelta(seconds=self.random.choice((-3_600, 3_600)))

    async def _in_the_middle(self, member: Member) -> None:
        """Wait until a server has sent something that is to be written, if it does so soon."""
        for _ in range(2_000):
            if self.database.under_way[member.place]:
                return
            await asyncio.sleep(0.001)

    def lose(self, member: Member) -> None:
        """A server dies, and another begins in its place."""
        member.kill()
        self.members.remove(member)
        self.start(member._number)

    async def play(self, *, writers: int, disturbances: int) -> None:
        """So many write while so much happens; afterwards everything is right."""
        await self.begin()
        await self.until(lambda: all(each.front is not None for each in self.members))
        async with AsyncExitStack() as stack:
            writing = []
            for number in range(writers):
                project = PROJECTS[number % len(PROJECTS)]
                door = ClientDoor(self, self.tokens[project], number)
                ids = Ids(self.clock, Random(f"{self.seed} client {number}").randbytes)
                connection = ClientConnection(door, project, clock=self.clock, ids=ids)
                await stack.enter_async_context(connection)
                writer = Writer(connection, number, pause_s=PAUSE_S)
                self.writers[project].append(writer)
                writing.append(asyncio.ensure_future(writer.write()))
            for _ in range(disturbances):
                await self.progress()
                await asyncio.sleep(self.random.uniform(0.0, 1.0))
                await self.disturb()
            await self.progress()
            for task in writing:
                if task.done():
                    task.result()
            every = [writer for group in self.writers.values() for writer in group]
            for writer in every:
                writer.is_stopped = True
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*writing)
                await self.check()
        for member in self.members:
            member.stop.set()
        await asyncio.wait({member.running for member in self.members}, timeout=60)

    async def progress(self) -> None:
        """Every project is written again."""
        for writers in self.writers.values():
            before = sum(len(writer.answered) for writer in writers)
            await self.until(lambda: sum(len(each.answered) for each in writers) > before + len(writers))  # noqa: B023

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something, for a bounded time."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                await asyncio.sleep(0.05)

    async def check(self) -> None:
        """Every client has what the server has: all that was ever acknowledged, once; journals are dense and fold."""
        for writers in self.writers.values():
            state = await again(lambda: writers[0].connection.get("/state", State))  # noqa: B023
            check(state, writers)
            for writer in writers:
                replica = writer.connection.replica
                await writer.connection.until(lambda it, to=state.sequence: it.sequence >= to)  # type: ignore[misc]
                assert replica.gaps == 0
                heard, told = await again(lambda: settled(writer.connection))  # noqa: B023
                assert heard == told
        for row in await self.database.kept.projects():
            sequences = [entry.sequence async for entry in self.database.kept.read(row.project_id)]
            assert sequences == list(range(1, len(sequences) + 1))
            assert await self.database.kept.rebuild(row.project_id) == []


async def again(ask: Callable[[], Awaitable[Any]]) -> Any:
    """The answer, as soon as somebody gives one."""
    while True:
        with suppress(LineLost):
            return await ask()
        await asyncio.sleep(0.5)


def _unheard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A write for which nobody waits is refused to nobody, once its server was fenced or has lost its database."""
    if not isinstance(context.get("exception"), OwnerLost | StoreError):
        loop.default_exception_handler(context)

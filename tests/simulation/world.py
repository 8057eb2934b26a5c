"""One server that dies and comes back, the people who use it, and what must be so in the end."""

from __future__ import annotations

import asyncio
import gc
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

import apsw

from graphwright.client.doors import LineLost
from graphwright.errors import StoreError
from graphwright.protocol.commands import ChangesRedo, ChangesSubmit, ChangesUndo, MessageSend
from graphwright.protocol.events import CommitApplied, RunFinished, RunStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.runs import Run
from graphwright.schedules.schedules import ScheduleChange
from graphwright.server.server_state import ServerState
from graphwright.store.base import StoredEntry
from graphwright.store.chain import START as BEFORE_ALL
from graphwright.store.chain import JournalPosition, verify
from graphwright.store.entries import event_of
from graphwright.store.reads import StoredProject
from graphwright.store.sqlite import SqliteStore
from tests.cluster.network import Network
from tests.simulation.loop import MachineClock, in_order
from tests.simulation.people import PROJECT, Door, Follower, Somebody
from tests.simulation.server import Changed, Server
from tests.store.simulated import image
from tests.sync.test_crash_loop import settled

PEOPLE = 3
DISTURBANCES = 5
CALM_S = (0.5, 6.0)
"""Between two disturbances."""
PATIENCE_S = 400.0
"""How long anything may take once nothing happens any more."""
SCHEDULES = tuple(f"{minute}-59/5 * * * *" for minute in range(5))
"""Each minute another is due, and the first of them soon."""
KINDS = (
    "killed", "killed while it wrote", "power cut", "power cut while it wrote", "replaced", "disk full",
    "disk broken", "line cut", "split", "clock",
)  # fmt: skip


class History(NamedTuple):
    """What came of one seed."""

    journal: str
    """The hash of every byte of the journal."""
    trace: str
    """The hash of all that was done, in its order."""
    happened: tuple[str, ...]
    entries: int
    changes: int
    """Acknowledged."""
    runs: int
    scheduled: int
    """Of the runs those that schedules began."""


def history(
    seed: int, *, changed: Changed = lambda _store: None, disturbances: int = DISTURBANCES, is_traced: bool = True
) -> History:
    """One history; raises what was wrong in it. The trace is empty where it is not wanted: it takes a tenth of the time."""
    # What was there before is not gone through by each look for cycles: those were a quarter of the time of a history.
    gc.collect()
    gc.freeze()
    with tempfile.TemporaryDirectory(prefix="simulation-") as folder:
        worlds: list[World] = []

        async def play() -> None:
            worlds.append(world := World(seed, Path(folder), changed))
            await world.play(disturbances)

        try:
            trace = in_order(seed, play, is_traced=is_traced)
        finally:
            for world in worlds:
                world.forget()
        (world,) = worlds
        commands = [each for somebody in world.people for each in somebody.answered]
        changes = sum(isinstance(each.command, ChangesSubmit) and each.result is not None for each in commands)
        return History(world.journal, trace, tuple(world.happened), world.entries, changes, world.runs, world.scheduled)


class World:
    """A machine with its disk, and the network between it and people."""

    def __init__(self, seed: int, folder: Path, changed: Changed) -> None:
        self.happened: list[str] = []
        self.people: list[Somebody] = []
        self.journal = ""
        self.entries = 0
        self.runs = 0
        self.scheduled = 0
        """Of the runs those that schedules began."""
        self._seed = seed
        self._folder = folder
        self._changed = changed
        self._random = Random(seed)
        self._network = Network(Random(f"{seed} network"))
        self._clock = MachineClock(seed)
        self._clock.ahead = timedelta(seconds=self._random.uniform(25, 58))
        self._servers: list[Server] = []
        self._server = self._start({})
        self._follower: Follower

    def forget(self) -> None:
        """Nobody looks at it any more."""
        for server in self._servers:
            server.forget()

    def _start(self, files: dict[str, bytes]) -> Server:
        server = Server(
            len(self._servers) + 1, files, folder=self._folder, network=self._network, clock=self._clock, seed=self._seed,
            changed=self._changed,
        )  # fmt: skip
        self._servers.append(server)
        return server

    async def _watch(self) -> None:
        """Start the server again whenever it has ended."""
        while True:
            await self._server.ended.wait()
            await asyncio.sleep(self._random.uniform(0.05, 2.0))
            self._server = self._start(self._server.left)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                await asyncio.sleep(0.05)

    # what happens ----------------------------------------------------------------------------------------------------

    async def play(self, disturbances: int) -> None:
        """People work while so much happens; afterwards everything is right."""
        asyncio.get_running_loop().set_exception_handler(_unheard)
        await self._begin()
        watching, following = asyncio.create_task(self._watch()), asyncio.create_task(self._follower.follow())
        working = [asyncio.create_task(somebody.live()) for somebody in self.people]
        for _ in range(disturbances):
            await asyncio.sleep(self._random.uniform(*CALM_S))
            await self._disturb(self._random.choice(KINDS))
            for task in working:
                if task.done():
                    task.result()
        await asyncio.sleep(self._random.uniform(*CALM_S))
        for somebody in self.people:
            somebody.is_stopped = True
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*working)
        await self._check()
        watching.cancel()
        following.cancel()

    async def _begin(self) -> None:
        """A project with a schedule, and people who may change it."""
        await self._until(lambda: self._server.state is not None)
        state = self._server.state
        assert state is not None

        async def set_up() -> list[str]:
            open_project = await state.workbench.open_or_new_project(PROJECT)
            for cron in SCHEDULES:
                wanted = ScheduleChange(name=cron, cron=cron, workflow="check", text="Check the model")
                await state.schedules.add(open_project.project.project_id, wanted, await state.workbench.owner())
            return [(await state.authenticator.tokens.issue(open_project, "editor")).token for _ in range(PEOPLE + 1)]

        *of_people, of_follower = await self._server.task(set_up())
        self._follower = Follower(Door(self._network, "follower", of_follower, lambda: self._server))
        for number, token in enumerate(of_people):
            door = Door(self._network, f"person{number}", token, lambda: self._server)
            self.people.append(Somebody(number, self._seed, door, self._clock))

    async def _disturb(self, kind: str) -> None:
        self.happened.append(kind)
        server = self._server
        match kind:
            case "killed" | "power cut":
                server.kill(is_power_cut=kind == "power cut")
            case "killed while it wrote" | "power cut while it wrote":
                server.kill_at(self._random.randrange(1, 60), is_power_cut=kind.startswith("power"))
            case "replaced":
                server.stop.set()
                await self._until(server.ended.is_set)
            case "disk full" | "disk broken":
                server.fail_with(apsw.FullError if kind == "disk full" else apsw.IOError)
                await asyncio.sleep(self._random.uniform(0.1, 3.0))
                server.fail_with(None)
                if self._random.random() < 0.7 or server.state is None or server.state.workbench.store.trouble():
                    await asyncio.sleep(self._random.uniform(0.0, 2.0))  # somebody sees it, and starts it again
                    if self._random.random() < 0.5:
                        server.stop.set()
                    else:
                        server.kill(is_power_cut=self._random.random() < 0.5)
                    await self._until(server.ended.is_set)
            case "line cut":
                for line in self._random.choice(self.people).door.lines:
                    line.cut()
            case "split":
                self._network.split(f"person{self._random.randrange(PEOPLE)}")
                await asyncio.sleep(self._random.uniform(0.5, 9.0))
                self._network.heal()
            case _:  # the clock
                self._clock.ahead += timedelta(seconds=self._random.choice((-3_600, -90, 60, 90, 300, 3_600)))

    # what must be so -------------------------------------------------------------------------------------------------

    async def _check(self) -> None:
        await self._until(lambda: self._server.state is not None and not self._server.ended.is_set())
        state = self._server.state
        assert state is not None
        store = state.workbench.store
        assert store.trouble() is None
        (row,) = await store.projects()
        project = StoredProject(store, row.project_id)
        for schedule in await state.schedules.everywhere():
            await state.schedules.change(schedule, ScheduleChange(is_on=False))

        async with asyncio.timeout(PATIENCE_S):  # runs end, or wait for people
            while any(run.status in {"queued", "running"} for run in await project.read_all(Run)):
                await asyncio.sleep(0.5)
            for somebody in self.people:
                await self._check_is_as_told(somebody)
            await self._check_presence()
            self._check_nothing_is_left()
            for schedule in await state.schedules.everywhere():  # what was being started is found out
                while (await state.schedules.state_of(schedule.schedule_id)).starting is not None:
                    await asyncio.sleep(0.5)
            head = await store.head(row.project_id)
            await self._until(lambda: len(self._follower.heard) >= head.sequence)

        entries = [entry async for entry in store.read(row.project_id)]
        check_journal(entries)
        assert await store.rebuild(row.project_id) == [], "documents are what the journal says"
        heard = [(each["sequence"], each["type"]) for each in self._follower.heard[: len(entries)]]
        assert heard == [(entry.sequence, entry.type) for entry in entries], "who follows hears each entry once"
        await self._check_schedules(state, entries)
        self._check_answers(entries, await state.workbench.owner())
        self.entries = len(entries)
        self.journal = journal_hash(entries)

        # The power goes off for the last time, and what was read is what is there.
        self._server.kill(is_power_cut=True)
        found = image(self._server.left, self._folder / "afterwards")
        again = await SqliteStore.open(found, self._clock)
        try:
            kept = journal_hash([entry async for entry in again.read(row.project_id)])
            assert kept == self.journal, "what was told is on the disk"
        finally:
            await again.close()

    async def _check_is_as_told(self, somebody: Somebody) -> None:
        """What somebody has heard, through all of it, is what the server tells whoever comes now."""
        while True:
            try:
                heard, told = await settled(somebody.connection)
            except LineLost:
                await asyncio.sleep(0.5)
                continue
            assert heard == told, f"{somebody.name} knows something else"
            assert somebody.connection.replica.gaps == 0, f"{somebody.name} missed an event"
            return

    async def _check_presence(self) -> None:
        """Everybody sees everybody else, and nobody who has gone."""
        state = self._server.state
        assert state is not None

        def is_right() -> bool:
            lines = [somebody.connection for somebody in self.people]
            sessions = {line.opened.session_id for line in lines if line.opened is not None}
            return all(
                {*line.replica.passing.here} == sessions - {line.opened.session_id}
                for line in lines if line.opened is not None
            )  # fmt: skip

        await self._until(is_right)

    def _check_nothing_is_left(self) -> None:
        """No text that nobody writes any more, and no ghosts of it."""
        for somebody in self.people:
            replica = somebody.connection.replica
            waiting = {proposal.proposal_id for proposal in replica.proposals.values() if proposal.state == "open"}
            assert not replica.passing.streaming, f"{somebody.name} sees a text that nobody writes"
            assert not replica.passing.growing.keys() - waiting, f"{somebody.name} sees ghosts"
            assert not replica.passing.progress, f"{somebody.name} sees something go on"

    async def _check_schedules(self, state: ServerState, entries: list[StoredEntry]) -> None:
        """Each time that was due is dealt with once, by one run where it was started."""
        begun: list[str | None] = []
        for schedule in await state.schedules.everywhere():
            starts = (await state.schedules.state_of(schedule.schedule_id)).starts
            due = [start.due for start in starts]
            assert len(due) == len(set(due)), "a time is dealt with once"
            begun += [start.run_id for start in starts if start.status == "started"]
        owner = await state.workbench.owner()
        runs = [event.run_id for event in map(event_of, entries)
                if isinstance(event, RunStarted) and event.author.person_id == owner.person_id]  # fmt: skip
        assert sorted(runs) == sorted(begun), "a time that was started has one run"  # type: ignore[type-var]
        self.scheduled = len(runs)

    def _check_answers(self, entries: list[StoredEntry], owner: Author) -> None:
        """What was acknowledged is there once, and nothing else of these people is."""
        events = [event_of(entry) for entry in entries]
        commits = [event for event in events if isinstance(event, CommitApplied)]
        started = [event for event in events if isinstance(event, RunStarted)]
        ended = Counter(event.run_id for event in events if isinstance(event, RunFinished))
        assert all(count == 1 for count in ended.values()), "a run ends once"
        runs = Counter(run.run_id for run in started)
        assert all(count == 1 for count in runs.values()), "a run begins once"
        self.runs = len(runs)
        commands = [each for somebody in self.people for each in somebody.answered]
        assert [failed for somebody in self.people for failed in somebody.failed] == []

        done = {
            each.result["commit"]["commitId"]: each.result["commit"]["revision"]
            for each in commands
            if isinstance(each.command, ChangesSubmit | ChangesUndo | ChangesRedo) and each.result
            and each.result.get("commit") is not None
        }  # fmt: skip
        by_hand = {commit.commit_id: commit.revision for commit in commits if commit.run_id is None
                   and commit.proposal_id is None}  # fmt: skip
        assert by_hand == done, "what people changed is what was acknowledged to them"
        assert len(by_hand) == sum(commit.commit_id in by_hand for commit in commits)

        asked = {
            each.result["runId"] for each in commands if isinstance(each.command, MessageSend) and each.result
        }  # fmt: skip
        of_people = {run.run_id for run in started if run.author.person_id != owner.person_id}
        assert of_people == asked, "a message begins one run, and nobody else does"
        of_runs = Counter(commit.run_id for commit in commits if commit.run_id is not None)
        assert all(count == 1 for count in of_runs.values()), "a run changes the model once"


def check_journal(entries: list[StoredEntry]) -> None:
    """Dense, chained and readable."""
    position = BEFORE_ALL
    for entry in entries:
        assert [*verify(entry, position)] == []
        position = JournalPosition(entry.sequence, entry.revision, entry.chain)


def journal_hash(entries: list[StoredEntry]) -> str:
    """Over every byte."""
    digest = sha256()
    for entry in entries:
        digest.update(repr((entry.sequence, entry.type, entry.version, entry.at, entry.revision)).encode())
        for piece in (entry.body, *entry.more):
            digest.update(piece)
        digest.update(entry.chain.encode())
    return digest.hexdigest()


def _unheard(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """A write for which nobody waits is refused to nobody, once the disk fails or the server is dead."""
    if not isinstance(context.get("exception"), StoreError | apsw.Error):
        loop.default_exception_handler(context)

"""The one door to a graph, whole: plan, local rules, journal on disk, live graph, events; what one change set costs.

Limit: the same bytes appended to a file and fdatasync, one at a time, on the same disk, in turn with the rows. The
project holds 2,000 nodes, so that names, neighbours and rules have something to look at.

- *one operation*: a person renames a node; *ten operations*: a function with flow, requirement and test is added.
- *64 callers*: as many wait at once, and the committer writes them in groups.
- *another thread*, *the journal alone*: the least that a program with an event loop can take, and what is left of the
  door without plan, graph and events.
- *a batch*: a thousand operations in one change set, beside its bytes in one append.

The event loop is the one that a server runs on (uvloop). asyncio's own takes some 50 us more for the way of one change
set.

Run: python -m benchmarks door
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import uvloop

from benchmarks import _systems
from benchmarks._table import Table
from benchmarks._turns import Log, Samples, awaited, timed
from graphwright.bus import LocalBus
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.plan import IMPORT_OPERATIONS, plan
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Project, Projects
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import OperationId, PersonId, ProjectId, Ref
from graphwright.protocol.operations import ChangeSet, NodeSet, NodeUpdate, Operation
from graphwright.store.connection_thread import ConnectionThread
from graphwright.store.entries import entry_of
from graphwright.store.sqlite import SqliteStore

ANA = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="Ana")
CALLERS = 64
FEATURES = 100
"""Of ten operations each, in one batch."""
BATCH_S = 0.030


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    yield from uvloop.run(measure(folder, nodes=500 if quick else 2_000, seconds=0.05 if quick else 6.0))


class Door:
    """A project on disk with its committer, and change sets that always fit."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.committer = Committer(project)
        self.commit: CommitApplied
        """The last one."""
        self._numbers = count(1)
        self._anchors: dict[str, list[str]] = {}

    async def fill(self, nodes: int) -> None:
        await self.submit(_systems.operations(nodes), importing=True)
        graph = self.project.graph
        self._anchors = {kind: [node.node_id for node in graph.of_type(kind)] for kind in ("FCHAIN", "MOD", "FUNC")}

    async def submit(self, operations: Sequence[Operation], *, importing: bool = False) -> None:
        done = await self.committer.submit(
            Submission(
                change_set=ChangeSet(base_revision=self.project.graph.revision, operations=list(operations)),
                author=ANA,
                origin="import" if importing else "person",
                importing=importing,
                limit=IMPORT_OPERATIONS,
            )
        )
        assert done.commit is not None
        self.commit = done.commit

    def rename(self) -> list[Operation]:
        number = next(self._numbers)
        ref = Ref(self._anchor("FUNC", number))
        return [NodeUpdate(id=OperationId("op-1"), ref=ref, set=NodeSet(name=f"WeighParcel{number}"))]

    def feature(self) -> list[Operation]:
        number = next(self._numbers)
        kinds = ("FCHAIN", "MOD", "FUNC")
        chain, module, function = (self._anchor(kind, number) for kind in kinds)
        return _systems.feature(number, chain, module, function)

    def batch(self) -> list[Operation]:
        return [operation for _ in range(FEATURES) for operation in self.feature()]

    def body(self) -> bytes:
        """What the journal keeps of the last commit."""
        return entry_of(self.commit, self.project.clock).body

    def _anchor(self, node_type: str, number: int) -> str:
        anchors = self._anchors[node_type]
        return anchors[number % len(anchors)]


async def measure(folder: Path, *, nodes: int, seconds: float) -> list[Table]:
    clock = SystemClock()
    store = await SqliteStore.open(folder, clock)
    log = Log(folder / "log")
    try:
        projects = Projects(store, LocalBus(), clock, Ids(clock))
        door = Door(await projects.open_or_create("bench", policy="auto", language="en"))
        await door.fill(nodes)
        return [
            await through(door, log, "one operation (a rename)", door.rename, seconds),
            await through(door, log, "ten operations (a function is added)", door.feature, seconds),
            await batches(door, log, seconds / 2),
        ]
    finally:
        log.close()
        await store.close()


async def through(door: Door, log: Log, title: str, make: Callable[[], list[Operation]], seconds: float) -> Table:
    await door.submit(make())
    body = door.body()
    bare, thread, loop = await Bare.made(door.project), ConnectionThread(), asyncio.get_running_loop()
    least: Samples = []
    beside: Samples = []
    journal: Samples = []
    alone: Samples = []
    among: Samples = []
    stop = time.perf_counter() + seconds
    while not among or time.perf_counter() < stop:
        for _ in range(10):
            least.append(timed(lambda: log.append(body)))
        for _ in range(10):
            beside.append(await awaited(lambda: loop.run_in_executor(thread, log.append, body)))
            journal.append(await awaited(lambda: bare.append(door.commit)))
        for _ in range(10):
            operations = make()
            alone.append(await awaited(lambda operations=operations: door.submit(operations)))
        sets = [make() for _ in range(CALLERS)]
        together = await awaited(lambda sets=sets: asyncio.gather(*(door.submit(each) for each in sets)))
        among.append(together / CALLERS)
    thread.shutdown()
    planned = [rehearsed(door, make()) for _ in alone]
    table = Table(f"the whole door, change sets of {title}, {len(body):,} bytes in the journal", what="change set")
    table.limit("append and fdatasync", least)
    table.add("the same on another thread, awaited", beside)
    table.add("the journal alone, awaited", journal)
    table.add("one caller", alone, times=3.0)
    table.add(f"{CALLERS} callers", among, f"{len(least)} appends, {len(among)} rounds", times=1.0)
    table.add("of this, the plan with local rules", planned)
    return table


def rehearsed(door: Door, operations: list[Operation]) -> float:
    """Seconds of the plan alone."""
    graph = door.project.graph
    change_set = ChangeSet(base_revision=graph.revision, operations=operations)
    begin = time.perf_counter()
    made = plan(graph, change_set, ids=door.project.ids)
    seconds = time.perf_counter() - begin
    assert not made.problems, made.problems
    return seconds


async def batches(door: Door, log: Log, seconds: float) -> Table:
    await door.submit(door.batch())
    body = door.body()
    bare = await Bare.made(door.project)
    least: Samples = []
    whole: Samples = []
    journal: Samples = []
    planned: Samples = []
    stop = time.perf_counter() + seconds
    while not whole or time.perf_counter() < stop:
        operations = door.batch()
        planned.append(rehearsed(door, operations))
        whole.append(await awaited(lambda operations=operations: door.submit(operations)))
        least.append(timed(lambda: log.append(body)))
        journal.append(await awaited(lambda: bare.append(door.commit)))
    title = f"a batch of {10 * FEATURES:,} operations in one change set, {len(body):,} bytes in the journal"
    table = Table(title, what="batch")
    table.limit("append and fdatasync", least)
    table.add("the journal alone: encoded, hashed, stored", journal, times=3.0)
    table.add("the whole door", whole, most=BATCH_S)
    table.add("of this, the plan with local rules", planned)
    return table


class Bare:
    """A second project of the same store, into which commits are written unplanned."""

    def __init__(self, project: Project, project_id: ProjectId) -> None:
        self._project = project
        self._project_id = project_id
        self._revisions = count(1)

    @classmethod
    async def made(cls, beside: Project) -> Bare:
        project_id = ProjectId(beside.ids.new())
        await beside.store.create_project(project_id, f"bare-{project_id}", [])
        return cls(beside, project_id)

    async def append(self, commit: CommitApplied) -> None:
        entry = entry_of(commit, self._project.clock, revision=next(self._revisions))
        await self._project.store.append(self._project_id, [entry])

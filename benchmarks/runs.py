"""What a durable step costs: its beginning and all before it are on disk before its body does anything.

Limit: one append of the bytes of such a step, and fdatasync. A row is a workflow of 50 steps whose bodies do nothing,
one after another or side by side, on the store on disk; start and end of the run are left out of its time. The second
table asks whether a step costs more when the run has many already; there the limit is a step of a short run.

Run: python -m benchmarks runs
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from benchmarks._long import Answer, Size, filled
from benchmarks._table import Table
from benchmarks._turns import Log, Samples, timed
from graphwright.bus import LocalBus
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Project, Projects
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope, StepScope
from graphwright.store.sqlite import SqliteStore

ANA = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="Ana")
STEPS = 50
STEP = {"step.started", "step.finished"}


class Ask(Record, frozen=True, kw_only=True):
    """The request of both workflows."""


async def body(step: StepScope, number: int) -> Answer:
    await step.durable()
    return Answer(number=number)


class Workflows:
    """Two workflows of the same steps; each notes how long its steps took."""

    def __init__(self) -> None:
        self.one_by_one: Samples = []
        self.side_by_side: Samples = []

    async def in_turn(self, run: RunScope, _ask: Ask) -> Answer:
        begin = time.perf_counter()
        for number in range(STEPS):
            await run.step("model_call", body, number, key=str(number))
        self.one_by_one.append((time.perf_counter() - begin) / STEPS)
        return Answer(number=STEPS)

    async def together(self, run: RunScope, _ask: Ask) -> Answer:
        begin = time.perf_counter()
        await run.parallel(*(run.step("model_call", body, number, key=str(number)) for number in range(STEPS)))
        self.side_by_side.append((time.perf_counter() - begin) / STEPS)
        return Answer(number=STEPS)


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    short, long = folder / "short", folder / "long"
    short.mkdir()
    long.mkdir()
    yield asyncio.run(measure(short, rounds=1 if quick else 40))
    yield asyncio.run(lengthen(long, sizes=(20, 120) if quick else (100, 1_000, 9_900)))


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Project, Engine]]:
    clock = SystemClock()
    store = await SqliteStore.open(folder, clock)
    try:
        ids = Ids(clock)
        project = await Projects(store, LocalBus(), clock, ids).open_or_create("bench", policy="auto", language="en")
        engine = Engine(project, owner=ids.new())
        yield project, engine
        await engine.close()
    finally:
        await store.close()


async def measure(folder: Path, *, rounds: int) -> Table:
    workflows = Workflows()
    least: Samples = []
    async with opened(folder) as (project, engine):
        with closing(Log(folder / "log")) as log:
            engine.register("in_turn", workflows.in_turn)
            engine.register("together", workflows.together)
            await engine.settled(await engine.start("in_turn", Ask(), author=ANA, question="How fast?"))
            entries = [entry.body async for entry in project.store.read(project.project_id) if entry.type in STEP]
            step = b"".join(entries[-4:-2])
            for _ in range(rounds):
                for name in ("in_turn", "together"):
                    await engine.settled(await engine.start(name, Ask(), author=ANA, question="How fast?"))
                    least += [timed(lambda: log.append(step)) for _ in range(10)]
    table = Table(f"durable steps, {STEPS} in a run", what="step")
    table.limit("append and fdatasync of the bytes of one step", least, f"{len(step):,} bytes")
    table.add("one after another", workflows.one_by_one, times=2.2)
    table.add("side by side", workflows.side_by_side, times=0.35)
    return table


async def lengthen(folder: Path, *, sizes: Sequence[int]) -> Table:
    taken: Samples = []

    async def longer(run: RunScope, size: Size) -> Answer:
        await filled(run, size.steps)
        for number in range(STEPS):
            begin = time.process_time()
            await run.step("model_call", body, number, key=str(number))
            taken.append(time.process_time() - begin)
        return Answer(number=STEPS)

    table = Table("one more step, processor time", what="step")
    async with opened(folder) as (_, engine):
        engine.register("longer", longer)
        for size in sizes:
            taken.clear()
            state = await engine.settled(
                await engine.start("longer", Size(steps=size), author=ANA, question="How far?")
            )
            assert state.status == "completed", state.error
            if size == sizes[0]:
                table.limit(f"of a run that has {size:,}", list(taken))
            else:
                table.add(f"of a run that has {size:,}", list(taken), times=1.5)
    return table

"""What a turn of a discussion costs beside its language model: prompt, streaming, reading, and making it durable.

Limit: one append and fdatasync of the bytes that a turn leaves in the journal. The language model of the rows answers
136 words at once, so all of their time is ours. A row is a discussion of several rounds without votes: by the clock on
the store on disk, and in processor time on the one in memory, which is what a turn takes from everybody else on the
loop. The turns of late rounds carry the whole transcript.

Run: python -m benchmarks discuss
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Raw

from benchmarks._table import Table
from benchmarks._turns import Log, Samples, timed
from graphwright.llm.testing import FunctionModel
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.store.sqlite import SqliteStore
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workbench import Workbench

ANA = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="Ana")
ROUNDS: Final = 10
TURNS: Final = 3 * ROUNDS
SPOKEN: Final = " ".join(["A word of this turn, and another one."] * 17)


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    yield asyncio.run(measure(folder, times=1 if quick else 12))


async def measure(folder: Path, *, times: int) -> Table:
    clock = SystemClock()
    disk = await SqliteStore.open(folder, clock)
    log = Log(folder / "log")
    on_disk: Samples = []
    in_memory: Samples = []
    least: Samples = []
    try:
        size = await _bytes_of_a_turn(MemoryStore(clock), clock)
        for _ in range(times):
            on_disk.append(await _seconds_of_a_turn(disk, clock))
            in_memory.append(await _processor_seconds_of_a_turn(clock))
            least += [timed(lambda: log.append(b"x" * size)) for _ in range(10)]
    finally:
        log.close()
        await disk.close()
    table = Table(f"turns of a discussion, {TURNS} in a run, beside the language model", what="turn")
    table.limit("append and fdatasync of the bytes of one turn", least, f"{size:,} bytes")
    table.add("on disk, by the clock", on_disk)
    table.add("in memory, processor time", in_memory, most=0.005)
    return table


async def _seconds_of_a_turn(store: Store, clock: SystemClock) -> float:
    begin = time.perf_counter()
    await _held(store, clock)
    return (time.perf_counter() - begin) / TURNS


async def _processor_seconds_of_a_turn(clock: SystemClock) -> float:
    begin = time.process_time()
    await _held(MemoryStore(clock), clock)
    return (time.process_time() - begin) / TURNS


async def _bytes_of_a_turn(store: Store, clock: SystemClock) -> int:
    project_id = await _held(store, clock)
    bodies = [len(entry.body) async for entry in store.read(project_id)]  # type: ignore[arg-type]
    return sum(bodies) // TURNS


async def _held(store: Store, clock: SystemClock) -> str:
    """One discussion from its beginning to its record."""
    ids = Ids(clock)
    settings = Settings.read({"GRAPHWRIGHT_DATA": "unused"})
    model = FunctionModel(lambda _: SPOKEN)
    workbench = Workbench(settings, Storage(store), clock=clock, ids=ids, models=lambda _: [model])
    open_project = await workbench.open_or_new_project(f"bench-{ids.new()}"[:40])
    question, events = posted("What does a turn cost?", author=ANA, thread_id=None, ids=ids, clock=clock)
    options = Raw(b'{"rounds": %d, "end": {"noNewClaims": 0}, "summaryEvery": 200}' % ROUNDS)
    request = WorkflowRequest(
        text="What does a turn cost?", message_id=question.message_id, thread_id=question.thread_id, options=options
    )
    run_id = await open_project.engine.start(
        "discuss", request, author=ANA, question=request.text, thread_id=question.thread_id, before=events
    )
    state = await open_project.engine.settled(run_id)
    if state.status != "completed":
        raise RuntimeError(f"the discussion is {state.status}: {state.error}")
    await workbench.close()
    return open_project.project.project_id

"""What grows with a model and what does not: one change, all findings, the index, the longest look of the collector.

Processor time of this thread, because waiting says little about size. The limit of each table is the smallest model,
per node where the whole is gone through: what is more than 1 x there grows faster than the model. With 200,000 nodes it
takes minutes, so it is no part of `make bench`.

Run: make bench-large
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from benchmarks._table import Table
from benchmarks._turns import Samples
from benchmarks.door import Door
from graphwright.app import open_workbench
from graphwright.ports import short_collections
from graphwright.protocol.operations import Operation
from graphwright.settings import Settings
from graphwright.workbench import OpenProject, Workbench

SIZES = (2_000, 10_000, 50_000, 100_000, 200_000)
SURVEYED = 50_000
"""Larger ones are not surveyed: it compares each function with 200 others, node by node the same."""
COMMITS = 200
KEPT = 0.1
"""Of the time that the index takes to be made, in a large model: so much time may the first search take."""
LARGE = 10_000


class Measured:
    """Of one model."""

    def __init__(self) -> None:
        self.rename: Samples = []
        self.feature: Samples = []
        self.together: Samples = []
        self.index: Samples = []
        self.kept: Samples = []
        self.survey: Samples = []
        self.looks: Samples = [0.0]


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    sizes = (500, 1_000) if quick else SIZES
    found = {size: asyncio.run(measured(folder / str(size), size, 3 if quick else COMMITS)) for size in sizes}
    yield changes("a rename, from the door to the end of what follows at once", found, lambda each: each.rename)
    yield changes("ten operations (a function is added), the same way", found, lambda each: each.feature)
    yield changes("a rename of 64 that wait together", found, lambda each: each.together)
    yield wholes("the index of a model, made", found, lambda each: each.index)
    kept = Table("the first search after a start, of an index that was kept, processor time", what="search")
    for size, each in found.items():
        kept.add(f"{size:,} nodes", each.kept, most=median(each.index) * KEPT if size >= LARGE else None)
    yield kept
    yield wholes("all findings of a model", found, lambda each: each.survey)
    looks = Table("the longest look of the collector while all this is done", what="model")
    for size, each in found.items():
        looks.add(f"{size:,} nodes", [max(each.looks)], f"{len(each.looks):,} looks", most=0.005)
    yield looks


async def measured(data: Path, size: int, commits: int) -> Measured:
    found = Measured()
    async with open_workbench(Settings.read({}, {"data": str(data)})) as workbench:
        desk = await workbench.open_or_new_project("large")
        door = Door(desk.project)
        await door.fill(size)
        with short_collections():
            begun = watched(found.looks)
            try:
                await everything(found, workbench, desk, door, commits)
            finally:
                gc.callbacks.remove(begun)
        await desk.retriever.fill()  # writes the file beside everything else, and closing waits for it
    gc.unfreeze()
    async with open_workbench(Settings.read({}, {"data": str(data)})) as workbench:
        desk = await workbench.open_project("large")
        begin = time.process_time()
        await desk.retriever.search("system order")
        found.kept.append(time.process_time() - begin)
    return found


async def everything(found: Measured, workbench: Workbench, desk: OpenProject, door: Door, commits: int) -> None:
    begin = time.thread_time()
    for _ in desk.retriever.index.fill():
        await asyncio.sleep(0)
    found.index.append(time.thread_time() - begin)
    if len(desk.project.graph.nodes) <= SURVEYED * 1.1:
        begin = time.thread_time()
        await workbench.survey.of(desk.project)
        found.survey.append(time.thread_time() - begin)
    for samples, make in ((found.rename, door.rename), (found.feature, door.feature)):
        for _ in range(commits):
            samples.append(await spent(door, [make()]))
    for _ in range(max(1, commits // 64)):
        found.together.append(await spent(door, [door.rename() for _ in range(64)]))


async def spent(door: Door, sets: list[list[Operation]]) -> float:
    """Seconds of processor for each of some change sets that are handed over together."""
    begin = time.thread_time()
    await asyncio.gather(*map(door.submit, sets))
    return (time.thread_time() - begin) / len(sets)


def watched(looks: Samples) -> Callable[[str, dict[str, int]], None]:
    """Note how long each look of the collector takes."""
    begun = 0.0

    def looked(phase: str, _info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = time.thread_time()
        else:
            looks.append(time.thread_time() - begun)

    gc.callbacks.append(looked)
    return looked


def changes(title: str, found: dict[int, Measured], samples: Callable[[Measured], Samples]) -> Table:
    table = Table(f"{title}, processor time", what="change set")
    for at, (size, each) in enumerate(found.items()):
        worst = f"longest {max(samples(each)) * 1e3:.1f} ms"
        if at:
            table.add(f"{size:,} nodes", samples(each), worst, times=2.0)
        else:
            table.limit(f"{size:,} nodes", samples(each), worst)
    return table


def wholes(title: str, found: dict[int, Measured], samples: Callable[[Measured], Samples]) -> Table:
    table = Table(f"{title}, processor time", what="node")
    for at, (size, each) in enumerate((size, each) for size, each in found.items() if samples(each)):
        of_node = [seconds / size for seconds in samples(each)]
        whole = f"in all {median(samples(each)):.2f} s"
        if at:
            table.add(f"{size:,} nodes", of_node, whole, times=2.0)
        else:
            table.limit(f"{size:,} nodes", of_node, whole)
    return table

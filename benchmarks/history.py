"""What a long past costs: 2,000, 20,000 and 100,000 commits, a tenth as many messages in one thread, a hundredth runs.

Seconds of processor of a process of its own, threads of the store included: waiting says little about size. The limit
of each table is the shortest past; what is more than so many times longer there grows with it. The sizes take minutes
to make: `make bench-large`. `GRAPHWRIGHT_PASTS=FOLDER` keeps what was made for the next run, and
`GRAPHWRIGHT_PAST_SIZES=2000,20000` says which sizes.

Run: python -m benchmarks history
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from benchmarks._open import peak_mib
from benchmarks._past import BEN, NAME, Made, Past, made
from benchmarks._table import Table
from graphwright.app import open_workbench
from graphwright.errors import NotFound
from graphwright.operations.history import next_back
from graphwright.protocol.commands import ChangesRedo, ChangesUndo, CommitRevert
from graphwright.rooms.state import state_of
from graphwright.settings import Settings
from graphwright.store.database import DATABASE_NAME, open_database
from graphwright.store.rows import DataFile
from graphwright.threads import history
from graphwright.tools.reads_trace import ReadNodeHistory, read_node_history
from graphwright.workbench import OpenProject

SIZES: Final = (2_000, 20_000, 100_000)
PAGE: Final = 50
TIMES: Final = 5
SAME: Final = 2.0
"""So many times what the shortest past costs is still the same."""
BYTES: Final = 1.5

Figures = dict[str, list[float]]
CONSTANT: Final = (
    "the newest page of the history",
    "a page from its middle",
    "an undo and a redo",
    "what somebody may undo who changed something long ago",
    "what a run did, looked up to take it back",
    "who changed a node, changed twice long ago",
    "who changed a node, changed all the time",
    "a question in the thread, answered offline",
    "the newest messages of the thread",
    "the state that a client begins from",
    "the figures of the thread",
)
WHOLES: Final = ("the project is opened", "the first search after it", "the first figures of the thread")


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    kept = Path(os.environ.get("GRAPHWRIGHT_PASTS", folder))
    told = [int(word) for word in os.environ.get("GRAPHWRIGHT_PAST_SIZES", "").split(",") if word]
    sizes = (20, 40) if quick else tuple(told) or SIZES
    found: dict[int, Figures] = {}
    for size in sizes:
        place = made(kept / str(size), size)
        work = folder / f"work-{size}"
        shutil.copytree(kept / str(size) / "data", work)
        found[size] = child(work, place)
    for name in (*CONSTANT, *WHOLES):
        table = Table(f"{name}: processor time", what="time")
        for at, (size, each) in enumerate(found.items()):
            samples = each[name]
            if at == 0:
                table.limit(f"{size:,} commits", samples)
            else:
                table.add(f"{size:,} commits", samples, times=SAME if name in CONSTANT else size / sizes[0])
        yield table
    table = Table("bytes of the database for each byte of its events' JSON", what="database", unit="%")
    for size, each in found.items():
        for name in ("all", "without what only lasts a week"):
            table.add(f"{size:,} commits, {name}", [100 * each[name][0]], each_note(each), most=100 * BYTES)
    yield table
    memory = Table("memory at its peak", what="process", unit="MiB")
    for size, each in found.items():
        memory.add(f"{size:,} commits", each["peak"])
    yield memory


def each_note(each: Figures) -> str:
    return f"{each['json'][0] / 2**20:.1f} MiB of JSON"


def child(data: Path, place: Made) -> Figures:
    """What a process of its own measures."""
    given = [sys.executable, "-m", "benchmarks.history", str(data.resolve()), place.thread, place.quiet, place.run_id]
    here = Path(__file__).parents[1]
    done = subprocess.run(given, cwd=here, check=True, stdout=subprocess.PIPE, text=True, timeout=1_800)
    found: Figures = json.loads(done.stdout)
    return found


async def spent(call: Callable[[], Awaitable[object]], times: int = TIMES) -> list[float]:
    """Seconds of processor of each call. The first one is not counted: it loads code."""
    await call()
    return [await once(call) for _ in range(times)]


async def once(call: Callable[[], Awaitable[object]]) -> float:
    begin = time.process_time()
    await call()
    return time.process_time() - begin


async def page(desk: OpenProject, before: int) -> None:
    """As the history asks for it."""
    count = 0
    async for _commit in desk.project.commits(after_revision=max(0, before - 1 - PAGE)):
        count += 1
        if count == PAGE:
            break


async def measured(data: Path, thread: str, quiet: str, run_id: str) -> Figures:
    found: Figures = {}
    async with open_workbench(Settings.read({}, {"data": str(data)})) as workbench:
        begin = time.process_time()
        desk = await workbench.open_project(NAME)
        found["the project is opened"] = [time.process_time() - begin]
        found["the first search after it"] = [await once(lambda: desk.retriever.search("parcel", 10))]
        project = desk.project
        past = Past(workbench, desk, await workbench.owner())
        past.thread = thread  # type: ignore[assignment]
        ground = desk.toolbox.context

        async def back_and_forth() -> None:
            await past.act(ChangesUndo(command_id=past.new_id()))
            await past.act(ChangesRedo(command_id=past.new_id()))

        async def of_run() -> None:
            with suppress(NotFound):
                await past.act(CommitRevert(command_id=past.new_id(), run_id=run_id))  # type: ignore[arg-type]

        revision = project.graph.revision
        calls: list[Callable[[], Awaitable[object]]] = [
            lambda: page(desk, revision + 1),
            lambda: page(desk, revision // 2),
            back_and_forth,
            lambda: next_back(project, BEN.person_id, "undo"),
            of_run,
            lambda: read_node_history(ground, ReadNodeHistory(node=quiet)),
            lambda: read_node_history(ground, ReadNodeHistory(node=past.busy[0])),
            past.ask,
            lambda: history(project.store, project.project_id, past.thread, newest=PAGE),  # type: ignore[arg-type]
            lambda: state_of(project),
            lambda: desk.threads.figures(past.thread),  # type: ignore[arg-type]
        ]
        found["the first figures of the thread"] = [await once(calls[-1])]
        for name, call in zip(CONSTANT, calls, strict=True):
            found[name] = await spent(call)
    found["peak"] = [peak_mib()]
    return found | sizes_of(data)


def sizes_of(data: Path) -> Figures:
    """The file as it is left, and as it is without the answers to commands, which are kept for a week."""
    path = data / DATABASE_NAME
    with DataFile(data) as file:
        said = sum(entry.size for known in file.projects() for rows in file.entries(known.number) for entry in rows)
    connection = open_database(data)
    whole = path.stat().st_size
    for sql in ("DELETE FROM key", "VACUUM"):
        list(connection.execute(sql))
    list(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
    connection.close()
    return {
        "json": [said],
        "all": [whole / said],
        "without what only lasts a week": [path.stat().st_size / said],
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(Path(sys.argv[1]), *sys.argv[2:5]))))

"""How long a project of 100,000 nodes takes to open, and how much memory it then holds.

The project is made by one import commit, as `graphwright import` makes it. It is opened in a process of its own, with
everything that a command has around it (`app.open_workbench`); the seconds count from the first import of ours.

Run: python -m benchmarks opening
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import _systems
from benchmarks._table import Table
from benchmarks._turns import awaited
from graphwright.app import open_workbench
from graphwright.operations.commit import Submission
from graphwright.operations.plan import IMPORT_OPERATIONS
from graphwright.protocol.operations import ChangeSet, Operation
from graphwright.settings import Settings

OPEN_S = 3.0
OPEN_MIB = 400


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    data = folder / "data"
    operations = _systems.operations(1_000 if quick else 100_000)
    imported, nodes = asyncio.run(import_all(data, operations))
    parts = [opened(data) for _ in range(1 if quick else 5)]
    assert all(part["nodes"] == nodes for part in parts)
    table = Table(f"opening a project of {nodes:,} nodes and {len(operations) - nodes:,} edges", what="start")
    table.add("imports of the program", [part["imports"] for part in parts])
    table.add("the data folder: lock, checks, owner", [part["folder"] for part in parts])
    table.add("the project: snapshot read, graph indexed", [part["project"] for part in parts])
    table.add("together", [part["all"] for part in parts], most=OPEN_S)
    table.add("for comparison: importing it", [imported], "planned, written, applied, snapshot kept")
    yield table
    memory = Table("memory at its peak", what="process", unit="MiB")
    memory.add("resident", [part["peak"] for part in parts], most=OPEN_MIB)
    yield memory


async def import_all(data: Path, operations: list[Operation]) -> tuple[float, int]:
    async with open_workbench(Settings.read({}, {"data": str(data)})) as workbench:
        open_project = await workbench.open_or_new_project("large")
        submission = Submission(
            change_set=ChangeSet(base_revision=0, operations=operations),
            author=await workbench.owner(),
            origin="import",
            importing=True,
            limit=IMPORT_OPERATIONS,
        )
        seconds = await awaited(lambda: open_project.committer.submit(submission))
        return seconds, len(open_project.project.graph.nodes)


def opened(data: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks._open", str(data.resolve())],
        cwd=Path(__file__).parents[1],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found

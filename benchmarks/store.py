"""The store: what an acknowledged append costs beside the same bytes appended to a file and synced.

Run: python -m benchmarks store

All rows take turns in short slices, so that a slow moment of the disk falls on all of them: read the ratios. On a disk
with a write cache a sync takes 0.08 ms instead of 0.2, and our own 0.1 ms per append weighs more. A commit is one of
ten operations, 3 KB of JSON.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks._table import Table
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author, Node, NodeChange
from graphwright.protocol.ids import CommitId, NodeId, PersonId, ProjectId, SemanticId
from graphwright.protocol.operations import FindingsDelta
from graphwright.store.base import Entry
from graphwright.store.entries import entry_of
from graphwright.store.sqlite import SqliteStore

ROUNDS = 12
"""Of short slices, in which each row has its turn."""
PROJECT = ProjectId("bench")
AT = datetime(2026, 11, 21, tzinfo=UTC)
IDS = Ids(SystemClock(), random.Random(3).randbytes)


def node(number: int) -> Node:
    name = f"ProcessOrder{number}"
    return Node(
        node_id=NodeId(IDS.new()),
        semantic_id=SemanticId(f"{name}.FN.{number:03}"),
        node_type="FUNC",
        name=name,
        descr=f"Does step {number} of the order flow and hands it over",
        attributes={},
        created_revision=1,
        revision=1,
    )


def commit(operations: int) -> Entry:
    """A commit that creates nodes; without its revision, so that it can be appended again and again."""
    event = CommitApplied(
        commit_id=CommitId(IDS.new()),
        revision=1,
        at=AT,
        author=Author(person_id=PersonId("ana"), name="Ana"),
        origin="person",
        changes=[NodeChange(before=None, after=node(number)) for number in range(operations)],
        aliases={},
        findings=FindingsDelta(introduced=[], resolved=[]),
    )
    entry = entry_of(event, SystemClock())
    return Entry(entry.type, entry.version, entry.at, entry.body)


class File:
    """The least possible: the bytes at the end of a file, synced."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    async def append(self, data: bytes) -> None:
        self._file.write(data)
        os.fdatasync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


class Timed:
    """A store whose writer notes how long each group takes inside its thread."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.inside: list[float] = []
        transact = store._writer._transact

        def timed(stages: list[Any]) -> Any:
            begun = time.perf_counter()
            outcomes = transact(stages)
            self.inside.append(time.perf_counter() - begun)
            return outcomes

        store._writer._transact = timed  # type: ignore[method-assign]  # measured from within


async def timed(run: Callable[[], Awaitable[object]], times: int, per: int = 1) -> list[float]:
    samples = []
    for _ in range(times):
        begun = time.perf_counter()
        await run()
        samples.append((time.perf_counter() - begun) / per)
    return samples


async def appends(folder: Path, rounds: int) -> list[Table]:
    store = await SqliteStore.open(folder, SystemClock())
    await store.create_project(PROJECT, "bench", [])
    inside = Timed(store)
    file = File(folder / "limit")
    small, thousand = commit(10), commit(1_000)
    many = [Entry(small.type, 1, AT, small.body[:220]) for _ in range(1_000)]

    async def callers() -> None:
        await asyncio.gather(*(store.append(PROJECT, [small]) for _ in range(64)))

    rows: dict[str, list[float]] = {name: [] for name in ("limit", "inside", "one", "64", "limit 1000", "row", "rows")}
    for _ in range(rounds):
        rows["limit"] += await timed(lambda: file.append(small.body), 100)
        inside.inside.clear()
        rows["one"] += await timed(lambda: store.append(PROJECT, [small]), 100)
        rows["inside"] += inside.inside
        rows["64"] += await timed(callers, 10, per=64)
        rows["limit 1000"] += await timed(lambda: file.append(thousand.body), 10)
        rows["row"] += await timed(lambda: store.append(PROJECT, [thousand]), 10)
        rows["rows"] += await timed(lambda: store.append(PROJECT, many), 10)
    await store.close()
    file.close()
    one = Table("Durable append of a commit of 10 operations", what="commit")
    one.limit("append to a file and fdatasync", rows["limit"], f"{len(small.body)} bytes")
    one.add("append, inside the writer", rows["inside"], times=1.2)
    one.add("append, awaited by one caller", rows["one"], times=2.2)
    one.add("append, awaited by 64 callers", rows["64"], times=0.35)
    batch = Table("Durable append of 1,000 operations", what="batch")
    batch.limit("append to a file and fdatasync", rows["limit 1000"], f"{len(thousand.body)} bytes")
    batch.add("one commit of 1,000 operations", rows["row"], times=3)
    batch.add("1,000 entries of 220 bytes in one append", rows["rows"], "each hashed and chained")
    return [one, batch]


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    """What `python -m benchmarks` measures of the store."""
    yield from asyncio.run(appends(folder, 1 if quick else ROUNDS))

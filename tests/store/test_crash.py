"""T-01b: a process that writes is killed at random moments; nothing acknowledged is lost, nothing torn, nothing double."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

from graphwright.ports import ManualClock, SystemClock
from graphwright.store.base import Store
from graphwright.store.postgres.store import PostgresStore
from graphwright.store.sqlite import SqliteStore
from tests.postgres import Postgres, running_postgres
from tests.store.samples import SHOP, START, filled, journal, thread_of
from tests.waiting import pace_of_a_process

requirement = pytest.mark.requirement

# Four tasks write batches of five entries; each acknowledged batch is told on standard output.
WRITING = """
import asyncio, os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from graphwright.ports import SystemClock
from tests.postgres import Postgres, running_postgres
from tests.store.samples import SHOP, key, thread

async def write(store, name):
    for number in range(1_000_000):
        batch = f"{name}-{number}"
        entries = [thread(f"{batch}-{part}", "x" * 400) for part in range(5)]
        await store.append(SHOP, entries, key=key(batch))
        os.write(1, f"{batch}\\n".encode())

async def main():
    if sys.argv[1].startswith("postgresql:"):
        from graphwright.store.postgres.store import PostgresStore
        store = await PostgresStore.open(sys.argv[1], SystemClock(), wait_s=20)
    else:
        from graphwright.store.sqlite import SqliteStore
        store = await SqliteStore.open(Path(sys.argv[1]), SystemClock())
    os.write(1, b"open\\n")
    await asyncio.gather(*(write(store, f"{sys.argv[2]}-{number}") for number in range(4)))

asyncio.run(main())
"""


class Place(Protocol):
    """Where a store keeps things: opened again and again, and what may die beside the process that writes."""

    address: str
    seconds: float
    """How long a process writes at most before it dies."""

    async def open(self) -> Store:
        """The store, for the process that looks."""
        ...

    def before_kill(self, random: Random) -> None:
        """What dies first, if anything."""
        ...


class InFolder:
    """A data folder: nothing but the process can die."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder)
        self.seconds = 0.06

    async def open(self) -> Store:
        """The store, for the process that looks."""
        return await SqliteStore.open(Path(self.address), ManualClock(START))

    def before_kill(self, random: Random) -> None:
        """Nothing."""


class InPostgres:
    """A database whose server may lose its power, too."""

    def __init__(self, postgres: Postgres) -> None:
        self.address = postgres.address()
        self.seconds = 0.5
        self.crashes = 0
        self._postgres = postgres

    async def open(self) -> Store:
        """The store, for the process that looks."""
        return await PostgresStore.open(self.address, SystemClock(), wait_s=20)

    def before_kill(self, random: Random) -> None:
        """Every other time the server goes first; the process finds it again, and may write on for a moment."""
        if random.random() < 0.5:
            self.crashes += 1
            self._postgres.kill()
            self._postgres.start()
            pace_of_a_process(random.uniform(0, 1.5))


def write_and_die(place: Place, start: int, root: Path, random: Random) -> set[str]:
    """The batches that were acknowledged before the kill."""
    command = [sys.executable, "-c", WRITING, place.address, str(start), str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        if random.random() < 0.85:  # the others die while they start, some of them in the middle of recovering the log
            process.stdout.readline()
        pace_of_a_process(random.uniform(0, place.seconds))
        place.before_kill(random)
        process.kill()
        told = process.stdout.read().decode()
    whole_lines = told[: told.rfind("\n") + 1].split()
    return set(whole_lines) - {"open"}


async def crash_loop(place: Place, root: Path, kills: int) -> tuple[int, int]:
    """Kill and look, again and again; how many batches were acknowledged, and how many more are there."""
    random = Random(kills)
    await (await filled(await place.open())).close()
    seen, acknowledged_batches, unacknowledged = 1, 0, 0
    for start in range(kills):
        acknowledged = write_and_die(place, start, root, random)
        store = await place.open()
        rows = await journal(store, after=seen)
        assert [row.sequence for row in rows] == list(range(seen + 1, seen + 1 + len(rows)))
        seen += len(rows)
        threads = [thread_of(row) for row in rows]
        parts = Counter(name.rpartition("-")[0] for name in threads)
        assert set(parts.values()) <= {5}, "torn or double"
        assert len(threads) == len(set(threads)), "double"
        assert acknowledged <= set(parts), "lost"
        for batch in set(parts) - acknowledged:
            assert await store.recall("ana", batch, "d1") == b"stored answer", "the sender can find out"
        acknowledged_batches += len(acknowledged)
        unacknowledged += len(set(parts) - acknowledged)
        await store.close()
    store = await place.open()
    assert await store.rebuild(SHOP) == []
    await store.close()
    return acknowledged_batches, unacknowledged


@requirement("I-01", "I-02", "I-03", "I-04")
async def test_fifteen_kills_lose_tear_and_double_nothing(tmp_path, root):
    acknowledged, _ = await crash_loop(InFolder(tmp_path), root, 15)
    assert acknowledged > 10


@requirement("I-01", "I-02", "I-03", "I-04")
@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_hundred_and_fifty_kills_lose_tear_and_double_nothing(tmp_path, root):
    begun = asyncio.get_running_loop().time()
    acknowledged, more = await crash_loop(InFolder(tmp_path), root, 150)
    taken = asyncio.get_running_loop().time() - begun
    print(f"150 kills in {taken:.0f} s: {acknowledged} batches acknowledged, {more} more there, 0 lost, torn or double")
    assert acknowledged > 500


@requirement("Q-05", "Z-72", "I-01", "I-02", "I-03", "I-04")
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kills", [16])
async def test_kills_of_a_server_and_of_its_postgresql_lose_tear_and_double_nothing(kills, root):
    with running_postgres(durable=True) as postgres:
        place = InPostgres(postgres)
        acknowledged, more = await crash_loop(place, root, kills)
    print(f"{kills} kills, {place.crashes} of PostgreSQL: {acknowledged} acknowledged, {more} more there, 0 lost")
    assert (acknowledged > kills, place.crashes > kills // 4) == (True, True)

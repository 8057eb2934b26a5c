"""T-01b: a process that writes is killed at random moments; nothing acknowledged is lost, nothing torn, nothing double."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

from graphwright.errors import StoreBusy
from graphwright.ports import ManualClock, SystemClock
from graphwright.store.base import Store
from graphwright.store.postgres.store import PostgresStore
from graphwright.store.sqlite import SqliteStore
from tests.lives import Life, Tell
from tests.postgres import Postgres, running_postgres
from tests.store.samples import SHOP, START, filled, journal, key, thread, thread_of
from tests.waiting import pace_of_a_process

requirement = pytest.mark.requirement


async def write_on(tell: Tell, address: str, start: int) -> None:
    """Four tasks write batches of five entries; each acknowledged batch is told, until the database is gone."""

    async def write(name: str) -> None:
        for number in range(1_000_000):
            batch = f"{name}-{number}"
            entries = [thread(f"{batch}-{part}", "x" * 400) for part in range(5)]
            await store.append(SHOP, entries, key=key(batch))
            tell(batch)

    store: Store
    with suppress(StoreBusy):
        if address.startswith("postgresql:"):
            store = await PostgresStore.open(address, SystemClock(), wait_s=20)
        else:
            store = await SqliteStore.open(Path(address), SystemClock())
        tell("open")
        await asyncio.gather(*(write(f"{start}-{number}") for number in range(4)))


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


def write_and_die(place: Place, start: int, random: Random) -> set[str]:
    """The batches that were acknowledged before the kill."""
    with Life(write_on, place.address, start) as life:
        told: set[str] = set()
        if random.random() < 0.85:  # the others die while they start, some of them in the middle of recovering the log
            with suppress(EOFError):  # it found no database
                for _ in range(random.randrange(1, 12)):
                    told.add(life.told())
        pace_of_a_process(random.uniform(0, place.seconds))
        place.before_kill(random)
        life.kill()
        return told.union(life.rest()) - {"open"}


async def crash_loop(place: Place, kills: int) -> tuple[int, int]:
    """Kill and look, again and again; how many batches were acknowledged, and how many more are there."""
    random = Random(kills)
    await (await filled(await place.open())).close()
    seen, acknowledged_batches, unacknowledged = 1, 0, 0
    for start in range(kills):
        acknowledged = write_and_die(place, start, random)
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


@pytest.mark.slow
@requirement("I-01", "I-02", "I-03", "I-04")
async def test_fifteen_kills_lose_tear_and_double_nothing(tmp_path):
    acknowledged, _ = await crash_loop(InFolder(tmp_path), 15)
    assert acknowledged > 10


@requirement("I-01", "I-02", "I-03", "I-04")
@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_hundred_and_fifty_kills_lose_tear_and_double_nothing(tmp_path):
    begun = asyncio.get_running_loop().time()
    acknowledged, more = await crash_loop(InFolder(tmp_path), 150)
    taken = asyncio.get_running_loop().time() - begun
    print(f"150 kills in {taken:.0f} s: {acknowledged} batches acknowledged, {more} more there, 0 lost, torn or double")
    assert acknowledged > 500


@requirement("Q-05", "Z-72", "I-01", "I-02", "I-03", "I-04")
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kills", [16])
async def test_kills_of_a_server_and_of_its_postgresql_lose_tear_and_double_nothing(kills):
    with running_postgres(durable=True) as postgres:
        place = InPostgres(postgres)
        acknowledged, more = await crash_loop(place, kills)
    print(f"{kills} kills, {place.crashes} of PostgreSQL: {acknowledged} acknowledged, {more} more there, 0 lost")
    assert (acknowledged > kills, place.crashes > kills // 4) == (True, True)

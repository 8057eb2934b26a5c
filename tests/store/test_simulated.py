"""The store on a disk that forgets: the contract, power cuts, and many small histories under a seeded event loop."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path
from random import Random

import apsw
import pytest

from graphwright.errors import StoreError
from graphwright.ports import ManualClock
from graphwright.store.base import RepeatedKey
from graphwright.store.sqlite import SqliteStore
from tests.contracts.store_contract import BookContract, StoreContract
from tests.store.samples import SHOP, START, filled, journal, key, thread, thread_of
from tests.store.simulated import Disk, image

requirement = pytest.mark.requirement


class TestSimulatedStore(BookContract, StoreContract):
    @pytest.fixture
    async def store(self, tmp_path: Path, clock: ManualClock):
        disk = Disk()
        store = await SqliteStore.open(tmp_path, clock, vfs=disk.name)
        yield store
        await store.close()


@requirement("I-01")
async def test_the_disk_forgets_what_was_not_synced(tmp_path, clock):
    """The simulation itself can fail: without `synchronous = FULL` acknowledged entries are lost."""
    disk = Disk()
    store = await SqliteStore.open(tmp_path, clock, vfs=disk.name)
    store._writing.execute("PRAGMA synchronous = OFF")
    await filled(store, thread("t1"))
    lost = 0
    for seed in range(20):
        folder = image(disk.power_off(Random(seed)), tmp_path / f"image{seed}")
        again = await SqliteStore.open(folder, clock)
        lost += not await again.projects()
        await again.close()
    await store.close()
    assert 0 < lost < 20


# A small world: clients repeat a command until they know its fate, while the power goes off again and again.


class PowerCut(apsw.IOError):
    """What every operation of the disk answers once the power is off."""


class World:
    """A store that dies and comes back, and what its clients were told."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = Random(seed)
        self.boots = 0
        self.files: dict[str, bytes] = {}
        self.acknowledged: dict[str, int] = {}
        self.restarting = asyncio.Lock()

    async def boot(self) -> None:
        """Start on what the disk holds. The power goes off some operations later; the last start has none left."""
        while True:
            self.boots += 1
            folder = image(self.files, self.folder / f"boot{self.boots}")
            disk = Disk()
            if self.boots <= POWER_CUTS:
                disk.before = self.power_cut(disk, self.random.randrange(1, 40))
            with suppress(StoreError):  # the power may go off while the store is being opened
                self.store = await SqliteStore.open(folder, ManualClock(START), vfs=disk.name)
                return

    def power_cut(self, disk: Disk, left: int):
        def before(operation: str, path: Path) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                self.files = disk.power_off(self.random)
            if left <= 0:
                raise PowerCut("no power")

        return before

    async def client(self, name: str) -> None:
        """Send commands one after the other, each until its fate is known."""
        for number in range(COMMANDS):
            command = f"{name}-{number}"
            while command not in self.acknowledged:
                store = self.store
                try:
                    self.acknowledged[command] = await store.append(
                        SHOP, [thread(command), thread(f"{command}+")], key=key(command)
                    )
                except RepeatedKey:
                    self.acknowledged[command] = DONE_BEFORE
                except StoreError:
                    await self.restart(store)

    async def restart(self, dead: SqliteStore) -> None:
        """The first client to notice starts the store again; the others wait for it."""
        async with self.restarting:
            if self.store is dead:
                with suppress(StoreError, apsw.Error):
                    await dead.close()
                await self.boot()


POWER_CUTS = 4
CLIENTS = 3
COMMANDS = 6
DONE_BEFORE = 0


async def history(folder: Path, seed: int) -> dict[str, int]:
    """One history from one seed. Nothing acknowledged is lost, nothing is torn, nothing is there twice."""
    world = World(folder, seed)
    (folder / "new").mkdir()
    new = await SqliteStore.open(folder / "new", ManualClock(START))
    await filled(new)
    await new.close()
    world.files = {path.name: path.read_bytes() for path in (folder / "new").iterdir()}
    await world.boot()
    # A forbidden thread would show as a hang.
    async with asyncio.timeout(30):
        await asyncio.gather(*(world.client(f"c{number}") for number in range(CLIENTS)))
    rows = await journal(world.store)
    threads = [thread_of(row) for row in rows[1:]]
    assert [row.sequence for row in rows] == list(range(1, len(rows) + 1))
    for number in range(CLIENTS):
        own = [name for name in threads if name.startswith(f"c{number}-")]
        assert own == [f"c{number}-{step}{half}" for step in range(COMMANDS) for half in ("", "+")]
    for command, sequence in world.acknowledged.items():
        assert sequence == DONE_BEFORE or threads[sequence - 2] == command
    assert await world.store.rebuild(SHOP) == []
    await world.store.close()
    return world.acknowledged


@requirement("I-01", "I-02", "I-03", "I-04", "I-05")
@pytest.mark.parametrize("seed", range(12))
async def test_power_cuts_lose_tear_and_double_nothing(tmp_path, seed):
    await history(tmp_path, seed)


def simulated(tmp_path: Path, seeds: range) -> dict[int, dict[str, int]]:
    """Histories under the simulated event loop, which draws every order of events from the seed."""
    simloop = pytest.importorskip("simloop", reason="the simulated event loop needs Python 3.12")
    results: dict[int, dict[str, int]] = {}

    async def run() -> None:
        seed = next(numbers)
        folder = tmp_path / f"seed{seed}-{len(results)}"
        folder.mkdir()
        results[seed] = await history(folder, seed)
        shutil.rmtree(folder)

    numbers = iter(seeds)
    report = simloop.explore(run, seeds)
    assert report is None, report.render()
    return results


@requirement("I-01", "I-02", "I-03", "I-04", "I-05")
@pytest.mark.simulation
def test_two_hundred_simulated_histories_lose_tear_and_double_nothing(tmp_path):
    results = simulated(tmp_path, range(200))
    assert len(results) == 200
    # Both fates occurred: acknowledged at once, and found done when it was repeated after a cut.
    repeated = [result for result in results.values() if DONE_BEFORE in result.values()]
    assert 10 < len(repeated) < 200


@requirement("I-15")
@pytest.mark.simulation
def test_a_seed_gives_the_same_history_again(tmp_path):
    seeds = range(7, 10)
    assert simulated(tmp_path, seeds) == simulated(tmp_path, seeds)

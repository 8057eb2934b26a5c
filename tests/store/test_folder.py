"""One folder, one owner; whoever dies lets go."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from graphwright.errors import OwnerLost, StoreBusy, StoreDamaged, StoreFull
from graphwright.ports import ManualClock, SystemClock
from graphwright.store.base import Fence
from graphwright.store.database import DATABASE_NAME
from graphwright.store.folder import LOCK_NAME, Folder
from tests.store.samples import SHOP, filled, sequences, thread

requirement = pytest.mark.requirement

OWNER = """
import asyncio, sys
from pathlib import Path
from graphwright.ports import SystemClock
from graphwright.store.folder import Folder

async def main():
    async with await Folder.open(Path(sys.argv[1]), SystemClock()) as folder:
        folder.listens_at(Path("/run/graphwright.sock"))
        print("owned", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)

asyncio.run(main())
"""


@pytest.fixture
def another_owner(tmp_path):
    """A process that owns the folder `data` until a line is sent to it."""
    command = [sys.executable, "-c", OWNER, str(tmp_path / "data")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "owned\n"
    yield process
    process.kill()
    process.communicate()


@requirement("R-67")
async def test_a_new_folder_is_made_for_its_owner_only(tmp_path, clock):
    async with await Folder.open(tmp_path / "deep" / "data", clock) as folder:
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder.path / LOCK_NAME).stat().st_mode) == 0o600
        assert stat.S_IMODE((folder.path / DATABASE_NAME).stat().st_mode) == 0o600


@requirement("R-67")
async def test_the_lock_file_says_who_owns_the_folder_and_where_to_reach_it(tmp_path, clock):
    async with await Folder.open(tmp_path, clock) as folder:
        lock = tmp_path / LOCK_NAME
        assert json.loads(lock.read_bytes()) == {"pid": os.getpid(), "startCounter": 1, "socket": None}
        folder.listens_at(tmp_path / "a.sock")
        assert json.loads(lock.read_bytes())["socket"] == str(tmp_path / "a.sock")
        folder.listens_at(None)
        assert json.loads(lock.read_bytes())["socket"] is None
    assert lock.read_bytes() == b""


@requirement("I-07")
async def test_every_opening_raises_the_start_counter(tmp_path, clock):
    for number in (1, 2, 3):
        async with await Folder.open(tmp_path, clock) as folder:
            assert folder.fence == Fence("folder", number)


@requirement("I-07")
async def test_writes_of_a_former_start_are_refused(tmp_path, clock):
    async with await Folder.open(tmp_path, clock) as folder:
        await filled(folder.store)
        former = folder.fence
    async with await Folder.open(tmp_path, clock) as folder:
        with pytest.raises(OwnerLost, match="folder"):
            await folder.store.append(SHOP, [thread()], fence=former)
        await folder.store.append(SHOP, [thread()], fence=folder.fence)
        assert await sequences(folder.store) == [1, 2]


@requirement("R-67")
async def test_a_second_process_is_told_who_owns_the_folder(tmp_path, clock, another_owner):
    with pytest.raises(StoreBusy, match=f"process {another_owner.pid} owns the data folder") as busy:
        await Folder.open(tmp_path / "data", clock)
    assert busy.value.fields == {"pid": another_owner.pid, "socket": "/run/graphwright.sock"}


@requirement("R-67")
async def test_a_folder_is_free_once_its_owner_was_killed(tmp_path, clock, another_owner):
    another_owner.send_signal(signal.SIGKILL)
    another_owner.wait()
    async with await Folder.open(tmp_path / "data", clock) as folder:
        assert folder.fence.number == 2


@requirement("R-67")
async def test_opening_can_wait_for_the_owner_to_leave(tmp_path, another_owner):
    opening = asyncio.create_task(Folder.open(tmp_path / "data", SystemClock(), wait_s=30))
    await asyncio.sleep(0)
    another_owner.communicate("leave\n")
    async with await opening as folder:
        assert folder.fence.number == 2


@requirement("R-67", "R-40")
async def test_waiting_for_the_owner_is_bounded(tmp_path, clock: ManualClock, another_owner):
    with pytest.raises(StoreBusy):
        await Folder.open(tmp_path / "data", clock, wait_s=5)
    assert 5 <= clock.monotonic() < 5.1


@requirement("R-67")
async def test_the_same_process_cannot_open_a_folder_twice(tmp_path, clock):
    async with await Folder.open(tmp_path, clock):
        with pytest.raises(StoreBusy):
            await Folder.open(tmp_path, clock)


@requirement("R-67")
async def test_a_lock_file_that_says_nothing_is_still_a_lock(tmp_path, clock):
    async with await Folder.open(tmp_path, clock):
        (tmp_path / LOCK_NAME).write_bytes(b'{"pid": 12')
        with pytest.raises(StoreBusy, match="another process"):
            await Folder.open(tmp_path, clock)


@requirement("R-67")
@pytest.mark.parametrize("place", ["file", "file/below"])
async def test_a_folder_that_cannot_be_made_is_named(tmp_path, clock, place):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFull, match=r"cannot be written \((File exists|Not a directory)\)"):
        await Folder.open(tmp_path / place, clock)
    assert (tmp_path / "file").read_text() == "in the way"


@requirement("R-67")
async def test_a_link_in_place_of_the_lock_file_is_not_followed(tmp_path: Path, clock):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / LOCK_NAME).symlink_to(victim)
    with pytest.raises(StoreFull):
        await Folder.open(folder, clock)
    assert victim.read_text() == "precious"


@requirement("R-67")
async def test_a_folder_whose_database_cannot_be_opened_is_let_go(tmp_path, clock):
    (tmp_path / DATABASE_NAME).write_bytes(b"no database")
    for _ in range(2):  # a lock that was kept would show as StoreBusy the second time
        with pytest.raises(StoreDamaged):
            await Folder.open(tmp_path, clock)

"""Disks that fail, files that are damaged or foreign: never acknowledged, never overwritten, told in clear words."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import apsw
import pytest
from msgspec import structs

from graphwright.errors import GraphwrightError, NewerData, StoreBusy, StoreDamaged, StoreError, StoreFull
from graphwright.store import database
from graphwright.store.base import DATA_VERSION
from graphwright.store.database import DATABASE_NAME, MIGRATIONS
from graphwright.store.packing import packed
from graphwright.store.sqlite import SqliteStore
from tests.store.samples import SHOP, commit, filled, ids, message, sequences, thread
from tests.store.simulated import Disk, failing_at

requirement = pytest.mark.requirement


@pytest.fixture
async def disk(tmp_path, clock):
    """A disk that can be made to fail, with a filled store on it."""
    made = Disk()
    store = await filled(await SqliteStore.open(tmp_path, clock, vfs=made.name), thread())
    yield made, store
    made.before = lambda operation, path: None
    await store.close()


@pytest.fixture
async def closed_folder(tmp_path, clock):
    """A folder with a filled store that nobody has open."""
    store = await filled(await SqliteStore.open(tmp_path, clock), thread(), commit(1))
    await store.append(SHOP, [message(f"m{number}", text="x" * 2_000) for number in range(200)])
    await store.close()
    return tmp_path


async def survivors(folder: Path, clock) -> list[int]:
    """The sequences that a new start finds, after a check of everything."""
    store = await SqliteStore.open(folder, clock)
    found = await sequences(store)
    assert await store.rebuild(SHOP) == []
    await store.close()
    return found


# disks that fail -----------------------------------------------------------------------------------------------------


@requirement("R-67")
@pytest.mark.parametrize(("error", "words"), [(apsw.FullError, "disk is full"), (apsw.IOError, "cannot be written")])
async def test_a_commit_that_cannot_be_written_is_not_acknowledged(disk, tmp_path, clock, error, words):
    disk, store = disk
    disk.before = failing_at(range(1_000), error)
    with pytest.raises(StoreFull, match=words):
        await store.append(SHOP, [thread("t2")])
    assert await sequences(store) == [1, 2]
    await store.close()
    assert await survivors(tmp_path, clock) == [1, 2]


@requirement("R-67", "I-04")
async def test_after_a_failed_commit_writes_are_refused_until_the_store_is_opened_again(disk, tmp_path, clock):
    disk, store = disk
    disk.before = failing_at(range(1_000), apsw.FullError)
    with pytest.raises(StoreFull):
        await store.append(SHOP, [thread("t2")])
    disk.before = lambda operation, path: None
    for _ in range(2):
        with pytest.raises(StoreBusy, match="until the store is opened again"):
            await store.append(SHOP, [thread("t3")])
    with pytest.raises(StoreBusy):
        await store.set_record("token", "a", b"1")
    assert await ids(store, "thread") == ["t1"], "reading goes on"
    await store.close()
    again = await SqliteStore.open(tmp_path, clock)
    assert await again.append(SHOP, [thread("t4")]) == 3
    await again.close()


@requirement("R-67", "I-01", "I-02", "I-04")
async def test_a_failure_of_any_single_disk_operation_loses_and_halves_nothing(tmp_path, clock):
    """SQLite's own method: fail the first operation, then the second, ... until a run meets no failure."""
    failed_at = -1
    for at in range(200):
        folder = tmp_path / str(at)
        folder.mkdir()
        disk = Disk()
        store = await SqliteStore.open(folder, clock, vfs=disk.name)
        await filled(store)
        disk.before = failing_at(range(at, at + 1), apsw.IOError)
        acknowledged = 1
        try:
            for number in range(3):
                await store.append(SHOP, [thread(f"a{number}"), thread(f"b{number}")])
                acknowledged += 2
        except StoreError:
            failed_at = at
        await store.close()
        found = await survivors(folder, clock)
        assert len(found) in (acknowledged, acknowledged + 2), at
        if failed_at < at - 5:
            break
    assert failed_at >= 6, "three commits of two pages take at least so many writes and syncs"


@requirement("R-67")
def test_a_disk_that_cannot_be_read_is_named():
    for error in (apsw.CorruptError("made up"), apsw.IOError("disk read error")):
        assert isinstance(database.store_error(error, "reading"), StoreDamaged)


FILLING = """
import asyncio, resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from graphwright.errors import StoreError
from graphwright.ports import SystemClock
from graphwright.store.sqlite import SqliteStore
from tests.store.samples import SHOP, filled, thread

async def main():
    store = await filled(await SqliteStore.open(Path(sys.argv[1]), SystemClock()))
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
    try:
        for number in range(10_000):
            await store.append(SHOP, [thread(f"t{number}", "x" * 5_000)])
            print(number, flush=True)
    except StoreError as error:
        print(type(error).__name__, error.message)

asyncio.run(main())
"""


@requirement("R-67", "I-01")
async def test_a_disk_that_really_fills_up_keeps_all_that_was_acknowledged(tmp_path, clock, root):
    command = [sys.executable, "-c", FILLING, str(tmp_path), str(root)]
    *numbers, last = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert last.startswith("StoreFull the ")
    acknowledged = len(numbers)
    assert acknowledged > 3
    assert len(await survivors(tmp_path, clock)) in (acknowledged + 1, acknowledged + 2)


@requirement("R-67")
async def test_a_project_that_grows_beyond_the_database_limit_is_a_full_disk(tmp_path, clock):
    store = await filled(await SqliteStore.open(tmp_path, clock))
    ((pages,),) = store._writing.execute("SELECT page_count + 5 FROM pragma_page_count")
    list(store._writing.execute(f"PRAGMA max_page_count = {pages!r}"))
    with pytest.raises(StoreFull, match="disk is full"):
        await store.append(SHOP, [thread("t1", Random(1).randbytes(100_000).hex())])
    # The statement failed, not the commit: what was rolled back is known, so smaller writes go on.
    assert await store.append(SHOP, [thread("t2")]) == 2
    await store.close()
    assert await survivors(tmp_path, clock) == [1, 2]


@requirement("R-67", "WF-16")
async def test_a_failed_statement_fails_its_whole_group_and_nothing_of_it_stays(tmp_path, clock):
    store = await filled(await SqliteStore.open(tmp_path, clock))
    store._writing.execute(
        "CREATE TEMP TRIGGER t BEFORE INSERT ON journal WHEN new.revision = 1 BEGIN SELECT raise(ABORT, 'no'); END"
    )
    with pytest.raises(StoreError):
        await store.append(SHOP, [thread("t1"), commit(1)])
    assert await ids(store, "thread") == []
    assert (await store.head(SHOP)).sequence == 1
    assert await store.append(SHOP, [thread("t2")]) == 2
    await store.close()
    assert await survivors(tmp_path, clock) == [1, 2]


@requirement("R-67")
async def test_a_write_the_database_cannot_take_leaves_nobody_waiting(tmp_path, clock):
    store = await filled(await SqliteStore.open(tmp_path, clock))
    wrong = structs.replace(thread("t1"), version=object())
    async with asyncio.timeout(5):
        outcomes = await asyncio.gather(
            store.append(SHOP, [wrong]), store.append(SHOP, [thread("t2")]), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [StoreError, StoreError]
        assert await store.append(SHOP, [thread("t3")]) == 2
    assert await ids(store, "thread") == ["t3"]
    await store.close()


# folders that cannot be used -----------------------------------------------------------------------------------------


@requirement("R-67")
async def test_a_file_in_place_of_the_folder_is_named(tmp_path, clock):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFull, match="cannot be written"):
        await SqliteStore.open(tmp_path / "file", clock)


@requirement("R-67")
async def test_a_database_that_another_process_writes_is_not_written(disk):
    """The lock of the folder prevents it; if somebody removes the lock file, the database itself still does."""
    _, store = disk
    other = apsw.Connection(str(store._writing.db_filename("main")))
    other.execute(
        "INSERT INTO journal SELECT id + 1, type, version, at, revision, content_hash, chain, body, form FROM journal WHERE id = (SELECT max(id) FROM journal)"
    )
    other.close()
    with pytest.raises(StoreBusy, match="another process"):
        await store.append(SHOP, [thread("t2")])


@requirement("R-67")
async def test_an_old_sqlite_library_is_refused(tmp_path, clock, monkeypatch):
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.50.4")
    with pytest.raises(StoreError, match=r"SQLite 3\.50\.4 can lose writes; install apsw with SQLite 3\.51\.3"):
        await SqliteStore.open(tmp_path, clock)
    assert list(tmp_path.iterdir()) == []


# files that are not what they were -----------------------------------------------------------------------------------


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def refused(folder: Path, clock, error: type[GraphwrightError], words: str) -> None:
    """The folder is refused, and not a byte of it has changed."""
    before = bytes_of(folder)
    with pytest.raises(error, match=words):
        await SqliteStore.open(folder, clock)
    assert bytes_of(folder) == before


@requirement("R-67")
async def test_a_folder_of_a_newer_version_is_refused_untouched(closed_folder, clock):
    connection = apsw.Connection(str(closed_folder / DATABASE_NAME))
    connection.pragma("user_version", DATA_VERSION + 1)
    connection.close()
    await refused(closed_folder, clock, NewerData, f"the layout {DATA_VERSION + 1} of a newer Graphwright")


@requirement("R-67", "R-125")
async def test_a_folder_that_is_refused_is_left_with_nothing_open(closed_folder, clock, monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(database, "_prepare", broken)
    before = apsw.connections()
    with pytest.raises(RuntimeError, match="a fault of ours"):
        await SqliteStore.open(closed_folder, clock)
    assert apsw.connections() == before


@requirement("R-67")
async def test_another_programs_database_is_refused_untouched(tmp_path, clock):
    connection = apsw.Connection(str(tmp_path / DATABASE_NAME))
    connection.execute("CREATE TABLE theirs(a)")
    connection.close()
    await refused(tmp_path, clock, StoreDamaged, "not one of Graphwright")


@requirement("R-67")
@pytest.mark.parametrize("content", [b"", b"x", b"no database" * 100, b"SQLite format 3\0"])
async def test_a_file_that_is_no_database_is_never_replaced(tmp_path, clock, content):
    (tmp_path / DATABASE_NAME).write_bytes(content)
    await refused(tmp_path, clock, StoreDamaged, "no database any more")


@requirement("R-67")
async def test_a_log_without_its_database_is_never_replaced(tmp_path, clock):
    (tmp_path / f"{DATABASE_NAME}-wal").write_bytes(b"acknowledged commits")
    await refused(tmp_path, clock, StoreDamaged, "is missing, but")


@requirement("R-67")
@pytest.mark.parametrize("kept", [0.9, 0.5, 0.1])
async def test_a_truncated_database_is_refused(closed_folder, clock, kept):
    path = closed_folder / DATABASE_NAME
    os.truncate(path, int(path.stat().st_size * kept) // 8192 * 8192)
    with pytest.raises(StoreDamaged, match="restore a backup"):
        await SqliteStore.open(closed_folder, clock)


@requirement("R-67")
async def test_a_page_of_noise_is_refused(closed_folder, clock):
    path = closed_folder / DATABASE_NAME
    data = bytearray(path.read_bytes())
    data[8192 * 10 : 8192 * 11] = bytes(range(256)) * 32
    path.write_bytes(data)
    with pytest.raises(StoreDamaged):
        await SqliteStore.open(closed_folder, clock)


@requirement("R-53", "R-67")
@pytest.mark.parametrize("where", [12, -12, -1])
async def test_a_flipped_byte_in_a_body_is_found_by_the_rebuild(closed_folder, clock, where):
    body = bytearray(packed(thread("t1").body).body)
    body[where] ^= 1
    connection = apsw.Connection(str(closed_folder / DATABASE_NAME))
    connection.execute("UPDATE journal SET body = ? WHERE type = 'thread.changed'", (bytes(body),))
    connection.close()
    store = await SqliteStore.open(closed_folder, clock)
    assert "entry 2 (thread.changed): its body is not what was written" in await store.rebuild(SHOP)
    await store.close()


@requirement("R-67", "R-126")
async def test_what_cannot_be_read_any_more_is_an_error_and_never_nothing(closed_folder, clock):
    store = await SqliteStore.open(closed_folder, clock)
    path = closed_folder / DATABASE_NAME
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(bytes(range(256)) * ((size - 8192) // 256))

    for reading in (
        lambda: sequences(store),
        lambda: store.document(SHOP, "thread", "t1"),
        lambda: store.documents(SHOP, "thread"),
        lambda: store.rebuild(SHOP),
    ):
        with pytest.raises(StoreDamaged, match="restore a backup"):
            await reading()
    await store.close()


@requirement("I-05")
async def test_the_rebuild_names_every_document_that_differs_and_can_repair_them(closed_folder, clock):
    connection = apsw.Connection(str(closed_folder / DATABASE_NAME))
    connection.execute("DELETE FROM document WHERE kind = 'message' AND id = 'm7'")
    connection.execute("UPDATE document SET body = x'7b7d' WHERE kind = 'thread'")
    connection.execute("UPDATE document SET id = 'invented' WHERE kind = 'message' AND id = 'm9'")
    connection.close()
    store = await SqliteStore.open(closed_folder, clock)
    damage = [
        "message 'invented' is kept, but no entry made it",
        "message 'm7' of entry 11 is not kept",
        "message 'm9' of entry 13 is not kept",
        "thread 't1' differs from what entry 2 made it",
    ]
    assert sorted(await store.rebuild(SHOP)) == damage
    assert sorted(await store.rebuild(SHOP, repair=True)) == damage
    assert await store.rebuild(SHOP) == []
    await store.close()


@requirement("I-05", "R-53")
@pytest.mark.parametrize(
    ("tampering", "words"),
    [
        ("DELETE FROM journal WHERE id & 0xFFFFFFFFFF = 3", "entry 3 is missing: 4 follows 2"),
        (
            "UPDATE journal SET revision = 7 WHERE id & 0xFFFFFFFFFF = 5",
            "entry 5 (message.completed) has revision 7, not 1",
        ),
        (
            "UPDATE journal SET at = '2020-01-01T00:00:00.000000+00:00' WHERE id & 0xFFFFFFFFFF = 5",
            "entry 5 (message.completed): the chain is broken here",
        ),
        (
            "UPDATE journal SET body = 'nonsense' WHERE id & 0xFFFFFFFFFF = 5",
            "entry 5 (message.completed): its body is not what was written",
        ),
        (
            "UPDATE journal SET body = 'nonsense' WHERE id & 0xFFFFFFFFFF = 5",
            "entry 5 (message.completed) cannot be folded",
        ),
    ],
)
async def test_the_rebuild_names_tampering_with_the_journal(closed_folder, clock, tampering, words):
    connection = apsw.Connection(str(closed_folder / DATABASE_NAME))
    connection.execute(tampering.replace("'nonsense'", "CAST('nonsense' AS BLOB)"))
    connection.close()
    store = await SqliteStore.open(closed_folder, clock)
    assert any(difference.startswith(words) for difference in await store.rebuild(SHOP))
    await store.close()


@requirement("I-05")
async def test_the_rebuild_notices_a_journal_that_ends_elsewhere_than_this_process_knows(disk):
    _, store = disk
    connection = apsw.Connection(str(store._writing.db_filename("main")))
    connection.execute("DELETE FROM journal WHERE id & 0xFFFFFFFFFF = 2")
    connection.close()
    assert "the journal does not lead to entry 2 as this process knows it" in await store.rebuild(SHOP)


# layouts -------------------------------------------------------------------------------------------------------------


@requirement("R-67")
def test_every_layout_has_the_step_that_leads_to_it():
    assert len(MIGRATIONS) == DATA_VERSION


@requirement("I-01", "R-67")
async def test_an_older_layout_is_lifted_and_keeps_everything(closed_folder, clock, monkeypatch):
    before = await survivors(closed_folder, clock)
    monkeypatch.setattr(
        database, "MIGRATIONS", (*MIGRATIONS, lambda connection: connection.execute("CREATE TABLE new(a)"))
    )
    monkeypatch.setattr(database, "DATA_VERSION", DATA_VERSION + 1)
    assert await survivors(closed_folder, clock) == before
    monkeypatch.undo()
    await refused(closed_folder, clock, NewerData, "newer Graphwright")


@requirement("I-02", "R-67")
async def test_a_migration_that_fails_leaves_the_older_layout(closed_folder, clock, monkeypatch):
    def half(connection: database.SqlConnection) -> None:
        connection.execute("CREATE TABLE new(a)")
        connection.execute("CREATE TABLE new(a)")

    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, half))
    monkeypatch.setattr(database, "DATA_VERSION", DATA_VERSION + 1)
    with pytest.raises(StoreError):
        await SqliteStore.open(closed_folder, clock)
    monkeypatch.undo()
    assert len(await survivors(closed_folder, clock)) == 203


@requirement("R-67")
async def test_an_interrupted_first_start_is_begun_again(tmp_path, clock):
    (tmp_path / f"{DATABASE_NAME}.new").write_bytes(b"half a database")
    store = await filled(await SqliteStore.open(tmp_path, clock))
    assert await sequences(store) == [1]
    await store.close()
    assert [path.name for path in tmp_path.iterdir()] == [DATABASE_NAME]

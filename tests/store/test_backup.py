"""A backup is taken while the store works and comes back only as what it was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphwright.errors import Conflict, InvalidCommand, NewerData, StoreDamaged, StoreFull
from graphwright.ports import Ids
from graphwright.protocol.events import ProjectChanged
from graphwright.protocol.wire import decode, encode
from graphwright.store import backup as copies
from graphwright.store.backup import MANIFEST_NAME, Manifest, back_up, restore
from graphwright.store.base import DATA_VERSION, Head
from graphwright.store.database import DATABASE_NAME
from graphwright.store.sqlite import SqliteStore
from tests.store.samples import BANK, SHOP, START, backed_up_while_writing, commit, filled, header, journal, key, thread

requirement = pytest.mark.requirement


@pytest.fixture
async def store(tmp_path, clock):
    opened = await SqliteStore.open(tmp_path, clock)
    await filled(opened, thread(), commit(1))
    await opened.append(SHOP, [thread("t2")], key=key())
    yield opened
    await opened.close()


@pytest.fixture
async def backup(store, tmp_path, clock):
    await back_up(store, tmp_path / "backup", clock)
    return tmp_path / "backup"


async def restored(tmp_path, backup, clock) -> SqliteStore:
    await restore(backup, tmp_path / "restored", clock, Ids(clock))
    return await SqliteStore.open(tmp_path / "restored", clock)


async def epoch(store) -> str:
    return decode((await store.document(SHOP, "project", "header")).body, ProjectChanged).epoch


@requirement("I-01")
async def test_a_restored_folder_holds_all_that_was_acknowledged(store, backup, tmp_path, clock):
    again = await restored(tmp_path, backup, clock)
    assert (await journal(again))[:4] == await journal(store)
    assert await again.recall("ana", "k1", "d1") == b"stored answer"
    assert await again.rebuild(SHOP) == []
    await again.close()


@requirement("R-127")
async def test_a_backup_and_what_is_restored_are_on_the_disk_before_anybody_is_told(
    store, tmp_path, clock, monkeypatch
):
    """Each file that is synced has all of its bytes by then, and the folders that name it are synced after it."""
    synced: list[tuple[str, int]] = []
    sync = os.fsync

    def seen(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        synced.append((path.name, 0 if path.is_dir() else path.stat().st_size))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", seen)
    monkeypatch.setattr(copies, "_blocks", lambda file: iter(lambda: file.read(1_000), b""))  # less than is held back
    backup = tmp_path / "backup"
    await back_up(store, backup, clock)
    manifest = decode((backup / MANIFEST_NAME).read_bytes(), Manifest)
    size = (backup / MANIFEST_NAME).stat().st_size
    files = [(name, size) for name, size in synced if size]
    assert files == [(DATABASE_NAME, manifest.bytes), (MANIFEST_NAME, size)]
    assert synced[-2:] == [("backup", 0), (tmp_path.name, 0)]

    synced.clear()
    await restore(backup, tmp_path / "restored", clock, Ids(clock))
    assert synced[0] == (DATABASE_NAME, manifest.bytes)
    assert synced[-1] == (tmp_path.name, 0)


@requirement("I-06")
async def test_every_restored_project_begins_a_new_epoch(store, tmp_path, clock):
    await store.create_project(BANK, "bank", [header("bank")])
    await back_up(store, tmp_path / "backup", clock)
    again = await restored(tmp_path, tmp_path / "backup", clock)
    assert await epoch(store) == "e1"
    assert await epoch(again) != "e1"
    assert [await again.head(project) for project in (SHOP, BANK)] == [Head(5, 1), Head(2, 0)]
    await again.close()


@requirement("I-01", "I-02")
async def test_a_backup_while_writes_go_on_is_one_moment_of_the_journal(store, tmp_path, clock):
    acknowledged = await backed_up_while_writing(store, tmp_path / "backup", clock)
    again = await restored(tmp_path, tmp_path / "backup", clock)
    kept = (await journal(again))[:-1]
    assert len(kept) >= acknowledged
    assert kept == (await journal(store))[: len(kept)]
    assert await again.rebuild(SHOP) == []
    await again.close()


@requirement("R-67")
async def test_the_manifest_tells_what_was_copied(backup, clock):
    manifest = decode((backup / MANIFEST_NAME).read_bytes(), Manifest)
    assert (manifest.made_at, manifest.data_version) == (START, DATA_VERSION)
    assert manifest.bytes == (backup / DATABASE_NAME).stat().st_size


@requirement("R-67")
@pytest.mark.parametrize("damage", ["flip", "cut", "grow"])
async def test_a_damaged_backup_is_refused_and_nothing_made(backup, tmp_path, clock, damage):
    copy = backup / DATABASE_NAME
    data = bytearray(copy.read_bytes())
    if damage == "flip":
        data[len(data) // 2] ^= 1
    copy.write_bytes({"flip": data, "cut": data[:-1], "grow": data + b"\0"}[damage])
    with pytest.raises(StoreDamaged, match="hash"):
        await restore(backup, tmp_path / "restored", clock, Ids(clock))
    assert list((tmp_path / "restored").iterdir()) == []
    assert not (tmp_path / ".restored.restoring").exists()


@requirement("R-67")
async def test_a_folder_that_is_not_empty_is_never_restored_over(backup, tmp_path, clock):
    target = tmp_path / "restored"
    target.mkdir()
    (target / "mine").write_text("precious")
    with pytest.raises(Conflict, match="not an empty folder"):
        await restore(backup, target, clock, Ids(clock))
    assert [path.name for path in target.iterdir()] == ["mine"]


@requirement("R-67")
async def test_a_backup_is_never_written_over_anything(store, backup, clock):
    with pytest.raises(Conflict):
        await back_up(store, backup, clock)


@requirement("R-67")
async def test_a_backup_that_was_interrupted_is_no_backup(backup, tmp_path, clock):
    (backup / MANIFEST_NAME).unlink()
    with pytest.raises(InvalidCommand, match="no complete backup"):
        await restore(backup, tmp_path / "restored", clock, Ids(clock))


@requirement("R-67")
async def test_a_backup_of_a_newer_version_is_refused(backup, tmp_path, clock):
    newer = Manifest(made_at=START, data_version=99, bytes=0, sha256="")
    (backup / MANIFEST_NAME).write_bytes(encode(newer))
    with pytest.raises(NewerData):
        await restore(backup, tmp_path / "restored", clock, Ids(clock))


@requirement("R-67")
async def test_a_backup_to_a_place_that_cannot_be_written_is_refused(store, tmp_path, clock):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFull):
        await back_up(store, tmp_path / "file" / "below", clock)

"""Everything moves between a folder and a PostgreSQL, whole or not at all, with every hash verified."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.errors import Conflict, InvalidCommand, StoreBusy, StoreDamaged
from graphwright.ports import Ids
from graphwright.protocol.events import ProjectChanged
from graphwright.protocol.wire import decode
from graphwright.store import rows
from graphwright.store.backup import back_up, restore
from graphwright.store.chain import redact
from graphwright.store.folder import Folder
from graphwright.store.moving import move, restore_into
from graphwright.store.postgres.store import PostgresStore
from graphwright.store.sqlite import SqliteStore
from tests.postgres import Postgres, emptied
from tests.store.samples import (
    BANK,
    HOSTILE,
    SHOP,
    backed_up_while_writing,
    commit,
    filled,
    header,
    ids,
    journal,
    key,
    message,
    thread,
)

requirement = pytest.mark.requirement


@pytest.fixture
async def address(postgres: Postgres) -> str:
    """Of a database with nothing in it."""
    address = postgres.address()
    await emptied(address)
    return address


async def fill(store) -> None:
    """Some of everything that is kept."""
    await filled(store, thread(), commit(1), message("m1", text="\n".join(HOSTILE)))
    await store.append(SHOP, [commit(2, "Large", count=3_000)], key=key())
    await store.create_project(BANK, "bank \x00 of \x01", [header("bank \x00 of \x01")])
    await store.set_record("token", "a\x00b", b"\x00\xff")
    await store.put_blob(b"what somebody brought")
    await store.own("run-1", by="test")


async def contents(store) -> dict[str, object]:
    """Everything that can be read out of a store; without the entries that begin a new epoch."""
    return {
        "projects": await store.projects(),
        "journals": [(await journal(store, project))[:-1] for project in (SHOP, BANK)],
        "documents": [await ids(store, kind) for kind in ("thread", "message")],
        "record": await store.records("token"),
        "answer": await store.recall("ana", "k1", "d1"),
        "fence": (await store.own("run-1", by="test")).number,
        "differences": [await store.rebuild(project) for project in (SHOP, BANK)],
    }


async def epoch(store) -> str:
    return decode((await store.document(SHOP, "project", "header")).body, ProjectChanged).epoch


@pytest.fixture
async def folder(tmp_path, clock):
    """A data folder with some of everything."""
    async with await Folder.open(tmp_path / "data", clock) as opened:
        await fill(opened.store)
    return tmp_path / "data"


@requirement("Z-70")
async def test_what_moves_there_and_back_is_what_it_was(folder, address, tmp_path, clock):
    seen: list[str] = []
    moved = await move(
        str(folder), address, tmp_path, clock=clock, ids=Ids(clock), progress=lambda name, _: seen.append(name)
    )
    assert (moved.projects, moved.entries) == (2, 6)
    assert {"journal", "proof"} <= set(seen)

    there = await PostgresStore.open(address, clock)
    journals = [await journal(there, project) for project in (SHOP, BANK)]
    await there.close()
    back = tmp_path / "back"
    await move(address, str(back), tmp_path, clock=clock, ids=Ids(clock))

    original, again = await SqliteStore.open(folder, clock), await SqliteStore.open(back, clock)
    assert [rows[:-1] for rows in journals] == [await journal(original, project) for project in (SHOP, BANK)]
    assert [(await journal(again, project))[:-1] for project in (SHOP, BANK)] == journals
    before, after = await contents(original), await contents(again)
    assert len({await epoch(original), await epoch(again)}) == 2
    assert {name: value for name, value in after.items() if name != "journals"} == {
        name: value for name, value in before.items() if name != "journals"
    }
    await original.close()
    await again.close()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@requirement("Z-70")
async def test_how_far_it_is_is_told_table_by_table_in_rows_that_only_grow(
    folder, address, tmp_path, clock, monkeypatch
):
    monkeypatch.setattr(rows, "MAX_BATCH_ROWS", 2)
    there, back = list[tuple[str, int]](), list[tuple[str, int]]()
    options = {"clock": clock, "ids": Ids(clock)}
    await move(str(folder), address, tmp_path, progress=lambda *told: there.append(told), **options)
    await move(address, str(tmp_path / "back"), tmp_path, progress=lambda *told: back.append(told), **options)

    assert there == [
        *(("project", 2), ("journal", 2), ("journal", 4), ("journal", 6), ("journal", 8)),
        *(("journal_piece", 2), ("journal_piece", 3), ("document", 2), ("document", 4)),
        *(("key", 1), ("owner", 2), ("record", 1), ("blob", 1), ("proof", 6), ("proof", 8)),
    ]
    assert back == [("proof", 7), ("proof", 10)], "each begins a new epoch, which is an entry of its own"


@requirement("Z-70")
@pytest.mark.parametrize("damage", ["body", "chain", "gone"])
async def test_a_hash_that_does_not_hold_leaves_the_target_empty(folder, address, tmp_path, clock, damage):
    store = await SqliteStore.open(folder, clock)
    changes = {
        "body": "UPDATE journal SET form = 0, body = CAST('{\"title\":\"Others\"}' AS BLOB) WHERE type = 'thread.changed'",
        "chain": "UPDATE journal SET chain = zeroblob(32) WHERE type = 'thread.changed'",
        "gone": "DELETE FROM journal WHERE type = 'thread.changed'",
    }
    store._writing.execute(changes[damage])
    await store.close()

    for target in (address, str(tmp_path / "new")):
        with pytest.raises(StoreDamaged, match="'shop' is damaged"):
            await move(str(folder), target, tmp_path, clock=clock, ids=Ids(clock))

    there = await PostgresStore.open(address, clock)
    assert (await there.projects(), await there.records("token")) == ([], [])
    await there.close()
    assert list((tmp_path / "new").iterdir()) == []


@requirement("Z-70")
async def test_a_damaged_database_is_not_copied(address, tmp_path, clock):
    there = await PostgresStore.open(address, clock)
    await fill(there)
    await there._writer.connection.execute("UPDATE journal SET content_hash = sha256('x') WHERE sequence = 2")
    await there.close()
    with pytest.raises(StoreDamaged, match="entry 2"):
        await move(address, str(tmp_path / "new"), tmp_path, clock=clock, ids=Ids(clock))
    assert list((tmp_path / "new").iterdir()) == []


@requirement("Z-70")
async def test_what_holds_something_or_is_in_use_is_left_alone(folder, address, tmp_path, clock):
    there = await PostgresStore.open(address, clock)
    for source, target, error in (
        (str(folder), str(folder), Conflict),
        (str(folder), "mysql://u:hunter2@h/x", InvalidCommand),
        (str(tmp_path / "nowhere"), str(tmp_path / "new"), InvalidCommand),
        (str(folder), address, StoreBusy),
    ):
        with pytest.raises(error, match=r"^(?!.*hunter2)"):
            await move(source, target, tmp_path, clock=_Still(), ids=Ids(clock))
    await fill(there)
    await there.close()
    with pytest.raises(Conflict, match="it holds 2 projects and 3 other things; choose an empty one"):
        await move(str(folder), address, tmp_path, clock=clock, ids=Ids(clock))
    async with await Folder.open(folder, clock):
        with pytest.raises(StoreBusy, match="owns the data folder"):
            await move(str(folder), str(tmp_path / "new"), tmp_path, clock=_Still(), ids=Ids(clock))


class _Still:
    """A clock on which every wait is over at once."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        self._now += 1.0


@requirement("Z-70")
async def test_who_cancels_leaves_the_target_empty(folder, address, tmp_path, clock):
    for target in (address, str(tmp_path / "new")):
        reached = asyncio.Event()
        moving = asyncio.ensure_future(
            move(
                str(folder), target, tmp_path, clock=clock, ids=Ids(clock), progress=lambda *_: reached.set()  # noqa: B023
            )
        )  # fmt: skip
        async with asyncio.timeout(10):
            await reached.wait()
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
    there = await PostgresStore.open(address, clock)
    assert await there.projects() == []
    await there.close()
    assert list((tmp_path / "new").iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "new"]


@requirement("Z-71")
async def test_a_backup_of_either_store_is_restored_into_the_other(folder, address, tmp_path, clock):
    async with await Folder.open(folder, clock) as owned:
        await back_up(owned.store, tmp_path / "of-folder", clock)
        journals = [await journal(owned.store, project) for project in (SHOP, BANK)]
    await restore_into(tmp_path / "of-folder", address, tmp_path, clock=clock, ids=Ids(clock))

    there = await PostgresStore.open(address, clock)
    await back_up(there, tmp_path / "of-database", clock)
    assert [(await journal(there, project))[:-1] for project in (SHOP, BANK)] == journals
    assert [await there.rebuild(project) for project in (SHOP, BANK)] == [[], []]
    await there.close()

    await restore(tmp_path / "of-database", tmp_path / "restored", clock, Ids(clock))
    again = await SqliteStore.open(tmp_path / "restored", clock)
    assert [(await journal(again, project))[:-2] for project in (SHOP, BANK)] == journals
    await again.close()


@requirement("Z-71")
async def test_a_backup_of_a_database_that_works_is_one_moment_of_it(address, tmp_path, clock):
    store = await PostgresStore.open(address, clock)
    await filled(store, thread())
    acknowledged = await backed_up_while_writing(store, tmp_path / "backup", clock)
    await restore(tmp_path / "backup", tmp_path / "restored", clock, Ids(clock))
    again = await SqliteStore.open(tmp_path / "restored", clock)
    kept = (await journal(again))[:-1]
    assert len(kept) >= acknowledged
    assert kept == (await journal(store))[: len(kept)]
    assert await again.rebuild(SHOP) == []
    await again.close()
    await store.close()


@requirement("Z-70")
async def test_what_was_blotted_out_moves_as_it_is(folder, address, tmp_path, clock):
    store = await SqliteStore.open(folder, clock)
    row = (await journal(store))[1]
    store._writing.execute(
        "UPDATE journal SET form = 0, body = ? WHERE type = 'thread.changed'",
        (redact(row, b'{"type":"thread.changed"}').body,),
    )
    await store.close()
    moved = await move(str(folder), address, tmp_path, clock=clock, ids=Ids(clock))
    assert moved.projects == 2

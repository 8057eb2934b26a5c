"""Compaction: what nobody can see goes, and what anybody can read is what it was, whatever was done before."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from datetime import datetime
from itertools import count
from random import Random
from typing import Any

import apsw
import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from graphwright.errors import StoreDamaged, StoreFull
from graphwright.fleet.left_behind import LeftBehind
from graphwright.llm.testing import ScriptedModel
from graphwright.ports import SystemClock
from graphwright.server.compaction import CompactionReport
from graphwright.server.serve import take_up
from graphwright.store.base import Sha256, Store
from graphwright.store.database import DATABASE_NAME
from graphwright.store.memory import MemoryStore
from graphwright.store.sqlite import SqliteStore
from tests.server.place import Place, create, open_place, uuid
from tests.waiting import pace_of_a_process

requirement = pytest.mark.requirement

OCTETS = {"content-type": "application/octet-stream"}
DAY_S = 86_400.0
ANSWERS = 400


# what anybody can read -----------------------------------------------------------------------------------------------


async def visible(place: Place) -> dict[str, tuple[int, str]]:
    """Every answer that the owner gets, who may read everything, by its address."""
    owner = await place.owner()
    told: dict[str, tuple[int, str]] = {}

    async def read(path: str) -> Any:
        answer = await owner.get(path)
        told[path] = answer.status_code, answer.text
        return answer.json() if answer.headers.get("content-type", "").startswith("application/json") else {}

    await read("/api/holds")
    for project in (await read("/api/projects"))["projects"]:
        await _read_project(read, f"/api/projects/{project['projectId']}")
    people = [each["name"] for each in (await owner.get("/api/people")).json()["people"]]
    # But for what this reading itself is noted for, and compacting.
    entries = [each async for each in place.workbench.audit.entries() if not each.action.endswith("export.get")]
    noted = [each.action for each in entries if not each.action.startswith(("compaction.", "session."))]
    return {**told, "people": (200, json.dumps(people)), "audit": (200, json.dumps(noted))}


async def _read_project(read: Any, at: str) -> None:
    for path in (
        "", "/state", "/commits?limit=200", "/findings", "/questions", "/mappings", "/members", "/proposals", "/views",
        "/baselines", "/comments", "/webhooks", "/shares", "/costs", "/overview", "/schedules", "/export", "/events",
    ):  # fmt: skip
        await read(at + path)
    newest = (await read(at + "/graph"))["revision"]
    for revision in range(0, newest + 1, 2):
        await read(f"{at}/graph?revision={revision}")
        await read(f"{at}/comparison?base={revision}")
    for node in (await read(at + "/graph"))["nodes"][:3]:
        await read(f"{at}/elements/{node['nodeId']}/history")
    for thread in (await read(at + "/threads"))["threads"]:
        await read(f"{at}/threads/{thread['threadId']}")
        await read(f"{at}/threads/{thread['threadId']}/export")
    for run in (await read(at + "/runs"))["runs"]:
        here = f"{at}/runs/{run['runId']}"
        for part in ("/tree", "/context?tokens=2000", "/export"):
            await read(here + part)
        for step in (await read(here))["steps"]:
            await read(f"{here}/steps/{step['stepId']}")
            await read(f"{here}/steps/{step['stepId']}/request")
    for document in (await read(at + "/documents"))["documents"]:
        here = f"{at}/documents/{document['documentId']}"
        await read(here)
        for passage in (await read(here + "/passages"))["passages"][:2]:
            await read(f"{at}/passages/{passage['passageId']}")


async def settled(place: Place) -> dict[str, tuple[int, str]]:
    """The same, once findings that are made beside everything else have come."""
    told = await visible(place)
    for _ in range(9):
        for open_project in place.workbench.open_projects:
            await open_project.watch.settled()
        told, before = await visible(place), told
        if told == before:
            return told
    raise AssertionError("what can be read does not come to rest")


def counted(told: CompactionReport) -> dict[str, int]:
    return {each.kind: each.rows for each in told.amounts if each.rows}


# histories -----------------------------------------------------------------------------------------------------------


class History:
    """Things that people do, and that time and crashes do, one after the other."""

    def __init__(self, place: Place) -> None:
        self._place, self._ids = place, count(1)
        self._names = ["shop", "bank"]

    async def do(self, what: str, which: int) -> None:
        """One thing, in one of the projects."""
        await getattr(self, what)(self._names[which % len(self._names)], which)

    async def _owner(self, name: str) -> httpx2.AsyncClient:
        await self._place.project(name)
        return await self._place.owner()

    async def ask(self, name: str, which: int) -> None:
        owner = await self._owner(name)
        text = f"What is number {which}? " + "It is asked at length. " * 30
        said = await owner.post(
            f"/api/projects/{name}/messages", json={"commandId": uuid(next(self._ids)), "text": text}
        )
        assert said.status_code == 201, said.text
        await self._place.settled(name, said.json()["runId"])

    async def change(self, name: str, which: int) -> None:
        owner = await self._owner(name)
        graph = (await owner.get(f"/api/projects/{name}/graph")).json()
        made = create(("FUNC", f"Step{which} no{next(self._ids)}"))
        body = {
            "commandId": uuid(next(self._ids)), "baseRevision": graph["revision"], "reason": "so", "operations": made,
        }  # fmt: skip
        assert (await owner.post(f"/api/projects/{name}/changes", json=body)).status_code == 201

    async def add(self, name: str, which: int) -> None:
        owner, text = await self._owner(name), f"# Duties {which}\n\nA keeper feeds animal {next(self._ids)}.\n"
        at = f"/api/projects/{name}/documents?name=duties{which % 2}.md"
        assert (await owner.post(at, content=text.encode(), headers=OCTETS)).status_code in {200, 201}

    async def remove(self, name: str, _which: int) -> None:
        owner = await self._owner(name)
        for document in (await owner.get(f"/api/projects/{name}/documents")).json()["documents"][:1]:
            gone = await owner.delete(f"/api/projects/{name}/documents/{document['documentId']}")
            assert gone.status_code in {200, 204}

    async def delete(self, name: str, _which: int) -> None:
        owner = await self._owner(name)
        assert (await owner.delete(f"/api/projects/{name}")).status_code in {200, 204}

    async def crash(self, _name: str, which: int) -> None:
        """What a process leaves that ends between a text and the entry that was to name it."""
        store = self._place.workbench.store
        await store.put_blob(f"never named {which}".encode() * 50)
        await store.own(self._place.workbench.ids.new(), by="somebody who died")

    async def wait(self, _name: str, which: int) -> None:
        self._place.clock.ahead += (which % 12) * DAY_S

    async def forget(self, _name: str, _which: int) -> None:
        await self._place.server_state.retention.sweep()


DEEDS = ("ask", "change", "add", "remove", "delete", "crash", "wait", "forget")


@asynccontextmanager
async def place_with(store: MemoryStore | SqliteStore) -> AsyncIterator[Place]:
    model = ScriptedModel(*[["It is a thing that stands there."]] * ANSWERS)
    async with open_place(model, store=store, GRAPHWRIGHT_RETENTION_RUNS="20") as place:
        store._clock = place.clock  # which is set forward
        yield place


async def check_history(place: Place, deeds: list[tuple[str, int]]) -> CompactionReport:
    history, store = History(place), place.workbench.store
    for what, which in deeds:
        await history.do(what, which)
    place.clock.ahead += 8 * DAY_S
    before = await settled(place)
    found = await place.server_state.compaction.look()
    assert await visible(place) == before, "to look changes nothing, and the comparison is one"
    told = await place.server_state.compaction.compact()
    assert counted(told) == counted(found)
    assert await visible(place) == before
    for row in await store.projects():
        assert await store.rebuild(row.project_id) == []
    assert counted(await place.server_state.compaction.look()) == {}
    return told


@requirement("Z-132", "Z-130")
@pytest.mark.slow
@settings(max_examples=10)  # each reads everything four times
@given(deeds=st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 30)), min_size=5, max_size=15))
async def test_whatever_was_done_compacting_changes_nothing_that_anybody_can_read(deeds):
    async with place_with(MemoryStore(SystemClock())) as place:
        await check_history(place, deeds)


EVERYTHING = [
    ("ask", 0), ("change", 0), ("add", 0), ("add", 1), ("ask", 1), ("crash", 3), ("wait", 3), ("change", 0), ("add", 0),
    ("remove", 1), ("delete", 1), ("ask", 2), ("crash", 4), ("wait", 11), ("wait", 11), ("forget", 0), ("change", 2),
    ("ask", 4),
]  # fmt: skip


@requirement("Z-132", "Z-130", "Z-131")
@pytest.mark.slow
async def test_what_a_deleted_project_and_crashes_left_goes_from_a_folder_and_all_else_stays(tmp_path):
    store = await SqliteStore.open(tmp_path, SystemClock())
    async with place_with(store) as place:
        told = await check_history(place, EVERYTHING)
        kinds = counted(told)
        assert told.texts > 5, "prompts and results are there to be read"
        assert kinds.keys() >= {"texts", "answers", "owners"}
        assert kinds["owners"] == 3, "a run of the deleted project, and two that never began"
        assert await store.unused_bytes() == 0
        entries = [each async for each in place.workbench.audit.entries()]
        assert [each.action for each in entries if each.action.startswith("compaction.")] == [
            "compaction.begin", "compaction.end",
        ]  # fmt: skip
    await store.close()


async def with_rubbish(place: Place) -> dict[str, tuple[int, str]]:
    """A project with a conversation, beside what a deleted one and crashes have left; what can be read of it."""
    history = History(place)
    for what, which in (("ask", 1), ("delete", 1), ("ask", 0), ("crash", 1), ("crash", 2)):
        await history.do(what, which)
    place.clock.ahead += 8 * DAY_S
    return await settled(place)


@requirement("Z-133")
async def test_compacting_that_ends_at_any_write_has_changed_nothing_that_can_be_read():
    class FailingStore(MemoryStore):
        writes: int | None = None

        def spend(self) -> None:
            if self.writes is not None:
                if not self.writes:
                    raise StoreFull("the disk is full")
                self.writes -= 1

        async def forget_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> int:
            self.spend()
            return await super().forget_blobs(hashes[:1], older_than=older_than)

        async def forget_keys(self, older_than: datetime, *, limit: int | None = None) -> int:
            self.spend()
            return await super().forget_keys(older_than, limit=1)

        async def forget_owners(self, owners: Sequence[str]) -> None:
            self.spend()
            await super().forget_owners(owners[:1])

    store = FailingStore(SystemClock())
    async with place_with(store) as place:
        before = await with_rubbish(place)
        compaction = place.server_state.compaction
        left = [counted(await compaction.look())]
        while left[-1]:
            store.writes = 2
            with suppress(StoreFull):
                await compaction.compact()
            store.writes = None
            left.append(counted(await compaction.look()))
            named = {each for each in await store.blobs() if each.sha256 in str(before)}
            assert len(named) > 1
            assert all([await store.rebuild(row.project_id) == [] for row in await store.projects()])
        sizes = [sum(each.values()) for each in left]
        assert len(sizes) > 5
        assert sizes == sorted(sizes, reverse=True)
        assert await visible(place) == before
        actions = [each.action async for each in place.workbench.audit.entries()]
        assert actions.count("compaction.begin") > actions.count("compaction.end"), (
            "what was going is told before it goes"
        )


@requirement("Z-130")
async def test_a_text_that_somebody_puts_again_while_others_are_removed_stays():
    class BusyStore(MemoryStore):
        async def forget_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> int:
            for each in hashes:
                if self._blobs[each].startswith(b"never named 2"):
                    await self.put_blob(self._blobs[each])
            return await super().forget_blobs(hashes, older_than=older_than)

    store = BusyStore(SystemClock())
    async with place_with(store) as place:
        await with_rubbish(place)
        await place.server_state.compaction.compact()
        assert [data[:13] for data in store._blobs.values() if data.startswith(b"never")] == [b"never named 2"]


@requirement("Z-130", "Z-112")
async def test_texts_that_nothing_names_stay_while_there_is_a_legal_hold_because_nobody_knows_whose_they_are():
    store = MemoryStore(SystemClock())
    async with place_with(store) as place:
        await with_rubbish(place)
        texts = await store.blobs()
        shop = (await place.project("shop")).project_id
        await place.workbench.holds.put(shop, "a court asks", await place.workbench.owner())
        told = await place.server_state.compaction.compact()
        assert (told.is_held, "texts" in counted(told), await store.blobs()) == (True, False, texts)
        await place.workbench.holds.lift(shop)
        assert counted(await place.server_state.compaction.compact()).keys() == {"texts"}


@requirement("Z-132")
async def test_where_a_journal_is_damaged_nothing_is_removed():
    store = MemoryStore(SystemClock())
    async with place_with(store) as place:
        await with_rubbish(place)
        kept = await store.blobs()
        rows = store._projects[(await place.project("shop")).project_id].rows
        rows[3] = structs.replace(rows[3], body=rows[3].body.replace(b'"', b"'", 1))
        with pytest.raises(StoreDamaged, match=r"entry 4 .* its body is not what was written; restore a backup"):
            await place.server_state.compaction.compact()
        assert await store.blobs() == kept
        assert not [each async for each in place.workbench.audit.entries() if each.action.startswith("compaction.")]


@requirement("Z-132")
async def test_a_text_that_is_lost_while_others_are_removed_is_said_to_be():
    class CarelessStore(MemoryStore):
        async def forget_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> int:
            self._blobs.clear()
            return len(hashes)

    store = CarelessStore(SystemClock())
    async with place_with(store) as place:
        await with_rubbish(place)
        with pytest.raises(StoreDamaged, match=r"[1-9]\d* texts are missing and 0 journals differ after compacting"):
            await place.server_state.compaction.compact()


@requirement("Z-132")
async def test_a_document_that_is_removed_and_a_project_that_is_deleted_meanwhile_are_not_taken_for_lost():
    class SlowStore(MemoryStore):
        meanwhile: Callable[[], Awaitable[None]]

        async def forget_keys(self, older_than: datetime, *, limit: int | None = None) -> int:
            if hasattr(self, "meanwhile"):
                work = self.meanwhile
                del self.meanwhile
                await work()
            return await super().forget_keys(older_than, limit=limit)

    store = SlowStore(SystemClock())
    async with place_with(store) as place:
        await with_rubbish(place)
        history = History(place)
        await history.do("add", 0)
        await history.do("add", 1)

        async def remove() -> None:
            await history.do("remove", 0)
            await history.do("delete", 1)
            await history.do("change", 0)

        store.meanwhile = remove
        assert (await place.server_state.compaction.compact()).texts > 2
        assert not hasattr(store, "meanwhile")


@requirement("Z-130")
async def test_a_server_compacts_once_a_week_and_a_new_one_not_at_once():
    async with place_with(MemoryStore(SystemClock())) as place:
        compaction = place.server_state.compaction
        await compaction.sweep_weekly()
        await with_rubbish(place)
        place.clock.ahead -= 2 * DAY_S
        await compaction.sweep_weekly()
        assert "texts" in counted(await compaction.look())
        place.clock.ahead += 2 * DAY_S
        await compaction.sweep_weekly()
        assert counted(await compaction.look()) == {}


@requirement("Z-134")
async def test_index_files_of_projects_that_are_gone_do_not_outlive_the_next_start_or_compacting(tmp_path):
    async with place_with(MemoryStore(SystemClock())) as place:
        shop = (await place.project("shop")).project_id
        place.workbench._indexes = tmp_path / "indexes"
        assert await place.workbench.index_files() == []
        place.workbench._indexes.mkdir()

        def made(*names: str) -> None:
            for name in names:
                (tmp_path / "indexes" / name).write_bytes(b"of an index")

        def there() -> list[str]:
            return sorted(each.name for each in (tmp_path / "indexes").iterdir())

        gone = ["gone.nodes", "gone.passages", "gone.vectors"]
        made(f"{shop}.nodes", f"{shop}.passages.new", *gone)
        told = await place.server_state.compaction.compact()
        assert (counted(told), there()) == ({"files": 3}, [f"{shop}.nodes", f"{shop}.passages.new"])
        made(*gone)
        await take_up(place.server_state)
        assert there() == [f"{shop}.nodes"]


@requirement("Z-134")
async def test_index_files_of_a_project_that_another_server_has_for_an_hour_are_removed(tmp_path):
    async with place_with(MemoryStore(SystemClock())) as place:
        place.workbench._indexes = tmp_path
        elsewhere: set[str] = {"a", "b"}
        left_behind = LeftBehind(elsewhere.__contains__)
        for name in ("a.nodes", "a.passages", "b.nodes", "c.nodes"):
            (tmp_path / name).write_bytes(b"of an index")

        async def there(minutes: int) -> list[str]:
            place.clock.ahead += minutes * 60
            await left_behind.look(place.workbench)
            return sorted(each.name for each in tmp_path.iterdir())

        everything = ["a.nodes", "a.passages", "b.nodes", "c.nodes"]
        assert await there(0) == everything
        elsewhere.remove("b")  # it came back, and begins anew when it goes again
        assert await there(50) == everything
        elsewhere.add("b")
        assert await there(11) == ["b.nodes", "c.nodes"]
        assert await there(61) == ["c.nodes"]


COMPACTING = """
import asyncio, os, sys
from graphwright.app import open_workbench
from graphwright.server.compaction import Compaction
from graphwright.settings import Settings

def tell(what, count):
    os.write(1, f"{what}\\n".encode())
    os.read(0, 1)  # no farther than it is let

async def main():
    async with open_workbench(Settings.read({}, {"data": sys.argv[1]}), lasting=False) as workbench:
        await Compaction(workbench).compact(tell)

asyncio.run(main())
"""
ORPHANS = 3_000


@requirement("Z-133")
@pytest.mark.slow
async def test_a_process_that_is_killed_while_it_compacts_harms_nothing_and_the_next_one_goes_on(tmp_path):
    random = Random(16)
    environment = {**os.environ, "GRAPHWRIGHT_DATA": str(tmp_path), "GRAPHWRIGHT_EMBEDDINGS": "none"}
    said = [sys.executable, "-m", "graphwright", "say", "shop", "A customer places an order."]
    subprocess.run(said, check=True, env=environment, timeout=60)
    store = await SqliteStore.open(tmp_path, SystemClock())
    (shop,) = await store.projects()
    rows = [row async for slice_ in store.read_as_written(shop.project_id) for row in slice_]
    named = await blobs_in(store)
    await asyncio.gather(*(store.put_blob(random.randbytes(3_000)) for _ in range(ORPHANS)))
    await store.close()
    with closing(apsw.Connection(str(tmp_path / DATABASE_NAME))) as connection:
        connection.execute("UPDATE blob SET at = ''")  # as if they had been there for long
    left = [ORPHANS + len(named)]
    for number in count(1):
        command = [sys.executable, "-c", COMPACTING, str(tmp_path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for _ in range(4 * number):  # of what it tells: each time it comes a little farther
                process.stdout.readline()
                with suppress(BrokenPipeError):  # it is through
                    process.stdin.write(b".")
            pace_of_a_process(random.uniform(0, 0.05))
            process.kill()
        store = await SqliteStore.open(tmp_path, SystemClock())
        there = await blobs_in(store)
        assert [row async for slice_ in store.read_as_written(shop.project_id) for row in slice_] == rows
        assert await store.rebuild(shop.project_id) == []
        assert named <= there
        unused = await store.unused_bytes()
        await store.close()
        left.append(len(there))
        if there == named and not unused:
            break
    assert left == sorted(left, reverse=True)
    assert len(left) > 3
    assert len({*left}) > 2, "some of it was removed, and not all"


async def blobs_in(store: Store) -> set[Sha256]:
    found: set[Sha256] = set()
    after = ""
    while slice_ := await store.blobs(after=after):
        found.update(each.sha256 for each in slice_)
        after = slice_[-1].sha256
    return found

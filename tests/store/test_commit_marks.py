"""Words lead to commits: the same ones that reading the whole journal would find, whatever came in between (ADR-65)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.errors import StoreFull
from graphwright.ports import ManualClock
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author, EdgeChange, NodeChange
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete, NodeSet, NodeUpdate, Operation
from graphwright.store import commit_marks, entries
from graphwright.store.base import CommitMark, StoredEntry
from graphwright.store.commit_marks import CommitMarks, taking_back
from graphwright.store.entries import event_of
from graphwright.store.memory import MemoryStore
from tests.places import ANA, BEN, START, Table, open_project, open_table

Move = tuple[str, int]


class FailingStore(MemoryStore):
    """A store whose disk is full after so many writes of marks."""

    writes_left = 1_000_000

    async def save_marks(self, project_id: str, marks: Sequence[CommitMark]) -> None:  # type: ignore[override]
        if self.writes_left <= 0:
            raise StoreFull("the disk is full")
        self.writes_left -= 1
        await super().save_marks(project_id, marks)  # type: ignore[arg-type]


class HaltingStore(MemoryStore):
    """A store that writes marks only once it may go on."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.began, self.goes_on = asyncio.Event(), asyncio.Event()

    async def save_marks(self, project_id: str, marks: Sequence[CommitMark]) -> None:  # type: ignore[override]
        self.began.set()
        await self.goes_on.wait()
        await super().save_marks(project_id, marks)  # type: ignore[arg-type]


def words_of(commit: CommitApplied) -> set[str]:
    """Said here once more, plainly."""
    words = {commit.commit_id, commit.author.person_id, *map(taking_back, commit.reverts)}
    for change in commit.changes:
        element = change.after or change.before
        assert element is not None
        if isinstance(change, NodeChange):
            words.add(getattr(element, "node_id"))  # noqa: B009
        elif isinstance(change, EdgeChange):
            words |= {getattr(element, name) for name in ("edge_id", "source", "target")}
    return words


async def by_reading(project: Project) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    async for stored in project.stored_commits():
        commit = event_of(stored)
        assert isinstance(commit, CommitApplied)
        for word in words_of(commit):
            found.setdefault(word, []).insert(0, stored.sequence)
    return found


async def changed(table: Table, number: int, author: Author) -> None:
    """A node comes, with an edge to another, changes its name, or goes."""
    nodes = sorted(table.project.graph.nodes)
    make = NodeCreate(id="m", node_type="FUNC", name=f"DoThing{number}", descr="Does.", temp_id="m")
    operations: list[Operation] = [make]
    if nodes and number % 4 == 1:
        operations.append(EdgeCreate(id="e", edge_type="compose", source=nodes[number % len(nodes)], target="m"))  # type: ignore[arg-type]
    elif nodes and number % 4 == 2:
        ref = nodes[number % len(nodes)]
        operations = [NodeUpdate(id="u", ref=ref, set=NodeSet(descr=f"Does {number}."))]  # type: ignore[arg-type]
    elif nodes and number % 4 == 3:
        operations = [NodeDelete(id="d", ref=nodes[number % len(nodes)])]  # type: ignore[arg-type]
    await table.apply(operations, author=author)


@pytest.mark.requirement("P-121", "P-122")
@given(
    moves=st.lists(
        st.tuples(st.sampled_from(["change", "change", "keep", "snapshot", "reopen", "fail"]), st.integers(0, 30)),
        max_size=16,
    ),
    large=st.sampled_from([0, 1, 1_000]),
)
@settings(max_examples=60, deadline=None)
def test_words_lead_to_the_commits_that_reading_finds(moves: Sequence[Move], large: int):
    async def play() -> None:
        store = FailingStore(ManualClock(START))
        table = Table(await open_project(store))
        for number, (what, at) in enumerate(moves):
            match what:
                case "change":
                    await changed(table, at, ANA if number % 2 else BEN)
                case "keep":
                    await table.project.marks.keep()
                case "snapshot":
                    await table.project.keep_snapshot()
                case "reopen":
                    table = Table(await open_project(store, seed=number + 2))
                case _:
                    store.writes_left = at % 3
                    try:
                        await table.project.marks.keep()
                    except StoreFull:
                        store.writes_left = 1_000_000
                        table = Table(await open_project(store, seed=number + 2))
                    store.writes_left = 1_000_000
        marks = table.project.marks
        for word, sequences in (await by_reading(table.project)).items():
            assert await marks.find(word) == sequences
            middle = sequences[len(sequences) // 2]
            assert await marks.find(word, before=middle, limit=2) == [one for one in sequences if one < middle][:2]
            assert await marks.find(word, after=middle) == [one for one in sequences if one > middle]

    before, commit_marks._LARGE = commit_marks._LARGE, large
    twos, commit_marks._AT_ONCE = commit_marks._AT_ONCE, 3
    try:
        asyncio.run(play())
    finally:
        commit_marks._LARGE, commit_marks._AT_ONCE = before, twos


@pytest.mark.requirement("P-120")
async def test_no_journal_is_read_for_a_word_once_the_marks_are_kept():
    class Unread(MemoryStore):
        async def read(self, *args, **kwargs):
            raise AssertionError("the journal was read")
            yield

    kept = MemoryStore(ManualClock(START))
    table = Table(await open_project(kept))
    for number in range(4):
        await changed(table, number, BEN)
    await table.project.marks.keep()
    head = await kept.head(table.project.project_id)
    unread = Unread(ManualClock(START))
    unread.__dict__.update(kept.__dict__)

    marks = CommitMarks(unread, table.project.project_id, after=head.sequence)

    assert len(await marks.find(BEN.person_id)) == 4


@pytest.mark.requirement("P-121", "R-129")
@pytest.mark.parametrize(("most_in_one", "is_beside"), [(2, False), (1, True)])
async def test_a_commit_that_lies_in_pieces_is_looked_through_beside_the_loop(most_in_one, is_beside, monkeypatch):
    monkeypatch.setattr(entries, "MAX_IN_ONE", most_in_one)
    threads: set[threading.Thread] = set()

    def watched(stored: StoredEntry) -> list[CommitMark]:
        threads.add(threading.current_thread())
        return marks_of(stored)

    marks_of = commit_marks._marks_of
    monkeypatch.setattr(commit_marks, "_marks_of", watched)
    table = await open_table()
    await table.apply("+ Ship|FUNC|Ship.FN.001|\n+ Pay|FUNC|Pay.FN.001|", author=BEN)
    store, project_id = table.project.store, table.project.project_id
    marks = CommitMarks(store, project_id, after=(await store.head(project_id)).sequence)  # it has heard nothing itself
    await marks.keep()

    assert await marks.find(BEN.person_id) == [2]
    assert (threading.main_thread() not in threads, len(threads)) == (is_beside, 1)


@pytest.mark.requirement("P-121")
async def test_a_large_commit_that_comes_while_marks_are_written_is_found(monkeypatch):
    monkeypatch.setattr(commit_marks, "_LARGE", 0)
    store = HaltingStore()
    table = Table(await open_project(store))
    await changed(table, 0, BEN)
    keeping = asyncio.ensure_future(table.project.marks.keep())
    await store.began.wait()
    await changed(table, 4, BEN)
    finding = asyncio.ensure_future(table.project.marks.find(BEN.person_id))
    await asyncio.sleep(0)
    store.goes_on.set()
    assert await finding == [3, 2]
    await keeping


@pytest.mark.requirement("P-121")
async def test_marks_that_nobody_waits_for_any_more_are_not_written_into_a_store_that_closes(monkeypatch):
    monkeypatch.setattr(commit_marks, "_LARGE", 0)
    store = HaltingStore()
    table = Table(await open_project(store))
    await changed(table, 0, BEN)
    finding = asyncio.ensure_future(table.project.marks.find(BEN.person_id))
    await store.began.wait()
    finding.cancel()
    await asyncio.wait([finding])
    await asyncio.wait_for(table.project.marks.close(), 5)
    store.goes_on.set()
    assert len(asyncio.all_tasks()) == 1
    assert await table.project.marks.find(BEN.person_id) == [2]

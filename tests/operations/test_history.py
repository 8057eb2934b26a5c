"""The past in short: what may be undone is read from its end, and no further than is needed (ADR-06)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphwright.operations.commit import Submission
from graphwright.operations.history import CommitLine, commits_of, lines, next_back, stacks
from graphwright.ports import ManualClock
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author
from graphwright.protocol.operations import ChangeSet, NodeCreate
from graphwright.store.memory import MemoryStore
from tests.places import ANA, BEN, START, Table, open_project, open_table

Move = tuple[Author, str, int]


def make(name: str) -> NodeCreate:
    return NodeCreate(id=name, node_type="FUNC", name=name, descr="Does.", temp_id=name)


async def take_back(table: Table, commit: CommitApplied, author: Author) -> None:
    change_set = ChangeSet(base_revision=table.project.graph.revision, operations=[])
    await table.committer.submit(Submission(change_set=change_set, author=author, origin="revert", reverts=[commit]))


async def moved(table: Table, move: Move, number: int) -> None:
    """One move of a person: a change, or something taken back."""
    author, what, at = move
    commits = [commit async for commit in table.project.commits()]
    mine = stacks(commits, author.person_id)
    ids = {"undo": mine.undo[-1:], "redo": mine.redo[-1:], "revert": [commit.commit_id for commit in commits[at:]][:1]}
    if what == "keep":
        await table.project.marks.keep()
    if what == "change":
        await table.apply([make(f"N{number}")], author=author)
    for commit in commits:
        if commit.commit_id in ids.get(what, ()):
            await take_back(table, commit, author)


@pytest.mark.slow
@pytest.mark.requirement("I-11", "P-120")
@given(
    moves=st.lists(
        st.tuples(
            st.sampled_from([ANA, BEN]),
            st.sampled_from(["change", "undo", "redo", "revert", "keep"]),
            st.integers(0, 12),
        ),
        max_size=20,
    ),
    window=st.integers(1, 3),
)
@example(
    moves=[(ANA, "change", 0), (ANA, "undo", 0), (BEN, "change", 0), (BEN, "change", 0), (ANA, "redo", 0)], window=1
)
@settings(max_examples=150, deadline=None)
def test_what_is_read_from_the_end_tells_the_same_as_the_whole_journal(moves: Sequence[Move], window: int):
    async def play() -> None:
        table = await open_table()
        for number, move in enumerate(moves):
            await moved(table, move, number)
        commits = {commit.commit_id: commit async for commit in table.project.commits()}
        for author in (ANA, BEN):
            mine = stacks(commits.values(), author.person_id)
            for way, stack in (("undo", mine.undo), ("redo", mine.redo)):
                found = await next_back(table.project, author.person_id, way, window=window)
                assert found == (commits[stack[-1]] if stack else None)

    asyncio.run(play())


class Counting(MemoryStore):
    """Counts the entries that are read."""

    entries = 0

    async def read(self, *args, **kwargs):
        async for stored in super().read(*args, **kwargs):
            self.entries += 1
            yield stored


@pytest.mark.requirement("I-11", "R-40")
async def test_the_next_undo_and_the_newest_lines_cost_the_same_after_a_long_past():
    store = Counting(ManualClock(START))
    table = Table(await open_project(store))
    for number in range(200):
        await table.apply([make(f"N{number}")])

    store.entries = 0
    undone = await next_back(table.project, ANA.person_id, "undo", window=8)
    newest = await lines(table.project, after_revision=190)

    assert store.entries == 8 + 1 + 10
    assert undone is not None
    assert (undone.revision, [line.revision for line in newest]) == (200, list(range(191, 201)))


@pytest.mark.requirement("I-11", "P-120")
async def test_what_is_next_to_undo_lies_before_what_was_undone_however_little_is_read_at_first():
    table = await open_table()
    for number in range(3):
        await moved(table, (ANA, "change", 0), number)
    first, *_ = [commit async for commit in table.project.commits()]
    for _ in range(2):
        await moved(table, (ANA, "undo", 0), 0)

    assert await next_back(table.project, ANA.person_id, "undo", window=1) == first


@pytest.mark.requirement("I-11", "R-40")
async def test_nothing_can_be_redone_behind_a_new_change_and_nobody_reads_further_to_see_that():
    store = Counting(ManualClock(START))
    table = Table(await open_project(store))
    for number in range(100):
        await moved(table, (ANA, "change", 0), number)
    store.entries = 0

    assert await next_back(table.project, ANA.person_id, "redo", window=2) is None
    assert store.entries == 2


@pytest.mark.requirement("I-11")
async def test_a_line_says_who_and_how_much_and_leads_to_the_whole_commit():
    table = await open_table()
    done = await table.apply([make("A"), make("B")], author=BEN)
    commit = done.commit
    assert commit is not None

    (line,) = await lines(table.project)
    (whole,) = await commits_of(table.project, commit.commit_id)

    assert (whole.changes, whole.author) == (commit.changes, BEN)
    assert (line.revision, line.author, len(line.changes), line.is_of("another")) == (1, BEN, 2, False)
    assert isinstance(line, CommitLine)

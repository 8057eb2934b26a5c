"""Revisions with names: given once, changed, taken away, compared, and read as the model was."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.baselines import MOST, NAME_LENGTH, Baselines, Tally
from graphwright.errors import Conflict, InvalidCommand, LimitExceeded, NotFound
from graphwright.ports import ManualClock
from graphwright.protocol.events import BaselineNamed
from graphwright.protocol.graph import EdgeChange, NodeChange, Snapshot
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.projects import Baseline
from graphwright.store.memory import MemoryStore
from tests.places import ANA, BEN, START, Table, open_table
from tests.sync.watching import kinds, watched

ORDER = """<operations>
+ Ship|FUNC|Ship.FN.001|Ships an order.
+ Fast|REQ|Fast.RQ.001|Ship within a day.
+ Ship.FN.001 -st-> Fast.RQ.001
</operations>"""


def diff(*lines: str) -> str:
    return "\n".join(["<operations>", *lines, "</operations>"])


class Halting(MemoryStore):
    """Reads a past revision only when it may."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(clock)
        self.is_asked = asyncio.Event()
        self.may_read = asyncio.Event()
        self.may_read.set()

    async def load_snapshot(
        self, project_id: ProjectId, *, upto_revision: int | None = None
    ) -> tuple[Snapshot, int] | None:
        if not self.may_read.is_set():
            self.is_asked.set()
        await self.may_read.wait()
        return await super().load_snapshot(project_id, upto_revision=upto_revision)


async def named(table: Table, name: str) -> Baselines:
    """A project whose newest revision has a name."""
    baselines = Baselines(table.project)
    await baselines.name(name, table.project.graph.revision, ANA)
    return baselines


@pytest.mark.requirement("N-01")
async def test_a_revision_is_named_and_found_by_its_number_and_its_name():
    table = await open_table()
    await table.apply(ORDER)

    baselines = await named(table, " @PDR ")

    pdr = Baseline(name="PDR", revision=1, person=ANA, at=START)
    assert await baselines.all() == [pdr]
    assert [await baselines.revision_of(word) for word in ("pdr", "@PDR", "1", "0")] == [1, 1, 1, 0]
    assert await baselines.mentioned("What is new since @pdr? Ask ana@PDR, @CDR or @PDR.") == [pdr]
    for word in ("CDR", "2", "99999999999999999999999999", "²"):
        with pytest.raises(NotFound):
            await baselines.revision_of(word)


@pytest.mark.requirement("N-01")
async def test_a_name_is_given_once_however_many_want_it():
    table = await open_table()
    await table.apply(ORDER)
    baselines = Baselines(table.project)

    given = await asyncio.gather(
        *(baselines.name(name, revision, ANA) for name, revision in (("PDR", 1), ("pdr", 0), ("PDR", 1), ("PdR", 1))),
        return_exceptions=True,
    )

    assert [type(each) for each in given] == [Baseline, Conflict, Baseline, Conflict]
    assert [each.name for each in await baselines.all()] == ["PDR"]
    with pytest.raises(Conflict, match=r"revision 1 is called 'PDR' already; choose another name, or remove that one"):
        await baselines.name("PDR", 0, ANA)


@pytest.mark.requirement("N-01", "R-43")
@pytest.mark.parametrize(
    "name", ["", "@", "1", "1.0", "-x", "x.", "a b", "a/b", "a\u202eb", "x" * (NAME_LENGTH + 1), "\U0001f600"]
)
async def test_what_is_no_name_is_refused_and_says_what_one_is(name):
    baselines = Baselines((await open_table()).project)

    with pytest.raises(InvalidCommand, match="use 1 to 64 letters, digits"):
        await baselines.name(name, 0, ANA)
    assert await baselines.all() == []


@pytest.mark.requirement("N-01")
@pytest.mark.parametrize("name", ["x", "PDR", "v1.2", "Überprüfung-2", "x" * NAME_LENGTH, "e\u0301te\u0301"])
async def test_names_of_reviews_and_releases_are_taken(name):
    baselines = Baselines((await open_table()).project)

    made = await baselines.name(name, 0, ANA)

    assert (await baselines.get(made.name.upper())).revision == 0


@pytest.mark.requirement("N-01", "R-40")
async def test_a_project_has_so_many_names_and_no_revision_that_never_was():
    table = await open_table()
    baselines = Baselines(table.project)
    full = [BaselineNamed(name=f"n{number}", revision=0, person=ANA, at=START) for number in range(MOST)]
    await table.project.record(full)

    with pytest.raises(LimitExceeded, match="1,000 baselines"):
        await baselines.name("one-more", 0, ANA)
    for revision in (-1, 1):
        with pytest.raises(NotFound, match=f"no revision {revision}; the newest is 0"):
            await baselines.name("PDR", revision, ANA)


@pytest.mark.requirement("N-02", "I-06")
async def test_a_name_is_changed_and_taken_away_on_every_screen():
    table = await open_table()
    await table.apply(ORDER)
    async with watched(table) as watcher:
        baselines = await named(table, "PDR")
        await baselines.name("draft", 0, BEN)
        await baselines.rename("pdr", "CDR", BEN)
        await baselines.rename("CDR", "cdr", BEN)
        await baselines.rename("cdr", "cdr", ANA)
        await watcher.read()
        seen = [(each.name, each.revision, each.person) for each in watcher.replica.baselines.values()]
        assert seen == [("draft", 0, BEN), ("cdr", 1, BEN)]
        await baselines.remove("draft", ANA)

    assert kinds(watcher) == ["baseline.named", "baseline.removed"]
    assert [each.name for each in await baselines.all()] == ["cdr"]
    assert table.project.graph.revision == 1
    for doing in (baselines.remove("PDR", ANA), baselines.rename("PDR", "x", ANA)):
        with pytest.raises(NotFound, match=r"no baseline 'PDR' \(there are: cdr\)"):
            await doing
    await baselines.name("SRR", 0, ANA)
    with pytest.raises(Conflict):
        await baselines.rename("SRR", "CDR", ANA)


@pytest.mark.requirement("N-03")
async def test_every_element_is_added_modified_deleted_or_unchanged():
    table = await open_table()
    await table.apply(ORDER)
    baselines = await named(table, "PDR")
    before = dict(table.project.graph.nodes)
    await table.apply(diff("~ Ship.FN.001|Ships at once.", "- Fast.RQ.001", "+ Pay|FUNC|Pay.FN.001|Pays."))
    after = table.project.graph.nodes

    found = await baselines.compare(1, 2)

    assert found.nodes == Tally(added=1, modified=1, deleted=1, unchanged=0)
    assert found.edges == Tally(added=0, modified=0, deleted=1, unchanged=0)
    by_name = {
        (change.after or change.before).name: change  # type: ignore[union-attr]  # one of the two is there
        for change in found.changes
        if isinstance(change, NodeChange)
    }
    ship, fast, pay = (by_name[name] for name in ("Ship", "Fast", "Pay"))
    assert (ship.before, ship.after) == (before[ship.before.node_id], after[ship.after.node_id])
    assert (fast.after, pay.before) == (None, None)
    assert [type(change) for change in found.changes].count(EdgeChange) == 1
    backwards = await baselines.compare(2, 1)
    assert backwards.nodes == Tally(added=1, modified=1, deleted=1, unchanged=0)
    swapped = [(each.after, each.before) for each in backwards.changes]
    assert all((each.before, each.after) in swapped for each in found.changes)


@pytest.mark.requirement("N-03")
async def test_what_was_changed_back_or_deleted_and_brought_back_is_unchanged():
    table = await open_table()
    done = await table.apply(ORDER)
    baselines = await named(table, "PDR")
    await table.apply(diff("~ Ship.FN.001|Other words."))
    await table.apply(diff("~ Ship.FN.001|Ships an order."))

    found = await baselines.compare(1, 3)

    assert done.commit is not None
    assert (found.changes, found.nodes.unchanged, found.edges.unchanged) == ([], 2, 1)


@pytest.mark.requirement("N-03")
async def test_the_newest_revision_is_compared_as_it_was_whatever_comes_meanwhile():
    store = Halting(ManualClock(START))
    table = await open_table(store)
    await table.apply(ORDER)
    store.may_read.clear()

    comparing = asyncio.create_task(Baselines(table.project).compare(1, 0))
    await asyncio.wait_for(store.is_asked.wait(), 5)
    await table.apply(diff("+ Pay|FUNC|Pay.FN.001|Pays."))
    store.may_read.set()
    found = await comparing

    assert found.nodes == Tally(added=0, modified=0, deleted=2, unchanged=0)


@pytest.mark.requirement("N-03", "R-40")
async def test_a_long_comparison_counts_all_and_lists_the_first():
    table = await open_table()
    await table.apply(diff(*(f"+ F{at}|FUNC|F{at}.FN.001|Step {at}." for at in range(40))))

    found = await Baselines(table.project).compare(0, 1, most=10)

    assert (found.nodes.added, len(found.changes), found.is_cut) == (40, 10, True)


@pytest.mark.requirement("N-04")
async def test_the_past_stays_as_it_was_whatever_happens_meanwhile():
    table = await open_table()
    await table.apply(ORDER)
    baselines = await named(table, "PDR")
    assert (await baselines.graph("PDR")) is table.project.graph
    for number in range(5):
        await table.apply(diff(f"~ Ship.FN.001|Version {number}."))

    texts = [
        [node.descr for node in (await baselines.graph(word)).of_type("FUNC")] for word in ("PDR", "3", "2", "pdr")
    ]

    assert texts == [["Ships an order."], ["Version 1."], ["Version 0."], ["Ships an order."]]

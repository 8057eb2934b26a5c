"""All findings of a project, kept by telling what changes of them: always what looking at everything would find."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest

from graphwright.bus import LocalBus
from graphwright.errors import Refused, StoreBusy
from graphwright.graph.check import check_all, sweep
from graphwright.graph.document import Graph
from graphwright.operations.commit import Submission, SubmissionResult
from graphwright.operations.watch import AGAIN_S, CALM_S, Watch
from graphwright.ports import ManualClock
from graphwright.projects import Projects
from graphwright.protocol.events import FindingsChanged
from graphwright.protocol.ids import FindingId, ProjectId
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    Finding,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.protocol.wire import decode
from graphwright.store.base import Document, Entry
from graphwright.store.entries import event_of
from graphwright.store.memory import MemoryStore
from tests.operations.test_second_thoughts import undo
from tests.places import ANA, START, Table, open_project, open_table, seeded_ids
from tests.waiting import until

NAMES = ("ValidateOrder", "ValidateOrders", "CheckOrder", "ShipOrder", "ShippingOrder", "PackOrder")


async def check(table: Table, watch: Watch) -> None:
    project = table.project
    known: Mapping[FindingId, Finding] = await watch.settled()
    stored = await project.store.documents(project.project_id, "finding")
    assert worded(known.values()) == worded(check_all(project.graph))
    assert worded(decode(each.body, Finding) for each in stored) == worded(known.values())


def worded(findings: Iterable[Finding]) -> dict[FindingId, tuple[str, list[str]]]:
    """What findings say; which of two alike nodes was met first is told by none."""
    return {each.finding_id: (each.case, sorted(map(repr, each.values.values()))) for each in findings}


def change(table: Table, chance: random.Random, number: int) -> Operation:
    nodes = list(table.project.graph.nodes.values())
    functions = [node for node in nodes if node.node_type == "FUNC"]
    kinds = ("node", "node", "edge", "edge", "rename", "delete", "cut")
    kind = chance.choice(kinds) if len(functions) > 3 else "node"
    if kind == "node":
        node_type = chance.choice(("FUNC", "FUNC", "REQ", "UC"))
        return NodeCreate(id="n", node_type=node_type, name=f"{chance.choice(NAMES)}{number}", descr="Looks at orders")
    if kind == "edge":
        source, target = chance.sample(nodes, 2)
        ontology = table.project.ontology
        fitting = [each for each in ontology.relations if ontology.allows(each, source.node_type, target.node_type)]
        edge_type = chance.choice(fitting or ["relation"])
        return EdgeCreate(id="e", edge_type=edge_type, source=source.node_id, target=target.node_id)
    if kind == "cut" and table.project.graph.edges:
        return EdgeDelete(id="c", ref=chance.choice(list(table.project.graph.edges)))
    node = chance.choice(nodes)
    if kind == "rename":
        return NodeUpdate(id="u", ref=node.node_id, set=NodeSet(name=f"{chance.choice(NAMES)}{number}"))
    return NodeDelete(id="d", ref=node.node_id)


async def imported(table: Table, operations: list[Operation]) -> SubmissionResult:
    """The same as an import, which is looked at by looking at everything."""
    change_set = ChangeSet(base_revision=table.project.graph.revision, operations=operations)
    return await table.committer.submit(Submission(change_set=change_set, author=ANA, origin="import", importing=True))


@pytest.mark.requirement("I-06")
@pytest.mark.parametrize("seed", range(6))
async def test_what_was_told_is_what_there_is_to_find_whoever_changed_it(seed, caplog):
    chance = random.Random(seed)
    table = await open_table()
    watch = Watch(table.project)
    await check(table, watch)
    for number in range(25):
        with suppress(Refused):  # no such relation may be there, or it is there already
            operations = [change(table, chance, number)]
            await (imported(table, operations) if chance.random() < 0.3 else table.apply(operations))
        if chance.random() < 0.2:
            await undo(table, ANA)
        if chance.random() < 0.6:
            await check(table, watch)
    await check(table, watch)
    assert caplog.records == [], "nothing failed that nobody waited for"


@pytest.mark.requirement("X-182")
async def test_a_finding_names_an_element_as_it_is_called_now_and_is_no_news():
    table = await open_table()
    await table.apply([NodeCreate(id="a", node_type="REQ", name="Fast answers", descr="Answers are fast.")])
    watch = Watch(table.project)
    before = await watch.settled()
    begun = len([each async for each in table.project.store.read(table.project.project_id)])

    await table.apply([NodeUpdate(id="u", ref="FastAnswers.RQ.001", set=NodeSet(name="Quick answers"))])
    after = await watch.settled()

    named = {finding_id: str(each.values) for finding_id, each in before.items() if "Fast answers" in str(each.values)}
    assert named
    assert before.keys() == after.keys()
    assert {each: str(after[each].values) for each in named} == {
        finding_id: said.replace("Fast answers", "Quick answers") for finding_id, said in named.items()
    }
    told = [event_of(each) async for each in table.project.store.read(table.project.project_id, after=begun)]
    changes = [each for each in told if isinstance(each, FindingsChanged)]
    assert {each.finding_id for event in changes for each in event.reworded} == named.keys()
    assert all(not event.introduced and not event.resolved for event in changes)


@pytest.mark.requirement("I-06")
async def test_what_an_import_brought_and_what_nobody_watched_is_found_later():
    table = await open_table()
    await table.apply([NodeCreate(id="a", node_type="FUNC", name="ValidateOrder", descr="Looks at orders")])
    watch = Watch(table.project)
    await check(table, watch)
    twins = [NodeCreate(id=name, node_type="FUNC", name=name, descr="Looks at orders") for name in NAMES]
    change_set = ChangeSet(base_revision=1, operations=twins)
    await table.committer.submit(Submission(change_set=change_set, author=ANA, origin="import", importing=True))
    await check(table, watch)
    assert {"graph", "local", "pairwise"} <= {finding.reach for finding in watch.findings.values()}

    again = Table(await open_project(table.project.store))
    await again.apply([NodeDelete(id="d", ref="ValidateOrder.FN.001")])
    await check(again, Watch(again.project))


@pytest.mark.requirement("G-115")
async def test_a_rule_of_a_plugin_that_takes_its_time_holds_up_no_finding_of_ours():
    table = await open_table()
    asked, answered = asyncio.Event(), asyncio.Event()

    async def slow(_graph: Graph) -> list[Finding]:
        asked.set()
        await answered.wait()
        return []

    watch = Watch(table.project, slow)
    watch.start()
    await asked.wait()
    await table.apply("+ Pay|FUNC|Pay.FN.001|Pays.")
    await until(lambda: bool(watch.findings))  # the rule has not answered yet
    answered.set()
    await check(table, watch)


class RefusingStore(MemoryStore):
    """A store that keeps no findings for a while."""

    is_refusing = False

    async def append(self, project_id: ProjectId, entries: Sequence[Entry], **options: Any) -> int:
        """Entries behind a journal."""
        if self.is_refusing and entries[0].type == "findings.changed":
            raise StoreBusy("too many writes wait already")
        return await super().append(project_id, entries, **options)


@pytest.mark.requirement("I-06", "Z-31")
async def test_findings_that_could_not_be_kept_are_told_with_the_next_ones():
    store = RefusingStore()
    table = await open_table(store)
    watch = Watch(table.project)
    await check(table, watch)
    store.is_refusing = True
    await table.apply([NodeCreate(id="a", node_type="FUNC", name="ValidateOrder", descr="Looks at orders")])
    with pytest.raises(StoreBusy):
        await watch.settled()
    store.is_refusing = False
    await table.apply([NodeCreate(id="r", node_type="REQ", name="Fast", descr="Below 5 s.")])
    await check(table, watch)


class AwayStore(MemoryStore):
    """A store in which no findings can be looked up for a while."""

    is_refusing = False

    async def documents(self, project_id: ProjectId, kind: str, **asked: Any) -> list[Document]:
        """The documents of a kind."""
        if self.is_refusing and kind == "finding":
            raise StoreBusy("the database is away")
        return await super().documents(project_id, kind, **asked)


@pytest.mark.requirement("Z-160")
@pytest.mark.parametrize("kind", [RefusingStore, AwayStore], ids=["written", "read"])
async def test_findings_that_cannot_be_kept_for_a_while_are_told_without_another_change_and_no_failure_is_lost(kind):
    lost: list[Mapping[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, told: lost.append(told))
    store = kind()
    table = await open_table(store)
    await table.apply([NodeCreate(id="a", node_type="FUNC", name="ValidateOrder", descr="Looks at orders")])
    watch, clock = Watch(table.project), table.project.clock
    store.is_refusing = True
    watch.start()
    begun = clock.monotonic()
    await until(lambda: clock.monotonic() > begun + 3 * AGAIN_S)  # it has looked several times
    assert not watch.findings

    store.is_refusing = False
    await until(lambda: watch.findings)
    await check(table, watch)
    await watch.stop()
    gc.collect()
    assert lost == []


@pytest.mark.requirement("Z-160")
async def test_who_watches_no_more_does_not_look_again():
    asked = asyncio.Event()

    async def failing_at_the_end(_graph: Graph) -> list[Finding]:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            raise StoreBusy("the database is away")

    table = await open_table()
    others = asyncio.all_tasks()
    watch = Watch(table.project, failing_at_the_end)
    watch.start()
    await asked.wait()
    await watch.stop()
    assert asyncio.all_tasks() == others


class WatchfulClock(ManualClock):
    """Notes at each pause whether the collector may run."""

    def __init__(self) -> None:
        super().__init__(START)
        self.noted: list[bool] = []

    async def sleep(self, seconds: float) -> None:
        self.noted.append(gc.isenabled())
        await super().sleep(seconds)


@pytest.mark.requirement("Z-34")
async def test_the_collector_waits_for_the_end_of_a_sweep():
    clock = WatchfulClock()
    projects = Projects(MemoryStore(clock), LocalBus(), clock, seeded_ids(clock, 1))
    table = Table(await projects.open_or_create("shop", policy="auto", language="en"))
    await table.apply([NodeCreate(id="n", node_type="FUNC", name="PackOrder")])

    await Watch(table.project).settled()

    # First each element is looked at, then the graph as a whole.
    assert clock.noted == sorted(clock.noted, reverse=True)
    assert (clock.noted[0], clock.noted[-1], gc.isenabled()) == (True, False, True)


class HeldClock(ManualClock):
    """A clock by which it is calm as often as it is told."""

    def __init__(self) -> None:
        super().__init__(START)
        self.calm, self.waited = asyncio.Semaphore(0), 0

    async def sleep(self, seconds: float) -> None:
        if seconds == CALM_S:
            self.waited += 1
            await self.calm.acquire()
        await super().sleep(seconds)


@pytest.mark.requirement("Z-178")
async def test_the_whole_graph_is_swept_when_the_changes_have_ended_and_what_is_around_them_is_told_before(monkeypatch):
    swept: list[int] = []

    def noted(graph: Graph) -> object:
        swept.append(graph.revision)
        return sweep(graph)

    monkeypatch.setattr("graphwright.operations.watch.sweep", noted)
    clock = HeldClock()
    projects = Projects(MemoryStore(clock), LocalBus(), clock, seeded_ids(clock, 1))
    table = Table(await projects.open_or_create("shop", policy="auto", language="en"))
    watch = Watch(table.project)
    watch.start()
    await until(lambda: clock.waited)
    for number in range(4):
        waited = clock.waited
        await table.apply([NodeCreate(id="n", node_type="FUNC", name=f"PackOrder{number}")])
        clock.calm.release()  # the time is over, but another change came meanwhile
        await until(lambda waited=waited: clock.waited > waited)
        assert {each.values["node"] for each in watch.findings.values() if each.rule_id == "isolation"} == {
            f"FUNC 'PackOrder{each}'" for each in range(number + 1)
        }
    assert (swept, {each.reach for each in watch.findings.values()}) == ([], {"local"})

    clock.calm.release()
    await check(table, watch)
    assert swept == [table.project.graph.revision]

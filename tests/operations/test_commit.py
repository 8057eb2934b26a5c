"""One door, one committer: durable before told, whole or not at all, in order, and once (ADR-01, ADR-02, ADR-04, ADR-06)."""

from __future__ import annotations

import asyncio
import json

import pytest
from msgspec.structs import replace

from graphwright.errors import Conflict, GraphwrightError, Misuse, Refused, StaleRevision, StoreFull
from graphwright.operations.commit import Committer, Submission
from graphwright.ports import ManualClock
from graphwright.projects import ProjectLimits
from graphwright.protocol.events import CommitApplied, Event
from graphwright.protocol.graph import NodeChange
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    ElementConflict,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
    Problem,
)
from graphwright.store.base import IdempotencyKey, RepeatedKey
from graphwright.store.memory import MemoryStore
from graphwright.text.messages import message_of
from tests.places import ANA, BEN, START, Table, open_project, open_table


def make(name: str, node_type: str = "FUNC") -> NodeCreate:
    return NodeCreate(id=f"make {name}", node_type=node_type, name=name, descr="Does.", temp_id=name)


def rename(ref: str, name: str) -> NodeUpdate:
    return NodeUpdate(id=f"rename {ref}", ref=ref, set=NodeSet(name=name))


def describe(ref: str, descr: str) -> NodeUpdate:
    return NodeUpdate(id=f"describe {ref}", ref=ref, set=NodeSet(descr=descr))


def conflict_in(refused: Refused) -> ElementConflict:
    """What somebody else did, of a change set that was refused for that alone."""
    (problem,) = refused.problems
    assert isinstance(problem, Problem)
    assert problem.conflict is not None
    return problem.conflict


def names(table: Table) -> list[str]:
    return sorted(node.name for node in table.project.graph.nodes.values())


@pytest.mark.requirement("I-01", "I-05", "A-76")
async def test_a_commit_is_in_the_journal_when_it_is_told():
    table = await open_table()
    heard: list[Event] = []
    table.project.bus.subscribe(table.project.project_id, heard.append)

    done = await table.apply([make("Ship")])

    stored = [entry async for entry in table.project.store.read(table.project.project_id)]
    assert [entry.type for entry in stored] == ["project.changed", "commit.applied"]
    (told,) = heard
    assert isinstance(told, CommitApplied)
    assert (told.sequence, told.revision, told.commit_id) == (2, 1, done.commit.commit_id if done.commit else "")
    assert told.author == ANA


@pytest.mark.requirement("I-02", "A-97", "R-20", "T-02", "WA-01", "WA-03", "WF-04")
async def test_a_refused_change_set_leaves_no_trace_anywhere():
    table = await open_table()
    heard: list[Event] = []
    table.project.bus.subscribe(table.project.project_id, heard.append)

    with pytest.raises(Refused):
        await table.apply([make("Ship"), EdgeCreate(id="e", edge_type="st", source="Ship", target="Nobody")])

    head = await table.project.store.head(table.project.project_id)
    assert (names(table), heard, head.revision, table.project.graph.counters) == ([], [], 0, {})


@pytest.mark.requirement("I-02", "I-05", "A-44", "A-95")
async def test_change_sets_that_wait_together_are_applied_in_order_and_one_refusal_harms_no_neighbour():
    table = await open_table()

    results = await asyncio.gather(
        table.apply([make("A")]),
        table.apply([EdgeCreate(id="e", edge_type="st", source="Nobody", target="Nowhere")], base=0),
        table.apply([make("B")]),
        return_exceptions=True,
    )

    assert [type(result).__name__ for result in results] == ["SubmissionResult", "Refused", "SubmissionResult"]
    commits = [commit async for commit in table.project.commits()]
    assert [commit.revision for commit in commits] == [1, 2]
    assert [node.semantic_id for node in table.project.graph.nodes.values()] == ["A.FN.001", "B.FN.002"]


@pytest.mark.requirement("I-02", "I-06")
async def test_the_model_is_the_fold_of_its_journal():
    store = MemoryStore()
    table = Table(await open_project(store))
    await table.apply([make("A"), make("R", "REQ"), EdgeCreate(id="e", edge_type="st", source="A", target="R")])
    await table.apply([rename("A.FN.001", "Alpha")])
    await table.apply([NodeDelete(id="d", ref="R.RQ.001")])

    again = await open_project(store, seed=2)

    assert again.graph.snapshot() == table.project.graph.snapshot()


@pytest.mark.requirement("I-05")
async def test_a_snapshot_and_the_journal_after_it_give_the_same_model():
    store = MemoryStore()
    table = Table(await open_project(store))
    await table.apply([make("A"), make("B")])
    await table.project.keep_snapshot()
    await table.apply([NodeDelete(id="d", ref="B.FN.002"), make("C")])

    again = await open_project(store, seed=2)

    assert again.graph.snapshot() == table.project.graph.snapshot()
    assert (await table.project.at_revision(1)).nodes.keys() != again.graph.nodes.keys()


@pytest.mark.requirement("I-05")
async def test_a_snapshot_that_is_due_is_kept_beside_the_commits_and_can_be_waited_for():
    """A program that ended right after a large import used to lose it; the next start then read the whole journal."""
    table = await open_table(limits=ProjectLimits(snapshot_commits=1))
    await table.apply([make("A")])

    await table.committer.settled()

    kept = await table.project.store.load_snapshot(table.project.project_id)
    assert kept == (table.project.graph.snapshot(), 2)


@pytest.mark.requirement("R-47", "I-03")
async def test_the_same_key_is_one_commit_and_the_repetition_gets_the_first_answer():
    table = await open_table()
    key = IdempotencyKey(scope=ANA.person_id, id="c-1", digest="d", answer=b"first")

    await table.apply([make("A")], key=key)
    with pytest.raises(RepeatedKey) as repeated:
        await table.apply([make("A")], key=key)

    assert (repeated.value.answer, names(table)) == (b"first", ["A"])


@pytest.mark.requirement("I-04", "R-48")
async def test_cancelling_a_caller_cancels_only_its_waiting():
    table = await open_table()

    waiting = asyncio.ensure_future(table.apply([make("A")]))
    await asyncio.sleep(0)
    waiting.cancel()
    await table.apply([make("B")])

    assert waiting.cancelled()
    assert names(table) == ["A", "B"]


class FullStore(MemoryStore):
    """A store whose disk is full from now on."""

    is_full = False

    async def append(self, *args, **kwargs):
        if self.is_full:
            message = "the disk is full"
            raise StoreFull(message)
        return await super().append(*args, **kwargs)


@pytest.mark.requirement("R-67", "I-01")
async def test_a_full_disk_is_told_to_the_caller_and_the_model_stays_as_it_was():
    store = FullStore()
    table = Table(await open_project(store))
    await table.apply([make("A")])
    store.is_full = True

    with pytest.raises(StoreFull):
        await table.apply([make("B")])

    store.is_full = False
    await table.apply([make("C")])
    assert names(table) == ["A", "C"]


# rebase and conflict -------------------------------------------------------------------------------------------------


@pytest.mark.requirement("WA-13", "I-10", "B-71")
async def test_disjoint_changes_on_an_old_revision_are_rebased_silently():
    table = await open_table()
    await table.apply([make("A"), make("B")])
    await table.apply([describe("A.FN.001", "Somebody's words.")], author=BEN)

    await table.apply([rename("A.FN.001", "Alpha"), make("C")], base=1)

    assert names(table) == ["Alpha", "B", "C"]
    assert next(node.descr for node in table.project.graph.nodes.values()) == "Somebody's words."


@pytest.mark.requirement("WA-13", "WF-15")
async def test_two_different_values_of_one_field_are_a_conflict_that_shows_both():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([rename("A.FN.001", "Ben's")], author=BEN)

    with pytest.raises(Refused) as refused:
        await table.apply([rename("A.FN.001", "Ana's")], base=1)

    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert (refused.value.code, problem.path) == ("conflict", "$.operations[0].set.name")
    assert message_of(problem, "en") == """name was 'A' when you began, is "Ben's" now, and you set "Ana's\""""


@pytest.mark.requirement("U-613")
async def test_a_conflict_says_who_changed_what_to_what_and_at_which_revision():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([rename("A.FN.001", "Ben's")], author=BEN)
    await table.apply([describe("A.FN.001", "Ana's words.")], author=ANA)

    with pytest.raises(Refused) as refused:
        await table.apply([rename("A.FN.001", "Mine")], base=1)

    told = conflict_in(refused.value)
    # The last commit of the element is Ana's, but the field is Ben's.
    assert (told.by, told.revision) == (BEN, 2)
    assert (told.kind, told.name, told.field, told.before, told.now) == ("node", "A", "name", "A", "Ben's")
    assert told.element_id in table.project.graph.nodes


@pytest.mark.requirement("U-613")
async def test_what_is_sent_again_on_the_revision_that_a_conflict_names_holds_until_somebody_changes_it_once_more():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([rename("A.FN.001", "Ben's")], author=BEN)

    await table.apply([rename("A.FN.001", "Mine")], base=2)
    with pytest.raises(Refused):
        await table.apply([rename("A.FN.001", "Late")], base=2)

    assert names(table) == ["Mine"]


@pytest.mark.requirement("U-613")
@pytest.mark.parametrize(
    ("theirs", "mine", "case", "name"),
    [
        (NodeDelete(id="d", ref="A.FN.001"), rename("A.FN.001", "X"), "deleted", "A"),
        (rename("A.FN.001", "X"), NodeDelete(id="d", ref="A.FN.001"), "changed", "A"),
        (
            EdgeUpdate(id="u", edge_type="st", source="A.FN.001", target="R.RQ.001", set=EdgeSet(attributes={"w": 1})),
            EdgeDelete(id="d", edge_type="st", source="A.FN.001", target="R.RQ.001"),
            "edgeChanged",
            "satisfy",
        ),
        (
            EdgeDelete(id="d", edge_type="st", source="A.FN.001", target="R.RQ.001"),
            EdgeUpdate(id="u", edge_type="st", source="A.FN.001", target="R.RQ.001", set=EdgeSet(attributes={"w": 1})),
            "edgeDeleted",
            "satisfy",
        ),
        (
            EdgeUpdate(id="u", edge_type="st", source="A.FN.001", target="R.RQ.001", set=EdgeSet(attributes={"w": 1})),
            NodeDelete(id="d", ref="A.FN.001"),
            "edgeOfNode",
            "satisfy",
        ),
    ],
)
async def test_a_conflict_about_a_whole_element_says_whose_it_is(
    theirs: Operation, mine: Operation, case: str, name: str
):
    table = await open_table()
    edge = EdgeCreate(id="e", edge_type="st", source="A", target="R")
    await table.apply([make("A"), make("R", "REQ"), edge])
    await table.apply([theirs], author=BEN)

    with pytest.raises(Refused) as refused:
        await table.apply([mine], base=1)

    told = conflict_in(refused.value)
    assert (told.by, told.revision, told.field, told.name) == (BEN, 2, None, name)
    assert [problem.case for problem in refused.value.problems if isinstance(problem, Problem)] == [case]


@pytest.mark.requirement("U-614")
async def test_a_change_set_of_a_group_sees_all_that_those_before_it_did_to_an_element():
    table = await open_table()
    await table.apply([make("A")])

    # All three wait together; the second one touches the same element elsewhere.
    outcomes = await asyncio.gather(
        table.apply([rename("A.FN.001", "Ben's")], base=1, author=BEN),
        table.apply([describe("A.FN.001", "Ana's words.")], base=1),
        table.apply([rename("A.FN.001", "Third")], base=1),
        return_exceptions=True,
    )

    refusal = outcomes[2]
    assert isinstance(refusal, Refused)
    told = conflict_in(refusal)
    assert (told.by, told.now) == (BEN, "Ben's")
    assert names(table) == ["Ben's"]


@pytest.mark.requirement("WA-13")
async def test_two_people_who_set_the_same_value_have_no_conflict():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([rename("A.FN.001", "Same")], author=BEN)

    done = await table.apply([rename("A.FN.001", "Same")], base=1)

    assert done.commit is None


@pytest.mark.requirement("WA-13")
@pytest.mark.parametrize(
    "operation",
    [
        rename("A.FN.001", "X"),
        EdgeCreate(id="e", edge_type="st", source="A.FN.001", target="R.RQ.001"),
    ],
)
async def test_a_change_of_what_somebody_deleted_is_a_conflict_not_an_unknown_ref(operation: Operation):
    table = await open_table()
    await table.apply([make("A"), make("R", "REQ")])
    await table.apply([NodeDelete(id="d", ref="A.FN.001")], author=BEN)

    with pytest.raises(Refused) as refused:
        await table.apply([operation], base=1)

    assert refused.value.code == "conflict"


@pytest.mark.requirement("WA-13")
async def test_deleting_what_somebody_changed_is_a_conflict_and_deleting_it_twice_is_none():
    table = await open_table()
    await table.apply([make("A"), make("B")])
    await table.apply([rename("A.FN.001", "Alpha"), NodeDelete(id="d", ref="B.FN.002")], author=BEN)

    with pytest.raises(Refused) as refused:
        await table.apply([NodeDelete(id="d", ref="A.FN.001")], base=1)
    done = await table.apply([NodeDelete(id="d", ref="B.FN.002")], base=1)

    assert refused.value.code == "conflict"
    assert done.commit is None


@pytest.mark.requirement("R-46")
@pytest.mark.parametrize("base", [99, -1])
async def test_a_base_that_never_was_is_refused(base: int):
    table = await open_table()

    with pytest.raises(StaleRevision):
        await table.apply([make("A")], base=base)


@pytest.mark.requirement("WA-14")
async def test_a_commit_knows_author_reason_findings_and_both_values():
    table = await open_table()
    await table.apply([make("A")])
    await table.committer.submit(
        Submission(
            change_set=ChangeSet(base_revision=1, operations=[rename("A.FN.001", "Alpha")], reason="clearer"),
            author=BEN,
            origin="person",
        )
    )

    commit = [commit async for commit in table.project.commits()][-1]
    (change,) = commit.changes
    assert isinstance(change, NodeChange)
    assert (commit.author, commit.reason) == (BEN, "clearer")
    assert (change.before.name if change.before else "", change.after.name if change.after else "") == ("A", "Alpha")
    assert json.loads(json.dumps(commit.findings.resolved)) == commit.findings.resolved


@pytest.mark.requirement("A-10")
async def test_edges_have_attributes_that_can_be_changed_and_taken_away():
    table = await open_table()
    await table.apply([make("A"), make("R", "REQ"), EdgeCreate(id="e", edge_type="st", source="A", target="R")])
    address = {"edge_type": "satisfy", "source": "A.FN.001", "target": "R.RQ.001"}

    await table.apply([EdgeUpdate(id="u", set=EdgeSet(attributes={"why": "law", "old": 1}), **address)])
    await table.apply([EdgeUpdate(id="u", set=EdgeSet(), unset=["old"], **address)])

    assert [edge.attributes for edge in table.project.graph.edges.values()] == [{"why": "law"}]


@pytest.mark.requirement("K-22")
async def test_a_locked_project_takes_nothing():
    table = await open_table()
    await table.project.configure(policy="locked")

    with pytest.raises(GraphwrightError) as error:
        await table.apply([make("A")])

    assert error.value.code == "accessDenied"


@pytest.mark.requirement("I-05", "R-68", "WA-15")
async def test_events_are_told_in_the_order_of_their_sequence_whoever_returns_first():
    table = await open_table()
    heard: list[Event] = []
    table.project.bus.subscribe(table.project.project_id, heard.append)

    await asyncio.gather(
        table.apply([make("A")]),
        table.project.configure(phase=2),
        table.apply([make("B")]),
        table.project.configure(language="de"),
    )

    assert [event.sequence for event in heard] == list(range(2, 6))  # type: ignore[union-attr]  # all are durable


@pytest.mark.requirement("A-23", "A-24")
async def test_a_thousand_operations_are_one_commit():
    table = await open_table()

    done = await table.apply([make(f"N{number}") for number in range(1_000)])

    assert (len(done.plan.changes), table.project.graph.revision) == (1_000, 1)


@pytest.mark.requirement("I-02")
async def test_a_commit_and_what_must_end_with_it_are_one_transaction():
    table = await open_table()
    committer = Committer(table.project)

    def finish(commit: CommitApplied):
        message = f"cannot finish {commit.commit_id}"
        raise Conflict(message)

    with pytest.raises(Conflict):
        await committer.submit(
            Submission(
                change_set=ChangeSet(base_revision=0, operations=[make("A")]), author=ANA, origin="run", finish=finish
            )
        )

    assert names(table) == []


@pytest.mark.requirement("R-20", "I-02")
async def test_a_commit_cannot_be_recorded_past_the_door():
    table = await open_table()
    done = await table.apply([make("A")])
    assert done.commit is not None

    with pytest.raises(Misuse):
        await table.project.record([done.commit])


@pytest.mark.requirement("WF-10")
async def test_attributes_are_kept_and_projects_with_the_same_names_never_meet():
    store = MemoryStore(ManualClock(START))
    rated = [replace(make("Ship"), attributes={"volatility": "high"}), make("Bill", "FLOW")]
    shop = Table(await open_project(store, name="shop"))
    await shop.apply(rated)
    bank = Table(await open_project(store, name="bank", seed=2))
    await bank.apply([make("Ship")])
    await bank.apply([rename("Ship.FN.001", "Pay")])

    again = await open_project(store, name="shop", seed=3)

    ship = next(node for node in again.graph.nodes.values() if node.semantic_id == "Ship.FN.001")
    assert (ship.name, ship.attributes) == ("Ship", {"volatility": "high"})
    assert again.graph.nodes.keys().isdisjoint(bank.project.graph.nodes)


@pytest.mark.requirement("WF-17")
async def test_a_temporary_id_that_looks_like_a_node_id_stays_a_name_inside_its_change_set():
    looks_real = "01900000-0000-7000-8000-0000000000aa"
    table = await open_table()

    done = await table.apply([replace(make("Ship"), temp_id=looks_real)])

    assert done.commit is not None
    (node,) = table.project.graph.nodes.values()
    assert done.commit.aliases == {looks_real: node.node_id}
    assert node.node_id != looks_real
    with pytest.raises(Refused):
        await table.apply([rename(looks_real, "Sail")])

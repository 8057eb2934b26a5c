"""State + events = fresh state, after every kind of action: who was there knows what somebody knows who comes now.

Each test does one thing while somebody watches; `watched` compares. The last one does everything, and proves that no kind
of durable event was forgotten.
"""

from __future__ import annotations

from datetime import timedelta
from typing import get_args

import pytest
from msgspec.structs import replace

from graphwright.errors import ProposalClosed, ProposalStale
from graphwright.llm.testing import ScriptedModel, Stall
from graphwright.operations.commit import Submission
from graphwright.operations.parse import read_answer
from graphwright.projects import Project
from graphwright.protocol.events import (
    AccessChanged,
    BaselineNamed,
    BaselineRemoved,
    CommentChanged,
    CommentRemoved,
    DiscussionSteered,
    DocumentAdded,
    DocumentRemoved,
    DurableEvent,
    FindingsChanged,
    LayoutChanged,
    MappingForgotten,
    MappingRemembered,
    ModelChecked,
    PassageLinked,
    PassageUnlinked,
    ProjectChanged,
    ProposalOpened,
    SavedViewChanged,
    ThreadChanged,
)
from graphwright.protocol.ids import ProposalId
from graphwright.protocol.operations import ChangeSet, Finding
from graphwright.protocol.projects import Policy
from graphwright.protocol.runs import Form, FormField
from graphwright.runs.scope import RunScope
from graphwright.runs.waits import FormResult
from graphwright.turns.workflow import WorkflowRequest
from tests.places import ANA, BEN, START, Table, open_table
from tests.stories.stage import Stage, stage
from tests.sync.watching import Watcher, check_equal, kinds, newcomer, watched


def diff(*lines: str, text: str = "I make it.") -> str:
    nodes = [line for line in lines if "->" not in line]
    edges = [line for line in lines if "->" in line]
    return "\n".join(
        [text, "", "```format-e", "<operations>", "## Nodes", *nodes, "## Edges", *edges, "</operations>", "```"]
    )


SHIP = diff(
    "+ Ship|FUNC|Ship.FN.001|Ships an order.",
    "+ Fast|REQ|Fast.RQ.001|Ship within a day.",
    "+ Ship.FN.001 -st-> Fast.RQ.001",
)


FINDING = Finding(
    finding_id="f1",
    rule_id="R",
    phase=0,
    severity="error",
    reach="graph",
    node_ids=[],
    edge_ids=[],
    case="broken",
    values={"node": "FUNC 'A'"},
)
REQUEST = WorkflowRequest(text="?", message_id="m", thread_id="t")


async def asking(run: RunScope, request: WorkflowRequest) -> FormResult:
    """A workflow that wants to know something."""
    field = FormField(key="land", label="Land", type="text", required=True)
    return await run.form(Form(fields=[field], who_may_answer="ask"))


def header_of(project: Project, *, policy: Policy) -> ProjectChanged:
    header = project.header
    return ProjectChanged(
        name="webshop", profile=header.profile, phase=2, policy=policy, language="de", epoch=header.epoch
    )


@pytest.mark.requirement("I-06", "WA-07", "A-61")
@pytest.mark.parametrize(
    "change",
    [
        ["+ Pay|FUNC|Pay.FN.001|Pays.", "+ Ship.FN.001 -rl-> Pay.FN.001"],
        ["~ Ship.FN.001|Ships at once. [priority:high]"],
        ["- Fast.RQ.001"],
        ["- Ship.FN.001 -st-> Fast.RQ.001"],
        ["~ Ship.FN.001 -st-> Fast.RQ.001 [why:law]"],
    ],
    ids=["create", "update a node", "delete a node and its edge", "delete an edge", "update an edge"],
)
async def test_a_commit(change):
    table = await open_table()
    await table.apply(SHIP)
    async with watched(table) as watcher:
        await table.apply(diff(*change))

    assert kinds(watcher) == ["commit.applied"]


@pytest.mark.requirement("I-06", "I-11")
async def test_an_undo_that_brings_elements_back():
    table = await open_table()
    await table.apply(SHIP)
    done = await table.apply(diff("- Ship.FN.001"))
    assert done.commit is not None
    async with watched(table) as watcher:
        change_set = ChangeSet(base_revision=table.project.graph.revision, operations=[])
        await table.committer.submit(
            Submission(change_set=change_set, author=ANA, origin="revert", reverts=[done.commit])
        )

    assert kinds(watcher) == ["commit.applied"]
    assert len(watcher.replica.edges) == 1


@pytest.mark.requirement("I-06", "R-46")
async def test_a_commit_that_is_too_large_for_the_wire():
    table = await open_table()
    lines = [f"+ F{at}|FUNC|F{at}.FN.001|Step {at}." for at in range(2_001)]
    async with watched(table) as watcher:
        await table.apply(diff(*lines))
        await table.apply(SHIP)

    assert kinds(watcher) == ["commit.applied"]
    assert len(watcher.replica.nodes) == 2_003


@pytest.mark.requirement("I-06", "WF-15")
async def test_positions_that_are_moved_twice():
    table = await open_table()
    done = await table.apply(SHIP)
    assert done.commit is not None
    first, second, _ = (change.after for change in done.commit.changes)
    async with watched(table) as watcher:
        for at in (1.0, 2.5):
            positions = {first.node_id: (at, 0.0), second.node_id: (0.0, 3.0)}  # type: ignore[union-attr]
            await table.project.record([LayoutChanged(view="hierarchy", positions=positions)])
        await table.project.record([LayoutChanged(view="flow", positions={first.node_id: (7.0, 7.0)})])  # type: ignore[union-attr]

    assert kinds(watcher) == ["layout.changed"]
    assert watcher.canvases().nodes[0].position is not None


async def test_a_thread_that_is_opened_and_renamed():
    table = await open_table()
    async with watched(table) as watcher:
        for title in ("First", "Second"):
            now = table.project.clock.now()
            await table.project.record([ThreadChanged(thread_id="t1", title=title, started_at=now)])

    assert kinds(watcher) == ["thread.changed"]


async def test_the_header_of_a_project():
    table = await open_table()
    async with watched(table) as watcher:
        await table.project.record([header_of(table.project, policy="review")])

    assert kinds(watcher) == ["project.changed"]


async def test_access_that_is_given_changed_and_taken_away():
    table = await open_table()
    async with watched(table) as watcher:
        await table.project.record(
            [
                AccessChanged(person=ANA, access="admin"),
                AccessChanged(person=BEN, access="viewer"),
                AccessChanged(person=ANA, access="editor"),
                AccessChanged(person=BEN, access=None),
            ]
        )

    assert kinds(watcher) == ["access.changed"]
    assert [person.access for person in watcher.replica.members.values()] == ["editor"]


async def test_findings_that_come_and_go():
    table = await open_table()
    async with watched(table) as watcher:
        other = replace(FINDING, finding_id="f2")
        await table.project.record([FindingsChanged(revision=0, introduced=[FINDING, other], resolved=[])])
        await table.project.record([FindingsChanged(revision=0, introduced=[], resolved=["f1"])])

    assert kinds(watcher) == ["findings.changed"]


@pytest.mark.requirement("I-06", "A-40")
async def test_a_whole_answer_with_its_message_run_steps_and_commit():
    scene = await stage(ScriptedModel(SHIP))
    async with watched(scene) as watcher:
        await scene.say("There must be shipping within a day")

    assert kinds(watcher) == [
        "thread.changed",
        "message.completed",
        "run.started",
        "step.started",
        "step.finished",
        "message.started",
        "message.delta",
        "proposal.growing",
        "step.progressed",
        "commit.applied",
        "run.finished",
    ]
    assert {update.content for update in watcher.canvases().chat} == {
        "There must be shipping within a day",
        "I make it.",
    }
    assert watcher.replica.passing.streaming == {}
    assert watcher.replica.passing.growing == {}


@pytest.mark.requirement("I-06", "R-46")
async def test_an_answer_in_the_middle_of_its_stream():
    gate = Stall()
    scene = await stage(ScriptedModel(["I make ", gate, SHIP]))
    async with watched(scene) as watcher:
        run_id = await scene.begin("There must be shipping within a day")
        await gate.reached.wait()
        await watcher.read()
        await check_equal(watcher)
        late = Watcher(scene.open_project.project, watcher.room, "late")
        await late.arrive()
        assert late.replica.passing.streaming == watcher.replica.passing.streaming
        gate.open()
        await scene.open_project.engine.settled(run_id)
        await late.read()

    await check_equal(late)


async def test_an_answer_that_is_stopped():
    gate = Stall()
    scene = await stage(ScriptedModel(["I make ", gate]))
    async with watched(scene) as watcher:
        run_id = await scene.begin("There must be shipping within a day")
        await gate.reached.wait()
        await scene.open_project.engine.cancel(run_id)
        await scene.open_project.streams.settled()

    assert [message.status for message in watcher.replica.messages.values()] == ["complete", "stopped"]


async def proposed(scene: Stage) -> tuple[Stage, ProposalId]:
    run_id = await scene.begin("There must be shipping within a day", policy="review")
    await scene.open_project.engine.settled(run_id)
    (opened,) = await scene.open_project.proposals.all()
    return scene, opened.proposal_id


@pytest.mark.requirement("I-06", "I-10")
@pytest.mark.parametrize("only", [None, ["op-1"]], ids=["accepted", "accepted in part"])
async def test_a_proposal_that_is_opened_and_accepted(only):
    scene = await stage(ScriptedModel(SHIP))
    async with watched(scene) as watcher:
        scene, proposal_id = await proposed(scene)
        await watcher.read()
        await check_equal(watcher)
        proposal = await scene.open_project.proposals.get(proposal_id)
        await scene.open_project.proposals.decide(
            proposal_id, digest=proposal.digest, decision="accept", person=BEN, operation_ids=only
        )
        await scene.open_project.engine.decided(proposal_id)
        await scene.open_project.engine.settled(proposal.run_id)

    assert {"proposal.opened", "proposal.decided", "run.waiting", "run.resumed"} <= set(kinds(watcher))
    made = {update.sender: update.metadata for update in watcher.canvases().chat}
    assert made["user"] is None
    assert made["assistant"] is not None


@pytest.mark.requirement("I-06")
async def test_a_proposal_that_is_rejected():
    scene = await stage(ScriptedModel(SHIP))
    async with watched(scene):
        scene, proposal_id = await proposed(scene)
        proposal = await scene.open_project.proposals.get(proposal_id)
        await scene.open_project.proposals.decide(proposal_id, digest=proposal.digest, decision="reject", person=BEN)
        await scene.open_project.engine.decided(proposal_id)
        await scene.open_project.engine.settled(proposal.run_id)


@pytest.mark.requirement("I-06")
async def test_a_proposal_that_became_stale_or_expired():
    scene = await stage(ScriptedModel(SHIP))
    async with watched(scene) as watcher:
        table = Table(scene.open_project.project)
        await table.apply(SHIP)
        operations = read_answer(diff("~ Ship.FN.001|Ships."), scene.open_project.project.ontology).operations
        change_set = ChangeSet(base_revision=scene.open_project.project.graph.revision, operations=operations)
        plan = scene.open_project.committer.dry_run(Submission(change_set=change_set, author=ANA, origin="person"))
        opened: ProposalOpened = scene.open_project.proposals.draft(plan, proposal_id="p1", author=ANA, origin="person")
        await scene.open_project.project.record([opened])
        await table.apply(diff("~ Ship.FN.001|Ships an order at once."))
        with pytest.raises(ProposalStale):
            await scene.open_project.proposals.decide("p1", digest=opened.digest, decision="accept", person=BEN)
        scene.workbench.clock.advance(timedelta(days=31).total_seconds())  # type: ignore[attr-defined]
        with pytest.raises(ProposalClosed):
            await scene.open_project.proposals.decide("p1", digest=opened.digest, decision="accept", person=BEN)

    assert "proposal.changed" in kinds(watcher)
    assert [proposal.state for proposal in watcher.replica.proposals.values()] == ["expired"]


@pytest.mark.requirement("I-06")
async def test_a_form_that_is_answered():
    scene = await stage()

    scene.open_project.engine.register("asking", asking)
    async with watched(scene) as watcher:
        run_id = await scene.open_project.engine.start("asking", REQUEST, author=ANA, question="?")
        state = await scene.open_project.engine.settled(run_id)
        await watcher.read()
        await check_equal(watcher)
        assert [wait.step_id for wait in watcher.replica.waits.values()] == [wait.step_id for wait in state.waits]
        await scene.open_project.engine.answer(run_id, state.waits[0].step_id, {"land": "BW"}, person=BEN)
        await scene.open_project.engine.settled(run_id)

    assert {"run.waiting", "form.answered", "run.resumed"} <= set(kinds(watcher))
    assert watcher.replica.waits == {}


@pytest.mark.requirement("A-43", "I-06")
async def test_who_joins_while_an_answer_grows_sees_the_same_ghosts():
    gate = Stall()
    scene = await stage(ScriptedModel([SHIP[:-80], gate, SHIP[-80:]]))
    async with watched(scene) as watcher:
        run_id = await scene.begin("There must be shipping within a day")
        await gate.reached.wait()
        await watcher.read()
        late = Watcher(scene.open_project.project, watcher.room, "late")
        await late.arrive()
        assert watcher.replica.passing.growing != {}
        assert late.replica.passing.growing == watcher.replica.passing.growing
        gate.open()
        await scene.open_project.engine.settled(run_id)


@pytest.mark.requirement("I-06")
async def test_a_newcomer_to_an_empty_project_knows_its_header():
    table = await open_table()

    assert (await newcomer(table.project)).project == table.project.header


@pytest.mark.requirement("I-06", "I-12")
async def test_a_story_that_holds_every_kind_of_durable_event():
    """A new kind of event needs a place here, and an arm in the replica."""
    scene = await stage(ScriptedModel(SHIP))
    project = scene.open_project.project
    scene.open_project.engine.register("asking", asking)
    async with watched(scene) as watcher:
        scene, proposal_id = await proposed(scene)
        await Table(project).apply(diff("+ Pay|FUNC|Pay.FN.001|Pays."))
        proposal = await scene.open_project.proposals.get(proposal_id)
        proposal = await scene.open_project.proposals.amend(proposal_id, digest=proposal.digest, edits={}, person=BEN)
        await scene.open_project.proposals.decide(proposal_id, digest=proposal.digest, decision="accept", person=BEN)
        await scene.open_project.engine.decided(proposal_id)
        await scene.open_project.engine.settled(proposal.run_id)
        run_id = await scene.open_project.engine.start("asking", REQUEST, author=ANA, question="?")
        state = await scene.open_project.engine.settled(run_id)
        await scene.open_project.engine.answer(run_id, state.waits[0].step_id, {"land": "BW"}, person=BEN)
        await scene.open_project.engine.settled(run_id)
        await project.record(
            [
                LayoutChanged(view="hierarchy", positions={next(iter(project.graph.nodes)): (1.0, 2.0)}),
                AccessChanged(person=BEN, access="viewer"),
                FindingsChanged(revision=0, introduced=[FINDING], resolved=[]),
                header_of(project, policy="review"),
                added("d1"),
                linked("p1", "d1"),
                linked("p2", "d1"),
                PassageUnlinked(passage_id="p2", node_id="n1", person=ANA),
                commented("c1"),
                commented("c2", reply_to="c1"),
                CommentRemoved(comment_id="c2", person=ANA),
                SavedViewChanged(saved_view_id="v1", name="Open", place="show=table", person=ANA, at=START),
                added("d2"),
                DocumentRemoved(document_id="d2", person=ANA),
                DiscussionSteered(run_id=run_id, person=ANA, action="stopAfterTurn"),
                BaselineNamed(name="PDR", revision=1, person=ANA, at=START),
                BaselineNamed(name="CDR", revision=1, person=ANA, at=START),
                BaselineRemoved(name="CDR", person=ANA),
                MappingRemembered(
                    mapping_id="m1",
                    sheet="Parts",
                    headers=["No"],
                    corrections={"": "MOD"},
                    file="a.csv",
                    person=ANA,
                    at=START,
                ),
                MappingForgotten(mapping_id="m1", person=ANA),
                ModelChecked(run_id=run_id, at=START, revision=1, finding_ids=["f1"]),
            ]
        )
    assert list(watcher.replica.documents) == ["d1"]
    assert list(watcher.replica.comments) == ["c1"]
    assert list(watcher.replica.views) == ["v1"]
    assert [each.name for each in watcher.replica.baselines.values()] == ["PDR"]

    durable = {str(event.__struct_config__.tag) for event in get_args(DurableEvent)}
    assert durable - set(kinds(watcher)) == set()


def added(document_id: str) -> DocumentAdded:
    """The event of a small document."""
    return DocumentAdded(
        document_id=document_id, name=f"{document_id}.md", title="A", format="markdown", language="en", version=1,
        bytes=1, sha256="0", content="0", characters=1, passages=2, added_at=START, added_by=ANA,
    )  # fmt: skip


def commented(comment_id: str, reply_to: str | None = None) -> CommentChanged:
    """The event of a comment."""
    return CommentChanged(
        comment_id=comment_id, kind="node", about="n1", label="A", reply_to=reply_to, text="Why?", person=ANA, at=START
    )


def linked(passage_id: str, document_id: str) -> PassageLinked:
    """The event of a link."""
    return PassageLinked(
        passage_id=passage_id, document_id=document_id, node_id="n1", why="It says so.", person=ANA, at=START
    )

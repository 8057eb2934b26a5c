"""What a person sees while they say something goes with it, whichever command brings the words to a workflow."""

from __future__ import annotations

import pytest

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.llm.testing import ScriptedModel
from graphwright.operations.parse import read_answer
from graphwright.protocol.canvas import CanvasState, Selection
from graphwright.protocol.commands import MessageEdit, MessageSend, ProposalDecide, Writing
from graphwright.protocol.events import RunStarted
from graphwright.protocol.ids import CommandId, NodeId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode
from graphwright.turns.workflow import WorkflowRequest
from tests.places import ANA
from tests.server.place import uuid
from tests.stories.stage import stage

SEEN = CanvasState(selection=Selection(nodes=[NodeId("n1")]))
CHEESE = "<operations>\n## Nodes\n+ Cheese|FLOW|Cheese.FL.001|A piece of cheese\n</operations>"


@pytest.mark.requirement("B-01")
async def test_a_message_an_edit_and_feedback_are_answered_with_what_the_person_sees():
    place = await stage(ScriptedModel(CHEESE, CHEESE, CHEESE))
    project, engine = place.open_project.project, place.open_project.engine
    assert read_answer(CHEESE, project.ontology).operations, "the script proposes something"

    async def says(command: Writing) -> WorkflowRequest:
        caller = Caller(ANA, "owner")
        await carry_out(command, caller=caller, open_project=place.open_project, workbench=place.workbench, canvas=SEEN)
        run = (await project.read_all(RunStarted))[-1]
        await engine.settled(run.run_id)
        return decode(bytes(run.request), WorkflowRequest)

    sent = await says(
        MessageSend(command_id=CommandId(uuid(1)), text="We sell cheese", workflow="build", policy="review")
    )
    proposal = (await project.read_all(Proposal))[-1]
    decision = ProposalDecide(
        command_id=CommandId(uuid(2)),
        proposal_id=proposal.proposal_id,
        digest=proposal.digest,
        decision="reject",
        feedback="Call it a product",
    )
    told = await says(decision)
    said = next(each for each in await project.read_all(Message) if each.message_id == sent.message_id)
    edited = await says(MessageEdit(command_id=CommandId(uuid(3)), message_id=said.message_id, text="We sell milk"))

    assert [(each.text, each.canvas) for each in (sent, told, edited)] == [
        ("We sell cheese", SEEN),
        ("Call it a product", SEEN),
        ("We sell milk", SEEN),
    ]

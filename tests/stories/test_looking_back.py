"""A question about a past revision: found, read, cited and answered from the model as it was, and nothing is proposed."""

from __future__ import annotations

import json

import pytest

from graphwright.llm.base import ModelRequest, ToolCall
from graphwright.llm.testing import Stall
from graphwright.protocol.ids import RunId
from graphwright.protocol.threads import CitationPart
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.places import ANA, Table
from tests.stories.test_ask import PROPOSE, AskStage, ask_stage, sent

LATER = """<operations>
- ShipOrder.FN.002
~ ValidateOrder.FN.001|Checks an order twice.
+ PayOrder|FUNC|PayOrder.FN.003|Takes the money.
+ PaidFirst|REQ|PaidFirst.RQ.001|Orders are paid first.
</operations>"""


def call(number: int, name: str, **arguments: object) -> ToolCall:
    return ToolCall(tool_call_id=f"c{number}", name=name, arguments=json.dumps(arguments))


LOOKS = [
    call(1, "read_graph_overview"),
    call(2, "search_nodes", query="order"),
    call(3, "search_nodes", query="money", max_results=50),
    call(4, "read_node_detail", node="ValidateOrder.FN.001"),
    call(5, "read_node_history", node="ValidateOrder.FN.001"),
    call(6, "explore_neighborhood", node="OrderSystem.SY.001"),
    call(7, "list_node_edges", node="ShipOrder.FN.002"),
    call(8, "find_impact_path", source="ValidateOrder.FN.001", target="ShipOrder.FN.002"),
    call(9, "list_findings"),
    call(10, "read_node_detail", node="PayOrder.FN.003"),
]


async def ask_at(place: AskStage, text: str, revision: int) -> RunId:
    """Ask about the model as it was."""
    question, events = posted(
        text, author=ANA, thread_id=None, ids=place.workbench.ids, clock=place.workbench.clock, revision=revision
    )
    asked = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id, revision=revision)
    return await place.open_project.engine.start(
        "ask", asked, author=ANA, question=text, thread_id=question.thread_id, before=events
    )


def tool_answers(request: ModelRequest) -> dict[str, str]:
    """What the tools answered, by the id of the call."""
    return {str(each.tool_call_id): each.text for each in request.messages if each.role == "tool"}


@pytest.mark.requirement("N-05", "D-64", "D-82")
async def test_everything_that_is_given_read_and_cited_is_of_the_past():
    text = "It ships [ShipOrder.FN.002], is paid [PayOrder.FN.003] and checked [ValidateOrder.FN.001]."
    place, model = await ask_stage(LOOKS, text)
    await Table(place.open_project.project).apply(LATER)

    state = await place.open_project.engine.settled(await ask_at(place, "What happens to an order?", 1))

    assert state.error is None, state.error
    first, second = model.requests[-2:]
    assert "revision 1" in sent(first)
    prompt = "\n".join(block.text for block in first.system) + sent(first)
    assert ("ShipOrder" in prompt, "PayOrder" in prompt, "twice" in prompt, "PaidFirst" in prompt) == (
        True, False, False, False,
    )  # fmt: skip
    told = tool_answers(second)
    assert json.loads(told["c1"])["revision"] == 1
    assert json.loads(told["c1"])["nodes"]["FUNC"] == 2
    for number in (1, 2, 4, 5, 6, 7, 8, 9):
        assert "error" not in json.loads(told[f"c{number}"]), told[f"c{number}"]
        assert "PayOrder" not in told[f"c{number}"]
        assert "twice" not in told[f"c{number}"]
    assert "nothing in this model matches" in told["c3"]
    assert json.loads(told["c5"])["commits_in_all"] == 1
    assert json.loads(told["c10"])["error"]["code"] == "notFound"
    answer = (await place.thread())[-1]
    status = {part.label: part.status for part in answer.parts if isinstance(part, CitationPart)}
    assert status == {"ShipOrder.FN.002": "given", "PayOrder.FN.003": "unknown", "ValidateOrder.FN.001": "given"}
    question = (await place.thread())[-2]
    assert (question.revision, answer.revision) == (1, None)


@pytest.mark.requirement("N-05", "D-65")
async def test_nothing_of_the_past_is_changed_or_proposed():
    place, model = await ask_stage([PROPOSE], "I cannot.")
    await Table(place.open_project.project).apply(LATER)

    state = await place.open_project.engine.settled(await ask_at(place, "Add a requirement that orders are checked", 1))

    assert state.outcome == "answered"
    offered = {tool.name for tool in model.requests[-2].tools}
    assert ("read_node_detail" in offered, any(name.startswith("propose") for name in offered)) == (True, False)
    assert '"accessDenied"' in tool_answers(model.requests[-1])["w1"]
    assert await place.open_project.proposals.all() == []
    assert place.open_project.project.graph.revision == 2


@pytest.mark.requirement("N-05")
async def test_the_revision_that_was_asked_about_stays_whatever_is_committed_meanwhile():
    """The newest one, by its number: the first look comes after somebody's commit."""
    gate = Stall()
    looks = [gate, call(1, "read_node_detail", node="ShipOrder.FN.002"), call(2, "read_graph_overview")]
    place, model = await ask_stage(looks, "It is shipped [ShipOrder.FN.002].")

    run_id = await ask_at(place, "What happens to an order?", 1)
    await gate.reached.wait()
    await Table(place.open_project.project).apply(LATER)
    gate.open()
    state = await place.open_project.engine.settled(run_id)

    assert state.error is None
    told = tool_answers(model.requests[-1])
    assert (json.loads(told["c1"])["name"], json.loads(told["c2"])["revision"]) == ("ShipOrder", 1)
    citations = [part.status for part in (await place.thread())[-1].parts if isinstance(part, CitationPart)]
    assert citations == ["given"]

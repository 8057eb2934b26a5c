"""The story of asking on the profile `workflow`: a French question about a node, answered through tools; then a wish."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphwright.llm.base import ToolCall
from graphwright.llm.testing import ScriptedModel
from graphwright.operations.commit import Submission
from graphwright.operations.parse import read_answer
from graphwright.operations.plan import API_OPERATIONS
from graphwright.protocol.ids import RunId
from graphwright.protocol.operations import ChangeSet, EdgeCreate, NodeCreate
from graphwright.protocol.wire import decode, encode
from graphwright.runs.run_ending import RunState
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workflows.ask import AskResult
from tests.places import ANA
from tests.stories.stage import Stage, stage

QUESTION = "Que fait le node fetch-api ?"


def look(tool: str, tool_call_id: str, **arguments: object) -> ToolCall:
    return ToolCall(tool_call_id=tool_call_id, name=tool, arguments=json.dumps(arguments))


async def nba(model: ScriptedModel, root: Path) -> Stage:
    """The workflow of the example, with a model that answers questions about it."""
    made = await stage(model)
    await made.workbench.store.set_record("account", "owner", encode(ANA))
    project = await made.workbench.projects.create("nba", policy="auto", language="fr", profile="workflow")
    open_project = await made.workbench.open_project(project.project_id)
    answer = (root / "examples/nba_workflow/answer.json").read_text("utf-8")
    change_set = ChangeSet(base_revision=0, operations=read_answer(answer, project.ontology).operations)
    submission = Submission(change_set=change_set, author=ANA, origin="person", limit=API_OPERATIONS)
    await open_project.committer.submit(submission)
    return Stage(made.workbench, open_project)


async def asked(place: Stage, text: str) -> AskResult:
    bench, engine = place.workbench, place.open_project.engine
    question, events = posted(text, author=ANA, thread_id=None, ids=bench.ids, clock=bench.clock)
    request = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id)
    run_id: RunId = await engine.start(
        "ask", request, author=ANA, question=text, thread_id=question.thread_id, before=events
    )
    state: RunState = await engine.settled(run_id)
    return decode(bytes(state.result), AskResult)  # type: ignore[arg-type]  # it has ended


@pytest.mark.requirement("D-46", "D-47", "D-70", "D-71", "D-73", "D-74", "D-75", "D-82")
async def test_what_a_node_does_is_told_from_its_own_data_and_that_of_its_type(root: Path):
    tools = [
        look("read_graph_overview", "t1"),
        look("search_nodes", "t2", query="fetch-api", inside="main"),
        look("read_node_detail", "t3", node="fetch-api"),
        look("read_node_config", "t4", type="API Call"),
        look("read_node_config", "t5", type="STARTER"),
        look("search_nodes", "t6", query="fetch-api", inside="fetch-api"),
    ]
    answer = "Il appelle l'API de la ligue et rend tous les joueurs [FetchApi.SP.001]."
    model = ScriptedModel(tools, answer)
    place = await nba(model, root)

    result = await asked(place, QUESTION)

    assert (result.answer, result.unsupported) == (answer, [])
    assert [(each.label, each.status) for each in result.citations] == [("FetchApi.SP.001", "given")]
    told = [json.loads(message.text) for message in model.requests[1].messages if message.role == "tool"]
    overview, found, detail, config, starter, nothing = told
    assert [(top["type"], top["name"], top["parts"]) for top in overview["top_nodes"]] == [("SHEET", "main", 5)]
    assert [(node["name"], node["kind"]) for node in found["nodes"]][:1] == [("fetch-api", config["type"])]
    assert (detail["kind"], [end["id"] for end in detail["handles"]]) == (config["type"], ["L-0", "R-0", "R-1"])
    assert "fetch(" in detail["attributes"]["process"]
    assert (config["name"], config["category"]) == ("API Call", "network")
    assert config["handles"] == [
        {"id": "L-0", "side": "in", "label": ""},
        {"id": "R-0", "side": "out", "label": "success"},
        {"id": "R-1", "side": "out", "label": "error"},
    ]
    assert (starter["type"], starter["handles"]) == ("STARTER", [{"id": "R-0", "side": "out", "label": ""}])
    assert nothing["found"] == 0


@pytest.mark.requirement("D-77", "D-78")
async def test_a_new_node_comes_with_its_type_and_sheet_and_links_name_the_handles_they_join(root: Path):
    tools = [
        look(
            "propose_changes", "w1", reason="an API may fail once", changes=[{
                "change": "create_node", "node_type": "STEP", "name": "retry", "descr": "Tries again.",
                "kind": "API Call", "parent": "main", "temp_id": "retry",
            }],
        ),
        look(
            "propose_changes", "w2", reason="on an error", changes=[{
                "change": "create_edge", "edge_type": "link", "source": "fetch-api", "target": "retry",
                "attributes": {"sourceHandle": "R-1", "targetHandle": "L-0", "label": "error"},
            }],
        ),
        look(
            "propose_changes", "w3", reason="it has no such handle", changes=[{
                "change": "create_edge", "edge_type": "link", "source": "fetch-api", "target": "retry",
                "attributes": {"sourceHandle": "R-7", "targetHandle": "L-0"},
            }],
        ),
    ]  # fmt: skip
    model = ScriptedModel(tools, "Je propose un node de plus.")
    place = await nba(model, root)

    result = await asked(place, "Peux-tu ajouter un nouvel essai en cas d'erreur ?")

    assert result.outcome == "proposed"
    nodes = [each for each in result.operations if isinstance(each, NodeCreate)]
    edges = [each for each in result.operations if isinstance(each, EdgeCreate)]
    assert [(node.node_type, node.name) for node in nodes] == [("STEP", "retry")]
    assert [edge.edge_type for edge in edges] == ["typed", "compose", "link", "link"]
    told = [message.text for message in model.requests[1].messages if message.role == "tool"]
    assert "still_open" not in told[1]
    assert "R-7" in json.loads(told[2])["still_open"][0]["message"], "a handle that no node has is told at once"

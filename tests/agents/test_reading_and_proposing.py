"""An agent with a token of a project: it looks, it proposes whole change sets, and it corrects what was refused."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from graphwright.ports import SystemClock
from graphwright.store.memory import MemoryStore
from graphwright.tools.registry import TOOLS
from tests.agents.desk import agent, edge, node, shop
from tests.mcp.speaking import Agent, asked, headers_of
from tests.server.place import Place, open_place


@pytest.mark.requirement("G-12")
async def test_an_agent_has_every_read_of_the_assistant(place: Place):
    await shop(place)
    client = await agent(place)

    told = {tool["name"]: tool for tool in (await client.ask("tools/list"))["tools"]}

    reads = {tool.name for tool in TOOLS if not tool.is_write} - {"search_documents"}  # there are none
    assert reads <= told.keys()
    assert all(told[name]["annotations"]["readOnlyHint"] for name in reads)
    assert "FUNC" in json.dumps(told["propose_changes"]["inputSchema"])


@pytest.mark.requirement("G-12")
async def test_a_read_answers_of_now_and_of_a_revision(place: Place):
    await shop(place)
    client = await agent(place)

    now = await client.data("read_graph_overview")
    before = await client.data("read_graph_overview", at="0")
    unknown = await client.call("read_node_detail", node="nix")

    assert (now["nodes"]["all"], before["nodes"]["all"]) == (2, 0)
    assert unknown["isError"]
    assert "no node" in unknown["content"][0]["text"]


@pytest.mark.requirement("G-13")
async def test_a_change_set_is_tried_without_a_trace_and_then_proposed_whole(place: Place):
    await shop(place)
    client = await agent(place)
    changes = [node("Pay", temp_id="pay"), edge("Order", "pay")]

    tried = await client.data("propose_changes", changes=changes, dry_run=True)
    open_project = await place.workbench.open_project("shop")
    waiting = await open_project.proposals.all()
    proposed = await client.data("propose_changes", changes=changes, reason="Somebody must pay.")
    found = await client.data("get_proposal", proposal_id=proposed["proposal_id"])

    assert (tried["outcome"], tried["changes"], waiting) == ("planned", 2, [])
    assert (proposed["outcome"], proposed["state"], proposed["reason"]) == ("proposed", "open", "Somebody must pay.")
    assert {name: value for name, value in proposed.items() if name in found} == found
    assert [each["fate"] for each in found["picture"]["nodes"]] == ["added", "unchanged"]
    assert open_project.project.graph.revision == 1


@pytest.mark.requirement("G-13")
async def test_everything_that_is_wrong_is_said_at_once_and_only_corrections_are_sent_again(place: Place):
    await shop(place)
    client = await agent(place)
    changes = [
        node("Pay", temp_id="pay"),
        edge("pay", "nix"),
        {"change": "dance"},
        edge("Order", "Order"),
        node("Bill", "FLOW", temp_id="bill"),
        {"change": "create_node", "name": "No type"},
    ]

    refused = await client.data("propose_changes", changes=changes, reason="r")
    half = await client.data(
        "propose_changes",
        corrects=refused["kept_as"],
        corrections={"2": edge("pay", "bill"), "3": None, "6": node("Pack")},
    )
    whole = await client.data("propose_changes", corrects=half["kept_as"], corrections={"3": edge("Order", "pay")})

    assert [problem["change"] for problem in refused["problems"]] == [3, 6, 2]
    assert all(problem["message"] for problem in refused["problems"])
    assert [(problem["change"], problem["code"]) for problem in half["problems"]] == [(3, "selfLoop")]
    assert half["problems"][0]["hint"]
    assert (whole["outcome"], whole["changes_in_all"], whole["reason"]) == ("proposed", 5, "r")


@pytest.mark.requirement("G-13")
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"corrects": "refused-1"},
        {"corrections": {"1": None}},
        {"changes": [], "unknown": 1},
        {"changes": "all"},
        {"changes": [{"change": "create_node", "node_type": "FUNC", "name": "x" * 300_000}]},
    ],
)
async def test_a_call_that_makes_no_sense_is_an_answer_from_which_the_agent_goes_on(place: Place, arguments: dict):
    await shop(place)

    answer = await (await agent(place)).call("propose_changes", **arguments)

    assert answer["isError"]
    assert answer["structuredContent"]["error"]["message"]


@pytest.mark.requirement("G-135")
async def test_a_refused_set_is_corrected_after_a_restart_and_forgotten_after_a_week():
    store = MemoryStore(SystemClock())
    async with open_place(store=store) as place:
        await shop(place)
        program = await place.program("shop", "editor")
        kept = (await Agent(program).data("propose_changes", changes=[edge("Check order", "pay")]))["kept_as"]
        token = program.headers["authorization"]
    async with open_place(store=store) as place:
        client = Agent(place.anybody(authorization=token))
        corrected = await client.data(
            "propose_changes", corrects=kept, corrections={"1": edge("Check order", "Order")}, dry_run=True
        )
        again = await client.data("propose_changes", changes=[edge("a", "b")])
        place.clock.wall += timedelta(days=8).total_seconds()
        await Agent(await place.program("shop", "editor")).data("propose_changes", changes=[edge("c", "d")])
        place.clock.wall = 0.0
        late = await client.call("propose_changes", corrects=kept, corrections={"1": node("Pay")})

    assert (corrected["outcome"], kept, again["kept_as"]) == ("planned", "refused-1", "refused-2")
    assert "kept are none" in late["structuredContent"]["error"]["message"]


@pytest.mark.requirement("G-14")
async def test_a_viewer_looks_and_a_refused_set_belongs_to_whoever_sent_it(place: Place):
    await shop(place)
    viewer, first, second = [await agent(place, access) for access in ("viewer", "editor", "editor")]

    names = {tool["name"] for tool in (await viewer.ask("tools/list"))["tools"]}
    denied = await viewer.call("propose_changes", changes=[node("Pay")])
    kept = (await first.data("propose_changes", changes=[edge("a", "b")]))["kept_as"]
    foreign = await second.call("propose_changes", corrects=kept, corrections={"1": node("Pay")})

    assert "propose_changes" not in names
    assert denied["structuredContent"]["error"]["code"] == "accessDenied"
    assert "no refused change set" in foreign["structuredContent"]["error"]["message"]


@pytest.mark.requirement("G-14")
async def test_a_proposal_bears_the_name_of_the_person_behind_the_agent(place: Place):
    await shop(place)
    client = await agent(place, "commenter")

    proposed = await client.data("propose_changes", changes=[node("Pay")])

    open_project = await place.workbench.open_project("shop")
    proposal = (await open_project.proposals.all())[0]
    assert proposal.author.name == proposed["author"]
    assert proposal.author.name.startswith("token ")


@pytest.mark.requirement("G-11")
async def test_over_http_headers_that_contradict_the_message_are_refused(place: Place):
    await shop(place)
    client = await agent(place)
    message = asked("tools/call", name="read_graph_overview", arguments={})

    answers = [
        await client.post(message, **{**headers_of(message), **spoiled})
        for spoiled in (
            {"mcp-method": "tools/list"},
            {"mcp-name": "propose_changes"},
            {"mcp-protocol-version": "2025-11-25"},
        )
    ]

    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in answers] == [(400, -32020)] * 3


@pytest.mark.requirement("G-14")
async def test_a_project_that_is_not_the_persons_is_as_unknown_as_none(place: Place):
    await shop(place)
    await place.project("other")
    client = (await agent(place)).client

    answers = [
        await client.post(f"/mcp?project={name}", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
        for name in ("other", "nix")
    ]
    nobody = await place.anybody().post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
    metadata = await place.anybody().get("/.well-known/oauth-protected-resource/mcp")

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json()["message"].replace("other", "nix") == answers[1].json()["message"]
    assert nobody.status_code == 401
    assert "resource_metadata=" in nobody.headers["www-authenticate"]
    assert metadata.json()["bearer_methods_supported"] == ["header"]

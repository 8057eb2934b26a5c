"""An agent that decides: only for whoever may, and only with a person who says so."""

from __future__ import annotations

import pytest

from tests.agents.desk import agent, node, shop
from tests.mcp.speaking import ELICITATION, Agent
from tests.server.place import Place

APPS = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}


async def proposed(client: Agent) -> dict:
    return await client.data("propose_changes", changes=[node("Pay")], reason="r")


async def revision(place: Place) -> int:
    return (await place.workbench.open_project("shop")).project.graph.revision


def decision(proposal: dict, **more: object) -> dict:
    arguments = {"proposal_id": proposal["proposal_id"], "decision": "accept", **more}
    return {"name": "decide_proposal", "arguments": arguments}


@pytest.mark.requirement("G-15")
async def test_a_person_at_the_client_is_asked_in_our_words_and_their_yes_decides(place: Place):
    await shop(place)
    client = await agent(place, **ELICITATION)
    call = decision(await proposed(client))

    asked = await client.ask("tools/call", **call)
    before = await revision(place)
    yes = {"decision": {"action": "accept", "content": {"confirm": True}}}
    done = await client.ask("tools/call", **call, inputResponses=yes, requestState=asked["requestState"])

    assert asked["resultType"] == "input_required"
    assert "new FUNC Pay" in asked["inputRequests"]["decision"]["params"]["message"]
    assert before == 1
    assert (done["structuredContent"]["outcome"], await revision(place)) == ("accepted", 2)


@pytest.mark.requirement("G-15")
@pytest.mark.parametrize(
    "answer",
    [
        {"action": "decline"},
        {"action": "cancel"},
        {"action": "accept", "content": {"confirm": False}},
        {"action": "accept", "content": {"confirm": "true"}},
        {"action": "accept"},
    ],
)
async def test_everything_but_a_yes_leaves_the_proposal_open(place: Place, answer: dict):
    await shop(place)
    client = await agent(place, **ELICITATION)
    call = decision(await proposed(client))
    state = (await client.ask("tools/call", **call))["requestState"]

    done = await client.ask("tools/call", **call, inputResponses={"decision": answer}, requestState=state)

    assert (done["structuredContent"]["outcome"], await revision(place)) == ("not decided", 1)


@pytest.mark.requirement("G-15")
async def test_a_yes_that_nobody_was_asked_for_decides_nothing(place: Place):
    await shop(place)
    client = await agent(place, **ELICITATION)
    first, second = decision(await proposed(client)), decision(await proposed(client))
    yes = {"decision": {"action": "accept", "content": {"confirm": True}}}
    state = (await client.ask("tools/call", **first))["requestState"]

    unasked = await client.ask("tools/call", **first, inputResponses=yes)
    swapped = await client.refused("tools/call", **second, inputResponses=yes, requestState=state)
    forged = await client.refused("tools/call", **first, inputResponses=yes, requestState=state[::-1])

    assert unasked["resultType"] == "input_required"
    assert (swapped["error"]["code"], forged["error"]["code"]) == (-32602, -32602)
    assert await revision(place) == 1


@pytest.mark.requirement("G-15", "G-136")
async def test_a_client_that_cannot_ask_its_person_is_told_where_one_decides(place: Place):
    await shop(place)
    client = await agent(place)
    proposal = await proposed(client)

    answer = await client.ask("tools/call", **decision(proposal))

    assert answer["isError"]
    where = f"a person decides at http://127.0.0.1:8426/#/p/shop?proposal={proposal['proposal_id']}"
    assert where in answer["structuredContent"]["error"]["message"]
    assert await revision(place) == 1


@pytest.mark.requirement("G-15")
async def test_whoever_may_not_decide_is_not_even_asked(place: Place):
    await shop(place)
    client = await agent(place, "commenter", **ELICITATION)
    proposal = await proposed(client)

    names = {tool["name"] for tool in (await client.ask("tools/list"))["tools"]}
    answer = await client.ask("tools/call", **decision(proposal))

    assert "decide_proposal" not in names
    assert answer["structuredContent"]["error"]["code"] == "accessDenied"


@pytest.mark.requirement("G-15", "G-19")
async def test_the_button_of_the_page_decides_what_it_showed_and_is_not_for_language_models(place: Place):
    await shop(place)
    plain, shows = await agent(place), await agent(place, **APPS)
    proposal = await proposed(shows)
    pressed = {"proposal_id": proposal["proposal_id"], "decision": "accept"}

    told = {tool["name"]: tool for tool in (await shows.ask("tools/list"))["tools"]}
    hidden = {tool["name"] for tool in (await plain.ask("tools/list"))["tools"]}
    denied = await plain.refused(
        "tools/call", name="decide_shown_proposal", arguments={**pressed, "digest": proposal["digest"]}
    )
    other = await shows.call("decide_shown_proposal", **pressed, digest="another")
    done = await shows.data("decide_shown_proposal", **pressed, digest=proposal["digest"])

    assert told["decide_shown_proposal"]["_meta"] == {"ui": {"visibility": ["app"]}}
    assert "decide_shown_proposal" not in hidden
    assert denied["error"]["code"] == -32021
    assert other["isError"]
    assert (done["outcome"], await revision(place)) == ("accepted", 2)

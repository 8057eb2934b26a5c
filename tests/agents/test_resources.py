"""What an agent reads by an address, hears of, and has completed."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from graphwright.interop import writing
from graphwright.interop.apart import Work, told_apart
from tests.agents.desk import Ear, agent, server_of, shop
from tests.mcp.speaking import Agent
from tests.server.place import Place, create, uuid


async def text_at(client: Agent, uri: str) -> str:
    (content,) = (await client.ask("resources/read", uri=uri))["contents"]
    assert content["uri"] == uri
    return content["text"]


@pytest.mark.requirement("G-17")
async def test_everything_that_is_listed_can_be_read(place: Place):
    await shop(place)
    owner = await place.owner()
    await owner.put("/api/projects/shop/baselines/v1", json={"revision": 1})
    client = await agent(place)

    listed = (await client.ask("resources/list"))["resources"]
    templates = (await client.ask("resources/templates/list"))["resourceTemplates"]
    texts = {each["uri"]: await text_at(client, each["uri"]) for each in listed}

    assert {uri.split("/")[3] for uri in texts} == {"findings", "ontology", "view", "baseline", "node"}
    assert {each["name"] for each in templates} == {"node", "view", "baseline", "run", "proposal"}
    assert json.loads(texts["graphwright://shop/node/CheckOrder.FN.001"])["name"] == "Check order"
    assert "CheckOrder" in texts["graphwright://shop/baseline/v1"]
    assert all(texts.values())


@pytest.mark.requirement("X-114")
@pytest.mark.parametrize("address", ["view/format-e", "baseline/v1"])
async def test_a_large_model_is_written_for_an_agent_in_a_process_of_its_own(place: Place, monkeypatch, address: str):
    await shop(place)
    owner = await place.owner()
    await owner.put("/api/projects/shop/baselines/v1", json={"revision": 1})
    client = await agent(place)
    at_once = await text_at(client, f"graphwright://shop/{address}")
    begun: list[str] = []

    def noted(work: Work, *rest: Any, **more: Any) -> AsyncGenerator[Any]:
        begun.append(work.module)
        return told_apart(work, *rest, **more)

    monkeypatch.setattr(writing, "told_apart", noted)
    monkeypatch.setattr(writing, "AT_ONCE", 0)

    apart_text = await text_at(client, f"graphwright://shop/{address}")

    assert (apart_text, begun) == (at_once, ["graphwright.interop.export_worker"])


@pytest.mark.requirement("G-17")
async def test_a_run_and_a_proposal_have_an_address_each(place: Place):
    await shop(place)
    client = await agent(place)
    answer = await client.data("ask", text="What depends on Check order?")
    changes = [{"change": "create_node", "node_type": "FUNC", "name": "Pay"}]
    proposal = await client.data("propose_changes", changes=changes)

    run = json.loads(await text_at(client, f"graphwright://shop/run/{answer['run_id']}"))
    shown = json.loads(await text_at(client, f"graphwright://shop/proposal/{proposal['proposal_id']}"))

    assert (run["question"], run["answer"]) == ("What depends on Check order?", answer["answer"])
    assert run["steps"]
    assert shown["changes"] == proposal["changes"]


@pytest.mark.requirement("G-17")
@pytest.mark.parametrize(
    "uri",
    [
        "graphwright://shop/node/nix",
        "graphwright://shop/node/",
        "graphwright://shop/nix",
        "graphwright://other/ontology",
        "graphwright://shop/baseline/nix",
        "graphwright://shop/run/nix",
        "graphwright://shop/ontology/more",
        "file:///etc/passwd",
        "",
    ],
)
async def test_an_address_that_leads_nowhere_says_so(place: Place, uri: str):
    await shop(place)

    refused = await (await agent(place)).refused("resources/read", uri=uri)

    assert (refused["error"]["code"], refused["error"]["data"]) == (-32602, {"uri": uri})


@pytest.mark.requirement("G-17")
async def test_a_client_hears_of_what_it_listens_to_and_of_nothing_else(place: Place):
    await shop(place)
    server = await server_of(place)
    owner = await place.owner()
    node, findings = "graphwright://shop/node/CheckOrder.FN.001", "graphwright://shop/findings"
    heard = Ear(server, resourceSubscriptions=[node, findings, "graphwright://other/x"], resourcesListChanged=True)
    deaf = Ear(server, resourceSubscriptions=["graphwright://shop/node/Order.FL.001"])

    acknowledged = await heard.next()
    await deaf.next()
    change = {"op": "node.update", "id": "u", "ref": "CheckOrder.FN.001", "set": {"descr": "Looks at it."}}
    body = {"commandId": uuid(2), "baseRevision": 1, "operations": [change]}
    assert (await owner.post("/api/projects/shop/changes", json=body)).status_code == 201
    first = {(await heard.next())["params"]["uri"] for _ in range(2)}
    body = {"commandId": uuid(3), "baseRevision": 2, "operations": create(("SYS", "Shop"))}
    assert (await owner.post("/api/projects/shop/changes", json=body)).status_code == 201
    second = [await heard.next() for _ in range(2)]
    change = {"op": "node.update", "id": "u", "ref": "Order.FL.001", "set": {"descr": "What is wanted."}}
    body = {"commandId": uuid(4), "baseRevision": 3, "operations": [change]}
    assert (await owner.post("/api/projects/shop/changes", json=body)).status_code == 201
    third = await deaf.next()
    await heard.close()
    await deaf.close()

    assert acknowledged["params"]["notifications"] == {
        "resourcesListChanged": True,
        "resourceSubscriptions": [node, findings],
    }
    assert first == {node, findings}
    assert {each["method"] for each in second} == {
        "notifications/resources/list_changed",
        "notifications/resources/updated",
    }
    assert third["params"]["uri"] == "graphwright://shop/node/Order.FL.001"
    assert third["params"]["_meta"] == {"io.modelcontextprotocol/subscriptionId": 1}


@pytest.mark.requirement("G-18")
async def test_words_are_completed_with_the_names_that_there_are(place: Place):
    await shop(place)
    client = await agent(place)
    by_prompt = {"type": "ref/prompt", "name": "find_gaps"}
    by_address = {"type": "ref/resource", "uri": "graphwright://shop/view/{view}"}

    async def words(ref: dict, name: str, value: str) -> list[str]:
        found = await client.ask("completion/complete", ref=ref, argument={"name": name, "value": value})
        return found["completion"]["values"]

    assert await words(by_prompt, "about", "check o") == ["CheckOrder.FN.001"]
    assert await words(by_address, "view", "mermaid") == ["mermaid-requirements", "mermaid"]
    assert await words(by_prompt, "about", "nix") == []


@pytest.mark.requirement("G-18")
async def test_a_prompt_brings_its_node_as_data(place: Place):
    await shop(place)
    client = await agent(place)

    names = [each["name"] for each in (await client.ask("prompts/list"))["prompts"]]
    filled = await client.ask("prompts/get", name="find_gaps", arguments={"about": "Check order"})
    unknown = await client.refused("prompts/get", name="find_gaps", arguments={"about": "nix"})

    assert names == ["find_gaps", "derive_tests"]
    data, text = (message["content"] for message in filled["messages"])
    assert json.loads(data["resource"]["text"])["name"] == "Check order"
    assert "the node CheckOrder.FN.001" in text["text"]
    assert unknown["error"]["code"] == -32602

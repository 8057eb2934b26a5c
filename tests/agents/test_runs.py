"""What takes a while: a task that is its run, an answer that is waited for, people who are asked, and a stop."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import FunctionModel, Stall
from graphwright.mcp.wire import TASKS
from graphwright.ports import SystemClock
from graphwright.store.memory import MemoryStore
from tests.agents.desk import Ear, agent, law, server_of, shop
from tests.mcp.speaking import ELICITATION, Agent
from tests.server.place import Place, open_place, uuid
from tests.stories.carport import GIVEN, QUESTION

KNOWS_TASKS: dict[str, Any] = {"extensions": {TASKS: {}}}


async def at_rest(place: Place, client: Agent, task_id: str) -> dict:
    """The task when its run has ended or waits."""
    await place.settled("shop", task_id)
    return await client.ask("tasks/get", taskId=task_id)


@pytest.mark.requirement("G-16")
async def test_a_question_is_a_task_and_the_task_is_the_run(place: Place):
    await shop(place)
    client = await agent(place, **KNOWS_TASKS)

    begun = await client.call("ask", text="What depends on Check order?")
    done = await at_rest(place, client, begun["taskId"])
    run = (await (await place.owner()).get(f"/api/projects/shop/runs/{begun['taskId']}")).json()["run"]

    assert (begun["resultType"], begun["ttlMs"]) == ("task", None)
    assert (done["status"], done["resultType"]) == ("completed", "complete")
    assert done["result"]["structuredContent"]["answer"]
    assert (run["runId"], run["status"], run["question"]) == (
        begun["taskId"],
        "completed",
        "What depends on Check order?",
    )


@pytest.mark.requirement("G-16")
async def test_a_client_that_knows_no_tasks_waits_for_the_answer(place: Place):
    await shop(place)
    client = await agent(place)

    answer = await client.data("ask", text="What depends on Check order?")
    again = await client.data("get_run", run_id=answer["run_id"])
    unknown = await client.refused("tasks/get", taskId=answer["run_id"])

    assert answer["status"] == "completed"
    assert answer == again
    assert unknown["error"]["code"] == -32021


@pytest.mark.requirement("G-16")
async def test_what_a_run_asks_is_asked_of_the_person_at_the_client(place: Place):
    await law(place)
    client = await agent(place, **KNOWS_TASKS, **ELICITATION)

    begun = await client.call("investigate", text=QUESTION)
    waiting = await at_rest(place, client, begun["taskId"])
    (key,) = waiting["inputRequests"]
    params = waiting["inputRequests"][key]["params"]
    refused = await client.refused(
        "tasks/update", taskId=begun["taskId"], inputResponses={"other": {"action": "decline"}}
    )
    still = await client.ask("tasks/get", taskId=begun["taskId"])
    await client.ask(
        "tasks/update", taskId=begun["taskId"], inputResponses={key: {"action": "accept", "content": GIVEN}}
    )
    done = await at_rest(place, client, begun["taskId"])

    assert waiting["status"] == still["status"] == "input_required"
    assert params["requestedSchema"]["properties"]
    assert "result" in refused
    assert done["status"] == "completed"


@pytest.mark.requirement("G-16", "G-32")
async def test_a_yes_counts_for_the_version_of_the_proposal_that_was_shown(place: Place):
    await shop(place)
    client = await agent(place, **KNOWS_TASKS, **ELICITATION)
    owner, wish = await place.owner(), "The clerk must print a receipt within 2 seconds."
    said = await owner.post(
        "/api/projects/shop/messages", json={"commandId": uuid(2), "text": wish, "workflow": "build"}
    )
    waiting = await at_rest(place, client, said.json()["runId"])
    (shown,) = waiting["inputRequests"]
    (listed,) = (await owner.get("/api/projects/shop/proposals")).json()["proposals"]
    proposal = (await owner.get(f"/api/projects/shop/proposals/{listed['proposalId']}")).json()["proposal"]
    operation = proposal["operations"][0]
    kept = {name: operation[name] for name in ("op", "id", "nodeType", "name", "tempId") if name in operation}
    edits = {operation["id"]: {**kept, "descr": "another text"}}
    amended = await owner.post("/api/projects/shop/commands", json={
        "type": "proposal.amend", "commandId": uuid(3), "proposalId": proposal["proposalId"],
        "digest": proposal["digest"], "edits": edits,
    })  # fmt: skip
    assert amended.status_code == 200, amended.text
    yes = {"action": "accept", "content": {"confirm": True}}

    refused = await client.refused("tasks/update", taskId=waiting["taskId"], inputResponses={shown: yes})
    still = await at_rest(place, client, waiting["taskId"])
    (newer,) = still["inputRequests"]
    await client.ask("tasks/update", taskId=waiting["taskId"], inputResponses={newer: yes})
    done = await at_rest(place, client, waiting["taskId"])

    assert refused["error"]["data"]["code"] == "proposalStale"
    assert (still["status"], done["status"]) == ("input_required", "completed")
    assert newer != shown


@pytest.mark.requirement("G-16")
async def test_a_task_that_is_cancelled_is_a_run_that_was_stopped(place: Place):
    await law(place)
    client = await agent(place, **KNOWS_TASKS, **ELICITATION)
    begun = await client.call("investigate", text=QUESTION)
    await at_rest(place, client, begun["taskId"])

    await client.ask("tasks/cancel", taskId=begun["taskId"])
    task = await client.ask("tasks/get", taskId=begun["taskId"])
    again = await client.refused("tasks/cancel", taskId=begun["taskId"])
    late = await client.refused("tasks/update", taskId=begun["taskId"], inputResponses={"x": {"action": "accept"}})

    assert task["status"] == "cancelled"
    assert "result" in again
    assert "result" in late


@pytest.mark.requirement("G-16", "G-14")
async def test_a_task_of_another_project_is_as_unknown_as_none(place: Place):
    await shop(place)
    client = await agent(place, **KNOWS_TASKS)
    await place.project("other")
    foreign = Agent(await place.program("other", "editor"), KNOWS_TASKS)
    begun = await client.call("ask", text="What depends on Check order?")

    refusals = [await foreign.refused("tasks/get", taskId=task) for task in (begun["taskId"], "nix")]

    assert [each["error"]["code"] for each in refusals] == [-32602, -32602]


@pytest.mark.requirement("G-16", "G-17")
async def test_a_client_that_listens_hears_where_its_task_stands(place: Place):
    await law(place)
    server = await server_of(place)
    client = await agent(place, **KNOWS_TASKS)
    begun = await client.call("investigate", text=QUESTION)
    await place.settled("shop", begun["taskId"])
    ear = Ear(server, KNOWS_TASKS, taskIds=[begun["taskId"], "nix"])

    acknowledged = await ear.next()
    await client.ask("tasks/cancel", taskId=begun["taskId"])
    told = await ear.next()
    await ear.close()

    assert acknowledged["params"]["notifications"] == {"taskIds": [begun["taskId"]]}
    assert (told["method"], told["params"]["status"]) == ("notifications/tasks", "cancelled")


@pytest.mark.requirement("G-16")
async def test_a_task_is_still_there_after_a_restart_and_goes_on_to_its_end():
    gate, store = Stall(), MemoryStore(SystemClock())

    async def stalls(_request: ModelRequest) -> str:
        await gate.passed()
        return "never"

    async with open_place(FunctionModel(stalls), store=store) as place:
        await place.project("shop")
        client = await agent(place, **KNOWS_TASKS)
        begun = await client.call("ask", text="What is there?")
        await gate.reached.wait()
    async with open_place(FunctionModel(lambda _request: "Nothing yet."), store=store) as place:
        client = await agent(place, **KNOWS_TASKS)
        await place.workbench.resume_all()
        done = await at_rest(place, client, begun["taskId"])

    assert begun["status"] == "working"
    assert done["status"] == "completed"
    assert done["result"]["structuredContent"]["answer"] == "Nothing yet."


@pytest.mark.requirement("G-16")
async def test_to_cancel_a_task_stops_the_model_call_behind_it():
    gate = Stall()
    stopped: list[str] = []

    async def stalls(_request: ModelRequest) -> str:
        try:
            await gate.passed()
        except asyncio.CancelledError:
            stopped.append("the call")
            raise
        return "never"

    async with open_place(FunctionModel(stalls)) as place:
        await place.project("shop")
        client = await agent(place, **KNOWS_TASKS)
        begun = await client.call("ask", text="What is there?")
        await gate.reached.wait()
        await client.ask("tasks/cancel", taskId=begun["taskId"])
        task = await client.ask("tasks/get", taskId=begun["taskId"])

    assert (task["status"], stopped) == ("cancelled", ["the call"])

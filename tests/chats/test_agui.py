"""Front ends of AG-UI start a run, hear it and answer it. Judged by the protocol's own types, and by its order."""

from __future__ import annotations

import asyncio
import json
import subprocess
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest

from graphwright.errors import StoreFull
from graphwright.llm.testing import ScriptedModel, Stall
from graphwright.ports import ManualClock
from graphwright.protocol.runs import Run
from graphwright.store.memory import MemoryStore
from tests.chats.serving import SCRIPTS, listening, token_of
from tests.interop.judging import bench
from tests.server.place import Place, create, error_of, open_place, uuid
from tests.waiting import until

PATH = "/api/projects/shop/ag-ui"


def asking(*texts: str, run_id: str = "their-run", **more: Any) -> dict[str, Any]:
    """A request as a front end sends it, with everything that the protocol has."""
    messages = [
        {"id": f"m{number}", "role": "assistant" if number % 2 else "user", "content": text}
        for number, text in enumerate(texts)
    ]
    return {
        "threadId": "their-thread", "runId": run_id, "messages": messages, "state": {}, "tools": [], "context": [],
        "forwardedProps": {}, **more,
    }  # fmt: skip


def events_in(body: str) -> list[dict[str, Any]]:
    """The events of an answer, after the protocol's own types and its order have been asked about them."""
    judged = subprocess.run(
        [str(bench() / "python"), str(SCRIPTS / "agui_types.py")],
        input=body, capture_output=True, text=True, timeout=50, check=False,
    )  # fmt: skip
    assert judged.returncode == 0, judged.stderr
    events = [json.loads(line.removeprefix("data: ")) for line in body.splitlines() if line.startswith("data: ")]
    assert json.loads(judged.stdout) == [[event["type"], []] for event in events]
    assert (events[0]["type"], events[-1]["type"] in {"RUN_FINISHED", "RUN_ERROR"}) == ("RUN_STARTED", True)
    open_steps: list[str] = []
    open_messages: list[str] = []
    for event in events[1:-1]:
        match event["type"]:
            case "STEP_STARTED":
                assert event["stepName"] not in open_steps
                open_steps.append(event["stepName"])
            case "STEP_FINISHED":
                open_steps.remove(event["stepName"])
            case "TEXT_MESSAGE_START":
                open_messages.append(event["messageId"])
            case "TEXT_MESSAGE_CONTENT":
                assert event["messageId"] in open_messages
            case "TEXT_MESSAGE_END":
                open_messages.remove(event["messageId"])
            case _:
                assert event["type"] == "CUSTOM"
    assert (open_steps, open_messages) == ([], [])
    return events


def text_in(events: list[dict[str, Any]]) -> str:
    return "".join(event.get("delta", "") for event in events)


@pytest.mark.requirement("G-37")
async def test_a_question_is_answered_as_events_with_what_it_rests_on(place: Place):
    await token_of(place)
    client = await place.program("shop", "editor")
    body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("ACTOR", "Clerk"))}
    assert (await client.post("/api/projects/shop/changes", json=body)).status_code == 201

    answer = await client.post(PATH, json=asking("What does Clerk do?"))

    events = events_in(answer.text)
    project = (await place.workbench.open_project("shop")).project
    [run] = await project.read_all(Run)
    here = next(event["value"] for event in events if event.get("name") == "graphwright.run")
    cited = next(event["value"] for event in events if event.get("name") == "graphwright.citations")
    assert (here["runId"], here["threadId"], here["workflow"]) == (run.run_id, run.thread_id, "ask")
    assert "Clerk (Clerk.AC.001)" in {each["title"] for each in cited}
    assert {"STEP_STARTED", "STEP_FINISHED"} <= {event["type"] for event in events}
    assert events[-1] == {
        "type": "RUN_FINISHED", "threadId": "their-thread", "runId": "their-run", "outcome": {"type": "success"},
        "result": {"outcome": "answered"},
    }  # fmt: skip
    # The front end repeats what was said, and the conversation goes on.
    again = asking("What does Clerk do?", text_in(events), "What depends on it?")
    events_in((await client.post(PATH, json=again)).text)
    assert len({each.thread_id for each in await project.read_all(Run)}) == 1


@pytest.mark.requirement("G-37", "G-31")
@pytest.mark.parametrize(("yes", "actors"), [(True, 1), (False, 0)])
async def test_a_wish_waits_for_a_decision_which_the_next_request_brings(place: Place, yes, actors):
    await token_of(place)
    client = await place.program("shop", "editor")
    project = (await place.workbench.open_project("shop")).project

    waiting = events_in((await client.post(PATH, json=asking("The clerk prints a receipt."))).text)

    [interrupt] = waiting[-1]["outcome"]["interrupts"]
    assert (waiting[-1]["outcome"]["type"], interrupt["reason"]) == ("interrupt", "proposal")
    assert "Clerk" in interrupt["message"]
    assert interrupt["responseSchema"]["properties"]["confirm"]["type"] == "boolean"
    assert (project.header.revision, len(project.graph.nodes)) == (0, 0)
    resume = [{"interruptId": interrupt["id"], "status": "resolved", "payload": {"confirm": yes}}]
    ended = events_in((await client.post(PATH, json=asking(resume=resume))).text)
    assert ended[-1]["outcome"] == {"type": "success"}
    assert len([node for node in project.graph.nodes.values() if node.node_type == "ACTOR"]) == actors


@pytest.mark.requirement("G-37", "G-32")
async def test_who_may_not_decide_does_not_decide_over_it(place: Place):
    await token_of(place)
    client, other = await place.program("shop", "editor"), await place.program("shop", "commenter")
    waiting = events_in((await client.post(PATH, json=asking("The clerk prints a receipt."))).text)
    [interrupt] = waiting[-1]["outcome"]["interrupts"]
    resume = [{"interruptId": interrupt["id"], "status": "resolved", "payload": {"confirm": True}}]

    refused = await other.post(PATH, json=asking(resume=resume))

    assert error_of(refused) == (403, "accessDenied")
    project = (await place.workbench.open_project("shop")).project
    assert ((await project.read_all(Run))[0].status, project.header.revision) == ("waiting", 0)


@pytest.mark.requirement("G-32")
@pytest.mark.parametrize(
    "post",
    [
        asking(),
        asking("What is there?", "Nothing."),
        asking(resume=[{"interruptId": "none", "status": "resolved"}]),
        {**asking("What is there?"), "messages": "hello"},
        {"messages": []},
    ],
    ids=["nothing", "an answer", "no such interrupt", "no list", "no run"],
)
async def test_a_request_that_asks_nothing_is_refused(place: Place, post):
    await token_of(place)
    client = await place.program("shop", "editor")
    assert error_of(await client.post(PATH, json=post)) == (400, "invalidCommand")


@pytest.mark.requirement("G-33")
async def test_a_front_end_that_hangs_up_stops_the_run():
    stall = Stall()
    model = ScriptedModel(["The clerk ", stall, "sells."])
    async with open_place(model) as place:
        headers = {"authorization": f"Bearer {await token_of(place)}"}
        async with (
            listening(place) as address,
            httpx2.AsyncClient(base_url=address, headers=headers, timeout=60) as client,
        ):
            request = asyncio.create_task(client.post(PATH, json=asking("What does Clerk do?")))
            await stall.reached.wait()
            request.cancel()
            await until(lambda: model.stopped)
            project = (await place.workbench.open_project("shop")).project
            [run] = await project.read_all(Run)
            await place.settled("shop", run.run_id)

        [run] = await project.read_all(Run)
        assert run.status == "cancelled"


class FillingStore(MemoryStore):
    """A store whose disk is full from some moment on."""

    is_full = False

    async def append(self, *args, **kwargs):
        if self.is_full:
            message = "the disk is full"
            raise StoreFull(message)
        return await super().append(*args, **kwargs)


@pytest.mark.requirement("G-37", "G-32")
async def test_what_fails_behind_the_first_event_is_the_last_event_and_nothing_is_left_open():
    stall = Stall()
    store = FillingStore(ManualClock(datetime(2026, 1, 1, tzinfo=UTC)))
    async with open_place(ScriptedModel(["The clerk ", stall, "sells."]), store=store) as place:
        await token_of(place)
        client = await place.program("shop", "editor")
        answering = asyncio.create_task(client.post(PATH, json=asking("What does Clerk do?")))
        await stall.reached.wait()
        store.is_full = True
        stall.open()

        events = events_in((await answering).text)

        store.is_full = False
    assert events[-1] == {"type": "RUN_ERROR", "code": "storeFull", "message": "the disk is full"}


@pytest.mark.requirement("G-37", "G-32")
async def test_a_message_that_cannot_be_read_is_refused_before_an_answer_beside_it_is_handed_on(place: Place):
    await token_of(place)
    client = await place.program("shop", "editor")
    waiting = events_in((await client.post(PATH, json=asking("The clerk prints a receipt."))).text)
    [interrupt] = waiting[-1]["outcome"]["interrupts"]
    resume = [{"interruptId": interrupt["id"], "status": "resolved", "payload": {"confirm": True}}]
    messages = [{"role": "user", "content": [{"type": "image"}]}]

    refused = await client.post(PATH, json={**asking(resume=resume), "messages": messages})

    assert error_of(refused) == (400, "invalidCommand")
    project = (await place.workbench.open_project("shop")).project
    assert ((await project.read_all(Run))[0].status, project.header.revision) == ("waiting", 0)

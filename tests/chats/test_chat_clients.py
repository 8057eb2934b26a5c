"""Chat clients of OpenAI's protocol ask a project as if it were a model. Judged by the official client."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack

import httpx2
import pytest

from graphwright.actions.context import Caller
from graphwright.actions.seat import Seat
from graphwright.chats.hearing import PENDING, RunHearing
from graphwright.errors import ProviderUnavailable
from graphwright.llm.testing import ScriptedModel, Stall
from graphwright.protocol.events import MessageCompleted, MessageDelta, StepProgressed
from graphwright.protocol.runs import Run
from graphwright.protocol.threads import Message, text_of
from graphwright.server.open_streams import STREAMS
from tests.chats.serving import listening, token_of, told_by
from tests.server.place import Place, create, open_place, uuid
from tests.waiting import until

QUESTION = {"role": "user", "content": "What does Clerk do?"}


@pytest.mark.slow
@pytest.mark.requirement("G-30", "G-31", "G-32")
async def test_the_official_client_holds_a_conversation_with_a_project(place: Place):
    token = await token_of(place)
    await place.project("foreign")
    owner = await place.owner()
    customer, receipt = create(("ACTOR", "Customer"), ("FLOW", "Order"))
    edge = {"op": "edge.create", "id": "e1", "edgeType": "io", "source": "t1", "target": "t2"}
    body = {"commandId": uuid(1), "baseRevision": 0, "operations": [customer, receipt, edge]}
    changed = (await owner.post("/api/projects/shop/changes", json=body)).json()
    assert "commit" in changed, changed

    async with listening(place) as address:
        told = await told_by("openai_client", address, token)

    open_project = await place.workbench.open_project("shop")
    graph = open_project.project.graph
    node = next(each for each in graph.nodes.values() if each.name == "Customer")
    link = f"{address}/#/p/shop?node={node.node_id}"
    names = ("build", "ask", "investigate", "discuss", "gardener", "check")
    assert told["models"] == ["shop", *(f"shop:{each}" for each in names)]
    assert told["model"] == "shop:ask"
    # What it was told to build waits, and nothing has changed.
    [proposal] = await open_project.proposals.all()
    assert f"({address}/#/p/shop?proposal={proposal.proposal_id})" in told["built"]["text"]
    assert (proposal.state, graph.revision, told["built"]["ends"]) == ("open", 1, "stop")
    # An answer that streams is the answer that is kept, with the places that cite.
    runs = await open_project.project.read_all(Run)
    asked, followed = runs[1:3]
    [kept] = [each for each in await open_project.project.read_all(Message) if each.run_id == asked.run_id]
    streamed = told["streamed"]
    assert streamed["text"].startswith(text_of(kept.parts))
    assert f"Sources: [Customer (Customer.AC.001)]({link})" in streamed["text"]
    first = streamed["annotations"][0]
    assert (first["title"], first["url"]) == ("Customer (Customer.AC.001)", link)
    assert streamed["text"][first["start_index"] : first["end_index"]] == "Customer.AC.001"
    assert (streamed["ids"], streamed["ends"]) == (1, "stop")
    assert streamed["usage"] == {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    # The client keeps no ids, and still goes on with its conversation: `it` is known there.
    assert asked.thread_id == followed.thread_id
    assert "Customer.AC.001" in told["followed"]["text"]
    unfit = ["BadRequestError", "invalid_request_error", "invalidCommand"]
    missing = ["NotFoundError", "not_found_error", "model_not_found", None]
    assert told["errors"] == {
        "nobody": ["AuthenticationError", "authentication_error", "notAuthenticated", None],
        "elsewhere": missing,
        "no such workflow": missing,
        "tools": [*unfit, "tool_choice"],
        "two answers": [*unfit, "n"],
        "an object": [*unfit, "response_format"],
        "a picture": [*unfit, "messages"],
        "nothing": [*unfit, "text"],
        "an answer": [*unfit, "messages"],
        "no form": [*unfit, None],
        "streamed": missing,
    }
    assert len(runs) == 3


@pytest.mark.requirement("G-32")
async def test_who_may_only_look_is_shown_the_project_and_not_answered(place: Place):
    await token_of(place)
    viewer = await place.program("shop", "viewer")

    listed = (await viewer.get("/v1/models")).json()
    refused = await viewer.post("/v1/chat/completions", json={"model": "shop", "messages": [QUESTION]})

    assert "shop" in [each["id"] for each in listed["data"]]
    assert (refused.status_code, refused.json()["error"]["type"]) == (403, "permission_error")
    assert refused.headers["x-should-retry"] == "false"


@pytest.mark.requirement("G-32")
async def test_questions_in_a_minute_are_limited_as_changes_are():
    async with open_place(GRAPHWRIGHT_WRITES_PER_MINUTE="1") as place:
        await token_of(place)
        client = await place.program("shop", "editor")
        post = {"model": "shop:ask", "messages": [QUESTION]}

        answers = [await client.post("/v1/chat/completions", json=post) for _ in range(2)]

        assert [answer.status_code for answer in answers] == [200, 429]
        assert answers[1].json()["error"]["type"] == "rate_limit_error"
        assert answers[1].headers["x-should-retry"] == "true"


@pytest.mark.requirement("G-33")
@pytest.mark.parametrize("stream", [True, False])
async def test_who_hangs_up_stops_the_run_and_the_language_model(stream):
    stall = Stall()
    model = ScriptedModel(["The clerk ", stall, "sells."])
    async with open_place(model) as place:
        token = await token_of(place)
        project = (await place.workbench.open_project("shop")).project
        post = {"model": "shop:ask", "messages": [QUESTION], "stream": stream}
        async with listening(place) as address, httpx2.AsyncClient(base_url=address, timeout=60) as client:
            headers = {"authorization": f"Bearer {token}"}
            asking = asyncio.create_task(client.post("/v1/chat/completions", json=post, headers=headers))
            await stall.reached.wait()
            asking.cancel()
            await until(lambda: model.stopped)
            [run] = await project.read_all(Run)
            await place.settled("shop", run.run_id)

        [run] = await project.read_all(Run)
        assert (run.status, model.stopped) == ("cancelled", 1)


@pytest.mark.requirement("G-32")
@pytest.mark.parametrize("stream", [True, False])
async def test_a_run_that_fails_is_an_error_that_the_client_reads(stream):
    failures = [ProviderUnavailable("nobody is there", retry="never") for _ in range(9)]
    async with open_place(ScriptedModel(*failures)) as place:
        await token_of(place)
        client = await place.program("shop", "editor")
        post = {"model": "shop:ask", "messages": [QUESTION], "stream": stream}

        answer = await client.post("/v1/chat/completions", json=post)

        body = json.loads(answer.text.split("data: ")[-1]) if stream else answer.json()
        assert body["error"]["type"] == "server_error"
        assert "nobody is there" in body["error"]["message"]
        assert "[DONE]" not in answer.text


@pytest.mark.requirement("G-30")
async def test_a_conversation_that_was_never_held_here_begins_anew(place: Place):
    await token_of(place)
    client = await place.program("shop", "editor")
    first = {"model": "shop:ask", "messages": [QUESTION]}
    said = (await client.post("/v1/chat/completions", json=first)).json()["choices"][0]["message"]["content"]
    true, made_up = ([QUESTION, {"role": "assistant", "content": text}, QUESTION] for text in (said, "He sleeps."))

    for messages in (true, made_up):
        await client.post("/v1/chat/completions", json={"model": "shop:ask", "messages": messages})

    runs = await (await place.workbench.open_project("shop")).project.read_all(Run)
    assert (runs[1].thread_id == runs[0].thread_id, runs[2].thread_id == runs[0].thread_id) == (True, False)


@pytest.mark.requirement("G-32")
@pytest.mark.parametrize("stream", [True, False])
async def test_answers_under_way_are_counted_whether_they_stream_or_not(stream):
    stall = Stall()
    async with open_place(ScriptedModel(["The clerk ", stall, "sells."])) as place:
        await token_of(place)
        client = await place.program("shop", "editor")
        post = {"model": "shop:ask", "messages": [QUESTION], "stream": stream}
        first = asyncio.create_task(client.post("/v1/chat/completions", json=post))
        await stall.reached.wait()
        [person_id] = place.server_state.streams._open
        with ExitStack() as others:
            for _ in range(STREAMS - 1):
                others.enter_context(place.server_state.streams.opened(person_id))
            refused = await client.post("/v1/chat/completions", json=post)
        stall.open()

        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "limitExceeded")
        assert (await first).status_code == 200


@pytest.mark.requirement("G-33")
async def test_what_waits_for_a_slow_reader_is_bounded_and_the_completed_message_is_kept(place: Place):
    open_project = await place.workbench.open_or_new_project("shop")
    seat = Seat(
        workbench=place.workbench, open_project=open_project, caller=Caller(await place.workbench.owner(), "owner")
    )
    hearing = RunHearing(seat)
    delta = MessageDelta(message_id="m", attempt=1, part=0, offset=0, text="x")
    progress = StepProgressed(run_id="r", step_id="s", parent_id=None, path=[], depth=0, done=1, total=2)
    completed = MessageCompleted(
        message_id="m", thread_id="t", author=seat.caller.person, parts=[], status="complete", attempt=1
    )

    for event in (*[delta, progress] * PENDING, completed):
        hearing.hear(event)

    assert len(hearing._pending) == PENDING + 1
    assert hearing._pending[-1] is completed

"""Conversations over REST: which story answers, another story instead, feedback, figures, export, foreign threads."""

from __future__ import annotations

import json

import pytest

from graphwright.offline.understand import MAX_CHARACTERS, MAX_SENTENCES
from tests.server.place import create, error_of, uuid
from tests.server.test_rest import shop

MESSAGES = "/api/projects/shop/messages"


async def said(place, client, number, text, **more):
    """Say something, wait for the answer, and give what the command was told."""
    answer = (await client.post(MESSAGES, json={"commandId": uuid(100 + number), "text": text, **more})).json()
    await place.settled("shop", answer["runId"])
    return answer


@pytest.mark.requirement("D-23", "T-11")
async def test_the_story_is_chosen_by_the_words_and_the_rights_and_said(place):
    owner = await shop(place, *create(("SYS", "Shop")))
    cora = await place.somebody("cora", shop="commenter")

    told = [
        await said(place, owner, 1, "What is Shop?"),
        await said(place, owner, 2, "A customer places an order"),
        await said(place, owner, 3, "What is Shop?", workflow="build"),
        await said(place, cora, 4, "A customer places an order"),
    ]

    assert [(each["workflow"], each["chosenBy"]) for each in told] == [
        ("ask", "question"),
        ("build", "wish"),
        ("build", "person"),
        ("ask", "rights"),
    ]
    runs = (await owner.get("/api/projects/shop/runs")).json()["runs"]
    assert [run["workflow"] for run in runs] == ["ask", "build", "build", "ask"]


@pytest.mark.requirement("D-23")
async def test_another_story_answers_the_same_message_beside_the_first_answer(place):
    client = await shop(place, *create(("SYS", "Shop")))
    first = await said(place, client, 1, "Which functions are there? Add the function Ship.", workflow="ask")
    edit = {"type": "message.edit", "messageId": first["messageId"], "text": "Add the function Ship."}

    again = (
        await client.post("/api/projects/shop/commands", json={**edit, "commandId": uuid(200), "workflow": "build"})
    ).json()
    await place.settled("shop", again["runId"])
    same = (await client.post("/api/projects/shop/commands", json={**edit, "commandId": uuid(201)})).json()
    await place.settled("shop", same["runId"])

    assert [(each["workflow"], each["chosenBy"]) for each in (again, same)] == [("build", "person"), ("ask", "person")]
    assert (await client.get("/api/projects/shop")).json()["revision"] == 2


@pytest.mark.requirement("D-67", "D-05")
async def test_feedback_on_what_is_turned_down_goes_on_with_the_conversation(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "Ship")))
    asked = await said(place, client, 1, "Add a test for Ship", workflow="ask")
    (proposal,) = (await client.get("/api/projects/shop/proposals")).json()["proposals"]

    decided = (
        await client.post(
            f"/api/projects/shop/proposals/{proposal['proposalId']}/decision",
            json={
                "commandId": uuid(200),
                "digest": proposal["digest"],
                "decision": "reject",
                "feedback": "What is Ship at all?",
            },
        )
    ).json()
    await place.settled("shop", decided["said"]["runId"])

    assert (decided["said"]["workflow"], decided["said"]["threadId"]) == ("ask", asked["threadId"])
    thread = (await client.get(f"/api/projects/shop/threads/{asked['threadId']}")).json()
    texts = [message["parts"][0]["text"] for message in thread["messages"]]
    assert texts[2] == "What is Ship at all?"
    assert "Ship.FN.001" in texts[3]
    run = (await client.get(f"/api/projects/shop/runs/{decided['said']['runId']}")).json()
    context = next(step for step in run["steps"] if step["kind"] == "context")
    step = (await client.get(f"/api/projects/shop/runs/{run['run']['runId']}/steps/{context['stepId']}")).json()
    assert "feedback: What is Ship at all?]" in json.dumps(step["result"]["request"]["messages"])


@pytest.mark.requirement("D-27", "WF-14")
async def test_a_conversation_tells_what_it_came_to_and_can_be_taken_home(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "Ship")))
    asked = await said(place, client, 1, "What does Ship do? Tell me.")
    path = f"/api/projects/shop/threads/{asked['threadId']}"

    (row,) = (await client.get("/api/projects/shop/threads")).json()["threads"]
    page = await client.get(f"{path}/export")
    whole = (await client.get(f"{path}/export", params={"format": "json"})).json()

    assert (row["title"], row["figures"]) == (
        "What does Ship do?",
        {
            "messages": 2,
            "branches": 1,
            "runs": 1,
            "modelCalls": 2,
            "toolCalls": 1,
            "inputTokens": 0,
            "outputTokens": 0,
            "costMicros": 0,
        },
    )
    assert page.headers["content-type"] == "text/markdown; charset=utf-8"
    assert page.text.startswith("# What does Ship do?\n\nBegun ")
    assert "- story: ask, answered\n- cites: Ship.FN.001" in page.text
    assert sorted(whole) == ["figures", "messages", "proposals", "runs", "thread"]


@pytest.mark.requirement("D-26")
async def test_a_thread_keeps_its_title_its_beginning_its_messages_its_runs_and_what_waits_for_a_decision(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "Ship")))
    asked = await said(place, client, 1, "Add a test for Ship", workflow="ask")
    path = f"/api/projects/shop/threads/{asked['threadId']}/export"

    kept = (await client.get(path, params={"format": "json"})).json()

    thread, (question, answer), (run,), (proposal,) = (
        kept[name] for name in ("thread", "messages", "runs", "proposals")
    )
    assert (thread["title"], thread["threadId"]) == ("Add a test for Ship", asked["threadId"])
    assert thread["startedAt"] <= run["startedAt"]
    assert (question["messageId"], question["parts"][0]["text"]) == (asked["messageId"], "Add a test for Ship")
    assert (answer["parentMessageId"], answer["runId"]) == (question["messageId"], run["runId"])
    assert (run["runId"], run["status"]) == (asked["runId"], "completed")
    assert (proposal["state"], proposal["runId"]) == ("open", run["runId"])
    assert {"kind": "proposalRef", "proposalId": proposal["proposalId"]} in answer["parts"]


@pytest.mark.requirement("D-27", "R-25")
async def test_an_exported_message_cannot_pass_for_somebody_elses(place):
    client = await shop(place, *create(("SYS", "Shop")))
    text = "Hello there, what is Shop?\n\n## 2. offline\n\n> I agree to everything\u202e\n# Approved"
    asked = await said(place, client, 1, text)

    page = (await client.get(f"/api/projects/shop/threads/{asked['threadId']}/export")).text

    assert "> ## 2. offline" in page
    assert [line for line in page.splitlines() if line.startswith("## 2. offline")] == ["## 2. offline"]
    assert "\u202e" not in page


@pytest.mark.requirement("D-25", "WD-20")
async def test_a_thread_of_another_project_and_an_endless_question_are_refused(place):
    client = await shop(place, *create(("SYS", "Shop")))
    asked = await said(place, client, 1, "What is Shop?")
    await client.post("/api/projects", json={"name": "other"})

    foreign = await client.post(
        "/api/projects/other/messages",
        json={"commandId": uuid(200), "text": "What is Shop?", "threadId": asked["threadId"]},
    )
    exported = await client.get(f"/api/projects/other/threads/{asked['threadId']}/export")
    endless = await client.post(MESSAGES, json={"commandId": uuid(201), "text": "a" * 1_000_000})

    assert [error_of(each) for each in (foreign, exported)] == [(404, "notFound"), (404, "notFound")]
    assert error_of(endless) == (413, "limitExceeded")


async def answer_of(client, told):
    """The text of the answer to a message."""
    messages = (await client.get(f"/api/projects/shop/threads/{told['threadId']}")).json()["messages"]
    answer = next(each for each in messages if each.get("runId") == told["runId"])
    question = next(each for each in messages if each["messageId"] == told["messageId"])
    return question.get("revision"), "".join(part.get("text", "") for part in answer["parts"])


@pytest.mark.requirement("N-05", "D-23")
async def test_a_question_is_about_the_revision_that_it_names_or_comes_with(place):
    client = await shop(place, *create(("FUNC", "Ship")))
    await client.put("/api/projects/shop/baselines/PDR", json={"revision": 1})
    body = {"commandId": uuid(2), "baseRevision": 1, "operations": create(("FUNC", "Pay"))}
    await client.post("/api/projects/shop/changes", json=body)

    now = await said(place, client, 1, "Which functions have no requirement?")
    named = await said(place, client, 2, "Which functions have no requirement at @pdr?")
    given = await said(place, client, 3, "Which functions have no requirement?", revision="PDR")
    number = await said(place, client, 4, "Which functions have no requirement?", revision="1", workflow="ask")
    wish = await said(place, client, 5, "Add the function Bill", revision="1")

    for told in (named, given, number):
        revision, answer = await answer_of(client, told)
        assert (revision, "Ship.FN.001" in answer, "Pay.FN.002" in answer) == (1, True, False), answer
    assert (await answer_of(client, now))[0] is None
    assert "Pay.FN.002" in (await answer_of(client, now))[1]
    assert [told["chosenBy"] for told in (named, given, number, wish)] == ["question", "question", "person", "revision"]
    assert (await client.get("/api/projects/shop")).json()["revision"] == 2
    assert (await client.get("/api/projects/shop/proposals")).json()["proposals"] == []

    edit = {"type": "message.edit", "messageId": given["messageId"], "text": "Which functions have no test?"}
    again = (await client.post("/api/projects/shop/commands", json={**edit, "commandId": uuid(200)})).json()
    await place.settled("shop", again["runId"])
    assert (await answer_of(client, again))[0] == 1


@pytest.mark.requirement("N-05", "R-43")
@pytest.mark.parametrize(
    ("more", "status", "why"),
    [
        ({"revision": "CDR"}, 404, "there is no baseline 'CDR'"),
        ({"revision": "7"}, 404, "there is no revision 7"),
        ({"revision": 1}, 400, "Expected `str | null`"),
        ({"revision": ""}, 400, "length >= 1"),
        ({"revision": "x" * 66}, 400, "length <= 65"),
        ({"revision": "1", "workflow": "build"}, 400, "only ask answers about a past revision"),
        ({"revision": "1", "workflow": "discuss"}, 400, "only ask answers about a past revision"),
        ({"text": "What is new from @PDR to @SRR?"}, 400, "the question names @PDR, @SRR"),
    ],
)
async def test_a_revision_that_cannot_be_asked_about_is_refused(place, more, status, why):
    client = await shop(place, *create(("FUNC", "Ship")))
    for name, revision in (("PDR", 1), ("SRR", 0)):
        await client.put(f"/api/projects/shop/baselines/{name}", json={"revision": revision})

    answer = await client.post(MESSAGES, json={"commandId": uuid(9), "text": "What is Ship?", **more})

    assert (answer.status_code, why in answer.text) == (status, True), answer.text
    assert (await client.get("/api/projects/shop/threads")).json()["threads"] == []


@pytest.mark.requirement("N-07", "N-05", "U-558")
async def test_the_story_of_a_message_is_told_before_it_is_sent(place):
    owner = await shop(place, *create(("SYS", "Shop")))
    cora = await place.somebody("cora", shop="commenter")
    await owner.put("/api/projects/shop/baselines/PDR", json={"revision": 1})
    texts = ["What is Shop?", "A customer places an order", "@PDR list the functions", "Investigate the brakes", ""]

    told = [(await owner.post("/api/projects/shop/workflow", json={"text": text})).json() for text in texts]

    room = {"characters": MAX_CHARACTERS, "sentences": MAX_SENTENCES}
    assert [each.pop("reads") for each in told] == [room] * 5
    assert told == [
        {"workflow": "ask", "chosenBy": "question"},
        {"workflow": "build", "chosenBy": "wish"},
        {"workflow": "ask", "chosenBy": "question", "revision": 1},
        {"workflow": "investigate", "chosenBy": "verb"},
        {"workflow": "ask", "chosenBy": "question"},
    ]
    asked = await cora.post("/api/projects/shop/workflow", json={"text": texts[1]})
    assert asked.json() == {"workflow": "ask", "chosenBy": "rights", "reads": room}
    sent = [await said(place, owner, number, text) for number, text in enumerate(texts[:3])]
    assert [(each["workflow"], each["chosenBy"]) for each in sent] == [
        (each["workflow"], each["chosenBy"]) for each in told[:3]
    ]
    assert (await owner.get("/api/projects/shop/threads")).json()["threads"][2]["title"] == "@PDR list the functions"
    for text in ("x" * 2_001, 7):
        assert error_of(await owner.post("/api/projects/shop/workflow", json={"text": text})) == (400, "invalidCommand")

"""Discussions over REST: who may take part, what is refused, and what can be taken away from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from graphwright.actions.discussions import MAX_VOTES
from graphwright.context.dialogue import PersonaRequest
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer, Stall
from tests.discussion.voices import argue, ballot, speakers
from tests.server.place import Place, error_of, open_place, uuid

TOPIC = "What is missing in the order system?"
SHOP = "/api/projects/shop"


async def shop(place: Place) -> Any:
    client = await place.owner()
    assert (await client.post("/api/projects", json={"name": "shop"})).status_code == 201
    return client


def message(number: int = 1, text: str = TOPIC, **options: Any) -> dict[str, Any]:
    return {"commandId": uuid(number), "text": text, "workflow": "discuss", "options": {"rounds": 1, **options}}


async def begun(client: Any, **options: Any) -> str:
    answer = await client.post(f"{SHOP}/messages", json=message(**options))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["runId"])


def steering(run: str, action: str, number: int = 2, **more: Any) -> dict[str, Any]:
    return {"type": "discussion.steer", "commandId": uuid(number), "runId": run, "action": action, **more}


def answering(run: str, step: str, number: int) -> dict[str, Any]:
    return {"type": "form.answer", "commandId": uuid(number), "runId": run, "stepId": step}


def waits_in(turn: int) -> tuple[Stall, Callable[..., Any]]:
    gate = Stall()
    return gate, lambda r, w: [gate, str(argue(r, w))] if w.turn == turn else argue(r, w)


@pytest.mark.requirement("E-31", "E-58", "WE-23", "E-30", "E-53")
async def test_a_discussion_is_begun_by_a_message_and_its_record_read_as_json_and_markdown():
    async with open_place(speakers()) as place:
        client = await shop(place)
        run = await begun(client)
        await place.settled("shop", run)
        viewer = await place.somebody("vera", shop="viewer")
        read = (await viewer.get(f"{SHOP}/discussions/{run}")).json()
        assert (read["status"], read["record"]["reason"], read["record"]["turns"]) == ("completed", "agreed", 3)
        page = await viewer.get(f"{SHOP}/discussions/{run}?format=markdown")
        assert page.headers["content-type"] == "text/markdown; charset=utf-8"
        assert page.text.startswith(f"# Discussion: {TOPIC}\n")
        assert error_of(await viewer.get(f"{SHOP}/discussions/{uuid(9)}")) == (404, "notFound")


@pytest.mark.requirement("E-56")
async def test_what_was_used_up_is_told_by_run_person_day_and_model():
    async with open_place(speakers(name="alpha:1")) as place:
        client = await shop(place)
        run = await begun(client)
        await place.settled("shop", run)
        table = (await client.get(f"{SHOP}/costs?workflow=discuss")).json()
        assert [row["of"] for row in table["runs"]] == [run]
        assert [row["of"] for row in table["models"]] == ["alpha:1"]
        assert {
            name: sum(row["calls"] for row in table[name]) for name in ("runs", "people", "days", "models")
        } == dict.fromkeys(("runs", "people", "days", "models"), table["total"]["calls"])
        # Three turns, three ballots, one decision; a token of output for each word of this model.
        assert (table["total"]["calls"], table["total"]["outputTokens"] > 0) == (7, True)
        assert {row["currency"] for name in ("runs", "people", "days", "models") for row in table[name]} == {"USD"}
        nothing = (await client.get(f"{SHOP}/costs?workflow=build")).json()["total"]
        assert (nothing["calls"], nothing["currency"]) == (0, "")


@pytest.mark.requirement("R-152")
async def test_whoever_speaks_after_the_last_look_is_told_that_it_is_too_late():
    gates, made = [Stall(), Stall()], list[str]()

    def waits(_request: ModelRequest, _wanted: PersonaRequest) -> Answer:
        made.append("")
        return [gates[len(made) - 1], json.dumps({"decision": "We do it."})]

    async with open_place(speakers(close=waits)) as place:
        client = await shop(place)
        run = await begun(client, questions="leaveOpen", rounds=1)
        await gates[0].reached.wait()
        heard = await client.post(f"{SHOP}/commands", json=steering(run, "speak", text="Mind the budget."))
        gates[0].open()
        await gates[1].reached.wait()
        for number, action in enumerate(("speak", "addRounds", "stopAfterTurn"), 3):
            text = {"text": "And the roof?"} if action == "speak" else {}
            late = await client.post(f"{SHOP}/commands", json=steering(run, action, number, **text))
            assert error_of(late) == (409, "conflict")
            assert "has made its decision" in late.json()["message"]
        gates[1].open()
        await place.settled("shop", run)
        assert heard.is_success
        record = (await client.get(f"{SHOP}/discussions/{run}")).json()["record"]
        assert [remark["text"] for remark in record["remarks"]] == ["Mind the budget."]


@pytest.mark.requirement("E-31", "E-33", "WE-13", "WE-23")
async def test_whoever_may_ask_speaks_as_themselves_and_nobody_as_a_persona():
    gate, voice = waits_in(2)
    async with open_place(speakers(argue=voice)) as place:
        client = await shop(place)
        run = await begun(client, questions="leaveOpen")
        await gate.reached.wait()
        carl = await place.somebody("carl", shop="commenter")
        vera = await place.somebody("vera", shop="viewer")
        said = await carl.post(f"{SHOP}/commands", json=steering(run, "speak", text="Mind the budget."))
        again = await carl.post(f"{SHOP}/commands", json=steering(run, "speak", text="Mind the budget."))
        assert (said.status_code, again.json()) == (201 if said.status_code == 201 else 200, said.json())
        denied = await vera.post(f"{SHOP}/commands", json=steering(run, "speak", text="Me too."))
        assert error_of(denied) == (403, "accessDenied")
        for wrong, words in (
            (steering(run, "speak", 3, text="I decide.", persona="Moderator"), "people speak as themselves"),
            (steering(run, "speak", 4), "needs a text"),
            (steering(run, "askPersona", 5, text="Why?", persona="Critic"), "one of Analyzer, Solver, Moderator"),
            (steering(run, "askPersona", 6, text="Why?"), "one of Analyzer, Solver, Moderator"),
            (steering(run, "addRounds", 7, rounds=0), "from 1 to 200"),
            (steering(run, "stopAfterTurn", 8, rounds=1), "takes no rounds"),
            ({**steering(run, "speak", 9, text="x"), "turn": 3}, "turn"),
            ({**steering(run, "speak", 10, text="x"), "author": "Solver"}, "author"),
            (steering(run, "speak", 11, text="x" * 10_001), "10000"),
            (steering(run, "speak", 15, text="x", stance="agree"), "takes no claim and no stance"),
            (steering(uuid(99), "speak", 12, text="x"), "no run"),
        ):
            answer = await client.post(f"{SHOP}/commands", json=wrong)
            assert answer.status_code in {400, 404, 422}, answer.text
            assert words in answer.json()["message"], answer.text
        stranger = await client.post(
            f"{SHOP}/commands", json=steering(run, "askPersona", 14, text="Why?", persona="Critic")
        )
        assert error_of(stranger) == (404, "notFound")
        assert "'Critic'" in stranger.json()["message"]
        gate.open()
        await place.settled("shop", run)
        late = await carl.post(f"{SHOP}/commands", json=steering(run, "speak", 13, text="Too late?"))
        assert error_of(late) == (409, "conflict")
        record = (await client.get(f"{SHOP}/discussions/{run}")).json()["record"]
        assert [(remark["name"], remark["text"]) for remark in record["remarks"]] == [("carl", "Mind the budget.")]
        thread = (await client.get(f"{SHOP}/threads")).json()["threads"][0]["threadId"]
        spoken = (await client.get(f"{SHOP}/threads/{thread}")).json()["messages"]
        assert [(m["author"]["kind"], m["author"]["name"]) for m in spoken if m.get("runId") == run][2] == (
            "person", "carl",
        )  # fmt: skip


@pytest.mark.requirement("P-154", "WE-13", "WE-23")
async def test_whoever_may_ask_votes_on_a_claim_as_themselves_and_a_vote_that_says_too_little_or_too_much_is_refused():
    async with open_place(speakers()) as place:
        client = await shop(place)
        run = await begun(client)
        await place.settled("shop", run)
        carl = await place.somebody("carl", shop="commenter")
        vera = await place.somebody("vera", shop="viewer")
        for wrong, words in (
            (steering(run, "vote", 3, stance="agree"), "number of a claim"),
            (steering(run, "vote", 4, claimId="1.1"), "agree, object or withdrawn"),
            (steering(run, "vote", 5, claimId="9.9", stance="agree"), "no claim '9.9'"),
            (steering(run, "vote", 6, claimId="1.1", stance="needInformation"), "needInformation"),
            (steering(run, "vote", 7, claimId="1.1", stance="agree", persona="Solver"), "people speak as themselves"),
            (
                steering(run, "vote", 8, claimId="1.1", stance="agree", text="x" * 601),
                "at most 600 characters, not 601",
            ),
        ):
            answer = await carl.post(f"{SHOP}/commands", json=wrong)
            assert answer.status_code in {400, 404, 409, 413, 422, 429}, answer.text
            assert words in answer.json()["message"], answer.text
        vote = steering(run, "vote", 20, claimId="1.1", stance="object", text="Who pays\n1.1 vera: object?")
        assert error_of(await vera.post(f"{SHOP}/commands", json=vote)) == (403, "accessDenied")
        assert (await carl.post(f"{SHOP}/commands", json=vote)).is_success
        assert (await carl.post(f"{SHOP}/commands", json=vote)).is_success  # said twice, done once

        record = (await vera.get(f"{SHOP}/discussions/{run}")).json()["record"]
        (claim,) = (each for made in record["arguments"] for each in made["arguments"] if each["claimId"] == "1.1")
        people = [each for each in claim["votes"] if "personId" in each]
        assert [(each["persona"], each["stance"], each["reason"]) for each in people] == [
            ("carl", "object", "Who pays 1.1 vera: object?")
        ]


@pytest.mark.requirement("P-154")
async def test_who_changes_their_vote_again_and_again_is_told_that_the_newest_one_counts():
    async with open_place(speakers()) as place:
        client = await shop(place)
        run = await begun(client)
        await place.settled("shop", run)
        stances = ["agree", "object"] * (MAX_VOTES // 2)
        for number, stance in enumerate(stances, 100):
            vote = steering(run, "vote", number, claimId="1.1", stance=stance)
            assert (await client.post(f"{SHOP}/commands", json=vote)).is_success
        refused = await client.post(f"{SHOP}/commands", json=steering(run, "vote", 99, claimId="1.1", stance="agree"))

        assert "your newest vote counts" in refused.json()["message"]


@pytest.mark.slow
@pytest.mark.requirement("E-52", "E-51", "WE-22")
async def test_what_cannot_be_discussed_is_refused_before_anything_begins():
    async with open_place(GRAPHWRIGHT_DISCUSS_ROUNDS="4", GRAPHWRIGHT_DISCUSS_PER_MINUTE="1") as place:
        client = await shop(place)
        for wrong, words in (
            (message(text="abc"), "at least 10 characters"),
            (message(rounds=5), "at most 4 rounds"),
            (message(rounds="many"), "rounds"),
            (message(voices=3), "voices"),
            (message(personas=[{"name": "Ann"}, {"name": "Assistant"}]), "role of the language model"),
        ):
            answer = await client.post(f"{SHOP}/messages", json=wrong)
            assert error_of(answer) == (400, "invalidCommand")
            assert words in answer.json()["message"], answer.text
        strange = message(personas=[{"name": "Ann"}, {"name": "Ben", "model": "openai:x"}])
        unknown = await client.post(f"{SHOP}/messages", json=strange)
        assert error_of(unknown) == (404, "notFound")
        assert "no language model 'openai:x' is configured; there are offline" in unknown.json()["message"]
        assert (await client.get(f"{SHOP}/runs")).json()["runs"] == []
        long = await client.post(f"{SHOP}/messages", json=message(text="Why? " * 20_000))
        assert long.status_code == 201, long.text
        many = await client.post(f"{SHOP}/messages", json=message(3))
        assert error_of(many) == (429, "limitExceeded")
        await place.settled("shop", long.json()["runId"])


@pytest.mark.requirement("WE-12")
async def test_a_document_that_is_not_here_is_named_before_anything_begins():
    async with open_place(speakers()) as place:
        client = await shop(place)
        added = await client.post(
            f"{SHOP}/documents?name=shop.md",
            content=b"# Shop\n\nOrders are kept.\n",
            headers={"content-type": "application/octet-stream"},
        )
        known = added.json()["document"]["documentId"]
        for story in ("discuss", "investigate"):
            unknown = {"workflow": story, "options": {"documents": [known, uuid(77)]}}
            answer = await client.post(f"{SHOP}/messages", json=message(1) | unknown)
            assert error_of(answer) == (404, "notFound")
            assert uuid(77) in answer.json()["message"]
        assert (await client.get(f"{SHOP}/runs")).json()["runs"] == []
        await place.settled("shop", await begun(client, documents=[known]))


@pytest.mark.requirement("E-31", "E-33", "E-49")
async def test_questions_are_answered_and_the_discussion_let_go_on_by_commands():
    def objects(request: ModelRequest, wanted: PersonaRequest) -> str:
        return ballot(request, "object" if wanted.persona == "Solver" else "agree")

    async with open_place(speakers(vote=objects)) as place:
        client = await shop(place)
        run = await begun(client)
        await place.settled("shop", run)
        carl = await place.somebody("carl", shop="commenter")
        open_project = await place.workbench.open_project("shop")
        (wait,) = (await open_project.engine.settled(run)).waits  # type: ignore[arg-type]
        values = {"r1q1": "It holds", "next": "One more round"}
        answered = {**answering(run, wait.step_id, 2), "values": values}
        assert (await carl.post(f"{SHOP}/commands", json=answered)).status_code == 200
        await place.settled("shop", run)
        (wait,) = (await open_project.engine.settled(run)).waits  # type: ignore[arg-type]
        skipped = {**answering(run, wait.step_id, 3), "skip": True}
        assert (await carl.post(f"{SHOP}/commands", json=skipped)).status_code == 200
        await place.settled("shop", run)
        record = (await client.get(f"{SHOP}/discussions/{run}")).json()["record"]
        assert (record["rounds"], [(each["name"], each["text"].rsplit(" ", 2)[-1]) for each in record["remarks"]]) == (
            2, [("carl", "holds")],
        )  # fmt: skip


@pytest.mark.requirement("E-31", "WE-12")
async def test_a_topic_said_differently_is_discussed_by_the_same_personas():
    async with open_place(speakers()) as place:
        client = await shop(place)
        people = [{"name": "Ann"}, {"name": "Bea"}]
        run = await begun(client, personas=people)
        await place.settled("shop", run)
        thread = (await client.get(f"{SHOP}/threads")).json()["threads"][0]["threadId"]
        first = (await client.get(f"{SHOP}/threads/{thread}")).json()["messages"][0]["messageId"]
        edit = {"type": "message.edit", "commandId": uuid(5), "messageId": first, "text": f"{TOPIC} And why?"}
        answer = await client.post(f"{SHOP}/commands", json=edit)
        again = answer.json()["runId"]
        await place.settled("shop", again)
        record = (await client.get(f"{SHOP}/discussions/{again}")).json()["record"]
        assert (record["personas"], record["rounds"]) == (["Ann", "Bea"], 1)

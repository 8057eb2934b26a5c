"""What is said to the turn before: a yes to the form that is open, an undo behind a proposal and behind a change."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from graphwright.llm.testing import FunctionModel
from tests.server.place import Place, open_place, uuid
from tests.stories.test_build import SHIP, diff

SHOP = "/api/projects/shop"
ASKS = "I am not sure.\n\n```questions\nDid I read this right? | {yes} | {no}\n```\n"


async def say(client: httpx2.AsyncClient, number: int, text: str, **fields: object) -> dict[str, Any]:
    answer = await client.post(f"{SHOP}/messages", json={"commandId": uuid(number), "text": text, **fields})
    assert answer.status_code == 201, answer.text
    said: dict[str, Any] = answer.json()
    return said


async def run_of(client: httpx2.AsyncClient, said: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"{SHOP}/runs/{said['runId']}")).json()["run"]
    return found


async def nodes_of(place: Place) -> list[str]:
    open_project = await place.workbench.open_project("shop")
    return sorted(node.name for node in open_project.project.graph.nodes.values())


@pytest.mark.requirement("U-513")
@pytest.mark.parametrize(
    ("text", "yes", "no", "chosen"),
    [
        ("Yes", "Yes", "Leave it out", "Yes"),
        ("yes please", "Yes", "Leave it out", "Yes"),
        ("Genau!", "Ja", "Weglassen", "Ja"),
        ("Oui, exactement.", "Oui", "Laisser de côté", "Oui"),
        ("No", "Yes", "Leave it out", "Leave it out"),
        ("Nein danke", "Ja", "Weglassen", "Weglassen"),
    ],
)
async def test_a_yes_in_words_answers_the_open_form(text: str, yes: str, no: str, chosen: str) -> None:
    heard: list[str] = []

    def answer(request: Any) -> list[Any]:
        heard.append(request.messages[-1].text)
        return [SHIP if len(heard) > 1 else ASKS.format(yes=yes, no=no)]

    async with open_place(FunctionModel(answer)) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        second = await say(ana, 2, text, threadId=first["threadId"])
        again = await say(ana, 2, text, threadId=first["threadId"])
        await place.settled("shop", first["runId"])

        assert (second["runId"], again) == (first["runId"], second)
        assert heard[-1].endswith(f"- Did I read this right? {chosen}")
        assert (await run_of(ana, first))["status"] == "completed"


@pytest.mark.requirement("U-513")
async def test_a_yes_that_answers_nothing_is_said_as_ever() -> None:
    async with open_place(FunctionModel(lambda _: [ASKS.format(yes="Pump", no="Valve")])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        second = await say(ana, 2, "Yes", threadId=first["threadId"])

        assert second["runId"] != first["runId"]


@pytest.mark.requirement("U-513")
@pytest.mark.parametrize("text", ["Undo", "Undo that", "Rückgängig", "Annule ça"])
async def test_an_undo_behind_a_change_takes_it_back_at_once(text: str) -> None:
    async with open_place(FunctionModel(lambda _: [SHIP])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        built = await nodes_of(place)
        second = await say(ana, 2, text, threadId=first["threadId"])
        await place.settled("shop", second["runId"])
        third = await say(ana, 3, text, threadId=first["threadId"])
        await place.settled("shop", third["runId"])

        assert (bool(built), await nodes_of(place)) == (True, [])
        assert [(await run_of(ana, each)).get("outcome") for each in (second, third)] == ["applied", "answered"]
        assert (await ana.get(f"{SHOP}/proposals")).json()["proposals"] == []


async def built_and_waiting(
    place: Place, client: httpx2.AsyncClient
) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """A change that was made, a proposal that waits behind it, and what the model holds between."""
    first = await say(client, 1, "Ship an order", workflow="build")
    await place.settled("shop", first["runId"])
    built = await nodes_of(place)
    waiting = await say(client, 2, "And later", workflow="build", policy="review", threadId=first["threadId"])
    await place.settled("shop", waiting["runId"])
    return first, waiting, built


@pytest.mark.requirement("U-513")
async def test_an_undo_behind_a_proposal_withdraws_it_and_changes_nothing() -> None:
    answers = [SHIP, diff("+ Later|MOD|Later.MD.001|It comes later.")]

    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first, second, built = await built_and_waiting(place, ana)
        third = await say(ana, 3, "Undo", threadId=first["threadId"])
        await place.settled("shop", third["runId"])
        fourth = await say(ana, 4, "Undo", threadId=first["threadId"])
        await place.settled("shop", fourth["runId"])

        assert (await ana.get(f"{SHOP}/proposals")).json()["proposals"] == []
        assert (await run_of(ana, second))["outcome"] == "refused"
        assert [(await run_of(ana, each)).get("outcome") for each in (third, fourth)] == ["answered", "applied"]
        assert (bool(built), await nodes_of(place)) == (True, [])


@pytest.mark.requirement("U-630")
async def test_an_undo_behind_a_question_leaves_out_what_it_asks_and_what_waits_from_before_waits_on() -> None:
    heard: list[str] = []
    which = "```questions\nWhich one is meant? | Charges | Charger | {no}\n```\n"
    answers = [diff("+ Later|MOD|Later.MD.001|It comes later."), which.format(no="Leave it out"), "Left as it was."]

    def answer(request: Any) -> list[Any]:
        heard.append(request.messages[-1].text)
        return [answers[len(heard) - 1]]

    async with open_place(FunctionModel(answer)) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "And later", workflow="build", policy="review")
        await place.settled("shop", first["runId"])
        second = await say(ana, 2, "Delete the charge", workflow="build", threadId=first["threadId"])
        await place.settled("shop", second["runId"])
        third = await say(ana, 3, "Undo", threadId=first["threadId"])
        await place.settled("shop", second["runId"])

        assert third["runId"] == second["runId"]
        assert heard[-1].endswith("- Which one is meant? Leave it out")
        assert [each["state"] for each in (await ana.get(f"{SHOP}/proposals")).json()["proposals"]] == ["open"]


@pytest.mark.requirement("U-630")
async def test_what_an_undo_withdraws_is_told_by_what_was_said_for_it() -> None:
    async with open_place(FunctionModel(lambda _: [diff("+ Later|MOD|Later.MD.001|It comes later.")])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "And later", workflow="build", policy="review")
        await place.settled("shop", first["runId"])
        second = await say(ana, 2, "Undo", threadId=first["threadId"])
        await place.settled("shop", second["runId"])

        told = (await ana.get(f"{SHOP}/threads/{first['threadId']}")).json()["messages"][-1]
        assert told["parts"][0]["text"] == "I have withdrawn the proposal for “And later”; nothing was changed."


@pytest.mark.requirement("U-534")
async def test_an_undo_that_withdrew_takes_back_no_change_when_it_is_answered_anew() -> None:
    answers = [SHIP, diff("+ Later|MOD|Later.MD.001|It comes later.")]

    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first, _, built = await built_and_waiting(place, ana)
        undone = await say(ana, 3, "Undo", threadId=first["threadId"])
        await place.settled("shop", undone["runId"])
        edit = {"type": "message.edit", "messageId": undone["messageId"], "text": "Undo", "rerun": True}
        anew = (await ana.post(f"{SHOP}/commands", json={"commandId": uuid(4), **edit})).json()
        await place.settled("shop", anew["runId"])

        assert ((await run_of(ana, anew))["outcome"], await nodes_of(place)) == ("answered", built)


@pytest.mark.requirement("U-534")
async def test_an_undo_means_the_newest_of_what_one_did_whatever_was_asked_since() -> None:
    later = diff("+ Later|MOD|Later.MD.001|It comes later.")
    answers = [SHIP, later, "It has one function.", later]

    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first, waiting, built = await built_and_waiting(place, ana)
        asked = await say(ana, 3, "How many functions are there?", workflow="build", threadId=first["threadId"])
        await place.settled("shop", asked["runId"])
        undone = await say(ana, 4, "Undo the last change.", threadId=first["threadId"])
        await place.settled("shop", undone["runId"])

        assert (await ana.get(f"{SHOP}/proposals")).json()["proposals"] == []
        assert (await nodes_of(place), (await run_of(ana, undone))["outcome"]) == (built, "answered")

        waiting = await say(ana, 5, "And later", workflow="build", policy="review", threadId=first["threadId"])
        await place.settled("shop", waiting["runId"])
        await change(ana, 6)
        undone = await say(ana, 7, "Undo the last change.", threadId=first["threadId"])
        await place.settled("shop", undone["runId"])

        assert len((await ana.get(f"{SHOP}/proposals")).json()["proposals"]) == 1
        assert (await nodes_of(place), (await run_of(ana, undone))["outcome"]) == (built, "applied")


async def change(client: httpx2.AsyncClient, number: int) -> None:
    create = {"id": "o1", "op": "node.create", "nodeType": "MOD", "name": "Dock", "descr": "Where lorries wait."}
    revision = (await client.get(f"{SHOP}/graph")).json()["revision"]
    command = {"type": "changes.submit", "commandId": uuid(number), "baseRevision": revision, "operations": [create]}
    answer = await client.post(f"{SHOP}/commands", json=command)
    assert answer.status_code in {200, 201}, answer.text


@pytest.mark.requirement("U-533")
@pytest.mark.parametrize(
    "text", ["No, keep it.", "No, do not delete it.", "Nein, nicht löschen.", "Non, garde-le.", "No."]
)
async def test_a_no_behind_a_deletion_that_waits_withdraws_it(text: str) -> None:
    answers = [SHIP]

    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        built = await nodes_of(place)
        answers.append(diff(f"- {await an_id(place)}"))
        second = await say(ana, 2, "Delete it", workflow="build", policy="review", threadId=first["threadId"])
        await place.settled("shop", second["runId"])
        waiting = (await ana.get(f"{SHOP}/proposals")).json()["proposals"]
        third = await say(ana, 3, text, threadId=first["threadId"])
        await place.settled("shop", third["runId"])

        assert len(waiting) == 1
        assert (await ana.get(f"{SHOP}/proposals")).json()["proposals"] == []
        assert (await run_of(ana, third))["outcome"] == "answered"
        assert await nodes_of(place) == built


async def an_id(place: Place) -> str:
    open_project = await place.workbench.open_project("shop")
    return next(node.semantic_id for node in open_project.project.graph.nodes.values())


@pytest.mark.requirement("U-533")
async def test_what_would_only_come_is_not_withdrawn_by_keeping_it() -> None:
    answers = [diff("+ Later|MOD|Later.MD.001|It comes later."), "All right."]

    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "And later", workflow="build", policy="review")
        await place.settled("shop", first["runId"])
        second = await say(ana, 2, "Keep it.", workflow="build", threadId=first["threadId"])
        await place.settled("shop", second["runId"])

        assert len((await ana.get(f"{SHOP}/proposals")).json()["proposals"]) == 1


@pytest.mark.requirement("U-697")
@pytest.mark.parametrize(("undo", "redo"), [("Undo", "Redo"), ("Rückgängig", "Wiederholen"), ("Annuler", "Refaire")])
async def test_a_redo_behind_a_withdrawn_proposal_makes_it_wait_again(undo: str, redo: str) -> None:
    async with open_place(FunctionModel(lambda _: [diff("+ Later|MOD|Later.MD.001|It comes later.")])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "And later", workflow="build", policy="review")
        await place.settled("shop", first["runId"])
        said = first
        for number, text in ((2, undo), (3, redo)):
            said = await say(ana, number, text, threadId=first["threadId"])
            await place.settled("shop", said["runId"])

        proposals = (await ana.get(f"{SHOP}/proposals")).json()["proposals"]
        assert [each["state"] for each in proposals] == ["open"]
        assert [each["name"] for each in proposals[0]["operations"]] == ["Later"]
        told = (await ana.get(f"{SHOP}/threads/{first['threadId']}")).json()["messages"][-1]
        assert "And later" in told["parts"][0]["text"]
        assert told["parts"][1]["proposalId"] == proposals[0]["proposalId"]
        assert (await run_of(ana, said))["outcome"] == "proposed"

        taken = await say(ana, 4, "Accept it", threadId=first["threadId"])
        await place.settled("shop", taken["runId"])
        assert "Later" in await nodes_of(place)


@pytest.mark.requirement("U-697")
async def test_a_redo_behind_a_change_that_was_undone_brings_no_older_proposal_back() -> None:
    answers = [diff("+ Later|MOD|Later.MD.001|It comes later."), SHIP]

    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "And later", workflow="build", policy="review")
        await place.settled("shop", first["runId"])
        said, thread = first, first["threadId"]
        for number, text in ((2, "Undo"), (3, "Ship an order"), (4, "Undo"), (5, "Redo")):
            said = await say(ana, number, text, threadId=thread, workflow="build")
            await place.settled("shop", said["runId"])

        assert (await ana.get(f"{SHOP}/proposals")).json()["proposals"] == []
        assert (await run_of(ana, said))["outcome"] == "applied"

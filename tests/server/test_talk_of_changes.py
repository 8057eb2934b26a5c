"""What is said of changes themselves, through the door: accept it, do it again, what did you just do?"""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from graphwright.llm.testing import FunctionModel
from graphwright.turns.talk_of_changes import (
    asks_what_waits,
    asks_what_was_done,
    is_about_changes,
    wants_redo,
    wants_to_accept,
)
from tests.server.place import Place, open_place
from tests.server.test_saying_yes import SHOP, change, nodes_of, run_of, say
from tests.stories.test_build import SHIP, diff

LATER = diff("+ Later|MOD|Later.MD.001|It comes later.")


async def waiting(place: Place, client: httpx2.AsyncClient) -> dict[str, Any]:
    said = await say(client, 1, "And later", workflow="build", policy="review")
    await place.settled("shop", said["runId"])
    return said


async def told(place: Place, client: httpx2.AsyncClient, number: int, text: str, thread_id: str) -> str:
    said = await say(client, number, text, threadId=thread_id)
    await place.settled("shop", said["runId"])
    messages = (await client.get(f"{SHOP}/threads/{thread_id}")).json()["messages"]
    answer: str = messages[-1]["parts"][0]["text"]
    return answer


@pytest.mark.requirement("U-648")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Accept it.", "The proposal for “And later” is accepted."),
        ("Yes, accept it please", "The proposal for “And later” is accepted."),
        ("Nimm es an.", "Der Vorschlag zu „And later“ ist angenommen."),
        ("Bitte den Vorschlag annehmen", "Der Vorschlag zu „And later“ ist angenommen."),
        ("Accepte la proposition.", "La proposition pour « And later » est acceptée."),
    ],
)
async def test_what_waits_is_accepted_in_words(text: str, answer: str) -> None:
    async with open_place(FunctionModel(lambda _: [LATER])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await waiting(place, ana)

        assert await told(place, ana, 2, text, first["threadId"]) == answer
        assert (await nodes_of(place), (await run_of(ana, first))["outcome"]) == (["Later"], "applied")
        assert (await ana.get(f"{SHOP}/proposals")).json()["proposals"] == []


@pytest.mark.requirement("U-721")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Accept everything.", "2 proposals are accepted: “And later”, “And a dock”."),
        ("Accept all proposals", "2 proposals are accepted: “And later”, “And a dock”."),
        ("Nimm alles an.", "2 Vorschläge sind angenommen: „And later“, „And a dock“."),
        ("Nimm sie alle an", "2 Vorschläge sind angenommen: „And later“, „And a dock“."),
        ("Accepte toutes les propositions.", "2 propositions sont acceptées : « And later », « And a dock »."),
    ],
)
async def test_who_accepts_all_accepts_all_that_waits(text: str, answer: str) -> None:
    answers = [LATER, diff("+ Dock|MOD|Dock.MD.001|Where lorries wait.")]
    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await waiting(place, ana)
        second = await say(ana, 2, "And a dock", workflow="build", policy="review", threadId=first["threadId"])
        await place.settled("shop", second["runId"])

        assert (await told(place, ana, 3, text, first["threadId"])).replace("\xa0", " ") == answer
        assert sorted(await nodes_of(place)) == ["Dock", "Later"]


@pytest.mark.requirement("U-721")
async def test_of_all_that_is_accepted_what_cannot_be_still_waits_and_is_told() -> None:
    later = [diff("- Ship.FN.001"), diff("~ Ship|FUNC|Ship.FN.001|Ships an order at once.")]
    answers = [SHIP, *later]
    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        for number, text in ((2, "Not any more"), (3, "And at once")):
            said = await say(ana, number, text, workflow="build", policy="review", threadId=first["threadId"])
            await place.settled("shop", said["runId"])

        answer = await told(place, ana, 4, "Accept them all.", first["threadId"])

        assert answer.startswith("1 proposal is accepted: “Not any more”. 1 proposal still waits")
        assert await nodes_of(place) == ["Fast"]


@pytest.mark.requirement("U-648")
async def test_an_acceptance_with_nothing_that_waits_says_so_and_changes_nothing() -> None:
    async with open_place(FunctionModel(lambda _: [SHIP])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        built = await nodes_of(place)

        assert await told(place, ana, 2, "Accept it.", first["threadId"]) == "No proposal of this conversation waits."
        assert await nodes_of(place) == built


@pytest.mark.requirement("U-648")
async def test_whoever_may_not_accept_is_told_who_may() -> None:
    async with open_place(FunctionModel(lambda _: [LATER])) as place:
        await place.project("shop")
        await place.somebody("ben", shop="editor")
        carl = await place.somebody("carl", shop="commenter")
        first = await waiting(place, carl)

        answer = await told(place, carl, 2, "Accept it.", first["threadId"])

        assert answer.startswith("You may not accept this proposal; ask ")
        assert ("ben" in answer, "carl" in answer, await nodes_of(place)) == (True, False, [])


@pytest.mark.requirement("U-647", "U-648")
async def test_what_somebody_made_while_it_waited_is_taken_when_it_is_accepted_in_words() -> None:
    async with open_place(FunctionModel(lambda _: [diff("+ Dock|MOD|Dock.MD.001|Where lorries wait.")])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await waiting(place, ana)
        await change(ana, 2)

        assert "is accepted" in await told(place, ana, 3, "Accept it.", first["threadId"])
        assert await nodes_of(place) == ["Dock"]


@pytest.mark.requirement("U-649")
@pytest.mark.parametrize("text", ["Redo", "redo that", "Wiederholen", "rétablir"])
async def test_what_was_undone_is_done_again_in_words(text: str) -> None:
    async with open_place(FunctionModel(lambda _: [SHIP])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        built = await nodes_of(place)
        await told(place, ana, 2, "Undo", first["threadId"])
        gone = await nodes_of(place)
        await told(place, ana, 3, text, first["threadId"])
        again = await nodes_of(place)
        await told(place, ana, 4, text, first["threadId"])

        assert (bool(built), gone, again, await nodes_of(place)) == (True, [], built, built)


@pytest.mark.requirement("U-649")
@pytest.mark.parametrize(
    ("text", "did", "proposed", "decided"),
    [
        ("What did you just do?", "I changed:", "It waits", "decided already"),
        ("Was hast du gerade gemacht?", "geändert:", "Vorschlag wartet", "schon entschieden"),
        ("Qu'est-ce que tu viens de faire ?", "j'ai changé :", "proposition attend", "déjà décidé"),
    ],
)
async def test_what_was_done_last_is_told(text: str, did: str, proposed: str, decided: str) -> None:
    answers = [SHIP, LATER]
    async with open_place(FunctionModel(lambda _: [answers.pop(0)])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        changed = await told(place, ana, 2, text, first["threadId"])
        second = await say(ana, 3, "And later", workflow="build", policy="review", threadId=first["threadId"])
        await place.settled("shop", second["runId"])
        waits = await told(place, ana, 4, text, first["threadId"])
        await told(place, ana, 5, "Accept it.", first["threadId"])
        ended = await told(place, ana, 6, text, first["threadId"])

    assert (did in changed, "Ship an order" in changed, "Ship" in changed.partition(":")[2]) == (True, True, True)
    assert (proposed in waits, "And later" in waits, "Later" in waits) == (True, True, True)
    assert (decided in ended, "And later" in ended) == (True, True)


@pytest.mark.requirement("U-651")
@pytest.mark.parametrize("again", ["Delete the charge", "delete  the charge"])
async def test_the_same_said_twice_leaves_one_question(again: str) -> None:
    asks = "```questions\nWhich one is meant? | Charges | Charger | Leave it out\n```\n"
    async with open_place(FunctionModel(lambda _: [asks])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Delete the charge", workflow="build")
        await place.settled("shop", first["runId"])
        second = await say(ana, 2, again, threadId=first["threadId"], workflow="build")
        other = await say(ana, 3, "Delete the charger", threadId=first["threadId"], workflow="build")

        assert second["runId"] == first["runId"]
        assert other["runId"] != first["runId"]


@pytest.mark.requirement("U-650")
@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("What has changed since PDR?", "Since PDR (revision 1): New: Dock."),
        ("What was different in @PDR?", "Since PDR (revision 1): New: Dock."),
        ("Compare with pdr.", "Since PDR (revision 1): New: Dock."),
        ("Was hat sich seit PDR geändert?", "Seit PDR (Revision 1): Neu: Dock."),
        ("Vergleiche mit @PDR.", "Seit PDR (Revision 1): Neu: Dock."),
        ("Qu'est-ce qui a changé depuis PDR ?", "Depuis PDR (révision 1) : Nouveau : Dock."),
        ("Compare avec PDR.", "Depuis PDR (révision 1) : Nouveau : Dock."),
    ],
)
async def test_what_has_changed_since_a_named_revision_is_told(text: str, begins: str) -> None:
    async with open_place(FunctionModel(lambda _: [SHIP])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "Ship an order", workflow="build")
        await place.settled("shop", first["runId"])
        assert (await ana.put(f"{SHOP}/baselines/PDR", json={"revision": 1})).status_code == 200
        same = await told(place, ana, 2, text, first["threadId"])
        await change(ana, 3)

        assert await told(place, ana, 4, text, first["threadId"]) == begins
        assert "Dock" not in same


@pytest.mark.requirement("U-650")
async def test_what_is_compared_with_no_named_revision_is_a_question_as_ever() -> None:
    async with open_place(FunctionModel(lambda _: ["Nothing of note."])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await say(ana, 1, "What has changed since Monday?")
        await place.settled("shop", first["runId"])

        assert first["workflow"] == "ask"


@pytest.mark.requirement("U-648", "U-649")
@pytest.mark.parametrize(
    "text",
    [
        "Accept the payment when the card is valid.",
        "The till accepts it.",
        "What did the guard just do?",
        "What does the pump do?",
        "Redo the layout of the shop.",
        "Wiederhole die Messung.",
        "Der Wächter nimmt es an.",
        "Qu'est-ce que le gardien vient de faire ?",
    ],
)
def test_a_sentence_about_the_system_is_not_about_changes(text: str) -> None:
    assert not is_about_changes(text)
    assert [each(text) for each in (wants_redo, wants_to_accept, asks_what_was_done)] == [False] * 3


@pytest.mark.requirement("P-246")
@pytest.mark.parametrize(
    ("text", "waits", "none"),
    [
        ("What waits for a decision?", "Waiting for a decision: “And later” (Later).", "No proposal waits"),
        ("Which proposals are still open?", "Waiting for a decision: “And later” (Later).", "No proposal waits"),
        ("Was wartet auf eine Entscheidung?", "wartet: „And later“ (Later).", "Kein Vorschlag wartet"),
        ("Qu'est-ce qui attend une décision ?", "décision : « And later » (Later).", "Aucune proposition"),
    ],
)
async def test_what_waits_for_a_decision_is_told(text: str, waits: str, none: str) -> None:
    async with open_place(FunctionModel(lambda _: [LATER])) as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first = await waiting(place, ana)

        assert waits in await told(place, ana, 2, text, first["threadId"])
        await told(place, ana, 3, "Accept it.", first["threadId"])
        assert none in await told(place, ana, 4, text, first["threadId"])


@pytest.mark.requirement("P-246")
@pytest.mark.parametrize(
    "text", ["Who waits for the ferry?", "Was wartet der Kunde ab?", "What is open at night?", "Which valve is open?"]
)
def test_what_waits_in_the_model_is_another_question(text: str) -> None:
    assert not asks_what_waits(text)

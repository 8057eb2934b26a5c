"""Who speaks, offline, of what only waits as a proposal is told so; a change beside one that waits names it."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.server.place import Place, open_place
from tests.server.test_saying_yes import SHOP, nodes_of, run_of, say

ONLY = {"en": "Only proposed so far", "de": "Bisher nur vorgeschlagen", "fr": "Seulement proposé jusqu'ici"}


async def told(
    place: Place, client: httpx2.AsyncClient, *texts: str, auto: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """What was answered to each of these, said one after the other, and how its run ended."""
    thread: dict[str, object] = {}
    answers: list[dict[str, Any]] = []
    for number, text in enumerate(texts, 1):
        policy = "auto" if text in auto else "review"
        said = await say(client, number, text, workflow="build", policy=policy, **thread)
        thread = {"threadId": said["threadId"]}
        await place.settled("shop", said["runId"])
        messages = (await client.get(f"{SHOP}/threads/{said['threadId']}")).json()["messages"]
        newest = "".join(part.get("text", "") for part in messages[-1]["parts"])
        answers.append({"text": newest, "run": await run_of(client, said)})
    return answers


@pytest.mark.requirement("U-657")
@pytest.mark.parametrize(
    ("language", "proposed", "spoken_of", "name"),
    [
        ("en", "The sensor shall have a battery life of 12 months.", "Change the battery life to 24 months", "life"),
        ("en", "The tank weighs 3 kg.", "Change the weight of the tank to 4 kg", "Tank"),
        ("en", "The cart has four wheels.", "No, six wheels.", "Wheels"),
        ("en", "A clerk checks the order.", "Rename the clerk to officer", "Clerk"),
        ("de", "Der Tank muss 90 s gespült werden.", "Ersetze die 90 Sekunden durch 60.", "Tank spülen"),
        ("de", "Ein Prüfer stempelt die Akte.", "Lösche den Prüfer", "Prüfer"),
        ("fr", "Le réservoir doit être rincé pendant 90 s.", "Remplace les 90 secondes par 60.", "rincer"),
        ("fr", "Le réservoir pèse 3 kg.", "Supprime le réservoir", "Réservoir"),
    ],
)
async def test_a_change_of_what_only_waits_says_so(language: str, proposed: str, spoken_of: str, name: str) -> None:
    async with open_place() as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        first, second = await told(place, ana, proposed, spoken_of)

        assert first["run"]["status"] == "waiting"
        assert second["text"].startswith(ONLY[language])
        assert name in second["text"]
        assert "suggestions" not in second["text"]
        assert second["run"]["outcome"] == "answered"
        assert await nodes_of(place) == []


@pytest.mark.requirement("U-657")
async def test_what_neither_stands_in_the_model_nor_waits_is_declined_as_ever() -> None:
    async with open_place() as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        _, second = await told(place, ana, "Add a module called Pump.", "Delete the windmill.")

        assert "windmill" in second["text"]
        assert ONLY["en"] not in second["text"]


@pytest.mark.requirement("U-657")
async def test_once_it_is_accepted_the_same_words_change_it_and_a_second_change_names_the_first() -> None:
    async with open_place() as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        demand = "The sensor shall have a battery life of 12 months."
        order = "Change the battery life to {} months"
        *_, first, second = await told(place, ana, demand, "Accept it", order.format(24), order.format(30))

        assert [each["run"]["status"] for each in (first, second)] == ["waiting", "waiting"]
        assert "as well" not in first["text"]
        assert "A proposal that waits, for “Change the battery life to 24 months”, changes" in second["text"]


@pytest.mark.requirement("U-657")
async def test_a_change_that_meets_a_waiting_one_is_only_proposed_where_it_would_be_made_at_once() -> None:
    async with open_place() as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        texts = ("Add a module called Pump.", "Rename Pump to Fan.", "Rename Pump to Blower.")
        made, waiting, second = await told(place, ana, *texts, auto=(texts[0], texts[2]))

        assert made["run"]["outcome"] == "applied"
        assert [each["run"]["status"] for each in (waiting, second)] == ["waiting", "waiting"]
        assert second["text"].startswith("I propose this")
        assert "A proposal that waits, for “Rename Pump to Fan.”, changes Pump as well" in second["text"]
        assert await nodes_of(place) == ["Pump"]

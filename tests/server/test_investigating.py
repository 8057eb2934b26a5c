"""Investigations over REST: options that are refused at once, and who may answer a form."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.place import Place, error_of, open_place, uuid
from tests.stories.carport import DOCUMENTS, GIVEN, QUESTION

SHOP = "/api/projects/shop"


async def shop(place: Place) -> Any:
    """A project of the owner's with the law of one Land."""
    client = await place.owner()
    assert (await client.post("/api/projects", json={"name": "shop"})).status_code == 201
    for name in ("bauordnung-nordland.md", "bauordnung-suedland.md"):
        added = await client.post(
            f"{SHOP}/documents?name={name}",
            content=(DOCUMENTS / name).read_bytes(),
            headers={"content-type": "application/octet-stream"},
        )
        assert added.status_code == 201, added.text
    return client


def message(number: int, **options: Any) -> dict[str, Any]:
    return {"commandId": uuid(number), "text": QUESTION, "workflow": "investigate", "options": options}


async def asked(place: Place, client: Any, number: int, **options: Any) -> tuple[str, str]:
    """Run and step of the open form."""
    answer = await client.post(f"{SHOP}/messages", json=message(number, **options))
    assert answer.status_code == 201, answer.text
    run = str(answer.json()["runId"])
    await place.settled("shop", run)
    desk = await place.workbench.desk("shop")
    state = await desk.engine.settled(run)  # type: ignore[arg-type]
    (wait,) = state.waits
    return run, wait.step_id


def filled(number: int, run: str, step: str) -> dict[str, Any]:
    return {"type": "form.answer", "commandId": uuid(number), "runId": run, "stepId": step, "values": GIVEN}


@pytest.mark.requirement("C-42", "R-11")
@pytest.mark.parametrize(
    ("options", "word"),
    [({"attempts": 0}, "attempts"), ({"formHours": "soon"}, "formHours"), ({"deep": True}, "deep"), ([1], "object")],
)
async def test_options_that_do_not_fit_are_refused_before_anything_begins(options, word):
    async with open_place() as place:
        client = await place.owner()
        assert (await client.post("/api/projects", json={"name": "shop"})).status_code == 201
        answer = await client.post(f"{SHOP}/messages", json=message(1) | {"options": options})
        assert error_of(answer) == (400, "invalidCommand")
        assert word in answer.json()["message"]
        assert (await client.get(f"{SHOP}/runs")).json()["runs"] == []


@pytest.mark.requirement("C-42", "WC-16", "R-12")
async def test_a_form_is_answered_by_whoever_may_and_by_nobody_else():
    async with open_place() as place:
        client = await shop(place)
        viewer, commenter = [await place.somebody(name, shop=name) for name in ("viewer", "commenter")]  # type: ignore[arg-type]
        run, step = await asked(place, client, 1)
        alone, own = await asked(place, client, 2, onlyAsker=True)

        assert error_of(await viewer.post(f"{SHOP}/commands", json=filled(3, run, step))) == (403, "accessDenied")
        refused = await commenter.post(f"{SHOP}/commands", json=filled(4, alone, own))
        assert error_of(refused) == (403, "accessDenied")
        assert "the person who asked" in refused.json()["message"]
        assert (await commenter.post(f"{SHOP}/commands", json=filled(5, run, step))).status_code == 200
        assert (await client.post(f"{SHOP}/commands", json=filled(6, alone, own))).status_code == 200
        again = await client.post(f"{SHOP}/commands", json=filled(7, run, step))
        assert error_of(again) == (409, "formClosed")
        await place.settled("shop", run)
        await place.settled("shop", alone)

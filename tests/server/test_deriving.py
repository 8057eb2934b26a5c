"""Deriving over REST: who may, what is told when nothing follows, and that a repetition opens no second proposal."""

from __future__ import annotations

import pytest

from tests.server.place import create, error_of, open_place, uuid

SHOP = "/api/projects/shop"
DERIVATIONS = f"{SHOP}/derivations"


@pytest.mark.requirement("B-80", "R-47")
async def test_whoever_may_ask_opens_a_proposal_once_and_an_editor_decides_it():
    async with open_place() as place:
        owner = await place.owner()
        await owner.post("/api/projects", json={"name": "shop", "language": "de"})
        changes = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("REQ", "Fast"), ("REQ", "Kept"))}
        assert (await owner.post(f"{SHOP}/changes", json=changes)).status_code == 201
        carl, vera = await place.somebody("carl", shop="commenter"), await place.somebody("vera", shop="viewer")
        wanted = {"commandId": uuid(2), "product": "tests", "about": "Fast"}

        assert error_of(await vera.post(DERIVATIONS, json=wanted)) == (403, "accessDenied")
        opened = await carl.post(DERIVATIONS, json=wanted)
        assert opened.status_code == 201, opened.text
        proposal = opened.json()
        assert (proposal["state"], proposal["author"]["name"]) == ("open", "carl")
        assert {operation["provenance"] for operation in proposal["operations"]} == {
            "eine Regel, 30 % sicher: die Anforderung hat nur einen Namen"
        }
        assert (await carl.post(DERIVATIONS, json=wanted)).json() == proposal
        assert [each["proposalId"] for each in (await carl.get(f"{SHOP}/proposals")).json()["proposals"]] == [
            proposal["proposalId"]
        ]

        decision = {"commandId": uuid(3), "digest": proposal["digest"], "decision": "accept"}
        decided = await owner.post(f"{SHOP}/proposals/{proposal['proposalId']}/decision", json=decision)
        assert decided.status_code in {200, 201}, decided.text
        nothing = await carl.post(DERIVATIONS, json={**wanted, "commandId": uuid(4)})
        assert error_of(nothing) == (400, "invalidCommand")
        assert "no tests follow" in nothing.json()["message"]


@pytest.mark.requirement("B-80", "K-18")
async def test_where_the_project_follows_its_people_reasons_are_in_the_language_of_the_model():
    async with open_place() as place:
        owner = await place.owner()
        await owner.post("/api/projects", json={"name": "shop"})
        (needed,) = create(("REQ", "Schnell"))
        needed |= {"descr": "Das System muss auf eine Bestellung antworten, und das für jeden Kunden."}
        changes = {"commandId": uuid(1), "baseRevision": 0, "operations": [needed]}
        assert (await owner.post(f"{SHOP}/changes", json=changes)).status_code == 201
        opened = await owner.post(DERIVATIONS, json={"commandId": uuid(2), "product": "tests"})
        assert {each["provenance"].partition(":")[0] for each in opened.json()["operations"]} == {
            "eine Regel, 80 % sicher"
        }


@pytest.mark.requirement("B-80", "R-43")
@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"product": "requirements"}, 400),
        ({"product": "tests", "about": "Slow"}, 404),
        ({"product": "tests", "x": 1}, 400),
    ],
)
async def test_what_cannot_be_derived_is_refused(wrong, status):
    async with open_place() as place:
        owner = await place.owner()
        await owner.post("/api/projects", json={"name": "shop"})
        answer = await owner.post(DERIVATIONS, json={"commandId": uuid(1), **wrong})
        assert answer.status_code == status, answer.text

"""Saved views over REST: saved, renamed, renewed, shared, deleted and had back, by whom that is allowed."""

from __future__ import annotations

from itertools import count
from typing import Any

import httpx2
import pytest

from graphwright.saved_views import NAME_LENGTH, PLACE_LENGTH
from tests.server.place import Place, create, error_of, uuid
from tests.server.test_rest import shop

AT = "/api/projects/shop"
PLACE = "show=table&table=REQ&types=REQ,TEST"
_numbers = count(100)


async def _save(client: httpx2.AsyncClient, name: str, place: str = PLACE, **body: Any) -> httpx2.Response:
    said = {"commandId": uuid(next(_numbers)), "name": name, "place": place, **body}
    return await client.post(f"{AT}/views", json=said)


async def _saved(client: httpx2.AsyncClient, name: str, **body: Any) -> dict[str, Any]:
    answer = await _save(client, name, **body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def _change(client: httpx2.AsyncClient, view: dict[str, Any], **body: Any) -> httpx2.Response:
    return await client.patch(f"{AT}/views/{view['savedViewId']}", json={"commandId": uuid(next(_numbers)), **body})


async def _listed(client: httpx2.AsyncClient) -> list[dict[str, Any]]:
    return (await client.get(f"{AT}/views")).json()["views"]


@pytest.fixture
async def owner(place: Place) -> httpx2.AsyncClient:
    return await shop(place, *create(("SYS", "Shop")))


@pytest.mark.requirement("P-70")
async def test_a_view_is_saved_renamed_renewed_and_shared(place, owner):
    cora = await place.somebody("cora", shop="commenter")
    me = (await cora.get("/api/session")).json()["person"]
    saved = await _saved(cora, "  Open \n requirements ")
    assert saved == {
        "savedViewId": saved["savedViewId"], "name": "Open requirements", "place": PLACE,
        "person": {"personId": me["personId"], "name": "cora"}, "at": saved["at"],
    }  # fmt: skip
    assert (await _listed(cora), await _listed(owner)) == ([saved], [])

    renamed = (await _change(cora, saved, name="Requirements")).json()
    assert renamed == {**saved, "name": "Requirements"}
    renewed = (await _change(cora, saved, place="show=graph")).json()
    assert renewed == {**renamed, "place": "show=graph", "at": renewed["at"]}
    shared = (await _change(cora, saved, isShared=True)).json()
    assert await _listed(owner) == [shared] == [{**renewed, "isShared": True}]
    assert (await owner.get(f"{AT}/state")).json()["views"] == [shared]


@pytest.mark.requirement("P-70")
async def test_a_view_that_was_deleted_comes_back_as_it_was_under_its_own_address(owner):
    saved = await _saved(owner, "Open", isShared=True)
    deleted = await owner.delete(f"{AT}/views/{saved['savedViewId']}")
    assert deleted.json() == {**saved, "deletedAt": deleted.json()["deletedAt"]}
    assert await _listed(owner) == [] == (await owner.get(f"{AT}/state")).json().get("views", [])
    assert (await _change(owner, saved, isDeleted=False)).json() == saved
    assert await _listed(owner) == [saved]


@pytest.mark.requirement("P-70")
async def test_a_view_comes_not_back_beside_one_that_took_its_name(owner):
    saved = await _saved(owner, "Open")
    await _change(owner, saved, isDeleted=True)
    await _saved(owner, "open")
    assert error_of(await _change(owner, saved, isDeleted=False)) == (409, "conflict")


@pytest.mark.requirement("P-70", "R-10")
async def test_own_views_are_closed_to_others_and_shared_ones_open_to_whoever_may_build(place, owner):
    cora = await place.somebody("cora", shop="commenter")
    dan = await place.somebody("dan", shop="commenter")
    vera = await place.somebody("vera", shop="viewer")
    own, shared = await _saved(cora, "Mine"), await _saved(cora, "Ours", isShared=True)
    for person in (owner, dan):
        assert error_of(await _change(person, own, name="Yours")) == (403, "accessDenied")
    assert error_of(await _change(dan, shared, name="Theirs")) == (403, "accessDenied")
    assert (await _change(owner, shared, name="Everybody's")).json()["name"] == "Everybody's"
    assert error_of(await _change(owner, shared, isShared=False)) == (403, "accessDenied")
    assert error_of(await _save(vera, "Hers")) == (403, "accessDenied")
    assert [each["name"] for each in await _listed(vera)] == ["Everybody's"]


@pytest.mark.requirement("P-70")
async def test_a_name_stands_once_among_the_shared_and_once_among_those_of_a_person(place, owner):
    cora = await place.somebody("cora", shop="commenter")
    await _saved(cora, "Open")
    mine = await _saved(owner, "Open")
    assert error_of(await _save(owner, "OPEN")) == (409, "conflict")
    await _saved(cora, "Open", isShared=True)
    assert error_of(await _change(owner, mine, isShared=True)) == (409, "conflict")


@pytest.mark.requirement("P-70", "R-43")
async def test_what_is_no_view_is_refused_and_nothing_is_kept(owner):
    for name, place, wanted in (
        (" \n ", PLACE, (400, "invalidCommand")),
        ("a\u0007b", PLACE, (400, "invalidCommand")),
        ("x" * (NAME_LENGTH + 1), PLACE, (413, "limitExceeded")),
        ("x" * 10_000, PLACE, (413, "limitExceeded")),
        ("Open", "x" * (PLACE_LENGTH + 1), (413, "limitExceeded")),
        ("Open", "show=table\nSet-Cookie: a", (400, "invalidCommand")),
        ("Open", "show=größe", (400, "invalidCommand")),
    ):
        assert error_of(await _save(owner, name, place)) == wanted, (name[:10], place[:20])
    assert await _listed(owner) == []
    saved = await _saved(owner, "Open")
    assert error_of(await _change(owner, saved)) == (400, "invalidCommand")
    assert error_of(await _change(owner, {"savedViewId": uuid(1)}, name="x")) == (404, "notFound")


@pytest.mark.requirement("P-70", "R-43")
async def test_a_view_is_held_against_its_limits_also_while_it_is_deleted(owner):
    saved = await _saved(owner, "Open")
    for changed, wanted in (
        ({"name": ""}, (400, "invalidCommand")),
        ({"place": "x y\n"}, (400, "invalidCommand")),
        ({"place": "x" * (PLACE_LENGTH + 1)}, (413, "limitExceeded")),
    ):
        assert error_of(await _change(owner, saved, isDeleted=True, **changed)) == wanted
    assert await _listed(owner) == [saved]


@pytest.mark.requirement("P-70", "R-40")
async def test_there_are_never_too_many_views_also_by_having_some_back(owner, monkeypatch):
    monkeypatch.setattr("graphwright.saved_views.MAX_OWN", 2)
    first = await _saved(owner, "One")
    await _change(owner, first, isDeleted=True)
    await _saved(owner, "Two")
    await _saved(owner, "Three")
    for refused in (await _save(owner, "Four"), await _change(owner, first, isDeleted=False)):
        assert error_of(refused) == (413, "limitExceeded")


@pytest.mark.requirement("P-70", "R-40")
async def test_nobodys_own_views_take_the_room_of_others_or_of_the_shared(place, owner, monkeypatch):
    monkeypatch.setattr("graphwright.saved_views.MAX_OWN", 1)
    monkeypatch.setattr("graphwright.saved_views.MAX_SHARED", 1)
    cora = await place.somebody("cora", shop="commenter")
    await _saved(cora, "Hers")
    await _saved(owner, "Mine")
    await _saved(cora, "Ours", isShared=True)
    for refused in (await _save(cora, "More"), await _save(owner, "More", isShared=True)):
        assert error_of(refused) == (413, "limitExceeded")

"""Links for people without an account: made by admins, opened by whoever has them, and showing one thing alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx2
import pytest

from graphwright.protocol.graph import Author
from graphwright.server import share_links
from graphwright.server.share_links import LOOKS_PER_MINUTE
from tests.server.place import Place, create, error_of, uuid
from tests.server.test_rest import shop

AT = "/api/projects/shop"
MODEL = (
    ("SYS", "Shop"),
    ("UC", "Buy goods"),
    ("REQ", "Keep addresses secret"),
    ("MOD", "Vault"),
)


@pytest.fixture
async def owner(place: Place) -> httpx2.AsyncClient:
    client = await shop(place, *create(*MODEL))
    ids = await _ids(client)
    operations = [
        {"op": "edge.create", "id": "1", "edgeType": "compose", "source": ids["Shop"], "target": ids["Buy goods"]},
        {"op": "edge.create", "id": "2", "edgeType": "satisfy", "source": ids["Shop"], "target": ids[MODEL[2][1]]},
        {
            "op": "node.update", "id": "3", "ref": ids["Buy goods"], "set": {"attributes": {
                "goal": "Goods are bought", "password": "rosebud", "foreign.reqif": "7",
            }},
        },
    ]  # fmt: skip
    changed = await client.post(
        f"{AT}/changes", json={"commandId": uuid(50), "baseRevision": 1, "operations": operations}
    )
    assert changed.status_code == 201, changed.text
    return client


async def _ids(client: httpx2.AsyncClient) -> dict[str, str]:
    nodes = (await client.get(f"{AT}/graph")).json()["nodes"]
    return {node["name"]: node["nodeId"] for node in nodes}


async def _made(client: httpx2.AsyncClient, kind: str, about: str, **body: Any) -> dict[str, Any]:
    answer = await client.post(f"{AT}/shares", json={"kind": kind, "about": about, **body})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def _look(place: Place, made: dict[str, Any], *, address: str = "127.0.0.1") -> httpx2.Response:
    return await place.anybody(address=address).post("/api/shared", json={"secret": made["secret"]})


def _seen(answer: httpx2.Response) -> tuple[set[str], set[str], set[str]]:
    """The names of the elements, the kinds of relations, and the names at their other ends."""
    told = answer.json()
    return (
        {each["name"] for each in told.get("nodes", [])},
        {each["edgeType"] for each in told.get("edges", [])},
        {each["name"] for each in told.get("ends", [])},
    )


@pytest.mark.requirement("P-92", "R-10")
async def test_a_link_to_an_element_shows_it_and_the_names_at_its_relations_and_nothing_else(place, owner):
    ids = await _ids(owner)
    answer = await _look(place, await _made(owner, "node", ids["Buy goods"]))

    assert answer.status_code == 200
    assert _seen(answer) == ({"Buy goods"}, {"compose"}, {"Shop"})
    told = answer.json()
    assert told["nodes"][0]["attributes"] == {"goal": "Goods are bought"}, "no secrets, and no fields of other tools"
    assert "messages" not in told
    assert not {"Vault", "Keep addresses secret", "rosebud"} & set(answer.text.split('"'))


@pytest.mark.requirement("P-92", "R-10")
async def test_a_link_to_a_view_shows_the_elements_of_the_view_or_those_of_them_that_were_chosen(place, owner):
    ids = await _ids(owner)
    whole = await _look(place, await _made(owner, "view", "requirements"))
    assert _seen(whole) == ({"Shop", "Buy goods", "Keep addresses secret"}, {"satisfy"}, set()), "no module is in it"
    few = await _look(place, await _made(owner, "view", "hierarchy", nodes=[ids["Shop"], ids["Buy goods"]]))
    assert _seen(few) == ({"Shop", "Buy goods"}, {"compose"}, set())
    named_beside = await _look(place, await _made(owner, "view", "requirements", nodes=[ids["Vault"], ids["Shop"]]))
    assert _seen(named_beside)[0] == {"Shop"}, "what the view does not show is not shown by naming it"


@pytest.mark.requirement("P-92", "R-10")
async def test_a_link_to_a_conversation_shows_what_was_said_in_it_alone(place, owner):
    said = {}
    for number, text in enumerate(("What is there?", "A clerk ships goods")):
        told = (await owner.post(f"{AT}/messages", json={"commandId": uuid(60 + number), "text": text})).json()
        await place.settled("shop", told["runId"])
        said[text] = told["threadId"]
    answer = await _look(place, await _made(owner, "thread", said["What is there?"]))

    told = answer.json()
    assert next((each["kind"], each["text"]) for each in told["messages"]) == ("person", "What is there?")
    assert {each["kind"] for each in told["messages"]} == {"person", "assistant"}
    assert "clerk" not in answer.text
    assert not {"nodes", "edges", "nodeTypes"} & told.keys()


@pytest.mark.requirement("P-92", "R-10")
async def test_a_secret_opens_no_other_door(place, owner):
    made = await _made(owner, "view", "hierarchy")
    stranger = place.anybody(authorization=f"Bearer {made['secret']}")
    assert error_of(await stranger.get(f"{AT}/graph")) == (401, "notAuthenticated")
    ticket = await place.anybody().post("/api/session", json={"ticket": made["secret"]})
    assert error_of(ticket) == (401, "notAuthenticated")


@pytest.mark.requirement("P-93")
async def test_every_link_that_leads_nowhere_says_so_in_the_same_words(place, owner):
    ids = await _ids(owner)
    ann = await place.somebody("ann", shop="admin")
    made = {
        "ended": await _made(owner, "node", ids["Shop"]),
        "maker is no admin any more": await _made(ann, "node", ids["Shop"]),
        "element is gone": await _made(owner, "node", ids["Vault"], days=2),
        "day has come": await _made(owner, "view", "hierarchy", days=1),
    }
    assert [(await _look(place, each)).status_code for each in made.values()] == [200] * 4
    await owner.delete(f"{AT}/shares/{made['ended']['link']['shareId']}")
    await place.give((await _person(ann)), "shop", "editor")
    gone = {"op": "node.delete", "id": "1", "ref": ids["Vault"]}
    await owner.post(f"{AT}/changes", json={"commandId": uuid(70), "baseRevision": 2, "operations": [gone]})
    place.clock.ahead += timedelta(days=1, seconds=1).total_seconds()

    never = {"secret": "never"}
    answers = {why: await _look(place, each) for why, each in {**made, "never was": never}.items()}
    assert {(why, each.status_code, each.text) for why, each in answers.items()} == {
        (why, 404, answers["never was"].text) for why in answers
    }
    assert "ask whoever sent it" in answers["never was"].text


async def _person(client: httpx2.AsyncClient) -> Any:
    me = (await client.get("/api/session")).json()["person"]
    return Author(person_id=me["personId"], name=me["name"])


@pytest.mark.requirement("P-93")
async def test_links_are_listed_for_admins_until_they_end(place, owner):
    first, second = await _made(owner, "view", "hierarchy"), await _made(owner, "view", "requirements", days=1)
    listed = await owner.get(f"{AT}/shares")
    assert listed.json() == {"shares": [first["link"], second["link"]]}
    assert error_of(await (await place.somebody("ed", shop="editor")).get(f"{AT}/shares")) == (403, "accessDenied")
    left = await owner.delete(f"{AT}/shares/{first['link']['shareId']}")
    assert left.json() == {"shares": [second["link"]]}
    place.clock.ahead += timedelta(days=2).total_seconds()
    assert (await owner.get(f"{AT}/shares")).json() == {"shares": []}


@pytest.mark.requirement("P-93", "R-10")
async def test_a_link_of_another_project_is_not_ended(place, owner):
    made = await _made(owner, "view", "hierarchy")
    await place.project("other")
    answer = await owner.delete(f"/api/projects/other/shares/{made['link']['shareId']}")
    assert error_of(answer) == (404, "notFound")
    assert (await _look(place, made)).status_code == 200


@pytest.mark.requirement("P-94")
async def test_the_secret_is_told_once_and_kept_as_a_hash(place, owner):
    made = await _made(owner, "view", "hierarchy")
    kept = await place.workbench.store.records("share")
    assert made["secret"] not in repr(kept)
    assert made["secret"] not in (await owner.get(f"{AT}/shares")).text


@pytest.mark.requirement("P-94")
async def test_no_search_engine_and_no_other_page_is_told_of_what_is_shared(place, owner):
    answer = await _look(place, await _made(owner, "view", "hierarchy"))
    assert {name: answer.headers[name] for name in ("x-robots-tag", "referrer-policy", "cache-control")} == {
        "x-robots-tag": "noindex, nofollow, noarchive", "referrer-policy": "no-referrer", "cache-control": "no-store",
    }  # fmt: skip
    page = await place.anybody().get("/")
    assert page.headers["x-robots-tag"].startswith("noindex")


@pytest.mark.requirement("P-94", "R-40")
async def test_looks_are_counted_by_address(place, owner):
    made = await _made(owner, "view", "hierarchy")
    looks = [(await _look(place, made)).status_code for _ in range(LOOKS_PER_MINUTE + 1)]
    assert looks == [200] * LOOKS_PER_MINUTE + [429]
    assert (await _look(place, made, address="10.0.0.9")).status_code == 200
    place.clock.ahead += 60
    assert (await _look(place, made)).status_code == 200


@pytest.mark.requirement("P-92", "R-43")
async def test_what_cannot_be_shared_is_refused_and_no_link_is_made(owner, monkeypatch):
    ids = await _ids(owner)
    for body, refusal in (
        ({"kind": "view", "about": "cellar"}, (400, "invalidCommand")),
        ({"kind": "node", "about": uuid(99)}, (404, "notFound")),
        ({"kind": "thread", "about": uuid(99)}, (404, "notFound")),
        ({"kind": "view", "about": "hierarchy", "nodes": [uuid(99)]}, (404, "notFound")),
        ({"kind": "node", "about": ids["Shop"], "nodes": [ids["Vault"]]}, (400, "invalidCommand")),
        ({"kind": "view", "about": "hierarchy", "nodes": []}, (400, "invalidCommand")),
        ({"kind": "view", "about": "hierarchy", "days": 0}, (400, "invalidCommand")),
        ({"kind": "view", "about": "hierarchy", "days": 367}, (400, "invalidCommand")),
        ({"kind": "project", "about": "shop"}, (400, "invalidCommand")),
    ):
        assert error_of(await owner.post(f"{AT}/shares", json=body)) == refusal, body
    assert (await owner.get(f"{AT}/shares")).json() == {"shares": []}
    monkeypatch.setattr(share_links, "MAX_LINKS", 1)
    await _made(owner, "view", "hierarchy")
    answer = await owner.post(f"{AT}/shares", json={"kind": "view", "about": "hierarchy"})
    assert error_of(answer) == (413, "limitExceeded")


@pytest.mark.requirement("P-92", "R-10")
async def test_an_element_that_was_renamed_is_shown_by_its_new_name(place, owner):
    ids = await _ids(owner)
    made = await _made(owner, "node", ids["Vault"])
    renamed = {"op": "node.update", "id": "1", "ref": ids["Vault"], "set": {"name": "Store"}}
    changed = await owner.post(
        f"{AT}/changes", json={"commandId": uuid(80), "baseRevision": 2, "operations": [renamed]}
    )
    assert changed.status_code == 201, changed.text
    assert (await _look(place, made)).json()["label"] == "Store"


@pytest.mark.requirement("P-92", "R-10")
async def test_a_project_that_is_named_like_the_id_of_another_is_not_shown_in_its_place(place):
    await place.project("decoy")
    ann = await place.somebody("ann", decoy="admin")
    owner = await shop(place, *create(*MODEL))
    made = await _made(owner, "view", "hierarchy")
    renamed = await ann.patch("/api/projects/decoy", json={"name": made["link"]["projectId"]})
    assert renamed.status_code == 200, renamed.text
    assert "Shop" in _seen(await _look(place, made))[0]

"""Named revisions over REST: by everybody who may build, for everybody who may read."""

from __future__ import annotations

import pytest

from tests.server.place import create, error_of, uuid
from tests.server.test_rest import shop

AT = "/api/projects/shop"


@pytest.mark.requirement("N-01", "N-02", "N-03", "N-04")
async def test_a_revision_is_named_read_compared_renamed_and_forgotten(place):
    client = await shop(place, *create(("SYS", "Shop")))
    named = await client.put(f"{AT}/baselines/PDR", json={"revision": 1})
    assert named.status_code == 200, named.text
    owner = (await client.get("/api/session")).json()["person"]
    assert named.json() == {
        "name": "PDR", "revision": 1, "person": {"personId": owner["personId"], "name": owner["name"]},
        "at": named.json()["at"],
    }  # fmt: skip
    assert (await client.put(f"{AT}/baselines/PDR", json={"revision": 1})).json() == named.json()
    assert error_of(await client.put(f"{AT}/baselines/pdr", json={"revision": 0})) == (409, "conflict")
    body = {"commandId": uuid(2), "baseRevision": 1, "operations": create(("FUNC", "Ship"))}
    await client.post(f"{AT}/changes", json=body)

    for word in ("1", "PDR", "pdr", "@PDR"):
        graph = (await client.get(f"{AT}/graph", params={"revision": word})).json()
        assert [node["name"] for node in graph["nodes"]] == ["Shop"]
        found = (await client.get(f"{AT}/search", params={"q": "Ship", "revision": word})).json()
        assert found["total"] == 0
        exported = await client.get(f"{AT}/export", params={"format": "format-e", "revision": word})
        assert ("Shop|SYS" in exported.text, "Ship|FUNC" in exported.text) == (True, False)
    compared = (await client.get(f"{AT}/comparison", params={"base": "PDR"})).json()
    assert (compared["base"], compared["revision"], compared["isCut"]) == (1, 2, False)
    assert compared["nodes"] == {"added": 1, "modified": 0, "deleted": 0, "unchanged": 1}
    assert [change["after"]["name"] for change in compared["changes"]] == ["Ship"]

    renamed = await client.patch(f"{AT}/baselines/PDR", json={"name": "CDR"})
    assert (renamed.json()["name"], renamed.json()["revision"]) == ("CDR", 1)
    assert (await client.get(f"{AT}/state")).json()["baselines"] == [renamed.json()]
    assert (await client.get(f"{AT}/baselines")).json() == {"baselines": [renamed.json()]}
    assert (await client.delete(f"{AT}/baselines/cdr")).json() == renamed.json()
    assert (await client.get(f"{AT}/baselines")).json() == {"baselines": []}


@pytest.mark.requirement("N-01", "R-43")
async def test_words_that_are_no_revision_are_refused_everywhere(place):
    client = await shop(place, *create(("SYS", "Shop")))
    for path, name in (
        ("graph", "revision"),
        ("export", "revision"),
        ("search?q=x", "revision"),
        ("comparison", "base"),
    ):
        for word, wanted in (("CDR", 404), ("7", 404), ("-1", 404), ("9" * 60, 404), ("", 400), ("x" * 66, 400)):
            params = {**({"q": "x"} if "?" in path else {}), name: word}
            answer = await client.get(f"{AT}/{path.partition('?')[0]}", params=params)
            assert answer.status_code == wanted, (path, word, answer.text)
    for name in ("1x", "a b", "%2e%2e", "x" * 65):
        answer = await client.put(f"{AT}/baselines/{name}", json={"revision": 1})
        assert error_of(answer) == (400, "invalidCommand"), answer.text
    for body in ({}, {"revision": -1}, {"revision": "1"}, {"revision": 1, "person": "x"}):
        assert error_of(await client.put(f"{AT}/baselines/PDR", json=body)) == (400, "invalidCommand")
    assert error_of(await client.put(f"{AT}/baselines/PDR", json={"revision": 9})) == (404, "notFound")
    assert (await client.get(f"{AT}/baselines")).json() == {"baselines": []}

"""Two teams on one server never see a word of each other, and a change of access counts at the next request."""

from __future__ import annotations

import random
from typing import Any

import pytest

from graphwright.protocol.projects import RIGHTS
from tests.server.place import create, error_of, uuid


@pytest.mark.requirement("R-12", "I-14", "WF-02")
async def test_no_answer_holds_a_word_of_another_project(place):
    rolls = random.Random(7)
    owner = await place.owner()
    teams: dict[str, Any] = {}
    for number, (name, canary) in enumerate((("north", "Kestrel"), ("south", "Heron")), start=1):
        await owner.post("/api/projects", json={"name": name})
        nodes = create(("SYS", f"{canary} System"), ("FUNC", f"{canary} Function"), ("REQ", f"{canary} Requirement"))
        body = {"commandId": uuid(number), "baseRevision": 0, "operations": nodes}
        assert (await owner.post(f"/api/projects/{name}/changes", json=body)).status_code == 201
        teams[name] = (
            await place.somebody(f"{name}er", **{name: "editor"}),
            "Heron" if canary == "Kestrel" else "Kestrel",
        )
    asked = 0
    for _ in range(300):
        name = rolls.choice(list(teams))
        client, foreign = teams[name]
        base = f"/api/projects/{name}"
        match rolls.randrange(5):
            case 0:
                options = {
                    "mode": rolls.choice(("full", "minimal", "changed")),
                    "encoding": rolls.choice(("compact", "format-e")),
                }
                answer = await client.post(f"{base}/context", json={**options, "sinceRevision": rolls.randrange(2)})
            case 1:
                answer = await client.get(
                    f"{base}/search", params={"q": rolls.choice(("System", "Function", "FN1", foreign.lower()))}
                )
            case 2:
                answer = await client.get(f"{base}/state", headers={"if-none-match": f'W/"x.{rolls.randrange(9)}"'})
            case 3:
                answer = await client.get(f"{base}/graph?format={rolls.choice(('json', 'compact', 'toon', 'table'))}")
            case _:
                answer = await client.get(f"{base}/findings")
        assert answer.status_code == 200, answer.text
        assert foreign not in answer.text
        asked += 1
    assert asked == 300


@pytest.mark.requirement("R-05", "WD-02")
async def test_every_change_of_access_counts_at_the_next_request(place):
    rolls = random.Random(5)
    owner = await place.owner()
    await place.project("shop")
    ben = await place.somebody("ben", shop="viewer")
    person = (await ben.get("/api/session")).json()["person"]["personId"]
    await owner.put("/api/projects/shop/members", json={"name": "ben", "access": "viewer"})
    for number in range(100):
        access = rolls.choice([*RIGHTS, None])
        await owner.put("/api/projects/shop/members", json={"name": "ben", "access": access})
        body = {"commandId": uuid(100 + number), "baseRevision": 0, "operations": [], "dryRun": True}
        answer = await ben.post("/api/projects/shop/changes", json=body)
        if access is None:
            assert error_of(answer) == (404, "notFound")
        elif "build" in RIGHTS[access]:
            assert answer.status_code == 200
        else:
            assert error_of(answer) == (403, "accessDenied")
    assert person

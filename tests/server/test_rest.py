from __future__ import annotations

import pytest

from tests.server.place import create, error_of, uuid


@pytest.mark.requirement("A-29", "R-47")
async def test_a_change_set_is_applied_once_and_read_in_every_form(place):
    client = await place.owner()
    made = await client.post("/api/projects", json={"name": "shop"})
    assert made.status_code == 201, made.text
    body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Shop"), ("FUNC", "PlaceOrder"))}

    first = await client.post("/api/projects/shop/changes", json=body)
    again = await client.post("/api/projects/shop/changes", json=body)
    other = await client.post("/api/projects/shop/changes", json={**body, "baseRevision": 1})

    assert (first.status_code, first.json()["outcome"]) == (201, "applied"), first.text
    assert again.content == first.content
    assert error_of(other) == (409, "idempotencyConflict")
    graph = (await client.get("/api/projects/shop/graph")).json()
    assert sorted(node["name"] for node in graph["nodes"]) == ["PlaceOrder", "Shop"]
    for form in ("format-e", "compact", "toon", "table"):
        assert "PlaceOrder" in (await client.get(f"/api/projects/shop/graph?format={form}")).text
    state = (await client.get("/api/projects/shop/state")).json()
    assert state["graph"] == {"nodes": graph["nodes"], "edges": graph["edges"]}
    assert state["revision"] == 1

"""Trying a run again: one new run however often the command arrives, and what the old one did taken back once."""

from __future__ import annotations

import pytest

from tests.server.place import uuid

MODEL = "/api/projects/shop"


@pytest.mark.requirement("R-47", "I-03")
async def test_a_retry_that_is_sent_twice_makes_one_run_and_undoes_once(place):
    owner = await place.owner()
    await place.project("shop")
    said = {"commandId": uuid(1), "text": "Create the system Shop", "workflow": "build"}
    old = (await owner.post(f"{MODEL}/messages", json=said)).json()["runId"]
    await place.settled("shop", old)
    command = {"type": "run.retry", "commandId": uuid(2), "runId": old, "undoPrevious": True}

    first = (await owner.post(f"{MODEL}/commands", json=command)).json()
    again = (await owner.post(f"{MODEL}/commands", json=command)).json()
    await place.settled("shop", first["runId"])
    other = await owner.post(f"{MODEL}/commands", json={**command, "undoPrevious": False})

    assert again == first
    runs = (await owner.get(f"{MODEL}/runs")).json()["runs"]
    assert sorted(run["runId"] for run in runs) == sorted([old, first["runId"]])
    assert all("endedAt" in run for run in runs)
    commits = (await owner.get(f"{MODEL}/commits")).json()["commits"]
    assert [commit["origin"] for commit in commits].count("revert") == 1
    assert (other.status_code, other.json()["code"]) == (409, "idempotencyConflict")

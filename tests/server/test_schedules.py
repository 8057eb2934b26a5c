"""Schedules over REST: read by everybody, made by whoever may ask, changed by their owner, turned off by admins."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.server.place import create, error_of
from tests.server.test_rest import shop

AT = "/api/projects/shop/schedules"
NIGHTLY = {
    "name": "nightly",
    "cron": "0 3 * * *",
    "zone": "Europe/Berlin",
    "workflow": "ask",
    "text": "What is missing?",
}


@pytest.mark.requirement("G-86", "G-89")
async def test_a_schedule_is_made_read_changed_run_turned_off_and_forgotten(place):
    await shop(place, *create(("SYS", "Shop")))
    ana, ben = await place.somebody("ana", shop="commenter"), await place.somebody("ben", shop="admin")
    made = await ana.post(AT, json=NIGHTLY)
    assert made.status_code == 201, made.text
    at = f"{AT}/{made.json()['scheduleId']}"
    assert {name: made.json()[name] for name in NIGHTLY} == NIGHTLY
    next_at = datetime.fromisoformat(made.json()["nextAt"])
    assert datetime.now(UTC) < next_at
    viewer = await place.somebody("vera", shop="viewer")
    listed = (await viewer.get(AT)).json()
    assert (listed["schedules"], listed["workflows"][-2:]) == ([made.json()], ["ask", "investigate"])
    assert error_of(await viewer.post(AT, json=NIGHTLY)) == (403, "accessDenied")

    changed = await ana.patch(
        at, json={"cron": "*/30 * * * *", "moneyADay": 5, "callsADay": 9, "name": " half  hourly "}
    )
    assert [changed.json()[name] for name in ("cron", "moneyADay", "callsADay", "name")] == [
        "*/30 * * * *",
        5,
        9,
        "half hourly",
    ]
    place.clock.ahead += 31 * 60
    await place.server_state.starter.start_due()
    [row] = (await viewer.get(AT)).json()["schedules"]
    [start] = row["starts"]
    await place.settled("shop", start["runId"])
    run = (await viewer.get(f"/api/projects/shop/runs/{start['runId']}")).json()["run"]
    assert (run["author"]["name"], run["question"], run["status"]) == ("ana", "What is missing?", "completed")

    assert error_of(await ben.patch(at, json={"text": "Say something for Ana"})) == (403, "accessDenied")
    assert error_of(await ben.patch(at, json={"isOn": True})) == (403, "accessDenied")
    off = await ben.patch(at, json={"isOn": False})
    assert (off.json()["isOn"], "nextAt" in off.json()) == (False, False)
    editor = await place.somebody("edi", shop="editor")
    assert error_of(await editor.delete(at)) == (403, "accessDenied")
    assert (await ben.delete(at)).json() == {"scheduleId": made.json()["scheduleId"]}
    assert (await viewer.get(AT)).json()["schedules"] == []
    assert (await viewer.get(f"/api/projects/shop/runs/{start['runId']}")).status_code == 200


@pytest.mark.requirement("G-86", "G-89", "R-43")
async def test_what_cannot_be_scheduled_is_refused_with_its_reason(place):
    client = await shop(place, *create(("SYS", "Shop")))
    for wrong, path in (
        ({"cron": "0 3 * *"}, "$.cron"),
        ({"zone": "Mars/Olympus"}, "$.zone"),
        ({"workflow": "build"}, "$.workflow"),
        ({"name": ""}, "$.name"),
        ({"text": " "}, "$.text"),
        ({"missed": "twice"}, "$.missed"),
    ):
        answer = await client.post(AT, json={**NIGHTLY, **wrong})
        assert error_of(answer) == (400, "invalidCommand")
        assert path in answer.text
    program = await place.program("shop", "editor")
    assert "log in with an account" in (await program.post(AT, json=NIGHTLY)).json()["message"]
    made = (await client.post(AT, json=NIGHTLY)).json()
    await place.project("other")
    assert error_of(await client.delete(f"/api/projects/other/schedules/{made['scheduleId']}")) == (404, "notFound")

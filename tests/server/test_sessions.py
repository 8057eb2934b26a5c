"""Where people are logged in: seen and ended by themselves, and by the owner."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from graphwright.protocol.wire import decode, encode
from graphwright.server.sessions import LIFE, MAX_BROWSER_LENGTH, LoggedIn
from tests.server.place import Place, error_of


async def listed(client: httpx2.AsyncClient, query: str = "") -> list[dict[str, Any]]:
    answer = await client.get(f"/api/sessions{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["sessions"]


async def browser(place: Place, name: str, agent: str) -> httpx2.AsyncClient:
    """Somebody's browser, of this kind."""
    accounts = place.server_state.authenticator.accounts
    account = await accounts.named(name) or await accounts.invite(name, by=await place.workbench.owner())
    ticket = await place.server_state.authenticator.tickets.issue(account.person_id, LIFE)
    client = place.anybody(**{"user-agent": agent})
    assert (await client.post("/api/session", json={"ticket": ticket})).status_code == 200
    return client


@pytest.mark.requirement("Q-49")
async def test_a_person_sees_where_they_are_logged_in_and_ends_a_session(place):
    laptop = await browser(place, "Ana", "Firefox")
    phone = await browser(place, "Ana", "Safari")
    await browser(place, "Ben", "Chrome")
    (new, old) = await listed(laptop)
    me = (await laptop.get("/api/session")).json()["person"]
    assert old == {
        "sessionId": old["sessionId"], "person": me, "way": "link", "browser": "Firefox", "isThis": True,
        "begunAt": old["begunAt"], "expiresAt": old["expiresAt"],
    }  # fmt: skip
    assert (new["browser"], new["isThis"]) == ("Safari", False)
    left = await laptop.delete(f"/api/sessions/{new['sessionId']}")
    assert left.json()["sessions"] == [old]
    assert error_of(await phone.get("/api/session")) == (401, "notAuthenticated")
    assert error_of(await laptop.delete(f"/api/sessions/{new['sessionId']}")) == (404, "notFound")


@pytest.mark.requirement("Q-49")
async def test_everywhere_else_is_ended_at_once(place):
    kept = await browser(place, "Ana", "A")
    others = [await browser(place, "Ana", "B"), await browser(place, "Ana", "C")]
    ben = await browser(place, "Ben", "D")
    assert [each["browser"] for each in (await kept.delete("/api/sessions")).json()["sessions"]] == ["A"]
    assert [(await each.get("/api/session")).status_code for each in (kept, *others, ben)] == [200, 401, 401, 200]


@pytest.mark.requirement("Q-49")
async def test_only_the_owner_sees_and_ends_those_of_others(place):
    ana, ben = await browser(place, "Ana", "A"), await browser(place, "Ben", "B")
    owner = await place.owner()
    everybody = await listed(owner, "?everybody=true")
    assert [each["browser"] for each in everybody][1:] == ["B", "A"]
    assert len(await listed(owner)) == 1
    assert [each["browser"] for each in await listed(ana, "?everybody=true")] == ["A"]
    of_ben = everybody[1]["sessionId"]
    assert error_of(await ana.delete(f"/api/sessions/{of_ben}")) == (404, "notFound")
    assert (await ben.get("/api/session")).status_code == 200
    assert (await owner.delete(f"/api/sessions/{of_ben}?everybody=true")).status_code == 200
    assert (await ben.get("/api/session")).status_code == 401


@pytest.mark.requirement("Q-49")
async def test_what_a_browser_says_of_itself_is_shown_short_and_visible(place):
    ana = await browser(place, "Ana", "\x1b[31mred" + "x" * 5_000)
    (session,) = await listed(ana)
    assert len(session["browser"]) == MAX_BROWSER_LENGTH
    assert session["browser"].startswith(r"\u{1b}[31mred")


@pytest.mark.requirement("Q-49")
async def test_sessions_of_an_older_version_are_listed_too(place):
    ana = await browser(place, "Ana", "A")
    store = place.workbench.store
    ((key, body),) = await store.records("session")
    kept = decode(body, LoggedIn)
    await store.set_record("session", key, encode(LoggedIn(person_id=kept.person_id, expires_at=kept.expires_at)))
    (session,) = await listed(ana)
    assert (session["way"], session["begunAt"], session["browser"]) == (None, None, "")

"""Sign-in with the organisation's identity provider, from the page's button to the logout behind a person's back."""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from typing import Any

import httpx2
import pytest

from graphwright.cli.output import Output
from graphwright.cli.people import disconnect
from graphwright.client.doors import LineLost
from graphwright.client.in_process import InnerLine
from graphwright.errors import AccessDenied, InvalidCommand, LimitExceeded, NotFound, SignInUnavailable, StoreBusy
from graphwright.protocol.projects import RIGHTS
from graphwright.server.login_throttle import TRIES
from graphwright.server.totp import code_at, from_base32
from graphwright.setting_kinds import ACCESSES
from graphwright.settings import Settings
from tests.oidc.fake_provider import ISSUER, SETTINGS, FakeProvider
from tests.server.place import BASE, HOST, PASSWORD, Place, error_of, open_place

COMPANY = "/api/session/company"
OPEN = json.dumps({"type": "session.open", "protocolVersion": 1, "projectId": "shop"})
FORM = {"content-type": "application/x-www-form-urlencoded"}


@asynccontextmanager
async def company(secret: str | None = None, **settings: str) -> AsyncIterator[tuple[Place, FakeProvider]]:
    """A server whose people sign in with a provider."""
    given = {f"GRAPHWRIGHT_{name.upper()}": value for name, value in settings.items()}
    if secret is not None:
        given["GRAPHWRIGHT_OIDC_CLIENT_SECRET"] = secret
    async with open_place(**{**SETTINGS, **given}) as place:
        provider = FakeProvider(place.clock, secret=secret)
        place.server_state.authenticator.company.provider.fetch = provider
        yield place, provider


async def begun(client: httpx2.AsyncClient, **body: Any) -> str:
    answer = await client.post(COMPANY, json=body)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["address"])


async def arrived(
    client: httpx2.AsyncClient, provider: FakeProvider, subject: str = "ana", **claims: Any
) -> httpx2.Response:
    return await client.put(COMPANY, json=provider.authorize(await begun(client), subject, **claims))


async def signed_in(place: Place, provider: FakeProvider, subject: str = "ana", **claims: Any) -> httpx2.AsyncClient:
    client = place.anybody()
    answer = await arrived(client, provider, subject, **claims)
    assert answer.status_code == 200, answer.text
    return client


async def logged_out(place: Place, token: str) -> httpx2.Response:
    """The provider calls; it is no browser."""
    caller = place.anybody()
    del caller.headers["origin"]
    return await caller.post(f"{COMPANY}/logout", content=f"logout_token={token}".encode(), headers=FORM)


async def projects(client: httpx2.AsyncClient) -> dict[str, str]:
    return {each["name"]: each["access"] for each in (await client.get("/api/projects")).json()["projects"]}


@pytest.mark.requirement("Q-40")
async def test_somebody_signs_in_with_the_provider_and_has_a_session_as_everybody_has():
    async with company(secret="s3cret") as (place, provider):
        client = place.anybody()
        assert (await client.get("/api/session/ways")).json() == {
            "passwords": True,
            "passkeys": True,
            "company": "login.example.org",
        }
        answer = await arrived(client, provider, name="Ana Berg")
        me = answer.json()
        assert me == {"person": {"personId": me["person"]["personId"], "name": "Ana Berg"}, "access": None,
                      "hasPassword": False, "mayChoosePassword": False, "hasSecondFactor": False, "isConnected": True}  # fmt: skip
        assert "HttpOnly; SameSite=Strict" in answer.headers["set-cookie"]
        assert "Max-Age=86400;" in answer.headers["set-cookie"]
        assert (await client.get("/api/session")).json() == me
        again = await arrived(place.anybody(), provider, name="Ana Cole")
        assert again.json() == me
        assert provider.forms[0]["redirect_uri"] == BASE + "/"
        assert provider.forms[0]["client_id"] == "workbench"


@pytest.mark.requirement("Q-40")
async def test_an_answer_counts_once_in_its_own_browser_and_for_ten_minutes():
    async with company() as (place, provider):
        client, other = place.anybody(), place.anybody()
        back = provider.authorize(await begun(client))
        assert error_of(await other.put(COMPANY, json=back)) == (401, "notAuthenticated")
        mixed = {**back, "state": provider.authorize(await begun(other))["state"]}
        assert error_of(await client.put(COMPANY, json=mixed)) == (401, "notAuthenticated")
        client = place.anybody()
        back = provider.authorize(await begun(client))
        assert (await client.put(COMPANY, json=back)).status_code == 200
        assert error_of(await client.put(COMPANY, json=back)) == (401, "notAuthenticated")
        late = place.anybody()
        back = provider.authorize(await begun(late))
        place.clock.ahead += 601
        assert error_of(await late.put(COMPANY, json=back)) == (401, "notAuthenticated")
        asked = len(provider.asked)
        for cookie in ("", "x.y.z", "=", "x" * 10_000):
            stranger = place.anybody(cookie=f"graphwright-8426-signin={cookie}")
            assert error_of(await stranger.put(COMPANY, json=back)) == (401, "notAuthenticated")
        assert len(provider.asked) == asked


@pytest.mark.requirement("Q-40")
@pytest.mark.parametrize("changed", [
    {"issuer": "https://evil.example.org"}, {"state": "x"}, {"code": "x"}, {"code": ""}, {"state": 7},
    {"code": "x" * 5_000}, {"issuer": ""}, {"redirectUri": "https://evil.example.org"},
])  # fmt: skip
async def test_an_answer_that_was_changed_lets_nobody_in(changed):
    async with company() as (place, provider):
        client = place.anybody()
        back = {**provider.authorize(await begun(client)), **changed}
        assert error_of(await client.put(COMPANY, json=back))[0] in {400, 401}
        assert error_of(await client.get("/api/session")) == (401, "notAuthenticated")


@pytest.mark.requirement("Q-40")
async def test_a_provider_that_names_itself_must_do_so_in_every_answer():
    async with company() as (place, provider):
        provider.metadata["authorization_response_iss_parameter_supported"] = True
        client = place.anybody()
        back = provider.authorize(await begun(client))
        del back["issuer"]
        assert error_of(await client.put(COMPANY, json=back)) == (401, "notAuthenticated")


@pytest.mark.requirement("Q-40")
async def test_people_are_sent_back_to_this_server_and_nowhere_else():
    async with company(origins="https://models.example.org") as (place, provider):
        for origin, status in ((BASE, 200), ("https://models.example.org", 200), ("https://evil.example.org", 403)):
            client = place.anybody()
            client.headers["origin"] = origin
            answer = await client.post(COMPANY, json={})
            assert answer.status_code == status
            if status == 200:
                back = provider.authorize(answer.json()["address"])
                assert f"redirect_uri={origin.replace(':', '%3A').replace('/', '%2F')}%2F" in answer.json()["address"]
                assert back["issuer"] == ISSUER
        assert error_of(await place.anybody().post(COMPANY, json={"returnTo": "//evil"})) == (400, "invalidCommand")


@pytest.mark.requirement("Q-46")
async def test_nobody_gets_into_an_account_by_being_called_like_its_holder():
    async with company() as (place, provider):
        await place.project("own")
        ana = await place.somebody("Ana", own="admin")
        stranger = await signed_in(place, provider, "eve", name="Ana", email="ana@example.org")
        assert (await stranger.get("/api/session")).json()["person"]["name"] == "Ana (2)"
        assert (await projects(ana), await projects(stranger)) == ({"own": "admin"}, {})
        third = await signed_in(place, provider, "mallory", name="\u202eana", preferred_username="ＡＮＡ")
        assert (await third.get("/api/session")).json()["person"]["name"] == "ＡＮＡ (3)"


@pytest.mark.requirement("Q-46")
async def test_an_account_that_the_provider_opened_has_no_password_and_gets_none():
    async with company() as (place, provider):
        client = await signed_in(place, provider)
        answer = await client.put("/api/session/password", json={"password": PASSWORD})
        assert error_of(answer) == (403, "accessDenied")
        assert (
            error_of(await place.anybody().post("/api/session", json={"name": "Ana", "password": PASSWORD}))[0] == 401
        )


@pytest.mark.requirement("Q-46")
async def test_somebody_with_an_account_connects_it_and_nobody_else_can():
    async with company() as (place, provider):
        await place.project("own")
        ben = await place.somebody("Ben", own="editor")
        back = provider.authorize(await begun(ben, connect=True), "ben")
        stolen = place.anybody(
            cookie="; ".join(f"{name}={value}" for name, value in ben.cookies.items() if "signin" in name)
        )
        assert error_of(await stolen.put(COMPANY, json=back)) == (401, "notAuthenticated")
        back = provider.authorize(await begun(ben, connect=True), "ben")
        me = (await ben.put(COMPANY, json=back)).json()
        assert me["isConnected"]
        assert await projects(await signed_in(place, provider, "ben")) == {"own": "editor"}
        await signed_in(place, provider, "cleo")
        owner = await place.owner()
        taken = await owner.put(COMPANY, json=provider.authorize(await begun(owner, connect=True), "cleo"))
        assert error_of(taken) == (400, "invalidCommand")
        second = await ben.put(COMPANY, json=provider.authorize(await begun(ben, connect=True), "ben-2"))
        assert error_of(second) == (400, "invalidCommand")
        assert error_of(await place.anybody().post(COMPANY, json={"connect": True})) == (401, "notAuthenticated")
        program = await place.program("own", "admin")
        assert error_of(await program.post(COMPANY, json={"connect": True})) == (403, "accessDenied")


async def with_password(place: Place, name: str, **projects: Any) -> httpx2.AsyncClient:
    """Somebody who has chosen a password."""
    client = await place.somebody(name, **projects)
    assert (await client.put("/api/session/password", json={"password": PASSWORD})).status_code == 200
    return client


@pytest.mark.requirement("Z-82")
async def test_a_page_that_was_left_open_connects_nothing_without_the_password():
    async with company() as (place, provider):
        ben = await with_password(place, "Ben")
        for wrong in ({}, {"password": "something else"}, {"password": ""}):
            assert error_of(await ben.post(COMPANY, json={"connect": True, **wrong})) == (403, "accessDenied")
        back = provider.authorize(await begun(ben, connect=True, password=PASSWORD), "ben", groups=[])
        assert (await ben.put(COMPANY, json=back)).json()["isConnected"]


@pytest.mark.requirement("Z-82")
async def test_whoever_has_a_second_factor_sends_its_code_as_well(place):
    begun = await (ben := await with_password(place, "Ben")).post("/api/session/second-factor", json={})
    secret = from_base32(begun.json()["secret"])
    now = int(place.clock.now().timestamp() // 30)
    switched = await ben.put("/api/session/second-factor", json={"code": code_at(secret, now), "isOn": True})
    assert switched.status_code == 200
    caller = (await ben.get("/api/session")).json()["person"]["personId"]
    account = await place.server_state.authenticator.accounts.get(caller)
    authenticator = place.server_state.authenticator
    asked = await authenticator.caller_of(account, "")
    for code in (None, "000000", code_at(secret, now)):  # the last one was used
        with pytest.raises(AccessDenied, match="the code is wrong, or was used already; nothing was changed"):
            await authenticator.prove(asked, password=PASSWORD, code=code, address="a")
    code = switched.json()["recoveryCodes"][0]
    assert await authenticator.prove(asked, password=PASSWORD, code=code, address="a") == caller
    for _ in range(TRIES):
        authenticator.throttle.count("address 2001:db8:7:7::/64")
    with pytest.raises(LimitExceeded):
        await authenticator.prove(asked, password=PASSWORD, code=None, address="2001:db8:7:7:1::9")


async def disconnected(place: Place, name: str) -> dict[str, Any]:
    """What the command tells a program."""
    printed = StringIO()
    assert await disconnect(place.workbench, Namespace(name=name), Output(as_json=True, to=printed)) == 0
    told: dict[str, Any] = json.loads(printed.getvalue())
    return told


@pytest.mark.requirement("Z-82")
async def test_an_account_is_taken_to_another_provider_with_all_it_may_do():
    async with company(oidc_groups="staff=editor") as (place, provider):
        await place.project("own")
        ana = await signed_in(place, provider, "ana", name="Ana", groups=["staff"])
        me = (await ana.get("/api/session")).json()["person"]
        assert await projects(ana) == {"own": "editor"}
        told = await disconnected(place, "Ana")
        assert error_of(await ana.get("/api/session")) == (401, "notAuthenticated")
        again = place.anybody()
        came = await again.post("/api/session", json={"ticket": told["ticket"]})
        assert (came.json()["person"], came.json()["isConnected"], await projects(again)) == (me, False, {})
        back = provider.authorize(await begun(again, connect=True), "ana-at-another", groups=["staff"])
        assert (await again.put(COMPANY, json=back)).json()["person"] == me
        assert await projects(await signed_in(place, provider, "ana-at-another", groups=["staff"])) == {"own": "editor"}
        stranger = await signed_in(place, provider, "ana", name="Ana", groups=[])
        assert (await stranger.get("/api/session")).json()["person"]["name"] == "Ana (2)"
        ben = await with_password(place, "Ben")
        back = provider.authorize(await begun(ben, connect=True, password=PASSWORD), "ben", groups=[])
        assert (await ben.put(COMPANY, json=back)).status_code == 200
        assert await disconnected(place, "Ben") == {"name": "Ben", "ticket": None}, "they have a password"
        with pytest.raises(NotFound, match="nobody whom the identity provider lets in is called 'Ben'"):
            await disconnected(place, "Ben")
        noted = [entry.action async for entry in place.workbench.audit.entries()]
        assert noted.count("company.delete") == 2


@pytest.mark.requirement("Q-46")
async def test_a_link_gives_no_password_to_an_account_that_the_provider_opened():
    async with company() as (place, provider):
        await signed_in(place, provider, "ana", name="Ana")
        ticket = (await disconnected(place, "Ana"))["ticket"]
        answer = await place.anybody().post("/api/session", json={"ticket": ticket, "password": PASSWORD})
        assert error_of(answer) == (403, "accessDenied")


@pytest.mark.requirement("Q-43")
async def test_groups_give_access_by_an_ordered_list_and_members_by_name_keep_theirs():
    rules = "leads=admin@shop, staff=viewer, makers=editor@shop, makers=commenter"
    async with company(oidc_groups=rules) as (place, provider):
        for name in ("shop", "plant"):
            await place.project(name)
        lead = await signed_in(place, provider, "lead", groups=["staff", "leads"])
        maker = await signed_in(place, provider, "maker", groups=["makers"])
        both = await signed_in(place, provider, "both", groups=["makers", "staff"])
        guest = await signed_in(place, provider, "guest", groups=[])
        assert await projects(lead) == {"shop": "admin", "plant": "viewer"}
        assert await projects(maker) == {"shop": "editor", "plant": "commenter"}
        assert await projects(both) == {"shop": "viewer", "plant": "viewer"}
        assert await projects(guest) == {}
        answer = await lead.put("/api/projects/shop/members", json={"name": "Both", "access": "approver"})
        assert answer.status_code == 200
        assert "ticket" not in answer.json()
        assert await projects(both) == {"shop": "approver", "plant": "viewer"}
        await signed_in(place, provider, "lead", groups=["staff"])
        assert await projects(lead) == {"shop": "viewer", "plant": "viewer"}
        owner = await place.owner()
        await owner.put(COMPANY, json=provider.authorize(await begun(owner, connect=True), "owner", groups=["staff"]))
        assert await projects(await signed_in(place, provider, "owner", groups=[])) == {
            "shop": "admin",
            "plant": "admin",
        }


@pytest.mark.requirement("Q-43")
async def test_groups_that_the_signed_token_leaves_out_are_asked_for():
    async with company(oidc_groups="staff=viewer") as (place, provider):
        await place.project("shop")
        provider.userinfo = {"sub": "ana", "groups": ["staff"]}
        assert await projects(await signed_in(place, provider)) == {"shop": "viewer"}
        provider.userinfo = {"sub": "somebody else", "groups": ["staff"]}
        assert error_of(await arrived(place.anybody(), provider)) == (502, "signInUnavailable")


@pytest.mark.requirement("Q-43", "Q-44")
async def test_whoever_is_in_no_group_that_may_come_in_stays_out_and_their_sessions_end():
    async with company(oidc_allowed_groups="staff", oidc_groups="staff=editor") as (place, provider):
        await place.project("shop")
        client = await signed_in(place, provider, groups=["staff", "others"])
        assert await projects(client) == {"shop": "editor"}
        refused = await arrived(place.anybody(), provider, groups=["others"])
        assert error_of(refused) == (403, "accessDenied")
        assert error_of(await client.get("/api/session")) == (401, "notAuthenticated")
        assert error_of(await arrived(place.anybody(), provider, "eve", groups=[])) == (403, "accessDenied")


@pytest.mark.requirement("Q-43")
async def test_the_owner_may_be_named_by_their_subject():
    async with company(oidc_owner="boss") as (place, provider):
        await place.project("shop")
        assert await projects(await signed_in(place, provider, "boss")) == {"shop": "admin"}
        assert await projects(await signed_in(place, provider, "boss2")) == {}


@pytest.mark.requirement("Q-44")
async def test_a_logout_at_the_provider_ends_the_sessions_it_names_and_no_other():
    async with company() as (place, provider):
        laptop = await signed_in(place, provider, sid="s-1")
        phone = await signed_in(place, provider, sid="s-2")
        other = await signed_in(place, provider, "ben", sid="s-3")
        assert (await logged_out(place, provider.logout_token(None, sid="s-1"))).json() == {"loggedOut": True}
        assert [(await each.get("/api/session")).status_code for each in (laptop, phone, other)] == [401, 200, 200]
        token = provider.logout_token("ana", jti="two")
        assert (await logged_out(place, token)).status_code == 200
        assert [(await each.get("/api/session")).status_code for each in (laptop, phone, other)] == [401, 401, 200]
        back = await signed_in(place, provider)
        assert error_of(await logged_out(place, token)) == (400, "invalidCommand")
        assert (await back.get("/api/session")).status_code == 200
        place.clock.ahead += 1_000
        await place.server_state.authenticator.company.forget_old()
        assert await place.workbench.store.records("logout") == []


@pytest.mark.requirement("Z-75")
async def test_a_logout_that_failed_is_obeyed_when_it_comes_again(monkeypatch):
    async with company() as (place, provider):
        laptop = await signed_in(place, provider, sid="s-1")
        token = provider.logout_token(None, sid="s-1")
        sessions = place.server_state.authenticator.sessions

        async def failing(_: object) -> int:
            raise StoreBusy("the database is away")

        with monkeypatch.context() as failed:
            failed.setattr(sessions, "end_all", failing)
            assert (await logged_out(place, token)).status_code == 503
        assert (await laptop.get("/api/session")).status_code == 200
        assert (await logged_out(place, token)).status_code == 200
        assert (await laptop.get("/api/session")).status_code == 401


async def dialled(place: Place, client: httpx2.AsyncClient) -> InnerLine:
    """A page that this browser loads."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"host": HOST, "origin": BASE, "cookie": cookie}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    line = InnerLine(place.server_state.socket, {"type": "websocket", "path": "/ws", "headers": raw})
    await line.open()
    return line


async def opened(place: Place, client: httpx2.AsyncClient) -> InnerLine:
    """A page that is open in this browser."""
    line = await dialled(place, client)
    await line.send(OPEN)
    assert "session.opened" in await line.receive()
    return line


async def close_code(line: InnerLine) -> int:
    """How the server ends it."""
    async with asyncio.timeout(5):
        while True:
            try:
                await line.receive()
            except LineLost as lost:
                return lost.code


@pytest.mark.requirement("Q-44")
async def test_open_pages_are_closed_by_a_logout_and_by_groups_that_are_lost():
    async with company(oidc_groups="staff=editor") as (place, provider):
        await place.project("shop")
        ana = await opened(place, await signed_in(place, provider, groups=["staff"]))
        ben = await opened(place, await signed_in(place, provider, "ben", groups=["staff"]))
        await logged_out(place, provider.logout_token("ana"))
        assert await close_code(ana) == 4401
        await signed_in(place, provider, "ben", groups=[])
        assert await close_code(ben) == 4403


@pytest.mark.requirement("Q-44")
async def test_a_session_that_ends_while_its_page_opens_shows_nothing():
    async with company(oidc_groups="staff=editor") as (place, provider):
        await place.project("shop")
        line = await dialled(place, await signed_in(place, provider, groups=["staff"]))
        await logged_out(place, provider.logout_token("ana"))
        await line.send(OPEN)
        with pytest.raises(LineLost) as lost:
            await line.receive()
        assert lost.value.code == 4401


@pytest.mark.requirement("Q-44")
async def test_pages_of_somebody_who_lost_the_groups_that_let_them_in_are_closed_at_once():
    async with company(oidc_allowed_groups="staff", oidc_groups="staff=editor") as (place, provider):
        await place.project("shop")
        ana = await opened(place, await signed_in(place, provider, groups=["staff"]))
        assert error_of(await arrived(place.anybody(), provider, groups=[])) == (403, "accessDenied")
        assert await close_code(ana) == 4401


@pytest.mark.requirement("Q-44")
async def test_groups_count_no_longer_than_a_session_even_for_somebody_who_comes_in_without_the_provider():
    async with company(oidc_groups="staff=editor") as (place, provider):
        await place.project("shop")
        client = await signed_in(place, provider, groups=["staff"])
        mine = (await client.get("/api/session")).json()["person"]["personId"]
        beside = await place.entered(mine)
        assert await projects(beside) == {"shop": "editor"}
        place.clock.ahead += 24 * 3_600
        await place.server_state.authenticator.company.forget_old()
        assert (await beside.get("/api/session")).status_code == 200
        assert await projects(beside) == {}


@pytest.mark.requirement("Q-45")
async def test_who_waits_for_a_provider_that_does_not_answer_waits_once():
    async with company() as (place, provider):
        provider.is_down = True
        asked, go = asyncio.Event(), asyncio.Event()

        async def slow(*told: Any) -> Any:
            asked.set()
            await go.wait()
            return await provider(*told)

        place.server_state.authenticator.company.provider.fetch = slow
        known = place.server_state.authenticator.company.provider
        waiting = [asyncio.create_task(known.metadata()) for _ in range(5)]
        await asked.wait()
        go.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in found] == [SignInUnavailable] * 5
        assert provider.asked == ["openid-configuration"]
        provider.is_down = False
        assert (await known.metadata()).issuer == ISSUER


@pytest.mark.requirement("Q-44")
@pytest.mark.parametrize("body", [
    b"", b"logout_token=", b"logout_token=x", b"token=x", b"\xff", b"logout_token=a&logout_token=b", b"&" * 1_000,
    b"logout_token=" + b"x" * 100_000, b"logout_token=" + b"x" * 200_000,
])  # fmt: skip
async def test_a_logout_that_the_provider_has_not_signed_ends_nothing(body):
    async with company() as (place, provider):
        client = await signed_in(place, provider)
        answer = await place.anybody().post(f"{COMPANY}/logout", content=body, headers=FORM)
        assert error_of(answer)[0] in {400, 413}
        assert (await client.get("/api/session")).status_code == 200


@pytest.mark.requirement("Q-45")
async def test_whoever_is_in_stays_in_until_their_session_ends_while_the_provider_is_down():
    async with company() as (place, provider):
        client = await signed_in(place, provider)
        provider.is_down = True
        place.clock.ahead += 3_600
        assert (await client.get("/api/session")).status_code == 200
        answer = await place.anybody().post(COMPANY, json={})
        assert error_of(answer) == (502, "signInUnavailable")
        assert answer.json()["retry"] == "later"
        place.clock.ahead += 23 * 3_600
        assert (await client.get("/api/session")).status_code == 401


@pytest.mark.requirement("Q-45")
async def test_an_expired_secret_is_told_as_such_and_a_new_one_is_read_from_its_file(tmp_path):
    file = tmp_path / "secret"
    file.write_text("old\n")
    async with company(oidc_client_secret_file=str(file)) as (place, provider):
        provider.secret = "new"
        answer = await arrived(place.anybody(), provider)
        assert error_of(answer) == (502, "signInUnavailable")
        assert "GRAPHWRIGHT_OIDC_CLIENT_SECRET" in answer.json()["message"]
        file.write_text("new\n")
        assert (await arrived(place.anybody(), provider)).status_code == 200
        file.unlink()
        assert "GRAPHWRIGHT_OIDC_CLIENT_SECRET_FILE" in (await arrived(place.anybody(), provider)).json()["message"]


@pytest.mark.requirement("Q-45")
@pytest.mark.parametrize(
    "document", [b"", b"{}", b"[]", b'{"id_token": 7}', b'{"id_token": "x.y.z"}', b'{"a":' * 9_999]
)
async def test_a_provider_that_answers_nonsense_lets_nobody_in(document):
    async with company() as (place, provider):
        client = place.anybody()
        back = provider.authorize(await begun(client))
        provider.documents["token"] = document
        assert error_of(await client.put(COMPANY, json=back))[0] in {401, 502}
        assert (await client.get("/api/session")).status_code == 401


@pytest.mark.requirement("Q-48")
async def test_passwords_can_be_switched_off():
    async with company(passwords="no") as (place, provider):
        assert (await place.anybody().get("/api/session/ways")).json()["passwords"] is False
        ana = await place.somebody("Ana")
        answers = [
            await place.anybody().post("/api/session", json={"name": "Ana", "password": PASSWORD}),
            await place.anybody().post("/api/session", json={"ticket": "x", "password": PASSWORD}),
            await ana.put("/api/session/password", json={"password": PASSWORD}),
        ]
        assert [error_of(each) for each in answers] == [(403, "accessDenied")] * 3
        assert (await ana.get("/api/session")).json()["mayChoosePassword"] is False
        assert (await signed_in(place, provider, "ben")).cookies


@pytest.mark.requirement("Q-45")
async def test_without_a_provider_nothing_of_it_is_there(place):
    client = place.anybody()
    assert (await client.get("/api/session/ways")).json() == {"passwords": True, "passkeys": True, "company": None}
    for answer in (
        await client.post(COMPANY, json={}),
        await client.put(COMPANY, json={"state": "x", "code": "x"}),
        await logged_out(place, "x"),
    ):
        assert error_of(answer) == (404, "notFound")


@pytest.mark.requirement("Q-45")
@pytest.mark.parametrize(("settings", "says"), [
    ({"OIDC_ISSUER": "http://login.example.org", "OIDC_CLIENT_ID": "x"}, "must be an https address"),
    ({"OIDC_ISSUER": "https://a.example.org/?x=1", "OIDC_CLIENT_ID": "x"}, "must be an https address"),
    ({"OIDC_ISSUER": "https://u:p@a.example.org", "OIDC_CLIENT_ID": "x"}, "must be an https address"),
    ({"OIDC_ISSUER": "https://a.example.org"}, "needs GRAPHWRIGHT_OIDC_CLIENT_ID"),
    ({"OIDC_ISSUER": "https://a.example.org", "OIDC_CLIENT_ID": "x", "OIDC_SCOPES": "profile"}, "must hold openid"),
    ({"OIDC_ISSUER": "https://a.example.org", "OIDC_CLIENT_ID": "x", "OIDC_CLIENT_SECRET": "a",
      "OIDC_CLIENT_SECRET_FILE": "/b"}, "not both"),
    ({"OIDC_GROUPS": "staff"}, "must be GROUP=ACCESS"), ({"OIDC_GROUPS": "staff=owner"}, "must be GROUP=ACCESS"),
    ({"OIDC_GROUPS": "staff=viewer@"}, "must be GROUP=ACCESS"), ({"PASSWORDS": "no"}, "needs an identity provider"),
])  # fmt: skip
def test_settings_that_cannot_work_are_refused_before_anybody_comes(settings, says):
    given = {f"GRAPHWRIGHT_{name}": value for name, value in settings.items()}
    with pytest.raises(InvalidCommand, match=says):
        Settings.read({"HOME": "/nowhere", **given})


@pytest.mark.requirement("Q-43")
def test_groups_may_be_given_exactly_what_the_table_of_rights_knows():
    assert set(ACCESSES) == set(RIGHTS)


@pytest.mark.requirement("Q-40")
async def test_nothing_secret_of_a_sign_in_is_kept():
    async with company(secret="canary-secret") as (place, provider):
        await signed_in(place, provider, email="ana@example.org")
        kinds = ("person", "session", "identity", "groups", "logout", "ticket")
        kept = json.dumps(
            [[key, body.decode()] for kind in kinds for key, body in await place.workbench.store.records(kind)]
        )
        assert not [each for each in ("canary", "access", "ana@", "code-", "sid-ana") if each in kept]


MAILED = {
    "smtp_host": "localhost",
    "smtp_sender": "workbench@example.org",
    "public_address": "https://models.example.org",
}


@pytest.mark.requirement("U-453")
async def test_an_address_that_the_provider_has_verified_counts_and_any_other_does_not():
    async with company(**MAILED) as (place, provider):
        ana = await signed_in(place, provider, email="ana@example.org", email_verified=True)
        told = {"isOffered": True, "address": "ana@example.org", "comments": True}
        assert (await ana.get("/api/session/mail")).json() == told
        eve = await signed_in(place, provider, "eve", name="Eve", email="boss@example.org")
        assert (await eve.get("/api/session/mail")).json() == {"isOffered": True, "comments": True}
        # Whoever ended their mails is not mailed again because they sign in again.
        await ana.patch("/api/session/mail", json={"comments": False})
        again = await signed_in(place, provider, email="other@example.org", email_verified=True)
        assert (await again.get("/api/session/mail")).json() == {"isOffered": True, "address": "ana@example.org"}
    async with company() as (place, provider):
        await signed_in(place, provider, email="ana@example.org", email_verified=True)
        assert await place.workbench.store.records("mailbox") == []

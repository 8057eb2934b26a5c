"""Passkeys: made by whoever proves who they are, good for one account on one host, and in place of password and code."""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from io import StringIO

import httpx2
import pytest

from graphwright.cli.output import Output
from graphwright.cli.people import passkeys as take_away
from graphwright.errors import NotFound
from graphwright.server.login_throttle import TRIES
from graphwright.server.passkeys import MAX_PASSKEYS
from tests.server.place import PASSWORD, Place, error_of, open_place
from tests.server.soft_device import PRESENT, SoftDevice
from tests.server.test_second_factor import code_now, switched_on, with_password

LOGIN, OWN = "/api/session/passkey", "/api/session/passkeys"
HOST = "localhost:8426"
ORIGIN = f"http://{HOST}"


def by_name(client: httpx2.AsyncClient) -> httpx2.AsyncClient:
    """The same browser, at the name of the host instead of its number; cookies go by the port."""
    client.headers.update({"host": HOST, "origin": ORIGIN})
    return client


async def made(client: httpx2.AsyncClient, device: SoftDevice, name: str = "Laptop", **proof: str) -> httpx2.Response:
    begun = await by_name(client).post(OWN, json=proof)
    if begun.status_code != 200:
        return begun
    return await client.put(OWN, json={"name": name, "credential": device.make(begun.json()["options"])})


async def ana_and_her_device(place: Place) -> tuple[httpx2.AsyncClient, SoftDevice]:
    client, device = await with_password(place), SoftDevice(ORIGIN)
    answer = await made(client, device, password=PASSWORD)
    assert answer.status_code == 200, answer.text
    return client, device


async def asked(client: httpx2.AsyncClient) -> dict:
    return (await by_name(client).post(LOGIN, json={})).json()["options"]


async def logged_in(place: Place, device: SoftDevice, **wrong: object) -> httpx2.Response:
    client = place.anybody()
    return await client.put(LOGIN, json={"credential": device.use(await asked(client), **wrong)})  # type: ignore[arg-type]


@pytest.mark.requirement("Q-90")
async def test_somebody_makes_a_passkey_and_comes_in_with_it_and_nothing_else(place: Place):
    client, device = await ana_and_her_device(place)

    answer = await logged_in(place, device)
    again = await logged_in(place, device)

    assert (await client.get("/api/session/ways")).json() == {"passwords": True, "passkeys": True, "company": None}
    assert answer.json()["person"] == (await client.get("/api/session")).json()["person"]
    assert "HttpOnly; SameSite=Strict" in answer.headers["set-cookie"]
    assert again.status_code == 200
    (listed,) = (await client.get(OWN)).json()["passkeys"]
    assert (listed["name"], listed["host"], listed["usedAt"] is not None) == ("Laptop", "localhost", True)
    ways = [each["way"] for each in (await client.get("/api/sessions")).json()["sessions"]]
    assert ways == ["passkey", "passkey", "link"]


@pytest.mark.requirement("Q-90")
async def test_it_asks_the_device_to_know_its_holder_and_to_keep_their_name(place: Place):
    client, device = await ana_and_her_device(place)
    options = (await client.post(OWN, json={"password": PASSWORD})).json()["options"]
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert (options["rp"], options["user"]["name"]) == ({"name": "Graphwright", "id": "localhost"}, "Ana")
    assert len(options["excludeCredentials"]) == 1
    login = await asked(place.anybody())
    assert (login["userVerification"], login["rpId"], login["allowCredentials"]) == ("required", "localhost", [])
    assert error_of(await logged_in(place, device, flags=PRESENT)) == (401, "notAuthenticated")


@pytest.mark.requirement("Q-91")
async def test_what_was_signed_for_something_else_lets_nobody_in(place: Place):
    client, device = await ana_and_her_device(place)
    browser, other = place.anybody(), place.anybody()
    signed = device.use(await asked(browser))
    assert error_of(await by_name(other).put(LOGIN, json={"credential": signed})) == (401, "notAuthenticated")
    await asked(other)
    assert error_of(await other.put(LOGIN, json={"credential": signed})) == (401, "notAuthenticated")  # its challenge
    assert (await browser.put(LOGIN, json={"credential": signed})).status_code == 200
    assert error_of(await browser.put(LOGIN, json={"credential": signed})) == (401, "notAuthenticated")  # again
    assert error_of(await logged_in(place, device, host="evil.example")) == (401, "notAuthenticated")
    device.origin = "http://evil.example"
    assert error_of(await logged_in(place, device)) == (401, "notAuthenticated")
    device.origin = ORIGIN
    late = place.anybody()
    signed = device.use(await asked(late))
    place.clock.ahead += 601
    assert error_of(await late.put(LOGIN, json={"credential": signed})) == (401, "notAuthenticated")
    begun = (await client.post(OWN, json={"password": PASSWORD})).json()["options"]
    signed = device.use({**begun, "rpId": "localhost"})
    assert error_of(await client.put(LOGIN, json={"credential": signed})) == (401, "notAuthenticated")  # for making


@pytest.mark.requirement("Q-91")
async def test_a_copy_of_a_device_a_foreign_key_and_another_persons_name_let_nobody_in(place: Place):
    _, device = await ana_and_her_device(place)
    assert (await logged_in(place, device)).status_code == 200
    device.uses -= 1  # as a copy would, that has not been used
    assert error_of(await logged_in(place, device)) == (401, "notAuthenticated")
    foreign = SoftDevice(ORIGIN, device.key_id)
    foreign.handle, foreign.uses = device.handle, 50
    assert error_of(await logged_in(place, foreign)) == (401, "notAuthenticated")
    device.uses = 50
    owner = await place.workbench.owner()
    device.handle = owner.person_id.encode()
    assert error_of(await logged_in(place, device)) == (401, "notAuthenticated")


@pytest.mark.requirement("Q-91")
@pytest.mark.parametrize("credential", [
    {}, {"id": "x"}, {"id": 7, "rawId": [], "response": None, "type": "x"}, {"rawId": "=" * 900, "response": {}},
    {"id": "aa", "rawId": "aa", "type": "public-key", "response": {"clientDataJSON": "e30", "authenticatorData": "", "signature": "", "userHandle": "/8"}},
])  # fmt: skip
async def test_what_is_no_answer_of_a_device_is_refused_like_a_wrong_one(place: Place, credential):
    client, _ = await ana_and_her_device(place)
    browser = place.anybody()
    await asked(browser)
    assert error_of(await browser.put(LOGIN, json={"credential": credential})) == (401, "notAuthenticated")
    await client.post(OWN, json={"password": PASSWORD})
    refused = await client.put(OWN, json={"name": "x", "credential": credential})
    assert error_of(refused) == (400, "invalidCommand")
    assert len((await client.get(OWN)).json()["passkeys"]) == 1


@pytest.mark.requirement("Q-91")
async def test_it_cannot_be_tried_without_end(place: Place):
    _, device = await ana_and_her_device(place)
    for _ in range(TRIES):
        await logged_in(place, device, host="evil.example")
    assert error_of(await logged_in(place, device)) == (429, "limitExceeded")


@pytest.mark.requirement("Q-90")
async def test_whoever_has_a_password_and_a_code_needs_both_to_make_one_and_neither_to_use_it(place: Place):
    client, device = await with_password(place), SoftDevice(ORIGIN)
    secret, _ = await switched_on(place, client)
    assert error_of(await made(client, device)) == (403, "accessDenied")
    assert error_of(await made(client, device, password="another password")) == (403, "accessDenied")
    assert error_of(await made(client, device, password=PASSWORD)) == (403, "accessDenied")
    assert (await made(client, device, password=PASSWORD, code=code_now(place, secret))).status_code == 200
    assert (await logged_in(place, device)).json()["hasSecondFactor"] is True


@pytest.mark.requirement("Q-90")
async def test_a_passkey_that_is_removed_or_whose_person_is_gone_opens_nothing(place: Place):
    client, device = await ana_and_her_device(place)
    (listed,) = (await client.get(OWN)).json()["passkeys"]
    ben = by_name(await place.somebody("Ben"))
    assert error_of(await ben.delete(f"{OWN}/{listed['passkeyId']}")) == (404, "notFound")
    assert (await client.delete(f"{OWN}/{listed['passkeyId']}")).json() == {"passkeys": []}
    assert error_of(await logged_in(place, device)) == (401, "notAuthenticated")
    assert (await made(client, device, password=PASSWORD)).status_code == 200
    assert error_of(await made(ben, device)) == (400, "invalidCommand")  # one key opens one account
    workbench, output = place.workbench, Output(as_json=True, to=StringIO())
    assert await take_away(workbench, Namespace(name="Ana"), output) == 0
    with pytest.raises(NotFound, match="nobody with a passkey is called 'Ana'"):
        await take_away(workbench, Namespace(name="Ana"), output)
    assert error_of(await logged_in(place, device)) == (401, "notAuthenticated")


@pytest.mark.requirement("Q-90")
async def test_there_are_none_for_numbers_of_hosts_nor_without_end_nor_where_passwords_are_off(place: Place):
    client, _ = await ana_and_her_device(place)
    by_number = await place.anybody().post(LOGIN, json={})
    assert error_of(by_number) == (400, "invalidCommand")
    assert "http://localhost" in by_number.json()["message"]
    for number in range(1, MAX_PASSKEYS):
        device = SoftDevice(ORIGIN, bytes([number]) * 20)
        assert (await made(client, device, password=PASSWORD)).status_code == 200
    assert error_of(await made(client, SoftDevice(ORIGIN, b"last"), password=PASSWORD)) == (400, "invalidCommand")
    issuer = {"GRAPHWRIGHT_OIDC_ISSUER": "https://login.example.org", "GRAPHWRIGHT_OIDC_CLIENT_ID": "workbench"}
    async with open_place(GRAPHWRIGHT_PASSWORDS="no", **issuer) as strict:
        assert (await strict.anybody().get("/api/session/ways")).json()["passkeys"] is False
        assert error_of(await by_name(strict.anybody()).post(LOGIN, json={})) == (403, "accessDenied")
        assert error_of(await by_name(await strict.somebody("Ana")).post(OWN, json={})) == (403, "accessDenied")


@pytest.mark.requirement("Q-46", "Q-90")
async def test_an_account_of_the_identity_provider_has_no_passkeys(place: Place):
    client = await place.somebody("Ana")
    accounts = place.server_state.authenticator.accounts
    account = await accounts.named("Ana")
    assert account is not None
    await accounts.change(account, signed_up=True)
    assert error_of(await made(client, SoftDevice(ORIGIN))) == (403, "accessDenied")


@pytest.mark.requirement("Q-52", "Q-90")
async def test_the_audit_and_the_persons_data_tell_of_passkeys_and_hold_no_key(place: Place):
    client, device = await ana_and_her_device(place)
    await logged_in(place, device)
    await logged_in(place, device, host="evil.example")
    noted = [(each.action, each.outcome) async for each in place.workbench.audit.entries()]
    assert noted[-3:] == [
        ("passkeys.put", "done"), ("passkeyLogin.put", "done"), ("passkeyLogin.put", "notAuthenticated")
    ]  # fmt: skip
    lines = [json.loads(line) for line in (await client.get("/api/session/data")).text.splitlines()]
    (told,) = [line["content"]["passkeys"] for line in lines if line["kind"] == "account"]
    assert [(each["name"], each["host"]) for each in told] == [("Laptop", "localhost")]
    assert "publicKey" not in json.dumps(lines)


@pytest.mark.requirement("Q-91")
async def test_one_answer_of_a_device_lets_in_once_even_when_it_is_sent_twice_at_the_same_moment(place: Place):
    _, device = await ana_and_her_device(place)
    browser = place.anybody()
    signed = {"credential": device.use(await asked(browser))}
    answers = await asyncio.gather(*(browser.put(LOGIN, json=signed) for _ in range(3)))
    assert sorted(each.status_code for each in answers) == [200, 401, 401]

"""A second factor beside the password: the codes of the RFC, and what lets somebody in."""

from __future__ import annotations

import asyncio

import httpx2
import pytest

from graphwright.errors import InvalidCommand
from graphwright.server.login_throttle import TRIES
from graphwright.server.second_factor import RECOVERY_CODES
from graphwright.server.totp import STEP_S, code_at, from_base32, in_base32, otpauth, step_of
from tests.server.place import PASSWORD, Place, error_of

PATH = "/api/session/second-factor"
RFC_SECRET = b"12345678901234567890"


@pytest.mark.requirement("Q-50")
@pytest.mark.parametrize(("second", "code"), [
    (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
    (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
])  # fmt: skip
def test_codes_are_those_of_the_rfc(second, code):
    assert code_at(RFC_SECRET, second // STEP_S, digits=8) == code


@pytest.mark.requirement("Q-50")
def test_a_code_counts_in_its_step_and_its_neighbours_and_after_the_last_used_one():
    step, now = 1_000_000, 1_000_000 * STEP_S + 7.5
    around = {each: step_of(RFC_SECRET, code_at(RFC_SECRET, step + each), now, after=0) for each in range(-3, 4)}
    assert around == {-3: None, -2: None, -1: step - 1, 0: step, 1: step + 1, 2: None, 3: None}
    assert step_of(RFC_SECRET, code_at(RFC_SECRET, step), now, after=step) is None
    for nonsense in ("", "0", "abcdef", "1234567", "é", "\ud800"):
        assert step_of(RFC_SECRET, nonsense, now, after=0) is None


@pytest.mark.requirement("Q-50")
def test_an_app_reads_the_secret_from_its_address():
    secret = in_base32(RFC_SECRET)
    assert from_base32(secret) == RFC_SECRET
    assert otpauth(secret, "Ana Berg/x", "Graphwright") == (
        "otpauth://totp/Graphwright:Ana%20Berg%2Fx?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        "&issuer=Graphwright&algorithm=SHA1&digits=6&period=30"
    )


async def with_password(place: Place, name: str = "Ana") -> httpx2.AsyncClient:
    client = await place.somebody(name)
    assert (await client.put("/api/session/password", json={"password": PASSWORD})).status_code == 200
    return client


def code_now(place: Place, secret: str, steps: int = 0) -> str:
    return code_at(from_base32(secret), int(place.clock.now().timestamp()) // STEP_S + steps)


async def switched_on(place: Place, client: httpx2.AsyncClient) -> tuple[str, list[str]]:
    """The secret and the recovery codes. The code that it took is not good any more."""
    secret = (await client.post(PATH, json={})).json()["secret"]
    answer = await client.put(PATH, json={"code": code_now(place, secret), "isOn": True})
    assert answer.status_code == 200, answer.text
    place.clock.ahead += STEP_S
    return secret, answer.json()["recoveryCodes"]


async def logged_in(place: Place, **more: str) -> httpx2.Response:
    return await place.anybody().post("/api/session", json={"name": "Ana", "password": PASSWORD, **more})


@pytest.mark.requirement("Q-50")
async def test_with_a_second_factor_a_password_alone_lets_nobody_in(place):
    client = await with_password(place)
    assert (await logged_in(place)).json()["hasSecondFactor"] is False
    secret, _ = await switched_on(place, client)
    refused = await logged_in(place)
    assert error_of(refused) == (401, "notAuthenticated")
    assert refused.json()["fields"] == {"needs": "code"}
    assert refused.cookies == httpx2.Cookies()
    wrong = await place.anybody().post(
        "/api/session", json={"name": "Ana", "password": "x", "code": code_now(place, secret)}
    )
    assert wrong.json().get("fields") is None
    answer = await logged_in(place, code=code_now(place, secret))
    assert answer.json()["hasSecondFactor"] is True
    assert error_of(await logged_in(place, code=code_now(place, secret))) == (401, "notAuthenticated")
    place.clock.ahead += STEP_S
    spaced = code_now(place, secret)
    assert (await logged_in(place, code=f" {spaced[:3]} {spaced[3:]} ")).status_code == 200


@pytest.mark.requirement("Q-50")
async def test_one_code_lets_in_once_even_when_it_is_sent_twice_at_the_same_moment(place):
    secret, _ = await switched_on(place, await with_password(place))
    code = code_now(place, secret)
    answers = await asyncio.gather(*(logged_in(place, code=code) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [200, 401, 401, 401]


@pytest.mark.requirement("Q-50")
async def test_a_recovery_code_lets_in_once(place):
    _, codes = await switched_on(place, await with_password(place))
    assert len(set(codes)) == RECOVERY_CODES
    assert (await logged_in(place, code=codes[0].lower())).status_code == 200
    assert (await logged_in(place, code=codes[0])).status_code == 401
    assert (await logged_in(place, code=codes[1])).status_code == 200
    kept = b"".join(body for _, body in await place.workbench.store.records("person")).decode()
    assert not [each for each in codes if each in kept or each.replace("-", "") in kept]


@pytest.mark.requirement("Q-50")
async def test_codes_cannot_be_guessed_for_long(place):
    secret, _ = await switched_on(place, await with_password(place))
    for _ in range(TRIES):
        await logged_in(place, code="000000")
    assert error_of(await logged_in(place, code=code_now(place, secret))) == (429, "limitExceeded")


@pytest.mark.requirement("Q-50")
async def test_it_is_switched_on_by_a_code_of_the_app_and_off_by_another(place):
    client = await with_password(place)
    secret = (await client.post(PATH, json={})).json()["secret"]
    assert error_of(await client.put(PATH, json={"code": "000000", "isOn": True})) == (403, "accessDenied")
    assert (await logged_in(place)).status_code == 200  # it does not count before its first code
    await client.put(PATH, json={"code": code_now(place, secret), "isOn": True})
    assert error_of(await client.post(PATH, json={})) == (400, "invalidCommand")
    assert error_of(await client.put(PATH, json={"code": code_now(place, secret), "isOn": False})) == (
        403,
        "accessDenied",
    )
    place.clock.ahead += STEP_S
    answer = await client.put(PATH, json={"code": code_now(place, secret), "isOn": False})
    assert answer.json() == {"isOn": False}
    assert (await logged_in(place)).status_code == 200


@pytest.mark.requirement("Q-50")
async def test_a_second_factor_needs_a_password_to_stand_beside(place):
    client = await place.somebody("Ben")
    assert error_of(await client.post(PATH, json={})) == (400, "invalidCommand")
    assert error_of(await client.put(PATH, json={"code": "1", "isOn": True})) == (400, "invalidCommand")
    assert error_of(await client.put(PATH, json={"code": "1", "isOn": False})) == (400, "invalidCommand")
    for body in ({}, {"code": "", "isOn": True}, {"code": "1" * 101, "isOn": True}, {"code": 1, "isOn": True}):
        assert error_of(await client.put(PATH, json=body)) == (400, "invalidCommand")


@pytest.mark.requirement("Q-50")
async def test_a_first_code_makes_recovery_codes_once_for_two_pages_that_send_it_at_the_same_moment(place):
    client = await with_password(place)
    secret = (await client.post(PATH, json={})).json()["secret"]
    authenticator, code = place.server_state.authenticator, code_now(place, secret)
    as_both_saw_it = await authenticator.accounts.named("Ana")
    codes = await authenticator.second_factors.confirm(as_both_saw_it, code)
    with pytest.raises(InvalidCommand):
        await authenticator.second_factors.confirm(as_both_saw_it, code)
    assert (await logged_in(place, code=codes[0])).status_code == 200


@pytest.mark.requirement("Q-50")
async def test_a_password_that_was_being_hashed_takes_no_second_factor_away(place):
    client = await with_password(place)
    accounts = place.server_state.authenticator.accounts
    as_it_was = await accounts.named("Ana")
    assert as_it_was is not None
    await switched_on(place, client)
    await accounts.set_password(as_it_was, PASSWORD)
    assert (await logged_in(place)).json()["fields"] == {"needs": "code"}

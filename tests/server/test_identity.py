"""Who somebody is: links, passwords, cookies, tokens; and where requests may come from."""

from __future__ import annotations

import base64
import json
import random
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey

from graphwright.errors import NotAuthenticated, StoreDamaged
from graphwright.protocol.wire import encode
from graphwright.server.tickets import INVITATION_LIFE, OWNER_LIFE
from graphwright.server.tokens import ALGORITHM, ApiTokens, SigningKey
from tests.server.place import PASSWORD, error_of, open_place


async def owner_ticket(place) -> str:
    account = await place.server_state.authenticator.accounts.owner()
    return await place.server_state.authenticator.tickets.issue(account.person_id, OWNER_LIFE)


@pytest.mark.requirement("R-03", "R-04", "WD-23")
async def test_a_link_lets_its_owner_in_once_and_gives_a_cookie_that_scripts_cannot_read(place):
    client, late = place.anybody(), place.anybody()
    ticket = await owner_ticket(place)

    nothing = await client.get("/api/projects")
    entered = await client.post("/api/session", json={"ticket": ticket})
    again = await late.post("/api/session", json={"ticket": ticket})

    assert error_of(nothing) == (401, "notAuthenticated")
    assert entered.status_code == 200
    assert entered.json()["access"] == "admin"
    cookie = entered.headers["set-cookie"]
    assert cookie.startswith("graphwright-8426=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert (await client.get("/api/projects")).status_code == 200
    assert error_of(again) == (401, "notAuthenticated")
    stored = [body for kind in ("session", "ticket") for _, body in await place.workbench.store.records(kind)]
    assert cookie.split(";")[0].split("=")[1].encode() not in b"".join(stored)


@pytest.mark.requirement("R-03")
async def test_a_link_grows_old_and_a_newer_one_replaces_it(place):
    first, second = await owner_ticket(place), await owner_ticket(place)
    assert error_of(await place.anybody().post("/api/session", json={"ticket": first})) == (401, "notAuthenticated")
    place.clock.ahead = OWNER_LIFE.total_seconds() + 1
    assert error_of(await place.anybody().post("/api/session", json={"ticket": second})) == (401, "notAuthenticated")


@pytest.mark.requirement("R-04")
async def test_over_https_the_cookie_belongs_to_this_host_and_to_https_only():
    async with open_place(GRAPHWRIGHT_ORIGINS="https://models.example.org") as place:
        ticket = await owner_ticket(place)
        client = place.anybody(origin="https://models.example.org", host="models.example.org")
        cookie = (await client.post("/api/session", json={"ticket": ticket})).headers["set-cookie"]

    assert cookie.startswith("__Host-graphwright=")
    assert "Secure" in cookie.split("; ")


@pytest.mark.requirement("R-09", "WC-19")
async def test_a_password_chosen_with_the_link_lets_its_owner_in_again(place):
    ticket = await owner_ticket(place)
    short = await place.anybody().post("/api/session", json={"ticket": ticket, "password": "short"})
    chosen = await place.anybody().post("/api/session", json={"ticket": ticket, "password": PASSWORD})
    name = chosen.json()["person"]["name"]

    known = await place.anybody().post("/api/session", json={"name": name.upper(), "password": PASSWORD})
    wrong = await place.anybody().post("/api/session", json={"name": name, "password": PASSWORD + "!"})
    nobody = await place.anybody().post("/api/session", json={"name": "nobody", "password": PASSWORD})

    assert error_of(short) == (400, "invalidCommand")
    assert chosen.json()["hasPassword"]
    assert known.status_code == 200
    assert (error_of(wrong), wrong.content) == (error_of(nobody), nobody.content)
    (stored,) = [body for _, body in await place.workbench.store.records("person")]
    assert b"$argon2id$v=19$m=19456,t=2,p=1$" in stored
    assert PASSWORD.encode() not in stored


@pytest.mark.requirement("R-09", "R-42")
async def test_of_a_thousand_guesses_twenty_are_looked_at_and_the_wall_clock_gives_no_new_ones(place):
    looked_at = 0
    clients = [place.anybody(address=f"10.0.0.{number}") for number in range(100)]
    for number in range(1_000):
        place.clock.wall = -3_600.0 * number
        client = clients[number % len(clients)]
        answer = await client.post("/api/session", json={"name": "root", "password": f"guess number {number}"})
        looked_at += error_of(answer) == (401, "notAuthenticated")
        if error_of(answer) == (429, "limitExceeded"):
            assert answer.json()["retry"] == "later"
    assert looked_at == 20
    place.clock.wall = 0.0
    place.clock.ahead = 901.0
    late = await place.anybody().post("/api/session", json={"name": "root", "password": "a guess later on"})
    assert error_of(late) == (401, "notAuthenticated")


@pytest.mark.requirement("R-09")
async def test_log_ins_that_succeed_do_not_count_as_guesses(place):
    for _ in range(30):
        await place.owner()


@pytest.mark.requirement("R-01", "R-02")
async def test_a_token_that_is_changed_by_one_bit_or_field_opens_nothing(place):
    await place.project("shop")
    open_project = await place.workbench.open_project("shop")
    issued = await place.server_state.authenticator.tokens.issue(open_project, "viewer")
    head, body, signature = issued.token.split(".")
    rolls = random.Random(1)
    forged = [alter(issued.token, rolls) for _ in range(10_000)]
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    own = OctKey.import_key(b"k" * 32)
    for header in ({"alg": "none"}, {"alg": "HS256"}, {"alg": "HS256", "jku": "http://evil.example"}, {"alg": "HS512"}):
        forged.append(f"{packed(header)}.{body}.{signature}")
        forged.append(f"{packed(header)}.{body}.")
    forged.append(jwt.encode({"alg": ALGORITHM}, claims, own, algorithms=[ALGORITHM]))
    forged += ["", ".", "..", "a.b.c", head, "x" * 5_000, f"{head}.{body}", f"{head}.{packed({})}.{signature}"]
    client = place.anybody()

    accepted = [text for text in forged if await is_accepted(place, text)]

    assert (await client.get("/api/projects", headers={"authorization": f"bearer {issued.token}"})).status_code == 200
    assert accepted == []


@pytest.mark.requirement("R-02")
@pytest.mark.parametrize("change", [
    {"exp": None}, {"aud": None}, {"iss": None}, {"sub": None}, {"jti": None}, {"exp": 1}, {"aud": "other"},
    {"iss": "other"}, {"sub": "01900000-0000-7000-8000-000000000001"}, {"jti": "01900000-0000-7000-8000-000000000001"},
    {"exp": "soon"}, {"nbf": 99_999_999_999},
])  # fmt: skip
async def test_a_token_needs_every_claim_even_with_the_right_signature(place, change: dict[str, Any]):
    await place.project("shop")
    issued = await place.server_state.authenticator.tokens.issue(await place.workbench.open_project("shop"), "viewer")
    issuer, key = await place.server_state.authenticator.tokens.key()
    claims = json.loads(base64.urlsafe_b64decode(issued.token.split(".")[1] + "=="))
    assert claims["iss"] == issuer
    changed = {name: value for name, value in {**claims, **change}.items() if value is not None}

    text = jwt.encode({"typ": "JWT", "alg": ALGORITHM}, changed, key, algorithms=[ALGORITHM])

    assert error_of(await place.anybody().get("/api/projects", headers={"authorization": f"Bearer {text}"})) == (
        401,
        "notAuthenticated",
    )


@pytest.mark.requirement("R-05", "R-10", "D-20")
async def test_a_token_is_looked_up_at_each_use_and_ends_with_its_access_and_its_life(place):
    owner = await place.owner()
    await place.project("shop")
    made = await owner.post("/api/tokens", json={"project": "shop", "access": "editor", "days": 2})
    assert made.status_code == 201
    program = place.anybody(authorization=f"Bearer {made.json()['token']}")

    first = await program.get("/api/projects/shop")
    person = {"personId": made.json()["person"]["personId"]}
    await owner.put("/api/projects/shop/members", json={**person, "access": "viewer"})
    lowered = await program.get("/api/projects/shop")
    await owner.put("/api/projects/shop/members", json={**person, "access": None})
    gone = await program.get("/api/projects/shop")
    other = await owner.post("/api/tokens", json={"project": "shop", "access": "viewer", "days": 2})
    place.clock.ahead = 2 * 86_400 + 1
    old = await place.anybody(authorization=f"Bearer {other.json()['token']}").get("/api/projects/shop")

    assert (first.json()["access"], lowered.json()["access"]) == ("editor", "viewer")
    assert error_of(gone) == (401, "notAuthenticated")
    assert error_of(old) == (401, "notAuthenticated")


@pytest.mark.requirement("R-73")
async def test_what_the_person_of_a_token_made_ends_when_the_token_has_expired(place):
    owner = await place.owner()
    await place.project("shop")
    made = (await owner.post("/api/tokens", json={"project": "shop", "access": "admin", "days": 2})).json()
    program = place.anybody(authorization=f"Bearer {made['token']}")
    body = {"kind": "view", "about": "hierarchy", "days": 366}
    secret = {"secret": (await program.post("/api/projects/shop/shares", json=body)).json()["secret"]}
    tokens = place.server_state.authenticator.tokens

    await tokens.end_expired()
    during = await place.anybody().post("/api/shared", json=secret)
    place.clock.ahead = 2 * 86_400 + 1
    await tokens.end_expired()
    after = await place.anybody().post("/api/shared", json=secret)

    assert (during.status_code, error_of(after)) == (200, (404, "notFound"))
    members = await place.terminal().get("/api/projects/shop/members")
    assert made["person"]["personId"] not in members.text
    assert await tokens.living() == []


@pytest.mark.requirement("R-68", "R-74")
async def test_a_token_holds_when_the_clock_steps_back_and_still_ends_on_its_day(place):
    await place.project("shop")
    program = await place.program("shop", "viewer")

    place.clock.wall = -86_400.0
    back = await program.get("/api/projects/shop")
    place.clock.wall = 31 * 86_400.0
    after = await program.get("/api/projects/shop")

    assert (back.status_code, error_of(after)) == (200, (401, "notAuthenticated"))


@pytest.mark.requirement("R-73")
async def test_a_token_makes_no_tokens(place):
    await place.project("shop")
    program = await place.program("shop", "admin")

    answer = await program.post("/api/tokens", json={"project": "shop", "access": "admin", "days": 366})

    assert error_of(answer) == (403, "accessDenied")
    assert len(await place.server_state.authenticator.tokens.living()) == 1


@pytest.mark.requirement("R-54", "R-01")
async def test_a_short_key_is_refused(place):
    short = SigningKey(issuer="x", secret=base64.b64encode(b"k" * 31).decode())
    await place.workbench.store.set_record("secret", "tokens", encode(short))
    with pytest.raises(StoreDamaged, match="31 bytes"):
        await ApiTokens(place.workbench).key()


@pytest.mark.requirement("R-05")
async def test_logging_out_ends_this_session_and_no_other(place):
    one, other = await place.owner(), await place.owner()
    assert (await one.delete("/api/session")).status_code == 200
    assert error_of(await one.get("/api/session")) == (401, "notAuthenticated")
    assert (await other.get("/api/session")).status_code == 200
    place.clock.ahead = 14 * 86_400 + 1
    assert error_of(await other.get("/api/session")) == (401, "notAuthenticated")


@pytest.mark.requirement("R-03", "R-10")
async def test_people_are_invited_by_name_and_nobody_gets_into_an_account_that_is_used(place):
    owner = await place.owner()
    await place.project("shop")
    invited = (await owner.put("/api/projects/shop/members", json={"name": "Ben", "access": "editor"})).json()
    again = (await owner.put("/api/projects/shop/members", json={"name": "ben", "access": "admin"})).json()
    spent = await place.anybody().post("/api/session", json={"ticket": invited["ticket"]})
    ben = place.anybody()
    entered = await ben.post("/api/session", json={"ticket": again["ticket"], "password": PASSWORD})
    await ben.post("/api/projects", json={"name": "bens"})
    anew = (await owner.put("/api/projects/shop/members", json={"name": "BEN", "access": "viewer"})).json()
    eve = await place.somebody("eve", shop="admin")
    taken = (await eve.put("/api/projects/shop/members", json={"name": "Ben", "access": "admin"})).json()

    assert [person["name"] for person in invited["members"]][1:] == ["Ben"]
    assert error_of(spent) == (401, "notAuthenticated")
    assert entered.json()["person"]["name"] == "Ben"
    assert "ticket" not in anew
    assert "ticket" not in taken
    place.clock.ahead = INVITATION_LIFE.total_seconds()


@pytest.mark.requirement("R-03", "R-05")
async def test_an_invitation_shows_its_end_and_can_be_withdrawn_and_made_again(place):
    owner = await place.owner()
    await place.project("shop")
    address = "/api/projects/shop/members"
    invited = (await owner.put(address, json={"name": "Ben", "access": "editor"})).json()
    eve = await place.somebody("eve", shop="admin")
    ben = invited["members"][1]

    assert ben == {
        "personId": ben["personId"], "name": "Ben", "access": "editor", "kind": "account", "hasEntered": False,
        "linkExpiresAt": invited["ticketExpiresAt"],
    }  # fmt: skip
    refused = await eve.delete(f"{address}/{ben['personId']}/invitation")
    withdrawn = (await owner.delete(f"{address}/{ben['personId']}/invitation")).json()["members"][1]
    spent = await place.anybody().post("/api/session", json={"ticket": invited["ticket"]})
    changed = (await owner.put(address, json={"personId": ben["personId"], "access": "viewer"})).json()
    again = (await owner.put(address, json={"name": "Ben", "access": "viewer"})).json()
    await owner.put(address, json={"name": "Ben", "access": None})
    removed = await place.anybody().post("/api/session", json={"ticket": again["ticket"]})

    assert error_of(refused) == (403, "accessDenied")
    assert "linkExpiresAt" not in withdrawn
    assert error_of(spent) == error_of(removed) == (401, "notAuthenticated")
    assert "ticket" not in changed, "a change of access makes no new way in"
    unknown = await owner.delete(
        f"{address}/{(await owner.get('/api/session')).json()['person']['personId']}/invitation"
    )
    assert error_of(unknown) == (404, "notFound")


@pytest.mark.requirement("R-09", "R-05")
async def test_a_password_is_chosen_at_the_desk_and_changed_only_by_whoever_knows_it(place):
    await place.project("shop")
    first, second = await place.somebody("ben", shop="editor"), await place.somebody("ben", shop="editor")
    chosen = await first.put("/api/session/password", json={"password": PASSWORD})
    elsewhere = await second.get("/api/session")
    blind = await first.put("/api/session/password", json={"password": PASSWORD + "2"})
    wrong = await first.put("/api/session/password", json={"password": PASSWORD + "2", "current": "something else"})
    short = await first.put("/api/session/password", json={"password": "short", "current": PASSWORD})
    changed = await first.put("/api/session/password", json={"password": PASSWORD + "2", "current": PASSWORD})
    old = await place.anybody().post("/api/session", json={"name": "ben", "password": PASSWORD})
    new = await place.anybody().post("/api/session", json={"name": "Ben", "password": PASSWORD + "2"})

    assert chosen.json()["hasPassword"] is True
    assert error_of(elsewhere) == (401, "notAuthenticated"), "every other browser is logged out"
    assert error_of(blind) == error_of(wrong) == (403, "accessDenied")
    assert error_of(short) == (400, "invalidCommand")
    assert changed.status_code == new.status_code == 200
    assert error_of(old) == (401, "notAuthenticated")
    assert (await first.get("/api/session")).status_code == 200


@pytest.mark.requirement("R-05", "R-10")
async def test_people_see_and_end_their_own_tokens_and_the_owner_all(place):
    await place.project("shop")
    owner = await place.owner()
    ana, eve = await place.somebody("ana", shop="admin"), await place.somebody("eve", shop="admin")
    issued = (await ana.post("/api/tokens", json={"project": "shop", "access": "editor", "days": 2})).json()
    program = place.anybody(authorization=f"Bearer {issued['token']}")
    listed = (await ana.get("/api/tokens")).json()["tokens"]

    assert listed == [
        {
            "tokenId": listed[0]["tokenId"], "name": issued["person"]["name"], "projectId": issued["projectId"],
            "project": "shop", "access": "editor", "expiresAt": issued["expiresAt"],
        }
    ]  # fmt: skip
    assert (await owner.get("/api/tokens")).json()["tokens"] == listed
    assert (await eve.get("/api/tokens")).json()["tokens"] == []
    assert error_of(await eve.delete(f"/api/tokens/{listed[0]['tokenId']}")) == (404, "notFound")
    assert (await program.get("/api/projects/shop")).status_code == 200
    assert (await ana.delete(f"/api/tokens/{listed[0]['tokenId']}")).json() == {"tokens": []}
    assert error_of(await program.get("/api/projects/shop")) == (401, "notAuthenticated")
    assert [each["kind"] for each in (await ana.get("/api/projects/shop/members")).json()["members"]] == [
        "owner", "account", "account",
    ]  # fmt: skip


@pytest.mark.requirement("R-03")
@pytest.mark.parametrize("name", ["", " ", "x" * 65, "a\u202eb", "a\x00b", "\u200b"])
async def test_a_name_is_visible(place, name):
    owner = await place.owner()
    await place.project("shop")
    answer = await owner.put("/api/projects/shop/members", json={"name": name, "access": "viewer"})
    assert error_of(answer) == (400, "invalidCommand")


@pytest.mark.requirement("R-11")
async def test_the_owner_stays_admin_and_a_stranger_cannot_be_added_by_id(place):
    owner = await place.owner()
    await place.project("shop")
    mine = (await owner.get("/api/session")).json()["person"]["personId"]
    lowered = await owner.put("/api/projects/shop/members", json={"personId": mine, "access": "viewer"})
    eve = await place.somebody("eve", shop="admin")
    await place.somebody("ben")
    ben = (await place.server_state.authenticator.accounts.named("ben")).person_id
    added = await eve.put("/api/projects/shop/members", json={"personId": ben, "access": "viewer"})
    assert error_of(lowered)[0] in {400, 404}
    assert error_of(added) == (404, "notFound")


@pytest.mark.requirement("R-07")
@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8426", "127.0.0.1.evil.example", "", "localhost.", "[::2]:8426", "0.0.0.0:8426"],
)
@pytest.mark.parametrize("path", ["/", "/api/projects", "/healthz", "/api/openapi.json", "/metrics", "/api/session"])
async def test_the_server_answers_to_its_own_names_only(place, host, path):
    assert error_of(await place.anybody(host=host).get(path)) == (403, "accessDenied")


@pytest.mark.requirement("R-07")
@pytest.mark.parametrize("host", ["127.0.0.1:8426", "localhost:8426", "LOCALHOST", "[::1]:8426"])
async def test_these_are_its_own_names(place, host):
    client = place.anybody(host=host, origin=f"http://{host.lower()}")
    assert (await client.get("/healthz")).status_code == 200


@pytest.mark.requirement("R-06", "R-08", "WC-19")
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:8427",
        "http://127.0.0.1",
        "ftp://127.0.0.1:8426",
        "http://localhost:8426",
        "",
    ],
)
async def test_a_page_of_another_origin_can_change_nothing(place, origin):
    client = await place.owner()
    answer = await client.post("/api/projects", json={"name": "shop"}, headers={"origin": origin})
    assert error_of(answer) == (403, "accessDenied")
    assert (await client.get("/api/projects")).json() == {"projects": []}


@pytest.mark.requirement("R-08")
async def test_a_write_needs_json_its_own_page_and_beside_a_cookie_an_origin(place):
    client = await place.owner()
    server_state = await client.post("/api/projects", json={"name": "a"}, headers={"sec-fetch-site": "cross-site"})
    form = await client.post("/api/projects", data={"name": "a"})
    text = await client.post("/api/projects", content=b'{"name": "a"}', headers={"content-type": "text/plain"})
    none = await client.post("/api/projects", content=b'{"name": "a"}')
    del client.headers["origin"]
    missing = await client.post("/api/projects", json={"name": "a"})
    assert [error_of(each) for each in (server_state, form, text, none, missing)] == [
        (403, "accessDenied"), (400, "invalidCommand"), (400, "invalidCommand"), (400, "invalidCommand"),
        (403, "accessDenied"),
    ]  # fmt: skip


@pytest.mark.requirement("R-06")
async def test_an_allowed_origin_may_come_through_a_proxy():
    async with open_place(GRAPHWRIGHT_ORIGINS="https://models.example.org") as place:
        client = place.anybody(origin="https://models.example.org", host="models.example.org")
        assert (await client.post("/api/session", json={"ticket": await owner_ticket(place)})).status_code == 200


@pytest.mark.requirement("R-04")
async def test_a_credential_in_the_address_is_no_credential(place):
    program = await place.program("shop" if await place.project("shop") else "", "viewer")
    token = program.headers["authorization"].split()[1]
    answer = await place.anybody().get(f"/api/projects?token={token}&access_token={token}")
    assert error_of(answer) == (401, "notAuthenticated")


async def is_accepted(place, text: str) -> bool:
    try:
        await place.server_state.authenticator.tokens.read(text)
    except NotAuthenticated:
        return False
    return True


def packed(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def alter(token: str, rolls: random.Random) -> str:
    """The token with one bit of one character turned over."""
    place = rolls.randrange(len(token))
    turned = chr(ord(token[place]) ^ (1 << rolls.randrange(7)))
    return token[:place] + turned + token[place + 1 :]

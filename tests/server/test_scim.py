"""The organisation's directory over SCIM: who belongs to it comes, changes and goes, and everything of theirs with them."""

from __future__ import annotations

import ast
import asyncio
import gc
import json
from argparse import Namespace
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from io import StringIO
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import httpx2
import pytest

from graphwright.cli.output import Output
from graphwright.cli.people import directory_standing, scim_token
from graphwright.ports import parsing
from graphwright.protocol.graph import Author
from graphwright.search import local
from graphwright.search.local import LocalEmbedder
from graphwright.server.directory_news import REFUSALS_KEPT
from graphwright.server.routes import scim
from tests.chats.serving import listening
from tests.interop.judging import JUDGES
from tests.mcp.judging import said_by, there
from tests.oidc.fake_provider import SETTINGS, FakeProvider
from tests.server.place import HOST, Place, open_place
from tests.server.test_company import close_code, opened, projects
from tests.server.test_company import signed_in as told_by_provider

USERS, GROUPS = "/scim/v2/Users", "/scim/v2/Groups"
USER = "urn:ietf:params:scim:schemas:core:2.0:User"
GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"


@asynccontextmanager
async def with_directory(groups: str = "makers=editor@shop,guests=viewer") -> AsyncIterator[tuple[Place, Any, Any]]:
    """A server with an identity provider, and the directory that tells who there is."""
    async with open_place(**{**SETTINGS, "GRAPHWRIGHT_OIDC_GROUPS": groups}) as place:
        provider = FakeProvider(place.clock)
        place.server_state.authenticator.company.provider.fetch = provider
        await place.project("shop")
        await place.project("plant")
        yield place, await directory_of(place), provider


async def directory_of(place: Place) -> httpx2.AsyncClient:
    token = await place.server_state.authenticator.directory.make_token()
    client = place.anybody(authorization=f"Bearer {token}")
    del client.headers["origin"]
    return client


async def signed_in(place: Place, provider: FakeProvider, subject: str, **claims: Any) -> httpx2.AsyncClient:
    return await told_by_provider(place, provider, subject, **{"name": subject, "groups": [], **claims})


def user(name: str, subject: str | None = None, **more: Any) -> dict[str, Any]:
    return {"schemas": [USER], "userName": name, **({"externalId": subject} if subject else {}), **more}


async def made(directory: httpx2.AsyncClient, name: str = "ana@example.org", subject: str = "ana", **more: Any) -> dict:
    answer = await directory.post(USERS, json=user(name, subject, **more))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def grouped(directory: httpx2.AsyncClient, name: str, *members: dict) -> dict:
    body = {"schemas": [GROUP], "displayName": name, "members": [{"value": each["id"]} for each in members]}
    answer = await directory.post(GROUPS, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def patched(directory: httpx2.AsyncClient, resource: dict, *operations: dict) -> httpx2.Response:
    path = resource["meta"]["location"].partition(HOST)[2]
    return await directory.patch(path, json={"schemas": [PATCH], "Operations": [*operations]})


def refused(answer: httpx2.Response) -> tuple[int, str | None]:
    """Status and keyword of a refusal, after checking that it has the form of SCIM's."""
    body = answer.json()
    assert answer.headers["content-type"] == "application/scim+json"
    assert body["schemas"] == ["urn:ietf:params:scim:api:messages:2.0:Error"]
    assert body["status"] == str(answer.status_code)
    assert body["detail"]
    return answer.status_code, body.get("scimType")


@pytest.mark.slow
@pytest.mark.requirement("Q-92")
async def test_who_the_directory_tells_of_signs_in_to_the_account_it_made_with_what_their_groups_give():
    async with with_directory() as (place, directory, provider):
        ana = await made(directory, displayName="Ana Berg")
        assert (ana["active"], ana["meta"]["resourceType"], ana["userName"]) == (True, "User", "ana@example.org")
        makers = await grouped(directory, "makers", ana)
        client = await signed_in(place, provider, "ana", name="Somebody Else", groups=["guests"])

        me = (await client.get("/api/session")).json()
        assert (me["person"], me["mayChoosePassword"]) == ({"personId": ana["id"], "name": "Ana Berg"}, False)
        assert await projects(client) == {"shop": "editor"}
        shown = (await directory.get(f"{USERS}/{ana['id']}")).json()
        assert [(each["value"], each["display"]) for each in shown["groups"]] == [(makers["id"], "makers")]

        gone = {"op": "remove", "path": f'members[value eq "{ana["id"]}"]'}
        assert (await patched(directory, makers, gone)).status_code == 200
        assert await projects(client) == {}
        await grouped(directory, "guests", ana)
        assert await projects(client) == {"shop": "viewer", "plant": "viewer"}
        place.clock.ahead += 3_600 * 24 * 3
        await place.server_state.authenticator.company.forget_old()
        later = await signed_in(place, provider, "ana", groups=[])
        assert await projects(later) == {"shop": "viewer", "plant": "viewer"}


@pytest.mark.requirement("Q-93")
@pytest.mark.parametrize("how", ["patch", "put", "delete"])
async def test_whoever_is_switched_off_is_out_at_once_with_sessions_sockets_and_tokens(how):
    async with with_directory("makers=admin@shop") as (place, directory, provider):
        ana = await made(directory)
        await grouped(directory, "makers", ana)
        client = await signed_in(place, provider, "ana")
        issued = (await client.post("/api/tokens", json={"project": "shop", "access": "editor"})).json()
        program = place.anybody(authorization=f"Bearer {issued['token']}")
        page = await opened(place, client)
        assert (await program.get("/api/projects/shop")).status_code == 200

        if how == "patch":
            answer = await patched(directory, ana, {"op": "replace", "path": "active", "value": False})
        elif how == "put":
            answer = await directory.put(f"{USERS}/{ana['id']}", json=user("ana@example.org", "ana", active=False))
        else:
            answer = await directory.delete(f"{USERS}/{ana['id']}")

        assert answer.status_code == (204 if how == "delete" else 200), answer.text
        assert (await client.get("/api/session")).status_code == 401
        assert (await program.get("/api/projects/shop")).status_code == 401
        await close_code(page)
        with pytest.raises(AssertionError, match="switched this account off"):
            await signed_in(place, provider, "ana")
        if how == "delete":
            assert refused(await directory.get(f"{USERS}/{ana['id']}")) == (404, None)
            assert (await directory.get(GROUPS)).json()["Resources"][0].get("members") is None
            assert (await made(directory))["id"] == ana["id"]
        else:
            assert (await patched(directory, ana, {"op": "add", "value": {"active": True}})).status_code == 200
            assert await projects(await signed_in(place, provider, "ana")) == {"shop": "admin"}


@pytest.mark.requirement("Q-93")
async def test_a_member_by_name_who_is_switched_off_may_do_nothing_and_may_again_when_switched_on():
    async with with_directory() as (place, directory, provider):
        client = await signed_in(place, provider, "ana")
        account = (await client.get("/api/session")).json()["person"]
        person = await place.server_state.authenticator.accounts.get(account["personId"])
        assert person is not None
        await place.give(place_author(account), "plant", "admin")
        ana = await made(directory)
        assert (ana["id"], await projects(client)) == (account["personId"], {"plant": "admin"})
        await patched(directory, ana, {"op": "Replace", "path": "active", "value": "False"})
        members = (await (await place.owner()).get("/api/projects/plant/members")).json()["members"]
        assert account["personId"] in [each["personId"] for each in members]
        from graphwright.access import access_in

        project = (await place.workbench.open_project("plant")).project
        assert await access_in(project.store, project.project_id, account["personId"]) is None
        await patched(directory, ana, {"op": "replace", "value": {"active": True}})
        assert await projects(await signed_in(place, provider, "ana")) == {"plant": "admin"}


def place_author(person: dict) -> Author:
    from graphwright.protocol.graph import Author

    return Author(person_id=person["personId"], name=person["name"])


@pytest.mark.requirement("Q-93")
@pytest.mark.parametrize("how", ["patch", "put", "delete", "post"])
async def test_the_owner_is_never_removed_or_switched_off(how):
    async with with_directory() as (place, directory, provider):
        owner = await place.workbench.owner()
        company = place.server_state.authenticator.company
        await company.name_identity("boss", owner.person_id)
        if how == "post":
            answer = await directory.post(USERS, json=user("boss", "boss", active=False))
        else:
            boss = await made(directory, "boss", "boss")
            assert boss["id"] == owner.person_id
            path = f"{USERS}/{boss['id']}"
            answer = {
                "patch": lambda: patched(directory, boss, {"op": "replace", "path": "active", "value": False}),
                "put": lambda: directory.put(path, json=user("boss", "boss", active=False)),
                "delete": lambda: directory.delete(path),
            }[how]
            answer = await answer()
        assert refused(answer) == (403, None)
        assert "owner of the data folder" in answer.json()["detail"]
        client = await signed_in(place, provider, "boss")
        assert (await client.get("/api/session")).json()["access"] == "admin"


@pytest.mark.requirement("Q-92")
async def test_names_and_identities_are_those_of_one_user():
    async with with_directory() as (_, directory, _provider):
        ana = await made(directory)
        assert refused(await directory.post(USERS, json=user("ANA@example.org", "other"))) == (409, "uniqueness")
        assert refused(await directory.post(USERS, json=user("other", "ana"))) == (409, "uniqueness")
        ben = await made(directory, "ben", "ben")
        assert refused(await directory.put(f"{USERS}/{ben['id']}", json=user("ben", "ana"))) == (409, "uniqueness")
        await grouped(directory, "makers", ana)
        assert refused(await directory.post(GROUPS, json={"schemas": [GROUP], "displayName": "makers"})) == (
            409, "uniqueness",
        )  # fmt: skip
        stranger = {"schemas": [GROUP], "displayName": "x", "members": [{"value": "nobody"}]}
        assert refused(await directory.post(GROUPS, json=stranger)) == (400, "invalidValue")


@pytest.mark.requirement("Q-92")
async def test_an_identity_that_moves_to_another_user_opens_the_account_so_far_no_more():
    async with with_directory() as (place, directory, provider):
        ana = await made(directory)
        await directory.put(f"{USERS}/{ana['id']}", json=user("ana@example.org", "ana-2"))
        client, other = await signed_in(place, provider, "ana-2"), await signed_in(place, provider, "ana")
        assert (await client.get("/api/session")).json()["person"]["personId"] == ana["id"]
        assert (await other.get("/api/session")).json()["person"]["personId"] != ana["id"]


@pytest.mark.requirement("Q-92")
async def test_users_are_found_in_pages_and_shown_in_part():
    async with with_directory() as (_, directory, _provider):
        for number in range(5):
            await made(directory, f"user-{number}", f"subject-{number}", title="Dr", password="never kept 123")
        one = (await directory.get(USERS, params={"filter": 'userName eq "USER-3"'})).json()
        assert (one["totalResults"], one["Resources"][0]["userName"]) == (1, "user-3")
        page = (await directory.get(USERS, params={"startIndex": "2", "count": "2", "sortBy": "userName"})).json()
        assert [each["userName"] for each in page["Resources"]] == ["user-1", "user-2"]
        assert (page["totalResults"], page["startIndex"], page["itemsPerPage"]) == (5, 2, 2)
        part = (await directory.get(USERS, params={"attributes": "title", "count": "1"})).json()["Resources"][0]
        assert set(part) == {"schemas", "id", "title"}
        assert refused(await directory.get(USERS, params={"filter": "userName eq"})) == (400, "invalidFilter")
        assert "never kept" not in (await directory.get(USERS)).text


@pytest.mark.requirement("Q-92")
@pytest.mark.parametrize(("body", "keyword"), [
    (b"{", "invalidSyntax"), (b"[]", "invalidSyntax"), (b'{"schemas": []}', None), (b"\xff", "invalidSyntax"),
    (b'{"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": 7}', "invalidValue"),
    (b'{"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"]}', "invalidValue"),
])  # fmt: skip
async def test_what_is_no_user_is_refused_with_the_keyword_of_scim(body, keyword):
    async with with_directory() as (place, directory, _):
        answer = await directory.post(USERS, content=body, headers={"content-type": "application/scim+json"})
        status, told = refused(answer)
        assert (status, keyword in {None, told}) == (400, True), answer.text
        assert await place.server_state.authenticator.directory.all("Users") == {}


@pytest.mark.requirement("Q-94")
async def test_only_the_directorys_own_token_counts_and_only_there_and_the_newest():
    async with with_directory() as (place, directory, _):
        older = directory.headers["authorization"]
        printed = StringIO()
        assert await scim_token(place.workbench, Namespace(end=False), Output(as_json=True, to=printed)) == 0
        token = json.loads(printed.getvalue())["token"]
        newer = place.anybody(authorization=f"Bearer {token}")
        assert refused(await directory.get(USERS)) == (401, None)
        assert (await newer.get(USERS)).status_code == 200
        assert (await newer.get("/api/projects")).status_code == 401
        owner = await place.owner()
        assert refused(await owner.get(USERS)) == (401, None)
        assert refused(await (await place.program("shop", "admin")).get(USERS)) == (401, None)
        assert refused(await place.anybody(authorization=older).get(USERS)) == (401, None)
        kept = b"".join([body for _, body in await place.workbench.store.records("scimToken")]).decode()
        assert token not in kept
        assert await scim_token(place.workbench, Namespace(end=True), Output(as_json=True, to=StringIO())) == 0
        assert refused(await newer.get(USERS)) == (401, None)


@pytest.mark.requirement("Q-92", "Q-52")
async def test_the_audit_the_persons_data_and_their_deletion_know_of_it():
    async with with_directory() as (place, directory, provider):
        ana = await made(directory, displayName="Ana Berg", title="Dr")
        group = await grouped(directory, "makers", ana)
        noted = [(each.action, each.person.name if each.person else "", each.details.get("kind"))
                 async for each in place.workbench.audit.entries()]  # fmt: skip
        assert noted[-2:] == [("scimResources.post", "SCIM", "Users"), ("scimResources.post", "SCIM", "Groups")]
        client = await signed_in(place, provider, "ana")
        lines = [json.loads(line) for line in (await client.get("/api/session/data")).text.splitlines()]
        (told,) = [line["content"] for line in lines if line["kind"] == "directory"]
        assert told["content"]["title"] == "Dr"
        owner = await place.owner()
        deleted = await owner.put(f"/api/people/{ana['id']}/deletion", json={"name": "Ana Berg"})
        assert deleted.status_code == 200, deleted.text
        assert refused(await directory.get(f"{USERS}/{ana['id']}")) == (404, None)
        assert (await directory.get(f"{GROUPS}/{group['id']}")).json().get("members") is None
        assert (await made(directory))["id"] != ana["id"]


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.requirement("Q-95")
async def test_the_tester_of_other_people_finds_nothing_wrong(place: Place):
    there(next(JUDGES.parent.glob("lib/python3*/site-packages/scim2_tester"), JUDGES / "scim2_tester"))
    token = await place.server_state.authenticator.directory.make_token()
    script = str(Path(__file__).parent / "judges" / "scim_tester.py")
    async with listening(place) as address:
        code, out = await said_by(str(JUDGES / "python"), script, f"{address}/scim/v2", token, within=350)
    assert code == 0, out
    results = json.loads(out.splitlines()[-1])
    assert [each for each in results if each[0] not in {"SUCCESS", "COMPLIANT", "SKIPPED"}] == []
    assert Counter(state for state, *_ in results)["SUCCESS"] > 100


@pytest.mark.requirement("Z-113")
async def test_the_owner_sees_whom_the_directory_tells_of_and_whom_it_has_switched_off():
    async with with_directory() as (place, directory, _):
        ana = await made(directory)
        await made(directory, "ben@example.org", "ben")
        off = await patched(directory, ana, {"op": "replace", "path": "active", "value": False})
        assert off.status_code == 200, off.text
        people = (await (await place.owner()).get("/api/people")).json()["people"]
        told = {each["name"]: {each.get("inDirectory"), each.get("isSuspended")} for each in people}
        assert told[ana["userName"]] == {True}
        assert (told["ben@example.org"], [who for who in told.values() if who == {None}]) == ({True, None}, [{None}])


@pytest.mark.requirement("Z-117")
async def test_the_owner_lets_a_directory_in_and_sees_what_came_from_it_and_what_it_was_refused():
    async with open_place(**{**SETTINGS, "GRAPHWRIGHT_OIDC_GROUPS": "makers=editor"}) as place:
        owner = await place.owner()
        assert (await owner.get("/api/directory")).json() == {
            "address": f"http://{HOST}/scim/v2",
            "standing": {
                "tokenMadeAt": None, "userCount": 0, "users": [], "groupCount": 0, "groups": [], "news": {},
            },
        }  # fmt: skip
        token = (await owner.post("/api/directory/token")).json()["token"]
        directory = place.anybody(authorization=f"Bearer {token}")
        ana = await made(directory, displayName="Ana Berg")
        await grouped(directory, "makers", ana)
        await grouped(directory, "cooks")
        place.clock.ahead += 5
        await patched(directory, ana, {"op": "replace", "path": "active", "value": False})
        assert refused(await directory.post(USERS, json=user("ANA@example.org", "other"))) == (409, "uniqueness")
        assert refused(await directory.get(f"{USERS}/nobody")) == (404, None)
        for _ in range(3):
            await place.anybody(authorization="Bearer x").get(USERS)

        told = (await owner.get("/api/directory")).json()["standing"]
        untimed = {
            **told,
            "users": [without(each, "changedAt") for each in told["users"]],
            "groups": [without(each, "changedAt") for each in told["groups"]],
            "news": [each["code"] for each in told["news"]["refused"]],
        }
        assert untimed == {
            "tokenMadeAt": told["tokenMadeAt"],
            "userCount": 1,
            "users": [{"name": "Ana Berg", "isSuspended": True}],
            "groupCount": 2,
            "groups": [
                {"name": "cooks", "members": 0, "givesAccess": False},
                {"name": "makers", "members": 1, "givesAccess": True},
            ],
            "news": ["notAuthenticated", "conflict"],
        }
        changed = [each["changedAt"] for each in (*told["users"], *told["groups"])]
        assert changed == sorted(changed, reverse=True)
        assert told["tokenMadeAt"] < told["news"]["heardAt"] < min(changed), "noted when it came first, and not again"

        printed = StringIO()
        assert await directory_standing(place.workbench, Namespace(), Output(as_json=True, to=printed)) == 0
        assert json.loads(printed.getvalue()) == told

        assert (await owner.delete("/api/directory/token")).json() == {"ended": True}
        assert refused(await directory.get(USERS)) == (401, None)
        assert (await owner.delete("/api/directory/token")).status_code == 404
        noted = [each.action async for each in place.workbench.audit.entries()]
        assert (noted.count("scimToken.post"), noted.count("scimToken.delete")) == (1, 1)


@pytest.mark.requirement("Z-117")
async def test_refusals_are_few_and_go_with_a_person_who_is_forgotten():
    async with with_directory() as (place, directory, _):
        ana = await made(directory, displayName="Ana Berg")
        for number in range(REFUSALS_KEPT + 5):
            body = {"schemas": [GROUP], "displayName": "makers", "members": [{"value": f"{number}"}]}
            assert refused(await directory.post(GROUPS, json=body)) == (400, "invalidValue")
        journal = place.server_state.authenticator.directory.journal
        assert len((await journal.read()).refused) == REFUSALS_KEPT
        owner = await place.owner()
        await owner.put(f"/api/people/{ana['id']}/deletion", json={"name": "Ana Berg"})
        assert (await journal.read()).refused == []


@pytest.mark.slow
@pytest.mark.requirement("Z-117")
async def test_two_libraries_that_read_python_are_never_loaded_at_once_nor_while_the_collector_may_stop_them(
    monkeypatch,
):
    seen: list[tuple[str, bool]] = []

    @contextmanager
    def told() -> Iterator[None]:
        with parsing():
            seen.append(("begun", gc.isenabled()))
            yield
            seen.append(("ended", gc.isenabled()))

    def parse(*given: Any, **options: Any) -> ast.AST:
        if current_thread() is not main_thread():
            seen.append(("parsed", gc.isenabled()))
        return parsed(*given, **options)

    monkeypatch.setattr(scim, "parsing", told)
    monkeypatch.setattr(local, "parsing", told)
    parsed = ast.parse
    monkeypatch.setattr(ast, "parse", parse)
    async with with_directory() as (_, directory, _):
        _, answer = await asyncio.gather(LocalEmbedder().embed(["a pump"]), directory.get(USERS))
    assert answer.json()["totalResults"] == 0
    assert [what for what, _ in seen if what != "parsed"] == ["begun", "ended"] * 2
    assert {is_collected for _, is_collected in seen} == {False}
    assert ("parsed", False) in seen


def without(record: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != name}

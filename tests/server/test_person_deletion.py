"""A person is deleted: nothing that anybody reads names them, the chains hold, and a crash in the middle harms nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from graphwright.errors import NotAuthenticated, StoreFull
from graphwright.ports import SystemClock
from graphwright.protocol.events import MessageCompleted
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, ThreadId
from graphwright.protocol.threads import MessageAuthor, TextPart
from graphwright.server.accounts import Account
from graphwright.server.person_deletion import PersonDeletion, pseudonym_of
from graphwright.server.serve import take_up
from graphwright.store.memory import MemoryStore
from graphwright.store.sqlite import SqliteStore
from tests.server.place import PASSWORD, Place, create, error_of, open_place, uuid

NAME = "Zacharias Quill"
"""No word of the program or of a text."""


async def worked(place: Place) -> httpx2.AsyncClient:
    """Somebody who has left traces everywhere, beside another admin."""
    project = await place.project("shop")
    await place.somebody("Ben", shop="admin")
    client = await place.somebody(NAME, shop="admin")
    changes = {"commandId": uuid(1), "baseRevision": 0, "reason": "a start", "operations": create(("SYS", "Shop"))}
    assert (await client.post("/api/projects/shop/changes", json=changes)).status_code == 201
    node = (await client.get("/api/projects/shop/graph")).json()["nodes"][0]["nodeId"]
    comment = {"commandId": uuid(2), "kind": "node", "about": node, "text": "a remark that stays"}
    assert (await client.post("/api/projects/shop/comments", json=comment)).status_code == 201
    said = await client.post("/api/projects/shop/messages", json={"commandId": uuid(3), "text": "What is Shop?"})
    await place.settled("shop", said.json()["runId"])
    assert (await client.put("/api/session/password", json={"password": PASSWORD})).status_code == 200
    assert (await client.post("/api/tokens", json={"project": "shop", "access": "viewer"})).status_code == 201
    share = {"kind": "view", "about": "hierarchy"}
    assert (await client.post("/api/projects/shop/shares", json=share)).status_code == 201
    hook = {"url": "https://example.org/hook"}
    assert (await client.post("/api/projects/shop/webhooks", json=hook)).status_code == 201
    assert project.header.revision == 1
    return client


async def account_of(place: Place) -> Account:
    account = await place.server_state.authenticator.accounts.named(NAME)
    assert account is not None
    return account


async def readable(place: Place) -> str:
    """All that the store holds of every project and beside them, as text."""
    store = place.workbench.store
    told: list[bytes] = []
    for row in await store.projects():
        told += [stored.whole async for stored in store.read(row.project_id)]
        for kind in ("message", "run", "step", "comment", "member", "proposal", "view", "baseline", "thread"):
            told += [each.body for each in await store.documents(row.project_id, kind)]
    for kind in ("person", "session", "token", "ticket", "share", "webhook", "schedule", "deletion", "audit", "groups"):
        told += [body for _, body in await store.records(kind)]
    return b"\n".join(told).decode()


async def is_sound(place: Place) -> bool:
    store = place.workbench.store
    found = [await store.rebuild(row.project_id) for row in await store.projects()]
    return not any(found) and bool([entry async for entry in place.workbench.audit.entries()])


@pytest.mark.requirement("R-82")
async def test_nothing_names_a_deleted_person_and_every_chain_holds(place):
    client, owner = await worked(place), await place.owner()
    account = await account_of(place)
    epoch = (await place.project("shop")).header.epoch
    assert NAME in await readable(place)
    planned = (await owner.get(f"/api/people/{account.person_id}/deletion")).json()
    pseudonym = pseudonym_of(account.person_id)
    assert planned | {"entries": 0} == {
        "person": {"personId": account.person_id, "name": NAME}, "pseudonym": pseudonym, "sessions": 1, "tokens": 1,
        "projects": ["shop"], "entries": 0, "records": 1,
    }  # fmt: skip
    answer = await owner.put(f"/api/people/{account.person_id}/deletion", json={"name": NAME})
    assert answer.status_code == 200, answer.text
    deleted = answer.json()
    assert deleted == {
        "pseudonym": pseudonym, "entries": planned["entries"], "auditEntries": deleted["auditEntries"], "isScrubbed": True,
    }  # fmt: skip
    text = await readable(place)
    assert NAME not in text
    assert pseudonym in text
    assert "a remark that stays" in text
    assert await is_sound(place)
    comments = (await owner.get("/api/projects/shop/comments")).json()["comments"]
    assert [each["person"]["name"] for each in comments] == [pseudonym]
    history = (await owner.get("/api/projects/shop/commits")).json()["commits"]
    assert [each["author"]["name"] for each in history] == [pseudonym]
    assert error_of(await client.get("/api/session")) == (401, "notAuthenticated")
    assert [each["name"] for each in (await owner.get("/api/people")).json()["people"]].count(NAME) == 0
    assert (await place.project("shop")).header.epoch != epoch


@pytest.mark.requirement("R-82")
async def test_the_proof_is_an_entry_of_the_audit_that_names_nobody(place):
    await worked(place)
    owner, account = await place.owner(), await account_of(place)
    await owner.put(f"/api/people/{account.person_id}/deletion", json={"name": NAME})
    entries = [entry async for entry in place.workbench.audit.entries()]
    proof = next(each for each in entries if each.action == "deletion.put")
    assert proof.details == {
        "person": account.person_id, "pseudonym": pseudonym_of(account.person_id),
        "entries": proof.details["entries"], "auditEntries": str(sum(each.redacted for each in entries)),
    }  # fmt: skip
    assert int(proof.details["entries"]) >= 5
    assert not proof.redacted


@pytest.mark.requirement("R-82")
async def test_no_file_holds_the_name_afterwards(tmp_path: Path):
    store = await SqliteStore.open(tmp_path, SystemClock())
    async with open_place(store=store) as place:
        await worked(place)
        owner, account = await place.owner(), await account_of(place)
        assert any(NAME.encode() in file.read_bytes() for file in tmp_path.iterdir())
        answer = await owner.put(f"/api/people/{account.person_id}/deletion", json={"name": NAME})
        assert answer.json()["isScrubbed"] is True
        assert [file.name for file in tmp_path.iterdir() if NAME.encode() in file.read_bytes()] == []
        assert await is_sound(place)
    await store.close()


class StopsAt(MemoryStore):
    """A store whose disk is full after so many more writes, as often as it is asked."""

    writes_left: int | None = None

    def _count(self) -> None:
        if self.writes_left is not None:
            if self.writes_left == 0:
                raise StoreFull("the disk is full")
            self.writes_left -= 1

    async def set_record(self, kind: str, record_id: str, body: bytes | None) -> None:
        self._count()
        await super().set_record(kind, record_id, body)

    async def redact(self, *args: Any) -> None:
        self._count()
        await super().redact(*args)

    async def append(self, *args: Any, **options: Any) -> int:
        self._count()
        return await super().append(*args, **options)


@pytest.mark.slow
@pytest.mark.requirement("R-83")
async def test_a_crash_at_any_write_is_made_good_at_the_next_start():
    stops = 0
    while True:
        store = StopsAt()
        async with open_place(store=store) as place:
            await worked(place)
            account, owner = await account_of(place), await place.workbench.owner()
            epoch, store.writes_left = (await place.project("shop")).header.epoch, stops
            try:
                await place.server_state.deletions.delete(account, typed=NAME, by=owner, address="test")
            except StoreFull:
                store.writes_left = None
            else:
                assert stops > 10
                return
        async with open_place(store=store) as place:
            has_begun = bool(await store.records("deletion"))
            assert await place.server_state.deletions.resume() == has_begun
            assert has_begun is (stops > 0)
            assert (NAME in await readable(place)) is not has_begun
            assert ((await place.project("shop")).header.epoch != epoch) is has_begun  # and nobody keeps what they had
            assert await is_sound(place)
            assert await place.server_state.deletions.resume() == 0
        stops += 1


@pytest.mark.requirement("R-84")
async def test_who_must_stay_is_told_why_and_nothing_is_done(place):
    await worked(place)
    owner, account = await place.owner(), await account_of(place)
    path = f"/api/people/{account.person_id}"
    before = await readable(place)
    wrong = await owner.put(f"{path}/deletion", json={"name": NAME.lower()})
    assert (error_of(wrong), NAME in wrong.json()["message"]) == ((409, "conflict"), True)

    me = (await owner.get("/api/session")).json()["person"]
    refused = await owner.put(f"/api/people/{me['personId']}/deletion", json={"name": me["name"]})
    assert (error_of(refused), "own this data folder" in refused.json()["message"]) == ((409, "conflict"), True)

    ben = await place.server_state.authenticator.accounts.named("Ben")
    assert ben is not None
    await place.give(Author(person_id=ben.person_id, name="Ben"), "shop", "editor")
    assert (await owner.get(f"{path}/deletion")).json()["obstacles"] == [{"case": "lastAdmin", "project": "shop"}]
    assert error_of(await owner.put(f"{path}/deletion", json={"name": NAME})) == (409, "conflict")
    assert NAME in await readable(place)
    assert before.count("commit.applied") == (await readable(place)).count("commit.applied")
    assert error_of(await owner.put("/api/people/nobody/deletion", json={"name": "x"})) == (404, "notFound")


@pytest.mark.requirement("R-82")
async def test_a_name_inside_a_text_and_somebody_of_the_same_name_stay(place):
    await worked(place)
    account = await account_of(place)
    shop = await place.project("shop")
    other = MessageAuthor(kind="person", name=NAME, person_id=None)
    text = json.dumps({"personId": account.person_id, "name": NAME})
    await shop.record([
        MessageCompleted(message_id=MessageId("m"), thread_id=ThreadId("t"), author=other,
                         parts=[TextPart(text=text)], status="complete", attempt=1)
    ])  # fmt: skip
    owner = await place.workbench.owner()
    await PersonDeletion(place.workbench).delete(account, typed=NAME, by=owner, address="test")
    kept = await shop.read(MessageCompleted, "m", kind="message")
    assert (kept.author, kept.parts) == (other, [TextPart(text=text)])


@pytest.mark.requirement("R-82")
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/session/password", {"password": "another long password"}),
        ("POST", "/api/projects/shop/messages", {"commandId": uuid(9), "text": "And the rest?"}),
    ],
)
async def test_a_request_whose_body_comes_after_the_deletion_does_nothing(place, method, path, body):
    client, account = await worked(place), await account_of(place)
    owner = await place.workbench.owner()

    async def late() -> AsyncIterator[bytes]:
        await place.server_state.deletions.delete(account, typed=NAME, by=owner, address="test")
        yield json.dumps(body).encode()

    answer = await client.request(method, path, content=late(), headers={"content-type": "application/json"})
    assert error_of(answer) == (401, "notAuthenticated")
    assert (await place.server_state.authenticator.accounts.owner()).password is None
    assert NAME not in await readable(place)


@pytest.mark.requirement("R-82")
async def test_nothing_brings_an_account_back_and_who_had_it_gets_no_other(place):
    await worked(place)
    account, authenticator = await account_of(place), place.server_state.authenticator
    caller = await authenticator.caller_of(account, "a session that was under way")
    await place.server_state.deletions.delete(account, typed=NAME, by=await place.workbench.owner(), address="test")
    with pytest.raises(NotAuthenticated, match="gone"):
        await authenticator.accounts.entered(account, password=PASSWORD)
    with pytest.raises(NotAuthenticated, match="gone"):
        await authenticator.choose_password(caller, PASSWORD, current=None, address="test")
    with pytest.raises(NotAuthenticated, match="gone"):
        await authenticator.prove(caller, password=None, code=None, address="test")
    assert [each.name for each in await authenticator.accounts.all() if each.password is not None] == []


@pytest.mark.requirement("R-82")
async def test_the_audit_forgets_a_name_however_it_was_typed(place):
    await worked(place)
    owner, account, typed = await place.owner(), await account_of(place), "zacharias  QUILL "
    answer = await owner.put("/api/projects/shop/members", json={"name": typed, "access": "admin"})
    assert answer.status_code == 200, answer.text
    assert typed in await readable(place)
    await owner.put(f"/api/people/{account.person_id}/deletion", json={"name": NAME})
    assert typed not in await readable(place)


@pytest.mark.requirement("R-83")
async def test_the_next_server_goes_on_with_a_deletion_and_is_started_even_where_that_fails():
    store = StopsAt()
    async with open_place(store=store) as place:
        await worked(place)
        account, owner = await account_of(place), await place.workbench.owner()
        store.writes_left = 5
        with pytest.raises(StoreFull):
            await place.server_state.deletions.delete(account, typed=NAME, by=owner, address="test")
    async with open_place(store=store) as place:
        await take_up(place.server_state)
        store.writes_left = None
        assert NAME in await readable(place)
        await take_up(place.server_state)
        assert NAME not in await readable(place)

"""The audit: what is noted, that a change of it shows, and how it is handed on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from graphwright.audit import MAX_VALUE_LENGTH, Audit, AuditEntry, in_cef
from graphwright.errors import StoreDamaged, StoreFull
from graphwright.languages import load
from graphwright.ports import ManualClock
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.server.routes import ENDPOINTS
from graphwright.store.memory import MemoryStore
from tests.server.place import PASSWORD, Place, create, error_of, open_place, uuid

ANA = Author(person_id=PersonId("p-1"), name="Ana")
START = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


async def audit_of(*actions: str) -> tuple[Audit, MemoryStore]:
    clock = ManualClock(START)
    store = MemoryStore(clock)
    audit = Audit(store, clock)
    for action in actions:
        await audit.note(action, person=ANA)
    return audit, store


async def read(audit: Audit) -> list[AuditEntry]:
    return [entry async for entry in audit.entries()]


@pytest.mark.requirement("Q-51")
async def test_entries_are_numbered_and_each_names_the_one_before():
    audit, _ = await audit_of("a", "b", "c")
    entries = await read(audit)
    assert [(each.sequence, each.action, each.outcome, each.person, each.at) for each in entries] == [
        (1, "a", "done", ANA, START), (2, "b", "done", ANA, START), (3, "c", "done", ANA, START),
    ]  # fmt: skip
    assert [each.previous for each in entries[1:]] == [each.hash for each in entries[:-1]]
    assert await read((await audit_of())[0]) == []


@pytest.mark.requirement("Q-51")
@pytest.mark.parametrize("change", ["action", "gone", "swapped", "last gone", "resealed", "head gone"])
async def test_a_change_behind_its_back_shows(change):
    audit, store = await audit_of("a", "b", "c")
    bodies = dict(await store.records("audit"))
    first, second, third = sorted(bodies)
    match change:
        case "action":
            await store.set_record("audit", second, encode(replace(decode(bodies[second], AuditEntry), action="x")))
        case "gone":
            await store.set_record("audit", second, None)
        case "swapped":
            await store.set_record("audit", first, bodies[second])
            await store.set_record("audit", second, bodies[first])
        case "last gone":
            await store.set_record("audit", third, None)
        case "resealed":
            other, other_store = await audit_of("a", "x", "c")
            assert len(await read(other)) == 3
            await store.set_record("audit", second, dict(await other_store.records("audit"))[second])
        case _:
            await store.set_record("auditHead", "head", None)
            await store.set_record("audit", first, None)
            assert await read(audit) == []  # nothing is left to hold it against: said in the manual
            return
    with pytest.raises(StoreDamaged, match="audit"):
        await read(audit)


@pytest.mark.requirement("Q-51")
async def test_a_crash_between_an_entry_and_its_head_loses_nothing():
    audit, store = await audit_of("a", "b")
    kept = await store.get_record("auditHead", "head")
    await audit.note("c", person=None)
    await store.set_record("auditHead", "head", kept)
    await audit.note("d", person=None)
    assert [each.action for each in await read(audit)] == ["a", "b", "c", "d"]


class StandingStore(MemoryStore):
    """Lets whoever reads the head wait behind it, once, while others write."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.meanwhile: Audit | None = None

    async def get_record(self, kind: str, record_id: str) -> bytes | None:
        found = await super().get_record(kind, record_id)
        if record_id == "head" and (audit := self.meanwhile) is not None:
            self.meanwhile = None
            for action in ("b", "c", "d"):
                await audit.note(action, person=ANA)
        return found


@pytest.mark.requirement("Q-51", "X-198")
async def test_whoever_reads_it_slowly_makes_nobody_write_over_an_entry():
    store = StandingStore()
    writing, reading = (Audit(store, ManualClock(START)) for _ in range(2))
    await writing.note("a", person=ANA)
    store.meanwhile = writing
    await read(reading)
    await writing.note("e", person=ANA)
    assert [each.action for each in await read(reading)] == ["a", "b", "c", "d", "e"]


@pytest.mark.requirement("Q-51")
def test_an_entry_in_the_common_event_format_cannot_break_its_line():
    entry = AuditEntry(
        sequence=7, at=START, action="members|put", outcome="done", address="10.0.0.1", project="shop", previous="", hash="",
        person=Author(person_id=PersonId("p-1"), name="A=\\B\nC"), details={"name": "x\r\ny=z"},
    )  # fmt: skip
    assert in_cef(entry, "0.1") == (
        "CEF:0|Graphwright|Graphwright|0.1|members\\|put|members\\|put|3|rt=1795435200000 outcome=done "
        "suser=A\\=\\\\B\\nC suid=p-1 src=10.0.0.1 cs1Label=project cs1=shop msg=name: x\\ny\\=z externalId=7"
    )


async def noted(place: Place) -> list[tuple[str, str, str | None, str, Mapping[str, str]]]:
    return [
        (each.action, each.outcome, None if each.person is None else each.person.name, each.project, each.details)
        async for each in place.workbench.audit.entries()
    ]


@pytest.mark.requirement("Q-52")
async def test_sign_ins_rights_tokens_exports_and_settings_are_noted_and_nothing_that_was_typed(place):
    await place.project("shop")
    ana = await place.somebody("Ana", shop="admin")
    await ana.put("/api/session/password", json={"password": PASSWORD})
    await place.anybody().post("/api/session", json={"name": "Ana", "password": "canary wrong"})
    await ana.put("/api/projects/shop/members", json={"name": "Ben", "access": "viewer"})
    await ana.patch("/api/projects/shop", json={"policy": "review"})
    token = (await ana.post("/api/tokens", json={"project": "shop", "access": "viewer"})).json()["token"]
    await ana.get("/api/projects/shop/export?format=json")
    await ana.get("/api/projects/shop")
    entries = await noted(place)
    assert entries == [
        ("session.post", "done", "Ana", "", {}),
        ("password.put", "done", "Ana", "", {}),
        ("session.post", "notAuthenticated", None, "", {}),
        ("members.put", "done", "Ana", "shop", {"name": "Ben", "access": "viewer"}),
        ("project.patch", "done", "Ana", "shop", {"policy": "review"}),
        ("tokens.post", "done", "Ana", "", {"project": "shop", "access": "viewer", "days": "30"}),
        ("export.get", "done", "Ana", "shop", {}),
    ]
    kept = b"".join(body for _, body in await place.workbench.store.records("audit")).decode()
    assert not [each for each in (PASSWORD, "canary", token, token.split(".")[2]) if each in kept]


@pytest.mark.requirement("Q-52")
async def test_a_decision_is_noted_once_through_whichever_door_it_came(place):
    await place.project("shop")
    owner = await place.owner()
    made = await owner.post(
        "/api/projects/shop/proposals",
        json={"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "A"))},
    )
    assert made.is_success, made.text
    (proposal,) = (await owner.get("/api/projects/shop/proposals")).json()["proposals"]
    body = {"commandId": uuid(2), "digest": proposal["digest"], "decision": "reject"}
    for _ in range(2):
        assert (
            await owner.post(f"/api/projects/shop/proposals/{proposal['proposalId']}/decision", json=body)
        ).is_success
    decided = [entry for entry in await noted(place) if entry[0] == "proposal.decide"]
    assert [(entry[1], entry[3], entry[4]) for entry in decided] == [
        ("done", "shop", {"proposal": proposal["proposalId"], "decision": "reject"})
    ]


@pytest.mark.requirement("Q-52")
async def test_strangers_do_not_fill_it(place):
    client = place.anybody()
    for _ in range(30):
        await client.post("/api/session", json={"name": "x" * 200, "password": "x"})
        await client.get("/api/projects/shop/export")
    assert len(await noted(place)) == 20


@pytest.mark.requirement("Q-52")
async def test_a_long_detail_is_cut(place):
    await place.workbench.audit.note("x", person=None, details={"name": "y" * 10_000})
    ((*_, details),) = await noted(place)
    assert details == {"name": "y" * MAX_VALUE_LENGTH}


@pytest.mark.requirement("Q-52")
async def test_links_for_people_outside_are_noted(place):
    await place.project("shop")
    owner = await place.owner()
    made = (await owner.post("/api/projects/shop/shares", json={"kind": "view", "about": "hierarchy"})).json()
    share = made["link"]["shareId"]
    await owner.delete(f"/api/projects/shop/shares/{share}")
    told = [(action, project, details) for action, _, _, project, details in (await noted(place))[1:]]
    assert told == [
        ("shares.post", "shop", {"kind": "view", "about": "hierarchy", "days": "7"}),
        ("share.delete", "shop", {"share": share}),
    ]


@pytest.mark.requirement("Q-52")
async def test_of_the_address_of_a_webhook_only_the_host_is_noted(place):
    await place.project("shop")
    owner = await place.owner()
    url = "https://hooks.example.org/services/T0/canary?key=canary"
    assert (await owner.post("/api/projects/shop/webhooks", json={"url": url})).status_code == 201
    assert (await noted(place))[-1] == (
        "webhooks.post", "done", (await noted(place))[0][2], "shop", {"url": "hooks.example.org"},
    )  # fmt: skip


class FillingStore(MemoryStore):
    """A store whose disk is full for the audit alone, while somebody says so."""

    is_full = False

    async def set_record(self, kind: str, record_id: str, body: bytes | None) -> None:
        if self.is_full and kind == "audit":
            raise StoreFull("the disk is full")
        await super().set_record(kind, record_id, body)


@pytest.mark.requirement("Q-52")
async def test_what_is_done_is_no_error_because_the_audit_is_full_and_the_next_is_refused_before_it_is_done():
    store = FillingStore(ManualClock(START))
    async with open_place(store=store) as place:
        await place.project("shop")
        owner = await place.owner()
        store.is_full = True
        members = "/api/projects/shop/members"
        assert (await owner.put(members, json={"name": "Ben", "access": "viewer"})).status_code == 200
        assert error_of(await owner.put(members, json={"name": "Cai", "access": "viewer"}))[0] >= 500
        assert "Cai" not in (await owner.get(members)).text
        store.is_full = False
        assert (await owner.put(members, json={"name": "Cai", "access": "viewer"})).status_code == 200
        assert [(action, details.get("name")) for action, _, _, _, details in await noted(place)] == [
            ("session.post", None), ("members.put", "Ben"), ("members.put", "Cai"),
        ]  # fmt: skip


@pytest.mark.requirement("Z-77")
async def test_the_owner_searches_and_exports_and_that_is_noted(place):
    await place.project("shop")
    owner, ben = await place.owner(), await place.somebody("Ben", shop="admin")
    for name in ("Cai", "Dora"):
        assert (
            await owner.put("/api/projects/shop/members", json={"name": name, "access": "viewer"})
        ).status_code == 200
    page = (await owner.get("/api/audit?search=members.put%20shop&limit=1")).json()
    assert ([each["details"]["name"] for each in page["entries"]], page["hasOlder"]) == (["Dora"], True)
    number = page["entries"][0]["sequence"]
    older = (await owner.get(f"/api/audit?search=members.put&limit=5&before={number}")).json()
    assert "Dora" not in str(older)
    assert "Cai" in str(older)
    assert (await owner.get("/api/audit?since=2100-01-01T00:00:00Z")).json() == {"entries": [], "hasOlder": False}

    exported = await owner.get("/api/audit/export?search=Dora")
    assert [decode(line, AuditEntry).details["name"] for line in exported.content.splitlines()] == ["Dora"]
    cef = await owner.get("/api/audit/export?format=cef")
    assert cef.text.startswith("CEF:0|Graphwright|")
    assert [action for action, *_ in await noted(place)][-2:] == ["audit.export.get"] * 2
    for path in ("/api/audit", "/api/audit/export"):
        assert error_of(await ben.get(path)) == (403, "accessDenied")
        assert error_of(await place.anybody().get(path)) == (401, "notAuthenticated")
        assert error_of(await owner.get(f"{path}?since=yesterday"))[0] == 400
    assert error_of(await owner.get("/api/audit?limit=1001"))[0] == 400


@pytest.mark.requirement("Z-77")
async def test_an_audit_that_was_changed_is_not_shown_as_if_it_was_whole(place):
    owner = await place.owner()
    key, body = (await place.workbench.store.records("audit"))[0]
    await place.workbench.store.set_record("audit", key, encode(replace(decode(body, AuditEntry), action="x")))
    for path in ("/api/audit", "/api/audit/export"):
        assert error_of(await owner.get(path)) == (503, "storeDamaged")


@pytest.mark.requirement("P-160")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_there_are_words_for_whatever_an_endpoint_leaves_in_the_audit(language: str):
    said = load(language, "sentences", "audit", dict[str, dict[str, str]])["actions"]

    assert {endpoint.name for endpoint in ENDPOINTS if endpoint.audited is not None} - said.keys() == set()


@pytest.mark.requirement("P-177")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_there_are_words_for_whatever_an_endpoint_adds_to_an_entry(language: str):
    labels = load(language, "sentences", "audit", dict[str, dict[str, str]])["details"]
    said = {detail for detail, label in labels.items() if "{value}" in label}

    audited = [endpoint for endpoint in ENDPOINTS if endpoint.audited is not None]
    added = {name for each in audited for name in (*re.findall(r"{(\w+)}", each.path), *(each.audited or ()))}
    assert {"held", "is_held", "person_id"} <= added
    assert added - said == set()

"""Quotas: what a project and a person may have, what they are told when it is used up, and what is used."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from graphwright.fleet.quota_shares import EVERY_S, QuotaShares
from graphwright.llm.testing import ScriptedModel, Stall
from graphwright.ports import SystemClock
from graphwright.store.memory import MemoryStore
from tests.server.place import create, open_place, uuid

GERMAN = {"accept-language": "de"}
FRENCH = {"accept-language": "fr"}
OCTETS = {"content-type": "application/octet-stream"}
WHERE = "/api/projects/shop"


def changes(number: int, *names: str) -> dict[str, Any]:
    made = create(*(("FUNC", name) for name in names))
    return {"commandId": uuid(number), "baseRevision": number - 1, "operations": made}


@pytest.mark.requirement("Z-110")
async def test_a_project_holds_no_more_elements_than_it_may_and_says_so_in_the_language_of_who_asks():
    quotas = {"GRAPHWRIGHT_QUOTA_PROJECT_ELEMENTS": "2", "GRAPHWRIGHT_QUOTA_CONTACT": "it@example.org"}
    async with open_place(**quotas) as place:
        project = await place.project("shop")
        ana = await place.somebody("Ana", shop="editor")
        first = await ana.post(f"{WHERE}/changes", json=changes(1, "Ship", "Pack"))
        assert first.status_code == 201
        second = await ana.post(f"{WHERE}/changes", json=changes(2, "Bill"), headers=GERMAN)
        assert (second.status_code, len(project.graph.nodes)) == (413, 2)
        assert json.loads(second.content) == {
            "code": "quotaExceeded",
            "message": "Ein Kontingent ist aufgebraucht: Dieses Projekt darf 2 Elemente und Beziehungen haben; es hat 2,"
            " und dies braucht 1 mehr. Löschen Sie etwas, oder nehmen Sie ein anderes Projekt. Nach mehr fragen Sie"
            " it@example.org.",
            "retry": "never",
            "fields": {"quota": "project_elements", "limit": 2, "used": 2, "needed": 1, "contact": "it@example.org"},
        }


@pytest.mark.requirement("Z-110")
async def test_change_sets_that_wait_together_do_not_pass_a_quota_together_and_one_that_removes_always_may():
    async with open_place(GRAPHWRIGHT_QUOTA_PROJECT_ELEMENTS="3") as place:
        project = await place.project("shop")
        ana = await place.somebody("Ana", shop="editor")
        sent = [{**changes(number, f"F {number}", f"G {number}"), "baseRevision": 0} for number in range(1, 5)]
        answers = await asyncio.gather(*(ana.post(f"{WHERE}/changes", json=body) for body in sent))
        assert sorted(each.status_code for each in answers) == [201, 413, 413, 413]
        gone = [{"op": "node.delete", "id": "d", "ref": next(iter(project.graph.nodes))}]
        body = {"commandId": uuid(9), "baseRevision": 1, "operations": gone}
        assert (await ana.post(f"{WHERE}/changes", json=body)).status_code == 201
        assert len(project.graph.nodes) == 1


@pytest.mark.requirement("Z-110")
@pytest.mark.parametrize("scope", ["project", "person"])
async def test_changes_are_counted_for_a_minute_by_project_and_by_person(scope):
    async with open_place(**{f"GRAPHWRIGHT_QUOTA_{scope.upper()}_COMMITS_PER_MINUTE": "2"}) as place:
        await place.project("shop")
        ana, ben = await place.somebody("Ana", shop="editor"), await place.somebody("Ben", shop="editor")
        told = [(await ana.post(f"{WHERE}/changes", json=changes(number, f"F {number}"))) for number in (1, 2, 3)]
        assert [each.status_code for each in told] == [201, 201, 429]
        fields = told[-1].json()["fields"]
        assert fields == {
            "quota": f"{scope}_commitsPerMinute", "limit": 2, "used": 2, "needed": 1, "contact": "", "retryAfterS": 60,
        }  # fmt: skip
        bens = await ben.post(f"{WHERE}/changes", json=changes(3, "Of Ben"))
        assert bens.status_code == (429 if scope == "project" else 201)
        place.clock.ahead += 61
        assert (await ana.post(f"{WHERE}/changes", json={**changes(5, "Later"), "baseRevision": 2})).status_code == 201


@pytest.mark.requirement("Z-110")
@pytest.mark.parametrize("scope", ["project", "person"])
async def test_documents_have_no_more_bytes_than_they_may_and_a_new_version_counts_by_what_it_adds(scope):
    async with open_place(**{f"GRAPHWRIGHT_QUOTA_{scope.upper()}_DOCUMENT_BYTES": "30"}) as place:
        await place.project("shop")
        ana, ben = await place.somebody("Ana", shop="editor"), await place.somebody("Ben", shop="editor")

        async def add(client: Any, name: str, text: bytes) -> int:
            answer = await client.post(f"{WHERE}/documents?name={name}", content=text, headers=OCTETS)
            return int(answer.status_code)

        assert [
            await add(ana, "a.md", b"Twenty bytes of it. "),
            await add(ana, "b.md", b"Eleven more"),
            await add(ana, "a.md", b"Twenty-nine bytes, no more."),
            await add(ben, "c.md", b"Four"),
        ] == [201, 413, 201, 413 if scope == "project" else 201]


@pytest.mark.requirement("Z-110")
@pytest.mark.parametrize("scope", ["project", "person"])
async def test_no_more_runs_are_under_way_at_once_than_may_be_and_one_that_ends_makes_room(scope):
    gate = Stall()
    model = ScriptedModel(["The shop ", gate, "sells."], ["It sells."], ["It does."])
    async with open_place(model, **{f"GRAPHWRIGHT_QUOTA_{scope.upper()}_RUNS": "1"}) as place:
        await place.project("shop")
        await place.project("barn")
        ana = await place.somebody("Ana", shop="editor", barn="editor")
        first = await ana.post(f"{WHERE}/messages", json={"commandId": uuid(1), "text": "What is Shop?"})
        await gate.reached.wait()
        second = await ana.post(
            f"{WHERE}/messages", json={"commandId": uuid(2), "text": "What is Ship?"}, headers=FRENCH
        )
        assert (second.status_code, second.json()["retry"]) == (429, "later")
        assert (
            second.json()["message"]
            == {
                "project": "Un quota est épuisé : Dans ce projet, 1 exécution peut travailler à la fois, et 1 le fait."
                " Attendez qu'elle se termine, ou arrêtez-la. Pour en avoir plus, adressez-vous à l'exploitant de ce"
                " serveur.",
                "person": "Un quota est épuisé : Vous pouvez avoir 1 exécution à la fois, et vous en avez 1. Attendez"
                " qu'elle se termine, ou arrêtez-la. Pour en avoir plus, adressez-vous à l'exploitant de ce serveur.",
            }[scope]
        )
        elsewhere = await ana.post("/api/projects/barn/messages", json={"commandId": uuid(3), "text": "What is Barn?"})
        assert elsewhere.status_code == (201 if scope == "project" else 429)
        gate.open()
        await place.settled("shop", first.json()["runId"])
        third = await ana.post(f"{WHERE}/messages", json={"commandId": uuid(2), "text": "What is Ship?"})
        assert third.status_code == 201


@pytest.mark.requirement("Z-110")
async def test_everybody_in_a_project_sees_what_is_used_and_by_themselves():
    async with open_place(GRAPHWRIGHT_QUOTA_PROJECT_ELEMENTS="9", GRAPHWRIGHT_BUDGET_PERSON_TOKENS="500") as place:
        await place.project("shop")
        ana, ben = await place.somebody("Ana", shop="editor"), await place.somebody("Ben", shop="viewer")
        await ana.post(f"{WHERE}/changes", json=changes(1, "Ship", "Pack"))
        await ana.post(f"{WHERE}/documents?name=a.md", content=b"Twenty bytes of it. ", headers=OCTETS)
        told = (await ben.get(f"{WHERE}/quotas")).json()
        assert told == {
            "contact": "",
            "quotas": [
                {"scope": "project", "kind": "elements", "used": 2, "limit": 9},
                {"scope": "project", "kind": "documentBytes", "used": 20},
                {"scope": "project", "kind": "runs", "used": 0},
                {"scope": "project", "kind": "commitsPerMinute", "used": 0},
                {"scope": "project", "kind": "tokensPerDay", "used": 0},
                {"scope": "person", "kind": "documentBytes", "used": 0},
                {"scope": "person", "kind": "runs", "used": 0},
                {"scope": "person", "kind": "commitsPerMinute", "used": 0},
                {"scope": "person", "kind": "tokensPerDay", "used": 0, "limit": 500},
            ],
        }


@pytest.mark.requirement("Z-119")
async def test_what_a_person_uses_at_one_server_counts_at_the_others_until_that_one_is_gone():
    gate = Stall()
    store, servers = MemoryStore(SystemClock()), {"one", "two"}
    quotas = {"GRAPHWRIGHT_QUOTA_PERSON_RUNS": "1", "GRAPHWRIGHT_QUOTA_PERSON_COMMITS_PER_MINUTE": "2"}
    model = ScriptedModel(["The shop ", gate, "sells."])
    async with open_place(model, store=store, **quotas) as one, open_place(store=store, **quotas) as two:
        shares = [
            (each.workbench, QuotaShares(store, name, lambda: servers, each.clock))
            for name, each in (("one", one), ("two", two))
        ]

        async def exchanged() -> None:
            for place in (one, two):
                place.clock.ahead += EVERY_S
            for workbench, share in shares:
                await share.exchange(workbench)

        await one.project("shop")
        await two.project("barn")
        here = await one.somebody("Ana", shop="editor")
        there = await two.somebody("Ana", barn="editor")
        asked = {"commandId": uuid(8), "text": "What is Shop?"}
        in_barn = {**changes(1, "Barn"), "commandId": uuid(7)}
        assert (await here.post(f"{WHERE}/messages", json=asked)).status_code == 201
        await gate.reached.wait()
        for number in (1, 2):
            assert (await here.post(f"{WHERE}/changes", json=changes(number, f"F {number}"))).status_code == 201
        await exchanged()

        refused = [
            await there.post("/api/projects/barn/changes", json=in_barn),
            await there.post("/api/projects/barn/messages", json={**asked, "commandId": uuid(9)}),
        ]
        assert [(each.status_code, each.json()["fields"]["quota"]) for each in refused] == [
            (429, "person_commitsPerMinute"), (429, "person_runs"),
        ]  # fmt: skip
        told = (await there.get("/api/projects/barn/quotas")).json()["quotas"]
        used = {each["kind"]: each["used"] for each in told if each["scope"] == "person"}
        assert (used["runs"], used["commitsPerMinute"]) == (1, 2)

        servers.discard("one")
        await exchanged()
        assert (await there.post("/api/projects/barn/changes", json=in_barn)).status_code == 201
        assert [server for server, _ in await store.records("quotaUse")] == []
        gate.open()

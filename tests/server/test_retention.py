"""Retention and legal hold: what is too old is forgotten for good and told, and what is on hold stays."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from graphwright.errors import StoreFull
from graphwright.llm.testing import ScriptedModel
from graphwright.ports import SystemClock
from graphwright.protocol.ids import ProjectId
from graphwright.store.base import Document
from graphwright.store.memory import MemoryStore
from graphwright.store.sqlite import SqliteStore
from tests.server.place import Place, create, error_of, open_place, uuid

OCTETS = {"content-type": "application/octet-stream"}
WHERE = "/api/projects/shop"
SECRET = "quillfeather"
"""No word of the program; long texts around it lie apart."""
LONG = f"What is the {SECRET}? " + "It is asked at length. " * 40
DAY_S = 86_400.0


async def asked(place: Place, project: str = "shop") -> str:
    """Somebody asks and is answered; the run."""
    await place.project(project)
    ana = await place.somebody("Ana", **{project: "admin"})
    said = await ana.post(f"/api/projects/{project}/messages", json={"commandId": uuid(1), "text": LONG})
    assert said.status_code == 201, said.text
    await place.settled(project, said.json()["runId"])
    return str(said.json()["runId"])


async def everything(place: Place) -> str:
    """All that a store in memory holds, as text."""
    store = place.workbench.store
    assert isinstance(store, MemoryStore)
    bodies = [b"".join((each.body, *each.more)) for project in store._projects.values() for each in project.rows]
    for row in await store.projects():
        for kind in ("thread", "message", "run", "step", "wait", "steering", "document", "proposal", "comment"):
            bodies += [each.body for each in await store.documents(row.project_id, kind)]
    return b"\n".join([*bodies, *store._blobs.values()]).decode()


async def audited(place: Place) -> list[tuple[str, str, dict[str, str]]]:
    told = [each async for each in place.workbench.audit.entries()]
    return [(each.action, each.project, dict(each.details)) for each in told if each.action.startswith("retention.")]


@pytest.mark.requirement("Z-111", "R-56")
@pytest.mark.parametrize("kind", ["threads", "runs"])
async def test_what_a_conversation_said_is_nowhere_any_more_and_that_it_was_stays(kind):
    answers = [[f"The {SECRET} is a secret."]]
    async with open_place(ScriptedModel(*answers), **{f"GRAPHWRIGHT_RETENTION_{kind.upper()}": "30"}) as place:
        run = await asked(place)
        retention = place.server_state.retention
        place.clock.ahead += 29 * DAY_S
        assert (await retention.sweep(), SECRET in await everything(place)) == (0, True)
        place.clock.ahead += 2 * DAY_S
        project = (await place.workbench.open_project("shop")).project
        epoch = project.header.epoch
        thread = (await place.workbench.store.documents(project.project_id, "thread"))[0].id
        assert await retention.sweep() == (2 if kind == "threads" else 1)
        left = await everything(place)
        assert (run in left, thread in left, "Ana" in left) == (True, True, True)
        said = {line.partition(",")[0] for line in left.splitlines() if SECRET in line}
        # What was said in a conversation is the conversation's, as long as that is kept.
        assert said == (set() if kind == "threads" else {'{"type":"message.completed"', '{"type":"thread.changed"'})
        assert await place.workbench.store.rebuild(project.project_id) == []
        assert project.header.epoch != epoch
        expected = [("retention.runs", "shop", {"id": run})]
        of_thread = [("retention.threads", "shop", {"id": thread})]
        assert await audited(place) == (of_thread if kind == "threads" else []) + expected
        assert await retention.sweep() == 0


@pytest.mark.requirement("Z-111")
async def test_a_conversation_that_goes_on_is_not_forgotten_and_a_new_one_after_the_sweep_is_answered_and_shown():
    model = ScriptedModel(*[[f"The {SECRET} is a secret."]] * 3)
    async with open_place(model, GRAPHWRIGHT_RETENTION_THREADS="30") as place:
        await asked(place)
        ana = await place.somebody("Ana", shop="admin")
        thread = (await ana.get(f"{WHERE}/threads")).json()["threads"][0]["threadId"]
        place.clock.ahead += 29 * DAY_S
        again = {"commandId": uuid(2), "text": LONG, "threadId": thread}
        ana = await place.somebody("Ana", shop="admin")
        run = (await ana.post(f"{WHERE}/messages", json=again)).json()["runId"]
        await place.settled("shop", run)
        place.clock.ahead += 29 * DAY_S
        assert await place.server_state.retention.sweep() == 0
        place.clock.ahead += 2 * DAY_S
        assert await place.server_state.retention.sweep() == 3
        ana = await place.somebody("Ana", shop="admin")
        run = (await ana.post(f"{WHERE}/messages", json={"commandId": uuid(3), "text": LONG})).json()["runId"]
        await place.settled("shop", run)
        assert SECRET in (await ana.get(f"{WHERE}/runs/{run}")).text


@pytest.mark.requirement("Z-111", "X-199")
@pytest.mark.parametrize("said_by", ["the assistant", "nobody"])
async def test_what_is_said_in_a_conversation_after_it_was_forgotten_is_forgotten_as_well(said_by: str):
    model = ScriptedModel(*[[f"The {SECRET} is a secret."]] * 2)
    async with open_place(model, GRAPHWRIGHT_RETENTION_THREADS="30") as place:
        await asked(place)
        place.clock.ahead += 31 * DAY_S
        await place.server_state.retention.sweep()
        ana = await place.somebody("Ana", shop="admin")
        [thread] = (await ana.get(f"{WHERE}/threads")).json()["threads"]
        if said_by == "nobody":  # a question that is only said differently is not answered again
            [question, *_] = (await ana.get(f"{WHERE}/threads/{thread['threadId']}")).json()["messages"]
            edited = {"commandId": uuid(2), "messageId": question["messageId"], "text": LONG, "rerun": False}
            assert (await ana.post(f"{WHERE}/commands", json={"type": "message.edit", **edited})).status_code == 200
        else:
            again = {"commandId": uuid(2), "text": LONG, "threadId": thread["threadId"]}
            await place.settled("shop", (await ana.post(f"{WHERE}/messages", json=again)).json()["runId"])
        assert SECRET in await everything(place)
        assert await place.server_state.retention.sweep() == 0
        place.clock.ahead += 31 * DAY_S
        await place.server_state.retention.sweep()
        assert SECRET not in await everything(place)
        assert await place.server_state.retention.sweep() == 0


@pytest.mark.requirement("Z-171")
async def test_what_a_run_of_another_server_has_just_put_stays_though_only_forgotten_steps_name_it():
    async with open_place(ScriptedModel([f"The {SECRET} is a secret."]), GRAPHWRIGHT_RETENTION_RUNS="30") as place:
        await asked(place)
        store = place.workbench.store
        assert isinstance(store, MemoryStore)
        told = {sha256 for sha256, data in store._blobs.items() if SECRET.encode() in data}
        place.clock.ahead += 31 * DAY_S
        put, *others = sorted(told)
        await store.put_blob(store._blobs[put])
        await place.server_state.retention.sweep()
        assert (put in store._blobs, [each for each in others if each in store._blobs]) == (True, [])


@pytest.mark.requirement("Z-111")
async def test_a_sweep_that_is_cut_off_is_carried_out_and_told_by_the_next_one():
    class FailingStore(MemoryStore):
        fails = False

        async def redact(self, *given: Any, **more: Any) -> None:
            if self.fails:
                raise StoreFull("the disk is full")
            await super().redact(*given, **more)

    store = FailingStore(SystemClock())
    async with open_place(ScriptedModel(["Yes."]), store=store, GRAPHWRIGHT_RETENTION_THREADS="1") as place:
        run = await asked(place)
        place.clock.ahead += 2 * DAY_S
        store.fails = True
        assert (await place.server_state.retention.sweep(), await audited(place)) == (0, [])
        store.fails = False
        assert await place.server_state.retention.sweep() == 2
        assert [(action, told.get("id") == run) for action, _, told in await audited(place)] == [
            ("retention.threads", False), ("retention.runs", True),
        ]  # fmt: skip


@pytest.mark.requirement("Z-118")
async def test_a_sweep_reads_the_records_of_what_it_forgets_and_none_of_the_others():
    read: list[str] = []

    class NotingStore(MemoryStore):
        async def document(self, project_id: ProjectId, kind: str, document_id: str) -> Document | None:
            read.append(document_id)
            return await super().document(project_id, kind, document_id)

        async def documents(self, project_id: ProjectId, kind: str, **options: Any) -> list[Document]:
            found = await super().documents(project_id, kind, **options)
            if kind in {"message", "steering", "wait"}:
                read.extend([each.id for each in found] if options.get("limit") else [f"all of {kind}"])
            return found

    store = NotingStore(SystemClock())
    model = ScriptedModel(*[[f"The {SECRET} is a secret."]] * 2)
    async with open_place(model, store=store, GRAPHWRIGHT_RETENTION_THREADS="30") as place:
        await asked(place)
        project_id = (await place.workbench.open_project("shop")).project.project_id
        old = {each.id for each in await store.documents(project_id, "message")}
        place.clock.ahead += 29 * DAY_S
        ana = await place.somebody("Ana", shop="admin")
        young = (await ana.post(f"{WHERE}/messages", json={"commandId": uuid(2), "text": "And today?"})).json()
        await place.settled("shop", young["runId"])
        place.clock.ahead += 2 * DAY_S
        both = {each.id for each in await store.documents(project_id, "message")}
        read.clear()
        assert await place.server_state.retention.sweep() == 2
        assert (both & {*read}, [each for each in read if each.startswith("all of")]) == (old, [])
        assert len(both) == 2 * len(old)


@pytest.mark.requirement("Z-120")
@pytest.mark.parametrize("decision", ["accept", "reject"])
async def test_comments_that_were_resolved_and_proposals_that_were_decided_are_forgotten_after_their_days(decision):
    days = {"GRAPHWRIGHT_RETENTION_COMMENTS": "30", "GRAPHWRIGHT_RETENTION_PROPOSALS": "30"}
    async with open_place(**days) as place:
        project = await place.project("shop")
        ana = await place.somebody("Ana", shop="admin")
        operations = create(("SYS", "Shop"), ("REQ", "Fast"))
        operations[1]["descr"] = "Ship within a day."
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": operations, "reason": f"{SECRET} of the reason"}
        decided = (await ana.post(f"{WHERE}/proposals", json=body)).json()
        verdict = {
            "commandId": uuid(2), "digest": decided["digest"], "decision": decision, "feedback": f"{SECRET} is what I say",
        }  # fmt: skip
        answer = await ana.post(f"{WHERE}/proposals/{decided['proposalId']}/decision", json=verdict)
        assert answer.status_code == 200, answer.text
        await place.workbench.open_project("shop")
        open_body = {**body, "commandId": uuid(3), "baseRevision": project.graph.revision, "reason": "Waits."}
        waiting = (await ana.post(f"{WHERE}/proposals", json=open_body)).json()

        async def remark(number: int, text: str, **more: str) -> str:
            about = {"kind": "proposal", "about": waiting["proposalId"]}
            said = await ana.post(f"{WHERE}/comments", json={"commandId": uuid(number), "text": text, **about, **more})
            assert said.status_code == 201, said.text
            return str(said.json()["commentId"])

        over, standing = await remark(4, f"{SECRET}?"), await remark(5, "Open still.")
        reply = await ana.post(
            f"{WHERE}/comments/{over}/replies", json={"commandId": uuid(6), "text": f"{SECRET} it is"}
        )
        await ana.patch(f"{WHERE}/comments/{over}", json={"commandId": uuid(7), "resolved": True})
        retention = place.server_state.retention
        place.clock.ahead += 29 * DAY_S
        assert (await retention.sweep(), SECRET in await everything(place)) == (0, True)
        place.clock.ahead += 2 * DAY_S
        assert await retention.sweep() == 3
        left = await everything(place)
        said = {line.partition(",")[0] for line in left.splitlines() if SECRET in line}
        # Why the model was changed is part of its history.
        assert said == ({'{"type":"commit.applied"'} if decision == "accept" else set())
        assert ("Open still." in left, "Waits." in left) == (True, True)
        assert await place.workbench.store.rebuild(project.project_id) == []
        assert {(action, told["id"]) for action, _, told in await audited(place)} == {
            ("retention.comments", over), ("retention.comments", reply.json()["commentId"]),
            ("retention.proposals", decided["proposalId"]),
        }  # fmt: skip
        ana = await place.somebody("Ana", shop="admin")
        shown = (await ana.get(f"{WHERE}/proposals/{decided['proposalId']}")).json()["proposal"]
        assert (shown["operations"], shown["decided"]["feedback"], shown["reason"]) == ([], "…", "…")
        assert len(project.graph.nodes) == (2 if decision == "accept" else 0), "the model stays"
        assert standing in (await ana.get(f"{WHERE}/comments")).text
        assert await retention.sweep() == 0


@pytest.mark.requirement("Z-111")
async def test_documents_are_removed_by_their_age_and_the_audit_is_cut_at_its_beginning():
    days = {"GRAPHWRIGHT_RETENTION_DOCUMENTS": "10", "GRAPHWRIGHT_RETENTION_AUDIT": "10"}
    async with open_place(**days) as place:
        await place.project("shop")
        ana = await place.somebody("Ana", shop="editor")
        added = await ana.post(f"{WHERE}/documents?name=a.md", content=SECRET.encode(), headers=OCTETS)
        document = added.json()["document"]["documentId"]
        await place.workbench.audit.note("old", person=None)
        place.clock.ahead += 11 * DAY_S
        await place.workbench.audit.note("young", person=None)
        begun = [each async for each in place.workbench.audit.entries()]
        await place.server_state.retention.sweep_daily()
        told = [each async for each in place.workbench.audit.entries()]
        assert [(each.action, dict(each.details)) for each in told[-3:]] == [
            ("young", {}),
            ("retention.documents", {"id": document}),
            (
                "retention.audit",
                {"entries": str(len(begun) - 1), "before": f"{place.clock.now() - timedelta(days=10):%Y-%m-%d}"},
            ),
        ]
        assert "old" not in {each.action for each in told}
        assert SECRET not in await everything(place)
        await place.workbench.audit.note("later", person=None)
        assert [each.action async for each in place.workbench.audit.entries()][-1] == "later"


@pytest.mark.requirement("Z-112")
async def test_nothing_of_a_project_on_hold_is_swept_or_removed_until_the_hold_is_lifted():
    days = {f"GRAPHWRIGHT_RETENTION_{kind}": "1" for kind in ("THREADS", "RUNS", "DOCUMENTS", "AUDIT")}
    async with open_place(ScriptedModel(["Yes."]), **days) as place:
        await asked(place)
        ana, owner = await place.somebody("Ana", shop="admin"), await place.owner()
        added = await ana.post(f"{WHERE}/documents?name=a.md", content=b"Kept.", headers=OCTETS)
        document = added.json()["document"]["documentId"]
        assert error_of(await ana.request("PUT", "/api/holds/shop", json={"reason": "x"})) == (403, "accessDenied")
        put = await owner.put("/api/holds/shop", json={"reason": "case 12/26"})
        assert [each["reason"] for each in put.json()["holds"]] == ["case 12/26"]
        place.clock.ahead += 3 * DAY_S
        assert await place.server_state.retention.sweep() > 0
        assert [action for action, _, _ in await audited(place)] == ["retention.audit"]
        ana, owner = await place.somebody("Ana", shop="admin"), await place.owner()
        for gone in (f"{WHERE}/documents/{document}", WHERE):
            refused = await ana.delete(gone)
            assert (error_of(refused), "case 12/26" in refused.json()["message"]) == ((409, "conflict"), True)
        assert error_of(await owner.put("/api/holds/barn", json={"reason": "x"})) == (404, "notFound")
        lifted = await owner.put("/api/holds/shop", json={"reason": "case closed", "isHeld": False})
        assert lifted.json() == {"holds": []}
        told = [(each.action, dict(each.details)) async for each in place.workbench.audit.entries()]
        assert [each for each in told if each[0].startswith("hold.")] == [
            ("hold.put", {"held": "shop", "reason": "case 12/26", "is_held": "True"}),
            ("hold.put", {"held": "shop", "reason": "case closed", "is_held": "False"}),
        ]
        assert await place.server_state.retention.sweep() >= 3
        assert (await ana.delete(WHERE)).status_code == 200


@pytest.mark.requirement("Z-111")
async def test_in_a_data_folder_the_words_are_in_no_file_any_more(tmp_path: Path):
    store = await SqliteStore.open(tmp_path, SystemClock())
    try:
        model = ScriptedModel([f"The {SECRET} is."])
        async with open_place(model, store=store, GRAPHWRIGHT_RETENTION_THREADS="1") as place:
            await asked(place)
            place.clock.ahead += 2 * DAY_S
            assert await place.server_state.retention.sweep() == 2
            project = (await place.workbench.open_project("shop")).project
            assert await store.rebuild(project.project_id) == []
            told = [each.whole async for each in store.read(project.project_id)]
            assert SECRET not in b"".join(told).decode()
    finally:
        await store.close()

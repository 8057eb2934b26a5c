from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.client.in_process import InnerLine
from graphwright.errors import StoreBusy
from graphwright.interop.registry import EXPORT_FORMATS, FORMATS
from graphwright.ports import SystemClock
from graphwright.server.routes import model
from graphwright.store import entries
from graphwright.store.memory import MemoryStore
from tests.server.place import Place, create, error_of, open_place, uuid


async def shop(place: Place, *operations: dict[str, Any]) -> Any:
    """The owner's browser on a project with some nodes."""
    client = await place.owner()
    assert (await client.post("/api/projects", json={"name": "shop"})).status_code == 201
    if operations:
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": list(operations)}
        answer = await client.post("/api/projects/shop/changes", json=body)
        assert answer.status_code == 201, answer.text
    return client


@pytest.mark.requirement("R-47", "I-03", "A-29")
async def test_a_change_set_is_applied_once_and_read_in_every_form(place):
    client = await shop(place)
    edge = {"op": "edge.create", "id": "e1", "edgeType": "compose", "source": "t1", "target": "t2"}
    operations = [*create(("SYS", "Shop"), ("FUNC", "PlaceOrder")), edge]
    body = {"commandId": uuid(1), "baseRevision": 0, "operations": operations}

    first = await client.post("/api/projects/shop/changes", json=body)
    again = await client.post("/api/projects/shop/changes", json=body)
    other = await client.post("/api/projects/shop/changes", json={**body, "baseRevision": 1})

    assert (first.status_code, first.json()["outcome"]) == (201, "applied"), first.text
    assert again.content == first.content
    assert error_of(other) == (409, "idempotencyConflict")
    graph = (await client.get("/api/projects/shop/graph")).json()
    names = {node["nodeId"]: node["name"] for node in graph["nodes"]}
    assert sorted(names.values()) == ["PlaceOrder", "Shop"]
    assert [(names[each["source"]], each["edgeType"], names[each["target"]]) for each in graph["edges"]] == [
        ("Shop", "compose", "PlaceOrder")
    ]
    for form in ("format-e", "compact", "toon", "table"):
        assert "PlaceOrder" in (await client.get(f"/api/projects/shop/graph?format={form}")).text
    state = (await client.get("/api/projects/shop/state")).json()
    assert state["graph"] == {"nodes": graph["nodes"], "edges": graph["edges"]}
    assert state["revision"] == 1
    assert (await client.get("/api/projects/shop/graph?revision=0")).json()["nodes"] == []


@pytest.mark.requirement("A-30", "R-43")
async def test_every_problem_of_a_change_set_is_told_and_nothing_is_applied(place):
    client = await shop(place)
    operations = [
        *create(("SYS", "Shop"), ("NOTYPE", "x")),
        {"op": "node.delete", "id": "d", "ref": "Nothing.FN.001"},
    ]
    refused = await client.post(
        "/api/projects/shop/changes", json={"commandId": uuid(2), "baseRevision": 0, "operations": operations}
    )
    unreadable = await client.post(
        "/api/projects/shop/changes",
        json={
            "commandId": uuid(3),
            "baseRevision": 0,
            "operations": [
                {"op": "node.create", "id": "n", "nodeType": "SYS", "name": "x", "evil": 1},
                7,
                {"op": "rm"},
            ],
        },
    )

    assert refused.status_code == 422
    assert {problem["operationId"] for problem in refused.json()["fields"]["problems"]} == {"n2", "d"}
    assert [problem["path"] for problem in unreadable.json()["fields"]["problems"]] == [
        "$.operations[0]", "$.operations[1]", "$.operations[2]",
    ]  # fmt: skip
    assert (await client.get("/api/projects/shop")).json()["revision"] == 0


@pytest.mark.requirement("I-11", "P-113")
async def test_undo_redo_and_revert_answer_what_they_did_and_a_repetition_does_nothing(place):
    client = await shop(place, *create(("SYS", "Shop")))

    async def command(number: int, **fields: Any) -> Any:
        return (await client.post("/api/projects/shop/commands", json={"commandId": uuid(number), **fields})).json()

    undone, again = [await command(10, type="changes.undo") for _ in range(2)]
    redone = await command(11, type="changes.redo")
    commits = (await client.get("/api/projects/shop/commits")).json()["commits"]
    reverted = await client.post(
        f"/api/projects/shop/commits/{commits[0]['commitId']}/revert", json={"commandId": uuid(12)}
    )

    assert undone == again
    assert [each["outcome"] for each in (undone, redone, reverted.json())] == ["undone", "redone", "reverted"]
    assert [commit["revision"] for commit in commits] == [3, 2, 1]
    page = (await client.get("/api/projects/shop/commits?before=3&limit=1")).json()["commits"]
    assert [commit["revision"] for commit in page] == [2]
    lean = (await client.get("/api/projects/shop/commits?most=0")).json()["commits"]
    assert lean[1:] == [{**commit, "changes": None} for commit in commits]
    journal = (await client.get("/api/projects/shop/journal?after=0&limit=3")).json()["entries"]
    assert [entry["sequence"] for entry in journal] == [1, 2, 3]


@pytest.mark.requirement("Q-72")
async def test_a_page_of_the_history_reads_nothing_of_the_import_that_it_does_not_show(place, monkeypatch):
    for module in (entries, model):
        monkeypatch.setattr(module, "MAX_IN_ONE", 3)
    client = await shop(place, *create(*(("FUNC", f"Step{number}") for number in range(7))))
    whole = (await client.get("/api/projects/shop/commits")).json()["commits"]
    project = (await place.workbench.open_project("shop")).project
    rows = project.store._project(project.project_id).rows
    (at,) = (at for at, row in enumerate(rows) if row.more)
    rows[at] = replace(rows[at], more=(*(b"not to be read" for _ in rows[at].more[1:]), rows[at].more[-1]))

    page = (await client.get("/api/projects/shop/commits?most=2")).json()["commits"]
    assert page == [{**commit, "changes": None} for commit in whole]
    assert error_of(await client.get("/api/projects/shop/commits?most=50")) == (503, "storeDamaged")


@pytest.mark.requirement("P-123")
async def test_the_history_of_an_element_is_read_in_pages_also_when_it_is_gone(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "PlaceOrder")))
    nodes = (await client.get("/api/projects/shop/graph")).json()["nodes"]
    order = next(node["nodeId"] for node in nodes if node["name"] == "PlaceOrder")
    for number, operation in enumerate(
        (
            {"op": "node.update", "id": "u", "ref": order, "set": {"descr": "Pays at once."}},
            {"op": "node.delete", "id": "d", "ref": order},
        )
    ):
        body = {"commandId": uuid(20 + number), "baseRevision": 1 + number, "operations": [operation], "reason": "why"}
        assert (await client.post("/api/projects/shop/changes", json=body)).status_code == 201

    path = f"/api/projects/shop/elements/{order}/history"
    newest = (await client.get(f"{path}?limit=2")).json()
    rest = (await client.get(f"{path}?limit=2&before={newest['commits'][-1]['revision']}")).json()
    me = (await client.get("/api/session")).json()["person"]["personId"]
    nothing = await client.get("/api/projects/shop/elements/nobody/history")
    no_element = await client.get(f"/api/projects/shop/elements/{me}/history")

    assert [(each["revision"], each["reason"]) for each in newest["commits"]] == [(3, "why"), (2, "why")]
    assert (newest["older"], rest["older"], [each["revision"] for each in rest["commits"]]) == (1, 0, [1])
    changes = [change for each in (*newest["commits"], *rest["commits"]) for change in each["changes"]]
    assert [(change["before"] is None, change["after"] is None) for change in changes] == [
        (False, True), (False, False), (True, False),
    ]  # fmt: skip
    assert [error_of(nothing), error_of(no_element)] == [(404, "notFound")] * 2


@pytest.mark.requirement("P-123")
async def test_the_history_of_an_element_says_by_what_question_it_came(place):
    client = await shop(place)
    body = {"commandId": uuid(4), "text": "Customer gibt Bestellung auf"}
    run = (await client.post("/api/projects/shop/messages", json=body)).json()["runId"]
    await place.settled("shop", run)

    commit = (await client.get("/api/projects/shop/commits")).json()["commits"][-1]
    made = next(change["after"] for change in commit["changes"] if change["element"] == "node")
    history = (await client.get(f"/api/projects/shop/elements/{made['nodeId']}/history")).json()

    assert [(each["runId"], each["question"]) for each in history["commits"]][-1] == (run, body["text"])


@pytest.mark.requirement("A-40")
async def test_a_message_is_answered_by_a_run_that_can_be_looked_into(place):
    client = await shop(place)
    body = {"commandId": uuid(4), "text": "Customer gibt Bestellung auf"}

    said = await client.post("/api/projects/shop/messages", json=body)
    again = await client.post("/api/projects/shop/messages", json=body)
    assert said.status_code == 201
    ids = said.json()
    await place.settled("shop", ids["runId"])

    assert again.json() == ids
    thread = (await client.get(f"/api/projects/shop/threads/{ids['threadId']}")).json()
    question, answer = thread["messages"]
    assert question["messageId"] == ids["messageId"] == answer["parentMessageId"]
    assert [each["threadId"] for each in (await client.get("/api/projects/shop/threads")).json()["threads"]] == [
        ids["threadId"]
    ]
    run = (await client.get(f"/api/projects/shop/runs/{ids['runId']}")).json()
    assert run["run"]["outcome"] == "applied"
    context = next(step for step in run["steps"] if step["kind"] == "context")
    whole = (await client.get(f"/api/projects/shop/runs/{ids['runId']}/steps/{context['stepId']}")).json()
    assert "Bestellung" in json.dumps(whole["result"]["request"], ensure_ascii=False)
    text = (await client.get(f"/api/projects/shop/runs/{ids['runId']}/context")).json()
    assert text == {"text": ""}, "a build retrieves nothing and weighs no hypotheses"
    assert (await client.get("/api/projects/shop/runs")).json()["runs"][0]["runId"] == ids["runId"]


async def test_an_edited_message_is_a_sibling_and_its_run_does_not_hear_of_the_other_branch(place):
    client = await shop(place)
    first = (
        await client.post(
            "/api/projects/shop/messages", json={"commandId": uuid(1), "text": "A customer places an order"}
        )
    ).json()
    await place.settled("shop", first["runId"])
    edit = {
        "type": "message.edit",
        "commandId": uuid(2),
        "messageId": first["messageId"],
        "text": "A clerk ships an order",
    }
    second = (await client.post("/api/projects/shop/commands", json=edit)).json()
    await place.settled("shop", second["runId"])

    messages = (await client.get(f"/api/projects/shop/threads/{first['threadId']}")).json()["messages"]
    people = [message for message in messages if message["author"]["kind"] == "person"]
    assert [message.get("parentMessageId") for message in people] == [None, None]
    run = (await client.get(f"/api/projects/shop/runs/{second['runId']}")).json()
    context = next(step for step in run["steps"] if step["kind"] == "context")
    whole = (await client.get(f"/api/projects/shop/runs/{second['runId']}/steps/{context['stepId']}")).json()
    assert "customer places" not in json.dumps(whole["result"]["request"]["messages"])


@pytest.mark.requirement("R-22")
async def test_what_somebody_without_the_right_to_build_asks_for_waits_for_a_person(place):
    owner = await shop(place, *create(("SYS", "Shop")))
    commenter = await place.somebody("cora", shop="commenter")
    said = (
        await commenter.post(
            "/api/projects/shop/messages",
            json={"commandId": uuid(5), "text": "A customer places an order", "workflow": "build"},
        )
    ).json()
    await place.settled("shop", said["runId"])
    assert (await owner.get("/api/projects/shop")).json()["revision"] == 1
    (proposal,) = (await owner.get("/api/projects/shop/proposals")).json()["proposals"]
    decision = {"commandId": uuid(6), "digest": proposal["digest"], "decision": "accept"}

    denied = await commenter.post(f"/api/projects/shop/proposals/{proposal['proposalId']}/decision", json=decision)
    stale = await owner.post(
        f"/api/projects/shop/proposals/{proposal['proposalId']}/decision", json={**decision, "digest": "x"}
    )
    accepted = await owner.post(f"/api/projects/shop/proposals/{proposal['proposalId']}/decision", json=decision)
    repeated = await owner.post(f"/api/projects/shop/proposals/{proposal['proposalId']}/decision", json=decision)

    assert error_of(denied) == (403, "accessDenied")
    assert error_of(stale) == (409, "proposalStale")
    assert accepted.status_code == 200
    assert repeated.content == accepted.content
    assert (await owner.get("/api/projects/shop")).json()["revision"] == 2
    await place.settled("shop", said["runId"])


async def test_a_person_may_propose_instead_of_applying(place):
    owner = await shop(place)
    commenter = await place.somebody("cora", shop="commenter")
    body = {"commandId": uuid(7), "baseRevision": 0, "operations": create(("SYS", "Shop")), "reason": "because"}
    opened = await commenter.post("/api/projects/shop/proposals", json=body)
    again = await commenter.post("/api/projects/shop/proposals", json=body)
    assert opened.status_code == 201
    assert opened.json() == again.json()
    assert (opened.json()["author"]["name"], opened.json()["state"]) == ("cora", "open")
    assert len((await owner.get("/api/projects/shop/proposals?state=all")).json()["proposals"]) == 1


async def test_search_finds_exact_ids_and_names_first(place):
    client = await shop(
        place,
        *create(("FUNC", "Place order"), ("FUNC", "Order"), ("REQ", "Speed")),
        {"op": "node.create", "id": "n9", "nodeType": "REQ", "name": "Other", "descr": "every order is kept"},
    )

    async def found(question: str) -> list[tuple[str, str]]:
        hits = (await client.get("/api/projects/shop/search", params={"q": question})).json()["hits"]
        return [(hit["node"]["name"], hit["foundIn"]) for hit in hits]

    assert await found("order") == [("Order", "exact"), ("Place order", "name"), ("Other", "descr")]
    assert await found("ORDER  place") == [("Place order", "exact"), ("Order", "exact"), ("Other", "descr")]
    assert await found("pla") == [("Place order", "name")]
    assert await found("Speed.RQ.001") == [("Speed", "exact")]
    assert await found("RQ1") == [("Speed", "exact")]
    assert await found("nothing like it") == []
    assert error_of(await client.get("/api/projects/shop/search?q=")) == (400, "invalidCommand")


async def test_a_node_is_read_with_what_lies_around_it(place):
    nodes = create(("SYS", "Shop"), ("FUNC", "Place"), ("FUNC", "Ship"))
    edges = [
        {"op": "edge.create", "id": f"e{number}", "edgeType": "compose", "source": "t1", "target": target}
        for number, target in enumerate(("t2", "t3"))
    ]
    client = await shop(place, *nodes, *edges)
    node = (await client.get("/api/projects/shop/nodes/Shop.SY.001")).json()
    around = (await client.get("/api/projects/shop/nodes/FN1/neighbourhood?depth=2&relations=compose")).json()
    assert sorted(each["name"] for each in node["neighbours"]) == ["Place", "Ship"]
    assert sorted(around["distances"].values()) == [0, 1, 2]
    assert error_of(await client.get("/api/projects/shop/nodes/FN9")) == (404, "notFound")
    assert error_of(await client.get("/api/projects/shop/nodes/FN1/neighbourhood?depth=6")) == (400, "invalidCommand")
    assert error_of(await client.get("/api/projects/shop/nodes/FN1/neighbourhood?deep=1")) == (400, "invalidCommand")
    assert error_of(await client.get("/api/projects/shop/nodes/FN1/neighbourhood?depth=1&depth=2")) == (
        400,
        "invalidCommand",
    )


@pytest.mark.requirement("B-60")
async def test_the_context_of_a_language_model_is_shown_as_it_would_be_sent(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "Place order")))
    full = (await client.post("/api/projects/shop/context", json={})).json()
    node = (await client.get("/api/projects/shop/nodes/FN1")).json()["node"]
    selected = (
        await client.post(
            "/api/projects/shop/context",
            json={"mode": "selected", "canvas": {"selection": {"nodes": [node["nodeId"]]}}, "encoding": "format-e"},
        )
    ).json()
    changed = (await client.post("/api/projects/shop/context", json={"mode": "changed", "sinceRevision": 0})).json()
    assert "Place order" in full["text"]
    assert full["metadata"]["keptNodes"] == 2
    assert (selected["mode"], selected["metadata"]["keptNodes"]) == ("selected", 1)
    assert (changed["mode"], changed["text"].count("Place order")) == ("full", 1), "all of it is new since then"
    assert full["tokens"] > 0
    assert error_of(await client.post("/api/projects/shop/context", json={"evil": 1})) == (400, "invalidCommand")


@pytest.mark.slow
@pytest.mark.requirement("X-01")
async def test_each_format_that_can_be_written_has_an_address_and_tells_its_losses(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "Place order")))
    for name in EXPORT_FORMATS:
        found = await client.get(f"/api/projects/shop/exports/{name}")
        ending = FORMATS[name].endings[0]
        assert (found.status_code, found.headers["content-disposition"]) == (
            200, f'attachment; filename="shop.{ending}"',
        )  # fmt: skip
        assert found.content == (await client.get(f"/api/projects/shop/export?format={name}")).content
    losses = (await client.get("/api/projects/shop/exports/format-e")).headers["x-losses"]
    assert [note["key"] for note in json.loads(losses)] == ["notes.withoutIds"]
    assert error_of(await client.get("/api/projects/shop/exports/papyrus")) == (400, "invalidCommand")


@pytest.mark.requirement("X-91")
async def test_a_part_of_the_model_has_an_address_and_a_body_where_the_address_is_too_short(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "Place order"), ("REQ", "Fast")))
    address = "/api/projects/shop/exports/format-e"

    asked = await client.get(f"{address}?view=requirements&nodeTypes=REQ,TEST")
    posted = await client.post(address, json={"scope": {"view": "requirements", "nodeTypes": ["REQ", "TEST"]}})
    past = await client.post(address, json={"revision": "0", "scope": {"elements": ["FN1"]}})

    assert asked.content == posted.content
    assert ("Fast|REQ" in posted.text, "Place order" in posted.text) == (True, False)
    losses = {note["key"]: note.get("values") for note in json.loads(posted.headers["x-losses"])}
    assert losses["notes.scopeNodes"] == {"count": 2}
    assert error_of(past) == (404, "notFound")
    assert error_of(await client.get(f"{address}?view=workflow")) == (400, "invalidCommand")
    assert error_of(await client.post(address, json={"scope": {"everything": True}})) == (400, "invalidCommand")


async def test_a_file_is_imported_into_an_empty_project_and_proposed_to_any_other(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "Place order")))
    document = await client.get("/api/projects/shop/export?format=specification")
    assert (document.headers["content-type"], document.headers["content-disposition"], document.text[:15]) == (
        "text/markdown; charset=utf-8", 'attachment; filename="shop.md"', "# Specification",
    )  # fmt: skip
    file = await client.get("/api/projects/shop/export?format=format-e")
    assert file.headers["content-disposition"] == 'attachment; filename="shop.txt"'
    assert file.headers["content-security-policy"].endswith("sandbox")
    octets = {"content-type": "application/octet-stream"}
    await client.post("/api/projects", json={"name": "copy"})
    first = await client.post("/api/projects/copy/import?name=shop.txt", content=file.content, headers=octets)
    second = await client.post("/api/projects/copy/import", content=file.content, headers=octets)
    damaged = await client.post("/api/projects/copy/import", content=b"{", headers=octets)
    assert (first.status_code, first.json()["outcome"]) == (201, "applied"), first.text
    assert (second.status_code, second.json()["outcome"]) == (200, "unchanged"), "all of it is there already"
    assert error_of(damaged) == (400, "invalidCommand")
    assert (await client.get("/api/projects/copy/export?format=format-e")).content == file.content


async def test_a_project_is_renamed_configured_and_deleted(place):
    client = await shop(place)
    renamed = await client.patch("/api/projects/shop", json={"name": "store", "phase": 2, "policy": "review"})
    assert {name: renamed.json()[name] for name in ("name", "phase", "policy")} == {
        "name": "store",
        "phase": 2,
        "policy": "review",
    }
    assert error_of(await client.get("/api/projects/shop")) == (404, "notFound")
    await client.post("/api/projects", json={"name": "other"})
    assert error_of(await client.patch("/api/projects/store", json={"name": "other"})) == (409, "conflict")
    assert error_of(await client.patch("/api/projects/store", json={"name": "../x"})) == (400, "invalidCommand")
    assert error_of(await client.patch("/api/projects/store", json={"revision": 9})) == (400, "invalidCommand")
    assert error_of(await client.post("/api/projects", json={"name": "other"})) == (409, "conflict")
    assert (await client.delete("/api/projects/store")).status_code == 200
    assert error_of(await client.get("/api/projects/store")) == (404, "notFound")
    assert [each["name"] for each in (await client.get("/api/projects")).json()["projects"]] == ["other"]


@pytest.mark.requirement("P-162", "P-183")
async def test_the_list_says_who_changed_each_model_last_and_opens_none_of_them():
    store = MemoryStore(SystemClock())
    async with open_place(store=store) as place:
        for name in ("shop", "empty"):
            await place.project(name)
        people = [await place.owner(), await place.somebody("Ana", shop="editor")]
        answers = [
            await client.post("/api/projects/shop/changes", json=changing(revision, f"Part {revision}"))
            for revision, client in enumerate(people)
        ]
        made = [answer.json()["commit"] for answer in answers]
        await place.somebody("Ben", shop="viewer")  # the journal goes on; the model does not
    async with open_place(store=store) as place:
        seen = (await (await place.owner()).get("/api/projects")).json()["projects"]
        last = {each["name"]: each.get("lastChange") for each in seen}
        assert (last, [each["author"]["name"] for each in made][1], place.workbench.open_projects) == (
            {"shop": {"author": made[1]["author"], "at": made[1]["at"]}, "empty": None}, "Ana", [],
        )  # fmt: skip
        held = {each["name"]: (each["nodes"], each["edges"], each.get("here")) for each in seen}
        assert held == {"shop": (2, 0, None), "empty": (0, 0, None)}


def changing(revision: int, name: str) -> dict[str, Any]:
    return {"commandId": uuid(revision + 1), "baseRevision": revision, "operations": create(("FUNC", name))}


@pytest.mark.requirement("R-10")
async def test_everybody_sees_the_projects_they_may_enter(place):
    await shop(place)
    await place.project("secret")
    ana = await place.somebody("ana", shop="viewer")
    program = await place.program("secret", "viewer")
    await ana.post("/api/projects", json={"name": "anas-own"})
    seen = (await ana.get("/api/projects")).json()["projects"]
    assert [(each["name"], each["access"]) for each in seen] == [("shop", "viewer"), ("anas-own", "admin")]
    assert [each["name"] for each in (await program.get("/api/projects")).json()["projects"]] == ["secret"]
    assert len((await (await place.owner()).get("/api/projects")).json()["projects"]) == 3


async def test_the_state_has_a_tag_and_is_zipped(place):
    client = await shop(place, *create(*(("FUNC", f"Function number {number}") for number in range(2_500))))
    fresh = await client.get("/api/projects/shop/state", headers={"accept-encoding": "gzip"})
    tag = fresh.headers["etag"]
    same = await client.get("/api/projects/shop/state", headers={"if-none-match": tag})
    plain = await client.get("/api/projects/shop/state", headers={"accept-encoding": "identity"})
    assert fresh.headers["content-encoding"] == "gzip"
    assert (same.status_code, same.content) == (304, b"")
    assert "content-encoding" not in plain.headers
    assert plain.json() == fresh.json()
    assert len(plain.json()["graph"]["nodes"]) == 2_500
    assert int(fresh.headers["content-length"]) < len(plain.content) / 3


async def test_positions_and_titles_are_kept(place):
    client = await shop(place, *create(("SYS", "Shop")))
    node = (await client.get("/api/projects/shop/nodes/SY1")).json()["node"]["nodeId"]
    move = {"type": "layout.update", "commandId": uuid(8), "view": "hierarchy", "positions": {node: [1.5, -2]}}
    moved = await client.post("/api/projects/shop/commands", json=move)
    opened = await client.post("/api/projects/shop/threads", json={"commandId": uuid(9), "title": " A  talk "})
    title = {"type": "thread.update", "commandId": uuid(10), "threadId": opened.json()["threadId"], "title": "Another"}
    await client.post("/api/projects/shop/commands", json=title)
    state = (await client.get("/api/projects/shop/state")).json()
    assert moved.json() == {"view": "hierarchy", "nodes": 1}
    assert state["layouts"] == {"hierarchy": {node: [1.5, -2.0]}}
    assert [thread["title"] for thread in state["threads"]] == ["Another"]
    far = {**move, "commandId": uuid(11), "positions": {node: [1e9, 0]}}
    assert error_of(await client.post("/api/projects/shop/commands", json=far)) == (400, "invalidCommand")
    strange = {**move, "commandId": uuid(12), "positions": {uuid(1): [1, 0]}}
    assert error_of(await client.post("/api/projects/shop/commands", json=strange)) == (404, "notFound")


async def test_findings_and_the_ontology_are_listed(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "x")))
    findings = (await client.get("/api/projects/shop/findings")).json()
    assert findings["revision"] == 1
    assert findings["count"] == len(findings["findings"]) > 0
    ontology = (await client.get("/api/projects/shop/ontology")).json()
    assert (ontology["name"], len(ontology["nodeTypes"]), len(ontology["relations"])) == ("systems", 10, 6)


@pytest.mark.requirement("Z-33")
async def test_findings_come_page_by_page(place):
    client = await shop(place, *create(("SYS", "Shop"), ("FUNC", "x")))
    whole = (await client.get("/api/projects/shop/findings")).json()
    pages = [
        (await client.get("/api/projects/shop/findings", params={"offset": at, "limit": 2})).json()
        for at in range(0, whole["count"], 2)
    ]
    assert {(page["revision"], page["count"]) for page in pages} == {(1, whole["count"])}
    assert [each for page in pages for each in page["findings"]] == whole["findings"]
    assert error_of(await client.get("/api/projects/shop/findings?limit=1001")) == (400, "invalidCommand")


async def test_a_locked_project_applies_nothing(place):
    client = await shop(place)
    await client.patch("/api/projects/shop", json={"policy": "locked"})
    body = {"commandId": uuid(13), "baseRevision": 0, "operations": create(("SYS", "Shop"))}
    assert error_of(await client.post("/api/projects/shop/changes", json=body)) == (403, "accessDenied")


@pytest.mark.requirement("R-05")
async def test_runs_of_somebody_who_may_not_ask_any_more_are_stopped():
    async with open_place() as place:
        owner = await shop(place, *create(("SYS", "Shop")))
        cora = await place.somebody("cora", shop="commenter")
        said = (
            await cora.post(
                "/api/projects/shop/messages",
                json={"commandId": uuid(14), "text": "A clerk ships an order", "workflow": "build"},
            )
        ).json()
        await place.settled("shop", said["runId"])
        waiting = (await owner.get(f"/api/projects/shop/runs/{said['runId']}")).json()["run"]["status"]
        who = (await cora.get("/api/session")).json()["person"]["personId"]
        await owner.put("/api/projects/shop/members", json={"personId": who, "access": None})
        await place.server_state.revocations.settled()
        after = (await owner.get(f"/api/projects/shop/runs/{said['runId']}")).json()["run"]["status"]
        assert (waiting, after) == ("waiting", "cancelled")


@pytest.mark.requirement("R-45")
async def test_a_message_may_answer_an_older_one_of_its_thread_and_none_of_another(place):
    owner = await place.owner()
    await place.project("shop")

    async def ask(number: int, **more: str):
        body = {"commandId": uuid(number), "text": f"Create the system S{number}", "workflow": "build", **more}
        answer = await owner.post("/api/projects/shop/messages", json=body)
        if answer.status_code < 300:
            await place.settled("shop", answer.json()["runId"])
        return answer

    first = (await ask(1)).json()
    thread = first["threadId"]
    await ask(2, threadId=thread)
    branch = (await ask(3, threadId=thread, parentMessageId=first["messageId"])).json()
    other = (await ask(4)).json()
    foreign = await ask(5, threadId=thread, parentMessageId=other["messageId"])
    messages = (await owner.get(f"/api/projects/shop/threads/{thread}")).json()["messages"]

    assert error_of(foreign) == (400, "invalidCommand")
    parents = {each["messageId"]: each.get("parentMessageId") for each in messages}
    assert parents[branch["messageId"]] == first["messageId"]


@pytest.mark.requirement("B-81")
async def test_what_requirements_leave_open_is_asked_page_by_page_or_of_one(place):
    client = await shop(place, *create(("REQ", "Speed"), ("REQ", "Stock"), ("SYS", "Shop")))
    at = "/api/projects/shop/questions"
    everything = (await client.get(at)).json()
    assert [each["semanticId"] for each in everything["requirements"]] == ["Speed.RQ.001", "Stock.RQ.002"]
    assert [each["kind"] for each in everything["requirements"][0]["questions"]] == ["incompleteSpecification"]
    assert everything["total"] == 2
    assert (await client.get(f"{at}?after=1&limit=1")).json()["requirements"] == everything["requirements"][1:]
    assert (await client.get(f"{at}?about=Stock")).json()["requirements"] == everything["requirements"][1:]
    assert (await client.get(f"{at}?about=Shop")).json()["requirements"] == []
    assert error_of(await client.get(f"{at}?about=Nobody")) == (404, "notFound")


@pytest.mark.requirement("M-17")
async def test_the_configured_language_models_are_told_to_whoever_is_logged_in():
    async with open_place() as place:
        assert (await (await place.owner()).get("/api/models")).json() == {"models": [], "uses": []}
        assert (await place.anybody().get("/api/models")).status_code == 401


@pytest.mark.requirement("Z-81")
async def test_strangers_hear_that_something_is_away_and_its_owner_what(place, monkeypatch):
    secret = "the database lets nobody of this name in (connecting: role graphwright at 10.0.0.9)"

    async def failing(*_: object) -> bytes:
        raise StoreBusy(secret)

    owner, guest = await place.owner(), place.anybody(cookie="graphwright-8426=x")
    store = place.workbench.store
    with monkeypatch.context() as failed:
        failed.setattr(type(store), "trouble", lambda _: secret)
        answers = [await each.get("/readyz") for each in (place.anybody(), guest, owner, place.terminal())]
        assert [(each.status_code, secret in each.text) for each in answers] == [
            (503, False), (503, False), (503, True), (503, True),
        ]  # fmt: skip
        failed.setattr(type(store), "get_record", failing)
        for path in ("/readyz", "/api/session", "/api/projects", "/api/session/ways"):
            assert secret not in (await guest.get(path)).text
            assert secret in (await place.terminal().get(path)).text
        assert secret not in (await place.anybody().post("/api/session", json={"ticket": "x"})).text
        line = InnerLine(place.server_state.socket, {"type": "websocket", "path": "/ws", "headers": [
            (b"host", b"127.0.0.1:8426"), (b"origin", b"http://127.0.0.1:8426"), (b"cookie", b"graphwright-8426=x")]})  # fmt: skip
        with pytest.raises(Exception) as refused:
            await line.open()
        assert secret not in str(refused.value)
    assert (await place.anybody().get("/readyz")).status_code == 200

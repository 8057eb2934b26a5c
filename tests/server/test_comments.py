"""Comments over REST: written, answered, changed, resolved and removed, by whom that is allowed."""

from __future__ import annotations

import io
import json
from itertools import count
from typing import Any

import httpx2
import openpyxl
import pytest

from graphwright.comments import MAX_REPLIES, TEXT_LENGTH, mentioned
from graphwright.graph.load import default_ontology
from graphwright.interop import writing
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.protocol.ids import PersonId
from graphwright.protocol.projects import Person
from graphwright.protocol.texts import Term
from tests.server.place import Place, create, error_of, uuid
from tests.server.test_rest import shop

AT = "/api/projects/shop"
_numbers = count(100)


async def _post(client: httpx2.AsyncClient, path: str, **body: Any) -> httpx2.Response:
    return await client.post(f"{AT}/{path}", json={"commandId": uuid(next(_numbers)), **body})


async def _patch(client: httpx2.AsyncClient, comment_id: str, **body: Any) -> httpx2.Response:
    return await client.patch(f"{AT}/comments/{comment_id}", json={"commandId": uuid(next(_numbers)), **body})


async def _remark(client: httpx2.AsyncClient, about: str, text: str = "Who places it?") -> dict[str, Any]:
    answer = await _post(client, "comments", kind="node", about=about, text=text)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def _listed(client: httpx2.AsyncClient, **query: str) -> list[dict[str, Any]]:
    return (await client.get(f"{AT}/comments", params=query)).json()["comments"]


async def _node(client: httpx2.AsyncClient, ref: str = "SY1") -> str:
    return (await client.get(f"{AT}/nodes/{ref}")).json()["node"]["nodeId"]


@pytest.fixture
async def owner(place: Place) -> httpx2.AsyncClient:
    return await shop(place, *create(("SYS", "Shop"), ("FUNC", "Ship")))


@pytest.mark.requirement("P-40")
async def test_a_comment_is_written_answered_resolved_and_open_again_with_a_reply(place, owner):
    cora = await place.somebody("cora", shop="commenter")
    node = await _node(owner)
    me = (await owner.get("/api/session")).json()["person"]
    said = await _remark(owner, node, "  Who places it, @cora?\n")
    her = (await cora.get("/api/session")).json()["person"]["personId"]
    assert said == {
        "commentId": said["commentId"], "kind": "node", "about": node, "label": "Shop", "text": "Who places it, @cora?",
        "mentions": [her], "person": {"personId": me["personId"], "name": me["name"]}, "at": said["at"],
    }  # fmt: skip
    replied = (await _post(cora, f"comments/{said['commentId']}/replies", text="A customer.")).json()
    assert (replied["replyTo"], replied["about"], replied["label"]) == (said["commentId"], node, "Shop")
    assert await _listed(cora) == [said, replied] == (await owner.get(f"{AT}/state")).json()["comments"]

    resolved = (await _patch(cora, said["commentId"], resolved=True)).json()
    assert resolved["resolved"]["person"]["name"] == "cora"
    assert await _listed(owner) == [] == (await owner.get(f"{AT}/state")).json().get("comments", [])
    assert await _listed(owner, resolved="true", about=node) == [resolved, replied]

    again = (await _post(owner, f"comments/{said['commentId']}/replies", text="And a clerk?")).json()
    assert await _listed(owner) == [said, replied, again]
    assert (await _patch(owner, said["commentId"], resolved=False)).json() == said


@pytest.mark.requirement("P-40")
async def test_words_are_changed_and_taken_away_by_whoever_wrote_them(place, owner):
    cora = await place.somebody("cora", shop="commenter")
    said = await _remark(cora, await _node(owner))
    assert error_of(await _patch(owner, said["commentId"], text="Mine now")) == (403, "accessDenied")
    edited = (await _patch(cora, said["commentId"], text="Who else?")).json()
    assert edited == {**said, "text": "Who else?", "editedAt": edited["editedAt"]}
    dan = await place.somebody("dan", shop="editor")
    assert error_of(await dan.delete(f"{AT}/comments/{said['commentId']}")) == (403, "accessDenied")
    replied = (await _post(dan, f"comments/{said['commentId']}/replies", text="Me.")).json()
    assert error_of(await cora.delete(f"{AT}/comments/{said['commentId']}")) == (409, "conflict")
    gone = await owner.delete(f"{AT}/comments/{replied['commentId']}")  # an admin may
    assert gone.json() == {"commentId": replied["commentId"]}
    assert (await cora.delete(f"{AT}/comments/{said['commentId']}")).status_code == 200
    assert await _listed(owner, resolved="true") == []


@pytest.mark.requirement("P-42")
async def test_comments_outlive_their_element_and_stand_at_it_again_after_an_undo(owner):
    node = await _node(owner, "FN1")
    said = await _remark(owner, node)
    gone = [{"op": "node.delete", "id": "d", "ref": node}]
    await _post(owner, "changes", baseRevision=1, operations=gone)
    assert await _listed(owner) == [said]
    assert (await _post(owner, f"comments/{said['commentId']}/replies", text="It is gone.")).status_code == 201
    assert error_of(await _post(owner, "comments", kind="node", about=node, text="New")) == (404, "notFound")
    await _post(owner, "commands", type="changes.undo")
    assert await _node(owner, "FN1") == node


@pytest.mark.requirement("P-40")
async def test_relations_and_proposals_are_commented_on_too(owner):
    nodes = [await _node(owner), await _node(owner, "FN1")]
    joined = [{"op": "edge.create", "id": "e", "edgeType": "compose", "source": nodes[0], "target": nodes[1]}]
    await _post(owner, "changes", baseRevision=1, operations=joined)
    (edge,) = (await owner.get(f"{AT}/graph")).json()["edges"]
    on_edge = (await _post(owner, "comments", kind="edge", about=edge["edgeId"], text="Really?")).json()
    wanted = await _post(
        owner, "proposals", baseRevision=2, operations=create(("FUNC", "Bill")), reason="Bills are missing"
    )
    proposal = wanted.json()["proposalId"]
    on_proposal = (await _post(owner, "comments", kind="proposal", about=proposal, text="Good.")).json()
    assert [each["label"] for each in (on_edge, on_proposal)] == ["Shop -compose-> Ship", "Bills are missing"]
    assert await _listed(owner, about=proposal) == [on_proposal]


@pytest.mark.requirement("P-40", "R-43")
async def test_what_is_no_comment_is_refused(owner):
    node = await _node(owner)
    said = await _remark(owner, node)
    reply = (await _post(owner, f"comments/{said['commentId']}/replies", text="x")).json()
    refusals: tuple[tuple[str, dict[str, Any], tuple[int, str]], ...] = (
        ("comments", {"kind": "node", "about": node, "text": " \n"}, (400, "invalidCommand")),
        ("comments", {"kind": "node", "about": node, "text": "x" * (TEXT_LENGTH + 1)}, (413, "limitExceeded")),
        ("comments", {"kind": "edge", "about": node, "text": "x"}, (404, "notFound")),
        ("comments", {"kind": "house", "about": node, "text": "x"}, (400, "invalidCommand")),
        (f"comments/{reply['commentId']}/replies", {"text": "x"}, (400, "invalidCommand")),
        (f"comments/{uuid(1)}/replies", {"text": "x"}, (404, "notFound")),
    )
    for path, body, wanted in refusals:
        assert error_of(await _post(owner, path, **body)) == wanted, (path, body["text"][:10])
    neither: dict[str, Any] = {}
    both = {"text": "x", "resolved": True}
    for body in (neither, both):
        assert error_of(await _patch(owner, said["commentId"], **body)) == (400, "invalidCommand")
    for _ in range(MAX_REPLIES - 1):
        await _post(owner, f"comments/{said['commentId']}/replies", text="x")
    full = await _post(owner, f"comments/{said['commentId']}/replies", text="x")
    assert error_of(full) == (413, "limitExceeded")
    assert len(await _listed(owner, about=node)) == MAX_REPLIES + 1


@pytest.mark.requirement("P-41", "R-40")
async def test_there_are_never_too_many_open_comments_also_by_opening_some_again(owner, monkeypatch):
    monkeypatch.setattr("graphwright.comments.MAX_OPEN", 2)
    node = await _node(owner)
    done, *_ = [(await _remark(owner, node))["commentId"] for _ in range(2)]
    assert (await _patch(owner, done, resolved=True)).status_code == 200
    await _remark(owner, node)
    for refused in (
        await _post(owner, "comments", kind="node", about=node, text="x"),
        await _post(owner, f"comments/{done}/replies", text="x"),
        await _patch(owner, done, resolved=False),
    ):
        assert error_of(refused) == (413, "limitExceeded")
    still_open = await _listed(owner, about=node)
    assert (len(still_open), done in {each["commentId"] for each in still_open}) == (2, False)


@pytest.mark.requirement("P-41")
def test_the_longest_name_of_a_member_is_the_one_who_is_called():
    people = [
        Person(person_id=PersonId(name.replace(" ", "-")), name=name, access="editor")
        for name in ("Ana", "Ana Maria", "Jörg", "J.R.")
    ]
    assert mentioned("@Ana Maria, @jörg: see a@ana and @@Ana or @Anaconda", people) == ["Ana-Maria", "Jörg"]
    assert mentioned("(@J.R.) @Ana! @ANA", people) == ["J.R.", "Ana"]
    assert mentioned("@nobody", people) == mentioned("@Ana", []) == []


async def _left(client: httpx2.AsyncClient, address: str) -> list[dict[str, Any]]:
    """What an export says of comments."""
    found = await client.get(f"{AT}/exports/{address}")
    assert found.status_code == 200, found.text
    return [each["values"] for each in json.loads(found.headers["x-losses"]) if each["key"] == "notes.exportComments"]


@pytest.mark.requirement("X-01")
async def test_every_export_says_in_one_line_how_many_comments_stay_here(owner, monkeypatch):
    assert await _left(owner, "csv") == []
    shop_id, ship_id = await _node(owner), await _node(owner, "FN1")
    first = await _remark(owner, shop_id)
    await _post(owner, f"comments/{first['commentId']}/replies", text="A guest.")
    resolved = await _remark(owner, ship_id, "Ship it where?")
    await _patch(owner, resolved["commentId"], resolved=True)

    assert [await _left(owner, name) for name in ("reqif", "csv", "dot")] == [[{"count": 3}]] * 3
    assert await _left(owner, f"csv?elements={ship_id}") == [{"count": 1}]
    monkeypatch.setattr(writing, "AT_ONCE", 0)  # as a large model, in a process of its own
    assert await _left(owner, "csv") == [{"count": 3}]


@pytest.mark.requirement("U-231")
async def test_json_holds_the_comments_on_what_it_writes_and_an_import_of_it_leaves_them_out(owner):
    shop_id, ship_id = await _node(owner), await _node(owner, "FN1")
    first = await _remark(owner, shop_id)
    reply = (await _post(owner, f"comments/{first['commentId']}/replies", text="A guest.")).json()
    other = await _remark(owner, ship_id, "Ship it where?")
    assert await _left(owner, "json") == []
    whole = (await owner.get(f"{AT}/exports/json")).json()
    assert whole["comments"] == [first, reply, other]
    assert (await owner.get(f"{AT}/exports/json?elements={ship_id}")).json()["comments"] == [other]

    read = read_import(ForeignFile(json.dumps(whole).encode(), "shop.json"), default_ontology())
    assert read.report.notes == [Term(key="notes.importComments", values={"count": 3})]
    assert read.report.nodes == len(whole["nodes"])


@pytest.mark.requirement("X-178")
async def test_a_workbook_has_a_sheet_of_comments_that_no_import_takes_for_elements(owner):
    shop_id, ship_id = await _node(owner), await _node(owner, "FN1")
    first = await _remark(owner, shop_id, "=Who?")
    other = await _remark(owner, ship_id, "Ship it where?")
    reply = (await _post(owner, f"comments/{first['commentId']}/replies", text="A guest.")).json()
    await _patch(owner, first["commentId"], resolved=True)
    me, times = first["person"]["name"], [each["at"][:16].replace("T", " ") for each in (first, reply, other)]
    names = {each["nodeId"]: each["semanticId"] for each in (await owner.get(f"{AT}/graph")).json()["nodes"]}

    for name in ("xlsx", "xlsx-matrix"):
        assert await _left(owner, name) == []
        whole = (await owner.get(f"{AT}/exports/{name}")).content
        sheet = openpyxl.load_workbook(io.BytesIO(whole))["Comments"]
        assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
            ["No.", "ID", "Element", "Person", "Time", "Comment", "Reply to", "Resolved by"],
            [1, names[shop_id], "Shop", me, times[0], "=Who?", None, me],
            [2, names[shop_id], "Shop", me, times[1], "A guest.", 1, None],
            [3, names[ship_id], "Ship", me, times[2], "Ship it where?", None, None],
        ]
        assert sheet["F2"].data_type == "s"  # no formula

        read = read_import(ForeignFile(whole, "shop.xlsx"), default_ontology())
        assert read.report.notes == [Term(key="notes.importComments", values={"count": 3})]
        assert read.report.nodes == len(names)


@pytest.mark.requirement("X-178")
async def test_the_specification_in_markdown_ends_with_the_comments_as_they_were_said(owner):
    shop_id = await _node(owner)
    first = await _remark(owner, shop_id, "# Who?\n*Nobody*")
    reply = (await _post(owner, f"comments/{first['commentId']}/replies", text="A guest.")).json()
    await _patch(owner, first["commentId"], resolved=True)
    me, times = first["person"]["name"], [each["at"][:16].replace("T", " ") for each in (first, reply)]
    (semantic_id,) = [
        each["semanticId"] for each in (await owner.get(f"{AT}/graph")).json()["nodes"] if each["nodeId"] == shop_id
    ]

    assert await _left(owner, "specification") == []
    text = (await owner.get(f"{AT}/exports/specification")).text
    assert text.partition(" Comments\n\n")[2] == (
        f"- Shop `{semantic_id}`: *{me}, {times[0]}*: \\# Who? \\*Nobody\\* (resolved by {me})\n"
        f"  - *{me}, {times[1]}*: A guest.\n"
    )


@pytest.mark.requirement("U-638")
async def test_the_list_of_projects_names_what_was_said_to_its_reader_in_open_conversations(place, owner):
    cora = await place.somebody("cora", shop="commenter")

    async def said_to(client: httpx2.AsyncClient) -> list[str]:
        (listed,) = (await client.get("/api/projects")).json()["projects"]
        return listed.get("saidToMe", [])

    node = await _node(owner)
    called = await _remark(owner, node, "Who places it, @cora?")
    await _remark(owner, node, "Nobody is called.")
    assert (await said_to(cora), await said_to(owner)) == ([called["commentId"]], [])
    reply = (await _post(cora, f"comments/{called['commentId']}/replies", text="A customer.")).json()
    assert await said_to(owner) == [reply["commentId"]]
    await _patch(owner, called["commentId"], resolved=True)
    assert (await said_to(cora), await said_to(owner)) == ([], [])

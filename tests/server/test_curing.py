"""Merge, retype and relink by every door: the same wish, the same operations, the rights of whoever wishes."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as gw
from graphwright.errors import IllegalPair
from tests.agents.desk import agent
from tests.places import BusyStore
from tests.server.place import Place, error_of, open_place, uuid

SHOP = "/api/projects/shop"
MERGED = [("Guest.AC.001", "io", "Order.FL.001"), ("Guest.AC.001", "io", "Bill.FL.002")]


def operations() -> list[dict[str, Any]]:
    nodes = [("Guest", "ACTOR"), ("Visitor", "ACTOR"), ("Order", "FLOW"), ("Bill", "FLOW")]
    made = [{"op": "node.create", "id": name, "nodeType": kind, "name": name, "tempId": name} for name, kind in nodes]
    ends = [("Guest", "Order"), ("Visitor", "Bill")]
    return made + [{"op": "edge.create", "id": a + b, "edgeType": "io", "source": a, "target": b} for a, b in ends]


async def shop(place: Place) -> Any:
    owner = await place.owner()
    await owner.post("/api/projects", json={"name": "shop", "language": "de"})
    body = {"commandId": uuid(1), "baseRevision": 0, "operations": operations()}
    assert (await owner.post(f"{SHOP}/changes", json=body)).status_code == 201
    return owner


async def edges(place: Place) -> list[tuple[str, str, str]]:
    graph = (await place.workbench.open_project("shop")).project.graph
    return [
        (graph.nodes[each.source].semantic_id, each.edge_type, graph.nodes[each.target].semantic_id)
        for each in graph.edges.values()
    ]


@pytest.mark.requirement("G-63", "G-65", "G-67")
async def test_a_dry_run_a_proposal_and_the_merge_itself_tell_the_same_and_only_an_editor_applies_it():
    async with open_place() as place:
        owner = await shop(place)
        carl = await place.somebody("carl", shop="commenter")
        wish = {"kept": "Guest", "others": ["Visitor"]}

        told = (await carl.post(f"{SHOP}/merges", json={"commandId": uuid(2), "dryRun": True, **wish})).json()
        refused = await carl.post(f"{SHOP}/merges", json={"commandId": uuid(3), **wish})
        proposed = (await carl.post(f"{SHOP}/merges", json={"commandId": uuid(4), "propose": True, **wish})).json()
        assert len(await edges(place)) == 2
        applied = (await owner.post(f"{SHOP}/merges", json={"commandId": uuid(5), **wish})).json()

        assert [each["outcome"] for each in (told, proposed, applied)] == ["planned", "proposed", "applied"]
        assert told["report"] == proposed["report"] == applied["report"]
        assert error_of(refused) == (403, "accessDenied")
        assert (await edges(place), applied["commit"]["reason"]) == (MERGED, "Visitor mit Guest zusammenführen")
        gone = told["report"]["ceased"][0]
        found = (await owner.get(f"{SHOP}/nodes/{gone['nodeId']}")).json()
        assert found["node"]["semanticId"] == gone["now"] == "Guest.AC.001"
        assert (await owner.post(f"{SHOP}/merges", json={"commandId": uuid(5), **wish})).json() == applied
        near = (
            await owner.post(
                f"{SHOP}/merges", json={"commandId": uuid(6), "kept": "Visitor.AC.002", "others": ["Guest"]}
            )
        ).json()
        assert (near["code"], "Guest.AC.001" in near["message"]) == ("notFound", True)

        proposal = (await owner.get(f"{SHOP}/proposals")).json()["proposals"][0]
        decision = {"commandId": uuid(7), "digest": proposal["digest"], "decision": "accept"}
        late = await owner.post(f"{SHOP}/proposals/{proposal['proposalId']}/decision", json=decision)
        assert error_of(late) == (409, "proposalStale")
        assert (await owner.post(f"{SHOP}/commands", json={"type": "changes.undo", "commandId": uuid(8)})).is_success
        assert len(await edges(place)) == 2


@pytest.mark.requirement("G-65")
async def test_what_comes_to_a_merged_element_while_the_merge_is_worked_out_is_a_conflict():
    store = BusyStore("link")
    async with open_place(store=store) as place:
        owner = await shop(place)
        newer = {"op": "edge.create", "id": "e", "edgeType": "io", "source": "Visitor.AC.002", "target": "Order.FL.001"}
        change = {"commandId": uuid(2), "baseRevision": 1, "operations": [newer]}
        store.meanwhile = lambda: owner.post(f"{SHOP}/changes", json=change)

        merged = await owner.post(f"{SHOP}/merges", json={"commandId": uuid(3), "kept": "Guest", "others": ["Visitor"]})

        assert error_of(merged) == (409, "conflict")
        assert ("Visitor.AC.002", "io", "Order.FL.001") in await edges(place)


@pytest.mark.requirement("G-61", "G-65", "G-67")
async def test_a_retype_tells_the_id_that_was_given_and_is_proposed_like_anything():
    async with open_place() as place:
        owner = await shop(place)
        made = {
            "commandId": uuid(2),
            "baseRevision": 1,
            "operations": [{"op": "node.create", "id": "m", "nodeType": "MOD", "name": "M"}],
        }
        await owner.post(f"{SHOP}/changes", json=made)
        wish = {"nodeType": "Modul", "dropEdges": True}
        proposed = (
            await owner.post(f"{SHOP}/nodes/Guest/retype", json={"commandId": uuid(3), "propose": True, **wish})
        ).json()
        refused = await owner.post(f"{SHOP}/nodes/Guest/retype", json={"commandId": uuid(4), "nodeType": "MOD"})
        proposal = (await owner.get(f"{SHOP}/proposals")).json()["proposals"][0]
        assert (proposal["proposalId"], proposal["reason"]) == (proposed["proposalId"], "Guest den Typ Modul geben")
        assert (error_of(refused), len(refused.json()["fields"]["problems"])) == ((422, "illegalPair"), 1)
        applied = (await owner.post(f"{SHOP}/nodes/Guest/retype", json={"commandId": uuid(5), **wish})).json()
        assert applied["report"]["ceased"][0]["now"] == "Guest.MD.002"


@pytest.mark.requirement("G-62", "G-64", "G-67")
@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        (
            {"edgeType": "io", "source": "Guest", "target": "Order"},
            (400, "invalidCommand", "nothing is to be different"),
        ),
        ({"newTarget": "Bill"}, (400, "invalidCommand", "say which edge")),
        ({"edge": "nix", "newTarget": "Bill"}, (404, "notFound", "there is no edge 'nix'")),
        ({"edgeType": "io", "source": "Guest", "target": "Bill", "newTarget": "Order"}, (404, "notFound", "no edge")),
        ({"edgeType": "io", "source": "Guest", "target": "Nobody", "newTarget": "Bill"}, (404, "notFound", "Nobody")),
        (
            {"edgeType": "io", "source": "Guest", "target": "Order", "newTarget": "Visitor"},
            (422, "illegalPair", "ACTOR"),
        ),
        ({"edgeType": "io", "source": "Guest", "target": "Order", "newTarget": "Guest"}, (422, "selfLoop", "itself")),
    ],
)
async def test_a_relink_that_cannot_be_says_why_and_changes_nothing(wish, refusal):
    async with open_place() as place:
        owner = await shop(place)
        before = await edges(place)
        answer = await owner.post(f"{SHOP}/relinks", json={"commandId": uuid(2), **wish})
        assert (*error_of(answer), refusal[2] in answer.text) == (refusal[0], refusal[1], True)
        assert await edges(place) == before


@pytest.mark.requirement("G-67", "G-14")
async def test_an_agent_is_told_what_a_cure_moves_and_only_ever_proposes_it(place: Place):
    await shop(place)
    client = await agent(place)
    edge = {"edge_type": "io", "source": "Visitor", "target": "Bill", "new_source": "Guest"}

    told = await client.data("relink_edge", **edge, dry_run=True)
    wrong = await client.call("retype_node", node="Guest", node_type="MOD", dry_run=True)
    unknown = await client.call("merge_nodes", kept="Guest", others=["Nobody"])
    proposed = await client.data("merge_nodes", kept="Guest", others=["Visitor"], reason="They are one.")

    moves = {"fate": "moved", "edge": "Visitor.AC.002 -io-> Bill.FL.002", "now": "Guest.AC.001 -io-> Bill.FL.002"}
    assert (told["outcome"], told["edges"]) == ("planned", [moves])
    assert told["findings"] == ["warning: ACTOR 'Visitor' is connected to nothing. Connect it, or delete it."]
    assert (wrong["isError"], wrong["structuredContent"]["problems"][0]["code"]) == (True, "illegalPair")
    assert (unknown["isError"], "Nobody" in unknown["content"][0]["text"]) == (True, True)
    assert (proposed["outcome"], proposed["state"], proposed["reason"]) == ("proposed", "open", "They are one.")
    assert proposed["ids_that_end"] == [{"id": "Visitor.AC.002", "leads_to": "Guest.AC.001"}]
    assert len(await edges(place)) == 2


@pytest.mark.requirement("G-67", "G-01")
def test_a_program_merges_retypes_and_relinks(tmp_path, monkeypatch):
    monkeypatch.delenv("GRAPHWRIGHT_DATA", raising=False)
    with gw.open("shop", folder=tmp_path) as project:
        with project.change() as change:
            guest, visitor, _ = (change.add("ACTOR", name) for name in ("Guest", "Visitor", "Clock"))
            order, bill = change.add("FLOW", "Order"), change.add("FLOW", "Bill")
            change.link(guest, "io", order)
            change.link(visitor, "io", bill)
        before = project.revision

        told = project.merge("Guest", "Visitor", dry_run=True)
        assert (told.outcome, told.report.ceased[0].now, project.revision) == ("planned", "Guest.AC.001", before)
        (edge,) = [each for each in project.edges if each.source == project.find("Visitor").node_id]
        assert project.relink(edge, source="Guest").outcome == "applied"
        assert project.merge(project.find("Guest"), "Visitor", reason="one").outcome == "applied"
        assert [node.name for node in project.model.targets("Guest", "io")] == ["Order", "Bill"]
        assert project.retype("Clock", "FUNC").outcome == "applied"
        assert project.find("Clock").semantic_id == "Clock.FN.001"
        with pytest.raises(IllegalPair, match="only elements of one type"):
            project.merge("Guest", "Clock")
        assert project.undo().outcome == "undone"
        assert project.find("Clock").node_type == "ACTOR"

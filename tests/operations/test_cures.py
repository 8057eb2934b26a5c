"""Merge, retype, relink: what they come to is ordinary operations, and their report says exactly what these do."""

from __future__ import annotations

from typing import Any

import pytest

from graphwright.errors import Conflict, Refused
from graphwright.graph.foreign import FORMER_IDS
from graphwright.operations.commit import Submission
from graphwright.operations.cures.cure import Cure
from graphwright.operations.cures.merge import merge
from graphwright.operations.cures.relink import relink
from graphwright.operations.cures.retype import retype
from graphwright.operations.history import stacks
from graphwright.protocol.cures import CeasedId, CureReport, EdgeFate, FieldFate, TextMention
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
)
from graphwright.protocol.texts import Term
from graphwright.text.messages import hint_of, message_of
from tests.places import ANA, BEN, Table, open_table


def node(name: str, node_type: str, **fields: Any) -> NodeCreate:
    return NodeCreate(id=f"make {name}", node_type=node_type, name=name, temp_id=name, **{"descr": "", **fields})


def edge(source: str, edge_type: str, target: str, **attributes: Any) -> EdgeCreate:
    return EdgeCreate(
        id=f"{source} {edge_type} {target}",
        edge_type=edge_type,
        source=source,
        target=target,
        attributes=attributes,
    )


async def shop() -> Table:
    """Two actors that are one, with flows, chains, a requirement that names one of them, and a module."""
    table = await open_table()
    await table.apply(
        [
            node("Guest", "ACTOR", descr="Who eats."),
            node("Visitor", "ACTOR", descr="Who comes.", attributes={"subtype": "HumanActor"}),
            node("Dine", "FCHAIN"),
            node("Pay", "FCHAIN"),
            node("Order", "FLOW"),
            node("Bill", "FLOW"),
            node(
                "Polite",
                "REQ",
                descr="Greets Visitor.AC.002, not Visitor.AC.0021.",
                attributes={"text": "Visitor.AC.002!"},
            ),
            node("Kitchen", "MOD"),
            edge("Dine", "compose", "Guest"),
            edge("Dine", "compose", "Visitor"),
            edge("Pay", "compose", "Visitor", why="bill"),
            edge("Guest", "io", "Order"),
            edge("Bill", "io", "Visitor"),
            edge("Visitor", "relation", "Guest"),
        ]
    )
    return table


def one(table: Table, name: str) -> Node:
    return next(each for each in table.project.graph.nodes.values() if each.name == name)


def between(table: Table, edge_type: str, source: str, target: str) -> Edge:
    found = table.project.graph.edge_between(edge_type, one(table, source).node_id, one(table, target).node_id)
    assert found is not None
    return found


async def apply(table: Table, cure: Cure) -> None:
    assert cure.problems == []
    await table.apply(cure.operations)


def refusals(cure: Cure) -> list[tuple[str, str, str]]:
    assert cure.operations == []
    return [(each.code, message_of(each, "en"), hint_of(each, "en")) for each in cure.problems]


@pytest.mark.requirement("G-60", "G-63", "G-66")
async def test_a_merge_tells_what_becomes_of_every_edge_field_id_and_text_and_then_does_exactly_that():
    table = await shop()
    guest, visitor = one(table, "Guest"), one(table, "Visitor")
    fates = {(each.edge_type, each.source, each.target): each.edge_id for each in table.project.graph.edges.values()}

    def fate(edge_type: str, source: str, target: str, fate: Any, now: str | None, **fields: Any) -> EdgeFate:
        nodes = [one(table, name) for name in (source, target)]
        ids = [each.semantic_id for each in nodes]
        stays = [each for each in ids if each != visitor.semantic_id]
        return EdgeFate(
            edge_id=fates[edge_type, nodes[0].node_id, nodes[1].node_id],
            edge_type=edge_type,
            source=ids[0],
            target=ids[1],
            fate=fate,
            now_type=edge_type if now else None,
            now_source=None if now is None else now if ids[0] == visitor.semantic_id else stays[0],
            now_target=None if now is None else now if ids[1] == visitor.semantic_id else stays[0],
            **fields,
        )

    cure = merge(table.project.graph, guest, [visitor])

    assert cure.report == CureReport(
        edges=[
            fate("relation", "Visitor", "Guest", "dropped", None, why=Term(key="terms.dropInner")),
            fate("compose", "Dine", "Visitor", "joined", "Guest.AC.001"),
            fate("compose", "Pay", "Visitor", "moved", "Guest.AC.001"),
            fate("io", "Bill", "Visitor", "moved", "Guest.AC.001"),
        ],
        fields=[
            FieldFate(semantic_id="Visitor.AC.002", field="name", fate="lost", value="Visitor", kept="Guest"),
            FieldFate(semantic_id="Visitor.AC.002", field="descr", fate="lost", value="Who comes.", kept="Who eats."),
            FieldFate(semantic_id="Visitor.AC.002", field="subtype", fate="taken", value="HumanActor"),
        ],
        ceased=[CeasedId(node_id=visitor.node_id, semantic_id="Visitor.AC.002", now="Guest.AC.001")],
        mentions=[
            TextMention(semantic_id="Polite.RQ.001", field="descr", ceased="Visitor.AC.002", is_rewritten=True),
            TextMention(semantic_id="Polite.RQ.001", field="text", ceased="Visitor.AC.002", is_rewritten=True),
        ],
    )
    before = table.model()
    assert table.project.graph.revision == 1
    await apply(table, cure)

    gone = {"Visitor.AC.002", "Visitor.AC.002 -relation-> Guest.AC.001", "Dine.FC.001 -compose-> Visitor.AC.002"}
    moved = {line.replace("Visitor.AC.002", "Guest.AC.001") for line in set(before) - gone}
    assert set(table.model()) == moved
    guest, polite = one(table, "Guest"), one(table, "Polite")
    assert (guest.descr, guest.attributes) == (
        "Who eats.",
        {"subtype": "HumanActor", FORMER_IDS: ["Visitor.AC.002", visitor.node_id]},
    )
    assert (polite.descr, polite.attributes["text"]) == (
        "Greets Guest.AC.001, not Visitor.AC.0021.",
        "Guest.AC.001!",
    )
    assert between(table, "compose", "Pay", "Guest").attributes == {"why": "bill"}
    assert [table.project.graph.successor(each) for each in ("Visitor.AC.002", visitor.node_id, "Nobody")] == [
        guest,
        guest,
        None,
    ]


@pytest.mark.requirement("G-60")
async def test_an_edge_that_joins_another_gives_it_what_it_says_more():
    table = await shop()
    own, others = between(table, "compose", "Dine", "Guest"), between(table, "compose", "Dine", "Visitor")
    await table.apply(
        [
            EdgeUpdate(id="a", ref=own.edge_id, set=EdgeSet(attributes={"rank": 1})),
            EdgeUpdate(id="b", ref=others.edge_id, set=EdgeSet(attributes={"rank": 2, "note": "late"})),
        ]
    )
    await apply(table, merge(table.project.graph, one(table, "Guest"), [one(table, "Visitor")]))
    assert between(table, "compose", "Dine", "Guest").attributes == {"rank": 1, "note": "late"}


@pytest.mark.requirement("G-60")
async def test_several_become_one_and_what_joins_them_with_one_another_goes():
    table = await open_table()
    await table.apply(
        [
            *(node(name, "FUNC", descr=descr) for name, descr in (("A", ""), ("B", "Does."), ("C", "Makes."))),
            *(node(name, "MOD") for name in ("M", "N")),
            node("F", "FLOW"),
            edge("A", "io", "F"),
            edge("F", "io", "B"),
            edge("B", "relation", "C"),
            edge("N", "allocate", "B"),
            edge("M", "allocate", "C"),
        ]
    )
    cure = merge(table.project.graph, one(table, "A"), [one(table, "B"), one(table, "C"), one(table, "B")])
    dropped = {
        (each.source, each.edge_type, each.target): each.why and (each.why.key, each.why.values)
        for each in cure.report.edges
        if each.fate == "dropped"
    }
    assert dropped == {
        ("F.FL.001", "io", "B.FN.002"): ("terms.dropTwoWay", {}),
        ("B.FN.002", "relation", "C.FN.003"): ("terms.dropInner", {}),
        ("M.MD.001", "allocate", "C.FN.003"): ("terms.dropSecond", {"holder": "N"}),
    }
    await apply(table, cure)
    assert table.model() == [
        "A.FN.001",
        "F.FL.001",
        "M.MD.001",
        "N.MD.002",
        "A.FN.001 -io-> F.FL.001",
        "N.MD.002 -allocate-> A.FN.001",
    ]
    assert one(table, "A").descr == "Does."


@pytest.mark.requirement("G-60")
async def test_a_suspect_link_stays_suspect_when_it_moves():
    table = await open_table()
    await table.apply(
        [node("A", "REQ"), node("B", "REQ"), node("T", "TEST"), edge("B", "verify", "T")],
    )
    await table.apply([NodeUpdate(id="u", ref="B.RQ.002", set=NodeSet(descr="Other."))])
    await apply(table, merge(table.project.graph, one(table, "A"), [one(table, "B")]))
    assert between(table, "verify", "A", "T").attributes == {"confirmed": 1}


@pytest.mark.requirement("G-60")
@pytest.mark.parametrize(
    ("joining", "later", "expected"),
    [
        ({"note": "late"}, "T.TS.001", {"note": "late", "confirmed": 1}),
        ({"note": "late"}, "C.RQ.003", {"note": "late"}),
        ({"confirmed": 0}, "C.RQ.003", {}),
    ],
    ids=["suspect before", "seen to", "the other one confirmed long ago"],
)
async def test_an_edge_that_another_one_joins_is_seen_to_as_it_was_before(
    joining: dict[str, Any], later: str, expected: dict[str, Any]
):
    table = await open_table()
    made = [*(node(name, "REQ") for name in "ABC"), node("T", "TEST")]
    await table.apply([*made, edge("A", "verify", "T"), edge("B", "verify", "T", **joining)])
    await table.apply([NodeUpdate(id="u", ref=later, set=NodeSet(descr="Other."))])
    await apply(table, merge(table.project.graph, one(table, "A"), [one(table, "B")]))
    assert between(table, "verify", "A", "T").attributes == expected


@pytest.mark.requirement("G-64")
async def test_what_must_not_be_merged_is_refused_with_a_hint():
    table = await open_table()
    await table.apply(
        [
            *(node(name, "MOD") for name in "ABC"),
            node("F", "FUNC"),
            edge("A", "compose", "B"),
            edge("B", "compose", "C"),
        ]
    )
    graph = table.project.graph
    a, b, c, f = (one(table, name) for name in "ABCF")

    assert refusals(merge(graph, a, [a])) == [
        ("selfLoop", "A.MD.001 would be merged with itself", "Name two different elements.")
    ]
    assert refusals(merge(graph, a, [f])) == [
        (
            "illegalPair",
            "A.MD.001 is MOD and F.FN.001 is FUNC: only elements of one type are merged",
            "Retype one of them first, or merge others.",
        )
    ]
    part = (
        "dependencyCycle",
        "B.MD.002 is a part of A.MD.001: a whole is not merged with its own part",
        "Move B.MD.002 out of it first, or delete it if it says nothing of its own.",
    )
    assert refusals(merge(graph, a, [b])) == refusals(merge(graph, b, [a])) == [part]
    assert refusals(merge(graph, a, [c])) == [
        (
            "dependencyCycle",
            "merged, it would contain itself: A.MD.001 -> B.MD.002 -> A.MD.001",
            "One of them contains the other through others: move the part out first.",
        )
    ]


@pytest.mark.requirement("G-61", "G-63", "G-66")
async def test_a_retyped_node_keeps_its_name_fields_and_legal_edges_under_a_new_id():
    table = await open_table()
    await table.apply(
        [
            node("Clock", "FUNC", descr="Tells the time.", attributes={"volatility": "low", "x": 1}),
            node("Hour", "FLOW"),
            node("Chain", "FCHAIN"),
            node("Exact", "REQ", descr="Clock.FN.001 is exact."),
            edge("Clock", "io", "Hour"),
            edge("Chain", "compose", "Clock", order=3),
        ]
    )
    clock = one(table, "Clock")
    cure = retype(table.project.graph, clock, "actor")
    assert [(each.fate, each.now_source, each.now_target) for each in cure.report.edges] == [
        ("moved", "Clock.AC.001", "Hour.FL.001"),
        ("moved", "Chain.FC.001", "Clock.AC.001"),
    ]
    assert cure.report.mentions == [
        TextMention(semantic_id="Exact.RQ.001", field="descr", ceased="Clock.FN.001", is_rewritten=False)
    ]
    await apply(table, cure)
    now = one(table, "Clock")
    assert (now.semantic_id, now.node_type, now.descr, now.attributes) == (
        "Clock.AC.001",
        "ACTOR",
        "Tells the time.",
        {"volatility": "low", "x": 1, FORMER_IDS: ["Clock.FN.001", clock.node_id]},
    )
    assert between(table, "compose", "Chain", "Clock").attributes == {"order": 3}
    assert table.project.graph.successor("Clock.FN.001") == now
    assert retype(table.project.graph, now, "ACTOR").operations == []


@pytest.mark.requirement("G-61", "G-64")
async def test_edges_that_the_new_type_may_not_have_are_refused_one_by_one_or_dropped():
    table = await shop()
    guest = one(table, "Guest")
    assert refusals(retype(table.project.graph, guest, "MOD")) == [
        (
            "illegalPair",
            "Guest.AC.001 -io-> Order.FL.001 may not stay when its end is MOD",
            "No “passes to” may start at module. Change or remove it first, or let such relations be dropped.",
        ),
        (
            "illegalPair",
            "Dine.FC.001 -compose-> Guest.AC.001 may not stay when its end is MOD",
            "From function chain, “is composed of” may lead to: actor, function, flow. Change or remove it first, or let such relations be dropped.",
        ),
    ]
    assert refusals(retype(table.project.graph, guest, "Robot"))[0][:2] == (
        "malformed",
        "'Robot' is no element type of profile 'systems'",
    )
    await apply(table, retype(table.project.graph, guest, "MOD", drop_edges=True))
    assert [line for line in table.model() if "Guest" in line] == [
        "Guest.MD.002",
        "Visitor.AC.002 -relation-> Guest.MD.002",
    ]


@pytest.mark.requirement("G-62")
async def test_a_relinked_edge_keeps_its_attributes_and_counts_as_seen_to():
    table = await shop()
    moved = between(table, "compose", "Pay", "Visitor")
    await table.apply([EdgeUpdate(id="c", ref=moved.edge_id, set=EdgeSet(attributes={"confirmed": 1}))])
    moved = between(table, "compose", "Pay", "Visitor")
    await apply(table, relink(table.project.graph, moved, target=one(table, "Guest")))
    assert between(table, "compose", "Pay", "Guest").attributes == {"why": "bill"}
    assert moved.edge_id not in table.project.graph.edges

    again = between(table, "compose", "Pay", "Guest")
    assert relink(table.project.graph, again, target=one(table, "Guest"), edge_type="cp").operations == []
    illegal = relink(table.project.graph, again, target=one(table, "Kitchen"))
    with pytest.raises(Refused, match="function chain is composed of module"):
        await table.apply(illegal.operations)
    assert refusals(relink(table.project.graph, again, edge_type="likes"))[0][1] == (
        "'likes' is no relation of profile 'systems'"
    )
    assert again.edge_id in table.project.graph.edges


@pytest.mark.requirement("G-65", "G-66")
async def test_a_merge_is_undone_with_its_identities():
    table = await shop()
    nodes, before = set(table.project.graph.nodes), table.model()
    await apply(table, merge(table.project.graph, one(table, "Guest"), [one(table, "Visitor")]))
    commits = [commit async for commit in table.project.commits()]
    (undo,) = [each for each in commits if each.commit_id == stacks(commits, ANA.person_id).undo[-1]]
    await table.committer.submit(
        Submission(change_set=ChangeSet(base_revision=2, operations=[]), author=ANA, origin="revert", reverts=[undo])
    )
    assert (set(table.project.graph.nodes), table.model()) == (nodes, before)
    assert table.project.graph.successor("Visitor.AC.002") is None
    assert one(table, "Polite").descr == "Greets Visitor.AC.002, not Visitor.AC.0021."


@pytest.mark.requirement("G-65")
@pytest.mark.parametrize(
    "meanwhile",
    [
        NodeUpdate(id="u", ref="Visitor.AC.002", set=NodeSet(descr="Somebody new.")),
        EdgeCreate(id="e", edge_type="io", source="Visitor.AC.002", target="Order.FL.001"),
        NodeDelete(id="d", ref="Guest.AC.001"),
    ],
)
async def test_what_somebody_else_changed_since_is_a_conflict_and_nothing_is_merged(meanwhile):
    table = await shop()
    cure = merge(table.project.graph, one(table, "Guest"), [one(table, "Visitor")])
    await table.apply([meanwhile], author=BEN)
    before = table.model()
    with pytest.raises((Conflict, Refused)):
        await table.apply(cure.operations, base=1)
    assert table.model() == before

"""Neighbourhoods, counts, roots, levels, and what a wrong name perhaps meant."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.query import Neighbourhood, histogram, level, neighbourhood, roots, suggest
from graphwright.operations.staged import StagedGraph
from graphwright.protocol.ids import EdgeId, NodeId
from tests.graph.build import graph_of

GRAPH = graph_of(
    "Shop:SYS", "Buy:UC", "PlaceOrder:FUNC", "Order:FLOW", "Customer:ACTOR", "Fast:REQ", "StoreOrder:FUNC",
    "Shop -cp-> Buy, PlaceOrder", "PlaceOrder -cp-> StoreOrder",
    "Customer -io-> Order", "Order -io-> PlaceOrder", "PlaceOrder -st-> Fast",
)  # fmt: skip
START = [NodeId("PlaceOrder:FUNC")]


@pytest.mark.requirement("B-70")
def test_a_neighbourhood_grows_by_hops_relations_and_direction() -> None:
    def around(**options) -> dict[str, int]:
        return {name.split(":")[0]: hops for name, hops in neighbourhood(GRAPH, START, **options).distances.items()}

    assert around() == {"PlaceOrder": 0, "StoreOrder": 1, "Fast": 1, "Shop": 1, "Order": 1}
    assert around(depth=0) == {"PlaceOrder": 0}
    assert around(depth=2) == around() | {"Buy": 2, "Customer": 2}
    assert around(relations=frozenset({"io"}), depth=5) == {"PlaceOrder": 0, "Order": 1, "Customer": 2}
    assert around(direction="out", depth=5) == {"PlaceOrder": 0, "StoreOrder": 1, "Fast": 1}
    assert around(direction="in") == {"PlaceOrder": 0, "Shop": 1, "Order": 1}


@pytest.mark.requirement("B-70", "R-40")
def test_a_neighbourhood_is_bounded_and_says_so() -> None:
    assert neighbourhood(GRAPH, START, depth=9, most=2) == Neighbourhood(
        {NodeId("PlaceOrder:FUNC"): 0, NodeId("StoreOrder:FUNC"): 1},
        [EdgeId("PlaceOrder:FUNC -compose-> StoreOrder:FUNC")],
        is_cut=True,
    )
    assert neighbourhood(GRAPH, [NodeId("gone")], depth=9) == Neighbourhood({}, [], is_cut=False)


@pytest.mark.requirement("B-70")
def test_a_walk_follows_every_change_of_the_edges_also_in_a_copy_that_is_only_planned() -> None:
    graph = graph_of("A:FUNC", "B:FUNC", "C:FUNC", "A -cp-> B")
    start, last = NodeId("A:FUNC"), NodeId("C:FUNC")

    def around(of: Graph) -> list[NodeId]:
        return list(neighbourhood(of, [start]).distances)

    (edge,) = graph.edges.values()
    assert around(graph) == [start, edge.target]
    staged = StagedGraph(graph)
    assert around(staged) == around(graph)
    staged.put_edge(replace(edge, target=last))
    assert (around(staged), around(graph)) == ([start, last], [start, edge.target])
    graph.drop_edge(edge.edge_id)
    assert around(graph) == [start]
    graph.put_edge(replace(edge, target=last))
    assert around(graph) == [start, last]


@pytest.mark.requirement("B-24")
def test_a_histogram_is_in_the_ontologys_order() -> None:
    assert list(histogram(GRAPH).items()) == [
        ("SYS", 1), ("UC", 1), ("ACTOR", 1), ("FUNC", 2), ("FLOW", 1), ("REQ", 1),
    ]  # fmt: skip


@pytest.mark.requirement("B-03")
def test_roots_have_parts_and_levels_count_from_them() -> None:
    assert [node.name for node in roots(GRAPH)] == ["Shop"]
    levels = {node.name: level(GRAPH, node.node_id) for node in GRAPH.nodes.values()}
    assert levels == {
        "Shop": 0, "Buy": 1, "PlaceOrder": 1, "StoreOrder": 2, "Order": 0, "Customer": 0, "Fast": 0,
    }  # fmt: skip


@pytest.mark.requirement("R-40")
def test_a_circle_of_compositions_has_an_end() -> None:
    graph = graph_of("A:FUNC", "B:FUNC", "A -cp-> B", "B -cp-> A")
    assert level(graph, NodeId("A:FUNC")) == 100


@pytest.mark.requirement("WA-04", "A-27")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("place order", ["PlaceOrder.FN.001"]),
        ("PlaceOrder", ["PlaceOrder.FN.001"]),
        ("PlaceOrder.FN.007", ["PlaceOrder.FN.001"]),
        ("PlaceOrdr.UC.001", ["PlaceOrder.FN.001"]),
        ("Order.FL.009", ["Order.FL.001"]),
        ("Custmer", ["Customer.AC.001"]),
        ("Zebra", []),
        ("", []),
        ("注文", []),
        ("x" * 100_000, []),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest_right_ones(text: str, meant: list[str]) -> None:
    assert suggest(GRAPH, text, limit=1) == meant


@pytest.mark.requirement("A-27")
def test_suggestions_know_a_renamed_node_by_its_new_name() -> None:
    graph = graph_of("Kunde gibt auf:FUNC <PlaceOrder.FN.001>", "Other:FUNC")
    assert suggest(graph, "kunde  GIBT auf") == ["PlaceOrder.FN.001"]

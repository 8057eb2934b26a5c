"""The graph as an index: every ref leads to its node, and to nothing that is no more or was changed meanwhile."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FORMER_IDS
from graphwright.operations.staged import StagedGraph
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import EdgeId, NodeId, SemanticId
from tests.graph.build import graph_of, node_of

CART, ORDER = NodeId("Cart:FUNC"), NodeId("Order:FUNC")


def shop() -> Graph:
    """Two functions, of which only one has a counter to itself: the other shares it with an imported one."""
    return graph_of("Cart:FUNC", "Order:FUNC <Order.FN.007>", "Import:FUNC <Imported.FN.007>", "Odd:FUNC <odd>")


@pytest.mark.requirement("A-26")
def test_a_node_is_found_by_each_of_its_ids_and_by_a_short_one_in_any_letters():
    graph = shop()

    assert {ref: graph.find(ref) for ref in ("Cart:FUNC", "Cart.FN.001", "FN1", "fn1")} == {
        "Cart:FUNC": [CART],
        "Cart.FN.001": [CART],
        "FN1": [CART],
        "fn1": [CART],
    }
    assert (graph.find("odd"), graph.find("FN7")) == ([NodeId("Odd:FUNC")], [ORDER, NodeId("Import:FUNC")])
    assert [graph.find(ref) for ref in ("FN2", "cart.fn.001", "Cart", "")] == [[], [], [], []]


@pytest.mark.requirement("A-26")
def test_a_node_is_called_by_its_short_id_only_while_that_names_no_other():
    graph = shop()
    called = {node.name: graph.short_id(node) for node in graph.nodes.values()}
    graph.drop_node(NodeId("Import:FUNC"))

    assert called == {"Cart": "FN1", "Order": "Order.FN.007", "Import": "Imported.FN.007", "Odd": "odd"}
    assert (graph.short_id(graph.nodes[ORDER]), graph.find("FN7")) == ("FN7", [ORDER])


@pytest.mark.requirement("A-26")
def test_a_node_that_is_renamed_or_becomes_another_type_is_found_by_what_it_is_now():
    graph = shop()
    cart = graph.nodes[CART]
    graph.put_node(replace(cart, name="Basket"))
    renamed = [graph.named("FUNC", name) for name in ("cart", " BASKET ")]
    graph.put_node(replace(cart, name="Basket", node_type="ACTOR"))

    assert renamed == [[], [CART]]
    assert (graph.named("FUNC", "Basket"), graph.named("ACTOR", "Basket")) == ([], [CART])
    assert [(graph.count(each), CART in {n.node_id for n in graph.of_type(each)}) for each in ("FUNC", "ACTOR")] == [
        (3, False),
        (1, True),
    ]
    assert (graph.find("Cart.FN.001"), graph.find("FN1")) == ([CART], [CART]), "the semantic id is kept"


@pytest.mark.requirement("A-26")
def test_of_a_node_that_is_dropped_nothing_leads_to_it_any_more():
    graph = shop()
    graph.drop_node(CART)

    assert [graph.find(ref) for ref in ("Cart:FUNC", "Cart.FN.001", "FN1")] == [[], [], []]
    assert (graph.named("FUNC", "Cart"), graph.count("FUNC"), graph.degree(CART)) == ([], 3, 0)
    assert "Cart.FN.001" not in graph.semantic_ids()


@pytest.mark.requirement("A-71")
def test_counters_never_go_back_so_no_id_is_given_twice():
    graph = shop()
    graph.drop_node(ORDER)
    graph.drop_node(NodeId("Import:FUNC"))

    assert graph.counters == {"FUNC": 7}
    assert node_of("Pay:FUNC", graph).semantic_id == "Pay.FN.008"


@pytest.mark.requirement("A-26")
def test_who_took_the_place_of_another_is_found_by_its_former_ids_until_that_one_is_back():
    graph = shop()
    cart = graph.nodes[CART]
    former = {FORMER_IDS: ["Bag:FUNC", "Bag.FN.009", "Bag.FN.009"]}
    graph.put_node(replace(cart, attributes=former))
    found = [graph.successor(ref) for ref in ("Bag:FUNC", "Bag.FN.009", "Cart.FN.001", "Nobody.FN.001")]
    graph.put_node(replace(cart, node_id=NodeId("Bag:FUNC"), semantic_id=SemanticId("Bag.FN.009"), name="Bag"))

    taken = replace(cart, attributes=former)
    assert found == [taken, taken, None, None]
    assert [graph.successor(ref) for ref in ("Bag:FUNC", "Bag.FN.009")] == [None, None]


@pytest.mark.requirement("A-26")
def test_edges_follow_their_ends():
    graph = graph_of("A:FUNC", "B:FUNC", "C:FUNC", "A -io-> B", "A -cp-> B")
    a, b, c = (NodeId(f"{name}:FUNC") for name in "ABC")
    edge = graph.edge_between("io", a, b)
    assert edge is not None
    assert (graph.edges_between("io", a, b), graph.edges_between("io", b, a), graph.degree(a)) == ([edge], [], 2)
    assert list(graph.around(a)) == [(b, each) for each in graph.edges]

    graph.put_edge(replace(edge, target=c))

    assert (graph.edge_between("io", a, b), graph.edges_between("io", a, c)) == (None, [replace(edge, target=c)])
    assert (set(graph.neighbours(a)), list(graph.neighbours(c)), graph.degree(b)) == ({b, c}, [a], 1)
    assert {end for end, _ in graph.around(a)} == {b, c}
    graph.drop_edge(edge.edge_id)
    assert (list(graph.neighbours(c)), list(graph.around(c)), list(graph.neighbours(a))) == ([], [], [b])


@pytest.mark.requirement("A-26")
@pytest.mark.parametrize("is_staged", [False, True])
@pytest.mark.parametrize("count", [1, 2, 8, 9, 40])
def test_however_many_edges_and_namesakes_there_are_each_comes_in_its_order_and_goes_alone(count: int, is_staged: bool):
    base = graph_of("Hub:FUNC", *(f"N{at}:FUNC <Same.FN.007>" for at in range(count)))
    for at in range(count):
        node = base.nodes[NodeId(f"N{at}:FUNC")]
        base.put_node(replace(node, name="Same", semantic_id=SemanticId(f"Same{at}.FN.007")))
        base.put_edge(edge_of("Hub:FUNC", node.node_id))
    graph = StagedGraph(base) if is_staged else base
    hub, ends = NodeId("Hub:FUNC"), [NodeId(f"N{at}:FUNC") for at in range(count)]

    changed = replace(edge_of(hub, ends[-1]), attributes={"rate": 1})
    graph.put_edge(changed)
    left = list(ends)
    for at in (*range(0, count, 2), *range(1, count, 2)):
        assert (list(graph.neighbours(hub)), graph.degree(hub)) == (left, len(left))
        assert (graph.named("FUNC", "same"), graph.find("FN7")) == (left, left)
        assert [edge.attributes for edge in graph.outgoing(hub) if edge.target == ends[-1]] == (
            [{"rate": 1}] if ends[-1] in left else []
        )
        graph.drop_edge(edge_of(hub, ends[at]).edge_id)
        graph.drop_node(ends[at])
        left.remove(ends[at])

    assert (list(graph.neighbours(hub)), graph.named("FUNC", "same"), graph.find("FN7")) == ([], [], [])
    kept = ends if is_staged else []
    assert (list(base.neighbours(hub)), base.named("FUNC", "same"), base.find("FN7")) == (kept, kept, kept)


def edge_of(source: str, target: str) -> Edge:
    return Edge(
        edge_id=EdgeId(f"{source} {target}"), edge_type="io", source=NodeId(source), target=NodeId(target),
        attributes={}, revision=1,
    )  # fmt: skip

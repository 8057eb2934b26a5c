"""Scores of likeness, and that the index misses nothing that counts."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graphwright.graph.check import survey
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.graph.similarity import (
    MAX_CANDIDATES,
    MIN_SCORE,
    SurroundingsCache,
    features,
    index_graph,
    similar_nodes,
    similarity,
)
from graphwright.graph.words import said, verb_group, verb_groups
from graphwright.protocol.graph import Change, Edge, EdgeChange, NodeChange
from graphwright.protocol.ids import NodeId
from tests.graph.build import edges_of, graph_of, node_of


def score(graph: Graph, first: str, second: str) -> float:
    one, two = (graph.nodes[next(node for node in graph.nodes if node.startswith(name))] for name in (first, second))
    return round(similarity(graph, one, two), 3)


@pytest.mark.requirement("K-24")
def test_functions_are_compared_by_words_verb_flows_requirements_and_place() -> None:
    graph = graph_of(
        "Top:FUNC", "CheckOrder:FUNC | order items", "ValidateOrder:FUNC | order items",
        "In:FLOW", "Out:FLOW", "R:REQ", "Q:REQ",
        "Top -cp-> CheckOrder", "In -io-> CheckOrder, ValidateOrder", "CheckOrder -io-> Out",
        "CheckOrder -st-> R", "ValidateOrder -st-> R, Q",
    )  # fmt: skip
    # .35 x 2/4 words + .25 verb + .25 x 1/2 flows + .10 x 1/2 requirements + .05 x 0
    assert score(graph, "CheckOrder", "ValidateOrder") == 0.6


@pytest.mark.requirement("K-24")
def test_what_is_empty_on_both_sides_does_not_count() -> None:
    # .35 x 1/3 words + .25 verb, of .60: no flows, no requirements, no parents.
    assert score(graph_of("CheckOrder:FUNC | ", "ValidateBill:FUNC | order"), "CheckO", "ValidateB") == 0.563


@pytest.mark.requirement("K-24")
def test_schemas_are_compared_by_struct_name_and_usage() -> None:
    graph = graph_of(
        'Order:SCHEMA [struct={"id": "int", "items": ["a"]}]', 'OrderItem:SCHEMA [struct={"id": "int", "name": "b"}]',
        "F:FLOW", "F -rl-> Order, OrderItem",
    )  # fmt: skip
    # .50 x 1/4 (id=int of id=int, items, a, name=b) + .25 x 1/2 + .25 x 1
    assert score(graph, "Order:", "OrderItem") == 0.5


@pytest.mark.requirement("K-24")
@pytest.mark.parametrize(
    ("left", "right"),
    [("Validate", "Prüfe"), ("verifies", "vérifier"), ("Send", "versendet"), ("StoreData", "Daten speichern")],
)
def test_verbs_of_three_languages_fall_into_one_of_eight_groups(left: str, right: str) -> None:
    assert verb_group(left) == verb_group(right)
    assert verb_group(left) in verb_groups()
    assert len(verb_groups()) == 8
    assert verb_group("Order") is None


@pytest.mark.requirement("K-18")
def test_words_of_names_and_sentences_meet() -> None:
    assert said("ValidateCustomerOrders") == said("validates the customer's order") == ["valida", "custom", "order"]
    assert said("PrüfeBestellung") == said("pruefe Bestellungen")
    assert said("注文を確認") == ["注文を確認"]


@pytest.mark.requirement("K-24", "R-122")
def test_of_a_struct_four_hundred_values_are_compared_and_no_more() -> None:
    def words(struct: object) -> frozenset[str]:
        schema = node_of("Order:SCHEMA", graph_of())
        return features(replace(schema, attributes={"struct": json.dumps(struct)})).struct

    assert words({"id": 1, "of": {"who": [None, "Ben"]}}) == {"id=1", "of", "who", "none", "ben"}
    assert len(words(list(range(399)))) == 399, "with the list itself"
    assert len(words(list(range(400)))) == len(words(list(range(5_000)))) == 399


VOCABULARY = ("check", "order", "bill", "send", "the", "customer", "item", "prüfen", "store", "parcel", "a", "list")
STRUCTS = ("{}", '{"a": 1}', '{"a": 1, "b": [2]}', '{"a": {"c": 3}}', "no json", "")


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    graph = graph_of("P:FUNC | ", "Q:FUNC | ", "F:FLOW", "G:FLOW", "R:REQ")
    for number in range(draw(st.integers(2, 8))):
        name = " ".join(draw(st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3)))
        descr = " ".join(draw(st.lists(st.sampled_from(VOCABULARY), max_size=5)))
        kind, struct = draw(st.sampled_from(("FUNC", "SCHEMA"))), draw(st.sampled_from(STRUCTS))
        graph.put_node(node_of(f"{name} {number}:{kind} | {descr} [struct={struct}]", graph))
    for function in list(graph.of_type("FUNC")):
        for line in ("F:FLOW -io-> {}", "{} -io-> G:FLOW", "{} -satisfy-> R:REQ", "P:FUNC -compose-> {}"):
            if draw(st.booleans()):
                for edge in edges_of(line.format(function.node_id), graph):
                    graph.put_edge(edge)
    for schema in list(graph.of_type("SCHEMA")):
        if draw(st.booleans()):
            for edge in edges_of(f"F:FLOW -relation-> {schema.node_id}", graph):
                graph.put_edge(edge)
    return graph


@pytest.mark.requirement("K-24")
@given(graphs())
def test_the_index_finds_every_pair_that_is_alike(graph: Graph) -> None:
    index = index_graph(graph)
    for node_type in ("FUNC", "SCHEMA"):
        for node in graph.of_type(node_type):
            alike = {
                other.node_id: similarity(graph, node, other)
                for other in graph.of_type(node_type)
                if other.node_id != node.node_id and similarity(graph, node, other) >= MIN_SCORE
            }
            assert {pair.second.node_id: pair.score for pair in similar_nodes(graph, node, index)} == alike


@pytest.mark.requirement("K-24")
def test_the_index_follows_commits() -> None:
    graph = graph_of("CheckOrder:FUNC", "CheckOrders:FUNC", "SendBill:FUNC")
    index = index_graph(graph)
    check, twin = (graph.nodes[graph.find(ref)[0]] for ref in ("FN1", "FN2"))
    fresh = node_of("CheckOrders2:FUNC", graph)
    graph.put_node(fresh)
    graph.drop_node(twin.node_id)

    index.apply([NodeChange(before=twin, after=None), NodeChange(before=None, after=fresh)])

    assert [pair.second.node_id for pair in similar_nodes(graph, check, index)] == [fresh.node_id]


@pytest.mark.requirement("K-24", "R-40")
def test_a_node_is_compared_with_a_bounded_number_of_others() -> None:
    graph = graph_of(*(f"CheckOrder{number}:FUNC" for number in range(MAX_CANDIDATES + 50)))
    node = graph.nodes[graph.find("FN1")[0]]

    found = index_graph(graph).candidates(node)

    assert (len(found.nodes), found.is_cut) == (MAX_CANDIDATES, True)


class CountingGraph(Graph):
    """A graph that counts how often somebody looks at what goes into a node."""

    looks = 0

    def incoming(self, node_id: NodeId, edge_type: str | None = None) -> Iterator[Edge]:
        self.looks += 1
        return super().incoming(node_id, edge_type)


@pytest.mark.requirement("Z-05")
def test_a_survey_looks_around_each_node_a_few_times_however_many_it_is_compared_with() -> None:
    graph = CountingGraph(default_ontology())
    for number in range(MAX_CANDIDATES):
        graph.put_node(node_of(f"CheckOrder{number}:FUNC", graph))
    index = index_graph(graph)
    pairs = sum(len(index.candidates(node).nodes) for node in graph.of_type("FUNC"))

    for _ in survey(graph, index):
        pass

    assert pairs > 100 * MAX_CANDIDATES
    assert graph.looks < 50 * MAX_CANDIDATES


@pytest.mark.requirement("R-103")
def test_a_function_that_nothing_is_joined_to_is_compared_by_its_words_and_verb_alone() -> None:
    graph = CountingGraph(default_ontology())
    for number in range(MAX_CANDIDATES):
        graph.put_node(node_of(f"Function {number}:FUNC | Element {number} beside parcels.", graph))
    *others, made = graph.of_type("FUNC")
    index = index_graph(graph)

    assert (len(index.candidates(made).nodes), similar_nodes(graph, made, index)) == (len(others), [])
    assert graph.looks == 1  # at what is joined to itself


@pytest.mark.requirement("Z-05")
def test_what_is_kept_around_nodes_follows_the_graph() -> None:
    graph = graph_of("CheckOrder:FUNC", "CheckOrders:FUNC", "F:FLOW", "G:FLOW")
    index, cache = index_graph(graph), SurroundingsCache(graph)
    check, twin = (graph.nodes[graph.find(ref)[0]] for ref in ("FN1", "FN2"))
    (before,) = similar_nodes(graph, check, index, cache=cache)

    for line in (f"{check.node_id} -io-> F:FLOW", f"{twin.node_id} -io-> G:FLOW"):
        for edge in edges_of(line, graph):
            graph.apply([EdgeChange(before=None, after=edge)], graph.revision + 1)

    (after,) = similar_nodes(graph, check, index, cache=cache)
    assert after.score == similarity(graph, check, twin) < before.score


@pytest.mark.requirement("R-103")
def test_what_is_kept_around_a_node_is_forgotten_when_a_neighbour_is_renamed() -> None:
    graph = graph_of(
        "CheckOrder:FUNC", "CheckOrders:FUNC", "F:FLOW", "G:FLOW", "F -io-> CheckOrder", "G -io-> CheckOrders"
    )
    index, cache = index_graph(graph), SurroundingsCache(graph)
    check, twin = (graph.nodes[graph.find(ref)[0]] for ref in ("FN1", "FN2"))
    (before,) = similar_nodes(graph, check, index, cache=cache)

    flow = graph.nodes[graph.find("FL2")[0]]
    renamed = [NodeChange(before=flow, after=replace(flow, name="F"))]
    graph.apply(renamed, graph.revision + 1)
    cache.apply(renamed, graph.revision)

    (after,) = similar_nodes(graph, check, index, cache=cache)
    assert after.score == similarity(graph, check, twin) > before.score


LINES = (
    "Check order {}:FUNC | Check the order of a parcel.", "Flow {}:FLOW", "Place {}:SCHEMA",
    "{} -io-> {}", "{} -satisfy-> {}", "{} -compose-> {}", "{} -relation-> {}",
)  # fmt: skip


@pytest.mark.requirement("R-103")
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 9), st.integers(0, 9)), max_size=20), st.integers(0, 25))
def test_what_is_kept_around_nodes_that_change_is_what_a_new_look_finds(
    steps: list[tuple[int, int, int]], unheard: int
) -> None:
    graph = graph_of("CheckOrder:FUNC", "CheckOrders:FUNC", "F:FLOW", "G:FLOW", "R:REQ", "S:SCHEMA", "T:SCHEMA")
    index, cache = index_graph(graph), SurroundingsCache(graph)
    for number, (kind, first, second) in enumerate(steps):
        changes = changes_of(graph, number, kind, first, second)
        graph.apply(changes, graph.revision + 1)
        index.apply(changes)
        if graph.revision != unheard:
            cache.apply(changes, graph.revision)
        for node in [*graph.of_type("FUNC"), *graph.of_type("SCHEMA")]:
            assert similar_nodes(graph, node, index, cache=cache) == similar_nodes(graph, node, index)


def changes_of(graph: Graph, number: int, kind: int, first: int, second: int) -> list[Change]:
    """A node made, renamed or removed with its edges, or an edge made or removed."""
    nodes, edges = list(graph.nodes.values()), list(graph.edges.values())
    one, other = nodes[first % len(nodes)], nodes[second % len(nodes)]
    if kind < 3:
        return [NodeChange(before=None, after=node_of(LINES[kind].format(number), graph))]
    if kind < len(LINES):
        (edge,) = edges_of(LINES[kind].format(one.node_id, other.node_id) + f" #{number}", graph)
        return [EdgeChange(before=None, after=edge)]
    if kind == len(LINES):
        return [NodeChange(before=one, after=replace(one, name=f"{one.name} {number}"))]
    if edges and second % 2:
        edge = edges[first % len(edges)]
        return [EdgeChange(before=edge, after=None)]
    near = [each for each in edges if one.node_id in {each.source, each.target}]
    gone: list[Change] = [EdgeChange(before=each, after=None) for each in near]
    return [*gone, NodeChange(before=one, after=None)] if len(nodes) > 2 else []

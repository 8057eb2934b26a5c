"""Small graphs for the tests of formats and contexts: made here, with ids one can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from hypothesis import strategies as st

from graphwright.graph.document import Graph
from graphwright.graph.identity import parse_semantic_id, semantic_id
from graphwright.graph.load import default_ontology
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, SemanticId
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation


def node(
    id_text: str, descr: str = "", *, name: str | None = None, attributes: Mapping[str, JsonValue] | None = None
) -> Node:
    """A node whose node id is its short id in small letters: `PlaceOrder.UC.001` is `uc1`."""
    parsed = parse_semantic_id(id_text)
    assert parsed is not None, id_text
    node_type = default_ontology().by_abbreviation(parsed.abbreviation)
    assert node_type is not None, id_text
    return Node(
        node_id=NodeId(f"{parsed.abbreviation}{parsed.counter}".lower()),
        semantic_id=SemanticId(id_text),
        node_type=node_type.name,
        name=parsed.identifier if name is None else name,
        descr=descr,
        attributes=dict(attributes or {}),
        created_revision=1,
        revision=1,
    )


def edge(source: str, edge_type: str, target: str, **attributes: JsonValue) -> Edge:
    """An edge between two node ids."""
    return Edge(
        edge_id=EdgeId(f"{source}-{edge_type}-{target}"),
        edge_type=edge_type,
        source=NodeId(source),
        target=NodeId(target),
        attributes=attributes,
        revision=1,
    )


def graph_of(nodes: Sequence[Node], edges: Sequence[Edge] = (), *, revision: int = 1) -> Graph:
    """A graph of profile `systems`."""
    graph = Graph(default_ontology())
    for each in nodes:
        graph.put_node(each)
    for each_edge in edges:
        graph.put_edge(each_edge)
    graph.revision = revision
    return graph


def order_system() -> Graph:
    """Eight nodes of a shop, one of them with a name that is no identifier, one with attributes."""
    return graph_of(
        [
            node("OrderSystem.SY.001", "Takes and ships orders"),
            node("Customer.AC.001", "Buys things", attributes={"subtype": "HumanActor"}),
            node("PlaceOrder.UC.001", "A customer orders"),
            node("PlaceOrderChain.FC.001", "From cart to confirmation"),
            node("ValidateOrder.FN.001", "Checks an order", name="Validate order"),
            node("OrderData.FL.001", "What was ordered", attributes={"Type": "async", "rate": 2.5}),
            node("OrdersAreChecked.RQ.001", "The system shall check every order"),
            node("CheckOrders.TS.001", "Order with wrong article"),
        ],
        [
            edge("sy1", "compose", "uc1"),
            edge("uc1", "compose", "fc1"),
            edge("fc1", "compose", "ac1"),
            edge("fc1", "compose", "fn1"),
            edge("ac1", "io", "fl1"),
            edge("fl1", "io", "fn1"),
            edge("fn1", "satisfy", "rq1", weight=2),
            edge("rq1", "verify", "ts1"),
        ],
        revision=7,
    )


HOSTILE = st.one_of(
    st.text(
        st.one_of(
            st.sampled_from(list("|[]{}(),:;\\/&$-><#+~@!`=\"'„“”‘’–→ \n\r\t\u2028\u202e\u200d👩")),
            st.characters(exclude_categories=["Cs"]),
        ),
        max_size=30,
    ),
    st.sampled_from(
        [
            "a -io-> b",
            "[k:v]",
            "## Nodes",
            "# edges",
            "```",
            "true",
            "1.10",
            '"x"',
            '"',
            "'",
            "!",
            '{"a":1}',
            "a, b: c",
            "\\u{6e}ame",
            "ADD x",
            "a # b",
            "a // b",
            "a -- b",
            "a (b)",
            "👩‍🚀 می‌خواهم",
            "注文",
        ]
    ),
)
"""Text that would break a form without escaping."""
_VALUES = st.recursive(
    st.one_of(HOSTILE, st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(HOSTILE, inner, max_size=3)),
    max_leaves=4,
)
ATTRIBUTES: st.SearchStrategy[dict[str, JsonValue]] = st.dictionaries(
    st.one_of(HOSTILE.filter(bool), st.sampled_from(["name", "descr", "layer"])), _VALUES, max_size=2
)


@st.composite
def hostile_graphs(draw: st.DrawFn) -> Graph:
    """A few nodes with hostile texts, renamed ones and ones that share a counter among them, and edges."""
    graph = Graph(default_ontology())
    types = list(graph.ontology.node_types.values())
    for number in range(draw(st.integers(0, 5))):
        node_type = draw(st.sampled_from(types))
        counter = draw(st.integers(1, 3))
        name = draw(HOSTILE.filter(bool))
        given = draw(st.sampled_from([name, "Renamed", f"Number{number}"]))
        id_text = semantic_id(given, type_word="Type", abbreviation=node_type.abbreviation, counter=counter)
        if graph.find(id_text):
            continue
        made = node(id_text, draw(HOSTILE), name=name, attributes=draw(ATTRIBUTES))
        graph.put_node(msgspec.structs.replace(made, node_id=NodeId(f"n{number}")))
    ids = list(graph.nodes)
    for source in ids:
        for target in draw(st.lists(st.sampled_from(ids), unique=True, max_size=3)):
            edge_type = draw(st.sampled_from(list(graph.ontology.relations)))
            ends = (graph.nodes[each].node_type for each in (source, target))
            if graph.ontology.should_turn(edge_type, *ends):  # every reader turns it, so no graph holds it
                continue
            graph.put_edge(edge(source, edge_type, target, **draw(st.one_of(st.just({}), ATTRIBUTES))))
    return graph


def contents(graph: Graph) -> tuple[Counter[object], Counter[object]]:
    """What a text form keeps of a graph: everything but node ids, edge ids and revisions."""
    name = {each.node_id: each.semantic_id for each in graph.nodes.values()}
    nodes = [(n.semantic_id, n.node_type, n.name, n.descr, _json(n.attributes)) for n in graph.nodes.values()]
    edges = [(name[e.source], e.edge_type, name[e.target], _json(e.attributes)) for e in graph.edges.values()]
    return Counter[object](nodes), Counter[object](edges)


def contents_of(operations: list[Operation]) -> tuple[Counter[object], Counter[object]]:
    """The same of the operations that make a graph."""
    nodes: list[object] = []
    edges: list[object] = []
    for each in operations:
        match each:
            case NodeCreate():
                nodes.append((each.semantic_id, each.node_type, each.name, each.descr, _json(each.attributes)))
            case EdgeCreate():
                edges.append((each.source, each.edge_type, each.target, _json(each.attributes)))
            case _:
                raise AssertionError(each)
    return Counter(nodes), Counter(edges)


def _json(attributes: Mapping[str, JsonValue]) -> bytes:
    return msgspec.json.encode(attributes, order="sorted")

"""Small graphs for the tests of formats and contexts: made here, with ids one can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphwright.graph.document import Graph
from graphwright.graph.identity import parse_semantic_id
from graphwright.graph.ontology import default_ontology
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, SemanticId


def node(
    semantic_id: str, descr: str = "", *, name: str | None = None, attributes: Mapping[str, JsonValue] | None = None
) -> Node:
    """A node whose node id is its short id in small letters: `PlaceOrder.UC.001` is `uc1`."""
    parsed = parse_semantic_id(semantic_id)
    assert parsed is not None, semantic_id
    node_type = default_ontology().by_abbreviation(parsed.abbreviation)
    assert node_type is not None, semantic_id
    return Node(
        node_id=NodeId(f"{parsed.abbreviation}{parsed.counter}".lower()),
        semantic_id=SemanticId(semantic_id),
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

"""Which elements of two models are the same one: by node id, by the id of another tool, else by semantic id. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_ID, MADE_ID, read_by_people
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId, SemanticId


def for_people(graph: Graph) -> Graph:
    """A copy without attributes for machines, which say nothing of the system."""
    copy = Graph(graph.ontology)
    for node in graph.nodes.values():
        copy.put_node(replace(node, attributes={**read_by_people(node.attributes)}))
    for edge in graph.edges.values():
        copy.put_edge(replace(edge, attributes={**read_by_people(edge.attributes)}))
    return copy


def as_seen_from(before: Graph, after: Graph) -> Graph:
    """A copy of `after` in which each element that `before` has, too, has its ids."""
    same = _pairs(before, after)
    taken = {before.nodes[each].semantic_id for each in same.values()}
    copy = Graph(before.ontology)
    ids: dict[NodeId, NodeId] = {}
    for node in after.nodes.values():
        known = same.get(node.node_id)
        if known is None:
            # Its semantic id may be that of another one before, which has another there now.
            semantic_id = SemanticId(f"{node.semantic_id}~") if node.semantic_id in taken else node.semantic_id
            renamed = replace(node, semantic_id=semantic_id)
            ids[node.node_id] = node.node_id
        else:
            there = before.nodes[known]
            renamed = replace(node, node_id=known, semantic_id=there.semantic_id)
            ids[node.node_id] = known
        copy.put_node(replace(renamed, attributes={**read_by_people(node.attributes)}))
    for edge in after.edges.values():
        copy.put_edge(_edge(before, edge, ids[edge.source], ids[edge.target]))
    return copy


def _edge(before: Graph, edge: Edge, source: NodeId, target: NodeId) -> Edge:
    attributes: dict[str, JsonValue] = {**read_by_people(edge.attributes)}
    twin = None
    if source in before.nodes and target in before.nodes:
        twin = next(iter(before.twins(edge.edge_type, source, target, attributes)), None)
    edge_id = edge.edge_id if twin is None else twin.edge_id
    return replace(edge, edge_id=edge_id, source=source, target=target, attributes=attributes)


def _pairs(before: Graph, after: Graph) -> dict[NodeId, NodeId]:
    """Of each node of `after` the one of `before` that it is."""
    names: dict[tuple[str, str], NodeId | None] = {}
    for node in before.nodes.values():
        for name in _names(node):
            key = node.node_type, name
            names[key] = node.node_id if names.get(key, node.node_id) == node.node_id else None
    found: dict[NodeId, NodeId] = {}
    used: set[NodeId] = set()
    for node in after.nodes.values():
        known = next((each for name in _names(node) if (each := names.get((node.node_type, name))) is not None), None)
        if known is not None and known not in used:
            found[node.node_id] = known
            used.add(known)
    return found


def _names(node: Node) -> Iterator[str]:
    """What it may be known by, the surest first; of an element of another tool the semantic id is made here."""
    foreign = node.attributes.get(FOREIGN_ID)
    if isinstance(foreign, str):
        yield foreign
        yield foreign.removeprefix(MADE_ID)
    yield node.node_id
    if not isinstance(foreign, str):
        yield node.semantic_id

"""Which node or edge an operation means: temp id, semantic id, short id or node id become one identity (A-25..A-27).

Names that the change set gives to what it makes come first; then the graph. An unknown ref is a named problem with the
nearest existing names, never `undefined` (WA-04).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.query import suggest
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, Ref
from graphwright.protocol.operations import EdgeDelete, EdgeUpdate, NodeCreate, Operation, Problem
from graphwright.protocol.texts import Term


class UnresolvedRef(NamedTuple):
    """A ref that names nothing, or several nodes."""

    case: str
    """Which text of `unknownRef` says so."""
    values: dict[str, str | int]
    candidates: list[str]
    unknown: str | None = None
    """The ref, where nothing at all has this name: something near may be looked for."""


def names_of(operation: NodeCreate) -> list[str]:
    """The names by which other operations of the change set may call the node this one makes."""
    return [name for name in (operation.temp_id, operation.semantic_id) if name is not None]


def renamed(operation: Operation, names: Mapping[str, str]) -> Operation:
    """The operation with the refs that have another name now under that name."""
    found = {
        field: Ref(names[ref])
        for field in ("ref", "source", "target")
        if isinstance(ref := getattr(operation, field, None), str) and ref in names
    }
    return replace(operation, **found) if found else operation


def resolve(graph: Graph, aliases: Mapping[str, NodeId], ref: str) -> NodeId | UnresolvedRef:
    """The node a ref stands for."""
    alias = aliases.get(ref)
    if alias is not None:
        return alias
    if ref in graph.nodes:
        return NodeId(ref)
    found = graph.find(ref)
    if len(found) == 1:
        return found[0]
    if found:
        names = [graph.nodes[node_id].semantic_id for node_id in found]
        return UnresolvedRef("several", {"ref": repr(ref), "count": len(names)}, list(names[:5]))
    return UnresolvedRef("nowhere", {"ref": repr(ref)}, [], ref)


def resolve_edge(
    graph: Graph, nodes: Mapping[str, NodeId], edges: Mapping[str, EdgeId], operation: EdgeUpdate | EdgeDelete
) -> Edge | UnresolvedRef:
    """The edge an operation addresses, by its id or by its type and ends; `nodes` and `edges` are names of new ones."""
    if operation.ref is not None:
        edge = graph.edges.get(edges.get(operation.ref, EdgeId(operation.ref)))
        return edge if edge is not None else UnresolvedRef("edgeId", {"ref": repr(operation.ref)}, [])
    edge_type, source, target = operation.edge_type, operation.source, operation.target
    if edge_type is None or source is None or target is None:
        return UnresolvedRef("edgeAddress", {}, [])
    start, end = resolve(graph, nodes, source), resolve(graph, nodes, target)
    if isinstance(start, UnresolvedRef):
        return start
    if isinstance(end, UnresolvedRef):
        return end
    relation = graph.ontology.relation(edge_type)
    name = edge_type if relation is None else relation.name
    found = graph.edges_between(name, start, end) or _turned(graph, name, start, end)
    if len(found) == 1:
        return found[0]
    ends: dict[str, str | int] = {"relation": name, "source": repr(source), "target": repr(target)}
    if found:
        return UnresolvedRef("edges", {**ends, "count": len(found)}, [edge.edge_id for edge in found])
    return UnresolvedRef("noEdge", ends, [])


def _turned(graph: Graph, name: str, start: NodeId, end: NodeId) -> list[Edge]:
    """The edges that were turned round when they were made in these words."""
    source, target = graph.nodes.get(start), graph.nodes.get(end)
    if source is None or target is None or not graph.ontology.should_turn(name, source.node_type, target.node_type):
        return []
    return graph.edges_between(name, end, start)


def unknown_ref(operation_id: OperationId, path: str, unresolved: UnresolvedRef, graph: Graph | None) -> Problem:
    """The problem to report for a ref that could not be resolved; with a graph, near names are looked for in it."""
    candidates = unresolved.candidates
    if graph is not None and unresolved.unknown is not None:
        candidates = suggest(graph, unresolved.unknown)
    advice = (
        Term(key="terms.didYouMean", values={"candidates": candidates}) if candidates else Term(key="terms.createOrUse")
    )
    return Problem(
        code="unknownRef",
        case=unresolved.case,
        operation_id=operation_id,
        path=path,
        values={**unresolved.values, "advice": advice},
        candidates=candidates,
    )

"""What an operation is called in words: the name of a node, the names of the ends of an edge. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.graph.document import Graph
from graphwright.operations.refs import names_of
from graphwright.protocol.ids import EdgeId
from graphwright.protocol.operations import NodeCreate, NodeDelete, NodeUpdate, Operation


def label(operation: Operation, graph: Graph, beside: Sequence[Operation] = ()) -> str:
    """`PlaceOrder`, or `PlaceOrder -cp-> OrderHandling`; `beside` are operations that may make the ends."""
    if isinstance(operation, NodeCreate):
        return operation.name
    if isinstance(operation, NodeUpdate | NodeDelete):
        return _called(operation.ref, graph, beside)
    ref = getattr(operation, "ref", None)
    edge = None if ref is None else graph.edges.get(EdgeId(ref))
    told = operation if edge is None else edge
    edge_type, source, target = told.edge_type, told.source, told.target
    relation = None if edge_type is None else graph.ontology.relation(edge_type)
    short = edge_type if relation is None else relation.short
    return f"{_called(source, graph, beside)} -{short}-> {_called(target, graph, beside)}"


def _called(ref: str | None, graph: Graph, beside: Sequence[Operation]) -> str:
    if ref is None:
        return "?"
    found = graph.find(ref)
    if len(found) == 1:
        return graph.nodes[found[0]].name
    made = (each for each in beside if isinstance(each, NodeCreate))
    return next((each.name for each in made if ref in names_of(each)), ref)

"""What an approval is bound to: a digest of each operation with what it was shown on, and one of them all (ADR-08)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from graphwright.graph.document import Graph
from graphwright.protocol.graph import Author, Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, OperationId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeDelete,
    NodeUpdate,
    Operation,
    ProposedOperation,
)

NO_MARKS: Final[Mapping[OperationId, OperationMark]] = MappingProxyType({})

_encoder = msgspec.json.Encoder(order="deterministic")


class OperationMark(NamedTuple):
    """What is told of an operation besides itself; not part of its digest."""

    provenance: str | None = None
    edited_by: Author | None = None


def proposed(
    graph: Graph, operations: Sequence[Operation], marks: Mapping[OperationId, OperationMark] = NO_MARKS
) -> list[ProposedOperation]:
    """Operations bound to the values they are shown on; refs of existing elements are resolved already."""
    return [_bound(graph, operation, marks.get(operation.id, OperationMark())) for operation in operations]


def plain(operation: ProposedOperation) -> Operation:
    """The operation itself, to be planned again."""
    made: Operation = msgspec.convert(msgspec.to_builtins(operation), Operation)
    return made


def digest_of(operations: Iterable[ProposedOperation]) -> str:
    """The proposal's digest: over the sorted digests of its operations, without any revision."""
    return _sha256(sorted(operation.digest for operation in operations))


def still_holds(graph: Graph, operation: ProposedOperation) -> bool:
    """Is what the operation was shown on still there, as it was?"""
    return _digest(graph, plain(operation)) == operation.digest


def shown_on(operation: ProposedOperation) -> list[str]:
    """The ids of the existing elements whose change may end what the operation was shown on."""
    if isinstance(operation, NodeUpdate | NodeDelete):
        return [operation.ref]
    if isinstance(operation, EdgeUpdate | EdgeDelete):
        return [] if operation.ref is None else [operation.ref]
    return [operation.source, operation.target] if isinstance(operation, EdgeCreate) else []


def has_lost_an_end(graph: Graph, operation: ProposedOperation, made: Collection[str]) -> bool:
    """Is it a new edge with an end that is neither in the graph nor made by the proposal (`made`: its names)?"""
    ends = (operation.source, operation.target) if isinstance(operation, EdgeCreate) else ()
    return any(NodeId(end) not in graph.nodes and end not in made for end in ends)


def _bound(graph: Graph, operation: Operation, mark: OperationMark) -> ProposedOperation:
    before = _before(graph, operation)
    digest = _digest(graph, operation)
    shown = {**msgspec.to_builtins(operation), "digest": digest, "before": msgspec.to_builtins(before)}
    if mark.provenance is not None:
        shown["provenance"] = mark.provenance
    if mark.edited_by is not None:
        shown["editedBy"] = msgspec.to_builtins(mark.edited_by)
    made: ProposedOperation = msgspec.convert(shown, ProposedOperation)
    return made


def _digest(graph: Graph, operation: Operation) -> str:
    """Over the operation and what it meets; of a node that is deleted also the edges, because they go with it."""
    edges: list[list[object]] = []
    if isinstance(operation, NodeDelete) and (node_id := NodeId(operation.ref)) in graph.nodes:
        edges = sorted(
            ([edge.edge_id, *_content(edge)] for edge in (*graph.outgoing(node_id), *graph.incoming(node_id))),
            key=lambda content: str(content[0]),
        )
    return _sha256([operation, _content(_before(graph, operation)), *edges])


def _before(graph: Graph, operation: Operation) -> Node | Edge | None:
    if isinstance(operation, NodeUpdate | NodeDelete):
        return graph.nodes.get(NodeId(operation.ref))
    if isinstance(operation, EdgeUpdate | EdgeDelete) and operation.ref is not None:
        return graph.edges.get(EdgeId(operation.ref))
    return None


def _content(element: Node | Edge | None) -> list[object]:
    """What a person sees of an element: everything but its revision."""
    if element is None:
        return []
    if isinstance(element, Node):
        return [element.semantic_id, element.node_type, element.name, element.descr, element.attributes]
    return [element.edge_type, element.source, element.target, element.attributes]


def _sha256(content: object) -> str:
    return hashlib.sha256(_encoder.encode(content)).hexdigest()

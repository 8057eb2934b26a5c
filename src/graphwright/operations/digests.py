"""What an approval is bound to: a digest of each operation with what it was shown on, and one of them all (D8)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from graphwright.graph.document import Graph
from graphwright.protocol.base import UnsetType
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId
from graphwright.protocol.operations import (
    EdgeDelete,
    EdgeUpdate,
    NodeDelete,
    NodeUpdate,
    Operation,
    ProposedOperation,
)

_encoder = msgspec.json.Encoder(order="deterministic")


def proposed(graph: Graph, operations: Sequence[Operation]) -> list[ProposedOperation]:
    """Operations bound to the values they are shown on; refs of existing elements are resolved already."""
    return [_bound(graph, operation) for operation in operations]


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


def _bound(graph: Graph, operation: Operation) -> ProposedOperation:
    before = _before(graph, operation)
    digest = _digest(graph, operation)
    shown = {**msgspec.to_builtins(operation), "digest": digest, "before": msgspec.to_builtins(before)}
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
    if isinstance(operation, EdgeUpdate | EdgeDelete) and not isinstance(operation.ref, UnsetType):
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

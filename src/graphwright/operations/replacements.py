"""Delete and create of the same thing in one change set is an update (A-30).

Models that were taught the first diff form write a changed element as its old line removed and its new line added.
Taken literally that would lose the node's identity and its edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)

_CREATES: Final = (EdgeCreate, NodeCreate)


def merge_replacements(operations: Sequence[Operation]) -> list[Operation]:
    """The operations, with each pair of delete and create of one element as one update at the place of the create."""
    if all(isinstance(operation, _CREATES) for operation in operations):
        return list(operations)
    deleted_nodes = {operation.ref for operation in operations if isinstance(operation, NodeDelete)}
    deleted_edges = {_triple(operation) for operation in operations if isinstance(operation, EdgeDelete)}
    if not deleted_nodes and not deleted_edges:
        return list(operations)
    created_nodes = {operation.semantic_id for operation in operations if isinstance(operation, NodeCreate)}
    created_edges = {_triple(operation) for operation in operations if isinstance(operation, EdgeCreate)}
    merged: list[Operation] = []
    dropped: set[OperationId] = set()
    for operation in operations:
        match operation:
            case NodeDelete(ref=ref) if ref in created_nodes:
                dropped.add(operation.id)
            case EdgeDelete() if _triple(operation) in created_edges:
                dropped.add(operation.id)
            case NodeCreate(semantic_id=str(semantic_id)) if semantic_id in deleted_nodes:
                merged.append(_node_update(operation, Ref(semantic_id)))
            case EdgeCreate() if _triple(operation) in deleted_edges:
                merged.append(_edge_update(operation))
            case _:
                merged.append(operation)
    return [_without(operation, dropped) for operation in merged] if dropped else merged


def _without(operation: Operation, dropped: set[OperationId]) -> Operation:
    """Nobody waits for an operation that is gone."""
    if dropped.isdisjoint(operation.depends_on):
        return operation
    return replace(operation, depends_on=[need for need in operation.depends_on if need not in dropped])


def _triple(operation: EdgeCreate | EdgeDelete) -> tuple[object, object, object]:
    return operation.edge_type, operation.source, operation.target


def _node_update(operation: NodeCreate, ref: Ref) -> NodeUpdate:
    return NodeUpdate(
        id=operation.id,
        depends_on=operation.depends_on,
        ref=ref,
        set=NodeSet(name=operation.name, descr=operation.descr, attributes=operation.attributes),
    )


def _edge_update(operation: EdgeCreate) -> EdgeUpdate:
    return EdgeUpdate(
        id=operation.id,
        depends_on=operation.depends_on,
        edge_type=operation.edge_type,
        source=operation.source,
        target=operation.target,
        set=EdgeSet(attributes=operation.attributes),
    )

"""The offline assistant's operations as arguments of the tool that proposes a batch, as a model would give them."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.protocol.base import JsonValue
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)


def changes_of(operations: Sequence[Operation]) -> list[JsonValue]:
    """One change for each operation, in the same order. New nodes keep the names that later operations use."""
    return [_change(operation) for operation in operations]


def _change(operation: Operation) -> JsonValue:
    match operation:
        case NodeCreate():
            alias = operation.semantic_id if operation.temp_id is None else operation.temp_id
            return _given(
                change="create_node",
                node_type=operation.node_type,
                name=operation.name,
                descr=operation.descr,
                attributes=operation.attributes,
                temp_id=alias,
            )
        case NodeUpdate():
            fields = operation.set
            return _given(
                change="update_node",
                node=operation.ref,
                name=fields.name,
                descr=fields.descr,
                attributes=fields.attributes,
                remove_attributes=operation.unset,
            )
        case NodeDelete():
            return _given(change="delete_node", node=operation.ref)
        case EdgeCreate():
            return _given(
                change="create_edge",
                edge_type=operation.edge_type,
                source=operation.source,
                target=operation.target,
                attributes=operation.attributes,
            )
        case EdgeUpdate():
            return _given(
                change="update_edge",
                **_edge(operation),
                attributes=operation.set.attributes,
                remove_attributes=operation.unset,
            )
        case EdgeDelete():
            return _given(change="delete_edge", **_edge(operation))


def _edge(operation: EdgeUpdate | EdgeDelete) -> dict[str, object]:
    """By its id, or by its type and ends."""
    if operation.ref is not None:
        return {"edge_id": operation.ref}
    return {"edge_type": operation.edge_type, "source": operation.source, "target": operation.target}


def _given(**fields: object) -> JsonValue:
    return {name: value for name, value in fields.items() if value is not None}  # type: ignore[misc] # JSON all of it

"""A change set while it is written: elements are named, nothing happens until all of it is sent, whole."""

from __future__ import annotations

from msgspec import Raw

from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.protocol.wire import encode


class NewNode:
    """A node that a change set will make; it can be linked before it exists."""

    def __init__(self, temp_id: str) -> None:
        self.temp_id = temp_id


End = NewNode | Node | str
"""What an edge joins: a new node, a node of the model, or an id."""


class ChangeSetBuilder:
    """What is to be different. It is applied whole when its `with` block ends, and not at all when that raises."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []

    def add(self, type: str, name: str, descr: str = "", **attributes: JsonValue) -> NewNode:
        """Make a node: `add("ACTOR", "Customer", "Buys things.")`."""
        operation_id = self._new_id()
        node = NewNode(f"new-{operation_id}")
        self.operations.append(
            NodeCreate(
                id=operation_id, node_type=type, name=name, descr=descr, temp_id=node.temp_id, attributes=attributes
            )
        )
        return node

    def link(self, source: End, relation: str, target: End) -> None:
        """Join two nodes: `link(test, "verify", requirement)` as the ontology directs it."""
        self.operations.append(
            EdgeCreate(id=self._new_id(), edge_type=relation, source=_ref(source), target=_ref(target))
        )

    def update(
        self, node: Node | str, *, name: str | None = None, descr: str | None = None, **attributes: JsonValue
    ) -> None:
        """Change fields of a node; what is not given stays."""
        self.operations.append(
            NodeUpdate(id=self._new_id(), ref=_ref(node), set=NodeSet(name=name, descr=descr, attributes=attributes))
        )

    def delete(self, element: Node | Edge | str) -> None:
        """Remove a node with its edges, or one edge."""
        if isinstance(element, Edge):
            self.operations.append(EdgeDelete(id=self._new_id(), ref=Ref(element.edge_id)))
        else:
            self.operations.append(NodeDelete(id=self._new_id(), ref=_ref(element)))

    def encoded(self) -> list[Raw]:
        """The operations as they go over the wire."""
        return [Raw(encode(operation)) for operation in self.operations]

    def _new_id(self) -> OperationId:
        return OperationId(f"op-{len(self.operations) + 1}")


def _ref(end: End) -> Ref:
    if isinstance(end, NewNode):
        return Ref(end.temp_id)
    return Ref(end if isinstance(end, str) else end.node_id)

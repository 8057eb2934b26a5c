"""The changes of a proposal in words of the model: as rows for an agent, as lines for a person who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.context.data_block import escape_roles
from graphwright.formats.cleaning import clean
from graphwright.graph.document import Graph
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    ProposedEdgeDelete,
    ProposedEdgeUpdate,
    ProposedNodeDelete,
    ProposedNodeUpdate,
    ProposedOperation,
)
from graphwright.tools.look import shortened

VALUE: Final = 500
"""Characters of a value."""
_KINDS: Final = {
    f"Proposed{kind.__name__}": kind.__struct_config__.tag
    for kind in (NodeCreate, NodeUpdate, NodeDelete, EdgeCreate, EdgeUpdate, EdgeDelete)
}
"""Operations by what the wire calls them."""


class ChangeWords:
    """Names things as people know them: new nodes by their names, those of the model by id and name."""

    def __init__(self, graph: Graph, operations: Sequence[ProposedOperation]) -> None:
        self._graph = graph
        made = [each for each in operations if isinstance(each, NodeCreate)]
        self._made = {str(each.temp_id): each.name for each in made if each.temp_id is not None}

    def row(self, operation: ProposedOperation) -> JsonObject:
        """One change with all that it says."""
        row: JsonObject = {"operation": operation.id, "change": _KINDS[type(operation).__name__]}
        match operation:
            case NodeCreate():
                row |= {"type": operation.node_type, "name": operation.name}
                row |= {"descr": operation.descr[:VALUE]} if operation.descr else {}
                row |= {"temp_id": operation.temp_id} if operation.temp_id else {}
                if operation.attributes:
                    row["attributes"] = shortened(operation.attributes, "", each=VALUE, most=4 * VALUE)
            case ProposedNodeUpdate():
                row |= {"node": self._changed(operation), "from_to": _differences(operation)}
            case ProposedNodeDelete():
                row |= {"node": self._changed(operation)}
            case _:
                row |= {"edge": self._edge(operation)}
        if operation.provenance:
            row["because"] = operation.provenance[:VALUE]
        return row

    def line(self, operation: ProposedOperation) -> str:
        """One change for a person; their language model may read it too, so it is data."""
        match operation:
            case NodeCreate():
                said = f"new {operation.node_type} {operation.name}"
            case ProposedNodeUpdate():
                said = f"change {self._changed(operation)}: {', '.join(_new_values(operation))}"
            case ProposedNodeDelete():
                said = f"delete {self._changed(operation)}"
            case EdgeCreate():
                said = f"connect {self._edge(operation)}"
            case EdgeDelete():
                said = f"disconnect {self._edge(operation)}"
            case _:
                said = f"change {self._edge(operation)}"
        return as_data(said)

    def _changed(self, operation: ProposedNodeUpdate | ProposedNodeDelete) -> str:
        before = operation.before
        return self._name(operation.ref) if before is None else f"{before.semantic_id} {before.name}"

    def _edge(self, operation: EdgeCreate | ProposedEdgeUpdate | ProposedEdgeDelete) -> str:
        before = getattr(operation, "before", None)
        if isinstance(before, Edge):
            return f"{self._name(before.source)} -{before.edge_type}-> {self._name(before.target)}"
        source, target = self._name(str(operation.source)), self._name(str(operation.target))
        return f"{source} -{operation.edge_type}-> {target}"

    def _name(self, ref: str) -> str:
        node = self._graph.nodes.get(NodeId(ref))
        return self._made.get(ref, ref) if node is None else node.name


def as_data(text: str) -> str:
    """Text of the model in a question to a person."""
    return escape_roles(clean(text))


def _differences(operation: ProposedNodeUpdate) -> JsonObject:
    """Old and new value of each field that an update sets."""
    before = operation.before
    old: JsonObject = {} if before is None else {"name": before.name, "descr": before.descr, **before.attributes}
    return {name: [_cut(old.get(name)), _cut(value)] for name, value in _new_values(operation).items()}


def _new_values(operation: NodeUpdate) -> JsonObject:
    named: JsonObject = {"name": operation.set.name, "descr": operation.set.descr}
    new = {name: value for name, value in named.items() if value is not None} | operation.set.attributes
    return {**new, **dict.fromkeys(operation.unset)}


def _cut(value: JsonValue) -> JsonValue:
    return value[:VALUE] if isinstance(value, str) else value

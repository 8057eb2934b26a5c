"""The arguments of the writes, and the operations they ask for (D-77 to D-79, D-81).

A write never changes anything. Positions on a canvas are no part of the model (ADR-19), so nothing here moves a
picture:
`move_node` moves a node in the composition.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from graphwright.errors import InvalidCommand, RequestError
from graphwright.graph.kinds import TYPED
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import Ref
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
from graphwright.tools.look import NodeWord
from graphwright.tools.operation_builder import OperationBuilder
from graphwright.tools.schema import EdgeTypeWord, NodeTypeWord, ToolArguments

COMPOSE: Final = "compose"

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Descr: TypeAlias = Annotated[str, Meta(max_length=20_000)]
AttributeName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Attributes: TypeAlias = Annotated[
    dict[AttributeName, JsonValue],
    Meta(max_length=100, description="name: text; what holds JSON, such as struct, takes an object or JSON as text"),
]
RemovedAttributes: TypeAlias = Annotated[list[AttributeName], Meta(max_length=100)]
Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1_000, description="why, for the person who decides")]
EdgeId: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=100, description="only where list_node_edges shows one")
]


class _ListedChange(ToolArguments, frozen=True, kw_only=True, tag_field="change"):
    """One change among those that are proposed together."""


class CreateNode(_ListedChange, frozen=True, kw_only=True, tag="create_node"):
    """A new node."""

    node_type: NodeTypeWord
    name: Name
    descr: Descr = ""
    attributes: Attributes | None = None
    temp_id: Annotated[
        str, Meta(min_length=1, max_length=100, description="a name by which your other changes use this node")
    ] | None = None  # fmt: skip
    kind: Annotated[
        str, Meta(min_length=1, max_length=300, description="the team's own type, from list_available_node_types")
    ] | None = None  # fmt: skip
    parent: Annotated[
        str, Meta(min_length=1, max_length=300, description="the node that it becomes a part of")
    ] | None = None  # fmt: skip


class CreateEdge(_ListedChange, frozen=True, kw_only=True, tag="create_edge"):
    """A new edge."""

    edge_type: EdgeTypeWord
    source: NodeWord
    target: NodeWord
    attributes: Attributes | None = None


class UpdateNode(_ListedChange, frozen=True, kw_only=True, tag="update_node"):
    """Other values for a node; what is not given stays."""

    node: NodeWord
    name: Name | None = None
    descr: Descr | None = None
    attributes: Attributes | None = None
    remove_attributes: RemovedAttributes | None = None


class DeleteNode(_ListedChange, frozen=True, kw_only=True, tag="delete_node"):
    """A node away, and its edges with it."""

    node: NodeWord


class UpdateEdge(_ListedChange, frozen=True, kw_only=True, tag="update_edge"):
    """Other attributes for an edge, named by edge_type, source and target, or by edge_id where several have these."""

    edge_id: EdgeId | None = None
    edge_type: EdgeTypeWord | None = None
    source: NodeWord | None = None
    target: NodeWord | None = None
    attributes: Attributes | None = None
    remove_attributes: RemovedAttributes | None = None


class DeleteEdge(_ListedChange, frozen=True, kw_only=True, tag="delete_edge"):
    """An edge away, named by edge_type, source and target, or by edge_id where several have these."""

    edge_id: EdgeId | None = None
    edge_type: EdgeTypeWord | None = None
    source: NodeWord | None = None
    target: NodeWord | None = None


class MoveNode(_ListedChange, frozen=True, kw_only=True, tag="move_node"):
    """A node as a part of another whole: its compose edge leads from the new parent."""

    node: NodeWord
    parent: NodeWord


Other: TypeAlias = CreateEdge | UpdateNode | DeleteNode | UpdateEdge | DeleteEdge | MoveNode
Change: TypeAlias = CreateNode | Other


class ProposeChanges(ToolArguments, frozen=True, kw_only=True):
    """Proposes changes that belong together; if one does not hold, none is taken.

    create_node: node_type, name. create_edge: edge_type, source, target. update_node: node and what is new.
    delete_node: node, its edges go with it. update_edge, delete_edge: edge_type, source, target, or edge_id.
    move_node: node, parent. To correct a proposal of this turn, propose the same node again.
    """

    changes: Annotated[list[Change], Meta(min_length=1, max_length=100)]
    reason: Reason


def operations_of(builder: OperationBuilder, write: ProposeChanges) -> list[Operation]:
    """What a write asks for. Raises `NotFound`, `InvalidCommand` for what cannot be understood."""
    built = built_operations(builder, write.changes)
    for error in built.refused.values():
        raise error
    return [operation for made in built.operations.values() for operation in made]


class BuiltOperations(Struct, frozen=True):
    """What changes came to, by their places in the list."""

    operations: dict[int, list[Operation]]
    refused: dict[int, RequestError]
    """The changes that cannot be understood, and why."""


def built_operations(builder: OperationBuilder, changes: Sequence[Change]) -> BuiltOperations:
    """The operations of each change, or why there are none."""
    operations: dict[int, list[Operation]] = {}
    refused: dict[int, RequestError] = {}
    made: dict[int, NodeCreate] = {}
    # New nodes first: a change may use a node that stands behind it.
    for place, change in enumerate(changes):
        if isinstance(change, CreateNode):
            try:
                made[place] = _create_node(builder, change)
            except RequestError as error:
                refused[place] = error
    for place, change in enumerate(changes):
        if place in refused:
            continue
        try:
            if isinstance(change, CreateNode):
                node = made[place]
                operations[place] = [node, *_joins(builder, change, Ref(str(node.temp_id)))]
            else:
                operations[place] = _others(builder, change)
        except RequestError as error:
            refused[place] = error
    return BuiltOperations(operations, refused)


def _others(builder: OperationBuilder, change: Other) -> list[Operation]:
    match change:
        case CreateEdge():
            return [
                EdgeCreate(
                    id=builder.next_id(),
                    edge_type=change.edge_type,
                    source=builder.ref(change.source),
                    target=builder.ref(change.target),
                    attributes=change.attributes or {},
                )
            ]
        case UpdateNode():
            ref = builder.ref(change.node)
            attributes = builder.attributes(change.attributes, builder.type_of(ref))
            fields = NodeSet(name=change.name, descr=change.descr, attributes=attributes)
            if fields == NodeSet() and not change.remove_attributes:
                raise InvalidCommand(f"nothing is to change at {change.node[:100]!r}; give name, descr or attributes")
            return [NodeUpdate(id=builder.next_id(), ref=ref, set=fields, unset=change.remove_attributes or [])]
        case DeleteNode():
            return [NodeDelete(id=builder.next_id(), ref=Ref(builder.existing(change.node)))]
        case UpdateEdge():
            return [_update_edge(builder, change)]
        case DeleteEdge():
            return [_delete_edge(builder, change)]
        case MoveNode():
            return _move_node(builder, change)


def _create_node(builder: OperationBuilder, change: CreateNode) -> NodeCreate:
    return NodeCreate(
        id=builder.next_id(),
        node_type=change.node_type,
        name=change.name,
        descr=change.descr,
        attributes=builder.attributes(change.attributes, change.node_type),
        temp_id=builder.name_new(change.temp_id, change.name),
    )


def _joins(builder: OperationBuilder, change: CreateNode, made: Ref) -> list[Operation]:
    """The edges that a new node comes with: to its kind, and from the whole it is a part of."""
    operations: list[Operation] = []
    if change.kind is not None:
        operations.append(
            EdgeCreate(id=builder.next_id(), edge_type=TYPED, source=made, target=builder.ref(change.kind))
        )
    if change.parent is not None:
        operations.append(
            EdgeCreate(id=builder.next_id(), edge_type=COMPOSE, source=builder.ref(change.parent), target=made)
        )
    return operations


def _update_edge(builder: OperationBuilder, change: UpdateEdge) -> EdgeUpdate:
    if not change.attributes and not change.remove_attributes:
        raise InvalidCommand("nothing is to change at the edge; give attributes or remove_attributes")
    operation_id, fields = builder.next_id(), EdgeSet(attributes=change.attributes or {})
    if change.edge_id is not None:
        return EdgeUpdate(id=operation_id, ref=Ref(change.edge_id), set=fields, unset=change.remove_attributes or [])
    edge_type, source, target = _named_edge(builder, change)
    return EdgeUpdate(
        id=operation_id,
        edge_type=edge_type,
        source=source,
        target=target,
        set=fields,
        unset=change.remove_attributes or [],
    )


def _delete_edge(builder: OperationBuilder, change: DeleteEdge) -> EdgeDelete:
    operation_id = builder.next_id()
    if change.edge_id is not None:
        return EdgeDelete(id=operation_id, ref=Ref(change.edge_id))
    edge_type, source, target = _named_edge(builder, change)
    return EdgeDelete(id=operation_id, edge_type=edge_type, source=source, target=target)


def _named_edge(builder: OperationBuilder, change: UpdateEdge | DeleteEdge) -> tuple[str, Ref, Ref]:
    edge_type, source, target = change.edge_type, change.source, change.target
    if edge_type is None or source is None or target is None:
        raise InvalidCommand("name the edge by edge_id, or by edge_type, source and target together")
    return edge_type, builder.ref(source), builder.ref(target)


def _move_node(builder: OperationBuilder, change: MoveNode) -> list[Operation]:
    """The compose edge from the old parent goes, one from the new parent comes."""
    graph, moved, parent = builder.graph, builder.existing(change.node), builder.ref(change.parent)
    wholes = list(graph.sources(moved, COMPOSE))
    # A node may also stand in function chains; it is not taken out of them by getting another parent.
    old = wholes[0] if len(wholes) == 1 else graph.parent(moved)
    if old is not None and Ref(old.node_id) == parent:
        raise InvalidCommand(f"{change.node[:100]!r} is a part of {change.parent[:100]!r} already")
    operations: list[Operation] = []
    if old is not None and (edge := graph.edge_between(COMPOSE, old.node_id, moved)) is not None:
        operations.append(EdgeDelete(id=builder.next_id(), ref=Ref(edge.edge_id)))
    return [*operations, EdgeCreate(id=builder.next_id(), edge_type=COMPOSE, source=parent, target=Ref(moved))]

"""What a proposal would make and somebody has made since: its acceptance takes what is there.

A reviewer who agrees to a new `Siren` wants one siren, whoever made it while the proposal waited. What was there when
the proposal was shown is nobody's doing since: a second one of its name was wanted then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from graphwright.graph.composition import COMPOSE
from graphwright.graph.document import Graph
from graphwright.operations.refs import names_of, renamed
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId, OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, EdgeSet, EdgeUpdate, NodeCreate, NodeSet, NodeUpdate, Operation


def with_what_is_there(graph: Graph, operations: Sequence[Operation], since: int) -> list[Operation]:
    """The operations, with nodes of the same name and type that were made after a revision instead of new ones."""
    news = [each for each in operations if isinstance(each, NodeCreate)]
    if graph.revision == since or not news:
        return list(operations)
    adopted = {each.id: node for each in news if (node := _made_since(graph, each, since)) is not None}
    names: dict[str, str] = {}
    for each in news:
        if each.id in adopted:
            names |= dict.fromkeys(names_of(each), adopted[each.id].node_id)
        elif each.semantic_id is not None and graph.find(each.semantic_id):
            names[each.semantic_id] = each.temp_id or each.id
    if not names and not adopted:
        return list(operations)
    taken = list(_taken(graph, operations, adopted, names))
    kept = {each.id for each in taken}
    return [_without(each, kept) for each in taken]


def _taken(
    graph: Graph, operations: Sequence[Operation], adopted: dict[OperationId, Node], names: dict[str, str]
) -> Iterator[Operation]:
    """Each operation as it is done on what is there; one that has nothing left to do is left out."""
    ids = {node.node_id for node in adopted.values()}
    for each in operations:
        if isinstance(each, NodeCreate):
            node = adopted.get(each.id)
            if node is not None:
                yield _completed(each, node)
            elif each.semantic_id in names:
                yield replace(each, temp_id=each.temp_id or each.id, semantic_id=None)
            else:
                yield each
            continue
        operation = renamed(each, names)
        if not isinstance(operation, EdgeCreate) or operation is each:
            yield operation
            continue
        twin = _twin(graph, operation)
        if twin is not None:
            fresh = {key: value for key, value in operation.attributes.items() if key not in twin.attributes}
            yield EdgeUpdate(
                id=each.id, depends_on=each.depends_on, ref=Ref(twin.edge_id), set=EdgeSet(attributes=fresh)
            )
        elif not _has_its_place(graph, operation, ids):
            yield operation


def _made_since(graph: Graph, operation: NodeCreate, since: int) -> Node | None:
    """The first node of its type and name that was made after a revision."""
    named = (graph.nodes[node_id] for node_id in graph.named(operation.node_type, operation.name))
    return min((node for node in named if node.created_revision > since), key=lambda node: node.revision, default=None)


def _completed(operation: NodeCreate, node: Node) -> NodeUpdate:
    """What the proposal says of the node and nobody has said since."""
    fresh = {key: value for key, value in operation.attributes.items() if key not in node.attributes}
    descr = operation.descr if operation.descr and not node.descr else None
    return NodeUpdate(
        id=operation.id,
        depends_on=operation.depends_on,
        ref=Ref(node.node_id),
        set=NodeSet(descr=descr, attributes=fresh),
    )


def _twin(graph: Graph, operation: EdgeCreate) -> Edge | None:
    source, target = NodeId(operation.source), NodeId(operation.target)
    return next(iter(graph.edges_between(operation.edge_type, source, target)), None)


def _has_its_place(graph: Graph, operation: EdgeCreate, ids: set[NodeId]) -> bool:
    """Would a node that was made since be a part of something else than where it was put?"""
    target = NodeId(operation.target)
    return operation.edge_type == COMPOSE and target in ids and graph.parent(target) is not None


def _without(operation: Operation, kept: set[OperationId]) -> Operation:
    """The operation without waiting for one that is left out."""
    waits = [each for each in operation.depends_on if each in kept]
    return operation if len(waits) == len(operation.depends_on) else replace(operation, depends_on=waits)

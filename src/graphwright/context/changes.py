"""What changed since a thread last saw the graph, as a diff with removals (B-21, B-39, WB-06)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from graphwright.context.data_block import escape_roles
from graphwright.context.disclosure import shown_attributes
from graphwright.context.history import edge_ends
from graphwright.formats.diff_text import operations_of, write_diff
from graphwright.formats.encoding import FORMAT_E, AttributesOf
from graphwright.graph.document import Graph
from graphwright.protocol.base import UNSET
from graphwright.protocol.graph import Change, Edge, EdgeChange, Node, NodeChange
from graphwright.protocol.ids import NodeId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)

MOST: Final = 200
"""Changes that are told beside the graph."""


def squash(changes: Iterable[Change]) -> list[Change]:
    """Several changes of one element as one; what was made and removed again, or put back, is left out."""
    nodes: dict[str, NodeChange] = {}
    edges: dict[str, EdgeChange] = {}
    for change in changes:
        if isinstance(change, NodeChange):
            _merge_node(nodes, change)
        else:
            _merge_edge(edges, change)
    merged: list[Change] = [change for change in nodes.values() if _differs(change)]
    merged += [change for change in edges.values() if _differs(change)]
    return merged


def changed_lines(
    graph: Graph,
    changes: Iterable[Change],
    revision: int,
    *,
    nodes: Mapping[NodeId, Node],
    edges: Collection[Edge],
    neighbours: Iterable[Node],
) -> str:
    """The diff since a revision, of the nodes and edges that the capture kept and of everything removed."""
    squashed = squash(changes)
    names = {node_id: node.semantic_id for node_id, node in graph.nodes.items()}
    for change in squashed:
        if isinstance(change, NodeChange) and change.before is not None:
            names.setdefault(change.before.node_id, change.before.semantic_id)
    kept_edges = {edge.edge_id for edge in edges}
    kept = [change for change in squashed if _is_kept(change, nodes, kept_edges)]
    shown = shown_attributes(graph.ontology)
    operations = operations_of((_disclosed(change, shown) for change in kept), names.__getitem__)
    text = write_diff(operations, graph.ontology, base=f"@v{revision}")
    stubs = [FORMAT_E.stub(node, node.semantic_id) for node in neighbours]
    return escape_roles("\n".join([text, *(["## Neighbours", *stubs] if stubs else [])]))


def written(graph: Graph, operations: Iterable[Operation] = (), *, changes: Iterable[Change] = ()) -> str:
    """Operations, or what was changed, as lines of the diff form, by short ids where the nodes are still there.

    An edge of which nobody can name the ends any more is left out.
    """
    shown = shown_attributes(graph.ontology)
    squashed = squash(changes)
    gone = {
        change.before.node_id: change.before.semantic_id
        for change in squashed
        if isinstance(change, NodeChange) and change.before is not None
    }

    def name(ref: str) -> str:
        found = graph.find(ref)
        return graph.short_id(graph.nodes[found[0]]) if len(found) == 1 else gone.get(NodeId(ref), ref)

    listed = [*operations, *operations_of((_disclosed(change, shown) for change in squashed), name)]
    told = [named for each in listed if (named := _with_names(each, graph, name)) is not None]
    return escape_roles(write_diff(told, graph.ontology)) if told else ""


def _with_names(operation: Operation, graph: Graph, name: Callable[[str], str]) -> Operation | None:
    """The operation with names for ids; `None` where the ends of an edge are not known any more."""
    match operation:
        case NodeCreate():
            return operation
        case NodeUpdate() | NodeDelete():
            return replace(operation, ref=Ref(name(operation.ref)))
        case EdgeCreate():
            return replace(operation, source=Ref(name(operation.source)), target=Ref(name(operation.target)))
        case EdgeUpdate() | EdgeDelete():
            ends = edge_ends(operation, graph)
            if ends is None:
                return None
            source, edge_type, target = ends
            return replace(
                operation, ref=UNSET, edge_type=edge_type, source=Ref(name(source)), target=Ref(name(target))
            )


def news(graph: Graph, changes: Iterable[Change], revision: int) -> str:
    """What has changed since a revision, told beside the graph; of very much only the newest is told one by one."""
    squashed = squash(changes)
    told = squashed[-MOST:]
    nodes = {change.after.node_id: change.after for change in told if isinstance(change.after, Node)}
    edges = [change.after for change in told if isinstance(change.after, Edge)]
    text = changed_lines(graph, told, revision, nodes=nodes, edges=edges, neighbours=())
    return text if len(told) == len(squashed) else f"{len(squashed) - len(told)} earlier changes are left out\n{text}"


def _merge_node(merged: dict[str, NodeChange], change: NodeChange) -> None:
    node = change.before or change.after
    if node is not None:
        first = merged.get(node.node_id)
        merged[node.node_id] = change if first is None else NodeChange(before=first.before, after=change.after)


def _merge_edge(merged: dict[str, EdgeChange], change: EdgeChange) -> None:
    edge = change.before or change.after
    if edge is not None:
        first = merged.get(edge.edge_id)
        merged[edge.edge_id] = change if first is None else EdgeChange(before=first.before, after=change.after)


def _differs(change: Change) -> bool:
    """Whether more than the revision is different."""
    if change.before is None or change.after is None:
        return change.before is not change.after
    return replace(change.before, revision=0) != replace(change.after, revision=0)


def _is_kept(change: Change, nodes: Mapping[NodeId, Node], edges: Collection[str]) -> bool:
    after = change.after
    if after is None:
        return True
    return after.node_id in nodes if isinstance(after, Node) else after.edge_id in edges


def _disclosed(change: Change, shown: AttributesOf) -> Change:
    """The change with the attributes that a capture may show."""
    if isinstance(change, NodeChange):
        before, after = change.before, change.after
        return NodeChange(
            before=before and replace(before, attributes=dict(shown(before))),
            after=after and replace(after, attributes=dict(shown(after))),
        )
    edge_before, edge_after = change.before, change.after
    return EdgeChange(
        before=edge_before and replace(edge_before, attributes=dict(shown(edge_before))),
        after=edge_after and replace(edge_after, attributes=dict(shown(edge_after))),
    )

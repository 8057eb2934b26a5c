"""What is different between two graphs: every element is added, modified, deleted or unchanged. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.protocol.graph import Change, Edge, EdgeChange, Node, NodeChange

Fate: TypeAlias = Literal["added", "modified", "deleted", "unchanged"]


def differences(before: Graph, after: Graph) -> Iterator[tuple[Fate, Change]]:
    """What became of each element of the two graphs as they are now, nodes first; they may go on changing meanwhile."""
    old_nodes, new_nodes = dict(before.nodes), dict(after.nodes)
    old_edges, new_edges = dict(before.edges), dict(after.edges)
    for node_id in old_nodes | new_nodes:
        node, now = old_nodes.get(node_id), new_nodes.get(node_id)
        yield _fate(node, now), NodeChange(before=node, after=now)
    for edge_id in old_edges | new_edges:
        edge, then = old_edges.get(edge_id), new_edges.get(edge_id)
        yield _fate(edge, then), EdgeChange(before=edge, after=then)


def _fate(old: Node | Edge | None, new: Node | Edge | None) -> Fate:
    if old is None:
        return "added"
    if new is None:
        return "deleted"
    return "unchanged" if _content(old) == _content(new) else "modified"


def _content(element: Node | Edge) -> Node | Edge:
    """Without revisions: what was changed and changed back, or deleted and brought back, is the same."""
    if isinstance(element, Edge):
        return replace(element, revision=0)
    return replace(element, created_revision=0, revision=0)

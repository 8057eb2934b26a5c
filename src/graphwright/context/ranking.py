"""Which nodes stay when a capture may not show all: near the focus, then relevant, then connected (WB-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphwright.formats.encoding import node_key
from graphwright.graph.document import Graph
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId


def nearest(
    graph: Graph,
    nodes: Mapping[NodeId, Node],
    focus: Iterable[NodeId],
    relevance: Mapping[NodeId, float],
    limit: int,
) -> dict[NodeId, Node]:
    """At most `limit` of the nodes. Without focus all are equally far."""
    distances = _distances(graph, focus)
    # Farther than anything that can be reached.
    nowhere = len(graph.nodes)
    ranked = sorted(
        nodes.values(),
        key=lambda node: (
            distances.get(node.node_id, nowhere),
            -relevance.get(node.node_id, 0.0),
            -graph.degree(node.node_id),
            node_key(node, graph),
        ),
    )
    return {node.node_id: node for node in ranked[:limit]}


def _distances(graph: Graph, focus: Iterable[NodeId]) -> dict[NodeId, int]:
    """Edges between each node and the nearest node of the focus, whatever their direction."""
    level = [node_id for node_id in focus if node_id in graph.nodes]
    distances = dict.fromkeys(level, 0)
    distance = 0
    while level:
        distance += 1
        found = {near: None for node_id in level for near in graph.neighbours(node_id) if near not in distances}
        level = list(found)
        distances.update(dict.fromkeys(level, distance))
    return distances

"""What the graph canvas shows of a graph under its filters: the same rules in the browser and here (B-12, WB-13).

An empty list lets everything through. Hidden flows take their `io` edges with them (B-19). The rollup level counts
levels of the compose hierarchy from its roots. The window counts only where positions and screen size are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from graphwright.graph.document import Graph
from graphwright.protocol.canvas import Filters, Viewport
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId

Positions: TypeAlias = Mapping[NodeId, tuple[float, float]]
Screen: TypeAlias = tuple[float, float]
"""Width and height of the canvas in pixels."""

_FLOW = "FLOW"
_IO = "io"


def shows_node(node: Node, filters: Filters, depths: Mapping[NodeId, int]) -> bool:
    """Whether the filters let a node through; `depths` comes from `compose_depths`."""
    if filters.node_types and node.node_type not in filters.node_types:
        return False
    if not filters.show_flows and node.node_type == _FLOW:
        return False
    return filters.rollup_level is None or depths[node.node_id] <= filters.rollup_level


def shows_edge(edge: Edge, filters: Filters) -> bool:
    """Whether the filters let an edge through whose ends are shown."""
    if filters.relation_types and edge.edge_type not in filters.relation_types:
        return False
    return filters.show_flows or edge.edge_type != _IO


def visible_nodes(
    graph: Graph,
    filters: Filters,
    *,
    viewport: Viewport | None = None,
    positions: Positions | None = None,
    screen: Screen | None = None,
) -> list[Node]:
    """The nodes on the canvas, those outside its window left out where the window is known."""
    depths = compose_depths(graph) if filters.rollup_level is not None else {}
    nodes = [node for node in graph.nodes.values() if shows_node(node, filters, depths)]
    if viewport is None or positions is None or screen is None:
        return nodes
    return [node for node in nodes if _in_window(positions.get(node.node_id), viewport, screen)]


def compose_depths(graph: Graph) -> dict[NodeId, int]:
    """The level of every node in the compose hierarchy, 1 for the roots; the nearest root counts."""
    depths: dict[NodeId, int] = {}
    level = [node_id for node_id in graph.nodes if not any(graph.incoming(node_id, "compose"))]
    depth = 1
    while level:
        depths.update((node_id, depth) for node_id in level)
        below = {child.node_id: None for node_id in level for child in graph.children(node_id)}
        level = [node_id for node_id in below if node_id not in depths]
        depth += 1
    # What an imported compose cycle holds has no root above it and stands for itself.
    return {node_id: depths.get(node_id, 1) for node_id in graph.nodes}


def _in_window(position: tuple[float, float] | None, viewport: Viewport, screen: Screen) -> bool:
    """A node without a position has not been laid out yet and may be anywhere."""
    if position is None or viewport.zoom <= 0:
        return True
    half_width, half_height = (side / viewport.zoom / 2 for side in screen)
    x, y = position
    return abs(x - viewport.center_x) <= half_width and abs(y - viewport.center_y) <= half_height

"""Which part of the graph a capture shows: one function per mode, then narrowed to the selection and to a limit.

Pure functions over a graph and what was asked. A mode that has nothing to show falls back to another one and says so
(WB-14); edges that leave the selected or changed part bring their other ends as neighbours (WB-05, B-26).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import assert_never

from msgspec import Struct

from graphwright.context.captured import CaptureOptions
from graphwright.context.changes import squash
from graphwright.context.ranking import nearest
from graphwright.context.visibility import Positions, Screen, shows_edge, visible_nodes
from graphwright.graph.document import Graph
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.graph import Change, Edge, Node
from graphwright.protocol.ids import MessageId, NodeId
from graphwright.protocol.projects import Right


class ChangesSince(Struct, frozen=True):
    """What happened after the revision that a thread saw last (B-07)."""

    revision: int
    changes: Sequence[Change]


class CaptureRequest(Struct, frozen=True, kw_only=True):
    """Everything a capture depends on besides the graph."""

    canvas: CanvasState
    options: CaptureOptions
    rights: AbstractSet[Right]
    since: ChangesSince | None
    positions: Positions | None
    screen: Screen | None
    relevance: Mapping[NodeId, float]
    said: Mapping[MessageId, str]


class CapturePart(Struct):
    """Nodes and edges to show, the neighbours that edges lead to, and what to say about it."""

    mode: ContextMode
    nodes: dict[NodeId, Node]
    edges: list[Edge]
    neighbours: list[Node]
    notices: list[str]
    is_whole: bool = False
    """All of the graph: its cached lines are the text."""


def part_of(graph: Graph, request: CaptureRequest) -> CapturePart:
    """The part that was asked for."""
    return _limited(graph, request, _only_selected(graph, request, _by_mode(graph, request)))


def _by_mode(graph: Graph, request: CaptureRequest) -> CapturePart:
    mode, selection = request.options.mode, request.canvas.selection
    match mode:
        case "minimal":
            return CapturePart("minimal", {}, [], [], [])
        case "selected":
            if selection.nodes or selection.edges:
                return _selected(graph, request.canvas)
            return _visible(graph, request, ["Nothing is selected; what is visible is shown instead."])
        case "visible":
            return _visible(graph, request, [])
        case "changed":
            if request.since is not None:
                return _changed(graph, request.since)
            return _full(graph, ["This conversation has not seen the model yet; all of it is shown."])
        case "full":
            return _full(graph, [])
        case _:
            assert_never(mode)


def whole_of(graph: Graph, since: ChangesSince) -> CapturePart:
    """All of it, because so much has changed that the difference would be longer (B-39)."""
    return _full(graph, [f"So much has changed since revision {since.revision} that all of the model is shorter."])


def _full(graph: Graph, notices: list[str]) -> CapturePart:
    return CapturePart("full", dict(graph.nodes), list(graph.edges.values()), [], notices, is_whole=True)


def _visible(graph: Graph, request: CaptureRequest, notices: list[str]) -> CapturePart:
    canvas = request.canvas
    if canvas.active == "table" and canvas.table is not None:
        nodes = {node_id: graph.nodes[node_id] for node_id in canvas.table.rows if node_id in graph.nodes}
        inside = [edge for node_id in nodes for edge in graph.outgoing(node_id) if edge.target in nodes]
        return CapturePart("visible", nodes, inside, [], notices)
    viewport = canvas.viewport if request.options.include_viewport else None
    found = visible_nodes(graph, canvas.filters, viewport=viewport, positions=request.positions, screen=request.screen)
    nodes = {node.node_id: node for node in found}
    inner = (edge for node_id in nodes for edge in graph.outgoing(node_id) if edge.target in nodes)
    edges = [edge for edge in inner if shows_edge(edge, canvas.filters)]
    return CapturePart("visible", nodes, edges, [], notices)


def _selected(graph: Graph, canvas: CanvasState) -> CapturePart:
    """Selected nodes with all their edges, and selected edges with both their ends."""
    chosen = [graph.nodes[node_id] for node_id in canvas.selection.nodes if node_id in graph.nodes]
    nodes = {node.node_id: node for node in chosen}
    edges = {edge.edge_id: edge for node in chosen for edge in _edges_at(graph, node.node_id)}
    for edge_id in canvas.selection.edges:
        edge = graph.edges.get(edge_id)
        if edge is not None:
            edges[edge_id] = edge
            nodes |= {end: graph.nodes[end] for end in (edge.source, edge.target)}
    gone = len(canvas.selection.nodes) - len(chosen)
    notices = [f"{gone} selected elements are not in the model any more."] if gone else []
    return CapturePart("selected", nodes, list(edges.values()), _outside(graph, nodes, edges.values()), notices)


def _changed(graph: Graph, since: ChangesSince) -> CapturePart:
    nodes: dict[NodeId, Node] = {}
    edges: list[Edge] = []
    changes = squash(since.changes)
    for change in changes:
        after = change.after
        if isinstance(after, Node):
            nodes[after.node_id] = after
        elif after is not None:
            edges.append(after)
    notices = [] if changes else [f"Nothing has changed since revision {since.revision}."]
    return CapturePart("changed", nodes, edges, _outside(graph, nodes, edges), notices)


def _only_selected(graph: Graph, request: CaptureRequest, part: CapturePart) -> CapturePart:
    """`selectedOnly`: what of the part is selected."""
    if not request.options.selected_only or part.mode in ("selected", "minimal"):
        return part
    selected = _selected(graph, request.canvas)
    if not selected.nodes:
        part.notices.append("Nothing is selected; the capture is not narrowed.")
        return part
    kept = {edge.edge_id for edge in part.edges}
    nodes = {node_id: node for node_id, node in selected.nodes.items() if node_id in part.nodes}
    edges = [edge for edge in selected.edges if edge.edge_id in kept]
    mode: ContextMode = "selected" if part.mode == "full" else part.mode
    return CapturePart(mode, nodes, edges, _outside(graph, nodes, edges), [*part.notices, *selected.notices])


def _limited(graph: Graph, request: CaptureRequest, part: CapturePart) -> CapturePart:
    """`maxNodes`: the best of them, and a notice about the rest (WB-15)."""
    limit = request.options.max_nodes
    if limit is None or len(part.nodes) <= limit:
        return part
    kept = nearest(graph, part.nodes, request.canvas.selection.nodes, request.relevance, limit)
    edges = [edge for edge in part.edges if edge.source in kept and edge.target in kept]
    notice = (
        f"{len(part.nodes) - len(kept)} nodes left out: the limit is {limit}; kept are those nearest to the selection, "
        "then the most relevant and most connected."
    )
    return CapturePart(part.mode, kept, edges, [], [*part.notices, notice])


def _edges_at(graph: Graph, node_id: NodeId) -> Iterable[Edge]:
    yield from graph.outgoing(node_id)
    yield from graph.incoming(node_id)


def _outside(graph: Graph, nodes: Mapping[NodeId, Node], edges: Iterable[Edge]) -> list[Node]:
    """The ends of edges that are not among the nodes."""
    ends = {end: None for edge in edges for end in (edge.source, edge.target) if end not in nodes}
    return [graph.nodes[end] for end in ends]

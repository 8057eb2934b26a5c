"""Captures the graph for a language model in five modes (seed 001): full, selected, visible, changed, minimal.

`Captures` keeps the cached lines of one project and a bounded cache of captures. A key holds everything that changes the
text: revision, options, selection, filters, layout, pending edits, rights; time is no truth (WB-02, WB-03). Pure but for
that memory: what is not in the graph or the canvas state comes in as arguments (WB-01).
"""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.context.captured import CacheStats, Capture, CaptureMetadata, CaptureOptions
from graphwright.context.changes import changed_lines, squash
from graphwright.context.header import filter_lines, write_header
from graphwright.context.lines import CachedLines
from graphwright.context.rank import nearest
from graphwright.context.tokens import Tokenizer, tokenizer
from graphwright.context.visibility import Positions, Screen, shows_edge, visible_nodes
from graphwright.errors import AccessDenied
from graphwright.formats.encoding import ENCODINGS, EncodingName, short_relation
from graphwright.formats.escape import escape
from graphwright.graph.document import Graph
from graphwright.protocol.base import UNSET
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.graph import Change, Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Commit
from graphwright.protocol.projects import Right

CAPACITY: Final = 100
"""Captures kept (B-30); the least recently used goes first."""

DEFAULTS: Final = CaptureOptions()


class Since(Struct, frozen=True):
    """What happened after the revision that a thread saw last (B-07)."""

    revision: int
    changes: Sequence[Change]


class _Part(Struct):
    """The part of the graph that a capture shows."""

    mode: ContextMode
    nodes: dict[NodeId, Node]
    edges: list[Edge]
    neighbours: list[Node]
    notices: list[str]
    is_whole: bool = False
    """Then the cached lines are the text."""


class Captures:
    """The captures of one project. Add `on_commit` to the project's subscribers."""

    def __init__(self, graph: Graph, *, counter: Tokenizer | None = None, capacity: int = CAPACITY) -> None:
        self._graph = graph
        self._counter = counter
        self._capacity = capacity
        self._lines: dict[EncodingName, CachedLines] = {}
        self._cache: OrderedDict[str, Capture] = OrderedDict()
        self._hits = self._misses = self._tokens = self._tokens_from_cache = 0
        self._by_mode: Counter[str] = Counter()

    def on_commit(self, commit: Commit) -> None:
        """Let the cached lines follow a commit that the graph has just taken."""
        for lines in self._lines.values():
            lines.on_commit(commit)

    def lines(self, encoding: EncodingName) -> CachedLines:
        """The cached lines of an encoding; made when first asked for."""
        if encoding not in self._lines:
            self._lines[encoding] = CachedLines(self._graph, ENCODINGS[encoding])
        return self._lines[encoding]

    def stats(self) -> CacheStats:
        """How the cache does."""
        return CacheStats(
            size=len(self._cache),
            capacity=self._capacity,
            hits=self._hits,
            misses=self._misses,
            captures_by_mode=dict(self._by_mode),
            tokens=self._tokens,
            tokens_from_cache=self._tokens_from_cache,
        )

    def capture(
        self,
        canvas: CanvasState,
        options: CaptureOptions = DEFAULTS,
        *,
        rights: AbstractSet[Right],
        since: Since | None = None,
        positions: Positions | None = None,
        screen: Screen | None = None,
        relevance: Mapping[NodeId, float] | None = None,
    ) -> Capture:
        """What a language model sees, from the cache where nothing relevant has changed.

        `since` is for CHANGED; without it that mode falls back to FULL and says so. `relevance` orders nodes of equal
        distance when `max_nodes` cuts. `AccessDenied` without the right to read (B-60).
        """
        if "read" not in rights:
            raise AccessDenied("capturing the model needs the right to read it")
        key = self._key(canvas, options, rights, since, positions, screen, relevance)
        self._by_mode[options.mode] += 1
        cached = self._cache.get(key)
        if cached is not None:
            self._cache.move_to_end(key)
            self._hits += 1
            self._tokens_from_cache += cached.tokens
            return cached
        self._misses += 1
        made = self._make(key, canvas, options, since, positions, screen, relevance or {})
        self._tokens += made.tokens
        self._cache[key] = made
        if len(self._cache) > self._capacity:
            self._cache.popitem(last=False)
        return made

    def _make(
        self,
        key: str,
        canvas: CanvasState,
        options: CaptureOptions,
        since: Since | None,
        positions: Positions | None,
        screen: Screen | None,
        relevance: Mapping[NodeId, float],
    ) -> Capture:
        counter = self._counter or tokenizer()
        part = self._part(canvas, options, since, positions, screen)
        part = self._only_selected(part, canvas, options)
        part = self._limited(part, canvas, options, relevance)
        lines = self.lines(options.encoding)
        metadata = self._metadata(part, canvas)
        shown = (
            sorted(part.nodes.values(), key=lambda node: lines.key(node.node_id)) if options.include_positions else ()
        )
        header = write_header(
            metadata, options, self._graph, canvas, shown, encoding=lines.encoding, positions=positions
        )
        if part.is_whole:
            body, body_tokens = "\n".join(lines.texts()), lines.tokens(counter)
        else:
            body = self._body(part, lines, since)
            body_tokens = counter.count(body)
        return Capture(
            mode=part.mode,
            header=header,
            body=body,
            metadata=metadata,
            tokens=body_tokens + counter.count(header),
            token_method=counter.method,
            cache_key=key,
        )

    def _part(
        self,
        canvas: CanvasState,
        options: CaptureOptions,
        since: Since | None,
        positions: Positions | None,
        screen: Screen | None,
    ) -> _Part:
        match options.mode:
            case "minimal":
                return _Part("minimal", {}, [], [], [])
            case "selected":
                if canvas.selection.nodes or canvas.selection.edges:
                    return self._selected(canvas)
                notice = "Nothing is selected; what is visible is shown instead."
                return self._visible(canvas, options, positions, screen, [notice])
            case "visible":
                return self._visible(canvas, options, positions, screen, [])
            case "changed":
                if since is not None:
                    return self._changed(since)
                return self._full(["This conversation has not seen the model yet; all of it is shown."])
            case "full":
                return self._full([])

    def _full(self, notices: list[str]) -> _Part:
        graph = self._graph
        return _Part("full", dict(graph.nodes), list(graph.edges.values()), [], notices, is_whole=True)

    def _visible(
        self,
        canvas: CanvasState,
        options: CaptureOptions,
        positions: Positions | None,
        screen: Screen | None,
        notices: list[str],
    ) -> _Part:
        viewport = canvas.viewport if options.include_viewport else None
        found = visible_nodes(self._graph, canvas.filters, viewport=viewport, positions=positions, screen=screen)
        nodes = {node.node_id: node for node in found}
        edges = [edge for edge in self._inner_edges(nodes) if shows_edge(edge, canvas.filters)]
        return _Part("visible", nodes, edges, [], notices)

    def _selected(self, canvas: CanvasState) -> _Part:
        """Selected nodes, ends of selected edges, and all edges of the selected nodes (B-26)."""
        graph = self._graph
        chosen = [graph.nodes[node_id] for node_id in canvas.selection.nodes if node_id in graph.nodes]
        edges = {edge.edge_id: edge for node in chosen for edge in self._edges_at(node.node_id)}
        nodes = {node.node_id: node for node in chosen}
        for edge_id in canvas.selection.edges:
            edge = graph.edges.get(edge_id)
            if edge is not None:
                edges[edge_id] = edge
                nodes |= {end: graph.nodes[end] for end in (edge.source, edge.target)}
        gone = len(canvas.selection.nodes) - len(chosen)
        notices = [f"{gone} selected elements are not in the model any more."] if gone else []
        return _Part("selected", nodes, list(edges.values()), self._outside(nodes, edges.values()), notices)

    def _changed(self, since: Since) -> _Part:
        graph = self._graph
        changes = squash(since.changes)
        nodes: dict[NodeId, Node] = {}
        edges: list[Edge] = []
        for change in changes:
            after = change.after
            if isinstance(after, Node):
                nodes[after.node_id] = graph.nodes[after.node_id]
            elif after is not None:
                edges.append(graph.edges[after.edge_id])
        notices = [] if changes else [f"Nothing has changed since revision {since.revision}."]
        return _Part("changed", nodes, edges, self._outside(nodes, edges), notices)

    def _only_selected(self, part: _Part, canvas: CanvasState, options: CaptureOptions) -> _Part:
        if not options.selected_only or part.mode in ("selected", "minimal"):
            return part
        selected = self._selected(canvas)
        if not selected.nodes:
            part.notices.append("Nothing is selected; the capture is not narrowed.")
            return part
        selected.mode = part.mode if part.mode == "changed" else "selected"
        if part.mode != "full":
            selected.nodes = {node_id: node for node_id, node in selected.nodes.items() if node_id in part.nodes}
            kept = {edge.edge_id for edge in part.edges}
            selected.edges = [edge for edge in selected.edges if edge.edge_id in kept]
            selected.neighbours = self._outside(selected.nodes, selected.edges)
        return selected

    def _limited(
        self, part: _Part, canvas: CanvasState, options: CaptureOptions, relevance: Mapping[NodeId, float]
    ) -> _Part:
        if options.max_nodes is UNSET or len(part.nodes) <= options.max_nodes:
            return part
        kept = nearest(self._graph, part.nodes, canvas.selection.nodes, relevance, options.max_nodes)
        left_out = len(part.nodes) - len(kept)
        part.nodes = kept
        part.edges = [edge for edge in part.edges if edge.source in kept and edge.target in kept]
        part.neighbours = []
        part.is_whole = False
        part.notices.append(
            f"{left_out} nodes left out: the limit is {options.max_nodes}; kept are those nearest to the selection, "
            "then the most relevant and most connected."
        )
        return part

    def _body(self, part: _Part, lines: CachedLines, since: Since | None) -> str:
        if part.mode == "changed" and since is not None:
            return changed_lines(self._graph, since.changes, since.revision, part.nodes, part.edges, part.neighbours)
        graph, out, previous = self._graph, list[str](), ""
        for node in sorted(part.nodes.values(), key=lambda node: lines.key(node.node_id)):
            heading = lines.encoding.heading(node.node_type)
            if heading != previous:
                out.append(heading)
                previous = heading
            out.append(lines.node_line(node))

        def place(edge: Edge) -> tuple[object, str]:
            return lines.key(edge.source), short_relation(edge.edge_type, graph)

        if part.edges:
            out.append(lines.encoding.heading("edges"))
        for _, fan in groupby(sorted(part.edges, key=place), key=place):
            out.append(lines.edges_text(fan))
        if part.neighbours:
            out.append(lines.encoding.heading("neighbours"))
            by_place = sorted(part.neighbours, key=lambda node: lines.key(node.node_id))
            out += [lines.stub_text(node) for node in by_place]
        return "\n".join(out)

    def _metadata(self, part: _Part, canvas: CanvasState) -> CaptureMetadata:
        graph = self._graph
        chosen = [graph.nodes[node_id] for node_id in canvas.selection.nodes if node_id in graph.nodes]
        types = [
            *graph.ontology.node_types,
            *sorted({n.node_type for n in part.nodes.values()} - set(graph.ontology.node_types)),
        ]
        return CaptureMetadata(
            revision=graph.revision,
            total_nodes=len(graph.nodes),
            total_edges=len(graph.edges),
            kept_nodes=len(part.nodes),
            kept_edges=len(part.edges),
            omitted_nodes=len(graph.nodes) - len(part.nodes),
            omitted_edges=len(graph.edges) - len(part.edges),
            neighbours=len(part.neighbours),
            histogram={node_type: count for node_type in types if (count := graph.count(node_type))},
            selected=[f"{escape(node.name)} ({node.node_type})" for node in chosen],
            active_filters=filter_lines(canvas.filters),
            layout=canvas.layout,
            zoom=max(0, round(canvas.viewport.zoom * 100)),
            notices=part.notices,
        )

    def _inner_edges(self, nodes: Mapping[NodeId, Node]) -> Iterable[Edge]:
        """Edges with both ends among the nodes."""
        return (edge for node_id in nodes for edge in self._graph.outgoing(node_id) if edge.target in nodes)

    def _edges_at(self, node_id: NodeId) -> Iterable[Edge]:
        yield from self._graph.outgoing(node_id)
        yield from self._graph.incoming(node_id)

    def _outside(self, nodes: Mapping[NodeId, Node], edges: Iterable[Edge]) -> list[Node]:
        """The ends of edges that are not among the nodes."""
        ends = {end: None for edge in edges for end in (edge.source, edge.target) if end not in nodes}
        return [self._graph.nodes[end] for end in ends]

    def _key(
        self,
        canvas: CanvasState,
        options: CaptureOptions,
        rights: AbstractSet[Right],
        since: Since | None,
        positions: Positions | None,
        screen: Screen | None,
        relevance: Mapping[NodeId, float] | None,
    ) -> str:
        """Everything that changes the text, and nothing else: the viewport only where it is part of it (B-33)."""
        places = options.include_positions or (options.include_viewport and options.mode in ("visible", "selected"))
        parts = (
            self._graph.revision,
            options,
            sorted(rights),
            canvas.selection,
            canvas.filters,
            canvas.layout,
            canvas.pending,
            canvas.viewport if options.include_viewport else None,
            since.revision if since is not None and options.mode == "changed" else None,
            (positions, screen) if places else None,
            relevance if options.max_nodes is not UNSET else None,
        )
        return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()

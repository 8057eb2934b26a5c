"""Captures the graph for a language model in five modes (seed 001), from cached lines and a bounded cache of captures.

A key holds everything that changes the text: revision, options, selection, filters, layout, pending edits, rights; time
is no truth (WB-02, WB-03). What is neither in the graph nor in the canvas state comes in as arguments (WB-01).
"""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

import msgspec

from graphwright.context.captured import CacheStats, Capture, CaptureMetadata, CaptureOptions
from graphwright.context.changes import changed_lines
from graphwright.context.data import escape_roles
from graphwright.context.disclosure import shown_attributes
from graphwright.context.header import filter_lines, write_header
from graphwright.context.lines import CachedLines
from graphwright.context.part import Part, Request, Since, part_of
from graphwright.context.tokens import Tokenizer, tokenizer
from graphwright.context.visibility import Positions, Screen
from graphwright.errors import AccessDenied
from graphwright.formats.encoding import ENCODINGS, Encoding, EncodingName, document_lines
from graphwright.formats.escape import escape
from graphwright.graph.document import Graph
from graphwright.protocol.base import UNSET
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Commit
from graphwright.protocol.projects import Right

CAPACITY: Final = 100
"""Captures kept (B-30); the least recently used goes first."""
DEFAULTS: Final = CaptureOptions()


class Captures:
    """The captures of one project. Add `on_commit` to the project's subscribers."""

    def __init__(
        self,
        graph: Graph,
        *,
        counter: Tokenizer | None = None,
        capacity: int = CAPACITY,
        timer: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.on_capture: list[Callable[[Capture, float], None]] = []
        """Called with every capture that was made anew and its seconds (B-54)."""
        self._timer = timer
        self._graph = graph
        self._shown = shown_attributes(graph.ontology)
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

    def warm(self, encoding: EncodingName = "compact") -> Iterator[None]:
        """Make the lines of the whole graph in slices of a millisecond, before somebody waits for them (D18).

        The first FULL capture of a large graph would otherwise do it in one piece.
        """
        if encoding in self._lines:
            return
        lines = self._lines[encoding] = CachedLines(self._graph, ENCODINGS[encoding])
        yield from lines.steps()

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
        """What a language model sees, from the cache where nothing that matters has changed.

        `since` is for CHANGED; without it that mode shows everything and says so. `relevance` orders nodes of equal
        distance when `max_nodes` cuts. `AccessDenied` without the right to read (B-60).
        """
        if "read" not in rights:
            raise AccessDenied("capturing the model needs the right to read it")
        request = Request(
            canvas=canvas,
            options=options,
            rights=rights,
            since=since,
            positions=positions,
            screen=screen,
            relevance=relevance or {},
        )
        key = _key(self._graph.revision, request)
        self._by_mode[options.mode] += 1
        cached = self._cache.get(key)
        if cached is not None:
            self._cache.move_to_end(key)
            self._hits += 1
            self._tokens_from_cache += cached.tokens
            return cached
        self._misses += 1
        begun = self._timer()
        made = self._make(key, request)
        for listener in self.on_capture:
            listener(made, self._timer() - begun)
        self._tokens += made.tokens
        self._cache[key] = made
        if len(self._cache) > self._capacity:
            self._cache.popitem(last=False)
        return made

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

    def _make(self, key: str, request: Request) -> Capture:
        counter = self._counter or tokenizer()
        part = part_of(self._graph, request)
        encoding = ENCODINGS[request.options.encoding]
        metadata = _metadata(self._graph, part, request.canvas, with_viewport=request.options.include_viewport)
        header = write_header(
            metadata,
            request.options,
            self._graph,
            request.canvas,
            shown=part.nodes.values(),
            encoding=encoding,
            positions=request.positions,
        )
        if part.is_whole:
            lines = self._whole(encoding)
            body, body_tokens = "\n".join(lines.texts()), lines.tokens(counter)
        else:
            body = self._body(part, encoding, request.since)
            body_tokens = counter.count(body)
        return Capture(
            mode=part.mode,
            is_whole=part.is_whole,
            header=header,
            body=body,
            metadata=metadata,
            header_tokens=counter.count(header),
            body_tokens=body_tokens,
            token_method=counter.method,
            cache_key=key,
        )

    def _whole(self, encoding: Encoding) -> CachedLines:
        """The cached lines of the whole graph, made now if `warm` has not come to its end."""
        lines = self._lines.get(encoding.name)
        if lines is None or not lines.is_ready:
            lines = self._lines[encoding.name] = CachedLines(self._graph, encoding)
            lines.fill()
        return lines

    def _body(self, part: Part, encoding: Encoding, since: Since | None) -> str:
        """The text of a part; its cost is that of what it shows."""
        if part.mode == "changed" and since is not None:
            return changed_lines(
                self._graph,
                since.changes,
                since.revision,
                nodes=part.nodes,
                edges=part.edges,
                neighbours=part.neighbours,
            )
        lines = document_lines(
            encoding,
            self._graph,
            part.nodes.values(),
            part.edges,
            neighbours=part.neighbours,
            attributes_of=self._shown,
        )
        return escape_roles("\n".join(lines))


def _metadata(graph: Graph, part: Part, canvas: CanvasState, *, with_viewport: bool) -> CaptureMetadata:
    chosen = [graph.nodes[node_id] for node_id in canvas.selection.nodes if node_id in graph.nodes]
    return CaptureMetadata(
        revision=graph.revision,
        total_nodes=len(graph.nodes),
        total_edges=len(graph.edges),
        kept_nodes=len(part.nodes),
        kept_edges=len(part.edges),
        omitted_nodes=len(graph.nodes) - len(part.nodes),
        omitted_edges=len(graph.edges) - len(part.edges),
        neighbours=len(part.neighbours),
        histogram={word: count for word in graph.ontology.node_types if (count := graph.count(word))},
        selected=[f"{escape(node.name)} ({node.node_type})" for node in chosen],
        active_filters=filter_lines(canvas.filters),
        layout=canvas.layout,
        notices=part.notices,
        zoom=max(0, round(canvas.viewport.zoom * 100)) if with_viewport else UNSET,
    )


def _key(revision: int, request: Request) -> str:
    """Everything that changes the text, and nothing else: the viewport only where it is part of it (B-33)."""
    canvas, options = request.canvas, request.options
    with_window = options.include_viewport and options.mode in ("visible", "selected")
    parts = (
        revision,
        options,
        sorted(request.rights),
        canvas.selection,
        canvas.filters,
        canvas.layout,
        canvas.pending,
        canvas.viewport if options.include_viewport else None,
        request.since.revision if request.since is not None and options.mode == "changed" else None,
        (request.positions, request.screen) if options.include_positions or with_window else None,
        request.relevance if options.max_nodes is not UNSET else None,
    )
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()

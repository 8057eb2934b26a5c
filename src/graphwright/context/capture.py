"""Captures the graph for a language model in five modes from cached lines and a bounded cache of captures.

A key holds everything that changes the text: revision, options, selection, filters, layout, pending edits, rights; time
is no truth (WB-02, WB-03). What is neither in the graph nor in the canvas state comes in as arguments (WB-01).
"""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

import msgspec

from graphwright.context.canvases import ROWS
from graphwright.context.capture_parts import CapturePart, CaptureRequest, ChangesSince, part_of, whole_of
from graphwright.context.captured import CacheStats, Capture, CaptureMetadata, CaptureOptions
from graphwright.context.changes import changed_lines
from graphwright.context.data_block import escape_roles
from graphwright.context.disclosure import cut_node, shown_attributes
from graphwright.context.header import filter_lines, write_header
from graphwright.context.line_cache import CachedLines
from graphwright.context.tokens import Tokenizer, tokenizer
from graphwright.context.visibility import Positions, Screen
from graphwright.errors import AccessDenied
from graphwright.formats.encoding import ENCODINGS, Encoding, EncodingName, document_lines
from graphwright.formats.escape import escape
from graphwright.graph.document import Graph
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.ids import MessageId, NodeId
from graphwright.protocol.operations import Commit
from graphwright.protocol.projects import Right

CAPACITY: Final = 100
"""Captures kept (B-30); the least recently used goes first."""
DEFAULTS: Final = CaptureOptions()


MAX_FOLLOWED: Final = 2_000
"""Changes of a commit whose lines are made anew in its synchronous section, in some 80 ms."""
REMEMBERED: Final = 1_000
"""Captures whose times make the percentiles."""


class _Text(NamedTuple):
    body: str
    tokens: int


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
        self._bodies: OrderedDict[str, tuple[CapturePart, _Text]] = OrderedDict()
        self._revision = -1
        """Of which both are: an older one never comes back."""
        self._hits = self._misses = self._tokens = self._tokens_from_cache = 0
        self._by_mode: Counter[str] = Counter()
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)
        self._errors = 0

    def on_commit(self, commit: Commit) -> None:
        """Let the cached lines follow a commit that the graph has just taken; a large one leaves them to `warm`."""
        if len(commit.changes) > MAX_FOLLOWED:
            self._lines.clear()
        for lines in self._lines.values():
            lines.on_commit(commit)

    def warm(self, encoding: EncodingName = "compact") -> Iterator[None]:
        """Make the lines of the whole graph in slices of a millisecond, before somebody waits for them (ADR-18).

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
        since: ChangesSince | None = None,
        positions: Positions | None = None,
        screen: Screen | None = None,
        relevance: Mapping[NodeId, float] | None = None,
        said: Mapping[MessageId, str] | None = None,
    ) -> Capture:
        """What a language model sees, from the cache where nothing that matters has changed.

        `since` is for CHANGED; without it that mode shows everything and says so. `relevance` orders nodes of equal
        distance when `max_nodes` cuts; `said` holds the texts of messages that the chat shows, for `canvases`.
        `AccessDenied` without the right to read (B-60).
        """
        if "read" not in rights:
            raise AccessDenied("capturing the model needs the right to read it")
        request = CaptureRequest(
            canvas=canvas,
            options=options,
            rights=rights,
            since=since,
            positions=positions,
            screen=screen,
            relevance=relevance or {},
            said=said or {},
        )
        if self._revision != self._graph.revision:
            self._revision = self._graph.revision
            self._cache.clear()
            self._bodies.clear()
        key = _key(self._revision, request)
        self._by_mode[options.mode] += 1
        cached = self._cache.get(key)
        if cached is not None:
            self._cache.move_to_end(key)
            self._hits += 1
            self._tokens_from_cache += cached.tokens
            return cached
        begun, written = self._timer(), self._misses
        try:
            made = self._make(key, request)
        except Exception:
            self._errors += 1
            raise
        if self._misses == written:
            self._hits += 1
            self._tokens_from_cache += made.body_tokens
        else:
            self._tokens += made.tokens
        seconds = self._timer() - begun
        self._seconds.append(seconds)
        for listener in self.on_capture:
            listener(made, seconds)
        self._cache[key] = made
        if len(self._cache) > self._capacity:
            self._cache.popitem(last=False)
        return made

    def stats(self) -> CacheStats:
        """How the cache does, and how long capturing takes (B-53)."""
        times = sorted(self._seconds)
        return CacheStats(
            size=len(self._cache),
            capacity=self._capacity,
            hits=self._hits,
            misses=self._misses,
            captures_by_mode=dict(self._by_mode),
            tokens=self._tokens,
            tokens_from_cache=self._tokens_from_cache,
            average_tokens=self._tokens // self._misses if self._misses else 0,
            average_ms=1_000 * sum(times) / len(times) if times else 0.0,
            p95_ms=_percentile_ms(times, 0.95),
            p99_ms=_percentile_ms(times, 0.99),
            errors=self._errors,
        )

    def _make(self, key: str, request: CaptureRequest) -> Capture:
        counter = self._counter or tokenizer()
        encoding = ENCODINGS[request.options.encoding]
        part, text = self._known_part(request, encoding, counter)
        metadata = _metadata(self._graph, part, request.canvas, with_viewport=request.options.include_viewport)
        header = write_header(
            metadata,
            request.options,
            self._graph,
            request.canvas,
            shown=part.nodes.values(),
            encoding=encoding,
            positions=request.positions,
            said=request.said,
        )
        return Capture(
            mode=part.mode,
            is_whole=part.is_whole,
            header=header,
            body=text.body,
            metadata=metadata,
            header_tokens=counter.count(header),
            body_tokens=text.tokens,
            token_method=counter.method,
            cache_key=key,
        )

    def _known_part(self, request: CaptureRequest, encoding: Encoding, counter: Tokenizer) -> tuple[CapturePart, _Text]:
        """The same part of the same revision is written once, whoever asks and whatever is told above it."""
        key = _body_key(request)
        known = self._bodies.get(key)
        if known is None:
            self._misses += 1
            known = self._bodies[key] = self._shown_part(request, encoding, counter)
            if len(self._bodies) > self._capacity:
                self._bodies.popitem(last=False)
        else:
            self._bodies.move_to_end(key)
        return known

    def _shown_part(self, request: CaptureRequest, encoding: Encoding, counter: Tokenizer) -> tuple[CapturePart, _Text]:
        """The part that was asked for, or the whole where that is cheaper than what has changed (B-39)."""
        part = part_of(self._graph, request)
        if part.is_whole:
            return part, self._whole_text(encoding, counter)
        body = self._body(part, encoding, request.since)
        text = _Text(body, counter.count(body))
        if (
            part.mode == "changed"
            and request.since is not None
            and self._is_whole_cheaper(part, text, encoding, counter)
        ):
            return whole_of(self._graph, request.since), self._whole_text(encoding, counter)
        return part, text

    def _is_whole_cheaper(self, part: CapturePart, text: _Text, encoding: Encoding, counter: Tokenizer) -> bool:
        lines = self._lines.get(encoding.name)
        if lines is not None and lines.is_ready:
            return lines.tokens(counter) <= text.tokens and bool(part.nodes or part.edges)
        # Lines of a large graph are not made just to compare.
        return len(part.nodes) >= len(self._graph.nodes) > 0 and len(part.edges) >= len(self._graph.edges)

    def _whole_text(self, encoding: Encoding, counter: Tokenizer) -> _Text:
        lines = self._whole(encoding)
        return _Text("\n".join(lines.texts()), lines.tokens(counter))

    def _whole(self, encoding: Encoding) -> CachedLines:
        """The cached lines of the whole graph, made now if `warm` has not come to its end."""
        lines = self._lines.get(encoding.name)
        if lines is None or not lines.is_ready:
            lines = self._lines[encoding.name] = CachedLines(self._graph, encoding)
            lines.fill()
        return lines

    def _body(self, part: CapturePart, encoding: Encoding, since: ChangesSince | None) -> str:
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
            map(cut_node, part.nodes.values()),
            part.edges,
            neighbours=part.neighbours,
            attributes_of=self._shown,
        )
        return escape_roles("\n".join(lines))


def _metadata(graph: Graph, part: CapturePart, canvas: CanvasState, *, with_viewport: bool) -> CaptureMetadata:
    chosen = [graph.nodes[node_id] for node_id in canvas.selection.nodes if node_id in graph.nodes]
    selected = [f"{escape(node.name)} ({node.node_type})" for node in chosen[:ROWS]]
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
        selected=[*selected, *([f"{len(chosen) - ROWS} more"] if len(chosen) > ROWS else [])],
        active_filters=filter_lines(canvas.filters),
        layout=canvas.layout,
        notices=part.notices,
        zoom=max(0, round(canvas.viewport.zoom * 100)) if with_viewport else None,
    )


def _key(revision: int, request: CaptureRequest) -> str:
    """Everything that changes the text, and nothing else: the viewport only where it is part of it (B-33)."""
    canvas, options = request.canvas, request.options
    told = (CanvasState(chat=canvas.chat, table=canvas.table, active=canvas.active), canvas.viewport.zoom, request.said)
    return _hash_of(
        revision,
        options,
        sorted(request.rights),
        canvas.selection,
        canvas.filters,
        canvas.layout,
        canvas.pending,
        canvas.viewport if options.include_viewport else None,
        request.positions if options.include_positions else None,
        told if options.canvases else None,
        _body_key(request),
    )


def _body_key(request: CaptureRequest) -> str:
    """What decides the lines of the graph at a revision; rights differ in verbs, not in what may be read (ADR-15)."""
    canvas, options = request.canvas, request.options
    mode, limited = options.mode, options.max_nodes is not None
    sees = mode in ("visible", "selected")
    return _hash_of(
        (mode, options.encoding, options.selected_only, options.max_nodes if limited else None),
        canvas.selection if mode == "selected" or options.selected_only or limited else None,
        (canvas.filters, CanvasState(table=canvas.table, active=canvas.active)) if sees else None,
        (canvas.viewport, request.positions, request.screen) if sees and options.include_viewport else None,
        request.since.revision if request.since is not None and mode == "changed" else None,
        request.relevance if limited else None,
    )


def _hash_of(*parts: object) -> str:
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()


def _percentile_ms(times: Sequence[float], share: float) -> float:
    """Of sorted seconds, in milliseconds."""
    return 1_000 * times[min(len(times) - 1, int(share * len(times)))] if times else 0.0

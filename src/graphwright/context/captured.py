"""A capture: what of the graph a language model sees, what was asked for, and what is said about it (B-15..B-18)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from graphwright.formats.encoding import EncodingName
from graphwright.protocol.base import Command, Count, Record
from graphwright.protocol.canvas import ContextMode, Layout

MaxNodes: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]


class CaptureOptions(Command, frozen=True, kw_only=True):
    """What to capture, with defaults (B-16). Strict: unknown fields are refused."""

    mode: ContextMode = "full"
    include_metadata: bool = True
    include_types: bool = True
    """How many nodes of which type there are; beside the whole graph in a prompt its own headings tell that."""
    include_positions: bool = False
    include_viewport: bool = False
    selected_only: bool = False
    """Whatever the mode: only what is selected of it."""
    max_nodes: MaxNodes | None = None
    encoding: EncodingName = "compact"
    canvases: bool = False
    """Also a section for each canvas that told what it shows: chat, table, graph (B-40)."""


class CaptureMetadata(Record, frozen=True, kw_only=True):
    """Figures of a capture: the whole, and what of it is shown (WB-07). No time stands here (WB-08)."""

    revision: Count
    total_nodes: Count
    total_edges: Count
    kept_nodes: Count
    kept_edges: Count
    omitted_nodes: Count
    omitted_edges: Count
    neighbours: Count
    """Nodes outside the capture that its edges lead to, shown with id, type and name only (WB-05)."""
    histogram: dict[str, int]
    """Nodes of each type in the whole graph (B-24)."""
    selected: list[str]
    """`ParseInput (FUNC)` (B-25); the first 50, and `12 more`."""
    active_filters: list[str]
    layout: Layout
    notices: list[str]
    """What a person should know: a fallback, or what was left out."""
    zoom: Count | None = None
    """Percent; only with `includeViewport`, because zooming alone makes no new capture (B-33)."""


class Capture(Record, frozen=True, kw_only=True):
    """What a language model sees of the graph."""

    mode: ContextMode
    """What was captured in the end; a fallback changes it."""
    is_whole: bool
    """The body is the whole graph: it depends on nothing else, so it may be a stable part of a prompt."""
    header: str
    body: str
    metadata: CaptureMetadata
    header_tokens: Count
    body_tokens: Count
    token_method: str
    """`o200k_base`, or `estimate` (WB-18)."""
    cache_key: str

    @property
    def tokens(self) -> int:
        """Tokens of header and body (B-17)."""
        return self.header_tokens + self.body_tokens

    @property
    def text(self) -> str:
        """Header and body as one text (B-22)."""
        return f"{self.header}\n---\n\n{self.body}" if self.header and self.body else self.header or self.body


class CacheStats(Record, frozen=True, kw_only=True):
    """How the cache of captures does (B-34, WB-04), and what it saved (B-53)."""

    size: Count
    capacity: Count
    hits: Count
    """Captures whose lines of the graph were ready; what stands above them may be new."""
    misses: Count
    captures_by_mode: dict[str, int]
    tokens: Count
    """Of all captures whose lines were written."""
    tokens_from_cache: Count
    average_tokens: Count = 0
    average_ms: float = 0.0
    """Of the captures that were made anew, as many of them as are remembered; so are the two below."""
    p95_ms: float = 0.0
    p99_ms: float = 0.0
    errors: Count = 0

    @property
    def hit_rate(self) -> float:
        """Hits among all requests; 0 before the first."""
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0

"""What one person's screen shows of the graph, and what others may see of that person right now."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from graphwright.protocol.base import Count, JsonValue, Record
from graphwright.protocol.ids import EdgeId, MessageId, NodeId, ThreadId

Layout: TypeAlias = Literal["hierarchical", "force", "radial", "custom"]
ContextMode: TypeAlias = Literal["full", "selected", "visible", "changed", "minimal"]
Canvas: TypeAlias = Literal["chat", "table", "graph"]

MAX_DISTANCE: Final = 1e7
"""Pixels from the origin of a picture: beyond it floats in browsers lose whole pixels."""
MAX_ZOOM: Final = 100.0
MAX_FOCUS: Final = 1_000
"""Nodes that somebody has in focus: more than this nobody can look at."""
Distance: TypeAlias = Annotated[float, Meta(ge=-MAX_DISTANCE, le=MAX_DISTANCE)]


class Viewport(Record, frozen=True, kw_only=True):
    """Zoom (1 = 100 %) and centre of the graph canvas."""

    zoom: Annotated[float, Meta(ge=0, le=MAX_ZOOM)] = 1.0
    center_x: Distance = 0.0
    center_y: Distance = 0.0


class Filters(Record, frozen=True, kw_only=True):
    """What the graph canvas lets through; an empty list lets everything through."""

    node_types: list[str] = []
    relation_types: list[str] = []
    show_flows: bool = True
    rollup_level: int | None = None
    """Deepest level of the compose hierarchy that is shown; 1 = the roots."""


class Selection(Record, frozen=True, kw_only=True):
    """What is selected."""

    nodes: list[NodeId] = []
    edges: list[EdgeId] = []


class PendingEdit(Record, frozen=True, kw_only=True):
    """An edit that a person has typed but not sent (B-06)."""

    node_id: NodeId
    field: str
    value: JsonValue


class ChatView(Record, frozen=True, kw_only=True):
    """What the chat shows."""

    thread_id: ThreadId | None = None
    messages: list[MessageId] = []
    """Those in view, oldest first."""


class TableView(Record, frozen=True, kw_only=True):
    """What the table shows."""

    rows: list[NodeId] = []
    """Those in view, in their order."""
    total: Count = 0
    """Rows that the filters and the search leave."""
    search: str = ""
    sort: str = ""
    """The column, `-` before it when the order is turned."""


class CanvasState(Record, frozen=True, kw_only=True):
    """One session's view of the graph (B-01..B-06)."""

    viewport: Viewport = Viewport()
    filters: Filters = Filters()
    layout: Layout = "hierarchical"
    selection: Selection = Selection()
    pending: list[PendingEdit] = []
    chat: ChatView | None = None
    table: TableView | None = None
    active: Canvas | None = None
    """The canvas in front; when it is the table, its rows are what is visible (B-40)."""

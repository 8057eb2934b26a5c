"""The three canvases as values: what a screen shows, either projected from a replica or added up from updates.

Both must be equal, in Python and in the browser; the fixtures in tests/golden hold them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from graphwright.client.projections import (
    TABLES,
    ChatMetadata,
    ChatUpdate,
    GraphEdge,
    GraphNode,
    GraphUpdate,
    Positions,
    TextUpdate,
    chat_update,
    drawn_edge,
    drawn_node,
    row,
)
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import MessageId
from graphwright.protocol.threads import Message


class Canvases(Record, frozen=True, kw_only=True):
    """Everything on a screen: rows and elements by their ids, messages by their time, and then questions first."""

    chat: list[ChatUpdate]
    text: dict[str, list[dict[str, JsonValue]]]
    """Rows by table; a table without rows is there and empty."""
    nodes: list[GraphNode]
    edges: list[GraphEdge]


def canvases_of(
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    messages: Iterable[Message],
    *,
    positions: Positions,
    came_of: Mapping[MessageId, ChatMetadata],
) -> Canvases:
    """What a state looks like."""
    in_order = sorted(nodes, key=lambda node: node.node_id)
    text: dict[str, list[dict[str, JsonValue]]] = {table: [] for table in TABLES}
    for node in in_order:
        text.setdefault(node.node_type, []).append(row(node))
    return Canvases(
        chat=in_time(chat_update(message, came_of.get(message.message_id)) for message in messages),
        text=text,
        nodes=[drawn_node(node, positions) for node in in_order],
        edges=[drawn_edge(edge) for edge in sorted(edges, key=lambda edge: edge.edge_id)],
    )


def in_time(messages: Iterable[ChatUpdate]) -> list[ChatUpdate]:
    """Messages as they were said; an answer may begin in the same millisecond as its question."""
    return sorted(messages, key=lambda message: (message.timestamp, message.sender != "user", message.uuid))


class CanvasUpdates(Struct, frozen=True):
    """What one event changes on the three canvases."""

    chat: list[ChatUpdate]
    text: list[TextUpdate]
    graph: list[GraphUpdate]


NOTHING = CanvasUpdates([], [], [])

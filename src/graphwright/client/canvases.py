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
from graphwright.protocol.ids import EdgeId, MessageId, NodeId
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


class Screen:
    """Canvases that only know their updates."""

    def __init__(self) -> None:
        self._chat: dict[MessageId, ChatUpdate] = {}
        self._rows: dict[str, dict[JsonValue, dict[str, JsonValue]]] = {table: {} for table in TABLES}
        self._nodes: dict[NodeId, GraphNode] = {}
        self._edges: dict[EdgeId, GraphEdge] = {}

    def show(self, updates: CanvasUpdates) -> None:
        """Take updates in."""
        for message in updates.chat:
            self._chat[message.uuid] = message
        for update in updates.text:
            rows = self._rows.setdefault(update.table, {})
            if update.type == "row-delete":
                rows.pop(update.data["uuid"], None)
            else:
                rows[update.data["uuid"]] = update.data
        for change in updates.graph:
            self._draw(change)

    def canvases(self) -> Canvases:
        """What is to be seen."""
        return Canvases(
            chat=in_time(self._chat.values()),
            text={table: [rows[uuid] for uuid in sorted(rows, key=str)] for table, rows in self._rows.items()},
            nodes=[self._nodes[node_id] for node_id in sorted(self._nodes)],
            edges=[self._edges[edge_id] for edge_id in sorted(self._edges)],
        )

    def _draw(self, update: GraphUpdate) -> None:
        is_gone = update.type.endswith("-delete")
        if update.node is not None:
            self._nodes.pop(update.node.uuid, None) if is_gone else self._nodes.update({update.node.uuid: update.node})
        if update.edge is not None:
            self._edges.pop(update.edge.uuid, None) if is_gone else self._edges.update({update.edge.uuid: update.edge})

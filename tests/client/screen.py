"""Canvases that only know their updates: what a screen shows must be what its updates add up to."""

from __future__ import annotations

from graphwright.client.canvases import Canvases, CanvasUpdates, in_time
from graphwright.client.projections import TABLES, ChatUpdate, GraphEdge, GraphNode, GraphUpdate
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import EdgeId, MessageId, NodeId


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

"""What the chat and the table show, beside the graph: one section for each canvas in front of a person (B-40).

Only what a person sees is told: the newest words of messages in view, the rows in view with search and order. Texts of
people are escaped like everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from graphwright.context.data_block import escape_roles
from graphwright.formats.cleaning import clean
from graphwright.formats.escape import escape
from graphwright.graph.document import Graph
from graphwright.protocol.canvas import CanvasState, ChatView, TableView
from graphwright.protocol.ids import MessageId

MESSAGES: Final = 5
"""Of those in view, the newest: the history of the conversation is sent anyway."""
CHARACTERS: Final = 200
"""Of one message."""
ROWS: Final = 50
"""More than fits on a screen."""


def canvas_sections(canvas: CanvasState, graph: Graph, said: Mapping[MessageId, str]) -> list[str]:
    """A section for each canvas that told what it shows; `said` holds the texts of messages by id."""
    lines: list[str] = []
    if canvas.active is not None:
        lines.append(f"In front: {canvas.active}")
    if canvas.chat is not None:
        lines += _chat(canvas.chat, said)
    if canvas.table is not None:
        lines += _table(canvas.table, graph)
    if lines:
        lines += _graph(canvas, graph)
    return lines


def _chat(chat: ChatView, said: Mapping[MessageId, str]) -> Iterator[str]:
    yield f"## Chat\n{len(chat.messages)} messages in view"
    for message_id in chat.messages[-MESSAGES:]:
        text = " ".join(clean(said.get(message_id, "")).split())
        if text:
            yield f"- {escape_roles(escape(text[:CHARACTERS]))}{'…' if len(text) > CHARACTERS else ''}"


def _table(table: TableView, graph: Graph) -> Iterator[str]:
    words = [f"{table.total} rows"]
    if table.search:
        words.append(f"search: {escape(clean(table.search)[:CHARACTERS])}")
    if table.sort:
        column = escape(clean(table.sort.removeprefix("-"))[:CHARACTERS])
        words.append(f"order: {column}{', turned round' if table.sort.startswith('-') else ''}")
    yield f"## Table\n{', '.join(words)}"
    rows = [graph.nodes[node_id].semantic_id for node_id in table.rows if node_id in graph.nodes]
    if rows:
        yield f"In view: {listed(rows[:ROWS], len(rows))}"


def _graph(canvas: CanvasState, graph: Graph) -> Iterator[str]:
    selected = [graph.nodes[node_id].semantic_id for node_id in canvas.selection.nodes if node_id in graph.nodes]
    yield f"## Graph\nlayout {canvas.layout}, zoom {max(0, round(canvas.viewport.zoom * 100))}%"
    if selected:
        yield f"Selected: {listed(selected[:ROWS], len(selected))}"


def listed(first: Sequence[str], count: int) -> str:
    """The first of so many, and how many are left out."""
    more = f" and {count - len(first)} more" if count > len(first) else ""
    return f"{', '.join(first)}{more}"


def cut(text: str, most: int) -> str:
    """At most so many characters of a text; what is cut ends in three dots."""
    return text if len(text) <= most else f"{text[:most]}…"

"""A graph as plain tables for a terminal: one table of nodes per type, then the edges.

Text is shown, never obeyed (ADR-21): control and bidirectional characters are made visible, so that no name can move
the cursor or turn the line round.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from graphwright.formats.cleaning import visible
from graphwright.formats.encoding import node_key, short_relation
from graphwright.graph.document import Graph
from graphwright.graph.statement import statement_of
from graphwright.protocol.graph import Edge, Node

# Columns of a common terminal, minus what id and name need.
_NAME_COLUMNS: Final = 30
_DESCR_COLUMNS: Final = 70


def write_table(graph: Graph) -> str:
    """Every node and edge; long texts are cut with an ellipsis."""
    nodes = sorted(graph.nodes.values(), key=lambda node: node_key(node, graph))
    parts = [
        [f"{node_type} ({graph.count(node_type)})", *table(("id", "name", "description"), map(_node_row, members))]
        for node_type, members in groupby(nodes, key=lambda node: node.node_type)
    ]
    if graph.edges:
        rows = (
            _edge_row(edge, graph) for edge in sorted(graph.edges.values(), key=lambda edge: _edge_key(edge, graph))
        )
        parts.append([f"edges ({len(graph.edges)})", *table(("source", "relation", "target"), rows)])
    if not parts:
        return "The model is empty.\n"
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines of aligned columns; the texts are made visible here."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max([columns(heading), *(columns(row[at]) for row in shown)]) for at, heading in enumerate(headings)]
    yield _line(headings, widths)
    yield _line(["-" * width for width in widths], widths)
    for row in shown:
        yield _line(row, widths)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: wide East Asian characters and emoji two, joined marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns_of(character) for character in text)


def _columns_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - columns(cell)) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def _node_row(node: Node) -> tuple[str, str, str]:
    return node.semantic_id, _cut(node.name, _NAME_COLUMNS), _cut(statement_of(node), _DESCR_COLUMNS)


def _edge_row(edge: Edge, graph: Graph) -> tuple[str, str, str]:
    return graph.nodes[edge.source].semantic_id, edge.edge_type, graph.nodes[edge.target].semantic_id


def _edge_key(edge: Edge, graph: Graph) -> tuple[object, ...]:
    return (
        node_key(graph.nodes[edge.source], graph),
        short_relation(edge.edge_type, graph),
        node_key(graph.nodes[edge.target], graph),
    )


def _cut(text: str, limit: int) -> str:
    shown = visible(text)
    if columns(shown) <= limit:
        return shown
    kept, taken = "", 0
    for character in shown:
        taken += _columns_of(character)
        if taken > limit - 1:
            break
        kept += character
    return f"{kept}…"

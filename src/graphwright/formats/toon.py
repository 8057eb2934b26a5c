"""A graph as TOON (token-oriented object notation), for tools that read it: two tables, nodes and edges. Export only.

    nodes[2]{id,type,name,descr}:
      PlaceOrder.UC.001,UC,PlaceOrder,A customer orders
    edges[1]{from,type,to}:
      ...

Attributes have no column: tables are TOON's gain, and attributes differ from node to node. Use Format E or JSON to keep
them. For prompts the compact encoding takes less than half the tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from graphwright.formats.encoding import node_key, short_relation
from graphwright.graph.document import Graph
from graphwright.graph.statement import statement_of

# What a reader would take for a number, or for a literal of TOON, must be quoted to stay text.
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_LITERALS: Final = frozenset({"true", "false", "null"})
_STRUCTURE: Final = re.compile(r'[,:"\\\[\]{}\x00-\x1F]|\A[-#\s]|\s\Z')
_TO_ESCAPE: Final = re.compile(r'["\\\x00-\x1F]')
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write_toon(graph: Graph) -> str:
    """The whole graph without attributes."""
    nodes = sorted(graph.nodes.values(), key=lambda node: node_key(node, graph))
    place = {node.node_id: number for number, node in enumerate(nodes)}
    edges = sorted(graph.edges.values(), key=lambda edge: (place[edge.source], edge.edge_type, place[edge.target]))
    node_rows = [(node.semantic_id, node.node_type, node.name, statement_of(node)) for node in nodes]
    edge_rows = [
        (
            graph.nodes[edge.source].semantic_id,
            short_relation(edge.edge_type, graph),
            graph.nodes[edge.target].semantic_id,
        )
        for edge in edges
    ]
    return "\n".join([*_table("nodes", "id,type,name,descr", node_rows), *_table("edges", "from,type,to", edge_rows)])


def _table(key: str, fields: str, rows: Sequence[Iterable[str]]) -> list[str]:
    if not rows:
        return [f"{key}: []"]
    return [f"{key}[{len(rows)}]{{{fields}}}:", *(f"  {','.join(map(_cell, row))}" for row in rows)]


def _cell(text: str) -> str:
    if text and text not in _LITERALS and not _NUMBER.fullmatch(text) and not _STRUCTURE.search(text):
        return text
    return '"' + _TO_ESCAPE.sub(_escaped, text) + '"'


def _escaped(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04x}"

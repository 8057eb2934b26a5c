"""A graph as tables: a sheet for each kind of node, its relations as columns with a line for each id."""

from __future__ import annotations

import json
from collections import Counter

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_COLUMN, FOREIGN_NAMED, FOREIGN_SHEET, MADE_NAME, read_by_people
from graphwright.interop.foreign_view import edge_of, foreign_id
from graphwright.interop.made_names import is_made
from graphwright.interop.pairs import ORIGINAL_KIND
from graphwright.interop.tables.columns import ARROW, DESCR, ID, NAME, TYPE
from graphwright.interop.tables.sheets import Cell, Sheet
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId


def sheets_of(graph: Graph, *, in_one: str = "") -> list[Sheet]:
    """The sheets, in the order of the ontology; all elements `in_one` of this name where it is given."""
    tables = _Tables(graph)
    kinds: dict[str, list[Node]] = {}
    order = {name: each.order for name, each in graph.ontology.node_types.items()}
    for node in sorted(graph.nodes.values(), key=lambda each: order.get(each.node_type, 0)):
        kinds.setdefault(in_one or tables.kind(node), []).append(node)
    return [tables.sheet(kind, nodes) for kind, nodes in kinds.items()]


def lost_attributes(graph: Graph) -> int:
    """Edges whose attributes a table has no cell for."""
    return sum(any(key != ORIGINAL_KIND for key in read_by_people(edge.attributes)) for edge in graph.edges.values())


def lost_values(graph: Graph, *, are_typed: bool) -> list[tuple[str, int]]:
    """What becomes of values that are no plain text, as names of notes with counts; typed cells hold numbers, too."""
    values = [value for node in graph.nodes.values() for value in read_by_people(node.attributes).values()]
    empty = sum(value is None or value == "" for value in values)
    others = sum(isinstance(each, list | dict if are_typed else list | dict | int | float) for each in values)
    return [(name, count) for name, count in (("emptyValuesLeft", empty), ("valuesAsText", others)) if count]


class _Tables:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._ids = _ids(graph)
        self._leaving: dict[NodeId, dict[str, list[str]]] = {}
        for edge in graph.edges.values():
            seen = edge_of(edge)
            columns = self._leaving.setdefault(seen.source, {})
            columns.setdefault(_header(edge, seen.kind), []).append(self._ids[seen.target])

    def kind(self, node: Node) -> str:
        """The sheet that a node stands in: the one it came from."""
        kept = node.attributes.get(FOREIGN_SHEET)
        return kept if isinstance(kept, str) and kept else node.node_type

    def sheet(self, kind: str, nodes: list[Node]) -> Sheet:
        """All nodes of a kind; columns that none of them fills are not there."""
        named = [_named(node) for node in nodes]
        # Elements of several sheets in one table share the plain headers.
        name_header, descr_header = named[0] if len(set(named)) == 1 else (NAME, DESCR)
        has_names = any(_has_name(node) for node in nodes)
        types = {node.node_type for node in nodes}
        known = self._graph.ontology.node_type(kind)
        has_types = len(types) > 1 or known is None or known.name not in types
        names = NAME if name_header == MADE_NAME else name_header
        keys = list(dict.fromkeys(key for node in nodes for key in read_by_people(node.attributes)))
        relations = list(dict.fromkeys(key for node in nodes for key in self._leaving.get(node.node_id, ())))
        heads = [ID, *([TYPE] * has_types), *([names] * has_names), descr_header or DESCR, *keys, *relations]
        rows: list[list[Cell]] = [[*heads]]
        for node in nodes:
            attributes, leaving = read_by_people(node.attributes), self._leaving.get(node.node_id, {})
            rows.append(
                [
                    self._ids[node.node_id],
                    *([node.node_type] * has_types),
                    *([node.name if _has_name(node) else ""] * has_names),
                    node.descr,
                    *(_cell(attributes.get(key)) for key in keys),
                    *("\n".join(leaving.get(key, ())) for key in relations),
                ]
            )
        return Sheet(kind, rows)


def _ids(graph: Graph) -> dict[NodeId, str]:
    """What a person finds an element by: its id in the other tool, else its semantic id."""
    known = Counter(foreign_id(node) for node in graph.nodes.values())
    return {
        node_id: own if (own := foreign_id(node)) and known[own] == 1 else node.semantic_id
        for node_id, node in graph.nodes.items()
    }


def _header(edge: Edge, kind: str) -> str:
    """The column that an edge came in, or an arrow and its relation."""
    column = edge.attributes.get(FOREIGN_COLUMN)
    return column if isinstance(column, str) else f"{ARROW} {kind}"


def _named(node: Node) -> tuple[str, str]:
    named = node.attributes.get(FOREIGN_NAMED)
    is_row = FOREIGN_SHEET in node.attributes and isinstance(named, str)
    name, _, descr = str(named).partition("|") if is_row else (NAME, "", DESCR)
    return name or NAME, descr


def _has_name(node: Node) -> bool:
    return _named(node)[0] != MADE_NAME or not is_made(node.name, node.descr, foreign_id(node))


def _cell(value: JsonValue) -> Cell:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value

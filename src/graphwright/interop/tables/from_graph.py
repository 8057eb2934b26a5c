"""A graph as tables: a sheet for each kind of node, its relations as columns with a line for each id."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import chain, repeat
from typing import NamedTuple

from graphwright.graph.document import Graph
from graphwright.graph.foreign import (
    FOREIGN_BACKWARD,
    FOREIGN_COLUMN,
    FOREIGN_NAMED,
    FOREIGN_SHEET,
    MADE_NAME,
    read_by_people,
)
from graphwright.interop.foreign_view import edge_of, foreign_id
from graphwright.interop.made_names import is_made
from graphwright.interop.pairs import ORIGINAL_KIND
from graphwright.interop.tables.columns import DESCR, ID, NAME, TYPE
from graphwright.interop.tables.sheets import ARROW, Cell
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId


class WrittenTable(NamedTuple):
    """A table that is to be written, column by column."""

    name: str
    heads: list[str]
    columns: list[Sequence[Cell]]


def tables_of(graph: Graph, *, in_one: str = "", without: frozenset[str] = frozenset()) -> list[WrittenTable]:
    """A table for each kind of element, in the order of the ontology; all `in_one` of this name where it is given.

    `without` the columns of relations with these headers.
    """
    tables = _Tables(graph, without)
    kinds: dict[str, list[Node]] = {}
    order = {name: each.order for name, each in graph.ontology.node_types.items()}
    for node in sorted(graph.nodes.values(), key=lambda each: order.get(each.node_type, 0)):
        kinds.setdefault(in_one or tables.kind(node), []).append(node)
    return [tables.table(kind, nodes) for kind, nodes in kinds.items()]


def lost_attributes(graph: Graph) -> int:
    """Edges whose attributes a table has no cell for."""
    said = (edge.attributes for edge in graph.edges.values() if edge.attributes)
    return sum(any(key != ORIGINAL_KIND for key in read_by_people(each)) for each in said)


def lost_values(graph: Graph, *, are_typed: bool) -> list[tuple[str, int]]:
    """What becomes of values that are no plain text, as names of notes with counts; typed cells hold numbers, too."""
    said = (node.attributes for node in graph.nodes.values() if node.attributes)
    values = [value for each in said for value in read_by_people(each).values()]
    empty = sum(value is None or value == "" for value in values)
    others = sum(isinstance(each, list | dict if are_typed else list | dict | int | float) for each in values)
    return [(name, count) for name, count in (("emptyValuesLeft", empty), ("valuesAsText", others)) if count]


class _Tables:
    def __init__(self, graph: Graph, without: frozenset[str]) -> None:
        self._graph = graph
        self._ids = ids_in_tables(graph)
        leaving: dict[str, dict[NodeId, list[str]]] = {}
        ids = self._ids
        plain = {kind: f"{ARROW} {kind}" for kind in graph.ontology.relations}
        for edge in graph.edges.values():
            if edge.attributes:
                header, source, target = header_of(edge)
            else:  # by far the most
                header, source, target = plain[edge.edge_type], edge.source, edge.target
            column = leaving.setdefault(header, {})
            if source in column:
                column[source].append(ids[target])
            else:
                column[source] = [ids[target]]
        self._leaving = {
            header: {source: "\n".join(targets) for source, targets in column.items()}
            for header, column in leaving.items()
            if header not in without
        }
        """By header and node: its cell, with a line for each that it names."""

    def kind(self, node: Node) -> str:
        """The sheet that a node stands in: the one it came from."""
        kept = node.attributes.get(FOREIGN_SHEET)
        return kept if isinstance(kept, str) and kept else node.node_type

    def table(self, kind: str, nodes: list[Node]) -> WrittenTable:
        """All nodes of a kind; columns that none of them fills are not there."""
        named = [_named(node) if node.attributes else (NAME, DESCR) for node in nodes]
        # Elements of several sheets in one table share the plain headers.
        name_header, descr_header = named[0] if len(set(named)) == 1 else (NAME, DESCR)
        node_ids = [node.node_id for node in nodes]
        heads = [ID]
        filled: list[Sequence[Cell]] = [[self._ids[node_id] for node_id in node_ids]]
        types = {node.node_type for node in nodes}
        known = self._graph.ontology.node_type(kind)
        if len(types) > 1 or known is None or known.name not in types:
            heads.append(TYPE)
            filled.append([node.node_type for node in nodes])
        names = [
            "" if name == MADE_NAME and is_made(node.name, node.descr, foreign_id(node)) else node.name
            for node, (name, _) in zip(nodes, named, strict=True)
        ]
        if any(names):
            heads.append(NAME if name_header == MADE_NAME else name_header)
            filled.append(names)
        heads.append(descr_header or DESCR)
        filled.append([node.descr for node in nodes])
        said = [attributes and read_by_people(attributes) for attributes in (node.attributes for node in nodes)]
        for key in dict.fromkeys(chain.from_iterable(said)):
            heads.append(key)
            filled.append([_cell(attributes[key]) if key in attributes else None for attributes in said])
        for header, leaving in self._leaving.items():
            cells = [*map(leaving.get, node_ids, repeat(""))]
            if any(cells):
                heads.append(header)
                filled.append(cells)
        return WrittenTable(kind, heads, filled)


def ids_in_tables(graph: Graph) -> dict[NodeId, str]:
    """What a person finds an element by: its id in the other tool, else its semantic id."""
    own = {node_id: known for node_id, node in graph.nodes.items() if node.attributes and (known := foreign_id(node))}
    shared = {each for each, count in Counter(own.values()).items() if count > 1}
    ids = {node_id: node.semantic_id for node_id, node in graph.nodes.items()}
    return ids | {node_id: each for node_id, each in own.items() if each not in shared}


def header_of(edge: Edge) -> tuple[str, NodeId, NodeId]:
    """The column that an edge came in, or an arrow and its relation; and its ends: its row, and what the cell names."""
    seen, column = edge_of(edge), edge.attributes.get(FOREIGN_COLUMN)
    if not isinstance(column, str):
        return f"{ARROW} {seen.kind}", seen.source, seen.target
    ends = (seen.target, seen.source) if FOREIGN_BACKWARD in edge.attributes else (seen.source, seen.target)
    return column, *ends


def _named(node: Node) -> tuple[str, str]:
    named = node.attributes.get(FOREIGN_NAMED) if FOREIGN_SHEET in node.attributes else None
    if not isinstance(named, str):
        return NAME, DESCR
    name, _, descr = named.partition("|")
    return name or NAME, descr


def _cell(value: JsonValue) -> Cell:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value

"""A read that counts nodes and lists them by what they have: edges, a value, a section; for questions about all."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Final, Literal

from msgspec import Meta

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.tools.answer import ToolAnswer, json_text, listed
from graphwright.tools.look import SUMMARY, Offset, PartWord, find_node, id_of
from graphwright.tools.reads import PAUSE_S, SLICE, is_of_part, relation_named, type_named
from graphwright.tools.schema import EdgeTypeWord, NodeTypeWord, ToolArguments
from graphwright.tools.tool_context import ToolContext

_VALUES: Final = 40
"""Values of an attribute, and names of attributes, that are counted one by one; the commonest."""
_ROWS: Final = 100
"""Of one answer; most questions are about the first ones, or about how many there are."""
_EXAMPLES: Final = 20
"""Of an answer that counts values: which have one of them is asked for with it."""


class ListNodes(ToolArguments, frozen=True, kw_only=True):
    """Counts nodes and lists them, most edges first.

    Of a type, in a part, `without` such edges (an untested requirement has no `verify`), with a value of an
    `attribute`; without one its values are counted.
    """

    node_type: NodeTypeWord | None = None
    inside: PartWord | None = None
    edge_type: EdgeTypeWord | None = None
    direction: Literal["out", "in", "both"] = "both"
    without: bool = False
    attribute: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    value: Annotated[str, Meta(max_length=2_000)] | None = None
    offset: Offset = 0


async def list_nodes(context: ToolContext, arguments: ListNodes) -> ToolAnswer:
    """Every node is looked at once, a slice at a time; a cut list says how it goes on."""
    graph = context.graph
    is_wanted, degree = _filter(graph, arguments), _degree(graph, arguments)
    most = arguments.offset + (_ROWS if arguments.attribute is None or arguments.value is not None else _EXAMPLES)
    best: list[tuple[int, int, NodeId]] = []
    total, is_part_there = 0, False
    values: Counter[str] = Counter()
    attributes: Counter[str] = Counter()
    known = list(graph.nodes)
    for start in range(0, len(known), SLICE):
        some: list[tuple[int, int, NodeId]] = []
        for at, node_id in enumerate(known[start : start + SLICE], start):
            node = graph.nodes.get(node_id)
            if node is None or not is_wanted(node):
                continue
            is_part_there, edges = True, degree(node_id)
            if arguments.without and edges:
                continue
            attributes.update(read_by_people(node.attributes).keys())
            value = _text(node, arguments.attribute)
            values[value] += 1
            if arguments.value in {None, value}:
                some.append((-edges, at, node_id))
        total += len(some)
        best = heapq.nsmallest(most, [*best, *some])
        if start + SLICE < len(known):
            await context.project.clock.sleep(PAUSE_S)
    if arguments.inside is not None and not is_part_there:
        find_node(graph, arguments.inside)  # is not there, or is made of nothing
    head: dict[str, JsonValue] = {
        "revision": graph.revision,
        "nodes_in_all": total,
        **_counted(values, attributes, arguments),
    }
    rows = (
        (node_id, _row(graph, graph.nodes[node_id], -edges, arguments))
        for edges, _, node_id in best[arguments.offset :]
        if node_id in graph.nodes
    )
    rest = "go on with offset={offset}, or say more exactly which"
    return listed(head, "nodes", rows, total=total, start=min(arguments.offset, total), rest=rest)


def _counted(values: Counter[str], attributes: Counter[str], arguments: ListNodes) -> dict[str, JsonValue]:
    """How many of the nodes have which value of the attribute, or which attributes."""
    name = arguments.attribute
    if name is None:
        return {"attributes": {each[:SUMMARY]: count for each, count in attributes.most_common(_VALUES)}}
    if values and name not in attributes:
        there = ", ".join(each[:SUMMARY] for each, _ in attributes.most_common(_VALUES)) or "none"
        raise InvalidCommand(f"none of these nodes has an attribute {name!r}; they have {there}")
    counted: dict[str, JsonValue] = {"values": {each[:SUMMARY]: count for each, count in values.most_common(_VALUES)}}
    if len(values) > _VALUES:
        counted["more_values"] = len(values) - _VALUES
    return counted


def _filter(graph: Graph, arguments: ListNodes) -> Callable[[Node], bool]:
    """Is a node of the type and inside the part that are wanted?"""
    node_type = None if arguments.node_type is None else type_named(graph, arguments.node_type)
    belongs = is_of_part(graph, arguments.inside)
    return lambda node: node_type in {None, node.node_type} and belongs(node)


def _degree(graph: Graph, arguments: ListNodes) -> Callable[[NodeId], int]:
    """How many edges of the wanted kind a node has."""
    edge_type = None if arguments.edge_type is None else relation_named(graph, arguments.edge_type)

    def counted(node_id: NodeId) -> int:
        out = sum(1 for _ in graph.outgoing(node_id, edge_type)) if arguments.direction != "in" else 0
        into = sum(1 for _ in graph.incoming(node_id, edge_type)) if arguments.direction != "out" else 0
        return out + into

    return counted


def _text(node: Node, attribute: str | None) -> str:
    value = None if attribute is None else node.attributes.get(attribute)
    return "" if value is None else value if isinstance(value, str) else json_text(value)


def _row(graph: Graph, node: Node, edges: int, arguments: ListNodes) -> JsonValue:
    row: dict[str, JsonValue] = {"id": id_of(graph, node), "name": node.name[:SUMMARY]}
    if arguments.node_type is None:
        row["type"] = node.node_type
    if not arguments.without:
        row["edges"] = edges
    if arguments.attribute is not None and arguments.value is None:
        row[arguments.attribute] = _text(node, arguments.attribute)[:SUMMARY]
    return row

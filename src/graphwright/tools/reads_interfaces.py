"""The interfaces of a module, function or system: the data that crosses its border, and with whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphwright.graph.document import Graph
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.tools.answer import ToolAnswer, listed
from graphwright.tools.look import NodeWord, Offset, find_node, id_of, label_of
from graphwright.tools.schema import ToolArguments
from graphwright.tools.tool_context import ToolContext

_INSIDE: Final = ("compose", "allocate")
_FLOW: Final = "FLOW"
_MAX_INSIDE: Final = 5_000


class ListInterfaces(ToolArguments, frozen=True, kw_only=True):
    """What data goes into and out of a module, function or system, and with whom it is exchanged."""

    node: NodeWord
    offset: Offset = 0


async def list_interfaces(context: ToolContext, arguments: ListInterfaces) -> ToolAnswer:
    """Over the parts and carried functions of a node: each flow with one end inside and one outside."""
    graph = context.graph
    node = find_node(graph, arguments.node)
    inside = _inside(graph, node.node_id)
    crossing = list(_crossing(graph, inside))
    answer = listed(
        {"id": id_of(graph, node), "name": node.name, "interfaces_in_all": len(crossing)},
        "interfaces",
        crossing[arguments.offset :],
        total=len(crossing),
        start=min(arguments.offset, len(crossing)),
        rest="go on with offset={offset}",
    )
    ends = (shown.node_id for flow_id in answer.node_ids for shown in _shown(graph, flow_id))
    return ToolAnswer(content=answer.content, node_ids=[node.node_id, *dict.fromkeys([*answer.node_ids, *ends])])


def _inside(graph: Graph, start: NodeId) -> dict[NodeId, None]:
    """The node, its parts, and the functions that it or they carry; a flow and an actor are never inside."""
    inside, ahead = {start: None}, [start]
    while ahead and len(inside) < _MAX_INSIDE:
        here = ahead.pop()
        for relation in _INSIDE:
            for part in graph.targets(here, relation):
                if part.node_id not in inside and part.node_type not in {_FLOW, "ACTOR"}:
                    inside[part.node_id] = None
                    ahead.append(part.node_id)
    return inside


def _crossing(graph: Graph, inside: dict[NodeId, None]) -> Iterator[tuple[NodeId, JsonValue]]:
    flows = {flow.node_id: flow for node_id in inside for flow in (*graph.targets(node_id, "io", _FLOW),)}
    flows |= {flow.node_id: flow for node_id in inside for flow in graph.sources(node_id, "io", _FLOW)}
    for flow in flows.values():
        writers, readers = list(graph.sources(flow.node_id, "io")), list(graph.targets(flow.node_id, "io"))
        for way, own, others in (("out", writers, readers), ("in", readers, writers)):
            near = [each for each in own if each.node_id in inside]
            far = [each for each in others if each.node_id not in inside]
            if near and (far or not others):
                yield (
                    flow.node_id,
                    {
                        "flow": label_of(graph, flow),
                        "direction": way,
                        "inside": [label_of(graph, each) for each in near],
                        "with": [_with_carrier(graph, each) for each in far],
                        "schemas": [
                            label_of(graph, each) for each in graph.targets(flow.node_id, "relation", "SCHEMA")
                        ],
                    },
                )


def _with_carrier(graph: Graph, node: Node) -> JsonValue:
    """The other side, and the module that carries it, if one does."""
    carriers = [label_of(graph, each) for each in graph.sources(node.node_id, "allocate")]
    return label_of(graph, node) if not carriers else f"{label_of(graph, node)}, carried by {', '.join(carriers)}"


def _shown(graph: Graph, flow_id: NodeId) -> Iterator[Node]:
    """What the line of a flow names beside it: its ends, what carries these, its schemas."""
    for end in (*graph.sources(flow_id, "io"), *graph.targets(flow_id, "io")):
        yield end
        yield from graph.sources(end.node_id, "allocate")
    yield from graph.targets(flow_id, "relation", "SCHEMA")

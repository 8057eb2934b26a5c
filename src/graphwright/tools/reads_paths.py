"""How two nodes are connected: the shortest path, and others that avoid what lies on it (D-72)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from graphwright.graph.document import Graph
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import NodeId
from graphwright.tools.answer import ToolAnswer, answered, listed
from graphwright.tools.look import NodeWord, edge_text, find_node, id_of
from graphwright.tools.reads import PAUSE_S, Direction, relation_named
from graphwright.tools.schema import EdgeTypeWord, ToolArguments
from graphwright.tools.tool_context import ToolContext

_SEARCHED: Final = 300
"""Nodes looked at between two pauses: under 1 ms (ADR-18)."""
_MAX_SEARCHED: Final = 100_000
_Path: TypeAlias = list[tuple[NodeId, Edge]]
"""Each node after the first, with the edge that leads to it."""


class FindImpactPath(ToolArguments, frozen=True, kw_only=True):
    """How one node is connected with another: the shortest path over edges, then others without the nodes of it.

    Structure is often the shortest and not what is meant: leave it out with edge_types or not_through.
    """

    source: NodeWord
    target: NodeWord
    direction: Direction = "both"
    edge_types: Annotated[list[EdgeTypeWord], Meta(max_length=20, description="only over these")] | None = None
    not_through: Annotated[
        list[NodeWord], Meta(max_length=50, description="nodes that no path may use")
    ] | None = None  # fmt: skip
    max_paths: Annotated[int, Meta(ge=1, le=5)] = 3


async def find_impact_path(context: ToolContext, arguments: FindImpactPath) -> ToolAnswer:
    """What a change of one may mean for the other, proved edge by edge."""
    graph = context.graph
    source, target = find_node(graph, arguments.source), find_node(graph, arguments.target)
    words = arguments.edge_types
    relations = None if words is None else frozenset(relation_named(graph, word) for word in words)
    named = () if arguments.not_through is None else arguments.not_through
    avoided = {find_node(graph, word).node_id for word in named} - {source.node_id, target.node_id}
    paths: list[_Path] = []
    while len(paths) < arguments.max_paths:
        path = await _shortest(
            context,
            (source.node_id, target.node_id),
            direction=arguments.direction,
            relations=relations,
            avoided=avoided,
        )
        if path is None:
            break
        paths.append(path)
        inner = {node_id for node_id, _ in path[:-1]}
        if not inner:
            break  # the next one would be this edge again
        avoided |= inner
    ends: dict[str, JsonValue] = {"source": id_of(graph, source), "target": id_of(graph, target)}
    seen = [source.node_id, target.node_id]
    if not paths:
        said: JsonValue = "no path over these edges; try direction both, other edge_types, or less in not_through"
        return answered({**ends, "connected": False, "notice": said}, node_ids=seen)
    rows: Iterator[tuple[NodeId | None, JsonValue]] = ((None, _row(graph, source.node_id, path)) for path in paths)
    answer = listed({**ends, "connected": True}, "paths", rows, total=len(paths), rest="ask for fewer max_paths")
    along = (node_id for path in paths for node_id, _ in path if id_of(graph, graph.nodes[node_id]) in answer.content)
    return ToolAnswer(content=answer.content, node_ids=[*dict.fromkeys((*seen, *along))])


def _row(graph: Graph, start: NodeId, path: _Path) -> JsonValue:
    """A path, step by step: the edge as it is, and what it leads to."""
    steps: list[JsonValue] = []
    here = start
    for there, edge in path:
        node = graph.nodes[there]
        along = "with the edge" if edge.source == here else "against the edge"
        steps.append({"edge": edge_text(graph, edge), "along": along, "to": f"{node.node_type} {node.name}"})
        here = there
    return {"hops": len(path), "steps": steps}


async def _shortest(
    context: ToolContext,
    ends: tuple[NodeId, NodeId],
    *,
    direction: Direction,
    relations: frozenset[str] | None,
    avoided: Collection[NodeId],
) -> _Path | None:
    """A shortest path that avoids some nodes, in slices over the live graph; `None` if there is none."""
    graph, (start, goal) = context.graph, ends
    came: dict[NodeId, tuple[NodeId, Edge] | None] = {start: None}
    ahead = deque([start])
    looked = 0
    while ahead and goal not in came and looked < _MAX_SEARCHED:
        looked += 1
        if looked % _SEARCHED == 0:
            await context.project.clock.sleep(PAUSE_S)
        here = ahead.popleft()
        for edge, there in _ways(graph, here, direction):
            if there in came or there in avoided or (relations is not None and edge.edge_type not in relations):
                continue
            came[there] = (here, edge)
            ahead.append(there)
    if goal not in came or any(node_id not in graph.nodes for node_id in ends):
        return None
    path: _Path = []
    at = goal
    while (step := came[at]) is not None:
        path.append((at, step[1]))
        at = step[0]
    return path[::-1]


def _ways(graph: Graph, node_id: NodeId, direction: Direction) -> Iterator[tuple[Edge, NodeId]]:
    if direction != "in":
        yield from ((edge, edge.target) for edge in graph.outgoing(node_id))
    if direction != "out":
        yield from ((edge, edge.source) for edge in graph.incoming(node_id))

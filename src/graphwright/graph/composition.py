"""Composition must not lead back to itself: a part cannot contain its whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Edge
    from graphwright.protocol.ids import NodeId

COMPOSE: Final = "compose"


def find_ring(graph: Graph, starts: Iterable[NodeId]) -> list[NodeId]:
    """A composition that leads back to itself, reachable from one of the nodes; empty if there is none. Linear."""
    done: set[NodeId] = set()
    for start in starts:
        path: list[NodeId] = [start]
        ahead: dict[NodeId, Iterator[Edge]] = {start: graph.outgoing(start, COMPOSE)}
        while path:
            edge = next((edge for edge in ahead[path[-1]] if edge.target not in done), None)
            if edge is None:
                done.add(path[-1])
                del ahead[path.pop()]
            elif edge.target in ahead:
                return path[path.index(edge.target) :]
            else:
                path.append(edge.target)
                ahead[edge.target] = graph.outgoing(edge.target, COMPOSE)
    return []

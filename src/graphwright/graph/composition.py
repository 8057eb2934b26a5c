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
    """A composition that leads back to itself through or above one of the nodes; empty if there is none.

    Goes up, from part to whole: above a node there are few others, below the root of a model lies all of it.
    """
    done: set[NodeId] = set()
    for start in starts:
        path: list[NodeId] = [start]
        ahead: dict[NodeId, Iterator[Edge]] = {start: graph.incoming(start, COMPOSE)}
        while path:
            edge = next((edge for edge in ahead[path[-1]] if edge.source not in done), None)
            if edge is None:
                done.add(path[-1])
                del ahead[path.pop()]
            elif edge.source in ahead:
                first, *above = path[path.index(edge.source) :]
                return [first, *reversed(above)]
            else:
                path.append(edge.source)
                ahead[edge.source] = graph.incoming(edge.source, COMPOSE)
    return []

"""Elements as the tool they came from knows them: its ids, its kinds of edges, its directions. For writers."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_ID, FOREIGN_TURNED
from graphwright.interop.pairs import ORIGINAL_KIND
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId


class ForeignEdge(NamedTuple):
    """An edge with the kind, direction and id that its tool gave it."""

    kind: str
    source: NodeId
    target: NodeId
    foreign_id: str


def foreign_id(element: Node | Edge) -> str:
    """The id that another tool knows it by; empty for what was made here."""
    value = element.attributes.get(FOREIGN_ID)
    return value if isinstance(value, str) else ""


def ids_of(graph: Graph) -> dict[NodeId, str]:
    """What each node is called in a file for others: as it came, or by its node id. No two share one."""
    known = Counter(foreign_id(node) for node in graph.nodes.values())
    return {
        node_id: own if (own := foreign_id(node)) and known[own] == 1 else node_id
        for node_id, node in graph.nodes.items()
    }


def edge_of(edge: Edge) -> ForeignEdge:
    """An edge as its tool knows it."""
    if not edge.attributes:  # by far the most edges that were made here
        return ForeignEdge(edge.edge_type, edge.source, edge.target, "")
    kind = edge.attributes.get(ORIGINAL_KIND, edge.edge_type)
    ends = (edge.target, edge.source) if edge.attributes.get(FOREIGN_TURNED) is True else (edge.source, edge.target)
    return ForeignEdge(kind if isinstance(kind, str) else edge.edge_type, *ends, foreign_id(edge))

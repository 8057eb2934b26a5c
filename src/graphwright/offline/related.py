"""What "has" means between types: which nodes of one type belong to a node of another, as people say it.

Mostly that is an edge, in either direction. Where the ontology puts something between (a chain between a use case and
its functions, a requirement between a function and its test) the steps are listed here, once, for questions and for
"every function without test" alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphwright.graph.document import Graph
from graphwright.protocol.graph import Node

_BETWEEN: Final = {
    ("UC", "ACTOR"): "FCHAIN",
    ("UC", "FUNC"): "FCHAIN",
    ("UC", "FLOW"): "FCHAIN",
    ("SYS", "TEST"): "REQ",
    ("UC", "TEST"): "REQ",
    ("FUNC", "TEST"): "REQ",
    ("SYS", "ACTOR"): "UC",
    ("ACTOR", "FUNC"): "FLOW",
    ("FUNC", "ACTOR"): "FLOW",
    ("ACTOR", "UC"): "FCHAIN",
    ("FUNC", "UC"): "FCHAIN",
    ("FLOW", "UC"): "FCHAIN",
    ("TEST", "FUNC"): "REQ",
    ("TEST", "UC"): "REQ",
}


def related(graph: Graph, node: Node, node_type: str) -> list[Node]:
    """The nodes of a type that belong to a node, each once, in the order of their edges."""
    between = _BETWEEN.get((node.node_type, node_type))
    found = {each.node_id: each for each in _adjacent(graph, node, node_type)}
    if between is not None:
        for middle in _adjacent(graph, node, between):
            found.update((each.node_id, each) for each in related(graph, middle, node_type) if each is not node)
    return list(found.values())


def has(graph: Graph, node: Node, node_type: str) -> bool:
    """Has a node something of this type?"""
    return bool(related(graph, node, node_type))


def _adjacent(graph: Graph, node: Node, node_type: str) -> Iterator[Node]:
    for neighbour in graph.neighbours(node.node_id):
        if graph.nodes[neighbour].node_type == node_type and neighbour != node.node_id:
            yield graph.nodes[neighbour]

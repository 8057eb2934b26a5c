"""A graph as the files of a folder: one for each node with the edges that leave it, in one order always.

Semantic ids name files and ends of edges, so a file stays where it is when its node is renamed. Two nodes whose files
would be one where case does not matter share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphwright.formats.elements import write_edge
from graphwright.formats.encoding import short_relation
from graphwright.graph.document import Graph
from graphwright.interop.folder.lines import folded_lines
from graphwright.protocol.graph import Edge, Node

ENDING: Final = ".gw"
"""Of the files of a model; others in the folder are not looked at."""


def path_of(node_type: str, semantic_id: str) -> str:
    """Where a node stands."""
    return f"{node_type}/{semantic_id}{ENDING}"


def files_of(graph: Graph) -> dict[str, str]:
    """Every file of a graph by its path."""
    sharing: dict[str, list[Node]] = {}
    for node in sorted(graph.nodes.values(), key=lambda each: (each.node_type, each.semantic_id)):
        sharing.setdefault(path_of(node.node_type, node.semantic_id).casefold(), []).append(node)
    return {
        path_of(nodes[0].node_type, nodes[0].semantic_id): "\n".join([*_lines(graph, nodes), ""])
        for nodes in sharing.values()
    }


def _lines(graph: Graph, nodes: list[Node]) -> Iterator[str]:
    yield "## Nodes"
    for node in nodes:
        yield from folded_lines(node)
    edges = sorted(_edge(graph, edge) for node in nodes for edge in graph.outgoing(node.node_id))
    if edges:
        yield "## Edges"
        yield from edges


def _edge(graph: Graph, edge: Edge) -> str:
    source, target = graph.nodes[edge.source].semantic_id, graph.nodes[edge.target].semantic_id
    attributes = {key: edge.attributes[key] for key in sorted(edge.attributes)}
    return write_edge(source, short_relation(edge.edge_type, graph), [target], attributes)

"""How a model is told as a document: a chapter for each type, its elements numbered and nested as they are composed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.profile import NodeType
from graphwright.graph.query import roots
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId


class Chapter(Struct, frozen=True):
    """All elements of a type."""

    number: int
    node_type: NodeType
    sections: list[tuple[str, Node]]
    """Each element after its number, `2.1.3`."""


class NamedRelation(Struct, frozen=True):
    """What an element is to others by one relation, in one direction."""

    edge_type: str
    arrow: str
    others: list[Node]


def main_element(graph: Graph) -> Node | None:
    """The element that everything belongs to, where there is one."""
    tops = roots(graph)
    first = [top for top in tops if top.node_type == tops[0].node_type]
    return first[0] if len(first) == 1 else None


def chapters_of(graph: Graph) -> Iterator[Chapter]:
    """The chapters of types that there is something of, in the order of the ontology."""
    types = sorted(graph.ontology.node_types.values(), key=lambda each: each.order)
    for number, each in enumerate((each for each in types if graph.count(each.name)), 1):
        tops = [node for node in graph.of_type(each.name) if not _is_nested(graph, node)]
        yield Chapter(number, each, [*_sections(graph, tops, f"{number}")])


def relations_of(graph: Graph, node: Node) -> Iterator[NamedRelation]:
    """What an element leads to and what leads to it, relation by relation."""
    leaving, arriving = graph.outgoing(node.node_id), graph.incoming(node.node_id)
    yield from _grouped(graph, "→", ((edge.edge_type, edge.target) for edge in leaving))
    yield from _grouped(graph, "←", ((edge.edge_type, edge.source) for edge in arriving))


def _is_nested(graph: Graph, node: Node) -> bool:
    """Is it part of an element of its own chapter?"""
    parent = graph.parent(node.node_id)
    return parent is not None and parent.node_type == node.node_type


def _sections(graph: Graph, nodes: Iterable[Node], prefix: str) -> Iterator[tuple[str, Node]]:
    """Elements in depth, without recursion: a model may be deeper than a stack."""
    waiting = [(f"{prefix}.{at}", node) for at, node in enumerate(nodes, 1)][::-1]
    while waiting:
        number, node = waiting.pop()
        yield number, node
        parts = [each for each in graph.children(node.node_id) if each.node_type == node.node_type]
        own = [each for each in parts if graph.parent(each.node_id) == node]
        waiting += [(f"{number}.{at}", each) for at, each in enumerate(own, 1)][::-1]


def _grouped(graph: Graph, arrow: str, others: Iterable[tuple[str, NodeId]]) -> Iterator[NamedRelation]:
    found: dict[str, list[Node]] = {}
    for edge_type, other in others:
        found.setdefault(edge_type, []).append(graph.nodes[other])
    for edge_type, nodes in found.items():
        yield NamedRelation(edge_type, arrow, nodes)

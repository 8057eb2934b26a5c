"""Parts that nobody has touched for most of the project's life and that nothing else leads anybody to. Pure.

What is joined to nothing and says nothing is suggested to be deleted; what has relations is only told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from graphwright.gardening.suggestion import GardenSuggestion, named, said
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId, OperationId, Ref
from graphwright.protocol.operations import Finding, NodeDelete

_YOUNG: Final = 10
"""Revisions of a project in which nothing can be neglected yet."""
_SHARE: Final = 0.5
"""Of all revisions, those since it or what it is joined with was touched."""
_PAUSE: Final = 500
"""Nodes between two pauses."""


def neglected(
    graph: Graph, findings: Iterable[Finding], spoken_of: Collection[NodeId], language: str
) -> Iterator[GardenSuggestion | None]:
    """What is neglected, longest first; `spoken_of` is what documents, proposals or comments speak of already.

    A finding leads people to an element, too; but rules find fault with every empty one, so it saves none of these.
    """
    if graph.revision < _YOUNG:
        return
    since = int(graph.revision * (1 - _SHARE))
    judged = {node_id for finding in findings for node_id in finding.node_ids}
    found: list[tuple[int, Node]] = []
    for count, node in enumerate(graph.nodes.values()):
        if count % _PAUSE == 0:
            yield None
        touched = _touched(graph, node)
        is_led_to = node.node_id in spoken_of or (node.node_id in judged and not _says_nothing(graph, node))
        if touched <= since and not is_led_to:
            found.append((touched, node))
    for touched, node in sorted(found, key=lambda each: (each[0], each[1].semantic_id)):
        yield _suggested(graph, node, touched, language)


def _touched(graph: Graph, node: Node) -> int:
    """The revision at which it, one of its relations, or what these lead to was changed last."""
    around = [*graph.outgoing(node.node_id), *graph.incoming(node.node_id)]
    others = (graph.nodes[each].revision for each in graph.neighbours(node.node_id))
    return max(node.revision, *(edge.revision for edge in around), *others) if around else node.revision


def _says_nothing(graph: Graph, node: Node) -> bool:
    """Nothing is joined to it, and it is not described, by no attribute either."""
    return graph.degree(node.node_id) == 0 and not node.descr.strip() and not read_by_people(node.attributes)


def _suggested(graph: Graph, node: Node, touched: int, language: str) -> GardenSuggestion:
    values = {"node": named(node), "touched": str(touched), "revision": str(graph.revision)}
    if not _says_nothing(graph, node):
        return GardenSuggestion(
            concern="neglected", reason=said("untouched", language, **values), node_ids=[node.node_id]
        )
    return GardenSuggestion(
        concern="neglected",
        reason=said("empty", language, **values),
        operations=[NodeDelete(id=OperationId("delete"), ref=Ref(node.semantic_id))],
        node_ids=[node.node_id],
        ceasing=[node.node_id],
    )

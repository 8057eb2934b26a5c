"""Evidence that is older than what it proves: verdicts of tests, suspect relations, passages of documents. Pure.

A verdict is taken back by setting it to what means "not yet"; whether a relation or passage still holds is for people,
so these are only told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from graphwright.gardening.suggestion import GardenSuggestion, named, said
from graphwright.graph.document import Graph
from graphwright.operations.cures.cure import seen_to
from graphwright.protocol.documents import PassageLink
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId, OperationId, PassageId, Ref
from graphwright.protocol.operations import NodeSet, NodeUpdate

_PROVING: Final = ("verify", "satisfy")
_STATUS: Final = "status"
_PENDING: Final = "pending"
_PAUSE: Final = 500
"""Edges between two pauses."""


def stale_evidence(
    graph: Graph, links: Sequence[PassageLink], gone: Mapping[PassageId, str], language: str
) -> Iterator[GardenSuggestion | None]:
    """What proves less than it says; `gone` are the titles of documents by passages that they do not hold any more."""
    taken_back: set[NodeId] = set()
    for count, edge in enumerate(graph.edges.values()):
        if count % _PAUSE == 0:
            yield None
        if edge.edge_type not in _PROVING:
            continue
        source, target = graph.nodes[edge.source], graph.nodes[edge.target]
        seen = seen_to(edge)
        if _has_verdict(graph, target) and source.revision > max(seen, target.revision):
            if target.node_id not in taken_back:
                taken_back.add(target.node_id)
                yield _without_verdict(source, target, language)
        elif max(source.revision, target.revision) > seen:
            yield _suspect(edge, source, target, seen, language)
    for link in links:
        node = graph.nodes.get(link.node_id)
        if node is not None and link.passage_id in gone:
            told = said("passageGone", language, node=named(node), document=gone[link.passage_id], why=link.why)
            yield GardenSuggestion(concern="evidence", reason=told, node_ids=[node.node_id])


def _has_verdict(graph: Graph, node: Node) -> bool:
    node_type = graph.ontology.node_types[node.node_type]
    status = next((each for each in node_type.attributes if each.name == _STATUS), None)
    if status is None or _PENDING not in (status.options or ()):
        return False
    return node.attributes.get(_STATUS) not in (None, _PENDING)  # a value may be a list


def _without_verdict(proved: Node, test: Node, language: str) -> GardenSuggestion:
    verdict = str(test.attributes[_STATUS])
    told = said(
        "verdict",
        language,
        test=named(test),
        verdict=verdict,
        tested=str(test.revision),
        proved=named(proved),
        changed=str(proved.revision),
    )
    update = NodeUpdate(
        id=OperationId("verdict"), ref=Ref(test.semantic_id), set=NodeSet(attributes={_STATUS: _PENDING})
    )
    return GardenSuggestion(
        concern="evidence", reason=told, operations=[update], node_ids=[test.node_id, proved.node_id]
    )


def _suspect(edge: Edge, source: Node, target: Node, seen: int, language: str) -> GardenSuggestion:
    changed = max((source, target), key=lambda node: node.revision)
    told = said(
        "suspect",
        language,
        edge=f"{named(source)} -{edge.edge_type}-> {named(target)}",
        changed=named(changed),
        revision=str(changed.revision),
        seen=str(seen),
    )
    return GardenSuggestion(concern="evidence", reason=told, node_ids=[source.node_id, target.node_id])

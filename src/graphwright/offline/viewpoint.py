"""What of the model a topic is about: the nodes it names, what hangs on them, and what the rules find there.

The same for every voice of a discussion, and the same each time it is asked of the same model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.query import neighbourhood
from graphwright.offline.meaning.matching import meaning_key
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Finding

_NAMED: Final = 10
_REACH: Final = 2
_SEVERITY: Final = {"error": 0, "warning": 1, "info": 2}


class Viewpoint(Struct, frozen=True):
    """One topic, seen on one model."""

    named: list[Node]
    """The nodes that the topic names. None, or a system at the top: it is about the whole model."""
    around: dict[NodeId, int]
    """These and what lies within two edges, with the distance."""
    findings: list[Finding]
    """Of the rules, about these nodes (or all), the most severe first."""
    types: dict[str, int]
    """How many nodes of each type lie within it."""
    edges: int


def viewpoint(topic: str, graph: Graph, findings: Sequence[Finding]) -> Viewpoint:
    """Look at a model from a topic."""
    named = _named(topic, graph)
    is_whole = not named or any(node.node_type == "SYS" and graph.parent(node.node_id) is None for node in named)
    if not is_whole:
        near = neighbourhood(graph, [node.node_id for node in named], depth=_REACH)
        around, edges = near.distances, len(near.edges)
    else:
        around, edges = dict.fromkeys(graph.nodes, 0), len(graph.edges)
    within = [
        finding
        for finding in findings
        if all(node_id in graph.nodes for node_id in finding.node_ids)
        and (is_whole or any(node_id in around for node_id in finding.node_ids))
    ]
    within.sort(key=lambda each: (_SEVERITY[each.severity], _distance(each, around), each.rule_id, each.finding_id))
    types = Counter(graph.nodes[node_id].node_type for node_id in around)
    return Viewpoint(named, around, within, dict(sorted(types.items())), edges)


def _named(topic: str, graph: Graph) -> list[Node]:
    """By semantic id, by name as written, or by the meaning of all its words, in any of the three languages."""
    concepts = set(meaning_key(topic))
    found: list[tuple[int, Node]] = []
    for node in graph.nodes.values():
        key = meaning_key(node.name)
        if node.semantic_id in topic:
            found.append((len(key) + 2, node))
        elif len(node.name) > 1 and node.name in topic:
            found.append((len(key) + 1, node))
        elif len(key) > 1 and concepts.issuperset(key):
            found.append((len(key), node))
    found.sort(key=lambda each: (-each[0], each[1].semantic_id))
    return [node for _, node in found[:_NAMED]]


def _distance(finding: Finding, around: dict[NodeId, int]) -> int:
    return min((around.get(node_id, _REACH + 1) for node_id in finding.node_ids), default=_REACH + 1)

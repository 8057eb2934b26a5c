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
from graphwright.graph.statement import statement_of
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.marks import marked
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Finding
from graphwright.text.language import language_of
from graphwright.text.words import content, may_hold

_NAMED: Final = 10
_REACH: Final = 2
_COMMON: Final = 4
"""A word that a quarter of all requirements hold tells none apart."""
_SEVERITY: Final = {"error": 0, "warning": 1, "info": 2}


class Viewpoint(Struct, frozen=True):
    """One topic, seen on one model."""

    named: list[Node]
    """The nodes that the topic names. None, or a system at the top: it is about the whole model."""
    spoken: list[Node]
    """Requirements that it does not name but speaks of, those that share most of its words first."""
    around: dict[NodeId, int]
    """These and what lies within two edges, with the distance."""
    findings: list[Finding]
    """Of the rules, about what is named (or all), the most severe first."""
    types: dict[str, int]
    """How many nodes of each type lie within it."""
    edges: int


def viewpoint(topic: str, graph: Graph, index: NodeIndex, findings: Sequence[Finding]) -> Viewpoint:
    """Look at a model from a topic. `index`: of its names."""
    named = _named(topic, graph, index)
    spoken = _spoken_of(topic, graph, named)
    # A topic that names nothing is about what its words speak of.
    starts = named or spoken
    is_whole = not starts or any(node.node_type == "SYS" and graph.parent(node.node_id) is None for node in named)
    if not is_whole:
        near = neighbourhood(graph, [node.node_id for node in starts], depth=_REACH)
        around, edges = near.distances, len(near.edges)
    else:
        around, edges = dict.fromkeys(graph.nodes, 0), len(graph.edges)
    within = [
        finding
        for finding in paced(findings)
        if all(node_id in graph.nodes for node_id in finding.node_ids) and (is_whole or not _distance(finding, around))
    ]
    within.sort(key=lambda each: (_SEVERITY[each.severity], _distance(each, around), each.rule_id, each.finding_id))
    types = Counter(graph.nodes[node_id].node_type for node_id in around)
    return Viewpoint(named, spoken, around, within, dict(sorted(types.items())), edges)


def _named(topic: str, graph: Graph, index: NodeIndex) -> list[Node]:
    """The nodes that a topic names, by id or as people say names; several of one name all."""
    question = marked(topic, language_of(topic), graph, index)
    found = {node.node_id: node for mark in question.of("name") for node in mark.nodes}
    return list(found.values())[:_NAMED]


def _spoken_of(topic: str, graph: Graph, named: Sequence[Node]) -> list[Node]:
    """The requirements whose words speak most of a topic; those that share only what most of them say are left out."""
    wanted = content(topic)
    demands = paced(graph.of_type("REQ"))
    said = [(node, _shared(f"{node.name} {statement_of(node)}", wanted)) for node in demands]
    common = Counter(word for _, words in said for word in words)
    most = max(1, len(said) // _COMMON)
    known = {node.node_id for node in named}
    found = [
        (-telling, node.semantic_id, node)
        for node, words in paced(said)
        if node.node_id not in known and (telling := sum(common[word] <= most for word in words))
    ]
    return [node for *_, node in sorted(found, key=lambda each: each[:2])[:_NAMED]]


def _shared(text: str, wanted: frozenset[str]) -> frozenset[str]:
    """What a text speaks of that is wanted."""
    return content(text) & wanted if any(may_hold(text, each) for each in wanted) else frozenset()


def _distance(finding: Finding, around: dict[NodeId, int]) -> int:
    return min((around.get(node_id, _REACH + 1) for node_id in finding.node_ids), default=_REACH + 1)

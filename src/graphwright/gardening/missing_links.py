"""Elements that lack a relation which a rule expects: what fits by its name, else the rule's own repair. Pure.

A link is only suggested where one candidate fits clearly better than every other; who fits is told by words that
both names have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.gardening.suggestion import GardenSuggestion, named, said
from graphwright.graph.document import Graph
from graphwright.graph.layers import layer_of
from graphwright.operations.refs import names_of, renamed
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId, OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, Finding, NodeCreate, Operation
from graphwright.text.messages import message_of
from graphwright.text.words import stem, words


class _Expected(NamedTuple):
    """The relation that a rule asks for, and the type at its other end."""

    relation: str
    other: str
    leaves: bool
    """Does it begin at the node that lacks it?"""


EXPECTED: Final[Mapping[str, _Expected]] = MappingProxyType(
    {
        "function_requirements": _Expected("satisfy", "REQ", leaves=True),
        "uc_satisfy_req": _Expected("satisfy", "REQ", leaves=True),
        "requirements_verification": _Expected("verify", "TEST", leaves=True),
        "function_allocation": _Expected("allocate", "MOD", leaves=False),
        "flow_data_schema": _Expected("relation", "SCHEMA", leaves=True),
    }
)
_ENOUGH: Final = 0.5
"""Share of the words of the shorter name that both names must have."""
_CLEARLY: Final = 0.15
"""How much better than the next one."""
_PAUSE: Final = 500
"""Candidates between two pauses while their names are read."""


def missing_links(graph: Graph, findings: Iterable[Finding], language: str) -> Iterator[GardenSuggestion | None]:
    """Links, and beginnings of what there is nothing to link to; `None` where its caller may pause."""
    known: dict[str, _ByWord] = {}
    for finding in findings:
        expected = EXPECTED.get(finding.rule_id)
        node = graph.nodes.get(finding.node_ids[0]) if finding.node_ids else None
        if expected is None or node is None or finding.case == "several":
            continue
        if expected.other not in known:
            known[expected.other] = by_word = _ByWord()
            for count, each in enumerate(graph.of_type(expected.other)):
                if count % _PAUSE == 0:
                    yield None
                by_word.add(each)
        other = _fitting(graph, node, expected, known[expected.other])
        if other is not None:
            yield _linked(node, other, expected, finding, language)
        elif finding.repair:
            yield _repaired(graph, node, finding, language)
        yield None


class _ByWord:
    """Candidates by the words of their names, which are kept: finding stems takes longest."""

    def __init__(self) -> None:
        self.words: dict[NodeId, frozenset[str]] = {}
        self._nodes: dict[str, list[Node]] = {}

    def add(self, node: Node) -> None:
        """One candidate more."""
        self.words[node.node_id] = _words(node)
        for word in self.words[node.node_id]:
            self._nodes.setdefault(word, []).append(node)

    def with_any(self, wanted: Iterable[str]) -> Iterator[Node]:
        """The candidates that have one of these words, each once."""
        found = {node.node_id: node for word in wanted for node in self._nodes.get(word, ())}
        return iter(found.values())


def _words(node: Node) -> frozenset[str]:
    return frozenset(stem(word) for word in words(node.name))


def _fitting(graph: Graph, node: Node, expected: _Expected, known: _ByWord) -> Node | None:
    own = _words(node)
    scores: dict[NodeId, float] = {}
    for other in known.with_any(own):
        if other.node_id != node.node_id and layer_of(other) == layer_of(node) and _may(graph, node, other, expected):
            theirs = known.words[other.node_id]
            shared = len(own & theirs)
            # The second part prefers the one that says less besides.
            scores[other.node_id] = shared / min(len(own), len(theirs)) + 0.5 * shared / len(own | theirs)
    ranked = sorted(scores.items(), key=lambda each: (-each[1], each[0]))
    if not ranked:
        return None
    best, score = ranked[0]
    if len(ranked) > 1 and score - ranked[1][1] < _CLEARLY:
        return None
    theirs = known.words[best]
    return graph.nodes[best] if len(own & theirs) / min(len(own), len(theirs)) > _ENOUGH else None


def _may(graph: Graph, node: Node, other: Node, expected: _Expected) -> bool:
    source, target = (node, other) if expected.leaves else (other, node)
    return graph.ontology.allows(expected.relation, source.node_type, target.node_type)


def _linked(node: Node, other: Node, expected: _Expected, finding: Finding, language: str) -> GardenSuggestion:
    source, target = (node, other) if expected.leaves else (other, node)
    made = EdgeCreate(
        id=OperationId("link"),
        edge_type=expected.relation,
        source=Ref(source.semantic_id),
        target=Ref(target.semantic_id),
    )
    told = said("link", language, finding=message_of(finding, language), other=named(other))
    return GardenSuggestion(concern="links", reason=told, operations=[made], node_ids=[node.node_id, other.node_id])


def _repaired(graph: Graph, node: Node, finding: Finding, language: str) -> GardenSuggestion:
    """The rule's own repair, where it needs nobody's judgement."""
    made = [name for each in finding.repair if isinstance(each, NodeCreate) for name in names_of(each)]
    # In one proposal with others, so what it makes is named apart from what they make.
    names = {name: f"{name} of {node.semantic_id}" for name in made}
    ends = [each for each in finding.repair if isinstance(each, EdgeCreate)]
    joined = [NodeId(end) for each in ends for end in (each.source, each.target)]
    return GardenSuggestion(
        concern="links",
        reason=said("repair", language, finding=message_of(finding, language)),
        operations=[_renamed(each, names) for each in finding.repair],
        node_ids=list(dict.fromkeys([node.node_id, *(end for end in joined if end in graph.nodes)])),
    )


def _renamed(operation: Operation, names: Mapping[str, str]) -> Operation:
    if isinstance(operation, NodeCreate):
        return replace(operation, temp_id=names.get(operation.temp_id or "", operation.temp_id))
    return renamed(operation, names)

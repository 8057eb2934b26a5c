"""Elements that say the same under nearly the same name: each pair as a merge. Pure.

Compared are only elements of one type, layer and place whose names mean the same, by their words without endings in any
language, or differ by a slip of the pen; and those that a rule holds for near-duplicates. Names that differ in a number
are different things: pump 1 and pump 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final

from graphwright.gardening.suggestion import GardenSuggestion, named, said
from graphwright.graph.document import Graph
from graphwright.graph.layers import layer_of
from graphwright.offline.meaning.matching import meaning_key
from graphwright.operations.cures.merge import merge
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Finding
from graphwright.text.folding import fold

_NEAR: Final = frozenset({"func_near_duplicate", "schema_near_duplicate"})
_DIGITS: Final = re.compile(r"\d+")
_SHORTEST: Final = 6
"""Letters of a name in which a slip of the pen is looked for: shorter ones are one letter apart from too much."""
_ALIKE: Final = 0.92
_BLOCK: Final = 60
"""Names with one beginning that are compared with one another: 1,770 pairs."""
_PAUSE: Final = 500
"""Nodes between two pauses while names are read."""


def duplicates(graph: Graph, findings: Iterable[Finding], language: str) -> Iterator[GardenSuggestion | None]:
    """Merges, the surest first; `None` where its caller may pause."""
    seen: set[frozenset[NodeId]] = set()
    for case, first, second in _pairs(graph, findings):
        if first is None or second is None:
            yield None
            continue
        pair = frozenset((first.node_id, second.node_id))
        if pair not in seen and _one_place(graph, first, second):
            seen.add(pair)
            found = _suggested(graph, case, first, second, language)
            if found is not None:
                yield found


def _pairs(graph: Graph, findings: Iterable[Finding]) -> Iterator[tuple[str, Node | None, Node | None]]:
    for node_type in graph.ontology.node_types:
        alike: dict[tuple[object, ...], list[Node]] = {}
        begun: dict[tuple[object, ...], list[Node]] = {}
        for count, node in enumerate(graph.of_type(node_type)):
            if count % _PAUSE == 0:
                yield "", None, None
            digits = tuple(_DIGITS.findall(node.name))
            alike.setdefault((layer_of(node), digits, meaning_key(node.name)), []).append(node)
            name = fold(node.name)
            if len(name) >= _SHORTEST:
                begun.setdefault((layer_of(node), digits, name[:3]), []).append(node)
        for same in _several(alike):
            yield from (("sameName", *pair) for pair in combinations(same, 2))
            yield "", None, None
        for block in _several(begun):
            yield from (("slip", *pair) for pair in combinations(block, 2) if _is_slip(*pair))
            yield "", None, None
    for finding in findings:
        if finding.rule_id in _NEAR and all(node_id in graph.nodes for node_id in finding.node_ids[:2]):
            first, second = (graph.nodes[node_id] for node_id in finding.node_ids[:2])
            if _DIGITS.findall(first.name) == _DIGITS.findall(second.name):
                yield "near", first, second
            yield "", None, None


def _several(blocks: Mapping[tuple[object, ...], list[Node]]) -> Iterator[list[Node]]:
    return (block[:_BLOCK] for block in blocks.values() if len(block) > 1)


def _is_slip(first: Node, second: Node) -> bool:
    one, two = fold(first.name), fold(second.name)
    if len(one.split()) != len(two.split()) or abs(len(one) - len(two)) > 1:
        return False
    return SequenceMatcher(None, one, two).ratio() >= _ALIKE


def _one_place(graph: Graph, first: Node, second: Node) -> bool:
    """In two wholes, or carried by two modules, a name is free: each branch may have its own."""
    for one, two in (_places(graph, first, second), _carriers(graph, first, second)):
        if one and two and one != two:
            return False
    return True


def _places(graph: Graph, *nodes: Node) -> list[set[NodeId]]:
    parents = (graph.parent(node.node_id) for node in nodes)
    return [set() if parent is None else {parent.node_id} for parent in parents]


def _carriers(graph: Graph, *nodes: Node) -> list[set[NodeId]]:
    return [{edge.source for edge in graph.incoming(node.node_id, "allocate")} for node in nodes]


def _suggested(graph: Graph, case: str, first: Node, second: Node, language: str) -> GardenSuggestion | None:
    """The merge into the one that more rests on, at equality the older; none where it must not be."""
    kept, gone = sorted(
        (first, second), key=lambda node: (-graph.degree(node.node_id), node.created_revision, node.semantic_id)
    )
    cure = merge(graph, kept, [gone])
    if cure.problems:
        return None
    rewritten = [node_id for each in cure.report.mentions for node_id in graph.find(each.semantic_id)]
    return GardenSuggestion(
        concern="duplicates",
        reason=said(case, language, kept=named(kept), gone=named(gone), moved=len(cure.report.edges)),
        operations=cure.operations,
        node_ids=list(dict.fromkeys([kept.node_id, gone.node_id, *graph.neighbours(gone.node_id), *rewritten])),
        ceasing=[gone.node_id],
    )

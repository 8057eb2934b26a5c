"""How alike two functions or two schemas are, and an index that finds the pairs worth comparing.

A score is a weighted mean of components between 0 and 1; a component that is empty on both sides is left out and the
others are scaled to 1. For functions: description .35, action verb .25, flow structure .25, requirements .10,
hierarchy .05. For schemas: struct .50, name .25, usage .25.

The index finds every pair that scores .70 (K-24): a function's description words include its name's, so that they are
never empty, and without a shared word two functions score at most .65, two schemas at most .50. What is bounded is
work: at most 200 candidates per node, rarest words first, and at most 20 pairs told of; what is left out is counted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from sys import intern
from typing import TYPE_CHECKING, Final, NamedTuple

from graphwright.graph.words import said, verb_group
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import EdgeChange, NodeChange

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Change, Node
    from graphwright.protocol.ids import NodeId

COMPARED: Final = ("FUNC", "SCHEMA")
"""The node types that are compared."""
MAX_CANDIDATES: Final = 200
"""Nodes that one node is compared with (ADR-07)."""
MAX_PAIRS: Final = 20
"""Similar nodes that are told of one node (ADR-07)."""
MIN_SCORE: Final = 0.70
"""Below this two nodes are not alike."""
# A bound is computed in another order than the score.
_ROUNDING: Final = 1e-9
# One word in so many must be shared by two functions that reach .70: .35 x + .65 >= .70.
_ONE_SHARED_IN: Final = 7
# Of a struct this many words are compared; a schema of a thousand fields is like its twin long before that.
_STRUCT_WORDS: Final = 400
# Surroundings that are kept at once, about 1.5 kB each.
_MAX_KEPT: Final = 20_000


class SimilarPair(NamedTuple):
    """Two nodes of one type that are alike."""

    first: Node
    second: Node
    score: float
    hidden: int = 0
    """How many more there are for the first node that nothing is said of; 0 except in its last pair."""


class Features(NamedTuple):
    """What is compared of a node by itself; the rest is read from the graph around it."""

    tokens: frozenset[str]
    """What the index finds it by."""
    name: frozenset[str]
    struct: frozenset[str]
    verb: str | None


# Most nodes lack something, and to Python each empty set is another one of 216 bytes.
_NOTHING: Final = frozenset[str]()


class _Surroundings(NamedTuple):
    """What is compared of a node's place in the graph."""

    near: frozenset[str]
    """Of a function what goes in and out, by the flows' names: twins seldom share the very same flow; of a schema what
    uses it."""
    requirements: frozenset[str] = _NOTHING
    parent: str | None = None


_BARE: Final = _Surroundings(_NOTHING)


class SimilarCandidates(NamedTuple):
    """Nodes that may be similar."""

    nodes: dict[NodeId, Features]
    is_cut: bool
    """Whether there were more than are looked at."""


def features(node: Node) -> Features:
    """The words of a function or schema."""
    # The same words are the same objects: most of comparing them would be going through their letters.
    name = frozenset(map(intern, said(node.name)))
    if node.node_type == "SCHEMA":
        struct = frozenset(map(intern, _struct_words(node.attributes.get("struct"))))
        return Features(name | struct or _whole_name(node), name, struct, None)
    tokens = name | frozenset(map(intern, said(node.descr)))
    return Features(tokens or _whole_name(node), name, _NOTHING, verb_group(node.name, node.descr))


def _whole_name(node: Node) -> frozenset[str]:
    """Something to find it by when it is all stop words."""
    return frozenset({node.name.casefold()})


def _struct_words(struct: object) -> Iterator[str]:
    """The keys and values of a struct, each as one word; the words of its text when it is no JSON."""
    if not isinstance(struct, str) or not struct.strip():
        return
    try:
        waiting: list[JsonValue] = [json.loads(struct)]
    except (ValueError, RecursionError):
        yield from said(struct)
        return
    count = 0
    while waiting and count < _STRUCT_WORDS:
        value = waiting.pop()
        count += 1
        if isinstance(value, dict):
            for key, inner in value.items():
                if isinstance(inner, dict | list):
                    yield str(key).casefold()
                    waiting.append(inner)
                else:
                    yield f"{key}={inner}".casefold()
        elif isinstance(value, list):
            waiting.extend(value)
        else:
            yield str(value).casefold()


class SimilarityIndex:
    """Functions and schemas by their words. Follows the live graph: `apply` the changes of every commit."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._features: dict[NodeId, Features] = {}
        self._holders: dict[tuple[str, str], dict[NodeId, Features]] = {}
        """With what is compared of each: whoever goes through hundreds need not look for it again."""
        for node in nodes:
            self.add(node)

    def apply(self, changes: Iterable[Change]) -> None:
        """Follow a commit."""
        for change in changes:
            if isinstance(change, NodeChange):
                if change.before is not None:
                    self._remove(change.before)
                if change.after is not None:
                    self.add(change.after)

    def forget(self, changes: Iterable[Change]) -> None:
        """Forget what a commit changed or removed, as it was."""
        for change in changes:
            if isinstance(change, NodeChange) and change.before is not None:
                self._remove(change.before)

    def candidates(self, node: Node, own: Features | None = None) -> SimilarCandidates:
        """Nodes of the same type that share enough words with this one, which need not be in the index itself.

        `own`: its features, where they are known.
        """
        tokens = (own or features(node)).tokens
        holders = sorted((self._holders.get((node.node_type, token), {}) for token in tokens), key=len)
        if node.node_type == "FUNC":
            # Who shares k of n words shares at least one of any n - k + 1: the commonest need no look.
            holders = holders[: len(holders) + 1 - -(-len(holders) // _ONE_SHARED_IN)]
        found: dict[NodeId, Features] = {}
        for each in holders:
            for node_id, known in each.items():
                if len(found) == MAX_CANDIDATES and node_id not in found:
                    return SimilarCandidates(found, is_cut=True)
                if node_id != node.node_id:
                    found[node_id] = known
        return SimilarCandidates(found, is_cut=False)

    def known(self, node_id: NodeId) -> Features | None:
        """The features of a node as the index has it."""
        return self._features.get(node_id)

    def add(self, node: Node) -> None:
        """Take in a node that the index does not know."""
        if node.node_type in COMPARED:
            known = self._features[node.node_id] = features(node)
            for token in known.tokens:
                self._holders.setdefault((node.node_type, token), {})[node.node_id] = known

    def _remove(self, node: Node) -> None:
        known = self._features.pop(node.node_id, None)
        for token in known.tokens if known else ():
            holders = self._holders[node.node_type, token]
            del holders[node.node_id]
            if not holders:
                del self._holders[node.node_type, token]


def index_graph(graph: Graph) -> SimilarityIndex:
    """An index of all functions and schemas of a graph."""
    return SimilarityIndex(node for node_type in COMPARED for node in graph.of_type(node_type))


class SurroundingsCache:
    """The surroundings of nodes, each looked at once while they stay as they are: a survey meets one 200 times."""

    def __init__(self, graph: Graph, most: int = _MAX_KEPT) -> None:
        self._graph = graph
        self._most = most
        self._revision = graph.revision
        self._kept: dict[NodeId, _Surroundings] = {}

    def apply(self, changes: Iterable[Change], revision: int) -> None:
        """Follow a commit that the graph has just taken: what it touched, and what is joined to that, is forgotten."""
        if revision != self._revision + 1:
            return  # one was missed: `of` begins anew
        self._revision = revision
        for change in changes:
            if isinstance(change, EdgeChange):
                edges = (edge for edge in (change.before, change.after) if edge is not None)
                touched = [node_id for edge in edges for node_id in (edge.source, edge.target)]
            else:
                nodes = (node for node in (change.before, change.after) if node is not None)
                touched = [each for node in nodes for each in (node.node_id, *self._graph.neighbours(node.node_id))]
            for node_id in touched:
                self._kept.pop(node_id, None)

    def of(self, node: Node) -> _Surroundings:
        """The surroundings of a node at the graph's revision of now."""
        if self._revision != self._graph.revision or len(self._kept) >= self._most:
            self._revision = self._graph.revision
            self._kept.clear()
        known = self._kept.get(node.node_id)
        if known is None:
            known = self._kept[node.node_id] = _surroundings(self._graph, node)
        return known


def similar_nodes(
    graph: Graph,
    node: Node,
    index: SimilarityIndex,
    fresh: SimilarityIndex | None = None,
    cache: SurroundingsCache | None = None,
) -> list[SimilarPair]:
    """What is like a node, most alike first; at most 20, the last one says how many are hidden.

    `fresh` holds the nodes that a change set touched, as they are in `graph`; the index may still have their old words.
    `cache` is kept by whoever asks for many nodes of a graph.
    """
    places = cache or SurroundingsCache(graph)
    own, here = features(node), places.of(node)
    found, is_cut = index.candidates(node, own)
    if fresh is not None:
        found = {other: known for other, known in found.items() if fresh.known(other) is None}
        more = fresh.candidates(node, own)
        found, is_cut = found | more.nodes, is_cut or more.is_cut
    is_function, needs = node.node_type == "FUNC", _needs(own, here)
    pairs: list[SimilarPair] = []
    for node_id, known in found.items():
        if is_function:
            near, far = needs[known.verb == own.verb]
            words = jaccard(own.tokens, known.tokens) or 0.0
        else:
            words = _schemas_alike(own, known)
            near, far = MIN_SCORE - 0.25 - _ROUNDING, MIN_SCORE - _ROUNDING
        if words < near:
            continue  # most end here, without a look around
        other = graph.nodes.get(node_id)
        if other is None:
            continue  # deleted by this change set
        there = places.of(other)
        if words < far and here.near and here.near.isdisjoint(there.near):
            continue
        score = _score(node.node_type, own, known, (here, there))
        if score >= MIN_SCORE:
            pairs.append(SimilarPair(node, other, score))
    pairs.sort(key=lambda pair: (-pair.score, pair.second.node_id))
    hidden = len(pairs) - MAX_PAIRS
    if hidden > 0 or (is_cut and pairs):
        pairs = pairs[:MAX_PAIRS]
        pairs[-1] = pairs[-1]._replace(hidden=max(hidden, 1))
    return pairs


def similarity(graph: Graph, first: Node, second: Node) -> float:
    """How alike two nodes of one type are, from 0 to 1."""
    one, two = features(first), features(second)
    places = _surroundings(graph, first), _surroundings(graph, second)
    return _score(first.node_type, one, two, places)


def _surroundings(graph: Graph, node: Node) -> _Surroundings:
    if node.node_type == "SCHEMA":
        return _Surroundings(frozenset(graph.neighbours(node.node_id)) or _NOTHING)
    ins = [f"> {graph.nodes[edge.source].name.casefold()}" for edge in graph.incoming(node.node_id, "io")]
    outs = [f"< {graph.nodes[edge.target].name.casefold()}" for edge in graph.outgoing(node.node_id, "io")]
    parent = graph.parent(node.node_id)
    return _Surroundings(
        near=frozenset(ins + outs) or _NOTHING,
        requirements=frozenset(edge.target for edge in graph.outgoing(node.node_id, "satisfy")) or _NOTHING,
        parent=parent.node_id if parent else None,
    )


def _needs(own: Features, here: _Surroundings) -> tuple[tuple[float, float], tuple[float, float]]:
    """How much alike the words of another function must be for `MIN_SCORE`, of one with another verb and with the same.

    Each where what is near may be the same, and where nothing of it is. Of a function that nothing is joined to, as
    most are that were just made, words and verb must do: whatever is around the other one only tells them apart.
    """
    if here == _BARE:
        same = MIN_SCORE if own.verb is None else (MIN_SCORE * 0.60 - 0.25) / 0.35
        return (math.inf, math.inf), (same - _ROUNDING, same - _ROUNDING)
    verb, total = (0.25, 1.0) if own.verb is not None else (0.0, 0.75)
    apart, same = MIN_SCORE - 0.15 - _ROUNDING, MIN_SCORE * total - verb - 0.15 - _ROUNDING
    return ((apart - 0.25) / 0.35, apart / 0.35), ((same - 0.25) / 0.35, same / 0.35)


def _schemas_alike(one: Features, two: Features) -> float:
    """What struct and name give at most to the score of two schemas."""
    struct, name = jaccard(one.struct, two.struct), jaccard(one.name, two.name)
    return 0.50 * (1.0 if struct is None else struct) + 0.25 * (1.0 if name is None else name)


def _score(node_type: str, one: Features, two: Features, places: tuple[_Surroundings, _Surroundings]) -> float:
    here, there = places
    near = jaccard(here.near, there.near)
    if node_type == "SCHEMA":
        return _weighted((0.50, jaccard(one.struct, two.struct)), (0.25, jaccard(one.name, two.name)), (0.25, near))
    return _weighted(
        (0.35, jaccard(one.tokens, two.tokens)),
        (0.25, _same(one.verb, two.verb)),
        (0.25, near),
        (0.10, jaccard(here.requirements, there.requirements)),
        (0.05, _same(here.parent, there.parent)),
    )


def _weighted(*components: tuple[float, float | None]) -> float:
    score = total = 0.0
    for weight, value in components:
        if value is not None:
            score += weight * value
            total += weight
    return score / total if total else 0.0


def jaccard(first: frozenset[str], second: frozenset[str]) -> float | None:
    """Shared members by all members; `None` when there are none."""
    if not first and not second:
        return None
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared)


def _same(first: str | None, second: str | None) -> float | None:
    if first is None and second is None:
        return None
    return 1.0 if first == second else 0.0

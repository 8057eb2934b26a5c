"""The main parts of a model: a few elements that the others lie in or hang on, each with a summary of what it holds.

For questions about the whole ("what are the main parts?") of a model that nobody reads whole (16.6). The parts come
from what people said: what a thing is composed of. Only where that tells no two of them, the most connected elements
stand in. What is part of nothing, such as a requirement or a flow, goes where most of its relations lead. Where each
element of a diagram is drawn is another matter (ADR-52).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from graphwright.graph.query import roots
from graphwright.pauses import paced

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node
    from graphwright.protocol.ids import NodeId

MAX_PARTS: Final = 12
"""What fits into a glance, and into a prompt."""
_BETWEEN: Final = frozenset(("FCHAIN", "FLOW"))
"""A chain goes through several parts, a flow leads from one to another: neither is one itself."""
_SEVERAL: Final = 2
"""Of parts in a model, and of elements in a part besides its head."""
_CENTRAL: Final = 3
_TIES: Final = 4
_LARGE: Final = 4
"""A part that holds more than one in so many elements is taken apart, where its own parts allow it."""
_ROUNDS: Final = 6
"""How many relations away from a part an element may be to belong to it."""


class MainPart(NamedTuple):
    """One part."""

    head: Node
    holds: Mapping[str, int]
    """How many elements of which type belong to it, the head not counted; in the ontology's order."""
    central: Sequence[Node]
    """Those of them with the most relations."""
    tied: Mapping[NodeId, int]
    """The heads of the parts with which it has the most relations, and how many."""


class MainParts(NamedTuple):
    """All of them, the one that holds most first."""

    parts: Sequence[MainPart]
    left: int
    """Elements that belong to none: what is above the parts, and what hangs on nothing."""


def main_parts(graph: Graph) -> MainParts:
    """The parts of a model with their summaries, the same for the same model; at least two, or none."""
    heads = _composed(graph)
    if len(heads) < _SEVERAL:
        heads = {hub: _below(graph, hub) for hub in _hubs(graph)}
    belongs = _spread(graph, heads)
    held = Counter(paced(belongs.values()))
    filled = {head: below for head, below in heads.items() if held[head] > _SEVERAL}
    if len(filled) < _SEVERAL:
        return MainParts([], len(graph.nodes))
    if len(filled) < len(heads):  # what holds next to nothing belongs to another itself
        heads, belongs = filled, _spread(graph, filled)
    holds: dict[NodeId, Counter[str]] = {head: Counter() for head in heads}
    members: dict[NodeId, list[NodeId]] = {head: [] for head in heads}
    for node_id, head in paced(belongs.items()):
        if node_id != head:
            holds[head][graph.nodes[node_id].node_type] += 1
            members[head].append(node_id)
    tied: dict[NodeId, Counter[NodeId]] = {head: Counter() for head in heads}
    for edge in paced(graph.edges.values()):
        one, other = belongs.get(edge.source), belongs.get(edge.target)
        if one is not None and other is not None and one != other:
            tied[one][other] += 1
            tied[other][one] += 1
    order = sorted(heads, key=lambda head: -len(members[head]))
    parts = [
        MainPart(
            head=graph.nodes[head],
            holds={each: holds[head][each] for each in graph.ontology.node_types if each in holds[head]},
            central=[graph.nodes[each] for each in _most_connected(graph, members[head], _CENTRAL)],
            tied=dict(tied[head].most_common(_TIES)),
        )
        for head in order
    ]
    return MainParts(parts, len(graph.nodes) - len(belongs))


def _composed(graph: Graph) -> dict[NodeId, dict[NodeId, None]]:
    """The tops of the tree with what lies below each; one that holds too much gives way to its few parts."""
    below = {root.node_id: _below(graph, root.node_id) for root in roots(graph) if root.node_type not in _BETWEEN}
    kept: dict[NodeId, dict[NodeId, None]] = dict(sorted(below.items(), key=lambda each: -len(each[1]))[:MAX_PARTS])
    whole: set[NodeId] = set()
    while candidates := [each for each in kept if each not in whole]:
        largest = max(candidates, key=lambda each: len(kept[each]))
        if len(kept) > 1 and len(kept[largest]) * _LARGE <= len(graph.nodes):
            break
        inner = {child.node_id: _below(graph, child.node_id) for child in graph.children(largest)}
        parts = {child: under for child, under in inner.items() if len(under) > 1 and child not in kept}
        if len(parts) < _SEVERAL or len(kept) - 1 + len(parts) > MAX_PARTS:
            whole.add(largest)
            continue
        del kept[largest]
        kept |= parts
    return kept


def _below(graph: Graph, top: NodeId) -> dict[NodeId, None]:
    """A node with everything that it is composed of; an imported circle is gone through once."""
    found: dict[NodeId, None] = {top: None}
    waiting = [top]
    for node_id in paced(waiting):  # it grows meanwhile
        for child in paced(graph.children(node_id)):
            if child.node_id not in found:
                found[child.node_id] = None
                waiting.append(child.node_id)
    return found


def _hubs(graph: Graph) -> list[NodeId]:
    """The most connected elements, none of them a neighbour of another."""
    found: list[NodeId] = []
    near: set[NodeId] = set()
    for node_id in _most_connected(graph, graph.nodes, MAX_PARTS**2):
        fits = graph.degree(node_id) > 1 and graph.nodes[node_id].node_type not in _BETWEEN
        if fits and node_id not in near and len(found) < MAX_PARTS:
            found.append(node_id)
            near.update(graph.neighbours(node_id))
    return found


def _most_connected(graph: Graph, node_ids: Iterable[NodeId], most: int) -> list[NodeId]:
    return heapq.nlargest(most, paced(node_ids), key=graph.degree)


def _spread(graph: Graph, heads: Mapping[NodeId, Iterable[NodeId]]) -> dict[NodeId, NodeId]:
    """The head that each element belongs to: the one it lies in, else the one that most of its neighbours belong to.

    `heads`: with what lies below each. What a head is part of belongs to none.
    """
    belongs: dict[NodeId, NodeId] = {head: head for head in heads}
    for head, below in heads.items():
        for node_id in paced(below):
            belongs.setdefault(node_id, head)
    above = _above(graph, heads)
    edge = list(belongs)
    for _ in range(_ROUNDS):
        votes: dict[NodeId, Counter[NodeId]] = {}
        for node_id in paced(edge):
            for other in graph.neighbours(node_id):
                if other not in belongs and other not in above:
                    votes.setdefault(other, Counter())[belongs[node_id]] += 1
        if not votes:
            break
        for node_id, counted in paced(votes.items()):
            belongs[node_id] = counted.most_common(1)[0][0]
        edge = list(votes)
    return belongs


def _above(graph: Graph, heads: Iterable[NodeId]) -> set[NodeId]:
    """Everything that the heads are composed in, and what that is composed in."""
    found: set[NodeId] = set()
    waiting = list(heads)
    for node_id in paced(waiting):
        for whole in paced(graph.sources(node_id, "compose")):
            if whole.node_id not in found and whole.node_type not in _BETWEEN:
                found.add(whole.node_id)
                waiting.append(whole.node_id)
    return found

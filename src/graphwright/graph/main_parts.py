"""The main parts of a model: a few elements that the others lie in or hang on, each with a summary of what it holds.

For questions about the whole ("what are the main parts?") of a model that nobody reads whole (16.6). The parts come
from what people said: what a thing is composed of, else the sections that elements stand in. Only where neither tells
two of them, the most connected elements stand in. What is part of nothing, such as a requirement or a flow, goes where
most of its relations lead. Where each element of a diagram is drawn is another matter (ADR-52).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphwright.graph.query import roots
from graphwright.graph.sections import sections
from graphwright.pauses import paced
from graphwright.protocol.ids import NodeId

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node

PartKey: TypeAlias = str
"""The node id of a part's head, or the title of a section."""
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
_MADE_OF: Final = 12
"""Parts of one part that are named."""
_SMALLER: Final = 30
"""Sections that are named with their numbers only."""


class MainPart(NamedTuple):
    """One part."""

    name: str
    head: Node | None
    """What the others are composed in or hang on; none where the part is a section."""
    made_of: Sequence[Node]
    """What the head is composed of, at most twelve, what holds most first."""
    more: int
    """Of what it is composed beyond these."""
    holds: Mapping[str, int]
    """How many elements of which type belong to it, the head not counted; in the ontology's order."""
    central: Sequence[Node]
    """Those of them with the most relations."""
    tied: Mapping[PartKey, int]
    """The parts with which it has the most relations, and how many."""

    @property
    def shown(self) -> list[Node]:
        """The elements that a summary names."""
        named = [*self.made_of, *self.central]
        return named if self.head is None else [self.head, *named]


class MainParts(NamedTuple):
    """All of them, the one that holds most first."""

    parts: Sequence[MainPart]
    left: int
    """Elements that belong to none: what is above the parts, in smaller sections, and what hangs on nothing."""
    smaller: Mapping[str, int] = {}
    """Sections beyond the largest twelve, and how many elements stand in each."""


def main_parts(graph: Graph) -> MainParts:
    """The parts of a model with their summaries, the same for the same model; at least two, or none."""
    heads: dict[PartKey, dict[NodeId, None]] = dict(_composed(graph).items())
    smaller: dict[str, dict[NodeId, None]] = {}
    if len(heads) < _SEVERAL:
        smaller = sections(graph)
        large = [title for title, members in smaller.items() if len(members) > _SEVERAL][:MAX_PARTS]
        heads = {title: smaller.pop(title) for title in large}
    if len(heads) < _SEVERAL:
        heads, smaller = {hub: _below(graph, hub) for hub in _hubs(graph)}, {}
    elsewhere = {node_id for members in smaller.values() for node_id in members}
    belongs = _spread(graph, heads, elsewhere)
    held = Counter(paced(belongs.values()))
    filled = {head: below for head, below in heads.items() if held[head] > _SEVERAL}
    if len(filled) < _SEVERAL:
        return MainParts([], len(graph.nodes))
    if len(filled) < len(heads):  # what holds next to nothing belongs to another itself
        heads, belongs = filled, _spread(graph, filled, elsewhere)
    rest = {title: len(members) for title, members in list(smaller.items())[:_SMALLER]}
    return MainParts(_summed_up(graph, heads, belongs), len(graph.nodes) - len(belongs), rest)


def _summed_up(
    graph: Graph, heads: Mapping[PartKey, Mapping[NodeId, None]], belongs: Mapping[NodeId, PartKey]
) -> list[MainPart]:
    """What each part holds, and how they are tied to each other."""
    holds: dict[PartKey, Counter[str]] = {head: Counter() for head in heads}
    members: dict[PartKey, list[NodeId]] = {head: [] for head in heads}
    for node_id, head in paced(belongs.items()):
        if node_id != head:
            holds[head][graph.nodes[node_id].node_type] += 1
            members[head].append(node_id)
    tied: dict[PartKey, Counter[PartKey]] = {head: Counter() for head in heads}
    for edge in paced(graph.edges.values()):
        one, other = belongs.get(edge.source), belongs.get(edge.target)
        if one is not None and other is not None and one != other:
            tied[one][other] += 1
            tied[other][one] += 1
    return [
        _summary(graph, key, holds[key], members[key], tied[key])
        for key in sorted(heads, key=lambda each: -len(members[each]))
    ]


def _summary(
    graph: Graph, key: PartKey, holds: Mapping[str, int], members: Sequence[NodeId], tied: Counter[PartKey]
) -> MainPart:
    head = _node(graph, key)
    made_of = [] if head is None else _largest(graph, head)
    return MainPart(
        name=key if head is None else head.name,
        head=head,
        made_of=made_of[:_MADE_OF],
        more=max(0, len(made_of) - _MADE_OF),
        holds={each: holds[each] for each in graph.ontology.node_types if each in holds},
        central=[graph.nodes[each] for each in _most_connected(graph, members, _CENTRAL)],
        tied=dict(tied.most_common(_TIES)),
    )


def _node(graph: Graph, key: PartKey) -> Node | None:
    return graph.nodes.get(NodeId(key))


def _largest(graph: Graph, whole: Node) -> list[Node]:
    """What a node is composed of directly, what holds most first."""
    parts = (child for child in paced(graph.children(whole.node_id)) if child.node_type not in _BETWEEN)
    below = {child.node_id: len(_below(graph, child.node_id)) for child in parts}
    return [graph.nodes[each] for each in sorted(below, key=lambda child: -below[child])]


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


def _spread(
    graph: Graph, heads: Mapping[PartKey, Iterable[NodeId]], elsewhere: Collection[NodeId]
) -> dict[NodeId, PartKey]:
    """The part that each element belongs to: the one it lies in, else the one that most of its neighbours belong to.

    `heads`: with what lies below each. What a head is part of belongs to none, nor does what stands `elsewhere`.
    """
    belongs: dict[NodeId, PartKey] = {node.node_id: head for head in heads if (node := _node(graph, head)) is not None}
    barred = {*_above(graph, list(belongs)), *elsewhere}
    for head, below in heads.items():
        for node_id in paced(below):
            belongs.setdefault(node_id, head)
    edge = list(belongs)
    for _ in range(_ROUNDS):
        votes: dict[NodeId, Counter[PartKey]] = {}
        for node_id in paced(edge):
            for other in graph.neighbours(node_id):
                if other not in belongs and other not in barred:
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

"""The whole graph held still, as integers: what the late sweeps read.

A sweep pauses between slices of its work, and meanwhile the live graph may change (ADR-18). So it reads a `Picture`:
nodes and edges are records that never change, so two lists of them are copied, and everything else is built from the
copies; both in slices. Its findings are true of the revision the picture was taken at.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.ontology import Ontology
    from graphwright.protocol.graph import Edge, Node
    from graphwright.protocol.ids import NodeId

K = TypeVar("K")
T = TypeVar("T")

_NOT_TAKEN: Final = -1
SLICE: Final = 1_000
"""Nodes or edges looked at between two pauses: 0.5 to 1 ms, half of what ADR-18 allows."""

_COPIED: Final = 15_000
"""Elements copied between two pauses: what was not looked at for a while takes 30 ns each."""
_TRIES: Final = 3
"""A graph that changes all the time is copied at once, without a pause, after so many beginnings."""

Pauses: TypeAlias = Generator[None, None, None]
Adjacency: TypeAlias = Sequence[Sequence[int]]
"""Per place of a node, the places it leads to."""

# One for all nodes without such an edge: most have edges of one or two relations only.
_NOWHERE: Final[list[int]] = []


class Picture:
    """Nodes and edges at one revision; a node is known by its place in `nodes`."""

    def __init__(self, graph: Graph) -> None:
        self.ontology: Ontology = graph.ontology
        self.revision = _NOT_TAKEN
        self.nodes: list[Node] = []
        self._graph = graph
        self._begun = 0
        """How often it was begun to be taken, over all calls of `take`."""
        self._edges: list[Edge] = []
        self._places: dict[NodeId, int] = {}
        self._of_type: dict[str, list[int]] = {}
        self._ahead: Mapping[str, Adjacency] = {}
        self._back: Mapping[str, Adjacency] = {}

    def take(self) -> Pauses:
        """Copy the graph as it is at the end of this, whatever changes it meanwhile; once more where it is too old."""
        graph = self._graph
        while True:
            at_once = self._begun >= _TRIES
            self._begun += 1
            self.revision, self.nodes, self._edges = graph.revision, [], []
            copied = chain(_copied(graph.nodes, self.nodes), _copied(graph.edges, self._edges))
            if at_once:
                for _ in copied:
                    pass
                return
            for _ in copied:
                yield
                if graph.revision != self.revision:
                    break
            else:
                return

    def develop(self, relations: Iterable[str]) -> Pauses:
        """Build the indexes, for these relations; to be exhausted before anything else is asked."""
        for start in range(0, len(self.nodes), SLICE):
            for place, node in enumerate(self.nodes[start : start + SLICE], start):
                self._places[node.node_id] = place
                self._of_type.setdefault(node.node_type, []).append(place)
            yield
        ahead: dict[str, list[list[int]]] = {}
        back: dict[str, list[list[int]]] = {}
        for relation in relations:
            ahead[relation] = [_NOWHERE] * len(self.nodes)
            back[relation] = [_NOWHERE] * len(self.nodes)
            yield
        places = self._places
        for start in range(0, len(self._edges), SLICE):
            for edge in self._edges[start : start + SLICE]:
                if edge.edge_type in ahead:
                    source, target = places[edge.source], places[edge.target]
                    _join(ahead[edge.edge_type], source, target)
                    _join(back[edge.edge_type], target, source)
            yield
        self._ahead, self._back = ahead, back

    def of_type(self, node_type: str) -> Sequence[int]:
        """The places of all nodes of a type."""
        return self._of_type.get(node_type, ())

    def ahead(self, relation: str) -> Adjacency:
        """Where a relation leads from each place."""
        return self._ahead[relation]

    def back(self, relation: str) -> Adjacency:
        """Where a relation comes from at each place."""
        return self._back[relation]

    def reach(self, starts: Iterable[int], *ways: Adjacency) -> Generator[None, None, bytearray]:
        """Mark every place that can be reached from the starts, starts included, over any of the ways."""
        marks = bytearray(len(self.nodes))
        waiting = list(starts)
        for number, place in enumerate(waiting, 1):
            marks[place] = 1
            if number % SLICE == 0:
                yield
        work = 0
        while waiting:
            place = waiting.pop()
            for way in ways:
                for following in way[place]:
                    work += 1
                    if not marks[following]:
                        marks[following] = 1
                        waiting.append(following)
            if work >= SLICE:
                work = 0
                yield
        return marks


def _copied(elements: Mapping[K, T], to: list[T]) -> Pauses:
    values = iter(elements.values())
    while some := list(islice(values, _COPIED)):
        to += some
        yield


def _join(ways: list[list[int]], place: int, other: int) -> None:
    found = ways[place]
    if found is _NOWHERE:
        ways[place] = [other]
    else:
        found.append(other)

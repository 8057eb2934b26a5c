"""The whole graph held still, as integers: what the late sweeps read.

A sweep pauses between slices of its work, and meanwhile the live graph may change (D18). So it reads a `Picture`:
nodes and edges are records that never change, copying the two lists takes a fraction of a millisecond, and everything
else is built from the copies, in slices too. Its findings are true of the revision the picture was taken at.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.ontology import Ontology
    from graphwright.protocol.graph import Edge, Node
    from graphwright.protocol.ids import NodeId

SLICE: Final = 2_000
"""Nodes or edges looked at between two pauses: about 1 ms, half of what D18 allows."""

Pauses: TypeAlias = Generator[None, None, None]
Adjacency: TypeAlias = Sequence[list[int]]
"""Per place of a node, the places it leads to."""


class Picture:
    """Nodes and edges at one revision; a node is known by its place in `nodes`."""

    def __init__(self, graph: Graph) -> None:
        self.ontology: Ontology = graph.ontology
        self.revision = graph.revision
        self.nodes: list[Node] = list(graph.nodes.values())
        self._edges: list[Edge] = list(graph.edges.values())
        self._places: dict[NodeId, int] = {}
        self._of_type: dict[str, list[int]] = {}
        self._ahead: dict[str, Adjacency] = {}
        self._back: dict[str, Adjacency] = {}

    def develop(self, relations: Iterable[str]) -> Pauses:
        """Build the indexes, for these relations; to be exhausted before anything else is asked."""
        for place, node in enumerate(self.nodes):
            self._places[node.node_id] = place
            self._of_type.setdefault(node.node_type, []).append(place)
            if place % SLICE == 0:
                yield
        for relation in relations:
            ahead: list[list[int]] = [[] for _ in self.nodes]
            back: list[list[int]] = [[] for _ in self.nodes]
            self._ahead[relation], self._back[relation] = ahead, back
            yield
        places, ahead_of, back_of = self._places, self._ahead, self._back
        for number, edge in enumerate(self._edges):
            if edge.edge_type in ahead_of:
                source, target = places[edge.source], places[edge.target]
                ahead_of[edge.edge_type][source].append(target)
                back_of[edge.edge_type][target].append(source)
            if number % SLICE == 0:
                yield

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
        for place in waiting:
            marks[place] = 1
        work = 0
        while waiting:
            place = waiting.pop()
            for way in ways:
                for following in way[place]:
                    if not marks[following]:
                        marks[following] = 1
                        waiting.append(following)
                work += len(way[place])
            work += 1
            if work >= SLICE:
                work = 0
                yield
        return marks

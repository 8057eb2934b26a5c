"""The index of similar nodes of a project: filled for the first comparison, shared by all, it follows every commit.

What a large commit makes is taken in before the next comparison, in slices for those who can pause (ADR-18).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final
from weakref import WeakKeyDictionary

from graphwright.graph.document import Graph
from graphwright.graph.similarity import COMPARED, SimilarityIndex, SurroundingsCache
from graphwright.projects import Project
from graphwright.protocol.operations import Commit

AT_ONCE: Final = 1_000
"""Changes of a commit that is followed at once: about 40 ms."""
_MAX_PLACES: Final = 2_000
"""Nodes whose surroundings are kept while a project is open: 3 MB."""
SLICE: Final = 50
"""Nodes taken in between two pauses: about 2 ms."""


class SimilarityFollower:
    """The index of one graph. Add `on_commit` to the project's subscribers."""

    def __init__(self, graph: Graph, *, at_once: int = AT_ONCE) -> None:
        self.index = SimilarityIndex(())
        self.places = SurroundingsCache(graph, _MAX_PLACES)
        self._graph = graph
        self._at_once = at_once
        self._is_filled = False
        self._left = 0
        """Commits that were too large to be followed at once."""

    def fill(self) -> Iterator[None]:
        """Take in what is missing; pauses are wanted wherever it yields. Commits meanwhile are followed."""
        while not self._is_filled:
            left = self._left
            waiting = iter([node.node_id for node_type in COMPARED for node in self._graph.of_type(node_type)])
            while part := list(islice(waiting, SLICE)):
                for node_id in part:
                    node = self._graph.nodes.get(node_id)
                    if node is not None and self.index.known(node_id) is None:
                        self.index.add(node)
                yield
            self._is_filled = left == self._left

    def on_commit(self, commit: Commit) -> None:
        """Follow a commit that the graph has just taken; what a large one makes is left to the next `fill`."""
        if len(commit.changes) <= self._at_once:
            self.index.apply(commit.changes)
            self.places.apply(commit.changes, commit.revision)
            return
        self.index.forget(commit.changes)
        self._left += 1
        self._is_filled = False


_indexes: WeakKeyDictionary[Project, SimilarityFollower] = WeakKeyDictionary()


def similar_in(project: Project) -> SimilarityIndex:
    """The project's index, whole."""
    for _ in filling(project):
        pass
    return _indexes[project].index


def places_in(project: Project) -> SurroundingsCache | None:
    """What is kept of the surroundings of its nodes, where its index follows it."""
    following = _indexes.get(project)
    return None if following is None else following.places


def filling(project: Project) -> Iterator[None]:
    """Makes the project's index whole; pauses are wanted wherever it yields."""
    following = _indexes.get(project)
    if following is None:
        following = _indexes[project] = SimilarityFollower(project.graph)
        project.on_commit.append(following.on_commit)
    return following.fill()

"""The index of similar nodes of a project: made for the first comparison, shared by all, it follows every commit."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from graphwright.graph.similarity import SimilarityIndex, index_graph
from graphwright.projects import Project

_indexes: WeakKeyDictionary[Project, SimilarityIndex] = WeakKeyDictionary()


def similar_in(project: Project) -> SimilarityIndex:
    """The project's index."""
    index = _indexes.get(project)
    if index is None:
        index = _indexes[project] = index_graph(project.graph)
        project.on_commit.append(lambda commit: index.apply(commit.changes))
    return index

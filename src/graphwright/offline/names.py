"""The index of names of a project: filled for the first question, it takes in what commits changed before the next one.

A large model has more names than the loop may be kept for (ADR-18), so it is filled with pauses.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.operations.watch import PAUSE_S
from graphwright.ports import Clock
from graphwright.projects import Project

_indexes: WeakKeyDictionary[Project, NodeIndex] = WeakKeyDictionary()


def names_in(project: Project, graph: Graph) -> NodeIndex:
    """The index of a graph, to be filled: the one that is kept for the project's own, a new one for a past one."""
    if graph is not project.graph:
        return NodeIndex(graph, is_filled=False)
    index = _indexes.get(project)
    if index is None:
        index = _indexes[project] = NodeIndex(graph, is_filled=False)
        project.on_commit.append(index.on_commit)
    return index


async def filled(index: NodeIndex, clock: Clock) -> NodeIndex:
    """The index, whole."""
    for _ in index.fill():
        await clock.sleep(PAUSE_S)
    return index

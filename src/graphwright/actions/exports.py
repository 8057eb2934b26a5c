"""The graph that an export is written from: a copy, so that nobody's change comes in between."""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.workbench import OpenProject


async def graph_to_write(open_project: OpenProject, revision: str | None) -> Graph:
    """The graph of a revision or baseline; the one of now is copied while no commit is under way."""
    graph = await open_project.baselines.graph(revision)
    if graph is not open_project.project.graph:
        return graph
    return await open_project.committer.apart(lambda: _copied(graph))


def _copied(graph: Graph) -> Graph:
    made = Graph(graph.ontology)
    made.load(graph.snapshot())
    return made

"""Take the model out, or a part of it: as it was at a revision, in a format for others."""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.interop.format import ExportRequest
from graphwright.interop.progress import TellExport
from graphwright.interop.report import Report
from graphwright.interop.scope import WHOLE, ExportScope
from graphwright.interop.writing import write_beside
from graphwright.workbench import OpenProject


async def export_model(
    open_project: OpenProject,
    format_name: str,
    *,
    revision: str | None = None,
    scope: ExportScope = WHOLE,
    tell: TellExport = lambda _: None,
) -> tuple[bytes, Report]:
    """The file, and what it does not hold. Raises what `write_export` raises; cancelling it ends the work."""
    project = open_project.project
    graph = await _graph_to_write(open_project, revision)
    names = ", ".join(await open_project.baselines.names_of(graph.revision))
    comments = [each for each in await open_project.comments.all() if each.kind in {"node", "edge"}]
    request = ExportRequest(graph, project.project_id, project.header.name, project.clock.now(), names, scope, comments)
    return await write_beside(request, format_name, tell=tell, places=open_project.places)


async def _graph_to_write(open_project: OpenProject, revision: str | None) -> Graph:
    """The graph of a revision or baseline; the one of now is copied while no commit is under way."""
    graph = await open_project.baselines.graph(revision)
    if graph is not open_project.project.graph:
        return graph
    return await open_project.committer.apart(lambda: _copied(graph))


def _copied(graph: Graph) -> Graph:
    made = Graph(graph.ontology)
    made.load(graph.snapshot())
    return made

"""The graph in a format that others read, and what that format cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias, get_args

from graphwright.errors import InvalidCommand
from graphwright.formats.compact import write_compact
from graphwright.formats.format_e import write_format_e
from graphwright.formats.graph_json import write_graph_json
from graphwright.formats.table import write_table
from graphwright.formats.toon import write_toon
from graphwright.graph.document import Graph
from graphwright.interop.neutral import write_neutral
from graphwright.interop.report import Report
from graphwright.interop.specification import write_specification
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.texts import Term

ExportFormat: TypeAlias = Literal["json", "format-e", "compact", "toon", "table", "neutral", "specification"]
EXPORT_FORMATS: Final[tuple[ExportFormat, ...]] = get_args(ExportFormat)
_WRITERS: Final[Mapping[str, Callable[[Graph, ProjectId], str]]] = {
    "json": write_graph_json,
    "format-e": lambda graph, _: write_format_e(graph),
    "compact": lambda graph, _: write_compact(graph),
    "toon": lambda graph, _: write_toon(graph),
    "table": lambda graph, _: write_table(graph),
    "neutral": lambda graph, _: write_neutral(graph).decode(),
    "specification": lambda graph, _: write_specification(graph),
}

_LOST: Final[Mapping[str, str]] = {
    "format-e": "withoutIds",
    "compact": "withoutIds",
    "toon": "withoutAttributes",
    "table": "cutTexts",
    "neutral": "withoutSemanticIds",
    "specification": "withoutEdgeAttributes",
}
"""What a format cannot hold, by the name of the note that says so."""


def write_export(graph: Graph, project_id: ProjectId, format_name: str) -> tuple[str, Report]:
    """The text of the export and its loss report. `InvalidCommand` for an unknown format."""
    writer = _WRITERS.get(format_name)
    if writer is None:
        message = f"{format_name!r} is no export format; use one of {', '.join(EXPORT_FORMATS)}"
        raise InvalidCommand(message)
    notes = [Term(key=f"notes.{_LOST[format_name]}")] if format_name in _LOST and graph.nodes else []
    report = Report(format=format_name, nodes=len(graph.nodes), edges=len(graph.edges), notes=notes)
    return writer(graph, project_id), report

"""The graph in a format that others read, and what that format cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

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


class GraphWriter(NamedTuple):
    """A format to write a graph in."""

    write: Callable[[Graph, ProjectId], str]
    loses: str = ""
    """What the format cannot hold, by the name of the note that says so; empty where it holds everything."""


def _graph_alone(write: Callable[[Graph], str]) -> Callable[[Graph, ProjectId], str]:
    """A form that does not name the project."""
    return lambda graph, _project_id: write(graph)


def _neutral_text(graph: Graph) -> str:
    return write_neutral(graph).decode()


WRITERS: Final[Mapping[str, GraphWriter]] = MappingProxyType(
    {
        "json": GraphWriter(write_graph_json),
        "format-e": GraphWriter(_graph_alone(write_format_e), "withoutIds"),
        "compact": GraphWriter(_graph_alone(write_compact), "withoutIds"),
        "toon": GraphWriter(_graph_alone(write_toon), "withoutAttributes"),
        "table": GraphWriter(_graph_alone(write_table), "cutTexts"),
        "neutral": GraphWriter(_graph_alone(_neutral_text), "withoutSemanticIds"),
        "specification": GraphWriter(_graph_alone(write_specification), "withoutEdgeAttributes"),
    }
)


def write_export(graph: Graph, project_id: ProjectId, format_name: str) -> tuple[str, Report]:
    """The text of the export and its loss report. `InvalidCommand` for an unknown format."""
    writer = WRITERS.get(format_name)
    if writer is None:
        message = f"{format_name!r} is no export format; use one of {', '.join(EXPORT_FORMATS)}"
        raise InvalidCommand(message)
    notes = [Term(key=f"notes.{writer.loses}")] if writer.loses and graph.nodes else []
    report = Report(format=format_name, nodes=len(graph.nodes), edges=len(graph.edges), notes=notes)
    return writer.write(graph, project_id), report

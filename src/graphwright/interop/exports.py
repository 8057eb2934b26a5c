"""The graph in a format that others read, and what that format cannot hold."""

from __future__ import annotations

from datetime import time

from msgspec.structs import replace

from graphwright.interop.format import ExportRequest
from graphwright.interop.registry import export_format
from graphwright.interop.report import Report
from graphwright.ports import uncollected


def write_export(request: ExportRequest, format_name: str) -> tuple[bytes, Report]:
    """The file and its loss report. `InvalidCommand` for an unknown format, or where a library is missing.

    One state written twice on one day gives the same bytes: a file that is kept beside the code changes with the model.
    """
    chosen = export_format(format_name)
    chosen.check_installed()
    if chosen.write is None:
        raise AssertionError  # the registry only gives formats that can be written
    day = request.at.combine(request.at, time(), request.at.tzinfo)
    with uncollected():
        written = chosen.write(replace(request, at=day))
    graph = request.graph
    return written.data, Report(format=format_name, nodes=len(graph.nodes), edges=len(graph.edges), notes=written.notes)

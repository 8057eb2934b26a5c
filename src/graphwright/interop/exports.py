"""The graph, or a part of it, in a format that others read, and what that leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.interop.format import ExportRequest
from graphwright.interop.registry import export_format
from graphwright.interop.report import Report
from graphwright.interop.scope import part_of
from graphwright.ports import uncollected
from graphwright.protocol.texts import Term


def write_export(request: ExportRequest, format_name: str) -> tuple[bytes, Report]:
    """The file and its loss report: what is outside of the scope, and what the format cannot hold.

    `InvalidCommand` for an unknown format, a missing library or a scope with nothing in it, `NotFound` for an element.

    One state written twice on one day gives the same bytes: a file that is kept beside the code changes with the model.
    """
    chosen = export_format(format_name)
    chosen.check_installed()
    if chosen.write is None:
        raise AssertionError  # the registry only gives formats that can be written
    day = request.at.combine(request.at, time(), request.at.tzinfo)
    with uncollected():
        graph, left_out = part_of(request.graph, request.scope)
        written = chosen.write(replace(request, graph=graph, at=day))
    notes = [*left_out, *written.notes, *_comments_left(graph, request.comments)]
    return written.data, Report(format=format_name, nodes=len(graph.nodes), edges=len(graph.edges), notes=notes)


def _comments_left(graph: Graph, comments: Mapping[str, int]) -> list[Term]:
    """How many comments are on what was written: they are no part of the model, so they stay behind."""
    left = sum(
        count
        for about, count in comments.items()
        if about in graph.nodes or about in graph.edges or graph.successor(about) is not None
    )
    return [Term(key="notes.exportComments", values={"count": left})] if left else []

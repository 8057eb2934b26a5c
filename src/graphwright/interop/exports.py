"""The graph, or a part of it, in a format that others read, and what that leaves out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import time

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.interop.choosing import export_format
from graphwright.interop.format import ExportRequest
from graphwright.interop.report import Report
from graphwright.interop.scope import part_of
from graphwright.ports import uncollected
from graphwright.protocol.comments import Comment
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
        comments = _comments_on(graph, request.comments)
        written = chosen.write(replace(request, graph=graph, at=day, comments=comments))
    left = [] if chosen.holds_comments or not comments else [_stays_here(len(comments))]
    notes = [*left_out, *written.notes, *left]
    return written.data, Report(format=format_name, nodes=len(graph.nodes), edges=len(graph.edges), notes=notes)


def _comments_on(graph: Graph, comments: Iterable[Comment]) -> list[Comment]:
    """Those on what is written, also on what another element has taken the place of."""
    return [
        each
        for each in comments
        if each.about in graph.nodes or each.about in graph.edges or graph.successor(each.about) is not None
    ]


def _stays_here(count: int) -> Term:
    return Term(key="notes.exportComments", values={"count": count})

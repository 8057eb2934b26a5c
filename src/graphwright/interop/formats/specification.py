"""`specification`: the model as a document in Markdown, for people."""

from __future__ import annotations

from typing import Final

from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.specification import write_specification
from graphwright.protocol.texts import Term


def _write(request: ExportRequest) -> WrittenModel:
    notes = [Term(key="notes.withoutEdgeAttributes")] if request.graph.nodes else []
    return WrittenModel(write_specification(request.graph, request.comments, project=request.name).encode(), notes)


SPECIFICATION: Final = Format(
    name="specification",
    title="a specification in Markdown",
    endings=("md",),
    media="text/markdown",
    write=_write,
    holds_comments=True,
)

"""`pdf` and `docx`: the specification as a document that people sign."""

from __future__ import annotations

from functools import partial
from typing import Final

from graphwright.errors import LimitExceeded
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.paper.apart import set_on_paper
from graphwright.interop.paper.content import document_of
from graphwright.protocol.texts import Term

ELEMENTS: Final = 3_000
"""Nobody signs 500 pages; so many take half a minute."""


def _write(request: ExportRequest, *, form: str) -> WrittenModel:
    count = len(request.graph.nodes)
    if count > ELEMENTS:
        raise LimitExceeded(
            f"the model has {count:,} elements, at most {ELEMENTS:,} are set on paper; export a part of it, or the "
            "specification in Markdown"
        )
    document = document_of(request)
    notes = [Term(key="notes.withoutEdgeAttributes")] if request.graph.nodes else []
    if undrawn := sum(each.left_out for each in document.diagrams):
        notes.append(Term(key="notes.notDrawn", values={"count": undrawn}))
    return WrittenModel(set_on_paper(form, document, request.at), notes)


PDF: Final = Format(
    name="pdf",
    title="a specification as PDF",
    endings=("pdf",),
    media="application/pdf",
    write=partial(_write, form="pdf"),
    needs=("typst",),
    extra="paper",
)
DOCX: Final = Format(
    name="docx",
    title="a specification as DOCX",
    endings=("docx",),
    media="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    write=partial(_write, form="docx"),
    needs=("docx", "typst"),
    extra="paper",
)

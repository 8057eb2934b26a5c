"""`pdf` and `docx`: the specification as a document that people sign."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from graphwright.errors import LimitExceeded
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.paper.content import PaperDocument, document_of
from graphwright.interop.paper.docx_file import write_docx
from graphwright.interop.paper.pdf import write_pdf
from graphwright.protocol.texts import Term

ELEMENTS: Final = 3_000
"""Nobody signs 500 pages; so many take half a minute."""


def _write(write: Callable[[PaperDocument, datetime], bytes], request: ExportRequest) -> WrittenModel:
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
    return WrittenModel(write(document, request.at), notes)


PDF: Final = Format(
    name="pdf",
    title="a specification as PDF",
    endings=("pdf",),
    media="application/pdf",
    write=partial(_write, write_pdf),
    needs=("typst",),
    extra="paper",
)
DOCX: Final = Format(
    name="docx",
    title="a specification as DOCX",
    endings=("docx",),
    media="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    write=partial(_write, write_docx),
    needs=("docx", "typst"),
    extra="paper",
)

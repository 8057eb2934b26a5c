"""`json`: the whole graph with its ids and the comments on it, as the wire writes them.

Comments are not read: nobody said them here.
"""

from __future__ import annotations

from typing import Final

from graphwright.formats.graph_json import operations_of_graph, read_graph_json, write_graph_json
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.formats.own import imported
from graphwright.interop.report import ImportedModel
from graphwright.protocol.texts import Term


def _recognise(file: ForeignFile) -> bool:
    return "nodes" in file.fields and "format" not in file.fields


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    document = read_graph_json(file.text)
    read = imported("json", operations_of_graph(document))
    if document.comments:
        read.report.notes.append(Term(key="notes.importComments", values={"count": len(document.comments)}))
    return read


def _write(request: ExportRequest) -> WrittenModel:
    return WrittenModel(write_graph_json(request.graph, request.project_id, request.comments).encode())


GRAPH_JSON: Final = Format(
    name="json",
    title="Graphwright JSON",
    endings=("json",),
    media="application/json",
    recognise=_recognise,
    read=_read,
    write=_write,
    holds_comments=True,
)

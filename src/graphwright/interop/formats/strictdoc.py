"""`strictdoc` and `strictdoc-folder`: StrictDoc, one `.sdoc` document or a folder of them. Requirements, in and out.

In a folder each requirement goes back into the document that it came from; others get a document of their own.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Collection
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_PLACE
from graphwright.graph.ontology import Ontology
from graphwright.interop.archives import read_archive, write_archive
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.strictdoc.read import read_documents
from graphwright.interop.strictdoc.write import WrittenDocument
from graphwright.protocol.graph import Node
from graphwright.protocol.texts import Term

_ENDING: Final = ".sdoc"
_GRAMMAR: Final = ".sgra"
_UNSAFE: Final = re.compile(r"[^\w.-]+")


# reading ----------------------------------------------------------------------------------------------------------


def _recognise(file: ForeignFile) -> bool:
    return file.head.lstrip().startswith("[DOCUMENT]")


def _recognise_folder(file: ForeignFile) -> bool:
    return any(name.endswith(_ENDING) for name in file.members)


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    builder = ImportBuilder("strictdoc", ontology)
    read_documents(builder, [(file.name or "document", file.text)], is_folder=False)
    return builder.finish()


def _read_folder(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    builder = ImportBuilder("strictdoc-folder", ontology)
    files = read_archive(file.data)
    documents = [(name, ForeignFile(data, name).text) for name, data in files.items() if name.endswith(_ENDING)]
    grammars = {name: ForeignFile(data, name).text for name, data in files.items() if name.endswith(_GRAMMAR)}
    read_documents(builder, documents, is_folder=True, grammars=grammars)
    if left := len(files) - len(documents) - len(grammars):
        builder.note("attachmentsLeft", left)
    return builder.finish()


# writing ----------------------------------------------------------------------------------------------------------


def _write(request: ExportRequest) -> WrittenModel:
    graph = request.graph
    document = WrittenDocument(graph, _title(request), [*graph.of_type("REQ")])
    return WrittenModel(document.data, _losses(graph, [document]))


def _write_folder(request: ExportRequest) -> WrittenModel:
    """A document for each that came in; what was made here stands in one of its own."""
    graph = request.graph
    own = f"{_UNSAFE.sub('-', _title(request))}{_ENDING}"
    nodes: dict[str, list[Node]] = {}
    for node in graph.of_type("REQ"):
        place = node.attributes.get(FOREIGN_PLACE)
        is_known = isinstance(place, str) and place.endswith(_ENDING)
        nodes.setdefault(str(place) if is_known else own, []).append(node)
    documents = {name: WrittenDocument(graph, _title(request), some) for name, some in (nodes or {own: []}).items()}
    grammars = {
        posixpath.normpath(posixpath.join(posixpath.dirname(name), each.grammar_file)): each.grammar.encode()
        for name, each in documents.items()
        if each.grammar_file.endswith(_GRAMMAR) and each.grammar
    }
    archive = write_archive({**grammars, **{name: each.data for name, each in documents.items()}})
    return WrittenModel(archive, _losses(graph, documents.values()))


def _title(request: ExportRequest) -> str:
    return " ".join(request.name.split()) or "model"


def _losses(graph: Graph, documents: Collection[WrittenDocument]) -> list[Term]:
    """Elements, relations and attributes that such a document has no place for."""
    left = Counter(exportAttributes=sum(each.attributes_left for each in documents))
    left["exportEdges"] = sum(each.edges_left for each in documents)
    left["exportNodes"] = sum(node.node_type != "REQ" for node in graph.nodes.values())
    for edge in graph.edges.values():
        types = {graph.nodes[end].node_type for end in (edge.source, edge.target)}
        left["exportEdges"] += edge.edge_type != "satisfy" or types != {"REQ"}
    return [Term(key=f"notes.{key}", values={"count": count}) for key, count in sorted(left.items()) if count]


STRICTDOC: Final = Format(
    name="strictdoc",
    title="StrictDoc",
    endings=("sdoc",),
    media="text/plain",
    recognise=_recognise,
    read=_read,
    write=_write,
)
STRICTDOC_FOLDER: Final = Format(
    name="strictdoc-folder",
    title="a StrictDoc folder",
    endings=("zip",),
    media="application/zip",
    recognise=_recognise_folder,
    read=_read_folder,
    write=_write_folder,
    is_folder=True,
)

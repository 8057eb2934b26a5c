"""`strictdoc` and `strictdoc-folder`: StrictDoc, one `.sdoc` document or a folder of them. Requirements, in and out.

In a folder each requirement goes back into the document that it came from; others get a document of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_PLACE, FOREIGN_TYPE, read_by_people
from graphwright.graph.ontology import Ontology
from graphwright.interop.archives import read_archive, write_archive
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.files import ForeignFile
from graphwright.interop.foreign_view import foreign_id
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.strictdoc.blocks import DocumentBlock, blocks_of
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.texts import Term

_PROSE: Final = frozenset({"SECTION", "TEXT", "FREETEXT"})
_FRAME: Final = frozenset({"DOCUMENT", "GRAMMAR"})
_OWN: Final = frozenset({"MID", "UID", "TITLE", "STATEMENT", "RATIONALE", "RELATIONS"})
_ENDING: Final = ".sdoc"
_UNSAFE: Final = re.compile(r"[^\w.-]+")
_WRITTEN: Final = ("status", "tags", "comment")
"""Fields of StrictDoc's own grammar that an attribute of the same name fills."""


# reading ----------------------------------------------------------------------------------------------------------


def _recognise(file: ForeignFile) -> bool:
    return file.head.lstrip().startswith("[DOCUMENT]")


def _recognise_folder(file: ForeignFile) -> bool:
    return any(name.endswith(_ENDING) for name in file.members)


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    builder = ImportBuilder("strictdoc", ontology)
    _read_documents(builder, [(file.name or "document", file.text)], is_folder=False)
    return builder.finish()


def _read_folder(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    builder = ImportBuilder("strictdoc-folder", ontology)
    files = read_archive(file.data)
    documents = [(name, ForeignFile(data, name).text) for name, data in files.items() if name.endswith(_ENDING)]
    _read_documents(builder, documents, is_folder=True)
    if left := len(files) - len(documents):
        builder.note("attachmentsLeft", left)
    return builder.finish()


def _read_documents(builder: ImportBuilder, documents: Iterable[tuple[str, str]], *, is_folder: bool) -> None:
    """Requirements of all documents first, since one document names those of another as parents."""
    known: dict[str, DocumentBlock] = {}
    for name, text in documents:
        title, is_first = "", True
        for block in blocks_of(text, name):
            if block.is_end or block.tag in _FRAME:
                title = block.fields.get("TITLE", title) if block.tag == "DOCUMENT" else title
            elif block.tag in _PROSE:
                builder.note("strictdocLeft")
            else:
                marks: dict[str, JsonValue] = {FOREIGN_PLACE: name} if is_folder else {}
                if is_folder and is_first:
                    marks[FOREIGN_TYPE] = title
                known[_requirement(builder, name, block, marks)] = block
                is_first = False
    for uid, block in known.items():
        for relation in block.relations:
            _relation(builder, uid, relation)


def _requirement(builder: ImportBuilder, name: str, block: DocumentBlock, marks: dict[str, JsonValue]) -> str:
    fields = block.fields
    uid = fields.get("UID") or fields.get("MID") or f"{name}:{block.line}"
    attributes: dict[str, JsonValue] = {key.lower(): value for key, value in fields.items() if key not in _OWN}
    if fields.get("RATIONALE"):
        attributes["rationale"] = fields["RATIONALE"].strip()
    files = [each.get("VALUE", "") for each in block.relations if each.get("TYPE") == "File"]
    if files:
        attributes["files"] = ", ".join(files)
    builder.node(
        uid,
        "REQ",
        fields.get("TITLE") or uid,
        descr=fields.get("STATEMENT", "").strip(),
        attributes=attributes,
        kind=block.tag,
        marks=marks,
        place=f"{name}, line {block.line}",
    )
    return uid


def _relation(builder: ImportBuilder, uid: str, relation: dict[str, str]) -> None:
    """A parent is refined by its child; one in a document that is not here is counted."""
    other, kind = relation.get("VALUE", ""), relation.get("TYPE")
    if kind not in {"Parent", "Child"}:
        return
    if other not in builder:
        builder.note("importElsewhere")
        return
    ends = (other, uid) if kind == "Parent" else (uid, other)
    role = relation.get("ROLE", "")
    builder.edge("satisfy", *ends, attributes={"role": role} if role else {})


# writing ----------------------------------------------------------------------------------------------------------


def _write(request: ExportRequest) -> WrittenModel:
    graph = request.graph
    return WrittenModel(_document(graph, _title(request), graph.of_type("REQ")), _losses(graph))


def _write_folder(request: ExportRequest) -> WrittenModel:
    """A document for each that came in; what was made here stands in one of its own."""
    graph = request.graph
    own = f"{_UNSAFE.sub('-', _title(request))}{_ENDING}"
    documents: dict[str, list[Node]] = {}
    for node in graph.of_type("REQ"):
        place = node.attributes.get(FOREIGN_PLACE)
        is_known = isinstance(place, str) and place.endswith(_ENDING)
        documents.setdefault(str(place) if is_known else own, []).append(node)
    files = {
        name: _document(graph, _title_of(nodes) or _title(request), nodes)
        for name, nodes in (documents or {own: []}).items()
    }
    return WrittenModel(write_archive(files), _losses(graph))


def _title(request: ExportRequest) -> str:
    return " ".join(request.name.split()) or "model"


def _title_of(nodes: list[Node]) -> str:
    """The title that a document had, which its first requirement keeps."""
    titles = (node.attributes.get(FOREIGN_TYPE) for node in nodes)
    return next((" ".join(title.split()) for title in titles if isinstance(title, str)), "")


def _document(graph: Graph, title: str, nodes: Iterable[Node]) -> bytes:
    return ("\n\n".join(_blocks(graph, title, nodes)) + "\n").encode()


def _uid(node: Node) -> str:
    return foreign_id(node) or node.semantic_id


def _blocks(graph: Graph, title: str, nodes: Iterable[Node]) -> Iterator[str]:
    yield f"[DOCUMENT]\nTITLE: {title}"
    for node in nodes:
        lines = ["[REQUIREMENT]", f"UID: {_uid(node)}"]
        lines += [
            f"{key.upper()}: {' '.join(value.split())}"
            for key in _WRITTEN
            if isinstance(value := node.attributes.get(key), str) and value.strip() and key != "comment"
        ]
        lines.append(f"TITLE: {node.name}")
        lines += _long("STATEMENT", node.descr or node.name)
        for key in ("rationale", "comment"):
            value = node.attributes.get(key)
            if isinstance(value, str) and value.strip():
                lines += _long(key.upper(), value)
        parents = [_uid(parent) for parent in graph.sources(node.node_id, "satisfy", "REQ")]
        if parents:
            lines += ["RELATIONS:", *(f"- TYPE: Parent\n  VALUE: {parent}" for parent in parents)]
        yield "\n".join(lines)


def _long(field: str, text: str) -> list[str]:
    """A text of several lines; one that would end it is moved in."""
    inside = "\n".join(f" {line}" if line.rstrip() in {"<<<", ">>>"} else line for line in text.strip().split("\n"))
    return [f"{field}: >>>", inside, "<<<"]


def _losses(graph: Graph) -> list[Term]:
    """Elements, relations and attributes that such a document has no place for."""
    left: Counter[str] = Counter()
    for node in graph.nodes.values():
        if node.node_type != "REQ":
            left["exportNodes"] += 1
            continue
        kept = {*_WRITTEN, "rationale"}
        left["exportAttributes"] += sum(
            key not in kept or not isinstance(value, str) for key, value in read_by_people(node.attributes).items()
        )
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

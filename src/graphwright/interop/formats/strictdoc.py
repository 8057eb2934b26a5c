"""`strictdoc`: StrictDoc documents, one `.sdoc` file or a folder of them. Requirements go out and come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.graph.ontology import Ontology
from graphwright.interop.archives import read_archive
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
_OWN: Final = frozenset({"MID", "UID", "TITLE", "STATEMENT", "RATIONALE"})
_WRITTEN: Final = ("status", "tags", "comment")
"""Fields of StrictDoc's own grammar that an attribute of the same name fills."""


# reading ----------------------------------------------------------------------------------------------------------


def _recognise(file: ForeignFile) -> bool:
    if file.members:
        return any(name.endswith(".sdoc") for name in file.members)
    return file.head.lstrip().startswith("[DOCUMENT]")


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    """Requirements of all documents first, since one document names those of another as parents."""
    builder = ImportBuilder("strictdoc", ontology)
    blocks = [(name, block) for name, text in _documents(file) for block in blocks_of(text, name) if not block.is_end]
    known: dict[str, DocumentBlock] = {}
    for name, block in blocks:
        if block.tag in _FRAME:
            continue
        if block.tag in _PROSE:
            builder.note("strictdocLeft")
            continue
        known[_requirement(builder, name, block)] = block
    for uid, block in known.items():
        for relation in block.relations:
            _relation(builder, uid, relation)
    return builder.finish()


def _documents(file: ForeignFile) -> Iterator[tuple[str, str]]:
    if not file.members:
        yield file.name or "document", file.text
        return
    for name, data in read_archive(file.data).items():
        if name.endswith(".sdoc"):
            yield name, ForeignFile(data, name).text


def _requirement(builder: ImportBuilder, name: str, block: DocumentBlock) -> str:
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
    text = "\n\n".join(_blocks(graph, " ".join(request.name.split()) or "model")) + "\n"
    return WrittenModel(text.encode(), _losses(graph))


def _uid(node: Node) -> str:
    return foreign_id(node) or node.semantic_id


def _blocks(graph: Graph, title: str) -> Iterator[str]:
    yield f"[DOCUMENT]\nTITLE: {title}"
    for node in graph.of_type("REQ"):
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

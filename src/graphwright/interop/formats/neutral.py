"""`neutral-graph/1`: nodes with type and free name, edges by node id, as converters of other tools write it (K-19).

Fields of a node or edge beyond the common ones become attributes. Ids, kinds and directions are given back.
"""

from __future__ import annotations

from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_KIND, read_by_people
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.files import ForeignFile
from graphwright.interop.foreign_view import edge_of, ids_of
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.pairs import ORIGINAL_KIND
from graphwright.interop.report import ImportedModel
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term
from graphwright.protocol.wire import decode

FORMAT: Final = "neutral-graph/1"
_ORIGIN: Final = "origin"
"""What the tool that a node comes from calls it: for machines, since the type says as much to people."""


class _Document(msgspec.Struct):
    nodes: list[dict[str, JsonValue]]
    edges: list[dict[str, JsonValue]]
    format: str = FORMAT


def _recognise(file: ForeignFile) -> bool:
    return file.field("format").startswith("neutral-graph/")


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    """The operations that make such a document. `InvalidCommand` names the node or edge that cannot be read."""
    document = decode(file.text, _Document)
    if document.format != FORMAT:
        message = f"the file says it is {document.format!r}; only {FORMAT!r} can be read"
        raise InvalidCommand(message)
    builder = ImportBuilder(FORMAT, ontology)
    # Fields are taken out of each record; what is left of it are the attributes.
    for position, node in enumerate(document.nodes):
        path = f"nodes[{position}]"
        node_id, node_type, name, descr, kind = _taken(node, path, ("id", "type", "name"), ("descr", _ORIGIN))
        builder.node(node_id, node_type, name, descr=descr, kind=kind, attributes=node, place=path)
    for position, edge in enumerate(document.edges):
        path = f"edges[{position}]"
        kind, source, target, foreign_id = _taken(edge, path, ("type", "source", "target"), ("id",))
        builder.edge(kind, source, target, foreign_id=foreign_id, attributes=edge, place=path)
    return builder.finish()


def _write(request: ExportRequest) -> WrittenModel:
    graph = request.graph
    ids = ids_of(graph)
    nodes = [
        {
            "id": ids[node.node_id],
            "type": node.node_type,
            "name": node.name,
            "descr": node.descr,
            **read_by_people(node.attributes),
            **({_ORIGIN: node.attributes[FOREIGN_KIND]} if FOREIGN_KIND in node.attributes else {}),
        }
        for node in graph.nodes.values()
    ]
    edges: list[dict[str, JsonValue]] = []
    for edge in graph.edges.values():
        seen = edge_of(edge)
        free = {key: value for key, value in read_by_people(edge.attributes).items() if key != ORIGINAL_KIND}
        known = {"id": seen.foreign_id} if seen.foreign_id else {}
        edges.append({**known, "type": seen.kind, "source": ids[seen.source], "target": ids[seen.target], **free})
    notes = [Term(key="notes.withoutSemanticIds")] if graph.nodes else []
    return WrittenModel(msgspec.json.encode({"format": FORMAT, "nodes": nodes, "edges": edges}), notes)


def _taken(record: dict[str, JsonValue], path: str, wanted: tuple[str, ...], optional: tuple[str, ...]) -> list[str]:
    """The texts in these fields, which the record then has no more; an optional one that is missing is empty."""
    taken: list[str] = []
    for field in wanted:
        value = record.pop(field, None)
        if type(value) is not str:
            raise InvalidCommand(f"{path}.{field} must be text")
        taken.append(value)
    for field in optional:
        value = record.pop(field, "")
        if type(value) is not str:
            raise InvalidCommand(f"{path}.{field} must be text")
        taken.append(value)
    return taken


NEUTRAL: Final = Format(
    name="neutral",
    title="neutral-graph/1",
    endings=("json",),
    media="application/json",
    recognise=_recognise,
    read=_read,
    write=_write,
)

"""`neutral-graph/1`: nodes with type and free name, edges by node id, as converters of other tools write it (K-19).

Fields of a node or edge beyond the common ones become attributes. Ids, kinds and directions are given back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_KIND, read_by_people
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import EdgeColumns, ImportBuilder, NodeColumns
from graphwright.interop.files import ForeignFile
from graphwright.interop.foreign_view import edge_of, ids_of
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.pairs import ORIGINAL_KIND
from graphwright.interop.report import ImportedModel
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import Ref
from graphwright.protocol.texts import Term

FORMAT: Final = "neutral-graph/1"
_ORIGIN: Final = "origin"
"""What the tool that a node comes from calls it: for machines, since the type says as much to people."""


class _Node(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A node that says nothing else."""

    id: str
    type: str
    name: str
    descr: str = ""
    origin: str = ""


class _Edge(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """An edge that says nothing else."""

    type: str
    source: Ref
    target: Ref
    id: str = ""


class _Records(msgspec.Struct):
    nodes: list[dict[str, JsonValue]]
    edges: list[dict[str, JsonValue]]


_RAW_LIST: Final = msgspec.json.Decoder(list[msgspec.Raw])
_RECORD: Final = msgspec.json.Decoder(dict[str, JsonValue])
_NOTHING: Final[Mapping[str, JsonValue]] = {}

R = TypeVar("R", _Node, _Edge)


def _recognise(file: ForeignFile) -> bool:
    return file.field("format").startswith("neutral-graph/")


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    """The operations that make such a document. `InvalidCommand` names the node or edge that cannot be read."""
    found = file.field("format")
    if found not in ("", FORMAT):
        raise InvalidCommand(f"the file says it is {found!r}; only {FORMAT!r} can be read")
    builder = ImportBuilder(FORMAT, ontology)
    nodes, attributes = _records(file, "nodes", _Node)
    edges, edge_attributes = _records(file, "edges", _Edge)
    columns = NodeColumns(
        [each.id for each in nodes],
        [each.type for each in nodes],
        [each.name for each in nodes],
        [each.descr for each in nodes],
        attributes,
        [each.origin for each in nodes],
        [_NOTHING] * len(nodes),
    )
    del nodes  # a large file is held once
    builder.nodes(columns, "nodes[{}]".format)
    if not any(edge_attributes) and not any(each.id for each in edges):
        ends = ([each.type for each in edges], [each.source for each in edges], [each.target for each in edges])
        builder.edges(EdgeColumns(*ends), "edges[{}]".format)
        return builder.finish()
    for at, (each, free) in enumerate(zip(edges, edge_attributes, strict=True)):
        builder.edge(
            each.type, each.source, each.target, foreign_id=each.id, attributes=free, place=f"edges[{at}]"
        )  # fmt: skip
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


def _records(file: ForeignFile, field: str, kind: type[R]) -> tuple[list[R], list[Mapping[str, JsonValue]]]:
    """The records of a field, and what else each says: its attributes. `InvalidCommand` names one that is wrong.

    By far the most say nothing else and are read into what they are, without a dictionary for each.
    """
    raw = file.fields.get(field, b"")
    plain = msgspec.json.Decoder(kind)
    found: list[R] = []
    free: list[Mapping[str, JsonValue]] = []
    try:
        found = msgspec.json.decode(raw, type=list[kind])  # type: ignore[valid-type]  # `kind` is one of two
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        pass
    else:
        return found, [_NOTHING] * len(found)
    try:
        for at, each in enumerate(_RAW_LIST.decode(raw)):
            try:
                found.append(plain.decode(each))
                free.append(_NOTHING)
            except msgspec.ValidationError:
                record = _RECORD.decode(each)
                found.append(_taken_from(record, kind, f"{field}[{at}]"))
                free.append(record)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        file.decoded(_Records)  # says where
        raise
    return found, free


def _taken_from(record: dict[str, JsonValue], kind: type[R], place: str) -> R:
    """The fields that it must or may have, which the record then has no more; each is text."""
    values: dict[str, str] = {}
    needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    for at, name in enumerate(kind.__struct_fields__):
        value = record.pop(name, None if at < needed else "")
        if not isinstance(value, str):
            raise InvalidCommand(f"{place}.{name} must be text")
        values[name] = value
    return msgspec.convert(values, kind)


NEUTRAL: Final = Format(
    name="neutral",
    title="neutral-graph/1",
    endings=("json",),
    media="application/json",
    recognise=_recognise,
    read=_read,
    write=_write,
)

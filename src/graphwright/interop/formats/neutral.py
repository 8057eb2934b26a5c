"""`neutral-graph/1`: nodes with type and free name, edges by node id, as converters of other tools write it (K-19).

Fields of a node or edge beyond the common ones become attributes. Ids, kinds and directions are given back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

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
from graphwright.protocol.texts import Term

FORMAT: Final = "neutral-graph/1"
_ORIGIN: Final = "origin"
"""What the tool that a node comes from calls it: for machines, since the type says as much to people."""


_ONLY_TEXT: Final = {str}
_NODE_FIELDS: Final[Mapping[str, str | None]] = {"id": None, "type": None, "name": None, "descr": "", _ORIGIN: ""}
_EDGE_FIELDS: Final[Mapping[str, str | None]] = {"type": None, "source": None, "target": None, "id": ""}
"""With what a record says that lacks the field; one without is needed."""


class _PlainEdge(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """An edge that says nothing else."""

    type: str
    source: str
    target: str


class _Nodes(msgspec.Struct):
    nodes: list[dict[str, JsonValue]]


class _Edges(msgspec.Struct):
    edges: list[dict[str, JsonValue]]


_PLAIN_EDGES: Final = msgspec.json.Decoder(list[_PlainEdge])


def _recognise(file: ForeignFile) -> bool:
    return file.field("format").startswith("neutral-graph/")


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    """The operations that make such a document. `InvalidCommand` names the node or edge that cannot be read."""
    found = file.field("format")
    if found not in ("", FORMAT):
        raise InvalidCommand(f"the file says it is {found!r}; only {FORMAT!r} can be read")
    builder = ImportBuilder(FORMAT, ontology)
    # Fields are taken out of each record; what is left of it are the attributes.
    nodes = file.decoded(_Nodes).nodes
    columns = [_texts(nodes, f"nodes[{{}}].{field}", field, otherwise) for field, otherwise in _NODE_FIELDS.items()]
    ids, types, names, descrs, kinds = columns
    builder.nodes(NodeColumns(ids, types, names, descrs, nodes, kinds, [{}] * len(nodes)), "nodes[{}]".format)
    plain = _plain_edges(file)
    if plain is not None:
        seen = EdgeColumns(*([getattr(each, field) for each in plain] for field in ("type", "source", "target")))
        builder.edges(seen, "edges[{}]".format)
        return builder.finish()
    edges = file.decoded(_Edges).edges
    columns = [_texts(edges, f"edges[{{}}].{field}", field, otherwise) for field, otherwise in _EDGE_FIELDS.items()]
    for position, (kind, source, target, foreign_id, edge) in enumerate(zip(*columns, edges, strict=True)):
        builder.edge(kind, source, target, foreign_id=foreign_id, attributes=edge, place=f"edges[{position}]")
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


def _plain_edges(file: ForeignFile) -> list[_PlainEdge] | None:
    """The edges, where all of them say nothing but what an edge must say; those of a large file mostly do."""
    try:
        return _PLAIN_EDGES.decode(file.fields.get("edges", b""))
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None  # which of them says more, or is wrong, is seen one by one


def _texts(records: list[dict[str, JsonValue]], place: str, field: str, otherwise: str | None) -> Sequence[str]:
    """The texts in a field of all records, which then have it no more. `InvalidCommand` where one is no text."""
    values = [record.pop(field, otherwise) for record in records]
    if {*map(type, values)} <= _ONLY_TEXT:
        return cast("Sequence[str]", values)
    wrong = next(at for at, value in enumerate(values) if type(value) is not str)
    raise InvalidCommand(f"{place.format(wrong)} must be text")


NEUTRAL: Final = Format(
    name="neutral",
    title="neutral-graph/1",
    endings=("json",),
    media="application/json",
    recognise=_recognise,
    read=_read,
    write=_write,
)

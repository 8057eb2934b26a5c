"""`neutral-graph/1`: nodes with type and free name, edges by node id, as converters of other tools write it (K-19).

Fields of a node or edge beyond the common ones become attributes. Ids, kinds and directions are given back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct, defstruct
from msgspec.structs import astuple

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_KIND, read_by_people
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import EdgeColumns, ImportBuilder, NodeColumns
from graphwright.interop.files import ForeignFile
from graphwright.interop.foreign_view import edge_of, ids_of
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.pairs import ORIGINAL_KIND
from graphwright.interop.progress import EVERY
from graphwright.interop.report import ImportedModel
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import Ref
from graphwright.protocol.texts import Term

FORMAT: Final = "neutral-graph/1"
_ORIGIN: Final = "origin"
"""What the tool that a node comes from calls it: for machines, since the type says as much to people."""


class _Node(Struct, forbid_unknown_fields=True, gc=False):
    """A node that says nothing else."""

    id: str
    type: str
    name: str
    descr: str = ""
    origin: str = ""


class _Edge(Struct, forbid_unknown_fields=True, gc=False):
    """An edge that says nothing else."""

    type: str
    source: Ref
    target: Ref
    id: str = ""


class _Records(Struct):
    nodes: list[dict[str, JsonValue]]
    edges: list[dict[str, JsonValue]]


_RAW_LIST: Final = msgspec.json.Decoder(list[msgspec.Raw])
_RECORD: Final = msgspec.json.Decoder(dict[str, JsonValue])
_NOTHING: Final[Mapping[str, JsonValue]] = {}
_UNSAID: Final = object()
"""Beside null, which a record may say."""
_Columns: TypeAlias = list[tuple[Any, ...]]
"""The fields of many records, field by field."""
_LEARNED: Final = 32
"""Names of attributes that are read as fields; who has more of them has few alike."""


def _recognise(file: ForeignFile) -> bool:
    return file.field("format").startswith("neutral-graph/")


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    """The operations that make such a document. `InvalidCommand` names the node or edge that cannot be read."""
    found = file.field("format")
    if found not in ("", FORMAT):
        raise InvalidCommand(f"the file says it is {found!r}; only {FORMAT!r} can be read")
    builder = ImportBuilder(FORMAT, ontology)
    for begin, nodes, attributes in _records(file, "nodes", _Node):
        ids, types, names, descrs, origins = nodes
        columns = NodeColumns(ids, types, names, descrs, attributes, origins, [_NOTHING] * len(ids))
        builder.nodes(columns, partial(_place, "nodes", begin))
    for begin, edges, attributes in _records(file, "edges", _Edge):
        kinds, sources, targets, ids = edges
        if not any(attributes) and not any(ids):
            builder.edges(EdgeColumns(kinds, sources, targets), partial(_place, "edges", begin))
            continue
        each = zip(*edges, attributes, strict=True)
        for at, (kind, source, target, edge_id, free) in enumerate(each, begin):
            builder.edge(kind, source, target, foreign_id=edge_id, attributes=free, place=f"edges[{at}]")
    return builder.finish()


def _place(field: str, begin: int, at: int) -> str:
    return f"{field}[{begin + at}]"


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


def _records(
    file: ForeignFile, field: str, kind: type[_Node | _Edge]
) -> Iterator[tuple[int, _Columns, list[Mapping[str, JsonValue]]]]:
    """The records of a field, some at once: where they begin, their fields, and what else each says: its attributes.

    `InvalidCommand` names one that is wrong.
    """
    reader = _RecordReader(field, kind)
    try:
        raws = _RAW_LIST.decode(file.fields.get(field, b""))
        for begin in range(0, len(raws), EVERY):
            yield begin, *reader.read(raws[begin : begin + EVERY], begin)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        file.decoded(_Records)  # says where
        raise


class _RecordReader:
    """Reads records into their fields, without a dictionary for each.

    What else records say is mostly the same few things: once one has said them, they are read as fields, too.
    """

    def __init__(self, field: str, kind: type[_Node | _Edge]) -> None:
        self._field = field
        self._kind = kind
        self._free: list[str] = []
        """The names of what else was said."""
        self._shape: type[Struct] = kind

    def read(self, raws: Sequence[msgspec.Raw], begin: int) -> tuple[_Columns, list[Mapping[str, JsonValue]]]:
        """Some records, the first of which is the one of number `begin`."""
        try:
            found = msgspec.json.decode(b"[%b]" % b",".join(raws), type=list[self._shape])  # type: ignore[name-defined]
        except msgspec.ValidationError:
            return self._one_by_one(raws, begin)
        columns = [*zip(*map(astuple, found), strict=True)]
        own = len(self._kind.__struct_fields__)
        free: list[Mapping[str, JsonValue]] = [_NOTHING] * len(found)
        for name, column in zip(self._free, columns[own:], strict=True):
            for at, value in enumerate(column):
                if value is not _UNSAID:
                    free[at] = {**free[at], name: value}
        return columns[:own], free

    def _one_by_one(self, raws: Sequence[msgspec.Raw], begin: int) -> tuple[_Columns, list[Mapping[str, JsonValue]]]:
        rows: list[tuple[Any, ...]] = []
        free: list[Mapping[str, JsonValue]] = []
        for at, each in enumerate(raws, begin):
            record = _RECORD.decode(each)
            rows.append(astuple(_taken_from(record, self._kind, f"{self._field}[{at}]")))
            free.append(record)
        self._learn(dict.fromkeys(chain(self._free, *free)))
        return [*zip(*rows, strict=True)], free

    def _learn(self, names: Iterable[str]) -> None:
        """From now on records are expected to say these, too, as far as a field may be called so."""
        known = [each for each in names if each.isprintable() and '"' not in each and "\\" not in each]
        if len(known) > _LEARNED or known == self._free:
            return
        self._free = known
        fields = [(f"free_{at}", JsonValue, _UNSAID) for at in range(len(known))]
        heads = {field: name for (field, *_), name in zip(fields, known, strict=True)}
        self._shape = defstruct(
            "_Wider", fields, bases=(self._kind,), rename=heads, forbid_unknown_fields=True, gc=False
        )


def _taken_from(record: dict[str, JsonValue], kind: type[Struct], place: str) -> Struct:
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

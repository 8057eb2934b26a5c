"""A file becomes operations: recognised by its content or by the format that was named, read whole or not at all."""

from __future__ import annotations

import codecs
import re
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.formats.compact import read_compact
from graphwright.formats.format_e import read_format_e
from graphwright.formats.graph_json import operations_of_graph, read_graph_json
from graphwright.graph.ontology import Ontology
from graphwright.interop.neutral import FORMAT, read_neutral
from graphwright.interop.report import ImportedModel, Report
from graphwright.protocol.operations import NodeCreate, Operation

ImportFormat: TypeAlias = Literal["json", "format-e", "compact", "neutral"]
IMPORT_FORMATS: Final[tuple[ImportFormat, ...]] = get_args(ImportFormat)
FILE_BYTES: Final = 512 * 1024 * 1024
"""Room for 500,000 operations of a kilobyte each."""


_COMPACT: Final = re.compile(rb"# [A-Z][A-Z0-9_]{0,31}\r?\n(?:[A-Z]{2}[0-9]+|[A-Z]\w*\.[A-Z]{2}\.)")
"""The heading of a node type, and the id of its first node."""


class _Shape(msgspec.Struct):
    """As much of a JSON file as tells what it is."""

    format: str | None = None
    nodes: msgspec.Raw = msgspec.Raw()


def read_import(data: bytes, ontology: Ontology, *, format_name: ImportFormat | None = None) -> ImportedModel:
    """The operations that make what the file holds.

    Raises `InvalidCommand`, `UnreadableText` or `Refused`, which name the place; nothing has happened then.
    """
    if len(data) > FILE_BYTES:
        message = f"the file has {len(data):,} bytes, at most {FILE_BYTES:,} can be imported"
        raise LimitExceeded(message)
    data = data.removeprefix(codecs.BOM_UTF8)
    match format_name or recognise(data):
        case "neutral":
            return read_neutral(data, ontology)
        case "json":
            return _imported("json", operations_of_graph(read_graph_json(data)))
        case "format-e":
            return _imported("format-e", read_format_e(_text(data), ontology))
        case "compact":
            return _imported("compact", read_compact(_text(data), ontology))


def recognise(data: bytes) -> ImportFormat:
    """What a file is, by its content. `InvalidCommand` names what can be read."""
    start = data[:4096].removeprefix(codecs.BOM_UTF8).lstrip(b" \t\r\n")
    if start.startswith(b"{"):
        try:
            shape = msgspec.json.decode(data, type=_Shape)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            message = f"the file begins like JSON and cannot be read: {error}"
            raise InvalidCommand(message) from None
        if shape.format == FORMAT:
            return "neutral"
        if bytes(shape.nodes):
            return "json"
    elif b"## Nodes" in data or b"## Edges" in data:
        return "format-e"
    elif _COMPACT.match(start):
        return "compact"
    message = f"the file is none of {', '.join(IMPORT_FORMATS)}; name its format if it is one of them after all"
    raise InvalidCommand(message)


def _imported(name: str, operations: list[Operation]) -> ImportedModel:
    nodes = sum(isinstance(operation, NodeCreate) for operation in operations)
    report = Report(format=name, nodes=nodes, edges=len(operations) - nodes, notes=[])
    return ImportedModel(operations=operations, report=report)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the file is no UTF-8 text: byte {error.start} is {data[error.start]:#04x}"
        raise InvalidCommand(message) from None

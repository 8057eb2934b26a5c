"""Writes a graph as ReqIF 1.2, in the order that the schema wants; `layout` has decided what is called how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC
from functools import lru_cache
from itertools import chain
from typing import Final, get_args

from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.interop.format import ExportRequest, WrittenModel
from graphwright.interop.reqif.layout import Layout, PlacedObject, Values, words_of
from graphwright.interop.reqif.naming import OWN, datatype_id
from graphwright.interop.reqif.records import Field, ObjectType, Specification, ValueKind
from graphwright.interop.reqif.rich_text import xhtml_of
from graphwright.interop.xml_text import attribute, text
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.texts import Term

_HEAD: Final = """<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml">
"""
_FACETS: Final[Mapping[str, str]] = {
    "STRING": ' MAX-LENGTH="32000"',
    "INTEGER": ' MIN="-9223372036854775808" MAX="9223372036854775807"',
    "REAL": ' MIN="-1.7976931348623157E308" MAX="1.7976931348623157E308" ACCURACY="17"',
}
_TEXTS: Final = ("STRING", "XHTML")


def write_reqif(request: ExportRequest) -> WrittenModel:
    """The whole graph as one file: every node an object, every edge a branch of the tree or a link."""
    layout = Layout(request.graph, request.name)
    at = request.at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    writer = _Writer(layout, request.name, at)
    written = "\n".join(writer.lines())
    losses = (
        ("reqifAsText", layout.as_text),
        ("valuesAsText", writer.values_as_text),
        ("branchAttributesLeft", layout.branches_with_attributes),
        ("emptyValuesLeft", _empty_values(request.graph)),
    )
    own_ids = [Term(key="notes.withoutSemanticIds")] if request.graph.nodes else []
    notes = own_ids + [Term(key=f"notes.{name}", values={"count": count}) for name, count in losses if count]
    return WrittenModel(f"{_HEAD}{written}\n</REQ-IF>\n".encode(), notes)


def _empty_values(graph: Graph) -> int:
    elements: Iterator[Node | Edge] = chain(graph.nodes.values(), graph.edges.values())
    return sum(value in (None, "") for each in elements for value in read_by_people(each.attributes).values())


class _Writer:
    def __init__(self, layout: Layout, name: str, at: str) -> None:
        self._layout = layout
        self._name = name
        self._at = at
        self._change = f' LAST-CHANGE="{at}"'
        self.values_as_text = 0
        """Values that are no text, in fields of text."""

    def lines(self) -> Iterator[str]:
        yield "<THE-HEADER>"
        yield f'<REQ-IF-HEADER IDENTIFIER="{OWN}-header">'
        yield f"<CREATION-TIME>{self._at}</CREATION-TIME>"
        yield "<REQ-IF-TOOL-ID>Graphwright</REQ-IF-TOOL-ID><REQ-IF-VERSION>1.0</REQ-IF-VERSION>"
        yield "<SOURCE-TOOL-ID>Graphwright</SOURCE-TOOL-ID>"
        yield f"<TITLE>{text(self._name)}</TITLE>"
        yield "</REQ-IF-HEADER></THE-HEADER><CORE-CONTENT><REQ-IF-CONTENT>"
        yield from _block("DATATYPES", self._datatypes())
        yield from _block("SPEC-TYPES", self._types())
        yield from _block("SPEC-OBJECTS", self._objects())
        yield from _block("SPEC-RELATIONS", self._relations())
        yield from _block("SPECIFICATIONS", self._specifications())
        yield "</REQ-IF-CONTENT></CORE-CONTENT>"

    def _datatypes(self) -> Iterator[str]:
        fields = [field for each in self._layout.types.values() for field in each.fields.values()]
        chosen: dict[str, dict[str, str]] = {}
        kinds: dict[str, ValueKind] = {datatype_id(kind): kind for kind in get_args(ValueKind) if kind != "ENUMERATION"}
        for field in fields:
            if field.kind == "ENUMERATION":
                chosen.setdefault(_datatype(field), {}).update(field.choices)
            kinds.setdefault(_datatype(field), field.kind)
        for each, kind in kinds.items():
            begin = f"<DATATYPE-DEFINITION-{kind} IDENTIFIER={attribute(each)}{self._change}{_FACETS.get(kind, '')}"
            if kind != "ENUMERATION":
                yield f"{begin}/>"
                continue
            yield f"{begin}><SPECIFIED-VALUES>"
            for key, (name, value_id) in enumerate(chosen[each].items()):
                called = f"IDENTIFIER={attribute(value_id)}{self._change} LONG-NAME={attribute(name)}"
                embedded = f'<PROPERTIES><EMBEDDED-VALUE KEY="{key}" OTHER-CONTENT={attribute(name)}/></PROPERTIES>'
                yield f"<ENUM-VALUE {called}>{embedded}</ENUM-VALUE>"
            yield f"</SPECIFIED-VALUES></DATATYPE-DEFINITION-{kind}>"

    def _types(self) -> Iterator[str]:
        for each in self._layout.types.values():
            yield from self._type("RELATION" if each.type_id in self._layout.is_relation else "OBJECT", each)
        written: set[str] = set()
        for specification, _ in self._layout.tree:
            if _type_of(specification) not in written:
                written.add(_type_of(specification))
                called = f"IDENTIFIER={attribute(_type_of(specification))}{self._change}"
                yield f"<SPECIFICATION-TYPE {called}{_long_name(specification.type_name)}/>"

    def _type(self, what: str, each: ObjectType) -> Iterator[str]:
        begin = f"<SPEC-{what}-TYPE IDENTIFIER={attribute(each.type_id)}{self._change}{_long_name(each.name)}"
        if not each.fields:
            yield f"{begin}/>"
            return
        yield f"{begin}><SPEC-ATTRIBUTES>"
        for name, field in each.fields.items():
            several = ' MULTI-VALUED="true"' if field.kind == "ENUMERATION" else ""
            called = (
                f'IDENTIFIER={attribute(field.field_id)}{self._change}{_long_name(name)} IS-EDITABLE="true"{several}'
            )
            ref = _ref(f"DATATYPE-DEFINITION-{field.kind}", _datatype(field))
            yield f"<ATTRIBUTE-DEFINITION-{field.kind} {called}><TYPE>{ref}</TYPE></ATTRIBUTE-DEFINITION-{field.kind}>"
        yield f"</SPEC-ATTRIBUTES></SPEC-{what}-TYPE>"

    def _objects(self) -> Iterator[str]:
        layout = self._layout
        for node_id, object_id in layout.ids.items():
            node = layout.node(node_id)
            long_name, values = layout.values(node)
            kind = layout.types[layout.type_of(node)]
            yield (
                f"<SPEC-OBJECT IDENTIFIER={attribute(object_id)}{self._change}{_long_name(long_name)}>\n"
                f"<TYPE>{_ref('SPEC-OBJECT-TYPE', kind.type_id)}</TYPE>{self._values(values, kind)}\n</SPEC-OBJECT>"
            )

    def _relations(self) -> Iterator[str]:
        layout = self._layout
        for edge, seen in layout.relations:
            kind = layout.types[layout.type_of_relation(edge, seen)]
            relation_id = layout.claim(seen.foreign_id, f"_{edge.edge_id}")
            yield (
                f"<SPEC-RELATION IDENTIFIER={attribute(relation_id)}{self._change}>\n"
                f"<TYPE>{_ref('SPEC-RELATION-TYPE', kind.type_id)}</TYPE>\n"
                f"<SOURCE>{_ref('SPEC-OBJECT', layout.ids[seen.source])}</SOURCE>\n"
                f"<TARGET>{_ref('SPEC-OBJECT', layout.ids[seen.target])}</TARGET>"
                f"{self._values(layout.relation_values(edge), kind)}\n</SPEC-RELATION>"
            )

    def _values(self, values: Values, kind: ObjectType) -> str:
        if not values:
            return ""
        lines = ["\n<VALUES>"]
        for name, value in values.items():
            field = kind.fields[name]
            self.values_as_text += field.kind in _TEXTS and not isinstance(value, str)
            lines.append(_value(value, field))
        lines.append("</VALUES>")
        return "\n".join(lines)

    def _specifications(self) -> Iterator[str]:
        for specification, entries in self._layout.tree:
            called = f"IDENTIFIER={attribute(specification.specification_id)}{self._change}"
            yield f"<SPECIFICATION {called}{_long_name(specification.name or self._name)}>"
            yield f"<TYPE>{_ref('SPECIFICATION-TYPE', _type_of(specification))}</TYPE>"
            yield from self._tree(entries)
            yield "</SPECIFICATION>"

    def _tree(self, entries: list[PlacedObject]) -> Iterator[str]:
        depth = -1
        for entry in entries:
            if entry.depth > depth:
                yield "<CHILDREN>"
            else:
                yield "</SPEC-HIERARCHY>" + "</CHILDREN></SPEC-HIERARCHY>" * (depth - entry.depth)
            depth = entry.depth
            yield (
                f"<SPEC-HIERARCHY IDENTIFIER={attribute(entry.entry_id)}{self._change}>\n"
                f"<OBJECT>{_ref('SPEC-OBJECT', self._layout.ids[entry.node_id])}</OBJECT>"
            )
        yield "</SPEC-HIERARCHY></CHILDREN>" * (depth + 1)


def _block(name: str, lines: Iterator[str]) -> Iterator[str]:
    """One of the parts of a file; not there where it has no lines, because the schema wants one."""
    inside = "\n".join(lines)
    if inside:
        yield f"<{name}>\n{inside}\n</{name}>"


def _value(value: JsonValue, field: Field) -> str:
    tag, definition = _defined(field.kind, field.field_id)
    if field.kind == "XHTML":
        return f"<{tag}>{definition}<THE-VALUE>{xhtml_of(words_of(value))}</THE-VALUE></{tag}>"
    if field.kind == "ENUMERATION":
        words = value if isinstance(value, list) else [value]
        refs = "".join(_ref("ENUM-VALUE", field.choices[str(word)]) for word in words)
        return f"<{tag}>{definition}<VALUES>{refs}</VALUES></{tag}>"
    return f"<{tag} THE-VALUE={attribute(words_of(value))}>{definition}</{tag}>"


@lru_cache(maxsize=4_096)  # fields are referred to by every object
def _defined(kind: ValueKind, field_id: str) -> tuple[str, str]:
    """The tag of a field's values, and which field they are of."""
    return f"ATTRIBUTE-VALUE-{kind}", f"<DEFINITION>{_ref(f'ATTRIBUTE-DEFINITION-{kind}', field_id)}</DEFINITION>"


@lru_cache(maxsize=65_536)  # types and fields are referred to by every object
def _ref(what: str, identifier: str) -> str:
    return f"<{what}-REF>{text(identifier)}</{what}-REF>"


def _long_name(name: str) -> str:
    return f" LONG-NAME={attribute(name)}" if name else ""


def _datatype(field: Field) -> str:
    if field.datatype_id:
        return field.datatype_id
    return f"{field.field_id}-choices" if field.kind == "ENUMERATION" else datatype_id(field.kind)


def _type_of(specification: Specification) -> str:
    return specification.type_id or f"{OWN}-specification-type"

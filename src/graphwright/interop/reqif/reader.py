"""Reads a ReqIF file piece by piece and forgets the XML of what it has read.

Files of real tools are not always sound: a reference to a type or field that the file does not define is kept by its
id. What would make the graph another one (an id that stands twice) is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final, cast, get_args
from xml.etree.ElementTree import Element

from graphwright.errors import InvalidCommand
from graphwright.interop.files import ForeignFile
from graphwright.interop.reqif.records import (
    Field,
    HierarchyEntry,
    ObjectType,
    ReqifDocument,
    Specification,
    SpecObject,
    SpecRelation,
    ValueKind,
)
from graphwright.interop.reqif.rich_text import RichTextReader
from graphwright.interop.xml_text import local_name, xml_events
from graphwright.protocol.base import JsonValue

_KINDS: Final[frozenset[str]] = frozenset(get_args(ValueKind))


def read_reqif(file: ForeignFile) -> ReqifDocument:
    """Everything of a file that a graph can hold. `InvalidCommand` names the line, or the element by its id."""
    reader = _Reader()
    parents: list[Element] = []
    for event, element in xml_events(file):
        if event == "start":
            parents.append(element)
            continue
        parents.pop()
        if reader.take(element) and parents:
            parents[-1].remove(element)
    if not reader.is_reqif:
        raise InvalidCommand("the file has no <REQ-IF> element, so it is no ReqIF")
    return reader.finish()


class _Reader:
    def __init__(self) -> None:
        self.is_reqif = False
        self._document = ReqifDocument()
        self._choices: dict[str, dict[str, str]] = {}
        """Of each enumeration: what people read, by the id of the value."""
        self._names: dict[str, tuple[str, Field]] = {}
        """What people call a field, by its id."""
        self._objects: list[Element] = []
        self._relations: list[Element] = []

    def take(self, element: Element) -> bool:
        """Read an element that has ended; true when nobody needs its XML any more."""
        name = local_name(element)
        match name:
            case "REQ-IF":
                self.is_reqif = True
            case "DATATYPE-DEFINITION-ENUMERATION":
                self._choices[element.get("IDENTIFIER", "")] = {
                    value.get("IDENTIFIER", ""): value.get("LONG-NAME", "") or value.get("IDENTIFIER", "")
                    for value in _all(element, "ENUM-VALUE")
                }
            case "SPEC-OBJECT" if self._has_types:
                self._document.objects.append(self._object(element))
                return True
            case "SPEC-OBJECT":
                self._objects.append(element)
            case "SPEC-RELATION" if self._has_types:
                self._document.relations.append(self._relation(element))
                return True
            case "SPEC-RELATION":
                self._relations.append(element)
            case "SPECIFICATION":
                self._specification(element)
                return True
            case "SPEC-OBJECT-TYPE" | "SPEC-RELATION-TYPE" | "SPECIFICATION-TYPE":
                self._type(element)
            case _:
                pass
        return False

    @property
    def _has_types(self) -> bool:
        """Types come first in a sound file; in another, what needs them waits."""
        return bool(self._document.types)

    def finish(self) -> ReqifDocument:
        """The document, with what waited for its types."""
        self._document.objects += [self._object(each) for each in self._objects]
        self._document.relations += [self._relation(each) for each in self._relations]
        return self._document

    def _type(self, element: Element) -> None:
        fields: dict[str, Field] = {}
        type_id = _identifier(element)
        for each in _all(element, "SPEC-ATTRIBUTES"):
            for definition in each:
                kind = local_name(definition).removeprefix("ATTRIBUTE-DEFINITION-")
                if kind not in _KINDS:
                    continue
                field_id = _identifier(definition)
                datatype = _reference(definition, "TYPE")
                chosen = {name: value_id for value_id, name in self._choices.get(datatype, {}).items()}
                field = Field(field_id, cast("ValueKind", kind), datatype, chosen)
                name = definition.get("LONG-NAME") or field_id
                if name in fields:
                    name = f"{name} ({field_id})"
                fields[name] = field
                self._names[field_id] = name, field
        self._document.types[type_id] = ObjectType(type_id, element.get("LONG-NAME", ""), fields)

    def _object(self, element: Element) -> SpecObject:
        type_id = _reference(element, "TYPE")
        return SpecObject(
            _identifier(element),
            type_id,
            element.get("LONG-NAME", "") or element.get("DESC", ""),
            self._values(element),
        )

    def _relation(self, element: Element) -> SpecRelation:
        return SpecRelation(
            _identifier(element),
            _reference(element, "TYPE"),
            _reference(element, "SOURCE"),
            _reference(element, "TARGET"),
            self._values(element),
        )

    def _values(self, element: Element) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {}
        for values in _children(element, "VALUES"):
            for value in values:
                kind = local_name(value).removeprefix("ATTRIBUTE-VALUE-")
                field_id = _reference(value, "DEFINITION")
                name = self._names[field_id][0] if field_id in self._names else field_id
                if (read := self._value(value, kind)) is not None and name:
                    found[name] = read
        return found

    def _value(self, value: Element, kind: str) -> JsonValue:
        given = value.get("THE-VALUE")
        match kind:
            case "XHTML":
                return self._rich(value)
            case "ENUMERATION":
                named = {key: name for choices in self._choices.values() for key, name in choices.items()}
                chosen = [
                    named.get(ref, ref) for each in _all(value, "ENUM-VALUE-REF") if (ref := (each.text or "").strip())
                ]
                return chosen[0] if len(chosen) == 1 else [*chosen] or None
            case "BOOLEAN" if given is not None:
                return given.strip() in ("true", "1")
            case "INTEGER" if given is not None:
                return _number(given, int)
            case "REAL" if given is not None:
                return _number(given, float)
            case _:
                return given or None

    def _rich(self, value: Element) -> str | None:
        for each in _children(value, "THE-VALUE"):
            rich = RichTextReader(each)
            self._document.reduced += rich.is_reduced
            return rich.markdown or None
        return None

    def _specification(self, element: Element) -> None:
        specification_id = _identifier(element)
        type_id = _reference(element, "TYPE")
        known = self._document.types.get(type_id)
        name = element.get("LONG-NAME") or ""
        self._document.specifications.append(
            Specification(specification_id, name, type_id, "" if known is None else known.name)
        )
        waiting = [(each, "") for each in _below(element)][::-1]
        while waiting:
            entry, parent = waiting.pop()
            object_id = _reference(entry, "OBJECT")
            self._document.entries.append(HierarchyEntry(_identifier(entry), object_id, parent, specification_id))
            waiting += [(each, object_id) for each in _below(entry)][::-1]


def _below(element: Element) -> Iterator[Element]:
    for children in _children(element, "CHILDREN"):
        yield from _children(children, "SPEC-HIERARCHY")


def _children(element: Element, name: str) -> Iterator[Element]:
    return (each for each in element if local_name(each) == name)


def _all(element: Element, name: str) -> Iterator[Element]:
    return (each for each in element.iter() if local_name(each) == name)


def _reference(element: Element, role: str) -> str:
    """The id that stands one level below `<TYPE>`, `<SOURCE>` and the like; empty where it is missing."""
    for each in _children(element, role):
        for ref in each:
            return (ref.text or "").strip()
    return ""


def _identifier(element: Element) -> str:
    found = element.get("IDENTIFIER", "").strip()
    if not found:
        name = element.get("LONG-NAME", "")
        raise InvalidCommand(f"<{local_name(element)}> {name!r} has no IDENTIFIER")
    return found


def _number(given: str, kind: type[int | float]) -> JsonValue:
    """A number, or the text as it stands where it is none."""
    try:
        number = kind(given)
    except ValueError:
        return given
    return number if isfinite(number) else given

"""An ArchiMate exchange file as nodes and edges: ours exactly, other people's by kind of element and relationship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import Element

from graphwright.graph.foreign import FOREIGN_KIND, MADE_ID
from graphwright.graph.ontology import Ontology
from graphwright.interop.archimate.mapping import (
    KIND,
    NODES,
    OTHERS,
    OTHERWISE,
    PROFILE,
    RELATION,
    SEMANTIC_ID,
    TURNED,
    TYPE,
    WORDS,
)
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.carried import CarriedModel, joined
from graphwright.interop.files import ForeignFile
from graphwright.interop.report import ImportedModel
from graphwright.interop.xml_text import local_name, parse_xml
from graphwright.protocol.base import JsonValue

_FORMAT: Final = "archimate"
_KIND: Final = "{http://www.w3.org/2001/XMLSchema-instance}type"
_FALLBACK: Final = "MOD"
_CLEAR: Final[Mapping[str, str]] = {"Composition": "compose", "Assignment": "allocate"}
"""Relationships that mean the same here wherever our ontology allows them."""


def read_archimate(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    """The operations that make the file. `InvalidCommand` names the line or element."""
    model = _ExchangeModel(parse_xml(file))
    return _own(model) if PROFILE in model.properties(model.root) else _foreign(model, ontology)


class _ExchangeModel:
    """The parts of a file."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.elements = [*_inside(root, "elements", "element")]
        self.relationships = [*_inside(root, "relationships", "relationship")]
        self.views = sum(1 for each in root.iter() if local_name(each) == "view")
        self._names = {
            each.get("identifier", ""): _text(each, "name")
            for each in _inside(root, "propertyDefinitions", "propertyDefinition")
        }

    def properties(self, element: Element) -> dict[str, str]:
        """The properties of an element by their names."""
        found: dict[str, str] = {}
        for each in _inside(element, "properties", "property"):
            name = self._names.get(each.get("propertyDefinitionRef", ""), "")
            if name:
                found[name] = _text(each, "value")
        return found


def _own(model: _ExchangeModel) -> ImportedModel:
    """A file that we wrote."""
    made = CarriedModel(_FORMAT)
    for each in model.elements:
        values = model.properties(each)
        place = f"element {each.get('identifier', '')}"
        made.node(
            _own_id(each.get("identifier", "")),
            values.pop(TYPE, ""),
            _text(each, "name"),
            descr=_text(each, "documentation"),
            semantic_id=values.pop(SEMANTIC_ID, ""),
            attributes=joined({}, values.pop(OTHERS, ""), place) | {**values},
            place=place,
        )
    for each in model.relationships:
        values = model.properties(each)
        place = f"relationship {each.get('identifier', '')}"
        ends = [_own_id(each.get(end, "")) for end in ("source", "target")]
        source, target = reversed(ends) if values.pop(TURNED, "") else ends
        kind = values.pop(RELATION, "relation")
        made.edge(kind, source, target, joined({}, values.pop(OTHERS, ""), place) | {**values}, place)
    return made.finish()


def _own_id(identifier: str) -> str:
    return identifier.removeprefix(MADE_ID)


def _foreign(model: _ExchangeModel, ontology: Ontology) -> ImportedModel:
    """A file of another tool."""
    builder = ImportBuilder(_FORMAT, ontology)
    types: dict[str, str] = {}
    for each in model.elements:
        kind, identifier = each.get(_KIND, "").rpartition(":")[2], each.get("identifier", "")
        node_type = NODES.get(kind, _FALLBACK)
        if kind not in NODES:
            builder.note("importUntyped")
        attributes: dict[str, JsonValue] = {**model.properties(each)}
        if node_type == "SCHEMA":
            attributes.setdefault("struct", "{}")
        types[identifier] = node_type
        builder.node(
            identifier,
            node_type,
            " ".join(_text(each, "name").split()) or kind,
            descr=_text(each, "documentation"),
            attributes=attributes,
            kind=f"{KIND}{kind}",
            place=f"element {identifier}",
        )
    for each in model.relationships:
        kind, identifier = each.get(_KIND, "").rpartition(":")[2], each.get("identifier", "")
        ends = each.get("source", ""), each.get("target", "")
        if not all(end in types for end in ends):
            builder.note("importDangling", example=identifier)  # one may lead to another relationship
            continue
        name = _text(each, "name")
        relation = _relation(kind, types[ends[0]], types[ends[1]], ontology)
        label: dict[str, JsonValue] = {"label": name or WORDS.get(kind, kind)} if relation == "relation" else {}
        builder.edge(
            relation,
            *ends,
            foreign_id=identifier,
            attributes={**model.properties(each), **label},
            marks={FOREIGN_KIND: f"{KIND}{kind}"},
            place=f"relationship {identifier}",
        )
    if model.views:
        builder.note("viewsLeft", model.views)
    return builder.finish()


def _relation(kind: str, source: str, target: str, ontology: Ontology) -> str:
    """The relation that says the same, where there is one between these types."""
    wanted = "satisfy" if kind == "Realization" and target == "REQ" else _CLEAR.get(kind, OTHERWISE)
    return wanted if wanted != OTHERWISE and ontology.allows(wanted, source, target) else "relation"


def _inside(element: Element, around: str, name: str) -> Iterator[Element]:
    for each in element:
        if local_name(each) == around:
            yield from (inner for inner in each if local_name(inner) == name)


def _text(element: Element, name: str) -> str:
    return next((each.text or "" for each in element if local_name(each) == name), "")

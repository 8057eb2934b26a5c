"""How a graph is laid out in ReqIF: which types and fields there are, what each is called, and where objects stand.

Everything is decided here before a line is written: a field whose values are of several kinds becomes text, an id that
XML does not allow or that is taken is replaced, types and places of the other tool are used again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.foreign import (
    FOREIGN_KIND,
    FOREIGN_NAMED,
    FOREIGN_PLACE,
    FOREIGN_TYPE,
    MADE_NAME,
    read_by_people,
)
from graphwright.interop.foreign_view import ForeignEdge, edge_of, foreign_id
from graphwright.interop.made_names import is_made
from graphwright.interop.pairs import ORIGINAL_KIND
from graphwright.interop.reqif.naming import (
    HIERARCHY,
    ID_FIELD,
    NAME_FIELD,
    OWN,
    TEXT_FIELD,
    is_identifier,
    own_field,
    own_field_id,
)
from graphwright.interop.reqif.records import Field, ObjectType, Specification, ValueKind
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId

Values = dict[str, JsonValue]

_DATE: Final = re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?")
_PLACES: Final = msgspec.json.Decoder(tuple[str, Specification])
_TYPES: Final = msgspec.json.Decoder(ObjectType)


class PlacedObject(Struct, frozen=True):
    """An object in the tree of a specification."""

    entry_id: str
    node_id: NodeId
    depth: int


class Layout:
    """The layout of one graph."""

    def __init__(self, graph: Graph, name: str) -> None:
        self._graph = graph
        self._used: set[str] = set()
        self.as_text: int = 0
        """Fields that are written as text because their values are of several kinds."""
        self.branches_with_attributes: int = 0
        """A place in a tree has no field for what an edge says."""
        self._known = _known_types(graph)
        self.types: dict[str, ObjectType] = {}
        """Of objects and of relations, in the order in which they are first needed."""
        self.is_relation: set[str] = set()
        self.ids = {node.node_id: self.claim(foreign_id(node), f"_{node.node_id}") for node in graph.nodes.values()}
        self._values = {node.node_id: _values(node) for node in graph.nodes.values()}
        self._fields_of_nodes()
        self.tree: list[tuple[Specification, list[PlacedObject]]] = []
        self.relations: list[tuple[Edge, ForeignEdge]] = []
        self._arrange(name)
        self._fields_of_relations()

    def claim(self, wanted: str, otherwise: str) -> str:
        """An id that XML allows, that nobody has yet and that could not be one of ours."""
        is_free = is_identifier(wanted) and wanted not in self._used and not wanted.startswith(OWN)
        chosen = wanted if is_free else otherwise
        self._used.add(chosen)
        return chosen

    def node(self, node_id: NodeId) -> Node:
        """A node of the graph."""
        return self._graph.nodes[node_id]

    def type_of(self, node: Node) -> str:
        """The id of an object's type."""
        kind = node.attributes.get(FOREIGN_KIND) if FOREIGN_NAMED in node.attributes else None
        return kind if isinstance(kind, str) and is_identifier(kind) else f"{OWN}-{node.node_type}"

    def type_of_relation(self, edge: Edge, seen: ForeignEdge) -> str:
        """The id of a link's type."""
        kind = edge.attributes.get(FOREIGN_KIND)
        if isinstance(kind, str) and is_identifier(kind):
            return kind
        return own_field_id(f"{OWN}-relation", seen.kind)

    def values(self, node: Node) -> tuple[str, Values]:
        """What stands beside an object's id as its long name, and its fields."""
        return self._values[node.node_id]

    def relation_values(self, edge: Edge) -> Values:
        """The fields of a link."""
        if not edge.attributes:
            return {}
        return {
            key: value
            for key, value in read_by_people(edge.attributes).items()
            if key != ORIGINAL_KIND and value is not None
        }

    # types --------------------------------------------------------------------------------------------------------

    def _fields_of_nodes(self) -> None:
        for node in self._graph.nodes.values():
            self._note_type(self.type_of(node), node.node_type, self._values[node.node_id][1])

    def _fields_of_relations(self) -> None:
        for edge, seen in self.relations:
            type_id = self.type_of_relation(edge, seen)
            self.is_relation.add(type_id)
            self._note_type(type_id, seen.kind, self.relation_values(edge))

    def _note_type(self, type_id: str, name: str, values: Values) -> None:
        known = self.types.get(type_id)
        if known is None:
            known = self._known.get(type_id, ObjectType(type_id, name))
            self._used.add(type_id)
            fields = {each: self._named(field) for each, field in known.fields.items()}
            known = self.types[type_id] = replace(known, fields=fields)
        for key, value in values.items():
            field = known.fields.get(key)
            if field is None:
                kind: ValueKind = "XHTML" if key == TEXT_FIELD else _kind(value)
                known.fields[key] = self._named(own_field(type_id, key, kind))
            elif not _fits(value, field):
                self._widen(known, key, field, value)

    def _named(self, field: Field) -> Field:
        """The field under an id that is free."""
        if field.field_id.startswith(OWN):
            return field  # made of its type and name, so there is no other
        return replace(field, field_id=self.claim(field.field_id, f"_{len(self._used)}-{field.field_id}"))

    def _widen(self, known: ObjectType, key: str, field: Field, value: JsonValue) -> None:
        """Make room for a value of another kind: a choice more, or text in place of what was."""
        if field.kind == "ENUMERATION" and (words := _words(value)) is not None:
            for word in words:
                if word not in field.choices:
                    field.choices[word] = self.claim("", f"{field.field_id}-{len(field.choices) + 1}")
            return
        self.as_text += 1
        known.fields[key] = self._named(own_field(known.type_id, f"{key}-text", "STRING"))

    # places -------------------------------------------------------------------------------------------------------

    def _arrange(self, name: str) -> None:
        """The trees of all specifications; edges that are no branch of one are links."""
        below: dict[NodeId, list[tuple[str, NodeId]]] = {}
        placed: set[NodeId] = set()
        for edge in self._graph.edges.values():
            seen = edge_of(edge)
            if seen.kind == HIERARCHY:
                below.setdefault(seen.source, []).append((self.claim(seen.foreign_id, f"_{edge.edge_id}"), seen.target))
                placed.add(seen.target)
                self.branches_with_attributes += bool(self.relation_values(edge))
            else:
                self.relations.append((edge, seen))
        specifications: dict[str, tuple[Specification, list[PlacedObject]]] = {}
        others: list[tuple[str, NodeId]] = []
        done: set[NodeId] = set()
        for node in self._graph.nodes.values():
            found = _place(node)
            if found is None:
                if node.node_id not in placed:
                    others.append((self.claim("", f"_at-{node.node_id}"), node.node_id))
                continue
            entry_id, specification = found
            _, entries = specifications.setdefault(specification.specification_id, (specification, []))
            top = self.claim(entry_id, f"_at-{node.node_id}"), node.node_id
            entries += _branch(top, below, done)
        if others and not specifications:
            made = Specification(f"{OWN}-specification", name, f"{OWN}-specification-type", "System model")
            specifications[made.specification_id] = made, []
        for top in others:
            next(iter(specifications.values()))[1].extend(_branch(top, below, done))
        self.tree = list(specifications.values())


def _values(node: Node) -> tuple[str, Values]:
    named = node.attributes.get(FOREIGN_NAMED) if FOREIGN_KIND in node.attributes else None
    found: Values = {} if isinstance(named, str) else {ID_FIELD: node.semantic_id}
    fields = named if isinstance(named, str) else f"{NAME_FIELD}|{TEXT_FIELD}"
    name_field, _, text_field = fields.partition("|")
    attributes: Mapping[str, JsonValue] = read_by_people(node.attributes) if node.attributes else {}
    otherwise = str(attributes.get(ID_FIELD) or foreign_id(node))
    is_unnamed = name_field == MADE_NAME and is_made(node.name, node.descr, otherwise)
    long_name = "" if is_unnamed else node.name
    if name_field and name_field != MADE_NAME:
        found[name_field], long_name = node.name, ""
    if node.descr:
        found[text_field or TEXT_FIELD] = node.descr
    found.update((key, value) for key, value in attributes.items() if value is not None)
    return long_name, found


def _branch(
    top: tuple[str, NodeId], below: Mapping[NodeId, list[tuple[str, NodeId]]], done: set[NodeId]
) -> Iterator[PlacedObject]:
    """An object and what stands below it, in depth. One that stands in two places has its parts in the first."""
    waiting = [(*top, 0)]
    while waiting:
        entry_id, node_id, depth = waiting.pop()
        yield PlacedObject(entry_id, node_id, depth)
        if node_id not in done:
            done.add(node_id)
            waiting += [(entry, child, depth + 1) for entry, child in reversed(below.get(node_id, ()))]


def _place(node: Node) -> tuple[str, Specification] | None:
    kept = node.attributes.get(FOREIGN_PLACE)
    try:
        return _PLACES.decode(kept) if isinstance(kept, str) else None
    except msgspec.MsgspecError:
        return None


def _known_types(graph: Graph) -> dict[str, ObjectType]:
    """The types that the other tool defined."""
    known: dict[str, ObjectType] = {}
    elements: Iterator[Node | Edge] = chain(graph.nodes.values(), graph.edges.values())
    for element in elements:
        kept = element.attributes.get(FOREIGN_TYPE)
        if isinstance(kept, str):
            try:
                found = _TYPES.decode(kept)
            except msgspec.MsgspecError:
                continue
            known[found.type_id] = found
    return known


def _kind(value: JsonValue) -> ValueKind:
    match value:
        case bool():
            return "BOOLEAN"
        case int():
            return "INTEGER"
        case float():
            return "REAL"
        case _:
            return "STRING"


def _words(value: JsonValue) -> list[str] | None:
    """The choices that a value names; none where it is no text or list of texts."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return [str(each) for each in value]
    return None


def _fits(value: JsonValue, field: Field) -> bool:
    match field.kind:
        case "STRING" | "XHTML":
            return True
        case "BOOLEAN":
            return isinstance(value, bool)
        case "INTEGER":
            return isinstance(value, int) and not isinstance(value, bool)
        case "REAL":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "DATE":
            return isinstance(value, str) and _DATE.fullmatch(value) is not None
        case "ENUMERATION":
            words = _words(value)
            return words is not None and all(word in field.choices for word in words)


def words_of(value: JsonValue) -> str:
    """A value as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

"""What a ReqIF file holds, as far as a graph can keep it, and what the graph remembers of its types."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from graphwright.protocol.base import JsonValue

ValueKind: TypeAlias = Literal["STRING", "XHTML", "INTEGER", "REAL", "BOOLEAN", "DATE", "ENUMERATION"]


class Field(Struct, omit_defaults=True):
    """A field that objects of one type may have."""

    field_id: str
    kind: ValueKind
    datatype_id: str
    choices: dict[str, str] = {}
    """Of an enumeration: what people read, and its id."""


class ObjectType(Struct, omit_defaults=True):
    """A type of objects, relations or specifications."""

    type_id: str
    name: str
    fields: dict[str, Field] = {}
    """By what people call them."""


class SpecObject(Struct):
    """A requirement, a heading, anything that stands in a specification."""

    object_id: str
    type_id: str
    long_name: str
    values: dict[str, JsonValue]
    """By the name of the field; rich text as Markdown."""


class SpecRelation(Struct):
    """A link from one object to another."""

    relation_id: str
    type_id: str
    source: str
    target: str
    values: dict[str, JsonValue]


class HierarchyEntry(Struct):
    """Where an object stands: below which other one."""

    entry_id: str
    object_id: str
    parent: str
    """The id of the object above; empty at the top."""
    specification: str


class Specification(Struct, omit_defaults=True):
    """A document of the file."""

    specification_id: str
    name: str
    type_id: str = ""
    type_name: str = ""


class ReqifDocument(Struct):
    """A whole file."""

    types: dict[str, ObjectType] = {}
    """Of objects and relations, by id."""
    objects: list[SpecObject] = []
    relations: list[SpecRelation] = []
    specifications: list[Specification] = []
    entries: list[HierarchyEntry] = []
    reduced: int = 0
    """Rich texts of which more than words, lists, tables and emphasis was left behind: pictures, embedded files."""

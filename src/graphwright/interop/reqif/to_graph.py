"""A ReqIF document as nodes and edges: objects become requirements, the tree *compose*, links what they are called.

Types, fields and places of the other tool stay with the elements as attributes for machines, so that an export gives
them back and that tool updates its objects instead of making new ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_KIND, FOREIGN_NAMED, FOREIGN_PLACE, FOREIGN_TYPE, MADE_NAME
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.report import ImportedModel
from graphwright.interop.reqif.naming import HIERARCHY, ID_FIELD, NAME_FIELDS, OWN, TEXT_FIELD, TEXT_FIELDS
from graphwright.interop.reqif.records import HierarchyEntry, ObjectType, ReqifDocument, SpecObject, SpecRelation
from graphwright.protocol.base import JsonValue

_KINDS: Final = ("REQ", "NORM")
"""What a requirement is in the profiles; the first that the profile has is used."""
_STANDARD: Final = "ReqIF."
"""Fields called so have a meaning of their own, none of which but those above is the text."""


def model_of(documents: list[ReqifDocument], ontology: Ontology, *, attachments: int = 0) -> ImportedModel:
    """The operations that make these documents; `attachments` are files that were left out."""
    conversion = _DocumentConversion(ontology)
    for document in documents:
        conversion.add(document)
    for name, count in (("attachmentsLeft", attachments), ("richTextReduced", sum(each.reduced for each in documents))):
        if count:
            conversion.builder.note(name, count)
    return conversion.builder.finish()


class _DocumentConversion:
    def __init__(self, ontology: Ontology) -> None:
        self.builder = ImportBuilder("reqif", ontology)
        self._ontology = ontology
        self._requirement = next((kind for kind in _KINDS if kind in ontology.node_types), None)
        self._typed: set[str] = set()
        """Types whose definition an element has already."""

    def add(self, document: ReqifDocument) -> None:
        """Objects first, then everything between them."""
        tops = _tops(document)
        for each in document.objects:
            self._object(each, document.types.get(each.type_id), tops)
        for entry in document.entries:
            self._entry(entry)
        for relation in document.relations:
            self._relation(relation, document.types.get(relation.type_id))

    def _object(self, each: SpecObject, known: ObjectType | None, tops: Mapping[str, str]) -> None:
        values = {**each.values}
        is_ours = each.type_id.startswith(OWN)
        name_field = next((name for name in NAME_FIELDS if values.get(name)), "")
        # What has our id is written with fields of ours: where it has no text, nothing else said of it is one.
        text_field = TEXT_FIELD if is_ours and ID_FIELD in values else _text_field(values, known, name_field)
        descr = str(values.pop(text_field, ""))
        name = str(values.pop(name_field, "")) or each.long_name
        if not name_field and not each.long_name:
            name_field = MADE_NAME
            name = self.builder.made_name(descr, str(values.get(ID_FIELD) or each.object_id))
        marks: dict[str, JsonValue] = {FOREIGN_NAMED: f"{name_field}|{text_field}"}
        if each.object_id in tops:
            marks[FOREIGN_PLACE] = tops[each.object_id]
        if known is not None and not is_ours:
            marks |= self._definition(known)
        if is_ours:
            values.pop(ID_FIELD, None)
        self.builder.node(
            each.object_id,
            self._node_type(known) if is_ours else self._requirement_type(),
            " ".join(name.split()),
            descr=descr,
            attributes=values,
            kind="" if is_ours else each.type_id,
            marks={} if is_ours and each.object_id not in tops else marks if not is_ours else
            {FOREIGN_PLACE: tops[each.object_id]},
            place=f"SPEC-OBJECT {each.object_id}",
        )  # fmt: skip

    def _entry(self, entry: HierarchyEntry) -> None:
        if entry.object_id not in self.builder:
            self.builder.note("importDangling", example=entry.object_id or entry.entry_id)
        elif entry.parent in self.builder:
            self.builder.edge(HIERARCHY, entry.parent, entry.object_id, foreign_id=entry.entry_id)

    def _relation(self, each: SpecRelation, known: ObjectType | None) -> None:
        for end in (each.source, each.target):
            if end not in self.builder:
                self.builder.note("importDangling", example=end or each.relation_id)
                return
        name = known.name if known is not None and known.name else each.type_id or "relation"
        marks: dict[str, JsonValue] = {FOREIGN_KIND: each.type_id} if each.type_id else {}
        is_ours = each.type_id.startswith(OWN)
        if known is not None and not is_ours:
            marks |= self._definition(known)
        self.builder.edge(
            name,
            each.source,
            each.target,
            foreign_id=each.relation_id,
            attributes=each.values,
            marks={} if is_ours else marks,
            place=f"SPEC-RELATION {each.relation_id}",
        )

    def _definition(self, known: ObjectType) -> dict[str, JsonValue]:
        """The type with all its fields, for the first element that has it."""
        if known.type_id in self._typed:
            return {}
        self._typed.add(known.type_id)
        return {FOREIGN_TYPE: msgspec.json.encode(known).decode()}

    def _node_type(self, known: ObjectType | None) -> str:
        """The type of a node that was exported here."""
        found = None if known is None else self._ontology.node_type(known.name)
        return self._requirement_type() if found is None else found.name

    def _requirement_type(self) -> str:
        if self._requirement is None:
            names = " and no ".join(_KINDS)
            raise InvalidCommand(f"profile {self._ontology.name!r} has no {names} that an object of ReqIF could become")
        return self._requirement


def _tops(document: ReqifDocument) -> dict[str, str]:
    """For objects at the top of a specification: the place, the specification and its names."""
    specifications = {each.specification_id: each for each in document.specifications}
    return {
        entry.object_id: msgspec.json.encode([entry.entry_id, specifications[entry.specification]]).decode()
        for entry in document.entries
        if not entry.parent
    }


def _text_field(values: Mapping[str, JsonValue], known: ObjectType | None, name_field: str) -> str:
    """The field that holds what the object says: by its name, else the only rich text, else the only text there is."""
    for name in TEXT_FIELDS:
        if values.get(name):
            return name
    fields = {} if known is None else known.fields
    texts = [
        name
        for name, value in values.items()
        if isinstance(value, str) and name != name_field and not name.startswith(_STANDARD)
    ]
    for kind in ("XHTML", "STRING"):
        found = [name for name in texts if name in fields and fields[name].kind == kind]
        if len(found) == 1:
            return found[0]
    return ""

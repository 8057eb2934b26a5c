"""Elements of the SysML v2 API as nodes and edges: ours exactly, other people's in the parts that the text has, too.

Elements are joined by what they own, so every element must be there: the form with only what a commit changed is
refused.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.carried import CarriedModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.sysml.mapping import JSON
from graphwright.interop.sysml_json.elements import Element
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term

_FORMAT: Final = "sysml-json"
NODES: Final[Mapping[str, str]] = {
    "PartUsage": "MOD",
    "PartDefinition": "MOD",
    "ActionUsage": "FUNC",
    "ActionDefinition": "FUNC",
    "PerformActionUsage": "FUNC",
    "ItemUsage": "FLOW",
    "FlowUsage": "FLOW",
    "ItemDefinition": "SCHEMA",
    "PortUsage": "SCHEMA",
    "PortDefinition": "SCHEMA",
    "AttributeDefinition": "SCHEMA",
    "EnumerationDefinition": "SCHEMA",
    "InterfaceDefinition": "SCHEMA",
    "ConnectionDefinition": "SCHEMA",
    "RequirementUsage": "REQ",
    "RequirementDefinition": "REQ",
    "ConcernUsage": "REQ",
    "ConcernDefinition": "REQ",
    "UseCaseUsage": "UC",
    "UseCaseDefinition": "UC",
    "VerificationCaseUsage": "TEST",
    "VerificationCaseDefinition": "TEST",
}
_TOLD_BY: Final = frozenset(
    {"ObjectiveMembership", "RequirementVerificationMembership", "SubjectMembership", "EndFeatureMembership"}
)
"""Memberships whose element says something of another and is none itself."""
_TYPINGS: Final[Mapping[str, str]] = {
    "FeatureTyping": "type",
    "Subsetting": "subsets",
    "Subclassification": "specializes",
    "Redefinition": "redefines",
}
_ACTORS: Final = frozenset({"ActorMembership", "StakeholderMembership"})
_RELATIONS: Final = frozenset({"SatisfyRequirementUsage", "AllocationUsage"})
_KINDS_NAMED: Final = 10
_SILENT: Final = frozenset(
    {"Namespace", "Package", "LibraryPackage", "Documentation", "Comment", "TextualRepresentation", "Dependency"}
)
_SILENT_ENDINGS: Final = (
    "Membership",
    "Subsetting",
    "Typing",
    "Subclassification",
    "Redefinition",
    "Featuring",
    "Import",
)


def read_elements(found: list[Element], ontology: Ontology) -> ImportedModel:
    """The operations that make the elements. `InvalidCommand` names the element."""
    elements: dict[str, Element] = {}
    for number, each in enumerate(found, 1):
        payload = each.get("payload", each)
        if not isinstance(payload, dict) or not isinstance(payload.get("@id"), str) or "@type" not in payload:
            raise InvalidCommand(f"element {number}: it has no @id and no @type; bring in whole elements")
        elements[str(payload["@id"])] = payload
    said = {key: told for key, each in elements.items() if (told := _representation(each, elements)) is not None}
    if any("profile" in told for told in said.values()):
        return _own(elements, said)
    return _ForeignElements(elements, ontology).read()


def _own(elements: Mapping[str, Element], said: Mapping[str, dict[str, JsonValue]]) -> ImportedModel:
    """Elements that we wrote."""
    model = CarriedModel(_FORMAT)
    nodes = {key: told for key, told in said.items() if "node" in told}
    for key, told in nodes.items():
        model.node(
            str(told["node"]),
            str(told.get("type")),
            str(elements[key].get("declaredName") or ""),
            descr="\n\n".join(_texts(elements[key], elements)),
            semantic_id=str(told.get("semanticId") or ""),
            attributes=_mapping(told.get("attributes")),
            place=f"element {key}",
        )
    for key, told in nodes.items():
        owner = nodes.get(_one(elements[key].get("owner")))
        if owner is not None:
            model.edge(
                "compose", str(owner["node"]), str(told["node"]), _mapping(told.get("nesting")), f"element {key}"
            )
    for key, told in said.items():
        if "relation" in told:
            ends = str(told.get("source")), str(told.get("target"))
            model.edge(str(told["relation"]), *ends, _mapping(told.get("attributes")), f"element {key}")
    return model.finish()


class _ForeignElements:
    """Elements of other tools."""

    def __init__(self, elements: Mapping[str, Element], ontology: Ontology) -> None:
        self._elements = elements
        self._builder = ImportBuilder(_FORMAT, ontology)
        self._ontology = ontology
        self._types: dict[str, str] = {}
        self._left: Counter[str] = Counter()
        self._related: defaultdict[tuple[str, str], list[str]] = defaultdict(list)

    def read(self) -> ImportedModel:
        """Nodes first, then what is between them."""
        for key, each in self._elements.items():
            self._node(key, each)
        for key, each in self._elements.items():
            self._around(key, each)
            self._relation(each)
        for (source, target), labels in self._related.items():
            self._builder.edge("relation", source, target, attributes={"label": "; ".join(dict.fromkeys(labels))})
        model = self._builder.finish()
        if self._left:
            kinds = [f"{count} {kind}" for kind, count in self._left.most_common(_KINDS_NAMED)]
            named = [*kinds, "…"] if len(self._left) > len(kinds) else kinds
            model.report.notes.append(Term(key="notes.sysmlLeft", values={"count": self._left.total(), "kinds": named}))
        return model

    def _node(self, key: str, each: Element) -> None:
        kind = str(each["@type"])
        membership = self._elements.get(_one(each.get("owningRelationship")) or _one(each.get("owningMembership")), {})
        told_by = str(membership.get("@type", ""))
        node_type = "ACTOR" if told_by in _ACTORS else NODES.get(kind, "")
        if not node_type or told_by in _TOLD_BY or each.get("isImplied") is True or self._stands_for(each):
            is_told = kind in _SILENT or kind.endswith(_SILENT_ENDINGS) or each.get("isImplied") is True
            if not (is_told or told_by in _TOLD_BY or self._stands_for(each) or kind in _RELATIONS):
                self._left[kind] += 1
            return
        self._types[key] = node_type
        attributes: dict[str, JsonValue] = {"struct": "{}"} if node_type == "SCHEMA" else {}
        short = each.get("declaredShortName")
        if isinstance(short, str) and short:
            attributes["shortName"] = short
        self._builder.node(
            key,
            node_type,
            str(each.get("declaredName") or each.get("name") or kind),
            descr="\n\n".join(_texts(each, self._elements)),
            attributes=attributes,
            kind=kind,
            place=f"element {key}",
        )

    def _stands_for(self, each: Element) -> str:
        """The element that a usage refers to instead of being one."""
        found = self._elements.get(_one(each.get("ownedReferenceSubsetting")), {})
        return _one(found.get("referencedFeature"))

    def _around(self, key: str, each: Element) -> None:
        """What an element stands in, and what a usage in it stands for."""
        owner = _one(each.get("owner"))
        if owner not in self._types:
            return
        other = key if key in self._types else self._stands_for(each)
        if other not in self._types or other == owner:
            return
        kinds = self._types[owner], self._types[other]
        direction = each.get("direction")
        if direction in {"in", "out"} and kinds in {("FUNC", "FLOW"), ("ACTOR", "FLOW")}:
            self._builder.edge("io", *((other, owner) if direction == "in" else (owner, other)))
        elif kinds == ("MOD", "FUNC"):
            self._builder.edge("allocate", owner, other)
        elif kinds == ("REQ", "REQ"):
            self._builder.edge("satisfy", owner, other)
        elif self._ontology.allows("compose", *kinds):
            self._builder.edge("compose", owner, other)
        else:
            self._related[owner, other].append("contains")

    def _relation(self, each: Element) -> None:
        kind = str(each["@type"])
        match kind:
            case "SatisfyRequirementUsage":
                self._between("satisfy", _one(each.get("satisfyingFeature")), _one(each.get("satisfiedRequirement")))
            case "AllocationUsage":
                source, target = _one(each.get("source")), _one(each.get("target"))
                self._between("allocate", target, source)
            case "RequirementVerificationMembership":
                test = self._owner_of_type(_one(each.get("owningRelatedElement")), "TEST")
                verified = _one(each.get("verifiedRequirement")) or self._stands_for(
                    self._elements.get(_one(each.get("ownedMemberElement")), {})
                )
                self._between("verify", verified, test)
            case "Dependency":
                for source in _all(each.get("client")):
                    for target in _all(each.get("supplier")):
                        self._relate(source, target, str(each.get("declaredName") or "depends on"))
            case _ if kind in _TYPINGS and each.get("isImplied") is not True:
                self._relate(_one(each.get("specific")), _one(each.get("general")), _TYPINGS[kind])
            case _:
                pass  # a relation that our ontology has no word for

    def _between(self, relation: str, source: str, target: str) -> None:
        if source in self._types and target in self._types:
            self._builder.edge(relation, source, target)
        else:
            self._builder.note("importElsewhere")

    def _relate(self, source: str, target: str, label: str) -> None:
        if source in self._types and target in self._types and source != target:
            self._related[source, target].append(label)

    def _owner_of_type(self, key: str, node_type: str) -> str:
        seen: set[str] = set()
        while key in self._elements and self._types.get(key) != node_type and key not in seen:
            seen.add(key)
            key = _one(self._elements[key].get("owner"))
        return key


def _representation(each: Element, elements: Mapping[str, Element]) -> dict[str, JsonValue] | None:
    """What we said of an element beside it."""
    for key in _all(each.get("textualRepresentation")):
        found = elements.get(key, {})
        body = found.get("body")
        if found.get("language") == JSON and isinstance(body, str):
            try:
                said = msgspec.json.decode(body, type=dict[str, JsonValue]).get("graphwright")
            except (msgspec.MsgspecError, RecursionError):
                raise InvalidCommand(f"element {key}: its body cannot be read as JSON") from None
            if isinstance(said, dict):
                return said
    return None


def _texts(each: Element, elements: Mapping[str, Element]) -> Iterator[str]:
    for key in _all(each.get("documentation")):
        body = elements.get(key, {}).get("body")
        if isinstance(body, str):
            yield body


def _mapping(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _one(value: JsonValue) -> str:
    """The id in a reference, or in a list of one."""
    return next(_all(value), "")


def _all(value: JsonValue) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict) and isinstance(found := each.get("@id"), str):
            yield found

"""Elements in the form of the SysML v2 API while they are made: each with its id, its owner and the membership between.

Beside what is owned, each carries the derived properties that readers ask for first: name, owner, qualified name,
members, documentation. What is implied by the libraries (`isImplied`) is left out, as the standard allows.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID, uuid5

from graphwright.interop.sysml.names import quoted, writable
from graphwright.protocol.base import JsonValue

_SPACE: Final = UUID("6f0c7d3e-2c0b-5b8e-9a57-3b1f6d2c9a41")
Element = dict[str, JsonValue]


def element_id(text: str) -> str:
    """The id of an element: the UUID that the text is, else one that is made of it and stays the same."""
    try:
        return str(UUID(text))
    except ValueError:
        return str(uuid5(_SPACE, text))


def reference(element: str) -> Element:
    """How one element names another."""
    return {"@id": element}


class ElementList:
    """The elements of a model, in the order in which they are made."""

    def __init__(self) -> None:
        self.elements: dict[str, Element] = {}

    def add(self, kind: str, key: str, **properties: JsonValue) -> str:
        """An element that nothing owns; its id is made of the key."""
        made = element_id(key)
        self.elements[made] = {
            "@type": kind,
            "@id": made,
            "elementId": made,
            **properties,
            "ownedRelationship": [],
            "ownedElement": [],
        }
        return made

    def own(self, kind: str, owner: str, key: str, *, by: str = "OwningMembership", **properties: JsonValue) -> str:
        """An element in another, and the membership by which it is there."""
        made = self.add(kind, key, **properties)
        element, around = self.elements[made], self.elements[owner]
        name = str(properties.get("declaredName") or "")
        membership = self.relate(
            by,
            owner,
            made,
            f"{key} in its owner",
            memberElement=reference(made),
            memberElementId=made,
            ownedMemberElement=reference(made),
            ownedMemberElementId=made,
            ownedRelatedElement=[reference(made)],
            membershipOwningNamespace=reference(owner),
            visibility="public",
            **({"memberName": name, "ownedMemberName": name} if name else {}),
        )
        element.update(
            owner=reference(owner),
            owningNamespace=reference(owner),
            owningMembership=reference(membership),
            owningRelationship=reference(membership),
        )
        for field in ("ownedElement", "ownedMember"):
            _append(around, field, made)
        _append(around, "ownedMembership", membership)
        if name:
            path = f"{around['qualifiedName']}::" if "qualifiedName" in around else ""
            element.update(name=name, qualifiedName=path + quoted(writable(name)))
        if "declaredShortName" in properties:
            element["shortName"] = properties["declaredShortName"]
        if kind == "Documentation":
            _append(around, "documentation", made)
        if kind == "TextualRepresentation":
            _append(around, "textualRepresentation", made)
        return made

    def relate(self, kind: str, source: str, target: str, key: str, **properties: JsonValue) -> str:
        """A relationship that its source owns."""
        made = self.add(
            kind,
            key,
            owningRelatedElement=reference(source),
            source=[reference(source)],
            target=[reference(target)],
            relatedElement=[reference(source), reference(target)],
            **properties,
        )
        _append(self.elements[source], "ownedRelationship", made)
        return made

    def refer(self, feature: str, target: str) -> None:
        """Say of a feature which other one it stands for."""
        made = self.relate(
            "ReferenceSubsetting",
            feature,
            target,
            f"{feature} stands for another",
            general=reference(target),
            specific=reference(feature),
            referencedFeature=reference(target),
            referencingFeature=reference(feature),
            subsettedFeature=reference(target),
            subsettingFeature=reference(feature),
            owningFeature=reference(feature),
        )
        self.elements[feature]["ownedReferenceSubsetting"] = reference(made)


def _append(element: Element, field: str, other: str) -> None:
    listed = element.setdefault(field, [])
    if isinstance(listed, list):
        listed.append(reference(other))

"""What a StrictDoc document may hold: the fields of each kind of element and its relations, as its grammar says.

A document without one has StrictDoc's own. A grammar in another file is not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

_LINE: Final = re.compile(r"(- TAG|  FIELDS|  RELATIONS|  - TITLE|    REQUIRED|  - TYPE|    ROLE):\s*(.*)")
PROSE: Final = frozenset({"SECTION", "TEXT", "FREETEXT"})
"""Kinds that are no requirements."""


class ElementGrammar(Struct):
    """One kind of element."""

    fields: dict[str, bool] = {}
    """In their order; must an element have it?"""
    relations: list[tuple[str, str]] = []
    """Type and role; most have none."""

    def role_for(self, relation: str, wanted: str) -> str | None:
        """The role by which it may have a relation of a type: the wanted one, none, the only one; else `None`."""
        roles = [role for known, role in self.relations if known == relation]
        found = next((role for role in (wanted, "") if role in roles), None)
        return roles[0] if found is None and len(roles) == 1 else found


Grammar = Mapping[str, ElementGrammar]
"""By tag."""

_RELATIONS: Final = [("Parent", ""), ("Child", ""), ("File", "")]
OWN: Final[Grammar] = {
    "REQUIREMENT": ElementGrammar(
        {
            "MID": False, "UID": False, "LEVEL": False, "STATUS": False, "TAGS": False,
            "TITLE": False, "STATEMENT": True, "RATIONALE": False, "COMMENT": False,
        },
        _RELATIONS,
    )
}  # fmt: skip
"""StrictDoc's own."""


def grammar_of(head: str) -> Grammar:
    """The grammar in the head of a document."""
    _, _, said = head.partition("[GRAMMAR]")
    found: dict[str, ElementGrammar] = {}
    element, field = ElementGrammar(), ""
    for line in map(_LINE.fullmatch, said.splitlines()):
        match line.groups() if line is not None else ():
            case "- TAG", tag:
                element = found[tag] = ElementGrammar()
            case "  - TITLE", field:
                element.fields[field] = False
            case "    REQUIRED", word:
                element.fields[field] = word == "True"
            case "  - TYPE", relation:
                element.relations.append((relation, ""))
            case "    ROLE", role if element.relations:
                element.relations[-1] = (element.relations[-1][0], role)
            case _:
                pass
    return found or OWN


def tag_for(kind: object, grammar: Grammar) -> str:
    """The kind of element that a requirement is written as: its own, or the one for what was made here."""
    if isinstance(kind, str) and kind in grammar and kind not in PROSE:
        return kind
    if "REQUIREMENT" in grammar:
        return "REQUIREMENT"
    return next((tag for tag in grammar if tag not in PROSE), "REQUIREMENT")

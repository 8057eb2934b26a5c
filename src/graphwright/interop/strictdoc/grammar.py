"""What a StrictDoc document may hold: the fields of each kind of element and its relations, as its grammar says.

A document without one has StrictDoc's own. One in a file that did not come along is guessed from the elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from graphwright.interop.strictdoc.blocks import DocumentBlock

_LINE: Final = re.compile(
    r"(- TAG|    IS_COMPOSITE|  FIELDS|  RELATIONS|  - TITLE|    REQUIRED|  - TYPE|    ROLE):\s*(.*)"
)
_FROM_FILE: Final = re.compile(r"^IMPORT_FROM_FILE: (.+)$", re.MULTILINE)
GUESSED: Final = "Guessed from the elements."
"""How a grammar begins that is no file."""
PROSE: Final = frozenset({"SECTION", "TEXT", "FREETEXT"})
"""Kinds that are no requirements."""


class ElementGrammar(Struct):
    """One kind of element."""

    fields: dict[str, bool] = {}
    """In their order; must an element have it?"""
    relations: list[tuple[str, str]] = []
    """Type and role; most have none."""
    is_composite: bool = False
    """Must it hold others?"""

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


def grammar_of(head: str, beside: str = "") -> Grammar:
    """The grammar in the head of a document, or in the file beside it that the head names."""
    _, _, said = (beside if grammar_file(head) else head).partition("[GRAMMAR]")
    found: dict[str, ElementGrammar] = {}
    element, field = ElementGrammar(), ""
    for line in map(_LINE.fullmatch, said.splitlines()):
        match line.groups() if line is not None else ():
            case "- TAG", tag:
                element = found[tag] = ElementGrammar()
            case "    IS_COMPOSITE", word:
                element.is_composite = word == "True"
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


def grammar_file(head: str) -> str:
    """The file that a document has its grammar from; empty where the grammar is in the document, or StrictDoc's own."""
    found = _FROM_FILE.search(head)
    return "" if found is None else found[1].strip()


def grammar_as_seen(elements: Iterable[DocumentBlock]) -> str:
    """A grammar that allows what these elements say, in the order in which they say it."""
    fields: dict[str, list[str]] = {}
    relations: dict[str, dict[tuple[str, str], None]] = {}
    for each in elements:
        known = fields.setdefault(each.tag, [])
        at = 0
        for field in each.fields:
            if field in known:
                at = known.index(field) + 1
            elif field != "RELATIONS":
                known.insert(at, field)
                at += 1
        for relation in each.relations:
            relations.setdefault(each.tag, {})[relation.get("TYPE", ""), relation.get("ROLE", "")] = None
    lines = [GUESSED, "[GRAMMAR]", "ELEMENTS:"]
    for tag, names in fields.items():
        lines += [f"- TAG: {tag}", "  FIELDS:"]
        for name in names:
            lines += [f"  - TITLE: {name}", "    TYPE: String", "    REQUIRED: False"]
        if tag in relations:
            lines.append("  RELATIONS:")
        for kind, role in relations.get(tag, {}):
            lines += [f"  - TYPE: {kind}", *([f"    ROLE: {role}"] if role else [])]
    return "\n".join(lines) + "\n"


def tag_for(kind: object, grammar: Grammar) -> str:
    """The kind of element that a requirement is written as: its own, or the one for what was made here."""
    if isinstance(kind, str) and kind in grammar and kind not in PROSE:
        return kind
    if "REQUIREMENT" in grammar:
        return "REQUIREMENT"
    return next((tag for tag, each in grammar.items() if tag not in PROSE and not each.is_composite), "REQUIREMENT")

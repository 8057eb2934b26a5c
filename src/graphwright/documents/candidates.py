"""Which passages read like requirements, and how they would be named: what a proposal of nodes may begin from. Pure.

Nothing is proposed here and nothing decided; a word that obliges, or a name such as `REQ-12`, is all that is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from graphwright.documents.structure import ITEM
from graphwright.protocol.documents import Passage
from graphwright.protocol.ids import PassageId

NAME_WORDS: Final = 8
_OBLIGES: Final = re.compile(
    r"\b(?:shall|must|is required to|are required to|may not|has to|have to"
    r"|muss|müssen|hat zu|haben zu|ist zu|sind zu|darf nicht|dürfen nicht|darf nur|dürfen nur|ist verpflichtet"
    r"|doit|doivent|est tenue? de|sont tenue?s de|ne peut pas|ne peuvent pas|est interdit|il faut)\b",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[ \t]*\(\d{1,3}[a-z]?\)[ \t]+")
_MARKS: Final = re.compile(r"[*_`|]+")


class Candidate(Struct, frozen=True):
    """A passage that may become a requirement."""

    passage_id: PassageId
    label: str
    """Its own name, `REQ-12`; empty where it has none."""
    name: str
    """Its first words, without its own name."""
    text: str


def candidates(passages: Iterable[Passage]) -> list[Candidate]:
    """The passages that oblige somebody or are numbered as requirements, in their order; suspicious ones stay out."""
    found: list[Candidate] = []
    for passage in passages:
        if passage.suspicious or passage.kind in {"heading", "code"}:
            continue
        if passage.kind != "item" and _OBLIGES.search(passage.text) is None:
            continue
        numbered = ITEM.match(passage.text) or _CLAUSE.match(passage.text)
        words = _MARKS.sub(" ", passage.text[numbered.end() :] if numbered else passage.text).split()
        name = " ".join(words[:NAME_WORDS]).rstrip(".,;:")
        text = " ".join(words)
        found.append(Candidate(passage.passage_id, passage.place.label if passage.kind == "item" else "", name, text))
    return found

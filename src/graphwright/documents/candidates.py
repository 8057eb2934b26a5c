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
_NEAR: Final = r"\b[^.;:]{0,100}?\b"
"""Between two words of one clause."""
_ENGLISH: Final = (
    "shall|must|may not|may only|ha(?:s|ve) to|needs? to|needs? an?|requires?"
    "|(?:is|are) (?:required|obliged|forbidden|prohibited|not allowed)"
)
# `ist zu beantragen`, `sind einzureichen`; but `ist zu seinen Gunsten` obliges nobody
_NO_VERB: Final = r"(?:\w*einen|ihren|allen|jeden|diesen)\b"
_INFINITIVE: Final = rf"(?:zu (?!{_NO_VERB})[a-zäöüß]{{3,}}|[a-zäöü]{{2,}}zu[a-zäöüß]{{3,}})(?:en|eln|ern)"
_GERMAN: Final = (
    "muss|müssen|bedarf|bedürfen|verpflichtet|verboten|untersagt|unzulässig"
    rf"|(?:darf|dürfen){_NEAR}(?:nur|nicht|kein\w*)|nur{_NEAR}zulässig|(?:ist|sind|hat|haben){_NEAR}{_INFINITIVE}"
)
_FRENCH: Final = (
    r"doit|doivent|exigent|exige|il faut|ne peu(?:t|vent)|(?:est|sont) à \w{3,}(?:er|ir|re)"
    "|(?:est|sont) (?:tenue?s?|interdite?s?|obligatoires?|soumise?s?)"
)
_OBLIGES: Final = re.compile(rf"\b(?:{_ENGLISH}|{_GERMAN}|{_FRENCH})\b", re.IGNORECASE)
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

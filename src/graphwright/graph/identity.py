"""Semantic ids: the readable key `PlaceOrder.UC.001` of a node, and the identifier that a free name is turned into.

One module for the one standard (WF-09): `{identifier}.{abbreviation}.{counter}`, identifier PascalCase, letters and
digits, at most 25; counter at least three digits (K-19). Allocation happens in the plan.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from graphwright.protocol.ids import SemanticId
from graphwright.text.folding import unaccented

IDENTIFIER_LENGTH: Final = 25

_SEMANTIC_ID = re.compile(r"([A-Z][A-Za-z0-9]{0,24})\.([A-Z]{2})\.([0-9]{3,15})")
_WORDS = re.compile(r"[A-Za-z0-9]+")


class ParsedSemanticId(NamedTuple):
    """The three parts of a semantic id."""

    identifier: str
    abbreviation: str
    counter: int


def parse_semantic_id(text: str) -> ParsedSemanticId | None:
    """The parts of a well-formed semantic id, else `None`."""
    match = _SEMANTIC_ID.fullmatch(text)
    return None if match is None else ParsedSemanticId(match[1], match[2], int(match[3]))


def short_form(text: str) -> str | None:
    """`UC1` of a well-formed semantic id, else `None`."""
    match = _SEMANTIC_ID.fullmatch(text)
    return None if match is None else f"{match[2]}{int(match[3])}"


def semantic_id(name: str, *, type_word: str, abbreviation: str, counter: int) -> SemanticId:
    """The semantic id of a new node; `type_word` stands in when the name has no Latin letter."""
    return SemanticId(f"{identifier(name, type_word=type_word)}.{abbreviation}.{counter:03d}")


def identifier(name: str, *, type_word: str) -> str:
    """A free name as PascalCase identifier: transliterated, letters and digits, at most 25, never empty (K-19)."""
    if name.isascii() and name.isalnum() and name[0].isupper():  # it is one already, as most names are
        return name[:IDENTIFIER_LENGTH]
    latin = unaccented(name).encode("ascii", "ignore").decode()
    pascal = "".join(word[0].upper() + word[1:] for word in _WORDS.findall(latin)).lstrip("0123456789")
    pascal = pascal[:1].upper() + pascal[1:]
    return pascal[:IDENTIFIER_LENGTH] or type_word

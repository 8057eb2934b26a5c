"""PascalCase for names: what it is, and how a free name becomes it, in the letters of any language.

Semantic ids are not made here: they are ASCII (`graph/identity.py`).
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Final

LONGEST: Final = 25
"""Characters of a name in PascalCase, composed (NFC)."""


def is_pascal_case(name: str) -> bool:
    """Whether a name is a capital and then letters and digits, at most 25; a letter without case may begin it."""
    if name.isascii():  # nearly all are, and every node is asked
        return 0 < len(name) <= LONGEST and name[0].isupper() and name.isalnum()
    composed = unicodedata.normalize("NFC", name)
    return 0 < len(composed) <= LONGEST and _may_begin(composed[0]) and all(map(_in_word, composed))


def pascal_case(name: str) -> str:
    """A free name in PascalCase, `Straße sperren` as `StraßeSperren`; empty when it has no letter."""
    composed = unicodedata.normalize("NFC", name)
    words = ("".join(letters) for belongs, letters in groupby(composed, _in_word) if belongs)
    joined = "".join(map(_capitalized, words))
    start = next((place for place, character in enumerate(joined) if character.isalpha()), len(joined))
    # Composed again: the capital of one letter may be several, as of `ΰ`.
    return unicodedata.normalize("NFC", _capitalized(joined[start:]))[:LONGEST]


def _in_word(character: str) -> bool:
    # Many vowels of Hindi or Thai are marks that compose with nothing; the frame of a keycap (Me) is no part of a word.
    return character.isalnum() or unicodedata.category(character) in {"Mn", "Mc"}


def _may_begin(character: str) -> bool:
    # Georgian letters count as lower case, but no word of Georgian begins with a capital: title case leaves them.
    return character.isalpha() and (character.isupper() or character.title() == character)


def _capitalized(word: str) -> str:
    return word if not word or _may_begin(word[0]) else word[0].title() + word[1:]

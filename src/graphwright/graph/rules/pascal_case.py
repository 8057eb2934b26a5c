"""Names: PascalCase or a short phrase; and how a free name becomes PascalCase, in the letters of any language.

Semantic ids are not made here: they are ASCII (`graph/identity.py`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import Final

LONGEST: Final = 25
"""Characters of a name in PascalCase, composed (NFC)."""


LONGEST_PHRASE: Final = 60
"""Characters of a name that is a phrase, composed."""
_INSIDE: Final = frozenset(" -'’.,&/+%()…")
"""What may stand between the words of a phrase: `Walk-in customer`, `L’accès`, `Plug & Charge`, `In flight, the…`."""


def is_phrase(name: str) -> bool:
    """Whether a name is a short phrase as people say it, at most 60: `Check ticket`, `carte de fidélité`, `Tür`."""
    composed = unicodedata.normalize("NFC", name)
    if not 0 < len(composed) <= LONGEST_PHRASE or "  " in composed:
        return False
    if not composed[0].isalnum() or not any(map(str.isalpha, composed)):
        return False
    is_one_word = all(map(_in_word, composed))
    is_sign = composed[0].islower() and composed[1:].isupper()  # `pH`, `iOS` and `eID`, as people write them
    return all(_in_word(each) or each in _INSIDE for each in composed) and not (
        is_one_word and any(map(str.isupper, composed[1:])) and not is_sign  # an identifier, but none in PascalCase
    )


def is_pascal_case(name: str) -> bool:
    """Whether a name is a capital and then letters and digits, at most 25; a letter without case may begin it."""
    if name.isascii():  # nearly all are, and every node is asked
        return 0 < len(name) <= LONGEST and name[0].isupper() and name.isalnum()
    composed = unicodedata.normalize("NFC", name)
    return 0 < len(composed) <= LONGEST and _may_begin(composed[0]) and all(map(_in_word, composed))


def pascal_case(name: str) -> str:
    """A free name in PascalCase, `Straße sperren` as `StraßeSperren`: whole words that fit; empty without a letter."""
    if name.isascii() and is_pascal_case(name):
        return name
    composed = unicodedata.normalize("NFC", name)
    words = ("".join(letters) for belongs, letters in groupby(composed, _in_word) if belongs)
    joined = _whole(map(_capitalized, words))
    start = next((place for place, character in enumerate(joined) if character.isalpha()), len(joined))
    # Composed again: the capital of one letter may be several, as of `ΰ`.
    return unicodedata.normalize("NFC", _capitalized(joined[start:]))[:LONGEST]


def _whole(words: Iterable[str]) -> str:
    joined = ""
    for word in words:
        if joined and len(joined) + len(word) > LONGEST:
            break
        joined += word
    return joined


def _in_word(character: str) -> bool:
    # Many vowels of Hindi or Thai are marks that compose with nothing; the frame of a keycap (Me) is no part of a word.
    return character.isalnum() or unicodedata.category(character) in {"Mn", "Mc"}


def _may_begin(character: str) -> bool:
    # Georgian letters count as lower case, but no word of Georgian begins with a capital: title case leaves them.
    return character.isalpha() and (character.isupper() or character.title() == character)


def _capitalized(word: str) -> str:
    return word if not word or _may_begin(word[0]) else word[0].title() + word[1:]

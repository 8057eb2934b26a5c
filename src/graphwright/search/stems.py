"""Words without their endings, in German, English and French at once.

Nobody says in which language a node is named, and one model holds several, so one stemmer serves all three: it cuts the
endings of declension, conjugation and plural. A stem compares words; it is not one. Irregular forms and derivations
(`ran`, `production`) are left alone: what they share with their kin is found by the parts of words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

SHORTEST: Final = 4
"""Shorter than this, an ending is part of the word: `test`, `list`, `eine`."""

_ENDINGS: Final = ("ungen", "ung", "ing", "ent", "est", "ed", "es", "er", "en", "em", "et", "s", "e", "n", "t")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded, lower-case word without its endings."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return stem(word[: -len(ending)])
    return word

"""How much of what one text speaks of another speaks of too: by stems, with compounds. The one measure of all checks.

`Wandhöhe` speaks of `mittlere Wandhöhe`, `Baugenehmigung` of `Genehmigung`; function words speak of nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from graphwright.search.stems import stem
from graphwright.search.tokens import FUNCTION_WORDS, words

_COMPOUND: Final = 5
"""A shorter word inside another one is chance."""


@lru_cache(maxsize=8_192)
def content(text: str) -> frozenset[str]:
    """The stems of a text's words, without those that hold sentences together."""
    return frozenset(
        stem(word) for word in words(text) if word not in FUNCTION_WORDS and (len(word) > 1 or word.isdigit())
    )


def covered(wanted: str, text: str) -> float:
    """The share of what `wanted` speaks of that `text` speaks of too, 0 to 1; 1 when it speaks of nothing."""
    asked, said = content(wanted), content(text)
    if not asked:
        return 1.0
    return sum(_is_in(word, said) for word in asked) / len(asked)


def _is_in(word: str, said: frozenset[str]) -> bool:
    if word in said:
        return True
    if len(word) < _COMPOUND:
        return False
    return any(word in other or (len(other) >= _COMPOUND and other in word) for other in said)

"""Which of the languages of the product a text is written in, by its small words (K-18)."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from graphwright.languages import LANGUAGES, Language, load

_WORD: Final = re.compile(r"[^\W\d_]+")


def language_of(text: str, default: Language = "en") -> Language:
    """The language with the most evidence; `default` when there is none or it is even."""
    counts = Counter(map(str.casefold, _WORD.findall(text)))
    marked = [(word, count) for word, count in counts.items() if not word.isascii()]
    best, leader = 0, default
    for language in LANGUAGES:
        small, letters = _marks(language)
        score = sum([counts[word] for word in small.intersection(counts)])
        # A word with a letter that only one of the languages has, and English has none, counts like a small word.
        score += sum([count for word, count in marked if not letters.isdisjoint(word)])
        if score > best:
            best, leader = score, language
        elif score == best:
            leader = default
    return leader


@cache
def _marks(language: Language) -> tuple[frozenset[str], frozenset[str]]:
    """The small words of a language, and its own letters."""
    lists = load(language, "words", "lists", dict[str, list[str]])
    return frozenset(" ".join(lists["small"]).split()), frozenset("".join(lists["letters"]))

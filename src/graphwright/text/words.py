"""Text as words to be found and compared by: identifiers fall apart, accents are folded, endings cut. Pure.

`PlaceOrder2`, `place-order 2` and `place_order_2` all give `place`, `order`, `2`; `Prüfstraße` gives `pruefstrasse`.

Nobody says in which language a node is named, and one model holds several, so one stemmer serves German, English and
French: it cuts the endings of declension, conjugation and plural. A stem compares words; it is not one. Irregular forms
and derivations (`ran`, `production`) are left alone: what they share with their kin is found by the parts of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from graphwright.pauses import paced
from graphwright.text.folding import unaccented
from graphwright.text.recognition import listed

SHORT: Final = 40
"""Characters of a text that is worth remembering: names are met again and again, what is said of something is not."""
SHORTEST_STEM: Final = 4
"""Shorter than this, an ending is part of the word: `test`, `list`, `eine`."""
_ENDINGS: Final = ("ungen", "ung", "ing", "ent", "est", "ed", "es", "er", "en", "em", "et", "s", "e", "n", "t")
_GRAM: Final = 4
_COMPOUND: Final = 5
"""A shorter word inside another one is chance."""

# A word ends where the case says so (`PlaceOrder`, `HTTPServer`), at a digit, and at everything that is no letter.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_HUMP: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=\d)(?=[A-Z])")
_NAMED: Final = re.compile(r"[^\W_]+")
_PLAIN: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def function_words() -> frozenset[str]:
    """Words that hold a sentence together and say nothing of what it is about, folded; of every language."""
    return listed("lists", "function")


def words(text: str) -> list[str]:
    """The words of a text in order, folded and in small letters, function words too."""
    return [word.lower() for word in _WORD.findall(unaccented(text))]


@lru_cache(maxsize=16_384)
def short_words(text: str) -> tuple[str, ...]:
    """The same for what is met again and again: names, titles of types, values."""
    return tuple(words(text))


def joined(text: str) -> str:
    """A name as one word, however it is cased, spaced and hyphenated: `place-order` and `PlaceOrder` are the same."""
    return "".join(words(text))


def words_of_name(name: str) -> list[str]:
    """The words of a free or PascalCase name, their case kept: `PlaceOrder` and `place-Order` are two."""
    return _NAMED.findall(_HUMP.sub(" ", name))


def plain_words(text: str) -> list[str]:
    """The words of a text as written, in small letters: `state-of-the-art` is one."""
    return _PLAIN.findall(text.casefold())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded, lower-case word without its endings."""
    while word.endswith(_ENDINGS):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
                word = word[: -len(ending)]
                break
        else:
            break
    return word


def stems(text: str) -> frozenset[str]:
    """All words of a text as stems, function words too."""
    return frozenset(map(stem, words(text)))


def telling(text: str) -> list[str]:
    """The words that say something, as stems, in order."""
    small = function_words()
    return [stem(word) for word in words(text) if word not in small]


@lru_cache(maxsize=65_536)
def grams(word: str) -> tuple[str, ...]:
    """Every run of four letters in a word, once; none for a word of four letters or fewer.

    They find what words are made of: `Genehmigung` in `Baugenehmigung`, `valid` in `invalid`, most typing errors.
    """
    return (
        tuple(dict.fromkeys([word[at : at + _GRAM] for at in range(len(word) - _GRAM + 1)]))
        if len(word) > _GRAM
        else ()
    )


@lru_cache(maxsize=8_192)
def content(text: str) -> frozenset[str]:
    """What a text speaks of: the stems of its telling words, single letters left out."""
    return frozenset(each for each in telling(text) if len(each) > 1 or each.isdigit())


def contents(texts: Iterable[str]) -> frozenset[str]:
    """What many texts speak of together: each word is looked at once, however often it is said."""
    written: set[str] = set()
    for text in texts:
        written.update(_WORD.findall(unaccented(text)))
    telling_ones = {word.lower() for word in paced(written)} - function_words()
    return frozenset(each for word in paced(telling_ones) if len(each := stem(word)) > 1 or each.isdigit())


def may_hold(text: str, stem_of_word: str) -> bool:
    """May a word of a text have this stem, or one that begins so? A stem begins its word: most texts are told fast."""
    return stem_of_word in unaccented(text).lower()


def covered(wanted: str, text: str) -> float:
    """The share of what `wanted` speaks of that `text` speaks of too, 0 to 1; 1 when it speaks of nothing.

    Compounds count: `Wandhöhe` speaks of `mittlere Wandhöhe`, `Baugenehmigung` of `Genehmigung`.
    """
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

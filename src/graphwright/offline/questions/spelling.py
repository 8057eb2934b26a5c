"""How the words of a question are written: compounds that hold a node type, and slips of one letter.

"Qualitätsanforderungen" asks for requirements, "Sensormodule" for modules. A slip is mended only in words by which is
asked and in words for types; a name of the model is never mended, but told (`NodeIndex.near`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from graphwright.languages import Language
from graphwright.offline.meaning.matching import one_letter_apart
from graphwright.offline.questions.types import TypeWords
from graphwright.offline.questions.words import AskingWords, asking_words
from graphwright.text.folding import fold

_SHORTEST: Final = 4
"""Letters of a word that can be recognised with a slip in it."""
_HEAD: Final = 5
"""Letters of a type word that may end a compound: `module`, no `test`."""
_FRONT: Final = 3
"""Letters that must stand before it."""


class QuestionWord(NamedTuple):
    """A word of the question and its place in characters."""

    folded: str
    start: int
    end: int


def compound_parts(word: QuestionWord, text: str, types: TypeWords, asking: AskingWords) -> Iterator[QuestionWord]:
    """A German compound with a type word at its end as two words, any other word as it is."""
    known = types.known
    if asking.language != "de" or len(word.folded) < _FRONT + _HEAD or (word.folded,) in known:
        yield word
        return
    if any(found.group != "values" for found in asking.at([word.folded], 0)):
        yield word
        return
    heads = (word.folded[at:] for at in range(_FRONT, len(word.folded) - _HEAD + 1))
    head = next((each for each in heads if (each,) in known), None)
    middle = None if head is None else _place_of(head, word, text)
    if middle is None:
        yield word
        return
    yield QuestionWord(fold(text[word.start : middle]), word.start, middle)
    yield QuestionWord(fold(text[middle : word.end]), middle, word.end)


def _place_of(head: str, word: QuestionWord, text: str) -> int | None:
    """Where in the text the folded end of a word begins."""
    return next((at for at in range(word.end - 1, word.start, -1) if fold(text[at : word.end]) == head), None)


def corrected(words: Sequence[QuestionWord], types: frozenset[str], asking: AskingWords) -> tuple[QuestionWord, ...]:
    """The words with their slips mended, where exactly one letter is wrong. `types`: words for node types."""
    return tuple(
        word._replace(folded=_mended(word.folded, types, asking) or word.folded)
        if word.folded not in types and word.folded not in asking.idle and not asking.at([word.folded], 0)
        else word
        for word in words
    )


def is_nearly_asking(word: str, asking: AskingWords) -> bool:
    """Is it a word by which is asked, but for one letter?"""
    return len(word) >= _SHORTEST and any(_is_meant(word, each) for each in _alike(word, asking.openings))


def _is_meant(written: str, word: str) -> bool:
    """Is a word meant by what was written? Nobody mistypes the first letter without seeing it."""
    return len(word) >= _SHORTEST and written[0] == word[0] and one_letter_apart(written, word)


@lru_cache(maxsize=8_192)  # the words of a project that ask nothing, in three languages
def _mended(word: str, types: frozenset[str], asking: AskingWords) -> str | None:
    """The word that was meant: of a type first, then one by which is asked, then one that says nothing."""
    if len(word) < _SHORTEST or not word.isalpha():
        return None
    for group in (types, asking.openings, _others(asking.language), asking.idle):
        meant = [each for each in _alike(word, group) if _is_meant(word, each)]
        if meant:
            return min(meant, key=lambda each: _rank(word, each))
    return None


def _alike(word: str, words: frozenset[str]) -> Iterator[str]:
    """Those of some words that one may be with a slip, by its first letter and about its length."""
    shapes = _by_shape(words)
    return (each for length in (-1, 0, 1) for each in shapes.get((word[0], len(word) + length), ()))


@lru_cache(maxsize=32)  # four groups of words in each language, and the types of a few ontologies
def _by_shape(words: frozenset[str]) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """Words by their first letter and their length: a slip changes neither the one nor much of the other."""
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    for each in words:
        shape = (each[:1], len(each))
        found[shape] = (*found.get(shape, ()), each)
    return found


def _rank(written: str, word: str) -> tuple[bool, bool, str]:
    """How likely a word is meant: a letter left out at its end first, then one too many or too few anywhere."""
    return not word.startswith(written), len(word) == len(written), word


@cache
def _others(language: Language) -> frozenset[str]:
    """All words of the language of questions that can be mistyped."""
    return frozenset(asking_words(language).plain())

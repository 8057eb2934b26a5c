"""The words of an index and how they are kin: same stem, same part, same beginning, one typing error apart.

A new word is known by its stem at once; its parts are entered when somebody next asks for kin, because that is most of
the work and most questions are answered without it. What is found depends on the words only, not on their history.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeAlias, TypeVar

from graphwright.text.words import grams, stem

K = TypeVar("K")
Group: TypeAlias = dict[str, None]

MAX_KIN: Final = 64
"""Words that a beginning or a typing error may stand for."""
_SLICE: Final = 200
"""New words entered in between two pauses: about 1 ms."""
_HEAD: Final = 2
_SHORTEST_NEAR: Final = 4
"""Shorter words are one letter apart from too many others."""


class WordKin(NamedTuple):
    """Words by what makes them kin: groups by stem, by part, by beginning, by first letter and length."""

    stems: dict[str, Group]
    grams: dict[str, Group]
    heads: dict[str, Group]
    lengths: dict[str, Group]


def head_of(word: str) -> str:
    """How a word begins: the key of its group in `WordKin.heads`."""
    return word[:_HEAD]


def length_of(word: str, more: int = 0) -> str:
    """The key in `WordKin.lengths` of words with the same first letter, so much longer."""
    return f"{word[0]}{len(word) + more}"


class Vocabulary:
    """Every word of an index, once."""

    def __init__(self, kin: WordKin | None = None) -> None:
        """`kin`: of words that are there from the start."""
        self._by_stem, self._by_gram, self._by_head, self._by_length = kin or WordKin({}, {}, {}, {})
        self._fresh: Group = {}

    def add(self, word: str) -> None:
        """Take in a word that was not there."""
        self._by_stem.setdefault(stem(word), {})[word] = None
        self._fresh[word] = None

    def remove(self, word: str) -> None:
        """Forget a word that was there."""
        _drop(self._by_stem, stem(word), word)
        if word in self._fresh:
            del self._fresh[word]
            return
        for gram in grams(word):
            _drop(self._by_gram, gram, word)
        _drop(self._by_head, head_of(word), word)
        _drop(self._by_length, length_of(word), word)

    def same_stem(self, word: str) -> list[str]:
        """Words that differ in their endings only."""
        return sorted(self._by_stem.get(stem(word), ()))

    def with_gram(self, gram: str) -> Group:
        """Words in which this run of letters stands; shorter words are no parts of others."""
        self._catch_up()
        return self._by_gram.get(gram, {})

    def beginning(self, head: str) -> list[str]:
        """Words that begin so, the shortest first."""
        self._catch_up()
        found = (word for word in self._by_head.get(head_of(head), ()) if word.startswith(head))
        return sorted(found, key=lambda word: (len(word), word))[:MAX_KIN]

    def near(self, word: str) -> list[str]:
        """Words with the same first letter, one letter changed, added, left out or swapped."""
        if len(word) < _SHORTEST_NEAR:
            return []
        self._catch_up()
        alike = (self._by_length.get(length_of(word, more), {}) for more in (-1, 0, 1))
        return sorted(other for group in alike for other in group if is_near(word, other))[:MAX_KIN]

    def settle(self) -> Iterator[None]:
        """Enter the parts of new words; pauses are wanted wherever it yields."""
        while self._fresh:
            for word in list(islice(self._fresh, _SLICE)):
                del self._fresh[word]
                for gram in grams(word):
                    self._by_gram.setdefault(gram, {})[word] = None
                self._by_head.setdefault(head_of(word), {})[word] = None
                self._by_length.setdefault(length_of(word), {})[word] = None
            yield

    def _catch_up(self) -> None:
        for _ in self.settle():
            pass


def is_near(one: str, two: str) -> bool:
    """Whether one typing error lies between two words (or none)."""
    shorter, longer = sorted((one, two), key=len)
    if len(longer) - len(shorter) > 1:
        return False
    at = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    if len(shorter) < len(longer):
        return shorter[at:] == longer[at + 1 :]
    swapped = one[:at] + one[at + 1 : at + 2] + one[at : at + 1] + one[at + 2 :]
    return one[at + 1 :] == two[at + 1 :] or swapped == two


def _drop(index: dict[K, Group], key: K, word: str) -> None:
    group = index[key]
    del group[word]
    if not group:
        del index[key]

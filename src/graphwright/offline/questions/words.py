"""The words by which is asked, of one language: phrases with what they mark, found longest first (`asking.toml`).

A phrase is folded words; a word that ends in `*` stands for every word that begins like it, one in `~` for the forms
of a verb, a lone `*` for up to four words between the parts of a phrase (`hängt * ab`), where a name of the model is
none. A phrase with an apostrophe also stands without it, as people type: `dont` for `don t`, `cest quoi` for `c est
quoi`. What a mark means for a question is for `query.py`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from graphwright.languages import Language, load
from graphwright.text.folding import fold

_GROUPS: Final = ("asked", "topics", "relations", "nouns", "attributes", "values", "sizes", "signs", "numbers")
_SMALL: Final = ("article", "and", "or", "by", "is", "does", "have", "more", "than", "then")
"""Signs of which single words add nothing to a question where they mark nothing."""
_REMEMBERED: Final = 8_192
"""Words of which the phrases that begin with them are kept."""
_GAP: Final = 4
"""Words that may stand between the two parts of a separable phrase."""
_SHORTENED: Final[Mapping[Language, tuple[frozenset[str], bool]]] = MappingProxyType(
    {"en": (frozenset("ts"), False), "de": (frozenset("s"), False), "fr": (frozenset({*"cdjln", "qu"}), True)}
)
"""What an apostrophe cuts off in a language, and whether it stands before the word that it belongs to."""


class AskingPhrase(NamedTuple):
    """A phrase of a language and what it marks."""

    group: str
    key: str
    words: tuple[str, ...]


class FoundPhrase(NamedTuple):
    """A phrase at a place of a question."""

    group: str
    key: str
    places: tuple[int, ...]
    """The words that it covers, by number."""


class AskingWords:
    """One language. Immutable."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        signs = load(language, "asking", "signs", dict[str, list[str]])
        small = {fold(each) for key in _SMALL for each in signs[key]}
        self.idle = frozenset(fold(load(language, "asking", "idle", dict[str, str])["words"]).split()) | frozenset(
            each for each in small if " " not in each
        )
        """Words that add nothing to a question."""
        self._endings = frozenset(("", *fold(load(language, "asking", "endings", dict[str, str])["verbs"]).split()))
        self.openings: frozenset[str] = frozenset()
        """Single words by which is asked."""
        self._exact: dict[str, list[AskingPhrase]] = {}
        self._prefixed: dict[str, list[AskingPhrase]] = {}
        for group in _GROUPS:
            for key, phrases in load(language, "asking", group, dict[str, list[str]]).items():
                for phrase in phrases:
                    words = tuple(fold(phrase).replace("'", " ").split())
                    for each in dict.fromkeys((words, _run_together(words, language))):
                        self._add(AskingPhrase(group, key, each))
        self.openings = frozenset(self.plain("asked"))
        self._beginning = lru_cache(maxsize=_REMEMBERED)(self._beginning_with)

    def _add(self, phrase: AskingPhrase) -> None:
        first = phrase.words[0]
        is_open = first.endswith(("*", "~"))
        where = self._prefixed if is_open else self._exact
        where.setdefault(first[:2] if is_open else first, []).append(phrase)

    def plain(self, *groups: str) -> Iterator[str]:
        """The words of some groups, or of all, that stand for no others: those that can be mistyped."""
        for several in self._exact.values():
            for phrase in several:
                if not groups or phrase.group in groups:
                    yield from (word for word in phrase.words if word.isalpha())

    def at(self, words: Sequence[str], place: int, named: Container[int] = ()) -> list[FoundPhrase]:
        """All phrases that begin at a word, those that cover most first; `named`: the places of names."""
        found = [
            FoundPhrase(phrase.group, phrase.key, places)
            for phrase in self._beginning(words[place])
            if (places := self._places(phrase.words, words, place, named)) is not None
        ]
        return sorted(found, key=lambda each: -len(each.places))

    def _beginning_with(self, first: str) -> list[AskingPhrase]:
        """The phrases that may begin with a word; remembered, as the same words are read in several ways."""
        phrases = [*self._exact.get(first, ()), *self._prefixed.get(first[:2], ())]
        return [phrase for phrase in phrases if self._fits(phrase.words[0], first)]

    def _places(
        self, pattern: Sequence[str], words: Sequence[str], start: int, named: Container[int]
    ) -> tuple[int, ...] | None:
        """The words that a phrase covers from a place on; `None` when it does not stand there."""
        if len(pattern) == 1:
            return (start,)  # its one word is known to fit
        places: list[int] = []
        at, gap = start, 0
        for wanted in pattern:
            if wanted == "*":
                gap = _GAP
                continue
            while at < len(words) and not self._fits(wanted, words[at]) and gap:
                at, gap = at + 1, gap - (at not in named)
            if at >= len(words) or not self._fits(wanted, words[at]):
                return None
            places.append(at)
            at, gap = at + 1, 0
        return tuple(places)

    def _fits(self, wanted: str, word: str) -> bool:
        if wanted.endswith("*"):
            return word.startswith(wanted[:-1])
        if wanted.endswith("~"):
            return word.startswith(wanted[:-1]) and word[len(wanted) - 1 :] in self._endings
        return word == wanted


def _run_together(words: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """The words of a phrase as they are typed without an apostrophe."""
    short, stands_before = _SHORTENED[language]
    joined: list[str] = []
    is_open = False
    for word in words:
        is_short = word in short
        if joined and (is_open if stands_before else is_short):
            joined[-1] += word
        else:
            joined.append(word)
        is_open = is_short
    return tuple(joined)


@cache
def asking_words(language: Language) -> AskingWords:
    """The words of a language, read when they are first needed."""
    return AskingWords(language)

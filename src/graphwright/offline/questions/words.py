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

_GROUPS: Final = (
    "asked",
    "topics",
    "relations",
    "nouns",
    "attributes",
    "values",
    "sizes",
    "judged",
    "signs",
    "numbers",
)
_SMALL: Final = ("article", "and", "or", "by", "is", "does", "have", "more", "than", "then")
"""Signs of which single words add nothing to a question where they mark nothing."""
_REMEMBERED: Final = 8_192
"""Words of which the phrases that begin with them are kept."""
_PLACES: Final = 2_048
"""Places of questions of which the phrases are kept: those of the last thirty or so."""
_GAP_SIGN: Final = "*"
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
    is_plain: bool = False
    """Do all its words but the first stand for themselves only?"""


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
        self.joints = frozenset(fold(each) for each in signs["and"])
        """Words that join two questions."""
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
                        is_plain = not any(word.endswith(("*", "~")) for word in each[1:])
                        self._add(AskingPhrase(group, key, each, is_plain))
        self.openings = frozenset(self.plain("asked"))
        self._beginning = lru_cache(maxsize=_REMEMBERED)(self._beginning_with)
        self._parted = lru_cache(maxsize=_REMEMBERED)(self._parted_with)
        self._standing = lru_cache(maxsize=_PLACES)(self._standing_at)

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
        if not self._beginning(words[place]):
            return []
        fixed, parted = self._standing(tuple(words), place), self._parted(words[place])
        if not parted:
            return [found for _, found in fixed]
        here = ((at, self._places(phrase, words, place, named), phrase) for at, phrase in parted)
        found = [
            (at, FoundPhrase(phrase.group, phrase.key, places)) for at, places, phrase in here if places is not None
        ]
        return [each for _, each in sorted([*fixed, *found], key=lambda each: (-len(each[1].places), each[0]))]

    def _standing_at(self, words: tuple[str, ...], place: int) -> list[tuple[int, FoundPhrase]]:
        """The phrases at a word that have no gap, with their numbers; remembered for prepositions."""
        found: list[tuple[int, FoundPhrase]] = []
        for at, phrase in enumerate(self._beginning(words[place])):
            places = None if _GAP_SIGN in phrase.words else self._places(phrase, words, place, ())
            if places is not None:
                found.append((at, FoundPhrase(phrase.group, phrase.key, places)))
        return sorted(found, key=lambda each: (-len(each[1].places), each[0]))

    def _parted_with(self, first: str) -> list[tuple[int, AskingPhrase]]:
        """The phrases with a gap that may begin with a word, with their numbers."""
        return [(at, each) for at, each in enumerate(self._beginning(first)) if _GAP_SIGN in each.words]

    def _beginning_with(self, first: str) -> list[AskingPhrase]:
        """The phrases that may begin with a word; remembered, as the same words are read in several ways."""
        phrases = [*self._exact.get(first, ()), *self._prefixed.get(first[:2], ())]
        return [phrase for phrase in phrases if self._fits(phrase.words[0], first)]

    def _places(
        self, phrase: AskingPhrase, words: Sequence[str], start: int, named: Container[int]
    ) -> tuple[int, ...] | None:
        """The words that a phrase covers from a place on; `None` when it does not stand there."""
        pattern = phrase.words
        if len(pattern) == 1:
            return (start,)  # its one word is known to fit
        if phrase.is_plain:
            end = start + len(pattern)
            return tuple(range(start, end)) if tuple(words[start + 1 : end]) == pattern[1:] else None
        places: list[int] = []
        at, gap = start, 0
        for wanted in pattern:
            if wanted == _GAP_SIGN:
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

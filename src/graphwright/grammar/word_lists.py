"""The word lists of a language, read once: closed classes, words of several, irregular forms, common words, order.

Here data becomes tables; what a word that stands in none of them may be, `forms` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from graphwright.grammar.records import Feature
from graphwright.languages import Language, load
from graphwright.text.folding import fold

WordKind: TypeAlias = Literal[
    "noun", "name", "adjective", "adverb", "article", "possessive", "demonstrative", "quantifier", "pronoun",
    "relative", "question", "preposition", "conjunction", "subordinator", "negation", "number", "particle",
    "interjection", "finite", "infinitive", "participle", "gerund", "imperative", "auxiliary", "helper", "modal",
    "comma", "sign", "other",
]  # fmt: skip
"""A tag, verbs told by their form: `auxiliary` is a finite one, `helper` one that is not (`been`, `werden`)."""
FEATURES: Final[dict[str, Feature]] = {
    "s": "singular", "p": "plural", "1": "first", "2": "second", "3": "third", "n": "nominative", "a": "accusative",
    "d": "dative", "g": "genitive", "m": "masculine", "f": "feminine", "u": "neuter", "t": "present", "q": "past",
}  # fmt: skip
_CLOSED: Final[tuple[WordKind, ...]] = (
    "article", "possessive", "demonstrative", "quantifier", "pronoun", "relative", "question", "preposition",
    "conjunction", "subordinator", "negation", "number", "particle", "interjection", "auxiliary", "helper", "modal",
    "adverb",
)  # fmt: skip
NONE: Final[frozenset[Feature]] = frozenset()


class WordCandidate(NamedTuple):
    """One thing that a word may be, and what it costs to believe it: 0 costs nothing."""

    kind: WordKind
    cost: float
    lemma: str
    features: frozenset[Feature] = NONE
    known: bool = False


class SeveralWords(NamedTuple):
    """Words that are one: `as soon as`."""

    pieces: tuple[str, ...]
    candidate: WordCandidate


class WordLists:
    """All lists of one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        closed = load(language, "forms", "closed", dict[str, str])
        self.closed: dict[str, list[WordCandidate]] = {}
        for kind in _CLOSED:
            for word, candidate in _entries(closed.get(kind, ""), kind):
                self.closed.setdefault(word, []).append(candidate)
        self.unaccented = {fold(word): word for word in reversed(self.closed) if fold(word) not in self.closed}
        self.several: dict[str, list[SeveralWords]] = {}
        for name, text in load(language, "forms", "several", dict[str, str]).items():
            for word, candidate in _entries(text, _kind(name)):
                pieces = tuple(word.split("_"))
                plain = candidate._replace(lemma=candidate.lemma.replace("_", " "))
                self.several.setdefault(pieces[0], []).append(SeveralWords(pieces, plain))
        for rows in self.several.values():
            rows.sort(key=lambda row: -len(row.pieces))
        irregular = load(language, "forms", "irregular", dict[str, str])
        self.irregular_verbs = _pairs(irregular["verb"])
        self.irregular_nouns = {word.lower(): lemma for word, lemma in _pairs(irregular["noun"]).items()}
        self.participles = frozenset(irregular["participle"].split())
        self.stays = tuple(word.lower() for word in irregular["stays"].split())
        self.separable = tuple(sorted(irregular.get("separable", "").split(), key=len, reverse=True))
        self.prefixes = tuple(irregular.get("prefixes", "").split())
        endings = load(language, "forms", "endings", dict[str, str])
        self.endings = {kind: tuple(text.split()) for kind, text in endings.items()}
        inflections = load(language, "forms", "inflections", dict[str, str])
        self.inflections = {name: tuple(_pairs(text).items()) for name, text in inflections.items()}
        """What an ending is put for, the first that fits: `ungen=ung`."""
        common = load(language, "forms", "common", dict[str, str])
        self.verbs = frozenset((*common["verb"].split(), *self.irregular_verbs.values()))
        self.nouns = frozenset(common["noun"].split())
        self.adjectives = frozenset(common["adjective"].split())
        self.accented = _without_accents(self.verbs)
        """Verbs by how they are written without their accents: `verifier`."""
        self.accented_nouns = _without_accents(self.nouns)
        self.accented_forms = _without_accents(self.irregular_verbs)
        followed = load(language, "forms", "followed", dict[str, str])
        self.followed = {
            (word, after): WordCandidate(_kind(kind), 0.0, lemma or word, NONE, known=True)
            for kind, pairs in followed.items()
            for said, _, after in (pair.partition(":") for pair in pairs.split())
            for word, _, lemma in (said.partition("="),)
        }
        """What a word is before a certain other one: French `s'` before `il`, `keys` (of `key`) before `in`."""
        self.order = _order(load(language, "forms", "order", dict[str, str]))
        self.words = frozenset(self.closed)

    def ends(self, word: str, kind: str) -> bool:
        """Does the word end as words of a kind do?"""
        return word.endswith(self.endings[kind])


@cache
def word_lists(language: Language) -> WordLists:
    """The lists of a language."""
    return WordLists(language)


def _without_accents(words: Iterable[str]) -> dict[str, str]:
    """Words by how they look without their accents, but for those that look like another of them then."""
    known = frozenset(words)
    return {fold(word): word for word in sorted(known) if fold(word) not in known}


def _kind(text: str) -> WordKind:
    found: tuple[WordKind, ...] = (*_CLOSED, "finite", "noun")
    for kind in found:
        if kind == text:
            return kind
    return "other"


def _entries(text: str, kind: WordKind) -> Iterator[tuple[str, WordCandidate]]:
    for written in text.split():
        entry, _, cost = written.partition("!")
        plain, _, letters = entry.partition("/")
        if not FEATURES.keys() >= set(letters):  # `and/or`
            plain, letters = entry, ""
        word, _, lemma = plain.partition("=")
        features: frozenset[Feature] = frozenset(FEATURES[letter] for letter in letters)
        yield word.lower(), WordCandidate(kind, float(cost or 0), lemma or word, features, known=True)


def _pairs(text: str) -> dict[str, str]:
    return dict(_pair(entry) for entry in text.split())


def _pair(entry: str) -> tuple[str, str]:
    word, _, lemma = entry.partition("=")
    return word, lemma or word


def _order(table: dict[str, str]) -> dict[str, dict[str, float]]:
    """What it costs that one kind stands behind another; `nominal` stands for all that begins a noun phrase."""
    openers = table["nominal"].split()
    rows: dict[str, dict[str, float]] = {}
    for kind, text in table.items():
        if kind == "nominal":
            continue
        row = rows[kind] = {}
        for entry in text.split():
            follower, _, cost = entry.partition("=")
            if follower == "nominal":
                row.update({opener: float(cost) for opener in openers if opener not in row})
            else:
                row[follower] = float(cost)
    return rows

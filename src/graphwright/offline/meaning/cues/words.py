"""The words of `languages/*/cues.toml` made ready for use: cues of each kind, and what may stand beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from graphwright.languages import Language, load
from graphwright.offline.meaning.orders.pieces import OrderPiece, verb_forms
from graphwright.offline.meaning.orders.words import OrderWords, order_words
from graphwright.text.folding import fold

KINDS: Final = ("describe", "rename", "replace", "remove", "merge", "move", "retype", "correct", "link", "unlink")
"""The kinds of orders that cues tell; each has a table in every language."""
_NOT: Final = "n't"
Phrase = tuple[str, ...]


class Cues(NamedTuple):
    """What tells one kind of order."""

    cues: tuple[Phrase, ...]
    beside: frozenset[str]
    """Words that may stand beside a cue, verbs in any form."""
    marks: frozenset[str]
    """Words before a new name, or before what something goes to."""


class CueWords:
    """One language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.orders: OrderWords = order_words(language)
        tables = {name: load(language, "cues", name, dict[str, str]) for name in (*KINDS, "words")}
        self.kinds = {
            name: Cues(_phrases(tables[name]["cues"]), _words(tables[name]["with"]), _words(tables[name]["mark"]))
            for name in KINDS
        }
        self._cues_by_word: dict[str, list[tuple[str, Phrase]]] = {}
        """Each cue with its kind, by its first word."""
        for name in KINDS:
            for phrase in self.kinds[name].cues:
                self._cues_by_word.setdefault(phrase[0], []).append((name, phrase))
        words = tables["words"]
        self.filler, self.blocks = _words(words["filler"]), _words(words["blocks"])
        self.last, self.beside_last = _words(words["last"]), _words(words["lastWith"])
        self.reasons = _phrases(words["reason"])

    def stands(self, wanted: str, piece: OrderPiece) -> bool:
        """Is a piece a word, in any form where it is a verb; or any verb of a class, `<remove>`?"""
        if piece.kind != "word":
            return False
        forms = forms_of(piece, self.language)
        return not forms.isdisjoint(self.orders.verbs[wanted[1:-1]]) if wanted.startswith("<") else wanted in forms

    def is_one_of(self, piece: OrderPiece, words: frozenset[str]) -> bool:
        """Is a piece one of some words?"""
        forms = forms_of(piece, self.language)
        return not words.isdisjoint(forms) or (piece.kind == "word" and not words.isdisjoint(self._classes_of(forms)))

    def _classes_of(self, forms: Iterable[str]) -> Iterator[str]:
        """The classes of verbs that some words belong to: `<remove>`."""
        return (f"<{name}>" for each in forms for name in self.orders.names_by_verb.get(each, ()))

    def _there(self, pieces: Sequence[OrderPiece]) -> frozenset[str]:
        """The words of cues that pieces may be, and the classes of verbs."""
        said = frozenset[str]().union(*(forms_of(each, self.language) for each in pieces if each.kind == "word"))
        return said.union(self._classes_of(said))

    def told(self, pieces: Sequence[OrderPiece]) -> Iterator[tuple[str, frozenset[int]]]:
        """The kinds of which cues stand there, and where."""
        there = self._there(pieces)
        likely = [each for word in there for each in self._cues_by_word.get(word, ()) if there.issuperset(each[1])]
        found: dict[str, set[int]] = {}
        for kind, phrase in likely:
            found.setdefault(kind, set()).update(self._places(phrase, pieces))
        yield from ((kind, frozenset(found[kind])) for kind in KINDS if found.get(kind))

    def _places(self, phrase: Phrase, pieces: Sequence[OrderPiece]) -> list[int]:
        """Where the words of a phrase stand, in their order; a phrase of one word wherever it does."""
        if len(phrase) == 1:
            return [at for at, each in enumerate(pieces) if self.stands(phrase[0], each)]
        found: list[int] = []
        for wanted in phrase:
            start = found[-1] + 1 if found else 0
            at = next((i for i in range(start, len(pieces)) if self.stands(wanted, pieces[i])), None)
            if at is None:
                return []
            found.append(at)
        return found


def said(piece: OrderPiece) -> str:
    """A word without what it is joined by: `l'`, `we're`."""
    return _alone(piece.folded)


def _alone(folded: str) -> str:
    text = folded.replace("\u2019", "'")
    return text if text == _NOT else text.strip("'").split("'")[0]


def forms_of(piece: OrderPiece, language: Language) -> frozenset[str]:
    """A word as it is said, and the verbs that it may be a form of."""
    return _forms(piece.folded, piece.text, piece.lemma, language)


@lru_cache(maxsize=16_384)  # the words of a project, in three languages
def _forms(folded: str, text: str, lemma: str, language: Language) -> frozenset[str]:
    lemmas = {lemma for _, lemma in verb_forms(text.lower(), language)}
    return frozenset({_alone(folded), *lemmas, *([lemma] if lemma else [])})


@cache
def cue_words(language: Language) -> CueWords:
    """The words of a language, made ready once."""
    return CueWords(language)


def _words(listed: str) -> frozenset[str]:
    denied = [_NOT] if _NOT in listed else []
    return frozenset([*map(fold, listed.replace("'", " ").split()), *denied])


def _phrases(listed: str) -> tuple[Phrase, ...]:
    return tuple(tuple(fold(word) for word in phrase.split()) for phrase in listed.split(",") if phrase.strip())

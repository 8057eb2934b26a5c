"""What those who speak need, and as what: `as actors we need a pilot and a cook`, `il faut une pompe dans la tour`.

Each thing lies in the place that is told behind it, where that is a part of the model.
"""

from __future__ import annotations

from typing import Final

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.rules import rules_of
from graphwright.languages import Language
from graphwright.offline.meaning.spoken import members, phrases
from graphwright.offline.meaning.stated import Existing
from graphwright.offline.meaning.vocabulary import node_type_of, vocabulary
from graphwright.text.folding import fold

_NAMED: Final = frozenset(("ACTOR", "MOD"))
"""Types of what is needed by its noun alone; a function is named by what is done."""


def typed_needs(sentence: SentenceReading) -> Existing | None:
    """`As actors we need A, B and C`: all of them, of that type; a story speaks of somebody: `as a visitor I want`."""
    clause = sentence.clauses[0] if len(sentence.clauses) == 1 else None
    if clause is None or clause.verb is None or clause.verb.negated or sentence.text.rstrip().endswith("?"):
        return None
    words = vocabulary(sentence.language)
    if fold(clause.verb.lemma) not in words.relations["wish"] | words.relations["there"] | words.relations["need"]:
        return None
    first = min(clause.roles, key=lambda each: each.phrase.start, default=None)
    node_type = None if first is None else _type_of(first.phrase, sentence)
    needed = [each for each in phrases(clause, "thing", "part", "source", "about") if node_type_of(each.head) is None]
    return Existing(sentence, tuple(needed), node_type) if node_type in _NAMED and needed else None


def _type_of(phrase: SpokenPhrase, sentence: SentenceReading) -> str | None:
    """The type that a phrase names behind the word of the language for `as`, with which the sentence begins."""
    openings = rules_of(sentence.language).story
    before = fold(sentence.text[: phrase.start - sentence.start]).split() or fold(phrase.text).split()[:1]
    return node_type_of(phrase.head or phrase.name) if " ".join(before) in openings else None


def is_impersonal_need(clause: SpokenClause, language: Language) -> bool:
    """French `il faut une pompe`: it is needed, and nobody says by whom."""
    return clause.verb is not None and fold(clause.verb.text) in rules_of(language).impersonal


def places_of(things: tuple[SpokenPhrase, ...], clause: SpokenClause) -> tuple[SpokenPhrase | None, ...]:
    """For each thing the place that it lies in: the first that is told behind it, else the only one before."""
    places = [part for each in clause.roles if each.name == "place" for part in members(each.phrase)]
    lone = places[0] if len(places) == 1 else None
    return tuple(next((each for each in places if each.start >= thing.end), lone) for thing in things)

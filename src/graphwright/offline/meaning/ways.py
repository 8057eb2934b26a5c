"""The way of something through several parts: `the fleece travels through the opener, the bowl and the drier`.

What it comes through takes part in turn, as between arrows. What goes there has no function of its own.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import ACTING, kind_of
from graphwright.offline.meaning.likely import is_done
from graphwright.offline.meaning.spoken import meant, members, phrases
from graphwright.offline.meaning.stated import Chaining
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.text.folding import fold

_FEWEST: Final = 2
"""Stations of a way; through one alone may go anything."""
_THERE: Final[tuple[RoleName, ...]] = ("place", "means", "goal", "receiver", "about")


def way_through(sentence: SentenceReading) -> Chaining | None:
    """The stations of a sentence that tells nothing but where something goes; `None` for any other."""
    words = vocabulary(sentence.language)
    clauses = [each for each in sentence.clauses if each.verb is not None]
    if not clauses or len(clauses) != len(sentence.clauses) or not _is_on_way(clauses[0], words):
        return None
    goer = phrases(clauses[0], "doer")
    stations = _stations(clauses[0], words)
    for clause in clauses[1:]:
        if not _is_on_way(clause, words) or not _is_same(phrases(clause, "doer"), goer):
            return None
        stations += [part for role in clause.roles if role.name in _THERE for part in members(role.phrase)]
    if len(stations) < _FEWEST or any(kind_of(each, sentence.language) == "person" for each in stations):
        return None
    return Chaining(sentence, tuple(_as_part(each, words) for each in stations))


def _is_on_way(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    """Does a clause tell of a thing that it goes somewhere?"""
    verb = clause.verb
    if verb is None or verb.passive or verb.negated or verb.modality != "none" or clause.mood != "statement":
        return False
    goers = phrases(clause, "doer")
    goes = fold(verb.lemma) in words.relations["passing"]
    return goes and bool(goers) and all(kind_of(each, words.language) not in ACTING for each in goers)


def _stations(clause: SpokenClause, words: MeaningVocabulary) -> list[SpokenPhrase]:
    """What a thing goes through, in the order of the words."""
    led = (role for role in clause.roles if fold(role.preposition) in words.phrases["through"])
    return [part for role in led for part in members(role.phrase)]


def _is_same(one: list[SpokenPhrase], other: list[SpokenPhrase]) -> bool:
    """Are they one, by name or by a pronoun?"""
    names = [[fold((meant(each) or each).name) for each in several] for several in (one, other)]
    return names[0] == names[1]


def _as_part(phrase: SpokenPhrase, words: MeaningVocabulary) -> SpokenPhrase:
    """A station that no list knows is a part, unless it names a deed."""
    is_open = kind_of(phrase, words.language) is None and not is_done(phrase, words.language)
    return replace(phrase, type_word="MOD") if is_open and not phrase.type_word else phrase

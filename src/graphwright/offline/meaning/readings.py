"""Where a sentence has two readings, or says too little to be held: asked, with the readings to choose from.

`A and B or C`, `sees the pupil with the tablet`, `shall be faster`: whoever guesses is wrong half of the time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graphwright.grammar.records import Doubt, SentenceReading, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import PEOPLE, is_nobody, kind_of
from graphwright.offline.meaning.demanding import bound_clauses
from graphwright.offline.meaning.duties import is_obliged
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.spoken import is_told_behind, members, unknown, whole
from graphwright.offline.meaning.stated import Demanding, Doing, Statement
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_NUMBER: Final = re.compile(r"\d")
_MIXED: Final = 3
"""A list of three can be grouped in two ways."""


def open_in(sentence: SentenceReading, stated: Sequence[Statement]) -> Iterator[Doubt]:
    """What a sentence itself leaves open: two readings, who is meant by a demand, how much is more."""
    language = sentence.language
    if stated:
        yield from (each for each in sentence.doubts if each.code == "twoReadings" and each.weight == "asks")
    found = [open_list(sentence), *(open_owner(each) for each in stated if isinstance(each, Doing))]
    is_demand = any(isinstance(each, Demanding) for each in stated)
    found += [vague(sentence), nameless(sentence)] if is_demand else []
    yield from (each for each in found if each is not None)
    for clause in bound_clauses(sentence)[:1] if is_demand else ():
        yield from (
            Doubt("whoIsIt", phrase.start, phrase.end, phrase.text, (), "asks")
            for phrase in unknown(clause)
            if not is_told_behind(phrase, clause)  # its words are kept as they are
            and not is_nobody(phrase, language)
            and not is_obliged(sentence)  # `it is forbidden to`: nobody is it
        )


def open_list(sentence: SentenceReading) -> Doubt | None:
    """`The judge and the clerk or the usher`: who belongs together?"""
    for clause in sentence.clauses:
        listed = whole(clause, "doer")
        if listed is None or len(listed.members) < _MIXED:
            continue
        text = sentence.text[listed.start - sentence.start : listed.end - sentence.start] or listed.text
        words = vocabulary(sentence.language).phrases
        spoken = text.split()
        both = next((each for each in spoken if fold(each) in words["and"]), "")
        either = next((each for each in spoken if fold(each) in words["or"]), "")
        if both and either:
            parts = [cleaned(each.name) for each in listed.members]
            first = f"({parts[0]} {both} {parts[1]}) {either} {parts[2]}"
            second = f"{parts[0]} {both} ({parts[1]} {either} {parts[2]})"
            return Doubt("twoReadings", listed.start, listed.end, cleaned(text), (first, second), "asks")
    return None


def open_owner(doing: Doing) -> Doubt | None:
    """`The teacher sees the pupil with the tablet`: who has it?"""
    language = doing.sentence.language
    words = vocabulary(language)
    thing = doing.thing
    if thing is None or len(doing.doers) != 1 or kind_of(thing, language) != "person":
        return None
    if kind_of(doing.doers[0], language) != "person":
        return None
    for role in doing.clause.roles:
        if role.name == "means" and fold(role.preposition) in words.phrases["with"]:
            for phrase in members(role.phrase):
                if kind_of(phrase, language) not in PEOPLE:
                    have = f"{role.preposition} {phrase.name}"
                    readings = (f"{doing.doers[0].name} {have}", f"{thing.name} {have}")
                    return Doubt("twoReadings", phrase.start, phrase.end, cleaned(phrase.text), readings, "asks")
    return None


def vague(sentence: SentenceReading) -> Doubt | None:
    """`It should be faster`: than what, and by how much? A number says so."""
    words = vocabulary(sentence.language).phrases["vague"]
    if _NUMBER.search(sentence.text):
        return None
    said = next((each for each in cleaned(sentence.text).split() if fold(cleaned(each)) in words), None)
    comparative = said is not None and (sentence.language != "fr" or "plus" in fold(sentence.text).split())
    if said is None or not comparative:
        return None
    return Doubt("howMuch", sentence.start, sentence.end, cleaned(said), (), "asks")


def nameless(sentence: SentenceReading) -> Doubt | None:
    """`Something would have to be done about it`: a demand in which nothing is named demands nothing yet."""
    words = vocabulary(sentence.language)
    for clause in sentence.clauses:
        verb = clause.verb
        if verb is None or fold(verb.lemma) not in words.phrases["pro"] or clause.measures:
            return None
        if any(_names(each.phrase, sentence.language) for each in clause.roles):
            return None
    if not sentence.clauses:
        return None  # `Weight: 3 g`
    return Doubt("whatIsIt", sentence.start, sentence.end, cleaned(sentence.text), (), "asks")


def _names(phrase: SpokenPhrase, language: Language) -> bool:
    """Is there a noun in a phrase? German writes it with a capital."""
    nouns = [each for each in phrase.tokens if each.tag in {"noun", "name"}]
    return any(each.text[:1].isupper() or language != "de" for each in nouns)


def add_doubt(doubts: list[Doubt], doubt: Doubt) -> None:
    """The same doubt is noted once."""
    if (doubt.code, doubt.text) not in {(each.code, each.text) for each in doubts}:
        doubts.append(doubt)

"""Sentences whose signs and forms speak against how they were read: more doubts of certainty.

A list of names, `apples, pears, milk and bread`, and a name of many nouns, `the pump control cabinet`, hold words that
may be verbs; a comma between a verb and what belongs to it, or a form that does not agree, tells that they are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from graphwright.grammar.records import RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import Language
from graphwright.offline.meaning.casting import PEOPLE, kind_of
from graphwright.offline.meaning.fronted import either_may_do
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.text.folding import fold

_BESIDE: Final[tuple[RoleName, ...]] = ("doer", "thing")
_PARTICIPANTS: Final = frozenset({"ACTOR", "MOD", "SYS"})
_FEWEST: Final = 2
"""Clauses of a row."""


def cut_by_comma(doings: Iterable[Doing]) -> Iterator[str]:
    """Only a comma stands between a verb and who does it, or what is done: `bolts, paint, oil`."""
    for doing in doings:
        verb = doing.clause.verb
        for role in doing.clause.roles:
            phrase = role.phrase
            if verb is None or role.taken_over or role.preposition or role.name not in _BESIDE or _is_apposed(phrase):
                continue
            start, end = (phrase.end, verb.start) if phrase.start < verb.start else (verb.end, phrase.start)
            at = doing.sentence.start
            if role.name == "doer" and _is_put_right(phrase, doing):
                continue
            if doing.sentence.text[start - at : max(start, end) - at].strip() == ",":
                yield doing.clause.text


def _is_put_right(doer: SpokenPhrase, doing: Doing) -> bool:
    """Stands before who does it only somebody who is taken back: `the cleaner, I mean the technician, checks ...`?"""
    before = doing.sentence.text[: doer.start - doing.sentence.start]
    is_first = all(each.start >= doer.start for each in doing.sentence.clauses)
    return is_first and "," in before


def _is_apposed(phrase: SpokenPhrase) -> bool:
    """Is it said once more in other words: `Anna, the nurse, ...`, `la responsable, Mme Roy, ...`?"""
    words = phrase.apposition.split()
    return bool(words) and (fold(words[0]) in small_words() or any(each[:1].isupper() for each in words))


def disagreeing(doings: Iterable[Doing]) -> Iterator[str]:
    """English: one does it, and the verb has the form of a noun: `the chimney sweep visit`."""
    for doing in doings:
        verb, sentence = doing.clause.verb, doing.sentence
        if sentence.language != "en" or verb is None or verb.passive or verb.modality != "none" or verb.past:
            continue
        is_bare = fold(verb.text) == fold(verb.lemma) and _may_be_noun(verb.lemma, doing.thing)
        for phrase in doing.doers if is_bare else ():
            several = phrase.plural or phrase.members or phrase.refers_to or kind_of(phrase, "en") == "organisation"
            at = sentence.start
            beside = phrase.end < verb.start and not sentence.text[phrase.end - at : verb.start - at].strip()
            if beside and not several and _opens(phrase, sentence):
                yield sentence.text[phrase.start - at : verb.end - at]


def _may_be_noun(lemma: str, thing: SpokenPhrase | None) -> bool:
    """Is a verb a noun, too, or does a noun without an article follow: `sweep visit`?"""
    is_joined = thing is not None and thing.determiner == "none" and not thing.plural and not thing.quoted
    return is_joined or lemma in word_lists("en").nouns


def _opens(phrase: SpokenPhrase, sentence: SentenceReading) -> bool:
    """Does a clause begin with it? Behind `lets` and `makes` the verb has no other form."""
    before = sentence.text[: phrase.start - sentence.start].rstrip()
    return not before or not before[-1].isalnum()


def either_does(doings: Iterable[Doing]) -> Iterator[str]:
    """German: cases do not tell who does it, and what is new stands last: `das Wasser hebt eine Pumpe`."""
    for doing in doings:
        pair = either_may_do(doing.clause) if doing.sentence.language == "de" else None
        if pair is not None and pair[1].phrase.determiner == "a":
            yield doing.clause.text


def half_a_deed(doings: Iterable[Doing]) -> Iterator[str]:
    """Letting somebody do something, without what they do: `the guard lets the visitors`, `laisse entrer`."""
    for doing in doings:
        letting = vocabulary(doing.sentence.language).relations["letGo"]
        language, thing = doing.sentence.language, doing.thing
        if (
            fold(doing.verb) in letting
            and not doing.denied
            and thing is not None
            and kind_of(thing, language) in PEOPLE
        ):
            yield doing.clause.text


def glued_names(names: Iterable[tuple[str, str]], language: Language) -> Iterator[str]:
    """Names, with their types, that hold what no name does: the beginning of a sentence, or what somebody does.

    `Rentrer les moutons Comme le chien aboie`, `Chauffeur entrer`.
    """
    lists, french = word_lists(language), word_lists("fr")
    for node_type, name in names:
        inner = name.split()[1:]
        small = [each for each in inner if len(each) > 1 and each.istitle() and each.lower() in lists.closed]
        begins = bool(small) and language != "de"
        is_somebody = language == "fr" and node_type in _PARTICIPANTS
        acts = is_somebody and any(each in french.verbs and each not in french.nouns for each in inner)
        if begins or acts:
            yield name


def people_as_things(sentence: SentenceReading) -> Iterator[str]:
    """German: `die Bauern melken, die Käser rühren` may tell who does it as well as to whom it is done."""
    orders = [each for each in sentence.clauses if each.mood == "order" and each.verb is not None]
    others = [each for each in sentence.clauses if each.verb is not None and each not in orders]
    said = [each.phrase for clause in orders for each in clause.roles]
    if sentence.language != "de" or len(orders) + len(others) < _FEWEST or not all(map(_is_of_people, orders)):
        return
    if any(kind_of(each, "de") in PEOPLE for each in said):
        yield orders[0].text


def _is_of_people(clause: SpokenClause) -> bool:
    """Is nothing said but people, or who may be some, with an article, and a verb?"""
    return len(clause.roles) == 1 and all(
        each.name == "thing" and each.phrase.determiner == "the" and kind_of(each.phrase, "de") in PEOPLE | {None}
        for each in clause.roles
    )

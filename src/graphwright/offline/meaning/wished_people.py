"""Somebody who is wished for, and what they do: `there should also be a trainer who draws up plans`.

It is no requirement that somebody exists: who describes the work of a person wants both in the model.
"""

from __future__ import annotations

from typing import Final

from graphwright.grammar.records import RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import is_nobody, kind_of
from graphwright.offline.meaning.doings import doing_of
from graphwright.offline.meaning.likely import is_likely_person
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.stated import Statement
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_THERE: Final[tuple[RoleName, ...]] = ("thing", "doer")


def wished_people(sentence: SentenceReading) -> list[Statement]:
    """What somebody who is wished for does; nothing where the sentence wishes for nobody."""
    words = vocabulary(sentence.language)
    first, *others = sentence.clauses or (None,)
    if first is None or first.verb is None or first.verb.negated or first.measures:
        return []
    if first.verb.modality == "demand":
        return []  # `there must be a guard who ...` binds
    wishes = fold(first.verb.lemma) in words.relations["wishing"]
    is_asked = sentence.text.rstrip().endswith("?") or first.mood in {"question", "talk"}
    if not wishes or is_asked or not others:
        return []
    wanted = [
        each
        for each in phrases(first, *_THERE)
        if fold(each.name) not in words.phrases["speaker"] and _is_somebody(each, sentence)
    ]
    others_named = [
        each
        for each in phrases(first, *_THERE)
        if each not in wanted
        and not is_nobody(each, sentence.language)
        and fold(each.name) not in words.phrases["pointing"]
    ]
    if len(wanted) != 1 or others_named:
        return []
    done = [each for each in others if _tells_of(each, wanted[0])]
    if len(done) != len(others) or any(each.verb is None or each.verb.negated or each.measures for each in others):
        return []
    return [doing_of(sentence, each, words) for each in done]


def _is_somebody(phrase: SpokenPhrase, sentence: SentenceReading) -> bool:
    language = sentence.language
    known = kind_of(phrase, language) == "person" or is_likely_person(phrase, language)
    return known and phrase.determiner == "a" and not phrase.members


def _tells_of(clause: SpokenClause, somebody: SpokenPhrase) -> bool:
    """Does a clause tell what somebody does?"""
    return any(fold(each.text) == fold(somebody.text) for each in phrases(clause, "doer"))

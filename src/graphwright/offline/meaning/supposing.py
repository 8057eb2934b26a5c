"""What somebody or something is supposed to be whom no list knows: a proposal says so (ADR-84), or it is asked."""

from __future__ import annotations

from graphwright.grammar.records import SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import (
    Casting,
    Participant,
    is_compound,
    is_listed_twice,
    is_nobody,
    is_twofold,
    kind_of,
)
from graphwright.offline.meaning.likely import can_be_somebody, is_likely_part
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold


def supposed_doer(doer: Participant, doing: Doing, casting: Casting) -> Participant:
    """What no list knows, or as two kinds, and does something to something: the likelier, which is told.

    Who may be somebody is; a device that may be one as well is called more than that: `drum weigher`. It stays open
    where its form tells nothing.
    """
    phrase, clause, language = doer.phrase, doing.clause, doing.sentence.language
    if doing.thing is None or is_nobody(phrase, language):
        return doer
    is_whole = not clause.uncovered and clause.verb is not None and clause.verb.known
    if is_twofold(phrase, language) or is_listed_twice(phrase, language):
        if is_compound(phrase, language) and not _is_specified(phrase, clause):
            return casting.supposed(doer, "MOD", language) if is_whole else doer
        if is_compound(phrase, language) or _is_specified(phrase, clause):
            return doer
    if is_likely_part(phrase, language):
        return casting.supposed(doer, "MOD", language)
    return casting.supposed(doer, "ACTOR", language) if can_be_somebody(phrase, language) else doer


def _is_specified(phrase: SpokenPhrase, clause: SpokenClause) -> bool:
    """Does more stand between a noun and its verb: `l'émetteur en bande X les envoie`?"""
    between = range(phrase.end, clause.verb.start if clause.verb else phrase.end)
    return any(each.preposition and each.phrase.start in between for each in clause.roles)


def is_for_unknown(doing: Doing, casting: Casting) -> bool:
    """Does something go to whom or what nobody knows? That is asked, and never left out."""
    language = doing.sentence.language
    relations = vocabulary(language).relations
    if doing.thing is None or not any(fold(doing.verb) in relations[each] for each in ("send", "pass")):
        return False
    named = [each for each in doing.receivers if each.determiner == "the" and not is_nobody(each, language)]
    cast = [casting.participant(each, language) for each in named if kind_of(each, language) is None]
    lost = [each for each in cast if each.node_type is None and can_be_somebody(each.phrase, language)]
    asked = [each for each in lost if not _is_entered(each.phrase, doing)]
    for each in lost:
        if each in asked:
            casting.asked(each, language)
        else:
            casting.supposed(each, "MOD", language)
    return bool(asked)


def _is_entered(phrase: SpokenPhrase, doing: Doing) -> bool:
    """Does something go into it, as it does into nobody: `kommt in den Äscher`, `goes into the blunger`?"""
    into = vocabulary(doing.sentence.language).phrases["into"]
    roles = (each for each in doing.clause.roles if fold(each.preposition) in into)
    return any(each.phrase is phrase or phrase in each.phrase.members for each in roles)

"""What somebody or something is taken for that no list knows, or that may be two kinds: the likelier, which is told.

Whoever reads the proposal sees it and can say otherwise; what the form of a noun does not tell is asked.
"""

from __future__ import annotations

from graphwright.offline.meaning.casting import (
    Casting,
    Participant,
    is_compound,
    is_listed_twice,
    is_nobody,
    is_twofold,
)
from graphwright.offline.meaning.likely import is_likely_part, is_likely_person
from graphwright.offline.meaning.stated import Doing


def supposed_doer(doer: Participant, doing: Doing, casting: Casting) -> Participant:
    """What no list knows, or as two kinds, and does something to something: the likelier one, which is told."""
    clause, language = doing.clause, doing.sentence.language
    if doing.thing is None or is_nobody(doer.phrase, language):
        return doer
    is_whole = not clause.uncovered and clause.verb is not None and clause.verb.known
    if is_twofold(doer.phrase, language) or is_listed_twice(doer.phrase, language):
        # `the weigher`, but `the drum weigher`
        likelier = "MOD" if is_compound(doer.phrase, language) else "ACTOR"
        return casting.supposed(doer, likelier, language) if is_whole else doer
    if is_likely_part(doer.phrase, language):
        return casting.supposed(doer, "MOD", language)
    if is_whole and is_likely_person(doer.phrase, language):
        return casting.supposed(doer, "ACTOR", language)
    return doer

"""German clauses in which cases do not tell who does it: `die Feuchte misst eine Sonde`. It turns nothing about."""

from __future__ import annotations

from typing import Final

from graphwright.grammar.records import SpokenClause, SpokenRole
from graphwright.offline.meaning.casting import ACTING, kind_of
from graphwright.text.folding import fold

_ALIKE: Final = frozenset({"die", "das", "eine", "ein"})
"""Articles of the same form for who does it and what it is done to."""


def either_may_do(clause: SpokenClause) -> tuple[SpokenRole, SpokenRole] | None:
    """What was read as who does it, and what it was taken to be done to, which is rather who does it: by its noun."""
    verb = clause.verb
    doers = [each for each in clause.roles if each.name == "doer" and not each.preposition and not each.taken_over]
    things = [each for each in clause.roles if each.name == "thing" and not each.preposition and not each.taken_over]
    if verb is None or verb.passive or len(doers) != 1 or len(things) != 1:
        return None
    [first], [behind] = doers, things
    stand = first.phrase.start < verb.start < behind.phrase.start
    if not stand or first.phrase.refers_to is not None or behind.phrase.refers_to is not None:
        return None
    articles = [fold(each.phrase.text.partition(" ")[0]) for each in (first, behind)]
    if not set(articles) <= _ALIKE or kind_of(first.phrase, "de") in ACTING:
        return None
    return (first, behind) if kind_of(behind.phrase, "de") in ACTING else None

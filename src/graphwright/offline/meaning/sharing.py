"""Who does several things that are done to one: `the sheets are washed, dried and ironed by the maid`.

Behind the last of them English and French name who does them all, German before the first. A step with a place or means
of its own is somebody else's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import RoleName, SpokenClause, SpokenRole
from graphwright.languages import Language

_OWN: Final[frozenset[RoleName]] = frozenset(("place", "means", "source"))


def with_shared_doers(clauses: Sequence[SpokenClause], language: Language) -> list[SpokenClause]:
    """The clauses, those of a row of passives with who does them all."""
    found = list(clauses)
    at = 0
    while at < len(found):
        end = at + 1
        while end < len(found) and _goes_on(found[end - 1], found[end]):
            end += 1
        row = found[at:end]
        named = row[0] if language == "de" else row[-1]
        doers = _doers(named)
        others = row[1:] if language == "de" else row[:-1]
        is_before = language != "de" or all(each.phrase.end < _verb_end(named) for each in doers)
        if doers and is_before and not any(_doers(each) or _is_elsewhere(each) for each in others):
            given = tuple(replace(each, taken_over=True) for each in doers)
            found[at:end] = [each if each is named else replace(each, roles=(*each.roles, *given)) for each in row]
        at = end
    return found


def _goes_on(before: SpokenClause, after: SpokenClause) -> bool:
    """Are both passive, and is the second done to what the first is done to, without saying it again?"""
    if before.verb is None or after.verb is None or not (before.verb.passive and after.verb.passive):
        return False
    things = [each for each in after.roles if each.name == "thing"]
    return bool(things) and all(each.taken_over for each in things)


def _doers(clause: SpokenClause) -> list[SpokenRole]:
    return [each for each in clause.roles if each.name == "doer"]


def _is_elsewhere(clause: SpokenClause) -> bool:
    return any(each.name in _OWN for each in clause.roles)


def _verb_end(clause: SpokenClause) -> int:
    """Where the participle of a German clause ends: its helper may come long before it."""
    assert clause.verb is not None  # noqa: S101 only passives come here
    return clause.verb.end

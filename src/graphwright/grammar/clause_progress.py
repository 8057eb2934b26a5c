"""How far a clause has got word by word, and what another finite verb costs then: each clause gets its one.

What the words are is for `tags`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from graphwright.grammar.paths import FINITE, OPENS
from graphwright.grammar.word_lists import WordKind
from graphwright.languages import Language

_LISTED: Final[frozenset[WordKind]] = frozenset(("infinitive", "participle"))
JOINS: Final[frozenset[WordKind]] = frozenset(("comma", "conjunction", "sign"))
SECOND_VERB: Final = 4.0
SAME_FORM: Final = 0.4
NO_COMMA: Final = 0.5
_NO_VERB: Final = 2.0
_UNORDERED: Final = 1.6
ClauseProgress: TypeAlias = tuple[tuple[int, float], ...]
"""How far a clause is behind a word, and what that costs, by how far it was before it."""

# How far a clause has got: its finite verb is still to come, was there, or was there and another one may follow; behind
# `if` and `which` the same of the clause inside, while the one around it still waits for its own; behind `does` and
# `can` of an English clause the verb itself is still to come. Behind `can borrow` and `is weighed` the next verb of a
# list has most likely the same form, and behind `weighs,` most likely comes another verb. An order is
# hardly ever joined to a statement. A condition behind `and` is inside what follows, or behind what was said; and in
# `once the driver, who is trained, arrives` one clause is inside another that is inside a third.
WAITS, HAS, MAY, INNER_WAITS, INNER_HAS, ASKS, VERBED, VERBS, LISTS, ORDERS, INNER_ASKS = range(11)
LATER_WAITS, LATER_HAS, DEEP_WAITS, DEEP_HAS = range(INNER_ASKS + 1, INNER_ASKS + 5)
VERBAL_FLAGS: Final = frozenset((HAS, MAY, VERBED, VERBS, LISTS))
_SECOND_FINITE: Final = {
    VERBS: SAME_FORM, LISTS: -SAME_FORM, ORDERS: _UNORDERED, INNER_HAS: 0.0, LATER_HAS: NO_COMMA,
}  # fmt: skip
"""What another finite verb costs behind the first."""
_OPENED: Final = {INNER_WAITS: INNER_HAS, LATER_WAITS: LATER_HAS, DEEP_WAITS: DEEP_HAS}
"""How far a clause inside another is behind its verb."""
LEFT_OPEN: Final = {
    WAITS: _NO_VERB,
    INNER_WAITS: _NO_VERB + 0.5,
    INNER_HAS: _NO_VERB - 0.5,
    ASKS: 0.8,
    INNER_ASKS: _NO_VERB,
    LATER_WAITS: _NO_VERB,
    DEEP_WAITS: _NO_VERB + 0.5,
    DEEP_HAS: _NO_VERB,
}


@cache
def behind_each(
    kind: WordKind, joining: WordKind, language: Language, *, asks: bool
) -> tuple[ClauseProgress, ClauseProgress]:
    """How far the clause is behind a word, and the same where it stands directly behind a verb. `joining`: as a joint.

    `Il règle ensuite la facture`: directly behind its verb the word begins nothing.
    """
    nests = language == "en"
    coloured = joining if language == "en" else kind
    bare = language != "de" and coloured in JOINS
    return progress(joining, asks=asks, bare=False, nests=nests), progress(coloured, asks=asks, bare=bare, nests=nests)


@cache
def progress(kind: WordKind, *, asks: bool, bare: bool, nests: bool = False) -> ClauseProgress:
    """How far the clause is behind a word, and what that costs, by how far it was before it.

    Two finite verbs in one clause are strange. `bare`: it joins something to a verb that nothing was said behind.
    `nests`: a relative may stand inside a clause that waits for its verb.
    """
    return tuple(_behind(flag, kind, asks=asks, bare=bare, nests=nests) for flag in range(DEEP_HAS + 1))


def _behind(flag: int, kind: WordKind, *, asks: bool, bare: bool, nests: bool) -> tuple[int, float]:
    if flag in {ASKS, INNER_ASKS}:
        return _behind_helper(flag, kind)
    if kind == "participle" and flag in _OPENED:
        return _OPENED[flag], 0.0  # `une fois la voile hissée`, `once sealed`: nothing else need come
    if kind in _LISTED and flag == LATER_HAS:
        return flag, 0.0
    if kind in _LISTED and flag in {HAS, VERBED, VERBS}:
        return VERBED, -SAME_FORM if flag == VERBS else 0.0
    if kind in FINITE:
        return _behind_finite(flag, kind, asks=asks)
    if kind in OPENS:
        return _behind_opening(flag, kind, nests=nests), 0.0
    if kind in JOINS:
        return _behind_joint(flag, kind, bare=bare), 0.0
    if flag == LISTS and kind == "article":
        return WAITS, 0.0  # `closes and the pump starts`: a verb without an object has none behind `and` either
    if flag == LISTS and kind == "noun":
        return MAY, SAME_FORM
    return (WAITS if kind == "question" and flag in VERBAL_FLAGS else flag), 0.0


def _behind_helper(flag: int, kind: WordKind) -> tuple[int, float]:
    has_verb = HAS if flag == ASKS else INNER_HAS
    if kind in {"infinitive", "helper", "participle"}:
        return (VERBED if flag == ASKS else INNER_HAS), 0.0
    return (flag, 0.0) if kind not in FINITE else (has_verb, SECOND_VERB)


def _behind_finite(flag: int, kind: WordKind, *, asks: bool) -> tuple[int, float]:
    if kind == "imperative" and flag in {WAITS, ORDERS}:
        return ORDERS, 0.0
    if flag in {WAITS, MAY}:
        return (ASKS if asks else HAS), 0.0
    if flag == INNER_WAITS and asks:
        return INNER_ASKS, 0.0
    if flag in _OPENED:
        return _OPENED[flag], 0.0
    if flag == DEEP_HAS:
        return INNER_HAS, 0.0
    return HAS, _SECOND_FINITE.get(flag, SECOND_VERB)


def _behind_opening(flag: int, kind: WordKind, *, nests: bool) -> int:
    if nests and kind == "relative" and flag in {INNER_WAITS, DEEP_WAITS}:
        return DEEP_WAITS
    if kind == "subordinator" and flag == MAY:
        return LATER_WAITS
    return INNER_WAITS if flag in {WAITS, INNER_WAITS, INNER_HAS} else WAITS


def _behind_joint(flag: int, kind: WordKind, *, bare: bool) -> int:
    if flag == ORDERS:
        return ORDERS if kind == "conjunction" else MAY
    if bare and flag in {HAS, LATER_HAS}:
        return LISTS
    return {HAS: MAY, VERBED: VERBS, LATER_HAS: MAY}.get(flag, flag)

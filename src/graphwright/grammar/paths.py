"""The ways through the candidates of a sentence, and what was said before on one of them: lists, rows, number, time."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from graphwright.grammar.records import Feature
from graphwright.grammar.word_lists import WordCandidate, WordKind

LOOKED_BACK: Final = 12
"""Words back to where a clause was opened."""
OPENS: Final[frozenset[WordKind]] = frozenset(("subordinator", "relative"))
FINITE: Final[frozenset[WordKind]] = frozenset(("finite", "imperative", "auxiliary", "modal"))
_LIST_END: Final[tuple[WordKind, ...]] = ("conjunction", "noun", "comma")
"""The words before the last of a list, last first."""
_SUBJECT: Final[frozenset[WordKind]] = frozenset(("noun", "name", "adjective", "article", "conjunction"))


class Path(Struct, frozen=True, gc=False):
    """A way through the candidates up to one word, and what it costs.

    Of a sentence thousands are made; none is ever part of a cycle, so the collector need not look at them.
    """

    cost: float
    before: Path | None
    candidate: WordCandidate


def disagree(subject: frozenset[Feature], verb: frozenset[Feature]) -> bool:
    """Is one of them singular and the other plural?"""
    if "plural" in subject:
        return "singular" in verb
    return "singular" in subject and "plural" in verb


def are_several(path: Path) -> bool:
    """Does a subject end here that `and` joins of two phrases with articles?"""
    joins, articles = 0, 0
    step: Path | None = path
    for _ in range(LOOKED_BACK):
        if step is None or step.candidate.kind not in _SUBJECT:
            break
        joins += step.candidate.kind == "conjunction"
        articles += step.candidate.kind == "article"
        step = step.before
    return bool(joins) and articles > joins


def does_alone(path: Path, candidate: WordCandidate) -> bool:
    """English: is there one thing with its article at the beginning or behind `and`: `and the siren sounds`?"""
    article = path.before
    if article is None or path.candidate.kind not in {"noun", "name"} or article.candidate.kind != "article":
        return False
    before = article.before.candidate.kind if article.before is not None else "conjunction"
    plural = "plural" in candidate.features and "plural" not in path.candidate.features
    return candidate.kind == "noun" and plural and before in {"conjunction", "adverb", "subordinator"}


def is_unlike(path: Path, candidate: WordCandidate) -> bool:
    """Is a verb without a subject of its own of another number or time than the one before: `tests lift and drag`?"""
    step: Path | None = path
    for _ in range(LOOKED_BACK):
        if step is None or step.candidate.kind in OPENS:
            break
        if step.candidate.kind == "imperative":
            return "past" in candidate.features  # `add a record with callsign, cleared level and route`
        if step.candidate.kind == "finite":
            first, second = step.candidate.features, candidate.features
            if "present" in first and "past" in second:
                return True
            return "present" in first and "present" in second and disagree(first, second)
        step = step.before
    return False


def tells(path: Path) -> bool:
    """Is the last verb before one that states something?"""
    step: Path | None = path
    for _ in range(LOOKED_BACK):
        if step is None or step.candidate.kind in FINITE:
            break
        step = step.before
    return step is not None and step.candidate.kind == "finite"


def has_subject(path: Path) -> bool:
    """Stands somebody before the last helper of a path, so that its verb comes at once: `we need a photo upload`?"""
    step: Path | None = path
    for _ in range(LOOKED_BACK):
        if step is None or step.candidate.kind in FINITE:
            break
        if step.candidate.kind == "preposition":
            return False  # `may under no circumstances sail`
        step = step.before
    step = None if step is None else step.before
    while step is not None and step.candidate.kind == "adverb":
        step = step.before
    return step is not None and step.candidate.kind in {"noun", "name", "pronoun"}


def is_row_of_orders(path: Path) -> bool:
    """Were there two orders before, so that the next word is rather one more: `cut glass, fire glass, paint glass`?"""
    step: Path | None = path
    found = 0
    for _ in range(LOOKED_BACK):
        if step is None or step.candidate.kind == "finite":
            break
        found += step.candidate.kind == "imperative"
        step = step.before
    return found > 1


def is_listed(path: Path) -> bool:
    """Does a list of bare nouns end here, so that one more is likely: `date, skipper and remarks`?"""
    step: Path | None = path
    for kind in _LIST_END:
        if step is None or ("noun" if step.candidate.kind == "gerund" else step.candidate.kind) != kind:
            return False
        step = step.before
    return True

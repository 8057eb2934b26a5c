"""Which of several attempts at an answer counts. Pure; what each attempt is worth was computed by the checks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from graphwright.inquiry.checks import spoken_of
from graphwright.inquiry.records import AnswerAttempt

SPOKEN: Final = 2 / 3
"""Share of the other's criteria that an attempt speaks of when both are about as complete."""
STATED: Final = 1 / 3
"""The same for criteria that it states something about: an attempt that finds nothing at all is never inaccurate."""


def best_of(attempts: Sequence[AnswerAttempt], criteria: Sequence[str]) -> AnswerAttempt:
    """The attempt that counts: one that passed, else the more accurate of two that are about as complete.

    Accuracy goes first because whoever reads is misled by what no source says, and by a gap that the answer names only
    left to ask on. An attempt that was mended as asked says "the sources do not say it" of what it had made up: its
    check still counts that criterion as open, here it is spoken of. Completeness counts words, and a paraphrase loses
    some; so it tells which attempts compare, not which is better. Those that do not are weighed by all three checks.
    """
    return reduce(lambda best, each: each if _is_better(each, best, criteria) else best, attempts)


def _is_better(one: AnswerAttempt, other: AnswerAttempt, criteria: Sequence[str]) -> bool:
    if one.passed != other.passed:
        return one.passed
    spoken = _is_near(spoken_of(one.text, criteria), spoken_of(other.text, criteria), SPOKEN)
    if spoken and _is_near(_score(one, "completeness"), _score(other, "completeness"), STATED):
        return (_score(one, "accuracy"), one.overall_quality) > (_score(other, "accuracy"), other.overall_quality)
    return one.overall_quality > other.overall_quality


def _is_near(one: float, other: float, share: float) -> bool:
    return min(one, other) >= share * max(one, other)


def _score(attempt: AnswerAttempt, check_type: str) -> float:
    return next(check.score for check in attempt.checks if check.check_type == check_type)

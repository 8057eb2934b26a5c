"""Makes one ranking of several whose scores cannot be compared.

Every score is taken as a share of the best one in its ranking, and the shares are added ("CombSUM": Fox and Shaw,
"Combination of multiple searches", 1994). Adding reciprocal ranks instead (Cormack and others, 2009) forgets by how far
the first leads the second; with the same rankings it found less on every set that we measure, see docs/retrieval.md.
Every ranking's own score is kept, so that a person can see why something was found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound="str | int")


class FusedKey(NamedTuple, Generic[Key]):
    """A key with its place among all."""

    key: Key
    score: float
    """Sum of its shares: at most the number of rankings."""
    scores: dict[str, float]
    """Its own score in each ranking that has it."""


def fuse(rankings: Mapping[str, Sequence[tuple[Key, float]]]) -> list[FusedKey[Key]]:
    """One ranking, best first, ties in the order of the keys. `rankings`: by name, each best first, scores above 0.

    A ranking whose best score is not above 0 has no opinion: it adds its keys and nothing to their scores.
    """
    totals: dict[Key, float] = {}
    scores: dict[Key, dict[str, float]] = {}
    for name, ranking in rankings.items():
        best = ranking[0][1] if ranking else 0.0
        for key, score in ranking:
            share = max(score / best, 0.0) if best > 0 else 0.0
            totals[key] = totals.get(key, 0.0) + share
            scores.setdefault(key, {})[name] = score
    fused = [FusedKey(key, total, scores[key]) for key, total in totals.items()]
    return sorted(fused, key=lambda each: (-each.score, each.key))

"""Two runs of one workflow side by side: which steps both have, what became of each, and where they part.

Pure. Steps are matched by their key, which is the same wherever the same code asked for the same thing (ADR-10), so a
fork lies step by step beside the run it came from.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from graphwright.errors import Misuse
from graphwright.protocol.base import JsonValue, Record, given
from graphwright.protocol.ids import StepId
from graphwright.protocol.runs import Step, StepStatus, Verdict
from graphwright.runs.tree import totals

_OWN: Final = ("Id", "Ids", "At", "Ms")
"""Fields that end so hold ids, times and durations: each run has its own, and they say nothing."""
Difference: TypeAlias = Literal["same", "changed", "onlyHere", "onlyThere"]


class StepSide(Record, frozen=True, kw_only=True):
    """What became of a step in one of the runs."""

    step_id: StepId
    status: StepStatus
    duration_ms: int | None = None
    verdict: Verdict | None = None
    tokens: int = 0
    cost_micros: int = 0


class StepPair(Record, frozen=True, kw_only=True):
    """One step in both runs, or in the one that has it."""

    key: str
    kind: str
    label: str
    depth: int
    difference: Difference
    here: StepSide | None = None
    there: StepSide | None = None
    fields: list[str] = []
    """Which fields of the result differ, by their path."""


class RunComparison(Record, frozen=True, kw_only=True):
    """All steps of two runs, in the order of the first, what only the other has where it would have come."""

    pairs: list[StepPair]
    parted_at: str | None = None
    """Key of the first step that differs by itself; absent when the runs say the same."""
    tokens: tuple[int, int]
    cost_micros: tuple[int, int]
    """Millionths of `currency`."""
    currency: str
    duration_ms: tuple[int, int]


def compare(here: Sequence[Step], there: Sequence[Step]) -> RunComparison:
    """Lay two runs side by side; steps in the order they began, large results as their summaries."""
    mine, theirs = {step.key: step for step in here}, {step.key: step for step in there}
    pairs = [_pair(key, mine.get(key), theirs.get(key)) for key in _in_order(list(mine), list(theirs))]
    differing = [pair.key for pair in pairs if pair.difference != "same"]
    # A step differs whenever one below it does; the first that differs by itself says more.
    innermost = (key for key in differing if not any(_is_below(other, key) for other in differing))
    one, other = totals(here), totals(there)
    return RunComparison(
        pairs=pairs,
        parted_at=next(innermost, None),
        tokens=(one.input_tokens + one.output_tokens, other.input_tokens + other.output_tokens),
        cost_micros=(one.cost_micros, other.cost_micros),
        currency=next((step.usage.currency for step in (*here, *there) if step.usage is not None), ""),
        duration_ms=(_whole(here), _whole(there)),
    )


def _is_below(key: str, above: str) -> bool:
    return key != above and key.startswith(f"{above}/" if above else "")


def _in_order(here: list[str], there: list[str]) -> list[str]:
    """Keys of both: the order of the first; what only the other has stands behind what it came after there."""
    known = set(here)
    after: dict[str | None, list[str]] = {}
    before: str | None = None
    for key in there:
        if key in known:
            before = key
        else:
            after.setdefault(before, []).append(key)
    ordered = list(after.get(None, []))
    for key in here:
        ordered += [key, *after.get(key, [])]
    return ordered


def _pair(key: str, here: Step | None, there: Step | None) -> StepPair:
    step = here or there
    if step is None:
        raise Misuse(f"neither run has a step {key!r}")
    fields = _fields(here, there) if here and there else []
    difference: Difference = "onlyHere" if there is None else "onlyThere" if here is None else "same"
    if here and there and (here.status, here.verdict, bool(fields)) != (there.status, there.verdict, False):
        difference = "changed"
    return StepPair(
        key=key,
        kind=step.kind,
        label=step.label,
        depth=key.count("/") + 1 if key else 0,
        difference=difference,
        here=None if here is None else _side(here),
        there=None if there is None else _side(there),
        fields=fields,
    )


def _side(step: Step) -> StepSide:
    used = step.usage
    return StepSide(
        step_id=step.step_id,
        status=step.status,
        duration_ms=step.duration_ms,
        verdict=step.verdict,
        tokens=0 if used is None else used.input_tokens + used.output_tokens,
        cost_micros=0 if used is None else used.cost_micros,
    )


def _fields(here: Step, there: Step) -> list[str]:
    mine, theirs = given(here.result), given(there.result)
    if mine is None or theirs is None:
        return [] if mine is theirs else [""]
    return [] if mine == theirs else _differing(json.loads(bytes(mine)), json.loads(bytes(theirs)), "")


def _differing(mine: JsonValue, theirs: JsonValue, path: str) -> list[str]:
    """Paths of the values that differ; a list counts as one value, because places in it mean nothing."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = [key for key in dict.fromkeys([*mine, *theirs]) if not key.endswith(_OWN)]
        return [
            found
            for key in keys
            for found in _differing(mine.get(key), theirs.get(key), f"{path}.{key}" if path else key)
        ]
    return [] if mine == theirs else [path]


def _whole(steps: Sequence[Step]) -> int:
    return next(
        (step.duration_ms for step in steps if step.parent_id is None and step.duration_ms is not None),
        0,
    )

"""What was used up: by run, person, day and provider (E-56). Computed from the steps of runs, never written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphwright.protocol.base import UNSET, Count, Record, UnsetType
from graphwright.protocol.events import RunStarted
from graphwright.protocol.runs import Step


class Cost(Record, frozen=True, kw_only=True):
    """One row of the table."""

    of: str
    """The run's id, the person's name, the day (UTC), or the language model as `PROVIDER:NAME`."""
    calls: Count
    input_tokens: Count
    output_tokens: Count
    cost_micros: Count
    """Millionths of a dollar."""
    estimated: bool
    label: str | UnsetType = UNSET
    """Of a run: what was asked."""


class Costs(Record, frozen=True, kw_only=True):
    """What some runs used up, four ways; each adds up to the same."""

    runs: list[Cost]
    people: list[Cost]
    days: list[Cost]
    models: list[Cost]
    total: Cost


class _Sum:
    """A row that grows."""

    def __init__(self, of: str, label: str | UnsetType = UNSET) -> None:
        self.cost = Cost(of=of, calls=0, input_tokens=0, output_tokens=0, cost_micros=0, estimated=False, label=label)

    def add(self, step: Step) -> None:
        """One model call more."""
        usage = step.usage
        cost = self.cost
        if isinstance(usage, UnsetType):
            self.cost = _changed(cost, 1, 0, 0, 0, estimated=cost.estimated)
        else:
            self.cost = _changed(
                cost, 1, usage.input_tokens, usage.output_tokens, usage.cost_micros,
                estimated=cost.estimated or usage.estimated,
            )  # fmt: skip


def costs(runs: Iterable[tuple[RunStarted, Sequence[Step]]]) -> Costs:
    """Add up the model calls of runs. A call counts for the day its run began."""
    by: dict[str, dict[str, _Sum]] = {"runs": {}, "people": {}, "days": {}, "models": {}}
    total = _Sum("total")
    for run, steps in runs:
        rows = (
            by["runs"].setdefault(run.run_id, _Sum(run.run_id, run.question[:200])),
            by["people"].setdefault(run.author.person_id, _Sum(run.author.name)),
            by["days"].setdefault(run.started_at.date().isoformat(), _Sum(run.started_at.date().isoformat())),
            total,
        )
        for step in steps:
            if step.kind != "llm_call":
                continue
            for row in (*rows, by["models"].setdefault(step.label, _Sum(step.label))):
                row.add(step)
    return Costs(
        runs=_rows(by["runs"]),
        people=_rows(by["people"]),
        days=_rows(by["days"]),
        models=_rows(by["models"]),
        total=total.cost,
    )


def _rows(sums: dict[str, _Sum]) -> list[Cost]:
    return [each.cost for each in sums.values()]


def _changed(cost: Cost, calls: int, input_: int, output: int, micros: int, *, estimated: bool) -> Cost:
    return Cost(
        of=cost.of,
        calls=cost.calls + calls,
        input_tokens=cost.input_tokens + input_,
        output_tokens=cost.output_tokens + output,
        cost_micros=cost.cost_micros + micros,
        estimated=estimated,
        label=cost.label,
    )

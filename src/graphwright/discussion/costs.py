"""What was used up: by run, person, day and provider (E-56). Computed from the steps of runs, never written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from graphwright.protocol.base import Count, Record
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
    """Millionths of `currency`."""
    currency: str
    """As ISO 4217 has it; empty as long as no call has said."""
    estimated: bool
    label: str | None = None
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

    def __init__(self, of: str, label: str | None = None) -> None:
        self.cost = Cost(
            of=of, calls=0, input_tokens=0, output_tokens=0, cost_micros=0, currency="", estimated=False, label=label
        )  # fmt: skip

    def add(self, step: Step) -> None:
        """One model call more."""
        usage = step.usage
        cost = self.cost = replace(self.cost, calls=self.cost.calls + 1)
        if usage is None:
            return
        self.cost = replace(
            cost,
            input_tokens=cost.input_tokens + usage.input_tokens,
            output_tokens=cost.output_tokens + usage.output_tokens,
            cost_micros=cost.cost_micros + usage.cost_micros,
            currency=usage.currency,
            estimated=cost.estimated or usage.estimated,
        )


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

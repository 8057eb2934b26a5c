"""The table that every measurement prints: figures of one run beside the least possible, as a ratio of medians."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles
from typing import NamedTuple

_STEADY = 3.0
_BUSY = "The machine was busy: the limit's median is more than three times its p10. Compare the p10 column only."


class Goal(NamedTuple):
    """What a row must not exceed: so many times the limit, or so much."""

    times: float | None = None
    most: float | None = None


class Row(NamedTuple):
    name: str
    samples: Sequence[float]
    note: str = ""
    goal: Goal = Goal()


class Table:
    """Rows of samples in seconds (or another unit); the row added as `limit` is what the ratios compare with."""

    def __init__(self, title: str, *, what: str = "call", unit: str = "s") -> None:
        self.title = title
        self.what = what
        self.unit = unit
        self.base: float | None = None
        self.rows: list[Row] = []

    def limit(self, name: str, samples: Sequence[float], note: str = "") -> None:
        self.base = median(samples)
        self.add(f"limit: {name}", samples, note)

    def add(
        self,
        name: str,
        samples: Sequence[float],
        note: str = "",
        *,
        times: float | None = None,
        most: float | None = None,
    ) -> None:
        """`times`: the goal, in limits; `most`: the goal, in the table's unit."""
        assert len(samples), name
        self.rows.append(Row(name, samples, note, Goal(times, most)))

    def without(self, name: str, why: str) -> None:
        """A row that has no figure, which is something else than a zero."""
        self.rows.append(Row(name, (), why))

    def ratio(self, name: str) -> float:
        """How many times the limit this row takes."""
        assert self.base
        return next(median(row.samples) for row in self.rows if row.name == name) / self.base

    def reached(self, row: Row) -> bool | None:
        """Whether a row keeps its goal; `None` for one that has none, or when nobody can tell."""
        if not row.samples:
            return None
        middle, goal = median(row.samples), row.goal
        if goal.times is not None:
            assert self.base
            return None if self.is_unsteady else middle / self.base <= goal.times
        return None if goal.most is None else middle <= goal.most

    def lines(self) -> list[str]:
        """The table in Markdown."""
        head = ["row", "p10", "median", "p90", "x limit", "goal", "reached", "note"]
        cells = [head, ["---"] * len(head), *(self._cells(row) for row in self.rows)]
        lines = [f"{self.title}, per {self.what}", "", *(f"| {' | '.join(row)} |" for row in cells)]
        return [*lines, "", _BUSY] if self.is_unsteady else lines

    @property
    def is_unsteady(self) -> bool:
        """Whether the limit itself wandered so far that ratios to it say little."""
        limits = [row.samples for row in self.rows if row.name.startswith("limit: ")]
        return any(median(samples) > _STEADY * _tenth(samples, 0) for samples in limits)

    def show(self) -> None:
        print("", *self.lines(), sep="\n", flush=True)

    def _cells(self, row: Row) -> list[str]:
        if not row.samples:
            return [row.name, *["-"] * 4, "", "", row.note]
        low, middle, high = _tenth(row.samples, 0), median(row.samples), _tenth(row.samples, -1)
        figures = [in_words(value, self.unit) for value in (low, middle, high)]
        ratio = f"{middle / self.base:.3g}" if self.base else "-"
        unknown = "" if row.goal == Goal() else "unsure"
        reached = {None: unknown, True: "yes", False: "**no**"}[self.reached(row)]
        return [row.name, *figures, ratio, self._goal(row.goal), reached, row.note]

    def _goal(self, goal: Goal) -> str:
        if goal.times is not None:
            return f"<= {goal.times:g} x"
        return "" if goal.most is None else f"<= {in_words(goal.most, self.unit)}"


def _tenth(samples: Sequence[float], which: int) -> float:
    return samples[0] if len(samples) == 1 else quantiles(samples, n=10, method="inclusive")[which]


def in_words(value: float, unit: str) -> str:
    """Three digits and a unit."""
    return human(value) if unit == "s" else f"{value:,.0f} {unit}"


def human(seconds: float) -> str:
    """Three digits and a unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"

"""The table that every measurement prints: figures of one run beside the least possible, as a ratio of medians."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles


class Table:
    """Rows of samples in seconds; the row added as `limit` is what the ratios compare with."""

    def __init__(self, title: str, *, what: str = "call") -> None:
        self.title = title
        self.what = what
        self.base: float | None = None
        self._rows: list[tuple[str, Sequence[float], str]] = []

    def limit(self, name: str, samples: Sequence[float], note: str = "") -> None:
        self.base = median(samples)
        self.add(f"limit: {name}", samples, note)

    def add(self, name: str, samples: Sequence[float], note: str = "") -> None:
        self._rows.append((name, samples, note))

    def ratio(self, name: str) -> float:
        """How many times the limit this row takes."""
        assert self.base
        return next(median(samples) for row, samples, _ in self._rows if row == name) / self.base

    def show(self) -> None:
        print(f"\n{self.title}, per {self.what}\n")
        print("| row | p10 | median | p90 | x limit | note |\n|---|---|---|---|---|---|")
        for name, samples, note in self._rows:
            tenths = quantiles(samples, n=10, method="inclusive")
            figures = " | ".join(human(seconds) for seconds in (tenths[0], median(samples), tenths[-1]))
            ratio = f"{median(samples) / self.base:.2f}" if self.base else "-"
            print(f"| {name} | {figures} | {ratio} | {note} |")


def human(seconds: float) -> str:
    """Three digits and a unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"

"""What of the goals of speed is reached: read from the tables of the page that holds them, never measured."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from scripts.manual.tables import table

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "performance.md"

_FIGURES: Final = re.compile(r"<!-- figures of [a-z]+ -->\n(.*?)<!-- end of figures -->", re.DOTALL)
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_COLUMNS: Final = 8
_TITLE: Final = re.compile(r"^(?!\||\d{4}-)(.+), per .+$")


class Judged(NamedTuple):
    """A row that has a goal."""

    section: str
    title: str
    row: str
    median: str
    ratio: str
    goal: str
    reached: str
    """`yes`, `**no**`, or nothing where the machine was too busy to tell."""

    @property
    def figure(self) -> str:
        """What the goal is held against: a ratio where it is one."""
        return f"{self.ratio} x" if self.goal.endswith(" x") else self.median


def goals() -> str:
    """Those of the page."""
    return told(PAGE.read_text(encoding="utf-8"))


def told(page: str) -> str:
    """How many goals each section reaches, and every row that misses its own."""
    rows = list(judged(page))
    sections = list(dict.fromkeys(row.section for row in rows))
    counted = [
        (f"[{section}](#{_anchor(section)})", str(len(own)), str(sum(row.reached == "yes" for row in own)))
        for section in sections
        if (own := [row for row in rows if row.section == section])
    ]
    total = ("all", str(len(rows)), str(sum(row.reached == "yes" for row in rows)))
    missed = [(row.section, f"{row.title}: {row.row}", row.figure, row.goal) for row in rows if row.reached == "**no**"]
    return "\n".join(
        (
            table(("Section", "Goals", "Reached"), [*counted, total]),
            "What misses its goal:\n",
            table(("Section", "What", "Is", "Goal"), missed),
        )
    )


def judged(page: str) -> Iterator[Judged]:
    """The rows with a goal, of all tables that the measurements wrote."""
    headings = [(found.start(), found[1]) for found in _HEADING.finditer(page)]
    for figures in _FIGURES.finditer(page):
        section = next(name for at, name in reversed(headings) if at < figures.start())
        title = ""
        for line in figures[1].splitlines():
            if found := _TITLE.match(line):
                title = found[1]
            elif line.startswith("| ") and len(cells := _cells(line)) == _COLUMNS:
                row, _, median, _, ratio, goal, reached, _ = cells
                if goal.startswith("<="):
                    yield Judged(section, title, row, median, ratio, goal, reached)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-")

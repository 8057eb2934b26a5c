"""What the sheets and columns of a file mean, as people see and correct it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record
from graphwright.protocol.texts import Term

Meaning: TypeAlias = Literal["id", "name", "descr", "type", "attribute", "relation", "left out"]


class TableColumn(Record, frozen=True, kw_only=True):
    """One column and what it means."""

    at: Count
    header: str
    meaning: Meaning
    relation: str = ""
    """Of a column of ids: what the relation is called."""
    is_from_cell: bool = False
    """The relation leads from what a cell names to its row."""


class CellProblem(Record, frozen=True, kw_only=True):
    """What is wrong with one cell."""

    row: Count
    """Its number in the file."""
    at: Count
    """The column, as `TableColumn.at`."""
    column: str
    """Its letters."""
    header: str
    value: str
    """What stands there, or how it begins."""
    problem: Term
    is_refused: bool = False
    """The file cannot be imported while it stands there."""


class TableRow(Record, frozen=True, kw_only=True):
    """A row as it stands in the file."""

    number: Count
    cells: list[str]
    """By `TableColumn.at`; what is long is cut."""


class TableMapping(Record, frozen=True, kw_only=True):
    """What a sheet means."""

    sheet: str
    node_type: str
    """Of its rows; empty where the sheet is left out."""
    relation: str = ""
    """Where the sheet is a matrix and has no rows of its own: what a mark in it means."""
    is_guessed: bool
    """Nothing said so: people should look."""
    columns: list[TableColumn]
    has_header: bool
    rows: Count
    corrections: dict[str, str] = {}
    """What people have said of it, now or before, in the form of `RememberedMapping`."""
    remembered: str = ""
    """The id of the mapping that the project remembers and that was used."""
    preview: list[TableRow] = []
    """The first rows, and those with a problem as far as they are told."""
    problems: list[CellProblem] = []
    """The first of them, by row."""
    problem_count: Count = 0
    """Of all."""

    def column(self, meaning: Meaning) -> int | None:
        """Where the one column of this meaning is."""
        return next((each.at for each in self.columns if each.meaning == meaning), None)

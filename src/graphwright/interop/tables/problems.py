"""What is wrong with cells, told with the cell: a bounded number for each sheet, and the rows in which they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.interop.tables.records import CellProblem, TableMapping, TableRow
from graphwright.interop.tables.sheets import Sheet, letters, text_of
from graphwright.protocol.texts import Term
from graphwright.text.messages import term

_TOLD: Final = 50
"""Problems of a sheet that are told; all are counted, and those that stop an import are never the ones left out."""
_FIRST: Final = 3
"""Rows of a preview that have no problem."""
_ROWS: Final = 20
_COLUMNS: Final = 60
_VALUE: Final = 80
"""Characters of a cell that are shown."""
_QUOTED: Final = 40
"""The same, in a line."""
_REFUSED: Final = 10
"""Cells that an error names."""


class CellProblems:
    """The problems of the cells of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._count = 0
        self._refused: list[CellProblem] = []
        self._others: list[CellProblem] = []

    def add(self, row: int, at: int, name: str, *, is_refused: bool = False, **values: str | float | list[str]) -> None:
        """Something is wrong with the cell; `name` is a text of `cells` in `languages/*/findings.toml`."""
        self._count += 1
        kept = self._refused if is_refused else self._others
        if len(kept) >= 2 * _TOLD:  # they are found column by column, and the first are told
            kept.sort(key=_place)
            del kept[_TOLD:]
        sheet = self._sheet
        kept.append(
            CellProblem(
                row=row + sheet.first_row,
                at=at,
                column=letters(at + sheet.first_column),
                header="",
                value=_shown(sheet, row, at),
                problem=Term(key=f"cells.{name}", values=values),
                is_refused=is_refused,
            )
        )

    def told(self, mapping: TableMapping) -> TableMapping:
        """The mapping with them, and with the rows that show what it means."""
        headers = {each.at: each.header for each in mapping.columns}
        first = [*sorted(self._refused, key=_place), *sorted(self._others, key=_place)]
        chosen = sorted(first[:_TOLD], key=_place)
        problems = [replace(each, header=headers.get(each.at, "")) for each in chosen]
        return replace(mapping, preview=self._preview(mapping, problems), problems=problems, problem_count=self._count)

    def _preview(self, mapping: TableMapping, problems: list[CellProblem]) -> list[TableRow]:
        sheet = self._sheet
        refused_first = sorted(problems, key=lambda each: not each.is_refused)
        wrong = (each.row - sheet.first_row for each in refused_first)
        chosen = sorted([*dict.fromkeys([*sheet.filled[:_FIRST], *wrong])][:_ROWS])
        columns = range(min(len(mapping.columns), _COLUMNS))
        shown = {row: [_shown(sheet, row, at) for at in columns] for row in chosen}
        return [TableRow(number=row + sheet.first_row, cells=cells) for row, cells in shown.items()]


def check_cells(tables: Iterable[TableMapping]) -> None:
    """`InvalidCommand` names the cells with which a file cannot be imported."""
    refused = [(table, each) for table in tables for each in table.problems if each.is_refused]
    if not refused:
        return
    told = "; ".join(f"{table.sheet}!{in_words(each)}" for table, each in refused[:_REFUSED])
    raise InvalidCommand(f"{told} (and more)" if len(refused) > _REFUSED else told)


def in_words(wrong: CellProblem, language: str = "en") -> str:
    """`B7: 'Gadget' is no element type`, with the cell as people call it."""
    said = term(wrong.problem.key, wrong.problem.values, language)
    return f"{wrong.column}{wrong.row}: {wrong.value[:_QUOTED]!r} {said}"


def _place(wrong: CellProblem) -> tuple[int, int]:
    return wrong.row, wrong.at


def _shown(sheet: Sheet, row: int, at: int) -> str:
    cells = sheet.rows[row]
    text = text_of(cells[at]) if len(cells) > at else ""
    return text if len(text) <= _VALUE else text[: _VALUE - 1] + "…"

"""A table as it stands in a file: cells with their places, whatever the file was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

Cell: TypeAlias = str | int | float | bool | None
ARROW: Final = "→"
"""Before the name of a relation in a header that an export wrote."""
ARROWS: Final = (ARROW, "->")
BACKWARD: Final = ("←", "<-")
"""Before a relation that leads from what a cell names to its row."""
CELLS: Final = 20_000_000
"""Of one file, empty ones too: a million rows of twenty columns."""
_LETTERS: Final = 26
_SHAPE: Final = re.compile(r"\d+")
_TITLES: Final = 15
"""Rows in which a table begins below its title."""


class Sheet(Struct, frozen=True, dict=True):
    """One table. Rows may be of different length; an empty cell is `None` or empty text.

    What is asked of every cell is asked of columns, at once: a table has many rows and few columns.
    """

    name: str
    rows: Sequence[Sequence[Cell]]
    first_row: int = 1
    """The number of the first row in the file."""
    first_column: int = 0
    merged: int = 0
    """Cells that were merged; each of them has the value of the first."""
    title: Sequence[str] = ()
    """What stands above the table."""
    totals: Sequence[str] = ()
    """Rows of totals that stood below it."""

    @cached_property
    def width(self) -> int:
        """Cells of its longest row."""
        return max(map(len, self.rows), default=0)

    @cached_property
    def filled(self) -> Sequence[int]:
        """The rows below the header that say something."""
        start = int(has_header(self))
        if self.rows and all(self.texts(0)[start:]):  # what names a row mostly stands first
            return range(start, len(self.rows))
        return [at for at, row in enumerate(self.rows[start:], start) if any(map(text_of, row))]

    def cells(self, at: int) -> Sequence[Cell]:
        """A column, with a cell for each row."""
        if self._columns:
            return self._columns[at]
        return [row[at] if len(row) > at else None for row in self.rows]

    def texts(self, at: int) -> Sequence[str]:
        """A column as texts, each as `text_of` says it."""
        return texts_of(self.cells(at))

    @cached_property
    def _columns(self) -> Sequence[Sequence[Cell]]:
        """All of them, where rows are of one length: others could take far more room than the file does."""
        return [*zip(*self.rows, strict=True)] if len({*map(len, self.rows)}) == 1 else []

    def place(self, row: int, column: int) -> str:
        """What people call a cell: `Requirements!B7`."""
        return f"{self.name}!{letters(column + self.first_column)}{row + self.first_row}"


def sheet_of(
    name: str, rows: Sequence[Sequence[Cell]], first_row: int = 1, first_column: int = 0, merged: int = 0
) -> Sheet:
    """A table without what people wrote above it: lines of one text, and few before an empty row."""
    above = _above(rows)
    title = [*dict.fromkeys(text for row in rows[:above] for text in map(text_of, row) if text)]
    return Sheet(name, rows[above:], first_row + above, first_column, merged, title)


def _above(rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows stand above the one that names the columns."""
    begin, widest, is_parted, is_titled = 0, 0, False, True
    for at, row in enumerate(rows[:_TITLES]):
        texts = [*map(text_of, row)]
        width = len({*filter(None, texts)})
        if width > 1 and (is_titled or (is_parted and widest <= width / 2)):
            begin = at
        is_titled = is_titled and (width == 0 or (width == 1 and texts[0] != ""))
        is_parted = width == 0
        widest = max(widest, width)
    return begin


@lru_cache(maxsize=1_000)  # the place of every row and edge is said, should something be wrong with it
def letters(column: int) -> str:
    """The name of a column, counted from 0."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, _LETTERS)
        name = chr(ord("A") + rest) + name
    return name


def behind_arrow(word: str) -> str:
    """The relation that a header with an arrow names; empty where there is none."""
    return next((word.removeprefix(arrow).strip() for arrow in ARROWS if word.startswith(arrow)), "")


def text_of(cell: Cell) -> str:
    """A cell as text, without space around it."""
    if type(cell) is str:
        return cell.strip()
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case _:
            return str(cell).strip()


def texts_of(cells: Sequence[Cell]) -> list[str]:
    """A column as texts."""
    try:
        return [*map(str.strip, cells)]  # type: ignore[arg-type]  # which holds for most columns, and is seen at once
    except TypeError:
        return [*map(text_of, cells)]


def value_of(cell: Cell) -> Cell:
    """A cell as the value of an attribute: a whole number is no fraction."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return int(cell)
    return cell.strip() if isinstance(cell, str) else cell


def headers_of(sheet: Sheet) -> list[str]:
    """What its columns are called: their headers, else their letters."""
    heads = [text_of(cell) for cell in sheet.rows[0]] if has_header(sheet) else []
    heads += [""] * (sheet.width - len(heads))
    return [head or letters(at + sheet.first_column) for at, head in enumerate(heads)]


def has_header(sheet: Sheet) -> bool:
    """Does its first row name the columns? Not where its first cell looks like the ids below it: `D1`, `D2`."""
    if not sheet.rows:
        return False
    firsts = [text_of(row[0]) if row else "" for row in sheet.rows[:3]]
    if any(isinstance(cell, int | float) for cell in sheet.rows[0]):
        return False
    shapes = [_SHAPE.sub("0", first) for first in firsts]
    return len(shapes) == 1 or not ("0" in shapes[0] and shapes[0] == shapes[1])

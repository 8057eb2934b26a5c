"""Rows of totals below a table, which are no elements: `Summe | | 1.234,50`.

Such a row names no element. It has a word for a total and little else, or numbers alone that add up what stands above
them. Only the end of a table is looked at: subtotals between its rows are left to people.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from statistics import median
from typing import Final

from msgspec.structs import replace

from graphwright.interop.tables.sheets import Sheet, has_header, text_of
from graphwright.interop.tables.wording import is_total

_NUMBER: Final = re.compile(r"\W*\d[\d.,'\u2019\s]*(?:\W*[^\W\d]{1,3})?\W*")
"""With a currency or a short unit: `1'200.50 CHF`, `35 %`."""
_DIGITS: Final = re.compile(r"[+-]?\d[\d.,]*")
_SPACING: Final = re.compile(r"['\u2019\s]")
_ROWS: Final = 2
"""A table has at least so many; one row is its own sum."""
_MOST: Final = 5
"""Sum, taxes, grand total: more rows than these are no totals."""
_EXACT: Final = 1e-6
_NOTHING: Final = frozenset({"", None})


def without_totals(sheet: Sheet) -> Sheet:
    """The table without them; what they say is kept in `totals`."""
    begin, maybe = len(sheet.rows), dict[int, list[str]]()
    first = has_header(sheet) + _ROWS
    while begin > first and len(maybe) < _MOST:
        row = sheet.rows[begin - 1]
        if _NOTHING.issuperset(row):  # by far the most rows where one cell stands far below the others
            begin -= 1
            continue
        texts = [*map(text_of, row)]
        if not _may_be_total(texts):
            break
        begin -= 1
        if any(texts):
            maybe[begin] = texts
    if not maybe:
        return sheet
    table = [[*map(text_of, row)] for row in sheet.rows[int(has_header(sheet)) : begin] if any(row)]
    end = len(sheet.rows)
    for at, texts in maybe.items():
        above = [*table, *(others for row, others in reversed(maybe.items()) if row < at)]
        if not _is_total(texts, table, above):
            break
        end = at
    found = [" ".join(filter(None, texts)) for at, texts in reversed(maybe.items()) if at >= end]
    return replace(sheet, rows=sheet.rows[:end], totals=found) if found else sheet


def _may_be_total(texts: Sequence[str]) -> bool:
    words = [text for text in texts if text and not _NUMBER.fullmatch(text)]
    return not words or (len(words) == 1 and is_total(words[0]))


def _is_total(texts: Sequence[str], table: Sequence[Sequence[str]], above: Sequence[Sequence[str]]) -> bool:
    """Is it one, below the rows of a table and, between, what may be other totals?"""
    if len(table) < _ROWS:
        return False
    numbers = [at for at, text in enumerate(texts) if _NUMBER.fullmatch(text)]
    named_at = next((at for at in range(len(texts)) if _names(table, at)), None)
    if named_at in numbers:
        return False  # it is named as every row is
    adds_up = any(_adds_up(texts[at], [_text(row, at) for row in above]) for at in numbers)
    filled = sum(map(bool, texts))
    if filled > len(numbers):  # it has a word for a total
        return adds_up or filled < median(sum(map(bool, row)) for row in table)
    return adds_up and named_at is not None


def _names(table: Sequence[Sequence[str]], at: int) -> bool:
    """Does something else stand in each row of a column?"""
    texts = [_text(row, at) for row in table]
    return all(texts) and len(set(texts)) == len(texts)


def _adds_up(total: str, column: Sequence[str]) -> bool:
    """Is it the sum of a column, with either mark as that of decimals?"""
    for others in (",", "."):
        wanted, values = _value(total, others), [_value(text, others) for text in column]
        known = [value for value in values if value is not None]
        if wanted is not None and len(known) >= _ROWS and math.isclose(wanted, math.fsum(known), rel_tol=_EXACT):
            return True
    return False


def _value(text: str, others: str) -> float | None:
    """The number in a text; `others` is the mark that only groups digits."""
    found = _DIGITS.search(_SPACING.sub("", text)) if _NUMBER.fullmatch(text) else None
    plain = found[0].replace(others, "").replace(",", ".").rstrip(".") if found else ""
    try:
        return float(plain) if plain else None
    except ValueError:  # two marks of decimals
        return None


def _text(row: Sequence[str], at: int) -> str:
    return row[at] if len(row) > at else ""

"""Matrices in a file: elements of other sheets at both edges of one, and a mark where two are joined.

A sheet is one where its first cell is an arrow and a relation (`→ satisfy`), or where ids of other sheets stand at both
edges and nothing but marks between them. It makes no elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graphwright.interop.tables.sheets import Sheet, behind_arrow, text_of

MARK: Final = "x"
_MARKS: Final = frozenset({MARK, "1", "1.0", "✓", "✔", "●", "•", "↗", "→", "yes", "true", "ja", "wahr", "oui", "vrai"})
"""What joins two, in whatever case; a question mark behind it says that somebody doubts it."""
_NO_MARKS: Final = frozenset({"", "-", "0", "0.0", "no", "false", "nein", "falsch", "non", "faux"})
_KNOWN: Final = 0.6
"""Share of the words at an edge that are ids of other sheets."""


def relation_of(sheet: Sheet) -> str:
    """The relation that its first cell says it is a matrix of; empty where it says none."""
    first = text_of(sheet.rows[0][0]) if sheet.rows and sheet.rows[0] else ""
    return behind_arrow(first)


def looks_like_matrix(sheet: Sheet, ids: set[str]) -> bool:
    """Do ids of other sheets stand at both edges, and nothing but marks between them?"""
    heads, sides = heads_of(sheet)[1:], [text_of(row[0]) if row else "" for row in sheet.rows[1:]]
    if not (_are_known(heads, ids) and _are_known(sides, ids)):
        return False
    inner = {text_of(cell).casefold() for row in sheet.rows[1:] for cell in row[1:]}
    return not inner.isdisjoint(_MARKS) and inner <= _MARKS | _NO_MARKS


def heads_of(sheet: Sheet) -> list[str]:
    """What stands in its first row."""
    return [text_of(cell) for cell in sheet.rows[0]]


def marked(sheet: Sheet) -> Iterator[tuple[int, int, bool]]:
    """Row and column of every cell that says something, and whether that joins two."""
    for row, cells in enumerate(sheet.rows[1:], 1):
        for at, cell in enumerate(cells[1:], 1):
            if cell is not None and cell != "":
                word = text_of(cell).casefold().removesuffix("?").rstrip()
                if word not in _NO_MARKS:
                    yield row, at, word in _MARKS


def _are_known(words: Sequence[str], ids: set[str]) -> bool:
    said = [word for word in words if word]
    return bool(said) and sum(word in ids for word in said) >= _KNOWN * len(words)

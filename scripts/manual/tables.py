"""Tables, and the sentence of a docstring that goes into them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable


def table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; a bar inside a cell is escaped."""
    heads = list(headings)
    lines = [heads, ["---"] * len(heads), *(list(row) for row in rows)]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def summary(documented: object) -> str:
    """The first paragraph of a docstring, in one line."""
    return one_line(inspect.getdoc(documented) or "")


def one_line(text: str) -> str:
    """The first paragraph of a text, in one line."""
    return text.partition("\n\n")[0].replace("\n", " ")

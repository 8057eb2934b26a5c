"""Tables, and the sentence of a docstring that goes into them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable


def table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; a bar inside a cell is escaped."""
    heads = list(headings)
    lines = [heads, ["---"] * len(heads), *(list(row) for row in rows)]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


# Where a sentence comes from matters to those who read the code, not to those who read the manual.
_SOURCE = re.compile(r" \([^()]*\b(?:[A-Z]{1,3}-?\d+|seeds? \d+|records\.md)[^()]*\)")


def summary(documented: object) -> str:
    """The first paragraph of a docstring, in one line and without its sources."""
    return _SOURCE.sub("", (inspect.getdoc(documented) or "").partition("\n\n")[0].replace("\n", " "))

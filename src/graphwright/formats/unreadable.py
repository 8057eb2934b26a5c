"""Why a text cannot be read: a case and values. Words are made at the edge, in the language of who reads them."""

from __future__ import annotations

from typing import Final

from graphwright.protocol.operations import Problem
from graphwright.protocol.texts import Value

MAX_QUOTED: Final = 80
"""Characters of a line that are quoted: enough to recognise it, and a line of a terminal."""


class UnreadableText(Exception):
    """A text that cannot be read; `case` is one of `problems.malformed` in languages/*/findings.toml."""

    def __init__(self, case: str, /, **values: Value) -> None:
        super().__init__(case, values)
        self.case = case
        self.values = values

    def problem(self, number: int, line: str) -> Problem:
        """As the problem of one line of a text."""
        values = {**self.values, "line": quoted(line)}
        return Problem(code="malformed", case=self.case, path=f"line {number}", values=values, candidates=[])


def too_long(number: int, line: str, limit: int) -> Problem:
    """A line that is refused unread."""
    values: dict[str, Value] = {"count": len(line), "limit": limit}
    return Problem(code="limitExceeded", case="line", path=f"line {number}", values=values, candidates=[])


def quoted(text: str) -> str:
    """A text in quotes, cut to what recognises it."""
    return repr(shortened(text))


def shortened(text: str) -> str:
    """A text cut to what recognises it."""
    return text if len(text) <= MAX_QUOTED else f"{text[: MAX_QUOTED - 1]}…"

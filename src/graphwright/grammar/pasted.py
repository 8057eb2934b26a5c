"""What was pasted and not said: fenced code, data in braces, what stands between tags, statements of programs.

Only finds the places; nobody reads a sentence that reaches into one. Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

Place: TypeAlias = tuple[int, int]
"""Where it begins and ends in the text."""

_FENCE: Final = re.compile(r"(?P<fence>```|~~~).*?(?:(?P=fence)|\Z)", re.DOTALL)
_DATA: Final = re.compile(r"[\[{]\s{0,20}(?=[\"'{\[])")
_BRACKET: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|[\[\]{}]")
_TAG: Final = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][\w:-]{0,60})[^<>\n]{0,200}>")
_PROGRAM: Final = re.compile(
    r"""
      \w\.\w{1,60}\([^\n]{0,200}\)                                           # os.remove("x")
    | ^\s*\w+\([^\n]*\)\s*;\s*$                                   # remove(order);
    | \b(?:SELECT\b.{0,200}\bFROM|INSERT\ INTO|DELETE\ FROM|UPDATE\b.{0,200}\bSET|TRUNCATE\ TABLE)\b
    | \b(?:DROP|ALTER|CREATE)\ (?:TABLE|DATABASE|VIEW|INDEX)\b
    | \|[A-Z]{2,6}\|                                              # a row of Format E
    """,
    re.VERBOSE,
)


def pasted(text: str) -> list[Place]:
    """The places of a text that no person wrote as a sentence; they may overlap."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    return [*fences, *_data(text), *_tagged(text), *_statements(text)]


def _data(text: str) -> Iterator[Place]:
    """Braces and brackets around quotations, whole; to the end of the text where they are never closed."""
    end = 0
    while (match := _DATA.search(text, end)) is not None:
        end = _closed(text, match.start())
        yield match.start(), end


def _closed(text: str, start: int) -> int:
    depth = 0
    for match in _BRACKET.finditer(text, start):
        depth += (match[0] in "[{") - (match[0] in "]}")
        if depth == 0 and match[0] in "]}":
            return match.end()
    return len(text)


def _tagged(text: str) -> Iterator[Place]:
    """What stands between a tag and its end. What closes something that was never opened came with all that follows."""
    opened: dict[str, int] = {}
    for match in _TAG.finditer(text):
        if not match["closes"]:
            opened.setdefault(match["name"], match.start())
        elif match["name"] in opened:
            yield opened.pop(match["name"]), match.end()
        else:
            yield match.start(), len(text)
            return


def _statements(text: str) -> Iterator[Place]:
    start = 0
    for line in text.splitlines(keepends=True):
        if _PROGRAM.search(line) is not None:
            yield start, start + len(line)
        start += len(line)

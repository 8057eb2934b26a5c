"""The manual as the tests see it: pages, their fenced blocks, and their links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FRONT_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [
    *(ROOT / name for name in FRONT_PAGES),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
]

_FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block."""

    language: str
    text: str
    line: int
    """Where its first line of content stands in the page."""


def name_of(page: Path) -> str:
    """How a page is called in the names of tests."""
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        yield Block(match[1], match[2], text.count("\n", 0, match.start()) + 2)


def prose(page: Path) -> str:
    """The page without its blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> list[str]:
    """Everything the page links to."""
    return _LINK.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """The fragments that lead to the headings of a page."""
    kept = (re.sub(r"[^\w\- ]", "", heading.casefold()) for heading in _HEADING.findall(prose(page)))
    return {heading.strip().replace(" ", "-") for heading in kept}

"""Texts of people inside a Markdown page: shown as they are, never taken for markup (R-36)."""

from __future__ import annotations

from typing import Final

_SPECIAL: Final = str.maketrans({character: f"\\{character}" for character in "\\`*_[]<>#|"})


def one_line(text: str) -> str:
    """One line that no Markdown reader takes for markup."""
    return " ".join(text.split()).translate(_SPECIAL)


def paragraphs(text: str) -> str:
    """Each line as a paragraph of its own, so that none can underline the one above into a heading."""
    return "\n\n".join(one_line(line) for line in text.splitlines() if line.strip())

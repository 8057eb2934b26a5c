"""Takes out of an answer the sentences that its reader may say next: the lines of a block `suggestions`.

They are buttons on the page and bullets in a terminal, never prose. The block is a fence of that name at the beginning
of a line; one that never ends lasts until the answer does.
"""

from __future__ import annotations

import re
from typing import Final

SUGGESTIONS: Final = 6
"""Of one answer; nobody chooses from more."""
_CHARACTERS: Final = 300
_OPENING: Final = "```suggestions"
_BULLET: Final = re.compile(r"^(?:[-*•+]|\d{1,2}[.)])\s+")


class SuggestionFilter:
    """Takes suggestions out of a text that comes in pieces of any size; holds back only what may begin the block."""

    def __init__(self) -> None:
        self._held: str = ""
        self._is_at_beginning = True
        """Whether what was let through ends with a line."""
        self._is_inside = False
        self._found: dict[str, None] = {}

    @property
    def found(self) -> list[str]:
        """The sentences so far, each once."""
        return list(self._found)[:SUGGESTIONS]

    def feed(self, text: str) -> str:
        """What may be shown of the text so far and was not shown before."""
        if not self._held and not self._is_inside and not self._is_at_beginning and "\n" not in text:
            return text
        shown: list[str] = []
        for line in (self._held + text).splitlines(keepends=True):
            self._held = ""
            if line.endswith("\n"):
                shown.append(self._line(line))
            elif self._is_inside or (self._is_at_beginning and _may_open(line)):
                self._held = line
            else:
                shown.append(line)
                self._is_at_beginning = False
        return "".join(shown)

    def finish(self) -> str:
        """What is still held back when the answer ends."""
        held, self._held = self._held, ""
        return self._line(held) if held else ""

    def _line(self, line: str) -> str:
        """A complete line: what is shown of it."""
        word, begins = line.strip(), self._is_at_beginning
        self._is_at_beginning = True
        if self._is_inside:
            if word.startswith("```"):
                self._is_inside = False
            elif word:
                self._found.setdefault(_BULLET.sub("", word)[:_CHARACTERS])
            return ""
        if begins and word == _OPENING:
            self._is_inside = True
            return ""
        return line


def write_suggestions(sentences: list[str]) -> str:
    """The block that holds them; empty where there are none."""
    return "\n".join([_OPENING, *sentences, "```"]) if sentences else ""


def split_suggestions(text: str) -> tuple[str, list[str]]:
    """A whole text without its suggestions, and these."""
    if _OPENING not in text:
        return text, []
    suggestions = SuggestionFilter()
    shown = suggestions.feed(text) + suggestions.finish()
    return shown.strip(), suggestions.found


def _may_open(line: str) -> bool:
    begun = line.lstrip()
    return not begun or _OPENING.startswith(begun.rstrip())

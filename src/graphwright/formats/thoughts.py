"""Takes what a language model thinks aloud out of its answer, while it streams.

Served without a reasoning parser, models write their thoughts into the answer, between `<think>` and `</think>`. A
thought may hold drafts of operations, so it neither acts nor is shown. Only a tag at the start of a line opens one:
inside a line it is spoken about. A closing tag without an opening one means that the provider's template swallowed the
opening: what stood before it was thought too, which `Thoughts` says by `was_all_thought`.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad"
_OPENING: Final = re.compile(rf"(?:^|(?<=\n))[ \t]*<({_WORDS})>", re.IGNORECASE)
_CLOSING: Final = re.compile(rf"</({_WORDS})>[ \t]*", re.IGNORECASE)
_LONGEST_TAG: Final = len("</scratchpad>")
_BLANK: Final = " \t"


class Thoughts:
    """Filters one answer, fed in pieces of any size."""

    def __init__(self) -> None:
        self._held = ""
        """Text that may be the beginning of a tag."""
        self._inside = False
        self._at_line_start = True
        self._is_first = True
        self.was_all_thought = False
        """A closing tag came without an opening one: everything told so far was thought, and is to be taken back."""

    def feed(self, text: str) -> str:
        """Take more text; answers with what of it is no thought."""
        if not self._held and not self._inside and "<" not in text:
            self._note_line(text)
            return text
        text, self._held = self._held + text, ""
        told: list[str] = []
        while text:
            text = self._within(text) if self._inside else self._without(text, told)
        return "".join(told)

    def close(self) -> str:
        """The end of the answer: what was held back after all. A thought that never ended stays one."""
        held, self._held = self._held, ""
        return "" if self._inside else held

    def _within(self, text: str) -> str:
        """The text after the thought, or nothing yet."""
        closing = _CLOSING.search(text)
        if closing is None:
            self._held = text[-_LONGEST_TAG:]
            return ""
        self._inside, self._at_line_start = False, True
        return text[closing.end() :]

    def _without(self, text: str, told: list[str]) -> str:
        """The text after the next tag; what stands before it is told."""
        opening = self._opening(text)
        closing = _CLOSING.search(text) if self._is_first else None
        if closing is not None and (opening is None or closing.start() < opening.start()):
            told.clear()
            self.was_all_thought = True
            self._is_first, self._at_line_start = False, True
            return text[closing.end() :]
        if opening is not None:
            self._tell(text[: opening.start()], told)
            self._inside, self._is_first = True, False
            return text[opening.end() :]
        cut = self._possible_tag(text)
        self._tell(text[:cut], told)
        self._held = text[cut:]
        return ""

    def _opening(self, text: str) -> re.Match[str] | None:
        found = _OPENING.match(text) if self._at_line_start else None
        return found or _OPENING.search(text, 1)

    def _tell(self, text: str, told: list[str]) -> None:
        if text:
            told.append(text)
            self._note_line(text)

    def _note_line(self, text: str) -> None:
        """Note whether the next piece begins a line."""
        line = text.rpartition("\n")[2]
        is_blank = not line.strip(_BLANK)
        self._at_line_start = is_blank and (self._at_line_start or "\n" in text)

    def _possible_tag(self, text: str) -> int:
        """Where a tag may begin that is not whole yet; the end of the text where none does."""
        cut = text.rfind("<", max(0, len(text) - _LONGEST_TAG))
        if cut == -1:
            return len(text)
        rest = text[cut:].casefold()
        tags = [f"<{slash}{word}>" for slash in ("", "/") for word in _WORDS.split("|")]
        return cut if any(tag.startswith(rest) for tag in tags) else len(text)


def without_thoughts(text: str) -> str:
    """A whole answer without what was thought aloud in it."""
    thoughts = Thoughts()
    told = thoughts.feed(text)
    return told + thoughts.close()

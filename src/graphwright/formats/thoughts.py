"""Takes out of an answer what a language model only thought aloud: text between `<think>` and `</think>`.

Models served without a reasoning parser write their thoughts into the answer itself. Nobody is shown them and nothing
in them acts: a draft that was considered is no change, a vote that was weighed is no vote. A thought that never ends
lasts until the answer does. Inside code (a fence, or directly behind a backtick) a tag is text like any other.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = ("think", "thinking", "reasoning")
_OPEN: Final = re.compile(r"<(?:think|thinking|reasoning)(?:\s[^<>\n]{0,80})?>", re.IGNORECASE)
_OPENING: Final = re.compile(r"<(?:think|thinking|reasoning)\s[^<>\n]{0,80}", re.IGNORECASE)
_CLOSE: Final = re.compile(r"</(?:think|thinking|reasoning)\s{0,8}>", re.IGNORECASE)
_LONGEST_CLOSE: Final = len("</reasoning>") + 8
_LONELY_CLOSE: Final = re.compile(r"</(?:think|thinking|reasoning)\s{0,8}>[ \t]*(?:\n|\Z)", re.IGNORECASE)
_CLOSED: Final = re.compile(r"</(?:think|thinking|reasoning)\s{0,8}>?[ \t]{0,80}", re.IGNORECASE)
"""A closing tag of which it is not known yet whether its line ends behind it."""
_FENCE: Final = re.compile(r"[ \t]*(`{3,}|~{3,})")
_LINE_BEGINNING: Final = 200


class ThoughtFilter:
    """Takes thoughts out of a text that comes in pieces of any size; holds back only what may be a tag."""

    def __init__(self) -> None:
        self._held: str = ""
        self._is_thinking = False
        self.shown = 0
        """Characters that were let through."""
        self.lonely_end = 0
        """Characters shown up to the end of a thought whose beginning is not in the answer; 0 where there is none."""
        self._unseen: list[str] = []
        """What was let through and not yet looked at for fences: that is only of use where a tag may begin."""
        self._line = ""
        """The beginning of the line under way: enough to know a fence by."""
        self._is_quoted = False
        """Whether the last character that was looked at is a backtick."""
        self._fence = ""

    def feed(self, text: str) -> str:
        """What may be shown of the text so far and was not shown before."""
        if not self._held and not self._is_thinking and "<" not in text:
            return self._passed(text)
        text, self._held = self._held + text, ""
        shown: list[str] = []
        at = 0
        while at < len(text):
            if self._is_thinking:
                close = _CLOSE.search(text, at)
                if close is None:
                    self._held = text[max(at, len(text) - _LONGEST_CLOSE) :]
                    break
                self._is_thinking, at = False, close.end()
                continue
            tag = text.find("<", at)
            if tag < 0:
                shown.append(self._passed(text[at:]))
                break
            shown.append(self._passed(text[at:tag]))
            opened = None if self._is_code() else _OPEN.match(text, tag)
            if opened is not None:
                self._is_thinking, at = True, opened.end()
            elif not self._is_code() and _may_become_a_tag(text[tag:]):
                self._held = text[tag:]
                break
            else:
                self._note_lonely_close(text, tag)
                shown.append(self._passed("<"))
                at = tag + 1
        return "".join(shown)

    def finish(self) -> str:
        """What is still held back when the answer ends: no tag came of it."""
        held, self._held = self._held, ""
        if self._is_thinking:
            return ""
        self._note_lonely_close(held, 0)
        return self._passed(held)

    def _note_lonely_close(self, text: str, tag: int) -> None:
        """Note where a thought ends whose beginning is not in the answer."""
        if not self.lonely_end and not self._is_code() and (close := _LONELY_CLOSE.match(text, tag)):
            self.lonely_end = self.shown + len(close[0])

    def _passed(self, text: str) -> str:
        if text:
            self.shown += len(text)
            self._unseen.append(text)
        return text

    def _is_code(self) -> bool:
        """Whether what was let through ends inside a fence, or directly behind a backtick."""
        if self._unseen:
            *complete, line = (self._line + "".join(self._unseen)).split("\n")
            self._unseen.clear()
            for each in complete:
                fence = _FENCE.match(each)
                if fence is not None and not self._fence:
                    self._fence = fence[1]
                elif fence is not None and fence[1].startswith(self._fence):
                    self._fence = ""
            self._line, self._is_quoted = line[:_LINE_BEGINNING], line.endswith("`")
        return bool(self._fence) or self._is_quoted


def without_thoughts(text: str) -> str:
    """A whole answer without its thoughts; also where the template of the model has opened the first one already."""
    if _CLOSE.search(text) is None and _OPEN.search(text) is None:
        return text
    thoughts = ThoughtFilter()
    shown = thoughts.feed(text) + thoughts.finish()
    return shown[thoughts.lonely_end :].strip()


def _may_become_a_tag(text: str) -> bool:
    lowered = text.casefold()
    is_begun = any(f"<{slash}{word}>".startswith(lowered) for word in _WORDS for slash in ("", "/"))
    return is_begun or _OPENING.fullmatch(text) is not None or _CLOSED.fullmatch(text) is not None

"""Cuts a text into sentences by their places in it; code can be blanked out before. Pure, for any language.

What a sentence says is for others to judge. The grammar has a cutter of its own (`grammar.tokens.sentence_tokens`),
because there nothing ends a sentence inside quotes, and a heading and its list are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

_FENCE: Final = re.compile(r"^ {0,3}(```|~~~)[^\n]*\n.*?(?:^ {0,3}\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_INLINE: Final = re.compile(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_REF: Final = r"\s*\[[^\[\]\n]{1,200}\](?!\()"
_CLOSING: Final = r"(?:[\"'“”’»)\]*_]|[\u00a0\u202f ]»)*"
# What is cited right behind a full stop belongs to the sentence before it. Full-width marks end sentences too.
_END: Final = re.compile(rf"[.!?…؟。！？]+{_CLOSING}(?:{_REF}[.,;]?)*(?=\s|$)|\n+|\Z")
_CLAUSE_END: Final = re.compile(rf"[.!?…:;؟。！？]+{_CLOSING}(?=\s)")
_ABBREVIATION: Final = re.compile(
    # A letter, a number, and what the three languages shorten: "z. B.", "e.g.", "p. ex.", "1."
    r"(?:^|[\s(.])(?:[^\W_]|\d{1,3}|bzw|ggf|ca|vgl|Nr|Abs|Art|usw|etc|cf|vs|approx|resp|ex|c\.-à-d|env)\.$"
)
_LONGEST_ABBREVIATION: Final = 10
"""Characters in front of a full stop that tell whether it ends something."""
_DOTS: Final = ("…", "...")
_GOING_ON: Final = re.compile(r"[ \t]+(?:[(\[–—]|[^\W\d_A-ZÀ-ÖØ-Þ])")
"""What goes on behind a name or a quotation that was cut short with dots: no sentence begins so."""
_ID_BEHIND: Final = re.compile(r"[ \t]+\([^\W.]{1,200}\.[A-Z]{2}\.\d{3,9}\b")
"""The id of an element behind its name, whatever sign the name ends with."""
_MARKUP: Final = re.compile(r"^(?:[ \t>]*(?:[-*+•]|\d{1,3}[.)])[ \t]+|[ \t>]+)+")


class Sentence(Struct, frozen=True):
    """A sentence and its place in the text, in characters."""

    start: int
    end: int
    text: str
    """Without the marks of a list or quotation in front of it."""


def without_code(text: str) -> str:
    """The same text, as long as it was, with blanks where code stood."""

    def blank(match: re.Match[str]) -> str:
        return "".join("\n" if char == "\n" else " " for char in match[0])

    return _INLINE.sub(blank, _FENCE.sub(blank, text)) if "`" in text or "~~~" in text else text


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text whose code was taken out; a line break ends one too, a heading is one."""
    start = 0
    for end in ends(text):
        if (sentence := _trimmed(text, start, end)) is not None:
            yield sentence
        start = end


def ends(text: str) -> Iterator[int]:
    """Where the sentences of a text end: behind their last mark and what is cited there; the end of the text is one."""
    return _ends(_END, text, 0, len(text))


def clause_ends(text: str, start: int, stop: int) -> Iterator[int]:
    """Where a span of running text may be cut in two: behind a sentence or a clause; a line break is none."""
    return _ends(_CLAUSE_END, text, start, stop)


def _ends(pattern: re.Pattern[str], text: str, start: int, stop: int) -> Iterator[int]:
    begin = start
    for match in pattern.finditer(text, start, stop):
        mark = match.start() + 1
        before = text[max(begin, mark - _LONGEST_ABBREVIATION) : mark]
        is_inside = match[0].startswith(_DOTS) and _GOING_ON.match(text, match.end(), stop)
        is_inside = is_inside or _ID_BEHIND.match(text, match.end(), stop)
        if not is_inside and not (match[0].startswith(".") and _ABBREVIATION.search(before)):
            yield match.end()
            begin = match.end()


def _trimmed(text: str, start: int, end: int) -> Sentence | None:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    marks = _MARKUP.match(piece, lead)
    begin = lead if marks is None else marks.end()
    inner = piece[begin:].rstrip()
    return Sentence(start + begin, start + begin + len(inner), inner) if inner else None

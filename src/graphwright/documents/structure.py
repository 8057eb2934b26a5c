"""Recognises the structure that people write into lines: sections and paragraphs of statutes, requirements, chapters.

A reader gives paragraphs; here they are cut where a line begins something that is cited by a name of its own. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphwright.documents.blocks import Block, BlockKind, UnsplitDocument
from graphwright.text.quantities import quantities

# `§ 34 Title`, `Art. 5`, `Artikel 5`, `Article L. 421-1`; not "§ 34 Abs. 1 gilt ..." and not a whole sentence.
_STATUTE: Final = re.compile(
    r"(?P<label>(?:§{1,2}[ \t]?\d+[ ]?[a-z]?\b|Art(?:\.|ikel|icle)[ \t]?(?:[LRD]\.?[ \t]?)?\d+(?:[-.]\d+)*[a-z]?\b))"
    r"(?![ \t]*(?:Abs|Absatz|Satz|Nr|Nummer|und|bis|oder|i\.|to|and|et|à|alinéa)\b)(?P<title>[^\n]{0,150})$",
    re.MULTILINE,
)
_CHAPTER: Final = re.compile(
    r"(?:(?:(?:Erste|Zweite|Dritte|Vierte|Fünfte|Sechste|Siebente|Siebte|Achte|Neunte|Zehnte)[rs]?[ ])?"
    r"(?:Buch|Teil|Kapitel|Abschnitt|Unterabschnitt|Anhang|Anlage|Part|Chapter|Section|Annex|Appendix|Titre|Chapitre|Annexe)"
    r"(?:[ ](?:\d+|[IVXLC]+|[A-Z])\b)?|(?:TEIL|KAPITEL|PART|CHAPTER|ANNEX|TITRE|CHAPITRE)[ ](?:\d+|[IVXLC]+))"
    r"[^\n.;]{0,120}$",
    re.MULTILINE,
)
_NUMBERED: Final = re.compile(
    r"(?P<number>\d{1,2}(?:\.\d{1,3}){0,5})\.?[ \t]+(?P<title>[^\W\d_][^\n]{1,100})$", re.MULTILINE
)
# `(1) Text`, `(2a) Text`: what a statute numbers.
_CLAUSE: Final = re.compile(r"[ \t]*(?P<label>\(\d{1,3}[a-z]?\))[ \t]+(?=\S)", re.MULTILINE)
# `REQ-12: ...`, `[SRS_3] ...`, `R-4.1 The ...`: what requirement lists number. A list mark may stand before it.
ITEM: Final = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?\[?"
    r"(?P<label>[A-Z][A-Z0-9]{0,9}(?:[-_.][A-Z0-9]{1,8}){0,3}[-_.]\d{1,6}(?:\.\d{1,4}){0,3})"
    r"\]?(?:\*\*)?[:.)]?(?:\*\*)?[ \t]+(?=\S)",
    re.MULTILINE,
)
_LINE: Final = re.compile(r"^(?=[ \t]*\S)", re.MULTILINE)
_STATUTE_LEVEL: Final = 90
_CHAPTER_LEVEL: Final = 50
_TITLE_WORDS: Final = 8
_STOPS: Final = frozenset(".!?")
_ENDS_SENTENCE: Final = (".", ";", ":", ",", "!", "?")


def structured(draft: UnsplitDocument) -> list[Block]:
    """The blocks, cut at the lines that begin something with a name of its own."""
    numbering = _ChapterCount()
    return [piece for block in draft.blocks for piece in _cut(draft, block, numbering)]


class _ChapterCount:
    """How far the chapters of a document have been counted."""

    def __init__(self) -> None:
        self._last = 0

    def take(self, number: str) -> None:
        """A heading has this number."""
        self._last = int(number.partition(".")[0])

    def goes_on(self, number: str) -> bool:
        """Whether this is the next chapter."""
        return number == str(self._last + 1)


def _cut(draft: UnsplitDocument, block: Block, numbering: _ChapterCount) -> Iterator[Block]:
    if block.kind != "paragraph":
        yield block
        return
    text, at = draft.text, block.start
    kind: BlockKind = "paragraph"
    starts = [found.start() for found in _LINE.finditer(text, block.start, block.end)] or [block.start]
    for start in starts:
        end = text.find("\n", start, block.end)
        end = block.end if end < 0 else end
        following = text[end + 1 : block.end].partition("\n")[0].strip()
        is_first = _begins(text, start, starts[0])
        heading = _heading(draft, start, end, following, numbering, is_first=is_first, is_alone=len(starts) == 1)
        found = None if heading else _named(text, start, end)
        if heading is None and found is None:
            continue
        if start > at:
            yield _piece(block, kind, at, start)
        if heading is not None:
            yield Block("heading", start, end, level=heading, page=block.page)
            at, kind = min(end + 1, block.end), "paragraph"
        else:
            at, kind = start, found or "paragraph"
    if at < block.end:
        yield _piece(block, kind, at, block.end)


def _begins(text: str, start: int, first: int) -> bool:
    """Whether a line stands where a heading may: at the beginning, or behind the end of a sentence."""
    return start == first or text[first:start].rstrip()[-1:] in _STOPS


def _piece(block: Block, kind: BlockKind, start: int, end: int) -> Block:
    return Block(kind, start, end, page=block.page)


def _named(text: str, start: int, end: int) -> BlockKind | None:
    if _CLAUSE.match(text, start, end):
        return "clause"
    return "item" if ITEM.match(text, start, end) else None


def _heading(
    draft: UnsplitDocument,
    start: int,
    end: int,
    following: str,
    numbering: _ChapterCount,
    *,
    is_first: bool,
    is_alone: bool,
) -> int | None:
    """The level of a line that is a heading, though nothing marks it as one."""
    line = draft.text[start:end].strip()
    if not line or line.endswith(_ENDS_SENTENCE):
        return None
    if _STATUTE.fullmatch(line):
        return _STATUTE_LEVEL
    if _CHAPTER.fullmatch(line):
        return _CHAPTER_LEVEL
    numbered = _NUMBERED.fullmatch(line) if draft.is_flat else None
    # `1 Scope` above its text is a heading, `1. Apples` above `2. Pears` is a list.
    if numbered and (
        is_alone
        or "." in numbered["number"]
        or (line[numbered.end("number")] != "." and (is_first or _is_next(numbered, following, numbering)))
    ):
        numbering.take(numbered["number"])
        return _CHAPTER_LEVEL + 1 + numbered["number"].count(".")
    return None


def _is_next(numbered: re.Match[str], following: str, numbering: _ChapterCount) -> bool:
    """Whether a line between others is the next chapter: few words, no amount, and text below it that begins anew."""
    title = numbered["title"]
    return (
        numbering.goes_on(numbered["number"])
        and title[:1].isupper()
        and len(title.split()) <= _TITLE_WORDS
        and not any(sign.isdigit() for sign in title)
        and not quantities(f"{numbered['number']} {title}")
        and following[:1].isupper()
    )


def label_of(section: list[str], text: str, kind: str) -> str:
    """What people call a passage: `§ 34 (1)`, `REQ-12`; empty where it has no name of its own."""
    if kind == "item":
        found = ITEM.match(text)
        return found["label"] if found else ""
    statute = next((found["label"] for title in reversed(section) if (found := STATUTE_IN.search(title))), "")
    clause = _CLAUSE.match(text) if kind == "clause" else None
    return " ".join(filter(None, (" ".join(statute.split()), clause["label"] if clause else "")))


STATUTE_IN: Final = re.compile(
    r"(?P<label>§{1,2}[ \t]?\d+[ ]?[a-z]?\b|\bArt(?:\.|ikel|icle)[ \t]?(?:[LRD]\.?[ \t]?)?\d+(?:[-.]\d+)*[a-z]?\b)"
)
"""Of a heading that was marked as one: `BauGB § 34 Zulässigkeit ...`."""

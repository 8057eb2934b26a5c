"""Reads text and Markdown: the file is the text, so a passage's place is its place in the file."""

from __future__ import annotations

import re
from typing import Final

from graphwright.documents.blocks import Block, BlockKind, UnsplitDocument

_PARAGRAPH: Final = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
"""Lines up to one without words."""
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]++|$)")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_ITEM: Final = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S")
_ROW: Final = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_RULE: Final = re.compile(r"[ \t:|-]++$")
_FRONT: Final = re.compile(r"\A---\n(.*?\n)?---[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_TITLE: Final = re.compile(r"^title:(.*)$", re.MULTILINE)


def read_text(text: str) -> UnsplitDocument:
    """Paragraphs are what stands between empty lines."""
    blocks = [Block("paragraph", found.start(), found.end()) for found in _PARAGRAPH.finditer(text)]
    return UnsplitDocument("text", text, blocks, is_flat=True)


def read_markdown(text: str) -> UnsplitDocument:
    """Headings, paragraphs, list items, rows of tables and fenced code, line by line."""
    front = _FRONT.match(text)
    title = front and _FRONT_TITLE.search(front[0])
    lines = _Lines(text, front.end() if front else 0)
    return UnsplitDocument("markdown", text, lines.read(), title=_unquoted(title[1]) if title else "")


def _unquoted(value: str) -> str:
    """A value of the front matter."""
    bare = value.strip(" \t")
    bare = bare[1:] if bare[:1] in {'"', "'"} and len(bare) > 1 else bare
    return bare[:-1] if bare[-1:] in {'"', "'"} and len(bare) > 1 else bare


class _Lines:
    """Gathers lines into blocks. Nothing here goes back, so no file takes longer than its length."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start
        self._blocks: list[Block] = []
        self._kind: BlockKind | None = None
        self._start = self._end = 0
        self._row = 0
        self._table_end = -2
        """Where the last row ended; the next line goes on with its table."""

    def read(self) -> list[Block]:
        fence = ""
        while self._at < len(self._text):
            start = self._at
            found = self._text.find("\n", start)
            end = len(self._text) if found < 0 else found
            self._at = end + 1
            line = self._text[start:end]
            mark = _FENCE.match(line)
            if fence:
                self._end = end
                if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                    fence = ""
                    self._close()
            elif mark:
                self._open("code", start, end)
                fence = mark[1]
            else:
                self._take(line, start, end)
        self._close()
        return self._blocks

    def _take(self, line: str, start: int, end: int) -> None:
        heading = _HEADING.match(line)
        if not line.strip():
            self._close()
        elif heading:
            self._close()
            closed = len(line.rstrip(" \t").rstrip("#").rstrip(" \t"))  # a heading may end with marks, too
            if closed > heading.end():
                self._blocks.append(Block("heading", start + heading.end(), start + closed, len(heading[1])))
        elif _ROW.match(line):
            self._table_row(line, start, end)
        elif self._kind == "paragraph" and (under := _UNDERLINE.match(line)):
            self._blocks.append(Block("heading", self._start, self._end, 1 if under[1][0] == "=" else 2))
            self._kind = None
        elif self._kind == "paragraph" and not _ITEM.match(line):
            self._end = end
        else:
            self._open("paragraph", start, end)

    def _table_row(self, line: str, start: int, end: int) -> None:
        self._close()
        if self._table_end != start - 1:
            self._row = 0
        self._table_end = end
        if not _RULE.match(line):
            self._row += 1
            self._blocks.append(Block("row", start, end, row=self._row))

    def _open(self, kind: BlockKind, start: int, end: int) -> None:
        self._close()
        self._kind, self._start, self._end = kind, start, end

    def _close(self) -> None:
        if self._kind is not None:
            self._blocks.append(Block(self._kind, self._start, self._end))
            self._kind = None

"""Blocks become passages: pieces that can be found, read alone and cited, each with its place. Pure.

What is numbered (a clause, a requirement, a row) is a passage of its own; short paragraphs of a section are joined,
long ones cut between sentences. A passage never crosses a heading or a page.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Final

from graphwright.documents.blocks import Block
from graphwright.documents.content import StoredPassage
from graphwright.documents.limits import PASSAGES, UnreadableFile
from graphwright.documents.structure import label_of
from graphwright.documents.suspicious import suspicions
from graphwright.protocol.documents import PassageKind
from graphwright.protocol.ids import DocumentId, PassageId
from graphwright.text.sentences import clause_ends

SHORT: Final = 200
"""Characters of a paragraph that is joined with what follows."""
TARGET: Final = 700
"""Characters up to which paragraphs are joined: a screen of text, some 150 tokens."""
LONGEST: Final = 1_500
"""Characters of a passage."""
_HEADING_LENGTH: Final = 200


def passages_of(text: str, blocks: list[Block], document_id: DocumentId) -> list[StoredPassage]:
    """All passages in the order of the text. `UnreadableFile` when there are too many."""
    splitter = _Splitter(text, document_id)
    for block in blocks:
        splitter.take(block)
    return splitter.end()


def passage_id(document_id: DocumentId, text: str, occurrence: int) -> PassageId:
    """The id of a passage: the same words in the next version of the document have the same one (a UUIDv8)."""
    words = " ".join(text.split())
    digest = bytearray(sha256(f"{document_id}\n{occurrence}\n{words}".encode()).digest()[:16])
    digest[6] = 0x80 | digest[6] & 0x0F
    digest[8] = 0x80 | digest[8] & 0x3F
    found = digest.hex()
    return PassageId(f"{found[:8]}-{found[8:12]}-{found[12:16]}-{found[16:20]}-{found[20:]}")


class _Splitter:
    """Goes through the blocks once."""

    def __init__(self, text: str, document_id: DocumentId) -> None:
        self._text = text
        self._document_id = document_id
        self._found: list[StoredPassage] = []
        self._occurrences: Counter[str] = Counter()
        self._headings: list[tuple[int, str]] = []
        self._section: list[str] = []
        self._bare: Block | None = None
        self._paragraph = 0
        self._joined: tuple[Block, int, int] | None = None
        """First block, end, and number of its paragraph."""

    def take(self, block: Block) -> None:
        if block.kind == "heading":
            self._flush()
            self._keep_bare_heading(block)
            self._under(block)
            return
        self._bare = None
        self._paragraph += 1
        if block.kind != "paragraph":
            self._flush()
            self._keep(block.kind, block, block.end, self._paragraph)
            return
        if self._joined is not None:
            first, end, paragraph = self._joined
            is_short = min(end - first.start, block.end - block.start) < SHORT
            if is_short and first.page == block.page and block.end - first.start <= TARGET:
                self._joined = first, block.end, paragraph
                return
        self._flush()
        self._joined = block, block.end, self._paragraph

    def end(self) -> list[StoredPassage]:
        self._flush()
        self._keep_bare_heading(None)
        return self._found

    def _under(self, heading: Block) -> None:
        while self._headings and self._headings[-1][0] >= heading.level:
            self._headings.pop()
        title = " ".join(self._text[heading.start : heading.end].split())[:_HEADING_LENGTH]
        self._headings.append((heading.level, title))
        self._section = [each for _, each in self._headings]
        self._paragraph = 0
        self._bare = heading

    def _keep_bare_heading(self, following: Block | None) -> None:
        """A heading with nothing below it would be lost: `§ 3 (repealed)`."""
        heading = self._bare
        if heading is not None and (following is None or following.level <= heading.level):
            self._keep("heading", heading, heading.end, 0)
        self._bare = None

    def _flush(self) -> None:
        if self._joined is not None:
            first, end, paragraph = self._joined
            self._joined = None
            self._keep("paragraph", first, end, paragraph)

    def _keep(self, kind: PassageKind, first: Block, end: int, paragraph: int) -> None:
        label = label_of(self._section, self._text[first.start : end], kind)
        for start, stop in _pieces(self._text, first.start, end):
            text = self._text[start:stop]
            if len(self._found) == PASSAGES:
                raise UnreadableFile("tooManyPassages", f"it has more than {PASSAGES:,} passages; split the document")
            words = " ".join(text.split())
            self._occurrences[words] += 1
            self._found.append(
                StoredPassage(
                    passage_id=passage_id(self._document_id, words, self._occurrences[words]),
                    kind=kind,
                    start=start,
                    end=stop,
                    section=self._section,
                    paragraph=paragraph,
                    page=first.page,
                    row=first.row,
                    label=label,
                    suspicious=suspicions(text),
                )
            )


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A span without the space around it, cut between sentences where it is too long, else between words."""
    pieces: list[tuple[int, int]] = []
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > LONGEST:
        # The last sentence that ends in the second half; so no piece is tiny.
        ends = list(clause_ends(text, start + LONGEST // 2, start + LONGEST))
        cut = ends[-1] if ends else max(text.rfind(" ", start + LONGEST // 2, start + LONGEST), 0)
        cut = cut or start + LONGEST
        stop = cut
        while stop > start and text[stop - 1].isspace():
            stop -= 1
        pieces.append((start, stop))
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if end > start:
        pieces.append((start, end))
    return pieces

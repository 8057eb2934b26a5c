"""What a reader makes of a file: one text, and the blocks it consists of. Readers know formats, nobody else does."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from graphwright.protocol.documents import DocumentFormat
from graphwright.protocol.texts import Term

BlockKind: TypeAlias = Literal["heading", "paragraph", "clause", "item", "row", "code"]


class Block(Struct, frozen=True, gc=False):
    """A piece of the text from `start` to `end`, in characters."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    """Of a heading: 1 is the outermost."""
    page: int = 0
    row: int = 0


class UnsplitDocument(Struct, frozen=True):
    """A document that has been read and not yet been split."""

    format: DocumentFormat
    text: str
    blocks: list[Block]
    title: str = ""
    """What the file itself says; empty when it says nothing."""
    pages: int = 0
    notes: list[Term] = []
    is_flat: bool = False
    """The format knows no headings: they must be recognised by how their lines look."""


class BlockWriter:
    """Puts a text together, block by block, for formats whose file is not the text."""

    def __init__(self, most: int) -> None:
        self.blocks: list[Block] = []
        self._parts: list[str] = []
        self._size = 0
        self._most = most

    def add(self, kind: BlockKind, text: str, *, level: int = 0, page: int = 0, row: int = 0) -> None:
        """Append a block; one without words is left out. `OverflowError` above the limit of characters."""
        text = text.strip()
        if not text:
            return
        between = "" if not self._parts else "\n" if kind == "row" and self.blocks[-1].kind == "row" else "\n\n"
        start = self._size + len(between)
        self._size = start + len(text)
        if self._size > self._most:
            raise OverflowError
        self._parts += (between, text)
        self.blocks.append(Block(kind, start, self._size, level=level, page=page, row=row))

    @property
    def text(self) -> str:
        """Everything so far."""
        return "".join(self._parts)

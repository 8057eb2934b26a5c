"""Reads HTML with the standard library's parser, which forgives everything; scripts and hidden parts stay out.

A page's text is data: nothing is fetched, nothing is run. DOCX arrives here as HTML too.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from graphwright.documents.blocks import BlockKind, BlockWriter, UnsplitDocument
from graphwright.documents.limits import CHARACTERS, UnreadableFile
from graphwright.protocol.documents import DocumentFormat
from graphwright.protocol.texts import Term
from graphwright.settings import DocumentLimits

_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_SKIPPED: Final = frozenset(
    (
        "script",
        "style",
        "template",
        "noscript",
        "iframe",
        "object",
        "svg",
        "math",
        "head",
        "select",
        "textarea",
        "button",
    )
)
_BLOCKS: Final = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "html", "li", "main", "nav", "ol"),
        *("p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "ul"),
    )
)
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_SURE_HEADS: Final = 3
_CELLS: Final = frozenset({"td", "th"})
# An element that nobody sees may be meant for a machine.
_HIDDEN: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0(?![.\d])", re.IGNORECASE
)
# These end themselves when the next of their kind begins.
_ENDS_BY_NEXT: Final = {
    "p": frozenset({"p"}), "li": frozenset({"li", "p"}), "dt": frozenset({"dt", "dd", "p"}),
    "dd": frozenset({"dt", "dd", "p"}), "tr": frozenset({"tr", "td", "th", "p"}), "td": frozenset({"td", "th", "p"}),
    "th": frozenset({"td", "th", "p"}),
}  # fmt: skip


def read_html(text: str, limits: DocumentLimits, *, as_format: DocumentFormat = "html") -> UnsplitDocument:
    """Headings, paragraphs, list items and rows. `UnreadableFile` when elements are nested too deeply."""
    parser = _Parser(limits, first_row_is_head=as_format == "docx")
    try:
        parser.feed(text)
        parser.close()
        parser.end()
    except OverflowError:
        raise too_long() from None
    notes = [Term(key="notes.hiddenParts", values={"count": parser.hidden})] if parser.hidden else []
    return UnsplitDocument(
        as_format, parser.writer.text, parser.writer.blocks, title=" ".join(parser.title.split()), notes=notes
    )


def too_long() -> UnreadableFile:
    """For a text above the limit."""
    return UnreadableFile("tooLarge", f"the text has more than {CHARACTERS:,} characters; split the document")


class _Parser(HTMLParser):
    """Gathers text until a block ends. Tags that do not match are forgiven, as browsers do."""

    def __init__(self, limits: DocumentLimits, *, first_row_is_head: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.writer = BlockWriter(CHARACTERS)
        self.title = ""
        self.hidden = 0
        self._depth = limits.depth
        self._first_row_is_head = first_row_is_head
        self._open: list[str] = []
        self._skip_from: int | None = None
        self._in_title = False
        self._pieces: list[str] = []
        self._kind: BlockKind = "paragraph"
        self._level = 0
        self._cells: list[str] = []
        self._heads: list[str] = []
        self._is_head = False
        self._row = 0
        self._bare_head: list[str] = []
        """A row of heads that no row below it has said yet."""

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: FBT001, FBT002  the library's own form
        """What begins with `<![` and is no CDATA ends at the next `>`, as in browsers; the library gives up on it."""
        if self.rawdata.startswith("<![CDATA[", i):
            return super().parse_marked_section(i, report)
        return self.parse_bogus_comment(i, False)  # noqa: FBT003  see above

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title":
            self._in_title = True
        if tag in _VOID:
            if tag in {"br", "hr"}:
                self._pieces.append("\n")
            return
        while self._open and self._open[-1] in _ENDS_BY_NEXT.get(tag, ()):
            self.handle_endtag(self._open[-1])
        self._open.append(tag)
        if len(self._open) > self._depth:
            raise UnreadableFile("tooDeep", f"its elements are nested more than {self._depth} deep; simplify the page")
        if self._skip_from is not None:
            return
        is_hidden = _is_hidden(dict(attrs))
        if tag in _SKIPPED or is_hidden:
            self.hidden += is_hidden
            self._skip_from = len(self._open)
            return
        self._begin(tag)

    def _begin(self, tag: str) -> None:
        if tag in _HEADINGS:
            self.flush()
            self._kind, self._level = "heading", _HEADINGS[tag]
        elif tag == "pre":
            self.flush()
            self._kind = "code"
        elif tag == "table":
            self.flush()
            self._end_table()
        elif tag == "tr":
            self.flush()
            self._cells, self._is_head = [], True
        elif tag in _CELLS:
            self._pieces = []
            self._is_head = self._is_head and tag == "th"
        elif tag in _BLOCKS and not self._in_cell():
            self.flush()

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if tag not in self._open:
            return
        while self._open:
            top = self._open[-1]
            if self._skip_from is None:
                self._end(top)
            elif len(self._open) == self._skip_from:
                self._skip_from = None
            self._open.pop()
            if top == tag:
                break

    def _end(self, tag: str) -> None:
        if tag in _CELLS:
            self._cells.append(" ".join("".join(self._pieces).split()))
            self._pieces = []
        elif tag == "tr":
            self._end_row()
        elif tag == "table":
            self.flush()
            self._end_table()
        elif tag in _HEADINGS or (tag in _BLOCKS and not self._in_cell()):
            self.flush()
            self._kind = "paragraph"
        elif tag in _BLOCKS:
            self._pieces.append(" ")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data[:300]
        elif self._skip_from is None:
            self._pieces.append(data)

    def end(self) -> None:
        """End what is open at the end of the text."""
        self.flush()
        self._end_table()

    def flush(self) -> None:
        """End the block that is open."""
        text = "".join(self._pieces)
        self._pieces = []
        if self._kind != "code":
            text = "\n".join(line for line in (" ".join(line.split()) for line in _lines(text)) if line)
        self.writer.add(self._kind, text, level=self._level)

    def _end_row(self) -> None:
        cells, self._cells = self._cells, []
        if not any(cells):
            return
        self._row += 1
        is_head = self._is_head or (self._first_row_is_head and self._row == 1)
        if is_head and not self._heads:
            self._heads = cells
            if self._is_head or _names_columns(cells):
                self._bare_head = cells  # each row below says it again, and alone it says nothing
                return
        self._bare_head = self._bare_head if is_head else []
        self.writer.add("row", row_text(cells, [] if is_head else self._heads), row=self._row)

    def _end_table(self) -> None:
        if self._bare_head:
            self.writer.add("row", row_text(self._bare_head, []), row=1)
        self._row, self._heads, self._bare_head = 0, [], []

    def _in_cell(self) -> bool:
        return any(tag in _CELLS for tag in self._open)


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _names_columns(cells: list[str]) -> bool:
    """Whether a first row that nothing marks is one of heads; of two cells one may be the head of the other."""
    return sum(map(bool, cells)) >= _SURE_HEADS and not any(sign.isdigit() for cell in cells for sign in cell)


def row_text(cells: list[str], heads: list[str]) -> str:
    """A row of a table that can be read alone: each cell behind the head of its column."""
    if not heads:
        return " | ".join(cell for cell in cells if cell)
    named = (f"{heads[at]}: {cell}" if at < len(heads) and heads[at] else cell for at, cell in enumerate(cells) if cell)
    return " | ".join(named)


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or bool(_HIDDEN.search(attributes.get("style") or ""))
    )

"""Reads PDF, DOCX and XLSX through the libraries of the extra `docs`, which are imported only when one is needed."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, Final

from graphwright.documents.blocks import BlockWriter, UnsplitDocument
from graphwright.documents.limits import CHARACTERS, UnreadableFile, damaged, encrypted
from graphwright.documents.read_html import read_html, row_text, too_long
from graphwright.documents.workbooks import looked_through
from graphwright.protocol.documents import DocumentFormat
from graphwright.protocol.texts import Term
from graphwright.settings import DocumentLimits

CELLS: Final = 2_000_000
"""Of one sheet, empty ones too: a sheet whose only two cells lie at opposite corners has 17 thousand million."""
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n[ \t]*(?=[a-zà-öø-ÿß])")
"""A word that was divided at the end of a line: letter, hyphen, small letter."""
_PARAGRAPH: Final = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")


def read_pdf(data: bytes, limits: DocumentLimits) -> UnsplitDocument:
    """The text layer, page by page. `UnreadableFile` for an encrypted, damaged, too long or only scanned file."""
    _wanted("pypdf", "PDF")
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            encrypted("PDF")
        pages = len(reader.pages)
        title = str(reader.metadata.title or "") if reader.metadata else ""
    except (UnreadableFile, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001  pypdf raises whatever a damaged part leads to
        if isinstance(error, NotImplementedError) and b"/Encrypt" in data:
            raise UnreadableFile("encrypted", f"the PDF is encrypted in a way that is not read ({error})") from None
        damaged("PDF", error)
    if pages > limits.pages:
        raise UnreadableFile(
            "tooManyPages",
            f"the PDF has {pages:,} pages, at most {limits.pages:,} are taken in; split it, or raise "
            "GRAPHWRIGHT_DOCUMENT_PAGES",
        )
    if pages == 0:
        raise UnreadableFile("empty", "the PDF has no pages")
    writer = BlockWriter(CHARACTERS)
    broken = 0
    for number in range(pages):
        try:
            text = reader.pages[number].extract_text()
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001  as above; the other pages are still read
            broken += 1
            continue
        _add_page(writer, text, number + 1)
    if broken == pages:
        damaged("PDF", "no page can be read")
    if not writer.blocks:
        raise UnreadableFile(
            "noText",
            "the PDF has no text layer: its pages are images; run text recognition (OCR) on it and add that",
        )
    notes = [Term(key="notes.damagedPages", values={"count": broken, "pages": pages})] if broken else []
    return UnsplitDocument(
        "pdf", writer.text, writer.blocks, title=title.strip(), pages=pages, notes=notes, is_flat=True
    )


def _add_page(writer: BlockWriter, text: str, page: int) -> None:
    lines = "\n".join(" ".join(line.split()) for line in text.split("\n"))
    try:
        for paragraph in _PARAGRAPH.findall(_HYPHEN.sub("", lines)):
            writer.add("paragraph", paragraph, page=page)
    except OverflowError:
        raise too_long() from None


def read_docx(data: bytes, limits: DocumentLimits) -> UnsplitDocument:
    """Headings, paragraphs, lists and tables, by way of HTML; images stay out."""
    _wanted("mammoth", "DOCX")
    import mammoth as untyped

    mammoth: Any = untyped

    def nothing(_image: object) -> dict[str, str]:
        return {}

    try:
        html: str = mammoth.convert_to_html(
            io.BytesIO(data),
            convert_image=mammoth.images.img_element(nothing),
            include_embedded_style_map=False,
            style_map="p[style-name='Title'] => h1:fresh",
        ).value
    except RecursionError:
        raise UnreadableFile("tooDeep", "its parts are nested too deeply; simplify the document") from None
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  mammoth raises whatever its XML reader meets
        damaged("DOCX", error)
    draft = read_html(html, limits, as_format="docx")
    if not draft.blocks:
        raise UnreadableFile(
            "noText", "the DOCX holds no text; if its pages are images, run text recognition (OCR) on it"
        )
    return draft


def read_xlsx(data: bytes, limits: DocumentLimits) -> UnsplitDocument:
    """Each visible sheet is a section, each row a block; the first row names the columns."""
    _wanted("python_calamine", "XLSX")
    import python_calamine

    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(looked_through(data, CELLS)))
        sheets = [
            each.name for each in book.sheets_metadata
            if each.visible == python_calamine.SheetVisibleEnum.Visible
            and each.typ == python_calamine.SheetTypeEnum.WorkSheet
        ]  # fmt: skip
        left_out = len(book.sheets_metadata) - len(sheets)
        if len(sheets) > limits.pages:
            raise UnreadableFile(
                "tooManyPages", f"the XLSX has {len(sheets):,} sheets, more than {limits.pages:,}; split it"
            )
        writer = BlockWriter(CHARACTERS)
        for name in sheets:
            sheet = book.get_sheet_by_name(name)
            _add_sheet(writer, name, sheet.start, sheet.to_python())
    except python_calamine.PasswordError:
        encrypted("XLSX")
    except OverflowError:
        raise too_long() from None
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        damaged("XLSX", error)
    if not any(block.kind == "row" for block in writer.blocks):
        raise UnreadableFile("noText", "the XLSX holds no filled cell in a visible sheet")
    notes = [Term(key="notes.leftOutSheets", values={"count": left_out})] if left_out else []
    return UnsplitDocument("xlsx", writer.text, writer.blocks, pages=0, notes=notes)


def _add_sheet(writer: BlockWriter, name: str, start: tuple[int, int] | None, rows: Sequence[Sequence[Any]]) -> None:
    first = (start[0] if start else 0) + 1
    writer.add("heading", name, level=1)
    heads: list[str] = []
    for number, row in enumerate(rows, start=first):
        cells = [_cell(value) for value in row]
        if not any(cells):
            heads = []  # after an empty row another table begins
            continue
        writer.add("row", row_text(cells, heads), row=number)
        if not heads:
            heads = cells


def _cell(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


def _wanted(module: str, what: str) -> None:
    """`UnreadableFile` that says what to install."""
    if find_spec(module) is None:
        raise UnreadableFile(
            "notInstalled", f"to read {what} install the extra `docs`: pip install 'graphwright[docs]'"
        )


READERS: Final[dict[DocumentFormat, Callable[[bytes, DocumentLimits], UnsplitDocument]]] = {
    "pdf": read_pdf,
    "docx": read_docx,
    "xlsx": read_xlsx,
}

"""A specification as DOCX: styles of Word, fields for contents and page numbers, diagrams as SVG with a picture beside.

Word fills in the contents when the file is opened and its fields are updated; it is told to offer that.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, Protocol, cast
from xml.sax.saxutils import escape

from graphwright.interop.archives import write_archive
from graphwright.interop.paper.content import PaperDocument, PaperSection, Paragraph
from graphwright.interop.paper.diagrams import Diagram
from graphwright.interop.paper.pdf import picture_of

if TYPE_CHECKING:
    from docx.document import Document
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.shape import InlineShape
    from docx.shared import Length
    from docx.styles.style import ParagraphStyle
    from docx.table import Table
    from docx.text.paragraph import Paragraph as DocxParagraph

_HEADINGS: Final = 9
"""Levels that Word has."""
_SIZES: Final = {1: 18, 2: 12.5}
_FACT: Final = "Fact"
"""The style of an attribute or relation: its name, and its value in a column of its own."""
_GREY: Final = "546E7A"
_WIDE, _HIGH = 16.0, 21.0
"""Centimetres that a diagram may fill."""
_SVG: Final = "http://schemas.microsoft.com/office/drawing/2016/SVG/main"
_SVG_EXTENSION: Final = "{96DAC541-7B7A-43D3-8B79-37D633B846F1}"
_PART: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


class _Styles(Protocol):
    """The styles of a document; all that are asked for here are of paragraphs."""

    def __getitem__(self, name: str) -> ParagraphStyle: ...

    def add_style(self, name: str, style_type: WD_STYLE_TYPE, /) -> ParagraphStyle:
        """A new style."""
        ...


class _TabStops(Protocol):
    def add_tab_stop(self, position: Length, /) -> object:
        """A new tab stop."""
        ...


class _Xml(Protocol):
    """What is used of an element of lxml, which has no types."""

    def set(self, name: str, value: str, /) -> None:
        """Give it an attribute."""

    def append(self, element: object, /) -> None:
        """Put an element at its end."""

    def iter(self, tag: str, /) -> Iterator[_Xml]:
        """The elements of a kind in it."""
        ...


def write_docx(document: PaperDocument, at: datetime) -> bytes:
    """The file; the same document gives the same bytes."""
    import docx

    made = docx.Document()
    _DocxBuilder(made, document).write()
    core = made.core_properties
    core.title, core.subject = f"{document.words.title}: {document.title}", document.stamp
    core.author = core.last_modified_by = "Graphwright"
    core.created = core.modified = at.replace(tzinfo=None)
    core.language = document.language
    stream = io.BytesIO()
    made.save(stream)
    with zipfile.ZipFile(stream) as packed:  # packed again, since every member has the time of its writing
        return write_archive({name: packed.read(name) for name in packed.namelist()})


class _DocxBuilder:
    def __init__(self, made: Document, document: PaperDocument) -> None:
        self._made = made
        self._document = document
        self._words = document.words

    def write(self) -> None:
        """From the cover to the last diagram."""
        self._page()
        self._cover()
        self._contents()
        for chapter in self._document.chapters:
            self._heading(1, chapter.number, chapter.title)
            self._grey(chapter.meaning, italic=True)
            for section in chapter.sections:
                self._section(section)
        self._traces()
        for at, diagram in enumerate(self._document.diagrams):
            self._diagram(diagram, len(self._document.chapters) + bool(self._document.traces) + at + 1)

    # frame ----------------------------------------------------------------------------------------------------------

    def _page(self) -> None:
        from docx.enum.style import WD_STYLE_TYPE
        from docx.shared import Cm, Pt

        made, styles = self._made, cast("_Styles", self._made.styles)
        section = made.sections[0]
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(2.2)
        section.top_margin = section.bottom_margin = Cm(2.4)
        section.different_first_page_header_footer = True
        styles["Normal"].font.size = Pt(10.5)
        for level in range(1, _HEADINGS + 1):
            style = styles[f"Heading {level}"]
            style.font.size, style.font.name = Pt(_SIZES.get(level, 11)), "Calibri"
            style.paragraph_format.keep_with_next = True
        styles["Heading 1"].paragraph_format.page_break_before = True
        fact = styles.add_style(_FACT, WD_STYLE_TYPE.PARAGRAPH)
        fact.base_style, fact.font.size = styles["Normal"], Pt(9.5)
        fact.paragraph_format.left_indent, fact.paragraph_format.first_line_indent = Cm(4.2), Cm(-4.2)
        cast("_TabStops", fact.paragraph_format.tab_stops).add_tab_stop(Cm(4.2))
        fact.paragraph_format.space_after = Pt(1)
        for paragraph in (section.header.paragraphs[0], section.first_page_footer.paragraphs[0]):
            title = "" if paragraph is section.first_page_footer.paragraphs[0] else self._document.title
            self._colored(paragraph, f"{title}\t\t{self._document.stamp}")
        footer = section.footer.paragraphs[0]
        self._colored(footer, f"{self._document.project}\t\t{self._words.page} ")
        self._field(footer, "PAGE", "1")
        self._colored(footer, " / ")
        self._field(footer, "NUMPAGES", "1")
        _xml(made.settings.element).append(_word_element("updateFields", 'w:val="true"'))

    def _cover(self) -> None:
        from docx.shared import Cm, Pt

        made, document, words = self._made, self._document, self._words
        space = made.add_paragraph()
        space.paragraph_format.space_before = Cm(5)
        self._colored(space, words.title.upper(), size=13)
        title = made.add_paragraph()
        run = title.add_run(document.title)
        run.bold, run.font.size = True, Pt(28)
        title.paragraph_format.space_after = Cm(1)
        facts = [
            *([(words.extract, document.extract)] if document.extract else []),
            *([(words.baseline, document.baseline)] if document.baseline else []),
            (words.revision, str(document.revision)),
            (words.date, document.date),
            ("", document.figures),
            (words.digest, document.digest),
        ]
        table = made.add_table(rows=0, cols=2)
        for name, value in facts:
            cells = table.add_row().cells
            self._colored(cells[0].paragraphs[0], name)
            cells[1].paragraphs[0].add_run(value).font.size = Pt(8 if name == words.digest else 10.5)
        self._widths(table, (4.2, 12.4))
        approvals = made.add_paragraph()
        approvals.paragraph_format.space_before = Cm(6)
        approvals.add_run(words.approvals).bold = True
        self._table(
            (words.role, words.person, words.signature, words.day),
            [(role, "", "", "") for role in words.roles],
            (3.2, 5.0, 5.4, 3.0),
            height=1.2,
        )

    def _contents(self) -> None:
        from docx.enum.text import WD_BREAK
        from docx.shared import Pt

        self._made.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        heading = self._made.add_paragraph()
        run = heading.add_run(self._words.contents)
        run.bold, run.font.size = True, Pt(18)
        listed = "\n".join(f"{chapter.number}  {chapter.title}" for chapter in self._document.chapters)
        self._field(self._made.add_paragraph(), 'TOC \\o "1-2" \\h \\z \\u', listed)

    # parts ----------------------------------------------------------------------------------------------------------

    def _heading(self, level: int, number: str, name: str, known_as: str = "") -> None:
        from docx.shared import Pt, RGBColor

        heading = self._styled(f"Heading{min(level, _HEADINGS)}")
        heading.add_run(f"{number}  {name}")
        if known_as:
            run = heading.add_run(f"   {known_as}")
            run.font.size, run.font.name, run.bold = Pt(8.5), "Consolas", False
            run.font.color.rgb = RGBColor.from_string(_GREY)

    def _section(self, section: PaperSection) -> None:
        self._heading(section.depth, section.number, section.name, section.known_as)
        for paragraph in section.text:
            self._paragraph(paragraph)
        for fact in section.facts:
            made = self._styled(_FACT)
            self._colored(made, f"{fact.name}\t")
            made.add_run(fact.value)

    def _paragraph(self, paragraph: Paragraph) -> None:
        made = self._styled("ListBullet") if paragraph.is_item else self._made.add_paragraph()
        for each in paragraph.runs:
            run = made.add_run(each.text)
            if each.style == "code":
                run.font.name = "Consolas"
            elif each.style:
                run.bold, run.italic = each.style == "strong", each.style == "emphasis"

    def _styled(self, style_id: str) -> DocxParagraph:
        """A paragraph of a style by its id: looking its name up takes longer than writing it."""
        made = self._made.add_paragraph()
        made._p.style = style_id  # noqa: SLF001
        return made

    def _traces(self) -> None:
        document, words = self._document, self._words
        if not document.traces:
            return
        self._heading(1, document.traces_number, words.traces)
        self._grey(words.traces_meaning, italic=True)
        rows = [
            (f"{each.name}\n{each.known_as}", "\n".join(each.satisfied) or words.nothing,
             "\n".join(each.verified) or words.nothing)
            for each in document.traces
        ]  # fmt: skip
        self._table((words.requirement, words.satisfied, words.verified), rows, (6.4, 5.1, 5.1))

    def _diagram(self, diagram: Diagram, number: int) -> None:
        from docx.oxml.ns import qn
        from docx.shared import Cm

        self._heading(1, str(number), diagram.title)
        if diagram.left_out:
            self._grey(self._words.left_out.format(count=diagram.left_out), italic=True)
        scale = min(_WIDE / diagram.width, _HIGH / diagram.height, 0.035)
        shape = self._made.add_picture(io.BytesIO(picture_of(diagram)), width=Cm(diagram.width * scale))
        properties = next(_xml(shape._inline).iter(qn("wp:docPr")))  # noqa: SLF001  the library has no such text
        properties.set("descr", diagram.title)  # for those who do not see the picture
        self._as_vector(shape, diagram, number)

    def _as_vector(self, shape: InlineShape, diagram: Diagram, number: int) -> None:
        """Give a picture its drawing: newer readers show it, older ones the picture."""
        from docx.opc.packuri import PackURI
        from docx.opc.part import Part
        from docx.oxml import parse_xml
        from docx.oxml.ns import qn

        package = self._made.part.package
        part = Part(PackURI(f"/word/media/diagram{number}.svg"), "image/svg+xml", diagram.svg.encode(), package)
        known = self._made.part.relate_to(part, f"{_PART}/image")
        blip = next(_xml(shape._inline).iter(qn("a:blip")))  # noqa: SLF001  as above
        blip.append(
            parse_xml(
                '<a:extLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
                f'<a:ext uri="{_SVG_EXTENSION}"><asvg:svgBlip xmlns:asvg="{_SVG}" xmlns:r="{_PART}" r:embed="{known}"/>'
                "</a:ext></a:extLst>"
            )
        )

    # small things ---------------------------------------------------------------------------------------------------

    def _grey(self, text: str, *, italic: bool = False) -> None:
        self._colored(self._made.add_paragraph(), text, italic=italic)

    def _colored(self, paragraph: DocxParagraph, text: str, *, size: float = 9.0, italic: bool = False) -> None:
        from docx.shared import Pt, RGBColor

        run = paragraph.add_run(text)
        run.font.size, run.italic = Pt(size), italic
        run.font.color.rgb = RGBColor.from_string(_GREY)

    def _sized(self, paragraph: DocxParagraph, text: str) -> None:
        from docx.shared import Pt

        paragraph.add_run(text).font.size = Pt(9.5)

    def _table(
        self, head: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[float], *, height: float = 0.0
    ) -> None:
        from docx.shared import Cm

        table = self._made.add_table(rows=1, cols=len(head), style="Table Grid")
        for cell, text in zip(table.rows[0].cells, head, strict=True):
            cell.paragraphs[0].add_run(text).bold = True
        _xml(table.rows[0]._tr.get_or_add_trPr()).append(_word_element("tblHeader"))  # noqa: SLF001  again on each page
        for row in rows:
            made = table.add_row()
            if height:
                made.height = Cm(height)
            for cell, text in zip(made.cells, row, strict=True):
                self._sized(cell.paragraphs[0], text)
        self._widths(table, widths)

    def _widths(self, table: Table, widths: Sequence[float]) -> None:
        from docx.shared import Cm

        table.autofit = False
        for row in table.rows:
            for cell, width in zip(row.cells, widths, strict=True):
                cell.width = Cm(width)

    def _field(self, paragraph: DocxParagraph, instruction: str, shown: str) -> None:
        """What Word works out by itself; `shown` until then."""
        for kind in ("begin", "separate", "end"):
            mark = _word_element("fldChar", f'w:fldCharType="{kind}"')
            _xml(paragraph.add_run()._r).append(mark)  # noqa: SLF001  the library has no fields
            if kind == "begin":
                text = _word_element("instrText", 'xml:space="preserve"', instruction)
                _xml(paragraph.add_run()._r).append(text)  # noqa: SLF001  as above
            elif kind == "separate":
                self._colored(paragraph, shown)


def _xml(element: BaseOxmlElement) -> _Xml:
    return cast("_Xml", element)


def _word_element(tag: str, attribute: str = "", text: str = "") -> BaseOxmlElement:
    """An element of WordprocessingML that the library has no class for."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    return parse_xml(f"<w:{tag} {nsdecls('w')} {attribute}>{escape(text)}</w:{tag}>")

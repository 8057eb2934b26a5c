"""Documents made by the tests: small, real files of every format, and files that lie, are broken or want to do harm."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence

import xlsxwriter

_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>{}</Types>'
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?><Relationships '
    'xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def pdf(*pages: Sequence[str], title: str = "", empty_pages: int = 0) -> bytes:
    """A PDF with these lines on its pages, and so many pages without text behind them."""
    objects: list[bytes] = [
        b"",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    kids: list[int] = []
    for lines in [*pages, *[()] * empty_pages]:
        shown = "".join(f"({_escaped(line)}) Tj T*\n" for line in lines)
        stream = zlib.compress(f"BT /F1 11 Tf 14 TL 72 760 Td\n{shown}ET".encode("cp1252"))
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            b"/Contents %d 0 R >>" % len(objects)
        )
        kids.append(len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    info = b""
    if title:
        objects.append(b"<< /Title (%s) >>" % _escaped(title).encode("cp1252"))
        info = b" /Info %d 0 R" % len(objects)
    out = bytearray(b"%PDF-1.7\n")
    offsets: list[int] = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, info, table)
    return bytes(out)


def encrypted_pdf() -> bytes:
    """A PDF that opens with a password only."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=io.BytesIO(pdf(["Nobody reads this."])))
    writer.encrypt("a password", algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def docx(*body: str) -> bytes:
    """A DOCX with this body; see `paragraph` and `table`."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/></w:style>'
        for level in (1, 2, 3)
    )
    content = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    return zipped(
        {
            "[Content_Types].xml": _TYPES.format(
                f'<Override PartName="/word/document.xml" ContentType="{content}.document.main+xml"/>'
                f'<Override PartName="/word/styles.xml" ContentType="{content}.styles+xml"/>'
            ),
            "_rels/.rels": _RELATIONS.format(
                f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
            ),
            "word/_rels/document.xml.rels": _RELATIONS.format(
                f'<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/>'
            ),
            "word/styles.xml": f'<w:styles xmlns:w="{word}">{styles}</w:styles>',
            "word/document.xml": f'<w:document xmlns:w="{word}"><w:body>{"".join(body)}</w:body></w:document>',
        }
    )


def paragraph(text: str, *, heading: int = 0) -> str:
    """A paragraph of a DOCX."""
    style = f'<w:pPr><w:pStyle w:val="Heading{heading}"/></w:pPr>' if heading else ""
    return f"<w:p>{style}<w:r><w:t>{text}</w:t></w:r></w:p>"


def table(*rows: Sequence[str]) -> str:
    """A table of a DOCX."""
    made = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in made)}</w:tbl>"


def xlsx(sheets: Mapping[str, Sequence[Sequence[str | float | None]]], *, hidden: Sequence[str] = ()) -> bytes:
    """An XLSX with these sheets, row by row."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    names = list(sheets)
    listed = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"{" state=" + chr(34) + "hidden" + chr(34) if name in hidden else ""}/>'
        for at, name in enumerate(names, 1)
    )
    parts = {
        "[Content_Types].xml": _TYPES.format(
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
            + "".join(
                f'<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="{kind}.worksheet+xml"/>'
                for at in range(1, len(names) + 1)
            )
        ),
        "_rels/.rels": _RELATIONS.format(
            f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        ),
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _RELATIONS.format(
            "".join(
                f'<Relationship Id="rId{at}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{at}.xml"/>'
                for at in range(1, len(names) + 1)
            )
        ),
    }
    for at, name in enumerate(names, 1):
        rows = "".join(
            f'<row r="{number}">{"".join(_cell(value, column, number) for column, value in enumerate(row))}</row>'
            for number, row in enumerate(sheets[name], 1)
        )
        parts[f"xl/worksheets/sheet{at}.xml"] = f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'
    return zipped(parts)


def far_apart_xlsx() -> bytes:
    """A sheet of two cells at opposite corners: a few bytes that a careless reader makes 17 thousand million of."""
    made = xlsx({"Far": [["a"]]})
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"]
    corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    return zipped(parts | {"xl/worksheets/sheet1.xml": sheet.replace("</sheetData>", corner)})


def wide_xlsx(rows: int, columns: int) -> bytes:
    """A sheet of which only the first row and the first column are filled."""
    made = io.BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        page = book.add_worksheet("Wide")
        page.write_row(0, 0, ["x"] * columns)
        page.write_column(1, 0, ["x"] * (rows - 1))
    return made.getvalue()


def zip_bomb(megabytes: int) -> bytes:
    """A DOCX whose text is so large when it is unpacked."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("word/document.xml", "w") as part:
        for _ in range(megabytes):
            part.write(b"\0" * 1_000_000)
    return out.getvalue()


def nested_docx(depth: int) -> bytes:
    """A DOCX of tables in tables."""
    return docx("<w:tbl><w:tr><w:tc>" * depth + paragraph("deep") + "</w:tc></w:tr></w:tbl>" * depth)


def old_office(*, encrypted: bool = False) -> bytes:
    """The beginning of a compound file: Office before 2007, or a newer one behind a password."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500 + ("EncryptedPackage".encode("utf-16-le") * encrypted)


def zipped(parts: Mapping[str, str]) -> bytes:
    """An archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _cell(value: str | float | None, column: int, row: int) -> str:
    place = f"{chr(65 + column)}{row}"
    if value is None:
        return ""
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'

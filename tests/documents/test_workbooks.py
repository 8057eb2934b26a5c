"""Workbooks that name cells far out, hold what nobody looked at, or say that they hold more than they do.

Both readers of workbooks, that of documents and that of models, in this process: a cell that is not refused would end it.
"""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
import xlsxwriter

from graphwright.documents import workbooks
from graphwright.documents.limits import UnreadableFile
from graphwright.documents.reading import FileFacts, ReadingTask, read_file
from graphwright.documents.workbooks import looked_through
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.protocol.ids import DocumentId
from graphwright.settings import DocumentLimits
from tests.documents.files import far_apart_xlsx, xlsx, zipped
from tests.interop.applying import empty

SHEET = "xl/worksheets/sheet1.xml"
ROWS = [["ID", "Name"], ["R1", "Pay"]]
FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
APART = "lies so far from the others"


def parts_of(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def book(rows: str = "", part: str = SHEET, *, hidden: bool = False, more: Mapping[str, str] | None = None) -> bytes:
    """A sound workbook, with these rows at the end of one of its sheets, and parts besides."""
    made = xlsx({"Needs": ROWS, **({"Old": ROWS} if hidden else {})}, hidden=["Old"] if hidden else [])
    parts = parts_of(made)
    return zipped(parts | {part: parts[part].replace("</sheetData>", f"{rows}</sheetData>")} | dict(more or {}))


def document(data: bytes) -> FileFacts:
    return read_file(ReadingTask("book.xlsx", DocumentId("d"), len(data), DocumentLimits()), data)[0]


def model(data: bytes) -> list[Any]:
    return read_import(ForeignFile(data, "book.xlsx"), empty().ontology).operations


def refusals(data: bytes) -> list[str]:
    """What both readers say."""
    with pytest.raises(UnreadableFile) as one:
        document(data)
    with pytest.raises((LimitExceeded, InvalidCommand)) as other:
        model(data)
    assert (one.value.reason == "tooLarge") == isinstance(other.value, LimitExceeded)
    return [one.value.message, other.value.message]


@pytest.mark.requirement("X-185")
def test_a_cell_far_out_is_refused_by_sheet_cell_and_limit_before_room_is_made():
    document(book())  # what is loaded once is loaded
    tracemalloc.start()
    found = refusals(book(FAR))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    said = (
        "sheet 'Needs': cell XFD1048576 lies so far from the others that they span 17,179,869,184 cells, and at most "
        "255,000 are read where so few are filled; remove it, or split the sheet"
    )
    assert found == [said, said]
    assert most < 5_000_000
    assert len(far_apart_xlsx()) < 2_000
    assert all(f"sheet 'Far': cell XFD1048576 {APART}" in each for each in refusals(far_apart_xlsx()))


@pytest.mark.requirement("X-185")
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ('<row r="1048576"><c r="A1048576"><v>1</v></c></row>', f"cell A1048576 {APART}"),
        (f"{'<row/>' * 300_000}<row><c><v>1</v></c></row>", f"cell A300003 {APART}"),
        (f"<row>{'<c/>' * 16_000}<c><v>1</v></c></row>{'<row/>' * 20}<row><c><v>1</v></c></row>", f"cell A24 {APART}"),
        ('<x:row xmlns:x="y" r="1048576"><x:c r="B1048576"><x:v>1</x:v></x:c></x:row>', f"cell B1048576 {APART}"),
        ('<row><c r="A4294967297"><v>1</v></c></row>', "'4294967297' is no row of a sheet"),
        ('<row><c r="XFE2"><v>1</v></c></row>', "'XFE' is no column of a sheet"),
        ('<row r="0"><c r="A0"><v>1</v></c></row>', "'0' is no row of a sheet"),
        (f'<row r="1048576"/>{"<row/>"}<row><c><v>1</v></c></row>', "no sheet has so many"),
    ],
)  # fmt: skip
def test_however_a_cell_far_out_is_written(rows, said):
    assert [said in each for each in refusals(book(rows))] == [True, True]


@pytest.mark.requirement("X-185")
def test_what_only_has_a_format_or_is_hidden_is_read_however_far_out_it_stands():
    plain = model(book())
    assert len(plain) == 1
    for data in (
        book('<row r="1048576"><c r="XFD1048576" s="1"/></row>'),
        book(FAR, "xl/worksheets/sheet2.xml", hidden=True),
        book(more={"docProps/app.xml": "<a><b>", "xl/media/image1.png": "\0", "customXml/item1.xml": "\0<"}),
    ):
        assert [each.name for each in model(data)] == [each.name for each in plain]
        assert document(data).passages == document(book()).passages


@pytest.mark.requirement("X-185")
def test_where_a_sheet_lies_is_looked_up_once_however_many_hidden_ones_reach_far(monkeypatch):
    far = '<worksheet><sheetData><row><c r="A1"><v>1</v></c><c r="IV1048576"><v>1</v></c></row></sheetData></worksheet>'
    numbers = range(40)
    sheets = "".join(f'<sheet name="s{each}" state="hidden" r:id="r{each}"/>' for each in numbers)
    relations = "".join(f'<Relationship Id="r{each}" Target="worksheets/s{each}.xml"/>' for each in numbers)
    parts = {
        "xl/workbook.xml": f"<workbook><sheets>{sheets}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships>{relations}</Relationships>",
        **{f"xl/worksheets/s{each}.xml": far for each in numbers},
    }
    looked_up: list[str] = []
    target = workbooks._target

    def counted(parts: Any, listing: str, given: str) -> str:
        looked_up.append(given)
        return target(parts, listing, given)

    monkeypatch.setattr(workbooks, "_target", counted)

    assert set(parts_of(looked_through(zipped(parts), 1_000_000))) == {*list(parts)[:2]}
    assert looked_up == [f"r{each}" for each in numbers]


@pytest.mark.requirement("R-30")
def test_a_part_whose_packed_bytes_are_damaged_is_refused():
    data = bytearray(book())
    begin = data.index(SHEET.encode()) + len(SHEET)
    data[begin : begin + 20] = b"\xff" * 20
    assert ["damaged" in each for each in refusals(bytes(data))] == [True, True]


@pytest.mark.requirement("X-185")
def test_a_sparse_matrix_is_read():
    packed, side = io.BytesIO(), 1_300
    with xlsxwriter.Workbook(packed, {"in_memory": True}) as made:
        page = made.add_worksheet("Trace")
        for at in range(1, side):
            page.write_string(0, at, f"T{at}")
            page.write_string(at, 0, f"R{at}")
            page.write_string(at, at, "x")

    assert document(packed.getvalue()).passages >= side


@pytest.mark.requirement("X-186")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"xl/sharedStrings.xml": '<sst uniqueCount="99999999999999"><si><t>a</t></si></sst>'}, "99,999,999,999,999 strings"),
        ({SHEET: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>'}, "declares entities"),
        ({SHEET: "<worksheet><sheetData></worksheet>"}, "sheet1.xml: mismatched tag"),
        ({SHEET: "<worksheet><sheetData><row><c r='A1'><v>1</c></row>"}, "mismatched tag"),
    ],
)  # fmt: skip
def test_a_part_that_is_no_sound_xml_or_lies_about_itself_is_refused(more, said):
    assert [said in each for each in refusals(book(more=more))] == [True, True]


@pytest.mark.requirement("X-186")
def test_elements_that_only_another_encoding_shows_are_not_seen():
    # As UTF-16 these are Chinese characters; read byte by byte they name a cell at the end of the sheet.
    hidden = b'<c r="XFD1048576"><v>1</v></c>  '.decode("utf-16-be")
    sheet = f'<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row>{hidden}</row></sheetData></worksheet>'
    parts = parts_of(book())
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, sheet.encode("utf-16") if name == SHEET else text.encode())

    assert ["sheet1.xml: it is not written in UTF-8" in each for each in refusals(made.getvalue())] == [True, True]


@pytest.mark.requirement("X-186")
def test_another_kind_of_workbook_in_the_same_archive_is_not_read():
    table = (
        '<office:document-content xmlns:office="o" xmlns:table="t"><office:body><office:spreadsheet><table:table '
        'table:name="Far"><table:table-row table:number-rows-repeated="1000"><table:table-cell '
        'table:number-columns-repeated="3" office:value-type="float" office:value="1"/></table:table-row>'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    mixed = book(
        more={
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<manifest/>",
            "content.xml": table,
            "xl/_rels/workbook.xml.rels": "<none/>",
        }
    )
    assert ["is damaged" in each for each in refusals(mixed)] == [True, True]


@pytest.mark.requirement("X-186")
def test_merged_cells_that_overlap_are_refused_and_others_are_filled():
    merged = '<mergeCells><mergeCell ref="A2:B3"/></mergeCells>'
    data = book('<row r="3"><c r="C3"><v>1</v></c></row>')
    parts = parts_of(data)

    def with_merged(ranges: str) -> bytes:
        return zipped(parts | {SHEET: parts[SHEET].replace("</sheetData>", f"</sheetData>{ranges}")})

    assert model(with_merged(merged)) != model(data)
    with pytest.raises(InvalidCommand, match="merged cells overlap"):
        model(with_merged(merged.replace("<mergeCell ", '<mergeCell ref="A1:C3"/><mergeCell ')))

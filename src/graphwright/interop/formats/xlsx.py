"""`xlsx`: a workbook with a sheet for each kind of element. Cells are told what they hold, so no text is a formula.

`xlsx-matrix` has relations as matrices, a sheet for each, in place of columns. Both are read by one reader.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from graphwright.documents.limits import UnreadableFile
from graphwright.documents.workbooks import looked_through
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.ontology import Ontology
from graphwright.interop.archives import begin_of_member, check_archive
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.remarks import COMMENTS, HEADS, table_of
from graphwright.interop.report import ImportedModel
from graphwright.interop.tables.columns import DESCR, ID, NAME
from graphwright.interop.tables.from_graph import WrittenTable, ids_in_tables, lost_attributes, lost_values, tables_of
from graphwright.interop.tables.marks import MARK
from graphwright.interop.tables.matrices import WrittenMatrix, matrices_of
from graphwright.interop.tables.sheets import CELLS, Cell, Sheet, sheet_of
from graphwright.interop.tables.to_graph import model_of
from graphwright.protocol.texts import Term

CELL: Final = 32_767
"""Characters of a cell, as Excel allows them."""
_WORKBOOK: Final = "xl/workbook."
_SHEET_NAME: Final = 31
_MATRIX: Final = re.compile(rb'<sheet [^>]*name="(?:\xe2\x86\x92|&#(?:8594|x2192);) ')
"""A sheet whose name begins with an arrow, as the list of sheets says it."""
_FORBIDDEN: Final = str.maketrans(dict.fromkeys("[]:*?/\\'", "-"))
_WIDTHS: Final = (18, 40)
"""Of a column of ids and of any other, in characters."""
_NARROW: Final = 4
"""Of a column of marks."""


def _recognise(file: ForeignFile) -> bool:
    return any(name.startswith(_WORKBOOK) for name in file.members)


def _recognise_matrix(file: ForeignFile) -> bool:
    return _recognise(file) and _MATRIX.search(begin_of_member(file.data, "xl/workbook.xml")) is not None


def _recognise_plain(file: ForeignFile) -> bool:
    return _recognise(file) and not _recognise_matrix(file)


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    check_archive(file.data)
    sheets = _sheets(file.data)
    if not sheets:
        raise InvalidCommand("the workbook has no filled cell in a visible sheet")
    name = "xlsx-matrix" if _recognise_matrix(file) else "xlsx"
    model = model_of(name, sheets, ontology, file)
    if merged := sum(each.merged for each in sheets):
        model.report.notes.append(Term(key="notes.mergedCells", values={"count": merged}))
    return model


def _sheets(data: bytes) -> list[Sheet]:
    """Every visible sheet with something in it. `InvalidCommand`, `LimitExceeded`."""
    import python_calamine

    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(looked_through(data, CELLS)))
        found: list[Sheet] = []
        cells = 0
        for each in book.sheets_metadata:
            if (
                each.visible != python_calamine.SheetVisibleEnum.Visible
                or each.typ != python_calamine.SheetTypeEnum.WorkSheet
            ):
                continue
            sheet = book.get_sheet_by_name(each.name)
            cells += sheet.height * sheet.width
            if cells > CELLS:
                raise LimitExceeded(
                    f"sheet {each.name[:80]!r}: more than {CELLS:,} cells; remove the empty ones or split it"
                )
            rows = [[_cell(cell) for cell in row] for row in sheet.to_python()]
            row, column = sheet.start or (0, 0)
            merged = _fill(rows, sheet.merged_cell_ranges or [], row, column)
            if rows:
                found.append(sheet_of(each.name, rows, row + 1, column, merged))
        return found
    except UnreadableFile as error:
        raise LimitExceeded(error.message) from None
    except python_calamine.PasswordError:
        raise InvalidCommand("the workbook is encrypted; save it without a password") from None
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise InvalidCommand(
            f"the workbook is damaged ({str(error)[:120]}); open it in its program and save it anew"
        ) from None


def _fill(rows: list[list[Cell]], ranges: Sequence[Any], first_row: int, first_column: int) -> int:
    """Give every cell of a merged range the value of its first; how many were filled.

    `ValueError` if they have more cells than the sheet, as only those have that overlap; fewer are filled in turn.
    """
    width = len(rows[0]) if rows else 0
    filled, left = 0, len(rows) * width
    for (top, begin), (bottom, end) in ranges:
        down = range(top - first_row, min(bottom - first_row + 1, len(rows)))
        across = range(begin - first_column, min(end - first_column + 1, width))
        if not down or not across or down.start < 0 or across.start < 0:
            continue  # its first cell says nothing
        left -= len(down) * len(across)
        if left < 0:
            raise ValueError("its merged cells overlap")
        value = rows[down.start][across.start]
        for row in down:
            rows[row][across.start : across.stop] = [value] * len(across)
        filled += len(down) * len(across) - 1
    return filled


def _cell(value: object) -> Cell:
    if type(value) is str:  # which most are, the empty ones too
        return value
    match value:
        case bool() | int() | float() | str():
            return value
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
        case _:
            return None


def _write(request: ExportRequest, *, with_matrices: bool) -> WrittenModel:
    import xlsxwriter

    packed = io.BytesIO()
    graph = request.graph
    cut = 0
    matrices = matrices_of(graph) if with_matrices else []
    tables = tables_of(graph, without=frozenset(each.header for each in matrices))
    book: Any  # the library says only part of its types
    with xlsxwriter.Workbook(packed, {"constant_memory": True, "in_memory": True}) as book:
        book.set_properties({"title": request.name, "created": request.at.replace(tzinfo=None)})
        taken: set[str] = set()
        for table in tables or [WrittenTable("REQ", [ID, NAME, DESCR], [])]:
            cut += _write_table(book, table, _free_name(table.name, taken))
        if request.comments:
            rows = table_of(graph, request.comments, ids_in_tables(graph))
            comments = WrittenTable(COMMENTS, HEADS, [*zip(*rows, strict=True)])
            cut += _write_table(book, comments, _free_name(COMMENTS, taken))
        for matrix in matrices:
            _write_matrix(book, matrix, _free_name(matrix.header, taken))
    losses = (("cellsCut", cut), ("edgeAttributesLeft", lost_attributes(graph)), *lost_values(graph, are_typed=True))
    notes = [Term(key=f"notes.{name}", values={"count": count}) for name, count in losses if count]
    return WrittenModel(packed.getvalue(), notes)


def _write_table(book: Any, table: WrittenTable, name: str) -> int:  # noqa: ANN401  partly typed library
    """Row by row; how many texts were too long for a cell."""
    page = book.add_worksheet(name)
    bold, wrap = book.add_format({"bold": True}), book.add_format({"text_wrap": True, "valign": "top"})
    page.freeze_panes(1, 1)
    page.set_column(0, 0, _WIDTHS[0])
    page.set_column(1, max(len(table.heads) - 1, 1), _WIDTHS[1])
    cut = 0
    rows: Iterable[Sequence[Cell]] = chain([table.heads], zip(*table.columns, strict=True))
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            match cell:
                case None | "":
                    continue
                case bool():
                    page.write_boolean(at, column, cell, wrap)
                case int() | float() if abs(cell) < 2**53:
                    page.write_number(at, column, cell, wrap)
                case _:
                    cut += len(str(cell)) > CELL
                    page.write_string(at, column, str(cell)[:CELL], wrap if at else bold)
    return cut


def _write_matrix(book: Any, matrix: WrittenMatrix, name: str) -> None:  # noqa: ANN401  partly typed library
    page = book.add_worksheet(name)
    bold, centred = book.add_format({"bold": True}), book.add_format({"align": "center"})
    upright = book.add_format({"bold": True, "rotation": 90})
    page.freeze_panes(1, 1)
    page.set_column(0, 0, _WIDTHS[1])
    page.set_column(1, max(len(matrix.targets), 1), _NARROW)
    page.write_string(0, 0, matrix.header, bold)
    for column, target in enumerate(matrix.targets, 1):
        page.write_string(0, column, target, upright)
    for row, (source, named) in enumerate(matrix.rows, 1):
        page.write_string(row, 0, source, bold)
        for column, target in enumerate(matrix.targets, 1):
            if target in named:
                page.write_string(row, column, MARK, centred)


def _free_name(name: str, taken: set[str]) -> str:
    """A name that Excel allows and no other sheet has."""
    plain = name.translate(_FORBIDDEN)[:_SHEET_NAME] or "Sheet"
    free, number = plain, 2
    while free.casefold() in taken:
        free, number = f"{plain[: _SHEET_NAME - 4]} {number}", number + 1
    taken.add(free.casefold())
    return free


XLSX: Final = Format(
    name="xlsx",
    title="an XLSX workbook",
    endings=("xlsx", "xlsm"),
    media="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    recognise=_recognise_plain,
    read=_read,
    write=partial(_write, with_matrices=False),
    needs=("python_calamine", "xlsxwriter"),
    extra="exchange",
    holds_comments=True,
    is_slow=True,  # whatever the library meets in bytes that nobody has tried, it ends a process of its own
)
XLSX_MATRIX: Final = replace(
    XLSX,
    name="xlsx-matrix",
    title="an XLSX workbook with matrices",
    endings=("xlsx",),
    recognise=_recognise_matrix,
    write=partial(_write, with_matrices=True),
)

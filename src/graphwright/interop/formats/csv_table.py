"""`csv`: all elements in one table. A text that a spreadsheet would take for a formula gets an apostrophe before it."""

from __future__ import annotations

import csv
import io
import operator
import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.tables.columns import DESCR, ID, NAME, TYPE
from graphwright.interop.tables.from_graph import WrittenTable, lost_attributes, lost_values, tables_of
from graphwright.interop.tables.sheets import CELLS, sheet_of, texts_of
from graphwright.interop.tables.to_graph import model_of
from graphwright.protocol.texts import Term

_DELIMITERS: Final = ",;\t|"
_FORMULA: Final = frozenset("=+-@\t\r")
_BEGINNING: Final = operator.itemgetter(0)
_NUMBER: Final = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?")
_PROTECTED: Final = re.compile(r"'(?=[=+\-@\t\r])")
_HEAD_CELL: Final = re.compile(r"[\w .()/#→-]+")
"""What names a column; marks of other formats do not."""
_FIELD: Final = 1_000_000
"""Characters of one cell."""
_WIDEST: Final = 1_000
_AT_ONCE: Final = 500
"""Rows that are read between two looks at how many cells there are."""
_LINES: Final = 5
"""Lines that must have as many columns as the first, before a file without a telling name is taken for a table."""


def _recognise(file: ForeignFile) -> bool:
    if file.ending in ("csv", "tsv"):
        return bool(file.head.strip()) and not file.root and not file.head.lstrip().startswith("{")
    lines = file.head.splitlines()[:_LINES]
    delimiter = _delimiter(lines[0]) if lines else ""
    counts: set[int] = {line.count(delimiter) for line in lines} if delimiter else set()
    is_even = len(lines) == _LINES and len(counts) == 1 and counts.pop() > 1
    return is_even and all(_HEAD_CELL.fullmatch(cell) for cell in lines[0].split(delimiter))


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    text, is_old = _decoded(file)
    csv.field_size_limit(_FIELD)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=_delimiter(text.partition("\n")[0]) or ",", strict=True
    )
    rows: list[list[str]] = []
    cells = 0
    try:
        while some := [*islice(reader, _AT_ONCE)]:
            widths = [*map(len, some)]
            cells += sum(widths)
            wide = next((at for at, width in enumerate(widths, len(rows) + 1) if width > _WIDEST), None)
            if wide is not None:
                raise LimitExceeded(f"row {wide:,}: more than {_WIDEST:,} columns")
            if cells > CELLS:
                raise LimitExceeded(f"line {reader.line_num:,}: more than {CELLS:,} cells in all")
            rows += some
    except csv.Error as error:
        raise InvalidCommand(f"line {reader.line_num}: the table is damaged ({error})") from None
    if "'" in text:
        rows = [[_PROTECTED.sub("", cell, count=1) if "'" in cell else cell for cell in row] for row in rows]
    if not rows:
        raise InvalidCommand("the table is empty")
    name = file.name.rpartition("/")[2].rpartition(".")[0] or "table"
    model = model_of("csv", [sheet_of(name, rows)], ontology, file)
    if is_old:
        model.report.notes.append(Term(key="notes.windows1252"))
    return model


def _decoded(file: ForeignFile) -> tuple[str, bool]:
    """The text, and whether it could only be read as Windows-1252."""
    try:
        return file.text, False
    except InvalidCommand:
        return file.data.decode("cp1252", "replace"), True


def _delimiter(line: str) -> str:
    """The one that stands in the first line most often, outside of quotes."""
    plain = re.sub(r'"[^"]*"', "", line)
    best = max(_DELIMITERS, key=plain.count)
    return best if best in plain else ""


def _write(request: ExportRequest) -> WrittenModel:
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    for table in tables_of(request.graph, in_one="elements") or [WrittenTable("elements", [ID, TYPE, NAME, DESCR], [])]:
        writer.writerow(_safe(table.heads))
        writer.writerows(zip(*(_safe(texts_of(column)) for column in table.columns), strict=True))
    losses = (("edgeAttributesLeft", lost_attributes(request.graph)), *lost_values(request.graph, are_typed=False))
    notes = [Term(key=f"notes.{name}", values={"count": count}) for name, count in losses if count]
    return WrittenModel(written.getvalue().encode("utf-8-sig"), notes)


def _safe(column: Sequence[str]) -> Sequence[str]:
    """The texts of a column, none of which a spreadsheet calculates."""
    if _FORMULA.isdisjoint(map(_BEGINNING, filter(None, column))):
        return column
    return [f"'{text}" if text[:1] in _FORMULA and not _NUMBER.fullmatch(text) else text for text in column]


CSV: Final = Format(
    name="csv",
    title="a CSV table",
    endings=("csv", "tsv"),
    media="text/csv",
    recognise=_recognise,
    read=_read,
    write=_write,
)

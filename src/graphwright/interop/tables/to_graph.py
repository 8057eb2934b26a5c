"""Tables as nodes and edges, by the mapping of their columns; errors and losses name the cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_COLUMN, FOREIGN_MAPPING, FOREIGN_NAMED, FOREIGN_SHEET, MADE_NAME
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.made_names import made_name
from graphwright.interop.report import ImportedModel
from graphwright.interop.tables.columns import ARROW, NAME, mappings, references
from graphwright.interop.tables.records import TableMapping
from graphwright.interop.tables.sheets import Cell, Sheet, text_of, value_of
from graphwright.protocol.base import JsonValue

_ERRORS_TOLD: Final = 10


def model_of(format_name: str, sheets: list[Sheet], ontology: Ontology, corrections: str) -> ImportedModel:
    """The operations that make what the sheets hold. `InvalidCommand` names every cell that cannot be read."""
    found = mappings(sheets, ontology, corrections)
    conversion = _TableConversion(ImportBuilder(format_name, ontology), ontology, corrections)
    tables = [(sheet, mapping) for sheet, mapping in zip(sheets, found, strict=True) if mapping.node_type]
    conversion.name_rows(tables)
    for sheet, mapping in tables:
        conversion.add_rows(sheet, mapping)
    for sheet, mapping in tables:
        conversion.connect(sheet, mapping)
    return conversion.finish(found)


class _TableConversion:
    def __init__(self, builder: ImportBuilder, ontology: Ontology, corrections: str) -> None:
        self._builder = builder
        self._ontology = ontology
        self._corrections = corrections
        self._ids: dict[tuple[str, int], str] = {}
        """What the element of a row is called, by sheet and row."""
        self._called: dict[str, str] = {}
        """The element that a word in a cell means."""
        self._errors: list[str] = []

    def name_rows(self, tables: list[tuple[Sheet, TableMapping]]) -> None:
        """Find an id for each row: its own, else its name. One that two sheets use is told apart by the sheet."""
        given = {
            (sheet.name, row): self._given(sheet, mapping, row)
            for sheet, mapping in tables
            for row in _rows(sheet, mapping)
        }
        sheets = Counter(word for word, _ in {(word, place[0]) for place, word in given.items()})
        for sheet, mapping in tables:
            seen: Counter[str] = Counter()
            for row in _rows(sheet, mapping):
                word = given[sheet.name, row]
                seen[word] += 1
                if word and seen[word] > 1:  # people make such mistakes, and the rest of their table is sound
                    self._builder.note(
                        "tableTwice", example=f"{sheet.place(row, mapping.column('id') or 0)}: {word[:40]}"
                    )
                    own = f"{word} ({seen[word]})"
                else:
                    own = word or str(sheet.first_row + row)
                self._ids[sheet.name, row] = own if word and sheets[word] == 1 else f"{sheet.name}!{own}"
                self._called.setdefault(word, self._ids[sheet.name, row])

    def add_rows(self, sheet: Sheet, mapping: TableMapping) -> None:
        """A node for each row."""
        name_at, descr_at, type_at = (mapping.column(each) for each in ("name", "descr", "type"))
        if mapping.is_guessed and type_at is None:
            self._builder.note("tableGuessed", example=f"{sheet.name}: {mapping.node_type}")
        heads = {each.at: each.header for each in mapping.columns}
        for row in _rows(sheet, mapping):
            cells = sheet.rows[row]
            descr = _cell(cells, descr_at)
            name = " ".join(_cell(cells, name_at).split())
            named = (
                (heads[name_at] if mapping.has_header else NAME) if name_at is not None and name else MADE_NAME,
                "" if descr_at is None or not mapping.has_header else heads[descr_at],
            )
            self._builder.node(
                self._ids[sheet.name, row],
                self._node_type(sheet, mapping, row, type_at),
                name or made_name(descr, self._ids[sheet.name, row]),
                descr=descr,
                attributes=self._attributes(sheet, mapping, row),
                marks={FOREIGN_SHEET: sheet.name, FOREIGN_NAMED: "|".join(named), **self._mapping_mark()},
                place=sheet.place(row, mapping.column("id") or 0),
            )

    def connect(self, sheet: Sheet, mapping: TableMapping) -> None:
        """An edge for each id in a column of relations."""
        for column in mapping.columns:
            if column.meaning != "relation":
                continue
            by_line = column.header.startswith(ARROW)
            for row in _rows(sheet, mapping):
                for word in references(_cell(sheet.rows[row], column.at), self._called, by_line=by_line):
                    target = self._called.get(word)
                    if target is None:
                        self._builder.note("importDangling", example=f"{sheet.place(row, column.at)}: {word}"[:80])
                        continue
                    source = self._ids[sheet.name, row]
                    marks = {} if by_line else {FOREIGN_COLUMN: column.header}
                    self._builder.edge(column.relation, source, target, marks=marks, place=sheet.place(row, column.at))

    def finish(self, found: list[TableMapping]) -> ImportedModel:
        """What was made, with the mapping to look at; `InvalidCommand` with the cells that could not be read."""
        if self._errors:
            more = f" (and {len(self._errors) - _ERRORS_TOLD} more)" if len(self._errors) > _ERRORS_TOLD else ""
            raise InvalidCommand("; ".join(self._errors[:_ERRORS_TOLD]) + more)
        return self._builder.finish(tables=found, holds_edge_attributes=False)

    def _given(self, sheet: Sheet, mapping: TableMapping, row: int) -> str:
        at = mapping.column("id")
        cells = sheet.rows[row]
        return _cell(cells, at) if at is not None else _cell(cells, mapping.column("name"))

    def _node_type(self, sheet: Sheet, mapping: TableMapping, row: int, at: int | None) -> str:
        said = _cell(sheet.rows[row], at)
        known = self._ontology.node_type(said) if said else None
        if said and known is None and at is not None:
            names = ", ".join(self._ontology.node_types)
            self._errors.append(f"{sheet.place(row, at)}: {said[:40]!r} is no node type; use one of {names}")
        return mapping.node_type if known is None else known.name

    def _attributes(self, sheet: Sheet, mapping: TableMapping, row: int) -> dict[str, JsonValue]:
        cells = sheet.rows[row]
        found: dict[str, JsonValue] = {}
        for column in mapping.columns:
            if column.meaning == "attribute" and len(cells) > column.at and text_of(cells[column.at]):
                found[column.header] = value_of(cells[column.at])
        return found

    def _mapping_mark(self) -> dict[str, JsonValue]:
        """What people said of the columns, kept once, so that the next file is read in the same way."""
        said, self._corrections = self._corrections, ""
        return {FOREIGN_MAPPING: said} if said else {}


def _rows(sheet: Sheet, mapping: TableMapping) -> list[int]:
    """The rows that say something."""
    start = 1 if mapping.has_header else 0
    return [at for at in range(start, len(sheet.rows)) if any(text_of(cell) for cell in sheet.rows[at])]


def _cell(cells: Sequence[Cell], at: int | None) -> str:
    return text_of(cells[at]) if at is not None and len(cells) > at else ""

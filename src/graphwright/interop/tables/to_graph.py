"""Tables as nodes and edges, by the mapping of their columns; errors and losses name the cell."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar, cast

from graphwright.graph.foreign import FOREIGN_BACKWARD, FOREIGN_COLUMN, FOREIGN_NAMED, FOREIGN_SHEET, MADE_NAME
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import EdgeColumns, ImportBuilder, NodeColumns
from graphwright.interop.files import ForeignFile
from graphwright.interop.report import ImportedModel
from graphwright.interop.tables.columns import NAME, mappings, references
from graphwright.interop.tables.marks import heads_of, marked
from graphwright.interop.tables.problems import CellProblems
from graphwright.interop.tables.records import TableColumn, TableMapping
from graphwright.interop.tables.sheets import ARROW, Sheet, text_of, texts_of, value_of
from graphwright.interop.tables.totals import without_totals
from graphwright.interop.tables.wishes import wishes_for
from graphwright.interop.tables.wording import called_apart, holds_comments
from graphwright.operations.values import DESCR_LENGTH, NAME_LENGTH, VALUE_LENGTH
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import Ref

T = TypeVar("T")
_NOTHING: Final = Ref("")
CATEGORY: Final = "category"
"""What a sheet calls its rows, where the profile has no type for it."""
_WORD: Final = 40
"""Characters of a word that leads nowhere."""


def model_of(format_name: str, sheets: list[Sheet], ontology: Ontology, file: ForeignFile) -> ImportedModel:
    """The operations that make what the sheets hold; what is wrong with cells stands in the report.

    `InvalidCommand` for corrections that mean nothing.
    """
    sheets = [*map(without_totals, sheets)]
    wishes = wishes_for(sheets, file.options.get("map", ""), file.mappings, file.name)
    found = mappings(sheets, ontology, wishes)
    conversion = _TableConversion(ImportBuilder(format_name, ontology), ontology)
    tables = [_table(sheet, mapping) for sheet, mapping in zip(sheets, found, strict=True) if mapping.node_type]
    conversion.name_rows(tables)
    for table in tables:
        conversion.add_rows(table)
    for table in tables:
        conversion.connect(table)
    for sheet, mapping in zip(sheets, found, strict=True):
        if mapping.relation:
            conversion.join(sheet, mapping.relation)
    return conversion.finish(list(zip(sheets, found, strict=True)))


class _Table(NamedTuple):
    """A sheet and what it means."""

    sheet: Sheet
    mapping: TableMapping
    named_at: int | None
    """Where what tells rows apart stands: their ids, else their names."""

    def column(self, at: int | None) -> list[str]:
        """What the rows that say something say there."""
        return [""] * len(self.sheet.filled) if at is None else self.said(self.sheet.texts(at))

    def words(self, at: int) -> tuple[list[str], Sequence[object]]:
        """The texts that stand in a column, and whether one stands in each row: most columns of relations are empty."""
        cells = self.said(self.sheet.cells(at))
        words = [] if 0 in cells else texts_of([each for each in cells if each])  # a zero says something
        if words and all(words):
            return words, cells
        texts = texts_of(cells)
        return [*filter(None, texts)], texts

    def said(self, column: Sequence[T]) -> list[T]:
        """The cells of the rows that say something."""
        rows = self.sheet.filled
        if rows and rows[-1] - rows[0] == len(rows) - 1:  # nearly always all of them
            return [*column[rows[0] : rows[-1] + 1]]
        return [column[row] for row in rows]


class _TableConversion:
    def __init__(self, builder: ImportBuilder, ontology: Ontology) -> None:
        self._builder = builder
        self._ontology = ontology
        self._ids: dict[str, list[Ref]] = {}
        """What the elements of the rows are called, by sheet."""
        self._called: dict[str, Ref] = {}
        """The element that a word in a cell means."""
        self._problems: dict[str, CellProblems] = {}
        """By sheet."""

    def name_rows(self, tables: list[_Table]) -> None:
        """Find an id for each row: its own, else its name. One that two sheets use is told apart by the sheet."""
        given = [table.column(table.named_at) for table in tables]
        sheets = Counter[str]()
        for words in given if len(given) > 1 else []:
            sheets.update(set(words))
        for table, words in zip(tables, given, strict=True):
            own = self._own_ids(table, words)
            name = table.sheet.name
            if own is not words or sheets:
                pairs = zip(words, own, strict=True)
                own = [each if word and sheets[word] <= 1 else f"{name}!{each}" for word, each in pairs]
            ids = self._ids[name] = cast("list[Ref]", own)
            # Of several that are called alike the first is meant.
            called = dict(zip(reversed(words), reversed(ids), strict=True))
            called.update(self._called)
            self._called = called

    def _own_ids(self, table: _Table, words: list[str]) -> list[str]:
        """What tells a row from the others of its sheet."""
        if all(words) and len(set(words)) == len(words):
            return words
        sheet = table.sheet
        seen: set[str] = set()
        again: Counter[str] = Counter()
        own: list[str] = []
        for row, word in zip(sheet.filled, words, strict=True):
            if word and word in seen:  # people make such mistakes, and the rest of their table is sound
                again[word] += 1
                at = table.named_at or 0
                self._builder.note("tableTwice", example=f"{sheet.place(row, at)}: {word[:40]}")
                self._of(sheet).add(row, at, "twice")
                own.append(f"{word} ({again[word] + 1})")
            else:
                seen.add(word)
                own.append(word or str(sheet.first_row + row))
        return own

    def add_rows(self, table: _Table) -> None:
        """A node for each row."""
        sheet, mapping = table.sheet, table.mapping
        name_at, descr_at, type_at = (mapping.column(each) for each in ("name", "descr", "type"))
        kind = self._kind_called(table)
        if kind:
            self._builder.note("tableKinds", example=f"{sheet.name}: {mapping.node_type}")
        elif mapping.is_guessed and type_at is None:
            self._builder.note("tableGuessed", example=f"{sheet.name}: {mapping.node_type}")
        ids, names, descrs = self._ids[sheet.name], table.column(name_at), table.column(descr_at)
        for at, texts, most in ((name_at, names, NAME_LENGTH), (descr_at, descrs, DESCR_LENGTH)):
            self._check_length(table, texts, at, "cut", most)
        names = _on_one_line(names)
        given, made = self._marks(table, name_at, descr_at)
        marks = [given] * len(ids)
        if not all(names):
            marks = [given if name else made for name in names]
            made_name = self._builder.made_name
            names = [name or made_name(descr, own) for name, descr, own in zip(names, descrs, ids, strict=True)]
        attributes = self._attributes(table)
        for each in attributes if kind else ():
            each.setdefault(CATEGORY, kind)
            each.setdefault("normative", False)
        columns = NodeColumns(ids, self._node_types(table, type_at), names, descrs, attributes, [""] * len(ids), marks)
        self._builder.nodes(columns, lambda at: sheet.place(sheet.filled[at], table.named_at or 0))

    def _kind_called(self, table: _Table) -> str:
        """What a sheet calls its rows, where the profile has no type for it and they are taken for another one."""
        is_other = table.mapping.is_guessed and table.mapping.column("type") is None
        return called_apart(table.sheet.name) if is_other else ""

    def connect(self, table: _Table) -> None:
        """An edge for each id in a column of relations."""
        for column in table.mapping.columns:
            if column.meaning == "relation":
                self._connect(table, column)

    def _connect(self, table: _Table, column: TableColumn) -> None:
        sheet, called, ids = table.sheet, self._called, self._ids[table.sheet.name]
        by_line = column.header.startswith(ARROW)
        words, cells = table.words(column.at)
        rows, sources = [*itertools.compress(sheet.filled, cells)], [*itertools.compress(ids, cells)]
        if by_line and (lines := _lines(words, called)) and len(lines) > len(words):
            counts = [word.count("\n") + 1 for word in words]
            rows, sources, words = _repeated(rows, counts), _repeated(sources, counts), lines
        targets = [*map(called.get, words, itertools.repeat(_NOTHING))]
        if not all(targets):  # a cell names several, or what is not there
            rows, sources, targets = self._looked_up(table, column, zip(rows, sources, words, strict=True))
        for row in itertools.compress(rows, map(operator.eq, sources, targets)):
            self._of(sheet).add(row, column.at, "loop")
        marks: dict[str, JsonValue] = {} if by_line else {FOREIGN_COLUMN: column.header}
        if column.is_from_cell:
            sources, targets = targets, sources
            marks[FOREIGN_BACKWARD] = True
        self._builder.edges(
            EdgeColumns([column.relation] * len(rows), sources, targets),
            lambda at: sheet.place(rows[at], column.at),
            marks=marks,
        )

    def _looked_up(
        self, table: _Table, column: TableColumn, cells: Iterable[tuple[int, Ref, str]]
    ) -> tuple[list[int], list[Ref], list[Ref]]:
        """Row, source and target of everything that the cells of a column name; what is not there is told."""
        sheet, called, by_line = table.sheet, self._called, column.header.startswith(ARROW)
        rows, sources, targets = list[int](), list[Ref](), list[Ref]()
        for row, source, said in cells:
            for word in [said] if said in called else references(said, called, by_line=by_line):
                target = called.get(word)
                if target is None:
                    self._builder.note("importDangling", example=f"{sheet.place(row, column.at)}: {word}"[:80])
                    self._of(sheet).add(row, column.at, "dangling", word=word[:_WORD])
                else:
                    rows.append(row)
                    sources.append(source)
                    targets.append(target)
        return rows, sources, targets

    def join(self, sheet: Sheet, relation: str) -> None:
        """An edge for each mark of a matrix."""
        heads, sides = [*heads_of(sheet)], [text_of(row[0]) if row else "" for row in sheet.rows]
        heads += [""] * (sheet.width - len(heads))
        called = {word: own for word, own in self._called.items() if word}
        rows, columns, sources, targets = list[int](), list[int](), list[Ref](), list[Ref]()
        unknown: dict[tuple[int, int], str] = {}
        for row, at, is_mark in marked(sheet):
            source, target = called.get(sides[row]), called.get(heads[at])
            if not is_mark:
                self._builder.note("tableNoMark", example=sheet.place(row, at))
                self._of(sheet).add(row, at, "noMark")
            elif source is None or target is None:
                unknown[(row, 0) if source is None else (0, at)] = sides[row] if source is None else heads[at]
            elif source == target:
                self._of(sheet).add(row, at, "loop")
                self._builder.note("importLoops")
            else:
                rows.append(row)
                columns.append(at)
                sources.append(source)
                targets.append(target)
        for (row, at), word in unknown.items():
            self._builder.note("importDangling", example=f"{sheet.place(row, at)}: {word}"[:80])
            self._of(sheet).add(row, at, "dangling", word=word[:_WORD])
        self._builder.edges(
            EdgeColumns([relation] * len(rows), sources, targets), lambda at: sheet.place(rows[at], columns[at])
        )

    def finish(self, tables: list[tuple[Sheet, TableMapping]]) -> ImportedModel:
        """What was made, with the mapping to look at."""
        for sheet, mapping in tables:
            if sheet.title:
                self._builder.note("tableTitle", len(sheet.title), example=f"{sheet.name}: {sheet.title[0][:_WORD]}")
            for total in sheet.totals:
                self._builder.note("tableTotals", example=f"{sheet.name}: {total[:_WORD]}")
            if mapping.is_guessed and not mapping.node_type:
                if holds_comments(sheet.name):
                    self._builder.note("importComments", len(sheet.filled))
                else:
                    self._builder.note("tableLeft", example=sheet.name)
        told = [self._of(sheet).told(mapping) for sheet, mapping in tables]
        return self._builder.finish(tables=told, holds_edge_attributes=False)

    def _of(self, sheet: Sheet) -> CellProblems:
        if sheet.name not in self._problems:
            self._problems[sheet.name] = CellProblems(sheet)
        return self._problems[sheet.name]

    def _check_length(
        self, table: _Table, texts: list[str], at: int | None, problem: str, most: int, *, is_refused: bool = False
    ) -> None:
        if at is None or max(map(len, texts), default=0) <= most:
            return
        for row, text in zip(table.sheet.filled, texts, strict=True):
            if len(text) > most:
                self._of(table.sheet).add(row, at, problem, is_refused=is_refused, limit=most)

    def _marks(
        self, table: _Table, name_at: int | None, descr_at: int | None
    ) -> tuple[dict[str, JsonValue], dict[str, JsonValue]]:
        """What rows with a name, and those without, remember of the fields that they came from."""
        heads = {each.at: each.header for each in table.mapping.columns} if table.mapping.has_header else {}
        name = MADE_NAME if name_at is None else heads.get(name_at, NAME)
        descr = "" if descr_at is None else heads.get(descr_at, "")
        return (
            {FOREIGN_SHEET: table.sheet.name, FOREIGN_NAMED: f"{name}|{descr}"},
            {FOREIGN_SHEET: table.sheet.name, FOREIGN_NAMED: f"{MADE_NAME}|{descr}"},
        )

    def _node_types(self, table: _Table, at: int | None) -> list[str]:
        otherwise = table.mapping.node_type
        if at is None:
            return [otherwise] * len(table.sheet.filled)
        said = table.column(at)
        known = {word: self._ontology.node_type(word) for word in set(said) if word}
        if None in known.values():
            for row, word in zip(table.sheet.filled, said, strict=True):
                if word and known[word] is None:
                    self._of(table.sheet).add(row, at, "noType", is_refused=True, types=[*self._ontology.node_types])
        named = {"": otherwise, **{word: each.name if each else otherwise for word, each in known.items()}}
        return [named[word] for word in said]

    def _attributes(self, table: _Table) -> list[dict[str, JsonValue]]:
        found: list[dict[str, JsonValue]] = [{} for _ in table.sheet.filled]
        for column in table.mapping.columns:
            if column.meaning != "attribute":
                continue
            texts, cells = table.column(column.at), table.said(table.sheet.cells(column.at))
            self._check_length(table, texts, column.at, "tooLong", VALUE_LENGTH, is_refused=True)
            for attributes, text, cell in zip(found, texts, cells, strict=True):
                if text:
                    attributes[column.header] = value_of(cell)
        return found


def _lines(words: list[str], called: Mapping[str, object]) -> list[str]:
    """All lines of cells that hold one for each element; none where a cell is not to be taken apart like that."""
    lines = "\n".join(words).split("\n")
    is_plain = all(lines) and not any("\n" in word and word in called for word in words)
    return lines if is_plain else []


def _repeated(values: Sequence[T], counts: Sequence[int]) -> list[T]:
    """Each value as often as its count says."""
    return [*itertools.chain.from_iterable(map(itertools.repeat, values, counts))]


def _on_one_line(names: list[str]) -> list[str]:
    """Names without breaks and double spaces; that nearly all have none is seen of all of them at once."""
    together = "".join(names)  # none has space around it
    if "  " not in together and together.isprintable():
        return names
    return [" ".join(name.split()) for name in names]


def _table(sheet: Sheet, mapping: TableMapping) -> _Table:
    at = mapping.column("id")
    return _Table(sheet, mapping, mapping.column("name") if at is None else at)

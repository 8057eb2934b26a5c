"""What the columns of a table mean: recognised by their headers and by what stands in them, corrected by people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import NodeType, Ontology
from graphwright.interop.tables.marks import looks_like_matrix, relation_of
from graphwright.interop.tables.records import Meaning, TableColumn, TableMapping
from graphwright.interop.tables.sheets import BACKWARD, Sheet, behind_arrow, has_header, headers_of
from graphwright.interop.tables.wishes import ROWS, TableWish
from graphwright.interop.tables.wording import (
    holds_comments,
    is_about_the_file,
    kind_of_rows,
    meaning_held,
    meaning_of,
    numbers,
    plain,
    relation_of_header,
)

ID, TYPE, NAME, DESCR = "ID", "Type", "Name", "Description"
"""The headers of an export."""
DEFAULTS: Final = ("REQ", "NORM")
_SPLIT: Final = re.compile(r"[,;\s]+")
_REFERENCES: Final = 0.6
"""Share of the words of a column that are ids of rows: then the column is a relation."""
_TWICE: Final = 0.1
"""Share of the rows whose number another has, by mistake."""
_SENTENCE: Final = 3
"""Words in a cell of a column, on average, that holds sentences."""


def mappings(sheets: Sequence[Sheet], ontology: Ontology, wishes: Sequence[TableWish]) -> list[TableMapping]:
    """The mapping of each sheet. `InvalidCommand` for what is no meaning of a column, or no type."""
    others = len(sheets) > 1
    found = [
        _matrix(sheet, wish, relation)
        if others and (relation := _relation_said(sheet, wish))
        else _mapping(sheet, ontology, wish, is_alone=not others)
        for sheet, wish in zip(sheets, wishes, strict=True)
    ]
    own = [{*_ids(sheet, mapping)} for sheet, mapping in zip(sheets, found, strict=True)]
    for at, (sheet, wish) in enumerate(zip(sheets, wishes, strict=True)):
        if not others or ROWS in wish.corrections or not found[at].node_type:
            continue
        elsewhere = set[str]().union(*own[:at], *own[at + 1 :])
        if looks_like_matrix(sheet, elsewhere):
            found[at] = _matrix(sheet, wish, sheet.name)
            own[at].clear()
    ids = set[str]().union(*own)
    return [_with_relations(sheet, each, ids) for sheet, each in zip(sheets, found, strict=True)]


def check_corrections(corrections: Mapping[str, str], ontology: Ontology) -> None:
    """`InvalidCommand` for what is no meaning of a column, or no type."""
    for header, word in corrections.items():
        if header != ROWS:
            _said(word)
        elif not behind_arrow(word):
            _said_type("rows", ontology, word)


def references(cell: str, ids: Mapping[str, object] | set[str], *, by_line: bool) -> list[str]:
    """The ids that a cell names: a line each in what an export wrote, else what is known or looks apart."""
    if not cell:
        return []
    lines = [line.strip() for line in cell.split("\n")]
    words = (word for line in lines for word in ([line] if by_line or line in ids else _SPLIT.split(line)))
    return [word for word in words if word]


def _relation_said(sheet: Sheet, wish: TableWish) -> str:
    """The relation that people, or else its first cell, say a sheet is a matrix of."""
    said = wish.corrections.get(ROWS, "")
    return behind_arrow(said) if said else relation_of(sheet)


def _matrix(sheet: Sheet, wish: TableWish, relation: str) -> TableMapping:
    return TableMapping(
        sheet=sheet.name,
        node_type="",
        relation=relation,
        is_guessed=False,
        columns=[],
        has_header=True,
        rows=len(sheet.rows) - 1,
        corrections=wish.corrections,
        remembered="" if wish.remembered is None else wish.remembered.mapping_id,
    )


def _mapping(sheet: Sheet, ontology: Ontology, wish: TableWish, *, is_alone: bool) -> TableMapping:
    header = has_header(sheet)
    node_type, guessed = _node_type(sheet.name, ontology, wish, is_alone=is_alone)
    columns = list(_columns(sheet, ontology, wish.corrections, node_type))
    corrections = wish.corrections
    if not wish.is_of_this_sheet and _named(sheet.name, ontology) is not None:
        # What the rows of another sheet are was not asked here, so it is not remembered of this one either.
        corrections = {header: word for header, word in corrections.items() if header != ROWS}
    return TableMapping(
        sheet=sheet.name,
        node_type=node_type,
        is_guessed=guessed,
        columns=columns,
        has_header=header,
        rows=len(sheet.filled),
        corrections=corrections,
        remembered="" if wish.remembered is None else wish.remembered.mapping_id,
    )


def _columns(sheet: Sheet, ontology: Ontology, corrections: Mapping[str, str], node_type: str) -> Iterator[TableColumn]:
    """Each meaning but `attribute` is taken once: by the column that people say has it, else by the likeliest.

    All of a header counts before a part of it, and both before what stands below.
    """
    headers = headers_of(sheet)
    found = {at: _said(corrections[header]) for at, header in enumerate(headers) if header in corrections}
    taken: set[Meaning] = {each.meaning for each in found.values()}
    by_kind = partial(_by_kind_of_rows, ontology, node_type)
    finders = (_by_header, _by_part_of_header, by_kind, _by_number) if has_header(sheet) else (_by_header, _by_place)
    for find in (*finders, _by_length):
        for at, meaning in find(sheet, headers):
            if at in found or (meaning in taken and meaning != "relation"):
                continue
            if meaning == "type" and not _tells_types(sheet, ontology, at):
                continue
            taken.add(meaning)
            found[at] = _Said(meaning, behind_arrow(headers[at]) if meaning == "relation" else "")
    for at, header in enumerate(headers):
        said = found.get(at, _Said("attribute"))
        yield TableColumn(
            at=at, header=header, meaning=said.meaning, relation=said.relation, is_from_cell=said.is_from_cell
        )


class _Said(NamedTuple):
    """What a column means."""

    meaning: Meaning
    relation: str = ""
    is_from_cell: bool = False


_Found: TypeAlias = Iterator[tuple[int, Meaning]]
"""Columns and what they may mean, the likeliest first."""


def _by_header(_: Sheet, headers: Sequence[str]) -> _Found:
    for at, header in enumerate(headers):
        meaning = "relation" if behind_arrow(header) else meaning_of(header)
        if meaning is not None:
            yield at, meaning


def _by_part_of_header(sheet: Sheet, headers: Sequence[str]) -> _Found:
    rows = _singular(sheet.name)
    for at, header in enumerate(headers):
        if (meaning := meaning_held(header)) is not None:
            yield at, meaning
        elif plain(header) in rows:
            yield at, "descr"  # `Requirement` in a sheet of requirements is what it says
        elif plain(header).removesuffix(" name") in rows:
            yield at, "name"


def _by_kind_of_rows(ontology: Ontology, node_type: str, sheet: Sheet, headers: Sequence[str]) -> _Found:
    """Sentences below the word for what the rows are, `Anforderung`, are their text, whatever the sheet is called."""
    for at, header in enumerate(headers):
        known = _named(plain(header), ontology)
        if known is not None and known.name == node_type and _mean_words(_filled_texts(sheet, at)) >= _SENTENCE:
            yield at, "descr"


def _by_number(sheet: Sheet, headers: Sequence[str]) -> _Found:
    """What numbers rows is an id where it stands once in each; one that only counts them is the last to be taken.

    One with letters in it, `BAD-005`, is an id also where a few stand twice: those are told apart, and people told.
    """
    counting: list[int] = []
    for at, header in enumerate(headers):
        texts = _filled_texts(sheet, at) if numbers(header) else []
        if not texts or not all(texts) or not _tells_apart(texts):
            continue
        if texts == [str(number) for number in range(1, len(texts) + 1)]:
            counting.append(at)
        else:
            yield at, "id"
    for at in counting:
        yield at, "id"


def _tells_apart(texts: Sequence[str]) -> bool:
    twice = len(texts) - len(set(texts))
    is_coded = all(any(sign.isalpha() for sign in text) and any(sign.isdigit() for sign in text) for text in texts)
    return not twice or (is_coded and twice <= max(1, len(texts) * _TWICE))


def _by_place(_: Sheet, headers: Sequence[str]) -> _Found:
    """Of a table without headers the first column is the id, the second the text."""
    yield from zip(range(len(headers)), ("id", "descr"), strict=False)


def _by_length(sheet: Sheet, headers: Sequence[str]) -> _Found:
    """Where no header speaks of names or texts, sentences are the text."""
    by_words = chain(_by_header(sheet, headers), _by_part_of_header(sheet, headers))
    if any(meaning in ("name", "descr") for _, meaning in by_words):
        return
    words = {at: _mean_words(_filled_texts(sheet, at)) for at in range(len(headers))}
    at = max(words, key=lambda each: words[each], default=None)
    if at is not None and words[at] >= _SENTENCE:
        yield at, "descr"


def _tells_types(sheet: Sheet, ontology: Ontology, at: int) -> bool:
    """Does any cell name a type? Else the column tells of kinds that another tool has."""
    said = set(filter(None, _filled_texts(sheet, at)))
    return not said or any(ontology.node_type(word) is not None for word in said)


def _filled_texts(sheet: Sheet, at: int) -> list[str]:
    """What stands in the rows that say something."""
    texts = sheet.texts(at)
    return [texts[row] for row in sheet.filled]


def _mean_words(texts: Sequence[str]) -> float:
    return sum(len(text.split()) for text in texts) / len(texts) if texts else 0


def _said(word: str) -> _Said:
    for arrow in BACKWARD:
        if word.startswith(arrow):
            return _Said("relation", word.removeprefix(arrow).strip(), is_from_cell=True)
    if relation := behind_arrow(word):
        known = relation_of_header(relation)
        return _Said("relation", relation) if known is None else _Said("relation", *known)
    match word.casefold():
        case "-":
            return _Said("left out")
        case "id" | "name" | "descr" | "type" | "attribute" as meaning:
            return _Said(meaning)
        case _:
            meanings = "id, name, descr, type, attribute, '-> RELATION', '<- RELATION' or -"
            raise InvalidCommand(f"{word!r} is no meaning of a column; use {meanings}")


def _node_type(sheet: str, ontology: Ontology, wish: TableWish, *, is_alone: bool) -> tuple[str, bool]:
    """The type of the rows, and whether nobody said so; none where they tell of the file."""
    said = wish.corrections.get(ROWS)
    if said is not None and wish.is_of_this_sheet:
        return _said_type(sheet, ontology, said), False
    known = _named(sheet, ontology)
    if known is not None:
        return known.name, False
    if said is not None:  # of another sheet with these headers, and the name of this one says nothing
        return _said_type(sheet, ontology, said), False
    if not is_alone and (is_about_the_file(sheet) or holds_comments(sheet)):
        return "", True
    default = next((kind for kind in DEFAULTS if kind in ontology.node_types), None)
    if default is None:
        names = ", ".join(ontology.node_types)
        raise InvalidCommand(f"sheet {sheet!r}: say what its rows are, {sheet}=TYPE with one of {names}")
    return default, True


def _named(sheet: str, ontology: Ontology) -> NodeType | None:
    """The type that the name of a sheet says its rows are of."""
    for word in (sheet, *_singular(sheet)):
        known = ontology.node_type(word) or ontology.node_type(kind_of_rows(word) or "")
        if known is not None:
            return known
    return None


def _said_type(sheet: str, ontology: Ontology, said: str) -> str:
    if said == "-":
        return ""
    known = ontology.node_type(said)
    if known is None:
        raise InvalidCommand(f"{sheet}: {said!r} is no element type; use one of {', '.join(ontology.node_types)}, or -")
    return known.name


def _singular(sheet: str) -> list[str]:
    """What a row may be called: `FunctionalRequirements` holds functional requirements, and requirements."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", sheet).casefold().replace("_", " ").replace("-", " ")
    forms = [words]
    for end, other in (("ies", "y"), ("classes", "class"), ("es", "e"), ("s", ""), ("en", ""), ("e", "")):
        if words.endswith(end):
            forms.append(words.removesuffix(end) + other)
    return [*forms, *(form.rpartition(" ")[2] for form in forms if " " in form)]


def _ids(sheet: Sheet, mapping: TableMapping) -> Iterable[str]:
    at = mapping.column("id")
    at = mapping.column("name") if at is None else at
    if at is None or not mapping.node_type:
        return ()
    return filter(None, sheet.texts(at)[int(mapping.has_header) :])


def _with_relations(sheet: Sheet, mapping: TableMapping, ids: set[str]) -> TableMapping:
    """Columns that hold ids of other rows are relations: what their headers say, else called like them."""
    columns = [
        _relation_column(each)
        if each.meaning == "attribute"
        and each.header not in mapping.corrections
        and _refers(sheet, mapping, each.at, ids)
        else each
        for each in mapping.columns
    ]
    return replace(mapping, columns=columns)


def _relation_column(column: TableColumn) -> TableColumn:
    known = relation_of_header(column.header)
    if known is None:
        return replace(column, meaning="relation", relation=column.header)
    return replace(column, meaning="relation", relation=known.relation, is_from_cell=known.is_from_cell)


def _refers(sheet: Sheet, mapping: TableMapping, at: int, ids: set[str]) -> bool:
    texts = filter(None, sheet.texts(at)[int(mapping.has_header) :])
    words = [word for text in texts for word in references(text, ids, by_line=False)]
    return bool(words) and sum(word in ids for word in words) >= _REFERENCES * len(words)

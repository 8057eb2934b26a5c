"""What the columns of a table mean: recognised by their headers and by what stands in them, corrected by people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import NodeType, Ontology
from graphwright.interop.tables.marks import looks_like_matrix, relation_of
from graphwright.interop.tables.records import Meaning, TableColumn, TableMapping
from graphwright.interop.tables.sheets import ARROWS, Sheet, behind_arrow, has_header, headers_of
from graphwright.interop.tables.wishes import ROWS, TableWish

ID, TYPE, NAME, DESCR = "ID", "Type", "Name", "Description"
"""The headers of an export."""
_WORDS: Final[Mapping[str, Meaning]] = {
    **dict.fromkeys(("id", "key", "identifier", "uid", "nr", "no", "number", "kennung", "identifiant"), "id"),
    **dict.fromkeys(("name", "title", "summary", "titel", "bezeichnung", "nom", "titre", "subject"), "name"),
    **dict.fromkeys(("description", "descr", "text", "statement", "beschreibung", "texte", "body", "wording"), "descr"),
    **dict.fromkeys(("type", "issue type", "node type", "typ", "artifact type"), "type"),
}
_ID: Final = re.compile(r"\b(?:id|key|identifier|uid|kennung)\b")
_KINDS: Final[Mapping[str, str]] = {
    "class": "MOD", "file": "MOD", "component": "MOD", "part": "MOD", "goal": "REQ", "assumption": "REQ",
    "design decision": "REQ", "decision": "REQ", "hazard": "REQ", "risk": "REQ", "need": "REQ", "feature": "REQ",
    "test case": "TEST", "verification": "TEST", "story": "UC", "user story": "UC", "stakeholder": "ACTOR",
    "interface": "FLOW", "signal": "FLOW", "data": "SCHEMA", "subsystem": "SYS",
}  # fmt: skip
"""What other tools call their sheets, beside the words of the ontology."""
DEFAULTS: Final = ("REQ", "NORM")
_SPLIT: Final = re.compile(r"[,;\s]+")
_REFERENCES: Final = 0.6
"""Share of the words of a column that are ids of rows: then the column is a relation."""


def mappings(sheets: Sequence[Sheet], ontology: Ontology, wishes: Sequence[TableWish]) -> list[TableMapping]:
    """The mapping of each sheet. `InvalidCommand` for what is no meaning of a column, or no type."""
    others = len(sheets) > 1
    found = [
        _matrix(sheet, wish, relation)
        if others and (relation := _relation_said(sheet, wish))
        else _mapping(sheet, ontology, wish)
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


def _mapping(sheet: Sheet, ontology: Ontology, wish: TableWish) -> TableMapping:
    header = has_header(sheet)
    columns = list(_columns(sheet, wish.corrections))
    node_type, guessed = _node_type(sheet.name, ontology, wish)
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


def _columns(sheet: Sheet, corrections: Mapping[str, str]) -> Iterator[TableColumn]:
    """Each meaning but `attribute` is taken once: by the column that people say has it, else by the first."""
    headers = headers_of(sheet)
    said = {at: _said(corrections[header]) for at, header in enumerate(headers) if header in corrections}
    taken: set[Meaning] = {meaning for meaning, _ in said.values()}
    for at, header in enumerate(headers):
        meaning, relation = said.get(at) or _recognised(sheet.name, header, at, taken, has_header=has_header(sheet))
        if meaning not in ("attribute", "relation", "left out"):
            taken.add(meaning)
        yield TableColumn(at=at, header=header, meaning=meaning, relation=relation)


def _recognised(sheet: str, head: str, at: int, taken: set[Meaning], *, has_header: bool) -> tuple[Meaning, str]:
    for arrow in ARROWS:
        if head.startswith(arrow):
            return "relation", head.removeprefix(arrow).strip()
    key = " ".join(head.casefold().replace("_", " ").split()).rstrip(".")
    meaning: Meaning = _WORDS.get(key, "attribute")
    if meaning == "attribute" and (_ID.search(key) or (at == 0 and not has_header)):
        meaning = "id"
    elif meaning == "attribute" and (key in _singular(sheet) or (at == 1 and not has_header)):
        meaning = "descr"  # `Requirement` in a sheet of requirements is what it says
    elif meaning == "attribute" and key.removesuffix(" name") in _singular(sheet):
        meaning = "name"
    return ("attribute", "") if meaning in taken else (meaning, "")


def _said(word: str) -> tuple[Meaning, str]:
    for arrow in ARROWS:
        if word.startswith(arrow):
            return "relation", word.removeprefix(arrow).strip()
    match word.casefold():
        case "-":
            return "left out", ""
        case "id" | "name" | "descr" | "type" | "attribute" as meaning:
            return meaning, ""
        case _:
            meanings = "id, name, descr, type, attribute, '-> RELATION' or -"
            raise InvalidCommand(f"{word!r} is no meaning of a column; use {meanings}")


def _node_type(sheet: str, ontology: Ontology, wish: TableWish) -> tuple[str, bool]:
    said = wish.corrections.get(ROWS)
    if said is not None and wish.is_of_this_sheet:
        return _said_type(sheet, ontology, said), False
    known = _named(sheet, ontology)
    if known is not None:
        return known.name, False
    if said is not None:  # of another sheet with these headers, and the name of this one says nothing
        return _said_type(sheet, ontology, said), False
    default = next((kind for kind in DEFAULTS if kind in ontology.node_types), None)
    if default is None:
        names = ", ".join(ontology.node_types)
        raise InvalidCommand(f"sheet {sheet!r}: say what its rows are, {sheet}=TYPE with one of {names}")
    return default, True


def _named(sheet: str, ontology: Ontology) -> NodeType | None:
    """The type that the name of a sheet says its rows are of."""
    for word in (sheet, *_singular(sheet)):
        known = ontology.node_type(word) or ontology.node_type(_KINDS.get(word, ""))
        if known is not None:
            return known
    return None


def _said_type(sheet: str, ontology: Ontology, said: str) -> str:
    if said == "-":
        return ""
    known = ontology.node_type(said)
    if known is None:
        raise InvalidCommand(f"{sheet}: {said!r} is no node type; use one of {', '.join(ontology.node_types)}, or -")
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
    """Columns that hold ids of other rows are relations, called like their headers."""
    columns = [
        TableColumn(at=each.at, header=each.header, meaning="relation", relation=each.header)
        if each.meaning == "attribute"
        and each.header not in mapping.corrections
        and _refers(sheet, mapping, each.at, ids)
        else each
        for each in mapping.columns
    ]
    return replace(mapping, columns=columns)


def _refers(sheet: Sheet, mapping: TableMapping, at: int, ids: set[str]) -> bool:
    texts = filter(None, sheet.texts(at)[int(mapping.has_header) :])
    words = [word for text in texts for word in references(text, ids, by_line=False)]
    return bool(words) and sum(word in ids for word in words) >= _REFERENCES * len(words)

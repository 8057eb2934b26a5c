"""What the columns of a table mean: recognised by their headers and by what stands in them, corrected by people.

A correction is a line: `Classes=MOD` (the type of a sheet's rows), `ChangeLog=-` (leave it out), `Classes.Owner=-`,
`Requirements.Text=descr` (or `id`, `name`, `type`), `Requirements.Link=-> satisfy` (its cells hold ids of other rows).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import Ontology
from graphwright.interop.tables.records import Meaning, TableColumn, TableMapping
from graphwright.interop.tables.sheets import Sheet, has_header, letters, text_of

ID, TYPE, NAME, DESCR = "ID", "Type", "Name", "Description"
"""The headers of an export."""
ARROW: Final = "→"
"""Before the name of a relation in a header that an export wrote."""
_ARROWS: Final = (ARROW, "->")
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
_CORRECTION: Final = re.compile(r"\s*([^=]+?)\s*=\s*(.+?)\s*")


def mappings(sheets: list[Sheet], ontology: Ontology, corrections: str) -> list[TableMapping]:
    """The mapping of each sheet. `InvalidCommand` for a correction that names no sheet, column or type."""
    wanted = _corrections(corrections)
    known = {each.name.casefold() for each in sheets}
    found = [_mapping(each, ontology, wanted) for each in sheets]
    for place in wanted:
        sheet = place.rpartition(".")[0] or place
        if place not in known and sheet not in known:
            names = ", ".join(each.name for each in sheets)
            raise InvalidCommand(f"{place!r}: no sheet is called so; there are {names}")
    ids = {each for sheet, mapping in zip(sheets, found, strict=True) for each in _ids(sheet, mapping)}
    return [_with_relations(sheet, each, ids, wanted) for sheet, each in zip(sheets, found, strict=True)]


def references(cell: str, ids: Mapping[str, object] | set[str], *, by_line: bool) -> list[str]:
    """The ids that a cell names: a line each in what an export wrote, else what is known or looks apart."""
    if not cell:
        return []
    lines = [line.strip() for line in cell.split("\n")]
    words = (word for line in lines for word in ([line] if by_line or line in ids else _SPLIT.split(line)))
    return [word for word in words if word]


def _corrections(text: str) -> dict[str, str]:
    wanted: dict[str, str] = {}
    for line in re.split(r"[\n;]", text):
        if not line.strip():
            continue
        found = _CORRECTION.fullmatch(line)
        if found is None:
            raise InvalidCommand(f"{line.strip()[:80]!r} is no mapping; write SHEET=TYPE or SHEET.COLUMN=MEANING")
        wanted[found[1].casefold()] = found[2]
    return wanted


def _mapping(sheet: Sheet, ontology: Ontology, wanted: Mapping[str, str]) -> TableMapping:
    header = has_header(sheet)
    width = max((len(row) for row in sheet.rows), default=0)
    heads = [text_of(cell) for cell in sheet.rows[0]] if header else []
    heads += [""] * (width - len(heads))
    heads = [head or letters(at + sheet.first_column) for at, head in enumerate(heads)]
    columns = list(_columns(sheet.name, heads, wanted, has_header=header))
    node_type, guessed = _node_type(sheet.name, ontology, wanted.get(sheet.name.casefold()))
    rows = sum(any(text_of(cell) for cell in row) for row in sheet.rows[header:])
    return TableMapping(
        sheet=sheet.name, node_type=node_type, is_guessed=guessed, columns=columns, has_header=header, rows=rows
    )


def _columns(sheet: str, heads: list[str], wanted: Mapping[str, str], *, has_header: bool) -> Iterator[TableColumn]:
    """Each meaning but `attribute` is taken once, by the first column that has it."""
    taken: set[Meaning] = set()
    for at, head in enumerate(heads):
        said = wanted.get(f"{sheet}.{head}".casefold())
        known = _recognised(sheet, head, at, taken, has_header=has_header) if said is None else _said(said)
        meaning, relation = known
        if meaning not in ("attribute", "relation", "left out"):
            taken.add(meaning)
        yield TableColumn(at=at, header=head, meaning=meaning, relation=relation)


def _recognised(sheet: str, head: str, at: int, taken: set[Meaning], *, has_header: bool) -> tuple[Meaning, str]:
    for arrow in _ARROWS:
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
    for arrow in _ARROWS:
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


def _node_type(sheet: str, ontology: Ontology, said: str | None) -> tuple[str, bool]:
    if said == "-":
        return "", False
    if said is not None:
        known = ontology.node_type(said)
        if known is None:
            raise InvalidCommand(
                f"{sheet}: {said!r} is no node type; use one of {', '.join(ontology.node_types)}, or -"
            )
        return known.name, False
    for word in (sheet, *_singular(sheet)):
        known = ontology.node_type(word) or ontology.node_type(_KINDS.get(word, ""))
        if known is not None:
            return known.name, False
    default = next((kind for kind in DEFAULTS if kind in ontology.node_types), None)
    if default is None:
        names = ", ".join(ontology.node_types)
        raise InvalidCommand(f"sheet {sheet!r}: say what its rows are, {sheet}=TYPE with one of {names}")
    return default, True


def _singular(sheet: str) -> list[str]:
    """What a row may be called: `FunctionalRequirements` holds functional requirements, and requirements."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", sheet).casefold().replace("_", " ").replace("-", " ")
    forms = [words]
    for end, other in (("ies", "y"), ("classes", "class"), ("es", "e"), ("s", ""), ("en", ""), ("e", "")):
        if words.endswith(end):
            forms.append(words.removesuffix(end) + other)
    return [*forms, *(form.rpartition(" ")[2] for form in forms if " " in form)]


def _ids(sheet: Sheet, mapping: TableMapping) -> Iterator[str]:
    at = mapping.column("id")
    at = mapping.column("name") if at is None else at
    if at is not None and mapping.node_type:
        for row in sheet.rows[1 if mapping.has_header else 0 :]:
            if len(row) > at and (found := text_of(row[at])):
                yield found


def _with_relations(sheet: Sheet, mapping: TableMapping, ids: set[str], wanted: Mapping[str, str]) -> TableMapping:
    """Columns that hold ids of other rows are relations, called like their headers."""
    columns = [
        TableColumn(at=each.at, header=each.header, meaning="relation", relation=each.header)
        if each.meaning == "attribute"
        and f"{sheet.name}.{each.header}".casefold() not in wanted
        and _refers(sheet, mapping, each.at, ids)
        else each
        for each in mapping.columns
    ]
    return replace(mapping, columns=columns)


def _refers(sheet: Sheet, mapping: TableMapping, at: int, ids: set[str]) -> bool:
    words = [
        word
        for row in sheet.rows[1 if mapping.has_header else 0 :]
        if len(row) > at
        for word in references(text_of(row[at]), ids, by_line=False)
    ]
    return bool(words) and sum(word in ids for word in words) >= _REFERENCES * len(words)

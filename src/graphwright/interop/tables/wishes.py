"""What people want of sheets and columns: what they say now and, under it, what the project remembers of such a table.

A correction is a line: `Classes=MOD` (the type of a sheet's rows), `ChangeLog=-` (leave it out), `Classes.Owner=-`,
`Requirements.Text=descr` (or `id`, `name`, `type`), `Requirements.Link=-> satisfy` (its cells hold ids of other rows),
`Parts.In=<- compose` (these do it to the row).
What a correction means is read in `columns`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.interop.tables.sheets import Sheet, has_header, headers_of
from graphwright.protocol.tables import RememberedMapping

ROWS: Final = ""
"""In place of a header: what the rows are."""
_ID: Final = 12
"""Characters of a mapping's id: two tables of one project share one by chance once in 10^8."""


class TableWish(Struct, frozen=True):
    """What is wanted of one sheet."""

    corrections: dict[str, str]
    """By header, and of the rows under `ROWS`."""
    remembered: RememberedMapping | None = None
    """Where some of them come from."""
    is_of_this_sheet: bool = True
    """What the rows are was said of a sheet of this name, and not of another one with these headers."""


def mapping_id(sheet: str, headers: Sequence[str]) -> str:
    """The id of what is remembered of a table, in whatever order its columns stand."""
    words = [_plain(sheet), *sorted(map(_plain, headers))]
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:_ID]


def wishes_for(
    sheets: Sequence[Sheet], said: str, remembered: Sequence[RememberedMapping] = (), file: str = ""
) -> list[TableWish]:
    """What is wanted of each sheet. `InvalidCommand` for a correction that names no sheet or column."""
    corrections = _corrections(sheets, said)
    return [_wish(sheet, corrections[at], remembered, file) for at, sheet in enumerate(sheets)]


def _wish(sheet: Sheet, said: dict[str, str], remembered: Sequence[RememberedMapping], file: str) -> TableWish:
    known = _known(sheet, remembered, file)
    if known is None:
        return TableWish(said)
    headers = {_plain(each): each for each in headers_of(sheet)}
    kept = {headers[_plain(place)]: word for place, word in known.corrections.items() if _plain(place) in headers}
    if ROWS in known.corrections:
        kept[ROWS] = known.corrections[ROWS]
    return TableWish({**kept, **said}, known, ROWS in said or _plain(known.sheet) == _plain(sheet.name))


def _known(sheet: Sheet, remembered: Sequence[RememberedMapping], file: str) -> RememberedMapping | None:
    """The newest that is remembered: of this table, of one with these headers, of this sheet of the same file."""
    newest = sorted(remembered, key=lambda each: each.at, reverse=True)
    headers = sorted(map(_plain, headers_of(sheet)))
    own = mapping_id(sheet.name, headers_of(sheet))
    of_file = [each for each in newest if each.file == file and _plain(each.sheet) == _plain(sheet.name)]
    if not has_header(sheet):  # `A`, `B` and `C` are the headers of any such table
        return next(iter(of_file), None)
    of_table = [each for each in newest if each.mapping_id == own]
    of_headers = [each for each in newest if sorted(map(_plain, each.headers)) == headers]
    return next(iter([*of_table, *of_headers, *of_file]), None)


def _corrections(sheets: Sequence[Sheet], said: str) -> list[dict[str, str]]:
    """For each sheet. A line is taken whole where that names a place: a header may hold any character."""
    places = _places(sheets)
    found: list[dict[str, str]] = [{} for _ in sheets]
    for line in said.splitlines():
        whole = _read(line, places)
        for each in [line] if whole is not None else line.split(";"):
            if not each.strip():
                continue
            read = _read(each, places)
            if read is None:
                raise _nowhere(each.strip(), sheets)
            at, header, word = read
            found[at][header] = word
    return found


def _places(sheets: Sequence[Sheet]) -> dict[str, tuple[int, str]]:
    """Sheet and header of everything that a correction may name: `Parts`, `Parts.Made by`."""
    places: dict[str, tuple[int, str]] = {}
    for at, sheet in enumerate(sheets):
        for header in headers_of(sheet):
            places.setdefault(_plain(f"{sheet.name}.{header}"), (at, header))
    for at, sheet in enumerate(sheets):
        places[_plain(sheet.name)] = (at, ROWS)
    return places


def _read(line: str, places: dict[str, tuple[int, str]]) -> tuple[int, str, str] | None:
    """Sheet, header and meaning of a line; a header may hold `=`, a meaning none."""
    place, equals, word = line.rpartition("=")
    known = places.get(_plain(place)) if equals and word.strip() else None
    return None if known is None else (*known, word.strip())


def _nowhere(line: str, sheets: Sequence[Sheet]) -> InvalidCommand:
    place, equals, word = line.rpartition("=")
    if not (equals and place.strip() and word.strip()):
        return InvalidCommand(f"{line[:80]!r} is no mapping; write SHEET=TYPE or SHEET.COLUMN=MEANING")
    named = f"{place.strip()[:80]!r}"
    for sheet in sheets:
        if _plain(place).startswith(_plain(sheet.name) + "."):
            headers = ", ".join(headers_of(sheet))[:400]
            return InvalidCommand(f"{named}: {sheet.name} has no column of this name; there are {headers}")
    return InvalidCommand(f"{named}: no sheet is called so; there are {', '.join(each.name for each in sheets)}")


def _plain(name: str) -> str:
    """A name as it is compared: without case, and on one line."""
    return re.sub(r"\s+", " ", name).strip().casefold()

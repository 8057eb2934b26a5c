"""What a workbook holds, looked at before a library reads it: how far its cells reach, part by part, as they come.

The library makes a table of every cell between the first and the last, so a few bytes that name one far out would have
it ask for hundreds of gigabytes, which ends the process. It is therefore given an archive of the parts that were looked
at, as they were read here, and no other: neither other bytes nor another kind of workbook.
"""

from __future__ import annotations

import io
import posixpath
import string
import zipfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final
from xml.parsers.expat import ExpatError, ParserCreate

from graphwright.documents.limits import UnreadableFile

ROWS: Final = 1_048_576
COLUMNS: Final = 16_384
"""Of a sheet, as every program that writes workbooks has them."""
_SPARSE: Final = 250_000
_EACH: Final = 1_000
"""Cells that a sheet may span in any case, and for each that says something: a matrix may be sparse."""
_BLOCK: Final = 1024 * 1024
_LETTERS: Final = 26
_UNNEEDED: Final = ("customxml/", "docprops/")
"""Folders of parts that hold no cell, and may be XML of any kind."""


class _TooFar(Exception):
    """A cell lies so far from the others that they span more than is ever read."""


class _WorkbookPart:
    """One part of a workbook: which of its cells say something, and which sheets or parts it names.

    Names in it count without their prefix and cells wherever they stand, as the library has it; a cell that says
    nothing takes no place, however far out its format reaches.
    """

    def __init__(self, most: int) -> None:
        self.sheets: list[tuple[str, str, bool]] = []
        """Name, id and whether it is seen of every sheet that it lists."""
        self.targets: dict[str, str] = {}
        """Where the ids of other parts lead."""
        self.strings = 0
        """How many strings it says it has."""
        self.farthest = 0, 0
        """The cell with which they reached furthest."""
        self.spanned = 0
        """Cells from the first to the last, empty ones included."""
        self._most = most
        self._filled = 0
        self._row, self._column = -1, -1
        """Of what was begun last, counted from 0."""
        self._cell: tuple[int, int] | None = None
        """A cell of which is not known yet whether it says something."""
        self._top, self._left, self._bottom, self._right = ROWS, COLUMNS, -1, -1

    @property
    def allowed(self) -> int:
        """How many cells may be spanned by as many as say something."""
        return min(_SPARSE + _EACH * self._filled, self._most)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition(":")[2] if ":" in tag else tag
        if name == "c":
            self._cell = self._place(attributes.get("r"))
        elif name in {"v", "is"}:
            if self._cell is not None:
                self._count(*self._cell)
        elif name == "row":
            given = attributes.get("r")
            self._row = self._row + 1 if given is None else _number(given.lstrip(string.ascii_letters)) - 1
            self._column = -1
        elif name == "sheet":
            said = {key.rpartition(":")[2]: value for key, value in attributes.items()}
            is_seen = said.get("state", "visible") == "visible"
            self.sheets.append((said.get("name", ""), said.get("id", ""), is_seen))
        elif name == "Relationship":
            self.targets[attributes.get("Id", "")] = attributes.get("Target", "")
        elif name == "sst" and attributes.get("uniqueCount", "").isdecimal():
            self.strings = int(attributes["uniqueCount"][:_LETTERS])

    def _place(self, given: str | None) -> tuple[int, int]:
        if given is None:
            self._column += 1
            return self._row, self._column
        letters = given.rstrip(string.digits)
        self._column = _column(letters)
        return _number(given[len(letters) :]) - 1, self._column

    def _count(self, row: int, column: int) -> None:
        """The cell says something."""
        self._cell = None
        self._filled += 1
        if self._top <= row <= self._bottom and self._left <= column <= self._right:
            return
        if row >= ROWS or column >= COLUMNS:
            raise ValueError(f"row {row + 1:,}, column {column + 1:,}: no sheet has so many")
        self._top, self._bottom = min(self._top, row), max(self._bottom, row)
        self._left, self._right = min(self._left, column), max(self._right, column)
        self.spanned = (self._bottom - self._top + 1) * (self._right - self._left + 1)
        self.farthest = row, column
        if self.spanned > self._most:
            raise _TooFar


def looked_through(data: bytes, most: int) -> bytes:
    """The workbook with the parts that hold its cells, of an archive that can be unpacked.

    `UnreadableFile` where the cells of a sheet lie too far apart, `ValueError` where a part is damaged.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        kept = {each.filename.lower(): each for each in archive.infolist() if _is_needed(each.filename)}
        parts = {name: _looked_at(archive, each, most) for name, each in kept.items()}
        for name in _far(parts):
            del kept[name]
        return _packed(archive, kept.values())


def _is_needed(name: str) -> bool:
    return name.lower().endswith((".xml", ".rels")) and not name.lower().startswith(_UNNEEDED)


def _looked_at(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> _WorkbookPart:
    """A part, read as UTF-8 whatever it says: in another encoding the library would see other elements."""
    part = _WorkbookPart(most)
    parser = ParserCreate("utf-8")
    parser.StartElementHandler = part.start
    parser.StartDoctypeDeclHandler = _no_entities
    try:
        with archive.open(member) as stream:
            for block in iter(lambda: stream.read(_BLOCK), b""):
                if b"\0" in block:  # which no UTF-8 has, and UTF-16 has in every mark
                    raise ValueError(f"{member.filename[:80]}: it is not written in UTF-8")
                parser.Parse(block, False)  # noqa: FBT003  as the library has it
            parser.Parse(b"", True)  # noqa: FBT003  as above
    except _TooFar:
        return part
    except ExpatError as error:
        raise ValueError(f"{member.filename[:80]}: {error}") from None
    if part.strings > max(member.file_size, most):  # the library makes room for so many at once
        raise ValueError(f"{member.filename[:80]}: {part.strings:,} strings in {member.file_size:,} bytes")
    return part


def _far(parts: dict[str, _WorkbookPart]) -> Iterator[str]:
    """Parts of hidden sheets whose cells lie too far apart; `UnreadableFile` for one of a sheet that is seen."""
    far = [name for name, part in parts.items() if part.spanned > part.allowed]
    names = _names_by_part(parts) if far else {}
    for name in far:
        part = parts[name]
        sheets = [*names.get(name, ()), *names.get("", ())]
        seen = [called for called in sheets if called is not None]
        if sheets and not seen:
            yield name
            continue
        called = seen[0] if seen else name
        cell = f"{_letters(part.farthest[1])}{part.farthest[0] + 1}"
        raise UnreadableFile(
            "tooLarge",
            f"sheet {called[:80]!r}: cell {cell} lies so far from the others "
            f"that they span {part.spanned:,} cells, and at most {part.allowed:,} are read where so few are filled; "
            "remove it, or split the sheet",
        )


def _names_by_part(parts: dict[str, _WorkbookPart]) -> dict[str, list[str | None]]:
    """What the sheets of each part are called, `None` for hidden ones; below no name those whose part is not told."""
    names: dict[str, list[str | None]] = {}
    for listing, whole in parts.items():
        for called, given, is_seen in whole.sheets:
            names.setdefault(_target(parts, listing, given), []).append(called if is_seen else None)
    return names


def _target(parts: dict[str, _WorkbookPart], listing: str, given: str) -> str:
    """Which part an id leads to, empty where that cannot be told."""
    folder, name = posixpath.split(listing)
    relations = parts.get(posixpath.join(folder, "_rels", f"{name}.rels"))
    target = relations.targets.get(given, "").lower() if relations else ""
    return target[1:] if target.startswith("/") else posixpath.join(folder, target) if target else ""


def _packed(archive: zipfile.ZipFile, members: Iterable[zipfile.ZipInfo]) -> bytes:
    """These parts and nothing else, hardly packed: they are unpacked at once."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as fresh:
        for member in members:
            with archive.open(member) as source, fresh.open(member.filename, "w") as target:
                for block in iter(lambda: source.read(_BLOCK), b""):
                    target.write(block)
    return made.getvalue()


def _no_entities(*_: object) -> None:
    raise ValueError("a part declares entities, which none does")


@lru_cache(maxsize=8)  # the cells of a row say it one after the other
def _number(digits: str) -> int:
    """A row as it is written. `ValueError` for what is none, or beyond the last."""
    if not digits.isascii() or not digits.isdecimal() or not 0 < (number := int(digits[:_LETTERS])) <= ROWS:
        raise ValueError(f"{digits[:20]!r} is no row of a sheet")
    return number


@lru_cache(maxsize=COLUMNS)
def _column(letters: str) -> int:
    """A column as it is written, counted from 0. `ValueError` for what is none, or beyond the last."""
    column = 0
    for letter in letters.upper()[:_LETTERS]:
        column = column * _LETTERS + string.ascii_uppercase.find(letter) + 1
    if not letters.isascii() or not letters.isalpha() or column > COLUMNS:
        raise ValueError(f"{letters[:20]!r} is no column of a sheet")
    return column - 1


def _letters(column: int) -> str:
    name = ""
    while column >= 0:
        column, rest = divmod(column, _LETTERS)
        name, column = string.ascii_uppercase[rest] + name, column - 1
    return name

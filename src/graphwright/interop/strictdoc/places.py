"""Where a requirement stands in its document: in which sections, and what stands between it and its neighbours.

Sections and texts are no elements of a model. They are kept, word for word, with the requirements on both sides of
them (the first and the last for what begins and ends the document), so that an export can give the document back, also
where one of the two was deleted here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.graph.foreign import FOREIGN_SECTION
from graphwright.graph.sections import BETWEEN, SECTION
from graphwright.protocol.graph import Node

_MADE: Final = "[[SECTION]]\nTITLE: "
_INSIDE: Final = " // "
"""In its place inside a title."""
_TITLE: Final = re.compile(r"^TITLE: (.*)$", re.MULTILINE)


class PlacedBlock(Struct, omit_defaults=True):
    """A block of a document as it stands there, with the begins of the sections around it, the outermost first."""

    path: list[str] = []
    text: str = ""
    """Empty where a section holds nothing."""


class DocumentPosition(Struct, omit_defaults=True):
    """What a document says of a requirement that no attribute says."""

    path: list[str] = []
    before: list[PlacedBlock] = []
    after: list[PlacedBlock] = []
    """What the next requirement has before it."""
    begin: list[PlacedBlock] = []
    """Before all requirements of the document; the first and the last know it."""
    end: list[PlacedBlock] = []
    """After all of them; these know it, too."""
    mid: str = ""
    short: list[str] = []
    """Long fields that were written on one line."""
    repeated: dict[str, list[str]] = {}
    """Fields that stand several times, one by one."""
    others: list[dict[str, str]] = []
    """Relations to files and to what is in no document that came in."""
    order: list[str] = []
    """Where there are such: what the relations lead to, in their order."""
    opens: str = ""
    """Of a requirement that holds others: what stands for it in their paths."""
    is_made: bool = False
    """The document gives it no id."""


def place_of(node: Node, *, has_field: bool = False) -> DocumentPosition:
    """The place of a requirement; the section that people gave it since holds.

    `has_field`: in this document `section` is a field as others are, and says nothing of the place.
    """
    kept = node.attributes.get(FOREIGN_SECTION)
    place = DocumentPosition()
    if isinstance(kept, str):
        try:
            place = msgspec.json.decode(kept, type=DocumentPosition)
        except (msgspec.MsgspecError, RecursionError):
            place = DocumentPosition()
    wanted = node.attributes.get(SECTION, "")
    if has_field or not isinstance(wanted, str) or wanted == title_of(place.path):
        return place
    words = (" ".join(each.split()) for each in f" {wanted} ".split(BETWEEN))
    place.path = [f"{_MADE}{each.replace(_INSIDE, BETWEEN)}" for each in words if each]
    return place


def title_of(path: Sequence[str]) -> str:
    """The titles of the sections around something."""
    found = (_TITLE.search(each) for each in path)
    return BETWEEN.join("" if each is None else each[1].strip().replace(BETWEEN, _INSIDE) for each in found)


class _OpenSection:
    """A section and what stands in it."""

    def __init__(self, path: list[str]) -> None:
        self.path = path
        self.items: list[PlacedBlock | _OpenSection] = []


def in_sections(blocks: Iterable[PlacedBlock]) -> list[PlacedBlock]:
    """The blocks so that each section is written once: what is new in one that is over already goes to its end."""
    whole = _OpenSection([])
    known: dict[tuple[str, ...], _OpenSection] = {(): whole}
    titled: dict[str, list[str]] = {}
    for block in blocks:
        path = _as_known(block.path, titled)
        section = whole
        for deep in range(1, len(path) + 1):
            begin = tuple(path[:deep])
            if begin not in known:
                known[begin] = _OpenSection(path[:deep])
                section.items.append(known[begin])
                titled.setdefault(title_of(begin), path[:deep])
            section = known[begin]
        section.items.append(PlacedBlock(path, block.text))
    return [*_in_order(whole)]


def _in_order(whole: _OpenSection) -> Iterator[PlacedBlock]:
    """In depth, without recursion: sections may be deeper than a stack."""
    waiting: list[PlacedBlock | _OpenSection] = [whole]
    while waiting:
        each = waiting.pop()
        if isinstance(each, _OpenSection):
            waiting += reversed(each.items)
        else:
            yield each


def _as_known(path: list[str], titled: Mapping[str, list[str]]) -> list[str]:
    """A path of which only the titles are given, with the sections of these titles that are there already."""
    if not all(each.startswith(_MADE) and each.count("\n") == 1 for each in path):
        return path
    for deep in range(len(path), 0, -1):
        if (known := titled.get(title_of(path[:deep]))) is not None:
            return [*known, *path[deep:]]
    return path

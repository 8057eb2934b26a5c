"""What headers and names of sheets mean in the tables of other people, in every language of the product."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from graphwright.text.recognition import Recogniser

KnownMeaning: TypeAlias = Literal["id", "name", "descr", "type"]

_ID, NUMBER = Recogniser("(?:<tables.id>)"), Recogniser(r"(?<!\w)(?:<tables.number>)(?!\w)")
MEANINGS: Final[Mapping[KnownMeaning, Recogniser]] = {
    "id": _ID,
    "name": Recogniser("(?:<tables.name>)"),
    "descr": Recogniser("(?:<tables.descr>)"),
    "type": Recogniser("(?:<tables.type>)"),
}
HOLDS: Final[Mapping[KnownMeaning, Recogniser]] = {
    "id": Recogniser(r"(?<!\w)(?:<tables.id>)(?!\w)"),
    "descr": Recogniser(r"^(?:<tables.descr>)(?!\w)"),
    "name": Recogniser(r"^(?:<tables.name>)(?!\w)"),
}
"""What a header says in a part of it: `Anf.-ID`, `Description of the part`."""
_ABOUT: Final = Recogniser("(?:<tables.about>)")
_APART: Final = Recogniser("(?:<tables.apart>)")
_TOTAL: Final = Recogniser(r"(?:<tables.total>)(?:[ :(]\W*\w+){0,3}\W*")
_COMMENTS: Final = Recogniser(r"(?:<tables.comments>)(?: \d+)?")
KINDS: Final[Mapping[str, Recogniser]] = {
    name: Recogniser(f"(?:<tables.{name.lower()}>)")
    for name in ("REQ", "MOD", "TEST", "UC", "ACTOR", "FLOW", "SCHEMA", "SYS")
}


class KnownRelation(NamedTuple):
    """What a column of ids says."""

    relation: str
    is_from_cell: bool = False
    """What the cell names does it to the row: `part of`, `satisfied by`."""


_RELATIONS: Final[Mapping[KnownRelation, Recogniser]] = {
    KnownRelation("satisfy"): Recogniser("(?:<tables.satisfying>)"),
    KnownRelation("satisfy", is_from_cell=True): Recogniser("(?:<tables.satisfied>)"),
    # A requirement leads to its test.
    KnownRelation("verify"): Recogniser("(?:<tables.verified>)"),
    KnownRelation("verify", is_from_cell=True): Recogniser("(?:<tables.verifying>)"),
    KnownRelation("compose"): Recogniser("(?:<tables.containing>)"),
    KnownRelation("compose", is_from_cell=True): Recogniser("(?:<tables.contained>)"),
    KnownRelation("allocate"): Recogniser("(?:<tables.allocating>)"),
    KnownRelation("allocate", is_from_cell=True): Recogniser("(?:<tables.allocated>)"),
}


def plain(header: str) -> str:
    """A header as it is looked up."""
    return " ".join(header.casefold().replace("_", " ").split()).rstrip(".: ")


def meaning_of(header: str) -> KnownMeaning | None:
    """What a header means by all of it."""
    return next((meaning for meaning, words in MEANINGS.items() if words.pattern.fullmatch(plain(header))), None)


def meaning_held(header: str) -> KnownMeaning | None:
    """What a header means by a part of it."""
    return next((meaning for meaning, words in HOLDS.items() if words.search(plain(header))), None)


def numbers(header: str) -> bool:
    """Does a header say that something is numbered?"""
    return NUMBER.search(plain(header)) is not None


def relation_of_header(header: str) -> KnownRelation | None:
    """What a column of ids says by its header."""
    return next((known for known, words in _RELATIONS.items() if words.pattern.fullmatch(plain(header))), None)


def kind_of_rows(name: str) -> str | None:
    """The type that rows of this name are of, in profile `systems`."""
    return next((kind for kind, words in KINDS.items() if words.pattern.fullmatch(plain(name))), None)


def is_about_the_file(name: str) -> bool:
    """Does a sheet of this name tell of the file, and not of the system?"""
    return _ABOUT.pattern.fullmatch(plain(name)) is not None


def holds_comments(name: str) -> bool:
    """Does a sheet of this name hold what people remarked?"""
    return _COMMENTS.pattern.fullmatch(plain(name)) is not None


def called_apart(name: str) -> str:
    """What a sheet calls its rows, where that is no requirement: `DesignDecisions` are design decisions."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", " ".join(name.replace("_", " ").split()))
    first, _, rest = words.partition(" ")
    called = f"{first} {rest.casefold()}".strip()
    return called if _APART.pattern.fullmatch(plain(called)) else ""


def is_total(text: str) -> bool:
    """Does a text say that a total stands beside it: `Total`, `Summe der Kosten:`?"""
    return _TOTAL.pattern.fullmatch(plain(text)) is not None

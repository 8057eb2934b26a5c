"""The records of a judged set: what is given, what is said, and what must come of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from tests.offline.judging.written import as_entry

HERE = Path(__file__).parent
SENTENCES = HERE / "sentences.json"
LATER = HERE / "later.json"
EVERYDAY = HERE / "everyday.json"
FRESH = HERE / "fresh.json"
PLAIN = HERE / "plain.json"
UNSEEN = HERE / "unseen.json"
OPEN = HERE / "open.json"
RECENT = HERE / "recent.json"
UNFORESEEN = HERE / "unforeseen.json"
NEWCOME = HERE / "newcome.json"
CLOSED = HERE / "closed.json"
COUNTED = HERE / "counted.json"
SPOKEN = HERE / "spoken.json"
UNTOLD = HERE / "untold.json"
DAILY = HERE / "daily.json"
UNHEARD = HERE / "unheard.json"
CASUAL = HERE / "casual.json"
UNOPENED = HERE / "unopened.json"
UNTRIED = HERE / "untried.json"
CANDID = HERE / "candid.json"
ASIDES = HERE / "asides.json"
OFFHAND = HERE / "offhand.json"
ABROAD = HERE / "abroad.json"
LATEST = HERE / "latest.json"
LEDGER = HERE / "ledger.json"
MANUALS = HERE / "manuals.json"
JOURNAL = HERE / "journal.json"
SEALED = HERE / "sealed.json"
WAYSIDE = HERE / "wayside.json"
EXPECTED = HERE / "expected.json"

Triple = tuple[str, str, str]
_PLAIN = re.compile(r".+ -\w+-> .+|(?:SYS|UC|ACTOR|FCHAIN|FUNC|FLOW|REQ|TEST|MOD|SCHEMA|lost|new) (?:\S+ ?){1,4}")
"""A line of `absent` that says by itself what must not be."""


class Given(msgspec.Struct, frozen=True):
    """One line of the model before: an element, a relation, or what was spoken of last."""

    type: str = ""
    name: str = ""
    text: str = ""
    fields: list[str] = []
    source: str = ""
    relation: str = ""
    target: str = ""
    last_mentioned: str = ""
    last_change_added: str = ""


class Element(msgspec.Struct, frozen=True):
    """An element that must be there afterwards."""

    type: str
    name_any: list[str]
    type_any: list[str] = []
    kind_any: list[str] = []
    fields: list[str] = []

    @property
    def types(self) -> frozenset[str]:
        return frozenset(self.type_any or [self.type])


class Expectation(msgspec.Struct, frozen=True):
    """What must come of a sentence."""

    kind: str
    elements: list[Element]
    relations: list[Triple]
    absent: list[str]
    answer: str
    text: str | list[str]
    numbers: list[tuple[str, str]]

    @property
    def texts(self) -> list[str]:
        """The requirements, verbatim."""
        texts = [self.text] if isinstance(self.text, str) else self.text
        return [text for text in texts if text]


class Meaning(msgspec.Struct, frozen=True):
    """What the free texts of an entry mean for a machine."""

    absent: list[str] = []
    holds: list[str] = []
    """What an answer must hold; `a|b`: one of them."""
    lacks: list[str] = []
    denies: list[str] = []
    """Names that do not exist, so that an answer may deny them."""
    may_build: bool = False
    """A reading may be built as well, if the open point is named."""


class Entry(msgspec.Struct, frozen=True):
    """One sentence of a set."""

    id: str
    language: str
    domain: str
    given: list[Given]
    say: str
    expect: Expectation
    note: str = ""
    meaning: Meaning = Meaning()

    @property
    def ruled_out(self) -> list[str]:
        """What must not be: in the words for a machine, with the relations and typed names that were written beside it."""
        said = [each for each in self.expect.absent if _PLAIN.fullmatch(each) and each not in self.meaning.absent]
        return [*self.meaning.absent, *said] if self.meaning.absent else self.expect.absent


def read_set(path: Path = SENTENCES) -> list[Entry]:
    """The entries of a file, with what each says itself for a machine, or `expected.json` says of it."""
    meanings: dict[str, Meaning] = {}
    beside = path.with_name(EXPECTED.name)
    if beside.is_file():
        meanings = msgspec.json.decode(beside.read_bytes(), type=dict[str, Meaning])
    written = msgspec.json.decode(path.read_bytes(), type=list[dict[str, Any]])
    entries = msgspec.convert([as_entry(each) for each in written], list[Entry])
    return [msgspec.structs.replace(each, meaning=meanings.get(each.id, each.meaning)) for each in entries]

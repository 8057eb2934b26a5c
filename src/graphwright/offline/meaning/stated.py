"""What a clause may state, in phrases: a deed, a whole with its parts, a demand, and their like. Records only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase


@dataclass(frozen=True, slots=True)
class Doing:
    """Somebody or something does something."""

    sentence: SentenceReading
    clause: SpokenClause
    doers: tuple[SpokenPhrase, ...]
    verb: str
    thing: SpokenPhrase | None
    receivers: tuple[SpokenPhrase, ...] = ()
    partners: tuple[SpokenPhrase, ...] = ()
    """With whom, or by a part with what, it is done."""
    sources: tuple[SpokenPhrase, ...] = ()
    places: tuple[SpokenPhrase, ...] = ()
    allowed: bool = False
    """It may or can be done: said of no moment, so it has no order."""
    denied: bool = False
    apart: bool = False
    """It is set against the rest, `the guard only opens the gate`: no step of an order."""
    hands_on: bool = False
    """It only says where something goes: `the letter goes to the clerk`."""


@dataclass(frozen=True, slots=True)
class Composing:
    """A whole has parts."""

    sentence: SentenceReading
    wholes: tuple[SpokenPhrase, ...]
    parts: tuple[SpokenPhrase, ...]
    are_deeds: bool = False
    """Whole and parts are surely something that is done."""


@dataclass(frozen=True, slots=True)
class Existing:
    """Something is there, or is wanted: `there is a gate`, `we have a trolley`, `I want a robot`."""

    sentence: SentenceReading
    phrases: tuple[SpokenPhrase, ...]
    node_type: str | None = None
    within: tuple[SpokenPhrase | None, ...] = ()
    """For each of them where it lies, if that is told."""
    only_known: bool = False
    """Is nothing new made of it?"""


@dataclass(frozen=True, slots=True)
class Carrying:
    """What is done is done by a part: `milling runs on the drive unit`."""

    sentence: SentenceReading
    carriers: tuple[SpokenPhrase, ...]
    carried: tuple[SpokenPhrase, ...]


@dataclass(frozen=True, slots=True)
class Typing:
    """Something is of a type, or is not."""

    sentence: SentenceReading
    subjects: tuple[SpokenPhrase, ...]
    node_type: str
    denied: bool = False
    owner: SpokenPhrase | None = None
    """`functions of the tower`: what they belong to."""


@dataclass(frozen=True, slots=True)
class Demanding:
    """Something shall be so: the sentence is kept as it is."""

    sentence: SentenceReading
    called: str = ""
    """What called it a requirement, `The requirement for braking:`; it is one then, however many limits it holds."""
    named: str = ""
    """What it is about, where that is told better than by its first words: the deed of a story."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """Somebody asks for a change of the model itself."""

    sentence: SentenceReading
    clause: SpokenClause
    order: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Elements are listed under a heading, or with their types before them."""

    sentence: SentenceReading
    members: tuple[SpokenPhrase, ...]
    node_type: str | None = None
    whole: SpokenPhrase | None = None
    """What they belong to."""


@dataclass(frozen=True, slots=True)
class Chaining:
    """Arrows lead from one to the next."""

    sentence: SentenceReading
    members: tuple[SpokenPhrase, ...]


@dataclass(frozen=True, slots=True)
class Using:
    """Something that is done takes something in: `dosing depends on the level`."""

    sentence: SentenceReading
    users: tuple[SpokenPhrase, ...]
    inputs: tuple[SpokenPhrase, ...]


@dataclass(frozen=True, slots=True)
class Proceeding:
    """Steps named by nouns, each with what carries it out: `sorting by the shaker, then drying`."""

    sentence: SentenceReading
    steps: tuple[tuple[SpokenPhrase, tuple[SpokenPhrase, ...]], ...]
    in_turn: bool = True
    """One after the other; else they are only what is done."""


@dataclass(frozen=True, slots=True)
class Conveying:
    """Something goes from place to place: `the parcel goes from the dock via the scanner to the belt`."""

    sentence: SentenceReading
    thing: SpokenPhrase
    stations: tuple[SpokenPhrase, ...]
    """In the order in which it passes them."""
    starts: bool
    """The first is where it comes from."""
    ends: bool
    """The last is where it goes to."""
    instead: tuple[Doing, ...]
    """The same as deeds, where what moves turns out to be somebody."""


Statement: TypeAlias = (
    Doing
    | Composing
    | Existing
    | Carrying
    | Typing
    | Demanding
    | Ordering
    | Listing
    | Chaining
    | Using
    | Proceeding
    | Conveying
)


def words_of(statement: Statement) -> str:
    """The words of the message that tell it."""
    return statement.clause.text if isinstance(statement, Doing | Ordering) else statement.sentence.text

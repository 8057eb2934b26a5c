"""A deed on its way into the model: who takes part, what is handed over, and what was made of it. A record."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphwright.grammar.records import SpokenPhrase
from graphwright.offline.meaning.casting import Participant, kind_of
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NameKey, plain_key
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.spoken import conditions, is_asked
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold


@dataclass(slots=True)
class DeedStep:
    """A deed with everybody who takes part, and what was made of it."""

    doing: Doing
    words: MeaningVocabulary
    make: Maker
    name: str
    said: str
    doers: list[Participant]
    things: list[SpokenPhrase]
    thing: Participant | None
    """The thing where it takes part itself: whom one calls, what one drives."""
    places: list[Participant] = field(default_factory=list[Participant])
    receivers: list[Participant] = field(default_factory=list[Participant])
    sources: list[Participant] = field(default_factory=list[Participant])
    partners: list[Participant] = field(default_factory=list[Participant])
    written: list[str] = field(default_factory=list[str])
    """Books, lists and files in which it is written down."""
    after: tuple[Node, ...] = ()
    """Deeds of the model that come first."""
    before: tuple[Node, ...] = ()
    """Deeds of the model that come next."""
    behind: DeedStep | None = None
    """The step of the message that it is told to come after."""
    ahead_of: DeedStep | None = None
    """The step of the message that it is told to come before."""
    under: Node | None = None
    """The deed of the model of which it is a step."""
    repeats: DeedStep | None = None
    """The step that it only says to happen again."""
    function: Node | None = None
    sender: Node | None = None
    """Of what is only handed on: the function that it comes from; its own is the one that gets it."""
    actors: list[Node] = field(default_factory=list[Node])
    chain: Node | None = None
    keys: frozenset[NameKey] = field(init=False)
    """What the names of the things that are handed on mean."""

    def __post_init__(self) -> None:
        self.keys = frozenset(map(plain_key, self.handed()))

    @property
    def is_by_actor(self) -> bool:
        """Do only people or others outside do it?"""
        return bool(self.doers) and all(each.node_type == "ACTOR" for each in self.doers)

    @property
    def known(self) -> list[Node]:
        """The elements of the model that take part."""
        thing = [] if self.thing is None else [self.thing]
        taking_part = (*self.doers, *thing, *self.places, *self.receivers, *self.sources, *self.partners)
        return [each.node for each in taking_part if each.node is not None]

    def does(self, relation: str) -> bool:
        """Is its verb one of a family: send, get, notify?"""
        return fold(self.doing.verb) in self.words.relations[relation]

    def handed(self) -> list[str]:
        """Names for what is handed on: the things that are neither people nor devices."""
        return (
            [] if self.thing is not None else [name_of(each) for each in self.things if not is_asked(each, self.words)]
        )

    def turns_to(self) -> Participant | None:
        """Whom or what the deed itself turns to: who is called, what is driven."""
        if self.thing is None:
            return None
        is_person = self.thing.node_type == "ACTOR" and not self._is_moved(self.thing)
        is_called = is_person and (
            self.does("notify") or self.thing.node is not None or (bool(self.doers) and not self.is_by_actor)
        )
        return self.thing if is_called or self.does("control") else None

    def _is_moved(self, thing: Participant) -> bool:
        """Is it a car, a ship or a house that is acted on, and told nothing: `pulls the car`, `lifts the boat`?"""
        told = any(self.does(each) for each in ("notify", "say", "send", "show", "pass"))
        return thing.node is None and not told and kind_of(thing.phrase, self.words.language) == "organisation"


def have_same_thing(before: DeedStep, after: DeedStep) -> bool:
    """Do two deeds act on the same?"""
    return not before.keys.isdisjoint(after.keys)


def described(doing: Doing, make: Maker) -> str:
    """What is written into a deed: its words, and under which condition it is done."""
    said = doing.clause.text
    whether = _decided(doing)
    said = f"{said} {whether}" if whether and whether not in said else said
    for condition in conditions(doing.sentence, doing.clause):
        said = make.say.condition.format(said=said, condition=condition.text)
    return said


def _decided(doing: Doing) -> str:
    """What is decided or checked where that is a clause of its own: `whether the slope gets closed`."""
    sentence = doing.sentence
    asking = vocabulary(sentence.language).phrases["whether"]
    sources = {
        each.source for each in sentence.links if each.target == doing.clause.index and fold(each.word) in asking
    }
    found = (each for each in sentence.clauses if each.index in sources and each.start >= doing.clause.start)
    return next((each.text for each in found), "")

"""Adds what somebody asks for by its type: elements, lists of them, connections; what exists gets another type.

What names no element, or several, is asked, never chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.grammar.records import Doubt, SentenceReading, SpokenPhrase
from graphwright.offline.meaning.casting import BUILT, PEOPLE, Casting, ChoiceKey, Participant, kind_of, nominative
from graphwright.offline.meaning.creating import new_element
from graphwright.offline.meaning.likely import can_be_somebody, is_done, is_likely_part
from graphwright.offline.meaning.linking import connect
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.mentions import spoken_words, types_in
from graphwright.offline.meaning.naming import cleaned, name_of
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.replacing import as_type
from graphwright.offline.meaning.spoken import meant, members, phrases, typed, unknown, whole
from graphwright.offline.meaning.stated import Listing, Ordering, Typing
from graphwright.offline.meaning.vocabulary import LONGEST_TYPE_WORD, node_type_of, vocabulary
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

# A system is called by the whole phrase: "order system" is no system named "order".
_NAMED_WHOLE: Final = frozenset({"SYS"})
_WHOLES: Final = frozenset({"SYS", "MOD", "UC", "FUNC", "FCHAIN"})
# More elements of a name are no choice but a list.
_MAX_CHOICES: Final = 6


class Adding:
    """Adds what somebody asks for; `proposes` once something needs a person's consent."""

    def __init__(
        self,
        make: Maker,
        index: NodeIndex,
        casting: Casting,
        *,
        doubt: Callable[[Doubt], None],
        choices: Mapping[ChoiceKey, str],
        focus: Node | None,
    ) -> None:
        self._make = make
        self._index = index
        self._casting = casting
        self._doubt = doubt
        self._choices = choices
        self._focus = focus
        self._graph = make.draft.graph
        self.proposes = False

    def order(self, said: Ordering) -> bool:
        """One order; `False` where it could not be understood."""
        carry_out = _ORDERS.get(said.order)
        return carry_out is not None and carry_out(self, said)

    def retype(self, said: Typing) -> bool:
        """`X is a module`: what exists with another type gets this one, edges and all."""
        done = False
        owner = self._casting.participant(said.owner, self._make.language) if said.owner is not None else None
        host = None
        if owner is not None and owner.node_type in _WHOLES:
            host = self._make.participant(owner, said.sentence.text)
        for phrase in said.subjects:
            name = name_of(phrase)
            existing = self._make.draft.find(name)
            if said.denied:
                continue
            if any(node.node_type == said.node_type for node in existing):
                done = True
            elif len(existing) == 1:
                as_type(self._make, existing[0], said.node_type)
                self.proposes = True
                done = True
            elif not existing:
                new = self.element(phrase, said.node_type, said.sentence.text)
                done = True
                if host is not None:
                    connect(host, new, self._make)
            else:
                self._ask_which(phrase, existing)
        return done

    def listed(self, said: Listing) -> bool:
        """`Actors: guest, cook`, `SYS Mill, ACTOR Miller`; a whole has them as its parts."""
        host = None
        if said.whole is not None:
            found = self._make.draft.find(name_of(said.whole), ["SYS", "MOD", "UC"])
            host = found[0] if found else self.element(said.whole, "SYS", said.sentence.text)
        for phrase in said.members:
            own_type, name = typed(phrase)
            node_type = said.node_type or own_type
            if node_type is None or not any(map(str.isalnum, name)):
                return False  # signs alone name nothing
            node = self.element(phrase_named(phrase, name), node_type, said.sentence.text)
            if host is not None:
                connect(host, node, self._make)
        return True

    def element(self, phrase: SpokenPhrase, node_type: str, said: str) -> Node:
        """The element of a type that a phrase names, made if there is none."""
        self.proposes = self.proposes or node_type == "REQ"
        return new_element(self._make, node_type, name_of(phrase), said)

    # orders --------------------------------------------------------------------------------------------------------

    def create(self, said: Ordering) -> bool:
        """`Add a use case "Moor" to the harbour system`."""
        speakers = vocabulary(self._make.language).phrases["speaker"]
        wanted = [each for each in phrases(said.clause, "thing") if fold(each.name) not in speakers]
        named = phrases(said.clause, "receiver", "goal", "place", "about", "whole", "means")
        part_words = vocabulary(self._make.language).phrases["part"]
        as_part = (each for each in phrases(said.clause, "kind") if fold(each.head) in part_words)
        named += [each.of for each in as_part if each.of is not None]  # `als Teil der Mühle`
        told = [(each.start, node) for each in named for node in self._one(each, quiet=True)]
        hosts = self._typed_hosts(said) or [node for _, node in told]
        if not hosts and self._unknown_host(said, wanted):
            return False
        each_word = order_words(self._make.language).words["each"]
        if not hosts and each_word & {each.folded for each in spoken_words(said.sentence.text)}:
            return False  # each of several is not the last of them
        if not hosts and self._focus is not None and unknown(said.clause):
            hosts = [self._focus]
        companions = self._companions(said)
        made: list[Node] = []
        for phrase in wanted:
            node_type, name = self._wanted(phrase, said.sentence)
            if typed(phrase)[0] is None and companions and self._is_whole_of(companions):
                node_type = "SYS"
            if node_type is None and len(wanted) == 1 and phrase.determiner == "a" and self._parts(said):
                node_type = "MOD"
            node_type = node_type or self._supposed(phrase, hosts, acts=_acts(phrase, said.sentence))
            if node_type is None:
                self._casting.asked(self._casting.participant(phrase, self._make.language), self._make.language)
                return False
            if not name:
                name = self._make.called(self._make.names.test, hosts[0].name) if node_type == "TEST" and hosts else ""
            if not name:
                return False
            made.append(self.element(phrase_named(phrase, name), node_type, said.sentence.text))
        if made:
            hosts += self._ends(companions, said.sentence.text) or []
            hosts += self._users(said) if all(each.node_type == "UC" for each in made) else []
        behind = [each.start for each in wanted if told and each.start > max(at for at, _ in told) > wanted[0].start]
        alone = [node for node, each in zip(made, wanted, strict=True) if each.start in behind]
        self._join([each for each in made if each not in alone], hosts)
        self._join(alone, [])  # `a retort to the still, and a safe that belongs to the hall`: where it is, comes behind
        for part in self._parts(said) if len(made) == 1 and made[0].node_type in {"SYS", "MOD"} else ():
            connect(made[0], self.element(part, "MOD", said.sentence.text), self._make)
            self.proposes = True
        return bool(made)

    def _users(self, said: Ordering) -> list[Node]:
        """Whom a use case is for, where they are somebody who is not there yet: `a use case "Pay" for the guest`."""
        language = self._make.language
        people = [
            Participant(nominative(name_of(each), each, language, of_one=True), each, None, "ACTOR")
            for each in phrases(said.clause, "about")
            if kind_of(each, language) in PEOPLE and not self._all(each)
        ]
        self.proposes = self.proposes or bool(people)
        if len(people) > 1:
            return []  # nobody knows which of several use cases each is for
        return [self._make.participant(each, said.sentence.text) for each in people]

    def _join(self, made: Sequence[Node], hosts: Sequence[Node]) -> None:
        """What is new with what it belongs to; a part of nothing else is one of the system."""
        root = self._make.draft.root()
        for node in made:
            for host in hosts:
                connect(host, node, self._make)
            if root is not None and node.node_type == "MOD" and self._graph.parent(node.node_id) is None:
                self._make.link("compose", root, node)

    def _supposed(self, phrase: SpokenPhrase, hosts: Sequence[Node], *, acts: bool) -> str | None:
        """What something new is by its noun: `a spare pump`, `a plate chiller`; a part that no list knows is told.

        What may be somebody as well is a part where it is added to one: `a speed limiter` to the carousel; and is
        somebody where it is told what they do. `acts`: it is.
        """
        language = self._make.language
        cast = self._casting.participant(phrase, language)
        if cast.node is not None or (phrase.determiner != "a" and not acts):
            return None
        if acts and cast.node_type is None and can_be_somebody(phrase, language):
            self.proposes = True
            return self._casting.supposed(cast, "ACTOR", language).node_type
        if cast.node_type is None and is_done(phrase, language):
            self.proposes = True
            return "FUNC"  # `a photo upload`
        is_inside = bool(hosts) and all(each.node_type in {"MOD", "SYS"} for each in hosts)
        if cast.node_type is None and (is_likely_part(phrase, language) or is_inside):
            self.proposes = True
            cast = self._casting.supposed(cast, "MOD", language)
        elif is_inside and cast.node_type == "ACTOR" and kind_of(phrase, language) == "organisation":
            self.proposes = True
            return "MOD"  # a weather station, where it is added to what has parts
        return cast.node_type

    def connect(self, said: Ordering) -> bool:
        """`Connect the camera with the recorder`."""
        named = self._ends(phrases(said.clause, "thing", "receiver", "goal", "means", "about"), said.sentence.text)
        if named is None:
            return False
        if len(named) < 2:  # noqa: PLR2004 a connection has two ends
            thing = whole(said.clause, "thing")
            if thing is not None:
                self._ask("withWhat", thing)
            return False
        return all(connect(named[0], other, self._make) for other in named[1:])

    # what is meant ---------------------------------------------------------------------------------------------------

    def _wanted(self, phrase: SpokenPhrase, sentence: SentenceReading) -> tuple[str | None, str]:
        """The type and name of something new."""
        node_type, name = typed(phrase)
        if node_type in _NAMED_WHOLE and phrase.of is not None and not phrase.quoted:
            return node_type, name_of(phrase)  # `système de commande`
        if node_type is not None:
            return node_type, name[:1].upper() + name[1:]
        bare = _type_in(phrase)
        if bare is not None:
            return bare, name_of(phrase) if bare in _NAMED_WHOLE and _has_noun_before(phrase) else ""
        at = phrase.start - sentence.start
        words = spoken_words(sentence.text[:at])
        if len(words) > 1 and (beside := types_in(words[-LONGEST_TYPE_WORD - 1 :])):
            return beside[-1][0], name_of(phrase)  # `a module called Pump`
        chosen = self._choices.get(("whatIs", name_of(phrase)))
        return (node_type_of(chosen) if chosen else None), name_of(phrase)

    def _companions(self, said: Ordering) -> list[SpokenPhrase]:
        """What something new comes with, by its type: `with the use case "Place order"`."""
        with_words = vocabulary(self._make.language).phrases["with"]
        roles = [each for each in said.clause.roles if each.name == "means" and fold(each.preposition) in with_words]
        named = [each for role in roles for each in members(role.phrase)]
        return [each for each in named if all(typed(each))]

    def _parts(self, said: Ordering) -> list[SpokenPhrase]:
        """What something new is told to have: `a boat with a crane and a spare locker`; nothing where some are none."""
        with_words = vocabulary(self._make.language).phrases["with"]
        named = [
            each
            for role in said.clause.roles
            if role.name == "means" and fold(role.preposition) in with_words
            for each in members(role.phrase)
        ]
        language = self._make.language
        are_parts = all(
            each.determiner in {"a", "none"}
            and not self._all(each)
            and (kind_of(each, language) in BUILT or is_likely_part(each, language))
            for each in named
        )
        return named if are_parts else []

    def _is_whole_of(self, companions: Sequence[SpokenPhrase]) -> bool:
        """Can only a system have these as its parts?"""
        pairs = self._graph.ontology.relations["compose"].pairs
        types = {typed(each)[0] or "" for each in companions}
        return all(("SYS", each) in pairs and ("MOD", each) not in pairs for each in types)

    def _all(self, phrase: SpokenPhrase) -> list[Node]:
        """The nodes that a phrase may name: by its name, of the type it says."""
        whole_name = cleaned(phrase.name or phrase.text)
        node_type, rest = _said_type(phrase)
        for name, types in ((whole_name, None), (rest, {node_type} if node_type else None)):
            if name and (
                found := [each for each in self._make.draft.find(name) if not types or each.node_type in types]
            ):
                return found
        return self._index.find(whole_name)

    def _one(self, phrase: SpokenPhrase, *, quiet: bool = False) -> list[Node]:
        """The one node that a phrase names; several or none are asked, unless `quiet`."""
        found = [each for each in self._all(phrase) if each.node_id in self._graph.nodes]
        chosen = self._choices.get(("which", cleaned(phrase.name)))
        if chosen:
            found = [each for each in self._index.find(chosen) if each.node_id in self._graph.nodes] or found
        if len(found) > 1 and not quiet:
            self._ask_which(phrase, found)
            return []
        if not found and not quiet:
            self._ask_near(phrase)
        return found[:1]

    def _unknown_host(self, said: Ordering, wanted: Sequence[SpokenPhrase]) -> bool:
        """Is something to be added to what is not there? Then that is told, and nothing is added."""
        roles = {"receiver", "goal", "place"}
        types = {typed(each)[0] or _type_in(each) for each in wanted}
        for role in said.clause.roles:
            phrase = meant(role.phrase)
            if phrase is None or role.name not in roles | {"about"}:
                continue
            if fold(phrase.name) in vocabulary(self._make.language).phrases["model"]:
                continue  # `I want a hatch in the model`
            is_name = any(map(str.isupper, phrase.name[1:])) or phrase.quoted or role.name in roles or types == {"TEST"}
            if is_name and not self._all(phrase):
                self._ask_near(phrase)
                return True
        return False

    def _typed_hosts(self, said: Ordering) -> list[Node]:
        """What something new belongs to, made where its type is said: `to the system Harbour`."""
        found = phrases(said.clause, "receiver", "goal", "place", "whole")
        named = [each for each in found if typed(each)[0] is not None and typed(each)[1]]
        return self._ends(named, said.sentence.text) or []

    def _ends(self, named: Sequence[SpokenPhrase], said: str) -> list[Node] | None:
        """One node for each phrase; one with a type that is not there yet is made."""
        found: list[Node] = []
        for phrase in named:
            node_type, name = typed(phrase)
            if node_type is not None and name and not self._all(phrase):
                found.append(self.element(phrase_named(phrase, name), node_type, said))
                continue
            nodes = self._one(phrase)
            if not nodes:
                return None
            found += nodes
        return found

    # what is asked ---------------------------------------------------------------------------------------------------

    def _ask(self, code: str, phrase: SpokenPhrase, alternatives: Sequence[str] = ()) -> None:
        self._doubt(
            Doubt(code, phrase.start, phrase.end, cleaned(phrase.name or phrase.text), tuple(alternatives), "asks")
        )

    def _ask_which(self, phrase: SpokenPhrase, found: Sequence[Node]) -> None:
        self._ask("which", phrase, [f"{each.semantic_id}" for each in found[:_MAX_CHOICES]])

    def _ask_near(self, phrase: SpokenPhrase) -> None:
        """Elements whose names hold a word of the phrase, or are one letter off."""
        wanted = {fold(each) for each in cleaned(phrase.name).split()} - vocabulary(self._make.language).phrases[
            "small"
        ]
        near = self._index.near(cleaned(phrase.name))
        holding = [
            node.name
            for node in paced(self._graph.nodes.values())
            if wanted & {fold(each) for each in node.name.split()}
        ]
        self._ask("which", phrase, list(dict.fromkeys([*near, *holding]))[:_MAX_CHOICES])


def phrase_named(phrase: SpokenPhrase, name: str) -> SpokenPhrase:
    """The phrase with another name."""
    return replace(phrase, name=name, text=name, members=())


def _said_type(phrase: SpokenPhrase) -> tuple[str | None, str]:
    """The type that a phrase says before or behind a name that exists, and the name: `the telemetry flow`."""
    node_type, name = typed(phrase)
    if node_type is not None and name:
        return node_type, name
    words = cleaned(phrase.name or phrase.text).split(" ")
    for count in range(1, len(words)):
        last = node_type_of(" ".join(words[count:]))
        if last is not None:
            return last, " ".join(words[:count])
    return None, ""


def _type_in(phrase: SpokenPhrase) -> str | None:
    """The type that a phrase says by itself: `an external actor`."""
    return (
        node_type_of(phrase.type_word)
        if phrase.type_word
        else node_type_of(phrase.head) or node_type_of(cleaned(phrase.name))
    )


def _has_noun_before(phrase: SpokenPhrase) -> bool:
    """Does a noun tell it from others of its type, rather than an adjective: `order system`, not `new system`?"""
    return any(each.tag in {"noun", "name"} for each in phrase.tokens[:-1])


_CarryOut: TypeAlias = Callable[[Adding, Ordering], bool]
_ORDERS: Final[Mapping[str, _CarryOut]] = MappingProxyType({"create": Adding.create, "connect": Adding.connect})


def _acts(phrase: SpokenPhrase, sentence: SentenceReading) -> bool:
    """Does a relative clause tell what somebody new does to something: `the court usher, who calls the witnesses`?"""
    doers = (
        role.phrase.refers_to.phrase
        for clause in sentence.clauses
        if clause.kind == "relative" and phrases(clause, "thing")
        for role in clause.roles
        if role.name == "doer" and role.phrase.refers_to is not None
    )
    return any(each is not None and each.start == phrase.start for each in doers)

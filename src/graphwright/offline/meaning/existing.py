"""What a sentence only says to be there: `there is a gate`, `we have a trolley`, `my system is a rental station`.

What somebody wants to build is the system of an empty model: `I want a milking robot that ...`. Parts of a named whole
are not for here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import BUILT, PEOPLE, Casting, kind_of
from graphwright.offline.meaning.likely import is_done, is_likely_part
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.measuring import COUNT, counted_as
from graphwright.offline.meaning.needed import is_impersonal_need, places_of
from graphwright.offline.meaning.spoken import is_said, meant, phrases, typed, whole
from graphwright.offline.meaning.stated import Composing, Existing
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, node_type_of
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_LONGEST_NAME: Final = 5
"""Words of the name of something that is there."""
_NOT_BUILT: Final = frozenset(("person", "document", "field"))
"""Kinds of what nobody builds as a system."""

_SEVERAL: Final = 2
"""Of things that lie in another are its parts; one may only be put there."""


def existing(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Existing | Composing | None:
    """What a clause says to be there, or to be wanted, alone or as parts of something."""
    verb = clause.verb
    if verb is None or verb.negated or verb.passive:
        return None
    if verb.copula:
        return _being(sentence, clause, words)
    lemma = fold(verb.lemma)
    if lemma in words.relations["lacking"] and (missing := _missing(sentence, clause, words)) is not None:
        return missing
    if people := _of_team(clause, lemma, words):
        return Existing(sentence, people, "ACTOR")
    is_needed = is_impersonal_need(clause, words.language)
    named = phrases(clause, "thing", "doer") if is_needed else phrases(clause, "thing")
    things = tuple(each for each in named if typed(each)[0] is None and not is_said(words.phrases["part"], each))
    is_spoken = any(
        fold(each.phrase.name or each.phrase.text) in words.phrases["speaker"] | words.phrases["there"]
        for each in clause.roles
        if each.name in {"doer", "receiver"} and meant(each.phrase) is None
    )
    asks_for_type = any(typed(each.phrase)[0] is not None for each in clause.roles)
    if not things or not (is_spoken or is_needed) or asks_for_type:
        return None
    if lemma in words.relations["wish"] | words.relations["there"] and (within := _part_of(clause, words)) is not None:
        return Composing(sentence, (within,), things)
    if is_needed:
        return Existing(sentence, things, None, places_of(things, clause))
    if lemma in words.relations["wish"] and all(_is_built(each, words.language) for each in things):
        return Existing(sentence, things, "SYS" if len(things) == 1 else "MOD", places_of(things, clause))
    is_whole = len(things) > 1 and bool(phrases(clause, "place", "about"))  # `we have a mixer and an oven in the line`
    is_there = lemma in words.relations["there"] and not is_whole
    return Existing(sentence, things, None, places_of(things, clause)) if is_there else None


def _missing(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Existing | None:
    """`The cook is missing`, `der Koch fehlt`, `il manque un cuisinier`: it is to be there, and does nothing."""
    is_progressive = words.language != "en" or (clause.verb is not None and clause.verb.text.endswith("ing"))
    if not is_progressive or any(each.name not in {"doer", "thing", "time"} for each in clause.roles):
        return None
    speaking = words.phrases["speaker"] | words.phrases["there"]
    named = phrases(clause, "doer", "thing")
    things = tuple(each for each in named if fold(each.name or each.text) not in speaking)
    return Existing(sentence, things, None) if len(things) == 1 and typed(things[0])[0] is None else None


def _part_of(clause: SpokenClause, words: MeaningVocabulary) -> SpokenPhrase | None:
    """What something is there or wanted for as a part: `we need a condenser as a part of the boiler`.

    Where more stands behind it, as in `of the pot still`, it may be called otherwise.
    """
    last = [each for each in clause.roles if each.name in {"kind", "about"} and each.preposition]
    said = (each.phrase for each in last if each.phrase.end == clause.end)
    return next((each.of for each in said if is_said(words.phrases["part"], each)), None)


def _of_team(clause: SpokenClause, lemma: str, words: MeaningVocabulary) -> tuple[SpokenPhrase, ...]:
    """`The team includes a rigger`, `zum Team gehört eine Helferin`: who is there, and no part of anything."""
    holds = lemma in words.relations["contain"] | words.relations["belong"] | words.relations["numbers"]
    named = phrases(clause, "doer", "thing", "receiver", "goal", "whole", "part") if holds else []
    is_theirs = lemma in words.relations["belong"] or any(
        is_said(words.phrases["team"], each) for each in phrases(clause, "doer", "whole")
    )
    if not is_theirs:
        return ()  # `the chief makes up the crew`
    people = tuple(each for each in named if not is_said(words.phrases["team"], each))
    is_team = len(people) < len(named) and bool(people)
    are_people = all(kind_of(each, words.language) in {"person", None} for each in people)
    return people if is_team and are_people else ()


def belonging(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Composing | None:
    """`The pump belongs to the circuit`, `zur Heizung gehören ...`, `the pump is part of the circuit`."""
    verb = clause.verb
    if verb is None or verb.negated:
        return None
    parts = phrases(clause, "doer", "thing")
    wholes = phrases(clause, "receiver", "goal", "whole") if fold(verb.lemma) in words.relations["belong"] else []
    kind = whole(clause, "kind") if verb.copula else None
    spoken = verb.text.split()
    if len(spoken) > 1 and words.phrases["part"].intersection(map(fold, spoken)):
        wholes = phrases(clause, "part", "whole")  # `fait partie de la console`: the noun was read into the verb
    if kind is not None and kind.of is not None and is_said(words.phrases["part"], kind):
        wholes = [kind.of]
    if verb.copula and len(parts) == 1 and parts[0].of is not None and is_said(words.phrases["part"], parts[0]):
        wholes, parts = [parts[0].of], phrases(clause, "kind")  # `the main parts of a kiln are ...`
    if not parts or not wholes or not may_hold(wholes[:1], parts, words.language):
        return None
    return Composing(sentence, tuple(wholes[:1]), tuple(parts))


def lying_in(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Composing | None:
    """`In the cab there are a seat and a radio`, `in der Kajüte gibt es ...`: what is in a thing that was told of."""
    verb, language = clause.verb, words.language
    if verb is None or verb.negated or not (verb.copula or fold(verb.lemma) in words.relations["there"]):
        return None
    there = words.phrases["there"]
    wholes = [each for each in phrases(clause, "place") if each.determiner == "the"]
    parts = [each for each in phrases(clause, "doer", "thing", "kind") if fold(each.name or each.text) not in there]
    is_there = any(fold(each) in there | {"y"} for each in clause.text.split())
    is_first = bool(wholes) and wholes[0].start < verb.start
    if not (is_there and is_first) or len(parts) < _SEVERAL or not may_hold(wholes[:1], parts, language):
        return None
    return Composing(sentence, tuple(wholes[:1]), tuple(parts))


def may_hold(wholes: Sequence[SpokenPhrase], parts: Sequence[SpokenPhrase], language: Language) -> bool:
    """May some things be the parts of others? People have none and are none; a vehicle from outside has."""
    outer, inner = ([kind_of(each, language) for each in phrases] for phrases in (wholes, parts))
    if "person" in (*outer, *inner) or all(each == "organisation" for each in inner):
        return False
    return "organisation" not in outer or any(each in {"device", "software"} for each in inner)


def name_existing(said: Existing, casting: Casting, make: Maker) -> bool:
    """Make what is said to be there; was any of it something that a model holds?"""
    language, made = said.sentence.language, False
    for phrase in said.phrases:
        if len(phrase.name.split()) > _LONGEST_NAME:
            continue  # nobody names a thing by a sentence
        cast = casting.participant(phrase, language)
        if said.only_known and cast.node is None:
            continue
        if cast.node_type is None and said.node_type is None and is_likely_part(phrase, language):
            cast = casting.supposed(cast, "MOD", language)  # a proposal that says so (ADR-84)
        if said.node_type is not None and cast.node is None:
            is_another = said.node_type == "SYS" and make.draft.root() is not None
            cast = cast._replace(node_type="MOD" if is_another else said.node_type)
        if cast.node_type is not None:
            counted = counted_as(phrase) if cast.node_type == "MOD" else None
            node, root = make.participant(cast, said.sentence.text, counted), make.draft.root()
            if counted and node.attributes.get(COUNT) != counted[COUNT]:
                make.draft.update(node, attributes=counted)
            whole = _known_whole(said, phrase, casting)
            if node.node_type == "MOD" and whole is not None and cast.node is None:
                make.link("compose", whole, node)
            elif node.node_type == "MOD" and root is not None and make.draft.graph.parent(node.node_id) is None:
                make.link("compose", root, node)
            made = True
    return made


def _known_whole(said: Existing, phrase: SpokenPhrase, casting: Casting) -> Node | None:
    """What of the model something lies in, where that is told: `a dimmer in the lamp`."""
    place = next((each for one, each in zip(said.phrases, said.within, strict=False) if one is phrase), None)
    node = None if place is None else casting.participant(place, said.sentence.language).node
    return node if node is not None and node.node_type in {"MOD", "SYS"} else None


def _being(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Existing | None:
    """`My system is a scale`, `there is a gate at the road`, `on the roof are panels`."""
    kind, doers = whole(clause, "kind"), phrases(clause, "doer", "thing")
    if kind is not None:
        is_system = bool(doers) and all(is_said(words.phrases["system"], each) for each in doers)
        is_one = kind.determiner == "a" and node_type_of(kind.head) is None and _is_built(kind, words.language)
        return Existing(sentence, (kind,), "SYS") if is_system and is_one else None
    counted = [each.phrase for each in clause.roles if each.phrase.count is not None and each.phrase.members]
    if len(counted) == 1 and fold(counted[0].head) in words.kinds["person"]:
        return Existing(sentence, counted[0].members, "ACTOR")  # `there are three people: the cook, ...`
    is_there = any(fold(each) in words.phrases["there"] for each in clause.text.split())
    if is_there and doers and all(each.count is not None for each in doers):
        return Existing(sentence, tuple(doers), only_known=True)  # `there are 180 lockers`: how many of what is known
    is_placed = bool(phrases(clause, "place")) and whole(clause, "value") is None
    # `The problem is in the software`: only what is known to be built is told to be somewhere.
    are_things = all(
        kind_of(each, words.language) not in PEOPLE
        if each.determiner != "the"
        else kind_of(each, words.language) in BUILT  # where people are says nothing of a system
        for each in doers
    )
    return Existing(sentence, tuple(doers)) if doers and is_placed and are_things else None


def _is_built(phrase: SpokenPhrase, language: Language) -> bool:
    return (
        kind_of(phrase, language) not in _NOT_BUILT
        and not is_done(phrase, language)
        and phrase.determiner in {"a", "my"}
    )

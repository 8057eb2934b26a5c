"""What passes from place to place: `the parcel goes from the dock via the scanner to the belt`.

Whatever it passes takes part, in the order in which it does: somebody hands it on, a part has a function for it. What
moves gives the flows their name; it does nothing, and names no function by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import Casting, Participant, kind_of
from graphwright.offline.meaning.doings import doing_of
from graphwright.offline.meaning.likely import can_be_somebody, names_deed
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.naming import capitalized, name_of, uncapitalized
from graphwright.offline.meaning.nouns import is_deed_word, is_nominal
from graphwright.offline.meaning.spoken import meant, members, phrases
from graphwright.offline.meaning.stated import Conveying, Doing, Statement
from graphwright.offline.meaning.vocabulary import MeaningVocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_GOALS: Final[frozenset[RoleName]] = frozenset(("receiver", "goal"))
_FROM: Final[frozenset[RoleName]] = frozenset(("source", "part"))
_ONLY_FROM_TO: Final = 2
"""Stations of what is only handed over, which is told as that."""


def passing_in(
    clauses: Sequence[SpokenClause], sentence: SentenceReading, words: MeaningVocabulary
) -> Mapping[int, Sequence[Statement]]:
    """Clauses by their number in which something passes several places: the first tells all of them."""
    told: list[SpokenClause] = []
    stations: list[SpokenPhrase] = []
    for clause in clauses:
        found = _stations(clause, words, is_first=not told)
        mover = _mover(clause)
        is_other = mover is None or (bool(told) and _mover_name(told[0]) != fold(mover.name))
        if is_other or not found or not all(_is_station(each, words) for each in found):
            if told:
                break
            continue
        if not told and (mover is None or not _is_moved(mover, words)):
            return {}
        told.append(clause)
        stations += found
    is_passed = len(told) > 1 or len(stations) > _ONLY_FROM_TO or any(_is_through(each, words) for each in told)
    mover = _mover(told[0]) if told else None
    if mover is None or not is_passed or len(stations) < _ONLY_FROM_TO:
        return {}
    passing = Conveying(
        sentence,
        mover,
        tuple(stations),
        starts=any(each.name in _FROM and each.phrase.name == stations[0].name for each in told[0].roles),
        ends=any(each.name in _GOALS for each in told[-1].roles) or _reaches(told[-1], words),
        instead=tuple(doing_of(sentence, each, words) for each in told),
    )
    until = {each.target for each in sentence.links if each.kind == "before"}
    only_end = (
        each for each in clauses if each.index in until and _mover_name(each) == fold(mover.name) and not _acts(each)
    )  # `before it enters into force`
    nothing = {each.index: list[Statement]() for each in (*only_end, *told)}
    return nothing | {told[0].index: [passing]}


def pass_through(said: Conveying, casting: Casting, make: Maker, otherwise: Callable[[Doing], bool]) -> bool:
    """The stations with what goes from each to the next; where who moves is somebody of the model, their deeds."""
    language = said.sentence.language
    if casting.participant(said.thing, language).node_type is not None:
        told = [otherwise(each) for each in said.instead]  # each of them, whatever comes of another
        return all(told)
    cast = [casting.participant(each, language) for each in said.stations]
    cast = [each if each.node_type else casting.supposed(each, "MOD", language) for each in cast]
    # A place that something passes is one among others, and no whole.
    cast = [each._replace(node_type="MOD") if each.node is None and each.node_type == "SYS" else each for each in cast]
    first, last = (make.names.send if said.starts else ""), (make.names.receive if said.ends else "")
    patterns = [first, *[""] * (len(cast) - 2), last]
    ends = [_end(each, pattern, said, make) for each, pattern in zip(cast, patterns, strict=True)]
    for one, other in pairwise(ends):
        if one is not other:
            make.flow(one, other, name_of(said.thing))
    return True


def _end(station: Participant, pattern: str, said: Conveying, make: Maker) -> Node:
    """Who hands it on: somebody, or what a part does with it."""
    node = make.participant(station, said.sentence.text)
    if node.node_type == "ACTOR":
        return node
    keeps = make.names.object_first  # German keeps its capitals
    thing, place = (each if keeps else uncapitalized(each) for each in (name_of(said.thing), station.name))
    called = capitalized(make.say.through.format(name=thing, place=place))
    if pattern and not make.draft.find(make.called(pattern, name_of(said.thing)), ["FUNC"]):
        called = make.called(pattern, name_of(said.thing))
    function = make.function(called, said.sentence.text)
    make.own(node, function)
    return function


def _mover(clause: SpokenClause) -> SpokenPhrase | None:
    doers = [meant(each.phrase) for each in clause.roles if each.name == "doer"]
    return doers[0] if len(doers) == 1 and doers[0] is not None and not doers[0].members else None


def _mover_name(clause: SpokenClause) -> str:
    mover = _mover(clause)
    return "" if mover is None else fold(mover.name)


def _acts(clause: SpokenClause) -> bool:
    return bool(phrases(clause, "thing"))


def _is_moved(mover: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Is it nobody and no device by its noun, so that it moves and does nothing?"""
    kind = kind_of(mover, words.language)
    if kind is None:
        return not can_be_somebody(mover, words.language) and not mover.type_word
    return kind in {"document", "field"} and not mover.type_word


def _is_through(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    verb = "" if clause.verb is None else fold(clause.verb.lemma)
    return verb in words.relations["crosses"] or any(
        each.name == "means" and fold(each.preposition) in words.phrases["across"] for each in clause.roles
    )


def _reaches(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    return clause.verb is not None and fold(clause.verb.lemma) in words.relations["reaches"]


def _stations(clause: SpokenClause, words: MeaningVocabulary, *, is_first: bool) -> list[SpokenPhrase]:
    """The places that a clause tells, in the order in which they are passed."""
    verb = clause.verb
    if verb is None or verb.negated or verb.passive or verb.modality != "none":
        return []
    lemma = fold(verb.lemma)
    reaches = not is_first and _reaches(clause, words)
    crosses, passes = lemma in words.relations["crosses"], lemma in words.relations["passes"]
    if not (reaches or crosses or passes):
        return []
    if crosses and (things := phrases(clause, "thing")):
        return list(_each(things))
    if reaches:
        return list(_each(phrases(clause, "thing", "place", "receiver", "goal")))
    if phrases(clause, "thing") or not passes:
        return []
    said = [each for each in clause.roles if fold(each.phrase.text) not in words.phrases["there"]]
    starts = [each.phrase for each in said if each.name in _FROM]
    across = [each for each in said if each.name == "means" and fold(each.preposition) in words.phrases["across"]]
    goals = [each for each in said if each.name in _GOALS]
    on_the_way = sorted((*across, *goals), key=lambda each: each.phrase.start)
    if len(goals) == 1:
        on_the_way = [*across, *goals]  # `to the belt via the scanner`
    found = [_behind_verb(each, words) for each in _each([*starts, *(each.phrase for each in on_the_way)])]
    if found and fold(found[-1].text).removesuffix("s") in words.relations["reaches"]:
        found[-1:] = phrases(clause, "place")  # `..., runs through the sieve and ends in the bin`
    return found


def _behind_verb(phrase: SpokenPhrase, words: MeaningVocabulary) -> SpokenPhrase:
    """`..., pass through the mill and the sieve`: of what was read as one of a row, what stands behind its verb."""
    said = phrase.text.split()
    at = next((at for at, each in enumerate(said[1:-1], 1) if fold(each) in words.phrases["across"]), 0)
    if at != 1:
        return phrase
    rest = said[at + 1 :]
    name = " ".join(rest[1:] if fold(rest[0]) in words.phrases["small"] else rest)
    return replace(
        phrase,
        text=" ".join(rest),
        name=name,
        head=name.split(" ")[-1],
        determiner="the",
        tokens=phrase.tokens[at + 1 :],
    )


def _each(found: Sequence[SpokenPhrase]) -> Iterator[SpokenPhrase]:
    for phrase in found:
        yield from members(phrase)


def _is_station(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Can something pass it: neither a deed, `goes through a review`, nor data, nor a word for no place, `to waste`?"""
    if phrase.refers_to is not None or phrase.count is not None or not phrase.name:
        return False
    if not words.phrases["across"].isdisjoint(map(fold, phrase.text.split())):
        return False  # more than a name
    if kind_of(phrase, words.language) in {"document", "field"}:
        return False
    is_bare = words.language == "en" and phrase.determiner == "none" and phrase.text.islower() and not phrase.plural
    is_deed = (
        names_deed(phrase.head, words.language) or is_deed_word(phrase, words) or is_nominal(phrase, words.language)
    )
    return not is_bare and (not is_deed or kind_of(phrase, words.language) is not None)

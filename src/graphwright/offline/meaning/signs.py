"""What a message lets one know of its nouns beyond the nouns themselves: who signs is a person, what measures a device.

Signs are counted over the whole message, so that a noun of the first sentence may be told by the last. A noun with
signs of both kinds stays open: that is asked, and nobody is made an actor by a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from graphwright.grammar.records import MessageReading, RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import (
    PEOPLE,
    Kind,
    is_compound,
    is_listed_twice,
    is_nobody,
    is_twofold,
    kind_of,
)
from graphwright.offline.meaning.likely import can_be_somebody
from graphwright.offline.meaning.matching import NameKey, plain_key
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.spoken import is_circumstance, members, phrases, whole
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.pauses import paced
from graphwright.text.folding import fold

Sign: TypeAlias = Literal["person", "device"]

_ALLOWING: Final = frozenset(("ability", "permission"))
_THINGS: Final[frozenset[Kind]] = frozenset(("device", "software"))


class NounSigns:
    """The signs of a message, by noun."""

    def __init__(self, signs: Iterable[tuple[SpokenPhrase, Sign]], reacting: Iterable[SpokenPhrase]) -> None:
        self._signs: dict[NameKey, set[Sign]] = {}
        for phrase, sign in signs:
            self._signs.setdefault(plain_key(name_of(phrase)), set()).add(sign)
        self._reacting = frozenset(plain_key(name_of(each)) for each in reacting)

    def sign(self, name: str, twofold: bool) -> Sign | None:  # noqa: FBT001 it is called as it is passed on
        """What all signs of a noun say; `None` where there are none or both.

        Who may be both, a `controller`, is a device where it only reacts to what is measured.
        """
        found = self._signs.get(plain_key(name), set())
        if not found and twofold and plain_key(name) in self._reacting:
            return "device"
        return next(iter(found)) if len(found) == 1 else None


def signs_of(message: MessageReading) -> NounSigns:
    """The signs that the clauses of a message give."""
    clauses = [(clause, sentence) for sentence in paced(message.sentences, 1) for clause in sentence.clauses]
    return NounSigns(
        (
            *(found for clause, sentence in paced(clauses) for found in _signs(clause, sentence)),
            *(found for sentence in message.sentences for found in _among_people(sentence)),
        ),
        (doer for clause, sentence in paced(clauses) for doer in _reacting(clause, sentence)),
    )


def _among_people(sentence: SentenceReading) -> Iterator[tuple[SpokenPhrase, Sign]]:
    """Who may be both, and stands in a row of people: `the nurse packs, the courier drives, the coordinator logs`."""
    doers = [each for clause in sentence.clauses for each in _named(clause, "doer")]
    kinds = [kind for each in doers if (kind := kind_of(each, sentence.language)) is not None]
    if len(kinds) > 1 and all(kind in PEOPLE for kind in kinds):
        yield from _told((each for each in doers if can_be_somebody(each, sentence.language)), "person")


def _signs(clause: SpokenClause, sentence: SentenceReading) -> Iterator[tuple[SpokenPhrase, Sign]]:
    yield from _alike(clause, sentence)
    if clause.verb is None or clause.verb.copula:
        return
    words = vocabulary(sentence.language)
    lemma = fold(clause.verb.lemma)
    doers, things = _named(clause, "doer"), _named(clause, "thing")
    asks_who = {fold(each.word) for each in sentence.links if each.source == clause.index} & words.phrases["who"]
    # With nothing that it is done to, the only noun of a misread clause may be just that.
    if asks_who or (lemma in words.relations["human"] and (things or sentence.language == "en")):
        yield from _told((each for each in doers if not _is_of_part(each, sentence)), "person")
    elif lemma in words.relations["machine"] and things:
        yield from _told((each for each in doers if _is_told_by_work(each, clause, sentence)), "device")
    elif things:
        yield from _told(
            (
                each
                for each in doers
                if is_twofold(each, sentence.language) and kind_of(each, sentence.language) is None
            ),
            _by_things(things, sentence),
        )
    if lemma in words.relations["work"] and any(role.name == "thing" for role in clause.roles):
        agents = (each for each in doers if not each.plural and _is_open_agent(each, sentence))
        yield from _told((each for each in agents if _is_told_by_work(each, clause, sentence)), "device")
    if lemma in words.relations["say"] and any(kind_of(each, sentence.language) == "person" for each in doers):
        twofold = (each for each in phrases(clause, "receiver") if is_twofold(each, sentence.language))
        yield from _told(twofold, "person")
    if clause.verb.modality in _ALLOWING:
        yield from _told((each for each in doers if each.plural and _is_open_agent(each, sentence)), "person")
    yield from _told((each for each in doers if _is_of_part(each, sentence)), "device")
    for role in clause.roles:
        # Who is given something by case alone: `sends the couple a letter`.
        is_given = role.name == "receiver" and not role.preposition and not clause.verb.passive
        if is_given and things and role.phrase.refers_to is None:
            yield from _told(members(role.phrase), "person")
    if lemma in words.relations["notify"]:
        yield from _told(things, "person")


def _is_told_by_work(doer: SpokenPhrase, clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is who does a machine's work one? That tells nothing of a trade, nor of what somebody *can* do.

    Where somebody else acts beside it who may be a person, who may be both must be called more: `fan controller`.
    """
    language = sentence.language
    may = clause.verb is not None and clause.verb.modality in _ALLOWING and can_be_somebody(doer, language)
    if may or not is_twofold(doer, language):
        return not may and not is_listed_twice(doer, language)
    others = (each for found in sentence.clauses for each in phrases(found, "doer") if each.name != doer.name)
    return is_compound(doer, language) or not any(can_be_somebody(each, language) for each in others)


def _is_open_agent(doer: SpokenPhrase, sentence: SentenceReading) -> bool:
    """Has a noun that no list knows the form of one who does something: `tax advisers`, `circulateur`?"""
    language = sentence.language
    is_open = kind_of(doer, language) is None and not is_listed_twice(doer, language)
    return is_open and can_be_somebody(doer, language) and not is_nobody(doer, language)


def _is_of_part(doer: SpokenPhrase, sentence: SentenceReading) -> bool:
    """`contrôleur de feux`, `regulator of the pump`: who may be both, and is said to be of a device."""
    language = sentence.language
    is_open = is_twofold(doer, language) and kind_of(doer, language) is None
    return is_open and doer.of is not None and kind_of(doer.of, language) in _THINGS


def _by_things(things: Iterable[SpokenPhrase], sentence: SentenceReading) -> Sign | None:
    """Who acts on devices and what is measured is one of them, who acts on people or on what they carry is of those."""
    things = list(things)
    if all(fold(each.head) in vocabulary(sentence.language).kinds["carried"] for each in things):
        return "person"
    kinds = {kind_of(each, sentence.language) for each in things}
    if kinds and kinds <= {"person"}:
        return "person"
    return "device" if kinds and kinds <= _THINGS else None


def _told(phrases: Iterable[SpokenPhrase], sign: Sign | None) -> Iterator[tuple[SpokenPhrase, Sign]]:
    """The same sign for each of some phrases."""
    if sign is not None:
        for each in phrases:
            yield each, sign


def _named(clause: SpokenClause, role: RoleName) -> list[SpokenPhrase]:
    """The phrases of a role that are named; what a pronoun stands for is too unsure to learn from, but `which` is."""
    is_relative = clause.kind == "relative"
    return [
        each
        for found in clause.roles
        if found.name == role and (is_relative or found.phrase.refers_to is None)
        for each in members(found.phrase)
    ]


def _alike(clause: SpokenClause, sentence: SentenceReading) -> Iterator[tuple[SpokenPhrase, Sign]]:
    """Members of one list are of one kind: `the falconer and the guest`."""
    for role in clause.roles:
        listed = list(members(role.phrase)) if role.name in {"doer", "receiver"} else []
        kinds = {kind for each in listed if (kind := kind_of(each, sentence.language)) is not None}
        if len(listed) > 1 and kinds and kinds <= PEOPLE:
            yield from _told(listed, "person")
        elif len(listed) > 1 and kinds and kinds <= _THINGS:
            yield from _told(listed, "device")


def _reacting(clause: SpokenClause, sentence: SentenceReading) -> list[SpokenPhrase]:
    """Who acts once a quantity or device is in some state (`above 9 m/s the regulator`), or gets what one sends."""
    doers = phrases(clause, "doer")
    if doers and all(kind_of(each, sentence.language) in _THINGS for each in doers):
        return [each for each in phrases(clause, "receiver") if kind_of(each, sentence.language) is None]
    sources = {each.source for each in sentence.links if each.target == clause.index}
    states = [each for each in sentence.clauses if each.index in sources and is_circumstance(each, sentence)]
    is_measured = any(each.unit for found in states for each in found.measures)
    is_device = any(
        kind_of(each, sentence.language) in _THINGS and not whole(found, "thing")
        for found in states
        for each in phrases(found, "doer")
    )
    return doers if is_measured or is_device else []

"""What the clauses of a sentence state: somebody does something, a whole has parts, something is demanded.

A statement still speaks in phrases; what they are in the model is for others. Questions, small talk and what is only
mused about state nothing and are left to the dialogue.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from graphwright.grammar.records import Modality, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.spoken import denied, phrases, whole
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, node_type_of, vocabulary
from graphwright.text.folding import fold

_ALLOWING: Final[frozenset[Modality]] = frozenset(("permission", "ability"))


@dataclass(frozen=True, slots=True)
class Doing:
    """Somebody or something does something."""

    sentence: SentenceReading
    clause: SpokenClause
    doers: tuple[SpokenPhrase, ...]
    verb: str
    thing: SpokenPhrase | None
    receivers: tuple[SpokenPhrase, ...] = ()
    sources: tuple[SpokenPhrase, ...] = ()
    places: tuple[SpokenPhrase, ...] = ()
    allowed: bool = False
    """It may or can be done: said of no moment, so it has no order."""
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Composing:
    """A whole has parts."""

    sentence: SentenceReading
    wholes: tuple[SpokenPhrase, ...]
    parts: tuple[SpokenPhrase, ...]


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


@dataclass(frozen=True, slots=True)
class Demanding:
    """Something shall be so: the sentence is kept as it is."""

    sentence: SentenceReading


@dataclass(frozen=True, slots=True)
class Ordering:
    """Somebody asks for a change of the model itself."""

    sentence: SentenceReading
    clause: SpokenClause
    order: str


Statement: TypeAlias = Doing | Composing | Carrying | Typing | Demanding | Ordering


def statements_of(sentence: SentenceReading) -> list[Statement]:
    """What a sentence states, clause by clause."""
    if is_demanding(sentence):
        return [Demanding(sentence)]
    words = vocabulary(sentence.language)
    return [
        each for clause in in_order(sentence) if _states(clause, sentence) for each in _stated(sentence, clause, words)
    ]


def in_order(sentence: SentenceReading) -> list[SpokenClause]:
    """The clauses of a sentence as things happen: in the order of its words, unless a link says otherwise."""
    waits_for: dict[int, set[int]] = {each.index: set() for each in sentence.clauses}
    for link in sentence.links:
        if link.kind in {"then", "before"} and link.target in waits_for:
            waits_for[link.target].add(link.source)
    waiting, found = list(sentence.clauses), list[SpokenClause]()
    while waiting:
        done = {each.index for each in found}
        at = next((i for i, each in enumerate(waiting) if waits_for[each.index] <= done), 0)
        found.append(waiting.pop(at))
    return found


def conditions(sentence: SentenceReading, clause: SpokenClause) -> list[SpokenClause]:
    """The clauses that say when or under which condition a clause holds."""
    sources = {each.source for each in sentence.links if each.kind in {"if", "unless"} and each.target == clause.index}
    return [each for each in sentence.clauses if each.index in sources]


def _states(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause state something by itself?"""
    if clause.verb is None or clause.mood in {"question", "talk"} or clause.hedged:
        return False
    return clause.kind in {"main", "relative"} or (clause.kind == "condition" and _happens(clause, sentence))


def _happens(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it something that happens first, rather than a condition: `when the guest rings`?"""
    words = {fold(each.word) for each in sentence.links if each.source == clause.index}
    is_moment = bool(words & vocabulary(sentence.language).phrases["when"]) or any(
        each.kind in {"then", "before"} and each.source == clause.index for each in sentence.links
    )
    return is_moment and bool(phrases(clause, "doer")) and bool(phrases(clause, "thing"))


def is_demanding(sentence: SentenceReading) -> bool:
    """Is it a requirement: a demand, a prohibition, or a limit in numbers that something keeps?"""
    return any(_demands(clause, sentence) for clause in sentence.clauses if clause.kind in {"main", "fragment"})


def _demands(clause: SpokenClause, sentence: SentenceReading) -> bool:
    if clause.mood in {"question", "talk", "order"} or clause.hedged:
        return False
    verb = clause.verb
    limited = any(each.bound in {"atMost", "atLeast", "between"} or each.upper is not None for each in clause.measures)
    if verb is None:
        return limited
    if verb.modality in {"demand", "recommendation"}:
        return True
    if verb.modality in _ALLOWING and (limited or _is_only(clause, sentence)):
        return True
    return limited and (verb.copula or not phrases(clause, "doer") or bool(clause.measures))


def _is_only(clause: SpokenClause, sentence: SentenceReading) -> bool:
    only = vocabulary(sentence.language).phrases["only"]
    return bool(only & {fold(each) for each in clause.adverbs})


def _stated(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> list[Statement]:
    verb = clause.verb
    assert verb is not None  # noqa: S101 the caller looked
    lemma = fold(verb.lemma)
    if clause.mood in {"order", "wish"} and (order := _order(lemma, words)):
        return [Ordering(sentence, clause, order)]
    if verb.copula:
        return _typed(sentence, clause)
    if lemma in words.relations["contain"] and not verb.negated and (found := _composing(sentence, clause)):
        return [found]
    if lemma in words.relations["runs"] and not verb.negated and (ran := _running(sentence, clause)):
        return [ran]
    return [_doing(sentence, clause)]


def _order(lemma: str, words: MeaningVocabulary) -> str | None:
    return next((order for order, lemmas in words.orders.items() if lemma in lemmas), None)


def _typed(sentence: SentenceReading, clause: SpokenClause) -> list[Statement]:
    kind = whole(clause, "kind")
    node_type = node_type_of(kind.head or kind.name) if kind is not None else None
    subjects = tuple(phrases(clause, "doer", "thing"))
    if node_type is None or not subjects:
        return []
    is_denied = clause.verb is not None and clause.verb.negated
    return [Typing(sentence, subjects, node_type, denied=is_denied)]


def _composing(sentence: SentenceReading, clause: SpokenClause) -> Composing | None:
    wholes, parts = phrases(clause, "whole", "doer"), phrases(clause, "part", "thing")
    passive = clause.verb is not None and clause.verb.passive
    if passive and not phrases(clause, "whole"):
        wholes, parts = phrases(clause, "thing"), phrases(clause, "part", "means", "source", "about")
    return Composing(sentence, tuple(wholes), tuple(parts)) if wholes and parts else None


def _running(sentence: SentenceReading, clause: SpokenClause) -> Carrying | None:
    carried, carriers = phrases(clause, "doer", "thing"), phrases(clause, "place", "means")
    return Carrying(sentence, tuple(carriers), tuple(carried)) if carried and carriers else None


def _doing(sentence: SentenceReading, clause: SpokenClause) -> Doing:
    verb = clause.verb
    assert verb is not None  # noqa: S101 the caller looked
    return Doing(
        sentence=sentence,
        clause=clause,
        doers=tuple(phrases(clause, "doer")),
        verb=verb.lemma,
        thing=whole(clause, "thing"),
        receivers=tuple(phrases(clause, "receiver", "goal")),
        sources=tuple(phrases(clause, "source")),
        places=tuple(phrases(clause, "place", "means")),
        allowed=verb.modality in _ALLOWING,
        denied=verb.negated or (bool(denied(clause, "doer")) and not phrases(clause, "doer")),
    )

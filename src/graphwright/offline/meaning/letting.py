"""`The app lets the patient book a visit`, `ermöglicht es dem Gast, ...`, `permet au patient de ...`: who does what.

What a part of the system lets somebody do, they do, with that part: the sentence is read as if it said so. Whom a
person asks, helps or allows to do something does it afterwards: that is two deeds.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import (
    ClauseLink,
    RoleName,
    SentenceReading,
    SpokenClause,
    SpokenRole,
    VerbGroup,
)
from graphwright.grammar.rules import words_of
from graphwright.offline.meaning.casting import BUILT, PEOPLE, is_nobody, kind_of
from graphwright.offline.meaning.spoken import meant, phrases
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.text.folding import fold

_ASKED: Final[tuple[RoleName, ...]] = ("receiver", "thing", "about")
"""What whom one lets do something is to the verb that lets."""
_UNBOUND: Final = frozenset({"none", "ability", "intention"})
"""Modalities of a sentence that is told; what must be made possible is a requirement, and stays as it is said."""


def without_letting(sentence: SentenceReading) -> SentenceReading:
    """The sentence with each deed that is only made possible as one that is done; itself where there is none."""
    words = vocabulary(sentence.language)
    for clause in sentence.clauses:
        if not _lets(clause, words):
            continue
        deeds = _let(clause, sentence)
        named = None if deeds else _named(clause, words)
        done = [_done(clause, each, words) for each in deeds] if deeds else [named]
        told = [each for each in done if each is not None]
        if told and len(told) == len(done):  # else it is told as it stands
            return without_letting(_rewritten(sentence, clause, told, joins=bool(deeds)))
    for clause in sentence.clauses:
        if _asks(clause) and (deeds := _let(clause, sentence)):
            return _also_done(sentence, clause, deeds)
    return sentence


def _lets(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    """Is it only said that something makes something possible?"""
    verb = clause.verb
    if verb is None or verb.negated or verb.modality not in _UNBOUND or clause.mood != "statement":
        return False
    by_somebody = any(kind_of(each, words.language) in PEOPLE for each in phrases(clause, "doer"))
    if by_somebody and clause.kind != "relative":
        return False
    values = {fold(each.name) for each in phrases(clause, "value", "kind")}
    makes = fold(verb.lemma) in words.relations["make"] and bool(values & words.phrases["possible"])
    return makes or fold(verb.lemma) in words.relations["let"]


def _asks(clause: SpokenClause) -> bool:
    """Does somebody ask, help or allow another to do something?"""
    verb = clause.verb
    if verb is None or verb.negated or verb.modality not in _UNBOUND or clause.mood != "statement":
        return False
    return fold(verb.lemma) in words_of("making") and bool(phrases(clause, *_ASKED)) and bool(phrases(clause, "doer"))


def _also_done(sentence: SentenceReading, clause: SpokenClause, deeds: list[SpokenClause]) -> SentenceReading:
    """The sentence in which the deeds that somebody is asked for are told as well, behind the asking."""
    inner = {each.index for each in deeds}
    asked = next(each for each in clause.roles if each.name in _ASKED and meant(each.phrase) is not None)
    clauses = tuple(
        replace(each, kind="main", mood="statement", roles=(_doer(asked), *_others(each)))
        if each.index in inner
        else each
        for each in sentence.clauses
    )
    links = [each for each in sentence.links if each.source not in inner]
    links += [ClauseLink("then", a.index, b.index) for a, b in pairwise([clause, *deeds])]
    return replace(sentence, clauses=clauses, links=tuple(links))


def _others(deed: SpokenClause) -> list[SpokenRole]:
    return [each for each in deed.roles if each.name != "doer"]


def _let(clause: SpokenClause, sentence: SentenceReading) -> list[SpokenClause]:
    """The deeds that a clause makes possible; one more may hang on the one before it."""
    holders = {clause.index}
    for deed in sentence.clauses[clause.index + 1 :]:
        hangs = any(
            each.source == deed.index and each.target in holders and each.kind in {"purpose", "content"}
            for each in sentence.links
            if each.target == clause.index or not each.word
        )
        owned = any(each.name == "doer" and not each.taken_over for each in deed.roles)
        if hangs and not owned and deed.verb is not None:  # `damit die Küche planen kann` says what for
            holders.add(deed.index)
    return [each for each in sentence.clauses if each.index in holders - {clause.index}]


def _done(clause: SpokenClause, deed: SpokenClause, words: MeaningVocabulary) -> SpokenClause | None:
    """The deed with who does it, and with what."""
    assert deed.verb is not None  # noqa: S101 the caller looked
    said = [each for each in deed.roles if each.name == "doer" and not each.taken_over]
    asked = [each for each in clause.roles if each.name in _ASKED and meant(each.phrase) is not None]
    doers = [_doer(each) for each in (said or asked)[:1] if not is_nobody(each.phrase, words.language)]
    means = [each for each in clause.roles if each.name == "doer" and _is_means(each, clause, words)]
    if not doers and not means:
        return None
    if not doers:
        doers, means = means, []  # `permet de réserver une table`: nobody else is named
    with_it = [replace(each, name="means", preposition=next(iter(words.phrases["with"]))) for each in means]
    return replace(
        deed,
        kind="main",
        verb=replace(deed.verb, modality="permission" if with_it else deed.verb.modality),
        mood="statement",
        roles=(*doers, *_others(deed), *with_it),
    )


def _is_means(role: SpokenRole, clause: SpokenClause, words: MeaningVocabulary) -> bool:
    """Is it a part with which something is done? `..., which lets reception assign it` may say so of what happened."""
    said = meant(role.phrase)
    return said is not None and (clause.kind != "relative" or kind_of(said, words.language) in BUILT)


def _doer(role: SpokenRole) -> SpokenRole:
    """Whom one lets do something as who does it, and as somebody: French `au` held the article."""
    determiner = "the" if role.phrase.determiner == "none" else role.phrase.determiner
    return SpokenRole("doer", replace(role.phrase, determiner=determiner))


def _named(clause: SpokenClause, words: MeaningVocabulary) -> SpokenClause | None:
    """`ermöglicht Lehrern das Hochladen von Noten`: the deed stands there as a noun, in German as an infinitive."""
    if words.language != "de" or clause.verb is None:
        return None
    roles = [(each, said) for each in clause.roles if each.name != "doer" and (said := meant(each.phrase)) is not None]
    deeds = [(each, said) for each, said in roles if said.head.endswith("en") and said.of is not None]
    if len(deeds) != 1 or len(roles) > 2:  # noqa: PLR2004 what is let, and whom
        return None
    [(role, deed)] = deeds
    if deed.of is None or deed.head[:1].islower():
        return None
    verb = VerbGroup(deed.head, deed.head[:1].lower() + deed.head[1:], deed.start, deed.end)
    thing = SpokenRole("thing", deed.of)
    asked = tuple(each for each, _ in roles if each is not role)
    return _done(replace(clause, roles=(*asked, *_doers(clause))), replace(clause, verb=verb, roles=(thing,)), words)


def _doers(clause: SpokenClause) -> tuple[SpokenRole, ...]:
    return tuple(each for each in clause.roles if each.name == "doer")


def _rewritten(
    sentence: SentenceReading, clause: SpokenClause, told: list[SpokenClause], *, joins: bool
) -> SentenceReading:
    """The sentence in which what is done stands for what makes it possible.

    No pronoun that stood for it is asked about. `joins`: the first deed was a clause of its own and is one with it now.
    """
    first = told[0]
    gone = first.index if joins else None
    number = {
        each.index: clause.index if each.index == gone else each.index - (gone is not None and each.index > gone)
        for each in sentence.clauses
    }
    start, end = clause.start, max(clause.end, first.end)
    whole = sentence.text[start - sentence.start : end - sentence.start]
    changed = {each.index: each for each in told[1:]}
    changed[clause.index] = replace(first, start=start, end=end, text=whole)
    clauses = tuple(
        replace(changed.get(each.index, each), index=number[each.index])
        for each in sentence.clauses
        if each.index != gone
    )
    hanging = {each.index for each in told}
    links = [
        _linked(each, number, clause)
        for each in sentence.links
        if not (each.target in {clause.index, *hanging} and each.source in hanging)
    ]
    links += [ClauseLink("then", number[a.index], number[b.index]) for a, b in pairwise(told)]
    doubts = tuple(
        each for each in sentence.doubts if each.code != "whoIsIt" or not clause.start <= each.start < clause.end
    )
    return replace(sentence, clauses=clauses, links=tuple(links), doubts=doubts)


def _linked(link: ClauseLink, number: dict[int, int], clause: SpokenClause) -> ClauseLink:
    """A link between the clauses that are left; what makes something possible comes before it."""
    source, target = number[link.source], number[link.target]
    if link.source == clause.index and link.kind in {"content", "relative"}:
        return ClauseLink("then", target, source, link.word)
    return replace(link, source=source, target=target)

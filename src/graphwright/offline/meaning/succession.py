"""In which order the clauses of a sentence happen: in that of its words, unless a link says otherwise."""

from __future__ import annotations

import re
from typing import Final

from graphwright.grammar.records import SentenceReading, SpokenClause
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_SIGNS: Final = re.compile(r"[;,:.]")


def in_order(sentence: SentenceReading) -> list[SpokenClause]:
    """The clauses of a sentence as things happen: in the order of its words, unless a link says otherwise."""
    waits_for: dict[int, set[int]] = {each.index: set() for each in sentence.clauses}
    happening = {each.index for each in sentence.clauses if each.kind == "condition" and happens(each, sentence)}
    for link in sentence.links:
        is_first = link.kind in {"then", "before"} or (
            link.kind == "relative" and _is_earlier(link.source, link.target, sentence)
        )
        first, second = link.source, link.target
        if link.kind == "if" and first in happening:
            is_first = True  # `she starts the repair when the customer has agreed to the price`
        if link.kind == "then" and _is_earlier_still(second, sentence):
            first, second = second, first  # `...; before that she checks the lamps`
        if link.kind == "before" and _waits(first, sentence):
            first, second = second, first  # `the press waits until the lorry brings the pallet`
        if is_first and second in waits_for:
            # `Before greasing them she stops the belt and locks the gate`: both come first.
            waits_for[second] |= _with_following(first, sentence) - {second} if link.kind == "before" else {first}
    waiting, found = list(sentence.clauses), list[SpokenClause]()
    while waiting:
        done = {each.index for each in found}
        at = next((i for i, each in enumerate(waiting) if waits_for[each.index] <= done), 0)
        found.append(waiting.pop(at))
    return found


def _is_earlier_still(index: int, sentence: SentenceReading) -> bool:
    """Does a clause say that it comes before what was told: `before that` at its beginning, `zuvor`, `auparavant`?"""
    clause = next((each for each in sentence.clauses if each.index == index), None)
    earlier = vocabulary(sentence.language).phrases["earlier"]
    if clause is not None and any(fold(each) in earlier for each in clause.adverbs):
        return True
    ends = [each.end for each in sentence.clauses if clause is not None and each.end <= clause.start]
    if clause is None or not ends:
        return False
    text = sentence.text[max(ends) - sentence.start : clause.end - sentence.start]
    said = " ".join(fold(_SIGNS.sub(" ", text)).split())
    return said.startswith(tuple(f"{each} " for each in earlier))


def _with_following(index: int, sentence: SentenceReading) -> set[int]:
    """A clause and those that go on from it, joined by a comma or `and`."""
    found, joins = {index}, vocabulary(sentence.language).phrases["and"]
    for link in sentence.links:
        joined = fold(link.word) in joins or link.word in {"", ","}
        if link.kind == "then" and joined and link.source in found and link.target > link.source:
            found.add(link.target)
    return found


def _waits(index: int, sentence: SentenceReading) -> bool:
    """Does a clause only say that somebody waits for what comes next?"""
    verbs = (each.verb for each in sentence.clauses if each.index == index)
    waiting = vocabulary(sentence.language).relations["wait"]
    return any(verb is not None and fold(verb.lemma) in waiting for verb in verbs)


def _is_earlier(index: int, around: int, sentence: SentenceReading) -> bool:
    """`The bottles that the camera has recognised`: another did it, and it is done.

    What is done to who acts in the clause around it comes first, too: `driven by a motor, which is fed by the grid`.
    """
    clause = next((each for each in sentence.clauses if each.index == index), None)
    if clause is not None and clause.verb is not None and clause.verb.passive and not _is_next(clause, sentence):
        acting = [each.start for other in sentence.clauses if other.index == around for each in phrases(other, "doer")]
        return any(each.start in acting for each in phrases(clause, "thing")) and bool(phrases(clause, "doer"))
    verb = None if clause is None else clause.verb
    if clause is None or verb is None or verb.passive or verb.modality != "none":
        return False
    is_object = any(each.name == "thing" and each.phrase.refers_to is not None for each in clause.roles)
    return is_object and (verb.past or " " in verb.text) and bool(phrases(clause, "doer"))


def _is_next(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause say that it comes after what was told: `who is then told by the driver`?"""
    return any(fold(each) in vocabulary(sentence.language).phrases["sequence"] for each in clause.adverbs)


def happens(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it something that happens first, rather than a condition: `when the guest rings`, `Klingelt der Gast, ...`?"""
    words = {fold(each.word) for each in sentence.links if each.source == clause.index}
    is_moment = bool(words & vocabulary(sentence.language).phrases["when"]) or any(
        each.source == clause.index and (each.kind in {"then", "before"} or (each.kind == "if" and not each.word))
        for each in sentence.links
    )
    return is_moment and bool(phrases(clause, "doer")) and bool(phrases(clause, "thing"))

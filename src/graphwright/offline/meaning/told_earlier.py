"""A step that is ordered by one told earlier in the message: `After peeling, ...`, `Nach dem Spülen ...`.

What is in the model is found by its names (`anchors.py`); these steps are only being made, and known by their verbs.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.grammar.records import ClauseLink, SentenceReading, SpokenClause
from graphwright.offline.meaning.anchors import is_same
from graphwright.offline.meaning.deeds import DeedStep
from graphwright.offline.meaning.matching import plain_key
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold


def only_names_step(doing: Doing, earlier: Sequence[DeedStep]) -> bool:
    """Does a clause with nobody of its own only name a step told before: `after peeling, the assistant ...`?"""
    step = _named_by(doing.clause, doing.sentence, earlier)
    if step is None:
        return False
    things = {plain_key(name_of(each)) for each in step.things}
    return doing.thing is None or plain_key(name_of(doing.thing)) in things


def order_by_earlier(sentence: SentenceReading, steps: Sequence[DeedStep], earlier: Sequence[DeedStep]) -> None:
    """Let the steps of a sentence stand behind, or before, the earlier step that it names."""
    words = vocabulary(sentence.language).phrases
    own = {each.doing.clause.index: each for each in steps}
    for clause in sentence.clauses:
        if clause.index in own:
            for role in clause.roles:
                step = _called(fold(role.phrase.head), earlier) if role.name == "time" else None
                is_before = fold(role.preposition) in words["before"]
                if step is not None and (is_before or fold(role.preposition) in words["after"]):
                    _order(own[clause.index], step, is_before=is_before)
        elif (step := _named_by(clause, sentence, earlier)) is not None:
            for link in _ordering(clause, sentence):
                there = link.target if link.source == clause.index else link.source
                if there in own:
                    _order(own[there], step, is_before=link.kind == "before")


def _order(step: DeedStep, named: DeedStep, *, is_before: bool) -> None:
    if is_before:
        step.ahead_of = named
    else:
        step.behind = named


def _named_by(clause: SpokenClause, sentence: SentenceReading, earlier: Sequence[DeedStep]) -> DeedStep | None:
    """The earlier step that a clause names which only says after or before what something is done."""
    is_bare = clause.verb is not None and not any(each.name == "doer" and not each.taken_over for each in clause.roles)
    if clause.verb is None or not is_bare or not _ordering(clause, sentence):
        return None
    return _called(fold(clause.verb.lemma), earlier)


def _ordering(clause: SpokenClause, sentence: SentenceReading) -> list[ClauseLink]:
    """The links in words that make it what comes before, or behind, another clause."""
    return [
        each
        for each in sentence.links
        if each.word
        and clause.index == (each.source if each.kind == "then" else each.target if each.kind == "before" else None)
        and fold(each.word) in vocabulary(sentence.language).phrases["after" if each.kind == "then" else "before"]
    ]


def _called(word: str, earlier: Sequence[DeedStep]) -> DeedStep | None:
    """The one step of whose verb a word is a form, or the noun."""
    found = [each for each in earlier if each.doing.verb and is_same(fold(each.doing.verb), word)]
    return found[0] if len(found) == 1 else None

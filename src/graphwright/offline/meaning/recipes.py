"""What must be done in a row to get something: `To make cider, you have to wash the apples, crush them and ...`.

Nobody in particular must do it, and it leads to something or has an order: that tells how it is done, and is no demand.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import SentenceReading, SpokenClause
from graphwright.offline.meaning.casting import is_nobody
from graphwright.offline.meaning.doings import doing_of
from graphwright.offline.meaning.stated import Statement
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_FEWEST: Final = 3
"""Steps of a row that tells how something is done."""


def recipe_in(sentence: SentenceReading) -> list[Statement]:
    """The steps that must be taken, in order; none where somebody is bound, or no row leads anywhere."""
    steps = [each for each in sentence.clauses if each.kind == "main"]
    first = steps[0] if len(steps) >= _FEWEST else None
    if first is None or first.verb is None or first.verb.modality != "demand":
        return []
    if not all(_is_step(each, sentence) for each in steps) or not _leads_on(first, sentence):
        return []
    words = vocabulary(sentence.language)
    return [doing_of(sentence, _told(each), words) for each in steps]


def _is_step(clause: SpokenClause, sentence: SentenceReading) -> bool:
    verb = clause.verb
    doers = [each.phrase for each in clause.roles if each.name == "doer"]
    if verb is None or verb.negated or verb.passive or verb.copula or clause.measures:
        return False
    return all(is_nobody(each, sentence.language) for each in doers)


def _leads_on(first: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it told what for, in front of all, or in which order?"""
    begins = sentence.clauses[0]
    words = vocabulary(sentence.language).phrases["sequence"]
    is_told = begins.kind == "purpose" and begins.end <= first.end and bool(begins.roles)
    return is_told or any(each.kind == "then" and fold(each.word) in words for each in sentence.links)


def _told(clause: SpokenClause) -> SpokenClause:
    """The step as one that is taken."""
    roles = tuple(each for each in clause.roles if each.name != "doer")
    verb = None if clause.verb is None else replace(clause.verb, modality="none")
    return replace(clause, mood="statement", verb=verb, roles=roles)

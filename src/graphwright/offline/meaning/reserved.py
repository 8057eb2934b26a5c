"""What only some may do, and what a rule does not hold for: `only the keeper may ring the bell`, `unless he is ill`."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from graphwright.grammar.records import Modality, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.spoken import is_circumstance
from graphwright.text.recognition import Recogniser

ALLOWING: Final[frozenset[Modality]] = frozenset(("permission", "ability"))
"""What may or can be done."""
_BETWEEN: Final = re.compile(r"(?:[\w’'-]+\s+){0,3}")
"""Words before the noun of who may do it: `only the specially trained staff`."""


def is_reserved(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause say who alone may do something? `Only then may the crane lift it` says when.

    The word stands right before who does it, who stands before the verb.
    """
    verb = clause.verb
    if verb is None or verb.modality not in ALLOWING or is_circumstance(clause, sentence):
        return False
    before = sentence.text[: verb.start - sentence.start]
    for found in _only(sentence.language).finditer(before):
        start, end = sentence.start + found.start(1), sentence.start + found.end(1)
        is_said = clause.kind in {"main", "fragment"} or start == sentence.start  # `personne d'autre que le juge ne`
        if is_said and any(
            start <= each.start < verb.start and _is_next(before[found.end(1) :], each, end) for each in _who(clause)
        ):
            return True
    return False


def _who(clause: SpokenClause) -> list[SpokenPhrase]:
    """All who are named, lists taken apart; of `no one except the keeper` the keeper is no doer."""
    return [part for each in clause.roles if not each.taken_over for part in (each.phrase, *each.phrase.members)]


def _is_next(behind: str, phrase: SpokenPhrase, end: int) -> bool:
    """Do no more than a few words stand between a word and a phrase, and no sign?"""
    return phrase.start < end or _BETWEEN.fullmatch(behind[: phrase.start - end].lstrip()) is not None


def is_excepted(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause only say for which case a rule does not hold: `unless ...`, `es sei denn, ...`, `sauf si ...`?"""
    if is_circumstance(clause, sentence):
        return True
    # The verb of `es sei denn` is one of its words.
    return is_behind_exception(clause.end if clause.verb is None else clause.verb.end, sentence)


def is_behind_exception(at: int, sentence: SentenceReading) -> bool:
    """Does a word for an exception stand between the first verb of a sentence and a place behind it?"""
    first = min((each.verb.end for each in sentence.clauses if each.verb is not None), default=at)
    found = _except(sentence.language).search(sentence.text[max(0, first - sentence.start) :])
    return found is not None and found.start() < at - max(first, sentence.start)


@cache
def _only(language: Language) -> Recogniser:
    return Recogniser(r"(?:^|[,;:]\s+|\b(?:<requirements.joining>)\s+)((?:<reserving.only>)(?!\w))", language)


@cache
def _except(language: Language) -> Recogniser:
    return Recogniser(r"\b(?:<reserving.except>)\b", language)

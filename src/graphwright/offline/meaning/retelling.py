"""An order that is put right in the same breath: `first A, no, first B and then A`. Only what is told last holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphwright.grammar.records import SentenceReading
from graphwright.grammar.rules import words_of
from graphwright.offline.meaning.stated import Doing, Statement
from graphwright.text.folding import fold

_FEWEST: Final = 2
"""Deeds that tell an order."""
_WORD: Final = re.compile(r"[^\W\d_]+")


def retold(stated: list[Statement], sentence: SentenceReading) -> list[Statement]:
    """The statements without those deeds that are taken back and told once more, in another order."""
    doings = [each for each in stated if isinstance(each, Doing)]
    for at in range(1, len(doings)):
        before, behind = doings[:at], doings[at:]
        again = {fold(each.verb) for each in before} <= {fold(each.verb) for each in behind}
        if len(behind) >= _FEWEST and again and _takes_back(before, behind, sentence):
            return [each for each in stated if each not in before]
    return stated


def _takes_back(before: Sequence[Doing], behind: Sequence[Doing], sentence: SentenceReading) -> bool:
    """Does a word of correction stand between the two?"""
    verb = behind[0].clause.verb
    start, end = before[-1].clause.verb, sentence.start if verb is None else verb.start
    said = sentence.text[(sentence.start if start is None else start.end) - sentence.start : end - sentence.start]
    return any(fold(each[0]) in words_of("taking_back") for each in _WORD.finditer(said))

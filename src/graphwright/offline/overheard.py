"""What the documents say to a topic, for the voices of a discussion: sentences of their prompt's passages, quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from graphwright.context.dialogue import blocks_of
from graphwright.context.passages import LABEL
from graphwright.llm.base import ModelRequest
from graphwright.text.quantities import quantities
from graphwright.text.sentences import sentences
from graphwright.text.words import covered

_MOST: Final = 3
"""Sentences that are quoted."""
_ENOUGH: Final = 0.5
"""Of the words of a topic that a sentence has to speak of."""
_PASSAGE: Final = re.compile(r"(?m)^\[(P\d+)\] ([^\n]*)$")


class Overheard(Struct, frozen=True):
    """A sentence of a document, and where it stands."""

    text: str
    place: str


def overheard(request: ModelRequest, words: Sequence[str]) -> list[Overheard]:
    """The sentences that speak of most of some words, best first."""
    wanted = " ".join(words)
    if not wanted:
        return []
    found = ((covered(wanted, each.text), each) for each in _sentences(request))
    enough = [rated for rated in found if rated[0] >= _ENOUGH]
    return [each for _, each in sorted(enough, key=lambda rated: -rated[0])[:_MOST]]


def differ(told: Sequence[Overheard]) -> bool:
    """Do two places give different numbers of one unit?"""
    return any(
        one.place != other.place and any(here[unit].isdisjoint(there[unit]) for unit in here.keys() & there.keys())
        for (one, here), (other, there) in combinations([(each, _numbers(each.text)) for each in told], 2)
    )


def _sentences(request: ModelRequest) -> Iterator[Overheard]:
    for label, block in blocks_of(request):
        marks = list(_PASSAGE.finditer(block)) if label == LABEL else []
        for at, mark in enumerate(marks):
            end = marks[at + 1].start() if at + 1 < len(marks) else len(block)
            for sentence in sentences(block[mark.end() : end]):
                yield Overheard(sentence.text, mark[2])


def _numbers(text: str) -> dict[str, set[float]]:
    found: dict[str, set[float]] = {}
    for each in quantities(text):
        found.setdefault(each.unit, set()).add(each.value)
    return found

"""Where two sources disagree: another number for the same thing, or a duty and its opposite. By rules, in any language.

Which of them holds is not decided: both are shown side by side. Two sentences are compared only where they stand in
different sections and speak of much the same, because a list of cases sets many limits on one thing. What is said in
quite other words is not noticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from graphwright.documents.duties import obliges
from graphwright.languages import Language
from graphwright.offline.limits import limited_sizes
from graphwright.text.quantities import Quantity, quantities
from graphwright.text.recognition import Recogniser
from graphwright.text.sentences import sentences, without_code
from graphwright.text.words import content, covered
from graphwright.turns.sources import Source

MAX_CONFLICTS: Final = 3
"""Told of one answer."""
MAX_SENTENCES: Final = 120
"""Compared, of the best sources: about 20 ms."""
_ALIKE: Final = 0.6
"""Share of the words of the longer sentence that both have, beside what differs."""
_WHOLLY: Final = 0.5
"""The same where the longer one says all that the shorter one does."""
_SAME_SIZE: Final = 0.5
"""Share of the words of the shorter name that the names of one size have in common."""
_ASKED: Final = 0.34
"""Share of the question's words that both sentences speak of, their headings included."""
_PART: Final = re.compile(r"(?<=[;:])\s")
_NOT: Final = Recogniser(r"\b(?:<clarity.not>)\b|n't\b|\bn'")
_NOT_THIS: Final = Recogniser(r"(?:<clarity.not>)\s(?:\w+\s){0,2}?(?=\d)")
"""A number that is only said not to hold: `60 days, not 30`."""


class ConflictSide(Struct, frozen=True):
    """One side of a conflict."""

    text: str
    label: str


class _Comparable(Struct, frozen=True):
    told: ConflictSide
    place: tuple[str, ...]
    words: frozenset[str]
    """What it speaks of, beside numbers and negations."""
    sizes: list[Quantity]
    is_denied: bool
    is_duty: bool


def conflicts(question: str, sources: Sequence[Source], language: Language) -> list[tuple[ConflictSide, ConflictSide]]:
    """What sources say against each other about what was asked, the best sources first."""
    stated = [each for source in sources if not source.suspicious for each in _statements(question, source)]
    found = [
        (one.told, other.told)
        for one, other in combinations(stated[:MAX_SENTENCES], 2)
        if one.place != other.place and _are_alike(one, other) and (_other_size(one, other) or _opposite(one, other))
    ]
    return list(dict.fromkeys([*found, *_other_limits(question, sources, language)]))[:MAX_CONFLICTS]


def _other_limits(
    question: str, sources: Sequence[Source], language: Language
) -> Iterator[tuple[ConflictSide, ConflictSide]]:
    """Two limits that two sources set on one size, of which each holds without a condition."""
    for size in limited_sizes([each for each in sources if not each.suspicious], language):
        always = [(place, each) for place, each in zip(size.places, size.limits, strict=True) if not each.condition]
        for (place, one), (other_place, other) in combinations(always, 2):
            here, there = one.quantity, other.quantity
            differs = here.bound == there.bound and here.bound != "is" and here.value != there.value
            if place != other_place and differs and covered(question, f"{one.sentence} {size.name}") >= _ASKED:
                yield ConflictSide(one.sentence, one.label), ConflictSide(other.sentence, other.label)


def _statements(question: str, source: Source) -> Iterator[_Comparable]:
    """The sentences of a source that set a number or a duty and bear on the question."""
    place = (source.origin or source.document_id, *(source.section or [source.label]))
    for sentence in sentences(without_code(source.text)):
        whole = " ".join(sentence.text.split())
        yield from (each for part in _PART.split(whole) for each in _compared(part, whole, question, source, place))


def _compared(text: str, whole: str, question: str, source: Source, place: tuple[str, ...]) -> Iterator[_Comparable]:
    """A part of a sentence that speaks for itself."""
    denied = {match.end() for match in _NOT_THIS.finditer(text)}
    sizes = [size for size in quantities(text) if size.start not in denied]
    is_duty = obliges(text)
    if (sizes or is_duty) and covered(question, f"{text} {' '.join(source.section)}") >= _ASKED:
        said = _NOT_THIS.pattern.sub(" ", text)
        plain = _NOT.pattern.sub(" ", said)
        words = frozenset(word for word in content(plain) if not word[0].isdigit())
        told = ConflictSide(whole, source.label)
        yield _Comparable(told, place, words, sizes, plain != said, is_duty)


def _are_alike(one: _Comparable, other: _Comparable) -> bool:
    shorter, longer = sorted((one.words, other.words), key=len)
    said, shared = (covered(" ".join(each), " ".join(other)) for each, other in ((shorter, longer), (longer, shorter)))
    return bool(shorter) and (shared >= _ALIKE or (said == 1.0 and shared >= _WHOLLY))


def _other_size(one: _Comparable, other: _Comparable) -> bool:
    """Does one set a number where the other sets another, of the same unit, in the same direction?"""
    return one.is_denied is other.is_denied and any(
        here.value != there.value
        and here.unit == there.unit
        and (here.bound == there.bound or _demands(one, here) or _demands(other, there))
        and max(covered(here.about, there.about), covered(there.about, here.about)) >= _SAME_SIZE
        for here in one.sizes
        for there in other.sizes
    )


def _demands(one: _Comparable, size: Quantity) -> bool:
    """Does a sentence demand just this size, whatever limit another one sets?"""
    return size.bound == "is" and one.is_duty


def _opposite(one: _Comparable, other: _Comparable) -> bool:
    """Does one demand what the other forbids?"""
    return one.is_duty and other.is_duty and one.is_denied is not other.is_denied

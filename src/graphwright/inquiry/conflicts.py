"""Where two sources disagree: another number for the same thing, or a duty and its opposite. By rules, in any language.

Which of them holds is not decided: both are shown side by side. Two sentences are compared only where they stand in
different sections and speak of much the same, because a list of cases sets many limits on one thing. What is said in
quite other words is not noticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from graphwright.documents.duties import obliges
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
_ASKED: Final = 0.34
"""Share of the question's words that both sentences speak of, their headings included."""
_NOT: Final = Recogniser(r"\b(?:<clarity.not>)\b|n't\b|\bn'")


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


def conflicts(question: str, sources: Sequence[Source]) -> list[tuple[ConflictSide, ConflictSide]]:
    """What sources say against each other about what was asked, the best sources first."""
    stated = [each for source in sources if not source.suspicious for each in _statements(question, source)]
    found = [
        (one.told, other.told)
        for one, other in combinations(stated[:MAX_SENTENCES], 2)
        if one.place != other.place and _are_alike(one, other) and (_other_size(one, other) or _opposite(one, other))
    ]
    return found[:MAX_CONFLICTS]


def _statements(question: str, source: Source) -> Iterator[_Comparable]:
    """The sentences of a source that set a number or a duty and bear on the question."""
    place = (source.origin or source.document_id, *(source.section or [source.label]))
    for sentence in sentences(without_code(source.text)):
        text = " ".join(sentence.text.split())
        sizes = [size for size in quantities(text) if size.about]
        is_duty = obliges(text)
        if (sizes or is_duty) and covered(question, f"{text} {' '.join(source.section)}") >= _ASKED:
            plain = _NOT.pattern.sub(" ", text)
            words = frozenset(word for word in content(plain) if not word[0].isdigit())
            told = ConflictSide(text, source.label)
            yield _Comparable(told, place, words, sizes, plain != text, is_duty)


def _are_alike(one: _Comparable, other: _Comparable) -> bool:
    longer = max(len(one.words), len(other.words))
    return longer > 0 and len(one.words & other.words) >= _ALIKE * longer


def _other_size(one: _Comparable, other: _Comparable) -> bool:
    """Does one set a number where the other sets another, of the same unit, in the same direction?"""
    return one.is_denied is other.is_denied and any(
        here.value != there.value
        and (here.unit, here.bound) == (there.unit, there.bound)
        and content(here.about) == content(there.about)
        for here in one.sizes
        for there in other.sizes
    )


def _opposite(one: _Comparable, other: _Comparable) -> bool:
    """Does one demand what the other forbids?"""
    return one.is_duty and other.is_duty and one.is_denied is not other.is_denied

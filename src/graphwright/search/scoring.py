"""Scores all texts of an index at once, with numpy: a unit adds what it is worth to every text that holds it.

Ten thousand postings take a tenth of a millisecond here and several one by one, so nothing need be left out: every text
that holds a unit is scored exactly. Imports numpy, so import it only where there is one and texts are many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, cast

from graphwright.search.numbers import NDArray, np

Slots: TypeAlias = NDArray[np.uint32]

_BITS: Final = 64
_TIED: Final = 1e-9
"""Scores that differ by less are the same: the order in which their parts were added up may tell them apart."""


class TextScores:
    """What each text of an index is worth, by number. Made once, used by one question after the other."""

    def __init__(self, norms: Sequence[float], count_bits: int) -> None:
        """`norms`: what the length of each text takes away.

        `count_bits`: the lowest ones of a posting, which say how often the word stands there.
        """
        self._norms = np.asarray(norms, np.float64)
        self._scores = np.zeros(len(self._norms))
        self._counts = np.zeros(len(self._norms))
        """Zeros but while a unit of several words is added up."""
        self._last = np.zeros(len(self._norms), np.uint32)
        self._shift, self._mask = np.uint32(count_bits), np.uint32((1 << count_bits) - 1)

    def add(self, lists: Sequence[Sequence[int]], weight: Callable[[int], float]) -> None:
        """Add a unit. `lists`: postings of each of its words; `weight`: of a unit that stands in so many texts."""
        arrays = [_array(each) for each in lists if len(each)]
        if not arrays:
            return
        postings = arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
        slots, counts = postings >> self._shift, (postings & self._mask).astype(np.float64)
        if len(arrays) > 1:
            np.add.at(self._counts, slots, counts)
            slots = self._once(slots)
            counts = self._counts[slots]
            self._counts[slots] = 0.0
        self._scores[slots] += weight(len(slots)) * counts / (counts + self._norms[slots])

    def _once(self, slots: Slots) -> Slots:
        """Each of them once; no sorting, which takes ten times as long."""
        at = np.arange(len(slots), dtype=np.uint32)
        self._last[slots] = at
        once: Slots = slots[self._last[slots] == at]
        return once

    def best(self, most: int, accept: Callable[[int], bool] | None) -> dict[int, float]:
        """The best texts that are accepted, about so many, and those that are worth as much as the last."""
        slots = np.flatnonzero(self._scores > 0)
        if accept is not None:
            slots = np.array([slot for slot in slots.tolist() if accept(slot)], np.int64)
        scores = self._scores[slots]
        self._scores[:] = 0.0
        if len(slots) > most:
            least = np.partition(scores, -most)[-most] - _TIED
            slots, scores = slots[scores >= least], scores[scores >= least]
        return dict(zip(slots.tolist(), scores.tolist(), strict=True))


def marks_on(texts: Sequence[Sequence[int]], marked: Sequence[Sequence[int]], words: int) -> list[int]:
    """Which of some lists of words each text has one of, as the bits of a number.

    A text has at least one word. `words`: how many there are in all.
    """
    starts = np.cumsum([0, *map(len, texts[:-1])])
    held = np.concatenate([_array(each) for each in texts])
    found = [0] * len(texts)
    for first in range(0, len(marked), _BITS):
        marks = np.zeros(words, np.uint64)
        for bit, listed in enumerate(marked[first : first + _BITS]):
            if len(listed):
                marks[_array(listed)] |= np.uint64(1 << bit)
        told = np.bitwise_or.reduceat(marks[held], starts).tolist()
        found = [so_far | more << first for so_far, more in zip(found, told, strict=True)]
    return found


def summed(numbers: Sequence[int], at: Sequence[int]) -> int:
    """The sum of some of the numbers; those behind the last are 0."""
    places, known = _array(at), _array(numbers)
    return int(known[places[places < len(known)]].sum())


def _array(numbers: Sequence[int]) -> Slots:
    """Numbers where they lie: lists of an index are all of this size."""
    found: Slots = np.frombuffer(cast("Any", numbers), np.uint32)  # a view or an array, and neither is a Sequence
    return found

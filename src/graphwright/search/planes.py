"""Finds the most promising texts for common words without reading their postings: one bit per text and level.

A word that stands in a quarter of 100,000 texts has 25,000 postings, more than a question may read. Its texts are kept
as a few sets of bits instead, one per level of what the word is worth there; whole numbers of 100,000 bits are added in
microseconds, so the best sums are found first and only those few are scored exactly. (Bit-sliced sums and the search
for their greatest: O'Neil and Quass, "Improved query performance with variant indexes", 1997.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

COMMON: Final = 1_000
"""Postings from which a word has planes; below, reading them is quick."""
_SHARES: Final = (0.5, 0.9, 0.985)
"""Of a word's postings lie below each level."""
_MAX_CHANGED: Final = 256
_SAMPLE: Final = 2_000
"""Texts that tell the levels."""
_FINEST: Final = 31
"""The greatest step of the sums: five bits."""


Worths: TypeAlias = Callable[[Sequence[int]], Iterable[float]]
"""What a word is worth in each of some texts, 0 where it does not stand."""


class PlanesState(NamedTuple):
    """All that planes are, at one moment."""

    levels: Sequence[float]
    bits: Sequence[bytes]
    changed: Sequence[int]


class Planes:
    """What one common word is worth in each text, in four levels, as sets of bits by slot.

    A text is only noted, at first and when it has changed; its bits are put right when the planes are next read, or
    when many have gathered, or by `settle` bit by bit.
    """

    def __init__(self, slots: Iterable[int], worths: Worths, state: PlanesState | None = None) -> None:
        """`state`: what they were, with these texts still to come."""
        self._worths = worths
        self._waiting = list(slots)
        self._numbers: list[int] | None = None
        levels, bits, changed = state or self._empty()
        self._levels, self._bits, self._changed = list(levels), list(map(bytearray, bits)), list(changed)

    def _empty(self) -> PlanesState:
        ranked = sorted(self._worths(self._waiting[:: 1 + len(self._waiting) // _SAMPLE]))
        levels = sorted({ranked[0], *(ranked[int(share * len(ranked))] for share in _SHARES)})
        return PlanesState(levels, [b""] * len(levels), ())

    def state(self) -> PlanesState | None:
        """What they are now; `None` while there are texts that were there at first and are not entered."""
        if self._waiting:
            return None
        return PlanesState(tuple(self._levels), tuple(map(bytes, self._bits)), tuple(self._changed))

    def note(self, slot: int) -> None:
        """A text has changed."""
        self._changed.append(slot)
        if len(self._changed) >= _MAX_CHANGED:
            self._follow()

    def settle(self, most: int) -> bool:
        """Enter so many of the texts that there were at first; whether there are more."""
        self._enter(self._waiting[-most:])
        del self._waiting[-most:]
        self._numbers = None
        return bool(self._waiting)

    def numbers(self) -> Iterator[tuple[float, int]]:
        """What each level adds to the one below, and its texts as one number."""
        self._catch_up()
        if self._numbers is None:
            self._numbers = [int.from_bytes(bits, "little") for bits in self._bits]
        below = 0.0
        for least, number in zip(self._levels, self._numbers, strict=True):
            yield least - below, number
            below = least

    def _catch_up(self) -> None:
        if self._waiting:  # before what has changed since, which may be among them
            self.settle(len(self._waiting))
        self._follow()

    def _follow(self) -> None:
        if self._changed:
            self._numbers = None
            for slot in self._changed:
                self._clear(slot)
            self._enter(self._changed)
            self._changed.clear()

    def _enter(self, slots: Sequence[int]) -> None:
        if not slots:  # a search was faster
            return
        worths = list(self._worths(slots))
        # Whatever holds the word is in the lowest level, also what is worth less than all there were at first.
        for least, bits in zip((0.0, *self._levels[1:]), self._bits, strict=True):
            if (room := (max(slots) >> 3) + 1) > len(bits):
                bits.extend(bytes(room - len(bits) + len(bits) // 8))
            for slot, worth in zip(slots, worths, strict=True):
                if worth >= least and worth:
                    bits[slot >> 3] |= 1 << (slot & 7)

    def _clear(self, slot: int) -> None:
        at, bit = slot >> 3, 1 << (slot & 7)
        for bits in self._bits:
            if at < len(bits) and bits[at] & bit:
                bits[at] ^= bit


def most_promising(parts: Sequence[tuple[float, Planes]], want: int) -> list[int]:
    """Slots of the texts whose levels sum to most, about `want`; `parts` are words with their weights."""
    steps = [(weight * more, number) for weight, planes in parts for more, number in planes.numbers()]
    greatest = max((step for step, _ in steps), default=0.0)
    if not greatest:
        return []
    slices: list[int] = []
    for step, number in steps:
        _add(slices, round(step / greatest * _FINEST), number)
    return list(_slots(_greatest(slices, want), want))


def _add(slices: list[int], step: int, number: int) -> None:
    """Add a small number to the sum of every text in a set."""
    bit = 0
    while step:
        if step & 1:
            carry, at = number, bit
            while carry:
                while at >= len(slices):
                    slices.append(0)
                slices[at], carry = slices[at] ^ carry, slices[at] & carry
                at += 1
        step >>= 1
        bit += 1


def _greatest(slices: list[int], want: int) -> int:
    """The texts with the greatest sums: as few as hold at least `want`, ties included."""
    chosen, open_ = 0, 0
    for part in slices:
        open_ |= part
    left = want
    for part in reversed(slices):
        high = open_ & part
        count = high.bit_count()
        if count >= left:
            open_ = high
        else:
            chosen |= high
            left -= count
            open_ &= ~part
    return chosen | open_


def _slots(number: int, want: int) -> Iterator[int]:
    """The positions of the ones, at most four times as many as wanted."""
    text = bin(number)[:1:-1]
    at = text.find("1")
    for _ in range(4 * want):
        if at < 0:
            return
        yield at
        at = text.find("1", at + 1)

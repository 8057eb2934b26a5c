"""Finds the most promising texts for common words without reading their postings: one bit per text and level.

A word that stands in a quarter of 100,000 texts has 25,000 postings, more than a question may read. Its texts are kept
as a few sets of bits instead, one per level of what the word is worth there; whole numbers of 100,000 bits are added in
microseconds, so the best sums are found first and only those few are scored exactly. (Bit-sliced sums and the search
for their greatest: O'Neil and Quass, "Improved query performance with variant indexes", 1997.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

COMMON: Final = 1_000
"""Postings from which a word has planes; below, reading them is quick."""
_SHARES: Final = (0.5, 0.9, 0.985)
"""Of a word's postings lie below each level."""
_MAX_CHANGED: Final = 256
_FINEST: Final = 31
"""The greatest step of the sums: five bits."""


class Planes:
    """What one common word is worth in each text, in four levels, as sets of bits by slot.

    A changed text is only noted; its bits are put right when the planes are next read, or when many have gathered.
    """

    def __init__(self, slots: Iterable[int], worth: Callable[[int], float]) -> None:
        """`worth`: what the word is worth in a text, 0 where it does not stand."""
        self._worth = worth
        found = {slot: worth(slot) for slot in slots}
        ranked = sorted(found.values())
        self._levels = sorted({ranked[0], *(ranked[int(share * len(ranked))] for share in _SHARES)})
        self._bits = [bytearray() for _ in self._levels]
        self._numbers: list[int] | None = None
        self._changed: list[int] = []
        for slot, value in found.items():
            self._set(slot, value)

    def note(self, slot: int) -> None:
        """A text has changed."""
        self._changed.append(slot)
        if len(self._changed) >= _MAX_CHANGED:
            self._catch_up()

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
        if self._changed:
            self._numbers = None
            for slot in self._changed:
                self._clear(slot)
                self._set(slot, self._worth(slot))
            self._changed.clear()

    def _set(self, slot: int, worth: float) -> None:
        if not worth:
            return
        at, bit = slot >> 3, 1 << (slot & 7)
        for index, bits in enumerate(self._bits):
            # Whatever holds the word is in the lowest level, also what is worth less than all there were at first.
            if index and worth < self._levels[index]:
                return
            if at >= len(bits):
                bits.extend(bytes(at + 1 - len(bits) + len(bits) // 8))
            bits[at] |= bit

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

"""Lists of whole numbers, many of them: those that stand in a file, read where they lie, and what came since.

What an index holds is such lists: the texts of a word, the words of a text. A list in the file costs no memory until
somebody reads it. Nothing is written here; `kept` does that.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Numbers: TypeAlias = "array[int] | memoryview[int]"
NONE: Final[Sequence[int]] = ()


class Rows:
    """Lists by number, from 0. Values are at least 0 and below 2^32."""

    def __init__(self, starts: Numbers | None = None, values: Numbers | None = None) -> None:
        """`starts`: where in `values` each list begins, and where the last one ends."""
        self._starts: Numbers = array("I", (0,)) if starts is None else starts
        self._values: Numbers = array("I") if values is None else values
        self._kept = len(self._starts) - 1
        self._since: dict[int, array[int]] = {}
        self._replaced: set[int] = set()
        """Lists of which nothing in the file counts any more."""
        self._count = self._kept

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, row: int) -> Sequence[int]:
        since = self._since.get(row)
        if row >= self._kept or row in self._replaced:
            return NONE if since is None else since
        kept = self._values[self._starts[row] : self._starts[row + 1]]
        if since is None:
            return kept
        return copied(kept) + since

    def some(self, rows: Iterable[int]) -> list[Sequence[int]]:
        """Several lists; those that are not there are left out."""
        if self._since or self._replaced:
            return [self[row] for row in rows if row < self._count]
        starts, values, kept = self._starts, self._values, self._kept
        return [values[starts[row] : starts[row + 1]] for row in rows if row < kept]

    def size(self, row: int) -> int:
        """How many numbers a list has."""
        since = self._since.get(row, NONE)
        if row >= self._kept or row in self._replaced:
            return len(since)
        return self._starts[row + 1] - self._starts[row] + len(since)

    def new(self, values: Iterable[int] = ()) -> int:
        """A further list; its number. An array is kept as it is."""
        row = self._count
        self._count += 1
        if found := values if isinstance(values, array) else array("I", values):
            self._since[row] = found
        return row

    def append(self, row: int, value: int) -> None:
        """Add a number at the end of a list."""
        try:
            self._since[row].append(value)
        except KeyError:
            self._since[row] = array("I", (value,))
            self._count = max(self._count, row + 1)

    def append_each(self, rows: Iterable[int], values: Iterable[int]) -> None:
        """Add a number each at the end of some lists; a list that is not there yet begins with it."""
        since, last = self._since, self._count - 1
        for row, value in zip(rows, values, strict=True):
            try:
                since[row].append(value)  # as most have come before: nothing is made and nothing asked
            except KeyError:
                since[row] = array("I", (value,))
                last = max(last, row)
        self._count = last + 1

    def replace(self, row: int, values: Sequence[int]) -> None:
        """Give a list other numbers."""
        self._replaced.add(row)
        self._since[row] = values if isinstance(values, array) else array("I", values)

    def rebase(self, starts: Numbers, values: Numbers) -> None:
        """These lists, and nothing else, are in the file now."""
        self._starts, self._values, self._kept = starts, values, len(starts) - 1
        self._since.clear()
        self._replaced.clear()

    def written(self) -> tuple[array[int], array[int]]:
        """All lists as they are now: where each begins, and the numbers."""
        starts, values = array("I", (0,)), array("I")
        row = 0
        for changed in (*sorted({*self._since, *self._replaced}), self._count):
            if row < min(changed, self._kept):  # a run that is as it was
                end = min(changed, self._kept)
                moved = len(values) - self._starts[row]
                values += copied(self._values[self._starts[row] : self._starts[end]])
                starts.extend(start + moved for start in self._starts[row + 1 : end + 1])
                row = end
            starts.extend([len(values)] * (changed - row))
            row = changed
            if row < self._count:
                values.extend(self[row])
                starts.append(len(values))
                row += 1
        return starts, values


def copied(numbers: Sequence[int]) -> array[int]:
    """Numbers in memory of their own."""
    found = array("I")
    if isinstance(numbers, (array, memoryview)):
        found.frombytes(numbers.tobytes())
    else:
        found.extend(numbers)
    return found

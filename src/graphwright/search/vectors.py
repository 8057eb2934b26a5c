"""Finds the vectors nearest to one: exactly by one product with all, or through inverted lists when there are many.

Up to 20,000 vectors one matrix product is exact and takes a few milliseconds. Above, every vector is listed under the
nearest of some hundred centres, and only the lists of the centres nearest to the question are compared (Sivic and
Zisserman, 2003; the IVF of faiss). Imports numpy, so import it only when there is an embedder.

Texts about one thing lie close together, and what all of them share hides what tells them apart. `SharedVectors` is
that: the mean of the vectors and the few directions in which they differ most (Mu and Viswanath, "All-but-the-top",
2018, which also says how many). `kept_vectors` takes it out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from graphwright.search.numbers import np

if TYPE_CHECKING:
    from graphwright.search.embedder import Matrix, Rows, Vector

Key = TypeVar("Key", bound="str | int")

EXACT_UP_TO: Final = 20_000
PROBES: Final = 24
"""Lists that a question looks into."""
_SAMPLE: Final = 20_000
_SLICE: Final = 4_096
_ROUNDS: Final = 6
_SMALLEST: Final = 64
_NUMBERS_FOR_ONE: Final = 100
"""A direction is taken out for so many numbers of a vector."""
TEXTS_FOR_ONE: Final = 20
"""Fewer vectors say too little about what all of them share."""


class SharedVectors(NamedTuple):
    """What vectors have in common."""

    mean: Matrix
    directions: Matrix
    """One per row, each of length 1."""
    known_by: int
    """So many vectors said so."""

    def without(self, rows: Matrix) -> Matrix:
        """Vectors, one or many, with what they share taken out; as long as what is left of them."""
        rest = np.subtract(rows, self.mean, dtype=np.float32)
        left: Matrix = rest - rest @ self.directions.T @ self.directions
        return left


class VectorIndex(Generic[Key]):
    """Vectors under keys, compared by their direction. Not thread safe: one owner."""

    def __init__(self, *, exact_up_to: int = EXACT_UP_TO) -> None:
        self._exact_up_to = exact_up_to
        self._rows: dict[Key, int] = {}
        self._keys: list[Key | None] = []
        self._free: list[int] = []
        self._matrix: Matrix = np.zeros((0, 0), np.float32)
        self._centres: Matrix | None = None
        self._list_of: list[int] = []
        self._lists: list[dict[int, None]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    # changing ------------------------------------------------------------------------------------------------------

    def put(self, key: Key, vector: Vector) -> None:
        """Take in a vector, in place of the one under its key. `ValueError` if it is not as long as the others."""
        unit = unit_of(vector)
        if self._rows and len(unit) != self._matrix.shape[1]:
            message = f"a vector of {len(unit)} numbers among those of {self._matrix.shape[1]}"
            raise ValueError(message)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._free.pop() if self._free else self._new_row(len(unit))
            self._keys[row] = key
        elif self._centres is not None:
            del self._lists[self._list_of[row]][row]
        self._matrix[row] = unit
        if self._centres is not None:
            self._enlist(row, int(np.argmax(self._centres @ unit)))

    def remove(self, key: Key) -> None:
        """Forget a vector; a key that is not there is no error."""
        row = self._rows.pop(key, None)
        if row is None:
            return
        self._keys[row] = None
        self._matrix[row] = 0
        self._free.append(row)
        if self._centres is not None:
            del self._lists[self._list_of[row]][row]

    def _new_row(self, dimensions: int) -> int:
        row = len(self._keys)
        if row >= len(self._matrix):
            larger = np.zeros((max(_SMALLEST, 2 * row), dimensions), np.float32)
            if row:
                larger[:row] = self._matrix[:row]
            self._matrix = larger
        self._keys.append(None)
        self._list_of.append(0)
        return row

    def _enlist(self, row: int, centre: int) -> None:
        self._list_of[row] = centre
        self._lists[centre][row] = None

    # inverted lists ------------------------------------------------------------------------------------------------

    def wants_lists(self) -> bool:
        """Whether there are so many vectors that lists should be made, or so many more than when they were."""
        wanted = round(math.sqrt(len(self._rows)))
        return len(self._rows) > self._exact_up_to and (self._centres is None or wanted > 2 * len(self._centres))

    def plan_lists(self) -> Callable[[], tuple[Matrix, Sequence[int]]]:
        """What finds the centres, on a copy: seconds of work, meant for a thread. Give its result to `take_lists`."""
        copy = self._matrix[: len(self._keys)].copy()
        return lambda: _centres(copy, round(math.sqrt(len(copy))))

    def take_lists(self, made: tuple[Matrix, Sequence[int]]) -> None:
        """Use centres that were found; vectors that came or went meanwhile are put right."""
        centres, nearest = made
        self._lists = [{} for _ in centres]
        self._centres = centres
        for row in self._rows.values():
            known = nearest[row] if row < len(nearest) else int(np.argmax(self._centres @ self._matrix[row]))
            self._enlist(row, known)

    # searching -----------------------------------------------------------------------------------------------------

    def search(
        self, vector: Vector, limit: int = 10, *, least: float = -1.0, accept: Callable[[Key], bool] | None = None
    ) -> list[tuple[Key, float]]:
        """The nearest keys with their cosines, nearest first, none that as a whole lies below `least`."""
        if not self._rows:
            return []
        unit = unit_of(vector)
        rows = None if self._centres is None else self._probed(self._centres, unit)
        matrix = self._matrix[: len(self._keys)] if rows is None else self._matrix[rows]
        cosines = matrix @ unit
        kept = np.flatnonzero(cosines >= least)
        kept = kept[np.argsort(-cosines[kept], kind="stable")]
        found: list[tuple[Key, float]] = []
        for at in map(int, kept):
            key = self._keys[at if rows is None else rows[at]]
            if key is not None and (accept is None or accept(key)):
                found.append((key, float(cosines[at])))
                if len(found) == limit:
                    break
        return found

    def cosine(self, key: Key, vector: Vector) -> float:
        """The cosine of one vector as it is. `KeyError`."""
        return float(self._matrix[self._rows[key]] @ unit_of(vector))

    def _probed(self, centres: Matrix, vector: Matrix) -> list[int]:
        nearest = np.argsort(-(centres @ vector))[:PROBES]
        lists = self._lists
        # Each list copied in one go: it is asked in a thread, and nodes come and go meanwhile.
        return [row for centre in map(int, nearest) for row in list(lists[centre])]


def stacked(parts: Sequence[Matrix]) -> Matrix:
    """Several matrices as one."""
    return np.concatenate(parts)


def unit_of(vector: Vector) -> Matrix:
    """A vector scaled to length 1; zeros stay zeros."""
    scaled: Matrix = np.array(vector, np.float32)
    length = float(np.linalg.norm(scaled))
    return scaled / length if length else scaled


def unit_rows(vectors: Rows) -> Matrix:
    """Vectors scaled to length 1, one per row."""
    matrix: Matrix = np.array(vectors, np.float32)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    units: Matrix = (matrix / np.where(lengths, lengths, 1)).astype(np.float32)
    return units


def directions_of(dimensions: int) -> int:
    """How many directions are taken out of vectors of so many numbers."""
    return max(1, dimensions // _NUMBERS_FOR_ONE)


def principal(sample: Matrix) -> tuple[Matrix, Matrix]:
    """The mean of some vectors, and the directions in which they differ, one per row, most first."""
    mean: Matrix = sample.mean(axis=0)
    rest = sample - mean
    _, found = np.linalg.eigh(rest.T @ rest)
    return mean, found[:, ::-1].T.copy()


def _centres(matrix: Matrix, count: int) -> tuple[Matrix, Sequence[int]]:
    """Centres of so many groups (spherical k-means on a sample) and the nearest one of every row."""
    sample = matrix[:: max(1, len(matrix) // _SAMPLE)]
    centres = sample[:: max(1, len(sample) // count)][:count].copy()
    for _ in range(_ROUNDS):
        nearest = _nearest(sample, centres)
        for at in range(len(centres)):
            members = sample[nearest == at]
            if len(members) and (length := float(np.linalg.norm(total := members.sum(axis=0)))):
                centres[at] = total / length
    return centres, [int(at) for at in _nearest(matrix, centres)]


def _nearest(matrix: Matrix, centres: Matrix) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    parts = [np.argmax(matrix[at : at + _SLICE] @ centres.T, axis=1) for at in range(0, len(matrix), _SLICE)]
    return np.concatenate(parts)

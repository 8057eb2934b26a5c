"""Finds the vectors nearest to one among those in a file, which is opened without being read.

Of each vector the file holds two things: its numbers at half precision, and a *sketch*, what it measures along the
directions in which all of them differ most. A question is compared with every sketch in one product; only of the most
promising are the vectors themselves read and compared exactly. What came since the file was written is in memory beside
it. The file is a copy, never truth: what it lacks is embedded again.

What all vectors share is taken out as in `vectors`, and the sketch is of what is left. Imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from graphwright.search.kept import Blocks, KeptFile, open_kept, write_kept
from graphwright.search.numbers import NDArray, np
from graphwright.search.vectors import TEXTS_FOR_ONE, SharedVectors, directions_of, principal, unit_of, unit_rows

if TYPE_CHECKING:
    from graphwright.search.embedder import Matrix, Rows, Vector

HalfMatrix: TypeAlias = NDArray[np.float16]
Numbers: TypeAlias = NDArray[np.int64]

VERSION: Final = 1
EXACT_UP_TO: Final = 4_000
"""Fewer vectors are all compared: that takes no longer than to choose."""
LOOKED_AT: Final = 1_000
"""The most promising, of which the vectors are read."""
SKETCH: Final = 64
_FRESH: Final = 8
"""Vectors in memory beside the file, one for so many, before it is written anew; or so many as are compared anyway."""
_SAMPLE: Final = 4_096
_BLOCK: Final = 2_048
_GROWN: Final = 2
"""One vector came for so many in the file: what they share may be another."""
_LEAST: Final = 64
_TINY: Final = 1e-6
_NOBODY: Final = -1


class _VectorFacts(Struct, frozen=True):
    version: int
    made_by: str
    dimensions: int
    rows: int
    groups: dict[str, tuple[int, int]]
    """By name: the first of its rows, and how many there are."""


class _KeptRows(NamedTuple):
    """What is in the file, or was last put in order where there is none."""

    facts: _VectorFacts
    vectors: HalfMatrix
    sketches: Matrix
    rests: Matrix
    """How long each vector is without what all share."""
    shared: SharedVectors | None
    axes: Matrix
    """The directions of a sketch, one per row."""


class KeptVectors:
    """Vectors under numbers, compared by their direction. Not thread safe: one owner."""

    def __init__(self, path: Path | None, made_by: str, *, exact_up_to: int = EXACT_UP_TO) -> None:
        """`path`: where they are kept; in memory only where there is none. `made_by`: those of another are no use."""
        self._path, self._made_by, self._exact_up_to = path, made_by, exact_up_to
        self._kept = _opened(path, made_by)
        self._slots = np.full(self._kept.facts.rows, _NOBODY, np.int32)
        """Whose each row is, those in the file first."""
        self._rows: dict[int, int] = {}
        self._fresh: HalfMatrix = np.zeros((0, self._kept.facts.dimensions), np.float16)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, slot: object) -> bool:
        return slot in self._rows

    @property
    def fresh(self) -> int:
        """Vectors that are not in the file."""
        return len(self._slots) - self._kept.facts.rows

    # changing ------------------------------------------------------------------------------------------------------

    def adopt(self, name: str, slots: range) -> bool:
        """Give the vectors that the file holds under a name to these numbers; whether it holds them all."""
        first, count = self._kept.facts.groups.get(name, (0, -1))
        if count != len(slots):
            return False
        self._slots[first : first + count] = slots
        self._rows.update(zip(slots, range(first, first + count), strict=True))
        return True

    def put(self, slots: Sequence[int], vectors: Rows) -> None:
        """Take in vectors, each under a number that has none. `ValueError` if they are not as long as the others."""
        units = unit_rows(vectors)
        count, dimensions = units.shape
        if not len(self._slots):
            self._kept = _nothing(self._made_by, dimensions)
            self._fresh = np.zeros((0, dimensions), np.float16)
        if dimensions != self._fresh.shape[1]:
            message = f"vectors of {dimensions} numbers among those of {self._fresh.shape[1]}"
            raise ValueError(message)
        at = self.fresh
        if at + count > len(self._fresh):
            self._fresh = np.concatenate((self._fresh, np.zeros((max(at, count, _LEAST), dimensions), np.float16)))
        self._fresh[at : at + count] = units
        self._rows.update(zip(slots, range(len(self._slots), len(self._slots) + count), strict=True))
        self._slots = np.concatenate((self._slots, np.array(slots, np.int32)))

    def remove(self, slot: int) -> None:
        """Forget a vector; a number that has none is no error. The file forgets it when it is next written."""
        row = self._rows.pop(slot, None)
        if row is not None:
            self._slots[row] = _NOBODY

    # the file ------------------------------------------------------------------------------------------------------

    @property
    def wants_order(self) -> bool:
        """Have so many come that what all share should be told anew?"""
        known = 0 if self._kept.shared is None else self._kept.shared.known_by
        return len(self) > max(TEXTS_FOR_ONE * directions_of(self._fresh.shape[1]), known + known // _GROWN)

    @property
    def wants_writing(self) -> bool:
        """Are there too many in memory?"""
        return self.fresh > max(self._exact_up_to, len(self) // _FRESH)

    @property
    def must_forget(self) -> bool:
        """Does the file hold a vector of nobody?"""
        return bool((self._slots[: self._kept.facts.rows] == _NOBODY).any())

    @property
    def is_written(self) -> bool:
        """Does the file hold what is known?"""
        return not self.fresh and not self.must_forget

    def plan_order(self, groups: Mapping[str, range]) -> Callable[[], _KeptRows]:
        """What puts all vectors in order, and into the file. Give its result to `take_order`. `OSError`.

        Seconds of work, meant for a thread, while nobody puts or removes. `groups`: numbers that belong together; they
        are found by their name after the next start, where every one has a vector.
        """
        rows = np.array([self._rows[slot] for slot in sorted(self._rows)], np.int64)
        place = {slot: at for at, slot in enumerate(sorted(self._rows))}
        held = {
            name: (place[slots[0]], len(slots))
            for name, slots in groups.items()
            if slots and all(slot in place for slot in slots)
        }
        return lambda: self._ordered(rows, held)

    def take_order(self, kept: _KeptRows) -> None:
        """Read what was put in order from now on."""
        self._slots = np.array(sorted(self._rows), np.int32)
        self._rows = {slot: row for row, slot in enumerate(self._slots.tolist())}
        self._kept, self._fresh = kept, np.zeros((0, kept.facts.dimensions), np.float16)

    def _ordered(self, rows: Numbers, groups: dict[str, tuple[int, int]]) -> _KeptRows:
        dimensions = self._fresh.shape[1]
        facts = _VectorFacts(VERSION, self._made_by, dimensions, len(rows), groups)
        shared, axes = _told_apart(self._read(rows[:: max(1, len(rows) // _SAMPLE)]), len(rows))

        def blocks() -> Iterator[Matrix]:
            for at in range(0, len(rows), _BLOCK):
                yield self._read(rows[at : at + _BLOCK])

        if self._path is None:
            return _KeptRows(
                facts,
                self._half(rows),
                np.concatenate([_sketched(each, shared, axes) for each in blocks()]),
                np.concatenate([_rests(each, shared) for each in blocks()]),
                shared,
                axes,
            )
        count = len(rows)
        arrays = {
            "vectors": Blocks(count * dimensions * 2, (each.astype(np.float16).tobytes() for each in blocks())),
            "sketches": Blocks(count * len(axes) * 4, (_sketched(each, shared, axes).tobytes() for each in blocks())),
            "rests": Blocks(count * 4, (_rests(each, shared).tobytes() for each in blocks())),
            "axes": Blocks(axes.nbytes, [axes.tobytes()]),
        }
        if shared is not None:
            arrays["mean"] = Blocks(shared.mean.nbytes, [shared.mean.tobytes()])
            arrays["directions"] = Blocks(shared.directions.nbytes, [shared.directions.tobytes()])
        write_kept(self._path, msgspec.json.encode(facts), {}, {}, arrays)
        kept = _opened(self._path, self._made_by)
        if kept.facts != facts:
            raise OSError(0, "it does not say what was written")
        return kept

    # searching -----------------------------------------------------------------------------------------------------

    def search(
        self, vector: Vector, limit: int = 10, *, least: float = -1.0, accept: Callable[[int], bool] | None = None
    ) -> list[tuple[int, float]]:
        """The nearest numbers with their cosines, nearest first, none that as a whole lies below `least`."""
        if not self._rows:
            return []
        unit, shared = unit_of(vector), self._kept.shared
        rows = np.flatnonzero(self._slots != _NOBODY)
        if accept is not None:
            rows = rows[np.fromiter(map(accept, self._slots[rows].tolist()), bool, len(rows))]
        rest = unit if shared is None else unit_of(shared.without(unit))
        if len(rows) > self._exact_up_to and len(self._kept.axes):
            rows = self._promising(rows, rest)
        vectors = self._read(rows)
        cosines = vectors @ unit
        whole = cosines >= least
        if shared is not None:
            cosines = (vectors @ rest - shared.mean @ rest) / np.maximum(self._rests_of(rows, vectors), _TINY)
        rows, cosines = rows[whole], cosines[whole]
        best = np.argsort(-cosines, kind="stable")[:limit]
        return list(zip(self._slots[rows[best]].tolist(), cosines[best].tolist(), strict=True))

    def cosine(self, slot: int, vector: Vector) -> float:
        """The cosine of one vector as it is. `KeyError`."""
        return float((self._read(np.array([self._rows[slot]])) @ unit_of(vector))[0])

    def _promising(self, rows: Numbers, rest: Matrix) -> Numbers:
        """Those of the rows that are nearest by their sketches. What is not in the file has none, and is looked at."""
        known = self._kept.facts.rows
        in_file = rows[rows < known]
        near = self._kept.sketches @ (self._kept.axes @ rest)
        if len(in_file) < known:
            near = near[in_file]
        if len(in_file) > LOOKED_AT:
            in_file = np.sort(in_file[np.argpartition(near, -LOOKED_AT)[-LOOKED_AT:]])
        found: Numbers = np.concatenate((in_file, rows[rows >= known]))
        return found

    def _rests_of(self, rows: Numbers, vectors: Matrix) -> Matrix:
        known = self._kept.facts.rows
        in_file = rows < known
        rests = np.empty(len(rows), np.float32)
        rests[in_file] = self._kept.rests[rows[in_file]]
        rests[~in_file] = _rests(vectors[~in_file], self._kept.shared)
        return rests

    def _read(self, rows: Numbers) -> Matrix:
        """Vectors of some rows."""
        return self._half(rows).astype(np.float32)

    def _half(self, rows: Numbers) -> HalfMatrix:
        known = self._kept.facts.rows
        in_file = rows < known
        if in_file.all():
            return self._kept.vectors[rows]
        found = np.empty((len(rows), self._fresh.shape[1]), np.float16)
        found[in_file] = self._kept.vectors[rows[in_file]]
        found[~in_file] = self._fresh[rows[~in_file] - known]
        return found


def _told_apart(sample: Matrix, count: int) -> tuple[SharedVectors | None, Matrix]:
    """What all share, where there are enough to tell, and the directions in which the rest differs most."""
    taken = directions_of(sample.shape[1])
    if count <= TEXTS_FOR_ONE * taken:
        return None, np.zeros((0, sample.shape[1]), np.float32)
    mean, axes = principal(sample)
    return SharedVectors(mean, axes[:taken], count), axes[taken : taken + SKETCH]


def _rests(vectors: Matrix, shared: SharedVectors | None) -> Matrix:
    rests: Matrix = np.linalg.norm(vectors if shared is None else shared.without(vectors), axis=1).astype(np.float32)
    return rests


def _sketched(vectors: Matrix, shared: SharedVectors | None, axes: Matrix) -> Matrix:
    if shared is None:
        return np.zeros((len(vectors), 0), np.float32)
    rest = shared.without(vectors)
    sketches: Matrix = rest @ axes.T / np.maximum(np.linalg.norm(rest, axis=1, keepdims=True), _TINY)
    return sketches


def _nothing(made_by: str, dimensions: int = 0) -> _KeptRows:
    none = np.zeros((0, dimensions), np.float32)
    facts = _VectorFacts(VERSION, made_by, dimensions, 0, {})
    return _KeptRows(facts, none.astype(np.float16), none[:, :0], np.zeros(0, np.float32), None, none)


def _opened(path: Path | None, made_by: str) -> _KeptRows:
    """The file as it lies there; nothing where it is not one of this embedder."""
    kept = None if path is None else open_kept(path)
    if kept is None:
        return _nothing(made_by)
    try:
        facts = msgspec.json.decode(kept.facts, type=_VectorFacts)
    except msgspec.MsgspecError:
        return _nothing(made_by)
    if facts.version != VERSION or facts.made_by != made_by:
        return _nothing(made_by)
    return _laid_out(kept, facts)


def _laid_out(kept: KeptFile, facts: _VectorFacts) -> _KeptRows:
    axes = np.frombuffer(kept.block("axes"), np.float32).reshape(-1, facts.dimensions)
    shared = None
    if len(axes):
        directions = np.frombuffer(kept.block("directions"), np.float32).reshape(-1, facts.dimensions)
        shared = SharedVectors(np.frombuffer(kept.block("mean"), np.float32), directions, facts.rows)
    return _KeptRows(
        facts,
        np.frombuffer(kept.block("vectors"), np.float16).reshape(facts.rows, facts.dimensions),
        np.frombuffer(kept.block("sketches"), np.float32).reshape(facts.rows, len(axes)),
        np.frombuffer(kept.block("rests"), np.float32),
        shared,
        axes,
    )

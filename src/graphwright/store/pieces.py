"""The JSON of a large event in pieces, each of which is made whenever somebody comes to it (ADR-40).

All of them at once take as much memory as the model, at the moment when an import takes most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import overload


class MadePieces(Sequence[bytes]):
    """So many pieces, each by its place; they stay the same, because what they are made of no longer changes."""

    def __init__(self, count: int, piece: Callable[[int], bytes]) -> None:
        self._places = range(count)
        self._piece = piece

    @cached_property
    def size(self) -> int:
        """Bytes of all of them."""
        return sum(map(len, self))

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[bytes]: ...
    def __getitem__(self, at: int | slice) -> bytes | Sequence[bytes]:
        return tuple(map(self._piece, self._places[at])) if isinstance(at, slice) else self._piece(self._places[at])

    def __iter__(self) -> Iterator[bytes]:
        return map(self._piece, self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

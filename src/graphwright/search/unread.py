"""A dictionary whose values stay where they lie until somebody asks for them: what nobody asks for costs no memory.

It is a `dict`, so that what was read once is found as fast as anywhere. It writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Unread(dict[K, V]):
    """Values by key, each read at its first use. Whoever goes through all of them reads all of them.

    What is not written here is as of a `dict` that holds only what was read: `pop`, `update`, comparing.
    """

    def __init__(self, places: dict[K, int], read: Callable[[int], V]) -> None:
        """`read`: makes the value that lies at a place; both are this dictionary's own from now on."""
        super().__init__()
        self._places = places
        self._read = read

    def __missing__(self, key: K) -> V:
        value = self._read(self._places[key])
        self[key] = value
        return value

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self._places

    def __len__(self) -> int:
        return super().__len__() + len(self._places)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self._places.pop(key, None)

    def __delitem__(self, key: K) -> None:
        if self._places.pop(key, None) is None:
            super().__delitem__(key)

    def get(self, key: K, default: V | None = None) -> V | None:  # type: ignore[override]  # the same for our uses
        """The value of a key, `default` where there is none."""
        return self[key] if key in self else default  # noqa: SIM401  that would be this

    def setdefault(self, key: K, default: V) -> V:  # pyright: ignore[reportIncompatibleMethodOverride]  # same
        """The value of a key, `default` from now on where there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def __iter__(self) -> Iterator[K]:
        self._read_all()
        return super().__iter__()

    def keys(self) -> KeysView[K]:  # type: ignore[override]  # a view all the same
        """Of all values, which are read."""
        self._read_all()
        return KeysView(self)

    def values(self) -> ValuesView[V]:  # type: ignore[override]
        """All of them, read."""
        self._read_all()
        return ValuesView(self)

    def items(self) -> ItemsView[K, V]:  # type: ignore[override]
        """All of them, read."""
        self._read_all()
        return ItemsView(self)

    def _read_all(self) -> None:
        for key in list(self._places):
            self[key]

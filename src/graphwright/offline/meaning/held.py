"""Which attributes the elements of a model have, and which short values: counted, so that nothing is walked.

`NodeIndex` keeps it up to date, element by element; what a question says of attributes is for `questions/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from graphwright.graph.foreign import read_by_people
from graphwright.protocol.graph import Node

_LONGEST: Final = 40
"""Characters of a value that a question may say."""


class HeldAttributes:
    """Attributes and their short values, with how many elements have them."""

    def __init__(self) -> None:
        self._keys: Counter[str] = Counter()
        self._values: dict[str, Counter[tuple[str, str]]] = {}
        self._of_key: dict[str, Counter[str]] = {}

    @property
    def keys(self) -> Collection[str]:
        """The attributes that some element has."""
        return self._keys.keys()

    def called(self, word: str) -> Collection[tuple[str, str]]:
        """The attributes that have a folded word for a value, with the value as it stands."""
        return self._values.get(word, Counter()).keys()

    def values(self, key: str) -> Collection[str]:
        """The short values of an attribute, as they stand."""
        return self._of_key.get(key, Counter()).keys()

    def take(self, node: Node) -> None:
        """Count what an element has."""
        for key, value in _of(node):
            self._keys[key] += 1
            if value is not None:
                self._values.setdefault(value.casefold(), Counter())[key, value] += 1
                self._of_key.setdefault(key, Counter())[value] += 1

    def drop(self, node: Node) -> None:
        """Count no more what an element had."""
        for key, value in _of(node):
            self._keys[key] -= 1
            if not self._keys[key]:
                del self._keys[key]
            if value is None:
                continue
            self._of_key[key][value] -= 1
            if not self._of_key[key][value]:
                del self._of_key[key][value]
            if not self._of_key[key]:
                del self._of_key[key]
            known = self._values[value.casefold()]
            known[key, value] -= 1
            if not known[key, value]:
                del known[key, value]
            if not known:
                del self._values[value.casefold()]


def _of(node: Node) -> Iterator[tuple[str, str | None]]:
    """The attributes of an element with their values, where these are short."""
    for key, held in read_by_people(node.attributes).items():
        value = str(held)
        yield key, value if 0 < len(value) <= _LONGEST else None

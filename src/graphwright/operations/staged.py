"""A graph as it would be: the same class over an overlay, so plan, ghost and dry run never touch the live one.

Reading falls through to the base; writing puts an overlay over the one bucket it touches, or copies it where that is
less. Neither making a staged graph nor writing to it goes through its base, whatever the size of that. It is valid as
long as the base does not change, that is, within one synchronous section.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, ValuesView
from typing import Final, TypeVar, cast, overload

from graphwright.graph.document import Graph

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

_COPIED: Final = 32
"""Items of a bucket that is copied: less work than to look in two places whenever it is read."""


class _LayeredValues(ValuesView[V]):
    """The values of a mapping over another one."""

    def __init__(self, mapping: LayeredMapping[K, V]) -> None:
        super().__init__(mapping)
        self._each = mapping.each_value

    def __iter__(self) -> Iterator[V]:
        return self._each()


class LayeredMapping(MutableMapping[K, V]):
    """A mapping over another one: what was added or replaced, and what was removed."""

    def __init__(self, base: MutableMapping[K, V]) -> None:
        self._base = base
        self._added: dict[K, V] = {}
        self._removed: set[K] = set()
        self._new = 0
        """Keys that the base lacks, or that were removed before they came back."""

    def __getitem__(self, key: K) -> V:
        if key in self._added:
            return self._added[key]
        if key in self._removed:
            raise KeyError(key)
        return self._base[key]

    # Derived from the above it would raise and catch an error for every key that is not there; all rules read this way.
    @overload
    def get(self, key: K, default: None = None, /) -> V | None: ...
    @overload
    def get(self, key: K, default: V, /) -> V: ...
    @overload
    def get(self, key: K, default: D, /) -> V | D: ...
    def get(self, key: K, default: D | V | None = None, /) -> D | V | None:
        if key in self._added:
            return self._added[key]
        if key in self._removed:
            return default
        return self._base.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._added or (key not in self._removed and key in self._base)

    def __setitem__(self, key: K, value: V) -> None:
        if key not in self._added and (key in self._removed or key not in self._base):
            self._new += 1
        self._added[key] = value

    def __delitem__(self, key: K) -> None:
        if key in self._added:
            del self._added[key]
            self._new -= key in self._removed or key not in self._base
        elif key in self._removed or key not in self._base:
            raise KeyError(key)
        if key in self._base:
            self._removed.add(key)

    def __iter__(self) -> Iterator[K]:
        """In the order of a dict to which the same was done: what was removed and came back is last."""
        base, removed = self._base, self._removed
        yield from (key for key in base if key not in removed) if removed else base
        yield from (key for key in self._added if key in removed or key not in base)

    def values(self) -> ValuesView[V]:
        """The values in the same order, without a look at both layers for each."""
        return _LayeredValues(self)

    def each_value(self) -> Iterator[V]:
        """The values one by one."""
        base, added, removed = self._base, self._added, self._removed
        if removed:
            yield from map(self.__getitem__, self)
            return
        if not added:
            yield from base.values()
            return
        yield from (added.get(key, value) for key, value in base.items())
        yield from (value for key, value in added.items() if key not in base)

    def __len__(self) -> int:
        return len(self._base) - len(self._removed) + self._new

    def __bool__(self) -> bool:
        return bool(self._added) or len(self._base) > len(self._removed)

    def written(self) -> list[K]:
        """The keys under which something else stands than below."""
        return [*self._removed, *self._added]

    def settle(self, on: MutableMapping[K, V]) -> None:
        """Make the mapping below what this one is; it is used up."""
        for key in self._removed:
            del on[key]
        for key, value in self._added.items():
            on[key] = value


class LayeredBuckets(LayeredMapping[K, V]):
    """What belongs to each key of an index over that of another graph (`graph.buckets`).

    Of what is in brackets a mapping is written to, so it is the overlay's own.
    """

    def __getitem__(self, key: K) -> V:
        found = super().__getitem__(key)
        if key in self._added or not isinstance(found, MutableMapping):
            return found
        below = cast("MutableMapping[object, object]", found)
        own = self._added[key] = cast("V", dict(below) if len(below) <= _COPIED else LayeredMapping(below))
        return own

    def settle(self, on: MutableMapping[K, V]) -> None:
        """The same with what is in the buckets: one that was copied takes the place of the one below."""
        for key in self._removed:
            del on[key]
        for key, bucket in self._added.items():
            if isinstance(bucket, LayeredMapping):
                above = cast("LayeredMapping[object, object]", bucket)
                above.settle(cast("MutableMapping[object, object]", on[key]))
            else:
                on[key] = bucket


_LAYERS: Final = (
    "nodes",
    "edges",
    "counters",
    "_outgoing",
    "_incoming",
    "_by_semantic_id",
    "_by_short_id",
    "_by_type",
    "_by_name",
    "_by_known_id",
    "_by_former_id",
)


class StagedGraph(Graph):
    """A graph on top of another one."""

    def __init__(self, base: Graph) -> None:
        super().__init__(base.ontology)
        self.revision = base.revision
        self.nodes = LayeredMapping(base.nodes)
        self.edges = LayeredMapping(base.edges)
        self.counters = LayeredMapping(base.counters)
        self._outgoing = LayeredBuckets(base._outgoing)
        self._incoming = LayeredBuckets(base._incoming)
        self._by_semantic_id = LayeredMapping(base._by_semantic_id)
        self._by_short_id = LayeredBuckets(base._by_short_id)
        self._by_type = LayeredBuckets(base._by_type)
        self._by_name = LayeredBuckets(base._by_name)
        self._by_known_id = LayeredBuckets(base._by_known_id)
        self._by_former_id = LayeredBuckets(base._by_former_id)

    def settle(self, on: Graph) -> None:
        """Make the base what this one is, in as much time as was written here."""
        above, below = vars(self), vars(on)
        for name in _LAYERS:
            above[name].settle(below[name])
        if on._around:
            for name in ("_outgoing", "_incoming"):
                on.forget_around(above[name].written())

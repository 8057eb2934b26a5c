"""The names of elements that were merged into others: whoever says one of them means the one that was kept.

A merge keeps the ids of what it takes away, and these hold their names: `PumpStation.MD.004` was *Pump station*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from graphwright.graph.document import former_ids
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId


class MergedAway:
    """Names that nothing has any more, by what they mean, with what took their place."""

    def __init__(self, key_of: Callable[[str], tuple[str, ...]]) -> None:
        """`key_of`: what a name means, for comparing."""
        self._key_of = key_of
        self._by_key: dict[tuple[str, ...], dict[NodeId, None]] = {}
        self.parts: Counter[str] = Counter()
        """What their words mean, with how many hold it."""

    def having(self, key: tuple[str, ...]) -> list[NodeId]:
        """What took the place of an element of this name."""
        return list(self._by_key.get(key, ()))

    def take(self, node: Node) -> None:
        """Note what a node took the place of."""
        for key in self._keys_of(node):
            self._by_key.setdefault(key, {})[node.node_id] = None
            self.parts.update(key)

    def drop(self, node: Node) -> None:
        """Forget it."""
        for key in self._keys_of(node):
            self._by_key.get(key, {}).pop(node.node_id, None)
            for part in key:
                self.parts[part] -= 1
                if self.parts[part] <= 0:
                    del self.parts[part]

    def _keys_of(self, node: Node) -> Iterable[tuple[str, ...]]:
        names = (each.split(".", 1)[0] for each in former_ids(node) if "." in each)
        return dict.fromkeys(map(self._key_of, names))

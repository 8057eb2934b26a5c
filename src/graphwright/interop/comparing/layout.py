"""Where the boxes of a small graph stand: in columns along its edges, in each column near their neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_SWEEPS: Final = 6
"""There and back three times; more moves next to nothing."""


def columns(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The nodes in columns, from sources to targets; of a circle one edge leads back."""
    following: dict[str, list[str]] = {each: [] for each in nodes}
    beside: dict[str, list[str]] = {each: [] for each in nodes}
    for source, target in edges:
        following[source].append(target)
        beside[source].append(target)
        beside[target].append(source)
    depths = _depths(nodes, following)
    found: list[list[str]] = [[] for _ in range(max(depths.values(), default=-1) + 1)]
    for node in nodes:
        found[depths[node]].append(node)
    for sweep in range(_SWEEPS):
        places = {node: place / len(column) for column in found for place, node in enumerate(column, start=1)}
        for column in found if sweep % 2 == 0 else reversed(found):
            column.sort(key=lambda node: _middle(beside[node], places, places[node]))
            places |= {node: place / len(column) for place, node in enumerate(column, start=1)}
    return found


def _depths(nodes: Sequence[str], following: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The longest way to each node, without the edges that lead back to where a way came from."""
    order: list[str] = []
    state: dict[str, int] = {}
    back: set[tuple[str, str]] = set()
    for start in nodes:
        waiting = [(start, iter(following[start]))] if start not in state else []
        state.setdefault(start, 1)
        while waiting:
            node, rest = waiting[-1]
            target = next(rest, None)
            if target is None:
                state[node] = 2
                order.append(node)
                waiting.pop()
            elif state.get(target) == 1:
                back.add((node, target))
            elif target not in state:
                state[target] = 1
                waiting.append((target, iter(following[target])))
    depths = dict.fromkeys(nodes, 0)
    for node in reversed(order):
        for target in following[node]:
            if (node, target) not in back:
                depths[target] = max(depths[target], depths[node] + 1)
    return depths


def _middle(neighbours: Sequence[str], places: Mapping[str, float], otherwise: float) -> float:
    return sum(places[each] for each in neighbours) / len(neighbours) if neighbours else otherwise

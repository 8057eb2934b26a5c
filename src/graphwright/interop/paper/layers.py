"""Where the boxes of a diagram stand: in ranks from left to right, ordered so that few lines cross. Pure.

The longest way from a beginning gives the rank; of a circle one line runs backwards. Within a rank boxes are ordered by
the mean of their neighbours, some sweeps in both directions (Sugiyama's method, without dummy boxes).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_SWEEPS: Final = 8


def ranks_of(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The nodes rank by rank, each rank from top to bottom."""
    ahead: dict[str, list[str]] = {node: [] for node in nodes}
    for source, target in _without_circles(nodes, edges):
        ahead[source].append(target)
    rank = _longest(nodes, ahead)
    ranks: list[list[str]] = [[] for _ in range(max(rank.values(), default=-1) + 1)]
    for node in nodes:
        ranks[rank[node]].append(node)
    neighbours: dict[str, list[str]] = {node: [] for node in nodes}
    for source, target in edges:
        neighbours[source].append(target)
        neighbours[target].append(source)
    for sweep in range(_SWEEPS):
        for column in ranks if sweep % 2 == 0 else reversed(ranks):
            places = {node: at / max(1, len(each) - 1) for each in ranks for at, node in enumerate(each)}
            column.sort(key=lambda node: _mean([places[other] for other in neighbours[node]], places[node]))
    return ranks


def _mean(places: list[float], own: float) -> float:
    return sum(places) / len(places) if places else own


def _without_circles(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The edges without those that lead back to where a walk came from."""
    ahead: dict[str, list[str]] = {node: [] for node in nodes}
    for source, target in edges:
        ahead[source].append(target)
    state: dict[str, int] = {}
    kept: list[tuple[str, str]] = []
    for start in nodes:
        path = [(start, iter(ahead[start]))] if start not in state else []
        state.setdefault(start, 1)
        while path:
            node, following = path[-1]
            for other in following:
                if state.get(other) != 1:
                    kept.append((node, other))
                if other not in state:
                    state[other] = 1
                    path.append((other, iter(ahead[other])))
                    break
            else:
                state[node] = 2
                path.pop()
    return kept


def _longest(nodes: Sequence[str], ahead: Mapping[str, list[str]]) -> dict[str, int]:
    """The number of steps of the longest way to each node."""
    waiting_for: dict[str, int] = dict.fromkeys(nodes, 0)
    for following in ahead.values():
        for other in following:
            waiting_for[other] += 1
    rank = dict.fromkeys(nodes, 0)
    ready = [node for node in nodes if waiting_for[node] == 0]
    while ready:
        node = ready.pop()
        for other in ahead[node]:
            rank[other] = max(rank[other], rank[node] + 1)
            waiting_for[other] -= 1
            if waiting_for[other] == 0:
                ready.append(other)
    return rank

"""In which order operations run: batches that do not wait for one another (seed 000 section 3, A-11..A-18).

Dependencies almost always point backwards, so one forward pass gives the layers while it indexes the ids; only when one
lies ahead does Kahn's algorithm run (measured in the performance page: no graph library was faster). Both are linear in
operations + dependencies, chains included. A cycle is found as such and named with its members (WA-06).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

Dependencies: TypeAlias = Sequence[Sequence[str]]


class Order(NamedTuple):
    """`batches` hold positions of operations. Operations on a cycle, or behind one, are in no batch."""

    batches: list[list[int]]
    cycles: list[list[int]]


def order(ids: Sequence[str], dependencies: Dependencies) -> Order:
    """Arrange operations in batches; every dependency must be one of the ids."""
    layer: dict[str, int] = {}
    batches: list[list[int]] = []
    position = 0
    try:
        for operation_id, needs in zip(ids, dependencies, strict=True):
            depth = 0
            for need in needs:
                below = layer[need]
                if below >= depth:
                    depth = below + 1
            layer[operation_id] = depth
            if depth == len(batches):
                batches.append([position])
            else:
                batches[depth].append(position)
            position += 1
    except KeyError:
        return _kahn(ids, dependencies)
    return Order(batches, [])


def _kahn(ids: Sequence[str], dependencies: Dependencies) -> Order:
    positions = {operation_id: position for position, operation_id in enumerate(ids)}
    open_needs = [len(needs) for needs in dependencies]
    needed_by: list[list[int] | None] = [None] * len(ids)
    for position, needs in enumerate(dependencies):
        for need in needs:
            at = positions[need]
            dependents = needed_by[at]
            if dependents is None:
                needed_by[at] = [position]
            else:
                dependents.append(position)
    batches: list[list[int]] = []
    ready = [position for position, count in enumerate(open_needs) if not count]
    while ready:
        batches.append(ready)
        following: list[int] = []
        for position in ready:
            for dependent in needed_by[position] or ():
                open_needs[dependent] -= 1
                if not open_needs[dependent]:
                    following.append(dependent)
        following.sort()
        ready = following
    left = {position for position, count in enumerate(open_needs) if count}
    return Order(batches, _cycles(left, dependencies, positions) if left else [])


def _cycles(left: set[int], dependencies: Dependencies, positions: Mapping[str, int]) -> list[list[int]]:
    """The cycles among what is left, each in the order in which its members wait for one another."""
    seen: set[int] = set()
    cycles: list[list[int]] = []
    for start in sorted(left):
        path: list[int] = []
        at: dict[int, int] = {}
        current: int | None = start
        while current is not None and current not in seen:
            seen.add(current)
            at[current] = len(path)
            path.append(current)
            current = next((positions[need] for need in dependencies[current] if positions[need] in left), None)
        if current is not None and current in at:
            cycles.append(path[at[current] :])
    return cycles

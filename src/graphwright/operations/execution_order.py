"""In which order operations run: batches that do not wait for one another (A-11..A-18).

Dependencies almost always point backwards, so one forward pass gives the layers while it indexes the ids; only when one
lies ahead are they found depth-first (docs/performance.md: no graph library is faster, and Kahn's algorithm takes half
as long again). Both are linear in operations + dependencies, chains included. A cycle is found as such and named with
its members (WA-06).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

Dependencies: TypeAlias = Sequence[Sequence[str]]

# In place of a layer: not looked at yet; waits for what lies above it on the stack; on a cycle or behind one.
_NEW: Final = -1
_OPEN: Final = -2
_STUCK: Final = -3


class ExecutionOrder(NamedTuple):
    """`batches` hold positions of operations. Operations on a cycle, or behind one, are in no batch."""

    batches: list[list[int]]
    cycles: list[list[int]]


def order(ids: Sequence[str], dependencies: Dependencies) -> ExecutionOrder:
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
        return _depth_first(ids, dependencies)
    return ExecutionOrder(batches, [])


def _depth_first(ids: Sequence[str], dependencies: Dependencies) -> ExecutionOrder:
    """What an operation waits for gets its layer first. With a stack of its own, because a chain may be long."""
    positions = {operation_id: position for position, operation_id in enumerate(ids)}
    layers = [_NEW] * len(ids)
    for start in range(len(ids)):
        stack = [start] if layers[start] == _NEW else []
        while stack:
            position, height = stack[-1], len(stack)
            if layers[position] >= 0 or layers[position] == _STUCK:
                stack.pop()
                continue
            layer = 0
            for need in dependencies[position]:
                below = layers[positions[need]]
                if below >= layer:
                    layer = below + 1
                elif below == _NEW:
                    stack.append(positions[need])
                elif below < 0:  # it is stuck itself, or it is open: then it waits for this very operation
                    layer = _STUCK
                    break
            if layer == _STUCK or len(stack) == height:
                layers[position] = layer
            else:
                layers[position] = _OPEN
    left = {position for position, layer in enumerate(layers) if layer < 0}
    return ExecutionOrder(_batches(layers), _cycles(left, dependencies, positions) if left else [])


def _batches(layers: Sequence[int]) -> list[list[int]]:
    batches: list[list[int]] = [[] for _ in range(max(layers, default=-1) + 1)]
    for position, layer in enumerate(layers):
        if layer >= 0:
            batches[layer].append(position)
    return batches


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

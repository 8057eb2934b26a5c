"""Which operations of a proposal need which others: what a subset lacks, and what falls with what is turned down. Pure.

The same two questions from both ends: "to accept B you need A", and "without Customer two io relations fall". A browser
asks them of the `dependsOn` that every proposal carries, the server of the same data, so they never differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from graphwright.operations.creators import Creators
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import ChangeGroup, Operation

DependsOn: TypeAlias = Mapping[OperationId, Sequence[OperationId]]
"""What each operation needs directly; those that need nothing may be absent."""


def dependencies(
    operations: Sequence[Operation], groups: Sequence[ChangeGroup] = ()
) -> dict[OperationId, list[OperationId]]:
    """What each operation names in `dependsOn`, and the makers of what it refers to.

    The operations of a group form a ring, each needing the next, so that none of them is accepted without all.
    """
    creators = Creators(operations)
    known = {operation.id for operation in operations}
    following = _rings(groups)
    needs: dict[OperationId, list[OperationId]] = {}
    for operation in operations:
        named = (*operation.depends_on, *creators.needed_by(operation), *following.get(operation.id, ()))
        found = dict.fromkeys(need for need in named if need in known and need != operation.id)
        if found:
            needs[operation.id] = list(found)
    return needs


def _rings(groups: Sequence[ChangeGroup]) -> dict[OperationId, list[OperationId]]:
    ids = (group.operation_ids for group in groups)
    return {one: [other] for ring in ids for one, other in zip(ring, [*ring[1:], *ring[:1]], strict=True)}


def missing_for(depends_on: DependsOn, chosen: Collection[OperationId]) -> list[OperationId]:
    """Everything that the chosen operations need, directly or through others, and that was not chosen."""
    return _reached(depends_on, chosen)


def falling_with(depends_on: DependsOn, rejected: Collection[OperationId]) -> list[OperationId]:
    """Everything that cannot be accepted without the rejected operations, in the order in which it falls."""
    needed_by: dict[OperationId, list[OperationId]] = {}
    for operation_id, needs in depends_on.items():
        for need in needs:
            needed_by.setdefault(need, []).append(operation_id)
    return _reached(needed_by, rejected)


def _reached(steps: DependsOn, start: Iterable[OperationId]) -> list[OperationId]:
    """What can be reached, level by level, without the start; a cycle ends where it began."""
    reached: list[OperationId] = []
    level = list(start)
    seen = set(level)
    while level:
        level = list(dict.fromkeys(need for each in level for need in steps.get(each, ()) if need not in seen))
        seen.update(level)
        reached += level
    return reached

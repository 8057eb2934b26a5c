"""Which suggestions go into one proposal, so that each can be accepted without any other. Pure.

None speaks of what another one ends, and no two change one element; what stands back is found again the next time.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from graphwright.gardening.suggestion import GardenSuggestion, NumberedSuggestion
from graphwright.operations.plan import MODEL_OPERATIONS
from graphwright.protocol.ids import NodeId, OperationId
from graphwright.protocol.operations import NodeUpdate, Operation


class Chosen(Struct, frozen=True):
    """What is proposed, what is only told, and how much stands back."""

    proposed: list[NumberedSuggestion]
    told: list[GardenSuggestion]
    left: int


def choose(suggestions: Iterable[GardenSuggestion], *, most: int) -> Chosen:
    """The first so many of each kind that leave one another alone, in their order."""
    proposed: list[NumberedSuggestion] = []
    told: list[GardenSuggestion] = []
    spoken_of: set[NodeId] = set()
    ceasing: set[NodeId] = set()
    updated: set[str] = set()
    left = operations = 0
    for each in suggestions:
        if not each.operations:
            if len(told) < most:
                told.append(each)
            else:
                left += 1
            continue
        operations += len(each.operations)
        changed = {one.ref for one in each.operations if isinstance(one, NodeUpdate)}
        collides = not (
            ceasing.isdisjoint(each.node_ids) and spoken_of.isdisjoint(each.ceasing) and updated.isdisjoint(changed)
        )
        if collides or len(proposed) == most or operations > MODEL_OPERATIONS:
            operations -= len(each.operations)
            left += 1
            continue
        spoken_of.update(each.node_ids)
        ceasing.update(each.ceasing)
        updated |= changed
        proposed.append(_numbered(each, len(proposed) + 1))
    return Chosen(proposed, told, left)


def _numbered(suggestion: GardenSuggestion, number: int) -> NumberedSuggestion:
    """Its operations with ids that no other suggestion has."""
    names = {each.id: OperationId(f"{number}-{place}") for place, each in enumerate(suggestion.operations, 1)}
    operations: list[Operation] = [
        replace(each, id=names[each.id], depends_on=[names[need] for need in each.depends_on])
        for each in suggestion.operations
    ]
    return NumberedSuggestion(
        suggestion=replace(suggestion, operations=operations), operation_ids=[each.id for each in operations]
    )

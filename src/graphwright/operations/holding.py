"""What of a change set holds although some of it does not: the largest part that can be accepted at once. Pure.

Operations with problems are left out, and with them everything that needs them, until the rest has no problem. What no
operation is behind cannot be left out; then nothing holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from graphwright.operations.plan import Plan
from graphwright.operations.subsets import dependencies, falling_with
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import Operation, Problem

_ROUNDS: Final = 12
"""Leaving something out may break another rule; this often it is tried again without what then fails."""


def holding(
    operations: Sequence[Operation], problems: Sequence[Problem], plan_of: Callable[[list[Operation]], Plan]
) -> list[OperationId]:
    """The ids of the operations that hold together, in their order; none where nothing does."""
    kept = list(operations)
    for _ in range(_ROUNDS):
        if not problems:
            return [operation.id for operation in kept]
        faulty = {each.operation_id for each in problems if each.operation_id is not None}
        falling = faulty | set(falling_with(dependencies(kept), faulty))
        left = [operation for operation in kept if operation.id not in falling]
        if not left or len(left) == len(kept):
            return []
        kept, problems = left, plan_of(left).problems
    return []

"""Whether a change set of a run is applied at once or becomes a proposal (ADR-09). One function, no state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.operations.plan import Plan
from graphwright.protocol.graph import Change
from graphwright.protocol.projects import Policy

UPDATES_AT_ONCE: Final = 50
"""More updates than this are a rework that somebody should look at."""

_STRICTER: Final[Sequence[Policy]] = ("auto", "review", "locked")


def stricter(policy: Policy, wished: Policy) -> Policy:
    """The stricter of two: a single message may ask for more care than its project, never for less."""
    return policy if _STRICTER.index(policy) >= _STRICTER.index(wished) else wished


def needs_approval(plan: Plan, policy: Policy, *, foreign_text: bool) -> str | None:
    """Why a person must look at it first, or `None`.

    `foreign_text`: somebody without the right to build has a say in it (`access.may_all_build`).
    """
    if policy != "auto":
        return f"the project's policy is {policy}"
    if foreign_text:
        return "the context held text of others"
    if any(change.after is None for change in plan.changes):
        return "something would be deleted"
    updates = sum(1 for change in plan.changes if _is_update(change))
    if updates > UPDATES_AT_ONCE:
        return f"{updates} elements would be updated, more than {UPDATES_AT_ONCE}"
    return None


def _is_update(change: Change) -> bool:
    return change.before is not None and change.after is not None

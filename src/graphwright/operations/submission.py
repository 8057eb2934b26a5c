"""What is handed to the one door that changes a graph, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.operations.plan import API_OPERATIONS, Plan
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.graph import Author, Origin
from graphwright.protocol.ids import MessageId, ProposalId, RunId
from graphwright.protocol.operations import ChangeSet
from graphwright.store.base import Fence, IdempotencyKey

Finish: TypeAlias = Callable[[CommitApplied], Sequence[DurableEvent]]
"""Makes the events that become durable with the commit or not at all: a step's result, a decision (ADR-10)."""


class Submission(Struct, frozen=True, kw_only=True):
    """A change set at the door, and on whose behalf."""

    change_set: ChangeSet
    author: Author
    origin: Origin
    ai: bool = False
    """Written by a language model or the offline assistant: hard rules block (K-22)."""
    loose: bool = False
    """The free answer of a language model: its words are taken as they were meant (`operations.meant`)."""
    importing: bool = False
    limit: int = API_OPERATIONS
    run_id: RunId | None = None
    message_id: MessageId | None = None
    proposal_id: ProposalId | None = None
    reverts: list[CommitApplied] = []
    """Take these commits back instead; the change set then holds no operations."""
    key: IdempotencyKey | None = None
    reply: Callable[[Plan, CommitApplied], bytes] | None = None
    """Makes what a repetition with the same key is told."""
    fence: Fence | None = None
    finish: Finish | None = None
    guard: Callable[[Graph], None] | None = None
    """Raises when the graph that it is planned on is not the one it was agreed on; the last word before the commit."""


class SubmissionResult(Struct, frozen=True):
    """What became of a submission. `commit` is `None` when nothing was different; then nothing was written.

    A revert is written even so: what it takes back is then off the undo stack.
    """

    plan: Plan
    commit: CommitApplied | None

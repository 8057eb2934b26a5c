"""What every workflow is handed, and what every workflow hands back: one message in, one outcome out.

A workflow adds what only it needs: to the way in through `options`, to the way out by extending `WorkflowResult`.
"""

from __future__ import annotations

from msgspec import Raw

from graphwright.protocol.base import UNSET, Count, Record, UnsetType
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.ids import CommitId, MessageId, ProposalId, ThreadId
from graphwright.protocol.projects import Policy
from graphwright.protocol.runs import Outcome


class WorkflowRequest(Record, frozen=True, kw_only=True):
    """What a person asked for."""

    text: str
    message_id: MessageId
    """The person's message."""
    thread_id: ThreadId
    canvas: CanvasState | UnsetType = UNSET
    context_mode: ContextMode | UnsetType = UNSET
    revision: Count | UnsetType = UNSET
    """The model is asked about as it was then; as it stands when absent."""
    policy: Policy | UnsetType = UNSET
    """Stricter than the project's for this one message."""
    options: Raw | UnsetType = UNSET
    """JSON of the workflow's own options; read by the workflow that was asked."""


class WorkflowResult(Record, frozen=True, kw_only=True):
    """What became of it."""

    outcome: Outcome
    answer: str
    message_id: MessageId
    """Of the answer."""
    commit_id: CommitId | UnsetType = UNSET
    revision: int | UnsetType = UNSET
    proposal_id: ProposalId | UnsetType = UNSET

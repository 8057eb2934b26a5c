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


class TurnQuestion(Record, frozen=True, kw_only=True):
    """What somebody says, or is about to say: all that a prompt is made of."""

    text: str
    thread_id: ThreadId | UnsetType = UNSET
    """Absent where a conversation would begin with it."""
    canvas: CanvasState | UnsetType = UNSET
    context_mode: ContextMode | UnsetType = UNSET
    revision: Count | UnsetType = UNSET
    """The model is asked about as it was then; as it stands when absent."""


class WorkflowRequest(TurnQuestion, frozen=True, kw_only=True):
    """A message that a person has sent, and how it is to be answered."""

    thread_id: ThreadId
    message_id: MessageId
    """The person's message."""
    policy: Policy | UnsetType = UNSET
    """Stricter than the project's for this one message."""
    options: Raw | UnsetType = UNSET
    """JSON of the workflow's own options; read by the workflow that was asked."""


class WorkflowResult(Record, frozen=True, kw_only=True):
    """What a run answered; a workflow adds what only it gives back."""

    outcome: Outcome
    answer: str
    message_id: MessageId
    """Of the answer."""
    commit_id: CommitId | UnsetType = UNSET
    revision: int | UnsetType = UNSET
    proposal_id: ProposalId | UnsetType = UNSET

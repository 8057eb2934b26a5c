"""What a command answers: the `result` of a reply on the WebSocket, the body of its REST twin."""

from __future__ import annotations

from typing import Literal

from graphwright.context.workflow_choice import ChosenBy
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.ids import CommitId, MessageId, OperationId, ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.operations import Commit, Finding, Problem
from graphwright.protocol.runs import RunStatus, SteerAction, WorkflowName
from graphwright.protocol.texts import Term


class MessageAccepted(Record, frozen=True, kw_only=True):
    """A message is in its thread, and a run answers it."""

    message_id: MessageId
    thread_id: ThreadId
    run_id: RunId | UnsetType = UNSET
    """Absent when an edited message was only kept."""
    workflow: WorkflowName | UnsetType = UNSET
    """The workflow that answers."""
    chosen_by: ChosenBy | UnsetType = UNSET
    """What decided on it: the person, or with `auto` the question, the wish, or the rights of the person."""


class ChangeResult(Record, frozen=True, kw_only=True):
    """What became of a change set, an undo, a redo or a revert."""

    outcome: Literal["applied", "planned", "unchanged", "undone", "redone", "reverted"]
    """`planned`: a dry run; `unchanged`: the model already is as the change set wants it."""
    findings: list[Finding]
    problems: list[Problem]
    """Of a dry run; a real change set with problems is an error that carries them."""
    notes: list[Term] = []
    commit: Commit | UnsetType = UNSET
    reverted: list[CommitId] | UnsetType = UNSET
    reload: bool | UnsetType = UNSET
    """The commit has too many changes to be sent: `commit.changes` is empty here, fetch the state."""


class RunAnswer(Record, frozen=True, kw_only=True):
    """Where a run stands after a command."""

    run_id: RunId
    status: RunStatus


class FormAnswerTaken(Record, frozen=True, kw_only=True):
    """The answer of a form is durable; the run goes on."""

    run_id: RunId
    step_id: StepId


class SteeringAccepted(Record, frozen=True, kw_only=True):
    """It is heard before the next turn."""

    run_id: RunId
    action: SteerAction
    message_id: MessageId | UnsetType = UNSET
    """Of what was said."""


class DecisionResult(Record, frozen=True, kw_only=True):
    """What a person decided about a proposal."""

    proposal_id: ProposalId
    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId]
    commit_id: CommitId | UnsetType = UNSET
    said: MessageAccepted | UnsetType = UNSET
    """The feedback as the next message of the conversation, and the run that answers it."""


class LayoutSaved(Record, frozen=True, kw_only=True):
    """Positions are kept."""

    view: str
    nodes: int


class ThreadRenamed(Record, frozen=True, kw_only=True):
    """A thread has its new title."""

    thread_id: ThreadId
    title: str

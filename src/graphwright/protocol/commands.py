"""Everything a client may ask for, one union. Strict: an unknown field is an error (ADR-12)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw

from graphwright.protocol.base import UNSET, Command, Count, JsonValue, UnsetType
from graphwright.protocol.canvas import (
    Canvas,
    ChatView,
    ContextMode,
    Filters,
    Layout,
    PendingEdit,
    Selection,
    TableView,
    Viewport,
)
from graphwright.protocol.ids import (
    CommandId,
    CommitId,
    MessageId,
    NodeId,
    OperationId,
    ProposalId,
    RunId,
    StepId,
    ThreadId,
)
from graphwright.protocol.runs import SteerAction, WorkflowName

# Longer than any message a person writes; the same figure as in records.md, Limits.
MessageText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100_000)]


class _Command(Command, frozen=True, kw_only=True, tag_field="type"):
    pass


class _Writing(_Command, frozen=True, kw_only=True):
    command_id: CommandId


class Since(Command, frozen=True, kw_only=True):
    """Where a client stopped listening."""

    epoch: str
    sequence: Count


class SessionOpen(_Command, frozen=True, kw_only=True, tag="session.open"):
    """Enter a project."""

    protocol_version: int
    project_id: str
    ticket: str | UnsetType = UNSET
    since: Since | UnsetType = UNSET


class MessageSend(_Writing, frozen=True, kw_only=True, tag="message.send"):
    """Say something; a run answers. `canvas` is a `CanvasState`, `options` are those of the workflow."""

    text: MessageText
    workflow: WorkflowName | Literal["auto"] = "auto"
    thread_id: ThreadId | UnsetType = UNSET
    parent_message_id: MessageId | UnsetType = UNSET
    """The message it follows; the newest of the thread when absent."""
    canvas: Raw | UnsetType = UNSET
    context_mode: ContextMode | UnsetType = UNSET
    options: Raw | UnsetType = UNSET
    revision: Annotated[str, Meta(min_length=1, max_length=65)] | UnsetType = UNSET
    """What is asked about, as a number or the name of a baseline; the newest when absent. Only *ask* looks back."""
    attachments: list[str] | UnsetType = UNSET


class MessageEdit(_Writing, frozen=True, kw_only=True, tag="message.edit"):
    """Say it differently, or let another workflow answer it: makes a sibling branch."""

    message_id: MessageId
    text: MessageText
    rerun: bool = True
    workflow: WorkflowName | Literal["auto"] | UnsetType = UNSET
    """The workflow that answers; the one that answered the original when absent."""


class RunCancel(_Writing, frozen=True, kw_only=True, tag="run.cancel"):
    """Stop a run."""

    run_id: RunId


class RunRetry(_Writing, frozen=True, kw_only=True, tag="run.retry"):
    """A new run that shares the finished prefix of an old one."""

    run_id: RunId
    step_id: StepId | UnsetType = UNSET
    input: Raw | UnsetType = UNSET
    undo_previous: bool | UnsetType = UNSET


class FormAnswer(_Writing, frozen=True, kw_only=True, tag="form.answer"):
    """Answer a form, or skip it."""

    run_id: RunId
    step_id: StepId
    values: dict[str, JsonValue] | UnsetType = UNSET
    skip: bool | UnsetType = UNSET


class ProposalDecide(_Writing, frozen=True, kw_only=True, tag="proposal.decide"):
    """Accept or reject a proposal, or a closed subset of it."""

    proposal_id: ProposalId
    digest: str
    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId] | UnsetType = UNSET
    feedback: str | UnsetType = UNSET


class ProposalAmend(_Writing, frozen=True, kw_only=True, tag="proposal.amend"):
    """Change operations of a proposal; makes a new version. Without edits: renew it on the model as it is now."""

    proposal_id: ProposalId
    digest: str
    edits: dict[OperationId, Raw]


class ProposalWithdraw(_Writing, frozen=True, kw_only=True, tag="proposal.withdraw"):
    """Take my own proposal back before anybody decides it."""

    proposal_id: ProposalId


class ChangesSubmit(_Writing, frozen=True, kw_only=True, tag="changes.submit"):
    """A person's own change set. Operations are decoded one by one, so all problems are reported at once."""

    base_revision: Count
    operations: list[Raw]
    reason: str | UnsetType = UNSET
    dry_run: bool = False


class CommitRevert(_Writing, frozen=True, kw_only=True, tag="commit.revert"):
    """Take back a commit, or all commits of a run or a message."""

    commit_id: CommitId | UnsetType = UNSET
    run_id: RunId | UnsetType = UNSET
    message_id: MessageId | UnsetType = UNSET


class ChangesUndo(_Writing, frozen=True, kw_only=True, tag="changes.undo"):
    """Take back my newest commit that is not taken back yet."""


class ChangesRedo(_Writing, frozen=True, kw_only=True, tag="changes.redo"):
    """Bring back what I undid last."""


class CanvasUpdate(_Command, frozen=True, kw_only=True, tag="canvas.update"):
    """The session's canvas state."""

    viewport: Viewport | UnsetType = UNSET
    filters: Filters | UnsetType = UNSET
    layout: Layout | UnsetType = UNSET
    selection: Selection | UnsetType = UNSET
    pending: list[PendingEdit] | UnsetType = UNSET
    chat: ChatView | UnsetType = UNSET
    table: TableView | UnsetType = UNSET
    active: Canvas | UnsetType = UNSET


class LayoutUpdate(_Writing, frozen=True, kw_only=True, tag="layout.update"):
    """Move nodes in a view."""

    view: str
    positions: dict[NodeId, tuple[float, float]]


class ThreadUpdate(_Writing, frozen=True, kw_only=True, tag="thread.update"):
    """Rename a thread."""

    thread_id: ThreadId
    title: str | UnsetType = UNSET


class DiscussionSteer(_Writing, frozen=True, kw_only=True, tag="discussion.steer"):
    """Take part in a discussion; it is heard before the next turn."""

    run_id: RunId
    action: SteerAction
    text: Annotated[str, Meta(max_length=10_000)] | UnsetType = UNSET
    """What is said to all, or asked of one."""
    persona: str | UnsetType = UNSET
    """Whom `askPersona` asks."""
    rounds: Count | UnsetType = UNSET
    """How many `addRounds` adds; one when absent."""


class PresenceUpdate(_Command, frozen=True, kw_only=True, tag="presence.update"):
    """Where I am."""

    canvas: Canvas
    cursor: tuple[float, float] | UnsetType = UNSET
    focus: list[NodeId] | UnsetType = UNSET


ClientCommand: TypeAlias = (
    SessionOpen
    | MessageSend
    | MessageEdit
    | RunCancel
    | RunRetry
    | FormAnswer
    | ProposalDecide
    | ProposalAmend
    | ProposalWithdraw
    | ChangesSubmit
    | CommitRevert
    | ChangesUndo
    | ChangesRedo
    | CanvasUpdate
    | LayoutUpdate
    | ThreadUpdate
    | DiscussionSteer
    | PresenceUpdate
)

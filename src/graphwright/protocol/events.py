"""Everything the server may say, one union. The durable half is also what the journal holds: name written once.

A durable event is stored without `sequence` (the store gives the number) and sent with it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Raw

from graphwright.protocol.base import NOT_GIVEN, Count, JsonValue, OptionalRaw, Record, Time
from graphwright.protocol.canvas import Viewport
from graphwright.protocol.checks import ModelCheck
from graphwright.protocol.comments import Comment
from graphwright.protocol.documents import PassageLink, SourceDocument
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import (
    CommentId,
    CommitId,
    DocumentId,
    FindingId,
    MessageId,
    NodeId,
    OperationId,
    PassageId,
    ProposalId,
    RunId,
    SessionId,
    StepId,
)
from graphwright.protocol.operations import Commit, CommitHead, Finding, Operation, Problem, Proposal, ProposalState
from graphwright.protocol.projects import Access, Baseline, Person, Policy
from graphwright.protocol.runs import Outcome, PersonStance, Run, RunStatus, SteerAction, Step, Totals, Usage, Wait
from graphwright.protocol.saved_views import SavedView
from graphwright.protocol.tables import RememberedMapping
from graphwright.protocol.threads import Message, Thread


class _Durable(Record, frozen=True, kw_only=True, tag_field="type"):
    sequence: Count | None = None


class ProjectChanged(_Durable, frozen=True, kw_only=True, tag="project.changed"):
    """The project's header was made or changed; the first entry of every journal."""

    name: str
    profile: str
    profile_sha256: str | None = None
    """The profile file that the project was made with, kept as a blob; absent for a profile that is shipped."""
    phase: int
    policy: Policy
    language: str
    epoch: str
    four_eyes: bool = False
    viewers_ask: bool = False


class CommitApplied(Commit, frozen=True, kw_only=True, tag_field="type", tag="commit.applied"):
    """A commit; the only event that changes the graph."""

    sequence: Count | None = None


class CommitAnnounced(CommitHead, frozen=True, kw_only=True, tag_field="type", tag="commit.applied"):
    """What goes over the wire instead of a commit with very many changes: whoever hears it reads the state anew."""

    sequence: Count | None = None
    changes: None
    reload: Literal[True]


class BaselineNamed(Baseline, frozen=True, kw_only=True, tag_field="type", tag="baseline.named"):
    """A revision was given a name."""

    sequence: Count | None = None


class BaselineRemoved(_Durable, frozen=True, kw_only=True, tag="baseline.removed"):
    """A name of a revision was taken away; the revision itself stays. A rename is this, and the new name."""

    name: str
    person: Author


class MappingRemembered(RememberedMapping, frozen=True, kw_only=True, tag_field="type", tag="mapping.remembered"):
    """Somebody said how a table is to be read; the next one with these headers is read in the same way."""

    sequence: Count | None = None


class MappingForgotten(_Durable, frozen=True, kw_only=True, tag="mapping.forgotten"):
    """Tables with these headers are read by what they look like again."""

    mapping_id: str
    person: Author


class ProposalOpened(Proposal, frozen=True, kw_only=True, tag_field="type", tag="proposal.opened"):
    """A change set begins to wait for a person."""

    sequence: Count | None = None


class ProposalChanged(Proposal, frozen=True, kw_only=True, tag_field="type", tag="proposal.changed"):
    """A new version of a proposal, or a new state without a decision (expired, withdrawn)."""

    sequence: Count | None = None


class ProposalDecided(_Durable, frozen=True, kw_only=True, tag="proposal.decided"):
    """A person accepted or rejected a proposal, wholly or in part."""

    proposal_id: ProposalId
    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId]
    state: ProposalState
    """Of the proposal from now on."""
    person: Author
    at: Time
    digest: str
    run_id: RunId | None = None
    """Of the proposal: where somebody may have waited for this."""
    commit_id: CommitId | None = None
    feedback: str | None = None


class FindingsChanged(_Durable, frozen=True, kw_only=True, tag="findings.changed"):
    """What the sweeps over the whole graph found at this revision (ADR-07)."""

    revision: Count
    introduced: list[Finding]
    resolved: list[FindingId]
    reworded: list[Finding] = []
    """Found before, and told otherwise now: an element that they name is called otherwise. No news."""


class LayoutChanged(_Durable, frozen=True, kw_only=True, tag="layout.changed"):
    """Nodes were moved in a view; positions are not model (ADR-19)."""

    view: str
    positions: dict[NodeId, tuple[float, float]]


class ThreadChanged(Thread, frozen=True, kw_only=True, tag_field="type", tag="thread.changed"):
    """A thread was opened or renamed."""

    sequence: Count | None = None


class AccessChanged(_Durable, frozen=True, kw_only=True, tag="access.changed"):
    """Somebody's access changed; `None` = it was taken away."""

    person: Author
    access: Access | None


class MessageStarted(Message, frozen=True, kw_only=True, tag_field="type", tag="message.started"):
    """A message begins; its text will stream."""

    sequence: Count | None = None


class MessageCompleted(Message, frozen=True, kw_only=True, tag_field="type", tag="message.completed"):
    """The message as it stands for ever."""

    sequence: Count | None = None
    usage: Usage | None = None
    truncated: bool | None = None
    digest: str | None = None
    """sha256 of its text in UTF-8: a client that heard deltas can tell that it has the same (ADR-11)."""


class RunStarted(Run, frozen=True, kw_only=True, tag_field="type", tag="run.started"):
    """A run begins. `request` is the workflow's input, so that the run can be taken up after a restart."""

    request: Raw
    sequence: Count | None = None
    forked_from: StepId | None = None


class _OfRun(_Durable, frozen=True, kw_only=True):
    run_id: RunId


class RunWaiting(_OfRun, frozen=True, kw_only=True, tag="run.waiting"):
    """The run holds nothing and waits for people."""

    waits: list[Wait]


class RunResumed(_OfRun, frozen=True, kw_only=True, tag="run.resumed"):
    """The run goes on: after an answer, a restart, or with another owner."""


class RunFinished(_OfRun, frozen=True, kw_only=True, tag="run.finished"):
    """The run ended; its open waits end with it."""

    status: RunStatus
    totals: Totals
    ended_at: Time
    outcome: Outcome | None = None
    result: OptionalRaw = NOT_GIVEN


class StepStarted(Step, frozen=True, kw_only=True, tag_field="type", tag="step.started"):
    """A step begins (again, when `attempt` is above 1). `path` goes from the root to the step."""

    path: list[StepId]
    depth: Count
    sequence: Count | None = None


class StepFinished(Step, frozen=True, kw_only=True, tag_field="type", tag="step.finished"):
    """A step as it stands for ever."""

    path: list[StepId]
    depth: Count
    sequence: Count | None = None


class FormAnswered(_OfRun, frozen=True, kw_only=True, tag="form.answered"):
    """A person answered or skipped a form; `None` = skipped, the form's assumption holds."""

    step_id: StepId
    person: Author
    values: dict[str, JsonValue] | None


class DiscussionSteered(_OfRun, frozen=True, kw_only=True, tag="discussion.steered"):
    """A person took part in a discussion; it is heard before the next turn."""

    person: Author
    action: SteerAction
    text: str | None = None
    persona: str | None = None
    rounds: Count | None = None
    message_id: MessageId | None = None
    """Of what was said, as everybody reads it."""
    claim_id: str | None = None
    stance: PersonStance | None = None


class DocumentAdded(SourceDocument, frozen=True, kw_only=True, tag_field="type", tag="document.added"):
    """A document was added, or another version of it."""

    sequence: Count | None = None


class DocumentRemoved(_Durable, frozen=True, kw_only=True, tag="document.removed"):
    """A document was removed: its text, passages and links are forgotten, the fact is not."""

    document_id: DocumentId
    person: Author


class PassageLinked(PassageLink, frozen=True, kw_only=True, tag_field="type", tag="passage.linked"):
    """A passage was linked to a node, or the reason of the link changed."""

    sequence: Count | None = None


class PassageUnlinked(_Durable, frozen=True, kw_only=True, tag="passage.unlinked"):
    """A link was taken away."""

    passage_id: PassageId
    node_id: NodeId
    person: Author


class CommentChanged(Comment, frozen=True, kw_only=True, tag_field="type", tag="comment.changed"):
    """A comment as it now stands: written, changed, resolved or open again."""

    sequence: Count | None = None


class CommentRemoved(_Durable, frozen=True, kw_only=True, tag="comment.removed"):
    """A comment was taken away."""

    comment_id: CommentId
    person: Author


class SavedViewChanged(SavedView, frozen=True, kw_only=True, tag_field="type", tag="view.changed"):
    """A saved view as it now stands: saved, changed, deleted or had back."""

    sequence: Count | None = None


class ModelChecked(ModelCheck, frozen=True, kw_only=True, tag_field="type", tag="model.checked"):
    """A check has ended: what all rules find, and what of it is new since the check before."""

    sequence: Count | None = None


DurableEvent: TypeAlias = (
    ProjectChanged
    | CommitApplied
    | BaselineNamed
    | BaselineRemoved
    | MappingRemembered
    | MappingForgotten
    | ProposalOpened
    | ProposalChanged
    | ProposalDecided
    | FindingsChanged
    | LayoutChanged
    | ThreadChanged
    | AccessChanged
    | MessageStarted
    | MessageCompleted
    | RunStarted
    | RunWaiting
    | RunResumed
    | RunFinished
    | StepStarted
    | StepFinished
    | FormAnswered
    | DiscussionSteered
    | DocumentAdded
    | DocumentRemoved
    | PassageLinked
    | PassageUnlinked
    | CommentChanged
    | CommentRemoved
    | SavedViewChanged
    | ModelChecked
)


class _Passing(Record, frozen=True, kw_only=True, tag_field="type"):
    pass


class SessionOpened(_Passing, frozen=True, kw_only=True, tag="session.opened"):
    """The answer to `session.open`; said once more on an open line when another server works on the project by now."""

    session_id: SessionId
    person: Person
    access: Access
    epoch: str
    sequence: Count
    revision: Count
    resume: Literal["events", "reload"]


class ProposalGrowing(_Passing, frozen=True, kw_only=True, tag="proposal.growing"):
    """An operation became complete while the model still writes: a ghost."""

    proposal_id: ProposalId
    run_id: RunId
    attempt: Count
    operation: Operation
    problems: list[Problem] = []
    """What is wrong with it while the model is asked to mend it."""


class ProposalWithdrawn(_Passing, frozen=True, kw_only=True, tag="proposal.withdrawn"):
    """The ghosts of this proposal (of attempts up to this one) will not come true."""

    proposal_id: ProposalId
    run_id: RunId
    attempt: Count
    reason: str


class MessageDelta(_Passing, frozen=True, kw_only=True, tag="message.delta"):
    """A piece of a part while it streams; `offset` is in characters of that part."""

    message_id: MessageId
    attempt: Count
    part: Count
    offset: Count
    text: str


class StepProgressed(_Passing, frozen=True, kw_only=True, tag="step.progressed"):
    """How far a step is."""

    run_id: RunId
    step_id: StepId
    parent_id: StepId | None
    path: list[StepId]
    depth: Count
    done: Count
    total: Count
    note: str | None = None


class PresenceChanged(_Passing, frozen=True, kw_only=True, tag="presence.changed"):
    """Somebody moved."""

    person: Person
    session_id: SessionId
    canvas: str | None = None
    cursor: tuple[float, float] | None = None
    focus: list[NodeId] | None = None
    writing: list[NodeId] | None = None
    """The nodes that hold something of theirs that is not sent: whoever deletes one is asked first."""
    place: str | None = None
    viewport: Viewport | None = None


class MemberJoined(_Passing, frozen=True, kw_only=True, tag="member.joined"):
    """Somebody opened the project."""

    person: Person
    session_id: SessionId


class MemberLeft(_Passing, frozen=True, kw_only=True, tag="member.left"):
    """Somebody left."""

    person: Person
    session_id: SessionId


class SessionGap(_Passing, frozen=True, kw_only=True, tag="session.gap"):
    """Deltas of a message were missed; here is its text so far."""

    message_id: MessageId
    attempt: Count
    text: str


class Reply(_Passing, frozen=True, kw_only=True, tag="reply"):
    """The answer to a command, sent to its sender once it is durable."""

    reply_to: str
    result: Raw
    sequence: Count
    """Of the project by then: whoever has heard everything up to it has heard what the command did."""


class ErrorEvent(_Passing, frozen=True, kw_only=True, tag="error"):
    """A command was refused."""

    code: str
    message: str
    retry: Literal["never", "later", "model"]
    reply_to: str | None = None
    fields: dict[str, JsonValue] = {}


PassingEvent: TypeAlias = (
    SessionOpened
    | ProposalGrowing
    | ProposalWithdrawn
    | MessageDelta
    | StepProgressed
    | PresenceChanged
    | MemberJoined
    | MemberLeft
    | SessionGap
    | Reply
    | ErrorEvent
)

Event: TypeAlias = DurableEvent | PassingEvent

Heard: TypeAlias = Event | CommitAnnounced
"""What a client may hear."""

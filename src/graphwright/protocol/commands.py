"""Everything a client may ask for, one union. Strict: an unknown field is an error (ADR-12)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw

from graphwright.protocol.base import Command, Count, JsonValue
from graphwright.protocol.canvas import (
    MAX_FOCUS,
    Canvas,
    CanvasState,
    ChatView,
    ContextMode,
    Distance,
    Filters,
    Layout,
    PendingEdit,
    Selection,
    TableView,
    Viewport,
)
from graphwright.protocol.comments import CommentedKind
from graphwright.protocol.ids import (
    CommandId,
    CommentId,
    CommitId,
    DocumentId,
    MessageId,
    NodeId,
    OperationId,
    PassageId,
    ProposalId,
    RunId,
    SavedViewId,
    StepId,
    ThreadId,
)
from graphwright.protocol.products import Product
from graphwright.protocol.projects import Policy
from graphwright.protocol.runs import PersonStance, SteerAction, WorkflowName

Reason: TypeAlias = Annotated[str, Meta(max_length=1_000)]


class _Command(Command, frozen=True, kw_only=True, tag_field="type"):
    pass


class Writing(_Command, frozen=True, kw_only=True):
    """A command that may change something: sent twice under one id it is done once, and answered alike."""

    command_id: CommandId


class Since(Command, frozen=True, kw_only=True):
    """Where a client stopped listening."""

    epoch: str
    sequence: Count


class SessionOpen(_Command, frozen=True, kw_only=True, tag="session.open"):
    """Enter a project."""

    protocol_version: int
    project_id: str
    ticket: str | None = None
    since: Since | None = None
    language: Annotated[str, Meta(max_length=100)] | None = None
    """In which refusals are told, written as in `Accept-Language`, which it replaces; `zxx`: without words."""


class MessageSend(Writing, frozen=True, kw_only=True, tag="message.send"):
    """Say something; a run answers. `options` are those of the workflow."""

    text: str
    workflow: WorkflowName | Literal["auto"] = "auto"
    thread_id: ThreadId | None = None
    parent_message_id: MessageId | None = None
    """The message it follows; the newest of the thread when absent."""
    canvas: CanvasState | None = None
    context_mode: ContextMode | None = None
    options: dict[str, JsonValue] | None = None
    revision: Annotated[str, Meta(min_length=1, max_length=65)] | None = None
    """What is asked about, as a number or the name of a baseline; the newest when absent. Only *ask* looks back."""
    attachments: list[str] = []
    policy: Policy | None = None
    """Stricter than the project's for this one message."""


class MessageEdit(Writing, frozen=True, kw_only=True, tag="message.edit"):
    """Say it differently, or let another workflow answer it: makes a sibling branch."""

    message_id: MessageId
    text: str
    rerun: bool = True
    workflow: WorkflowName | Literal["auto"] | None = None
    """The workflow that answers; the one that answered the original when absent."""


class RunCancel(Writing, frozen=True, kw_only=True, tag="run.cancel"):
    """Stop a run."""

    run_id: RunId


class RunRetry(Writing, frozen=True, kw_only=True, tag="run.retry"):
    """A new run that shares the finished prefix of an old one."""

    run_id: RunId
    step_id: StepId | None = None
    input: JsonValue = None
    undo_previous: bool | None = None


class FormAnswer(Writing, frozen=True, kw_only=True, tag="form.answer"):
    """Answer a form, or skip it."""

    run_id: RunId
    step_id: StepId
    values: dict[str, JsonValue] | None = None
    skip: bool = False


class ChangesPropose(Writing, frozen=True, kw_only=True, tag="changes.propose"):
    """A change set for others to decide."""

    base_revision: Count
    operations: list[Raw]
    reason: Reason | None = None
    provenance: dict[OperationId, Reason] = {}
    """Where operations come from, each in a sentence."""


class ModelDerive(Writing, frozen=True, kw_only=True, tag="model.derive"):
    """Propose what follows from the model by rules."""

    product: Product
    about: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    """Only what belongs to this node: its id, semantic id, short id, or its name where only one node has that."""


class DocumentsPropose(Writing, frozen=True, kw_only=True, tag="documents.propose"):
    """Propose the nodes that documents could become, or those of chosen passages."""

    document_ids: Annotated[list[DocumentId], Meta(min_length=1, max_length=1_000)]
    passage_ids: Annotated[list[PassageId], Meta(min_length=1, max_length=10_000)] | None = None
    """Only these; absent: every candidate of the documents."""


class ProposalDecide(Writing, frozen=True, kw_only=True, tag="proposal.decide"):
    """Accept or reject a proposal, or a closed subset of it."""

    proposal_id: ProposalId
    digest: str
    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId] | None = None
    feedback: str | None = None


class ProposalAmend(Writing, frozen=True, kw_only=True, tag="proposal.amend"):
    """Change operations of a proposal; makes a new version. Without edits: renew it on the model as it is now."""

    proposal_id: ProposalId
    digest: str
    edits: dict[OperationId, Raw]


class ProposalWithdraw(Writing, frozen=True, kw_only=True, tag="proposal.withdraw"):
    """Take my own proposal back before anybody decides it."""

    proposal_id: ProposalId


class ChangesSubmit(Writing, frozen=True, kw_only=True, tag="changes.submit"):
    """A person's own change set. Operations are decoded one by one, so all problems are reported at once."""

    base_revision: Count
    operations: list[Raw]
    reason: str | None = None
    dry_run: bool = False


class AnswerApply(Writing, frozen=True, kw_only=True, tag="answer.apply"):
    """A recorded answer of a language model, a Format E diff or our own JSON, as the person's own change set."""

    text: str
    base_revision: Count | None = None
    """The one that the text names when absent, else the newest."""
    dry_run: bool = False
    propose: bool = False
    """Let somebody decide it instead of applying it."""


NodeWord: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
"""A node by its id, semantic id, short id, or its name where only one node has that."""


class _Cure(Writing, frozen=True, kw_only=True):
    """A wish about elements whose operations are worked out here."""

    dry_run: bool = False
    """Only tell what it would move."""
    propose: bool = False
    """Let somebody decide it instead of applying it."""
    base_revision: Count | None = None
    """What was looked at; whoever changed the same elements since is a conflict. The newest when absent."""
    reason: Reason | None = None


class NodesMerge(_Cure, frozen=True, kw_only=True, tag="nodes.merge"):
    """Let one node stand for others, too: it takes over their edges and what it leaves open, and they go."""

    kept: NodeWord
    others: Annotated[list[NodeWord], Meta(min_length=1, max_length=100)]


class NodeRetype(_Cure, frozen=True, kw_only=True, tag="node.retype"):
    """Make a node one of another type, with its name, fields and edges, under a new id."""

    node: NodeWord
    node_type: Annotated[str, Meta(min_length=1, max_length=100)]
    drop_edges: bool = False
    """Let go of edges that the new type may not have, instead of refusing."""


class EdgeRelink(_Cure, frozen=True, kw_only=True, tag="edge.relink"):
    """Let an edge lead from or to another node, or be of another relation. Its id names it, or its type and ends."""

    edge: Annotated[str, Meta(max_length=100)] | None = None
    edge_type: Annotated[str, Meta(max_length=100)] | None = None
    source: NodeWord | None = None
    target: NodeWord | None = None
    new_type: Annotated[str, Meta(max_length=100)] | None = None
    new_source: NodeWord | None = None
    new_target: NodeWord | None = None


class CommitRevert(Writing, frozen=True, kw_only=True, tag="commit.revert"):
    """Take back a commit, or all commits of a run or a message."""

    commit_id: CommitId | None = None
    run_id: RunId | None = None
    message_id: MessageId | None = None


class ChangesUndo(Writing, frozen=True, kw_only=True, tag="changes.undo"):
    """Take back my newest commit that is not taken back yet."""


class ChangesRedo(Writing, frozen=True, kw_only=True, tag="changes.redo"):
    """Bring back what I undid last."""


class CanvasUpdate(_Command, frozen=True, kw_only=True, tag="canvas.update"):
    """The session's canvas state."""

    viewport: Viewport | None = None
    filters: Filters | None = None
    layout: Layout | None = None
    selection: Selection | None = None
    pending: list[PendingEdit] | None = None
    chat: ChatView | None = None
    table: TableView | None = None
    active: Canvas | None = None


class LayoutUpdate(Writing, frozen=True, kw_only=True, tag="layout.update"):
    """Move nodes in a view."""

    view: str
    positions: dict[NodeId, tuple[float, float]]


class ThreadOpen(Writing, frozen=True, kw_only=True, tag="thread.open"):
    """Open a conversation that nobody has said anything in. Everybody in the project can read it."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]


class ThreadUpdate(Writing, frozen=True, kw_only=True, tag="thread.update"):
    """Rename a thread."""

    thread_id: ThreadId
    title: str | None = None


class CommentWrite(Writing, frozen=True, kw_only=True, tag="comment.write"):
    """Remark on an element, a proposal, a passage, a step or a message; members are called as `@Name`."""

    kind: CommentedKind
    about: str
    """Its id."""
    text: str


class CommentReply(Writing, frozen=True, kw_only=True, tag="comment.reply"):
    """Answer a comment; one that is resolved is open again."""

    comment_id: CommentId
    text: str


class CommentUpdate(Writing, frozen=True, kw_only=True, tag="comment.update"):
    """Say my own comment differently, or resolve or reopen anybody's: exactly one of both."""

    comment_id: CommentId
    text: str | None = None
    resolved: bool | None = None


class CommentDelete(Writing, frozen=True, kw_only=True, tag="comment.delete"):
    """Take my comment away, as long as nobody has replied to it."""

    comment_id: CommentId


class ViewSave(Writing, frozen=True, kw_only=True, tag="view.save"):
    """Give a place of the page a name, for myself or for everybody here."""

    name: str
    place: str
    """What stands behind the `?` of its address."""
    is_shared: bool | None = None


class ViewUpdate(Writing, frozen=True, kw_only=True, tag="view.update"):
    """Rename, renew, share or delete a saved view, or have it back; what is absent stays."""

    saved_view_id: SavedViewId
    name: str | None = None
    place: str | None = None
    is_shared: bool | None = None
    is_deleted: bool | None = None


class DiscussionSteer(Writing, frozen=True, kw_only=True, tag="discussion.steer"):
    """Take part in a discussion; it is heard before the next turn. A vote is taken after the end, too."""

    run_id: RunId
    action: SteerAction
    text: Annotated[str, Meta(max_length=10_000)] | None = None
    """What is said to all, or asked of one; with `vote` the reason."""
    persona: str | None = None
    """Whom `askPersona` asks."""
    rounds: Count | None = None
    """How many `addRounds` adds; one when absent."""
    claim_id: Annotated[str, Meta(max_length=40)] | None = None
    """What `vote` is about."""
    stance: PersonStance | None = None


class PresenceUpdate(_Command, frozen=True, kw_only=True, tag="presence.update"):
    """Where I am."""

    canvas: Canvas
    cursor: tuple[Distance, Distance] | None = None
    """Of the pointer, in the picture of the graph; only of who wants to be seen pointing."""
    focus: Annotated[list[NodeId], Meta(max_length=MAX_FOCUS)] | None = None
    writing: Annotated[list[NodeId], Meta(max_length=MAX_FOCUS)] | None = None
    """The nodes that hold something of mine that is not sent."""
    place: Annotated[str, Meta(max_length=4_000)] | None = None
    """What stands behind the `?` of the address, for whoever follows me."""
    viewport: Viewport | None = None
    """What my window shows of the graph."""


ClientCommand: TypeAlias = (
    SessionOpen
    | MessageSend
    | MessageEdit
    | RunCancel
    | RunRetry
    | FormAnswer
    | ChangesPropose
    | ModelDerive
    | DocumentsPropose
    | ProposalDecide
    | ProposalAmend
    | ProposalWithdraw
    | ChangesSubmit
    | AnswerApply
    | NodesMerge
    | NodeRetype
    | EdgeRelink
    | CommitRevert
    | ChangesUndo
    | ChangesRedo
    | CanvasUpdate
    | LayoutUpdate
    | ThreadOpen
    | ThreadUpdate
    | CommentWrite
    | CommentReply
    | CommentUpdate
    | CommentDelete
    | ViewSave
    | ViewUpdate
    | DiscussionSteer
    | PresenceUpdate
)

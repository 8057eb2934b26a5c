"""A client's copy of one project: a state, and every event after it. Pure; it never asks and never waits.

Every event says how a thing stands, not how it differs, so the copy is equal to the server's at each sequence (I-06,
I-12). What is not stored (text that streams, ghosts, who is here) is in `passing`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from graphwright.client.canvases import NOTHING, Canvases, CanvasUpdates, canvases_of
from graphwright.client.passing import PassingState
from graphwright.client.projections import (
    ChatMetadata,
    ChatUpdate,
    GraphUpdate,
    TextUpdate,
    chat_update,
    drawn_edge,
    drawn_node,
    graph_updates,
    in_all,
    row,
    text_updates,
    what_came_of_it,
)
from graphwright.fold import KINDS, RECORDS, RecordChange, RemovedRecord, baseline_key, folded
from graphwright.protocol.base import Record
from graphwright.protocol.commands import Since
from graphwright.protocol.comments import Comment, open_comments
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.events import (
    CommitAnnounced,
    CommitApplied,
    DurableEvent,
    Heard,
    LayoutChanged,
    MessageCompleted,
    ProjectChanged,
    SessionOpened,
)
from graphwright.protocol.graph import Edge, Node, NodeChange
from graphwright.protocol.ids import (
    CommentId,
    CommitId,
    DocumentId,
    EdgeId,
    FindingId,
    MessageId,
    NodeId,
    PersonId,
    ProposalId,
    RunId,
    SavedViewId,
    StepId,
    ThreadId,
)
from graphwright.protocol.operations import Commit, Finding, Proposal
from graphwright.protocol.projects import Baseline, Person, ProjectHeader
from graphwright.protocol.runs import ENDED_RUN, Run, Step, Wait
from graphwright.protocol.saved_views import SavedView, standing_views
from graphwright.protocol.state import Elements, OpenWait, State, open_wait
from graphwright.protocol.threads import Message, Thread

R = TypeVar("R", bound=Record)

DRAWN_VIEW: Final = "hierarchy"
"""The view whose positions the graph canvas shows when nobody names another."""

DURABLE: Final = get_args(DurableEvent)
_TABLES: Final = frozenset(
    (
        *("baseline", "comment", "document", "finding", "member", "message", "proposal"),
        *("run", "step", "thread", "view", "wait"),
    )
)
"""Kinds with a table, which bears their name in the plural."""
_SETTINGS: Final = frozenset(ProjectHeader.__struct_fields__) & {*ProjectChanged.__struct_fields__} - {"sequence"}
"""What `project.changed` says of a header."""


class Replica:
    """One project as one client knows it."""

    def __init__(self) -> None:
        self.project: ProjectHeader | None = None
        self.sequence = 0
        self.needs_state = True
        """The events alone do not lead on: fetch the state and `load` it."""
        self.gaps = 0
        """How often a sequence did not come. Never, unless the server or the line is broken."""
        self.nodes: dict[NodeId, Node] = {}
        self.edges: dict[EdgeId, Edge] = {}
        self.layouts: dict[str, dict[NodeId, tuple[float, float]]] = {}
        self.members: dict[PersonId, Person] = {}
        self.threads: dict[ThreadId, Thread] = {}
        self.messages: dict[MessageId, Message] = {}
        self.proposals: dict[ProposalId, Proposal] = {}
        self.waits: dict[StepId, OpenWait] = {}
        self.runs: dict[RunId, Run] = {}
        self.steps: dict[StepId, Step] = {}
        self.findings: dict[FindingId, Finding] = {}
        self.documents: dict[DocumentId, SourceDocument] = {}
        self.baselines: dict[str, Baseline] = {}
        """By name, case folded."""
        self.comments: dict[CommentId, Comment] = {}
        self.views: dict[SavedViewId, SavedView] = {}
        self.passing = PassingState()
        self._made: dict[MessageId, dict[CommitId, ChatMetadata]] = {}

    @property
    def since(self) -> Since | None:
        """Where to go on after the line was lost."""
        if self.project is None or self.needs_state:
            return None
        return Since(epoch=self.project.epoch, sequence=self.sequence)

    def load(self, state: State) -> None:
        """Begin from a state. What is over and was known stays; what was under way is only what the state says."""
        self.project, self.sequence, self.needs_state = state.project, state.sequence, False
        self.nodes = {node.node_id: node for node in state.graph.nodes}
        self.edges = {edge.edge_id: edge for edge in state.graph.edges}
        self.layouts = {view: dict(positions) for view, positions in state.layouts.items()}
        self.members = {person.person_id: person for person in state.members}
        self.threads = {thread.thread_id: thread for thread in state.threads}
        self.waits = {wait.step_id: wait for wait in state.waits}
        self.findings = {finding.finding_id: finding for finding in state.findings}
        self.documents = {document.document_id: document for document in state.documents}
        self.baselines = {baseline_key(baseline.name): baseline for baseline in state.baselines}
        self.comments = {comment.comment_id: comment for comment in state.comments}
        self.views = {view.saved_view_id: view for view in state.views}
        self.proposals = {key: one for key, one in self.proposals.items() if one.state != "open"}
        self.proposals |= {one.proposal_id: one for one in state.proposals}
        self.runs = {key: run for key, run in self.runs.items() if run.status in ENDED_RUN}
        self.runs |= {run.run_id: run for run in state.runs}
        self.steps = {key: step for key, step in self.steps.items() if step.run_id in self.runs}
        self.steps |= {step.step_id: step for step in state.steps}
        self.messages = {key: message for key, message in self.messages.items() if message.status != "streaming"}
        self.messages |= {message.message_id: message for message in state.messages}

    def load_messages(self, messages: Iterable[Message]) -> None:
        """Add the history of a thread, oldest first; what was heard since is newer and stays."""
        known = self.messages
        history = {message.message_id: known.get(message.message_id, message) for message in messages}
        self.messages = history | known

    def load_commits(self, commits: Iterable[Commit]) -> None:
        """Add earlier commits, for what came of earlier messages."""
        for commit in commits:
            self._note(commit)

    def state(self) -> State:
        """The copy in the form in which the server tells a state. It must have been loaded once."""
        if self.project is None:
            message = "the replica has no state yet; load one"
            raise ValueError(message)
        running = {run.run_id: run for run in self.runs.values() if run.status not in ENDED_RUN}
        return State(
            epoch=self.project.epoch,
            sequence=self.sequence,
            revision=self.project.revision,
            project=replace(self.project, sequence=self.sequence),
            graph=Elements(nodes=list(self.nodes.values()), edges=list(self.edges.values())),
            layouts=self.layouts,
            members=list(self.members.values()),
            threads=list(self.threads.values()),
            messages=[message for message in self.messages.values() if message.status == "streaming"],
            proposals=[proposal for proposal in self.proposals.values() if proposal.state == "open"],
            waits=list(self.waits.values()),
            runs=list(running.values()),
            steps=[step for step in self.steps.values() if step.run_id in running],
            findings=list(self.findings.values()),
            documents=list(self.documents.values()),
            baselines=list(self.baselines.values()),
            comments=open_comments(self.comments.values()),
            views=standing_views(self.views.values()),
        )

    def canvases(self, thread_id: ThreadId | None = None, *, view: str = DRAWN_VIEW) -> Canvases:
        """What a screen shows: of one thread, or of all."""
        completed = [message for message in self.messages.values() if message.status != "streaming"]
        return canvases_of(
            self.nodes.values(),
            self.edges.values(),
            [message for message in completed if thread_id in {None, message.thread_id}],
            positions=self.layouts.get(view, {}),
            came_of={message_id: in_all(made.values()) for message_id, made in self._made.items()},
        )

    def drawn(self) -> CanvasUpdates:
        """Everything there is, as updates: what a canvas that was just opened begins from."""
        positions = self.layouts.get(DRAWN_VIEW, {})
        shown = self.canvases()
        return CanvasUpdates(
            shown.chat,
            [TextUpdate(type="row-add", table=node.node_type, data=row(node)) for node in self.nodes.values()],
            [
                *(GraphUpdate(type="node-add", node=drawn_node(node, positions)) for node in self.nodes.values()),
                *(GraphUpdate(type="edge-add", edge=drawn_edge(edge)) for edge in self.edges.values()),
            ],
        )

    # hearing -----------------------------------------------------------------------------------------------------

    def hear(self, event: Heard) -> CanvasUpdates:
        """Take an event in, and say what it changes on the canvases. What is part of the copy changes nothing."""
        if isinstance(event, SessionOpened):
            self.passing = PassingState()
            self.needs_state = self.needs_state or event.resume == "reload"
            return NOTHING
        sequence: int | None = getattr(event, "sequence", None)
        if sequence is not None:
            if sequence <= self.sequence:
                return NOTHING
            if sequence > self.sequence + 1:
                self.gaps += 1
                self.needs_state = True
                return NOTHING
            self.sequence = sequence
        self.passing.hear(event)
        return self._taken(event)

    def _taken(self, event: Heard) -> CanvasUpdates:
        if isinstance(event, CommitApplied):
            return self._committed(event)
        if isinstance(event, CommitAnnounced):
            self.needs_state = True
        elif isinstance(event, DURABLE):
            for change in list(folded(cast("DurableEvent", event), self.sequence, self)):
                self._take(change)
            if isinstance(event, LayoutChanged):
                return self._laid_out(event)
            if isinstance(event, MessageCompleted):
                message = self.messages[event.message_id]
                return CanvasUpdates([chat_update(message, self._came_of(event.message_id))], [], [])
        return NOTHING  # passing, or of a newer server

    # the fold's view of the copy ---------------------------------------------------------------------------------

    def one(self, of: type[R], record_id: str) -> R | None:
        """One record of the copy, as the fold wants to know it."""
        return cast("R | None", self._table(KINDS[of]).get(record_id))

    def of_group(self, of: type[R], group: str) -> Iterable[tuple[str, R]]:
        """Records of a group, for the fold. Only waits are asked for by their run; links are no part of the copy."""
        if of is not Wait:
            return []
        return [(key, cast("R", wait)) for key, wait in self.waits.items() if wait.run_id == group]

    def _take(self, change: RecordChange) -> None:
        if isinstance(change, RemovedRecord):
            self._table(change.kind).pop(change.id, None)
            return
        record = change.record
        match change.kind:
            case "project":
                self._named(cast("ProjectChanged", record))
            case "layout":
                moved = cast("LayoutChanged", record)
                self.layouts.setdefault(moved.view, {}).update(moved.positions)
            case "wait":
                self.waits[StepId(change.id)] = open_wait(RunId(change.group), cast("Wait", record))
            case kind if kind in _TABLES:
                self._table(kind)[change.id] = _plain(RECORDS[kind].record, record)
            case _:
                pass  # not part of the copy

    def _table(self, kind: str) -> dict[str, Record]:
        """The records of a kind; an empty table for what is no part of the copy."""
        return cast("dict[str, Record]", getattr(self, f"{kind}s")) if kind in _TABLES else {}

    def _named(self, event: ProjectChanged) -> None:
        if self.project is not None:
            own = {name: getattr(event, name) for name in _SETTINGS}
            self.project = replace(self.project, **own)

    def _committed(self, commit: CommitApplied) -> CanvasUpdates:
        if self.project is not None:
            self.project = replace(self.project, revision=commit.revision)
        for change in commit.changes:
            if isinstance(change, NodeChange):
                _node_is(self.nodes, change.before, change.after)
            else:
                _edge_is(self.edges, change.before, change.after)
        self._note(commit)
        return CanvasUpdates(
            self._said_before(commit.message_id),
            list(text_updates(commit.changes, commit.findings.introduced)),
            list(graph_updates(commit.changes, self.layouts.get(DRAWN_VIEW, {}))),
        )

    def _note(self, commit: Commit) -> None:
        if commit.message_id is not None:
            self._made.setdefault(commit.message_id, {})[commit.commit_id] = what_came_of_it(commit.changes)

    def _came_of(self, message_id: MessageId) -> ChatMetadata | None:
        made = self._made.get(message_id)
        return None if made is None else in_all(made.values())

    def _said_before(self, message_id: MessageId | None) -> list[ChatUpdate]:
        """The message again whose proposal was accepted after it was complete."""
        message = None if message_id is None else self.messages.get(message_id)
        if message is None or message.status == "streaming":
            return []
        return [chat_update(message, self._came_of(message.message_id))]

    def _laid_out(self, event: LayoutChanged) -> CanvasUpdates:
        positions = self.layouts[event.view]
        if event.view != DRAWN_VIEW:
            return NOTHING
        moved = [self.nodes[node_id] for node_id in event.positions if node_id in self.nodes]
        return CanvasUpdates(
            [], [], [GraphUpdate(type="node-update", node=drawn_node(node, positions)) for node in moved]
        )


def _node_is(nodes: dict[NodeId, Node], before: Node | None, after: Node | None) -> None:
    if after is not None:
        nodes[after.node_id] = after
    elif before is not None:
        nodes.pop(before.node_id, None)


def _edge_is(edges: dict[EdgeId, Edge], before: Edge | None, after: Edge | None) -> None:
    if after is not None:
        edges[after.edge_id] = after
    elif before is not None:
        edges.pop(before.edge_id, None)


def _plain(of: type[R], event: Struct) -> R:
    """The record inside an event."""
    return of(**{name: getattr(event, name) for name in of.__struct_fields__})

"""A copy of one project, folded: a state, and the durable events after it. Pure.

Every event says how a thing stands, not how it differs, so the copy is equal to the project at each sequence (I-06,
I-12), also where the state already held what an event says again. How events arrive, and what is drawn of them, is the
affair of whoever keeps the copy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from graphwright.fold import KINDS, RECORDS, RecordChange, RemovedRecord, baseline_key, folded
from graphwright.protocol.base import Record
from graphwright.protocol.comments import Comment, open_comments
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.events import CommitApplied, DurableEvent, LayoutChanged, ProjectChanged
from graphwright.protocol.graph import Edge, Node, NodeChange
from graphwright.protocol.ids import (
    CommentId,
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
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.projects import Baseline, Person, ProjectHeader
from graphwright.protocol.runs import ENDED_RUN, Run, Step, Wait
from graphwright.protocol.saved_views import SavedView, standing_views
from graphwright.protocol.state import Elements, OpenWait, State, open_wait
from graphwright.protocol.threads import Message, Thread

R = TypeVar("R", bound=Record)

_TABLES: Final = frozenset(
    (
        *("baseline", "comment", "document", "finding", "member", "message", "proposal"),
        *("run", "step", "thread", "view", "wait"),
    )
)
"""Kinds with a table, which bears their name in the plural."""
_SETTINGS: Final = frozenset(ProjectHeader.__struct_fields__) & {*ProjectChanged.__struct_fields__} - {"sequence"}
"""What `project.changed` says of a header."""


class ProjectCopy:
    """The graph and the records of one project at one sequence; empty until it is loaded."""

    def __init__(self) -> None:
        self.project: ProjectHeader | None = None
        self.sequence = 0
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

    def load(self, state: State) -> None:
        """Begin from a state. What is over and was known stays; what was under way is only what the state says."""
        self.project, self.sequence = state.project, state.sequence
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

    def state(self) -> State:
        """The copy in the form in which the server tells a state. It must have been loaded once."""
        if self.project is None:
            message = "the copy has no state yet; load one"
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

    def fold(self, event: DurableEvent, sequence: int) -> None:
        """Take in the event with a sequence. Of a run or proposal that is no part of the copy it changes nothing."""
        self.sequence = sequence
        if isinstance(event, CommitApplied):
            self._commit(event)
            return
        for change in list(folded(event, sequence, self, leaves_out=True)):
            self._take(change)

    # the fold's view of the copy -------------------------------------------------------------------------------------

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

    def _commit(self, commit: CommitApplied) -> None:
        if self.project is not None:
            self.project = replace(self.project, revision=commit.revision)
        for change in commit.changes:
            if isinstance(change, NodeChange):
                _node_is(self.nodes, change.before, change.after)
            else:
                _edge_is(self.edges, change.before, change.after)


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

"""What the store keeps ready to read: each durable event as changes to documents, pure.

A document is the present state of one thing. Both stores keep documents in the transaction of the entry that changes
them, and `Store.rebuild` folds the journal through the same function, so they can never mean different things.
A commit changes no document: the graph is folded from the journal (D3), and commits are the hot path.

| kind | id | group | body | comes and goes with |
|---|---|---|---|---|
| `project` | `header` | | `ProjectChanged` | `project.changed` |
| `baseline` | name, case folded | | `Baseline` | `baseline.named`, `baseline.removed` |
| `thread` | thread | | `Thread` | `thread.changed` |
| `message` | message | thread | `Message` | `message.started`, `message.completed` |
| `run` | run | thread or empty | `RunStarted`, with today's status | `run.*` |
| `step` | step | run | `Step` | `step.started`, `step.finished` |
| `wait` | step | run | `Wait` | from `run.waiting` until answered, decided, or the run ended |
| `steering` | run/sequence | run | `DiscussionSteered` | `discussion.steered` |
| `proposal` | proposal | run or empty | `Proposal` | `proposal.*` |
| `finding` | finding | | `Finding` | `findings.changed` |
| `layout` | view/node | view | `LayoutChanged` of this one node | `layout.changed` |
| `member` | person | | `Person` | `access.changed` |
| `document` | document | | `SourceDocument` | `document.added`, `document.removed` |
| `link` | passage/node | document | `PassageLink` | `passage.*`, and goes with its document |

Where a body is the event itself it has more fields than the record named here; records are tolerant, so both read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeAlias

from msgspec import Struct, structs

from graphwright.errors import NotFound
from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.events import (
    AccessChanged,
    BaselineNamed,
    BaselineRemoved,
    CommitApplied,
    DiscussionSteered,
    DocumentAdded,
    DocumentRemoved,
    DurableEvent,
    FindingsChanged,
    FormAnswered,
    LayoutChanged,
    MessageCompleted,
    MessageStarted,
    PassageLinked,
    PassageUnlinked,
    ProjectChanged,
    ProposalChanged,
    ProposalDecided,
    ProposalOpened,
    RunFinished,
    RunResumed,
    RunStarted,
    RunWaiting,
    StepFinished,
    StepStarted,
    ThreadChanged,
)
from graphwright.protocol.operations import Proposal, ProposalDecision, ProposalState
from graphwright.protocol.projects import Person
from graphwright.protocol.runs import RunStatus, Wait
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Document, StoredEntry

HEADER: Final = "header"
"""Id of a project's one document of kind `project`."""


def baseline_key(name: str) -> str:
    """The id of the one baseline that may have this name."""
    return name.casefold()


def link_key(passage_id: str, node_id: str) -> str:
    """The id of the one link between a passage and a node."""
    return f"{passage_id}/{node_id}"


class DocumentView(Protocol):
    """Documents as they stand: what a projection may look at."""

    def one(self, kind: str, document_id: str) -> Document | None:
        """One document."""
        ...

    def of(self, kind: str, group: str) -> list[Document]:
        """Those of a group, in the order they were first made."""
        ...


class Gone(Struct, frozen=True, gc=False):
    """A document that is no longer."""

    kind: str
    id: str


DocumentChange: TypeAlias = Document | Gone


class Overlay:
    """Documents with changes that are not stored yet: what the next entry of the same append sees."""

    def __init__(self, below: DocumentView) -> None:
        self._below = below
        self._changes: dict[tuple[str, str], DocumentChange] = {}

    def one(self, kind: str, document_id: str) -> Document | None:
        """See `DocumentView.one`."""
        change = self._changes.get((kind, document_id))
        if change is None:
            return self._below.one(kind, document_id)
        return change if isinstance(change, Document) else None

    def of(self, kind: str, group: str) -> list[Document]:
        """See `DocumentView.of`."""
        standing = {document.id: document for document in self._below.of(kind, group)}
        for change in self._changes.values():
            if change.kind != kind:
                continue
            if isinstance(change, Document) and change.group == group:
                standing[change.id] = change
            else:
                standing.pop(change.id, None)
        return list(standing.values())

    def take(self, changes: Iterable[DocumentChange]) -> None:
        """Stage changes; the last one of each document counts."""
        for change in changes:
            self._changes[change.kind, change.id] = change

    @property
    def changes(self) -> list[DocumentChange]:
        """What is staged, one change per document."""
        return list(self._changes.values())


def touches_documents(event_type: str) -> bool:
    """Whether entries of this type change documents; the others need not be decoded."""
    return event_type not in _NO_DOCUMENTS


_NO_DOCUMENTS: Final = frozenset({"commit.applied"})


def project_entry(event: DurableEvent, entry: StoredEntry, documents: DocumentView) -> list[DocumentChange]:
    """The changes that one entry makes to the documents. `NotFound` for a run or proposal that never was."""
    return list(_changes(event, entry, documents))


def _changes(event: DurableEvent, entry: StoredEntry, documents: DocumentView) -> Iterator[DocumentChange]:  # noqa: C901, PLR0912  # one arm per event is the point
    def put(kind: str, document_id: str, body: bytes, group: str | UnsetType = "") -> Document:
        return Document(kind, document_id, "" if group is UNSET else group, entry.sequence, body)

    match event:
        case CommitApplied():
            return
        case ProjectChanged():
            yield put("project", HEADER, entry.body)
        case BaselineNamed():
            yield put("baseline", baseline_key(event.name), entry.body)
        case BaselineRemoved():
            yield Gone("baseline", baseline_key(event.name))
        case ThreadChanged():
            yield put("thread", event.thread_id, entry.body)
        case MessageStarted() | MessageCompleted():
            yield put("message", event.message_id, entry.body, event.thread_id)
        case RunStarted():
            yield put("run", event.run_id, entry.body, event.thread_id)
        case RunWaiting():
            yield from _run_moves(entry, documents, event.run_id, "waiting")
            yield from _waits_are(event.waits, entry, documents, event.run_id)
        case RunResumed():
            yield from _run_moves(entry, documents, event.run_id, "running")
        case RunFinished():
            yield from _run_ends(event, entry, documents)
            yield from _waits_are([], entry, documents, event.run_id)
        case StepStarted() | StepFinished():
            yield put("step", event.step_id, entry.body, event.run_id)
        case FormAnswered():
            yield Gone("wait", event.step_id)
        case DiscussionSteered():
            yield put("steering", f"{event.run_id}/{entry.sequence:012}", entry.body, event.run_id)
        case ProposalOpened() | ProposalChanged():
            yield put("proposal", event.proposal_id, entry.body, event.run_id)
        case ProposalDecided():
            yield from _proposal_decided(event, entry, documents)
        case FindingsChanged():
            for finding in event.introduced:
                yield put("finding", finding.finding_id, encode(finding))
            for finding_id in event.resolved:
                yield Gone("finding", finding_id)
        case LayoutChanged():
            for node_id, position in event.positions.items():
                # One document per node: moving one of 100,000 writes one small row.
                alone = LayoutChanged(view=event.view, positions={node_id: position})
                yield put("layout", f"{event.view}/{node_id}", encode(alone), event.view)
        case AccessChanged():
            yield _member(event, entry)
        case DocumentAdded():
            yield put("document", event.document_id, entry.body)
        case DocumentRemoved():
            yield Gone("document", event.document_id)
            for link in documents.of("link", event.document_id):
                yield Gone("link", link.id)
        case PassageLinked():
            yield put("link", link_key(event.passage_id, event.node_id), entry.body, event.document_id)
        case PassageUnlinked():
            yield Gone("link", link_key(event.passage_id, event.node_id))


def _member(event: AccessChanged, entry: StoredEntry) -> DocumentChange:
    person_id = event.person.person_id
    if event.access is None:
        return Gone("member", person_id)
    person = Person(person_id=person_id, name=event.person.name, access=event.access)
    return Document("member", person_id, "", entry.sequence, encode(person))


def _run_moves(
    entry: StoredEntry,
    documents: DocumentView,
    run_id: str,
    status: RunStatus,
    and_so: Callable[[RunStarted], RunStarted] = lambda run: run,
) -> Iterator[DocumentChange]:
    stored = documents.one("run", run_id)
    if stored is None:
        raise _unknown(entry, "run", run_id)
    run = structs.replace(decode(stored.body, RunStarted), status=status)
    yield structs.replace(stored, sequence=entry.sequence, body=encode(and_so(run)))


def _run_ends(event: RunFinished, entry: StoredEntry, documents: DocumentView) -> Iterator[DocumentChange]:
    def ended(run: RunStarted) -> RunStarted:
        ended_at = entry.at if event.ended_at is UNSET else event.ended_at
        return structs.replace(run, totals=event.totals, outcome=event.outcome, result=event.result, ended_at=ended_at)

    return _run_moves(entry, documents, event.run_id, event.status, ended)


def _waits_are(waits: list[Wait], entry: StoredEntry, documents: DocumentView, run_id: str) -> Iterator[DocumentChange]:
    """The open waits of a run are exactly these."""
    still_open = {wait.step_id for wait in waits}
    for document in documents.of("wait", run_id):
        if document.id not in still_open:
            yield Gone("wait", document.id)
    for wait in waits:
        yield Document("wait", wait.step_id, run_id, entry.sequence, encode(wait))


def _proposal_decided(event: ProposalDecided, entry: StoredEntry, documents: DocumentView) -> Iterator[DocumentChange]:
    stored = documents.one("proposal", event.proposal_id)
    if stored is None:
        raise _unknown(entry, "proposal", event.proposal_id)
    proposal = decode(stored.body, Proposal)
    decision = ProposalDecision(
        decision=event.decision,
        operation_ids=event.operation_ids,
        person=event.person,
        at=entry.at,
        commit_id=event.commit_id,
        feedback=event.feedback,
    )
    decided = structs.replace(proposal, state=_state_after(event, proposal), decided=decision)
    yield structs.replace(stored, sequence=entry.sequence, body=encode(decided))
    for document in documents.of("wait", stored.group) if stored.group else ():
        if decode(document.body, Wait).proposal_id == event.proposal_id:
            yield Gone("wait", document.id)


def _state_after(event: ProposalDecided, proposal: Proposal) -> ProposalState:
    if event.decision == "reject":
        return "rejected"
    chosen = set(event.operation_ids)
    everything = all(operation.id in chosen for operation in proposal.operations)
    return "accepted" if everything else "partlyAccepted"


def _unknown(entry: StoredEntry, kind: str, document_id: str) -> NotFound:
    return NotFound(f"entry {entry.sequence} ({entry.type}) speaks of {kind} {document_id!r}, which is not there")

"""What each durable event does to the records of a project: the one fold, for stores and clients.

An event becomes puts and removals of records; whoever keeps them (a store as documents, a client in memory)
carries these out. Pure. A commit changes no record: the graph is folded from the commits themselves (ADR-03), and
commits are the hot path.

| kind | id | group | record | comes and goes with |
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

Where a record is the event itself it has more fields than the one named here; records are tolerant, so both read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias, TypeVar

from msgspec import Struct, structs

from graphwright.errors import NotFound
from graphwright.protocol.base import Record, UnsetType
from graphwright.protocol.documents import PassageLink, SourceDocument
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
from graphwright.protocol.operations import Finding, Proposal, ProposalDecision
from graphwright.protocol.projects import Baseline, Person
from graphwright.protocol.runs import Run, Step, Wait
from graphwright.protocol.threads import Message, Thread

R = TypeVar("R", bound=Record)

HEADER: Final = "header"
"""Id of a project's one record of kind `project`."""

KINDS: Final = MappingProxyType[type[Record], str](
    {
        Baseline: "baseline",
        DiscussionSteered: "steering",
        Finding: "finding",
        LayoutChanged: "layout",
        Message: "message",
        PassageLink: "link",
        Person: "member",
        ProjectChanged: "project",
        Proposal: "proposal",
        Run: "run",
        RunStarted: "run",
        SourceDocument: "document",
        Step: "step",
        Thread: "thread",
        Wait: "wait",
    }
)
"""The kind of each record; a run is read as `Run` or, with what it was asked, as `RunStarted`."""


class PutRecord(Struct, frozen=True, gc=False):
    """A record as it now stands."""

    kind: str
    id: str
    record: Record
    group: str = ""


class RemovedRecord(Struct, frozen=True, gc=False):
    """A record that is no longer."""

    kind: str
    id: str


RecordChange: TypeAlias = PutRecord | RemovedRecord


class Records(Protocol):
    """Records as they stand: what a fold may look at."""

    def one(self, of: type[R], record_id: str) -> R | None:
        """One record."""
        ...

    def of_group(self, of: type[R], group: str) -> Iterable[tuple[str, R]]:
        """Those of a group with their ids, in the order they were first made."""
        ...


def baseline_key(name: str) -> str:
    """The id of the one baseline that may have this name."""
    return name.casefold()


def link_key(passage_id: str, node_id: str) -> str:
    """The id of the one link between a passage and a node."""
    return f"{passage_id}/{node_id}"


def folded(event: DurableEvent, sequence: int, records: Records) -> Iterator[RecordChange]:  # noqa: C901, PLR0912  # one arm per event is the point
    """The changes that one event makes. `NotFound` for a run or proposal that never was."""
    match event:
        case CommitApplied():
            return
        case ProjectChanged():
            yield PutRecord("project", HEADER, event)
        case BaselineNamed():
            yield PutRecord("baseline", baseline_key(event.name), event)
        case BaselineRemoved():
            yield RemovedRecord("baseline", baseline_key(event.name))
        case ThreadChanged():
            yield PutRecord("thread", event.thread_id, event)
        case MessageStarted() | MessageCompleted():
            yield PutRecord("message", event.message_id, event, event.thread_id)
        case RunStarted():
            yield PutRecord("run", event.run_id, event, _or_empty(event.thread_id))
        case RunWaiting():
            yield _run_put(structs.replace(_run(records, event.run_id), status="waiting"))
            yield from _waits_are(event.waits, records, event.run_id)
        case RunResumed():
            yield _run_put(structs.replace(_run(records, event.run_id), status="running"))
        case RunFinished():
            yield _run_ended(event, records)
            yield from _waits_are([], records, event.run_id)
        case StepStarted() | StepFinished():
            yield PutRecord("step", event.step_id, event, event.run_id)
        case FormAnswered():
            yield RemovedRecord("wait", event.step_id)
        case DiscussionSteered():
            yield PutRecord("steering", f"{event.run_id}/{sequence:012}", event, event.run_id)
        case ProposalOpened() | ProposalChanged():
            yield PutRecord("proposal", event.proposal_id, event, _or_empty(event.run_id))
        case ProposalDecided():
            yield from _proposal_decided(event, records)
        case FindingsChanged():
            for finding in event.introduced:
                yield PutRecord("finding", finding.finding_id, finding)
            for finding_id in event.resolved:
                yield RemovedRecord("finding", finding_id)
        case LayoutChanged():
            for node_id, position in event.positions.items():
                # One record per node: moving one of 100,000 writes one small row.
                alone = LayoutChanged(view=event.view, positions={node_id: position})
                yield PutRecord("layout", f"{event.view}/{node_id}", alone, event.view)
        case AccessChanged():
            yield _member(event)
        case DocumentAdded():
            yield PutRecord("document", event.document_id, event)
        case DocumentRemoved():
            yield RemovedRecord("document", event.document_id)
            for link_id, _ in records.of_group(PassageLink, event.document_id):
                yield RemovedRecord("link", link_id)
        case PassageLinked():
            yield PutRecord("link", link_key(event.passage_id, event.node_id), event, event.document_id)
        case PassageUnlinked():
            yield RemovedRecord("link", link_key(event.passage_id, event.node_id))


def _member(event: AccessChanged) -> RecordChange:
    person_id = event.person.person_id
    if event.access is None:
        return RemovedRecord("member", person_id)
    return PutRecord("member", person_id, Person(person_id=person_id, name=event.person.name, access=event.access))


def _run(records: Records, run_id: str) -> RunStarted:
    run = records.one(RunStarted, run_id)
    if run is None:
        raise NotFound(f"it speaks of run {run_id!r}, which is not there")
    return run


def _run_put(run: RunStarted) -> PutRecord:
    return PutRecord("run", run.run_id, run, _or_empty(run.thread_id))


def _run_ended(event: RunFinished, records: Records) -> PutRecord:
    return _run_put(
        structs.replace(
            _run(records, event.run_id),
            status=event.status,
            totals=event.totals,
            outcome=event.outcome,
            result=event.result,
            ended_at=event.ended_at,
        )
    )


def _waits_are(waits: list[Wait], records: Records, run_id: str) -> Iterator[RecordChange]:
    """The open waits of a run are exactly these."""
    still_open = {wait.step_id for wait in waits}
    for wait_id, _ in list(records.of_group(Wait, run_id)):
        if wait_id not in still_open:
            yield RemovedRecord("wait", wait_id)
    for wait in waits:
        yield PutRecord("wait", wait.step_id, wait, run_id)


def _proposal_decided(event: ProposalDecided, records: Records) -> Iterator[RecordChange]:
    proposal = records.one(Proposal, event.proposal_id)
    if proposal is None:
        raise NotFound(f"it speaks of proposal {event.proposal_id!r}, which is not there")
    decision = ProposalDecision(
        decision=event.decision,
        operation_ids=event.operation_ids,
        person=event.person,
        at=event.at,
        commit_id=event.commit_id,
        feedback=event.feedback,
    )
    run_id = _or_empty(proposal.run_id)
    yield PutRecord(
        "proposal", event.proposal_id, structs.replace(proposal, state=event.state, decided=decision), run_id
    )
    for wait_id, wait in list(records.of_group(Wait, run_id)) if run_id else ():
        if wait.proposal_id == event.proposal_id:
            yield RemovedRecord("wait", wait_id)


def _or_empty(of: str | UnsetType) -> str:
    return "" if isinstance(of, UnsetType) else of

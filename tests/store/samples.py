"""One-line makers of events and entries for the tests of the store."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Raw

from graphwright.ports import ManualClock
from graphwright.protocol.events import (
    AccessChanged,
    CommitApplied,
    DurableEvent,
    FindingsChanged,
    FormAnswered,
    LayoutChanged,
    MessageCompleted,
    MessageStarted,
    ProjectChanged,
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
from graphwright.protocol.graph import Author, Edge, Node, NodeChange, Snapshot
from graphwright.protocol.ids import (
    CommitId,
    EdgeId,
    FindingId,
    MessageId,
    NodeId,
    OperationId,
    PersonId,
    ProjectId,
    ProposalId,
    RunId,
    SemanticId,
    StepId,
    ThreadId,
)
from graphwright.protocol.operations import Finding, FindingsDelta, ProposedNodeCreate
from graphwright.protocol.runs import ZERO_TOTALS, RunStatus, Wait
from graphwright.protocol.threads import MessageAuthor, TextPart
from graphwright.protocol.wire import decode
from graphwright.store.backup import back_up
from graphwright.store.base import Entry, IdempotencyKey, Store, StoredEntry
from graphwright.store.entries import entry_of

START = datetime(2026, 11, 21, 12, tzinfo=UTC)
CLOCK = ManualClock(START)
ANA = Author(person_id=PersonId("ana"), name="Ana")
SHOP = ProjectId("p-shop")
BANK = ProjectId("p-bank")

HOSTILE = [
    "NUL \x00 inside",
    "line\r\nbreak\u2028and\u2029more",
    "\"quotes' -- ; DROP TABLE journal; \\",
    "\u202eright to left\u2066",
    "e\u0301 is not \u00e9",
    "👩‍👩‍👧‍👦 \U0010ffff",
    "  spaces around\t",
    "",
    "x" * 100_000,
]


def entry(event: DurableEvent) -> Entry:
    return entry_of(event, CLOCK)


def header(name: str = "shop", **changes: Any) -> Entry:
    fields: dict[str, Any] = {"profile": "systems", "phase": 1, "policy": "auto", "language": "auto", "epoch": "e1"}
    return entry(ProjectChanged(name=name, **{**fields, **changes}))


def thread(thread_id: str = "t1", title: str = "Orders") -> Entry:
    return entry(ThreadChanged(thread_id=ThreadId(thread_id), title=title, started_at=START))


def node(name: str = "Order", revision: int = 1) -> Node:
    return Node(
        node_id=NodeId(f"n-{name}"),
        semantic_id=SemanticId(f"{name}.FN.001"),
        node_type="FUNC",
        name=name,
        descr="",
        attributes={},
        created_revision=revision,
        revision=revision,
    )


def edge(source: Node, target: Node) -> Edge:
    return Edge(
        edge_id=EdgeId(f"e-{source.name}-{target.name}"),
        edge_type="io",
        source=source.node_id,
        target=target.node_id,
        attributes={},
        revision=1,
    )


def commit(revision: int, name: str = "Order", *, count: int = 1) -> Entry:
    return entry(
        CommitApplied(
            commit_id=CommitId(f"c{revision}"),
            revision=revision,
            at=START,
            author=ANA,
            origin="person",
            changes=[NodeChange(before=None, after=node(name, revision))] * count,
            aliases={},
            findings=FindingsDelta(introduced=[], resolved=[]),
        )
    )


def _message(text: str, status: Any, attempt: int) -> dict[str, Any]:
    author = MessageAuthor(kind="assistant", name="Graphwright")
    return {"author": author, "parts": [TextPart(text=text)], "status": status, "attempt": attempt}


def message_started(message_id: str = "m1", thread_id: str = "t1", attempt: int = 1) -> Entry:
    fields = _message("", "streaming", attempt)
    return entry(MessageStarted(message_id=MessageId(message_id), thread_id=ThreadId(thread_id), **fields))


def message(message_id: str = "m1", thread_id: str = "t1", text: str = "Done.") -> Entry:
    fields = _message(text, "complete", 1)
    return entry(MessageCompleted(message_id=MessageId(message_id), thread_id=ThreadId(thread_id), **fields))


def run_started(run_id: str = "r1", thread_id: str | None = "t1") -> Entry:
    return entry(
        RunStarted(
            run_id=RunId(run_id),
            workflow="build",
            workflow_version=1,
            question="Add an order",
            status="running",
            revision=0,
            totals=ZERO_TOTALS,
            started_at=START,
            thread_id=None if thread_id is None else ThreadId(thread_id),
            request=Raw(b'{"text":"Add an order"}'),
            author=ANA,
        )
    )


def run_waiting(run_id: str = "r1", *step_ids: str, proposal_id: str | None = None) -> Entry:
    proposal = None if proposal_id is None else ProposalId(proposal_id)
    waits = [Wait(step_id=StepId(step_id), proposal_id=proposal) for step_id in step_ids or ("s1",)]
    return entry(RunWaiting(run_id=RunId(run_id), waits=waits))


def run_resumed(run_id: str = "r1") -> Entry:
    return entry(RunResumed(run_id=RunId(run_id)))


def run_finished(run_id: str = "r1", status: RunStatus = "completed") -> Entry:
    totals = ZERO_TOTALS
    return entry(
        RunFinished(
            run_id=RunId(run_id), status=status, totals=totals, ended_at=START, outcome="applied", result=Raw(b"[1]")
        )
    )


def _step(step_id: str, run_id: str, status: Any) -> dict[str, Any]:
    return {
        "step_id": StepId(step_id),
        "run_id": RunId(run_id),
        "parent_id": None,
        "key": f"/{step_id}",
        "kind": "plan",
        "label": "Plan",
        "status": status,
        "attempt": 1,
        "depends_on": [],
        "started_at": START,
        "path": [StepId(step_id)],
        "depth": 1,
    }


def step_started(step_id: str = "s1", run_id: str = "r1") -> Entry:
    return entry(StepStarted(**_step(step_id, run_id, "running")))


def step_finished(step_id: str = "s1", run_id: str = "r1") -> Entry:
    return entry(StepFinished(**_step(step_id, run_id, "completed")))


def form_answered(step_id: str = "s1", run_id: str = "r1") -> Entry:
    return entry(FormAnswered(run_id=RunId(run_id), step_id=StepId(step_id), person=ANA, values={"size": 3}))


def _proposed(operation_id: str) -> ProposedNodeCreate:
    return ProposedNodeCreate(
        id=OperationId(operation_id), node_type="FUNC", name=operation_id, digest=f"d-{operation_id}", before=None
    )


def proposal_opened(
    proposal_id: str = "q1", run_id: str | None = "r1", operations: tuple[str, ...] = ("a", "b")
) -> Entry:
    return entry(
        ProposalOpened(
            proposal_id=ProposalId(proposal_id),
            state="open",
            origin="run",
            author=ANA,
            operations=[_proposed(operation) for operation in operations],
            batches=[[OperationId(operation) for operation in operations]],
            findings=[],
            problems=[],
            digest="d",
            version=1,
            base_revision=0,
            run_id=None if run_id is None else RunId(run_id),
        )
    )


def proposal_decided(
    proposal_id: str = "q1",
    decision: Any = "accept",
    operations: tuple[str, ...] = ("a", "b"),
    state: Any = "accepted",
    run_id: str | None = "r1",
) -> Entry:
    return entry(
        ProposalDecided(
            proposal_id=ProposalId(proposal_id),
            decision=decision,
            operation_ids=[OperationId(operation) for operation in operations],
            state=state,
            person=ANA,
            at=START,
            digest="d",
            run_id=None if run_id is None else RunId(run_id),
        )
    )


def findings(*introduced: str, resolved: tuple[str, ...] = ()) -> Entry:
    found = [
        Finding(
            finding_id=FindingId(finding),
            rule_id="flow_connectivity",
            phase=1,
            severity="warning",
            reach="graph",
            node_ids=[],
            edge_ids=[],
            case="broken",
            values={"node": "FUNC 'A'"},
        )
        for finding in introduced
    ]
    return entry(FindingsChanged(revision=1, introduced=found, resolved=[FindingId(finding) for finding in resolved]))


def layout(view: str = "main", **positions: tuple[float, float]) -> Entry:
    return entry(LayoutChanged(view=view, positions={NodeId(name): place for name, place in positions.items()}))


def access(person_id: str = "ben", level: Any = "editor") -> Entry:
    return entry(AccessChanged(person=Author(person_id=PersonId(person_id), name=person_id.title()), access=level))


def key(key_id: str = "k1", digest: str = "d1", answer: bytes = b"stored answer", scope: str = "ana") -> IdempotencyKey:
    return IdempotencyKey(scope, key_id, digest, answer)


def snapshot(revision: int = 1, nodes: int = 2) -> Snapshot:
    made = [node(f"Node{number}") for number in range(nodes)]
    edges = [edge(a, b) for a, b in itertools.pairwise(made)]
    return Snapshot(revision=revision, nodes=made, edges=edges, counters={"FUNC": nodes})


S = TypeVar("S", bound=Store)


async def filled(store: S, *entries: Entry) -> S:
    """A store with the project `shop`, which has these entries after its header."""
    await store.create_project(SHOP, "shop", [header()])
    if entries:
        await store.append(SHOP, entries)
    return store


async def journal(store: Store, project_id: ProjectId = SHOP, **bounds: Any) -> list[StoredEntry]:
    return [row async for row in store.read(project_id, **bounds)]


async def backed_up_while_writing(store: Store, backup: Path, clock: ManualClock) -> int:
    """The last sequence that was acknowledged when the backup began; four writers go on until it has ended."""
    stop = False

    async def write() -> None:
        number = 0
        while not stop:
            number += 1
            await store.append(SHOP, [thread(f"w{number}", "x" * 500)])

    writers = [asyncio.create_task(write()) for _ in range(4)]
    acknowledged = (await store.head(SHOP)).sequence
    await back_up(store, backup, clock)
    stop = True
    await asyncio.gather(*writers)
    return acknowledged


def thread_of(row: StoredEntry) -> str:
    """The id in a `thread.changed` entry."""
    return decode(row.body, ThreadChanged).thread_id


async def sequences(store: Store, **bounds: Any) -> list[int]:
    return [row.sequence for row in await journal(store, SHOP, **bounds)]


async def ids(store: Store, kind: str, **options: Any) -> list[str]:
    return [document.id for document in await store.documents(SHOP, kind, **options)]

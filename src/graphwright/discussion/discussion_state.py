"""A discussion as it stands, read from the steps of its run: what ended, failed, was stopped, or is still under way.

A discussion that came to its end has its record as the run's result. Of every other one the finished rounds and turns
are there all the same, and the record is made of them (WE-01, WE-03).
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.discussion.options import cast_of, read_options
from graphwright.discussion.record import DecisionRecord, build_record, spent_by, turns_of
from graphwright.discussion.turns import DiscussionTurn, EndReason, RoundDone
from graphwright.errors import InvalidCommand, NotFound
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.events import RunStarted
from graphwright.protocol.ids import NodeId, RunId
from graphwright.protocol.runs import RunStatus, Step
from graphwright.protocol.wire import decode
from graphwright.runs.recorder import with_whole_result
from graphwright.turns.workflow_request import WorkflowRequest

WORKFLOW = "discuss"


class Discussion(Record, frozen=True, kw_only=True):
    """A discussion and its record as far as it is written."""

    run_id: RunId
    status: RunStatus
    personas: list[str]
    rounds: int
    """Finished ones."""
    next_turn: int | UnsetType = UNSET
    """The turn that is being spoken, or would be next; absent when it has ended."""
    record: DecisionRecord


class _Result(Record, frozen=True, kw_only=True):
    record: DecisionRecord


class _Talk(Record, frozen=True, kw_only=True):
    language: str


class _Opened(Record, frozen=True, kw_only=True):
    turn_context: _Talk


async def run_of(project: Project, run_id: RunId) -> RunStarted:
    """The run of a discussion. `NotFound`; `InvalidCommand` for a run of another workflow."""
    document = await project.store.document(project.project_id, "run", run_id)
    if document is None:
        raise NotFound(f"there is no run {run_id[:80]!r}")
    run = decode(document.body, RunStarted)
    if run.workflow != WORKFLOW:
        message = f"the run is a {run.workflow!r}, not a discussion"
        raise InvalidCommand(message)
    return run


async def discussion_of(project: Project, run_id: RunId) -> Discussion:
    """A discussion with its record. Raises as `run_of`."""
    run = await run_of(project, run_id)
    steps = await steps_of(project, run_id)
    personas = [persona.name for persona in cast_of(read_options(decode(bytes(run.request), WorkflowRequest).options))]
    whole = await _result(project, steps)
    if whole is not None:
        return Discussion(
            run_id=run_id, status=run.status, personas=personas, rounds=whole.record.rounds, record=whole.record
        )
    rounds = await _rounds(project, steps, personas)
    reason: EndReason = "failed" if run.status == "failed" else "stopped" if run.status == "cancelled" else "underWay"
    record = build_record(
        run.question,
        await _language(project, steps),
        personas,
        rounds,
        reason,
        closing=None,
        decided_by="votes",
        answers={},
        answered=[],
        changes=[],
        dropped=[],
        summaries=[],
        spent=spent_by(personas, rounds),
        node_of=lambda name: _node(project, name),
    )
    spoken = sum(len(done.turns) for done in rounds)
    return Discussion(
        run_id=run_id,
        status=run.status,
        personas=personas,
        rounds=sum(len(done.turns) == len(personas) for done in rounds),
        next_turn=spoken + 1 if reason == "underWay" else UNSET,
        record=record,
    )


async def steps_of(project: Project, run_id: RunId) -> list[Step]:
    """All steps of a run, in the order they began."""
    documents = await project.store.documents(project.project_id, "step", group=run_id)
    return [decode(document.body, Step) for document in documents]


async def _result(project: Project, steps: Sequence[Step]) -> _Result | None:
    root = next((step for step in steps if step.parent_id is None), None)
    if root is None or root.status != "completed":
        return None
    return decode(await _whole(project, root), _Result)


async def _rounds(project: Project, steps: Sequence[Step], personas: Sequence[str]) -> list[RoundDone]:
    """Finished rounds as recorded, and the turns of one that is under way or failed."""
    rounds = [
        decode(await _whole(project, step), RoundDone)
        for step in steps
        if step.kind == "round" and step.status == "completed"
    ]
    known = {turn.place.label for turn in turns_of(rounds)}
    loose = [
        decode(await _whole(project, step), DiscussionTurn)
        for step in steps
        if step.kind == "turn" and step.status == "completed"
    ]
    loose = [turn for turn in loose if turn.place.label not in known]
    if not loose:
        return rounds
    return [
        *rounds,
        RoundDone(
            round=loose[-1].round,
            states=[],
            turns=[turn for turn in loose if not turn.place.aside],
            asides=[turn for turn in loose if turn.place.aside],
            remarks=[],
            ballots=[],
            new_claims=[claim.claim_id for turn in loose for claim in turn.claims],
            added_rounds=0,
            steered_upto="",
            is_stopped=len(loose) < len(personas),
        ),
    ]


async def _language(project: Project, steps: Sequence[Step]) -> str:
    for step in steps:
        if step.kind == "context" and step.status == "completed":
            return decode(await _whole(project, step), _Opened).turn_context.language
    return "en"


async def _whole(project: Project, step: Step) -> bytes:
    whole = await with_whole_result(project, step)
    return b"null" if isinstance(whole.result, UnsetType) else bytes(whole.result)


def _node(project: Project, name: str) -> NodeId | None:
    found = project.graph.find(name)
    return found[0] if len(found) == 1 else None

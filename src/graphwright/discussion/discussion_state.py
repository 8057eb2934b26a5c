"""A discussion as it stands, read from the steps of its run: what ended, failed, was stopped, or is still under way.

A discussion that came to its end has its record as the run's result. Of every other one the finished rounds and turns
are there all the same, and the record is made of them (WE-01, WE-03).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from graphwright.discussion.options import cast_of, read_options
from graphwright.discussion.proceedings import Proceedings
from graphwright.discussion.record import DecisionRecord, build_record, with_later_votes
from graphwright.discussion.steering import votes_given
from graphwright.discussion.turns import DiscussionTurn, EndReason, RoundDone, turns_of
from graphwright.errors import InvalidCommand, NotFound
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.events import RunStarted
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import RunStatus, Step
from graphwright.protocol.wire import decode
from graphwright.runs.recorded_steps import ROOT_KIND
from graphwright.runs.recorder import whole_result
from graphwright.turns.workflow import WorkflowRequest

R = TypeVar("R", bound=Record)

WORKFLOW = "discuss"


class Discussion(Record, frozen=True, kw_only=True):
    """A discussion and its record as far as it is written."""

    run_id: RunId
    status: RunStatus
    personas: list[str]
    rounds: int
    """Finished ones."""
    next_turn: int | None = None
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
    run = await project.find(RunStarted, run_id)
    if run is None:
        raise NotFound(f"there is no run {run_id[:80]!r}")
    if run.workflow != WORKFLOW:
        message = f"the run is a {run.workflow!r}, not a discussion"
        raise InvalidCommand(message)
    return run


async def discussion_of(project: Project, run_id: RunId) -> Discussion:
    """A discussion with its record. Raises as `run_of`."""
    run = await run_of(project, run_id)
    steps = _FinishedSteps(project, await project.read_all(Step, group=run_id))
    request = decode(bytes(run.request), WorkflowRequest)
    personas = [persona.name for persona in cast_of(read_options(request.options, request.text))]
    given = await votes_given(project, run_id)
    for whole in await steps.results(ROOT_KIND, _Result):
        return Discussion(
            run_id=run_id,
            status=run.status,
            personas=personas,
            rounds=whole.record.rounds,
            record=with_later_votes(whole.record, given),
        )
    rounds = await _rounds(steps, personas)
    if rounds:  # those that nobody has heard yet count already: they are what people say now
        rounds[-1] = replace(rounds[-1], people=given)
    reason: EndReason = "failed" if run.status == "failed" else "stopped" if run.status == "cancelled" else "underWay"
    opened = await steps.results("context", _Opened, most=1)
    language = opened[0].turn_context.language if opened else "en"
    spoken = sum(len(done.turns) for done in rounds)
    return Discussion(
        run_id=run_id,
        status=run.status,
        personas=personas,
        rounds=sum(len(done.turns) == len(personas) for done in rounds),
        next_turn=spoken + 1 if reason == "underWay" else None,
        record=build_record(run.question, language, Proceedings(names=personas, rounds=rounds), reason, project.graph),
    )


class _FinishedSteps:
    """The results of a run's finished steps."""

    def __init__(self, project: Project, steps: Sequence[Step]) -> None:
        self._project = project
        self._steps = steps

    async def results(self, kind: str, of: type[R], *, most: int | None = None) -> list[R]:
        """Those of one kind (the first ones), in the order the steps began."""
        finished = [step for step in self._steps if step.kind == kind and step.status == "completed"][:most]
        return [decode(bytes(await whole_result(self._project, step)), of) for step in finished]


async def _rounds(steps: _FinishedSteps, personas: Sequence[str]) -> list[RoundDone]:
    """Finished rounds as recorded, and the turns of one that is under way or failed."""
    rounds = await steps.results("round", RoundDone)
    known = {turn.place.label for turn in turns_of(rounds)}
    loose = [turn for turn in await steps.results("turn", DiscussionTurn) if turn.place.label not in known]
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

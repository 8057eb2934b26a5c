"""How a run comes to rest: the transaction that ends it, and what callers are told about it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Final

from msgspec import Raw
from msgspec.structs import asdict, replace

from graphwright.errors import IdempotencyConflict, InvalidCommand, StoreDamaged
from graphwright.protocol.base import NOT_GIVEN, Record
from graphwright.protocol.events import ProposalChanged, RunFinished, RunStarted, StepFinished, StepStarted
from graphwright.protocol.ids import ProposalId, RunId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import ENDED_RUN, Outcome, RunStatus, Step, StepStatus, StoredError, Wait
from graphwright.protocol.wire import decode, encode
from graphwright.runs.execution import Execution, to_the_end
from graphwright.runs.recorded_steps import ROOT_KEY, ROOT_KIND, RecordedSteps, load_recording, step_id_of
from graphwright.runs.recorder import set_aside, stored_step, whole_result
from graphwright.runs.run_host import RunHost
from graphwright.runs.tree import totals
from graphwright.runs.waits import wait_of
from graphwright.store.base import RepeatedKey
from graphwright.store.keys import use_of


class RunState(Record, frozen=True, kw_only=True):
    """Where a run stands."""

    run_id: RunId
    status: RunStatus
    waits: list[Wait] = []
    """What it waits for, when `status` is `waiting`."""
    outcome: Outcome | None = None
    result: Raw | None = None
    """What the workflow returned, whole."""
    error: StoredError | None = None


class RunEnding(Record, frozen=True, kw_only=True):
    """How a pass over a run's code ended it."""

    status: RunStatus
    result: bytes | None = None
    """JSON of what the workflow returned."""
    error: StoredError | None = None


class _HasOutcome(Record, frozen=True, kw_only=True):
    outcome: Outcome | None = None


def root_started(run: RunStarted, digest: str) -> StepStarted:
    """The root of the tree; recorded together with the run itself (C-20)."""
    root_id = step_id_of(run.run_id, ROOT_KEY)
    return StepStarted(
        step_id=root_id,
        run_id=run.run_id,
        parent_id=None,
        key=ROOT_KEY,
        kind=ROOT_KIND,
        label=run.workflow,
        status="running",
        attempt=1,
        depends_on=[],
        started_at=run.started_at,
        digest=digest,
        path=[root_id],
        depth=0,
    )


async def end_run(execution: Execution, ending: RunEnding) -> None:
    """End the run in one transaction: open steps and waits are cancelled with it, nothing is left open (ADR-10).

    What it asked people to approve is withdrawn before: an approval that nobody waits for would still change the model.
    """
    for wait in open_waits(execution.recording):
        if wait.proposal_id is not None:
            await _withdraw(execution, wait.proposal_id)
    recording, now = execution.recording, execution.host.clock.now()
    small, ref = (None, None) if ending.result is None else await set_aside(execution.host, ending.result)
    result = NOT_GIVEN if small is None else Raw(small)
    ends = [_ended(step, recording, "cancelled", now) for step in recording.open_steps()]
    root = _ended(_root(recording), recording, _AT_ROOT[ending.status], now)
    root = replace(root, result=result, result_ref=ref, error=ending.error)
    for end in (*ends, root):
        recording.put(end)
    finished = RunFinished(
        run_id=execution.run.run_id,
        status=ending.status,
        totals=totals(recording.steps()),
        outcome=None if ending.result is None else _outcome(ending.result),
        result=result,
        ended_at=now,
    )
    await execution.record([*ends, root, finished])


async def _withdraw(execution: Execution, proposal_id: ProposalId) -> None:
    host = execution.host
    while True:
        proposal = await host.find(Proposal, proposal_id)
        if proposal is None or proposal.state != "open":
            return
        withdrawn = ProposalChanged(**asdict(replace(proposal, state="withdrawn")))
        # Somebody may have decided it a moment ago, then that holds; or made its next version, which is withdrawn then.
        with suppress(RepeatedKey, IdempotencyConflict):
            await to_the_end(host.recorded([withdrawn], fence=execution.fence, key=use_of(proposal, "withdraw")))


async def state_of(host: RunHost, run: RunStarted) -> RunState:
    """Where a run stands, by the store."""
    if run.status not in ENDED_RUN:
        recording = await load_recording(host, run.run_id)
        return RunState(run_id=run.run_id, status=run.status, waits=open_waits(recording))
    root = await stored_step(host, step_id_of(run.run_id, ROOT_KEY))
    if root is None or root.status != "completed":
        return RunState(run_id=run.run_id, status=run.status, error=None if root is None else root.error)
    result = await whole_result(host, root)
    return RunState(run_id=run.run_id, status=run.status, outcome=_outcome(bytes(result)), result=result)


def open_waits(recording: RecordedSteps) -> list[Wait]:
    """The waits that nobody has ended, in the order in which they were opened."""
    return [wait_of(step) for step in recording.steps() if step.status == "waiting"]


def ended_wait(step: Step, recording: RecordedSteps, status: StepStatus, now: datetime, result: Record) -> StepFinished:
    """A waiting step with what became of it."""
    return replace(_ended(step, recording, status, now), result=Raw(encode(result)))


def expired_wait(step: Step, recording: RecordedSteps, now: datetime, error: StoredError) -> StepFinished:
    """A waiting step that nobody ended in time and that has nothing to go on with."""
    return replace(_ended(step, recording, "failed", now), error=error)


def _ended(step: Step, recording: RecordedSteps, status: StepStatus, now: datetime) -> StepFinished:
    path = recording.path(step)
    return StepFinished(
        step_id=step.step_id,
        run_id=step.run_id,
        parent_id=step.parent_id,
        key=step.key,
        kind=step.kind,
        label=step.label,
        status=status,
        attempt=step.attempt,
        depends_on=step.depends_on,
        started_at=step.started_at,
        ended_at=now,
        duration_ms=max(0, round((now - step.started_at).total_seconds() * 1000)),
        digest=step.digest,
        path=path,
        depth=len(path) - 1,
    )


def _root(recording: RecordedSteps) -> Step:
    root = recording.get(ROOT_KEY)
    if root is None:
        raise StoreDamaged("a run without its root step: the journal does not hold what it must")
    return root


def _outcome(result: bytes) -> Outcome | None:
    """The workflow's own word for how it ended, if its result has one."""
    try:
        return decode(result, _HasOutcome).outcome
    except InvalidCommand:
        return None


_AT_ROOT: Final[dict[RunStatus, StepStatus]] = {
    "completed": "completed",
    "failed": "failed",
    "cancelled": "cancelled",
}

"""A new run that shares the finished beginning of an old one: for trying again, and for trying something else (ADR-10).

The shared steps are copied into the new run's journal under its own ids, so the old run is never looked at again.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.errors import NeedsChoice, NotFound
from graphwright.protocol.base import NOT_GIVEN
from graphwright.protocol.events import DurableEvent, RunStarted, StepFinished, StepStarted
from graphwright.protocol.ids import StepId
from graphwright.protocol.runs import Step
from graphwright.runs.recorded_steps import ENDED, RecordedSteps, step_id_of

_KEPT: Final = ENDED - {"cancelled"}
"""Failures are kept like results: a fallback that was chosen stays chosen."""


def fork_point(recording: RecordedSteps, step_id: StepId | None) -> Step | None:
    """The step that the new run does again; by default the innermost one that failed last, else the first open one.

    `None` = the code after the last step. `NotFound` for a step that the run does not have.
    """
    steps = [step for step in recording.steps() if step.parent_id is not None]
    if step_id is not None:
        chosen = next((step for step in steps if step.step_id == step_id), None)
        if chosen is None:
            raise NotFound(f"the run has no step {step_id!r}")
        return chosen
    failed = [step for step in steps if step.status == "failed" and not _failed_within(recording, step)]
    if failed:
        return failed[-1]
    return next((step for step in steps if step.status not in _KEPT and not recording.children(step.step_id)), None)


def _failed_within(recording: RecordedSteps, step: Step) -> bool:
    return any(child.status == "failed" for child in recording.children(step.step_id))


def shared_steps(recording: RecordedSteps, point: Step | None) -> list[Step]:
    """What the new run need not do again: steps that began before the fork point and ended, and those above them.

    A step around the fork point is not ended for the new run, whatever it was in the old one.
    """
    steps = recording.steps()
    before = steps if point is None else steps[: steps.index(point)]
    around = set(() if point is None else recording.path(point))
    kept = {step.step_id for step in before if step.status in _KEPT and step.step_id not in around}
    above = {ancestor for step in before if step.step_id in kept for ancestor in recording.path(step)} - kept
    return [
        step if step.step_id in kept else _open_again(step)
        for step in before
        if step.parent_id is not None and step.step_id in kept | above
    ]


def _open_again(step: Step) -> Step:
    return replace(
        step,
        status="running",
        ended_at=None,
        duration_ms=None,
        usage=None,
        verdict=None,
        result=NOT_GIVEN,
        result_ref=None,
        error=None,
    )


def check_commits(recording: RecordedSteps, shared: list[Step], *, undo_previous: bool | None) -> None:
    """If the old run committed after the fork point, a person must say what becomes of that. `NeedsChoice`."""
    kept = {step.step_id for step in shared if step.status in _KEPT}
    commits = [s for s in recording.steps() if s.kind == "commit" and s.status == "completed" and s.step_id not in kept]
    if commits and undo_previous is None:
        raise NeedsChoice(
            f"the run changed the model {len(commits)} time(s) after this step; say whether to undo that",
            steps=[step.step_id for step in commits],
        )


def copied(shared: list[Step], recording: RecordedSteps, run: RunStarted) -> list[DurableEvent]:
    """The shared steps as events of the new run, in their order, with ids that follow from it.

    What ended keeps its times; what is open again began with the new run.
    """
    keys = {step.step_id: step.key for step in recording.steps()}

    def new_id(step_id: StepId) -> StepId:
        return step_id_of(run.run_id, keys[step_id])

    events: list[DurableEvent] = []
    for step in shared:
        path = [new_id(step_id) for step_id in recording.path(step)]
        fields = {name: getattr(step, name) for name in Step.__struct_fields__}
        fields |= {
            "run_id": run.run_id,
            "step_id": path[-1],
            "parent_id": path[-2],
            "depends_on": [new_id(step_id) for step_id in step.depends_on],
            "path": path,
            "depth": len(path) - 1,
        }
        if step.status not in _KEPT:
            fields["started_at"] = run.started_at
        events.append(StepFinished(**fields) if step.status in _KEPT else StepStarted(**fields))
    return events

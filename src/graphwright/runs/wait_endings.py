"""How a wait ends: answered, skipped, decided or expired. Builds the events; the engine makes them durable."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from graphwright.errors import FormClosed, InvalidCommand, NotFound
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.events import DurableEvent, FormAnswered, ProposalDecided, StepFinished
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProposalId, StepId
from graphwright.protocol.runs import Step, StoredError
from graphwright.protocol.wire import decode, stored_error
from graphwright.runs.recorded_steps import RecordedSteps
from graphwright.runs.run_ending import ended_wait, expired_wait
from graphwright.runs.run_host import RunHost
from graphwright.runs.waits import Decision, FormResult, check_answer, is_expired, skipped, wait_of
from graphwright.store.base import Document
from graphwright.store.entries import event_of


def answered(
    recording: RecordedSteps, step_id: StepId, values: Mapping[str, JsonValue] | None, person: Author, now: datetime
) -> list[DurableEvent]:
    """A person answered a form, or skipped it (`None`).

    `NotFound` for a step that is no form of this run, `FormClosed` if it is answered, skipped or expired,
    `InvalidCommand` for values that do not fit.
    """
    step = next((step for step in recording.steps() if step.step_id == step_id), None)
    if step is None or step.kind != "interactive_form_wait":
        raise NotFound(f"the run has no form at step {step_id!r}")
    if step.status != "waiting":
        raise FormClosed(f"the form at step {step_id!r} is {step.status} and takes no answer any more")
    wait = wait_of(step)
    if wait.form is None or is_expired(wait, now):
        raise FormClosed(f"the form at step {step_id!r} expired at {wait.expires_at}; start the run anew")
    if values is None:
        answer = skipped(wait.form, "skipped", person)
    else:
        answer = FormResult(form=wait.form, outcome="answered", values=check_answer(wait.form, values), person=person)
    told = None if values is None else answer.values
    said = FormAnswered(run_id=step.run_id, step_id=step_id, person=person, values=told)
    return [said, _with(step, recording, answer, now)]


def decided(recording: RecordedSteps, proposal_id: ProposalId, decision: Decision, now: datetime) -> list[DurableEvent]:
    """A proposal was decided; empty if nothing in this run waits for it."""
    return [
        _with(step, recording, decision, now)
        for step in recording.steps()
        if step.status == "waiting" and wait_of(step).proposal_id == proposal_id
    ]


def expired(recording: RecordedSteps, step_id: StepId, now: datetime) -> list[DurableEvent]:
    """Nobody answered in time: the form's assumption holds, or the step fails; empty if somebody did after all."""
    step = next((step for step in recording.steps() if step.step_id == step_id and step.status == "waiting"), None)
    if step is None:
        return []
    wait = wait_of(step)
    if wait.form is None:
        return [_with(step, recording, Decision(decision="expired", operation_ids=[]), now)]
    try:
        return [_with(step, recording, skipped(wait.form, "expired", None), now)]
    except InvalidCommand:
        return [expired_wait(step, recording, now, _nobody_answered(step))]


def decision_of(event: ProposalDecided) -> Decision:
    """What a person decided, as a workflow reads it."""
    return Decision(
        decision=event.decision,
        operation_ids=event.operation_ids,
        commit_id=event.commit_id,
        feedback=event.feedback,
        person=event.person,
    )


def _with(step: Step, recording: RecordedSteps, result: FormResult | Decision, now: datetime) -> StepFinished:
    went_on_without = isinstance(result, FormResult) and result.outcome != "answered"
    return ended_wait(step, recording, "skipped" if went_on_without else "completed", now, result)


def _nobody_answered(step: Step) -> StoredError:
    return stored_error(FormClosed(f"nobody answered {step.label!r} in time, and it has no assumption to go on with"))


class _Proposal(Record, frozen=True, kw_only=True):
    state: str


async def look_up_decision(host: RunHost, proposal: Document) -> Decision | None:
    """What became of a proposal; `None` while it is open.

    Needed when a process ended between a decision and its being told to the run. The entry that changed the proposal
    last is the decision, unless nobody made one.
    """
    state = decode(proposal.body, _Proposal).state
    if state == "open":
        return None
    async for stored in host.store.read(host.project_id, after=proposal.sequence - 1, upto=proposal.sequence):
        event = event_of(stored)
        if isinstance(event, ProposalDecided):
            return decision_of(event)
    return Decision(decision="withdrawn" if state == "withdrawn" else "expired", operation_ids=[])

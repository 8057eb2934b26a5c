"""Stop a run, take one up again from one of its steps, answer the form of one that waits."""

from __future__ import annotations

from msgspec import Raw
from msgspec.structs import replace

from graphwright.access import rights_of
from graphwright.actions.changes import take_back
from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.errors import AccessDenied, InvalidCommand, NotFound
from graphwright.inquiry.forms import ASKER
from graphwright.operations.history import commits_of
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.commands import FormAnswer, RunCancel, RunRetry
from graphwright.protocol.events import RunStarted
from graphwright.protocol.ids import RunId, StepId
from graphwright.protocol.runs import Run, RunStatus, Wait
from graphwright.protocol.wire import encode


class RunAnswer(Record, frozen=True, kw_only=True):
    """Where a run stands after a command."""

    run_id: RunId
    status: RunStatus


class FormAnswerTaken(Record, frozen=True, kw_only=True):
    """The answer of a form is durable; the run goes on."""

    run_id: RunId
    step_id: StepId


@action(RunCancel, right="ask")
async def cancel(command: RunCancel, context: CommandContext) -> RunAnswer:
    """Stop a run; what it has said stays."""
    await run_of(context.project, command.run_id)
    state = await context.open_project.engine.cancel(command.run_id)
    return RunAnswer(run_id=command.run_id, status=state.status)


@action(RunRetry, right="ask")
async def retry(command: RunRetry, context: CommandContext) -> Raw:
    """A new run that shares what the old one finished before a step; durable in one transaction with this answer."""
    old = await run_of(context.project, command.run_id)
    undo = command.undo_previous
    if undo and old.status not in {"queued", "running"}:
        await _undo_run(context, command.run_id)
    begun = RunAnswer(run_id=RunId(context.project.ids.new()), status="running")
    await context.open_project.engine.retry(
        command.run_id,
        command.step_id,
        command.input,
        author=context.person,
        undo_previous=undo,
        new_id=begun.run_id,
        key=context.key_for(begun),
    )
    return Raw(encode(begun))


@action(FormAnswer, right="ask")
async def answer_form(command: FormAnswer, context: CommandContext) -> FormAnswerTaken:
    """Answer a form or skip it; its run goes on."""
    await run_of(context.project, command.run_id)
    if command.skip == (command.values is not None):
        raise InvalidCommand("form.answer takes either values or skip: true")
    values = command.values
    await check_answerer(command.run_id, command.step_id, context)
    await context.open_project.engine.answer(command.run_id, command.step_id, values, person=context.person)
    return FormAnswerTaken(run_id=command.run_id, step_id=command.step_id)


async def run_of(project: Project, run_id: RunId) -> Run:
    """A run of this project. `NotFound`, in the same words for a run of another project."""
    run = await project.find(Run, run_id)
    if run is None:
        raise NotFound(f"there is no run {run_id[:80]!r}")
    return run


async def check_answerer(run_id: RunId, step_id: StepId, context: CommandContext) -> None:
    """A form says who may answer it: everybody with a right, or nobody but whoever asked. `AccessDenied`."""
    project = context.project
    wait = await project.find(Wait, step_id)
    form = None if wait is None else wait.form
    if form is None:
        return  # the engine says what is wrong with a form that is not open
    if form.who_may_answer != ASKER:
        if form.who_may_answer not in await rights_of(project, context.person.person_id):
            raise AccessDenied(f"this form wants somebody with the right {form.who_may_answer!r}")
        return
    run = await project.find(RunStarted, run_id)
    if run is not None and run.author.person_id != context.person.person_id:
        raise AccessDenied("this form wants an answer from the person who asked the question, and from nobody else")


async def _undo_run(context: CommandContext, run_id: RunId) -> None:
    """Take back what a run did; once, however often the command that says so arrives."""
    key = replace(context.key, id=f"{context.key.id}/undo")
    if await context.project.store.recall(key.scope, key.id, key.digest) is not None:
        return
    commits = await commits_of(context.project, run_id)
    if commits:
        await take_back(replace(context, key=key), commits, "reverted")

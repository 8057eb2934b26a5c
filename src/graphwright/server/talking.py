"""Commands by which a person talks with the assistant: messages, runs, forms, proposals, threads."""

from __future__ import annotations

from typing import Final, Literal, cast

from msgspec import Raw
from msgspec.structs import replace

from graphwright.access import rights_of
from graphwright.context.workflow_choice import WorkflowChoice, choose_workflow
from graphwright.errors import AccessDenied, InvalidCommand, LimitExceeded, NotFound
from graphwright.inquiry.forms import ASKER
from graphwright.operations.commit import refused
from graphwright.operations.history import commits_where
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.commands import (
    FormAnswer,
    MessageEdit,
    MessageSend,
    ProposalAmend,
    ProposalDecide,
    ProposalWithdraw,
    RunCancel,
    RunRetry,
    ThreadUpdate,
)
from graphwright.protocol.events import MessageCompleted, RunStarted, ThreadChanged
from graphwright.protocol.ids import MessageId, OperationId, RunId, ThreadId
from graphwright.protocol.operations import Operation, Problem, Proposal
from graphwright.protocol.projects import rights_in
from graphwright.protocol.runs import Run, Wait, WorkflowName
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode, decode_with, encode, strict_operation_decoder
from graphwright.server import discussing
from graphwright.server.access import access_of
from graphwright.server.changing import take_back
from graphwright.server.command_context import CommandContext
from graphwright.server.results import DecisionResult, FormAnswerTaken, MessageAccepted, RunAnswer, ThreadRenamed
from graphwright.threads import TITLE_LENGTH, newest, posted, thread
from graphwright.turns.asked_revision import about
from graphwright.turns.continuing import Continuation, Feedback
from graphwright.turns.workflow_request import WorkflowRequest
from graphwright.workflows.investigate import options_of

FEEDBACK_LENGTH: Final = 10_000


async def send(command: MessageSend, order: CommandContext) -> Raw:
    """Say something; a run answers."""
    choice = await _choice(order, command.text, command.workflow)
    asked_about = await about(order.open_project.baselines, command.text, choice, command.revision)
    if not isinstance(command.attachments, UnsetType) and command.attachments:
        message = "attachments cannot be read; put the text into the message or import the file"
        raise InvalidCommand(message)
    store, project = order.workbench.store, order.open_project.project
    thread_id: ThreadId | UnsetType = UNSET
    parent: MessageId | UnsetType = UNSET
    if not isinstance(command.thread_id, UnsetType):
        thread_id = (await thread(store, project.project_id, command.thread_id)).thread_id
        parent = command.parent_message_id
        if isinstance(parent, UnsetType):
            parent = await newest(store, project.project_id, thread_id)
        elif await _message_in(order, parent) != thread_id:
            raise InvalidCommand(f"the thread has no message {parent[:80]!r}", path="$.parentMessageId")
    question, events = _posted(command.text, order, thread_id, parent, asked_about.revision)
    canvas = order.canvas if isinstance(command.canvas, UnsetType) else decode(bytes(command.canvas), CanvasState)
    request = WorkflowRequest(
        text=command.text,
        message_id=question.message_id,
        thread_id=question.thread_id,
        canvas=canvas,
        context_mode=command.context_mode,
        revision=asked_about.revision,
        options=command.options,
    )
    return await _asked(order, asked_about.choice, request, question, events)


async def edit(command: MessageEdit, order: CommandContext) -> Raw:
    """Say it differently: a sibling of the message, answered anew."""
    store, project = order.workbench.store, order.open_project.project
    document = await store.document(project.project_id, "message", command.message_id)
    if document is None:
        raise NotFound(f"there is no message {command.message_id[:80]!r}")
    original = decode(document.body, Message)
    if original.author.kind != "person":
        raise InvalidCommand("only a person's message can be edited")
    before = await _run_answering(order, original)
    by_then = "auto" if before is None else cast("WorkflowName", before.workflow)
    answered_by = by_then if isinstance(command.workflow, UnsetType) else command.workflow
    choice = await _choice(order, command.text, answered_by)
    revision = (await about(order.open_project.baselines, command.text, choice, UNSET)).revision
    if choice.workflow == "ask" and isinstance(revision, UnsetType):
        revision = original.revision
    question, events = _posted(command.text, order, original.thread_id, original.parent_message_id, revision)
    if not command.rerun:
        answer = encode(MessageAccepted(message_id=question.message_id, thread_id=question.thread_id))
        await project.record(events, key=replace(order.key, answer=answer))
        return Raw(answer)
    request = WorkflowRequest(
        text=command.text,
        message_id=question.message_id,
        thread_id=question.thread_id,
        canvas=order.canvas,
        revision=revision,
        # Said differently it is still the same discussion: its personas, rounds and documents stay as they were chosen.
        options=decode(bytes(before.request), WorkflowRequest).options
        if before is not None and before.workflow == choice.workflow
        else UNSET,
    )
    return await _asked(order, choice, request, question, events)


async def cancel(command: RunCancel, order: CommandContext) -> RunAnswer:
    """Stop a run; what it has said stays."""
    await run_of(order, command.run_id)
    state = await order.open_project.engine.cancel(command.run_id)
    return RunAnswer(run_id=command.run_id, status=state.status)


async def retry(command: RunRetry, order: CommandContext) -> Raw:
    """A new run that shares what the old one finished before a step; durable in one transaction with this answer."""
    old = await run_of(order, command.run_id)
    undo = None if isinstance(command.undo_previous, UnsetType) else command.undo_previous
    if undo and old.status not in {"queued", "running"}:
        await _undo_run(order, command.run_id)
    run_id = RunId(order.workbench.ids.new())
    answer = encode(RunAnswer(run_id=run_id, status="running"))
    await order.open_project.engine.retry(
        command.run_id,
        None if isinstance(command.step_id, UnsetType) else command.step_id,
        command.input,
        author=order.person,
        undo_previous=undo,
        new_id=run_id,
        key=replace(order.key, answer=answer),
    )
    return Raw(answer)


async def answer_form(command: FormAnswer, order: CommandContext) -> FormAnswerTaken:
    """Answer a form or skip it; its run goes on."""
    await run_of(order, command.run_id)
    skip = not isinstance(command.skip, UnsetType) and command.skip
    if skip == (not isinstance(command.values, UnsetType)):
        raise InvalidCommand("form.answer takes either values or skip: true")
    values = None if isinstance(command.values, UnsetType) else command.values
    await _check_answerer(order, command)
    await order.open_project.engine.answer(command.run_id, command.step_id, values, person=order.person)
    return FormAnswerTaken(run_id=command.run_id, step_id=command.step_id)


async def _check_answerer(order: CommandContext, command: FormAnswer) -> None:
    """A form says who may answer it: everybody with a right, or nobody but whoever asked. `AccessDenied`."""
    store, project = order.workbench.store, order.open_project.project
    document = await store.document(project.project_id, "wait", command.step_id)
    form = UNSET if document is None else decode(document.body, Wait).form
    if isinstance(form, UnsetType):
        return  # the engine says what is wrong with a form that is not open
    if form.who_may_answer != ASKER:
        access = await access_of(order.caller, project)
        if access is None or form.who_may_answer not in rights_in(access, viewers_ask=project.header.viewers_ask):
            raise AccessDenied(f"this form wants somebody with the right {form.who_may_answer!r}")
        return
    run = await store.document(project.project_id, "run", command.run_id)
    if run is not None and decode(run.body, RunStarted).author.person_id != order.person.person_id:
        raise AccessDenied("this form wants an answer from the person who asked the question, and from nobody else")


async def decide(command: ProposalDecide, order: CommandContext) -> DecisionResult:
    """Accept or reject a proposal, or a closed part of it; a run that waited for it goes on, and so does the talk."""
    if not isinstance(command.feedback, UnsetType) and len(command.feedback) > FEEDBACK_LENGTH:
        message = f"the feedback has {len(command.feedback):,} characters, at most {FEEDBACK_LENGTH:,} are kept"
        raise LimitExceeded(message)
    open_project = order.open_project
    feedback = Feedback(open_project.project, open_project.engine, order.person, order.canvas)
    decided = await open_project.proposals.decide(
        command.proposal_id,
        digest=command.digest,
        decision=command.decision,
        person=order.person,
        operation_ids=None if isinstance(command.operation_ids, UnsetType) else command.operation_ids,
        feedback=command.feedback,
        following=feedback.following,
    )
    await open_project.engine.decided(command.proposal_id)
    return DecisionResult(
        proposal_id=command.proposal_id,
        decision=command.decision,
        operation_ids=decided.event.operation_ids,
        commit_id=UNSET if decided.commit is None else decided.commit.commit_id,
        said=_said(feedback.go_on()),
    )


def _said(following: Continuation | None) -> MessageAccepted | UnsetType:
    """The message that feedback on a decision is, and the run that answers it."""
    if following is None:
        return UNSET
    return MessageAccepted(
        message_id=following.question.message_id,
        thread_id=following.question.thread_id,
        run_id=following.run.run_id,
        workflow=following.workflow,
        chosen_by="proposal",
    )


async def amend(command: ProposalAmend, order: CommandContext) -> Proposal:
    """Change operations of a proposal; the answer is its new version."""
    edits: dict[OperationId, Operation] = {}
    problems: list[Problem] = []
    for operation_id, raw in command.edits.items():
        try:
            operation = decode_with(strict_operation_decoder, bytes(raw))
        except InvalidCommand as error:
            problems.append(_unreadable(operation_id, error.message))
            continue
        if operation.id != operation_id:
            problems.append(_unreadable(operation_id, f"the edited operation calls itself {operation.id[:80]!r}"))
        edits[operation_id] = operation
    if problems:
        raise refused(problems)
    return await order.open_project.proposals.amend(
        command.proposal_id, digest=command.digest, edits=edits, person=order.person
    )


async def withdraw(command: ProposalWithdraw, order: CommandContext) -> Proposal:
    """Take one's own proposal back; a run that waited for it goes on."""
    withdrawn = await order.open_project.proposals.withdraw(command.proposal_id, person=order.person)
    await order.open_project.engine.decided(command.proposal_id)
    return withdrawn


async def rename(command: ThreadUpdate, order: CommandContext) -> Raw:
    """Give a thread another title."""
    store, project = order.workbench.store, order.open_project.project
    found = await thread(store, project.project_id, command.thread_id)
    title = found.title if isinstance(command.title, UnsetType) else " ".join(command.title.split())
    if not 0 < len(title) <= TITLE_LENGTH:
        message = f"a title has 1 to {TITLE_LENGTH} characters"
        raise InvalidCommand(message, path="$.title")
    answer = encode(ThreadRenamed(thread_id=found.thread_id, title=title))
    event = ThreadChanged(thread_id=found.thread_id, title=title, started_at=found.started_at)
    await project.record([event], key=replace(order.key, answer=answer))
    return Raw(answer)


async def run_of(order: CommandContext, run_id: RunId) -> Run:
    """A run of this project. `NotFound`, in the same words for a run of another project."""
    document = await order.workbench.store.document(order.open_project.project.project_id, "run", run_id)
    if document is None:
        raise NotFound(f"there is no run {run_id[:80]!r}")
    return decode(document.body, Run)


async def _message_in(order: CommandContext, message_id: MessageId) -> ThreadId | None:
    """The thread that a message of this project stands in."""
    document = await order.workbench.store.document(order.open_project.project.project_id, "message", message_id)
    return None if document is None else decode(document.body, Message).thread_id


def _posted(
    text: str,
    order: CommandContext,
    thread_id: ThreadId | UnsetType,
    parent: MessageId | UnsetType,
    revision: int | UnsetType,
) -> tuple[MessageCompleted, list[MessageCompleted | ThreadChanged]]:
    if not text.strip():
        raise InvalidCommand("there is nothing to say; give a text", path="$.text")
    workbench = order.workbench
    question, events = posted(
        text,
        author=order.person,
        thread_id=thread_id,
        ids=workbench.ids,
        clock=workbench.clock,
        parent=parent,
        revision=revision,
    )
    return question, [event for event in events if isinstance(event, MessageCompleted | ThreadChanged)]


async def _choice(order: CommandContext, text: str, wanted: WorkflowName | Literal["auto"]) -> WorkflowChoice:
    """The workflow that answers: the one that was asked for, or the one that `context.workflow_choice` chooses.

    Whoever may not build may still name *build*: its changes then wait for somebody who may (ADR-09). `InvalidCommand` for
    a workflow that this program does not have.
    """
    if wanted == "auto":
        return choose_workflow(
            text, may_build="build" in await rights_of(order.open_project.project, order.person.person_id)
        )
    known = order.open_project.engine.workflows
    if wanted not in known:
        message = f"the workflow {wanted!r} is not built in; use one of {', '.join(['auto', *known])}"
        raise InvalidCommand(message, path="$.workflow")
    return WorkflowChoice(workflow=wanted, chosen_by="person")


async def _run_answering(order: CommandContext, original: Message) -> RunStarted | None:
    """The run that answered a message last."""
    store, project_id = order.workbench.store, order.open_project.project.project_id
    documents = await store.documents(project_id, "run", group=original.thread_id)
    for document in reversed(documents):
        run = decode(document.body, RunStarted)
        if decode(bytes(run.request), _OfMessage).message_id == original.message_id:
            return run
    return None


class _OfMessage(Record, frozen=True, kw_only=True):
    """The message that a run answers."""

    message_id: MessageId | UnsetType = UNSET


async def _asked(
    order: CommandContext,
    choice: WorkflowChoice,
    request: WorkflowRequest,
    question: MessageCompleted,
    events: list[MessageCompleted | ThreadChanged],
) -> Raw:
    """Message, run and the answer to this command become durable in one transaction."""
    if choice.workflow == "discuss":
        await discussing.check(order, request)
    if choice.workflow == "investigate":
        await order.open_project.library.check_known(options_of(request).documents)
    run_id = RunId(order.workbench.ids.new())
    said = MessageAccepted(
        message_id=question.message_id,
        thread_id=question.thread_id,
        run_id=run_id,
        workflow=choice.workflow,
        chosen_by=choice.chosen_by,
    )
    answer = encode(said)
    await order.open_project.engine.start(
        choice.workflow,
        request,
        author=order.person,
        question=request.text,
        thread_id=question.thread_id,
        run_id=run_id,
        key=replace(order.key, answer=answer),
        before=events,
    )
    return Raw(answer)


async def _undo_run(order: CommandContext, run_id: RunId) -> None:
    """Take back what a run did; once, however often the command that says so arrives."""
    key = replace(order.key, id=f"{order.key.id}/undo")
    if await order.workbench.store.recall(key.scope, key.id, key.digest) is not None:
        return
    commits = await commits_where(order.open_project.project, lambda line: line.run_id == run_id)
    if commits:
        await take_back(replace(order, key=key), commits, "reverted")


def _unreadable(operation_id: str, message: str) -> Problem:
    return Problem(
        code="malformed",
        path=f"$.edits.{operation_id[:80]}",
        message=message,
        hint="An edit is a whole operation with the id of the one it replaces.",
        candidates=[],
    )

"""Say something, or say it differently: a message becomes durable together with the run that answers it."""

from __future__ import annotations

from msgspec import Raw, Struct
from msgspec.structs import replace

from graphwright.access import rights_of
from graphwright.actions import discussions
from graphwright.actions.answering import accept_last, form_answered, withdraw_last
from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.baselines import Baselines
from graphwright.context.workflow_choice import ChosenBy, WorkflowChoice
from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.protocol.base import Record
from graphwright.protocol.commands import MessageEdit, MessageSend
from graphwright.protocol.events import DurableEvent, RunStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, RunId, ThreadId
from graphwright.protocol.runs import WorkflowName
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode, encode
from graphwright.threads import MESSAGE_LENGTH, newest, posted, thread
from graphwright.turns.since_baseline import compared_name
from graphwright.turns.taking_back import wants_to_keep, wants_undo
from graphwright.turns.talk_of_changes import AcceptedInWords, wants_to_accept
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workbench import OpenProject
from graphwright.workflows.registry import BY_NAME, choose_workflow


class MessageAccepted(Record, frozen=True, kw_only=True):
    """A message is in its thread, and a run answers it."""

    message_id: MessageId
    thread_id: ThreadId
    run_id: RunId | None = None
    """Absent when an edited message was only kept."""
    workflow: WorkflowName | None = None
    """The workflow that answers."""
    chosen_by: ChosenBy | None = None
    """What decided on it: the person, or with `auto` the question, the wish, or the rights of the person."""


class AskedRevision(Struct, frozen=True):
    """The workflow that answers, and the past revision that it is about."""

    choice: WorkflowChoice
    revision: int | None


@action(MessageSend, right="ask")
async def send(command: MessageSend, context: CommandContext) -> Raw:
    """Say something; a run answers."""
    check_text(command.text)
    chosen = await chosen_workflow(
        context.open_project, context.person, command.text, command.workflow, command.revision
    )
    if command.attachments:
        message = "attachments cannot be read; put the text into the message or import the file"
        raise InvalidCommand(message)
    project = context.project
    thread_id: ThreadId | None = None
    parent: MessageId | None = None
    withdrawn: str | None = None
    accepted: AcceptedInWords | None = None
    if command.thread_id is not None:
        thread_id = (await thread(project.store, project.project_id, command.thread_id)).thread_id
        parent = command.parent_message_id
        if parent is None:
            parent = await newest(project.store, project.project_id, thread_id)
        elif getattr(await project.find(Message, parent), "thread_id", None) != thread_id:
            raise InvalidCommand(f"the thread has no message {parent[:80]!r}", path="$.parentMessageId")
        if (
            run := await form_answered(command.text, command.workflow, context, thread_id)
        ) is not None and parent is not None:
            answered = MessageAccepted(
                message_id=parent, thread_id=thread_id, run_id=run.run_id, workflow=run.workflow, chosen_by="person"
            )
            return await context.record([], answered)
        withdrawn = await withdraw_last(command.text, command.workflow, context, thread_id)
        accepted = await accept_last(command.text, command.workflow, context, thread_id)
    request, events = asked(context, command.text, thread_id, parent, chosen.revision)
    request = replace(
        request,
        canvas=command.canvas or request.canvas,
        context_mode=command.context_mode,
        policy=command.policy,
        options=command.options,
        withdrew=withdrawn is not None,
        withdrawn=withdrawn or "",
        accepted=accepted,
    )
    choice = replace(chosen.choice, workflow="build") if request.withdrew else chosen.choice
    return await _answered_by(context, choice, request, events)


@action(MessageEdit, right="ask")
async def edit(command: MessageEdit, context: CommandContext) -> Raw:
    """Say it differently: a sibling of the message, answered anew."""
    project = context.project
    original = await project.find(Message, command.message_id)
    if original is None:
        raise NotFound(f"there is no message {command.message_id[:80]!r}")
    if original.author.kind != "person":
        raise InvalidCommand("only a person's message can be edited")
    check_text(command.text)
    before = await _run_answering(context, original)
    by_then = "auto" if before is None else before.workflow
    wanted = by_then if command.workflow is None else command.workflow
    chosen = await chosen_workflow(context.open_project, context.person, command.text, wanted)
    choice, revision = chosen.choice, chosen.revision
    if choice.workflow == "ask" and revision is None:
        revision = original.revision
    request, events = asked(context, command.text, original.thread_id, original.parent_message_id, revision)
    if not command.rerun:
        kept = MessageAccepted(message_id=request.message_id, thread_id=request.thread_id)
        return await context.record(events, kept)
    if before is not None:
        was = decode(bytes(before.request), WorkflowRequest)
        if before.workflow == choice.workflow:
            # Said differently it is still the same discussion: its personas, rounds and documents stay as chosen.
            request = replace(request, options=was.options)
        # What was withdrawn stays so: the same wish answered anew takes back no change besides.
        still = was.withdrew and (wants_undo(command.text) or wants_to_keep(command.text))
        accepted = was.accepted if wants_to_accept(command.text) else None
        request = replace(request, withdrew=still, withdrawn=was.withdrawn, accepted=accepted)
    return await _answered_by(context, choice, request, events)


async def chosen_workflow(
    open_project: OpenProject,
    person: Author,
    text: str,
    wanted: str = "auto",
    revision: str | None = None,
) -> AskedRevision:
    """The workflow that answers a text: the one that was asked for, or the one that its words choose; and about when.

    Whoever may not build may still name *build*: its changes then wait for somebody who may (ADR-09). `InvalidCommand`
    for a workflow that neither this program nor a plugin has, `NotFound` for a revision that never was.
    """
    known = open_project.engine.workflows
    if wanted == "auto":
        choice = choose_workflow(text, may_build="build" in await rights_of(open_project.project, person.person_id))
        name = compared_name(text) if revision is None else None
        if name is not None and await open_project.baselines.known(name) is not None:
            choice = WorkflowChoice(workflow="build", chosen_by="question")
    elif wanted in known:
        choice = WorkflowChoice(workflow=wanted, chosen_by="person")
    else:
        message = f"the workflow {wanted!r} is not built in; use one of {', '.join(['auto', *known])}"
        raise InvalidCommand(message, path="$.workflow")
    return await _about(open_project.baselines, text, choice, revision)


async def _about(baselines: Baselines, text: str, choice: WorkflowChoice, given: str | None) -> AskedRevision:
    """Which revision a message is about: the one that came with it, or the baseline that a question names as `@NAME`.

    Only *ask* looks back: there is nothing to build, to investigate or to discuss about a model that is no more.
    """
    if given is not None:
        if choice.workflow != "ask" and choice.chosen_by == "person":
            message = f"{choice.workflow} works on the model as it stands; only ask answers about a past revision"
            raise InvalidCommand(message, path="$.revision")
        looks_back = choice if choice.workflow == "ask" else WorkflowChoice(workflow="ask", chosen_by="revision")
        return AskedRevision(looks_back, await baselines.revision_of(given))
    named = await baselines.mentioned(text) if choice.workflow == "ask" else []
    if len(named) > 1:
        names = ", ".join(f"@{each.name}" for each in named)
        message = f"the question names {names}; ask about one of them, or compare the two in the history"
        raise InvalidCommand(message, path="$.text")
    return AskedRevision(choice, named[0].revision if named else None)


def check_text(text: str) -> None:
    """Whether a text can be a message. `InvalidCommand` where it says nothing, `LimitExceeded` where it is too long."""
    if not text.strip():
        raise InvalidCommand("there is nothing to say; give a text", path="$.text")
    if len(text) > MESSAGE_LENGTH:
        message = f"the message has {len(text):,} characters, at most {MESSAGE_LENGTH:,} are accepted"
        raise LimitExceeded(message)


def asked(
    context: CommandContext,
    text: str,
    thread_id: ThreadId | None,
    parent: MessageId | None = None,
    revision: int | None = None,
) -> tuple[WorkflowRequest, list[DurableEvent]]:
    """What a workflow is asked with the caller's message, and the events that keep it. Raises as `check_text`."""
    check_text(text)
    project = context.project
    question, events = posted(
        text,
        author=context.person,
        thread_id=thread_id,
        ids=project.ids,
        clock=project.clock,
        parent=parent,
        revision=revision,
    )
    request = WorkflowRequest(
        text=text,
        message_id=question.message_id,
        thread_id=question.thread_id,
        canvas=context.canvas,
        revision=revision,
    )
    return request, events


async def _answered_by(
    context: CommandContext, choice: WorkflowChoice, request: WorkflowRequest, events: list[DurableEvent]
) -> Raw:
    """Message, run and the answer to this command become durable in one transaction."""
    if choice.workflow == "discuss":
        await discussions.check(context, request)
    known = BY_NAME.get(choice.workflow)
    if known is None and request.options:
        raise InvalidCommand(f"{choice.workflow} has no options", path="$.options")
    options = None if known is None else known.read_options(request)
    documents: list[str] = getattr(options, "documents", [])
    if documents:
        await context.open_project.library.check_known(documents)
    run_id = RunId(context.project.ids.new())
    accepted = MessageAccepted(
        message_id=request.message_id,
        thread_id=request.thread_id,
        run_id=run_id,
        workflow=choice.workflow,
        chosen_by=choice.chosen_by,
    )
    await context.open_project.engine.start(
        choice.workflow,
        request,
        author=context.person,
        question=request.text,
        thread_id=request.thread_id,
        run_id=run_id,
        key=context.key_for(accepted),
        before=events,
    )
    return Raw(encode(accepted))


class _OfMessage(Record, frozen=True, kw_only=True):
    """The message that a run answers."""

    message_id: MessageId | None = None


async def _run_answering(context: CommandContext, original: Message) -> RunStarted | None:
    """The run that answered a message last."""
    for run in reversed(await context.project.read_all(RunStarted, group=original.thread_id)):
        if decode(bytes(run.request), _OfMessage).message_id == original.message_id:
            return run
    return None

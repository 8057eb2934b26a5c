"""Commands by which a person talks with the assistant: messages, runs, forms, proposals, threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.operations.commit import refused
from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.commands import (
    DiscussionSteer,
    FormAnswer,
    MessageEdit,
    MessageSend,
    ProposalAmend,
    ProposalDecide,
    RunCancel,
    RunRetry,
    ThreadUpdate,
)
from graphwright.protocol.events import MessageCompleted, ThreadChanged
from graphwright.protocol.ids import MessageId, OperationId, PersonId, RunId, ThreadId
from graphwright.protocol.operations import Operation, Problem, Proposal
from graphwright.protocol.projects import RIGHTS, Person, Policy
from graphwright.protocol.runs import Run
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode, decode_with, encode, strict_operation_decoder
from graphwright.server.access import access_of
from graphwright.server.changing import take_back
from graphwright.server.order import Order
from graphwright.server.results import Decision, FormAnswerTaken, Renamed, RunAnswer, Said
from graphwright.threads import TITLE_LENGTH, branch, history, newest, posted, thread
from graphwright.workflows.build import BuildRequest

WORKFLOWS: Final[Mapping[str, str]] = {"auto": "build", "build": "build"}
"""The stories that are built in, by what a message may ask for."""
FEEDBACK_LENGTH: Final = 10_000
SEEN_MESSAGES: Final = 21
"""Messages that a prompt may hold; their authors decide whether its changes wait for a person (D9)."""


async def send(command: MessageSend, order: Order) -> Raw:
    """Say something; a run answers."""
    workflow = WORKFLOWS.get(command.workflow)
    if workflow is None:
        message = f"the workflow {command.workflow!r} is not built in; use one of {', '.join(WORKFLOWS)}"
        raise InvalidCommand(message)
    if not isinstance(command.attachments, UnsetType) and command.attachments:
        message = "attachments cannot be read; put the text into the message or import the file"
        raise InvalidCommand(message)
    store, project = order.workbench.store, order.desk.project
    thread_id: ThreadId | UnsetType = UNSET
    parent: MessageId | UnsetType = UNSET
    if not isinstance(command.thread_id, UnsetType):
        thread_id = (await thread(store, project.project_id, command.thread_id)).thread_id
        parent = await newest(store, project.project_id, thread_id)
    question, events = _posted(command.text, order, thread_id, parent)
    canvas = order.canvas if isinstance(command.canvas, UnsetType) else decode(bytes(command.canvas), CanvasState)
    request = BuildRequest(
        text=command.text,
        message_id=question.message_id,
        thread_id=question.thread_id,
        canvas=canvas,
        context_mode=command.context_mode,
        policy=await _policy(order, question),
    )
    return await _asked(order, workflow, request, question, events)


async def edit(command: MessageEdit, order: Order) -> Raw:
    """Say it differently: a sibling of the message, answered anew."""
    store, project = order.workbench.store, order.desk.project
    document = await store.document(project.project_id, "message", command.message_id)
    if document is None:
        raise NotFound(f"there is no message {command.message_id[:80]!r}")
    original = decode(document.body, Message)
    if original.author.kind != "person":
        raise InvalidCommand("only a person's message can be edited")
    question, events = _posted(command.text, order, original.thread_id, original.parent_message_id)
    if not command.rerun:
        answer = encode(Said(message_id=question.message_id, thread_id=question.thread_id))
        await project.record(events, key=replace(order.key, answer=answer))
        return Raw(answer)
    request = BuildRequest(
        text=command.text,
        message_id=question.message_id,
        thread_id=question.thread_id,
        canvas=order.canvas,
        policy=await _policy(order, question),
    )
    return await _asked(order, "build", request, question, events)


async def cancel(command: RunCancel, order: Order) -> RunAnswer:
    """Stop a run; what it has said stays."""
    await run_of(order, command.run_id)
    state = await order.desk.engine.cancel(command.run_id)
    return RunAnswer(run_id=command.run_id, status=state.status)


async def retry(command: RunRetry, order: Order) -> RunAnswer:
    """A new run that shares what the old one finished before a step."""
    old = await run_of(order, command.run_id)
    undo = None if isinstance(command.undo_previous, UnsetType) else command.undo_previous
    if undo and old.status not in {"queued", "running"}:
        await _undo_run(order, command.run_id)
    run_id = await order.desk.engine.retry(
        command.run_id,
        None if isinstance(command.step_id, UnsetType) else command.step_id,
        command.input,
        author=order.person,
        undo_previous=undo,
    )
    return RunAnswer(run_id=run_id, status="running")


async def answer_form(command: FormAnswer, order: Order) -> FormAnswerTaken:
    """Answer a form or skip it; its run goes on."""
    await run_of(order, command.run_id)
    skip = not isinstance(command.skip, UnsetType) and command.skip
    if skip == (not isinstance(command.values, UnsetType)):
        raise InvalidCommand("form.answer takes either values or skip: true")
    values = None if isinstance(command.values, UnsetType) else command.values
    await order.desk.engine.answer(command.run_id, command.step_id, values, person=order.person)
    return FormAnswerTaken(run_id=command.run_id, step_id=command.step_id)


async def decide(command: ProposalDecide, order: Order) -> Decision:
    """Accept or reject a proposal, or a closed part of it; a run that waited for it goes on."""
    if not isinstance(command.feedback, UnsetType) and len(command.feedback) > FEEDBACK_LENGTH:
        message = f"the feedback has {len(command.feedback):,} characters, at most {FEEDBACK_LENGTH:,} are kept"
        raise LimitExceeded(message)
    decided = await order.desk.proposals.decide(
        command.proposal_id,
        digest=command.digest,
        decision=command.decision,
        person=order.person,
        operation_ids=None if isinstance(command.operation_ids, UnsetType) else command.operation_ids,
        feedback=command.feedback,
    )
    if not isinstance(decided.proposal.run_id, UnsetType):
        await order.desk.engine.decided(command.proposal_id)
    return Decision(
        proposal_id=command.proposal_id,
        decision=command.decision,
        operation_ids=decided.event.operation_ids,
        commit_id=UNSET if decided.commit is None else decided.commit.commit_id,
    )


async def amend(command: ProposalAmend, order: Order) -> Proposal:
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
    return await order.desk.proposals.amend(command.proposal_id, digest=command.digest, edits=edits)


async def rename(command: ThreadUpdate, order: Order) -> Raw:
    """Give a thread another title."""
    store, project = order.workbench.store, order.desk.project
    found = await thread(store, project.project_id, command.thread_id)
    title = found.title if isinstance(command.title, UnsetType) else " ".join(command.title.split())
    if not 0 < len(title) <= TITLE_LENGTH:
        message = f"a title has 1 to {TITLE_LENGTH} characters"
        raise InvalidCommand(message, path="$.title")
    answer = encode(Renamed(thread_id=found.thread_id, title=title))
    event = ThreadChanged(thread_id=found.thread_id, title=title, started_at=found.started_at)
    await project.record([event], key=replace(order.key, answer=answer))
    return Raw(answer)


async def steer(command: DiscussionSteer, order: Order) -> Raw:
    """Take part in a discussion; no workflow that is built in holds one."""
    run = await run_of(order, command.run_id)
    message = f"the run is a {run.workflow!r}, not a discussion that could be steered"
    raise InvalidCommand(message)


async def run_of(order: Order, run_id: RunId) -> Run:
    """A run of this project. `NotFound`, in the same words for a run of another project."""
    document = await order.workbench.store.document(order.desk.project.project_id, "run", run_id)
    if document is None:
        raise NotFound(f"there is no run {run_id[:80]!r}")
    return decode(document.body, Run)


def _posted(
    text: str, order: Order, thread_id: ThreadId | UnsetType, parent: MessageId | UnsetType
) -> tuple[MessageCompleted, list[MessageCompleted | ThreadChanged]]:
    if not text.strip():
        raise InvalidCommand("there is nothing to say; give a text", path="$.text")
    workbench = order.workbench
    question, events = posted(
        text, author=order.person, thread_id=thread_id, ids=workbench.ids, clock=workbench.clock, parent=parent
    )
    return question, [event for event in events if isinstance(event, MessageCompleted | ThreadChanged)]


async def _asked(
    order: Order,
    workflow: str,
    request: BuildRequest,
    question: MessageCompleted,
    events: list[MessageCompleted | ThreadChanged],
) -> Raw:
    """Message, run and the answer to this command become durable in one transaction."""
    run_id = RunId(order.workbench.ids.new())
    answer = encode(Said(message_id=question.message_id, thread_id=question.thread_id, run_id=run_id))
    await order.desk.engine.start(
        workflow,
        request,
        author=order.person,
        question=request.text,
        thread_id=question.thread_id,
        run_id=run_id,
        key=replace(order.key, answer=answer),
        before=events,
    )
    return Raw(answer)


async def _policy(order: Order, question: MessageCompleted) -> Policy | UnsetType:
    """`review` when somebody without the right to build has a say in what the language model reads (D9)."""
    project = order.desk.project
    seen = await history(order.workbench.store, project.project_id, question.thread_id, newest=SEEN_MESSAGES)
    speakers = {message.author.person_id for message in branch([*seen, question], question.message_id)}
    owner = await order.workbench.owner()
    for person_id in speakers:
        if isinstance(person_id, UnsetType) or person_id == owner.person_id:
            continue
        if not await _may_build(order, person_id):
            return "review"
    return UNSET


async def _may_build(order: Order, person_id: PersonId) -> bool:
    if person_id == order.person.person_id:
        access = await access_of(order.caller, order.desk.project)
    else:
        document = await order.workbench.store.document(order.desk.project.project_id, "member", person_id)
        access = None if document is None else decode(document.body, Person).access
    return access is not None and "build" in RIGHTS[access]


async def _undo_run(order: Order, run_id: RunId) -> None:
    commits = [commit async for commit in order.desk.project.commits() if commit.run_id == run_id]
    if commits:
        before = replace(order, key=replace(order.key, id=f"{order.key.id}/undo"))
        await take_back(before, commits, "reverted")


def _unreadable(operation_id: str, message: str) -> Problem:
    return Problem(
        code="malformed",
        path=f"$.edits.{operation_id[:80]}",
        message=message,
        hint="An edit is a whole operation with the id of the one it replaces.",
        candidates=[],
    )

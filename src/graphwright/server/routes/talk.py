"""Talking: threads, messages, runs and their forms, proposals; and every writing command at one address."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal

from msgspec import Meta, Raw

from graphwright.errors import InvalidCommand, NotFound
from graphwright.operations.commit import Submission, refused
from graphwright.protocol.base import UNSET, Command, Count, JsonValue, Record, UnsetType
from graphwright.protocol.commands import FormAnswer, MessageSend, ProposalDecide
from graphwright.protocol.events import ThreadChanged
from graphwright.protocol.ids import CommandId, OperationId, ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.operations import ChangeSet, Proposal
from graphwright.protocol.runs import Run, Step
from graphwright.protocol.threads import Message, Thread
from graphwright.protocol.wire import decode, encode
from graphwright.runs.digest import digest
from graphwright.runs.recorder import with_whole_result
from graphwright.runs.tree import build_tree
from graphwright.server.changing import read_operations
from graphwright.server.commands import WritingCommand, check_command_id
from graphwright.server.endpoint import Answer, Call, Endpoint, NoBody, NoQuery
from graphwright.server.results import Decision, FormAnswerTaken, Said
from graphwright.store.base import Key, Repeated
from graphwright.threads import TITLE_LENGTH, history, thread, threads

PAGE: Final = 50
Limit = Annotated[int, Meta(ge=1, le=500)]


class Threads(Record, frozen=True, kw_only=True):
    """The conversations of a project, oldest first."""

    threads: list[Thread]


class ThreadPost(Command, frozen=True, kw_only=True):
    """A conversation to be opened. Everybody in the project can read it."""

    command_id: CommandId
    title: Annotated[str, Meta(min_length=1, max_length=TITLE_LENGTH)]


class ThreadRead(Record, frozen=True, kw_only=True):
    """A conversation with all its messages, branches included."""

    thread: Thread
    messages: list[Message]


class RunsQuery(Command, frozen=True, kw_only=True):
    """Which runs: the newest first."""

    thread_id: ThreadId | UnsetType = UNSET
    limit: Limit = PAGE


class Runs(Record, frozen=True, kw_only=True):
    """Runs, newest first."""

    runs: list[Run]


class RunRead(Record, frozen=True, kw_only=True):
    """A run with its steps in the order they began; `parentId` makes them a tree, `run.totals` adds them up."""

    run: Run
    steps: list[Step]


class DigestQuery(Command, frozen=True, kw_only=True):
    """How long the text may be."""

    tokens: Annotated[int, Meta(ge=100, le=100_000)] = 4_000


class Digest(Record, frozen=True, kw_only=True):
    """The tree of a run as text for a language model."""

    text: str


class FormPost(Command, frozen=True, kw_only=True):
    """The answer of a form, or `skip`."""

    command_id: CommandId
    values: dict[str, JsonValue] | UnsetType = UNSET
    skip: bool | UnsetType = UNSET


class ProposalsQuery(Command, frozen=True, kw_only=True):
    """Which proposals."""

    state: Literal["open", "all"] = "open"


class ProposalList(Record, frozen=True, kw_only=True):
    """Proposals in the order they were opened."""

    proposals: list[Proposal]


class ProposalPost(Command, frozen=True, kw_only=True):
    """A change set for others to decide."""

    command_id: CommandId
    base_revision: Count
    operations: list[Raw]
    reason: Annotated[str, Meta(max_length=1_000)] | UnsetType = UNSET


class DecisionPost(Command, frozen=True, kw_only=True):
    """What a person decides about the proposal in the path."""

    command_id: CommandId
    digest: str
    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId] | UnsetType = UNSET
    feedback: str | UnsetType = UNSET


async def list_threads(call: Call[NoQuery, NoBody]) -> Threads:
    """The conversations of a project."""
    return Threads(threads=await threads(call.site.workbench.store, call.desk.project.project_id))


async def open_thread(call: Call[NoQuery, ThreadPost]) -> Answer:
    """Open a conversation that nobody has said anything in."""
    project, wanted = call.desk.project, call.body
    title = " ".join(wanted.title.split())
    if not title:
        raise InvalidCommand("a title has at least one visible character", path="$.title")
    opened = Thread(thread_id=ThreadId(project.ids.new()), title=title, started_at=project.clock.now())
    event = ThreadChanged(thread_id=opened.thread_id, title=opened.title, started_at=opened.started_at)
    key = _key(call, wanted.command_id, encode(["threads.post", wanted]), encode(opened))
    try:
        await project.record([event], key=key)
    except Repeated as repeated:
        return Answer(repeated.answer)
    return Answer(opened)


async def read_thread(call: Call[NoQuery, NoBody]) -> ThreadRead:
    """A conversation with its messages."""
    store, project_id = call.site.workbench.store, call.desk.project.project_id
    found = await thread(store, project_id, ThreadId(call.path["thread"]))
    return ThreadRead(thread=found, messages=await history(store, project_id, found.thread_id))


async def post_message(call: Call[NoQuery, MessageSend]) -> Answer:
    """Say something; the answer names the run that answers it."""
    return await call.carry_out(call.body)


async def list_runs(call: Call[RunsQuery, NoBody]) -> Runs:
    """The newest runs of a project or thread."""
    group = None if isinstance(call.query.thread_id, UnsetType) else call.query.thread_id
    documents = await call.site.workbench.store.documents(
        call.desk.project.project_id, "run", group=group, limit=call.query.limit, newest_first=True
    )
    return Runs(runs=[decode(document.body, Run) for document in documents])


async def read_run(call: Call[NoQuery, NoBody]) -> RunRead:
    """A run with its steps."""
    run = await _run(call)
    return RunRead(run=run, steps=await _steps(call))


async def read_step(call: Call[NoQuery, NoBody]) -> Step:
    """One step with its whole result, however large."""
    run = await _run(call)
    project = call.desk.project
    document = await project.store.document(project.project_id, "step", call.path["step"])
    if document is None or document.group != run.run_id:
        message = f"the run has no step {call.path['step'][:80]!r}"
        raise NotFound(message)
    return await with_whole_result(project, decode(document.body, Step))


async def read_digest(call: Call[DigestQuery, NoBody]) -> Digest:
    """The tree of a run as text for a language model."""
    await _run(call)
    tree = build_tree(await _steps(call))
    return Digest(text=digest(tree.root, budget=call.query.tokens))


async def post_form(call: Call[NoQuery, FormPost]) -> Answer:
    """Answer or skip the form of a waiting step."""
    wanted = call.body
    return await call.carry_out(
        FormAnswer(
            command_id=wanted.command_id,
            run_id=RunId(call.path["run"]),
            step_id=StepId(call.path["step"]),
            values=wanted.values,
            skip=wanted.skip,
        )
    )


async def list_proposals(call: Call[ProposalsQuery, NoBody]) -> ProposalList:
    """The proposals that wait for a decision, or all."""
    found = await call.desk.proposals.all()
    wanted = call.query.state
    return ProposalList(proposals=[each for each in found if wanted == "all" or each.state == "open"])


async def post_proposal(call: Call[NoQuery, ProposalPost]) -> Answer:
    """Propose a change set instead of applying it; needs no right to build."""
    desk, wanted = call.desk, call.body
    project = desk.project
    digest_ = encode(["proposals.post", wanted])
    check_command_id(wanted.command_id)
    known = await project.store.recall(
        call.person.person_id, wanted.command_id, _key(call, wanted.command_id, digest_, b"").digest
    )
    if known is not None:
        return Answer(known)
    operations = read_operations(wanted.operations)
    submission = Submission(
        change_set=ChangeSet(base_revision=wanted.base_revision, operations=operations, reason=wanted.reason),
        author=call.person,
        origin="person",
    )
    plan = desk.committer.rehearse(submission, await project.commits_since(wanted.base_revision))
    if plan.problems:
        raise refused(plan.problems)
    opened = desk.proposals.draft(
        plan,
        proposal_id=ProposalId(project.ids.new()),
        author=call.person,
        origin="person",
        reason=wanted.reason,
    )
    answer = encode(Proposal(**{name: getattr(opened, name) for name in Proposal.__struct_fields__}))
    try:
        await project.record([opened], key=_key(call, wanted.command_id, digest_, answer))
    except Repeated as repeated:
        return Answer(repeated.answer)
    return Answer(answer)


async def post_decision(call: Call[NoQuery, DecisionPost]) -> Answer:
    """Accept or reject a proposal, or a closed part of it."""
    wanted = call.body
    return await call.carry_out(
        ProposalDecide(
            command_id=wanted.command_id,
            proposal_id=ProposalId(call.path["proposal"]),
            digest=wanted.digest,
            decision=wanted.decision,
            operation_ids=wanted.operation_ids,
            feedback=wanted.feedback,
        )
    )


async def post_command(call: Call[NoQuery, WritingCommand]) -> Answer:
    """Any writing command of the WebSocket; each needs the right that it needs there."""
    return await call.carry_out(call.body)


async def _run(call: Call[NoQuery, NoBody] | Call[DigestQuery, NoBody]) -> Run:
    project, run_id = call.desk.project, call.path["run"]
    document = await project.store.document(project.project_id, "run", run_id)
    if document is None:
        message = f"there is no run {run_id[:80]!r}"
        raise NotFound(message)
    return decode(document.body, Run)


async def _steps(call: Call[NoQuery, NoBody] | Call[DigestQuery, NoBody]) -> list[Step]:
    project = call.desk.project
    documents = await project.store.documents(project.project_id, "step", group=call.path["run"])
    return [decode(document.body, Step) for document in documents]


def _key(
    call: Call[NoQuery, ThreadPost] | Call[NoQuery, ProposalPost], command_id: CommandId, body: bytes, answer: bytes
) -> Key:
    check_command_id(command_id)
    digest_ = hashlib.sha256(call.desk.project.project_id.encode() + b"\0" + body).hexdigest()
    return Key(scope=call.person.person_id, id=command_id, digest=digest_, answer=answer)


TALK: Final = (
    Endpoint(
        name="threads.get", method="GET", path="/api/projects/{project}/threads", needs="read",
        summary="The conversations of a project", handle=list_threads, answer=Threads,
    ),
    Endpoint(
        name="threads.post", method="POST", path="/api/projects/{project}/threads", needs="ask", status=201,
        summary="Open a conversation", handle=open_thread, body=ThreadPost, answer=Thread,
    ),
    Endpoint(
        name="thread.get", method="GET", path="/api/projects/{project}/threads/{thread}", needs="read",
        summary="A conversation with its messages", handle=read_thread, answer=ThreadRead,
    ),
    Endpoint(
        name="messages.post", method="POST", path="/api/projects/{project}/messages", needs="ask", status=201,
        summary="Say something; a run answers", handle=post_message, body=MessageSend, answer=Said,
    ),
    Endpoint(
        name="runs.get", method="GET", path="/api/projects/{project}/runs", needs="read",
        summary="Runs, newest first", handle=list_runs, query=RunsQuery, answer=Runs,
    ),
    Endpoint(
        name="run.get", method="GET", path="/api/projects/{project}/runs/{run}", needs="read",
        summary="A run with its steps and totals", handle=read_run, answer=RunRead,
    ),
    Endpoint(
        name="step.get", method="GET", path="/api/projects/{project}/runs/{run}/steps/{step}", needs="read",
        summary="One step with its whole result", handle=read_step, answer=Step,
    ),
    Endpoint(
        name="run.context.get", method="GET", path="/api/projects/{project}/runs/{run}/context", needs="read",
        summary="The tree of a run as text for a language model", handle=read_digest, query=DigestQuery, answer=Digest,
    ),
    Endpoint(
        name="forms.post", method="POST", path="/api/projects/{project}/runs/{run}/forms/{step}", needs="ask",
        summary="Answer or skip a form", handle=post_form, body=FormPost, answer=FormAnswerTaken,
    ),
    Endpoint(
        name="proposals.get", method="GET", path="/api/projects/{project}/proposals", needs="read",
        summary="The proposals that wait for a decision", handle=list_proposals, query=ProposalsQuery,
        answer=ProposalList,
    ),
    Endpoint(
        name="proposals.post", method="POST", path="/api/projects/{project}/proposals", needs="ask", status=201,
        summary="Propose a change set", handle=post_proposal, body=ProposalPost, answer=Proposal,
    ),
    Endpoint(
        name="decision.post", method="POST", path="/api/projects/{project}/proposals/{proposal}/decision",
        needs="decide", summary="Accept or reject a proposal", handle=post_decision, body=DecisionPost,
        answer=Decision,
    ),
    Endpoint(
        name="commands.post", method="POST", path="/api/projects/{project}/commands", needs="read",
        summary="Any writing command of the WebSocket, with the right that it needs there", handle=post_command,
        body=WritingCommand, answer=Raw,
    ),
)  # fmt: skip

"""Talking: messages, runs and their forms; and every writing command at one address."""

from __future__ import annotations

from typing import Annotated, Any, Final, Union

from msgspec import Meta, Raw

from graphwright.actions.dispatch import ACTIONS
from graphwright.actions.inspector import InspectedCall, inspect
from graphwright.actions.messages import MessageAccepted, chosen_workflow
from graphwright.actions.runs import FormAnswerTaken, run_of
from graphwright.context.workflow_choice import READ, WorkflowChoice
from graphwright.errors import NotFound
from graphwright.interop.runs.write import RunFormat, write_run
from graphwright.languages import Language
from graphwright.protocol.base import Command, Count, Record
from graphwright.protocol.commands import FormAnswer, MessageSend, Writing
from graphwright.protocol.ids import RunId, StepId, ThreadId
from graphwright.protocol.runs import Run, Step
from graphwright.runs.analysis import Analysis, analyse
from graphwright.runs.compare import RunComparison, compare
from graphwright.runs.digest import digest
from graphwright.runs.recorder import with_whole_result
from graphwright.runs.tree import build_tree
from graphwright.server.command_endpoint import command_endpoint
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint

PAGE: Final = 50
Limit = Annotated[int, Meta(ge=1, le=500)]


class RunsQuery(Command, frozen=True, kw_only=True):
    """Which runs: the newest first."""

    thread_id: ThreadId | None = None
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


class TreeQuery(Command, frozen=True, kw_only=True):
    """Which part of the tree: everything below a step, or all of it."""

    step: StepId | None = None


class RunExportQuery(Command, frozen=True, kw_only=True):
    """In which form."""

    format: RunFormat = "process-json"


class Digest(Record, frozen=True, kw_only=True):
    """The tree of a run as text for a language model."""

    text: str


class WorkflowPost(Command, frozen=True, kw_only=True):
    """What is about to be said; its beginning is enough."""

    text: Annotated[str, Meta(max_length=READ)]


class MessageRoom(Record, frozen=True, kw_only=True):
    """How much of one message is read."""

    characters: Count
    sentences: Count


class WorkflowRead(WorkflowChoice, frozen=True, kw_only=True):
    """The workflow that would answer, and the past revision that it would be about."""

    revision: Count | None = None
    reads: MessageRoom | None = None
    """How much of a message is read, where no language model answers; what is longer belongs among the documents."""


class SuggestionsQuery(Command, frozen=True, kw_only=True):
    """In which language, and how many."""

    language: Language = "en"
    limit: Annotated[int, Meta(ge=1, le=20)] = 6


class SuggestionList(Record, frozen=True, kw_only=True):
    """Sentences that are understood on the model as it is, the most useful first."""

    texts: list[str]


@endpoint("suggestions.get", PROJECT + "/suggestions", "read")
async def list_suggestions(call: EndpointCall[SuggestionsQuery, NoBody]) -> SuggestionList:
    """What could be said next; each sentence was tried, and the offline assistant understands it."""
    from graphwright.offline.offering import offered  # noqa: PLC0415  three lexicons and a grammar, when needed

    return SuggestionList(texts=await offered(call.project, call.query.language, call.query.limit))


@endpoint("workflow.post", PROJECT + "/workflow", "ask")
async def post_workflow(call: EndpointCall[NoQuery, WorkflowPost]) -> WorkflowRead:
    """Which workflow would answer a text that is about to be said."""
    found = await chosen_workflow(call.open_project, call.person, call.body.text)
    choice, room = found.choice, None
    if not call.open_project.calls.is_language_model:
        from graphwright.offline.understand import MAX_CHARACTERS, MAX_SENTENCES  # noqa: PLC0415  as above

        room = MessageRoom(characters=MAX_CHARACTERS, sentences=MAX_SENTENCES)
    return WorkflowRead(workflow=choice.workflow, chosen_by=choice.chosen_by, revision=found.revision, reads=room)


@endpoint("runs.get", PROJECT + "/runs", "read")
async def list_runs(call: EndpointCall[RunsQuery, NoBody]) -> Runs:
    """Runs, newest first."""
    found = await call.project.read_all(Run, group=call.query.thread_id, newest=call.query.limit)
    return Runs(runs=found[::-1])


@endpoint("run.get", PROJECT + "/runs/{run}", "read")
async def read_run(call: EndpointCall[NoQuery, NoBody]) -> RunRead:
    """A run with its steps and totals."""
    run = await _run(call)
    return RunRead(run=run, steps=await _steps(call))


@endpoint("step.get", PROJECT + "/runs/{run}/steps/{step}", "read")
async def read_step(call: EndpointCall[NoQuery, NoBody]) -> Step:
    """One step with its whole result, however large."""
    run = await _run(call)
    step = await call.project.find(Step, call.path["step"])
    if step is None or step.run_id != run.run_id:
        message = f"the run has no step {call.path['step'][:80]!r}"
        raise NotFound(message)
    return await with_whole_result(call.project, step)


@endpoint("step.request.get", PROJECT + "/runs/{run}/steps/{step}/request", "read")
async def read_request(call: EndpointCall[NoQuery, NoBody]) -> InspectedCall:
    """Exactly what a model call was sent, section by section."""
    step = await read_step(call)
    return await inspect(call.project, RunId(call.path["run"]), step)


@endpoint("run.context.get", PROJECT + "/runs/{run}/context", "read")
async def read_digest(call: EndpointCall[DigestQuery, NoBody]) -> Digest:
    """The tree of a run as text for a language model."""
    await _run(call)
    tree = build_tree(await _steps(call))
    return Digest(text=digest(tree.root, budget=call.query.tokens))


@endpoint("run.tree.get", PROJECT + "/runs/{run}/tree", "read")
async def read_tree(call: EndpointCall[TreeQuery, NoBody]) -> Analysis:
    """What there is to know about a run's tree: its branches, what they cost and what they found."""
    await _run(call)
    return analyse(await _steps(call), call.query.step)


@endpoint("run.compare.get", PROJECT + "/runs/{run}/compare/{other}", "read")
async def compare_runs(call: EndpointCall[NoQuery, NoBody]) -> RunComparison:
    """A run beside another one, step by step."""
    await _run(call)
    other = await _run(call, call.path["other"])
    return compare(await _steps(call), await _steps(call, other.run_id))


@endpoint("run.export.get", PROJECT + "/runs/{run}/export", "read", answer=Raw, audited=())
async def export_run(call: EndpointCall[RunExportQuery, NoBody]) -> HttpAnswer:
    """A run as a file: JSON, a page, spans for OpenTelemetry, or evidence that can be checked."""
    file = await write_run(call.project, RunId(call.path["run"]), call.query.format)
    name = f"{call.project.header.name}-{call.path['run'][:8]}.{file.suffix}"
    return HttpAnswer(
        file.content, headers={"content-disposition": f'attachment; filename="{name}"'}, media=file.media_type
    )


@endpoint("commands.post", PROJECT + "/commands", "read", answer=Raw, body=Union[tuple(ACTIONS)], worded=True)  # noqa: UP007  # the members are known at run time
async def post_command(call: EndpointCall[NoQuery, Writing]) -> HttpAnswer:
    """Any writing command of the WebSocket, with the right that it needs there."""
    return await call.carry_out(call.body)


async def _run(call: EndpointCall[Any, NoBody], run_id: str | None = None) -> Run:
    return await run_of(call.project, RunId(call.path["run"] if run_id is None else run_id))


async def _steps(call: EndpointCall[Any, NoBody], run_id: str | None = None) -> list[Step]:
    return await call.project.read_all(Step, group=call.path["run"] if run_id is None else run_id)


command_endpoint(
    MessageSend,
    name="messages.post",
    path="messages",
    summary="Say something; a run answers",
    answer=MessageAccepted,
    status=201,
)
command_endpoint(
    FormAnswer,
    name="forms.post",
    path="runs/{run}/forms/{step}",
    summary="Answer or skip a form",
    answer=FormAnswerTaken,
    ids={"run": "run_id", "step": "step_id"},
)

"""`ask`, `investigate`, `discuss`: a question becomes a run, which is a task to clients that know tasks.

Other clients wait for the answer a while, and then come back for it with `get_run`. *Build* is not among them: it may
change the model at once where the project's policy says so, and an agent never does.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from graphwright.actions.messages import MessageAccepted
from graphwright.agents import runs
from graphwright.agents.agent_tool import AgentTool, data_result
from graphwright.agents.runs import answer_form, find_run, result_of, task_of
from graphwright.agents.seat import AgentSeat
from graphwright.errors import InvalidCommand
from graphwright.mcp.offer import McpRequest, Outcome, TaskBegun
from graphwright.mcp.wire import TASKS, JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commands import MessageSend
from graphwright.protocol.ids import RunId, StepId, ThreadId
from graphwright.protocol.runs import ENDED_RUN, Run, Wait
from graphwright.tools.schema import ToolArguments

WAIT_S: Final = 45.0
"""Many clients give a call a minute."""

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20_000)]
ThreadWord: TypeAlias = Annotated[str, Meta(max_length=100, description="go on with this conversation")]
RunWord: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]


class AskArguments(ToolArguments, frozen=True, kw_only=True):
    """Asks the project's assistant about the model and its documents; it answers with citations and changes nothing."""

    text: Text
    thread_id: ThreadWord | None = None
    at: (
        Annotated[str, Meta(max_length=65, description="about the model as it was: a revision or a baseline")] | None
    ) = None


class InvestigateArguments(ToolArguments, frozen=True, kw_only=True):
    """Has a question investigated in model and documents: what is known, supposed and missing, as a checked text."""

    text: Text
    thread_id: ThreadWord | None = None


class DiscussArguments(ToolArguments, frozen=True, kw_only=True):
    """Has a question discussed by several personas, to a decision record and a proposal."""

    text: Text
    thread_id: ThreadWord | None = None
    max_rounds: Annotated[int, Meta(ge=1, le=10)] | None = None


class GetRun(ToolArguments, frozen=True, kw_only=True):
    """What a run came to, or where it stands and what it asks people."""

    run_id: RunWord
    wait_s: Annotated[int, Meta(ge=0, le=45, description="wait so long for its end")] = 0


class AnswerRun(ToolArguments, frozen=True, kw_only=True):
    """Gives your person's answers to the form that a run waits with; without values the form is skipped."""

    run_id: RunWord
    step_id: RunWord
    values: dict[str, JsonValue] | None = None


class CancelRun(ToolArguments, frozen=True, kw_only=True):
    """Stops a run; what it has said stays."""

    run_id: RunWord


async def ask(seat: AgentSeat, arguments: AskArguments, request: McpRequest) -> Outcome:
    """A question."""
    return await _said(seat, request, "ask", arguments.text, arguments.thread_id, revision=arguments.at)


async def investigate(seat: AgentSeat, arguments: InvestigateArguments, request: McpRequest) -> Outcome:
    """An investigation."""
    return await _said(seat, request, "investigate", arguments.text, arguments.thread_id)


async def discuss(seat: AgentSeat, arguments: DiscussArguments, request: McpRequest) -> Outcome:
    """A discussion."""
    options: JsonObject = {} if arguments.max_rounds is None else {"rounds": arguments.max_rounds}
    return await _said(seat, request, "discuss", arguments.text, arguments.thread_id, options=options)


async def get_run(seat: AgentSeat, arguments: GetRun, request: McpRequest) -> JsonObject:
    """Where a run stands."""
    run = await find_run(seat, arguments.run_id)
    return await _settled(seat, run.run_id, request, float(arguments.wait_s))


async def answer_run(seat: AgentSeat, arguments: AnswerRun, _request: McpRequest) -> JsonObject:
    """Answer or skip a form."""
    run = await find_run(seat, arguments.run_id)
    await answer_form(seat, run, StepId(arguments.step_id), arguments.values)
    return data_result({"run_id": run.run_id, "status": "running"})


async def cancel_run(seat: AgentSeat, arguments: CancelRun, _request: McpRequest) -> JsonObject:
    """Stop a run."""
    done = await runs.cancel(seat, await find_run(seat, arguments.run_id))
    return data_result({"run_id": done.run_id, "status": done.status})


async def _said(
    seat: AgentSeat,
    request: McpRequest,
    workflow: str,
    text: str,
    thread_id: str | None,
    *,
    revision: str | None = None,
    options: JsonObject | None = None,
) -> Outcome:
    command = MessageSend(
        command_id=seat.new_id(),
        text=text,
        workflow=workflow,
        thread_id=None if thread_id is None else ThreadId(thread_id),
        revision=revision,
        options=options or None,
    )
    accepted = await seat.carry_out(command, MessageAccepted)
    if accepted.run_id is None:
        raise InvalidCommand("nothing answers this message")
    if request.can("extensions", TASKS) and request.is_modern:
        run = await find_run(seat, accepted.run_id)
        return TaskBegun(task=_seed(await task_of(seat, run, request)))
    return await _settled(seat, accepted.run_id, request, WAIT_S)


def _seed(task: JsonObject) -> JsonObject:
    """A task at its beginning, without what `tasks/get` tells beside it."""
    return {name: value for name, value in task.items() if name not in {"result", "error", "inputRequests"}}


async def _settled(seat: AgentSeat, run_id: RunId, request: McpRequest, seconds: float) -> JsonObject:
    """The answer of a run; where it does not come in time or people are asked, how to go on."""
    begun = seat.workbench.clock.monotonic()
    settling = asyncio.ensure_future(seat.open_project.engine.settled(run_id))
    try:
        while not settling.done() and (passed := seat.workbench.clock.monotonic() - begun) < seconds:
            await asyncio.wait({settling}, timeout=min(1.0, seconds - passed))
            await request.progress(passed, seconds)
        if settling.done():
            settling.result()  # raises what stopped it
    finally:
        settling.cancel()
    run = await find_run(seat, run_id)
    if run.status in ENDED_RUN:
        return await result_of(seat, run)
    return await _under_way(seat, run)


async def _under_way(seat: AgentSeat, run: Run) -> JsonObject:
    waits = await seat.project.read_all(Wait, group=run.run_id)
    said: JsonObject = {"run_id": run.run_id, "status": run.status}
    forms: list[JsonValue] = [
        {"step_id": wait.step_id, "questions": [_question(field.key, field.label) for field in wait.form.fields]}
        for wait in waits
        if wait.form is not None
    ]
    if forms:
        return data_result({**said, "asks": forms, "how_to_go_on": "ask your person, then call answer_run"})
    if waits:
        return data_result({**said, "how_to_go_on": "it waits until a person decides its proposal"})
    return data_result({**said, "how_to_go_on": "it is still at work; call get_run with wait_s"})


def _question(key: str, label: str) -> JsonObject:
    return {"key": key, "question": label}


ASKING: Final = tuple(
    AgentTool(name=name, title=title, arguments=arguments, carry_out=carry_out, right="ask", changes=True)
    for name, title, arguments, carry_out in (
        ("ask", "Ask the assistant", AskArguments, ask),
        ("investigate", "Have something investigated", InvestigateArguments, investigate),
        ("discuss", "Have something discussed", DiscussArguments, discuss),
        ("answer_run", "Answer what a run asks", AnswerRun, answer_run),
        ("cancel_run", "Stop a run", CancelRun, cancel_run),
    )
)
GET_RUN: Final = AgentTool(name="get_run", title="Look at a run", arguments=GetRun, carry_out=get_run)

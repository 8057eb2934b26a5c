"""Runs as an agent sees them: a task while they last, and what they came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.actions.proposals import DecisionResult
from graphwright.actions.runs import FormAnswerTaken, RunAnswer, run_of
from graphwright.actions.seat import Seat
from graphwright.agents.agent_tool import data_result
from graphwright.agents.deciding import can_ask
from graphwright.agents.proposal_words import ChangeWords, as_data
from graphwright.agents.seat import AgentSeat
from graphwright.mcp.offer import McpRequest
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commands import FormAnswer, ProposalDecide, RunCancel
from graphwright.protocol.ids import RunId, StepId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import ENDED_RUN, Form, FormField, Run, Step, Wait
from graphwright.protocol.threads import CitationPart, Message, text_of
from graphwright.runs.tree import build_tree

POLL_MS: Final = 1_000
"""A client need not ask more often."""
TEXT: Final = 60_000
"""Characters of an answer."""
CITED: Final = 200
AT_VERSION: Final = "@"
"""In the key of a question, between the step that waits and the version of the proposal that is shown."""
ASKED: Final = 20
"""Changes that a question to a person lists."""


async def find_run(seat: AgentSeat, run_id: str) -> Run:
    """A run of the project. `NotFound`."""
    return await run_of(seat.project, RunId(run_id))


async def task_of(seat: AgentSeat, run: Run, request: McpRequest) -> JsonObject:
    """The run as a task."""
    steps = await seat.project.read_all(Step, group=run.run_id, newest=1)
    updated = run.ended_at or max([run.started_at, *(step.ended_at or step.started_at for step in steps)])
    task: JsonObject = {
        "taskId": run.run_id,
        "createdAt": run.started_at.isoformat(),
        "lastUpdatedAt": updated.isoformat(),
        "ttlMs": None,
        "pollIntervalMs": POLL_MS,
    }
    if run.status == "cancelled":
        return {**task, "status": "cancelled"}
    if run.status in ENDED_RUN:
        return {**task, "status": "completed", "result": await result_of(seat, run)}
    waits = await seat.project.read_all(Wait, group=run.run_id)
    asked = {await wait_key(seat, wait): await question_of(seat, wait) for wait in waits} if can_ask(request) else {}
    if asked:
        return {**task, "status": "input_required", "inputRequests": {**asked}}
    if waits:
        where = f" at {seat.address}" if seat.address else ""
        return {**task, "status": "working", "statusMessage": f"waits for a person{where}"}
    label = steps[-1].label if steps else run.workflow
    return {**task, "status": "working", "statusMessage": label}


async def result_of(seat: AgentSeat, run: Run) -> JsonObject:
    """What a run came to: its answer, what it cites, what it proposes; of one that failed, why."""
    messages = await seat.project.read_all(Message, group=run.thread_id) if run.thread_id is not None else []
    said = [each for each in messages if each.run_id == run.run_id and each.author.kind != "person"]
    text = "\n\n".join(text_of(message.parts) for message in said)
    answer: JsonObject = {"run_id": run.run_id, "status": run.status, "answer": text[:TEXT]}
    if run.thread_id is not None:
        answer["thread_id"] = run.thread_id
    if run.outcome is not None:
        answer["outcome"] = run.outcome
    if cited := [_citation(seat, part) for each in said for part in each.parts if isinstance(part, CitationPart)]:
        answer["citations"] = [*cited[:CITED]]
    proposals = [each for each in await seat.open_project.proposals.all() if each.run_id == run.run_id]
    if proposals:
        answer["proposals"] = [{"proposal_id": each.proposal_id, "state": each.state} for each in proposals]
    if run.status == "failed":
        answer["error"] = await _error_of(seat, run)
    return data_result(answer, is_error=run.status == "failed")


async def wait_key(seat: Seat, wait: Wait) -> str:
    """By what an answer names what it is for; where a proposal is decided, that is the version that was shown."""
    if wait.proposal_id is None:
        return wait.step_id
    proposal = await seat.open_project.proposals.get(wait.proposal_id)
    return f"{wait.step_id}{AT_VERSION}{proposal.digest}"


async def answer_waits(seat: Seat, run: Run, inputs: Mapping[str, JsonValue]) -> None:
    """Hand on what people answered; what is not waited for any more is left alone. Raises what is refused."""
    waits = {wait.step_id: wait for wait in await seat.project.read_all(Wait, group=run.run_id)}
    for key, answer in inputs.items():
        step_id, _, shown = key.partition(AT_VERSION)
        wait = waits.get(StepId(step_id))
        if wait is None or not isinstance(answer, dict) or answer.get("action") not in {"accept", "decline"}:
            continue
        content = answer.get("content")
        values = content if answer["action"] == "accept" and isinstance(content, dict) else None
        if wait.form is not None:
            await answer_form(seat, run, wait.step_id, values)
        elif wait.proposal_id is not None and values is not None:
            command = ProposalDecide(
                command_id=seat.new_id(),
                proposal_id=wait.proposal_id,
                digest=shown,
                decision="accept" if values.get("confirm") is True else "reject",
            )
            await seat.carry_out(command, DecisionResult)


async def answer_form(seat: Seat, run: Run, step_id: StepId, values: Mapping[str, JsonValue] | None) -> None:
    """Answer a form, or skip it."""
    command = FormAnswer(
        command_id=seat.new_id(),
        run_id=run.run_id,
        step_id=step_id,
        values=None if values is None else dict(values),
        skip=values is None,
    )
    await seat.carry_out(command, FormAnswerTaken)


async def cancel(seat: AgentSeat, run: Run) -> RunAnswer:
    """Stop a run."""
    return await seat.carry_out(RunCancel(command_id=seat.new_id(), run_id=run.run_id), RunAnswer)


# what people are asked -------------------------------------------------------------------------------------------


async def question_of(seat: Seat, wait: Wait) -> JsonObject:
    """What a wait asks a person, as an elicitation: its words, and the schema of an answer."""
    if wait.form is not None:
        return _elicited(_told(wait.form), {field.key: _field(field) for field in wait.form.fields}, wait.form)
    proposal = await seat.project.find(Proposal, wait.proposal_id or "")
    operations = [] if proposal is None else proposal.operations
    words = ChangeWords(seat.graph, operations)
    lines = [f"- {words.line(each)}" for each in operations[:ASKED]]
    question = "\n".join(["Accept this proposal? Without a yes it is rejected.", *lines])
    return _elicited(question, {"confirm": {"type": "boolean", "title": "Accept", "default": False}}, None)


def _told(form: Form) -> str:
    supposed = form.assumption_on_skip
    return "Something is missing to go on." + (f" Without an answer is supposed: {supposed}" if supposed else "")


def _elicited(message: str, properties: JsonObject, form: Form | None) -> JsonObject:
    required: list[JsonValue] = [] if form is None else [field.key for field in form.fields if field.required]
    schema: JsonObject = {"type": "object", "properties": properties, "required": required}
    return {
        "method": "elicitation/create",
        "params": {"mode": "form", "message": as_data(message), "requestedSchema": schema},
    }


def _field(field: FormField) -> JsonObject:
    """A question as a client draws it."""
    title = field.label if field.unit is None else f"{field.label} ({field.unit})"
    drawn: JsonObject = {"title": as_data(title)}
    match field.type:
        case "text":
            drawn |= {"type": "string"}
        case "number":
            drawn |= {"type": "number"}
            drawn |= {} if field.min is None else {"minimum": field.min}
            drawn |= {} if field.max is None else {"maximum": field.max}
        case "boolean":
            drawn |= {"type": "boolean"}
        case "choice":
            drawn |= {"type": "string", "enum": [*field.options]}
        case "choices":
            drawn |= {"type": "array", "items": {"type": "string", "enum": [*field.options]}}
    if field.default is not None:
        drawn["default"] = field.default
    return drawn


# what came of it -------------------------------------------------------------------------------------------------


def _citation(seat: AgentSeat, part: CitationPart) -> JsonObject:
    node = None if part.node_id is None else seat.graph.nodes.get(part.node_id)
    cited: JsonObject = {}
    if node is not None:
        cited |= {"node": node.semantic_id, "name": node.name}
    for name, value in (("passage_id", part.passage_id), ("quote", part.quote), ("as", part.label)):
        if value is not None:
            cited[name] = value
    return cited


async def _error_of(seat: AgentSeat, run: Run) -> JsonObject:
    steps = await seat.project.read_all(Step, group=run.run_id)
    error = build_tree(steps).root.step.error if steps else None
    if error is None:
        return {"code": "internal", "message": "the run failed"}
    return {"code": error.code, "message": error.message, "retry": error.retry}

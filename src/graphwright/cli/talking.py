"""Commands by which a person talks with the assistant and decides what it proposed: say, proposals, decide, answer."""

from __future__ import annotations

import argparse
import asyncio
from typing import Final, Literal

from graphwright.cli.changing import readable_names
from graphwright.cli.output import Output, batch_lines, counted, finding_lines, problem_lines
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.operations.commit import commit_of
from graphwright.protocol.base import UNSET, JsonValue, Record, UnsetType
from graphwright.protocol.events import Event, MessageCompleted, MessageDelta, StepProgressed
from graphwright.protocol.ids import CommitId, MessageId, OperationId, ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.operations import Commit, Finding, Problem, Proposal
from graphwright.protocol.projects import Policy
from graphwright.protocol.runs import Form, RunStatus, StoredError, Wait
from graphwright.protocol.threads import text_of
from graphwright.protocol.wire import decode
from graphwright.runs.ending import RunState
from graphwright.runs.failures import error_of
from graphwright.threads import MESSAGE_LENGTH, history, newest, posted, thread
from graphwright.workbench import Desk, Workbench
from graphwright.workflows.build import BuildRequest, BuildResult

WAITS: Final = 4
"""Exit code: durable, but a person must act."""
REFUSED: Final = 3
STOPPED: Final = 130


class Waiting(Record, frozen=True, kw_only=True):
    """What the run waits for."""

    step_id: StepId
    form: Form | UnsetType = UNSET
    proposal_id: ProposalId | UnsetType = UNSET


class Said(Record, frozen=True, kw_only=True):
    """What became of a message (wire.md, `say --json`)."""

    message_id: MessageId
    thread_id: ThreadId
    run_id: RunId
    status: RunStatus
    answer: str
    outcome: str | UnsetType = UNSET
    batches: list[list[OperationId]] | UnsetType = UNSET
    operations: int | UnsetType = UNSET
    problems: list[Problem] | UnsetType = UNSET
    findings: list[Finding] | UnsetType = UNSET
    commit_id: CommitId | UnsetType = UNSET
    proposal_id: ProposalId | UnsetType = UNSET
    waiting: Waiting | UnsetType = UNSET
    error: StoredError | UnsetType = UNSET


async def say(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Say something, hear the answer while it comes, see what it changed."""
    desk = await workbench.desk_or_new(options.project)
    text = _piped(output) if options.text == "-" else options.text
    if not text.strip():
        message = "there is nothing to say; give a text"
        raise InvalidCommand(message)
    if len(text) > MESSAGE_LENGTH:
        message = f"the message has more than {MESSAGE_LENGTH:,} characters"
        raise LimitExceeded(message)
    project = desk.project
    author = await workbench.owner()
    thread_id: ThreadId | UnsetType = UNSET
    parent: MessageId | UnsetType = UNSET
    if options.thread is not None:
        thread_id = (await thread(workbench.store, project.project_id, options.thread)).thread_id
        parent = await newest(workbench.store, project.project_id, thread_id)
    question, events = posted(
        text, author=author, thread_id=thread_id, ids=workbench.ids, clock=workbench.clock, parent=parent
    )
    policy: Policy | UnsetType = UNSET if options.policy is None else options.policy
    request = BuildRequest(text=text, message_id=question.message_id, thread_id=question.thread_id, policy=policy)
    telling = _Telling(output)
    stop = project.bus.subscribe(project.project_id, telling.hear)
    try:
        run_id = await desk.engine.start(
            "build", request, author=author, question=text, thread_id=question.thread_id, before=events
        )
        state = await settled(desk, run_id)
    finally:
        stop()
    return await _told(desk, state, question, telling, output)


def _piped(output: Output) -> str:
    # A character has at most four bytes.
    try:
        return output.standard_input(4 * (MESSAGE_LENGTH + 1)).decode()
    except UnicodeDecodeError as error:
        message = f"standard input is no UTF-8 text: byte {error.start} cannot be read"
        raise InvalidCommand(message) from None


async def proposals(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List what waits for a decision, with its operations."""
    desk = await workbench.desk(options.project)
    waiting = [proposal for proposal in await desk.proposals.all() if proposal.state == "open"]
    lines = [line for proposal in waiting for line in _proposal_lines(desk, proposal)]
    output.result({"proposals": waiting}, lines or ["no proposals wait for a decision"])
    return 0


async def decide(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Accept or reject; a run that waited for it goes on."""
    desk = await workbench.desk_of("proposal", options.proposal)
    proposal = await desk.proposals.get(ProposalId(options.proposal))
    decision: Literal["accept", "reject"] = options.decision
    only = None if options.only is None else [OperationId(part.strip()) for part in options.only.split(",") if part]
    decided = await desk.proposals.decide(
        proposal.proposal_id,
        digest=options.digest or proposal.digest,
        decision=decision,
        person=await workbench.owner(),
        operation_ids=only,
        feedback=UNSET if options.feedback is None else options.feedback,
    )
    commit: Commit | None = None if decided.commit is None else commit_of(decided.commit)
    waits_again = False
    if not isinstance(proposal.run_id, UnsetType):
        await desk.engine.decided(proposal.proposal_id)
        waits_again = (await settled(desk, proposal.run_id)).status == "waiting"
    count = len(proposal.operations)
    accepted = f"accepted {len(decided.event.operation_ids)} of {counted(count, 'operation')}"
    lines = [accepted if decision == "accept" else f"rejected all {counted(count, 'operation')}"]
    if commit is not None:
        lines.append(f"applied as revision {commit.revision} (commit {commit.commit_id})")
    output.result(
        {
            "proposalId": proposal.proposal_id,
            "decision": decision,
            "operationIds": decided.event.operation_ids,
            "commit": commit,
            "commitId": None if commit is None else commit.commit_id,
        },
        lines,
    )
    return WAITS if waits_again else 0


async def answer(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Answer or skip the form of a waiting step; the run goes on until it ends or waits again."""
    desk = await workbench.desk_of("run", options.run)
    run_id, step_id = RunId(options.run), StepId(options.step)
    values = None if options.skip else _values(options.values)
    await desk.engine.answer(run_id, step_id, values, person=await workbench.owner())
    state = await settled(desk, run_id)
    output.result(state, [f"run {run_id} is {state.status}"])
    return exit_code(state, output)


class _Telling:
    """Prints the answer while it streams."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._attempt = 0
        self._told = ""

    def hear(self, event: Event) -> None:
        if isinstance(event, MessageDelta):
            if self._attempt and event.attempt != self._attempt:
                self._output.text("\n(again:)\n")
                self._told = ""
            self._attempt = event.attempt
            self._told += event.text
            self._output.text(event.text)
        elif isinstance(event, StepProgressed):
            self._output.note(f"{event.done}/{event.total}")

    def rest_of(self, answer: str) -> str:
        """What of the whole answer was not told while it streamed: deltas are courtesy, the message counts (D11)."""
        told = self._told.rstrip()
        return answer.removeprefix(told) if answer.startswith(told) else f"\n\n{answer}"


async def settled(desk: Desk, run_id: RunId) -> RunState:
    """Wait for the run; an interrupt stops it, and then it is told like any other end."""
    try:
        return await desk.engine.settled(run_id)
    except asyncio.CancelledError:
        if (task := asyncio.current_task()) is not None:
            task.uncancel()
        return await desk.engine.cancel(run_id)


async def _told(desk: Desk, state: RunState, question: MessageCompleted, telling: _Telling, output: Output) -> int:
    result = None if isinstance(state.result, UnsetType) else decode(bytes(state.result), BuildResult)
    waiting = _waiting(state.waits)
    said = Said(
        message_id=question.message_id,
        thread_id=question.thread_id,
        run_id=state.run_id,
        status=state.status,
        answer=await _answer_so_far(desk, question.thread_id, state.run_id) if result is None else result.answer,
        outcome=UNSET if result is None else result.outcome,
        batches=UNSET if result is None else result.batches,
        operations=UNSET if result is None else len(result.operations),
        problems=UNSET if result is None else result.problems,
        findings=UNSET if result is None else result.findings,
        commit_id=UNSET if result is None else result.commit_id,
        proposal_id=result.proposal_id if result is not None else _proposal_of(waiting),
        waiting=waiting,
        error=state.error,
    )
    output.text(telling.rest_of(said.answer))
    output.result(said, [*_lines(desk, result), *await _proposed_lines(desk, said)])
    if result is not None and result.outcome in {"refused", "proposed"}:
        output.note("graphwright: nothing was changed; these problems were left:")
        for line in problem_lines(result.problems):
            output.note(line)
    return exit_code(state, output)


async def _answer_so_far(desk: Desk, thread_id: ThreadId, run_id: RunId) -> str:
    """The message of a run that has no result: one that waits, or was stopped."""
    project = desk.project
    messages = await history(project.store, project.project_id, thread_id, newest=5)
    return next((text_of(message.parts) for message in reversed(messages) if message.run_id == run_id), "")


def exit_code(state: RunState, output: Output) -> int:
    """How the command ends that waited for a run; the reason of what is not 0 goes to standard error (records.md)."""
    if not isinstance(state.error, UnsetType):
        error = error_of(state.error)
        output.failure(error)
        return error.exit_code
    if state.status == "waiting":
        output.note("graphwright: a person must decide first")
        return WAITS
    if state.status == "cancelled":
        output.note("graphwright: the run was stopped")
        return STOPPED
    return {"proposed": WAITS, "refused": REFUSED}.get(str(state.outcome), 0)


def _lines(desk: Desk, result: BuildResult | None) -> list[str]:
    lines = [""]
    if result is not None:
        lines += batch_lines(result.operations, result.batches, readable_names(desk))
        lines += [f"  note: {note}" for note in result.notes]
        if result.findings:
            lines += ["findings:", *finding_lines(result.findings)]
        if not isinstance(result.commit_id, UnsetType):
            lines.append(f"applied as revision {result.revision} (commit {result.commit_id})")
        else:
            lines.append(f"{result.outcome}; nothing was changed")
    return lines


async def _proposed_lines(desk: Desk, said: Said) -> list[str]:
    """What waits for the person now, and the command that decides it."""
    if isinstance(said.proposal_id, UnsetType) or not isinstance(said.commit_id, UnsetType):
        return []
    return ["", *_proposal_lines(desk, await desk.proposals.get(said.proposal_id))]


def _waiting(waits: list[Wait]) -> Waiting | UnsetType:
    if not waits:
        return UNSET
    return Waiting(step_id=waits[0].step_id, form=waits[0].form, proposal_id=waits[0].proposal_id)


def _proposal_of(waiting: Waiting | UnsetType) -> ProposalId | UnsetType:
    return UNSET if isinstance(waiting, UnsetType) else waiting.proposal_id


def _proposal_lines(desk: Desk, proposal: Proposal) -> list[str]:
    reason = "" if isinstance(proposal.reason, UnsetType) else f": {proposal.reason[:80]}"
    lines = [f"proposal {proposal.proposal_id}, version {proposal.version}, by {proposal.author.name}{reason}"]
    lines += batch_lines(proposal.operations, proposal.batches, readable_names(desk))
    lines += [f"    {operation.id}" for operation in proposal.operations if not proposal.batches]
    if proposal.problems:
        lines += ["  problems:", *problem_lines(proposal.problems)]
    if proposal.findings:
        lines += ["  findings:", *finding_lines(proposal.findings)]
    return [*lines, f"  graphwright decide {proposal.proposal_id} accept|reject [--only OP,...]"]


def _values(pairs: list[str]) -> dict[str, JsonValue]:
    """`KEY=VALUE` words; a key that stands several times is a list. What a value means is up to its field."""
    values: dict[str, JsonValue] = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator:
            message = f"{pair[:80]!r} is not KEY=VALUE"
            raise InvalidCommand(message)
        known = values.get(key)
        values[key] = value if known is None else [*(known if isinstance(known, list) else [known]), value]
    return values

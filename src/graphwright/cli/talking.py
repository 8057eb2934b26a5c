"""Commands by which a person talks with the assistant and hears its answer: say, answer."""

from __future__ import annotations

import argparse
from typing import Final, cast

from graphwright.actions.messages import MessageAccepted, check_text, chosen_workflow
from graphwright.cli.acting import act, new_id, settled
from graphwright.cli.documents import document_named
from graphwright.cli.findings import finding_lines
from graphwright.cli.output import Line, Output, batch_lines
from graphwright.cli.proposals import WAITS, proposal_lines, readable_names
from graphwright.context.workflow_choice import ChosenBy
from graphwright.errors import InvalidCommand
from graphwright.languages import Language, supported
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.commands import FormAnswer, MessageSend
from graphwright.protocol.events import Event, MessageDelta, MessageStarted, StepProgressed
from graphwright.protocol.ids import CommitId, MessageId, OperationId, ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.operations import Finding, Operation, Problem
from graphwright.protocol.runs import Form, Run, RunStatus, StoredError, Wait, WorkflowName
from graphwright.protocol.texts import Term
from graphwright.protocol.threads import CitationPart, TextSpan, text_of
from graphwright.protocol.wire import decode
from graphwright.runs.failures import error_of
from graphwright.runs.run_ending import RunState
from graphwright.text.language import language_of
from graphwright.threads import MESSAGE_LENGTH, history, untold
from graphwright.turns.messages import message_text
from graphwright.turns.workflow import WorkflowResult
from graphwright.workbench import OpenProject, Workbench
from graphwright.workflows.registry import BY_NAME, WORKFLOWS

REFUSED: Final = 3
STOPPED: Final = 130


class WaitReport(Record, frozen=True, kw_only=True):
    """What the run waits for."""

    step_id: StepId
    form: Form | None = None
    proposal_id: ProposalId | None = None


class SayReport(Record, frozen=True, kw_only=True):
    """What became of a message."""

    message_id: MessageId
    thread_id: ThreadId
    run_id: RunId
    status: RunStatus
    answer: str
    outcome: str | None = None
    batches: list[list[OperationId]] | None = None
    operations: int | None = None
    problems: list[Problem] | None = None
    findings: list[Finding] | None = None
    commit_id: CommitId | None = None
    proposal_id: ProposalId | None = None
    suggestions: list[str] = []
    waiting: WaitReport | None = None
    error: StoredError | None = None
    workflow: WorkflowName | None
    chosen_by: ChosenBy | None
    citations: list[CitationPart] | None = None
    unsupported: list[TextSpan] | None = None


class PrintedResult(WorkflowResult, frozen=True, kw_only=True):
    """What the workflows hand back, as far as it is printed; each has some of it."""

    operations: list[Operation] = []
    batches: list[list[OperationId]] = []
    problems: list[Problem] = []
    findings: list[Finding] = []
    notes: list[Term] = []
    citations: list[CitationPart] | None = None
    unsupported: list[TextSpan] | None = None


async def say(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Say something, hear the answer while it comes, see what it changed."""
    text = piped(output) if options.text == "-" else options.text
    check_text(text)
    # Only now: whoever said nothing has made no project.
    open_project = await workbench.open_or_new_project(options.project)
    project = open_project.project
    at = options.at
    chosen = (await chosen_workflow(open_project, await workbench.owner(), text, options.workflow, at)).choice.workflow
    _check_options(options, chosen)
    command = MessageSend(
        command_id=new_id(workbench),
        text=text,
        workflow=options.workflow,
        thread_id=options.thread,
        revision=at,
        policy=options.policy,
        options=await _options(open_project, options),
    )
    output.speaks(language_of(text, supported(project.header.language)))
    telling = Telling(output, project.header.language)
    stop = project.bus.subscribe(project.project_id, telling.hear)
    try:
        accepted = decode((await act(workbench, open_project, command)).result, MessageAccepted)
        state = await settled(open_project, cast("RunId", accepted.run_id))  # only an edited message may have none
    finally:
        stop()
    result = _printed(state)
    report = _report(accepted, state, result, await _answer_so_far(open_project, accepted.thread_id, state.run_id))
    return await _told(open_project, state, report, result, telling)


def _check_options(options: argparse.Namespace, chosen: WorkflowName) -> None:
    """An option that belongs to another workflow is refused and not passed over. `InvalidCommand`."""
    if options.rounds is not None and not _takes(chosen, "rounds"):
        message = f"--rounds belongs to a discussion, and {chosen} answers this; add --workflow discuss"
        raise InvalidCommand(message)
    if options.document and not _takes(chosen, "documents"):
        others = " or ".join(f"--workflow {each.name}" for each in reversed(WORKFLOWS) if each.takes("documents"))
        message = f"--document belongs to a discussion or an investigation, and {chosen} answers this; add {others}"
        raise InvalidCommand(message)


def _takes(workflow: WorkflowName, option: str) -> bool:
    """Has a workflow an option? Those of plugins have none."""
    return workflow in BY_NAME and BY_NAME[workflow].takes(option)


async def _options(open_project: OpenProject, options: argparse.Namespace) -> dict[str, JsonValue] | None:
    """What was chosen for the workflow. `NotFound` for a document that is not in the project."""
    chosen: dict[str, JsonValue] = {}
    if options.rounds is not None:
        chosen["rounds"] = options.rounds
    if options.document:
        chosen["documents"] = [
            (await document_named(open_project.library, each)).document_id for each in options.document
        ]
    return chosen or None


def piped(output: Output) -> str:
    """What standard input says. `InvalidCommand` where it is no text."""
    # A character has at most four bytes.
    try:
        return output.standard_input(4 * (MESSAGE_LENGTH + 1)).decode()
    except UnicodeDecodeError as error:
        message = f"standard input is no UTF-8 text: byte {error.start} cannot be read"
        raise InvalidCommand(message) from None


async def answer(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Answer or skip the form of a waiting step; the run goes on until it ends or waits again."""
    open_project = await workbench.open_project_of("run", options.run)
    run_id, step_id = RunId(options.run), StepId(options.step)
    wait = await open_project.project.find(Wait, step_id)
    command = FormAnswer(
        command_id=new_id(workbench),
        run_id=run_id,
        step_id=step_id,
        values=None if options.skip else _values(options.values, None if wait is None else wait.form),
        skip=options.skip,
    )
    telling = Telling(output, open_project.project.header.language)
    stop = open_project.project.bus.subscribe(open_project.project.project_id, telling.hear)
    run = await open_project.project.find(Run, run_id)
    if run is not None:
        output.speaks(language_of(run.question, supported(open_project.project.header.language)))
    try:
        await act(workbench, open_project, command)
        state = await settled(open_project, run_id)
    finally:
        stop()
    return await _told(open_project, state, state, _printed(state), telling)


class Telling:
    """Prints the answer while it streams."""

    def __init__(self, output: Output, language: str) -> None:
        self.output = output
        self._language: Language = supported(language)
        self._attempt = 0
        self._told = ""
        self._is_withdrawn = False
        """Was something told of this message that a later attempt took the place of?"""

    def hear(self, event: Event) -> None:
        if isinstance(event, MessageStarted) and event.author.kind == "persona":
            self._begins(event)
        elif isinstance(event, MessageDelta):
            if self._attempt and event.attempt != self._attempt:
                # In the language of what is withdrawn: people may write in another one than the project's.
                self._language = language_of(self._told, self._language)
                self.output.text(f"\n\n{message_text('withdrawn', self._language)}\n\n")
                self._told, self._is_withdrawn = "", True
            self._attempt = event.attempt
            self._told += event.text
            self.output.text(event.text)
        elif isinstance(event, StepProgressed):
            self.output.note(f"{event.done}/{event.total}{'' if event.note is None else ' ' + event.note}")

    def _begins(self, message: MessageStarted) -> None:
        """Several voices speak: say whose turn it is, and in which round."""
        where = "" if message.turn is None else f", {message.turn}"
        self.output.text(f"\n\n{message.author.name}{where}:\n")
        self._attempt, self._told, self._is_withdrawn = 0, "", False

    def rest_of(self, answer: str) -> str:
        """What of the whole answer was not told while it streamed: deltas are courtesy, the message counts (ADR-11)."""
        rest = untold(self._told, answer)
        if rest is not None:
            return rest
        counts = f"{message_text('counts', self._language)}\n\n" if self._is_withdrawn else ""
        return f"\n\n{counts}{answer}"


def _report(accepted: MessageAccepted, state: RunState, result: PrintedResult | None, so_far: str) -> SayReport:
    waiting = _waiting(state.waits)
    return SayReport(
        message_id=accepted.message_id,
        thread_id=accepted.thread_id,
        run_id=state.run_id,
        status=state.status,
        answer=so_far if result is None else result.answer,
        outcome=None if result is None else result.outcome,
        batches=None if result is None else result.batches,
        operations=None if result is None else len(result.operations),
        problems=None if result is None else result.problems,
        findings=None if result is None else result.findings,
        commit_id=None if result is None else result.commit_id,
        proposal_id=result.proposal_id if result is not None else _proposal_of(waiting),
        suggestions=[] if result is None else result.suggestions,
        waiting=waiting,
        error=state.error,
        workflow=accepted.workflow,
        chosen_by=accepted.chosen_by,
        citations=None if result is None else result.citations,
        unsupported=None if result is None else result.unsupported,
    )


async def _told(
    open_project: OpenProject, state: RunState, report: Record, result: PrintedResult | None, telling: Telling
) -> int:
    """Print where a run has come to, and what can be done next; `report` is what programs are told."""
    output, waiting = telling.output, _waiting(state.waits)
    run = await open_project.project.find(Run, state.run_id)
    if result is not None:
        output.text(telling.rest_of(result.answer))
        output.text("".join(f"\n- {each}" for each in result.suggestions))
    elif run is not None and run.thread_id is not None:
        so_far = await _answer_so_far(open_project, run.thread_id, state.run_id)
        output.text(telling.rest_of(_without_questions(so_far, waiting)))
    proposal_id = _proposal_of(waiting) if result is None else result.proposal_id
    lines = ["", *([] if result is None else _lines(open_project, result, output))]
    lines += await _proposed_lines(open_project, proposal_id, result, output)
    output.result(report, [*lines, *form_lines(state.run_id, waiting, output)])
    for line in [] if result is None else _left(result, output):
        output.note(line)
    return exit_code(state, output)


def _without_questions(text: str, waiting: WaitReport | None) -> str:
    """What was said, without the questions at its end that are printed as a form."""
    lines = text.rstrip().splitlines()
    asked = tuple(f"- {field.label}" for field in waiting.form.fields) if waiting and waiting.form else ()
    while asked and lines and (not lines[-1].strip() or lines[-1].startswith(asked)):
        lines.pop()
    return "\n".join(lines)


def _printed(state: RunState) -> PrintedResult | None:
    return None if state.result is None else decode(bytes(state.result), PrintedResult)


async def _answer_so_far(open_project: OpenProject, thread_id: ThreadId, run_id: RunId) -> str:
    """The message of a run that has no result: one that waits, or was stopped."""
    project = open_project.project
    messages = await history(project.store, project.project_id, thread_id, newest=5)
    return next((text_of(message.parts) for message in reversed(messages) if message.run_id == run_id), "")


def exit_code(state: RunState, output: Output) -> int:
    """How the command ends that waited for a run; the reason of what is not 0 goes to standard error."""
    if state.error is not None:
        error = error_of(state.error)
        output.failure(error)
        return error.exit_code
    if state.status == "waiting":
        output.note(output.say("mustDecide"))
        return WAITS
    if state.status == "cancelled":
        output.note(output.say("wasStopped"))
        return STOPPED
    return {"proposed": WAITS, "refused": REFUSED}.get(str(state.outcome), 0)


def _lines(open_project: OpenProject, result: PrintedResult, output: Output) -> list[Line]:
    lines: list[Line] = [*_source_lines(result, output)]
    lines += batch_lines(output, result.operations, result.batches, readable_names(open_project))
    lines += result.notes
    if result.findings:
        project = open_project.project
        lines += [output.say("findings")]
        lines += finding_lines(result.findings, project.graph, project.header.phase, output)
    if result.commit_id is not None:
        lines.append(output.say("applied", revision=str(result.revision), commit=result.commit_id))
    elif result.outcome != "applied":
        lines.append(output.say(result.outcome))
    return lines


def _left(result: PrintedResult, output: Output) -> list[Line]:
    """What is left to do, on standard error: a proposal to decide, or the problems that kept a change out."""
    if result.outcome == "proposed" and result.proposal_id is not None:
        decide = output.say("proposalWaits", proposal=result.proposal_id)
        return [decide, *([output.say("proposalAndWhy")] if result.problems else []), *result.problems]
    if result.outcome == "refused":
        return [output.say("nothingAndWhy" if result.problems else "nothingYet"), *result.problems]
    return []


def _source_lines(result: PrintedResult, output: Output) -> list[str]:
    """What an answer rests on, and where it rests on nothing; nothing for a workflow that cites nothing."""
    lines: list[str] = []
    citations = result.citations or []
    good = dict.fromkeys(str(each.label) for each in citations if each.status == "given")
    if good:
        lines.append(output.say("cites", labels=", ".join(good)))
    lines += [output.say(each.status, label=str(each.label)) for each in citations if each.status != "given"]
    spans = result.unsupported or []
    return lines + [output.say("unsourced", sentence=result.answer[span.start : span.end]) for span in spans]


async def _proposed_lines(
    open_project: OpenProject, proposal_id: ProposalId | None, result: PrintedResult | None, output: Output
) -> list[Line]:
    """What waits for the person now, and the command that decides it."""
    if proposal_id is None or (result is not None and result.commit_id is not None):
        return []
    return ["", *proposal_lines(open_project, await open_project.proposals.get(proposal_id), output)]


def _waiting(waits: list[Wait]) -> WaitReport | None:
    if not waits:
        return None
    return WaitReport(step_id=waits[0].step_id, form=waits[0].form, proposal_id=waits[0].proposal_id)


def _proposal_of(waiting: WaitReport | None) -> ProposalId | None:
    return None if waiting is None else waiting.proposal_id


def form_lines(run_id: RunId, waiting: WaitReport | None, output: Output) -> list[str]:
    """What a run asks, and the command that answers it."""
    if waiting is None or waiting.form is None:
        return []
    fields = waiting.form.fields
    lines = ["", output.say("asks")]
    for field in fields:
        options = " | ".join(field.options)
        options = output.say("inWords", options=options) if options and field.type == "text" else options
        unit = "" if not field.unit else f" {output.say('unit', unit=field.unit)}"
        required = f", {output.say('required')}" if field.required else ""
        lines.append(f"  {field.key}: {field.label}{unit}{f' ({options})' if options else ''}{required}")
    if waiting.form.assumption_on_skip is not None:
        assumed = waiting.form.assumption_on_skip.splitlines()
        lines += [output.say("skipping"), *(f"    {line}" for line in assumed)]
    return [*lines, f"graphwright answer {run_id} {waiting.step_id} {fields[0].key}=..."]


def _values(pairs: list[str], form: Form | None) -> dict[str, JsonValue]:
    """`KEY=VALUE` words; a key that stands several times is a list. The form says what is a number or a yes."""
    types = {} if form is None else {field.key: field.type for field in form.fields}
    values: dict[str, JsonValue] = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator:
            message = f"{pair[:80]!r} is not KEY=VALUE"
            raise InvalidCommand(message)
        known = values.get(key)
        read = _read_as(types.get(key, "text"), value)
        values[key] = read if known is None else [*(known if isinstance(known, list) else [known]), read]
    return values


def _read_as(kind: str, value: str) -> JsonValue:
    """What was typed, as its field wants it; what does not fit stays text, and the form's check says so."""
    if kind == "number":
        try:
            return float(value.replace(",", "."))
        except ValueError:
            return value
    if kind == "boolean":
        return {
            "true": True,
            "yes": True,
            "ja": True,
            "oui": True,
            "false": False,
            "no": False,
            "nein": False,
            "non": False,
        }.get(value.casefold(), value)
    return [value] if kind == "choices" else value

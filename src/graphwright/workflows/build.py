"""Build: a person describes a system; the answer is text and operations; the graph changes.

message -> capture context -> model call -> operations, read while they stream -> plan -> policy or approval -> commit.
What is wrong goes back to the language model, at most twice. Nothing is applied until everything holds, and then in one
commit together with the message and the step, so the chat never says "done" of something that is not (WA-08).
"""

from __future__ import annotations

from itertools import count
from typing import Final

from msgspec.structs import replace

from graphwright.access import may_all_build
from graphwright.context.prompt import feedback, with_reply
from graphwright.errors import Refused
from graphwright.llm.base import ModelRequest
from graphwright.operations.holding import holding
from graphwright.operations.labels import label
from graphwright.operations.plan import Plan
from graphwright.operations.policy import needs_approval, stricter
from graphwright.protocol.base import Record
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.ids import CommitId, MessageId, OperationId, ProposalId
from graphwright.protocol.operations import Operation, Problem
from graphwright.protocol.runs import Outcome
from graphwright.runs.scope import RunScope, StepScope
from graphwright.turns.answers import (
    AnswerDraft,
    ModelReply,
    after,
    claims_a_change,
    merged,
    offers_alternatives,
    read_reply,
    reader_of,
)
from graphwright.turns.asking_back import ROUNDS, form_of, listed, with_answers
from graphwright.turns.changes import ChangingResult, PlannedChanges, propose, submission_of
from graphwright.turns.message_stream import MessageStream, assistant_head
from graphwright.turns.messages import message_text
from graphwright.turns.preparation import PreparedPrompt, TurnContext, heard_from
from graphwright.turns.taking_back import speaks_of_changes, taken_back, wants_undo
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest, WorkflowResult
from graphwright.turns.workflow_ports import WorkflowPorts

REPAIRS: Final = 2
"""Repair calls after the first answer."""
BATCH_NAMES: Final = 5
"""Of a batch so many operations are named."""
_CLAIM: Final = Problem(code="malformed", case="claim", path="$", candidates=[])


class BuildResult(ChangingResult, frozen=True, kw_only=True):
    """The answer, and what of it was committed, proposed or refused."""


class CheckedDraft(PlannedChanges, frozen=True, kw_only=True):
    """A draft with its answer, held against the graph as it is now."""

    reply: ModelReply
    approval: str | None = None
    """Why a person must look first."""
    left_out: list[OperationId] = []
    """Operations of the draft that did not hold and that no repair said again."""
    holds: list[OperationId] = []
    """Where it does not hold as a whole: what can be accepted at once."""


class CommitOutcome(Record, frozen=True, kw_only=True):
    """The commit (none, when nothing was different), or why the graph as it is now refused it."""

    problems: list[Problem]
    commit_id: CommitId | None = None
    revision: int | None = None


WORKFLOW: Final = WorkflowDefinition(
    name="build", result=BuildResult, step_kinds=("plan", "commit", "answer_generation")
)


class Build:
    """The workflow with its ports."""

    def __init__(self, ports: WorkflowPorts) -> None:
        self._ports = ports
        self._project = ports.project
        self._committer = ports.committer

    async def run(self, run: RunScope, request: WorkflowRequest) -> BuildResult:
        """Answer one message and, where it asks for it, change the graph."""
        prepared = await run.step("context", self._prepare, request)
        turn_context, asked = prepared.turn_context, prepared.request
        if wants_undo(request.text) or request.withdrew or speaks_of_changes(request.text):
            undone = await run.step("commit", self._undo, request, turn_context, key="undo")
            if undone is not None:
                return _undone(turn_context, undone)
        draft: AnswerDraft = AnswerDraft()
        rounds, attempts = 0, count(1)
        said: list[str] = []
        while True:
            attempt = next(attempts)
            reply = await run.step("model_call", self._ask, turn_context, asked, draft, attempt, key=str(attempt))
            form = form_of(reply.questions, turn_context.language)
            if form is not None and not reply.operations and rounds < ROUNDS:
                rounds, said = rounds + 1, [*said, reply.text]
                # Kept before the wait, so that whoever answers in words is understood, and a reload shows it.
                asks = "\n\n".join(part for part in (*said, listed(reply.questions)) if part)
                await run.step("answer_generation", self._tell, turn_context, asks, reply, key=f"asks {rounds}")
                result = await run.form(form, key=f"questions {rounds}", label=form.fields[0].label[:200])
                asked = with_answers(asked, reply.whole, result, turn_context.language)
                turn_context = heard_from(turn_context, result.person)
                continue
            reply = after(said, reply)
            said = []
            draft = merged(draft, reply)
            if not draft.is_open:
                if not claims_a_change(reply.text):
                    return await self._answered(run, turn_context, reply)
                if attempt - rounds > REPAIRS:
                    return await self._given_up(run, request, turn_context, CheckedDraft(reply=reply))
                draft = AnswerDraft()
                asked = with_reply(asked, reply.whole, feedback([(reply.text, _CLAIM)], turn_context.language))
                continue
            checked = await self._planned(run, request, turn_context, draft, reply, attempt=attempt)
            if not checked.problems and checked.approval is not None:
                return await self._approved(run, request, turn_context, checked)
            if not checked.problems:
                committed = await run.step("commit", self._commit, turn_context, checked, key=str(attempt))
                if not committed.problems:
                    return _applied(turn_context, checked, committed)
                checked = replace(checked, problems=committed.problems)
            if attempt - rounds > REPAIRS:
                return await self._given_up(run, request, turn_context, checked)
            draft = draft.without(checked.left_out, checked.problems)
            quoted = [(draft.line_of(problem, reply), problem) for problem in checked.problems]
            asked = with_reply(asked, reply.whole, feedback(quoted, turn_context.language))

    async def _planned(
        self,
        run: RunScope,
        request: WorkflowRequest,
        turn_context: TurnContext,
        draft: AnswerDraft,
        reply: ModelReply,
        *,
        attempt: int,
    ) -> CheckedDraft:
        return await run.step("plan", self._check, request, turn_context, draft, reply, key=str(attempt))

    # the steps ---------------------------------------------------------------------------------------------------

    async def _prepare(self, step: StepScope, request: WorkflowRequest) -> PreparedPrompt:
        return await self._ports.preparation.prepare(step, request)

    async def _undo(
        self, step: StepScope, request: WorkflowRequest, turn_context: TurnContext
    ) -> WorkflowResult | None:
        return await taken_back(step, self._ports, request, turn_context)

    async def _ask(
        self, step: StepScope, turn_context: TurnContext, asked: ModelRequest, draft: AnswerDraft, attempt: int
    ) -> ModelReply:
        """The first answer or a repair, while which the draft stays drawn and its text stands."""
        stream = MessageStream(
            assistant_head(turn_context),
            reader_of(self._project, draft),
            number=attempt,
            drafted=draft.operations,
            problems=draft.problems,
        )
        stream.next_call(0, draft.text)
        return read_reply(self._project, await self._ports.calls.ask(step, asked, stream))

    async def _check(
        self,
        step: StepScope,
        request: WorkflowRequest,
        turn_context: TurnContext,
        draft: AnswerDraft,
        reply: ModelReply,
    ) -> CheckedDraft:
        """Hold the draft against the newest revision; nothing is changed."""
        commits = await self._project.commits_since(turn_context.revision)

        def plan_of(operations: list[Operation]) -> Plan:
            return self._committer.dry_run(submission_of(step, turn_context, operations), commits)

        plan = plan_of(draft.operations)
        left_out = draft.given_up(plan.problems)
        if left_out:
            plan = plan_of([operation for operation in draft.operations if operation.id not in left_out])
        problems = [*draft.unreadable, *plan.problems]
        await self._show_batches(step, plan)
        policy = self._project.header.policy
        if request.policy is not None:
            policy = stricter(policy, request.policy)
        # Also whoever asks: they may have taken up somebody else's run with words of their own.
        people = [step.execution.run.author.person_id, *turn_context.speakers]
        foreign_text = not await may_all_build(self._project, people)
        approval = needs_approval(plan, policy, foreign_text=foreign_text) if plan.changes else None
        if approval is None and plan.changes and offers_alternatives(draft.text):
            approval = "the answer offers alternatives"
        if approval is None and plan.changes and draft.proposes:
            approval = "the answer only proposes it"
        step.verdict("failed" if problems else "passed")
        text = draft.text if plan.changes or problems else reply.whole  # a mere listing is shown as it came
        return CheckedDraft(
            reply=replace(reply, text=text + _dropped(draft, left_out, turn_context)),
            operations=plan.operations,
            batches=plan.batches,
            problems=problems,
            findings=plan.findings.introduced,
            notes=[*draft.notes, *plan.notes],
            approval=approval,
            left_out=left_out,
            holds=holding(plan.operations, plan.problems, plan_of) if problems else [],
        )

    async def _show_batches(self, step: StepScope, plan: Plan) -> None:
        """Tell everybody batch by batch what the answer comes to (A-42)."""
        called = {operation.id: label(operation, self._project.graph, plan.operations) for operation in plan.operations}
        await step.durable()
        for number, batch in enumerate(plan.batches, start=1):
            names = ", ".join(called[each] for each in batch[:BATCH_NAMES] if each in called)
            step.progress(number, len(plan.batches), f"{len(batch)}: {names}")

    async def _commit(self, step: StepScope, turn_context: TurnContext, checked: CheckedDraft) -> CommitOutcome:
        """The commit, the finished message and this step's result are one transaction (ADR-10)."""
        result = CommitOutcome(problems=[])
        reply = checked.reply
        completed = assistant_head(turn_context).completed(reply.text, reply.usage, suggestions=reply.suggestions)

        def finish(commit: CommitApplied) -> list[DurableEvent]:
            nonlocal result
            result = CommitOutcome(problems=[], commit_id=commit.commit_id, revision=commit.revision)
            return [completed, *step.finish(result)]

        await step.durable()
        try:
            done = await self._committer.submit(submission_of(step, turn_context, checked.operations, finish=finish))
        except Refused as refused:
            return CommitOutcome(problems=[problem for problem in refused.problems if isinstance(problem, Problem)])
        if done.commit is None:
            await step.record([completed])
        return result

    async def _open(
        self, step: StepScope, request: WorkflowRequest, turn_context: TurnContext, text: str, checked: CheckedDraft
    ) -> ProposalId:
        """A proposal and the message that names it, in one transaction."""
        commits = await self._project.commits_since(turn_context.revision)
        proposal_id = turn_context.proposal_id
        await propose(
            step,
            self._ports.proposals,
            self._committer.dry_run(submission_of(step, turn_context, checked.operations), commits),
            assistant_head(turn_context).completed(
                text, checked.reply.usage, proposal_id=proposal_id, suggestions=checked.reply.suggestions
            ),
            proposal_id=proposal_id,
            reason=request.text,
            problems=checked.problems,
            holds=checked.holds,
        )
        return proposal_id

    async def _tell(self, step: StepScope, turn_context: TurnContext, text: str, reply: ModelReply) -> MessageId:
        await step.record([assistant_head(turn_context).completed(text, reply.usage, suggestions=reply.suggestions)])
        return turn_context.message_id

    # the other ends ----------------------------------------------------------------------------------------------

    async def _answered(self, run: RunScope, turn_context: TurnContext, reply: ModelReply) -> BuildResult:
        """Only prose: nothing changes."""
        await run.step("answer_generation", self._tell, turn_context, reply.text, reply)
        return _result("answered", turn_context, CheckedDraft(reply=reply), text=reply.text)

    async def _approved(
        self, run: RunScope, request: WorkflowRequest, turn_context: TurnContext, checked: CheckedDraft
    ) -> BuildResult:
        """A person decides, perhaps days later; the decision makes the commit."""
        text = checked.reply.text
        await run.step("plan", self._open, request, turn_context, text, checked, key="proposal", label="proposal")
        decision = await run.approval(turn_context.proposal_id)
        outcome: Outcome = "applied" if decision.decision == "accept" else "refused"
        return _result(
            outcome,
            turn_context,
            checked,
            text=text,
            commit_id=decision.commit_id,
            proposal_id=turn_context.proposal_id,
        )

    async def _given_up(
        self, run: RunScope, request: WorkflowRequest, turn_context: TurnContext, checked: CheckedDraft
    ) -> BuildResult:
        """The repairs did not help: a readable draft stays as a proposal with its problems, else it is refused."""
        if checked.operations:
            sentence = message_text("draftHolds" if checked.holds else "draftKept", turn_context.language)
            text = checked.reply.text + sentence.format(holding=len(checked.holds), count=len(checked.operations))
            await run.step("plan", self._open, request, turn_context, text, checked, key="draft", label="proposal")
            return _result("proposed", turn_context, checked, text=text, proposal_id=turn_context.proposal_id)
        text = checked.reply.text + message_text("nothingChanged", turn_context.language)
        await run.step("answer_generation", self._tell, turn_context, text, checked.reply)
        return _result("refused", turn_context, checked, text=text)


def _undone(turn_context: TurnContext, undone: WorkflowResult) -> BuildResult:
    return BuildResult(
        outcome=undone.outcome,
        answer=undone.answer,
        message_id=turn_context.message_id,
        operations=[],
        batches=[],
        problems=[],
        findings=[],
        notes=[],
        commit_id=undone.commit_id,
        revision=undone.revision,
        proposal_id=undone.proposal_id,
    )


def _dropped(draft: AnswerDraft, left_out: list[OperationId], turn_context: TurnContext) -> str:
    """The lines that are left out, told to the person."""
    lines = [*draft.dropped, *(draft.written.get(each, each) for each in left_out)]
    if not lines:
        return ""
    told = "\n".join(f"- `{line}`" for line in lines)
    return message_text("dropped", turn_context.language).format(lines=told)


def _applied(turn_context: TurnContext, checked: CheckedDraft, committed: CommitOutcome) -> BuildResult:
    return _result(
        "answered" if committed.commit_id is None else "applied",
        turn_context,
        checked,
        text=checked.reply.text,
        commit_id=committed.commit_id,
        revision=committed.revision,
    )


def _result(
    outcome: Outcome,
    turn_context: TurnContext,
    checked: CheckedDraft,
    *,
    text: str,
    commit_id: CommitId | None = None,
    revision: int | None = None,
    proposal_id: ProposalId | None = None,
) -> BuildResult:
    return BuildResult(
        outcome=outcome,
        answer=text,
        message_id=turn_context.message_id,
        operations=checked.operations,
        batches=checked.batches,
        problems=checked.problems,
        findings=checked.findings,
        notes=checked.notes,
        commit_id=commit_id,
        revision=revision,
        proposal_id=proposal_id,
        suggestions=checked.reply.suggestions,
    )

"""Build: a person describes a system; the answer is text and operations; the graph changes (seeds 000 and 001).

message -> capture context -> model call -> operations, read while they stream -> plan -> policy or approval -> commit.
What is wrong goes back to the language model, at most twice. Nothing is applied until everything holds, and then in one
commit together with the message and the step, so the chat never says "done" of something that is not (WA-08).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.access import may_all_build
from graphwright.errors import Refused
from graphwright.llm.base import ModelRequest
from graphwright.operations.commit import Committer, Finish, Submission
from graphwright.operations.plan import MODEL_OPERATIONS, Plan
from graphwright.operations.policy import needs_approval, stricter
from graphwright.operations.proposals import Proposals
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.ids import CommitId, MessageId, OperationId, ProposalId
from graphwright.protocol.operations import ChangeSet, Finding, Operation, Problem
from graphwright.protocol.runs import Outcome
from graphwright.runs.scope import Run, StepScope
from graphwright.turns.answers import Draft, Reply, merged, read_reply
from graphwright.turns.asking import Asked, Ended
from graphwright.turns.message_stream import MessageStream, assistant_head, operations_reader
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import Preparation, Prepared, Talk, with_feedback
from graphwright.turns.words import say

REPAIRS: Final = 2
"""Repair calls after the first answer (design section 5)."""


class BuildResult(Ended, frozen=True, kw_only=True):
    """What became of it."""

    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[str]


class Checked(Record, frozen=True, kw_only=True):
    """A draft with its answer, held against the graph as it is now."""

    reply: Reply
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[str]
    approval: str | None
    """Why a person must look first."""


class Committed(Record, frozen=True, kw_only=True):
    """The commit (none, when nothing was different), or why the graph as it is now refused it."""

    problems: list[Problem]
    commit_id: CommitId | UnsetType = UNSET
    revision: int | UnsetType = UNSET


class Build:
    """The workflow with its ports."""

    def __init__(
        self,
        project: Project,
        *,
        committer: Committer,
        proposals: Proposals,
        calls: ModelCalls,
        preparation: Preparation,
    ) -> None:
        self._project = project
        self._committer = committer
        self._proposals = proposals
        self._calls = calls
        self._preparation = preparation

    async def run(self, run: Run, request: Asked) -> BuildResult:
        """Answer one message and, where it asks for it, change the graph."""
        prepared = await run.step("context", self._prepare, request)
        talk, asked = prepared.talk, prepared.request
        draft = Draft(operations=[], problems=[])
        attempt = 0
        while True:
            attempt += 1
            reply = await run.step("model_call", self._ask, talk, asked, attempt, key=str(attempt))
            draft = merged(draft, reply)
            if not draft.operations and not draft.problems:
                return await self._answered(run, talk, reply)
            checked = await run.step("plan", self._check, request, talk, draft, reply, key=str(attempt))
            if not checked.problems and checked.approval is not None:
                return await self._approved(run, request, talk, checked)
            if not checked.problems:
                committed = await run.step("commit", self._commit, talk, checked, key=str(attempt))
                if not committed.problems:
                    return _applied(talk, checked, committed)
                checked = replace(checked, problems=committed.problems)
            if attempt > REPAIRS:
                return await self._given_up(run, request, talk, checked)
            draft = replace(draft, problems=checked.problems)
            asked = with_feedback(asked, reply.whole, checked.problems, talk.language)

    # the steps ---------------------------------------------------------------------------------------------------

    async def _prepare(self, step: StepScope, request: Asked) -> Prepared:
        return await self._preparation.prepare(step, request)

    async def _ask(self, step: StepScope, talk: Talk, asked: ModelRequest, attempt: int) -> Reply:
        stream = MessageStream(assistant_head(talk), operations_reader(self._project), number=attempt)
        return read_reply(self._project, await self._calls.ask(step, asked, stream))

    async def _check(self, step: StepScope, request: Asked, talk: Talk, draft: Draft, reply: Reply) -> Checked:
        """Hold the draft against the newest revision; nothing is changed."""
        plan = await self._plan(step, talk, draft.operations)
        problems = [*draft.problems, *plan.problems]
        policy = self._project.header.policy
        if not isinstance(request.policy, UnsetType):
            policy = stricter(policy, request.policy)
        # Also whoever asks: they may have taken up somebody else's run with words of their own.
        people = [step.execution.run.author.person_id, *talk.speakers]
        foreign_text = not await may_all_build(self._project, people)
        step.verdict("failed" if problems else "passed")
        return Checked(
            reply=reply,
            operations=plan.operations,
            batches=plan.batches,
            problems=problems,
            findings=plan.findings.introduced,
            notes=plan.notes,
            approval=needs_approval(plan, policy, foreign_text=foreign_text) if plan.changes else None,
        )

    async def _commit(self, step: StepScope, talk: Talk, checked: Checked) -> Committed:
        """The commit, the finished message and this step's result are one transaction (D10)."""
        result = Committed(problems=[])
        completed = assistant_head(talk).completed(checked.reply.text, checked.reply.usage)

        def finish(commit: CommitApplied) -> list[DurableEvent]:
            nonlocal result
            result = Committed(problems=[], commit_id=commit.commit_id, revision=commit.revision)
            return [completed, *step.finish(result)]

        await step.durable()
        try:
            done = await self._committer.submit(self._submission(step, talk, checked.operations, finish))
        except Refused as refused:
            return Committed(problems=[problem for problem in refused.problems if isinstance(problem, Problem)])
        if done.commit is None:
            await step.record([completed])
        return result

    async def _open(self, step: StepScope, request: Asked, talk: Talk, text: str, checked: Checked) -> ProposalId:
        """A proposal and the message that names it, in one transaction."""
        opened = self._proposals.draft(
            await self._plan(step, talk, checked.operations),
            proposal_id=talk.proposal_id,
            author=step.execution.run.author,
            origin="run",
            reason=request.text,
            run_id=talk.run_id,
            message_id=talk.message_id,
            problems=checked.problems,
        )
        usage = checked.reply.usage
        await step.record([opened, assistant_head(talk).completed(text, usage, proposal_id=opened.proposal_id)])
        return opened.proposal_id

    async def _tell(self, step: StepScope, talk: Talk, text: str, reply: Reply) -> MessageId:
        await step.record([assistant_head(talk).completed(text, reply.usage)])
        return talk.message_id

    # the other ends ----------------------------------------------------------------------------------------------

    async def _answered(self, run: Run, talk: Talk, reply: Reply) -> BuildResult:
        """Only prose: nothing changes."""
        await run.step("answer_generation", self._tell, talk, reply.text, reply)
        return _result("answered", talk, _nothing(reply), text=reply.text)

    async def _approved(self, run: Run, request: Asked, talk: Talk, checked: Checked) -> BuildResult:
        """A person decides, perhaps days later; the decision makes the commit."""
        text = checked.reply.text
        await run.step("plan", self._open, request, talk, text, checked, key="proposal", label="proposal")
        decision = await run.approval(talk.proposal_id)
        outcome: Outcome = "applied" if decision.decision == "accept" else "refused"
        return _result(outcome, talk, checked, text=text, commit_id=decision.commit_id, proposal_id=talk.proposal_id)

    async def _given_up(self, run: Run, request: Asked, talk: Talk, checked: Checked) -> BuildResult:
        """The repairs did not help: a readable draft stays as a proposal with its problems, else it is refused."""
        if checked.operations:
            text = checked.reply.text + say("draftKept", talk.language)
            await run.step("plan", self._open, request, talk, text, checked, key="draft", label="proposal")
            return _result("proposed", talk, checked, text=text, proposal_id=talk.proposal_id)
        text = checked.reply.text + say("nothingChanged", talk.language)
        await run.step("answer_generation", self._tell, talk, text, checked.reply)
        return _result("refused", talk, checked, text=text)

    # shared ------------------------------------------------------------------------------------------------------

    async def _plan(self, step: StepScope, talk: Talk, operations: list[Operation]) -> Plan:
        commits = await self._project.commits_since(talk.revision)
        return self._committer.rehearse(self._submission(step, talk, operations), commits)

    def _submission(
        self, step: StepScope, talk: Talk, operations: list[Operation], finish: Finish | None = None
    ) -> Submission:
        reason = step.execution.run.question
        return Submission(
            change_set=ChangeSet(base_revision=talk.revision, operations=operations, reason=reason),
            author=step.execution.run.author,
            origin="run",
            ai=True,
            limit=MODEL_OPERATIONS,
            run_id=talk.run_id,
            message_id=talk.message_id,
            fence=step.fence,
            key=None if finish is None else step.write_key(talk.message_id.encode()),
            finish=finish,
        )


def _nothing(reply: Reply) -> Checked:
    return Checked(reply=reply, operations=[], batches=[], problems=[], findings=[], notes=[], approval=None)


def _applied(talk: Talk, checked: Checked, committed: Committed) -> BuildResult:
    return _result(
        "answered" if isinstance(committed.commit_id, UnsetType) else "applied",
        talk,
        checked,
        text=checked.reply.text,
        commit_id=committed.commit_id,
        revision=committed.revision,
    )


def _result(
    outcome: Outcome,
    talk: Talk,
    checked: Checked,
    *,
    text: str,
    commit_id: CommitId | UnsetType = UNSET,
    revision: int | UnsetType = UNSET,
    proposal_id: ProposalId | UnsetType = UNSET,
) -> BuildResult:
    return BuildResult(
        outcome=outcome,
        answer=text,
        message_id=talk.message_id,
        operations=checked.operations,
        batches=checked.batches,
        problems=checked.problems,
        findings=checked.findings,
        notes=checked.notes,
        commit_id=commit_id,
        revision=revision,
        proposal_id=proposal_id,
    )

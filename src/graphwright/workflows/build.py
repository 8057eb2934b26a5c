"""Build: a person describes a system; the answer is text and operations; the graph changes (seeds 000 and 001).

message -> capture context -> model call -> operations, read while they stream -> plan -> policy or approval -> commit.
What is wrong goes back to the language model, at most twice. Nothing is applied until everything holds, and then in one
commit together with the message and the step, so the chat never says "done" of something that is not (WA-08).
"""

from __future__ import annotations

from typing import Final

from graphwright.errors import Refused
from graphwright.llm.base import ModelRequest
from graphwright.operations.commit import Committer, Finish, Submission
from graphwright.operations.plan import MODEL_OPERATIONS
from graphwright.operations.policy import needs_approval
from graphwright.operations.proposals import Proposals
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommitId, MessageId, OperationId, ProposalId, ThreadId
from graphwright.protocol.operations import ChangeSet, Finding, Operation, Problem
from graphwright.protocol.projects import Policy
from graphwright.protocol.runs import Outcome, Usage
from graphwright.runs.scope import Run, StepScope
from graphwright.workflows.answers import Draft, Listening, Reply, merged, message_completed, read_reply
from graphwright.workflows.model_calls import ModelCalls
from graphwright.workflows.preparation import Prepared, Talk, prepare, with_feedback
from graphwright.workflows.words import say

REPAIRS: Final = 2
"""Repair calls after the first answer (design section 5)."""


class BuildRequest(Record, frozen=True, kw_only=True):
    """What a person asked for."""

    text: str
    message_id: MessageId
    """The person's message."""
    thread_id: ThreadId
    canvas: CanvasState | UnsetType = UNSET
    context_mode: ContextMode | UnsetType = UNSET
    policy: Policy | UnsetType = UNSET
    """Stricter than the project's for this one message."""


class BuildResult(Record, frozen=True, kw_only=True):
    """What became of it."""

    outcome: Outcome
    answer: str
    message_id: MessageId
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[str]
    commit_id: CommitId | UnsetType = UNSET
    revision: int | UnsetType = UNSET
    proposal_id: ProposalId | UnsetType = UNSET


class Checked(Record, frozen=True, kw_only=True):
    """A draft, held against the graph as it is now."""

    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[str]
    changes: int
    approval: str | None
    """Why a person must look first."""


class Opened(Record, frozen=True, kw_only=True):
    """A proposal that waits now."""

    proposal_id: ProposalId


class Committed(Record, frozen=True, kw_only=True):
    """The commit, or why the graph as it is now refused it."""

    problems: list[Problem]
    commit_id: CommitId | None = None
    revision: int | None = None


class Build:
    """The workflow with its ports."""

    def __init__(self, project: Project, committer: Committer, proposals: Proposals, calls: ModelCalls) -> None:
        self._project = project
        self._committer = committer
        self._proposals = proposals
        self._calls = calls

    async def __call__(self, run: Run, request: BuildRequest) -> BuildResult:
        """Answer one message and, where it asks for it, change the graph."""
        prepared = await run.step("context", self._prepare, request)
        talk = prepared.talk
        draft = Draft(operations=[], problems=[])
        for round_number in range(1, REPAIRS + 2):
            asked = with_feedback(prepared, draft) if round_number > 1 else prepared.request
            reply = await run.step("model_call", self._ask, talk, asked, round_number, key=str(round_number))
            draft = merged(draft, reply)
            if not draft.operations and not draft.problems:
                return await self._answered(run, talk, reply)
            checked = await run.step("plan", self._check, request, talk, draft, key=str(round_number))
            draft = Draft(operations=draft.operations, problems=checked.problems, had_ids=draft.had_ids)
            if draft.problems:
                continue
            if checked.approval is not None:
                return await self._approved(run, request, talk, reply, checked)
            commit = await run.step("commit", self._commit, talk, reply, checked, key=str(round_number))
            if commit.commit_id is not None or not commit.problems:
                return _result("applied" if checked.changes else "answered", talk, reply, checked, commit=commit)
            draft = Draft(operations=draft.operations, problems=commit.problems, had_ids=draft.had_ids)
        return await self._given_up(run, request, talk, reply, checked, draft)

    # the steps ---------------------------------------------------------------------------------------------------

    async def _prepare(self, step: StepScope, request: BuildRequest) -> Prepared:
        return await prepare(self._project, step, request, self._calls)

    async def _ask(self, step: StepScope, talk: Talk, asked: ModelRequest, round_number: int) -> Reply:
        def listen(trying: StepScope, number: int) -> Listening:
            return Listening(self._project, trying, talk, attempt=round_number * 100 + number)

        response = await self._calls.ask(step, asked, listen)
        return read_reply(self._project, talk, response)

    async def _check(self, step: StepScope, request: BuildRequest, talk: Talk, draft: Draft) -> Checked:
        commits = await self._project.commits_since(talk.revision)
        plan = self._committer.rehearse(self._submission(step, talk, draft.operations), commits)
        policy = self._project.header.policy if isinstance(request.policy, UnsetType) else request.policy
        step.verdict("failed" if plan.problems or draft.problems else "passed")
        return Checked(
            operations=plan.operations,
            batches=plan.batches,
            problems=[*draft.problems, *plan.problems],
            findings=plan.findings.introduced,
            notes=plan.notes,
            changes=len(plan.changes),
            approval=needs_approval(plan, policy, foreign_text=talk.foreign_text) if plan.changes else None,
        )

    async def _commit(self, step: StepScope, talk: Talk, reply: Reply, checked: Checked) -> Committed:
        """The commit, the finished message and this step's result are one transaction."""
        result = Committed(problems=[])
        completed = message_completed(talk, reply.text, reply.usage)

        def finish(commit: CommitApplied) -> list[DurableEvent]:
            nonlocal result
            result = Committed(problems=[], commit_id=commit.commit_id, revision=commit.revision)
            return [completed, *step.finish(result)]

        try:
            done = await self._committer.submit(self._submission(step, talk, checked.operations, finish=finish))
        except Refused as refused:
            return Committed(problems=[problem for problem in refused.problems if isinstance(problem, Problem)])
        if done.commit is None:
            await step.record([completed])
        return result

    async def _open(self, step: StepScope, request: BuildRequest, talk: Talk, text: str, checked: Checked) -> Opened:
        plan = self._committer.rehearse(
            self._submission(step, talk, checked.operations), await self._project.commits_since(talk.revision)
        )
        proposal = self._proposals.draft(
            plan,
            proposal_id=talk.proposal_id,
            author=step.execution.run.author,
            origin="run",
            reason=request.text,
            run_id=step.run_id,
            message_id=talk.message_id,
            problems=checked.problems,
        )
        message = message_completed(talk, text, None, proposal_id=talk.proposal_id)
        await step.record([proposal, message])
        return Opened(proposal_id=talk.proposal_id)

    async def _tell(self, step: StepScope, talk: Talk, text: str, usage: Usage | None) -> MessageId:
        await step.record([message_completed(talk, text, usage)])
        return talk.message_id

    # the ends ----------------------------------------------------------------------------------------------------

    async def _answered(self, run: Run, talk: Talk, reply: Reply) -> BuildResult:
        """Only prose: nothing changes."""
        await run.step("answer_generation", self._tell, talk, reply.text, reply.usage)
        return _result("answered", talk, reply, None)

    async def _approved(
        self, run: Run, request: BuildRequest, talk: Talk, reply: Reply, checked: Checked
    ) -> BuildResult:
        """A person decides; the decision makes the commit."""
        opened = await run.step("plan", self._open, request, talk, reply.text, checked, key="proposal")
        decision = await run.approval(opened.proposal_id)
        if decision.decision == "accept":
            accepted = None if isinstance(decision.commit_id, UnsetType) else decision.commit_id
            commit = Committed(problems=[], commit_id=accepted)
            return _result("applied", talk, reply, checked, commit=commit, proposal_id=opened.proposal_id)
        return _result("refused", talk, reply, checked, proposal_id=opened.proposal_id)

    async def _given_up(
        self, run: Run, request: BuildRequest, talk: Talk, reply: Reply, checked: Checked, draft: Draft
    ) -> BuildResult:
        """Two repairs did not help: a readable draft stays as a proposal with its problems, else it is refused."""
        checked = Checked(
            operations=checked.operations,
            batches=checked.batches,
            problems=draft.problems,
            findings=checked.findings,
            notes=checked.notes,
            changes=checked.changes,
            approval=checked.approval,
        )
        if draft.operations:
            text = reply.text + say("draftKept", talk.language)
            opened = await run.step("plan", self._open, request, talk, text, checked, key="draft")
            return _result("proposed", talk, reply, checked, proposal_id=opened.proposal_id)
        text = reply.text + say("nothingChanged", talk.language)
        await run.step("answer_generation", self._tell, talk, text, reply.usage)
        return _result("refused", talk, reply, checked)

    def _submission(
        self,
        step: StepScope,
        talk: Talk,
        operations: list[Operation],
        *,
        finish: Finish | None = None,
    ) -> Submission:
        author: Author = step.execution.run.author
        return Submission(
            change_set=ChangeSet(
                base_revision=talk.revision, operations=operations, reason=step.execution.run.question
            ),
            author=author,
            origin="run",
            ai=True,
            limit=MODEL_OPERATIONS,
            run_id=step.run_id,
            message_id=talk.message_id,
            fence=step.fence,
            key=None if finish is None else step.write_key(talk.message_id.encode()),
            finish=finish,
        )


def _result(
    outcome: Outcome,
    talk: Talk,
    reply: Reply,
    checked: Checked | None,
    *,
    commit: Committed | None = None,
    proposal_id: ProposalId | UnsetType = UNSET,
) -> BuildResult:
    return BuildResult(
        outcome=outcome,
        answer=reply.text,
        message_id=talk.message_id,
        operations=checked.operations if checked else [],
        batches=checked.batches if checked else [],
        problems=checked.problems if checked else [],
        findings=checked.findings if checked else [],
        notes=checked.notes if checked else [],
        commit_id=UNSET if commit is None or commit.commit_id is None else commit.commit_id,
        revision=UNSET if commit is None or commit.revision is None else commit.revision,
        proposal_id=proposal_id,
    )

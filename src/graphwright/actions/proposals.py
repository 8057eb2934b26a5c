"""Propose a change set; accept, reject, edit or withdraw what waits; and let the conversation go on with the reasons.

Feedback on a decision is the next message of the thread, and the workflow that proposed answers it (D-67). Message and
run are written in the transaction of the decision, so feedback that was taken is answered, whatever ends in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Raw

from graphwright.actions.changes import read_operations
from graphwright.actions.context import CommandContext
from graphwright.actions.messages import MessageAccepted, asked
from graphwright.actions.registry import action
from graphwright.errors import InvalidCommand, LimitExceeded, NothingToPropose
from graphwright.operations.commit import Submission
from graphwright.protocol.base import Record
from graphwright.protocol.commands import (
    ChangesPropose,
    ModelDerive,
    ProposalAmend,
    ProposalDecide,
    ProposalWithdraw,
)
from graphwright.protocol.events import DurableEvent, ProposalDecided, ProposalOpened, RunStarted
from graphwright.protocol.ids import CommitId, OperationId, ProposalId
from graphwright.protocol.operations import ChangeSet, Operation, Problem, Proposal
from graphwright.protocol.runs import Run, WorkflowName
from graphwright.protocol.texts import Value
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode_with, strict_operation_decoder
from graphwright.text.messages import refused
from graphwright.threads import newest
from graphwright.tools.look import find_node

FEEDBACK_LENGTH: Final = 10_000


class DecisionResult(Record, frozen=True, kw_only=True):
    """What a person decided about a proposal."""

    proposal_id: ProposalId
    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId]
    commit_id: CommitId | None = None
    said: MessageAccepted | None = None
    """The feedback as the next message of the conversation, and the run that answers it."""


# opening ---------------------------------------------------------------------------------------------------------


@action(ChangesPropose, right="ask")
async def propose(command: ChangesPropose, context: CommandContext) -> Raw:
    """Propose a change set instead of applying it; needs no right to build."""
    open_project, project = context.open_project, context.project
    operations = read_operations(command.operations)
    if unknown := command.provenance.keys() - {operation.id for operation in operations}:
        message = f"provenance names {', '.join(sorted(unknown))[:200]}, which is no operation of this proposal"
        raise InvalidCommand(message, path="$.provenance")
    change_set = ChangeSet(base_revision=command.base_revision, operations=operations, reason=command.reason)
    plan = open_project.committer.dry_run(
        Submission(change_set=change_set, author=context.person, origin="person"),
        await project.commits_since(command.base_revision),
    )
    if plan.problems:
        raise refused(plan.problems)
    opened = open_project.proposals.draft(
        plan,
        proposal_id=ProposalId(project.ids.new()),
        author=context.person,
        origin="person",
        reason=command.reason,
        provenance=command.provenance,
    )
    return await kept(opened, context)


@action(ModelDerive, right="ask")
async def derive(command: ModelDerive, context: CommandContext) -> Raw:
    """Propose the functions, tests, flows or modules that follow from the model. `NothingToPropose`."""
    from graphwright.offline.derivation.propose import propose_derived  # noqa: PLC0415  its lexicons, when needed

    open_project = context.open_project
    graph = open_project.project.graph
    opened = propose_derived(
        command.product,
        open_project.project,
        open_project.committer,
        open_project.proposals,
        author=context.person,
        about=None if command.about is None else find_node(graph, command.about).node_id,
    )
    if opened is None:
        message = f"from what the model holds no {command.product} follow"
        raise NothingToPropose(message, path="$.product")
    return await kept(opened, context)


async def kept(opened: ProposalOpened, context: CommandContext) -> Raw:
    """Make the opening durable; answers with the proposal."""
    proposal = Proposal(**{name: getattr(opened, name) for name in Proposal.__struct_fields__})
    return await context.record([opened], proposal)


# ending ----------------------------------------------------------------------------------------------------------


@action(ProposalDecide, right="decide")
async def decide(command: ProposalDecide, context: CommandContext) -> DecisionResult:
    """Accept or reject a proposal, or a closed part of it; a run that waited for it goes on, and so does the talk."""
    if command.feedback is not None and len(command.feedback) > FEEDBACK_LENGTH:
        message = f"the feedback has {len(command.feedback):,} characters, at most {FEEDBACK_LENGTH:,} are kept"
        raise LimitExceeded(message)
    open_project = context.open_project
    feedback = _Feedback(context)
    decided = await open_project.proposals.decide(
        command.proposal_id,
        digest=command.digest,
        decision=command.decision,
        person=context.person,
        operation_ids=command.operation_ids,
        feedback=command.feedback,
        following=feedback.following,
    )
    await open_project.engine.decided(command.proposal_id)
    await context.workbench.audit.note(
        "proposal.decide",
        person=context.person,
        project=context.project.header.name,
        details={"proposal": command.proposal_id, "decision": command.decision},
    )
    return DecisionResult(
        proposal_id=command.proposal_id,
        decision=command.decision,
        operation_ids=decided.event.operation_ids,
        commit_id=None if decided.commit is None else decided.commit.commit_id,
        said=feedback.go_on(),
    )


class _Feedback:
    """Feedback of one person on one decision. Its `following` belongs to `Proposals.decide`, which may ask again."""

    def __init__(self, context: CommandContext) -> None:
        self._context = context
        self._drafted: tuple[RunStarted, MessageAccepted] | None = None

    async def following(self, proposal: Proposal, event: ProposalDecided) -> Sequence[DurableEvent]:
        """The events that go on with the conversation.

        None without feedback, for a proposal that no conversation led to, or when all of it was accepted.
        """
        self._drafted = None
        context = self._context
        project = context.project
        everything = event.decision == "accept" and len(event.operation_ids) == len(proposal.operations)
        text = "" if event.feedback is None else event.feedback.strip()
        if everything or not text or proposal.message_id is None:
            return ()
        answered = await project.find(Message, proposal.message_id)
        if answered is None:
            return ()
        thread_id = answered.thread_id
        request, events = asked(context, text, thread_id, await newest(project.store, project.project_id, thread_id))
        workflow = await self._workflow(proposal)
        run, begins = context.open_project.engine.drafted(
            workflow, request, author=context.person, question=text, thread_id=thread_id
        )
        self._drafted = (
            run,
            MessageAccepted(
                message_id=request.message_id,
                thread_id=thread_id,
                run_id=run.run_id,
                workflow=workflow,
                chosen_by="proposal",
            ),
        )
        return [*events, *begins]

    def go_on(self) -> MessageAccepted | None:
        """Let the run go that the decision was written with."""
        if self._drafted is None:
            return None
        run, accepted = self._drafted
        self._context.open_project.engine.begun(run)
        return accepted

    async def _workflow(self, proposal: Proposal) -> WorkflowName:
        """That of the run that proposed. An inquiry or a discussion is not held again: its feedback is asked about."""
        run_id = proposal.run_id
        run = None if run_id is None else await self._context.project.find(Run, run_id)
        return "build" if run is not None and run.workflow == "build" else "ask"


@action(ProposalAmend, right="decide")
async def amend(command: ProposalAmend, context: CommandContext) -> Proposal:
    """Change operations of a proposal; the answer is its new version."""
    edits: dict[OperationId, Operation] = {}
    problems: list[Problem] = []
    for operation_id, raw in command.edits.items():
        try:
            operation = decode_with(strict_operation_decoder(), bytes(raw))
        except InvalidCommand as error:
            problems.append(_unreadable(operation_id, "operation", reason=error.message))
            continue
        if operation.id != operation_id:
            problems.append(_unreadable(operation_id, "editId", id=repr(operation.id[:80])))
        edits[operation_id] = operation
    if problems:
        raise refused(problems)
    return await context.open_project.proposals.amend(
        command.proposal_id, digest=command.digest, edits=edits, person=context.person
    )


@action(ProposalWithdraw, right="ask")
async def withdraw(command: ProposalWithdraw, context: CommandContext) -> Proposal:
    """Take one's own proposal back; a run that waited for it goes on."""
    withdrawn = await context.open_project.proposals.withdraw(command.proposal_id, person=context.person)
    await context.open_project.engine.decided(command.proposal_id)
    return withdrawn


def _unreadable(operation_id: str, case: str, **values: Value) -> Problem:
    path = f"$.edits.{operation_id[:80]}"
    return Problem(code="malformed", case=case, path=path, values=values, candidates=[])

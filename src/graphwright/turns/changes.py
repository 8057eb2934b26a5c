"""What an answer would change: handed to the committer in the name of whoever asked, or proposed with the message.

Nothing is changed here. A proposal and the message that names it become durable in one transaction, so neither ever
stands without the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphwright.operations.commit import Finish, Submission
from graphwright.operations.plan import MODEL_OPERATIONS, Plan
from graphwright.operations.proposals import Proposals
from graphwright.protocol.base import Record
from graphwright.protocol.events import MessageCompleted
from graphwright.protocol.ids import OperationId, ProposalId
from graphwright.protocol.operations import ChangeGroup, ChangeSet, Finding, Operation, Problem
from graphwright.protocol.texts import Term
from graphwright.runs.scope import StepScope
from graphwright.turns.preparation import TurnContext
from graphwright.turns.workflow import WorkflowResult


class PlannedChanges(Record, frozen=True, kw_only=True):
    """Operations held against the graph as it was at that moment; none where an answer is only words."""

    operations: list[Operation] = []
    batches: list[list[OperationId]] = []
    problems: list[Problem] = []
    findings: list[Finding] = []
    notes: list[Term] = []


class ChangingResult(WorkflowResult, frozen=True, kw_only=True):
    """The end of a workflow whose answer may hold changes."""

    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[Term]


def submission_of(
    step: StepScope,
    turn_context: TurnContext,
    operations: Sequence[Operation],
    *,
    base_revision: int | None = None,
    loose: bool = True,
    finish: Finish | None = None,
) -> Submission:
    """Operations of a language model, as the committer takes them.

    `base_revision` is the one that the language model was shown, where that is not the one of the turn. `loose`: they
    come from free words and not from a tool. With `finish` it is a write of this step that happens once.
    """
    run = step.execution.run
    base = turn_context.revision if base_revision is None else base_revision
    return Submission(
        change_set=ChangeSet(base_revision=base, operations=list(operations), reason=run.question),
        author=run.author,
        origin="run",
        ai=True,
        loose=loose,
        limit=MODEL_OPERATIONS,
        run_id=turn_context.run_id,
        message_id=turn_context.message_id,
        fence=step.fence,
        key=None if finish is None else step.write_key(turn_context.message_id.encode()),
        finish=finish,
    )


async def propose(
    step: StepScope,
    proposals: Proposals,
    plan: Plan,
    completed: MessageCompleted,
    *,
    proposal_id: ProposalId,
    reason: str,
    problems: Sequence[Problem] | None = None,
    holds: Sequence[OperationId] = (),
    provenance: Mapping[OperationId, str] | None = None,
    groups: Sequence[ChangeGroup] = (),
) -> None:
    """Open a proposal together with the finished message that names it; once, also after a crash.

    `problems` are those of the draft, where they are not the plan's own; `holds` is what can be accepted in spite of
    them; `provenance` says of each operation where it comes from; `groups` are decided each as one.
    """
    if await proposals.is_known(proposal_id):  # kept right before the process ended
        return
    opened = proposals.draft(
        plan,
        proposal_id=proposal_id,
        author=step.execution.run.author,
        origin="run",
        reason=reason,
        run_id=completed.run_id,
        message_id=completed.message_id,
        problems=problems,
        holds=holds,
        provenance=provenance or {},
        groups=groups,
    )
    await step.record([opened, completed])

"""A redo behind a proposal that was withdrawn: the same operations wait again, as a proposal of the model of now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.llm.prices import NOTHING_USED
from graphwright.offline.dialogue.messages import DialogueMessages
from graphwright.operations.adopting import with_what_is_there
from graphwright.operations.digests import plain
from graphwright.operations.history import commits_of
from graphwright.operations.holding import holding
from graphwright.operations.plan import Plan
from graphwright.operations.proposals import Proposals
from graphwright.projects import Project
from graphwright.protocol.ids import PersonId, ThreadId
from graphwright.protocol.operations import Operation, Proposal
from graphwright.protocol.threads import Message, ProposalPart
from graphwright.runs.scope import StepScope
from graphwright.threads import history
from graphwright.turns.changes import propose, submission_of
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.preparation import TurnContext
from graphwright.turns.talk_of_changes import said_for
from graphwright.turns.workflow import WorkflowRequest, WorkflowResult
from graphwright.turns.workflow_ports import WorkflowPorts

_LOOKED_AT: Final = 20
"""Messages at the end of a conversation among which the proposal is looked for."""


async def withdrawn_last(
    project: Project, proposals: Proposals, thread_id: ThreadId, person: PersonId
) -> tuple[Proposal, Message] | None:
    """A person's proposal that was withdrawn, and the answer that made it; `None` where something was done since."""
    messages: Sequence[Message] = await history(project.store, project.project_id, thread_id, newest=_LOOKED_AT)
    for message in reversed(messages):
        for part in (part for part in message.parts if isinstance(part, ProposalPart)):
            proposal = await proposals.get(part.proposal_id)
            is_theirs = proposal.author.person_id == person
            return (proposal, message) if proposal.state == "withdrawn" and is_theirs else None
        if await commits_of(project, message.message_id):
            return None
    return None


async def brought_back(
    step: StepScope,
    ports: WorkflowPorts,
    request: WorkflowRequest,
    turn_context: TurnContext,
    say: DialogueMessages,
) -> WorkflowResult | None:
    """Open the proposal anew with the message that tells it; `None` where none was withdrawn last."""
    project, committer, person = ports.project, ports.committer, step.execution.run.author
    withdrawn = await withdrawn_last(project, ports.proposals, request.thread_id, person.person_id)
    if withdrawn is None:
        return None
    proposal, answer = withdrawn

    def plan_of(operations: list[Operation]) -> Plan:
        revision = project.graph.revision
        return committer.dry_run(submission_of(step, turn_context, operations, base_revision=revision, loose=False))

    wanted = [plain(each) for each in proposal.operations]
    plan = plan_of(with_what_is_there(project.graph, wanted, proposal.base_revision))
    said = await said_for(project, answer)
    text = say.brought_back_said.format(said=said) if said else say.brought_back
    proposal_id = turn_context.proposal_id
    await propose(
        step,
        ports.proposals,
        plan,
        assistant_head(turn_context).completed(text, NOTHING_USED, proposal_id=proposal_id),
        proposal_id=proposal_id,
        reason=proposal.reason or said,
        holds=holding(plan.operations, plan.problems, plan_of) if plan.problems else (),
        provenance={each.id: each.provenance for each in proposal.operations if each.provenance},
        groups=proposal.groups,
    )
    return WorkflowResult(outcome="proposed", answer=text, message_id=turn_context.message_id, proposal_id=proposal_id)

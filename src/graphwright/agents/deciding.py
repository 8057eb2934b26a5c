"""Deciding a proposal: for whoever may, and only when a person at the client says so at that moment.

A language model that read an order in some node may call `decide_proposal`; it cannot answer the question that the
client then puts to its person. The page that draws a proposal asks in its own way: its tool is not for language models.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from graphwright.actions.page_links import page_link
from graphwright.actions.proposals import DecisionResult
from graphwright.agents.agent_tool import AgentTool, data_result
from graphwright.agents.proposal_view import proposal_view
from graphwright.agents.proposal_words import ChangeWords
from graphwright.agents.seat import AgentSeat
from graphwright.errors import AccessDenied, InvalidCommand, ProposalStale
from graphwright.mcp.offer import InputRequired, McpRequest, Outcome
from graphwright.mcp.wire import APPS, JsonObject, missing_capability
from graphwright.protocol.commands import ProposalDecide
from graphwright.protocol.ids import OperationId, ProposalId
from graphwright.protocol.operations import Proposal
from graphwright.tools.schema import ToolArguments

SHOWN: Final = 20
"""Changes that the question to a person lists."""
KEY: Final = "decision"

Decision = Literal["accept", "reject"]


class DecideProposal(ToolArguments, frozen=True, kw_only=True):
    """Asks your person to accept or reject a proposal, whole or only some of its operations, and does what they say.

    Use it only when they want to decide now. What they are asked is made by the server from the proposal itself.
    """

    proposal_id: Annotated[str, Meta(min_length=1, max_length=100)]
    decision: Decision
    operations: Annotated[list[str], Meta(max_length=1_000, description="accept only these")] | None = None
    feedback: Annotated[str, Meta(max_length=10_000)] | None = None


class DecideShown(ToolArguments, frozen=True, kw_only=True):
    """For the page that shows a proposal: its person pressed a button."""

    proposal_id: Annotated[str, Meta(min_length=1, max_length=100)]
    digest: Annotated[str, Meta(min_length=1, max_length=200)]
    decision: Decision


async def decide(seat: AgentSeat, arguments: DecideProposal, request: McpRequest) -> Outcome:
    """Ask the person, then do what they say. `AccessDenied` where the client cannot ask them."""
    proposal = await seat.open_project.proposals.get(ProposalId(arguments.proposal_id))
    if not can_ask(request):
        link = page_link(seat.address, seat.project.header.name, "proposal", proposal.proposal_id)
        where = f"at {link}" if link else f"with `graphwright decide {proposal.proposal_id} accept`, or `reject`"
        raise AccessDenied(f"this client cannot ask its person, so nothing was decided; a person decides {where}")
    answer = request.inputs.get(KEY)
    if not isinstance(answer, dict) or not isinstance(request.state, str):
        return InputRequired(requests={KEY: _question(seat, proposal, arguments)}, state=proposal.digest)
    if request.state != proposal.digest:
        raise ProposalStale("the proposal was changed while the person was asked; look at it and ask again")
    content = answer.get("content")
    if answer.get("action") != "accept" or not isinstance(content, dict) or content.get("confirm") is not True:
        return data_result({"outcome": "not decided", "because": "the person did not confirm; the proposal stays open"})
    return await _decided(seat, proposal, arguments.decision, arguments.operations, arguments.feedback)


async def decide_shown(seat: AgentSeat, arguments: DecideShown, request: McpRequest) -> Outcome:
    """What the button of the page says; the proposal must be the one that it showed."""
    if not request.can("extensions", APPS):
        raise missing_capability("extensions", APPS)
    proposal = await seat.open_project.proposals.get(ProposalId(arguments.proposal_id))
    if arguments.digest != proposal.digest:
        raise ProposalStale("the proposal was changed since it was drawn; let it be drawn again")
    return await _decided(seat, proposal, arguments.decision, None, None)


def can_ask(request: McpRequest) -> bool:
    """Whether the client puts a form before its person."""
    said = request.capabilities.get("elicitation")
    return request.is_modern and isinstance(said, dict) and (not said or "form" in said)


async def _decided(
    seat: AgentSeat, proposal: Proposal, decision: Decision, operations: list[str] | None, feedback: str | None
) -> JsonObject:
    command = ProposalDecide(
        command_id=seat.new_id(),
        proposal_id=proposal.proposal_id,
        digest=proposal.digest,
        decision=decision,
        operation_ids=None if operations is None else [OperationId(each) for each in operations],
        feedback=feedback,
    )
    done = await seat.carry_out(command, DecisionResult)
    now = await seat.open_project.proposals.get(proposal.proposal_id)
    said: JsonObject = {"outcome": now.state, "revision": seat.graph.revision}
    if done.said is not None and done.said.run_id is not None:
        said["answered_by_run"] = done.said.run_id
    return data_result({**said, **proposal_view(seat, now)})


def _question(seat: AgentSeat, proposal: Proposal, arguments: DecideProposal) -> JsonObject:
    """What the person reads: the proposal in our words, not in those of the agent."""
    chosen = [each for each in proposal.operations if arguments.operations is None or each.id in arguments.operations]
    if not chosen:
        raise InvalidCommand("none of these operations is in the proposal")
    words = ChangeWords(seat.graph, proposal.operations)
    lines = [f"- {words.line(each)}" for each in chosen[:SHOWN]]
    if len(chosen) > SHOWN:
        lines.append(f"... and {len(chosen) - SHOWN} more")
    word = "Accept" if arguments.decision == "accept" else "Reject"
    message = "\n".join(
        [f"{word} {len(chosen)} of {len(proposal.operations)} changes by {proposal.author.name}?", *lines]
    )
    return {
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": message,
            "requestedSchema": {
                "type": "object",
                "properties": {"confirm": {"type": "boolean", "title": f"{word} these changes", "default": False}},
                "required": ["confirm"],
            },
        },
    }


DECIDE: Final = AgentTool(
    name="decide_proposal",
    title="Let your person decide a proposal",
    arguments=DecideProposal,
    carry_out=decide,
    right="decide",
    changes=True,
)
DECIDE_SHOWN: Final = AgentTool(
    name="decide_shown_proposal",
    title="Decide the proposal that is shown",
    arguments=DecideShown,
    carry_out=decide_shown,
    right="decide",
    changes=True,
    meta={"ui": {"visibility": ["app"]}},
    offered_to=lambda request: request.can("extensions", APPS),
)

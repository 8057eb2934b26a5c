"""Proposals: what waits for a decision, what a person proposes, in which versions it was shown, what was decided."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from graphwright.actions.proposals import DecisionResult
from graphwright.protocol.base import UNSET, Command, Record, UnsetType
from graphwright.protocol.commands import ChangesPropose, ProposalDecide
from graphwright.protocol.ids import CommandId, OperationId, ProposalId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.wire import decode
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, NoBody, NoQuery

PAGE: Final = 100


class ProposalsQuery(Command, frozen=True, kw_only=True):
    """Which proposals: those that are open, or the newest of all."""

    state: Literal["open", "all"] = "open"
    limit: Annotated[int, Meta(ge=1, le=500)] = PAGE


class ProposalList(Record, frozen=True, kw_only=True):
    """Proposals in the order they were opened."""

    proposals: list[Proposal]


class ProposalRead(Record, frozen=True, kw_only=True):
    """A proposal as it stands, and every version of it, oldest first."""

    proposal: Proposal
    versions: list[Proposal]


class DecisionPost(Command, frozen=True, kw_only=True):
    """What a person decides about the proposal in the path."""

    command_id: CommandId
    digest: str
    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId] | UnsetType = UNSET
    feedback: str | UnsetType = UNSET


async def list_proposals(call: EndpointCall[ProposalsQuery, NoBody]) -> ProposalList:
    """The proposals that wait for a decision, or the newest of all."""
    project, wanted = call.open_project.project, call.query
    if wanted.state == "open":
        waiting = [each for each in await call.open_project.proposals.all() if each.state == "open"]
        return ProposalList(proposals=waiting[: wanted.limit])
    documents = await project.store.documents(project.project_id, "proposal", limit=wanted.limit, newest_first=True)
    return ProposalList(proposals=[decode(document.body, Proposal) for document in reversed(documents)])


async def read_proposal(call: EndpointCall[NoQuery, NoBody]) -> ProposalRead:
    """One proposal with its versions."""
    versions = await call.open_project.proposals.versions(ProposalId(call.path["proposal"]))
    return ProposalRead(proposal=versions[-1], versions=versions)


async def post_proposal(call: EndpointCall[NoQuery, ChangesPropose]) -> HttpAnswer:
    """Propose a change set instead of applying it; needs no right to build."""
    return await call.carry_out(call.body)


async def post_decision(call: EndpointCall[NoQuery, DecisionPost]) -> HttpAnswer:
    """Accept or reject a proposal, or a closed part of it."""
    wanted = call.body
    return await call.carry_out(
        ProposalDecide(
            command_id=wanted.command_id,
            proposal_id=ProposalId(call.path["proposal"]),
            digest=wanted.digest,
            decision=wanted.decision,
            operation_ids=wanted.operation_ids,
            feedback=wanted.feedback,
        )
    )


PROPOSALS: Final = (
    Endpoint(
        name="proposals.get", method="GET", path="/api/projects/{project}/proposals", needs="read",
        summary="The proposals that wait for a decision", handle=list_proposals, query=ProposalsQuery,
        answer=ProposalList, worded=True,
    ),
    Endpoint(
        name="proposals.post", method="POST", path="/api/projects/{project}/proposals", needs="ask", status=201,
        summary="Propose a change set", handle=post_proposal, body=ChangesPropose, answer=Proposal, worded=True,
    ),
    Endpoint(
        name="proposal.get", method="GET", path="/api/projects/{project}/proposals/{proposal}", needs="read",
        summary="A proposal with all its versions", handle=read_proposal, answer=ProposalRead, worded=True,
    ),
    Endpoint(
        name="decision.post", method="POST", path="/api/projects/{project}/proposals/{proposal}/decision",
        needs="decide", summary="Accept or reject a proposal", handle=post_decision, body=DecisionPost,
        answer=DecisionResult,
    ),
)  # fmt: skip

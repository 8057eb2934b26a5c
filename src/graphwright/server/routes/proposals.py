"""Proposals: what waits for a decision, what a person proposes, in which versions it was shown, what was decided."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from graphwright.actions.proposals import DecisionResult
from graphwright.operations.proposals import open_proposals
from graphwright.protocol.base import Command, Record
from graphwright.protocol.commands import ChangesPropose, ModelDerive, ProposalDecide
from graphwright.protocol.ids import ProposalId
from graphwright.protocol.operations import Proposal
from graphwright.server.command_endpoint import command_endpoint
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint

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


@endpoint("proposals.get", PROJECT + "/proposals", "read", worded=True)
async def list_proposals(call: EndpointCall[ProposalsQuery, NoBody]) -> ProposalList:
    """The proposals that wait for a decision, or the newest of all."""
    project, wanted = call.project, call.query
    if wanted.state == "open":
        return ProposalList(proposals=(await open_proposals(project))[: wanted.limit])
    return ProposalList(proposals=await project.read_all(Proposal, newest=wanted.limit))


@endpoint("proposal.get", PROJECT + "/proposals/{proposal}", "read", worded=True)
async def read_proposal(call: EndpointCall[NoQuery, NoBody]) -> ProposalRead:
    """A proposal with all its versions."""
    versions = await call.open_project.proposals.versions(ProposalId(call.path["proposal"]))
    return ProposalRead(proposal=versions[-1], versions=versions)


command_endpoint(
    ChangesPropose,
    name="proposals.post",
    path="proposals",
    summary="Propose a change set",
    answer=Proposal,
    status=201,
)
command_endpoint(
    ModelDerive,
    name="derivations.post",
    path="derivations",
    answer=Proposal,
    status=201,
    summary="Propose the functions, tests, flows or modules that follow from the model",
)
command_endpoint(
    ProposalDecide,
    name="decision.post",
    path="proposals/{proposal}/decision",
    summary="Accept or reject a proposal",
    answer=DecisionResult,
    ids={"proposal": "proposal_id"},
)

"""Proposals: what waits for a decision, what a person proposes, in which versions it was shown, what was decided."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw

from graphwright.errors import InvalidCommand
from graphwright.operations.commit import Submission, refused
from graphwright.protocol.base import UNSET, Command, Count, Record, UnsetType
from graphwright.protocol.commands import ProposalDecide
from graphwright.protocol.events import ProposalOpened
from graphwright.protocol.ids import CommandId, OperationId, ProposalId
from graphwright.protocol.operations import ChangeSet, Proposal
from graphwright.protocol.wire import decode, encode
from graphwright.server.changing import REASON_LENGTH, read_operations
from graphwright.server.commands import check_command_id
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, NoBody, NoQuery
from graphwright.server.results import DecisionResult
from graphwright.store.base import IdempotencyKey, RepeatedKey

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


class ProposalPost(Command, frozen=True, kw_only=True):
    """A change set for others to decide."""

    command_id: CommandId
    base_revision: Count
    operations: list[Raw]
    reason: Annotated[str, Meta(max_length=REASON_LENGTH)] | UnsetType = UNSET
    provenance: dict[OperationId, Annotated[str, Meta(max_length=REASON_LENGTH)]] = {}
    """Where operations come from, each in a sentence."""


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


async def post_proposal(call: EndpointCall[NoQuery, ProposalPost]) -> HttpAnswer:
    """Propose a change set instead of applying it; needs no right to build."""
    open_project, wanted = call.open_project, call.body
    project = open_project.project

    async def drafted() -> ProposalOpened:
        operations = read_operations(wanted.operations)
        if unknown := wanted.provenance.keys() - {operation.id for operation in operations}:
            message = f"provenance names {', '.join(sorted(unknown))[:200]}, which is no operation of this proposal"
            raise InvalidCommand(message, path="$.provenance")
        submission = Submission(
            change_set=ChangeSet(base_revision=wanted.base_revision, operations=operations, reason=wanted.reason),
            author=call.person,
            origin="person",
        )
        plan = open_project.committer.dry_run(submission, await project.commits_since(wanted.base_revision))
        if plan.problems:
            raise refused(plan.problems)
        return open_project.proposals.draft(
            plan,
            proposal_id=ProposalId(project.ids.new()),
            author=call.person,
            origin="person",
            reason=wanted.reason,
            provenance=wanted.provenance,
        )

    return await opened_once(call, wanted.command_id, ["proposals.post", wanted], drafted)


async def opened_once(
    call: EndpointCall[Any, Any],
    command_id: CommandId,
    asked: list[object],
    drafted: Callable[[], Awaitable[ProposalOpened]],
) -> HttpAnswer:
    """Open the proposal that is drafted; a command that comes twice is answered as it was the first time."""
    project, person_id = call.open_project.project, call.person.person_id
    check_command_id(command_id)
    digest = hashlib.sha256(project.project_id.encode() + b"\0" + encode(asked)).hexdigest()
    known = await project.store.recall(person_id, command_id, digest)
    if known is not None:
        return HttpAnswer(known)
    opened = await drafted()
    answer = encode(Proposal(**{name: getattr(opened, name) for name in Proposal.__struct_fields__}))
    try:
        await project.record([opened], key=IdempotencyKey(scope=person_id, id=command_id, digest=digest, answer=answer))
    except RepeatedKey as repeated:
        return HttpAnswer(repeated.answer)
    return HttpAnswer(answer)


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
        summary="Propose a change set", handle=post_proposal, body=ProposalPost, answer=Proposal, worded=True,
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

"""Change sets that wait for a person: opened, amended, decided, withdrawn (D8). Their state lives on the server.

An approval names the proposal and the digest of what was shown, is used once, is recorded with the person, and holds
while every `before` holds; otherwise the proposal is made anew as its next version. A subset must be closed: the server
never adds to what a person accepted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Mapping, Sequence
from datetime import timedelta
from typing import Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from graphwright.errors import IdempotencyConflict, InvalidCommand, NotClosed, NotFound, ProposalClosed, ProposalStale
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.digests import digest_of, plain, proposed, still_holds
from graphwright.operations.plan import IMPORT_OPERATIONS, Plan
from graphwright.operations.refs import names_of
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.events import (
    CommitApplied,
    DurableEvent,
    ProposalChanged,
    ProposalDecided,
    ProposalOpened,
)
from graphwright.protocol.graph import Author, Origin
from graphwright.protocol.ids import MessageId, OperationId, ProposalId, RunId
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    Operation,
    Problem,
    Proposal,
    ProposedOperation,
)
from graphwright.protocol.wire import decode
from graphwright.store.base import Repeated
from graphwright.store.keys import use_of

T = TypeVar("T")

EXPIRES_DAYS: Final = 30
"""As long as any wait of a run (records.md, Limits)."""


class Decided(Struct, frozen=True):
    """What a person decided, and the commit it led to."""

    proposal: Proposal
    event: ProposalDecided
    commit: CommitApplied | None


class Proposals:
    """The proposals of one project."""

    def __init__(self, project: Project, committer: Committer) -> None:
        self._project = project
        self._committer = committer

    async def get(self, proposal_id: ProposalId) -> Proposal:
        """One proposal as it stands. `NotFound`."""
        document = await self._project.store.document(self._project.project_id, "proposal", proposal_id)
        if document is None:
            message = f"there is no proposal {proposal_id!r} in project {self._project.header.name!r}"
            raise NotFound(message)
        return decode(document.body, Proposal)

    async def all(self) -> list[Proposal]:
        """All proposals of the project, in the order they were opened."""
        documents = await self._project.store.documents(self._project.project_id, "proposal")
        return [decode(document.body, Proposal) for document in documents]

    def draft(
        self,
        plan: Plan,
        *,
        proposal_id: ProposalId,
        author: Author,
        origin: Origin,
        reason: str | UnsetType = UNSET,
        run_id: RunId | UnsetType = UNSET,
        message_id: MessageId | UnsetType = UNSET,
        problems: Sequence[Problem] | None = None,
    ) -> ProposalOpened:
        """The event that opens a proposal; the caller makes it durable (a run does so under its fence)."""
        operations = proposed(self._project.graph, plan.operations)
        return ProposalOpened(
            proposal_id=proposal_id,
            state="open",
            origin=origin,
            author=author,
            operations=operations,
            batches=plan.batches,
            findings=plan.findings.introduced,
            problems=list(plan.problems if problems is None else problems),
            digest=digest_of(operations),
            version=1,
            base_revision=self._project.graph.revision,
            reason=reason,
            run_id=run_id,
            message_id=message_id,
            expires_at=self._project.clock.now() + timedelta(days=EXPIRES_DAYS),
        )

    async def decide(
        self,
        proposal_id: ProposalId,
        *,
        digest: str,
        decision: Literal["accept", "reject"],
        person: Author,
        operation_ids: Collection[OperationId] | None = None,
        feedback: str | UnsetType = UNSET,
    ) -> Decided:
        """Accept (all, or a closed subset) or reject.

        Raises `ProposalClosed`, `ProposalStale` (a new version is ready), `NotClosed`, `Refused`, `AccessDenied`.
        """
        proposal = await self._open(proposal_id)
        if digest != proposal.digest:
            message = f"the proposal is at version {proposal.version} now; look at it again before you decide"
            raise ProposalStale(message, version=proposal.version, digest=proposal.digest)
        key = use_of(proposal, decision)
        if decision == "reject":
            event = _decision(proposal, decision, [], person, feedback)
            await self._once(proposal_id, self._project.record([event], key=key))
            return Decided(proposal, event, None)
        chosen = self._chosen(proposal, operation_ids)
        await self._check_fresh(proposal, chosen)
        event = _decision(proposal, decision, [operation.id for operation in chosen], person, feedback)
        finished: list[ProposalDecided] = []

        def finish(commit: CommitApplied) -> Sequence[DurableEvent]:
            finished[:] = [replace(event, commit_id=commit.commit_id)]
            return finished

        change_set = ChangeSet(
            base_revision=self._project.graph.revision,
            operations=[plain(operation) for operation in chosen],
            reason=proposal.reason,
        )
        submission = Submission(
            change_set=change_set,
            author=person,
            origin=proposal.origin,
            importing=proposal.origin == "import",
            limit=IMPORT_OPERATIONS,
            run_id=proposal.run_id,
            message_id=proposal.message_id,
            proposal_id=proposal_id,
            key=key,
            finish=finish,
        )
        done = await self._once(proposal_id, self._committer.submit(submission))
        if done.commit is None:
            await self._once(proposal_id, self._project.record([event], key=key))
            return Decided(proposal, event, None)
        return Decided(proposal, finished[0], done.commit)

    async def amend(self, proposal_id: ProposalId, *, digest: str, edits: Mapping[OperationId, Operation]) -> Proposal:
        """Replace operations by edited ones: a new version, planned anew, to be decided like any other."""
        proposal = await self._open(proposal_id)
        if digest != proposal.digest:
            message = f"the proposal is at version {proposal.version} now; look at it again before you edit"
            raise ProposalStale(message, version=proposal.version, digest=proposal.digest)
        unknown = [operation_id for operation_id in edits if operation_id not in _ids(proposal)]
        if unknown:
            message = f"the proposal has no operation {', '.join(unknown)}"
            raise InvalidCommand(message)
        operations = [edits.get(operation.id, plain(operation)) for operation in proposal.operations]
        return await self._next_version(proposal, operations)

    async def _open(self, proposal_id: ProposalId) -> Proposal:
        proposal = await self.get(proposal_id)
        if proposal.state != "open":
            message = f"the proposal is {proposal.state} already"
            raise ProposalClosed(message, state=proposal.state)
        if not isinstance(proposal.expires_at, UnsetType) and proposal.expires_at <= self._project.clock.now():
            expired = _changed(replace(proposal, state="expired"))
            await self._once(proposal.proposal_id, self._project.record([expired], key=use_of(proposal, "expire")))
            message = "the proposal has expired; ask again"
            raise ProposalClosed(message, state="expired")
        return proposal

    def _chosen(self, proposal: Proposal, operation_ids: Collection[OperationId] | None) -> list[ProposedOperation]:
        if operation_ids is None:
            return proposal.operations
        if not operation_ids:
            message = "no operation was chosen; choose at least one, or reject the proposal"
            raise InvalidCommand(message)
        unknown = [operation_id for operation_id in operation_ids if operation_id not in _ids(proposal)]
        if unknown:
            message = f"the proposal has no operation {', '.join(unknown)}; it has {', '.join(_ids(proposal))}"
            raise InvalidCommand(message)
        missing = missing_for(proposal.operations, operation_ids)
        if missing:
            message = f"these operations need {', '.join(missing)}, which you did not choose"
            raise NotClosed(message, missing=missing)
        return [operation for operation in proposal.operations if operation.id in operation_ids]

    async def _check_fresh(self, proposal: Proposal, chosen: Sequence[ProposedOperation]) -> None:
        if all(still_holds(self._project.graph, operation) for operation in chosen):
            return
        renewed = await self._next_version(proposal, [plain(operation) for operation in proposal.operations])
        message = f"the model has changed under the proposal; look at its version {renewed.version} and decide again"
        raise ProposalStale(message, version=renewed.version, digest=renewed.digest)

    async def _next_version(self, proposal: Proposal, operations: list[Operation]) -> Proposal:
        change_set = ChangeSet(base_revision=self._project.graph.revision, operations=operations)
        made = self._committer.rehearse(
            Submission(
                change_set=change_set,
                author=proposal.author,
                origin=proposal.origin,
                importing=proposal.origin == "import",
                limit=IMPORT_OPERATIONS,
            )
        )
        bound = proposed(self._project.graph, made.operations)
        renewed = replace(
            proposal,
            operations=bound,
            batches=made.batches,
            findings=made.findings.introduced,
            problems=made.problems,
            digest=digest_of(bound),
            version=proposal.version + 1,
            base_revision=self._project.graph.revision,
        )
        key = use_of(proposal, f"renew {renewed.digest}")
        await self._once(proposal.proposal_id, self._project.record([_changed(renewed)], key=key))
        return renewed

    async def _once(self, proposal_id: ProposalId, using: Awaitable[T]) -> T:
        """Decide, renew or close one version; whoever comes second in a race is told what the first one did."""
        try:
            return await using
        except (Repeated, IdempotencyConflict):
            proposal = await self._open(proposal_id)
        message = f"somebody else made version {proposal.version} of the proposal a moment ago; look at it again"
        raise ProposalStale(message, version=proposal.version, digest=proposal.digest)


def missing_for(operations: Sequence[ProposedOperation], chosen: Collection[OperationId]) -> list[str]:
    """Operations that the chosen ones need and that were not chosen: named in `dependsOn`, or the maker of a ref."""
    made_by = {
        name: operation.id
        for operation in operations
        if isinstance(operation, NodeCreate)
        for name in names_of(operation)
    }
    missing: dict[str, None] = {}
    for operation in operations:
        if operation.id not in chosen:
            continue
        explicit = [] if isinstance(operation.depends_on, UnsetType) else operation.depends_on
        implied = [made_by[ref] for ref in _refs(operation) if ref in made_by]
        missing.update({need: None for need in (*explicit, *implied) if need not in chosen})
    return list(missing)


def _refs(operation: Operation) -> list[str]:
    if isinstance(operation, EdgeCreate | EdgeUpdate | EdgeDelete):
        return [ref for ref in (operation.source, operation.target) if not isinstance(ref, UnsetType)]
    return [] if isinstance(operation, NodeCreate) else [operation.ref]


def _ids(proposal: Proposal) -> list[OperationId]:
    return [operation.id for operation in proposal.operations]


def _decision(
    proposal: Proposal,
    decision: Literal["accept", "reject"],
    operation_ids: list[OperationId],
    person: Author,
    feedback: str | UnsetType,
) -> ProposalDecided:
    return ProposalDecided(
        proposal_id=proposal.proposal_id,
        decision=decision,
        operation_ids=operation_ids,
        person=person,
        digest=proposal.digest,
        feedback=feedback,
    )


def _changed(proposal: Proposal) -> ProposalChanged:
    return ProposalChanged(**{field: getattr(proposal, field) for field in Proposal.__struct_fields__})

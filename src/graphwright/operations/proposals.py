"""Change sets that wait for a person: opened, amended, decided, withdrawn, expired (ADR-08). The server keeps them.

An approval names the proposal and the digest of what was shown, is used once, is recorded with the person, and holds
while every `before` holds; otherwise the proposal is made anew as its next version. A subset must be closed: the server
never adds to what a person accepted. What a partial acceptance leaves out is turned down with it.

Everything that ends a version is written under one key, so that of several people exactly one wins (`use_of`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from graphwright.errors import (
    AccessDenied,
    IdempotencyConflict,
    InvalidCommand,
    NotClosed,
    NotFound,
    ProposalClosed,
    ProposalStale,
)
from graphwright.graph.document import Graph
from graphwright.operations.adopting import with_what_is_there
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.digests import OperationMark, digest_of, plain, proposed, still_holds
from graphwright.operations.holding import holding
from graphwright.operations.plan import IMPORT_OPERATIONS, Plan
from graphwright.operations.refs import renamed
from graphwright.operations.subsets import dependencies, falling_with, missing_for
from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, DurableEvent, ProposalChanged, ProposalDecided, ProposalOpened
from graphwright.protocol.graph import Author, Origin
from graphwright.protocol.ids import MessageId, OperationId, ProposalId, RunId
from graphwright.protocol.operations import (
    ChangeGroup,
    ChangeSet,
    Operation,
    Problem,
    Proposal,
    ProposalState,
    ProposalVersion,
    ProposedOperation,
)
from graphwright.protocol.wire import decode
from graphwright.store.base import RepeatedKey
from graphwright.store.entries import event_of
from graphwright.store.keys import use_of

T = TypeVar("T")

EXPIRES_DAYS: Final = 30
"""As long as any wait of a run (ADR-18)."""
VERSIONS: Final = 50
"""Earlier versions that are listed; older ones are in the journal."""
CHANGED_HERE: Final = frozenset({"changedHere", "changedHereGone"})
"""Conflicts of an import with what people did since the import before."""
_NO_PROVENANCE: Final[Mapping[OperationId, str]] = {}


Following: TypeAlias = Callable[[Proposal, ProposalDecided], Awaitable[Sequence[DurableEvent]]]
"""What a decision leads to, which becomes durable together with it."""


async def _nothing(_proposal: Proposal, _event: ProposalDecided) -> Sequence[DurableEvent]:
    return ()


class DecidedProposal(Struct, frozen=True):
    """What a person decided, and the commit it led to."""

    proposal: Proposal
    event: ProposalDecided
    commit: CommitApplied | None


class _Wish(Struct, frozen=True):
    """What a person wants to become of a proposal."""

    digest: str
    decision: Literal["accept", "reject"]
    person: Author
    operation_ids: Collection[OperationId] | None
    feedback: str | None
    following: Following


class _Overtaken(Exception):
    """Somebody made the next version of the proposal, in which the same operations are shown on the same values."""


class _Moved(Exception):
    """The graph that the decision is planned on is not the one that was shown."""


class Proposals:
    """The proposals of one project."""

    def __init__(self, project: Project, committer: Committer) -> None:
        self._project = project
        self._committer = committer

    async def get(self, proposal_id: ProposalId) -> Proposal:
        """One proposal as it stands. `NotFound`."""
        return (await self._stored(proposal_id))[0]

    async def is_known(self, proposal_id: ProposalId) -> bool:
        """Whether there is a proposal of this id, however it stands."""
        return await self._project.find(Proposal, proposal_id) is not None

    async def all(self) -> list[Proposal]:
        """All proposals of the project, in the order they were opened."""
        return await self._project.read_all(Proposal)

    async def versions(self, proposal_id: ProposalId) -> list[Proposal]:
        """The proposal in all its versions, oldest first; the last one is how it stands. `NotFound`."""
        newest = await self.get(proposal_id)
        found: list[Proposal] = []
        for version in newest.previous:
            at = version.sequence
            async for stored in self._project.store.read(self._project.project_id, after=at - 1, upto=at):
                event = event_of(stored)
                if isinstance(event, Proposal):
                    found.append(Proposal(**{name: getattr(event, name) for name in Proposal.__struct_fields__}))
        return [*found, newest]

    def draft(
        self,
        plan: Plan,
        *,
        proposal_id: ProposalId,
        author: Author,
        origin: Origin,
        reason: str | None = None,
        run_id: RunId | None = None,
        message_id: MessageId | None = None,
        problems: Sequence[Problem] | None = None,
        holds: Sequence[OperationId] = (),
        provenance: Mapping[OperationId, str] = _NO_PROVENANCE,
        groups: Sequence[ChangeGroup] = (),
    ) -> ProposalOpened:
        """The event that opens a proposal; the caller makes it durable (a run does so under its fence).

        `provenance` says where operations came from: a passage, a rule, a persona. `groups` are decided each as one.
        """
        marks = {operation_id: OperationMark(provenance=source) for operation_id, source in provenance.items()}
        operations = proposed(self._project.graph, plan.operations, marks)
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
            depends_on=dependencies(operations, groups),
            groups=[*groups],
            holds=[*holds],
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
        feedback: str | None = None,
        following: Following = _nothing,
    ) -> DecidedProposal:
        """Accept (all, or a closed subset) or reject; what `following` gives is written in the same transaction.

        Raises `ProposalClosed`, `ProposalStale` (a new version is ready), `NotClosed`, `Refused`, `AccessDenied`
        (also where the project wants four eyes and these two were there before).
        """
        wish = _Wish(digest, decision, person, operation_ids, feedback, following)
        while True:
            try:
                return await self._decide(proposal_id, wish)
            except _Overtaken:
                continue

    async def amend(
        self, proposal_id: ProposalId, *, digest: str, edits: Mapping[OperationId, Operation], person: Author
    ) -> Proposal:
        """Replace operations by edited ones: a new version, planned anew, to be decided like any other.

        Without edits it is renewed: shown on the graph as it is now. `ProposalClosed`, `ProposalStale`.
        """
        while True:
            proposal, sequence = await self._open(proposal_id)
            _check_digest(proposal, digest, "edit")
            if unknown := edits.keys() - set(_ids(proposal)):
                message = f"the proposal has no operation {', '.join(sorted(unknown))[:200]}"
                raise InvalidCommand(message)
            try:
                return await self._next_version(proposal, sequence, edits, person)
            except _Overtaken:
                continue

    async def withdraw(self, proposal_id: ProposalId, *, person: Author) -> Proposal:
        """Take one's own proposal back. `ProposalClosed`; `AccessDenied` for what somebody else proposed."""
        while True:
            proposal, _ = await self._open(proposal_id)
            if proposal.author.person_id != person.person_id:
                message = f"the proposal is {proposal.author.name}'s; only they can withdraw it, others can reject it"
                raise AccessDenied(message)
            withdrawn = replace(proposal, state="withdrawn")
            try:
                await self._record(withdrawn, key="withdraw")
            except (RepeatedKey, IdempotencyConflict):  # ended meanwhile, or in its next version, which is theirs too
                continue
            return withdrawn

    async def expire(self, proposal_id: ProposalId, now: datetime) -> bool:
        """End a proposal whose time is over. Was it still open?"""
        proposal, _ = await self._stored(proposal_id)
        while proposal.state == "open" and _is_over(proposal, now):
            try:
                await self._record(replace(proposal, state="expired"), key="expire")
            except (RepeatedKey, IdempotencyConflict):
                proposal, _ = await self._stored(proposal_id)
            else:
                return True
        return False

    async def mark_stale(self, proposal_id: ProposalId, stale: Sequence[OperationId]) -> None:
        """Say which operations are shown on values that are gone: a new version of the same operations.

        Somebody who decides or edits at the same moment is first, and then there is nothing to mark.
        """
        proposal, sequence = await self._stored(proposal_id)
        if proposal.state != "open" or proposal.stale == list(stale):
            return
        try:
            await self._record(_after(proposal, sequence, stale=list(stale)), key="stale", of=proposal)
        except (RepeatedKey, IdempotencyConflict):
            return

    # deciding ----------------------------------------------------------------------------------------------------

    async def _decide(self, proposal_id: ProposalId, wish: _Wish) -> DecidedProposal:
        proposal, sequence = await self._open(proposal_id)
        self._check_eyes(proposal, wish.person)
        _check_digest(proposal, wish.digest, "decide")
        key = use_of(proposal, wish.decision)
        if wish.decision == "reject":
            event = _decision(proposal, wish, [], self._project.clock.now())
            after = await wish.following(proposal, event)
            await self._once(proposal, self._project.record([event, *after], key=key))
            return DecidedProposal(proposal, event, None)
        chosen = _chosen(proposal, wish.operation_ids)
        event = _decision(proposal, wish, [operation.id for operation in chosen], self._project.clock.now())
        after = await wish.following(proposal, event)
        finished: list[ProposalDecided] = []

        def finish(commit: CommitApplied) -> Sequence[DurableEvent]:
            finished[:] = [replace(event, commit_id=commit.commit_id)]
            return [*finished, *after, *self._beside(proposal, chosen, commit)]

        # Beside the loop: a proposed import holds as many operations as a file has elements.
        operations = await in_thread(lambda: [plain(operation) for operation in chosen])
        operations = self._on_what_is_there(proposal, operations)
        change_set = ChangeSet(
            base_revision=self._project.graph.revision, operations=operations, reason=proposal.reason
        )
        submission = Submission(
            change_set=change_set,
            author=wish.person,
            origin=proposal.origin,
            importing=proposal.origin == "import",
            limit=IMPORT_OPERATIONS,
            run_id=proposal.run_id,
            message_id=proposal.message_id,
            proposal_id=proposal_id,
            key=key,
            finish=finish,
            guard=_guard(chosen),
        )
        try:
            done = await self._once(proposal, self._committer.submit(submission))
        except _Moved:
            renewed = await self._next_version(proposal, sequence, {}, wish.person)
            message = (
                f"the model has changed under the proposal; look at its version {renewed.version} and decide again"
            )
            raise ProposalStale(message, version=renewed.version, digest=renewed.digest) from None
        if done.commit is None:
            await self._once(proposal, self._project.record([event, *after], key=key))
            return DecidedProposal(proposal, event, None)
        return DecidedProposal(proposal, finished[0], done.commit)

    def _on_what_is_there(self, proposal: Proposal, operations: list[Operation]) -> list[Operation]:
        """The operations on what was made since; a file brings what it holds, also beside what has the same name."""
        if proposal.origin == "import":
            return operations
        return with_what_is_there(self._project.graph, operations, proposal.base_revision)

    def _beside(
        self, proposal: Proposal, chosen: Sequence[ProposedOperation], commit: CommitApplied
    ) -> Sequence[ProposalOpened]:
        """What is left when a person takes what holds: a proposal of its own, which speaks of the nodes made now."""
        taken = {operation.id for operation in chosen}
        if not proposal.holds or taken != set(proposal.holds):
            return ()
        left = [renamed(plain(each), commit.aliases) for each in proposal.operations if each.id not in taken]
        if not left:
            return ()
        bound = proposed(self._project.graph, left)
        groups = [group for group in proposal.groups if taken.isdisjoint(group.operation_ids)]
        opened: dict[str, Any] = {
            **{field: getattr(proposal, field) for field in Proposal.__struct_fields__},
            "proposal_id": ProposalId(self._project.ids.new()),
            "operations": bound,
            "batches": [[each.id for each in left]],
            "findings": [],
            "problems": [each for each in proposal.problems if each.operation_id not in taken],
            "digest": digest_of(bound),
            "version": 1,
            "base_revision": commit.revision,
            "depends_on": dependencies(bound, groups),
            "groups": groups,
            "holds": [],
            "stale": [],
            "previous": [],
            "expires_at": self._project.clock.now() + timedelta(days=EXPIRES_DAYS),
        }
        return (ProposalOpened(**opened),)

    def _check_eyes(self, proposal: Proposal, person: Author) -> None:
        """With four eyes, whoever wrote any of it, or whose run did, does not decide it."""
        if not self._project.header.four_eyes:
            return
        edited_by = [each.edited_by for each in proposal.operations]
        writers = {each.person_id for each in (proposal.author, *edited_by) if each is not None}
        if person.person_id in writers:
            message = "this project wants four eyes: somebody else decides what you or your run proposed or edited"
            raise AccessDenied(message)

    # versions ----------------------------------------------------------------------------------------------------

    async def _stored(self, proposal_id: ProposalId) -> tuple[Proposal, int]:
        """The proposal and the sequence of the entry that holds it. `NotFound`."""
        document = await self._project.store.document(self._project.project_id, "proposal", proposal_id)
        if document is None:
            message = f"there is no proposal {proposal_id[:80]!r}"
            raise NotFound(message)
        return decode(document.body, Proposal), document.sequence

    async def _open(self, proposal_id: ProposalId) -> tuple[Proposal, int]:
        """The same, if it can still be decided. `ProposalClosed`."""
        now = self._project.clock.now()
        proposal, sequence = await self._stored(proposal_id)
        if proposal.state == "open" and _is_over(proposal, now):
            await self.expire(proposal_id, now)
            proposal, sequence = await self._stored(proposal_id)
        if proposal.state == "expired":
            message = "the proposal has expired; ask again"
            raise ProposalClosed(message, state="expired")
        if proposal.state != "open":
            by = "" if proposal.decided is None else f", by {proposal.decided.person.name}"
            message = f"the proposal is {proposal.state} already{by}"
            raise ProposalClosed(message, state=proposal.state)
        return proposal, sequence

    async def _next_version(
        self, proposal: Proposal, sequence: int, edits: Mapping[OperationId, Operation], person: Author
    ) -> Proposal:
        change_set = ChangeSet(
            base_revision=self._project.graph.revision,
            operations=self._on_what_is_there(
                proposal, [edits.get(operation.id, plain(operation)) for operation in proposal.operations]
            ),
        )
        submission = Submission(
            change_set=change_set,
            author=proposal.author,
            origin=proposal.origin,
            importing=proposal.origin == "import",
            limit=IMPORT_OPERATIONS,
        )

        def plan_of(operations: list[Operation]) -> Plan:
            return self._committer.dry_run(replace(submission, change_set=replace(change_set, operations=operations)))

        made = self._committer.dry_run(submission)
        marks = {
            each.id: OperationMark(each.provenance, person if each.id in edits else each.edited_by)
            for each in proposal.operations
        }
        bound = proposed(self._project.graph, made.operations, marks)
        renewed = _after(
            proposal,
            sequence,
            operations=bound,
            batches=made.batches,
            findings=made.findings.introduced,
            problems=[*made.problems, *(each for each in asked_for(proposal) if each.operation_id not in edits)],
            digest=digest_of(bound),
            base_revision=self._project.graph.revision,
            depends_on=dependencies(bound, proposal.groups),
            holds=holding(made.operations, made.problems, plan_of) if made.problems else [],
            stale=[],
        )
        await self._once(proposal, self._record(renewed, key=f"renew {renewed.digest}", of=proposal))
        return renewed

    def _record(self, proposal: Proposal, *, key: str, of: Proposal | None = None) -> Awaitable[int]:
        """Tell how a proposal stands; the version that this ends is used up."""
        changed = ProposalChanged(**{field: getattr(proposal, field) for field in Proposal.__struct_fields__})
        return self._project.record([changed], key=use_of(of or proposal, key))

    async def _once(self, proposal: Proposal, using: Awaitable[T]) -> T:
        """Decide, renew or close one version; whoever comes second in a race is told what the first one did."""
        try:
            return await using
        except (RepeatedKey, IdempotencyConflict):
            now, _ = await self._open(proposal.proposal_id)
        if now.digest == proposal.digest and now.version > proposal.version:
            raise _Overtaken
        message = f"somebody else made version {now.version} of the proposal a moment ago; look at it again"
        raise ProposalStale(message, version=now.version, digest=now.digest)


async def open_proposals(project: Project, newest: int | None = None) -> list[Proposal]:
    """Those of a project that wait for a decision, the newest last; looked for among so many, decided ones as well."""
    return [each for each in await project.read_all(Proposal, newest=newest) if each.state == "open"]


def asked_for(proposal: Proposal) -> list[Problem]:
    """What stands in nobody's way, but is not done unless it is chosen: a file would overwrite what people changed."""
    return [each for each in proposal.problems if each.code == "conflict" and each.case in CHANGED_HERE]


def _guard(chosen: Sequence[ProposedOperation]) -> Callable[[Graph], None]:
    def check(graph: Graph) -> None:
        if not all(still_holds(graph, operation) for operation in chosen):
            raise _Moved

    return check


def _chosen(proposal: Proposal, operation_ids: Collection[OperationId] | None) -> list[ProposedOperation]:
    if operation_ids is None:
        return proposal.operations
    if not operation_ids:
        message = "no operation was chosen; choose at least one, or reject the proposal"
        raise InvalidCommand(message)
    wanted, known = set(operation_ids), _ids(proposal)
    if unknown := sorted(wanted - set(known)):
        message = f"the proposal has no operation {', '.join(unknown)[:200]}; it has {', '.join(known)[:1_000]}"
        raise InvalidCommand(message)
    depends_on = proposal.depends_on or dependencies(proposal.operations, proposal.groups)
    if missing := missing_for(depends_on, wanted):
        falling = [each for each in falling_with(depends_on, missing) if each in wanted]
        needed = ", ".join(missing)
        message = f"{', '.join(falling)} cannot be accepted without {needed}; choose these too, or leave those out"
        raise NotClosed(message[:2_000], missing=missing, falling=falling)
    return [operation for operation in proposal.operations if operation.id in wanted]


def _ids(proposal: Proposal) -> list[OperationId]:
    return [operation.id for operation in proposal.operations]


def _check_digest(proposal: Proposal, digest: str, what: str) -> None:
    if digest != proposal.digest:
        message = f"the proposal is at version {proposal.version} now; look at it again before you {what}"
        raise ProposalStale(message, version=proposal.version, digest=proposal.digest)


def _is_over(proposal: Proposal, now: datetime) -> bool:
    return proposal.expires_at is not None and proposal.expires_at <= now


def _after(proposal: Proposal, sequence: int, **changes: object) -> Proposal:
    """The next version of a proposal whose present one is held by the entry of this sequence."""
    past = ProposalVersion(version=proposal.version, sequence=sequence, digest=proposal.digest)
    previous = [*proposal.previous, past][-VERSIONS:]
    return replace(proposal, version=proposal.version + 1, previous=previous, **changes)


def _decision(proposal: Proposal, wish: _Wish, operation_ids: list[OperationId], at: datetime) -> ProposalDecided:
    state: ProposalState = "accepted" if len(operation_ids) == len(proposal.operations) else "partlyAccepted"
    return ProposalDecided(
        proposal_id=proposal.proposal_id,
        decision=wish.decision,
        operation_ids=operation_ids,
        state="rejected" if wish.decision == "reject" else state,
        person=wish.person,
        at=at,
        digest=proposal.digest,
        run_id=proposal.run_id,
        feedback=wish.feedback,
    )

"""The only door that changes a graph (D1): plan at the newest revision, write the journal, apply, publish.

Each project has one committer. It drains what waits, plans each change set in turn on a staged graph (no `await`),
hands all entries to the store as one transaction, waits for it, and then applies and publishes in one synchronous
section (D2). What arrives meanwhile is the next group.

Readers only ever see durable state. From the moment a change set is submitted its fate belongs to the committer:
cancelling the caller cancels only the waiting.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from graphwright.errors import AccessDenied, GraphwrightError, Refused, StaleRevision, StoreBusy, StoreError
from graphwright.graph.document import Graph
from graphwright.operations.conflicts import Since, since
from graphwright.operations.plan import API_OPERATIONS, Plan, plan
from graphwright.operations.revert import plan_revert
from graphwright.operations.similar import similar_in
from graphwright.operations.staged import StagedGraph
from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.graph import Author, Edge, Node, Origin
from graphwright.protocol.ids import CommitId, MessageId, ProposalId, RunId
from graphwright.protocol.operations import ChangeSet, Commit, Problem
from graphwright.store.base import WAITING_WRITES, Entry, Fence, Key, Repeated
from graphwright.store.entries import entry_of

T = TypeVar("T")
Finish: TypeAlias = Callable[[CommitApplied], Sequence[DurableEvent]]
"""Makes the events that become durable together with the commit, or not at all: a step's result, a decision (D10)."""

REPLANS: Final = 5
"""How often a change set is planned again because another server wrote between plan and append."""
GROUP_OPERATIONS: Final = 1_000
"""A group is cut here: it is planned without a pause, so this bounds how long everybody else waits (D18).

A change set that is larger is planned alone and, where it needs no rules, beside the loop.
"""


class Submission(Struct, frozen=True, kw_only=True):
    """A change set at the door, and on whose behalf."""

    change_set: ChangeSet
    author: Author
    origin: Origin
    ai: bool = False
    """Written by a language model or the offline assistant: hard rules block (K-22)."""
    importing: bool = False
    limit: int = API_OPERATIONS
    run_id: RunId | UnsetType = UNSET
    message_id: MessageId | UnsetType = UNSET
    proposal_id: ProposalId | UnsetType = UNSET
    reverts: list[CommitApplied] | UnsetType = UNSET
    """Take these commits back instead; the change set then holds no operations."""
    key: Key | None = None
    reply: Callable[[Plan, CommitApplied], bytes] | None = None
    """Makes what a repetition with the same key is told."""
    fence: Fence | None = None
    finish: Finish | None = None
    guard: Callable[[Graph], None] | None = None
    """Raises when the graph that it is planned on is not the one it was agreed on; the last word before the commit."""


class Done(Struct, frozen=True):
    """What became of a submission. `commit` is `None` when nothing was different; then nothing was written.

    A revert is written even so: what it takes back is then off the undo stack.
    """

    plan: Plan
    commit: CommitApplied | None


class _Waiting(Struct):
    submission: Submission
    future: asyncio.Future[Done]
    at_base: Since = {}
    replans: int = 0


class _Planned(Struct):
    waiting: _Waiting
    plan: Plan
    commit: CommitApplied
    events: list[DurableEvent]
    entries: list[Entry]
    expect: int
    key: Key | None
    after: Graph | None = None
    """The graph with the commit, where it was made beside the loop."""


_Unwritten: TypeAlias = tuple[_Waiting, Done | Exception]


class Committer:
    """The one writer of a project's graph."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._queue: deque[_Waiting] = deque()
        self._group: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()

    async def submit(self, submission: Submission) -> Done:
        """Apply a change set, whole or not at all.

        Raises `Refused` (all problems), `StaleRevision`, `AccessDenied` (project is locked), `StoreBusy`, and what
        `Store.append` raises - `Repeated` included, which carries the first answer.
        """
        if self._project.header.policy == "locked":
            message = f"project {self._project.header.name!r} is locked: nothing is applied until its policy changes"
            raise AccessDenied(message)
        if len(self._queue) >= WAITING_WRITES:
            message = f"{WAITING_WRITES:,} change sets wait already; try again in a moment"
            raise StoreBusy(message)
        future: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(submission, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
            self._task.add_done_callback(self._ended)
        return await future

    def rehearse(self, submission: Submission, commits: Sequence[CommitApplied] = ()) -> Plan:
        """What a change set would do now, without doing it; `commits` are those since its base revision."""
        at_base = since(change for commit in commits for change in commit.changes)
        return self._plan(self._project.graph, submission, at_base)

    async def apart(self, work: Callable[[], T]) -> T:
        """Do long work that reads the graph beside the loop. The graph does not change meanwhile."""
        async with self._changing:
            return await in_thread(work)

    async def settled(self) -> None:
        """Wait until nothing is under way: every change set decided, a snapshot that was due kept."""
        while under_way := {task for task in (self._task, self._keeping) if task is not None and not task.done()}:
            await asyncio.wait(under_way)

    async def _drain(self) -> None:
        while self._queue:
            self._group = self._next_group()
            async with self._changing:
                await self._commit(await self._prepared(self._group))
        self._group = []

    def _next_group(self) -> list[_Waiting]:
        """Everything that waits, as far as it can be planned without keeping the loop; a large one goes alone."""
        group: list[_Waiting] = []
        operations = 0
        while self._queue:
            operations += len(self._queue[0].submission.change_set.operations)
            if group and operations > GROUP_OPERATIONS:
                break
            group.append(self._queue.popleft())
        return group

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Leave nobody waiting, whatever ended the task early, even before it began."""
        stopped = StoreError("the committer was stopped; whether this was applied shows after the next start")
        failure = stopped if task.cancelled() else task.exception()
        if failure is None:
            return
        for waiting in (*self._group, *self._queue):
            _fail(waiting, failure)
        self._group = []
        self._queue.clear()

    async def _prepared(self, group: list[_Waiting]) -> list[_Waiting]:
        """Read what changed since each base: the only thing planning needs that may have to be waited for."""
        ready: list[_Waiting] = []
        # Whoever waits together mostly began together: each base is read once, not once for everybody.
        known: dict[int, Since] = {}
        for waiting in group:
            base = waiting.submission.change_set.base_revision
            try:
                if base not in known:
                    commits = await self._project.commits_since(base)
                    known[base] = since(change for commit in commits for change in commit.changes)
            except GraphwrightError as error:
                _fail(waiting, error)
                continue
            waiting.at_base = known[base]
            ready.append(waiting)
        return ready

    async def _commit(self, group: list[_Waiting]) -> None:
        if any(_is_large(waiting.submission) for waiting in group):
            planned, unwritten = await in_thread(lambda: self._plan_large(group))
        else:
            planned, unwritten = self._plan_group(group)
        # All appends stand in the writer's queue before the first one is awaited, so they are one transaction.
        results = await asyncio.gather(*map(self._append, planned), return_exceptions=True)
        for one, result in zip(planned, results, strict=True):
            if isinstance(result, StaleRevision) and one.waiting.replans < REPLANS:
                # A neighbour in front was refused by the store, or another server was faster: plan again.
                one.waiting.replans += 1
                self._queue.append(one.waiting)
            elif isinstance(result, BaseException):
                _fail(one.waiting, result)
            else:
                self._project.applied(one.commit, len(one.entries[0].body), one.after)
                self._project.published(result, one.events)
                _resolve(one.waiting, Done(one.plan, one.commit))
        if self._project.snapshot_is_due() and (self._keeping is None or self._keeping.done()):
            self._keeping = asyncio.create_task(self._keep_snapshot())
        for waiting, verdict in unwritten:
            await self._tell(waiting, verdict)

    async def _tell(self, waiting: _Waiting, verdict: Done | Exception) -> None:
        """Say that nothing was written; a repetition hears what the first one was told, whatever it would do now."""
        key = waiting.submission.key
        try:
            known = None if key is None else await self._project.store.recall(key.scope, key.id, key.digest)
        except GraphwrightError as error:
            verdict = error
        else:
            verdict = verdict if known is None else Repeated(known)
        if isinstance(verdict, Exception):
            _fail(waiting, verdict)
        else:
            _resolve(waiting, verdict)

    def _append(self, planned: _Planned) -> Awaitable[int]:
        return self._project.store.append(
            self._project.project_id,
            planned.entries,
            expect_revision=planned.expect,
            fence=planned.waiting.submission.fence,
            key=planned.key,
        )

    async def _keep_snapshot(self) -> None:
        """Beside the commits, which go on meanwhile: to pack a large graph takes a second."""
        with suppress(StoreError):  # it only shortens the next start; a failing disk is told to whoever writes next
            await self._project.keep_snapshot()

    def _plan_large(self, group: list[_Waiting]) -> tuple[list[_Planned], list[_Unwritten]]:
        """The same beside the loop: nobody else changes the graph of this project meanwhile, everybody may read it."""
        planned, unwritten = self._plan_group(group)
        for one in planned:
            one.after = Graph(self._project.ontology)
            one.after.load(self._project.graph.snapshot())
            one.after.apply(one.commit.changes, one.commit.revision)
        return planned, unwritten

    def _plan_group(self, group: list[_Waiting]) -> tuple[list[_Planned], list[_Unwritten]]:
        """Plan each change set on top of those before it; a refused one leaves no trace. Synchronous (D2)."""
        base: Graph = self._project.graph
        alone = len(group) == 1
        staged = base if alone else StagedGraph(base)
        behind: dict[str, Node | Edge | None] = {}
        planned: list[_Planned] = []
        unwritten: list[_Unwritten] = []
        for waiting in group:
            at_base = {**behind, **waiting.at_base} if behind else waiting.at_base
            try:
                if waiting.submission.guard is not None:
                    waiting.submission.guard(staged)
                made = self._plan(staged, waiting.submission, at_base)
                one = self._written(waiting, made, staged.revision) if not made.problems else None
            except Exception as error:  # noqa: BLE001  whatever one change set does, its neighbours go on
                unwritten.append((waiting, error))
                continue
            if one is None:
                unwritten.append((waiting, refused(made.problems)))
                continue
            if not made.changes and isinstance(waiting.submission.reverts, UnsetType):
                unwritten.append((waiting, Done(made, None)))
                continue
            planned.append(one)
            if not alone:
                staged.apply(made.changes, one.commit.revision)
                behind.update(since(made.changes))
        return planned, unwritten

    def _plan(self, graph: Graph, submission: Submission, at_base: Since) -> Plan:
        if not isinstance(submission.reverts, UnsetType):
            return plan_revert(graph, submission.reverts)
        return plan(
            graph,
            submission.change_set,
            ids=self._project.ids,
            ai=submission.ai,
            importing=submission.importing,
            limit=submission.limit,
            at_base=at_base,
            similar=similar_in(self._project) if submission.ai else None,
        )

    def _written(self, waiting: _Waiting, made: Plan, revision: int) -> _Planned:
        submission = waiting.submission
        commit = CommitApplied(
            commit_id=CommitId(self._project.ids.new()),
            revision=revision + 1,
            at=self._project.clock.now(),
            author=submission.author,
            origin=submission.origin,
            changes=made.changes,
            aliases=made.aliases,
            findings=made.findings,
            reason=submission.change_set.reason,
            run_id=submission.run_id,
            message_id=submission.message_id,
            proposal_id=submission.proposal_id,
            reverts=_ids_of(submission.reverts),
        )
        finish = submission.finish
        events: list[DurableEvent] = [commit, *(() if finish is None else finish(commit))]
        entries = [
            entry_of(event, self._project.clock, revision=commit.revision if event is commit else None)
            for event in events
        ]
        key = submission.key
        if key is not None and submission.reply is not None:
            key = replace(key, answer=submission.reply(made, commit))
        return _Planned(waiting, made, commit, events, entries, revision, key)


def _is_large(submission: Submission) -> bool:
    """Would it keep the loop, and can it be planned beside it?"""
    return submission.importing and len(submission.change_set.operations) > GROUP_OPERATIONS


def refused(problems: list[Problem]) -> Refused:
    """Several problems as one error: the first gives the code, all are carried."""
    first = problems[0]
    more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
    return Refused(f"{first.message}. {first.hint}{more}", problem_code=first.code, problems=problems)


def commit_of(event: CommitApplied) -> Commit:
    """The record inside the event."""
    fields = asdict(event)
    del fields["sequence"]
    return Commit(**fields)


def _ids_of(commits: list[CommitApplied] | UnsetType) -> list[CommitId] | UnsetType:
    return UNSET if isinstance(commits, UnsetType) else [commit.commit_id for commit in commits]


def _resolve(waiting: _Waiting, done: Done) -> None:
    if not waiting.future.done():
        waiting.future.set_result(done)


def _fail(waiting: _Waiting, error: BaseException) -> None:
    if not waiting.future.done():
        waiting.future.set_exception(error)

"""The only door that changes a graph (ADR-01): plan at the newest revision, write the journal, apply, publish.

Each project has one committer. It drains what waits, has each change set planned on top of those before it
(`operations.group`), hands all entries to the store as one transaction, waits for it, and then applies and publishes in
one synchronous section (ADR-02). What arrives meanwhile is the next group.

Readers only ever see durable state. From the moment a change set is submitted its fate belongs to the committer:
cancelling the caller cancels only the waiting.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from msgspec.structs import asdict

from graphwright.errors import AccessDenied, GraphwrightError, StaleRevision, StoreBusy, StoreError
from graphwright.operations.conflicts import Since, since
from graphwright.operations.group import PlannedChangeSet, WaitingSubmission, plan_apart, plan_group, planned_on
from graphwright.operations.plan import API_OPERATIONS, Plan
from graphwright.operations.submission import Finish, Submission, SubmissionResult
from graphwright.ports import in_thread, uncollected
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.operations import Commit
from graphwright.store.base import RepeatedKey
from graphwright.text.messages import refused
from graphwright.tracing import span

__all__ = ["Committer", "Finish", "Submission", "SubmissionResult", "commit_of", "refused"]

T = TypeVar("T")
REPLANS: Final = 5
"""How often a change set is planned again because another server wrote between plan and append."""
GROUP_OPERATIONS: Final = 1_000
"""A group is cut here: it is planned without a pause, so this bounds how long everybody else waits (ADR-18).

A change set that is larger is planned alone and, where it needs no rules, beside the loop.
"""


class Committer:
    """The one writer of a project's graph."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._queue: deque[WaitingSubmission] = deque()
        self._group: list[WaitingSubmission] = []
        self._task: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()

    async def submit(self, submission: Submission) -> SubmissionResult:
        """Apply a change set, whole or not at all.

        Raises `Refused` (all problems), `StaleRevision`, `AccessDenied` (project is locked), `QuotaExceeded`,
        `StoreBusy`, and what `Store.append` raises - `RepeatedKey` included, which carries the first answer.
        """
        if self._project.header.policy == "locked":
            message = f"project {self._project.header.name!r} is locked: nothing is applied until its policy changes"
            raise AccessDenied(message)
        waiting = self._project.store.limits.waiting_writes
        if len(self._queue) >= waiting:
            message = f"{waiting:,} change sets wait already; try again in a moment"
            raise StoreBusy(message)
        self._project.quotas.count_commit(self._project.project_id, submission.author.person_id)
        future: asyncio.Future[SubmissionResult] = asyncio.get_running_loop().create_future()
        self._queue.append(WaitingSubmission(submission, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
            self._task.add_done_callback(self._ended)
        with span("commit", graphwright__operations=_size(submission)):
            return await future

    def dry_run(self, submission: Submission, commits: Sequence[CommitApplied] = ()) -> Plan:
        """What a change set would do now, without doing it; `commits` are those since its base revision."""
        return planned_on(self._project, self._project.graph, submission, since(commits))

    async def apart(self, work: Callable[[], T]) -> T:
        """Do long work that reads the graph beside the loop. The graph does not change meanwhile."""
        async with self._changing:
            return await in_thread(lambda: _loaded(work))

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

    def _next_group(self) -> list[WaitingSubmission]:
        """Everything that waits, as far as it can be planned without keeping the loop; a large one goes alone."""
        group: list[WaitingSubmission] = []
        operations = 0
        while self._queue:
            operations += _size(self._queue[0].submission)
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

    async def _prepared(self, group: list[WaitingSubmission]) -> list[WaitingSubmission]:
        """Read what changed since each base: the only thing planning needs that may have to be waited for."""
        ready: list[WaitingSubmission] = []
        # Whoever waits together mostly began together: each base is read once, not once for everybody.
        known: dict[int, Since] = {}
        for waiting in group:
            base = waiting.submission.change_set.base_revision
            try:
                if base not in known:
                    known[base] = since(await self._project.commits_since(base))
            except GraphwrightError as error:
                _fail(waiting, error)
                continue
            waiting.later = known[base]
            ready.append(waiting)
        return ready

    async def _commit(self, group: list[WaitingSubmission]) -> None:
        if any(_is_large(waiting.submission) for waiting in group):
            planned, unwritten = await in_thread(lambda: _loaded(lambda: plan_apart(self._project, group)))
        else:
            planned, unwritten = plan_group(self._project, group)
        with span("append", graphwright__change_sets=len(planned)):
            results = await self._appended(planned)
        for one, result in zip(planned, results, strict=True):
            if isinstance(result, StaleRevision) and one.waiting.replans < REPLANS:
                # A neighbour in front was refused by the store, or another server was faster: plan again.
                one.waiting.replans += 1
                self._queue.append(one.waiting)
            elif isinstance(result, BaseException):
                _fail(one.waiting, result)
            else:
                self._project.applied(one.commit, result, one.entries[0].size, one.after)
                self._project.published(result, one.events)
                _resolve(one.waiting, SubmissionResult(one.plan, one.commit))
        if self._project.snapshot_is_due() and (self._keeping is None or self._keeping.done()):
            self._keeping = asyncio.create_task(self._keep_snapshot())
        for waiting, verdict in unwritten:
            await self._tell(waiting, verdict)

    async def _tell(self, waiting: WaitingSubmission, verdict: SubmissionResult | Exception) -> None:
        """Say that nothing was written; a repetition hears what the first one was told, whatever it would do now."""
        key = waiting.submission.key
        try:
            known = None if key is None else await self._project.store.recall(key.scope, key.id, key.digest)
        except GraphwrightError as error:
            verdict = error
        else:
            verdict = verdict if known is None else RepeatedKey(known)
        if isinstance(verdict, Exception):
            _fail(waiting, verdict)
        else:
            _resolve(waiting, verdict)

    async def _appended(self, planned: Sequence[PlannedChangeSet]) -> list[int | BaseException]:
        """The sequence of each, or why the store did not take it."""
        if len(planned) == 1:  # by far the most; a task of its own would cost it three turns of the loop
            try:
                return [await self._append(planned[0])]
            except Exception as error:  # noqa: BLE001  whatever it is, the caller hears it
                return [error]
        # All stand in the writer's queue before the first one is awaited, so they are one transaction.
        return await asyncio.gather(*map(self._append, planned), return_exceptions=True)

    def _append(self, planned: PlannedChangeSet) -> Awaitable[int]:
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


def _loaded(work: Callable[[], T]) -> T:
    with uncollected():
        return work()


def _size(submission: Submission) -> int:
    """What planning it goes through: operations, or the changes that are taken back."""
    return len(submission.change_set.operations) + sum(len(commit.changes) for commit in submission.reverts)


def _is_large(submission: Submission) -> bool:
    """Would it keep the loop, and can it be planned beside it?"""
    if submission.reverts:
        return _size(submission) > API_OPERATIONS
    return submission.importing and len(submission.change_set.operations) > GROUP_OPERATIONS


def commit_of(event: CommitApplied) -> Commit:
    """The record inside the event."""
    fields = asdict(event)
    del fields["sequence"]
    return Commit(**fields)


def _resolve(waiting: WaitingSubmission, done: SubmissionResult) -> None:
    if not waiting.future.done():
        waiting.future.set_result(done)


def _fail(waiting: WaitingSubmission, error: BaseException) -> None:
    if not waiting.future.done():
        waiting.future.set_exception(error)

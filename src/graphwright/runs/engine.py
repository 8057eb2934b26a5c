"""Starts runs, brings answers to those that wait, stops them, and takes them up again after a restart.

One engine per open project and process. It owns the runs it drives (I-07); every other process that tries writes with a
lower fence and is refused. Runs of one conversation work one after the other, in the order in which they were asked
for (WD-20); one that waits for a person holds nobody up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from msgspec import Raw
from msgspec.structs import replace

from graphwright.errors import Conflict, InvalidCommand, NotFound, StoreBusy, StoreError
from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import DurableEvent, ProposalDecided, RunResumed, RunStarted, StepStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.runs import ENDED_RUN, ZERO_TOTALS, Run, Wait
from graphwright.protocol.wire import decode
from graphwright.runs.execution import to_the_end
from graphwright.runs.fork import check_commits, copied, fork_point, shared_steps
from graphwright.runs.recorded_steps import ROOT_KEY, RecordedSteps, load_recording, step_id_of
from graphwright.runs.recorder import with_whole_result
from graphwright.runs.run_driver import CANCEL_GRACE_S, RunDriver, load_run, own_run
from graphwright.runs.run_ending import RunEnding, RunState, end_run, open_waits, root_started, state_of
from graphwright.runs.run_host import RunHost
from graphwright.runs.scope import RunScope
from graphwright.runs.signatures import arguments_digest
from graphwright.runs.tree import Tree, build_tree
from graphwright.runs.wait_endings import answered, decided, decision_of, expired, look_up_decision
from graphwright.runs.waits import is_expired
from graphwright.runs.workflow import DEADLINE_S, DeclaredWorkflow, Workflow, Workflows
from graphwright.store.base import IdempotencyKey

Q = TypeVar("Q")
A = TypeVar("A")

MAX_ACTIVE: Final = 50
"""Runs under way at once in one project; later ones are `queued`."""
_log = logging.getLogger(__name__)


class Engine:
    """The runs of one project, as far as this process drives them."""

    def __init__(
        self,
        host: RunHost,
        *,
        owner: str,
        grace_s: float = CANCEL_GRACE_S,
        admit: Callable[[Author], None] = lambda _author: None,
    ) -> None:
        """`admit` refuses whoever may not begin one run more."""
        self.abandoned = 0
        """Tasks that would not end when they were stopped."""
        self.under_way: dict[RunId, PersonId] = {}
        """Whose runs this process works on, or is about to."""
        self._admit = admit
        self._host = host
        self._owner = owner
        self._grace_s = grace_s
        self._workflows = Workflows()
        self._drives: dict[RunId, tuple[RunDriver, asyncio.Task[None]]] = {}
        self._failures: dict[RunId, Exception] = {}
        self._stranded: set[RunId] = set()
        """Runs under way that the store failed; each sweep takes them up again."""
        self._lost: set[asyncio.Task[bytes]] = set()
        self._door = asyncio.Lock()
        self._slots = asyncio.Semaphore(MAX_ACTIVE)
        self._turns: WeakValueDictionary[ThreadId, asyncio.Lock] = WeakValueDictionary()
        """Held by the run that works in a conversation."""

    def register(
        self,
        name: str,
        function: Callable[[RunScope, Q], Awaitable[A]],
        *,
        version: int = 1,
        declared: DeclaredWorkflow | None = None,
    ) -> None:
        """Make a workflow known. Its request and result types are read from its annotations. `Misuse`.

        `declared` says how long a run of it may work, and which kinds of steps it has beside the common ones; without
        it any.
        """
        kinds = None if declared is None else declared.step_kinds
        deadline_s = DEADLINE_S if declared is None else declared.deadline_s
        self._workflows.register(Workflow(name, version, function, deadline_s=deadline_s, step_kinds=kinds))

    @property
    def workflows(self) -> list[str]:
        """The workflows that runs can be started of."""
        return self._workflows.names

    async def start(
        self,
        name: str,
        request: object,
        *,
        author: Author,
        question: str,
        thread_id: ThreadId | None = None,
        run_id: RunId | None = None,
        key: IdempotencyKey | None = None,
        before: Sequence[DurableEvent] = (),
    ) -> RunId:
        """Begin a run; it goes on by itself. Returns when its beginning is durable.

        `before` are events of the same transaction that come first, such as the message that asks. `run_id` must be a
        UUIDv7. Raises `InvalidCommand` for an unknown workflow or a request of another type, `Conflict` for a run id
        that is taken, and what `Store.append` says about `key`.
        """
        if run_id is not None and await self._host.find(RunStarted, run_id) is not None:
            raise Conflict(f"there is a run {run_id!r} already")
        run = self._new_run(name, request, run_id or RunId(self._host.ids.new()), author, question, thread_id=thread_id)
        await self._begin(run, before=before, key=key)
        return run.run_id

    def drafted(
        self, name: str, request: object, *, author: Author, question: str, thread_id: ThreadId | None = None
    ) -> tuple[RunStarted, list[DurableEvent]]:
        """A run and the events that begin it, for a transaction of the caller's; after that `begun` lets it go.

        Whoever dies in between has lost nothing: the run is taken up at the next start. `InvalidCommand`.
        """
        run = self._new_run(name, request, RunId(self._host.ids.new()), author, question, thread_id=thread_id)
        return run, [run, _root(run)]

    def begun(self, run: RunStarted) -> None:
        """Let a drafted run go, as its beginning is durable."""
        self._go(run)

    async def settled(self, run_id: RunId) -> RunState:
        """Wait until the run has ended or waits for people.

        `NotFound`, or the `StoreError` or `OwnerLost` that stopped this process from driving it.
        """
        while (driven := self._drives.get(run_id)) is not None:
            await asyncio.wait({driven[1]})
        if (failure := self._failures.pop(run_id, None)) is not None:
            raise failure
        return await state_of(self._host, await load_run(self._host, run_id))

    async def cancel(self, run_id: RunId) -> RunState:
        """Stop a run for good, wherever it stands; one that has ended stays as it is. `NotFound`."""
        while (driven := self._drives.get(run_id)) is not None:
            drive, task = driven
            drive.stop("cancel")
            if not drive.has_begun:  # still queued; its task may not even have started and then clears nothing away
                task.cancel()
            await asyncio.wait({task})
            if self._drives.get(run_id) is driven:
                del self._drives[run_id]
                self.under_way.pop(run_id, None)
        async with self._door:
            execution = await own_run(self._host, run_id, self._owner)
            if execution.run.status not in ENDED_RUN:
                await end_run(execution, RunEnding(status="cancelled"))
        self._stranded.discard(run_id)
        self._failures.pop(run_id, None)  # of a drive that is over
        return await self.settled(run_id)

    async def answer(
        self, run_id: RunId, step_id: StepId, values: Mapping[str, JsonValue] | None, person: Author
    ) -> None:
        """Answer a form, or skip it (`None`); the run goes on by itself. Returns when the answer is durable.

        `NotFound` for another run or step, `FormClosed` when it is too late, `InvalidCommand` naming every field whose
        value does not fit; then the form stays open.
        """
        async with self._door:
            recording = await self._recording(run_id)
            events = answered(recording, step_id, values, person, self._host.clock.now())
            await self._close_wait(run_id, events)

    async def decided(self, proposal_id: ProposalId, decision: ProposalDecided | None = None) -> None:
        """Tell the run that waits for this proposal what became of it; without `decision` that is looked up.

        Nothing happens if no run waits for it, or it is still open. `NotFound` for an unknown proposal.
        """
        document = await self._host.store.document(self._host.project_id, "proposal", proposal_id)
        if document is None:
            raise NotFound(f"there is no proposal {proposal_id!r} in this project")
        fate = await look_up_decision(self._host, document) if decision is None else decision_of(decision)
        run_id = RunId(document.group)
        if fate is None or not run_id:
            return
        async with self._door:
            recording = await self._recording(run_id)
            await self._close_wait(run_id, decided(recording, proposal_id, fate, self._host.clock.now()))

    async def sweep(self, now: datetime) -> None:
        """End what has run out of time: waits nobody answered, and runs that worked too long (I-08).

        Runs that a store failed, which may be back, are taken up again. One of which that fails keeps no other from it,
        and the next sweep tries it again. Whoever drives this engine calls it every few seconds.
        """
        for run_id in sorted(self._stranded):
            with _by_itself("a run could not be taken up again"):
                await self.resume(run_id)
        for drive, _ in self._drives.values():
            if drive.is_past_deadline():
                drive.stop("deadline")
        for document in await self._host.store.documents(self._host.project_id, "wait"):
            if is_expired(decode(document.body, Wait), now):
                run_id = RunId(document.group)
                with _by_itself("a wait could not be ended"):
                    async with self._door:
                        recording = await self._recording(run_id)
                        await self._close_wait(run_id, expired(recording, StepId(document.id), now))

    async def retry(
        self,
        run_id: RunId,
        step_id: StepId | None = None,
        request: object = None,
        *,
        author: Author,
        undo_previous: bool | None = None,
        new_id: RunId | None = None,
        key: IdempotencyKey | None = None,
    ) -> RunId:
        """A new run that shares what the old one finished before `step_id` (by default: before what failed last).

        With another `request` and no `step_id` nothing is shared. Raises `NotFound`; `InvalidCommand` while the old run
        is under way; `NeedsChoice` if it changed the model after that point and `undo_previous` says nothing (undoing
        is the caller's part).
        """
        old = await load_run(self._host, run_id)
        if old.status in {"queued", "running"}:
            raise InvalidCommand(f"run {run_id!r} is still {old.status}; stop it or wait until it ends")
        recording = await self._recording(run_id)
        point = fork_point(recording, step_id)
        shared = [] if step_id is None and request is not None else shared_steps(recording, point)
        check_commits(recording, shared, undo_previous=undo_previous)
        new_id = new_id or RunId(self._host.ids.new())
        run = replace(
            self._new_run(
                old.workflow,
                old.request if request is None else request,
                new_id,
                author,
                old.question,
                thread_id=old.thread_id,
            ),
            forked_from=step_id_of(run_id, ROOT_KEY) if point is None else point.step_id,
        )
        await self._begin(run, after=copied(shared, recording, run), key=key)
        return new_id

    async def resume(self, run_id: RunId) -> None:
        """Take up a run that was under way when its process ended, or waits for what was decided meanwhile.

        Runs that wait for somebody else, and ended ones, stay as they are.
        """
        run = await load_run(self._host, run_id)
        if run.status in {"queued", "running"} and run_id not in self._drives:
            self._go(run, resumed=True)
        elif run.status == "waiting":
            for wait in open_waits(await self._recording(run_id)):
                if wait.proposal_id is not None:
                    await self.decided(wait.proposal_id)

    async def resume_all(self) -> None:
        """Take up every run that was under way, and tell waiting runs what was decided while nobody listened.

        One of which that fails keeps no other from it.
        """
        for run in await self._host.read_all(Run):
            if run.status not in ENDED_RUN:
                with _by_itself("a run could not be taken up"):
                    await self.resume(run.run_id)

    async def tree(self, run_id: RunId) -> Tree:
        """The steps of a run as a tree, with whole results. `NotFound`."""
        steps = (await self._recording(run_id)).steps()
        return build_tree([await with_whole_result(self._host, step) for step in steps])

    async def close(self) -> None:
        """Stop driving; runs that are under way stay `running` and are taken up at the next start."""
        driven = list(self._drives.values())
        for drive, task in driven:
            drive.stop("shutdown")
            if not drive.has_begun:
                task.cancel()
        await asyncio.gather(*(task for _, task in driven), return_exceptions=True)
        self._drives.clear()
        self.under_way.clear()

    def _new_run(
        self,
        name: str,
        request: object,
        run_id: RunId,
        author: Author,
        question: str,
        *,
        thread_id: ThreadId | None,
    ) -> RunStarted:
        self._admit(author)
        workflow = self._workflows.newest(name)
        body = workflow.request.encode(request)
        decode(body, workflow.request.of)  # refused here and not in the run
        return RunStarted(
            run_id=run_id,
            workflow=name,
            workflow_version=workflow.version,
            question=question,
            status="queued" if self._slots.locked() or self._turn(thread_id).locked() else "running",
            thread_id=thread_id,
            revision=self._host.graph.revision,
            totals=ZERO_TOTALS,
            started_at=self._host.clock.now(),
            request=Raw(body),
            author=author,
        )

    async def _begin(
        self,
        run: RunStarted,
        *,
        before: Sequence[DurableEvent] = (),
        after: Sequence[DurableEvent] = (),
        key: IdempotencyKey | None,
    ) -> None:
        self.under_way[run.run_id] = run.author.person_id  # before it is durable: who begins meanwhile counts it
        try:
            await to_the_end(self._host.recorded([*before, run, _root(run), *after], key=key))
        except BaseException:
            self.under_way.pop(run.run_id, None)
            raise
        self._go(run)

    async def _recording(self, run_id: RunId) -> RecordedSteps:
        await load_run(self._host, run_id)
        return await load_recording(self._host, run_id)

    async def _close_wait(self, run_id: RunId, events: list[DurableEvent]) -> None:
        """Make the end of a wait durable and let its run go on; nothing to do without events. Under the door."""
        if not events:
            return
        run = await load_run(self._host, run_id)
        await to_the_end(self._host.recorded([*events, RunResumed(run_id=run_id)]))
        driven = self._drives.get(run_id)
        if driven is None:
            self._go(run)
        else:
            driven[0].was_answered = True

    def _turn(self, thread_id: ThreadId | None) -> asyncio.Lock:
        """What a run holds while it works in its conversation; one without a conversation has it for itself."""
        return asyncio.Lock() if thread_id is None else self._turns.setdefault(thread_id, asyncio.Lock())

    def _go(self, run: RunStarted, *, resumed: bool = False) -> None:
        run_id = run.run_id
        self._stranded.discard(run_id)
        self._failures.pop(run_id, None)  # of a drive that is over
        self.under_way[run_id] = run.author.person_id
        drive = RunDriver(
            self._host, run_id, self._workflows, owner=self._owner, door=self._door, grace_s=self._grace_s
        )
        self._drives[run_id] = (
            drive,
            asyncio.ensure_future(self._driven(drive, self._turn(run.thread_id), resumed=resumed)),
        )

    async def _driven(self, drive: RunDriver, turn: asyncio.Lock, *, resumed: bool) -> None:
        try:
            async with turn, self._slots:
                await drive.to_rest(resumed=resumed)
        except Exception as error:  # noqa: BLE001  # told to whoever asks how the run stands
            self._failures[drive.run_id] = error
            if isinstance(error, StoreError):
                self._stranded.add(drive.run_id)
        finally:
            self._drives.pop(drive.run_id, None)
            self.under_way.pop(drive.run_id, None)
            if drive.abandoned is not None:
                self.abandoned += 1
                self._lost.add(drive.abandoned)
                drive.abandoned.add_done_callback(self._lost.discard)


@contextmanager
def _by_itself(failed: str) -> Generator[None]:
    """What fails for one run is noted; a store that is away is so for all of them."""
    try:
        yield
    except StoreBusy:
        raise
    except Exception:  # noqa: BLE001  whatever it is, the other runs are sound
        _log.exception(failed)


def _root(run: RunStarted) -> StepStarted:
    return root_started(run, arguments_digest([run.request]))

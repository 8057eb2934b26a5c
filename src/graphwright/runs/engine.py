"""Starts runs, brings answers to those that wait, stops them, and takes them up again after a restart.

One engine per open project and process. It owns the runs it drives (I-07); every other process that tries writes with a
lower fence and is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

from msgspec import Raw

from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.events import DurableEvent, RunStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import RunId, ThreadId
from graphwright.protocol.runs import ZERO_TOTALS
from graphwright.runs.drive import CANCEL_GRACE_S, Drive, load_run, own_run
from graphwright.runs.ending import Ending, RunState, end_run, root_started, state_of
from graphwright.runs.host import Host
from graphwright.runs.recording import ENDED_RUN
from graphwright.runs.scope import Run
from graphwright.runs.signatures import arguments_digest
from graphwright.runs.workflow import Workflow, Workflows
from graphwright.store.base import Key

Q = TypeVar("Q")
A = TypeVar("A")

MAX_ACTIVE: Final = 50
"""Runs under way at once in one project; later ones are `queued`."""


class Engine:
    """The runs of one project, as far as this process drives them."""

    def __init__(self, host: Host, *, owner: str, grace_s: float = CANCEL_GRACE_S) -> None:
        self.abandoned = 0
        """Tasks that would not end when they were stopped."""
        self._host = host
        self._owner = owner
        self._grace_s = grace_s
        self._workflows = Workflows()
        self._drives: dict[RunId, tuple[Drive, asyncio.Task[None]]] = {}
        self._failures: dict[RunId, Exception] = {}
        self._lost: set[asyncio.Task[bytes]] = set()
        self._door = asyncio.Lock()
        self._slots = asyncio.Semaphore(MAX_ACTIVE)

    def register(self, name: str, function: Callable[[Run, Q], Awaitable[A]], *, version: int = 1) -> None:
        """Make a workflow known. Its request and result types are read from its annotations. `Misuse`."""
        self._workflows.register(Workflow(name, version, function))

    async def start(
        self,
        name: str,
        request: object,
        *,
        author: Author,
        question: str,
        thread_id: ThreadId | UnsetType = UNSET,
        run_id: RunId | None = None,
        key: Key | None = None,
        before: Sequence[DurableEvent] = (),
    ) -> RunId:
        """Begin a run; it goes on by itself. Returns when its beginning is durable.

        `before` are events of the same transaction that come first, such as the message that asks. Raises
        `InvalidCommand` for an unknown workflow, and what `Store.append` says about `key`.
        """
        workflow = self._workflows.newest(name)
        body = workflow.request.encode(request)
        workflow.request.decode(body)
        run = RunStarted(
            run_id=run_id or RunId(self._host.ids.new()),
            workflow=name,
            workflow_version=workflow.version,
            question=question,
            status="queued" if self._slots.locked() else "running",
            revision=self._host.graph.revision,
            totals=ZERO_TOTALS,
            started_at=self._host.clock.now(),
            thread_id=thread_id,
            request=Raw(body),
            author=author,
        )
        events: list[DurableEvent] = [*before, run, root_started(run, arguments_digest([run.request]))]
        await self._host.record(events, key=key)
        self._go(run.run_id)
        return run.run_id

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
            if not drive.has_begun:  # still queued
                task.cancel()
            await asyncio.wait({task})
        async with self._door:
            execution = await own_run(self._host, run_id, self._owner)
            if execution.run.status not in ENDED_RUN:
                await end_run(execution, Ending(status="cancelled"))
        return await self.settled(run_id)

    async def resume(self, run_id: RunId) -> None:
        """Take up a run that was under way when its process ended. Waiting and ended runs stay as they are."""
        run = await load_run(self._host, run_id)
        if run.status in {"queued", "running"} and run_id not in self._drives:
            self._go(run_id, resumed=True)

    async def close(self) -> None:
        """Stop driving; runs that are under way stay `running` and are taken up at the next start."""
        for drive, _ in self._drives.values():
            drive.stop("shutdown")
        await asyncio.gather(*(task for _, task in self._drives.values()), return_exceptions=True)

    def _go(self, run_id: RunId, *, resumed: bool = False) -> None:
        drive = Drive(self._host, run_id, self._workflows, owner=self._owner, door=self._door, grace_s=self._grace_s)
        self._drives[run_id] = drive, asyncio.ensure_future(self._driven(drive, resumed=resumed))

    async def _driven(self, drive: Drive, *, resumed: bool) -> None:
        try:
            async with self._slots:
                await drive.to_rest(resumed=resumed)
        except Exception as error:  # noqa: BLE001  # told to whoever asks how the run stands
            self._failures[drive.run_id] = error
        finally:
            del self._drives[drive.run_id]
            if drive.abandoned is not None:
                self.abandoned += 1
                self._lost.add(drive.abandoned)
                drive.abandoned.add_done_callback(self._lost.discard)

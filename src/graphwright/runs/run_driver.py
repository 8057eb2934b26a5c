"""Drives one run in this process: pass after pass over its code until it ends or waits for people.

The workflow's code is a task of its own and this one watches it, so a stop can be enforced: after a second a task that
will not end is abandoned, and its fence is raised so that nothing it still writes is kept (ADR-10).
"""

from __future__ import annotations

import asyncio
from typing import Final, Literal, TypeAlias

from graphwright.errors import LimitExceeded, OwnerLost, RunDiverged, StoreError
from graphwright.protocol.events import RunResumed, RunStarted, RunWaiting
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import ENDED_RUN
from graphwright.protocol.wire import stored_error
from graphwright.runs.execution import Execution
from graphwright.runs.recorded_steps import load_recording
from graphwright.runs.run_ending import RunEnding, RunState, end_run, state_of
from graphwright.runs.run_host import RunHost
from graphwright.runs.scope import RunScope
from graphwright.runs.signals import RunSuspended
from graphwright.runs.step_execution import record_interrupted
from graphwright.runs.tree import worked_s
from graphwright.runs.workflow import DEADLINE_S, Workflow, Workflows

Stop: TypeAlias = Literal["cancel", "deadline", "shutdown"]

CANCEL_GRACE_S: Final = 1.0
"""How long a stopped task may take to end (R-65)."""


async def load_run(host: RunHost, run_id: RunId) -> RunStarted:
    """A run as it stands. `NotFound`."""
    return await host.read(RunStarted, run_id)


async def own_run(host: RunHost, run_id: RunId, owner: str) -> Execution:
    """Become the run's one owner and read what it has recorded; writes of earlier owners are refused now (I-07)."""
    fence = await host.store.own(run_id, by=owner)
    run = await load_run(host, run_id)
    return Execution(host, run, await load_recording(host, run_id), fence)


class RunDriver:
    """One run under way. `door` is held while a run comes to rest or an answer arrives, so neither misses the other."""

    def __init__(
        self, host: RunHost, run_id: RunId, workflows: Workflows, *, owner: str, door: asyncio.Lock, grace_s: float
    ) -> None:
        self.run_id = run_id
        self.was_answered = False
        """Set under the door when an answer is recorded while this drive is under way: one more pass is due."""
        self.has_begun = False
        self.abandoned: asyncio.Task[bytes] | None = None
        self._host = host
        self._workflows = workflows
        self._owner = owner
        self._door = door
        self._grace_s = grace_s
        self._stop: asyncio.Future[Stop] = asyncio.get_running_loop().create_future()
        self._began = host.clock.monotonic()
        self._worked_before_s = 0.0
        self._deadline_s = DEADLINE_S

    def stop(self, why: Stop) -> None:
        """End it soon; the first reason counts."""
        if not self._stop.done():
            self._stop.set_result(why)

    def is_past_deadline(self) -> bool:
        """Has the run worked longer than a run may?"""
        return self._worked_before_s + self._host.clock.monotonic() - self._began > self._deadline_s

    async def to_rest(self, *, resumed: bool) -> RunState:
        """Execute until the run has ended or waits. `OwnerLost` or a `StoreError` that may pass leave it as it is."""
        self.has_begun = True
        while True:
            self.was_answered = False
            execution = await own_run(self._host, self.run_id, self._owner)
            if execution.run.status in ENDED_RUN:
                return await state_of(self._host, execution.run)
            self._worked_before_s = worked_s(execution.recording.steps(), since=execution.run.started_at)
            self._began = self._host.clock.monotonic()
            execution.is_resumed = resumed
            if resumed or execution.run.status == "queued":
                await execution.record([RunResumed(run_id=self.run_id)])
                resumed = False
            if await self._pass(execution):
                return await state_of(self._host, await load_run(self._host, self.run_id))

    async def _pass(self, execution: Execution) -> bool:
        """Run the code once from its top. Is the run at rest now?"""
        try:
            workflow = self._workflows.version(execution.run.workflow, execution.run.workflow_version)
        except RunDiverged as error:
            return await self._end(execution, RunEnding(status="failed", error=stored_error(error)))
        self._deadline_s, execution.kinds = workflow.deadline_s, workflow.step_kinds
        code = asyncio.ensure_future(_code(execution, workflow))
        if not await self._watch(code, execution):
            return await self._stopped(self._stop.result())
        await execution.settled()
        failure = None if code.cancelled() else code.exception()
        if execution.broken is not None:
            if _is_others_affair(execution.broken):
                raise execution.broken
            return await self._end(execution, RunEnding(status="failed", error=stored_error(execution.broken)))
        if code.cancelled():  # the whole process is being stopped; the run is taken up at the next start
            raise asyncio.CancelledError
        if failure is None:
            return await self._end(execution, RunEnding(status="completed", result=code.result()))
        if isinstance(failure, RunSuspended):
            return await self._rest(execution, failure)
        return await self._end(execution, RunEnding(status="failed", error=stored_error(failure)))

    async def _watch(self, code: asyncio.Task[bytes], execution: Execution) -> bool:
        """Wait for the code's end; False when it was stopped before."""
        both: set[asyncio.Future[bytes] | asyncio.Future[Stop]] = {code, self._stop}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            code.cancel()
            raise
        if code.done():
            return True
        execution.stopped = True
        code.cancel()
        await asyncio.wait({code, asyncio.ensure_future(execution.settled())}, timeout=self._grace_s)
        if not code.done():
            self.abandoned = code
        elif not code.cancelled():
            code.exception()  # what a stopped workflow still raised is of no interest; asyncio wants it looked at
        return False

    async def _stopped(self, why: Stop) -> bool:
        """End a run whose code was stopped. A new fence first: nothing that the code still writes is kept."""
        if why == "shutdown":
            return True
        execution = await own_run(self._host, self.run_id, self._owner)
        if why == "cancel":
            return await self._end(execution, RunEnding(status="cancelled"))
        late = LimitExceeded(f"the run worked longer than {self._deadline_s / 60:.0f} minutes", retry="later")
        return await self._end(execution, RunEnding(status="failed", error=stored_error(late)))

    async def _end(self, execution: Execution, ending: RunEnding) -> bool:
        execution.mend()
        async with self._door:
            await end_run(execution, ending)
        return True

    async def _rest(self, execution: Execution, signal: RunSuspended) -> bool:
        async with self._door:
            if self.was_answered:
                return False
            await execution.record([RunWaiting(run_id=self.run_id, waits=list(signal.waits))])
        return True


def _is_others_affair(error: Exception) -> bool:
    """Does the run stand as it did: because another process has it, or a store failed it that may be back?"""
    return isinstance(error, OwnerLost) or (isinstance(error, StoreError) and error.retry == "later")


async def _code(execution: Execution, workflow: Workflow) -> bytes:
    """The workflow from its top: its result as JSON."""
    run = RunScope(execution)
    run.open()
    try:
        request = workflow.request.decode(execution.run.request)
        result = await workflow.function(run, request)
        run.close()
        await record_interrupted(run)
        return workflow.result.encode(result)
    except Exception as error:
        if run.signal is not None and execution.broken is None:
            raise run.signal from error  # it swallowed the signal and stumbled over its absence
        raise
    finally:
        run.abandon()

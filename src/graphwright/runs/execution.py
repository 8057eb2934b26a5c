"""One pass over a run's code, from its top until it ends, waits or is stopped: the flags and the pen of that pass.

The flags decide, not what the workflow returns: code may swallow a signal, but it gets no further (ADR-10).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final, TypeVar

from graphwright.errors import LimitExceeded
from graphwright.protocol.events import DurableEvent, RunStarted, StepFinished, StepStarted
from graphwright.runs.recorded_steps import RecordedSteps
from graphwright.runs.run_host import RunHost
from graphwright.store.base import Fence

T = TypeVar("T")

MAX_STEPS: Final = 10_000
"""In one run. The longest workflow we know (a discussion of 50 rounds with tools) has about 1,000."""
MAX_DEPTH: Final = 32
"""Of the tree. An investigation has 4 levels; deeper than this is a workflow that calls itself."""
MAX_PARALLEL: Final = 100
"""Steps side by side under one parent; each is a task, and its dependants name all of them."""
MAX_AHEAD: Final = 64
"""Events that may wait for the disk before the run waits for it too."""
SOON_S: Final = 0.005
"""What is handed over and awaited by nobody is written so late, to share a transaction with what comes after it."""


class Execution:
    """What all scopes of one pass share."""

    def __init__(self, host: RunHost, run: RunStarted, recording: RecordedSteps, fence: Fence) -> None:
        self.host = host
        self.run = run
        self.recording = recording
        self.fence = fence
        self.kinds: frozenset[str] | None = None
        """The kinds of steps that the workflow has; `None`: any."""
        self.stopped = False
        """Cancelled, past its deadline, or the process is closing: from now on nothing of this pass is stored."""
        self.broken: Exception | None = None
        """The first error of the run itself (`signals.BREAKING`), or of a write."""
        self.is_resumed = False
        """Taken up after its process ended, perhaps by one of its own steps: every beginning is awaited."""
        self._steps = 0
        self._ahead: list[DurableEvent] = []
        """Handed over, and not yet given to the store."""
        self._fate = asyncio.Event()
        """Is it known what became of everything that was handed over?"""
        self._fate.set()
        self._writing: asyncio.Task[None] | None = None
        self._due: asyncio.TimerHandle | None = None
        """One for all that is handed over meanwhile: it is never taken back."""

    def check(self) -> None:
        """Raise again what ended this pass, for code that caught it and went on."""
        if self.broken is not None:
            raise self.broken
        if self.stopped:
            raise asyncio.CancelledError

    def breaks(self, error: Exception) -> None:
        """Remember the first error of the run itself."""
        self.broken = self.broken or error

    def count_step(self, depth: int) -> None:
        """One more step was called for. `LimitExceeded`."""
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise LimitExceeded(f"a run has at most {MAX_STEPS:,} steps")
        if depth > MAX_DEPTH:
            raise LimitExceeded(f"steps may be nested at most {MAX_DEPTH} deep")

    def mend(self) -> None:
        """Forget what ended this pass, so that the end of its run can be recorded."""
        self.broken = None

    async def note(self, *events: DurableEvent) -> None:
        """Hand events over: they are written soon, in order, all or none. Who must not go ahead awaits `durable`."""
        if len(self._ahead) >= MAX_AHEAD:
            await self.durable()
        self.check()
        if events and not self._ahead:
            self._fate = asyncio.Event()
        self._ahead += events
        if self._ahead and self._due is None:
            self._due = asyncio.get_running_loop().call_later(SOON_S, self._fall_due)

    def hurry(self) -> None:
        """Begin to write what was handed over, for whoever writes something else that belongs to it."""
        if self._ahead and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write())

    async def record(self, events: Sequence[DurableEvent]) -> None:
        """Make events durable as the run's owner. A caller that is cancelled waits until their fate is known."""
        await self.note(*events)
        self.hurry()
        await to_the_end(self._fate.wait())
        self.check()

    async def durable(self) -> None:
        """Wait until everything that was handed over is on the disk. Raises what kept it from getting there."""
        await self.settled()
        self.check()

    async def settled(self) -> None:
        """Wait until the fate of everything that was handed over is known."""
        self.hurry()
        await self._fate.wait()

    def _fall_due(self) -> None:
        self._due = None
        self.hurry()

    async def _write(self) -> None:
        """Write what was handed over, then what was meanwhile. Nothing follows what failed: a journal has no holes."""
        while self._ahead:
            events, fate, self._ahead = self._ahead, self._fate, []
            try:
                await self.host.recorded(events, fence=self.fence)
            except Exception as error:  # noqa: BLE001  # nobody need be waiting: whoever records next is told
                self.breaks(error)
                self._ahead = []
                self._fate.set()
            else:
                for event in events:
                    if isinstance(event, StepStarted | StepFinished):
                        self.recording.put(event)
            finally:
                fate.set()


async def to_the_end(work: Awaitable[T]) -> T:
    """Finish a write even if the caller is cancelled meanwhile; the cancellation follows when its fate is known."""
    writing = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(writing)
    except asyncio.CancelledError:
        await asyncio.wait({writing})
        writing.result()
        raise

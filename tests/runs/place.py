"""A place for runs to live in: the real memory store, a clock moved by hand, and the engine over them."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import pytest

from graphwright.errors import StoreBusy
from graphwright.graph.document import Graph
from graphwright.graph.load import load_profile
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.base import Record
from graphwright.protocol.events import DurableEvent, Event, ProjectChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId, RunId
from graphwright.protocol.runs import Step
from graphwright.protocol.wire import decode_durable
from graphwright.runs import execution
from graphwright.runs.engine import Engine
from graphwright.runs.execution import Execution
from graphwright.runs.recorded_steps import RecordedSteps, load_recording
from graphwright.runs.run_ending import RunState
from graphwright.runs.scope import RunScope
from graphwright.store.base import Entry, Fence, IdempotencyKey, Store
from graphwright.store.entries import entry_of
from graphwright.store.memory import MemoryStore
from graphwright.store.reads import Reads

ANA = Author(person_id=PersonId("ana"), name="Ana")
START = datetime(2026, 1, 1, tzinfo=UTC)
Q = TypeVar("Q")
A = TypeVar("A")


class Ask(Record, frozen=True, kw_only=True):
    """The request of the workflows in these tests."""

    number: int = 0


class Answer(Record, frozen=True, kw_only=True):
    """Their result."""

    values: list[int] = []


class Place(Reads):
    """A project, as `runs.run_host.RunHost` wants it."""

    def __init__(self, store: Store, clock: ManualClock, project_id: ProjectId, seed: int = 1) -> None:
        self.store = store
        self.clock = clock
        self.project_id = project_id
        self.ids = Ids(clock, random.Random(seed).randbytes)
        self.graph = Graph(load_profile("systems"))
        self.heard: list[Event] = []

    async def recorded(
        self, events: list[DurableEvent], *, fence: Fence | None = None, key: IdempotencyKey | None = None
    ) -> int:
        first = await self.store.append(
            self.project_id, [entry_of(event, self.clock) for event in events], fence=fence, key=key
        )
        self.heard += events
        return first

    def publish(self, event: Event) -> None:
        self.heard.append(event)

    async def journal(self) -> list[DurableEvent]:
        return [decode_durable(stored.body) async for stored in self.store.read(self.project_id)]

    async def steps(self, run_id: RunId) -> dict[str, Step]:
        return {step.key: step for step in (await self.recording(run_id)).steps()}

    async def recording(self, run_id: RunId) -> RecordedSteps:
        return await load_recording(self, run_id)


async def new_place(wrap: Callable[[Store], Store] = lambda store: store) -> Place:
    clock = ManualClock(START)
    store = MemoryStore(clock)
    project_id = ProjectId("shop")
    header = ProjectChanged(name="shop", profile="systems", phase=1, policy="auto", language="en", epoch="e")
    await store.create_project(project_id, "shop", [entry_of(header, clock)])
    return Place(wrap(store), clock, project_id)


def engine_of(
    place: Place, workflow: Callable[[RunScope, Q], Awaitable[A]], *, owner: str = "here", grace_s: float = 1.0
) -> Engine:
    engine = Engine(place, owner=owner, grace_s=grace_s)
    engine.register("build", workflow)
    return engine


async def begin(engine: Engine, number: int = 0) -> RunId:
    return await engine.start("build", Ask(number=number), author=ANA, question="what?")


async def run_once(place: Place, workflow: Callable[[RunScope, Q], Awaitable[A]], number: int = 0) -> RunState:
    engine = engine_of(place, workflow)
    return await engine.settled(await begin(engine, number))


def written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are written as soon as they are handed over: so there are the most appends."""
    handed_over = Execution.note

    async def note(self: Execution, *events: DurableEvent) -> None:
        await handed_over(self, *events)
        self.hurry()

    monkeypatch.setattr(Execution, "note", note)


def written_when_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are written when somebody awaits them, and by themselves only a minute later."""
    monkeypatch.setattr(execution, "SOON_S", 60)


class Halting:
    """The store as a process sees it that ends at its n-th append: before it is durable, or after, unacknowledged."""

    def __init__(self, store: Store, at: int, *, keeps_last: bool) -> None:
        self.inner = store
        self.left = at
        self._keeps_last = keeps_last

    async def append(
        self,
        project_id: ProjectId,
        entries: Sequence[Entry],
        *,
        expect_revision: int | None = None,
        fence: Fence | None = None,
        key: IdempotencyKey | None = None,
    ) -> int:
        self.left -= 1
        if self.left < 0 or (self.left == 0 and not self._keeps_last):
            raise StoreBusy("the process has ended")
        first = await self.inner.append(project_id, entries, expect_revision=expect_revision, fence=fence, key=key)
        if self.left == 0:
            raise StoreBusy("the process has ended")
        return first

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)


def reopened(place: Place) -> Place:
    """The same data in a new process."""
    store = place.store.inner if isinstance(place.store, Halting) else place.store
    return Place(store, place.clock, place.project_id, seed=2)


def result_of(step: Step | RunState) -> bytes:
    """The JSON of a result."""
    assert step.result is not None
    return bytes(step.result)

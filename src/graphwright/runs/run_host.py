"""What the engine needs of an open project; `projects.Project` is one."""

from __future__ import annotations

from typing import Protocol

from graphwright.graph.document import Graph
from graphwright.ports import Clock, Ids
from graphwright.protocol.events import DurableEvent, Event
from graphwright.store.base import Fence, IdempotencyKey
from graphwright.store.reads import Reads


class RunHost(Reads, Protocol):
    """A project that runs live in: its store holds their steps, blobs and owners."""

    @property
    def clock(self) -> Clock:
        """The only time the engine knows."""
        ...

    @property
    def ids(self) -> Ids:
        """Makes the ids of runs; those of steps follow from the run and the step's key."""
        ...

    @property
    def graph(self) -> Graph:
        """The live graph; the engine only reads its revision when a run starts."""
        ...

    async def recorded(
        self, events: list[DurableEvent], *, fence: Fence | None = None, key: IdempotencyKey | None = None
    ) -> int:
        """Make events durable in one transaction, then publish them; answers with the sequence of the first.

        For a task that is not cancelled meanwhile (`execution.to_the_end`).
        """
        ...

    def publish(self, event: Event) -> None:
        """Tell everybody something that is not kept."""
        ...

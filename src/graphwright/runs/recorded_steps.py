"""What a run has recorded so far: its steps by key, as replay looks them up. Holds data, writes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from graphwright.protocol.ids import RunId, StepId, uuid7
from graphwright.protocol.runs import Step, StepStatus
from graphwright.runs.run_host import RunHost

ROOT_KEY: Final = ""
ROOT_KIND: Final = "query_root"
ENDED: Final[frozenset[StepStatus]] = frozenset({"completed", "failed", "cancelled", "skipped"})


class RecordedSteps:
    """The steps of one run, in the order in which they first began."""

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self._by_key = {step.key: step for step in steps}
        self._keys = {step.step_id: step.key for step in self._by_key.values()}
        self._children: dict[StepId | None, list[str]] = {}
        for step in self._by_key.values():
            self._children.setdefault(step.parent_id, []).append(step.key)

    def get(self, key: str) -> Step | None:
        """The step as it stands."""
        return self._by_key.get(key)

    def put(self, step: Step) -> None:
        """A step began or ended."""
        if step.key not in self._by_key:
            self._keys[step.step_id] = step.key
            self._children.setdefault(step.parent_id, []).append(step.key)
        self._by_key[step.key] = step

    def steps(self) -> list[Step]:
        """All steps, parents before their children."""
        return list(self._by_key.values())

    def children(self, step_id: StepId) -> list[Step]:
        """The steps directly under one."""
        return [self._by_key[key] for key in self._children.get(step_id, ())]

    def path(self, step: Step) -> list[StepId]:
        """Ids from the root to the step."""
        path = [step.step_id]
        while step.parent_id is not None:
            step = self._by_key[self._keys[step.parent_id]]
            path.append(step.step_id)
        return path[::-1]

    def open_steps(self) -> list[Step]:
        """Steps that have not ended, without the root, innermost first."""
        return [s for s in reversed(self.steps()) if s.status not in ENDED and s.parent_id is not None]


async def load_recording(host: RunHost, run_id: RunId) -> RecordedSteps:
    """Read what the store knows of a run's steps."""
    return RecordedSteps(await host.read_all(Step, group=run_id))


def derived_id(run_id: RunId, name: str) -> str:
    """A UUIDv7 that follows from the run and a name, so every repetition of a step gives its things the same ids.

    The time is the run's own; the rest is a hash of run and name, so ids of different runs never meet.
    """
    milliseconds = int(run_id[0:8] + run_id[9:13], 16)
    return uuid7(milliseconds, hashlib.sha256(f"{run_id}/{name}".encode()).hexdigest()[:20])


def step_id_of(run_id: RunId, key: str) -> StepId:
    """The id of the step with this key."""
    return StepId(derived_id(run_id, f"step:{key}"))

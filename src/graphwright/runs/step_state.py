"""A scope and a step under way, as those see them who record, execute and await steps.

`scope.Scope` and `scope.StepScope` are them. They know the code that records and executes steps; that code knows them
by these two protocols only, so that each file can be read alone.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from graphwright.protocol.ids import RunId, StepId
from graphwright.protocol.runs import Usage, Verdict
from graphwright.runs.execution import Execution
from graphwright.runs.signals import RunSuspended


class ScopeState(Protocol):
    """Something that steps are called under."""

    execution: Execution
    key: str
    path: list[StepId]
    step_id: StepId
    signal: RunSuspended | None
    interrupted: list[StepState]

    @property
    def run_id(self) -> RunId: ...
    @property
    def has_steps(self) -> bool: ...
    def open(self) -> None: ...
    def close(self) -> None: ...
    def abandon(self) -> None: ...


class StepState(ScopeState, Protocol):
    """A step: what its events say of it."""

    kind: str
    label: str
    digest: str
    attempt: int
    used: Usage | None
    given_verdict: Verdict | None
    dependencies: list[StepId]
    waited: RunSuspended | None
    finish_was_used: bool
    started_at: datetime
    began: float | None

    @property
    def parent(self) -> ScopeState: ...
    def depends_on(self, *step_ids: StepId) -> None: ...

"""The schedules of a project: made, changed, listed and removed by people. Starting them is `starting`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from msgspec import structs

from graphwright.actions.messages import check_text
from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.ports import Clock, Ids
from graphwright.protocol.base import Command, Count
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId, ScheduleId
from graphwright.protocol.runs import Run, WorkflowName
from graphwright.protocol.wire import decode, encode
from graphwright.schedules.records import Missed, Schedule, ScheduleRead, ScheduleState
from graphwright.schedules.times import check_times, next_after
from graphwright.store.base import Store
from graphwright.store.reads import StoredProject
from graphwright.workflows.registry import BY_NAME

SCHEDULES: Final = 20
"""In one project."""
NAME_LENGTH: Final = 80
SCHEDULABLE: Final = tuple(name for name in ("check", "gardener", "ask", "investigate") if name in BY_NAME)
"""Workflows of our own that need nobody beside them while they run."""
_SCHEDULE: Final = "schedule"
_STATE: Final = "scheduleState"


class ScheduleChange(Command, frozen=True, kw_only=True):
    """What is to be different; a new schedule says at least name, cron words, workflow and text."""

    name: str | None = None
    cron: str | None = None
    zone: str | None = None
    workflow: WorkflowName | None = None
    text: str | None = None
    is_on: bool | None = None
    missed: Missed | None = None
    calls_a_day: Count | None = None
    """0: no limit."""
    money_a_day: Count | None = None
    """0: no limit."""


class Schedules:
    """Those of a data folder; every question is answered from the store."""

    def __init__(self, store: Store, clock: Clock, ids: Ids, of_plugins: Iterable[WorkflowName] = ()) -> None:
        self.store = store
        self.schedulable = (*SCHEDULABLE, *of_plugins)
        """What may be scheduled."""
        self.clock = clock
        self._ids = ids
        self._changing = asyncio.Lock()

    async def everywhere(self) -> list[Schedule]:
        """Those of all projects, oldest first."""
        found = [decode(body, Schedule) for _, body in await self.store.records(_SCHEDULE)]
        return sorted(found, key=lambda each: each.schedule_id)

    async def of(self, project_id: ProjectId) -> list[Schedule]:
        """Those of a project, oldest first."""
        return [each for each in await self.everywhere() if each.project_id == project_id]

    async def get(self, project_id: ProjectId, schedule_id: str) -> Schedule:
        """One of a project. `NotFound`."""
        kept = await self.store.get_record(_SCHEDULE, schedule_id)
        found = None if kept is None else decode(kept, Schedule)
        if found is None or found.project_id != project_id:
            raise NotFound(f"there is no schedule {schedule_id[:80]!r} in this project")
        return found

    async def add(self, project_id: ProjectId, wanted: ScheduleChange, owner: Author) -> Schedule:
        """A new schedule. `InvalidCommand`, `LimitExceeded`."""
        made = Schedule(
            schedule_id=ScheduleId(self._ids.new()),
            project_id=project_id,
            name="",
            cron="",
            zone="UTC",
            workflow="",
            text="",
            owner=owner,
            since=self.clock.now(),
        )
        async with self._changing:  # of two who come at once the second counts the first
            if len(await self.of(project_id)) >= SCHEDULES:
                raise LimitExceeded(f"a project has at most {SCHEDULES} schedules; remove one first")
            return await self._keep(made, wanted)

    async def change(self, schedule: Schedule, wanted: ScheduleChange) -> Schedule:
        """What it is by now with what is to be different. `InvalidCommand`, `LimitExceeded`; `NotFound` if removed."""
        async with self._changing:
            return await self._keep(await self.get(schedule.project_id, schedule.schedule_id), wanted)

    async def remove(self, schedule: Schedule) -> None:
        """Forget a schedule; its runs stay."""
        async with self._changing:
            await self.store.set_record(_SCHEDULE, schedule.schedule_id, None)
            await self.store.set_record(_STATE, schedule.schedule_id, None)

    async def state_of(self, schedule_id: ScheduleId) -> ScheduleState:
        """How far a schedule is."""
        kept = await self.store.get_record(_STATE, schedule_id)
        return ScheduleState() if kept is None else decode(kept, ScheduleState)

    async def keep_state(self, schedule_id: ScheduleId, state: ScheduleState) -> None:
        """Keep how far a schedule is."""
        await self.store.set_record(_STATE, schedule_id, encode(state))

    async def newest_run(self, schedule: Schedule, state: ScheduleState) -> Run | None:
        """The run that was started last; None where there was none."""
        if state.last_run_id is None:
            return None
        return await StoredProject(self.store, schedule.project_id).find(Run, state.last_run_id)

    async def read(self, schedule: Schedule) -> ScheduleRead:
        """A schedule with its next time and what became of the last ones."""
        state = await self.state_of(schedule.schedule_id)
        run = await self.newest_run(schedule, state)
        next_at: datetime | None = None
        problem: str | None = None
        try:
            next_at = next_after(schedule.cron, schedule.zone, self.clock.now()) if schedule.is_on else None
        except InvalidCommand as error:  # kept where its zone was known
            problem = error.message
        return ScheduleRead(
            **structs.asdict(schedule),
            next_at=next_at,
            problem=problem,
            thread_id=state.thread_id,
            starts=state.starts,
            last_status=None if run is None else run.status,
            last_outcome=None if run is None else run.outcome,
        )

    async def _keep(self, schedule: Schedule, wanted: ScheduleChange) -> Schedule:
        """Check it with what is to be different, then keep it."""
        given: dict[str, Any] = {name: value for name, value in structs.asdict(wanted).items() if value is not None}
        limits: dict[str, int | None] = {
            name: given[name] or None for name in ("calls_a_day", "money_a_day") if name in given
        }
        changed = structs.replace(schedule, **(given | limits))
        changed = structs.replace(changed, name=" ".join(changed.name.split()))
        self._check(changed)
        if (changed.cron, changed.zone, changed.is_on) != (schedule.cron, schedule.zone, schedule.is_on):
            changed = structs.replace(changed, since=self.clock.now())
        await self.store.set_record(_SCHEDULE, changed.schedule_id, encode(changed))
        return changed

    def _check(self, schedule: Schedule) -> None:
        if not 0 < len(schedule.name) <= NAME_LENGTH:
            raise InvalidCommand(f"a schedule has a name of 1 to {NAME_LENGTH} characters", path="$.name")
        if schedule.workflow not in self.schedulable:
            message = f"{schedule.workflow[:80]!r} cannot be scheduled; use one of {', '.join(self.schedulable)}"
            raise InvalidCommand(message, path="$.workflow")
        check_text(schedule.text)
        check_times(schedule.cron, schedule.zone, self.clock.now())

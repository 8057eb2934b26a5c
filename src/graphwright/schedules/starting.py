"""Starts what is due: exactly one run for each time, also when the process is killed at any moment in between.

The time that is being started is kept first; then a message is sent under an id that is made of the schedule and that
time, so that sending it again after a crash finds the run that there is; then it is kept that the time is dealt with.
Where the schedule was changed or switched off meanwhile nothing is sent again, and only the run that there is is told.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

from msgspec import structs

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import answered_before, carry_out
from graphwright.actions.messages import MessageAccepted
from graphwright.errors import (
    AccessDenied,
    GraphwrightError,
    IdempotencyConflict,
    InvalidCommand,
    NotFound,
    StoreError,
)
from graphwright.protocol.commands import MessageSend
from graphwright.protocol.ids import CommandId, ProjectId, ScheduleId
from graphwright.protocol.runs import ENDED_RUN, Run
from graphwright.protocol.wire import decode
from graphwright.schedules.records import STARTS, Schedule, ScheduleStart, ScheduleState, StartStatus
from graphwright.schedules.schedules import Schedules
from graphwright.schedules.times import count_between, newest_until
from graphwright.store.reads import StoredProject
from graphwright.workbench import Workbench

LATE: Final = timedelta(minutes=2)
"""A time that is older passed while no server ran; a busy server is not that late."""
DAY: Final = timedelta(hours=24)
A_DAYS_RUNS: Final = 300
"""More than a schedule can start in a day; those of its conversation are counted."""
_log = logging.getLogger(__name__)


class Starter:
    """Looks again and again what is due."""

    def __init__(self, workbench: Workbench, schedules: Schedules) -> None:
        self._workbench = workbench
        self._schedules = schedules
        self.may_start: Callable[[ProjectId], bool] = lambda _project_id: True
        """Whether it is this process that starts what is due in a project."""
        self._never_due: set[ScheduleId] = set()
        """Those of which the log says so already: it is looked every few seconds."""

    async def start_due(self) -> None:
        """Start what is due now, in all projects. Whoever calls it waits until it is done before the next call."""
        names = {row.project_id for row in await self._workbench.projects.rows()}
        for schedule in await self._schedules.everywhere():
            try:
                if schedule.project_id not in names:
                    await self._schedules.remove(schedule)
                elif self.may_start(schedule.project_id):
                    await self._look(schedule)
            except Exception:  # noqa: BLE001  the next look may do better, and the others go on
                _log.exception("schedule %s of %s could not be started", schedule.schedule_id, schedule.project_id)

    def _say_never_due(self, schedule: Schedule, error: InvalidCommand) -> None:
        if schedule.schedule_id not in self._never_due:  # whoever lists it reads it all the time
            self._never_due.add(schedule.schedule_id)
            _log.warning("schedule %s is never due here: %s", schedule.schedule_id, error.message)

    async def _look(self, schedule: Schedule) -> None:
        state = await self._schedules.state_of(schedule.schedule_id)
        due = state.starting
        if due is not None:  # a process was killed here; whether before or after the start, it finds out
            go_on = self._start if schedule.is_on and due > schedule.since else self._find_out
            await go_on(schedule, state, due)
        elif schedule.is_on:
            await self._start_if_due(schedule, state)

    async def _start_if_due(self, schedule: Schedule, state: ScheduleState) -> None:
        now = self._workbench.clock.now()
        after = max(schedule.since, state.after or schedule.since)
        try:
            due = newest_until(schedule.cron, schedule.zone, now)
        except InvalidCommand as error:
            self._say_never_due(schedule, error)
            return
        if due is None or due <= after:
            return
        passed = count_between(schedule.cron, schedule.zone, after, due)
        reason: StartStatus | None = None if now - due <= LATE or schedule.missed == "once" else "missed"
        if reason is None and await self._is_under_way(schedule, state):
            reason = "running"
        if reason is None and await self._is_used_up(schedule, state, now):
            reason = "limit"
        if reason is not None:
            told = ScheduleStart(due=due, at=now, status=reason, passed=passed)
            await self._dealt_with(schedule, state, told)
            return
        state = structs.replace(state, starting=due, starting_passed=passed)
        await self._schedules.keep_state(schedule.schedule_id, state)
        await self._start(schedule, state, due)

    async def _start(self, schedule: Schedule, state: ScheduleState, due: datetime) -> None:
        told = ScheduleStart(due=due, at=self._workbench.clock.now(), status="started", passed=state.starting_passed)
        try:
            accepted = await self._sent(schedule, state, due)
            told = structs.replace(told, run_id=accepted.run_id)
            state = structs.replace(state, thread_id=accepted.thread_id, last_run_id=accepted.run_id)
        except StoreError:
            raise  # the next look tries it again
        except (AccessDenied, NotFound) as refused:
            told = structs.replace(told, status="access", reason=refused.message)
        except GraphwrightError as refused:
            told = structs.replace(told, status="refused", reason=refused.message)
        await self._dealt_with(schedule, state, told)

    async def _find_out(self, schedule: Schedule, state: ScheduleState, due: datetime) -> None:
        """Tell the run of a time that began before the schedule was changed; there may be none, and begins none."""
        project = await self._workbench.open_project(schedule.project_id)
        command = _message(schedule, state, due)
        told = ScheduleStart(due=due, at=self._workbench.clock.now(), status="started", passed=state.starting_passed)
        try:
            known = await answered_before(command, caller=await self._caller(schedule), open_project=project)
        except IdempotencyConflict:  # it says something else by now: there is one, whichever it is
            await self._dealt_with(schedule, state, told)
            return
        if known is None:
            await self._schedules.keep_state(
                schedule.schedule_id, structs.replace(state, starting=None, starting_passed=0)
            )
            return
        accepted = decode(bytes(known), MessageAccepted)
        state = structs.replace(state, thread_id=accepted.thread_id, last_run_id=accepted.run_id)
        await self._dealt_with(schedule, state, structs.replace(told, run_id=accepted.run_id))

    async def _sent(self, schedule: Schedule, state: ScheduleState, due: datetime) -> MessageAccepted:
        """The message of a time; sent again it is the same message and the same run."""
        workbench = self._workbench
        carried = await carry_out(
            _message(schedule, state, due),
            caller=await self._caller(schedule),
            open_project=await workbench.open_project(schedule.project_id),
            workbench=workbench,
        )
        return decode(bytes(carried.result), MessageAccepted)

    async def _caller(self, schedule: Schedule) -> Caller:
        owner = await self._workbench.owner()
        is_owner = schedule.owner.person_id == owner.person_id
        return Caller(person=schedule.owner, kind="owner" if is_owner else "account")

    async def _dealt_with(self, schedule: Schedule, state: ScheduleState, told: ScheduleStart) -> None:
        done = structs.replace(
            state, after=told.due, starting=None, starting_passed=0, starts=[*state.starts, told][-STARTS:]
        )
        await self._schedules.keep_state(schedule.schedule_id, done)

    async def _is_under_way(self, schedule: Schedule, state: ScheduleState) -> bool:
        """Whether its newest run has not ended; one that waits for people has not."""
        newest = await self._schedules.newest_run(schedule, state)
        return newest is not None and newest.status not in ENDED_RUN

    async def _is_used_up(self, schedule: Schedule, state: ScheduleState, now: datetime) -> bool:
        """Whether its runs of the last 24 hours have used up what it may."""
        if state.thread_id is None:
            return False
        project = StoredProject(self._workbench.store, schedule.project_id)
        newest = await project.read_all(Run, group=state.thread_id, newest=A_DAYS_RUNS)
        today = [run.totals for run in newest if now - run.started_at < DAY]
        calls, money = sum(each.model_calls for each in today), sum(each.cost_micros for each in today)
        limits = ((schedule.calls_a_day, calls), (schedule.money_a_day, money))
        return any(limit is not None and used >= limit for limit, used in limits)


def _message(schedule: Schedule, state: ScheduleState, due: datetime) -> MessageSend:
    return MessageSend(
        command_id=CommandId(str(uuid5(UUID(schedule.schedule_id), due.isoformat()))),
        text=schedule.text,
        workflow=schedule.workflow,
        thread_id=state.thread_id,
    )

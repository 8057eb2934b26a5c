"""What is kept of a schedule: what people want, and, apart from it, what became of each of its times."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId, RunId, ScheduleId, ThreadId
from graphwright.protocol.runs import Outcome, RunStatus, WorkflowName

Missed: TypeAlias = Literal["once", "skip"]
"""What of the times that passed while no server ran: one start for all of them, or none."""
StartStatus: TypeAlias = Literal["started", "running", "missed", "limit", "access", "refused"]
"""What became of a time: a run; or none, because the one before was still under way, nobody was there, the limit of the
day was reached, its owner may not ask here any more, or the message was refused."""

STARTS: Final = 20
"""The newest of a schedule that are kept."""


class Schedule(Record, frozen=True, kw_only=True):
    """A message that is sent at times. Written only by people."""

    schedule_id: ScheduleId
    project_id: ProjectId
    name: str
    cron: str
    """Five cron words, or `@hourly`, `@daily`, `@weekly`, `@monthly`."""
    zone: str
    """The time zone that they mean, such as `Europe/Berlin`."""
    workflow: WorkflowName
    text: str
    owner: Author
    """Whose message it is: their rights and budgets hold, as they are at each time."""
    is_on: bool = True
    missed: Missed = "once"
    calls_a_day: Count | None = None
    """Model calls of its runs within 24 hours, above which it starts none."""
    money_a_day: Count | None = None
    """The same in millionths of a dollar."""
    since: Time
    """When it was made, changed or turned on last; earlier times do not count."""


class ScheduleStart(Record, frozen=True, kw_only=True):
    """What became of one time."""

    due: Time
    at: Time
    status: StartStatus
    run_id: RunId | None = None
    passed: Count = 0
    """Times before it that passed while no server ran; at most 100 are counted."""
    reason: str | None = None
    """Why it was refused."""


class ScheduleState(Record, frozen=True, kw_only=True):
    """How far a schedule is. Written only by what starts it."""

    after: Time | None = None
    """The last time that is dealt with."""
    starting: Time | None = None
    """The time that is being started: kept before, so that after a crash it is this one again and no other."""
    starting_passed: Count = 0
    thread_id: ThreadId | None = None
    """The conversation in which its messages stand."""
    last_run_id: RunId | None = None
    """Its newest run, also when the start of it is no longer among those that are kept."""
    starts: list[ScheduleStart] = []
    """The newest, oldest first."""


class ScheduleRead(Schedule, frozen=True, kw_only=True):
    """A schedule as people read it."""

    next_at: Time | None = None
    """Absent where it is off, or has no further time."""
    problem: str | None = None
    """Why it is never due here: this machine does not know its time zone."""
    thread_id: ThreadId | None = None
    starts: list[ScheduleStart] = []
    last_status: RunStatus | None = None
    """Of the newest run."""
    last_outcome: Outcome | None = None

"""The command `schedule`: have a workflow started at times, and see when next and what became of it."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from graphwright.cli.output import Output, counted
from graphwright.errors import InvalidCommand, NeedsChoice, NotFound
from graphwright.formats.table import table
from graphwright.protocol.ids import ProjectId
from graphwright.schedules.records import Schedule, ScheduleRead, ScheduleStart
from graphwright.schedules.schedules import ScheduleChange, Schedules
from graphwright.workbench import Workbench

_Action: TypeAlias = Callable[[Workbench, ProjectId, argparse.Namespace, Output], Awaitable[int]]


async def schedule(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List or add schedules, or do something to one."""
    project = (await workbench.open_project(options.project)).project
    return await SCHEDULE_ACTIONS[options.action](workbench, project.project_id, options, output)


async def _list(workbench: Workbench, project_id: ProjectId, _options: argparse.Namespace, output: Output) -> int:
    schedules = _schedules(workbench)
    found = [await schedules.read(each) for each in await schedules.of(project_id)]
    now = workbench.clock.now()
    cells = [(each.name, each.cron, each.workflow, each.owner.name, _next(each, now), _last(each)) for each in found]
    none = ["nothing is started at times; begin: graphwright schedule add PROJECT NAME --cron '0 3 * * *' ..."]
    headings = ("name", "cron words", "workflow", "owner", "next", "last")
    output.result({"schedules": found}, table(headings, cells) if found else none)
    return 0


async def _add(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    if not (options.name and options.cron and options.workflow and options.text):
        raise InvalidCommand("schedule add needs a NAME, --cron, --workflow and --text")
    schedules = _schedules(workbench)
    wanted = _change(options)
    return await _shown(schedules, await schedules.add(project_id, wanted, await workbench.owner()), workbench, output)


async def _edit(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    schedules = _schedules(workbench)
    changed = await schedules.change(await _meant(schedules, project_id, options), _change(options, name=False))
    return await _shown(schedules, changed, workbench, output)


async def _on(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    return await _turn(workbench, project_id, options, output, is_on=True)


async def _off(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    return await _turn(workbench, project_id, options, output, is_on=False)


async def _turn(
    workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output, *, is_on: bool
) -> int:
    schedules = _schedules(workbench)
    found = await _meant(schedules, project_id, options)
    return await _shown(schedules, await schedules.change(found, ScheduleChange(is_on=is_on)), workbench, output)


async def _remove(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    schedules = _schedules(workbench)
    gone = await _meant(schedules, project_id, options)
    await schedules.remove(gone)
    output.result({"schedule": gone}, [f"removed the schedule {gone.name}; its runs stay"])
    return 0


SCHEDULE_ACTIONS: Final[Mapping[str, _Action]] = MappingProxyType(
    {"list": _list, "add": _add, "edit": _edit, "on": _on, "off": _off, "remove": _remove}
)
"""What can be done."""


def _schedules(workbench: Workbench) -> Schedules:
    return Schedules(workbench.store, workbench.clock, workbench.ids, workbench.contributions.workflow_names)


def _change(options: argparse.Namespace, *, name: bool = True) -> ScheduleChange:
    return ScheduleChange(
        name=options.name if name else None,
        cron=options.cron,
        zone=options.zone,
        workflow=options.workflow,
        text=options.text,
        missed=options.missed,
        calls_a_day=options.calls_a_day,
    )


async def _meant(schedules: Schedules, project_id: ProjectId, options: argparse.Namespace) -> Schedule:
    """The schedule of a name or id; the only one where none is given."""
    wanted = options.name
    everything = await schedules.of(project_id)
    found = [each for each in everything if wanted in {None, each.name, each.schedule_id}]
    if not found:
        raise NotFound(f"this project has no schedule {wanted[:80]!r}" if wanted else "this project has no schedule")
    if len(found) > 1:
        raise NeedsChoice("which one? give its id", candidates=[each.schedule_id for each in found])
    return found[0]


async def _shown(schedules: Schedules, schedule: Schedule, workbench: Workbench, output: Output) -> int:
    read = await schedules.read(schedule)
    output.result({"schedule": read}, [f"{read.name}: {read.workflow}, {_next(read, workbench.clock.now())}"])
    return 0


def _next(schedule: ScheduleRead, now: datetime) -> str:
    if schedule.problem is not None:
        return f"never: {schedule.problem}"
    if schedule.next_at is None:
        return "off"
    return f"{_in_zone(schedule.next_at, schedule.zone)}, {_in_words(schedule.next_at - now)}"


def _in_zone(at: datetime, zone: str) -> str:
    try:
        return f"{at.replace(tzinfo=UTC).astimezone(ZoneInfo(zone)):%a %Y-%m-%d %H:%M} {zone}"
    except (KeyError, ValueError, OSError):  # a zone that this machine does not know
        return f"{at.replace(tzinfo=UTC):%a %Y-%m-%d %H:%M} UTC"


def _in_words(left: timedelta) -> str:
    minutes = max(0, int(left.total_seconds()) // 60)
    if minutes < 2 * 60:
        return f"in {counted(minutes, 'minute')}"
    return f"in {counted(minutes // 60, 'hour')}" if minutes < 2 * 24 * 60 else f"in {counted(minutes // 1440, 'day')}"


def _last(schedule: ScheduleRead) -> str:
    if not schedule.starts:
        return "not started yet"
    newest = schedule.starts[-1]
    return f"{_in_zone(newest.due, schedule.zone)}: {_became(newest, schedule)}"


def _became(start: ScheduleStart, schedule: ScheduleRead) -> str:
    if start.status == "started":
        return f"{schedule.last_outcome or schedule.last_status or 'started'} (run {start.run_id})"
    return WHY_NOT[start.status] + (f": {start.reason}" if start.reason else "")


WHY_NOT: Final = {
    "running": "left out, the run before was still under way",
    "missed": "left out, no server was running",
    "limit": "left out, the limit of the day was reached",
    "access": "left out, its owner may not ask here any more",
    "refused": "left out, the message was refused",
}
"""Why nothing was started at a time."""

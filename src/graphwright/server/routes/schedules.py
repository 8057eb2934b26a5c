"""Schedules: messages that are sent at times. Everybody reads them; whoever may ask has some, and changes their own."""

from __future__ import annotations

from graphwright.errors import AccessDenied, InvalidCommand
from graphwright.protocol.base import Record
from graphwright.protocol.ids import ScheduleId
from graphwright.protocol.projects import RIGHTS
from graphwright.protocol.runs import WorkflowName
from graphwright.schedules.records import Schedule, ScheduleRead
from graphwright.schedules.schedules import ScheduleChange, Schedules
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint

_SCHEDULE = PROJECT + "/schedules/{schedule}"


class ScheduleList(Record, frozen=True, kw_only=True):
    """The schedules of a project."""

    schedules: list[ScheduleRead]
    workflows: list[WorkflowName]
    """What may be scheduled."""


class ScheduleGone(Record, frozen=True, kw_only=True):
    """The schedule is forgotten; its runs stay."""

    schedule_id: ScheduleId


@endpoint("schedules.get", PROJECT + "/schedules", "read")
async def list_schedules(call: EndpointCall[NoQuery, NoBody]) -> ScheduleList:
    """What is started at times, when next, and what became of it."""
    schedules = call.server_state.schedules
    found = await schedules.of(call.project.project_id)
    return ScheduleList(schedules=[await schedules.read(each) for each in found], workflows=list(schedules.schedulable))


@endpoint("schedules.post", PROJECT + "/schedules", "ask", status=201)
async def post_schedule(call: EndpointCall[NoQuery, ScheduleChange]) -> ScheduleRead:
    """Have a message sent at times, as yours."""
    if call.caller.kind == "token":
        raise InvalidCommand("a token cannot have a schedule, because its person ends with it; log in with an account")
    schedules = call.server_state.schedules
    return await schedules.read(await schedules.add(call.project.project_id, call.body, call.person))


@endpoint("schedule.patch", _SCHEDULE, "ask")
async def patch_schedule(call: EndpointCall[NoQuery, ScheduleChange]) -> ScheduleRead:
    """Change a schedule of yours; an admin of the project may turn off anybody's."""
    schedules, found = await _meant(call)
    is_mine = found.owner.person_id == call.person.person_id
    if not is_mine and not (_is_admin(call) and call.body == ScheduleChange(is_on=False)):
        raise AccessDenied("this schedule speaks for somebody else; an admin may turn it off or remove it")
    return await schedules.read(await schedules.change(found, call.body))


@endpoint("schedule.delete", _SCHEDULE, "ask")
async def delete_schedule(call: EndpointCall[NoQuery, NoBody]) -> ScheduleGone:
    """Remove a schedule of yours, or as an admin anybody's."""
    schedules, found = await _meant(call)
    if found.owner.person_id != call.person.person_id and not _is_admin(call):
        raise AccessDenied("this schedule is somebody else's; an admin may remove it")
    await schedules.remove(found)
    return ScheduleGone(schedule_id=found.schedule_id)


async def _meant(
    call: EndpointCall[NoQuery, NoBody] | EndpointCall[NoQuery, ScheduleChange],
) -> tuple[Schedules, Schedule]:
    schedules = call.server_state.schedules
    return schedules, await schedules.get(call.project.project_id, call.path["schedule"])


def _is_admin(call: EndpointCall[NoQuery, NoBody] | EndpointCall[NoQuery, ScheduleChange]) -> bool:
    return "admin" in RIGHTS[call.granted]

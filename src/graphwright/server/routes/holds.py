"""Legal holds, set and lifted by the owner of the data folder."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from graphwright.errors import NotFound
from graphwright.holds import Hold
from graphwright.protocol.base import Command, Record
from graphwright.server.endpoint import SMALL_BODY_BYTES, EndpointCall, NoBody, NoQuery, endpoint


class HoldPut(Command, frozen=True, kw_only=True):
    """Whether a project is on hold from now on, and why."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    is_held: bool = True


class HoldList(Record, frozen=True, kw_only=True):
    """The projects that are on hold."""

    holds: list[Hold]


@endpoint("holds.get", "/api/holds", "owner")
async def list_holds(call: EndpointCall[NoQuery, NoBody]) -> HoldList:
    """Which projects are on hold, and why."""
    return HoldList(holds=await call.workbench.holds.all())


@endpoint("hold.put", "/api/holds/{held}", "owner", most=SMALL_BODY_BYTES, audited=("reason", "is_held"))
async def put_hold(call: EndpointCall[NoQuery, HoldPut]) -> HoldList:
    """Put a project on hold, so that nothing of it is removed, or lift the hold."""
    holds = call.workbench.holds
    row = await call.workbench.projects.row(call.path["held"])
    if row is None:
        raise NotFound("nothing here is called so; give the name or the id of a project")
    if call.body.is_held:
        await holds.put(row.project_id, call.body.reason, call.person)
    else:
        await holds.lift(row.project_id)
    return HoldList(holds=await holds.all())

"""Everything that answers of this server stand on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

from msgspec import Struct

from graphwright.operations.survey import Survey
from graphwright.protocol.commandline import CommandLine, Printed
from graphwright.rooms.rooms import Rooms
from graphwright.server.assets import Assets, built_assets
from graphwright.server.leavers import Leavers
from graphwright.server.pace import Pace
from graphwright.server.reception import Reception
from graphwright.server.telemetry import Telemetry
from graphwright.server.websocket import Socket
from graphwright.workbench import Desk, Workbench

RunCommand: TypeAlias = Callable[[CommandLine], AsyncIterator[Printed]]


class Site(Struct, frozen=True, kw_only=True):
    """One server."""

    workbench: Workbench
    reception: Reception
    rooms: Rooms
    telemetry: Telemetry
    leavers: Leavers
    socket: Socket
    survey: Survey
    assets: Assets
    requests: Pace
    """How often a person may ask for anything over REST."""
    writes: Pace
    """How often a person may change something, over REST or a WebSocket."""
    captures: Pace
    """How often a person may ask what a language model would see."""
    run_command: RunCommand | None = None
    """Runs what another process of the same user typed; only the command line can give it."""


def open_site(workbench: Workbench, *, assets: Assets | None = None, run_command: RunCommand | None = None) -> Site:
    """A site around a workbench; every project that is open or opened from now on is watched and counted."""
    settings = workbench.settings
    reception = Reception(workbench, host=settings.host, origins=settings.origins)
    rooms = Rooms()
    telemetry = Telemetry(workbench.clock, rooms)
    leavers = Leavers()
    writes = Pace(workbench.clock, settings.writes_per_minute, "changes")

    def opened(desk: Desk) -> None:
        telemetry.watch(desk)
        leavers.watch(desk)
        desk.watch.start()

    workbench.on_desk.append(opened)
    for desk in workbench.open_desks:  # the sample is built before anybody listens
        opened(desk)
    return Site(
        workbench=workbench,
        reception=reception,
        rooms=rooms,
        telemetry=telemetry,
        leavers=leavers,
        socket=Socket(workbench, rooms, reception, writes),
        survey=workbench.survey,
        assets=built_assets() if assets is None else assets,
        requests=Pace(workbench.clock, settings.requests_per_minute, "requests"),
        writes=writes,
        captures=Pace(workbench.clock, settings.captures_per_minute, "captures of context"),
        run_command=run_command,
    )

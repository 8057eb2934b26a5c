"""Everything that answers of this server stand on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

from msgspec import Struct

from graphwright.protocol.base import Command
from graphwright.rooms.rooms import Rooms
from graphwright.server.assets import Assets
from graphwright.server.findings import Survey
from graphwright.server.reception import Reception
from graphwright.server.telemetry import Telemetry
from graphwright.workbench import Workbench


class CommandLine(Command, frozen=True, kw_only=True):
    """A command as it was typed in another process of the same user."""

    arguments: list[str]
    folder: str
    """Where it was typed: file names are read from there."""
    input: str | None = None
    """Standard input, when the command reads it."""


class Printed(Struct, frozen=True, omit_defaults=True):
    """A piece of what the command prints, or, at the end, its exit code."""

    out: str = ""
    err: str = ""
    code: int | None = None


RunCommand: TypeAlias = Callable[[CommandLine], AsyncIterator[Printed]]


class Site(Struct, frozen=True, kw_only=True):
    """One server."""

    workbench: Workbench
    reception: Reception
    rooms: Rooms
    telemetry: Telemetry
    survey: Survey
    assets: Assets
    run_command: RunCommand | None = None
    """Runs what another process of the same user typed; only the command line can give it."""

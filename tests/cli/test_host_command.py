"""A command that was typed elsewhere and runs here: whoever waits for it is told its end, whatever that is."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.cli.commands import COMMANDS
from graphwright.cli.guard import INTERNAL
from graphwright.cli.host_command import run_typed
from graphwright.protocol.commandline import CommandLine
from tests.server.place import open_place


@pytest.mark.requirement("X-201")
@pytest.mark.parametrize("end", [asyncio.CancelledError, BrokenPipeError])
async def test_a_command_that_ends_in_an_unusual_way_is_over_for_who_waits(end, monkeypatch: pytest.MonkeyPatch):
    async def ending(*_: object) -> int:
        raise end

    monkeypatch.setattr("graphwright.cli.host_command.COMMANDS", {**COMMANDS, "projects": ending})
    async with open_place() as place, asyncio.timeout(5):
        line = CommandLine(command="projects", options={}, language="en")
        pieces = [each async for each in run_typed(place.workbench, line)]
    assert [each.code for each in pieces] == [INTERNAL]

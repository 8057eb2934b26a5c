"""How the command line does something: as the owner of the folder, by the same actions as every other door."""

from __future__ import annotations

import asyncio

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import CarriedOut, carry_out
from graphwright.protocol.commands import Writing
from graphwright.protocol.ids import CommandId, RunId
from graphwright.protocol.wire import decode_command, encode
from graphwright.runs.run_ending import RunState
from graphwright.workbench import OpenProject, Workbench


async def act(workbench: Workbench, open_project: OpenProject, command: Writing) -> CarriedOut:
    """Carry out a command, whose form is checked as if it came over the wire. Raises what it is refused with."""
    caller = Caller(await workbench.owner(), "owner")
    checked = decode_command(encode(command))
    return await carry_out(checked, caller=caller, open_project=open_project, workbench=workbench)


def new_id(workbench: Workbench) -> CommandId:
    """An id for a command that nobody will repeat."""
    return CommandId(workbench.ids.new())


async def settled(open_project: OpenProject, run_id: RunId) -> RunState:
    """Wait for the run; an interrupt stops it, and then it is told like any other end."""
    try:
        return await open_project.engine.settled(run_id)
    except asyncio.CancelledError:
        if (task := asyncio.current_task()) is not None:
            task.uncancel()
        return await open_project.engine.cancel(run_id)

"""How the command line does something: as the owner of the folder, by the same actions as every other door."""

from __future__ import annotations

import asyncio
import locale

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import Carried, carry_out_typed
from graphwright.protocol.commands import Writing
from graphwright.protocol.ids import CommandId, RunId
from graphwright.runs.ending import RunState
from graphwright.workbench import Desk, Workbench


async def act(workbench: Workbench, desk: Desk, command: Writing) -> Carried:
    """Carry out a command. Raises what it is refused with."""
    speaks = (locale.getlocale()[0] or "")[:2]
    caller = Caller(await workbench.owner(), "owner", language=speaks)
    return await carry_out_typed(command, caller=caller, desk=desk, workbench=workbench)


def new_id(workbench: Workbench) -> CommandId:
    """An id for a command that nobody will repeat."""
    return CommandId(workbench.ids.new())


async def settled(desk: Desk, run_id: RunId) -> RunState:
    """Wait for the run; an interrupt stops it, and then it is told like any other end."""
    try:
        return await desk.engine.settled(run_id)
    except asyncio.CancelledError:
        if (task := asyncio.current_task()) is not None:
            task.uncancel()
        return await desk.engine.cancel(run_id)

"""Who sent a command goes away in the middle of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.ports import ManualClock
from graphwright.protocol.commands import MessageSend
from graphwright.protocol.runs import Run
from graphwright.store.memory import MemoryStore
from tests.client.place import house
from tests.places import START
from tests.waiting import pace


class HeldStore(MemoryStore):
    """A store that has written, and says so only when it is let."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.is_held = False
        self.has_written = asyncio.Event()
        self.may_say = asyncio.Event()

    async def append(self, *arguments: Any, **named: Any) -> int:
        sequence = await super().append(*arguments, **named)
        if self.is_held:
            self.has_written.set()
            await self.may_say.wait()
        return sequence


@pytest.mark.requirement("R-133")
async def test_a_run_that_is_written_is_begun_though_its_sender_has_gone():
    store = HeldStore()
    place = await house(store=store)
    workbench = place.server_state.workbench
    store.is_held = True
    command = MessageSend(command_id=workbench.ids.new(), text="Check the model", workflow="check")
    caller = Caller(person=await workbench.owner(), kind="owner")
    asking = asyncio.create_task(
        carry_out(command, caller=caller, open_project=place.open_project, workbench=workbench)
    )
    await store.has_written.wait()
    asking.cancel()
    await asyncio.wait({asking})
    store.is_held = False
    store.may_say.set()
    project = place.open_project.project
    async with asyncio.timeout(20):
        while [run.status for run in await project.read_all(Run)] != ["completed"]:
            await pace(0.005)
    await workbench.close()

"""The whole server in this process, on a store in memory, and clients that reach it without a network."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Raw

from graphwright.client.connection import ClientConnection
from graphwright.client.in_process import Application, InnerDoor
from graphwright.llm.base import LanguageModel
from graphwright.ports import ManualClock
from graphwright.protocol.commands import ChangesSubmit
from graphwright.protocol.operations import Operation
from graphwright.protocol.projects import Access
from graphwright.protocol.wire import encode
from graphwright.rooms.room import Room
from graphwright.server.assets import Assets
from graphwright.server.http import network_app
from graphwright.server.server_state import ServerState, open_server_state
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.workbench import OpenProject, Workbench
from tests.places import START, seeded_ids


class House:
    """One server with one project, `shop`."""

    def __init__(self, server_state: ServerState, open_project: OpenProject) -> None:
        self.server_state = server_state
        self.open_project = open_project
        self.app: Application = network_app(server_state)

    @property
    def room(self) -> Room:
        return self.server_state.rooms.of(self.open_project.project, self.open_project.streams)

    async def token(self, access: Access = "editor") -> str:
        return (await self.server_state.authenticator.tokens.issue(self.open_project, access)).token

    async def door(self, access: Access = "editor") -> InnerDoor:
        return InnerDoor(self.app, await self.token(access))

    @asynccontextmanager
    async def somebody(
        self, access: Access = "editor", door: InnerDoor | None = None
    ) -> AsyncGenerator[ClientConnection]:
        """Somebody who is connected."""
        clock = self.server_state.workbench.clock
        async with ClientConnection(
            door or await self.door(access), "shop", clock=clock, ids=self.server_state.workbench.ids
        ) as one:
            yield one


async def house(*models: LanguageModel, store: Store | None = None, **environment: str) -> House:
    clock = ManualClock(START)
    settings = Settings.read({"GRAPHWRIGHT_DATA": str(Path("unused")), **environment})
    workbench = Workbench(
        settings, Storage(store or MemoryStore(clock)), clock=clock, ids=seeded_ids(clock), models=lambda _: models
    )
    server_state = open_server_state(workbench, assets=Assets({}))
    return House(server_state, await workbench.open_or_new_project("shop"))


def submit(who: ClientConnection, *operations: Operation, base: int | None = None) -> ChangesSubmit:
    """A change set of somebody, on what they see."""
    project = who.replica.project
    assert project is not None
    return ChangesSubmit(
        command_id=who.new_id(),
        base_revision=project.revision if base is None else base,
        operations=[Raw(encode(operation)) for operation in operations],
    )

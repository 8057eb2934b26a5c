"""The whole server in this process, on a store in memory, and clients that reach it without a network."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Raw

from graphwright.client.connection import Connection
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
from graphwright.server.site import Site, open_site
from graphwright.settings import Settings
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.workbench import Desk, Workbench
from tests.places import START, seeded_ids


class House:
    """One server with one project, `shop`."""

    def __init__(self, site: Site, desk: Desk) -> None:
        self.site = site
        self.desk = desk
        self.app: Application = network_app(site)

    @property
    def room(self) -> Room:
        return self.site.rooms.of(self.desk.project, self.desk.streams)

    async def token(self, access: Access = "editor") -> str:
        return (await self.site.reception.tokens.issue(self.desk, access)).token

    async def door(self, access: Access = "editor") -> InnerDoor:
        return InnerDoor(self.app, await self.token(access))

    @asynccontextmanager
    async def somebody(self, access: Access = "editor", door: InnerDoor | None = None) -> AsyncGenerator[Connection]:
        """Somebody who is connected."""
        clock = self.site.workbench.clock
        async with Connection(door or await self.door(access), "shop", clock=clock, ids=self.site.workbench.ids) as one:
            yield one


async def house(*models: LanguageModel, store: Store | None = None, **environment: str) -> House:
    clock = ManualClock(START)
    settings = Settings.read({"GRAPHWRIGHT_DATA": str(Path("unused")), **environment})
    workbench = Workbench(
        settings, store or MemoryStore(clock), clock=clock, ids=seeded_ids(clock), models=lambda _: models
    )
    site = open_site(workbench, assets=Assets({}))
    return House(site, await workbench.desk_or_new("shop"))


def submit(who: Connection, *operations: Operation, base: int | None = None) -> ChangesSubmit:
    """A change set of somebody, on what they see."""
    project = who.replica.project
    assert project is not None
    return ChangesSubmit(
        command_id=who.new_id(),
        base_revision=project.revision if base is None else base,
        operations=[Raw(encode(operation)) for operation in operations],
    )

"""Finds the way to a project: this process on its folder, the server that owns the folder, or a server at an address.

All three are a door of the headless client, so nothing above knows which one it is. Who opens a folder is its owner.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from graphwright.app import open_workbench
from graphwright.client.doors import Door, NetworkDoor
from graphwright.client.in_process import InnerDoor
from graphwright.errors import InvalidCommand, NotFound, StoreBusy
from graphwright.protocol.wire import encode
from graphwright.server.http import socket_app
from graphwright.server.server_state import open_server_state
from graphwright.settings import Settings

LOCAL: Final = "http://localhost"
"""The host that a Unix socket is asked by."""


@asynccontextmanager
async def door_to(
    project: str, *, folder: str | os.PathLike[str] | None, address: str | None, token: str | None
) -> AsyncGenerator[Door]:
    """The door behind which a project is; in a folder it is made, empty, if it does not exist.

    `InvalidCommand` for an address without a token or together with a folder, `StoreBusy` while a program that takes no
    visitors owns the folder.
    """
    if address is None:
        async with _folder_door(project, folder) as door:
            yield door
        return
    if folder is not None:
        message = "give a folder or an address, not both"
        raise InvalidCommand(message)
    if token is None:
        message = "an address needs a token: `graphwright token PROJECT` makes one"
        raise InvalidCommand(message)
    async with NetworkDoor(address, token) as door:
        yield door


@asynccontextmanager
async def _folder_door(project: str, folder: str | os.PathLike[str] | None) -> AsyncGenerator[Door]:
    given = {} if folder is None else {"data": str(Path(folder))}
    settings = Settings.read(os.environ, given)
    async with AsyncExitStack() as stack:
        try:
            workbench = await stack.enter_async_context(open_workbench(settings, lasting=False))
        except StoreBusy as busy:
            socket = busy.fields.get("socket")
            if not isinstance(socket, str):
                raise
            door = await stack.enter_async_context(NetworkDoor(LOCAL, socket=socket))
            await _make_sure_of(project, door)
            yield door
            return
        await workbench.open_or_new_project(project)
        yield InnerDoor(socket_app(open_server_state(workbench)))


async def _make_sure_of(project: str, door: Door) -> None:
    """Let the server make a project that it does not have."""
    try:
        await door.get(f"/api/projects/{quote(project, safe='')}")
    except NotFound:
        await door.post("/api/projects", encode({"name": project}))

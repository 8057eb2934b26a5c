"""Another server of a fleet, in this process: it has clients of a project that `owner` works on."""

from __future__ import annotations

import asyncio
from typing import Any

from graphwright.client.doors import Line
from graphwright.client.in_process import Application, InnerDoor, InnerLine
from graphwright.fleet.guests import Guests
from graphwright.fleet.lines import ROOM
from graphwright.fleet.relays import Relays
from graphwright.protocol.projects import Access
from tests.client.place import House


class Far:
    """What is between the owner and the clients: sockets go through the one line, plain requests straight on."""

    def __init__(self, owner: House) -> None:
        self.owner = owner
        self.lines: list[InnerLine] = []
        self.is_nobody_there = asyncio.Event()
        self.frames: list[str] = []
        """All that has come on the line."""
        self.relays = Relays(self._dialled)

    async def _dialled(self, project: str, *, again: bool) -> Line | None:
        while self.is_nobody_there.is_set():
            await asyncio.sleep(0)
        scope: dict[str, Any] = {"type": "websocket", "path": ROOM, "headers": [], "query_string": b"", "scheme": "ws"}
        line = Noted(Guests(self.owner.app), scope, self.frames)
        await line.open()
        self.lines.append(line)
        return line

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await self.owner.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        first = (await receive()).get("text")
        if first is None:  # it has gone, or is no client of ours
            await send({"type": "websocket.close", "code": 4400})
            return
        await self.relays.serve("shop", scope, receive, send, first=first)

    async def door(self, access: Access = "editor") -> InnerDoor:
        return InnerDoor(self.app, await self.owner.token(access))


class Noted(InnerLine):
    """A line that remembers what came on it."""

    def __init__(self, application: Application, scope: Any, frames: list[str]) -> None:
        super().__init__(application, scope)
        self._frames = frames

    async def receive(self) -> str:
        frame = await super().receive()
        self._frames.append(frame)
        return frame

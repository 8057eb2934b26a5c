"""A client of a room in memory: its line is flushed by hand, so a test chooses what has arrived and what has not."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import json

from graphwright.projects import Project
from graphwright.protocol.commands import Since
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import SessionId
from graphwright.protocol.projects import Access, Person
from graphwright.rooms.room import Room
from graphwright.rooms.session import ClosedSession, LiveSession, Session


def person(author: Author, access: Access = "editor") -> Person:
    return Person(person_id=author.person_id, name=author.name, access=access)


class Client:
    """Somebody in a room, and every event that has reached them."""

    def __init__(self, project: Project, name: str) -> None:
        self.session = Session(SessionId(name), project.clock.monotonic())
        self.heard: list[dict[str, Any]] = []
        self.frames = 0
        self.released = True  # a room lets a newcomer have everything at once

    async def flush(self) -> list[dict[str, Any]]:
        """Let everything that was released arrive; what came is returned."""
        live = self.session.state
        assert isinstance(live, LiveSession | ClosedSession)
        await asyncio.sleep(0)  # a room lets go in a task of its own
        before = len(self.heard)
        while isinstance(live, LiveSession) and self.released and (frame := live.outbox.frame()) is not None:
            events = json.decode(frame)
            self.frames += 1
            self.heard += events if isinstance(events, list) else [events]
        self.released = False
        return self.heard[before:]

    def release(self) -> None:
        self.released = True

    def types(self) -> list[str]:
        return [event["type"] for event in self.heard]

    def sequences(self) -> list[int]:
        return [event["sequence"] for event in self.heard if "sequence" in event and event["type"] != "session.opened"]


async def joined(
    room: Room, project: Project, who: Author, *, since: Since | None = None, session: str | None = None
) -> Client:
    client = Client(project, session or who.name)
    await room.join(client.session, person(who), since)
    if isinstance(client.session.state, LiveSession):
        client.session.state.outbox.on_release = client.release
    return client

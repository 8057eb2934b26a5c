"""The clients that this server has in rooms of others: one line for each project, and what all hear is told here.

When the line ends, because its server has died or has given the project back, the clients stay. They are led to the
next one from the last event that they were told, and are told `session.opened` once more, as if they had come back.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, Protocol

import msgspec
from msgspec import Raw
from starlette.types import Receive, Scope, Send

from graphwright.client.doors import Line, LineLost
from graphwright.errors import InvalidCommand
from graphwright.fleet.lines import ClientFrame, arrival_of
from graphwright.fleet.places import last_sequence
from graphwright.fleet.relayed import RelayedClient
from graphwright.protocol.base import given
from graphwright.protocol.wire import CLOSE_CODES, RESTART, decode_with, encode
from graphwright.rooms.session import LEFT
from graphwright.rooms.shared import Told
from graphwright.server.logs import log

AT_ONCE: Final = 8
"""Clients that are led into a room at the same time: each is told who is there, and a line has its limits."""
_CUT: Final = {401: 4401, 403: 4403}
"""How a handshake is refused that was let in here."""
_told: Final = msgspec.json.Decoder(list[Told])


class Dialling(Protocol):
    """Opens a line to whoever works on a project; waits for the next server, and gives none when there is none in time.

    `again`: the line before has just ended, so what was known of its server may not be true any more.
    """

    async def __call__(self, project: str, *, again: bool) -> Line | None: ...


class Relays:
    """One for each project of another server that somebody here has open."""

    def __init__(self, dialled: Dialling) -> None:
        self._dialled = dialled
        self._relays: dict[str, _Relay] = {}

    async def serve(self, project: str, scope: Scope, receive: Receive, send: Send, *, first: str) -> None:
        """Serve a client that was let in here, and whose first frame this is, until one side ends it."""
        relay = self._relays.get(project)
        if relay is None or relay.is_over:
            relay = self._relays[project] = _Relay(project, self._dialled)
        client = relay.received(scope, send, first)
        reading = asyncio.create_task(_read(client, receive, relay))
        try:
            code, reason = await client.ended
            if code != LEFT:
                with suppress(OSError, RuntimeError):
                    await send({"type": "websocket.close", "code": code, "reason": reason})
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            await relay.without(client)
            if relay.is_over and self._relays.get(project) is relay:
                del self._relays[project]


async def _read(client: RelayedClient, receive: Receive, relay: _Relay) -> None:
    """Pass on what a client says, no faster than it is taken."""
    while (message := await receive())["type"] == "websocket.receive":
        text: str | None = message.get("text")
        if text is None:
            client.end(4400, "a binary frame; commands are JSON text")
            return
        await relay.say(client, text)
    client.end(LEFT)


class _Relay:
    """One project: its line, and the clients that it carries."""

    def __init__(self, project: str, dialled: Dialling) -> None:
        self.is_over = False
        """It takes nobody any more."""
        self._project = project
        self._dialled = dialled
        self._clients: dict[int, RelayedClient] = {}
        self._last_number = 0
        self._line: Line | None = None
        self._sequence = 0
        """Of the last event that all who were live then were told."""
        self._coming: asyncio.Queue[RelayedClient] = asyncio.Queue()
        self._doors = asyncio.Semaphore(AT_ONCE)
        self._in_doors: set[int] = set()
        self._running = asyncio.create_task(self._run())

    def received(self, scope: Scope, send: Send, first: str) -> RelayedClient:
        """A client has come."""
        self._last_number += 1
        client = self._clients[self._last_number] = RelayedClient(self._last_number, scope, send, first)
        self._coming.put_nowait(client)
        return client

    async def without(self, client: RelayedClient) -> None:
        """A client has gone, and the line with it if it was the last one."""
        del self._clients[client.number]
        self._let_through(client)
        if not self._clients:
            self.is_over = True
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        elif self._line is not None:
            with suppress(LineLost):
                await self._line.send(encode(ClientFrame(by=client.number)).decode())

    async def say(self, client: RelayedClient, text: str) -> None:
        """Pass on what a client says, to whoever works on the project when it can."""
        frame = encode(ClientFrame(by=client.number, text=text)).decode()
        while not client.ended.done():
            await client.may_say(text)
            if self._line is not None:
                with suppress(LineLost):
                    await self._line.send(frame)
                    return
            client.joined.clear()  # until the next server has begun with it

    # the line --------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        again = False
        try:
            while (line := await self._dialled(self._project, again=again)) is not None:
                await self._listen(line)
                again = True
        except Exception:  # noqa: BLE001  last resort: its clients come back (R-48)
            log.exception("a line to another server failed")
        self.is_over = True
        for client in self._clients.values():
            client.end(RESTART, CLOSE_CODES[RESTART])

    async def _listen(self, line: Line) -> None:
        """Lead everybody there, and pass on what is said, until the line ends."""
        self._line = line
        leading = asyncio.create_task(self._lead(line))
        try:
            while True:
                for told in decode_with(_told, await line.receive()):
                    self._hear(told)
                for client in self._clients.values():
                    client.outbox.release()
        except LineLost:
            pass
        except InvalidCommand as error:
            log.warning("another server says what this one does not understand: %s", error)
        finally:
            self._line = None
            leading.cancel()
            await asyncio.gather(leading, return_exceptions=True)
            await line.close()
            self._doors, self._in_doors = asyncio.Semaphore(AT_ONCE), set()
            self._coming = asyncio.Queue()
            for client in self._clients.values():
                client.comes_back(self._sequence)
                self._coming.put_nowait(client)

    async def _lead(self, line: Line) -> None:
        with suppress(LineLost):
            while True:
                client = await self._coming.get()
                if client.ended.done():
                    continue
                await self._doors.acquire()
                self._in_doors.add(client.number)
                await line.send(encode(ClientFrame(by=client.number, arrival=arrival_of(client.scope))).decode())
                await line.send(encode(ClientFrame(by=client.number, text=client.first)).decode())

    def _let_through(self, client: RelayedClient) -> None:
        if client.number in self._in_doors:
            self._in_doors.discard(client.number)
            self._doors.release()

    def _hear(self, told: Told) -> None:
        events = given(told.events)
        if told.to is None:
            if events is not None:
                self._tell_all(events, told.but)
            return
        client = self._clients.get(told.to)
        if client is None:
            return  # it has left, which is not known there yet
        client.taken(told.taken)
        if events is not None:
            client.tell_own(events)
        if told.is_over:
            client.hears_no_more(self._sequence)
        if told.code is not None:
            client.end(told.code, told.reason)
        if told.refused is not None:
            client.end(_CUT.get(told.refused, RESTART))
        if events is not None or client.ended.done():
            self._let_through(client)

    def _tell_all(self, events: Raw, but: int | None) -> None:
        self._sequence = last_sequence(events, self._sequence)
        for client in self._clients.values():
            if client.is_live and client.number != but:
                client.tell(events)

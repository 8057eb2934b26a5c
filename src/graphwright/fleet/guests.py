"""The clients of another server in a room of this one: many on one line, each let in and answered as if it were here.

Each is a WebSocket of its own to the program, so its cookie or token, its rights and every command are looked at here.
Only what all of them hear is sent once (`rooms.shared`).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final
from urllib.parse import unquote

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphwright.errors import InvalidCommand
from graphwright.fleet.lines import TAKEN, Arrival, ClientFrame
from graphwright.protocol.wire import RESTART, decode_with
from graphwright.rooms.shared import NumberedOutbox, SharedOutbox, Told
from graphwright.server.logs import log
from graphwright.server.sending import Sending
from graphwright.server.websocket import OUTBOX

_FAILED: Final = 1011
_said: Final = msgspec.json.Decoder(ClientFrame)


class Guests:
    """The ASGI application of one such line, over the program that answers here."""

    def __init__(self, program: ASGIApp) -> None:
        self._program = program
        self._over = asyncio.Event()
        self._outbox = SharedOutbox(on_full=self._over.set)
        self._guests: dict[int, _Guest] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the line until it ends, or until the project is given back."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        sending = Sending(self._outbox, send, lambda _error: self._over.set())
        reading, over = asyncio.create_task(self._read(scope, receive)), asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait({reading, over}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                with suppress(OSError, RuntimeError):
                    await send({"type": "websocket.close", "code": RESTART})
            else:
                reading.result()
        finally:
            sending.stop()
            guests = list(self._guests.values())
            for guest in guests:
                guest.leave()
            reading.cancel()
            over.cancel()
            await asyncio.gather(reading, over, *(guest.task for guest in guests), return_exceptions=True)

    async def _read(self, scope: Scope, receive: Receive) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            try:
                said = decode_with(_said, message.get("text") or "")
            except InvalidCommand as error:
                log.warning("another server says what this one does not understand (%s); its line is ended", error)
                return
            if said.arrival is not None:
                self._guests[said.by] = _Guest(self, scope, said.by, said.arrival)
            if (guest := self._guests.get(said.by)) is None:
                continue  # it was sent away, and what it said before it knew has come after that
            if said.text is not None:
                guest.say(said.text)
            elif said.arrival is None:
                guest.leave()

    def answer(self, scope: Scope, receive: Receive, send: Send, number: int) -> asyncio.Task[None]:
        """Let the program answer one client."""
        extensions: dict[str, object] = {"websocket.http.response": {}, OUTBOX: NumberedOutbox(self._outbox, number)}
        task = asyncio.create_task(self._answered({**scope, "extensions": extensions}, receive, send))
        task.add_done_callback(lambda _task: self._guests.pop(number, None))
        return task

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._program(scope, receive, send)
        except Exception:  # noqa: BLE001  one that fails ends nobody else's connection (R-48)
            log.exception("a connection of another server failed")
            await send({"type": "websocket.close", "code": _FAILED})

    def tell(self, told: Told) -> None:
        """Say something about one of them. A project that is given back sends all of them to the next server."""
        if told.code == RESTART:
            self._over.set()
        else:
            self._outbox.say(told)


class _Guest:
    """One of them: a WebSocket without a socket."""

    def __init__(self, guests: Guests, scope: Scope, number: int, arrival: Arrival) -> None:
        self._guests = guests
        self._number = number
        self._frames: asyncio.Queue[Message] = asyncio.Queue()
        """Short: the other server sends no more than a window before it has been taken."""
        self._taken = 0
        path, _, query = arrival.target.partition("?")
        self._frames.put_nowait({"type": "websocket.connect"})
        came: Scope = {
            **scope, "path": unquote(path), "raw_path": path.encode("latin-1"), "query_string": query.encode("latin-1"),
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in arrival.headers],
            "client": (arrival.address, 0), "state": {},
        }  # fmt: skip
        self.task = guests.answer(came, self._receive, self._send, number)

    def say(self, text: str) -> None:
        """It has sent a frame."""
        self._frames.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """It has gone, or the line has."""
        self._frames.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def _receive(self) -> Message:
        message = await self._frames.get()
        self._taken += len(message.get("text") or "")
        if self._taken >= TAKEN:
            self._guests.tell(Told(to=self._number, taken=self._taken))
            self._taken = 0
        return message

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.close":
            code, reason = message.get("code", 1000), message.get("reason") or ""
            self._guests.tell(Told(to=self._number, code=code, reason=reason))
        elif message["type"] == "websocket.http.response.start":
            self._guests.tell(Told(to=self._number, refused=message["status"]))

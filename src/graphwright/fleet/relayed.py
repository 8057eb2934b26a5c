"""One client whose room is at another server: what it is still to be sent, and from where it goes on there."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from msgspec import Raw
from starlette.types import Scope, Send

from graphwright.fleet.lines import WINDOW
from graphwright.fleet.places import heard, last_sequence
from graphwright.protocol.commands import Since
from graphwright.protocol.wire import CLOSE_CODES, RESTART, encode
from graphwright.rooms.outbox import EncodedEvent, Outbox
from graphwright.rooms.room import TOO_SLOW
from graphwright.rooms.session import LEFT
from graphwright.server.sending import BEAT_S, Sending

_opening: Final = msgspec.json.Decoder(dict[str, Raw])


class RelayedClient:
    """A client here, with the number that it has on the line to the other server."""

    def __init__(self, number: int, scope: Scope, send: Send, first: str) -> None:
        self.number = number
        self.scope = scope
        self.first = first
        """The frame that opens its session, from where it stands."""
        self.outbox = Outbox()
        self.is_live = False
        """It is in the room, and hears what all hear."""
        self.joined = asyncio.Event()
        """It may say something: the other server has begun with it."""
        self.ended: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._epoch, self._sequence, self._opened_at = "", 0, 0
        """Of the last event that it was told by itself, and where the project stood when it came in."""
        self._on_its_way = 0
        """Bytes that were sent and not taken yet."""
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._sending = Sending(self.outbox, send, lambda _error: self.end(LEFT), beat_s=BEAT_S)

    # what it is told -------------------------------------------------------------------------------------------------

    def tell_own(self, events: Raw) -> None:
        """Say events that are for this client alone; with the first of them it comes in."""
        for event in heard(events):
            if event.type == "session.opened" and event.epoch is not None and event.sequence is not None:
                self.is_live = not self.ended.done()
                self._epoch, self._opened_at = event.epoch, event.sequence
                self._sequence = event.sequence if event.resume == "reload" else 0
        self._sequence = last_sequence(events, self._sequence)
        self.joined.set()
        self.tell(events)

    def tell(self, events: Raw) -> None:
        """Say events, an array."""
        data = bytes(events)
        if not self.outbox.put(EncodedEvent(data[1:-1].decode(), len(data), is_list=True)):
            self.end(TOO_SLOW, CLOSE_CODES[TOO_SLOW])

    def end(self, code: int, reason: str = "") -> None:
        """It leaves, or is sent away; the first reason counts."""
        self.is_live = False
        if not self.ended.done():
            self._sending.stop()
            self.ended.set_result((code, reason))

    # what it says ----------------------------------------------------------------------------------------------------

    async def may_say(self, text: str) -> None:
        """Wait until it is in the room, and what it said before was taken."""
        while not (self.joined.is_set() and self._has_room.is_set()):
            await self.joined.wait()
            await self._has_room.wait()
        self._on_its_way += len(text)
        if self._on_its_way >= WINDOW:
            self._has_room.clear()

    def taken(self, size: int) -> None:
        """So much of what it sent has been taken."""
        self._on_its_way -= size
        if self._on_its_way < WINDOW:
            self._has_room.set()

    # the next server -------------------------------------------------------------------------------------------------

    def hears_no_more(self, told_to_all: int) -> None:
        """From here on it is told nothing; the number is of the last event that all were told."""
        if self.is_live:
            self.is_live = False
            # What it missed came before anything that all were told after it had come in.
            self._sequence = told_to_all if told_to_all > self._opened_at else self._sequence

    def comes_back(self, told_to_all: int) -> None:
        """Its line is gone: it begins anew from the last event that it was told."""
        self.hears_no_more(told_to_all)
        self.joined.clear()
        self._on_its_way = 0
        self._has_room.set()
        opening = _opening.decode(self.first) if self._epoch else {}
        if "ticket" in opening:  # it opens one session and no second
            self.end(RESTART, CLOSE_CODES[RESTART])
        elif self._sequence:
            since = Raw(encode(Since(epoch=self._epoch, sequence=self._sequence)))
            self.first = encode({**opening, "since": since}).decode()

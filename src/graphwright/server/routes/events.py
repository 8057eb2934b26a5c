"""The events of a project over plain HTTP: from any point on, without an end, resumable with nothing but a number.

For `curl`, pipelines and whoever has no WebSocket: lines of JSON, or server-sent events for browsers' `EventSource`.
Nothing is queued for a reader: it is woken and reads the journal, so a slow one costs nobody anything. Only what is
durable is told; text while it streams and who is here are on the WebSocket.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing, nullcontext
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from graphwright.errors import Conflict, InvalidCommand
from graphwright.protocol.base import Command, Count
from graphwright.protocol.sent_events import LIFE_SIGN_S, SENT_EVENTS, STILL_HERE
from graphwright.protocol.wire import encode
from graphwright.server.endpoint import LINES, PROJECT, EndpointCall, HttpAnswer, NoBody, Pieces, endpoint
from graphwright.server.journal_news import news_of
from graphwright.server.routes.model import JournalEntry, entries_after

BATCH: Final = 500
"""Entries that are read at once; between two batches it is asked whether the reader may still read."""
_Entries: TypeAlias = AsyncGenerator[JournalEntry | None]


class EventsQuery(Command, frozen=True, kw_only=True):
    """From where, and for how long."""

    after: Count = 0
    """The sequence of the last event that is known; `Last-Event-ID` takes its place."""
    wait: Annotated[int, Meta(ge=0, le=86_400)] | None = None
    """Seconds without an event after which the answer ends. Absent: lines end with what there is, sent events never."""


@endpoint("events.get", PROJECT + "/events", "read", answer=JournalEntry, media=LINES)
async def follow_events(call: EndpointCall[EventsQuery, NoBody]) -> HttpAnswer:
    """Durable events after a sequence and then each as it happens, as lines of JSON or server-sent events."""
    after = _last_known(call)
    if after > call.project.header.sequence:
        message = f"the project has {call.project.header.sequence:,} events, none after {after:,} is known"
        raise InvalidCommand(message, path="$.after")
    are_sent = SENT_EVENTS in call.headers.get("accept", "")
    wait = call.query.wait if are_sent else call.query.wait or 0
    if wait != 0:
        call.server_state.streams.check(call.person.person_id)
    entries = _entries(call, after, wait)
    if are_sent:
        return HttpAnswer(Pieces(_as_sent_events(call.project.header.epoch, entries)), media=SENT_EVENTS)
    return HttpAnswer(Pieces(_as_lines(entries)), media=LINES)


def _last_known(call: EndpointCall[EventsQuery, NoBody]) -> int:
    """Where the reader stopped. `Conflict` when the project was restored from a backup since: its events are others."""
    given = call.headers.get("last-event-id", "")
    if not given:
        return call.query.after
    epoch, _, number = given.rpartition(".")
    if not number.isascii() or not number.isdigit():
        message = "Last-Event-ID is the id of an event: its epoch, a dot and its sequence"
        raise InvalidCommand(message)
    if epoch != call.project.header.epoch:
        message = "the project was restored from a backup since that event; read the state, and follow from there"
        raise Conflict(message, epoch=call.project.header.epoch)
    return int(number)


async def _as_lines(entries: _Entries) -> AsyncGenerator[bytes]:
    async with aclosing(entries):
        async for entry in entries:
            yield b"\n" if entry is None else encode(entry) + b"\n"


async def _as_sent_events(epoch: str, entries: _Entries) -> AsyncGenerator[bytes]:
    async with aclosing(entries):
        async for entry in entries:
            if entry is None:
                yield STILL_HERE
            else:
                yield f"id: {epoch}.{entry.sequence}\nevent: {entry.type}\ndata: ".encode() + encode(entry) + b"\n\n"


async def _entries(call: EndpointCall[EventsQuery, NoBody], after: int, wait: int | None) -> _Entries:
    """Entries from the journal as they come; None as a sign of life. Ends with the reader's right to read (R-05).

    One that waits for more is one of the open streams of its reader.
    """
    waited = 0.0
    opened = nullcontext() if wait == 0 else call.server_state.streams.opened(call.person.person_id)
    with opened, news_of(call.project) as news:
        while await call.may_still():
            news.forget()
            entries = await entries_after(call.project, after, BATCH)
            for entry in entries:
                after = entry.sequence
                yield entry
            if entries:
                waited = 0.0
                continue
            if wait is not None and waited >= wait:
                return
            pause = LIFE_SIGN_S if wait is None else min(LIFE_SIGN_S, wait - waited)
            if not await news.came(pause):
                waited += pause
                yield None

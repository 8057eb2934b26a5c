"""The read side of the Durable Streams Protocol (1.0) by itself: offsets, cursors, and its three ways to read.

What is read is a `DurableStream`: messages with numbers, in order, which never change. An offset names one of them and
the history it belongs to, so that one of before a restored backup is not taken for another of today.

Left out is the write side, which a server may do without: nothing is appended, closed, forked or deleted here. Streams
are of one media type, JSON; others can be brought by a subclass.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Annotated, Final, Literal, Protocol

from msgspec import Meta, Struct

from graphwright.errors import AccessDenied, InvalidCommand, StaleOffset
from graphwright.ports import Clock, fraction
from graphwright.protocol.base import Record
from graphwright.protocol.sent_events import LIFE_SIGN_S, SENT_EVENTS, STILL_HERE
from graphwright.protocol.wire import encode
from graphwright.server.endpoint import HttpAnswer, Pieces
from graphwright.server.journal_news import JournalNews

JSON: Final = "application/json"
LONG_POLL_S: Final = 20.0
"""How long an answer is held back while nothing comes."""
CONNECTION_S: Final = 60.0
"""After which a stream of sent events ends, as the protocol advises; the reader comes back with its offset."""
CURSOR_S: Final = 20
"""Seconds that have one cursor, counted from `CURSOR_BEGIN`; both are the protocol's."""
CURSOR_BEGIN: Final = datetime(2024, 10, 9, tzinfo=UTC)
JITTER_S: Final = 3_600
"""By at most so much a cursor runs ahead that would stand still."""
DIGITS: Final = 16
"""Of the number in an offset: with leading zeros the order of texts is that of numbers."""

NO_STORE: Final = {"cache-control": "no-store"}
ASK_AGAIN: Final = {"cache-control": "private, no-cache"}
"""What was read may be kept, but is used only after the server was asked: who may read is looked up each time."""


class StreamQuery(Record, frozen=True, kw_only=True):
    """From where, and how. What is unknown is ignored, as the protocol wants it."""

    offset: str | None = None
    """As an answer gave it, `-1` for the beginning, `now` for the end. Absent: the beginning."""
    live: Literal["long-poll", "sse"] | None = None
    """Wait for what comes. Absent: answer with what there is."""
    cursor: Annotated[int, Meta(ge=0, le=10**12)] | None = None
    """As the answer before gave it."""


class StreamPart(Struct, frozen=True):
    """A part of a stream."""

    messages: Sequence[bytes]
    end: int
    """The number of the last message that was looked at."""


class DurableStream(Protocol):
    """What is read, by one reader; a subclass says how. Its messages are JSON unless it says otherwise."""

    media: str = JSON
    clock: Clock

    @property
    def history(self) -> str:
        """Another one after a restored backup."""
        ...

    @property
    def tail(self) -> int:
        """The number of the last message."""
        ...

    async def after(self, number: int) -> StreamPart:
        """The next messages, as many as make a good answer."""
        ...

    def news(self) -> AbstractContextManager[JournalNews]:
        """To be woken when there are more; held for as long as somebody reads live."""
        ...

    async def may_still(self) -> bool:
        """Whether the reader may still read."""
        ...

    def body(self, messages: Sequence[bytes]) -> bytes:
        """Messages as one body."""
        return b"[" + b",".join(messages) + b"]"

    def lines(self, messages: Sequence[bytes]) -> Sequence[bytes]:
        """Messages as the lines of one sent event."""
        return [b"[", *(message + b"," for message in messages[:-1]), *messages[-1:], b"]"]


async def read_stream(stream: DurableStream, query: StreamQuery, headers: Mapping[str, str]) -> HttpAnswer:
    """Answer one request. `InvalidCommand` for an offset that never was, `StaleOffset` for one of another history."""
    number = position(stream, query.offset)
    if query.live is None:
        return await _caught_up(stream, query, number, headers)
    if query.offset is None:
        message = "live reading needs an offset: -1 for the beginning, now for the end, or where an answer stopped"
        raise InvalidCommand(message, path="$.offset")
    if query.live == "long-poll":
        return await _polled(stream, query, number)
    sent = {"cache-control": "no-cache", "x-accel-buffering": "no"}
    return HttpAnswer(Pieces(_as_sent_events(stream, query, number)), headers=sent, media=SENT_EVENTS)


def read_head(stream: DurableStream) -> HttpAnswer:
    """Where the stream ends, without its messages."""
    headers = {**NO_STORE, "stream-next-offset": offset(stream.history, stream.tail)}
    return HttpAnswer(Pieces(_nothing()), headers=headers, media=stream.media)


def offset(history: str, number: int) -> str:
    """The place behind a message, as readers know it."""
    return f"{history}_{number:0{DIGITS}d}"


def position(stream: DurableStream, given: str | None) -> int:
    """The number of the message behind which a reader stands."""
    if given is None or given == "-1":
        return 0
    if given == "now":
        return stream.tail
    history, _, number = given.rpartition("_")
    if not history or len(number) != DIGITS or not (number.isascii() and number.isdigit()):
        message = f"{given[:80]!r} is no offset; take -1, now, or the Stream-Next-Offset of an answer"
        raise InvalidCommand(message, path="$.offset")
    if history != stream.history:
        message = "the project was restored from a backup since that offset; read it from the beginning, with offset=-1"
        raise StaleOffset(message)
    if int(number) > stream.tail:
        message = f"the stream ends at {offset(stream.history, stream.tail)}, nothing after it is known"
        raise InvalidCommand(message, path="$.offset")
    return int(number)


def cursor(clock: Clock, given: int | None) -> str:
    """A number for caches to tell answers apart by: that of this moment, or a later one where it would stand still."""
    now = int((clock.now() - CURSOR_BEGIN).total_seconds()) // CURSOR_S
    if given is None or given < now:
        return str(now)
    return str(given + 1 + int(fraction() * JITTER_S) // CURSOR_S)


async def _caught_up(stream: DurableStream, query: StreamQuery, number: int, headers: Mapping[str, str]) -> HttpAnswer:
    """What there is, or its next part; nothing where the reader has it already."""
    if query.offset == "now":
        where = {**NO_STORE, **_where(stream, number)}
        return HttpAnswer(stream.body([]), headers=where, media=stream.media)
    piece = await stream.after(number)
    where = _where(stream, piece.end)
    end = "end" if "stream-up-to-date" in where else "more"
    tag = f'"{stream.history}:{number}:{piece.end}:{end}"'
    where |= {**ASK_AGAIN, "etag": tag}
    if tag in (each.strip().removeprefix("W/") for each in headers.get("if-none-match", "").split(",")):
        return HttpAnswer(b"", status=304, headers=where, media=stream.media)
    return HttpAnswer(stream.body(piece.messages), headers=where, media=stream.media)


async def _polled(stream: DurableStream, query: StreamQuery, number: int) -> HttpAnswer:
    """What there is, or what comes within a while, or that nothing came."""
    until = stream.clock.monotonic() + LONG_POLL_S
    with stream.news() as news:
        while True:
            news.forget()
            piece = await stream.after(number)
            number = piece.end
            told = {**NO_STORE, **_where(stream, number), "stream-cursor": cursor(stream.clock, query.cursor)}
            if piece.messages:
                return HttpAnswer(stream.body(piece.messages), headers=told, media=stream.media)
            left = until - stream.clock.monotonic()
            if left <= 0 or not await news.came(left):
                return HttpAnswer(b"", status=204, headers=told, media=stream.media)
            if not await stream.may_still():
                raise AccessDenied("you may not read this project any more")


async def _as_sent_events(stream: DurableStream, query: StreamQuery, number: int) -> AsyncGenerator[bytes]:
    """Messages as they come, each part with where it ends; a sign of life while nothing comes."""
    until = stream.clock.monotonic() + CONNECTION_S
    is_first = True
    with stream.news() as news:
        while await stream.may_still():
            news.forget()
            piece = await stream.after(number)
            number = piece.end
            if piece.messages or is_first:
                yield _sent_event(stream, query, piece)
            is_first = False
            if number < stream.tail:
                continue
            left = until - stream.clock.monotonic()
            if left <= 0:
                return
            if not await news.came(min(left, LIFE_SIGN_S)):
                yield STILL_HERE


def _sent_event(stream: DurableStream, query: StreamQuery, piece: StreamPart) -> bytes:
    """Messages, if there are any, and where the reader stands with them."""
    lines = [b"data:" + line for line in stream.lines(piece.messages)]
    data = [b"event: data", *lines, b""] if piece.messages else []
    return b"\n".join([*data, b"event: control", b"data:" + encode(_control(stream, query, piece.end)), b"", b""])


class Control(Record, frozen=True, kw_only=True):
    """What a sent event says beside the messages."""

    stream_next_offset: str
    stream_cursor: str
    up_to_date: bool = False


def _control(stream: DurableStream, query: StreamQuery, number: int) -> Control:
    return Control(
        stream_next_offset=offset(stream.history, number),
        stream_cursor=cursor(stream.clock, query.cursor),
        up_to_date=number >= stream.tail,
    )


def _where(stream: DurableStream, number: int) -> dict[str, str]:
    where = {"stream-next-offset": offset(stream.history, number)}
    return where | {"stream-up-to-date": "true"} if number >= stream.tail else where


async def _nothing() -> AsyncGenerator[bytes]:
    nothing: Sequence[bytes] = ()
    for each in nothing:
        yield each

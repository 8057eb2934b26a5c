"""What the endpoints for chat clients share: their seat, and an answer that is sent while a run is at work."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from graphwright.actions.seat import Seat
from graphwright.protocol.sent_events import SENT_EVENTS
from graphwright.protocol.wire import encode
from graphwright.server.endpoint import EndpointCall, HttpAnswer, Pieces
from graphwright.workbench import OpenProject


def seat_of(call: EndpointCall[Any, Any], open_project: OpenProject) -> Seat:
    """Where the client sits; its requests are counted as changes before they come here."""
    return Seat(
        workbench=call.workbench,
        open_project=open_project,
        caller=call.caller,
        address="" if call.over_socket else call.origin,
    )


async def begun(pieces: AsyncGenerator[bytes]) -> HttpAnswer:
    """An answer that has begun; what is refused is raised before its first piece."""
    first = await anext(pieces)
    return HttpAnswer(Pieces(_led(first, pieces)), headers={"x-accel-buffering": "no"}, media=SENT_EVENTS)


def event(record: object) -> bytes:
    """A record as a server-sent event."""
    return b"data: " + encode(record) + b"\n\n"


async def _led(first: bytes, others: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    async with aclosing(others):
        yield first
        async for each in others:
            yield each

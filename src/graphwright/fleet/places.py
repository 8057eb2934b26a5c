"""What events that are passed on say of their place in the journal; nothing else of them is read."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw, Struct

from graphwright.protocol.wire import decode_with


class HeardEvent(Struct, frozen=True):
    """Of any event, and of the one that opens a session."""

    type: str
    sequence: int | None = None
    epoch: str | None = None
    resume: str | None = None


_events: Final = msgspec.json.Decoder(list[HeardEvent])
_NOT_DURABLE: Final = frozenset({"session.opened", "reply"})
"""They say where the project stands, and not where they stand themselves."""


def heard(events: Raw) -> list[HeardEvent]:
    """Events of an array."""
    return decode_with(_events, bytes(events))


def last_sequence(events: Raw, before: int) -> int:
    """Of the last durable event of an array; `before` where there is none."""
    found = [event.sequence or 0 for event in heard(events) if event.type not in _NOT_DURABLE]
    return max([before, *found])

"""One line that carries a room to several clients of another server: what all hear is said once, the rest has a number.

Everything that the other server is told lies in one outbox, so it comes in the order in which it would come to a client
that is here: what somebody missed before what is new, and a reply after what it replies to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from graphwright.protocol.base import NOT_GIVEN, OptionalRaw, Record
from graphwright.protocol.wire import encode
from graphwright.rooms.outbox import EncodedEvent, Outbox

MAX_EVENTS: Final = 16_000
MAX_BYTES: Final = 64 * 1024 * 1024
"""What may wait for another server: what eight clients may leave waiting, in bytes. Over it the line is cut."""


class Told(Record, frozen=True, kw_only=True):
    """What is said on such a line: to all of its clients, or `to` one of them."""

    to: int | None = None
    but: int | None = None
    """Of all, the one who is not told."""
    events: OptionalRaw = NOT_GIVEN
    """A JSON array."""
    is_over: bool = False
    """It is told nothing from here on."""
    code: int | None = None
    """It is closed with this code."""
    reason: str = ""
    refused: int | None = None
    """Its handshake is answered with this status."""
    taken: int = 0
    """So many bytes of what it sent have been taken."""


class SharedOutbox(Outbox):
    """What the other server has not been sent yet."""

    def __init__(self, on_full: Callable[[], None]) -> None:
        super().__init__(most_events=MAX_EVENTS, most_bytes=MAX_BYTES)
        self._on_full = on_full

    def tell_all(self, event: EncodedEvent, *, but: int | None = None) -> bool:
        """Say an event to everybody there, perhaps but one; `False` when there is no room for it."""
        head = "" if but is None else f'"but":{but},'
        return self._put(f'{{{head}"events":[{event.text}]}}', event.size)

    def tell_one(self, number: int, event: EncodedEvent) -> bool:
        """Say an event, or several, to one of them; `False` when there is no room for it."""
        return self._put(f'{{"to":{number},"events":[{event.text}]}}', event.size)

    def say(self, told: Told) -> None:
        """Say what is no event, at once."""
        text = encode(told).decode()
        self._put(text, len(text))
        self.release()

    def _put(self, text: str, size: int) -> bool:
        fits = self.put(EncodedEvent(text, size + _AROUND, is_list=True))
        if not fits:
            self._on_full()
        return fits


class NumberedOutbox(Outbox):
    """The part of one client in a shared outbox; it has nothing of its own to send."""

    def __init__(self, shared: SharedOutbox, number: int) -> None:
        super().__init__()
        self.shared = shared
        self.number = number

    def put(self, event: EncodedEvent) -> bool:
        """Add an event for this client; `False` when there is no room for it."""
        return self.shared.tell_one(self.number, event)

    def release(self) -> None:
        """Let go what waits for all of them."""
        self.shared.release()

    def clear(self) -> None:
        """This client is gone, or hears nothing any more."""
        self.shared.say(Told(to=self.number, is_over=True))


_AROUND: Final = 40
"""Bytes around events, at most about."""

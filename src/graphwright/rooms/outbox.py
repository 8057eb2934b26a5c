"""Encoded events on their way to one client: in order, merged into frames, and never more than a limit.

An event is encoded once for everybody (`encoded`); an outbox only keeps references. It does not send: whoever holds the
line is told when something is released and takes one frame after the other, so a client that reads slowly fills its own
outbox and nobody else's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from graphwright.protocol.wire import encode

MAX_EVENTS: Final = 1_000
MAX_BYTES: Final = 8 * 1024 * 1024
"""What may wait for one client (ADR-18). Over it the client is cut and resumes (R-44)."""
FRAME_BYTES: Final = 256 * 1024
"""Merging stops here: a client shows the first events of a long line while the next frame still travels."""


class EncodedEvent(Struct, frozen=True, gc=False):
    """An event as text, or several with commas between them, and the size in bytes."""

    text: str
    size: int
    is_list: bool = False


def encoded(event: object) -> EncodedEvent:
    """An event, ready for any number of outboxes. `InvalidCommand` for text that is no valid Unicode."""
    return from_bytes(encode(event))


def from_bytes(data: bytes) -> EncodedEvent:
    """An event that is JSON already."""
    return EncodedEvent(data.decode(), len(data))


def bundled(events: Sequence[EncodedEvent]) -> Iterator[EncodedEvent]:
    """Many events at once, in bundles that fill a frame: each takes one place in an outbox."""
    start, size = 0, 0
    for at, event in enumerate(events):
        if at > start and size + event.size > FRAME_BYTES:
            yield _bundle(events[start:at])
            start, size = at, 0
        size += event.size
    if events:
        yield _bundle(events[start:])


def _bundle(events: Sequence[EncodedEvent]) -> EncodedEvent:
    return EncodedEvent(",".join(event.text for event in events), sum(event.size + 1 for event in events), is_list=True)


class Outbox:
    """What one client has not been sent yet."""

    def __init__(self, *, most_events: int = MAX_EVENTS, most_bytes: int = MAX_BYTES) -> None:
        self.on_release: Callable[[], None] = lambda: None
        """Called when frames may be taken; may not raise."""
        self._waiting: deque[EncodedEvent] = deque()
        self._size = 0
        self._most_events, self._most_bytes = most_events, most_bytes

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def size(self) -> int:
        """Bytes that wait."""
        return self._size

    def put(self, event: EncodedEvent) -> bool:
        """Add an event; `False` when there is no room for it."""
        if len(self._waiting) >= self._most_events or self._size + event.size > self._most_bytes:
            return False
        self._waiting.append(event)
        self._size += event.size
        return True

    def release(self) -> None:
        """Let go what waits; until then it is held back, so that what comes soon shares its frame."""
        if self._waiting:
            self.on_release()

    def clear(self) -> None:
        """Forget everything: the client is gone."""
        self._waiting.clear()
        self._size = 0

    def frame(self) -> str | None:
        """The next frame: one event, or an array of events; `None` when nothing waits."""
        if not self._waiting:
            return None
        first = self._take()
        merged, size = [first.text], first.size
        while self._waiting and size + self._waiting[0].size <= FRAME_BYTES:
            event = self._take()
            merged.append(event.text)
            size += event.size
        return first.text if len(merged) == 1 and not first.is_list else f"[{','.join(merged)}]"

    def _take(self) -> EncodedEvent:
        event = self._waiting.popleft()
        self._size -= event.size
        return event

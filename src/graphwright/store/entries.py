"""Events become entries of the journal, and entries become events again.

Encoding is where text that is no valid Unicode is refused; decoding is tolerant of fields it does not know (ADR-12).
"""

from __future__ import annotations

from typing import Final, cast

from msgspec import Raw, structs

from graphwright.errors import InvalidCommand, StoreDamaged
from graphwright.ports import Clock
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.graph import Change
from graphwright.protocol.wire import decode_durable, encode
from graphwright.store.base import Entry, StoredEntry
from graphwright.store.upcast import UPCASTERS

_PART: Final = 2_000
"""Changes that are encoded at once, in about 2 ms."""


def entry_of(event: DurableEvent, clock: Clock, revision: int | None = None) -> Entry:
    """An event on its way into the journal, stamped with the time.

    `revision` is the one a commit makes; it is the commit's own where it is not given. `InvalidCommand` when a text
    holds a lone surrogate (R-43).
    """
    if event.sequence is not None:
        event = structs.replace(event, sequence=None)
    if revision is None and isinstance(event, CommitApplied):
        revision = event.revision
    event_type = type_of(event)
    return Entry(event_type, UPCASTERS.current(event_type), clock.now(), _encoded(event), revision, event)


def _encoded(event: DurableEvent) -> bytes:
    """The event as JSON. A large commit in parts, so that no single step holds the interpreter for long (ADR-18)."""
    if not isinstance(event, CommitApplied) or len(event.changes) <= _PART:
        return encode(event)
    starts = range(0, len(event.changes), _PART)
    parts = [Raw(encode(event.changes[start : start + _PART])[1:-1]) for start in starts]  # without the brackets
    return encode(structs.replace(event, changes=cast("list[Change]", parts)))


def event_of(stored: StoredEntry) -> DurableEvent:
    """The event of an entry, with its sequence. `StoreDamaged` when the entry cannot be read."""
    try:
        event = decode_durable(stored.body)
    except InvalidCommand as error:
        raise StoreDamaged(
            f"entry {stored.sequence} ({stored.type}) of the journal cannot be read: {error.message}",
            sequence=stored.sequence,
        ) from None
    return structs.replace(event, sequence=stored.sequence)


def type_of(event: DurableEvent) -> str:
    """The tag of an event, for example `commit.applied`."""
    return cast("str", event.__struct_config__.tag)

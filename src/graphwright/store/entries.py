"""Events become entries of the journal, and entries become events again.

Encoding is where text that is no valid Unicode is refused; decoding is tolerant of fields it does not know (ADR-12).
"""

from __future__ import annotations

from typing import cast

from msgspec import structs

from graphwright.errors import InvalidCommand, StoreDamaged
from graphwright.ports import Clock
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.wire import decode_durable, encode
from graphwright.store.base import Entry, StoredEntry
from graphwright.store.upcast import UPCASTERS


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
    return Entry(event_type, UPCASTERS.current(event_type), clock.now(), encode(event), revision, event)


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

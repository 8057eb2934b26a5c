"""Events become entries of the journal, and entries become events again.

Encoding is where text that is no valid Unicode is refused; decoding is tolerant of fields it does not know (ADR-12).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, cast

from msgspec import json, structs

from graphwright.errors import InvalidCommand, StoreDamaged
from graphwright.ports import Clock
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.graph import Change
from graphwright.protocol.wire import decode_durable, decode_with, encode
from graphwright.store.base import Entry, StoredEntry
from graphwright.store.pieces import MadePieces
from graphwright.store.upcast import UPCASTERS

COMMIT: Final = "commit.applied"
"""The type of the one entry that raises the revision."""
MAX_IN_ONE: Final = 2_000
"""Changes of a commit in one piece, and in each piece of a larger one: encoded, stored and decoded at once, each in
about 2 ms (ADR-40)."""
_NO_CHANGES: Final = b'"changes":[]'
"""Stands once in a commit without changes: inside a text its quotes would be escaped."""
_CHANGES: Final[json.Decoder[list[Change]]] = json.Decoder(list[Change])


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
    body, more = _encoded(event)
    return Entry(event_type, UPCASTERS.current(event_type), clock.now(), body, revision, event, more)


def _encoded(event: DurableEvent) -> tuple[bytes, Sequence[bytes]]:
    """The event as JSON: in one piece, but a large commit as its beginning, its changes part by part, and its end."""
    if not isinstance(event, CommitApplied) or len(event.changes) <= MAX_IN_ONE:
        return encode(event), ()
    begin, _, end = encode(structs.replace(event, changes=[])).partition(_NO_CHANGES)
    changes = event.changes

    def piece(at: int) -> bytes:
        start = at * MAX_IN_ONE
        if start >= len(changes):
            return _NO_CHANGES[-1:] + end
        part = encode(changes[start : start + MAX_IN_ONE])[1:-1]  # without the brackets
        return b"," + part if start else part

    more = MadePieces(math.ceil(len(changes) / MAX_IN_ONE) + 1, piece)
    _ = more.size  # here it shows that all of it can be encoded
    return begin + _NO_CHANGES[:-1], more


def event_of(stored: StoredEntry, *, is_complete: bool = True) -> DurableEvent:
    """The event of an entry, with its sequence; without the changes that stand apart where it need not be complete.

    `StoreDamaged` when the entry cannot be read.
    """
    outline, parts = taken_apart(stored)
    try:
        event = decode_durable(outline)
        if is_complete and isinstance(event, CommitApplied):
            for part in parts:
                changes = decode_with(_CHANGES, part)
                event.changes.extend(changes)
    except InvalidCommand as error:
        raise StoreDamaged(
            f"entry {stored.sequence} ({stored.type}) of the journal cannot be read: {error.message}",
            sequence=stored.sequence,
        ) from None
    return structs.replace(event, sequence=stored.sequence)


def taken_apart(stored: StoredEntry) -> tuple[bytes, Iterator[bytes]]:
    """The JSON of the event without the changes that stand apart, and these as lists, part by part."""
    if not stored.more:
        return stored.body, iter(())
    parts = islice(stored.more, len(stored.more) - 1)
    return stored.body + stored.more[-1], (b"[%b]" % part.removeprefix(b",") for part in parts)


def type_of(event: DurableEvent) -> str:
    """The tag of an event, for example `commit.applied`."""
    return cast("str", event.__struct_config__.tag)

"""What a client that comes back has missed: the events of the journal after the last one it knows, or nothing at all.

There are two ways in and no third: the missed events in order, or the state anew (R-46). Both end at a sequence from
which the room goes on live.
"""

from __future__ import annotations

from typing import Final

from graphwright.projects import Project
from graphwright.protocol.commands import Since
from graphwright.protocol.events import CommitAnnounced, CommitApplied, Event
from graphwright.protocol.operations import CommitHead
from graphwright.protocol.wire import encode
from graphwright.rooms.outbox import EncodedEvent, from_bytes
from graphwright.store.base import StoredEntry
from graphwright.store.entries import COMMIT, event_of

MISSED_EVENTS: Final = 2_000
MISSED_BYTES: Final = 4 * 1024 * 1024
"""More than this is read faster as a state; half of what may wait for one client, so that live events have room."""
MAX_CHANGES: Final = 2_000
MAX_EVENT_BYTES: Final = 4 * 1024 * 1024
"""A larger commit is announced without its changes (ADR-18)."""
_CHANGE_BYTES: Final = 100
"""No change is shorter than this: it holds two ids. So a short entry need not be decoded to know that it is small."""


async def missed(project: Project, since: Since | None) -> list[EncodedEvent] | None:
    """The events after `since` up to the one that is newest when this returns; `None` = read the state instead.

    Nothing may be awaited between this and becoming live, or an event falls between the two.
    """
    header = project.header
    if since is None or since.epoch != header.epoch or since.sequence > header.sequence:
        return None
    events: list[EncodedEvent] = []
    size, after = 0, since.sequence
    while after < (upto := project.header.sequence):
        if len(events) + upto - after > MISSED_EVENTS:
            return None
        async for entry in project.store.read(project.project_id, after=after, upto=upto, outlined=True):
            event = from_bytes(_with_sequence(entry))
            events.append(event)
            size += event.size
            if size > MISSED_BYTES:
                return None
        after = upto
    return events


def on_the_wire(event: Event) -> EncodedEvent:
    """An event as clients get it. `InvalidCommand` for text that is no valid Unicode."""
    if isinstance(event, CommitApplied) and len(event.changes) > MAX_CHANGES:
        return from_bytes(encode(_announced(event)))
    data = encode(event)
    if isinstance(event, CommitApplied) and len(data) > MAX_EVENT_BYTES:
        data = encode(_announced(event))
    return from_bytes(data)


def _with_sequence(entry: StoredEntry) -> bytes:
    """A stored event with its sequence; spliced, because decoding thousands of them would stop the loop (ADR-18)."""
    if entry.more:
        commit = event_of(entry, is_complete=False)
        return encode(_announced(commit) if isinstance(commit, CommitApplied) else commit)
    if entry.type == COMMIT and entry.size > MAX_CHANGES * _CHANGE_BYTES:
        return on_the_wire(event_of(entry)).text.encode()
    return b'{"sequence":%d,%b' % (entry.sequence, entry.body[1:])


def _announced(commit: CommitApplied) -> CommitAnnounced:
    head = {name: getattr(commit, name) for name in (*CommitHead.__struct_fields__, "sequence")}
    return CommitAnnounced(**head, changes=None, reload=True)

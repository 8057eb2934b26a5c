"""An entry of the journal as a receiver reads it: its type, when it happened, and where; one request each."""

from __future__ import annotations

from typing import Final, get_args

from msgspec import Raw

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import NOT_GIVEN, Count, OptionalRaw, Record, Time
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import encode
from graphwright.store.base import StoredEntry

EVENT_BYTES: Final = 1024 * 1024
"""A larger event is only announced; receivers take about as much, and read it where they want it."""
TEST: Final = "webhook.test"

EVENT_TYPES: Final[tuple[str, ...]] = tuple(event.__struct_config__.tag for event in get_args(DurableEvent))
"""What may be listened for."""


class WebhookData(Record, frozen=True, kw_only=True):
    """What happened, and where."""

    project: str
    project_id: ProjectId
    sequence: Count
    """The events of a project are numbered without gaps; after one that was missed, read `/events?after=`."""
    revision: Count
    event: OptionalRaw = NOT_GIVEN
    """The event as it stands in the journal; absent from a test, and where it is larger than 1 MB."""
    is_too_large: bool = False


class WebhookBody(Record, frozen=True, kw_only=True):
    """The body of a delivery, in the form of Standard Webhooks."""

    type: str
    timestamp: Time
    data: WebhookData


def check_types(events: list[str]) -> list[str]:
    """The types, each once. `InvalidCommand` for one that there is not."""
    unknown = [each for each in events if each not in EVENT_TYPES]
    if unknown:
        message = f"there is no event {unknown[0][:80]!r}; there are {', '.join(EVENT_TYPES)}"
        raise InvalidCommand(message, path="$.events")
    return list(dict.fromkeys(events))


def body_of(entry: StoredEntry, project: str, project_id: ProjectId) -> bytes:
    """What is sent of an entry; the same at every attempt."""
    is_too_large = entry.size > EVENT_BYTES
    data = WebhookData(
        project=project,
        project_id=project_id,
        sequence=entry.sequence,
        revision=entry.revision,
        event=NOT_GIVEN if is_too_large else Raw(entry.whole),
        is_too_large=is_too_large,
    )
    return encode(WebhookBody(type=entry.type, timestamp=entry.at, data=data))

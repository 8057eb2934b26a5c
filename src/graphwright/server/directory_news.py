"""What the organisation's directory has asked last, and what it was refused, for the owner who looks why nothing comes.

One record beside the users and groups. It is written for a refusal, and else once in a while; it tells nothing of what
was done, which the audit does.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from msgspec.structs import replace

from graphwright.errors import GraphwrightError
from graphwright.ports import Clock
from graphwright.protocol.base import Record, Time
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Store

REFUSALS_KEPT: Final = 20
MESSAGE_LENGTH: Final = 300
AGAIN: Final = timedelta(minutes=1)
"""What is so again within this time is not noted again: a directory tries once a second, and strangers may, too."""
_NEWS: Final = "scimNews"


class RefusedRequest(Record, frozen=True, kw_only=True):
    """Something that the directory wanted and did not get."""

    at: Time
    code: str
    """Of the error, as everywhere."""
    message: str


class DirectoryNews(Record, frozen=True, kw_only=True):
    """What is known of the directory's requests."""

    heard_at: Time | None = None
    """When it came last, to a minute."""
    refused: list[RefusedRequest] = []
    """The newest first."""


class DirectoryJournal:
    """Notes what the directory asks."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def read(self) -> DirectoryNews:
        """What is known."""
        kept = await self._store.get_record(_NEWS, _NEWS)
        return DirectoryNews() if kept is None else decode(kept, DirectoryNews)

    async def heard(self) -> None:
        """It came, with its token."""
        known, now = await self.read(), self._clock.now()
        if known.heard_at is None or now - known.heard_at >= AGAIN:
            await self._store.set_record(_NEWS, _NEWS, encode(replace(known, heard_at=now)))

    async def refused(self, error: GraphwrightError) -> None:
        """It was refused something, or somebody came with another token."""
        known, now, message = await self.read(), self._clock.now(), error.message[:MESSAGE_LENGTH]
        if any(each.message == message and now - each.at < AGAIN for each in known.refused):
            return
        refused = [RefusedRequest(at=now, code=error.code, message=message), *known.refused][:REFUSALS_KEPT]
        await self._store.set_record(_NEWS, _NEWS, encode(replace(known, refused=refused)))


async def forget_refusals(store: Store) -> None:
    """Of somebody who is forgotten a refusal may still speak."""
    kept = await store.get_record(_NEWS, _NEWS)
    if kept is not None:
        await store.set_record(_NEWS, _NEWS, encode(replace(decode(kept, DirectoryNews), refused=[])))

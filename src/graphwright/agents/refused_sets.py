"""Change sets that were refused, kept by name for a while: an agent then sends its corrections, not the whole again.

They are records beside the journal, so they are still there after a restart; nobody but their sender can name them.
What is looked through with each of them are only small records: whose sets there are, since when, and how large.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from graphwright.errors import LimitExceeded, NotFound
from graphwright.mcp.wire import JsonObject
from graphwright.ports import Clock
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Store

EACH: Final = 8
"""Of one person in one project; the oldest is forgotten first."""
DAYS: Final = 7
"""After which somebody's sets are forgotten, counted from the newest."""
SIZE: Final = 512 * 1024
"""Bytes of one set."""
OWNERS: Final = 1_000
"""People in projects who have sets; who has sent nothing for longest is forgotten first."""
ROOM: Final = 64 * 1024 * 1024
"""Bytes of everybody's sets together; forgotten likewise."""
OWNED_SETS: Final = "refused.owned"
REFUSED_SET: Final = "refused.set"


class RefusedSet(Struct, frozen=True):
    """What was sent, change by change, and why."""

    changes: list[JsonObject]
    reason: str


class _OwnSets(Struct, frozen=True):
    """Those of one person in one project, without what is in them."""

    newest: datetime
    count: int
    """How many there ever were; names come of it."""
    sizes: dict[str, int]
    """In bytes, by name, the oldest first."""


class RefusedSets:
    """Those of everybody."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._changing = asyncio.Lock()

    async def keep(self, project_id: str, person_id: str, refused: RefusedSet) -> str:
        """Keep a set; its name. `LimitExceeded` for one that is too large."""
        body, owner = encode(refused), f"{project_id}/{person_id}"
        if len(body) > SIZE:
            raise LimitExceeded(f"the change set has {len(body):,} bytes, at most {SIZE:,} are remembered")
        async with self._changing:
            owned = await self._remembered()
            known = owned.pop(owner, None)
            count = 1 if known is None else known.count + 1
            name = f"refused-{count}"
            await self._store.set_record(REFUSED_SET, f"{owner}/{name}", body)
            sizes = {**({} if known is None else known.sizes), name: len(body)}
            kept = _OwnSets(self._clock.now(), count, dict(list(sizes.items())[-EACH:]))
            await self._store.set_record(OWNED_SETS, owner, encode(kept))
            for each in sizes.keys() - kept.sizes.keys():
                await self._store.set_record(REFUSED_SET, f"{owner}/{each}", None)
            await self._make_room(owned, sum(kept.sizes.values()))
        return name

    async def get(self, project_id: str, person_id: str, name: str) -> RefusedSet:
        """One of a person's own. `NotFound`."""
        owner = f"{project_id}/{person_id}"
        known = await self._store.get_record(OWNED_SETS, owner)
        sizes = {} if known is None else decode(known, _OwnSets).sizes
        body = await self._store.get_record(REFUSED_SET, f"{owner}/{name}") if name in sizes else None
        if body is None:
            named = ", ".join(sizes) or "none"
            message = f"there is no refused change set {name[:80]!r}; kept are {named}. Send the whole set again"
            raise NotFound(message)
        return decode(body, RefusedSet)

    async def _remembered(self) -> dict[str, _OwnSets]:
        """Whose sets there are, once the old ones are forgotten: also those of people and projects that are gone."""
        begin = self._clock.now() - timedelta(days=DAYS)
        owned = {owner: decode(body, _OwnSets) for owner, body in await self._store.records(OWNED_SETS)}
        for owner in [owner for owner, own in owned.items() if own.newest < begin]:
            await self._forget(owner, owned.pop(owner))
        return owned

    async def _make_room(self, others: dict[str, _OwnSets], taken: int) -> None:
        """Forget those of others, the oldest first, while there are too many or too large ones."""
        room = taken + sum(sum(own.sizes.values()) for own in others.values())
        by_age = sorted(others.items(), key=lambda item: item[1].newest)
        for place, (owner, own) in enumerate(by_age):
            if room <= ROOM and len(others) - place < OWNERS:
                return
            await self._forget(owner, own)
            room -= sum(own.sizes.values())

    async def _forget(self, owner: str, own: _OwnSets) -> None:
        for name in own.sizes:
            await self._store.set_record(REFUSED_SET, f"{owner}/{name}", None)
        await self._store.set_record(OWNED_SETS, owner, None)

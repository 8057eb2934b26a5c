"""Links by which somebody without an account looks at one thing: made, found, listed and ended (ADR-51).

A link is a secret of its own, of which only the hash is kept. It holds until its day, until it is ended, and as long as
whoever made it is an admin of the project. What it shows is `shared_content`.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Final, Literal, TypeAlias

from graphwright.access import access_in
from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.protocol.base import Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import NodeId, ProjectId
from graphwright.protocol.wire import decode, encode
from graphwright.server.tickets import hashed, new_secret
from graphwright.workbench import Workbench

MAX_LINKS: Final = 200
"""Of one project, that still lead somewhere."""
DAYS: Final = 7
MAX_DAYS: Final = 366
LABEL_LENGTH: Final = 120
MAX_NODES: Final = 5_000
"""Of one view: more is no picture to look at, but an export."""
LOOKS_PER_MINUTE: Final = 60
"""From one address: a person reads more slowly."""
SHARE: Final = "share"

SharedKind: TypeAlias = Literal["view", "node", "thread"]


class SharedThing(Record, frozen=True, kw_only=True):
    """What a link shows."""

    kind: SharedKind
    about: str
    """The name of a view of the diagram, or the id of a node or thread."""
    label: str
    """What it was called when the link was made."""
    nodes: list[NodeId] = []
    """Of a view: the only ones that are shown of it; none: all."""


class ShareLink(SharedThing, frozen=True, kw_only=True):
    """A link as admins see it."""

    share_id: str
    project_id: ProjectId
    person: Author
    at: Time
    expires_at: Time


class IssuedShare(Record, frozen=True, kw_only=True):
    """A new link. Its secret is shown once and never stored."""

    link: ShareLink
    secret: str
    """Stands behind `#share=` in the address, where no server and no other page is told of it."""


class ShareLinks:
    """The links of a data folder."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._making = asyncio.Lock()

    async def make(self, project_id: ProjectId, thing: SharedThing, *, days: int, person: Author) -> IssuedShare:
        """A new link. `InvalidCommand` for a life that is too long, `LimitExceeded` for one link too many."""
        if not 1 <= days <= MAX_DAYS:
            raise InvalidCommand(f"a link lives 1 to {MAX_DAYS} days", path="$.days")
        now, secret = self._workbench.clock.now(), new_secret()
        link = ShareLink(
            kind=thing.kind,
            about=thing.about,
            label=thing.label[:LABEL_LENGTH],
            nodes=thing.nodes,
            share_id=self._workbench.ids.new(),
            project_id=project_id,
            person=person,
            at=now,
            expires_at=now + timedelta(days=days),
        )
        async with self._making:
            if len(await self.living(project_id)) >= MAX_LINKS:
                raise LimitExceeded(f"the project has {MAX_LINKS} links, and no more are kept; end some first")
            await self._forget_expired()
            await self._store.set_record(SHARE, hashed(secret), encode(link))
        return IssuedShare(link=link, secret=secret)

    async def living(self, project_id: ProjectId) -> list[ShareLink]:
        """The links of a project whose day has not come, oldest first."""
        now = self._workbench.clock.now()
        found = [link for _, link in await self._kept() if link.project_id == project_id and link.expires_at > now]
        return sorted(found, key=lambda each: each.at)

    async def behind(self, secret: str) -> ShareLink:
        """The link with this secret. `NotFound`, in the same words for whatever does not lead anywhere."""
        kept = await self._store.get_record(SHARE, hashed(secret))
        link = None if kept is None else decode(kept, ShareLink)
        if link is None or link.expires_at <= self._workbench.clock.now():
            raise ended()
        if await access_in(self._store, link.project_id, link.person.person_id) != "admin":
            raise ended()
        return link

    async def end(self, project_id: ProjectId, share_id: str) -> None:
        """End a link of a project. `NotFound`."""
        for key, link in await self._kept():
            if link.share_id == share_id and link.project_id == project_id:
                await self._store.set_record(SHARE, key, None)
                return
        raise NotFound(f"there is no link {share_id[:80]!r} in this project")

    async def _forget_expired(self) -> None:
        now = self._workbench.clock.now()
        for key, link in await self._kept():
            if link.expires_at <= now:
                await self._store.set_record(SHARE, key, None)

    async def _kept(self) -> list[tuple[str, ShareLink]]:
        return [(key, decode(body, ShareLink)) for key, body in await self._store.records(SHARE)]


def ended() -> NotFound:
    """A link that leads nowhere, whatever the reason: who tries links learns nothing."""
    return NotFound("this link has ended, or was never one; ask whoever sent it for a new one")

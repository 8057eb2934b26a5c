"""The webhooks of all projects: made, changed, listed and forgotten. Who may do so is the caller's to ask.

One process owns the store, so what is in memory here is what is kept; every change is kept before it counts. Whoever
delivers and whoever changes a webhook do so at the same time: each change is made to what is kept at that moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from msgspec import structs

from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.ports import Clock, Ids
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId, WebhookId
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Store
from graphwright.webhooks.payload import check_types
from graphwright.webhooks.records import Webhook, WebhookSecrets
from graphwright.webhooks.signing import new_secret
from graphwright.webhooks.targets import target_of

WEBHOOKS: Final = 20
"""In one project."""
DESCRIPTION_LENGTH: Final = 200
OVERLAP: Final = timedelta(hours=24)
"""How long the secret before still counts, so that a receiver may be given the new one without losing a delivery."""
_WEBHOOK: Final = "webhook"
_SECRETS: Final = "webhookSecrets"
"""A kind of its own, so that whatever lists webhooks never holds one."""


class IssuedWebhook(Record, frozen=True, kw_only=True):
    """A webhook with a new secret, which is shown only now."""

    webhook: Webhook
    secret: str


class Webhooks:
    """Those of a data folder."""

    def __init__(self, store: Store, clock: Clock, ids: Ids, allowed: Collection[str]) -> None:
        self.store = store
        self.clock = clock
        self.on_change: list[Callable[[Webhook], None]] = []
        """Told of every webhook that was made, changed or turned on or off; of one that was removed, as turned off."""
        self._ids = ids
        self._allowed = allowed
        self._all: dict[WebhookId, Webhook] | None = None
        self._changing = asyncio.Lock()

    async def of(self, project_id: ProjectId) -> list[Webhook]:
        """Those of a project, oldest first."""
        return [each for each in await self.everywhere() if each.project_id == project_id]

    async def everywhere(self) -> list[Webhook]:
        """Those of all projects, oldest first."""
        return list((await self._known()).values())

    async def get(self, project_id: ProjectId, webhook_id: str) -> Webhook:
        """One of a project. `NotFound`."""
        found = await self.find(WebhookId(webhook_id))
        if found is None or found.project_id != project_id:
            raise NotFound(f"there is no webhook {webhook_id[:80]!r} in this project")
        return found

    async def find(self, webhook_id: WebhookId) -> Webhook | None:
        """One by its id, if it is still there."""
        return (await self._known()).get(webhook_id)

    async def add(
        self,
        project_id: ProjectId,
        url: str,
        *,
        by: Author,
        events: list[str] | None = None,
        description: str = "",
        after: int | None = None,
    ) -> IssuedWebhook:
        """A new webhook; it tells what happens from now on, or after a sequence. `InvalidCommand`, `LimitExceeded`."""
        target_of(url, self._allowed)
        head = (await self.store.head(project_id)).sequence
        if after is not None and after > head:
            raise InvalidCommand(f"the project has {head:,} events, none after {after:,} is known", path="$.after")
        webhook = Webhook(
            webhook_id=WebhookId(self._ids.new()),
            project_id=project_id,
            url=url,
            events=check_types(events or []),
            description=_described(description),
            made_by=by,
            made_at=self.clock.now(),
            after=head if after is None else after,
        )
        secrets = WebhookSecrets(secret=new_secret())
        async with self._changing:  # of two who come at once the second counts the first
            if len(await self.of(project_id)) >= WEBHOOKS:
                raise LimitExceeded(f"a project has at most {WEBHOOKS} webhooks; remove one first")
            await self.store.set_record(_SECRETS, webhook.webhook_id, encode(secrets))
            await self._keep(webhook)
        return IssuedWebhook(webhook=webhook, secret=secrets.secret)

    async def change(
        self,
        webhook: Webhook,
        *,
        url: str | None = None,
        events: list[str] | None = None,
        description: str | None = None,
        is_on: bool | None = None,
        from_now: bool = False,
    ) -> Webhook:
        """Another address, other events, on or off; `from_now` leaves out what was not told yet.

        `InvalidCommand`; `NotFound` where it was removed meanwhile.
        """
        if url is not None:
            target_of(url, self._allowed)
        given = {
            "url": url,
            "events": None if events is None else check_types(events),
            "description": None if description is None else _described(description),
        }
        wanted: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if from_now:
            wanted["after"] = (await self.store.head(webhook.project_id)).sequence
        if is_on is True or url is not None or from_now:  # what failed so far failed elsewhere, or is forgiven
            wanted |= {"attempts": 0, "next_at": None, "failing_since": None}
        if is_on is True:
            wanted |= {"off": None, "off_at": None}

        def changed(now: Webhook) -> Webhook:
            if is_on is False and now.off is None:
                return structs.replace(now, **wanted, off="person", off_at=self.clock.now())
            return structs.replace(now, **wanted)

        kept = await self.update(webhook.webhook_id, changed)
        if kept is None:
            raise _removed()
        return kept

    async def update(self, webhook_id: WebhookId, change: Callable[[Webhook], Webhook]) -> Webhook | None:
        """Keep what `change` makes of a webhook as it is now; `None` where it was removed meanwhile."""
        async with self._changing:
            webhook = await self.find(webhook_id)
            if webhook is None:
                return None
            changed = change(webhook)
            await self._keep(changed)
            return changed

    async def renew_secret(self, webhook: Webhook) -> IssuedWebhook:
        """Another secret; the one so far still counts for a day. `NotFound` where it was removed meanwhile."""
        async with self._changing:
            kept = await self._secrets(webhook.webhook_id)
            until = self.clock.now() + OVERLAP
            secrets = WebhookSecrets(secret=new_secret(), previous=kept.secret, previous_until=until)
            await self.store.set_record(_SECRETS, webhook.webhook_id, encode(secrets))
        return IssuedWebhook(webhook=webhook, secret=secrets.secret)

    async def remove(self, webhook: Webhook) -> None:
        """Forget a webhook and its secrets."""
        async with self._changing:
            await self.store.set_record(_WEBHOOK, webhook.webhook_id, None)
            await self.store.set_record(_SECRETS, webhook.webhook_id, None)
            (await self._known()).pop(webhook.webhook_id, None)
            self._tell(structs.replace(webhook, off="person"))

    async def forget_all(self, project_id: ProjectId) -> None:
        """Forget those of a project that is deleted."""
        for webhook in await self.of(project_id):
            await self.remove(webhook)

    async def taken(self, project_id: ProjectId) -> None:
        """This process works on a project from now on, and others may have changed its webhooks before."""
        known = await self._known()
        for _, body in await self.store.records(_WEBHOOK):
            webhook = decode(body, Webhook)
            if webhook.project_id == project_id:
                known[webhook.webhook_id] = webhook
                self._tell(webhook)

    async def left(self, project_id: ProjectId) -> None:
        """Another process works on a project from now on; nothing of it is told from here any more."""
        for webhook in await self.of(project_id):
            (await self._known()).pop(webhook.webhook_id)
            self._tell(structs.replace(webhook, off="person"))

    async def owed_in(self) -> set[ProjectId]:
        """The projects of which a receiver has not been told everything yet, whoever works on them."""
        owed: set[ProjectId] = set()
        for _, body in await self.store.records(_WEBHOOK):
            webhook = decode(body, Webhook)
            with suppress(NotFound):  # it is deleted
                if webhook.off is None and webhook.after < (await self.store.head(webhook.project_id)).sequence:
                    owed.add(webhook.project_id)
        return owed

    def begin_with_none(self) -> None:
        """Tell of no project before it is `taken`."""
        self._all = {}

    async def secrets_of(self, webhook_id: WebhookId) -> list[str]:
        """What a delivery is signed with now, the newest first."""
        kept = await self._secrets(webhook_id)
        if kept.previous is None or kept.previous_until is None or kept.previous_until <= self.clock.now():
            return [kept.secret]
        return [kept.secret, kept.previous]

    async def _keep(self, webhook: Webhook) -> None:
        await self.store.set_record(_WEBHOOK, webhook.webhook_id, encode(webhook))
        (await self._known())[webhook.webhook_id] = webhook
        self._tell(webhook)

    async def _known(self) -> dict[WebhookId, Webhook]:
        if self._all is None:
            kept = [decode(body, Webhook) for _, body in await self.store.records(_WEBHOOK)]
            if self._all is None:  # nobody was quicker
                self._all = {each.webhook_id: each for each in sorted(kept, key=lambda each: each.webhook_id)}
        return self._all

    async def _secrets(self, webhook_id: WebhookId) -> WebhookSecrets:
        kept = await self.store.get_record(_SECRETS, webhook_id)
        if kept is None:
            raise _removed()
        return decode(kept, WebhookSecrets)

    def _tell(self, webhook: Webhook) -> None:
        for listener in tuple(self.on_change):
            listener(webhook)


def _removed() -> NotFound:
    return NotFound("this webhook was removed")


def _described(text: str) -> str:
    words = " ".join(text.split())
    if len(words) > DESCRIPTION_LENGTH:
        raise InvalidCommand(f"a description has at most {DESCRIPTION_LENGTH} characters", path="$.description")
    return words

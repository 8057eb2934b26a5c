"""Tells a receiver the next event that it wants to hear: one attempt at a time, in the order of the journal.

The journal is the outbox. What is kept beside it is a number, up to which everything was told; it is raised when a
receiver has taken an event, so after a crash that event is told again rather than lost. An event that nobody takes
holds up those behind it until it is taken, or until the webhook is given up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from msgspec import structs

from graphwright.errors import NotFound
from graphwright.fold import HEADER
from graphwright.ports import fraction
from graphwright.protocol.events import ProjectChanged
from graphwright.protocol.ids import WebhookId
from graphwright.protocol.wire import decode_durable, encode
from graphwright.redelivery import is_given_up, pause_after
from graphwright.store.base import StoredEntry
from graphwright.version import VERSION
from graphwright.webhooks.payload import TEST, WebhookBody, WebhookData, body_of
from graphwright.webhooks.posting import Post, PostResult
from graphwright.webhooks.records import DELIVERIES, Delivery, DeliveryKind, OffReason, Webhook
from graphwright.webhooks.signing import signed_headers
from graphwright.webhooks.webhooks import Webhooks

_log = logging.getLogger(__name__)

WINDOW: Final = 100
"""Entries that are looked through at once."""
GONE: Final = 410
"""The status of a receiver that wants nothing any more."""
_HEADERS: Final = {"content-type": "application/json", "user-agent": f"Graphwright/{VERSION}"}


class Deliverer:
    """Makes the attempts."""

    def __init__(self, webhooks: Webhooks, post: Post, chance: Callable[[], float] = fraction) -> None:
        self._webhooks = webhooks
        self._store = webhooks.store
        self._clock = webhooks.clock
        self._post = post
        self._chance = chance
        self._looked: dict[WebhookId, tuple[list[str], int]] = {}
        """How far the journal was looked through, for which types of events; lost with the process, and no harm."""

    async def deliver_next(self, webhook_id: WebhookId) -> float | None:
        """At most one attempt; how many seconds until there may be more to do, `None`: when something happens."""
        webhook = await self._webhooks.find(webhook_id)
        if webhook is None or webhook.off is not None:
            return None
        if webhook.next_at is not None and (left := (webhook.next_at - self._clock.now()).total_seconds()) > 0:
            return left
        entry = await self._next_wanted(webhook)
        if entry is None:
            return None
        result, delivery = await self._attempt(webhook, entry, "event", attempts=webhook.attempts + 1)
        return await self._noted(webhook_id, delivery, result)

    async def redeliver(self, webhook: Webhook, sequence: int) -> Delivery:
        """Tell an event once more, now, whatever else waits. `NotFound` for an event that there is not."""
        async for entry in self._store.read(webhook.project_id, after=sequence - 1, upto=sequence):
            _, delivery = await self._attempt(webhook, entry, "redelivery")
            return await self._listed(webhook.webhook_id, delivery)
        raise NotFound(f"the project has no event {sequence:,}")

    async def test(self, webhook: Webhook) -> Delivery:
        """Send something that says nothing, to see whether it arrives."""
        now, head = self._clock.now(), await self._store.head(webhook.project_id)
        header = await self._header(webhook)
        data = WebhookData(
            project=header.name, project_id=webhook.project_id, sequence=head.sequence, revision=head.revision
        )
        body = encode(WebhookBody(type=TEST, timestamp=now, data=data))
        message_id = f"test_{webhook.webhook_id}_{int(now.timestamp() * 1000)}"
        delivery = Delivery(
            sequence=head.sequence, type=TEST, kind="test", status="failed", attempts=1, at=now, duration_ms=0
        )
        _, delivery = await self._sent(webhook, message_id, body, delivery)
        return await self._listed(webhook.webhook_id, delivery)

    async def _next_wanted(self, webhook: Webhook) -> StoredEntry | None:
        """The next event it wants to hear; what lies before that is passed over."""
        after, head = self._looked_upto(webhook), (await self._store.head(webhook.project_id)).sequence
        while after < head:
            upto = min(after + WINDOW, head)
            async for entry in self._store.read(webhook.project_id, after=after, upto=upto):
                if not webhook.events or entry.type in webhook.events:
                    return entry
            after = upto
            self._looked[webhook.webhook_id] = (webhook.events, after)
        if after - webhook.after >= WINDOW:  # so that a restart does not look through all of it again
            await self._webhooks.update(webhook.webhook_id, lambda now: _passed_over(now, webhook.events, after))
        return None

    def _looked_upto(self, webhook: Webhook) -> int:
        """The sequence up to which there is nothing that it wants to hear."""
        events, after = self._looked.get(webhook.webhook_id, (webhook.events, 0))
        return max(webhook.after, after) if events == webhook.events else webhook.after

    async def _attempt(
        self, webhook: Webhook, entry: StoredEntry, kind: DeliveryKind, *, attempts: int = 1
    ) -> tuple[PostResult, Delivery]:
        header = await self._header(webhook)
        delivery = Delivery(
            sequence=entry.sequence,
            type=entry.type,
            kind=kind,
            status="failed",
            attempts=attempts,
            at=self._clock.now(),
            duration_ms=0,
        )
        body = body_of(entry, header.name, webhook.project_id)
        return await self._sent(webhook, f"{header.epoch}_{entry.sequence}", body, delivery)

    async def _sent(
        self, webhook: Webhook, message_id: str, body: bytes, delivery: Delivery
    ) -> tuple[PostResult, Delivery]:
        started = self._clock.monotonic()
        secrets = await self._webhooks.secrets_of(webhook.webhook_id)
        headers = {**_HEADERS, **signed_headers(message_id, delivery.at, body, secrets)}
        result = await self._post(webhook.url, headers, body)
        return result, structs.replace(
            delivery,
            status="delivered" if result.problem is None else "failed",
            duration_ms=int((self._clock.monotonic() - started) * 1_000),
            http_status=result.http_status,
            problem=result.problem,
        )

    async def _noted(self, webhook_id: WebhookId, delivery: Delivery, result: PostResult) -> float | None:
        """Keep what became of the next event; how long to wait now."""
        now = self._clock.now()
        pause = pause_after(delivery.attempts, self._chance(), retry_after=result.retry_after or "")

        def noted(webhook: Webhook) -> Webhook:
            if result.problem is None:
                return _taken(webhook, delivery)
            if webhook.attempts != delivery.attempts - 1:  # what failed so far was forgiven meanwhile, and this with it
                return structs.replace(webhook, deliveries=_with(webhook, delivery))
            failing_since = webhook.failing_since or delivery.at
            if result.http_status == GONE:
                return _given_up(webhook, delivery, "gone", now)
            if is_given_up(failing_since, now, delivery.attempts):
                return _given_up(webhook, delivery, "failing", now)
            waiting = structs.replace(delivery, status="retrying", next_at=now + pause)
            return structs.replace(
                webhook, attempts=delivery.attempts, next_at=now + pause, failing_since=failing_since,
                deliveries=_with(webhook, waiting),
            )  # fmt: skip

        kept = await self._webhooks.update(webhook_id, noted)
        if kept is None or kept.off is not None:
            return None
        return 0.0 if result.problem is None else pause.total_seconds()

    async def _listed(self, webhook_id: WebhookId, delivery: Delivery) -> Delivery:
        """Keep what was sent beside the order of the journal."""
        await self._webhooks.update(
            webhook_id, lambda webhook: structs.replace(webhook, deliveries=_with(webhook, delivery))
        )
        return delivery

    async def _header(self, webhook: Webhook) -> ProjectChanged:
        kept = await self._store.document(webhook.project_id, "project", HEADER)
        header = None if kept is None else decode_durable(kept.body)
        if not isinstance(header, ProjectChanged):
            raise NotFound("the project of this webhook is gone")
        return header


def _passed_over(webhook: Webhook, events: list[str], after: int) -> Webhook:
    """With what it does not want to hear behind it; not where it wants to hear something else by now."""
    return structs.replace(webhook, after=max(webhook.after, after)) if webhook.events == events else webhook


def _taken(webhook: Webhook, delivery: Delivery) -> Webhook:
    return structs.replace(
        webhook, after=max(webhook.after, delivery.sequence), attempts=0, next_at=None, failing_since=None,
        deliveries=_with(webhook, delivery),
    )  # fmt: skip


def _given_up(webhook: Webhook, delivery: Delivery, why: OffReason, now: datetime) -> Webhook:
    _log.warning("a webhook was turned off: %s after %d attempts", why, delivery.attempts)
    return structs.replace(
        webhook, attempts=delivery.attempts, next_at=None, off=why, off_at=now, deliveries=_with(webhook, delivery)
    )


def _with(webhook: Webhook, delivery: Delivery) -> list[Delivery]:
    """The list with a delivery, in place of its attempt before."""
    kept = [each for each in webhook.deliveries if not _is_same(each, delivery)]
    return [*kept, delivery][-DELIVERIES:]


def _is_same(one: Delivery, other: Delivery) -> bool:
    return one.kind == other.kind == "event" and one.sequence == other.sequence

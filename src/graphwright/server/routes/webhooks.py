"""Webhooks: addresses that are told what happens, their secrets, and what became of each delivery. For admins."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from graphwright.protocol.base import Command, Count, Record
from graphwright.protocol.ids import WebhookId
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint
from graphwright.webhooks.payload import EVENT_TYPES
from graphwright.webhooks.records import Delivery, Webhook
from graphwright.webhooks.targets import URL_LENGTH
from graphwright.webhooks.webhooks import DESCRIPTION_LENGTH, IssuedWebhook

Url = Annotated[str, Meta(min_length=1, max_length=URL_LENGTH)]
EventTypes = Annotated[list[str], Meta(max_length=len(EVENT_TYPES))]
Description = Annotated[str, Meta(max_length=DESCRIPTION_LENGTH)]
_WEBHOOK = PROJECT + "/webhooks/{webhook}"


class WebhookList(Record, frozen=True, kw_only=True):
    """The webhooks of a project."""

    webhooks: list[Webhook]
    event_types: list[str]
    """What may be listened for."""


class WebhookPost(Command, frozen=True, kw_only=True):
    """A new webhook."""

    url: Url
    events: EventTypes = []
    """Types of events; empty: all."""
    description: Description = ""
    after: Count | None = None
    """Tell the events after this sequence too; absent: from now on."""


class WebhookPatch(Command, frozen=True, kw_only=True):
    """What is to be different."""

    url: Url | None = None
    events: EventTypes | None = None
    description: Description | None = None
    is_on: bool | None = None
    from_now: bool = False
    """Leave out what was not told yet."""


class RedeliveryPost(Command, frozen=True, kw_only=True):
    """Which event is to be sent once more."""

    sequence: Count


class WebhookGone(Record, frozen=True, kw_only=True):
    """The webhook and its secret are forgotten."""

    webhook_id: WebhookId


@endpoint("webhooks.get", PROJECT + "/webhooks", "admin")
async def list_webhooks(call: EndpointCall[NoQuery, NoBody]) -> WebhookList:
    """The webhooks with their newest deliveries."""
    found = await call.workbench.webhooks.of(call.project.project_id)
    return WebhookList(webhooks=found, event_types=list(EVENT_TYPES))


@endpoint("webhooks.post", PROJECT + "/webhooks", "admin", status=201, audited=("url",))
async def post_webhook(call: EndpointCall[NoQuery, WebhookPost]) -> IssuedWebhook:
    """Add a webhook. Its secret is in this answer only."""
    wanted = call.body
    return await call.workbench.webhooks.add(
        call.project.project_id,
        wanted.url,
        by=call.person,
        events=wanted.events,
        description=wanted.description,
        after=wanted.after,
    )


@endpoint("webhook.patch", _WEBHOOK, "admin", audited=("url", "is_on"))
async def patch_webhook(call: EndpointCall[NoQuery, WebhookPatch]) -> Webhook:
    """Change a webhook, or turn it on or off."""
    wanted = call.body
    return await call.workbench.webhooks.change(
        await _meant(call),
        url=wanted.url,
        events=wanted.events,
        description=wanted.description,
        is_on=wanted.is_on,
        from_now=wanted.from_now,
    )


@endpoint("webhook.delete", _WEBHOOK, "admin", audited=())
async def delete_webhook(call: EndpointCall[NoQuery, NoBody]) -> WebhookGone:
    """Remove a webhook."""
    webhook = await _meant(call)
    await call.workbench.webhooks.remove(webhook)
    return WebhookGone(webhook_id=webhook.webhook_id)


@endpoint("webhook.secret.post", _WEBHOOK + "/secret", "admin", status=201, audited=())
async def renew_secret(call: EndpointCall[NoQuery, NoBody]) -> IssuedWebhook:
    """Give a webhook another secret, which is in this answer only; the one so far counts for another day."""
    return await call.workbench.webhooks.renew_secret(await _meant(call))


@endpoint("webhook.test.post", _WEBHOOK + "/test", "admin")
async def send_test(call: EndpointCall[NoQuery, NoBody]) -> Delivery:
    """Send a test to a webhook, and say what became of it."""
    return await call.workbench.deliverer.test(await _meant(call))


@endpoint("redelivery.post", _WEBHOOK + "/redeliveries", "admin")
async def redeliver(call: EndpointCall[NoQuery, RedeliveryPost]) -> Delivery:
    """Send an event once more, now, whatever waits before it."""
    return await call.workbench.deliverer.redeliver(await _meant(call), call.body.sequence)


async def _meant(call: EndpointCall[NoQuery, Any]) -> Webhook:
    return await call.workbench.webhooks.get(call.project.project_id, call.path["webhook"])

"""Tells all receivers in the background, each by itself, so that one that is slow or gone costs no other anything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from graphwright.bus import Bus
from graphwright.protocol.events import Event
from graphwright.protocol.ids import WebhookId
from graphwright.webhooks.delivering import Deliverer
from graphwright.webhooks.records import Webhook
from graphwright.webhooks.webhooks import Webhooks

AGAIN_S: Final = 30.0
"""After a failure of our own, such as a full disk."""
_log = logging.getLogger(__name__)


@asynccontextmanager
async def telling(webhooks: Webhooks, deliverer: Deliverer, bus: Bus) -> AsyncGenerator[None]:
    """Deliver for as long as this lasts. What is on its way at the end is told again after the next start."""
    teller = _Teller(deliverer, bus)
    webhooks.on_change.append(teller.follow)
    projects = {row.project_id for row in await webhooks.store.projects()}
    for webhook in await webhooks.everywhere():
        if webhook.project_id in projects:
            teller.follow(webhook)
        else:  # added, or not yet removed, when the project was deleted
            await webhooks.remove(webhook)
    try:
        yield
    finally:
        webhooks.on_change.remove(teller.follow)
        await teller.stop()


class _Teller:
    """A task for each webhook that is on."""

    def __init__(self, deliverer: Deliverer, bus: Bus) -> None:
        self._deliverer = deliverer
        self._bus = bus
        self._news: dict[WebhookId, asyncio.Event] = {}
        self._tasks: dict[WebhookId, asyncio.Task[None]] = {}

    def follow(self, webhook: Webhook) -> None:
        """Begin with one that is on; wake one that has changed; end with one that is off."""
        webhook_id = webhook.webhook_id
        news = self._news.setdefault(webhook_id, asyncio.Event())
        news.set()
        task = self._tasks.get(webhook_id)
        if webhook.off is None and (task is None or task.done()):
            self._tasks[webhook_id] = asyncio.create_task(self._told(webhook, news))
        elif webhook.off is not None and task is not None and task is not asyncio.current_task():
            task.cancel()
            del self._tasks[webhook_id], self._news[webhook_id]

    async def stop(self) -> None:
        """End with all of them."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _told(self, webhook: Webhook, news: asyncio.Event) -> None:
        def heard(event: Event) -> None:
            if getattr(event, "sequence", None) is not None:  # one of the journal; the others pass by, many a second
                news.set()

        stop = self._bus.subscribe(webhook.project_id, heard)
        try:
            while True:
                news.clear()
                pause = await self._next(webhook.webhook_id)
                if pause != 0:
                    await _either(news, pause)
        finally:
            stop()

    async def _next(self, webhook_id: WebhookId) -> float | None:
        try:
            return await self._deliverer.deliver_next(webhook_id)
        except Exception:  # noqa: BLE001  the next attempt may do better, and the others go on
            _log.exception("a delivery failed here")
            return AGAIN_S


async def _either(news: asyncio.Event, seconds: float | None) -> None:
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return

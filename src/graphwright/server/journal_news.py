"""Waiting until the journal of a project has grown: woken by the bus, which carries passing events, too."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from graphwright.projects import Project
from graphwright.protocol.events import Event


class JournalNews:
    """Whether there is more than what was read. Forget before reading, then nothing falls between the two."""

    def __init__(self) -> None:
        self._come = asyncio.Event()

    def hear(self, event: Event) -> None:
        """Take note of an event; only durable ones have a sequence."""
        if getattr(event, "sequence", None) is not None:
            self._come.set()

    def forget(self) -> None:
        """What has come is about to be read."""
        self._come.clear()

    async def came(self, seconds: float) -> bool:
        """Whether something comes within so many seconds, or has since `forget`."""
        try:
            async with asyncio.timeout(seconds):
                await self._come.wait()
        except TimeoutError:
            return False
        return True


@contextmanager
def news_of(project: Project) -> Generator[JournalNews]:
    """The news of a project, for a while."""
    news = JournalNews()
    stop = project.bus.subscribe(project.project_id, news.hear)
    try:
        yield news
    finally:
        stop()

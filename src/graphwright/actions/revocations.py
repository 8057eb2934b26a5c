"""Stops the runs of people who may not ask any more: access counts while a run executes, too (R-05)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Final

from graphwright.protocol.events import AccessChanged, DurableEvent, ProjectChanged, RunStarted
from graphwright.protocol.ids import PersonId, RunId
from graphwright.protocol.projects import Person, rights_in
from graphwright.protocol.runs import ENDED_RUN
from graphwright.workbench import OpenProject

_log = logging.getLogger(__name__)

RECENT: Final = 200
"""Runs looked through: four times as many as may be under way at once, and those that wait."""


class RevocationWatcher:
    """Listens to changes of access in every open project."""

    def __init__(self) -> None:
        self._stopping: set[asyncio.Task[None]] = set()

    def watch(self, open_project: OpenProject) -> None:
        """Listen to a project from now on."""
        viewers_asked = open_project.project.header.viewers_ask

        def hear(event: DurableEvent) -> None:
            nonlocal viewers_asked
            may_ask = open_project.project.header.viewers_ask
            if isinstance(event, AccessChanged):
                if event.access is None or "ask" not in rights_in(event.access, viewers_ask=may_ask):
                    self._begin(_stop(open_project, event.person.person_id))
            elif isinstance(event, ProjectChanged):
                if viewers_asked and not may_ask:
                    self._begin(_stop_viewers(open_project))
                viewers_asked = may_ask

        open_project.project.on_event.append(hear)

    def _begin(self, stopping: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(stopping)
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def settled(self) -> None:
        """Wait until everything that had to be stopped is."""
        while self._stopping:
            await asyncio.wait(self._stopping)


async def _stop_viewers(open_project: OpenProject) -> None:
    for person in await open_project.project.read_all(Person):
        if person.access == "viewer":
            await _stop(open_project, person.person_id)


async def _stop(open_project: OpenProject, person_id: PersonId) -> None:
    for run in await open_project.project.read_all(RunStarted, newest=RECENT):
        if run.status in ENDED_RUN or run.author.person_id != person_id:
            continue
        try:
            await open_project.engine.cancel(RunId(run.run_id))
        except Exception:  # noqa: BLE001  the others are stopped all the same (R-48)
            _log.exception("a run could not be stopped")

"""Decides what the program stands on: settings become a store, language models and a workbench."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from graphwright.errors import InvalidCommand
from graphwright.llm.base import LanguageModel
from graphwright.ports import Clock, Ids, SystemClock
from graphwright.projects import Project
from graphwright.settings import Settings
from graphwright.store.folder import Folder
from graphwright.workbench import Workbench

OFFLINE: Final = "offline"
LOCK_WAIT_S: Final = 2.0
"""Two commands typed one after the other may overlap for a moment; longer than this is a real other owner."""


@asynccontextmanager
async def open_workbench(settings: Settings) -> AsyncGenerator[Workbench]:
    """The program on the data folder of the settings. `StoreBusy` while another process owns it."""
    clock = SystemClock()
    ids = Ids(clock)
    if settings.database.reveal() != "sqlite":
        message = "only the embedded store is built in; set GRAPHWRIGHT_DATABASE to sqlite"
        raise InvalidCommand(message)
    async with (
        await Folder.open(settings.data, clock, wait_s=LOCK_WAIT_S) as folder,
        _models(settings, clock) as models,
    ):
        workbench = Workbench(settings, folder.store, clock=clock, ids=ids, models=models, listens_at=folder.listens_at)
        try:
            yield workbench
        finally:
            await workbench.close()


@asynccontextmanager
async def _models(settings: Settings, clock: Clock) -> AsyncGenerator[Callable[[Project], Sequence[LanguageModel]]]:
    """Makes the fallback chain of a project. The HTTP client is imported only when a provider is configured."""
    providers = [name for name in settings.models if name != OFFLINE]
    if not providers:
        yield lambda project: [_offline(project)]
        return
    from graphwright.llm.providers import open_client, open_model

    async with open_client() as client:
        remote = {name: open_model(name, settings, client, clock) for name in providers}

        def chain(project: Project) -> Sequence[LanguageModel]:
            return [remote[name] if name in remote else _offline(project) for name in settings.models]

        yield chain


def _offline(project: Project) -> LanguageModel:
    from graphwright.offline.assistant import OfflineAssistant  # its three languages take 80 ms to load

    return OfflineAssistant(lambda: project.graph, clock=project.clock)

"""Wires everything together: settings, store, projects, runs. No other module may ask which store or model it is.

A `Desk` is one open project with everything that works on it. `Workbench.open` owns the data folder until it is closed.
"""

from __future__ import annotations

import getpass
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from graphwright.bus import Bus
from graphwright.errors import InvalidCommand
from graphwright.llm.base import LanguageModel
from graphwright.llm.budget import Budgets, budgets_of
from graphwright.llm.retry import Breakers
from graphwright.offline.assistant import OfflineAssistant
from graphwright.operations.commit import Committer
from graphwright.operations.proposals import Proposals
from graphwright.operations.watch import Watch
from graphwright.ports import Clock, Ids, SystemClock, fraction
from graphwright.projects import Project, Projects
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.wire import decode, encode
from graphwright.runs.engine import Engine
from graphwright.settings import Settings
from graphwright.store.folder import Folder
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.streams import Streams
from graphwright.workflows.build import Build

if TYPE_CHECKING:
    from graphwright.store.base import Store

OFFLINE: Final = "offline"
LOCK_WAIT_S: Final = 2.0
"""Two commands typed one after the other may overlap for a moment; longer than this is a real other owner."""


class Desk(Struct, frozen=True):
    """One open project with everything that works on it."""

    project: Project
    committer: Committer
    proposals: Proposals
    engine: Engine
    watch: Watch
    streams: Streams


class Workbench:
    """The running program."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        clock: Clock,
        ids: Ids,
        models: Callable[[Project], Sequence[LanguageModel]],
    ) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self.ids = ids
        self.bus = Bus()
        self.projects = Projects(store, self.bus, clock, ids)
        self._models = models
        self._breakers = Breakers(clock)
        self._budgets: Budgets = budgets_of(settings, clock)
        self._desks: dict[ProjectId, Desk] = {}

    async def desk(self, name: str) -> Desk:
        """The desk of an existing project, by short name or id. `NotFound`."""
        return self._desk(await self.projects.open(name))

    async def desk_or_new(self, name: str) -> Desk:
        """The desk of a project that is made, empty, if it does not exist."""
        settings = self.settings
        return self._desk(await self.projects.open_or_create(name, policy=settings.policy, language=settings.language))

    async def desk_of(self, kind: str, document_id: str) -> Desk:
        """The desk of the project that holds a run, proposal or thread."""
        return self._desk(await self.projects.find(kind, document_id))

    async def owner(self) -> Author:
        """Whoever owns the data folder: the machine's user who made it."""
        kept = await self.store.get_record("account", "owner")
        if kept is not None:
            return decode(kept, Author)
        owner = Author(person_id=PersonId(self.ids.new()), name=_user_name())
        await self.store.set_record("account", "owner", encode(owner))
        return owner

    async def close(self) -> None:
        """Let running work end where it stands; it goes on after the next start."""
        for desk in self._desks.values():
            await desk.engine.close()
            await desk.streams.settled()
            await desk.watch.stop()
            await desk.committer.settled()

    def _desk(self, project: Project) -> Desk:
        desk = self._desks.get(project.project_id)
        if desk is None:
            desk = self._opened(project)
            self._desks[project.project_id] = desk
        return desk

    def _opened(self, project: Project) -> Desk:
        committer = Committer(project)
        proposals = Proposals(project, committer)
        calls = ModelCalls(
            project, self._models(project), clock=self.clock, breakers=self._breakers, budgets=self._budgets,
            jitter=fraction,
        )  # fmt: skip
        engine = Engine(project, owner=self.ids.new())
        build = Build(project, committer, proposals, calls)
        engine.register("build", build.run, version=1)
        return Desk(project, committer, proposals, engine, Watch(project), Streams(project))


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
        workbench = Workbench(settings, folder.store, clock=clock, ids=ids, models=models)
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


def _offline(project: Project) -> OfflineAssistant:
    return OfflineAssistant(lambda: project.graph, clock=project.clock)


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "owner"

"""Decides what the program stands on: settings become a store, language models and a workbench."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Final

from graphwright.contributions.brought import Contributions
from graphwright.errors import InvalidCommand
from graphwright.llm.catalogue import ModelCatalogue, NoModels
from graphwright.ports import Clock, Ids, SystemClock
from graphwright.projects import Project
from graphwright.search.embedder import Embedder, local_is_installed
from graphwright.search.remembered import RememberingEmbedder
from graphwright.settings import Settings
from graphwright.storage import Storage, open_storage
from graphwright.store.base import Store
from graphwright.workbench import Workbench

if TYPE_CHECKING:
    from graphwright.interop.format import Format
    from graphwright.llm.base import LanguageModel
    from graphwright.llm.remote import RemoteModel  # brings the HTTP client

OFFLINE: Final = "offline"
PROBES: Final = "modelProbe"
"""The records of what language models were found to do."""
VECTORS: Final = "vectors"
INDEXES: Final = "indexes"
"""Folders in the data folder; both can be made anew, and may be deleted."""


@asynccontextmanager
async def open_workbench(
    settings: Settings,
    *,
    lasting: bool = True,
    storage: AbstractAsyncContextManager[Storage] | None = None,
    clock: Clock | None = None,
    ids: Ids | None = None,
) -> AsyncGenerator[Workbench]:
    """The program on the data folder of the settings. `StoreBusy` while another process owns it.

    `lasting`: it will serve more than one command, so what takes seconds to load pays. `storage`: in place of what the
    settings name. `clock`, `ids`: in place of the machine's, for a simulator.
    """
    clock = clock or SystemClock()
    ids = ids or Ids(clock)
    async with (
        storage or open_storage(settings.database.reveal(), settings.data, clock) as opened,
        _models(settings, clock) as (models, remote),
        _embedder(settings, clock, lasting=lasting) as embedder,
    ):
        is_lasting_store = not settings.database.reveal().startswith("memory")
        contributions = await _contributions(settings)
        workbench = Workbench(
            settings, opened, clock=clock, ids=ids, models=models, embedder=embedder,
            indexes=settings.data / INDEXES if is_lasting_store else None,
            catalogue=_catalogue(settings, opened.store, clock, remote), contributions=contributions,
        )  # fmt: skip
        with _adding(contributions.formats):
            try:
                yield workbench
            finally:
                await workbench.close()


async def _contributions(settings: Settings) -> Contributions:
    """What the plugins of the settings bring."""
    if not settings.plugins:
        return Contributions()
    from graphwright.contributions.limits import PluginLimits
    from graphwright.contributions.loading import load_plugins  # brings the tools, to which they add

    return await load_plugins(settings.plugins, PluginLimits(settings.plugin_seconds))


def _adding(formats: Sequence[Format]) -> AbstractContextManager[None]:
    """While the program runs, the formats that plugins bring are among its own."""
    if not formats:
        return nullcontext()
    from graphwright.interop.registry import adding  # brings every reader and writer

    return adding(formats)


@asynccontextmanager
async def _models(
    settings: Settings, clock: Clock
) -> AsyncGenerator[tuple[Callable[[Project], Sequence[LanguageModel]], Mapping[str, RemoteModel]]]:
    """What makes the language models of a project, and those of them that providers serve.

    The HTTP client is imported only when a provider is configured.
    """
    providers = [name for name in settings.models if name != OFFLINE]
    if not providers:
        yield lambda project: [_offline(project)], {}
        return
    from graphwright.llm.providers import open_client, open_model

    async with open_client() as client:
        remote = {name: open_model(name, settings, client, clock) for name in providers}

        def chain(project: Project) -> Sequence[LanguageModel]:
            return [remote[name] if name in remote else _offline(project) for name in settings.models]

        yield chain, remote


@asynccontextmanager
async def _embedder(settings: Settings, clock: Clock, *, lasting: bool) -> AsyncGenerator[Embedder | None]:
    """What finds by meaning; None: search by words and neighbourhood only. `InvalidCommand` if it is not installed."""
    if settings.embeddings == "none" or (settings.embeddings == "auto" and not lasting):
        yield None
        return
    if settings.embeddings in {"auto", "local"}:
        if not local_is_installed():
            if settings.embeddings == "local":
                message = "embeddings are set to local, and they are not installed: pip install 'graphwright[embed]'"
                raise InvalidCommand(message, setting="embeddings")
            yield None
            return
        from graphwright.search.local import LocalEmbedder

        local = LocalEmbedder()
        yield RememberingEmbedder(local, settings.data / VECTORS, made_by=local.made_by)
        return
    from graphwright.llm.providers import open_client, open_embedder

    async with open_client() as client:
        remote = open_embedder(settings, client, clock)
        made_by = f"{remote.made_by} {settings.embeddings_url or settings.base_url or ''}"
        yield RememberingEmbedder(remote, settings.data / VECTORS, made_by=made_by)


def _catalogue(settings: Settings, store: Store, clock: Clock, remote: Mapping[str, RemoteModel]) -> ModelCatalogue:
    if not remote:
        return NoModels()
    from graphwright.llm.remote_catalogue import KeptProbes, RemoteCatalogue

    probes = KeptProbes(partial(store.get_record, PROBES), partial(store.set_record, PROBES))
    return RemoteCatalogue(settings, remote, probes, clock)


def _offline(project: Project) -> LanguageModel:
    from graphwright.offline.assistant import OfflineAssistant  # its three languages take 80 ms to load
    from graphwright.offline.names import names_in
    from graphwright.offline.waiting import waiting_in

    return OfflineAssistant(
        lambda: project.graph,
        graph_at=project.at_revision,
        clock=project.clock,
        names_of=partial(names_in, project),
        waiting=partial(waiting_in, project),
    )

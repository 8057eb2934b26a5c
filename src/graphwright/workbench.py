"""The running program: every open project with everything that works on it. Nobody here asks which store it is.

What works on a project is loaded with the first one that is opened (`opening`). `app.open_workbench` decides what a
workbench stands on and closes it.
"""

from __future__ import annotations

import asyncio
import getpass
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import WeakValueDictionary

from graphwright.audit import Audit
from graphwright.contributions.brought import Contributions
from graphwright.errors import GraphwrightError, StoreBusy
from graphwright.holds import Holds
from graphwright.llm.catalogue import ModelCatalogue, NoModels
from graphwright.mail.mailboxes import Mailboxes
from graphwright.open_project import OpenProject
from graphwright.ports import Clock, Ids, in_thread
from graphwright.projects import DEFAULT_LIMITS, Project, ProjectLimits, Projects
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.runs import ENDED_RUN, Run, Wait
from graphwright.protocol.wire import decode, encode
from graphwright.quotas import NO_USE, PersonUse, quotas_of
from graphwright.search.kept import is_unfinished
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.reads import StoredProject
from graphwright.webhooks.delivering import Deliverer
from graphwright.webhooks.posting import HttpPost
from graphwright.webhooks.webhooks import Webhooks

if TYPE_CHECKING:
    from graphwright.llm.base import LanguageModel
    from graphwright.opening import Opener
    from graphwright.operations.survey import Survey
    from graphwright.runs.engine import Engine
    from graphwright.search.embedder import Embedder

__all__ = ["OpenProject", "Workbench"]

_log = logging.getLogger(__name__)

T = TypeVar("T")

WARM_UP: Final = "order"
"""What the embedder is given before anybody asks: its vector is kept like any other."""
RECENT_RUNS: Final = 200
"""Four times as many as may be under way at once in a project."""


class Workbench:
    """The running program."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        *,
        clock: Clock,
        ids: Ids,
        models: Callable[[Project], Sequence[LanguageModel]],
        catalogue: ModelCatalogue | None = None,
        indexes: Path | None = None,
        embedder: Embedder | None = None,
        contributions: Contributions | None = None,
        limits: ProjectLimits = DEFAULT_LIMITS,
    ) -> None:
        self.settings = settings
        self.store = storage.store
        self.bus = storage.bus
        self.clock = clock
        self.ids = ids
        self.quotas = quotas_of(settings, clock)
        """How much a project may hold, and how much may be done at once."""
        self.projects = Projects(self.store, self.bus, clock, ids, limits, claim=storage.claim, quotas=self.quotas)
        self.alone = storage.alone
        """Keeps other processes out of a block, where several share a store."""
        self.listens_at = storage.listens_at
        """Tells other processes where this one's socket is."""
        self.contributions = contributions or Contributions()
        """What plugins bring."""
        self.on_open_project: list[Callable[[OpenProject], None]] = []
        """Called with every project when it is opened."""
        self.catalogue = catalogue or NoModels()
        """What is known of the configured language models."""
        self.audit = Audit(self.store, clock, storage.alone)
        self.holds = Holds(self.store, clock)
        """Projects of which nothing may be removed."""
        self.webhooks = Webhooks(self.store, clock, ids, settings.webhook_hosts)
        """Who is told what happens."""
        self.mailboxes = Mailboxes(self.store, clock, storage.alone)
        """Who is told by mail what others say to them."""
        self.deliverer = Deliverer(self.webhooks, HttpPost(settings.webhook_hosts))
        self.under_way: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        """Commands: of two deliveries at the same moment the second waits for the first and is told its answer."""
        self.deleting = asyncio.Lock()
        """Held while a person is deleted, whoever asked for it."""
        self._storage = storage
        self._kept: dict[asyncio.Task[Any], None] = {}  # in the order in which they came
        self._models = models
        self._embedder = embedder
        self._indexes = indexes
        self._open_projects: dict[ProjectId, OpenProject] = {}

    @cached_property
    def _opener(self) -> Opener:
        from graphwright.opening import Opener  # noqa: PLC0415  half of the program, for which a first page need not wait

        return Opener(
            self.settings, self._storage, clock=self.clock, ids=self.ids, models=self._models, indexes=self._indexes,
            embedder=self._embedder, contributions=self.contributions, admit=self._admit_run,
        )  # fmt: skip

    @property
    def survey(self) -> Survey:
        """All findings of each project."""
        return self._opener.survey

    def kept(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Something that goes on when nobody waits for it any more, until the program ends."""
        task = asyncio.create_task(work)
        self._kept[task] = None
        task.add_done_callback(self._let_go_of)
        return task

    def _let_go_of(self, task: asyncio.Task[Any]) -> None:
        self._kept.pop(task, None)
        if not task.cancelled():
            task.exception()  # whoever waited has heard of it

    async def open_project(self, name: str) -> OpenProject:
        """The desk of an existing project, by short name or id. `NotFound`."""
        return self._open_project(await self.projects.open(name))

    @property
    def open_projects(self) -> list[OpenProject]:
        """The projects that are open now."""
        return list(self._open_projects.values())

    async def open_or_new_project(self, name: str) -> OpenProject:
        """The desk of a project that is made, empty, if it does not exist."""
        settings = self.settings
        return self._open_project(
            await self.projects.open_or_create(name, policy=settings.policy, language=settings.language)
        )

    async def open_project_of(self, kind: str, document_id: str) -> OpenProject:
        """The desk of the project that holds a run, proposal or thread."""
        return self._open_project(await self.projects.find(kind, document_id))

    async def owner(self) -> Author:
        """Whoever owns the data folder: the machine's user who made it."""
        kept = await self.store.get_record("account", "owner")
        if kept is not None:
            return decode(kept, Author)
        owner = Author(person_id=PersonId(self.ids.new()), name=_user_name())
        await self.store.set_record("account", "owner", encode(owner))
        return owner

    async def resume_all(self) -> None:
        """Take up the runs that were under way when the last process ended; other projects are not even opened.

        One in which that fails keeps no other from it.
        """
        for row in await self.projects.rows():
            try:
                if await self.has_work(row.project_id):
                    await (await self.open_project(row.project_id)).engine.resume_all()
            except StoreBusy:
                raise  # it is away for all of them
            except GraphwrightError:
                _log.exception("runs could not be taken up in a project; the next start tries it again")

    async def warm_embedder(self) -> None:
        """Let the embedder load what it needs for its first text."""
        if self._embedder is not None:
            await self._embedder.embed([WARM_UP])

    async def sweep(self, now: datetime) -> None:
        """End what has run out of time, in every open project; one in which that fails keeps no other from it."""
        for open_project in self.open_projects:
            try:
                for proposal_id in await open_project.open_proposals.sweep(now):
                    await open_project.engine.decided(proposal_id)
                await open_project.engine.sweep(now)
            except StoreBusy:
                raise  # it is away for all of them
            except Exception:  # noqa: BLE001  the next round may do better
                _log.exception("what has run out of time could not be ended in a project")

    async def delete(self, open_project: OpenProject) -> None:
        """Stop what works on a project and forget everything in it. `Conflict` for one that is on hold."""
        project_id = open_project.project.project_id
        await self.holds.check(project_id)
        await _let_go(open_project)
        self._open_projects.pop(project_id, None)
        await open_project.library.forget_all()
        await open_project.retriever.forget_all()
        await self.projects.delete(project_id)
        await open_project.threads.forget_all()
        await self.webhooks.forget_all(project_id)  # after it, or one could be added in between

    async def index_files(self) -> list[tuple[str, Path]]:
        """The files that are kept of indexes, each with the id of its project."""
        folder = self._indexes
        if folder is None:
            return []
        found = await in_thread(lambda: sorted(folder.iterdir()) if folder.is_dir() else [])
        return [(path.name.partition(".")[0], path) for path in found]

    async def index_files_of_nobody(self) -> list[Path]:
        """Those whose project is not there any more."""
        files = await self.index_files()
        standing = {row.project_id for row in await self.projects.rows()}  # read last: one may just have been made
        return [path for project, path in files if project not in standing]

    async def tidy_index_files(self) -> None:
        """Remove what an ended process has left behind; before any project is open."""
        unfinished = [path for _, path in await self.index_files() if is_unfinished(path)]
        for path in {*unfinished, *await self.index_files_of_nobody()}:
            path.unlink(missing_ok=True)

    async def close_project(self, project_id: ProjectId) -> None:
        """Let running work of a project end where it stands, and hold nothing of it any more."""
        open_project = self._open_projects.pop(project_id, None)
        if open_project is not None:
            await _let_go(open_project)
        self.projects.close(project_id)

    async def close(self) -> None:
        """Let running work end where it stands; it goes on after the next start."""
        for task in self._kept:
            task.cancel()
        await asyncio.gather(*self._kept, return_exceptions=True)
        for open_project in self._open_projects.values():
            await _let_go(open_project)
        if "_opener" in vars(self):
            await self._opener.close()

    def _admit_run(self, engine: Engine, author: Author) -> None:
        """Whether one run more may begin. `QuotaExceeded`."""
        self.quotas.check_runs(len(engine.under_way), own=self.runs_of(author))

    def runs_of(self, person: Author) -> int:
        """Runs under way of one person, in all projects that are open here or at other servers."""
        return self._runs_here()[person.person_id] + self.quotas.elsewhere.get(person.person_id, NO_USE).runs

    def use_of_people(self) -> dict[str, PersonUse]:
        """What each person uses at this server."""
        commits, runs = self.quotas.commits_here(), self._runs_here()
        return {each: PersonUse(commits=commits.get(each, 0), runs=runs[each]) for each in {**commits, **runs}}

    def _runs_here(self) -> Counter[str]:
        under_way = (each.engine.under_way.values() for each in self._open_projects.values())
        return Counter(person_id for each in under_way for person_id in each)

    async def has_work(self, project_id: ProjectId) -> bool:
        """Whether a run of a project is under way, or waits for something that may have happened meanwhile."""
        project = StoredProject(self.store, project_id)
        if await project.read_all(Wait, newest=1):
            return True
        return any(run.status not in ENDED_RUN for run in await project.read_all(Run, newest=RECENT_RUNS))

    def _open_project(self, project: Project) -> OpenProject:
        open_project = self._open_projects.get(project.project_id)
        if open_project is None:
            open_project = self._opener.opened(project)
            self._open_projects[project.project_id] = open_project
            for listener in self.on_open_project:
                listener(open_project)
        return open_project


async def _let_go(open_project: OpenProject) -> None:
    await open_project.engine.close()
    await open_project.retriever.close()
    await open_project.library.close()
    await open_project.streams.settled()
    await open_project.watch.stop()
    await open_project.committer.settled()
    await open_project.project.marks.close()
    await open_project.open_proposals.settled()
    with suppress(GraphwrightError):  # the next one counts them anew
        await open_project.threads.keep()


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "owner"

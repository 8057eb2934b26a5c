"""The projects that this server works on: takes them when somebody asks, and gives them back when nobody does.

A project is given back in order: its people are sent away with 1012, what is under way ends, its work stops where it
stands, and only then may another server have the lease. A project whose server was lost is taken by whoever is asked
for it, or by the server that has the lease of what belongs to no project, where work waits in it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final, TypeAlias

from graphwright.errors import GraphwrightError, NotFound, StoreBusy
from graphwright.fleet.left_behind import LeftBehind
from graphwright.fleet.quota_shares import QuotaShares
from graphwright.fleet.reign import PATIENCE_S, Succession
from graphwright.protocol.ids import ProjectId
from graphwright.server.logs import log
from graphwright.server.serve import GRACE_S
from graphwright.server.server_state import ServerState
from graphwright.store.base import SharedStore
from graphwright.store.postgres.lease import NO_PROJECT, RENEW_S, Holding

IDLE_S: Final = 60.0
"""A project that nobody asks for is given back after so long."""
CLAIMED_S: Final = 3.0
"""One that was needed here for something else, or made here, is given back sooner, and goes where people are."""
Exclusion: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]
"""A block in which no other server is in one of the same name. `StoreBusy` when it takes too long."""
_ASK_AGAIN_S: Final = 0.2
_FIRST_S: Final = 2.0


class Domain:
    """What one life of a server works on. Made before its program, which asks it for projects."""

    def __init__(self, succession: Succession, holding: Holding, store: SharedStore, alone: Exclusion) -> None:
        self.holding = holding
        self.store = store
        self.alone = alone
        self.requests: dict[asyncio.Task[None], str] = {}
        """That are answered here, with the project each is about."""
        self._succession, self._leases = succession, succession.leases
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._leaving: set[str] = set()
        self._adopted: set[ProjectId] = set()
        self._used_at: dict[str, float] = {}
        self._looked_at: dict[str, int] = {}
        """Projects, with the number of the lease in which it was looked whether work waits in them."""
        self._state: ServerState | None = None
        self._shares = QuotaShares(store, holding.server, lambda: self._leases.peers, succession.clock)
        self._left = LeftBehind(self._is_elsewhere)
        self._given_until: dict[str, float] = {}
        """Projects that another server has asked for: it comes first for a moment."""

    @property
    def is_good(self) -> bool:
        """Whether what is said here is true: this server was not fenced, and its store can write."""
        return self._leases.lives(self.holding.server) and self.store.failure is None

    def use(self, server_state: ServerState) -> None:
        """The program that works on them."""
        self._state = server_state
        server_state.workbench.webhooks.begin_with_none()
        server_state.starter.may_start = self._may_start

    # taking ----------------------------------------------------------------------------------------------------------

    def owns(self, project: str) -> bool:
        """Whether it is answered here."""
        is_ready = project == NO_PROJECT or project in self._adopted
        return is_ready and project not in self._leaving and self._leases.owns(project) and self.is_good

    async def is_taken(self, project: str) -> bool:
        """Take a project that nobody has; whether it is answered here now. `StoreError`, `NotFound`."""
        if self.owns(project):
            self._used_at[project] = self._succession.clock.monotonic()
            return True
        if project == NO_PROJECT or self._succession.is_leaving or not self.is_good:
            return False
        async with self._locks[project]:
            if self._given_until.get(project, 0.0) > self._succession.clock.monotonic():
                return False
            if not self._leases.owns(project) and not await self._leases.take(project):
                return False
            if project not in self._adopted:
                await self._adopt(ProjectId(project))
            self._used_at[project] = self._succession.clock.monotonic()
        return self.owns(project)

    async def claim(self, project_id: ProjectId) -> None:
        """Have a project here, also when another server has it. `StoreBusy` when it is not given back in time."""
        clock = self._succession.clock
        until, was_ours = clock.monotonic() + PATIENCE_S, self.owns(project_id)
        while not await self.is_taken(project_id):
            if clock.monotonic() >= until or not self.is_good or self._succession.is_leaving:
                raise StoreBusy("another server works on this project and does not give it back; try again in a moment")
            await self._leases.want(project_id)
            await self._succession.change(_ASK_AGAIN_S)
        if not was_ours:  # nobody was led here for it
            self._used_at[project_id] = clock.monotonic() - IDLE_S + CLAIMED_S

    async def _adopt(self, project_id: ProjectId) -> None:
        try:
            await self.store.adopt(project_id)
        except NotFound:
            await self._leases.forget(project_id)
            raise
        self._adopted.add(project_id)
        if self._state is not None:
            await self._state.workbench.webhooks.taken(project_id)

    def _may_start(self, project_id: ProjectId) -> bool:
        """Schedules are started by who works on their project; of one that nobody works on, by one server."""
        return self.owns(project_id) or (self.owns(NO_PROJECT) and self._leases.owner_of(project_id) is None)

    # giving back -----------------------------------------------------------------------------------------------------

    async def release(self, project: str) -> None:
        """Stop working on a project, and let another server have it. `StoreError`."""
        async with self._locks[project]:
            self._leaving.add(project)
            try:
                if self._state is not None and project != NO_PROJECT:
                    await self._stop(self._state, ProjectId(project))
                elif project == NO_PROJECT:
                    await self.emptied(project)
                await self._leases.give_back([project])
            finally:
                self._leaving.discard(project)
                self._succession.told()

    async def _stop(self, state: ServerState, project_id: ProjectId) -> None:
        state.rooms.release(project_id)
        await self.emptied(project_id)
        for open_project in state.workbench.open_projects:
            if open_project.project.project_id == project_id:
                state.telemetry.forget(open_project)
        await state.workbench.close_project(project_id)
        await state.workbench.webhooks.left(project_id)
        await self.store.let_go(project_id)
        self._adopted.discard(project_id)

    async def drain(self) -> None:
        """Release all, one after the other; what belongs to no project at last. `StoreError`."""
        for project in sorted(self._leases.owned, reverse=True):
            await self.release(project)

    async def emptied(self, project: str | None = None) -> None:
        """Let requests end that are under way, as long as what they say is true."""
        for attempt in range(2):
            waiting = {task for task, about in self.requests.items() if project in {None, about}}
            if attempt or not self.is_good:
                for task in waiting:
                    task.cancel()
            if waiting:
                await asyncio.wait(waiting, timeout=GRACE_S)

    # what happens by itself ------------------------------------------------------------------------------------------

    async def keep_up(self, state: ServerState, on_first: Callable[[], object]) -> None:
        """Look after the leases as long as this life lasts; `on_first` is called when it has that of no project."""
        has_first = False
        while self.is_good or (self.store.failure is None and self._leases.server == self.holding.server):
            if self.is_good:
                try:
                    if not self._succession.is_leaving:
                        await self._take_the_first()
                        if self.owns(NO_PROJECT) != has_first:
                            has_first = not has_first
                            if has_first:
                                on_first()
                    await self._let_go_of_lost()
                    await self._give_what_is_wanted()
                    await self._take_up(state)
                    await self._give_what_is_idle(state)
                    await self._shares.exchange(state.workbench)
                    await self._left.look(state.workbench)
                except GraphwrightError as error:
                    log.warning("a lease could not be looked after (%s); trying again", error.code)
            await self._succession.change(RENEW_S / 2)
        log.warning("this server was not seen for too long, or cannot write; it begins again")

    async def _take_the_first(self) -> None:
        is_free = NO_PROJECT not in self._leases.owned and self._leases.owner_of(NO_PROJECT) is None
        if is_free and await self._leases.take(NO_PROJECT):
            self._succession.told()

    async def _let_go_of_lost(self) -> None:
        """What another server has by now, though we were not fenced: the database has come back with less."""
        for project in self._adopted - self._leases.owned.keys():
            if not self._locks[project].locked():
                await self.release(project)

    async def _give_what_is_wanted(self) -> None:
        wanted = [name for name, lease in self._leases.all.items() if lease.wanted and self._leases.owns(name)]
        for project in wanted:
            await self.release(project)
            self._given_until[project] = self._succession.clock.monotonic() + _FIRST_S

    async def _take_up(self, state: ServerState) -> None:
        """Go on with work that waits in projects of ours, and of nobody if we have the lease of no project."""
        if self._succession.is_leaving:
            return
        workbench, has_first = state.workbench, self.owns(NO_PROJECT)
        names = {name for name in self._leases.all if self._concerns_us(name, has_first) and self._is_news(name)}
        if not names and not (has_first and not self._looked_at):
            return
        owed = await workbench.webhooks.owed_in()
        for row in await workbench.projects.rows():
            project = row.project_id
            if not self._concerns_us(project, has_first) or not self._is_news(project):
                continue
            if await workbench.has_work(project):
                if await self.is_taken(project):
                    await (await workbench.open_project(project)).engine.resume_all()
            elif project in owed:
                await self.is_taken(project)
            self._looked_at[project] = self._fence_of(project)

    def _concerns_us(self, project: str, has_first: bool) -> bool:  # noqa: FBT001  private
        """Whether work that waits in it is ours to take up."""
        return self.owns(project) or (has_first and self._leases.owner_of(project) is None)

    def _is_news(self, project: str) -> bool:
        return project != NO_PROJECT and self._looked_at.get(project) != self._fence_of(project)

    def _fence_of(self, project: str) -> int:
        lease = self._leases.all.get(project)
        return 0 if lease is None else lease.fence

    async def _give_what_is_idle(self, state: ServerState) -> None:
        now = self._succession.clock.monotonic()
        for project in list(self._adopted):
            last = self._used_at.setdefault(project, now)
            if now - last < IDLE_S or self._is_busy(state, project):
                continue
            self._used_at[project] = now  # looked at again after as long
            workbench = state.workbench
            is_owed = await workbench.has_work(project) or project in await workbench.webhooks.owed_in()
            if not is_owed and not self._is_busy(state, project):
                await self.release(project)

    def _is_elsewhere(self, project: str) -> bool:
        owner = self._leases.owner_of(project)
        return owner is not None and owner.server != self.holding.server

    def _is_busy(self, state: ServerState, project: ProjectId) -> bool:
        return state.rooms.has_people(project) or any(
            about in {project, NO_PROJECT} for about in self.requests.values()
        )

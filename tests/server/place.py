"""A whole server in this process, on a store in memory and without ports, and people who use it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import Any

import httpx2
from starlette.applications import Starlette

from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.loading import load_plugins
from graphwright.interop.registry import adding
from graphwright.llm.base import LanguageModel
from graphwright.offline.assistant import OfflineAssistant
from graphwright.offline.waiting import waiting_in
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Project
from graphwright.protocol.events import AccessChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.projects import Access
from graphwright.server.assets import Assets
from graphwright.server.http import network_app, socket_app
from graphwright.server.server_state import ServerState, open_server_state
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.workbench import Workbench

HOST = "127.0.0.1:8426"
BASE = f"http://{HOST}"
ORIGIN = {"origin": BASE}
START = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
PASSWORD = "a long enough password"


class MovableClock(SystemClock):
    """The machine's clock, which can be set forward (or, for people, back)."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.wall = 0.0

    def now(self) -> datetime:
        return datetime.fromtimestamp(super().now().timestamp() + self.ahead + self.wall, UTC)

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


class Place:
    """The server and its front doors."""

    def __init__(self, server_state: ServerState, clock: MovableClock) -> None:
        self.server_state = server_state
        self.clock = clock
        self.workbench = server_state.workbench
        self._clients: list[httpx2.AsyncClient] = []
        self.network = network_app(server_state)

    @cached_property
    def socket(self) -> Starlette:
        """The door of the owner's own programs, made when one comes: few tests have any, and it is a third of a place."""
        return socket_app(self.server_state)

    def anybody(self, *, address: str = "127.0.0.1", **headers: str) -> httpx2.AsyncClient:
        """A browser or program that has not logged in."""
        transport = httpx2.ASGITransport(app=self.network, client=(address, 50_000), raise_app_exceptions=True)
        client = httpx2.AsyncClient(transport=transport, base_url=BASE, headers={**ORIGIN, **headers})
        self._clients.append(client)
        return client

    def terminal(self) -> httpx2.AsyncClient:
        """Another process of the same user, at the Unix socket."""
        client = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=self.socket), base_url="http://localhost")
        self._clients.append(client)
        return client

    async def owner(self) -> httpx2.AsyncClient:
        """The owner's browser, logged in through a link."""
        account = await self.server_state.authenticator.accounts.owner()
        return await self.entered(account.person_id)

    async def somebody(self, name: str, **projects: Access) -> httpx2.AsyncClient:
        """Somebody's browser, logged in, with access to some projects."""
        accounts = self.server_state.authenticator.accounts
        owner = await self.workbench.owner()
        account = await accounts.named(name) or await accounts.invite(name, by=owner)
        for project, access in projects.items():
            await self.give(Author(person_id=account.person_id, name=name), project, access)
        return await self.entered(account.person_id)

    async def program(self, project: str, access: Access) -> httpx2.AsyncClient:
        """A program with an API token; it has no cookie and sends no origin."""
        open_project = await self.workbench.open_project(project)
        issued = await self.server_state.authenticator.tokens.issue(open_project, access)
        client = self.anybody(authorization=f"Bearer {issued.token}")
        del client.headers["origin"]
        return client

    async def give(self, person: Author, project: str, access: Access | None) -> None:
        open_project = await self.workbench.open_project(project)
        await open_project.project.record([AccessChanged(person=person, access=access)])

    async def project(self, name: str) -> Project:
        open_project = await self.workbench.open_or_new_project(name)
        return open_project.project

    async def settled(self, project: str, run_id: str) -> None:
        open_project = await self.workbench.open_project(project)
        await open_project.engine.settled(run_id)  # type: ignore[arg-type]

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()
        await self.workbench.close()

    async def entered(self, person_id: Any) -> httpx2.AsyncClient:
        from graphwright.server.tickets import OWNER_LIFE

        ticket = await self.server_state.authenticator.tickets.issue(person_id, OWNER_LIFE)
        client = self.anybody()
        answer = await client.post("/api/session", json={"ticket": ticket})
        assert answer.status_code == 200, answer.text
        return client


@asynccontextmanager
async def open_place(*chain: LanguageModel, store: Store | None = None, **environment: str) -> AsyncIterator[Place]:
    """A fresh server with a chain of language models, by default the offline assistant.

    `environment` are settings as the environment would give them. With the `store` of an earlier one it is that server,
    started again.
    """
    clock = MovableClock()
    settings = Settings.read({"HOME": "/nowhere", **environment})
    contributions = await load_plugins(settings.plugins, PluginLimits(settings.plugin_seconds))
    workbench = Workbench(
        settings,
        Storage(store or MemoryStore(clock)),
        clock=clock,
        ids=Ids(clock),
        models=lambda project: (
            chain
            or [
                OfflineAssistant(
                    lambda: project.graph,
                    graph_at=project.at_revision,
                    clock=clock,
                    waiting=partial(waiting_in, project),
                )
            ]
        ),
        contributions=contributions,
    )
    place = Place(open_server_state(workbench, assets=Assets({})), clock)
    with adding(contributions.formats):
        try:
            yield place
        finally:
            await place.close()


def create(*nodes: tuple[str, str], start: int = 1) -> list[dict[str, Any]]:
    """Operations that make nodes of a type and name."""
    return [
        {
            "op": "node.create",
            "id": f"n{number}",
            "nodeType": node_type,
            "name": name,
            "descr": "",
            "tempId": f"t{number}",
        }
        for number, (node_type, name) in enumerate(nodes, start=start)
    ]


def uuid(number: int) -> str:
    """A command id."""
    return f"01900000-0000-7000-8000-{number:012x}"


def error_of(answer: httpx2.Response) -> Sequence[Any]:
    """Status and code of a refusal, after checking that it has the one shape of errors."""
    body = json.loads(answer.content)
    assert set(body) <= {"code", "message", "retry", "fields"}, body
    assert body["message"]
    assert body["retry"] in {"never", "later", "model"}
    return answer.status_code, body["code"]

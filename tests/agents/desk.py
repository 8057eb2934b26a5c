"""A shop, and agents at it: over HTTP, or at the seat itself where a stream is listened to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from graphwright.actions.context import Caller
from graphwright.agents.offer import ProjectOffer
from graphwright.agents.refused_sets import RefusedSets
from graphwright.agents.seat import AgentSeat
from graphwright.mcp.exchange import exchanged
from graphwright.mcp.sealing import StateSeal
from graphwright.mcp.serving import McpServer
from graphwright.mcp.wire import LATEST, read_message
from graphwright.protocol.wire import encode
from tests.mcp.speaking import Agent, asked
from tests.server.place import Place, create, uuid
from tests.stories.carport import DOCUMENTS


async def shop(place: Place) -> None:
    """A function and a flow."""
    await place.project("shop")
    owner = await place.owner()
    body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("FUNC", "Check order"), ("FLOW", "Order"))}
    made = await owner.post("/api/projects/shop/changes", json=body)
    assert made.status_code == 201, made.text


async def law(place: Place) -> None:
    """A project with the law of two Länder, in which an investigation asks people for what it lacks."""
    await place.project("shop")
    owner = await place.owner()
    for name in ("bauordnung-nordland.md", "bauordnung-suedland.md"):
        url, headers = f"/api/projects/shop/documents?name={name}", {"content-type": "application/octet-stream"}
        added = await owner.post(url, content=(DOCUMENTS / name).read_bytes(), headers=headers)
        assert added.status_code == 201, added.text


async def agent(place: Place, access: str = "editor", **capabilities: Any) -> Agent:
    """A client with a token of the shop."""
    return Agent(await place.program("shop", access), capabilities)  # type: ignore[arg-type]


def node(name: str, node_type: str = "FUNC", **fields: object) -> dict:
    """A change that makes a node."""
    return {"change": "create_node", "node_type": node_type, "name": name, **fields}


def edge(source: str, target: str, edge_type: str = "io") -> dict:
    """A change that makes an edge."""
    return {"change": "create_edge", "edge_type": edge_type, "source": source, "target": target}


async def server_of(place: Place) -> McpServer:
    """The owner's agent, without a wire."""
    workbench = place.workbench
    open_project = await workbench.open_project("shop")
    caller = Caller(await workbench.owner(), "owner")
    refused_sets = RefusedSets(workbench.store, workbench.clock)
    seat = AgentSeat(workbench=workbench, open_project=open_project, caller=caller, refused_sets=refused_sets)
    return McpServer(ProjectOffer(seat), StateSeal(b"k" * 32, workbench.clock.monotonic))


class Ear:
    """Listens, and gives one message after the other."""

    def __init__(self, server: McpServer, capabilities: dict[str, Any] | None = None, **wanted: Any) -> None:
        message = asked("subscriptions/listen", capabilities=capabilities, notifications=wanted)
        self._said: AsyncGenerator = exchanged(server, read_message(encode(message)), LATEST)

    async def next(self) -> dict[str, Any]:
        """What is said next, within five seconds."""
        async with asyncio.timeout(5):
            return (await anext(self._said)).message

    async def close(self) -> None:
        """Enough."""
        await self._said.aclose()

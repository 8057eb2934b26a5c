"""A server of this process on a port, whose visitors all have one token: other people's programs bring none of their own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from msgspec.structs import replace

from graphwright.agents.seat import AgentSeat
from graphwright.mcp.offer import Offer
from graphwright.server.http import network_app
from tests.server.place import Place


@asynccontextmanager
async def listening(place: Place, offer: type[Offer] | None = None, access: str = "admin") -> AsyncGenerator[str]:
    """The address of `/mcp`, with a project `shop`, or an offer of the test's own in its place."""
    state = place.server_state
    if offer is not None:
        own: type[Any] = offer

        def offer_of(_seat: AgentSeat) -> Offer:
            return own()

        state = replace(state, mcp=replace(state.mcp, offer_of=offer_of))
    open_project = await place.workbench.open_or_new_project("shop")
    issued = await state.authenticator.tokens.issue(open_project, access)  # type: ignore[arg-type]
    app, bearer = network_app(state), (b"authorization", f"Bearer {issued.token}".encode())

    async def recognised(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], bearer]}
        await app(scope, receive, send)

    taken = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(recognised, log_config=None, lifespan="off"))
    task = asyncio.create_task(server.serve(sockets=[taken]))
    try:
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        server.force_exit = True
        await task
        taken.close()

"""A server of this process on a port, tokens for it, and other people's clients that ask there."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn

from graphwright.protocol.projects import Access
from tests.mcp.judging import said_by
from tests.server.place import Place

SCRIPTS = Path(__file__).parent / "judges"


@asynccontextmanager
async def listening(place: Place) -> AsyncGenerator[str]:
    """Where it listens."""
    taken = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(place.network, log_config=None, lifespan="off"))
    task = asyncio.create_task(server.serve(sockets=[taken]))
    try:
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"
    finally:
        server.should_exit = True
        server.force_exit = True
        await task
        taken.close()


async def token_of(place: Place, access: Access = "editor", project: str = "shop") -> str:
    open_project = await place.workbench.open_or_new_project(project)
    return (await place.server_state.authenticator.tokens.issue(open_project, access)).token


async def told_by(script: str, *arguments: str) -> Any:
    """What a script that uses somebody's client says, as JSON."""
    code, out = await said_by(sys.executable, str(SCRIPTS / f"{script}.py"), *arguments, within=60)
    assert code == 0, out
    return json.loads(out)

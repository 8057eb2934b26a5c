"""`graphwright mcp`: one project for the agents of this machine's user, on standard input and output.

Where a server owns the folder, its own `/mcp` answers at its Unix socket; else the folder is opened here.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import msgspec

from graphwright.actions.context import Caller
from graphwright.agents.offer import ProjectOffer
from graphwright.agents.refused_sets import RefusedSets
from graphwright.agents.seat import AgentSeat
from graphwright.app import open_workbench
from graphwright.cli.socket_client import socket_of
from graphwright.mcp.exchange import exchanged
from graphwright.mcp.lines import LINE_BYTES, serve_lines
from graphwright.mcp.sealing import StateSeal
from graphwright.mcp.serving import McpServer
from graphwright.mcp.wire import INVALID_REQUEST, IncomingMessage, JsonObject, McpError, error_message
from graphwright.ports import in_thread, random_bytes
from graphwright.settings import Settings
from graphwright.workbench import Workbench


async def mcp(settings: Settings, options: argparse.Namespace) -> int:
    """Serve until the client closes its end."""
    socket = socket_of(settings.data)
    if socket is not None:
        from graphwright.cli.mcp_relay import relayed  # brings the HTTP client

        await serve_lines(_typed(), _say, relayed(socket, options.project))
        return 0
    async with open_workbench(settings) as workbench:
        await _here(workbench, options.project)
    return 0


async def _here(workbench: Workbench, project: str) -> None:
    """The folder is opened by this process, as its owner."""
    open_project = await workbench.open_or_new_project(project)
    await open_project.engine.resume_all()
    seat = AgentSeat(
        workbench=workbench,
        open_project=open_project,
        caller=Caller(await workbench.owner(), "owner"),
        refused_sets=RefusedSets(workbench.store, workbench.clock),
    )
    seal = StateSeal(random_bytes(32), workbench.clock.monotonic)
    server = McpServer(ProjectOffer(seat), seal, remembers=True)

    async def answering(message: IncomingMessage) -> AsyncGenerator[JsonObject]:
        async with aclosing(exchanged(server, message)) as saying:
            async for each in saying:
                yield each.message

    await serve_lines(_typed(), _say, answering)


async def _typed() -> AsyncIterator[bytes]:
    """The lines of standard input; one that is too long ends it, and the client is told so."""
    reader = asyncio.StreamReader(limit=LINE_BYTES)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    try:
        while line := await reader.readline():
            yield line
    except ValueError:  # how a stream says that there is no end of a line within its limit
        message = f"a message has more than {LINE_BYTES:,} bytes, and nothing behind it is read; send less at once"
        await _say(error_message(None, McpError(INVALID_REQUEST, message)))


async def _say(message: JsonObject) -> None:
    line = msgspec.json.encode(message) + b"\n"

    def write() -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    await in_thread(write)

"""One request on its way: what is said before its answer, then the answer; whatever goes wrong is an answer too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Final

from msgspec import Struct

from graphwright.errors import GraphwrightError, RequestError
from graphwright.mcp.offer import Tell
from graphwright.mcp.serving import McpServer
from graphwright.mcp.wire import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    IncomingMessage,
    JsonObject,
    McpError,
    error_message,
    result_message,
)

WAITING: Final = 64
"""Notifications that a slow client has not taken yet; whoever tells more waits for it."""

_log = logging.getLogger(__name__)


class Said(Struct, frozen=True):
    """A message to the client."""

    message: JsonObject
    status: int | None = None
    """Of the answer, as HTTP has it; none: the answer follows."""


async def exchanged(server: McpServer, message: IncomingMessage, version: str | None = None) -> AsyncGenerator[Said]:
    """What is said to one request, its answer last. Whoever stops listening stops the work."""
    said: asyncio.Queue[Said] = asyncio.Queue(WAITING)

    async def tell(notice: JsonObject) -> None:
        await said.put(Said(notice))

    async def work() -> None:
        await said.put(await answered(server, message, version, tell))

    task = asyncio.create_task(work())
    try:
        while True:
            each = await said.get()
            yield each
            if each.status is not None:
                return
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def answered(server: McpServer, message: IncomingMessage, version: str | None, tell: Tell) -> Said:
    """The answer to one request."""
    try:
        result = await server.answer(message, tell, version)
        return Said(result_message(0 if message.id is None else message.id, result), 200)
    except McpError as error:
        refused = error
    except GraphwrightError as error:
        code = INVALID_PARAMS if isinstance(error, RequestError) else INTERNAL_ERROR
        refused = McpError(code, error.message, {"code": error.code})
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise  # nobody listens any more
        refused = McpError(INTERNAL_ERROR, "what this waited for was stopped")
    except Exception:  # noqa: BLE001  the last resort: one request fails, the server does not
        _log.exception("a request of an MCP client failed: %s", message.method[:100])
        refused = McpError(INTERNAL_ERROR, "the server failed here and has noted it")
    return Said(error_message(message.id, refused), refused.status)

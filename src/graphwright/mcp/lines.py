"""The protocol on two streams of lines, as standard input and output: many requests at once, each answered when it is.

What is read and written is the caller's; a request ends early when its client says `notifications/cancelled`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Final, TypeAlias

from graphwright.mcp.wire import (
    INVALID_REQUEST,
    IncomingMessage,
    JsonObject,
    McpError,
    MessageId,
    error_message,
    read_message,
)

AT_ONCE: Final = 64
"""Requests under way; one more is refused."""
LINE_BYTES: Final = 4 * 1024 * 1024
"""As large as a body over HTTP."""

Answering: TypeAlias = Callable[[IncomingMessage], AsyncGenerator[JsonObject]]
"""The messages that answer one request, the last of them its answer."""


async def serve_lines(
    lines: AsyncIterator[bytes], write: Callable[[JsonObject], Awaitable[None]], answering: Answering
) -> None:
    """Answer until there are no more lines; what is under way then is stopped."""
    under_way: dict[MessageId, asyncio.Task[None]] = {}

    async def answer(message: IncomingMessage) -> None:
        async with aclosing(answering(message)) as messages:
            async for each in messages:
                await write(each)

    try:
        async for line in lines:
            if not line.strip():
                continue
            message = None
            try:
                message = read_message(line)
                if message.id is None:
                    _heard(message, under_way)
                    continue
                _check_new(message.id, under_way)
            except McpError as error:
                await write(error_message(None if message is None else message.id, error))
                continue
            task = asyncio.create_task(answer(message))
            under_way[message.id] = task
            task.add_done_callback(_forgetting(under_way, message.id))
    finally:
        for task in under_way.values():
            task.cancel()
        await asyncio.gather(*under_way.values(), return_exceptions=True)


def _heard(message: IncomingMessage, under_way: dict[MessageId, asyncio.Task[None]]) -> None:
    """A notification: only the one that stops a request says something to us."""
    if message.method != "notifications/cancelled":
        return
    stopped = message.params.get("requestId")
    if isinstance(stopped, str | int) and (task := under_way.get(stopped)) is not None:
        task.cancel()


def _check_new(message_id: MessageId, under_way: dict[MessageId, asyncio.Task[None]]) -> None:
    if message_id in under_way:
        raise McpError(INVALID_REQUEST, "a request with this id is under way already")
    if len(under_way) >= AT_ONCE:
        raise McpError(INVALID_REQUEST, f"{AT_ONCE} requests are under way; wait for an answer")


def _forgetting(under_way: dict[MessageId, asyncio.Task[None]], message_id: MessageId) -> Callable[[object], None]:
    def forget(_task: object) -> None:
        under_way.pop(message_id, None)

    return forget

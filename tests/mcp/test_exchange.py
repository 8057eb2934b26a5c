"""A request on its way: whatever happens to it, its answer comes."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.mcp.exchange import exchanged
from graphwright.mcp.offer import Offer
from graphwright.mcp.sealing import StateSeal
from graphwright.mcp.serving import McpServer
from graphwright.mcp.wire import INTERNAL_ERROR, LATEST, IncomingMessage, JsonObject, read_message
from graphwright.ports import ManualClock
from graphwright.protocol.wire import encode
from tests.mcp.speaking import asked
from tests.places import START


class StoppingServer(McpServer):
    """Its work waits for something that is stopped."""

    async def answer(self, message: IncomingMessage, *_: object) -> JsonObject:
        waits = asyncio.get_running_loop().create_future()
        waits.cancel()
        return await waits


@pytest.mark.requirement("X-201")
async def test_a_request_that_waits_for_what_was_stopped_is_answered():
    server = StoppingServer(Offer(), StateSeal(b"k" * 32, ManualClock(START).monotonic))
    async with asyncio.timeout(5):
        said = [each async for each in exchanged(server, read_message(encode(asked("ping"))), LATEST)]
    assert [(each.status, each.message["error"]["code"]) for each in said] == [(500, INTERNAL_ERROR)]  # type: ignore[index, call-overload]

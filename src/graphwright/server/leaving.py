"""Work that ends when whoever asked for it has hung up."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from graphwright.server.endpoint import EndpointCall

T = TypeVar("T")
CLOSED: Final = 499
"""What proxies write down for a client that hung up; nobody reads it."""


async def unless_left(call: EndpointCall[Any, Any], work: Coroutine[Any, Any, T]) -> T | None:
    """What work gives; `None`, and the work cancelled, where nobody waits for it any more."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(call.left())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        for each in (working, leaving):
            each.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)

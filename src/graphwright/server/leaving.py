"""Work that ends when whoever asked for it has hung up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from graphwright.actions.refusals import refusal
from graphwright.errors import GraphwrightError
from graphwright.protocol.runs import StoredError
from graphwright.server.endpoint import EndpointCall
from graphwright.server.faults import noted
from graphwright.server.readers import language_asked

T = TypeVar("T")
Told = TypeVar("Told")
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


async def told_lines(
    call: EndpointCall[Any, Any],
    operation: str,
    work: Callable[[Callable[[Told], None]], Awaitable[None]],
    failed: Callable[[StoredError], Told],
) -> AsyncGenerator[Told]:
    """What work tells, as it comes, and an error as the last line: the connection has its status already.

    Whoever closes the connection ends the work.
    """
    lines: asyncio.Queue[Told | None] = asyncio.Queue()

    async def watched() -> None:
        try:
            await work(lines.put_nowait)
        except GraphwrightError as error:
            lines.put_nowait(failed(refusal(error, language_asked(call.headers))))
        except Exception:  # noqa: BLE001  the last door: a person is told the number under which it is noted
            told = noted(operation, call.workbench.ids)
            lines.put_nowait(failed(refusal(told, language_asked(call.headers))))
        lines.put_nowait(None)

    task = asyncio.create_task(watched())
    try:
        while (line := await lines.get()) is not None:
            yield line
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

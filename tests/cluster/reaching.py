"""The doors of a server in this process, reached through the simulated network: a WebSocket, or a question over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, Protocol

from graphwright.client import in_process
from graphwright.client.in_process import Application, Message
from tests.cluster.network import FarLine, Gone, Network


class NobodyThere(Exception):
    """Nobody listens."""


class Place(Protocol):
    """Where a server runs."""

    place: str

    def task(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that it does, and that ends when it is killed."""
        ...


async def line_to(
    network: Network, here: str, there: Place, application: Application, *, scope: Message, within_s: float
) -> FarLine:
    """A WebSocket to a server. `LineLost`, `GraphwrightError`."""
    line = FarLine(network, here, there.place)
    there.task(_served(application(scope, line.receive_there, line.send_there), line))
    await line.open(within_s)
    return line


async def answer_of(
    network: Network, here: str, there: Place, application: Application, *, scope: Message, body: bytes = b""
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Status, headers and body of an answer. `Gone`."""
    asking = [{"type": "http.request", "body": body, "more_body": False}]
    left = asyncio.Event()
    sent: list[Message] = []

    async def receive() -> Message:
        if asking:
            return asking.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await network.way(here, there.place)
    answering = there.task(application(scope, receive, send))  # type: ignore[arg-type]  # a coroutine
    try:
        await asyncio.wait({answering})
        if answering.cancelled() or isinstance(answering.exception(), OSError):
            raise Gone("the server went away in the middle")
        answering.result()
        await network.way(there.place, here)
    finally:
        left.set()
    return sent[0]["status"], sent[0]["headers"], b"".join(each.get("body", b"") for each in sent)


def scope_of(kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    """As a server of ASGI tells it."""
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {**in_process.scope_of(kind, path, encoded), "subprotocols": []}


async def _served(work: Awaitable[None], line: FarLine) -> None:
    """A server ends a line that its program has left."""
    try:
        await work
    except Gone:
        pass
    finally:
        line.cut()

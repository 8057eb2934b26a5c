"""Passes a WebSocket on to the server that works on its project: the same frames both ways, and the same end.

When that server goes away the client is sent away with 1012; it comes back, resumes, and sends once more what was not
answered. So nothing is kept here.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from graphwright.client.doors import FRAME_BYTES
from graphwright.fleet.envelopes import ENVELOPE_HEADER
from graphwright.fleet.passing import CONNECT_S, MISDIRECTED, envelope_for, target_of
from graphwright.fleet.reign import Reign
from graphwright.protocol.wire import RESTART
from graphwright.store.postgres.lease import Leases

_LEFT: Final = 1001
_CLOSE_S: Final = 1.0
_PASSED_ON: Final = (b"authorization", b"cookie", b"origin", b"accept-language", b"user-agent", b"x-forwarded-proto")


class RefusedHandshake(Exception):
    """The other server has answered the handshake like any other request, and said no."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(status)
        self.status = status
        self.body = body


async def dialled(leases: Leases, reign: Reign, project: str, scope: Scope) -> ClientConnection | None:
    """A line to the server of a reign; none when it cannot be reached or has not the project. `RefusedHandshake`."""
    headers = [(name.decode(), value.decode("latin-1")) for name, value in scope["headers"] if name in _PASSED_ON]
    headers.append((ENVELOPE_HEADER, envelope_for(leases, reign, project, scope, "GET")))
    address = "ws" + reign.peer.address.removeprefix("http") + target_of(scope)
    try:
        return await connect(
            address, additional_headers=headers, user_agent_header=None, compression=None, max_size=FRAME_BYTES,
            open_timeout=CONNECT_S, close_timeout=_CLOSE_S, proxy=None,
        )  # fmt: skip
    except InvalidStatus as refused:
        if refused.response.status_code == MISDIRECTED:
            return None
        raise RefusedHandshake(refused.response.status_code, bytes(refused.response.body or b"")) from None
    except (OSError, InvalidHandshake, TimeoutError):
        return None


async def piped(line: ClientConnection, reign: Reign, receive: Receive, send: Send) -> None:
    """Carry frames both ways until one side ends it or the reign is over."""
    tasks = [asyncio.ensure_future(each) for each in (_up(receive, line), _down(line, send), reign.over.wait())]
    up, down, _ = tasks
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if up.done():
            return
        code, reason = (line.close_code, line.close_reason) if down.done() else (None, None)
        is_lost = code is None or code == 1006  # noqa: PLR2004  the protocol's number for no close frame at all
        with suppress(OSError, RuntimeError):
            await send({"type": "websocket.close", "code": RESTART if is_lost else code, "reason": reason or ""})
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if reign.over.is_set():
            line.transport.abort()
        else:
            await line.close(_LEFT)


async def _up(receive: Receive, line: ClientConnection) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        with suppress(ConnectionClosed):  # told by the other direction
            await line.send(text if text is not None else message["bytes"])


async def _down(line: ClientConnection, send: Send) -> None:
    with suppress(ConnectionClosed):
        while True:
            frame = await line.recv()
            is_text = isinstance(frame, str)
            await send({"type": "websocket.send", "text" if is_text else "bytes": frame})

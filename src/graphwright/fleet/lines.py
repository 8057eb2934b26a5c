"""What two servers say to each other on the one line that they have for a project, and how it is opened.

The server whose clients these are says what is said here; the other answers with `rooms.shared.Told`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

from starlette.types import Scope
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from graphwright.client.doors import FRAME_BYTES, Line, LineLost
from graphwright.fleet.envelopes import ENVELOPE_HEADER, Envelope, sealed
from graphwright.fleet.passing import CONNECT_S
from graphwright.fleet.reign import Reign
from graphwright.protocol.base import Record
from graphwright.store.postgres.lease import Leases

ROOM: Final = "/fleet/room"
"""Where a server opens it at the one that works on the project, with an envelope that only servers can seal."""
WINDOW: Final = 1024 * 1024
"""Bytes of one client that may be on their way. More is not read from it, as on a line of its own."""
TAKEN: Final = WINDOW // 4
"""It is told that bytes have been taken when they are so many."""
_CLOSE_S: Final = 1.0


class Arrival(Record, frozen=True, kw_only=True):
    """A client that has come, as the other server found it; its cookie or token is looked at again."""

    target: str
    """Path and query."""
    headers: list[tuple[str, str]]
    address: str


class ClientFrame(Record, frozen=True, kw_only=True):
    """What one client does: it arrives, sends a frame, or leaves (neither)."""

    by: int
    arrival: Arrival | None = None
    text: str | None = None


class ServerLine:
    """A line to the server of a reign; it is over with the reign, whatever the network says."""

    def __init__(self, connection: ClientConnection, reign: Reign) -> None:
        self._connection = connection
        self._ending = asyncio.create_task(self._end_with(reign))

    async def send(self, text: str) -> None:
        """Send one frame."""
        try:
            await self._connection.send(text)
        except ConnectionClosed:
            raise LineLost from None

    async def receive(self) -> str:
        """The next frame."""
        try:
            return await self._connection.recv(decode=True)
        except ConnectionClosed:
            raise LineLost from None

    async def close(self) -> None:
        """End it; one that is over is not waited for."""
        self._ending.cancel()
        with suppress(OSError):
            await self._connection.close()

    async def _end_with(self, reign: Reign) -> None:
        await reign.over.wait()
        self._connection.transport.abort()


LineDialling: TypeAlias = Callable[[Leases, Reign, str], Awaitable[Line | None]]
"""Opens the line for a project to the server of a reign; none when it cannot be reached or has not the project."""


async def dialled(leases: Leases, reign: Reign, project: str) -> Line | None:
    """The line for a project to the server of a reign; none when it cannot be reached or has not the project."""
    envelope = Envelope(
        to=reign.peer.server, project=project, at=leases.database_time(), method="GET", target=ROOM, host="",
        address="local",
    )  # fmt: skip
    try:
        connection = await connect(
            f"ws{reign.peer.address.removeprefix('http')}{ROOM}",
            additional_headers={ENVELOPE_HEADER: sealed(envelope, leases.secret)}, user_agent_header=None,
            compression=None, max_size=FRAME_BYTES, open_timeout=CONNECT_S, close_timeout=_CLOSE_S, proxy=None,
        )  # fmt: skip
    except (OSError, InvalidHandshake, TimeoutError):
        return None
    return ServerLine(connection, reign)


def arrival_of(scope: Scope) -> Arrival:
    """What a server tells another of a client."""
    client, path, query = scope.get("client"), scope.get("raw_path") or scope["path"].encode(), scope["query_string"]
    headers = [(name.decode(), value.decode("latin-1")) for name, value in scope["headers"] if name in _PASSED_ON]
    target = (path + b"?" + query if query else path).decode("latin-1")
    return Arrival(target=target, headers=headers, address="local" if client is None else client[0])


_PASSED_ON: Final = frozenset(
    {b"host", b"authorization", b"cookie", b"origin", b"accept-language", b"user-agent", b"x-forwarded-proto"}
)

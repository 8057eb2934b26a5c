"""The ways to a server: over the network, and (in `in_process`) straight into its ASGI application.

A door gives lines that carry text both ways, and answers plain requests; it knows nothing of what is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Final, NamedTuple, Protocol, Self

import httpx2
from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from graphwright.errors import GraphwrightError, InvalidCommand
from graphwright.protocol.runs import StoredError
from graphwright.protocol.wire import decode
from graphwright.runs.failures import error_of

FRAME_BYTES: Final = 64 * 1024 * 1024
"""Of a frame of the server: one event of at most 4 MiB, or 256 KiB of them; the rest is room for a newer server."""
TIMEOUT_S: Final = 30.0
"""For one plain request, and for opening a line."""


class LineLost(Exception):
    """The line is gone. `code` is the server's close code, or 1006 when it said nothing."""

    def __init__(self, code: int = 1006, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Line(Protocol):
    """A connection that carries text. All three raise `LineLost` when it is over."""

    async def send(self, text: str) -> None:
        """Send one frame."""
        ...

    async def receive(self) -> str:
        """The next frame of the server."""
        ...

    async def close(self) -> None:
        """End it."""
        ...


class FileAnswer(NamedTuple):
    """A file with the headers it came with, their names in small letters."""

    content: bytes
    headers: Mapping[str, str]


class Door(Protocol):
    """A server, as one client reaches it."""

    async def dial(self) -> Line:
        """Open a line. `GraphwrightError` when it is refused, `LineLost` when nobody answers."""
        ...

    async def get(self, path: str) -> bytes:
        """The body of a plain request. `GraphwrightError` when it is refused, `LineLost` when nobody answers."""
        ...

    async def post(self, path: str, body: bytes) -> bytes:
        """The answer to JSON that is sent; raises as `get`, and may have been carried out when the line was lost."""
        ...

    async def fetch(self, path: str, body: bytes) -> FileAnswer:
        """The file that JSON asks for; raises as `get`."""
        ...


class NetworkDoor:
    """A server at an address such as `http://127.0.0.1:8426`; the token goes into a header, never into the address.

    `socket` is the path of a server's Unix socket instead: whoever reaches it is the owner and needs no token.
    """

    def __init__(self, address: str, token: str | None = None, *, socket: str | None = None) -> None:
        self._address = address.rstrip("/")
        self._socket = socket
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._http = httpx2.AsyncClient(
            base_url=self._address,
            headers=self._headers,
            timeout=TIMEOUT_S,
            transport=None if socket is None else httpx2.AsyncHTTPTransport(uds=socket),
        )

    async def __aenter__(self) -> Self:
        """Ready at once; the network is reached with the first use."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let go of the connections for plain requests."""
        await self._http.aclose()

    async def dial(self) -> Line:
        """Open a WebSocket at `/ws` with the token in a header."""
        address = f"ws{self._address.removeprefix('http')}/ws"
        dialled = connect if self._socket is None else partial(unix_connect, self._socket)
        try:
            return _WebSocketLine(
                await dialled(
                    uri=address,
                    additional_headers=self._headers,
                    compression=None,
                    max_size=FRAME_BYTES,
                    open_timeout=TIMEOUT_S,
                )
            )
        except InvalidStatus as error:
            raise _answered(error.response.status_code, bytes(error.response.body or b"")) from None
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise LineLost(reason=str(error)) from None

    async def get(self, path: str) -> bytes:
        """The body of a plain request with the token in a header."""
        return (await self._asked("GET", path)).content

    async def post(self, path: str, body: bytes) -> bytes:
        """The answer to JSON that is sent, with the token in a header."""
        return (await self._asked("POST", path, body)).content

    async def fetch(self, path: str, body: bytes) -> FileAnswer:
        """The file that JSON asks for, with the token in a header."""
        return await self._asked("POST", path, body)

    async def _asked(self, method: str, path: str, body: bytes | None = None) -> FileAnswer:
        headers = None if body is None else {"content-type": "application/json"}
        try:
            response = await self._http.request(method, path, content=body, headers=headers)
        except httpx2.RequestError as error:
            raise LineLost(reason=str(error)) from None
        if response.is_success:
            return FileAnswer(response.content, {name.lower(): value for name, value in response.headers.items()})
        raise _answered(response.status_code, response.content)


class _WebSocketLine:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, text: str) -> None:
        try:
            await self._connection.send(text)
        except ConnectionClosed as closed:
            raise _lost(closed) from None

    async def receive(self) -> str:
        try:
            return await self._connection.recv(decode=True)
        except ConnectionClosed as closed:
            raise _lost(closed) from None

    async def close(self) -> None:
        await self._connection.close()


def refusal(status: int, body: bytes) -> GraphwrightError:
    """What a server that said no meant."""
    try:
        return error_of(decode(body, StoredError))
    except InvalidCommand:
        return GraphwrightError(f"the server answered {status} with something that is no error of ours")


def _answered(status: int, body: bytes) -> GraphwrightError | LineLost:
    """A server that is overloaded or about to stop is as good as none; it may be better in a moment."""
    error = refusal(status, body)
    is_passing = error.retry == "later" or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return LineLost(reason=error.message) if is_passing else error


def _lost(closed: ConnectionClosed) -> LineLost:
    return LineLost() if closed.rcvd is None else LineLost(closed.rcvd.code, closed.rcvd.reason)

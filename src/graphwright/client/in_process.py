"""A door straight into an ASGI application: no network, no threads, nothing that is not the real program.

For tests and for programs that hold the server inside themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias

from graphwright.client.doors import FileAnswer, Line, LineLost, refusal

Message: TypeAlias = MutableMapping[str, Any]
Application: TypeAlias = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]
"""An ASGI application, as its specification has it."""


class InnerDoor:
    """A server in this process."""

    def __init__(self, application: Application, token: str = "") -> None:
        self._application = application
        self._headers = [(b"host", b"127.0.0.1")]
        if token:
            self._headers.append((b"authorization", f"Bearer {token}".encode()))
        self.lines: list[InnerLine] = []
        """Every line that was opened, so that a test may cut one."""

    async def dial(self) -> Line:
        """Open a line; it is kept in `lines`."""
        line = InnerLine(self._application, {**scope_of("websocket", "/ws", self._headers), "subprotocols": []})
        self.lines.append(line)
        await line.open()
        return line

    async def get(self, path: str) -> bytes:
        """The body of a plain request, asked of the application itself."""
        return (await self._asked("GET", path, b"")).content

    async def post(self, path: str, body: bytes) -> bytes:
        """The answer to JSON that is sent to the application itself."""
        return (await self._asked("POST", path, body)).content

    async def fetch(self, path: str, body: bytes) -> FileAnswer:
        """The file that JSON asks the application itself for."""
        return await self._asked("POST", path, body)

    async def _asked(self, method: str, path: str, body: bytes) -> FileAnswer:
        scope = {**scope_of("http", path, self._headers), "method": method}
        if body:
            scope["headers"] = [*self._headers, (b"content-type", b"application/json")]
        asked, sent = _RequestBody(body), list[Message]()

        async def send(message: Message) -> None:
            sent.append(message)

        await self._application(scope, asked.receive, send)
        answer = b"".join(message.get("body", b"") for message in sent)
        status: int = sent[0]["status"]
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            return FileAnswer(answer, {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]})
        raise refusal(status, answer)


def scope_of(kind: str, path: str, headers: Sequence[tuple[bytes, bytes]]) -> dict[str, Any]:
    """What a server of ASGI tells its application of a request (`http`) or of a line (`websocket`)."""
    path, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 0),
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }


class _RequestBody:
    """The body of a request in one piece, and then a client that waits."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._is_told = False

    async def receive(self) -> Message:
        if self._is_told:
            await asyncio.get_running_loop().create_future()
        self._is_told = True
        return {"type": "http.request", "body": self._body, "more_body": False}


class InnerLine:
    """A WebSocket without a socket. While `is_read` is false the application cannot send, as with a full network."""

    def __init__(self, application: Application, scope: Message) -> None:
        self._to_server: asyncio.Queue[Message] = asyncio.Queue()
        self._to_client: asyncio.Queue[Message] = asyncio.Queue()
        self._reading = asyncio.Event()
        self._reading.set()
        self._lost: LineLost | None = None
        self._serving = asyncio.ensure_future(application(scope, self._to_server.get, self._take))

    @property
    def is_read(self) -> bool:
        """Whether the client takes what the server sends."""
        return self._reading.is_set()

    @is_read.setter
    def is_read(self, value: bool) -> None:
        (self._reading.set if value else self._reading.clear)()

    @property
    def is_over(self) -> bool:
        """Whether the application has ended this connection."""
        return self._serving.done()

    @property
    def is_idle(self) -> bool:
        """Whether the application has taken everything that was sent to it."""
        return self._to_server.empty()

    async def open(self) -> None:
        """The handshake. `GraphwrightError` when it is refused."""
        self._to_server.put_nowait({"type": "websocket.connect"})
        answer = await self._to_client.get()
        if answer["type"] == "websocket.accept":
            return
        if answer["type"] == "websocket.http.response.start":
            body = await self._to_client.get()
            raise refusal(answer["status"], body["body"])
        raise refusal(403, b"")

    async def send(self, text: str) -> None:
        """Send one text frame."""
        await self.send_raw({"text": text})

    async def send_raw(self, frame: Message) -> None:
        """Send any frame, such as `{"bytes": ...}`."""
        if self._lost is not None:
            raise self._lost
        self._to_server.put_nowait({"type": "websocket.receive", **frame})

    async def receive(self) -> str:
        """The next frame of the application. `LineLost` when it has ended the line."""
        if self._lost is not None and self._to_client.empty():
            raise self._lost
        message = await self._to_client.get()
        if message["type"] == "websocket.send":
            text: str = message["text"]
            return text
        self._lost = LineLost(message["code"], message.get("reason") or "")
        raise self._lost

    async def close(self) -> None:
        """End it, and wait until the application is done with it."""
        self.cut(1000)
        await asyncio.wait({self._serving})

    def cut(self, code: int = 1006) -> None:
        """The network is gone: what was under way to the client does not arrive any more."""
        if self._lost is None:
            self._lost = LineLost(code)
            while not self._to_client.empty():
                self._to_client.get_nowait()
            self._to_client.put_nowait({"type": "lost", "code": code})
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": code})

    async def _take(self, message: Message) -> None:
        await self._reading.wait()
        if self._lost is not None:
            raise OSError("the client is gone")
        self._to_client.put_nowait(message)
        if message["type"] == "websocket.close":
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": message.get("code", 1000)})

"""Passes an HTTP request on to the server that works on its project, and its answer back, as it comes.

A request whose server goes away is sent to the next one when nothing can happen twice: when it never arrived, when it
only reads, or when it is a command, whose id the next server knows (ADR-98). Of another one nobody knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Mapping
from typing import Any, Final, Literal, TypeAlias

import httpx2
import msgspec
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from graphwright.fleet.envelopes import ENVELOPE_HEADER, Envelope, sealed
from graphwright.fleet.reign import Reign
from graphwright.server.bodies import READ_S
from graphwright.store.postgres.lease import Leases

KEPT_BYTES: Final = 256 * 1024
"""So much of a request is kept to be sent once more; nearly every command is smaller. Nobody has been asked who yet."""
CONNECT_S: Final = 2.0
MISDIRECTED: Final = 421
"""The status of a server that does not work on the project: nothing was done."""
LOST_HEADER: Final = "graphwright-lost"
"""Whoever answers with it has lost the project in the middle; the rest is for servers that do not know it."""

# They belong to one connection; `host` travels in the envelope.
_OF_ONE_HOP: Final = frozenset(
    {b"connection", b"keep-alive", b"transfer-encoding", b"te", b"upgrade", b"proxy-connection", b"host", b"expect"}
    | {ENVELOPE_HEADER.encode()}
)
Outcome: TypeAlias = Literal["done", "not begun", "unknown", "left"]
"""`not begun`: the server has not even begun with it; `unknown`: nobody knows whether it did."""


class _RepeatableCommand(msgspec.Struct, rename="camel"):
    command_id: str


class RequestBody:
    """The body of one request, which may be sent more than once as long as it is small."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept = bytearray()
        self._has_rest = True
        self._is_whole = True
        """All that was read is kept."""
        self._arrived = asyncio.Event()

    async def begin(self) -> bool:
        """Read what is kept. False when the client has hung up, or does not go on."""
        try:
            async with asyncio.timeout(READ_S):
                while self._has_rest and len(self._kept) <= KEPT_BYTES:
                    chunk = await self._chunk()
                    if chunk is None:
                        return False
                    self._kept += chunk
        except TimeoutError:
            return False
        return True

    @property
    def is_kept(self) -> bool:
        """Whether it can be sent again."""
        return self._is_whole

    def may_repeat(self, method: str) -> bool:
        """Whether doing it twice is as good as once."""
        if method in {"GET", "HEAD", "OPTIONS"}:
            return True
        if self._has_rest or not self._is_whole:
            return False
        try:
            return bool(msgspec.json.decode(bytes(self._kept), type=_RepeatableCommand).command_id)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False

    async def pieces(self) -> AsyncGenerator[bytes]:
        """All of it."""
        yield bytes(self._kept)
        while self._has_rest:
            self._is_whole = False
            async with asyncio.timeout(READ_S):
                chunk = await self._chunk()
            if chunk is None:
                raise ConnectionResetError("the client hung up")
            yield chunk

    def anew(self) -> Receive:
        """As an application receives it that answers here, from its beginning."""
        is_handed = False

        async def received() -> Message:
            nonlocal is_handed
            if is_handed:
                self._is_whole = self._is_whole and not self._has_rest
                return await self._receive()
            is_handed = True
            return {"type": "http.request", "body": bytes(self._kept), "more_body": self._has_rest}

        return received

    async def left(self) -> None:
        """Comes back when the client has hung up, after all of it was read."""
        await self._arrived.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _chunk(self) -> bytes | None:
        message = await self._receive()
        if message["type"] != "http.request":
            return None
        self._has_rest = message.get("more_body", False)
        if not self._has_rest:
            self._arrived.set()
        body: bytes = message.get("body", b"")
        return body


class Passing:
    """One way to the other servers."""

    def __init__(self, leases: Leases, transport: httpx2.AsyncBaseTransport) -> None:
        self._leases = leases
        self._transport = transport

    async def answer(self, reign: Reign, project: str, scope: Scope, body: RequestBody, send: Send) -> Outcome:
        """Let the server of a reign answer what is about a project."""
        exchange = _Exchange(self._transport, self._request(reign, project, scope, body), send)
        return await first(exchange.run(), unless={"left": body.left(), "over": reign.over.wait()}, lost=exchange.lost)

    def _request(self, reign: Reign, project: str, scope: Scope, body: RequestBody) -> httpx2.Request:
        target = target_of(scope)
        headers = [(name, value) for name, value in scope["headers"] if name not in _OF_ONE_HOP]
        envelope = envelope_for(self._leases, reign, project, scope, scope["method"])
        headers.append((ENVELOPE_HEADER.encode(), envelope.encode()))
        has_body = any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])
        timeouts = {"connect": CONNECT_S, "pool": CONNECT_S, "read": None, "write": None}
        return httpx2.Request(
            scope["method"], reign.peer.address, headers=headers, content=body.pieces() if has_body else None,
            extensions={"timeout": timeouts, "target": target.encode("latin-1")},  # to the letter, as it was sealed
        )  # fmt: skip


class _Exchange:
    """One attempt."""

    def __init__(self, transport: httpx2.AsyncBaseTransport, request: httpx2.Request, send: Send) -> None:
        self._transport, self._request, self._send = transport, request, send
        self._has_answered = False

    async def run(self) -> Outcome:
        try:
            response = await self._transport.handle_async_request(self._request)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout):
            return "not begun"
        except (httpx2.TransportError, OSError):
            return "unknown"
        try:
            if response.status_code == MISDIRECTED:
                return "not begun"
            if LOST_HEADER in response.headers:
                return "unknown"
            await self._relay(response)
        except httpx2.TransportError:
            return self.lost()
        finally:
            await response.aclose()
        return "done"

    def lost(self) -> Outcome:
        """What it means that the server has gone away. `ConnectionResetError` where half of an answer was sent."""
        if self._has_answered:
            raise ConnectionResetError("the server that answered has gone away")
        return "unknown"

    async def _relay(self, response: httpx2.Response) -> None:
        headers = [(name.lower(), value) for name, value in response.headers.raw if name.lower() not in _OF_ONE_HOP]
        self._has_answered = True
        await self._send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        async for piece in response.aiter_raw():  # as it came: what is zipped stays so
            await self._send({"type": "http.response.body", "body": piece, "more_body": True})
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


async def first(
    work: Coroutine[Any, Any, Outcome],
    *,
    unless: Mapping[str, Coroutine[Any, Any, object]],
    lost: Any,  # noqa: ANN401
) -> Outcome:
    """What work gives; it is ended when the client leaves or the reign is over."""
    working = asyncio.ensure_future(work)
    others = {name: asyncio.ensure_future(each) for name, each in unless.items()}
    try:
        await asyncio.wait({working, *others.values()}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        if others["left"].done():
            return "left"
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        outcome: Outcome = lost()
        return outcome
    finally:
        for task in (working, *others.values()):
            task.cancel()
        await asyncio.gather(working, *others.values(), return_exceptions=True)


def target_of(scope: Scope) -> str:
    """Path and query, as they came."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return (path + b"?" + query if query else path).decode("latin-1")


def envelope_for(leases: Leases, reign: Reign, project: str, scope: Scope, method: str) -> str:
    """The sealed header of a request that goes to the server of a reign."""
    client = scope.get("client")
    envelope = Envelope(
        to=reign.peer.server,
        project=project,
        at=leases.database_time(),
        method=method,
        target=target_of(scope),
        host=Headers(scope=scope).get("host", ""),
        address="local" if client is None else client[0],
    )
    return sealed(envelope, leases.secret)

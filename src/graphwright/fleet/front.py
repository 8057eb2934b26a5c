"""The door of one of several servers: what reaches it is answered here while it has the lease, else passed on.

Who has the lease may change while a request waits. What was begun here and comes back after the lease has run out is
not told to anybody: another server may have gone on meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

import httpx2
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphwright.errors import GraphwrightError, StoreBusy
from graphwright.fleet.envelopes import ENVELOPE_HEADER, Envelope, opened
from graphwright.fleet.passing import MISDIRECTED, Passing, RequestBody, target_of
from graphwright.fleet.piping import RefusedHandshake, dialled, piped
from graphwright.fleet.reign import PATIENCE_S, Reign, Succession
from graphwright.ports import Clock
from graphwright.protocol.base import Record
from graphwright.protocol.wire import RESTART, encode
from graphwright.server.http import JSON, failure, network_app, socket_app
from graphwright.server.routes.machine import HEALTH_PATH, READY_PATH, Health
from graphwright.server.server_state import ServerState
from graphwright.store.postgres.lease import DatabaseLease, Holding
from graphwright.version import VERSION

HELLO: Final = "/fleet/hello"
"""Where a server asks itself whether its internal address leads to it."""
_LOOK_AGAIN_S: Final = 0.2
_TELLING: Final = frozenset({"http.response.start", "http.response.body", "websocket.accept", "websocket.send"})
_Place: TypeAlias = "Site | Reign"
_NOBODY: Final = "no server works on the projects at the moment; try again in some seconds"
_UNKNOWN: Final = (
    "the server that works on the projects went away in the middle, so nobody knows whether this was done; look, and "
    "try again"
)


class FleetMember(Record, frozen=True, kw_only=True):
    """Which server this is."""

    server: str


class _LeaseOver(OSError):
    """What was to be told may not be true any more: to the application the client is gone."""


class Site:
    """The program on the projects, for as long as this server has the lease."""

    def __init__(self, server_state: ServerState, holding: Holding, failure_of: Callable[[], str | None]) -> None:
        self.server_state = server_state
        self.network = network_app(server_state)
        self.owner_socket = socket_app(server_state)
        self.requests: set[asyncio.Task[None]] = set()
        """That are under way here."""
        self._holding, self._failure_of = holding, failure_of

    @property
    def is_good(self) -> bool:
        """Whether what it says is true: it has the lease, and can write."""
        return self._holding.lease.holds(self._holding.fence) and self._failure_of() is None


class FleetFront:
    """The ASGI applications of one server: for the network and for the Unix socket."""

    def __init__(self, succession: Succession, transport: httpx2.AsyncBaseTransport) -> None:
        self.site: Site | None = None
        self._succession = succession
        self._lease: DatabaseLease = succession.lease
        self._clock: Clock = succession.clock
        self._passing = Passing(succession.lease, transport)

    def answers_with(self, site: Site | None) -> None:
        """From now on it is answered here, or (None) elsewhere."""
        self.site = site
        self._succession.told()

    async def network(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What listens on the network."""
        try:
            envelope = self._envelope(scope)
        except GraphwrightError as error:
            await _refused(failure(error, Headers(scope=scope)), scope, receive, send)
            return
        if scope["path"] == HELLO and scope["type"] == "http":
            await self._hello(envelope, scope, receive, send)
        elif envelope is not None:
            await self._passed_on(envelope, scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)

    async def owner_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What listens on the Unix socket: only where the projects are, because paths mean files of that machine."""
        site = self.site
        if site is not None and site.is_good:
            await self._here(site, site.owner_socket, scope, receive, send)
            return
        holder = self._lease.holder
        where = "another server" if holder is None or not holder.address else f"the server at {holder.address}"
        message = (
            f"{where} works on the projects of this database; use the command line there, or a token with --server"
        )
        await _refused(failure(StoreBusy(message), Headers(scope=scope)), scope, receive, send)

    # where it is answered ----------------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        site = self.site
        if site is not None and site.is_good:
            await self._here(site, site.network, scope, receive, send)
            return
        if scope["path"] == HEALTH_PATH or (scope["path"] == READY_PATH and self._succession.reign is None):
            await self._health(scope, receive, send)
            return
        body = RequestBody(receive)
        if not await body.begin():
            return
        until, outcome = self._clock.monotonic() + PATIENCE_S, "not begun"
        while (place := await self._place(until)) is not None:
            if isinstance(place, Site):
                await self._here(place, place.network, scope, body.received, send)
                return
            outcome = await self._passing.answer(place, scope, body, send)
            if outcome in {"done", "left"}:
                return
            if not (body.is_kept and (outcome == "not begun" or body.may_repeat(scope["method"]))):
                break
            await self._succession.change(_LOOK_AGAIN_S)
        words = _UNKNOWN if outcome == "unknown" else _NOBODY
        await _refused(failure(StoreBusy(words), Headers(scope=scope)), scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        first = await receive()
        until = self._clock.monotonic() + PATIENCE_S
        while (place := await self._place(until)) is not None:
            if isinstance(place, Site):
                await self._here(place, place.network, scope, _again(first, receive), send)
                return
            try:
                line = await dialled(self._lease, place, scope)
            except RefusedHandshake as refused:
                response = Response(refused.body, refused.status, media_type=JSON)
                await _refused(response, scope, receive, send)
                return
            if line is not None:
                await send({"type": "websocket.accept"})
                await piped(line, place, receive, send)
                return
            await self._succession.change(_LOOK_AGAIN_S)
        await _refused(failure(StoreBusy(_NOBODY), Headers(scope=scope)), scope, receive, send)

    async def _place(self, until: float) -> _Place | None:
        """Where to answer; waits for the next server, at most until then."""
        while (left := until - self._clock.monotonic()) > 0:
            if self.site is not None and self.site.is_good:
                return self.site
            reign = self._succession.reign
            if reign is not None and reign.holder.server != self._lease.server:
                return reign
            await self._succession.change(min(left, _LOOK_AGAIN_S))
        return None

    # answering here ----------------------------------------------------------------------------------------------

    async def _here(self, site: Site, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the program answer, as long as what it says is true."""
        has_begun = is_over = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun, is_over
            if message["type"] in _TELLING and not site.is_good:
                is_over = True
                raise _LeaseOver
            has_begun = has_begun or message["type"] in {"http.response.start", "websocket.accept"}
            await send(message)

        task = asyncio.ensure_future(_run(app, scope, receive, guarded))
        site.requests.add(task)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            site.requests.discard(task)
        is_over = is_over or task.cancelled()
        if scope["type"] == "websocket":
            with suppress(OSError, RuntimeError):  # it may be closed already
                if is_over or not site.is_good:
                    await send({"type": "websocket.close", "code": RESTART})
        elif is_over and not has_begun:
            await _refused(failure(StoreBusy(_UNKNOWN), Headers(scope=scope)), scope, receive, send)
        elif is_over:
            raise ConnectionResetError("this server went away in the middle of an answer")
        elif (error := task.exception()) is not None:
            raise error

    async def _passed_on(self, envelope: Envelope, scope: Scope, receive: Receive, send: Send) -> None:
        """Another server means that we have the lease."""
        site = self.site
        if site is None or not site.is_good:
            await _refused(Response(status_code=MISDIRECTED), scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in {b"host", ENVELOPE_HEADER.encode()}]
        headers.append((b"host", envelope.host.encode("latin-1", "replace")))
        came = {**scope, "headers": headers, "client": (envelope.address, 0)}
        await self._here(site, site.network, came, receive, send)

    # what every server answers itself ----------------------------------------------------------------------------

    def _envelope(self, scope: Scope) -> Envelope | None:
        header = Headers(scope=scope).get(ENVELOPE_HEADER) if scope["type"] in {"http", "websocket"} else None
        if header is None:
            return None
        method = scope.get("method", "GET")
        now = self._lease.database_time()
        return opened(
            header, self._lease.secret, to=self._lease.server, now=now, method=method, target=target_of(scope)
        )

    async def _hello(self, envelope: Envelope | None, scope: Scope, receive: Receive, send: Send) -> None:
        member = None if envelope is None else FleetMember(server=self._lease.server)
        response = Response(status_code=404) if member is None else Response(encode(member), media_type=JSON)
        await response(scope, receive, send)

    async def _health(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whether somebody works on the projects, and we know where."""
        if self._succession.reign is None:
            response = failure(StoreBusy(_NOBODY), Headers(scope=scope))
        else:
            response = Response(encode(Health(status="ok", version=VERSION)), media_type=JSON)
        await response(scope, receive, send)


async def _run(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


def _again(first: Message, receive: Receive) -> Callable[[], Awaitable[Message]]:
    """What was received, once more, and then the rest."""
    waiting = [first]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


async def _refused(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "websocket":
        await response(scope, receive, send)
        return
    with suppress(OSError, RuntimeError):
        headers = [(b"content-type", JSON.encode()), (b"content-length", str(len(response.body)).encode())]
        await send({"type": "websocket.http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": bytes(response.body)})

"""Answers HTTP: finds the endpoint, asks who it is and what they may do, reads, calls the handler, writes.

Every request goes through `_Front.answer`, so there is one place where rights are asked for and one where errors get
their form. The Unix socket is another front of the same site: whoever reaches it is the owner (ADR-21).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any, Final, cast

from msgspec import Raw
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from graphwright.actions.access import access_to, allow
from graphwright.actions.context import Caller
from graphwright.actions.refusals import refusal
from graphwright.errors import (
    AccessDenied,
    GraphwrightError,
    InvalidCommand,
    LimitExceeded,
    NotAuthenticated,
    NotFound,
    StoreError,
)
from graphwright.ports import in_thread
from graphwright.protocol.projects import Access, Right
from graphwright.protocol.wire import encode
from graphwright.server.assets import Assets
from graphwright.server.auditing import audited
from graphwright.server.bodies import decode_body, decode_query, read_body, zipped
from graphwright.server.endpoint import (
    ANYTHING,
    Endpoint,
    EndpointCall,
    ErrorAnswer,
    HttpAnswer,
    Lines,
    NoBody,
    Pieces,
    origin_of,
)
from graphwright.server.faults import for_strangers, noted
from graphwright.server.headers import SecurityHeaders
from graphwright.server.logs import log
from graphwright.server.peers import address_of
from graphwright.server.readers import language_asked, worded
from graphwright.server.reception import page
from graphwright.server.routes import ENDPOINTS
from graphwright.server.routes.mcp import MCP, how_to_come_in
from graphwright.server.server_state import ServerState
from graphwright.server.websocket import OwnerSocket
from graphwright.settings import Settings
from graphwright.tracing import span
from graphwright.workbench import OpenProject

PATH_LENGTH: Final = 2_048
"""Characters of path and query; our longest is about 300."""
SLOW_S: Final = 1.0
"""A request that takes longer is logged."""
JSON: Final = "application/json"

# Statuses of errors whose code belongs to several classes or whose class does not decide.
_STATUS: Final[Mapping[str, int]] = {"conflict": 409, "limitExceeded": 413, "accessDenied": 403}
_TOO_MANY: Final = 429


def network_app(server_state: ServerState) -> Starlette:
    """What listens on the network: pages, REST, WebSocket."""
    front = _Front(server_state, over_socket=False)
    app = _app([_Pages(front, server_state.assets), *front.routes(), WebSocketRoute("/ws", server_state.socket)])
    app.router.default = front.pages
    return app


def socket_app(server_state: ServerState) -> Starlette:
    """What listens on the Unix socket: REST and WebSocket for the owner's own programs, and the command line."""
    live = WebSocketRoute("/ws", OwnerSocket(server_state.socket))
    return _app([*_Front(server_state, over_socket=True).routes(), live])


def status_of(error: GraphwrightError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, LimitExceeded) and error.retry == "later":
        return _TOO_MANY
    return _STATUS.get(error.code, error.status)


def failure(error: GraphwrightError, headers: Headers, endpoint: Endpoint | None = None) -> Response:
    """An error in the one shape all errors have, in the words of whoever sent these headers.

    Only an endpoint of another wire than ours has a shape of its own.
    """
    told, status = refusal(error, language_asked(headers)), status_of(error)
    sent = ErrorAnswer(told) if endpoint is None else endpoint.error_answer(told, status)
    media = JSON if endpoint is None else endpoint.error_media
    return Response(encode(sent.body), status, media_type=media, headers={"cache-control": "no-store", **sent.headers})


class _Front:
    """One door of the site."""

    def __init__(self, server_state: ServerState, *, over_socket: bool) -> None:
        self._server_state = server_state
        self._over_socket = over_socket

    def routes(self) -> list[BaseRoute]:
        """The routes of all endpoints that this door has."""
        return [
            Route(endpoint.path, self._handler(endpoint), methods=[endpoint.method], name=endpoint.name)
            for endpoint in ENDPOINTS
            if self._over_socket or endpoint.needs != "socket"
        ]

    async def pages(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Everything that no route answers."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # before accept: the handshake is answered with 403
            return
        response = await self._page(Request(scope, receive))
        await response(scope, receive, send)

    async def _page(self, request: Request) -> Response:
        """A file of the built pages, or nothing."""
        if request.method not in {"GET", "HEAD"}:
            return failure(NotFound("there is nothing at this address"), request.headers)
        try:
            self._server_state.authenticator.check_host(request.headers)
        except GraphwrightError as error:
            return failure(error, request.headers)
        asset = self._server_state.assets.get(request.url.path)
        if asset is None:
            return failure(NotFound("there is nothing at this address"), request.headers)
        return await page(asset, request)

    def _handler(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        name = f"{endpoint.method} {endpoint.path}"

        async def handle(request: Request) -> Response:
            with span(name, http__request__method=endpoint.method) as told:
                response = await handled(request)
                told.set_attribute("http.response.status_code", response.status_code)
                return response

        async def handled(request: Request) -> Response:
            clock = self._server_state.workbench.clock
            begun = clock.monotonic()
            try:
                response = await self.answer(endpoint, request)
            except GraphwrightError as error:
                response = failure(error, request.headers, endpoint)
                if endpoint.name == MCP and isinstance(error, NotAuthenticated):
                    response.headers["www-authenticate"] = how_to_come_in(
                        origin_of(request.headers, request.url.scheme)
                    )
            except Exception:  # noqa: BLE001  the last resort: one request fails, the program does not (R-48)
                told = noted(endpoint.name, self._server_state.workbench.ids)
                response = failure(told, request.headers, endpoint)
            seconds = clock.monotonic() - begun
            self._server_state.telemetry.answered(endpoint.name, response.status_code, seconds)
            if seconds > SLOW_S:
                extra = {"operation": endpoint.name, "status": response.status_code, "ms": round(seconds * 1_000)}
                log.info("slow", extra=extra)
            return response

        return handle

    async def answer(self, endpoint: Endpoint, request: Request) -> Response:
        """The whole life of one request. Raises what the one shape of errors is made of."""
        if len(request.url.path) + len(request.url.query) > PATH_LENGTH:
            message = f"the address has more than {PATH_LENGTH:,} characters"
            raise LimitExceeded(message)
        caller = None
        try:
            caller = await self._caller(endpoint, request)
            return await self._answered(endpoint, request, caller)
        except StoreError as error:
            raise (error if self._over_socket or caller is not None else for_strangers(error)) from None

    async def _answered(self, endpoint: Endpoint, request: Request, caller: Caller | None) -> Response:
        if caller is not None and not self._over_socket:
            self._count(endpoint, caller)
        open_project, access = await self._place(endpoint, request, caller)
        body = await _body(endpoint, request, self._server_state.workbench.settings)
        await self._check_still(endpoint, caller)
        call: EndpointCall[Any, Any] = EndpointCall(
            server_state=self._server_state,
            headers=request.headers,
            origin=origin_of(request.headers, request.url.scheme),
            address=self._address(request),
            path=request.path_params,
            query=decode_query(request.query_params, endpoint.query),
            body=body,
            somebody=caller,
            place=open_project,
            access=access,
            over_socket=self._over_socket,
            is_head=request.method == "HEAD",
            left=partial(_left, request),
        )
        found = await (endpoint.handle(call) if endpoint.audited is None else audited(endpoint, call))
        return await _response(endpoint, found if isinstance(found, HttpAnswer) else HttpAnswer(found), request)

    def _address(self, request: Request) -> str:
        """Where a request comes from."""
        peer = None if request.client is None else request.client.host
        trusted = self._server_state.workbench.settings.trusted_proxies
        return address_of(peer, request.headers.getlist("x-forwarded-for"), trusted)

    def _count(self, endpoint: Endpoint, caller: Caller) -> None:
        """One more request of this person. `LimitExceeded`, to be tried later, when it is one too many."""
        self._server_state.requests.count(caller.person.person_id)
        if endpoint.writes and endpoint.counts_as_change:
            self._server_state.writes.count(caller.person.person_id)

    async def _caller(self, endpoint: Endpoint, request: Request) -> Caller | None:
        """Who asks. `NotAuthenticated` for nobody where somebody is needed."""
        authenticator = self._server_state.authenticator
        if self._over_socket:
            return await authenticator.owner()
        authenticator.check_host(request.headers)
        if endpoint.needs == "directory":  # no browser: neither its cookies nor where its page is from count
            return await authenticator.directory_caller(request.headers)
        authenticator.check_origin(request.headers, required=endpoint.writes and "cookie" in request.headers)
        if request.headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            raise AccessDenied("requests from other sites' pages are not accepted")
        caller = await authenticator.recognised(request.headers)
        if endpoint.needs == "everybody":
            return caller
        if caller is None:
            raise NotAuthenticated("log in first, or send `Authorization: Bearer TOKEN`")
        if endpoint.needs == "account" and caller.kind == "token":
            raise AccessDenied("this is for people; a token opens one project only")
        if endpoint.needs == "owner" and caller.kind != "owner":
            raise AccessDenied("this is for the owner of the data folder alone")
        if endpoint.needs == "operator" and caller.kind == "account":
            raise AccessDenied("this is for the owner and for programs with a token")
        return caller

    async def _check_still(self, endpoint: Endpoint, caller: Caller | None) -> None:
        """`NotAuthenticated` for whoever was logged out, or deleted, while the body of their request came in."""
        if caller is None or not endpoint.writes or endpoint.needs == "everybody":
            return
        if not await self._server_state.authenticator.is_still(caller):
            raise NotAuthenticated("the session or token of this request has ended meanwhile; nothing was done")

    async def _place(
        self, endpoint: Endpoint, request: Request, caller: Caller | None
    ) -> tuple[OpenProject | None, Access | None]:
        """The project in the path, if the caller may do there what the endpoint does."""
        if not endpoint.has_project or caller is None:
            return None, None
        name: str = request.path_params["project"]
        workbench = self._server_state.workbench
        row = await workbench.projects.row(name)
        access = None if row is None else await access_to(caller, row.project_id, workbench.store)
        allow(access, "read", project=name)
        open_project = await workbench.open_project(name)
        right = "read" if endpoint.needs == "socket" else cast("Right", endpoint.needs)
        return open_project, allow(access, right, project=name, viewers_ask=open_project.project.header.viewers_ask)


async def _body(  # as the endpoint declares it
    endpoint: Endpoint, request: Request, settings: Settings
) -> Any:  # noqa: ANN401
    if not endpoint.writes:
        return NoBody()
    most = endpoint.most if isinstance(endpoint.most, int) else endpoint.most(settings)
    body = await read_body(request, most, endpoint.within)
    if not body and endpoint.body is NoBody:
        return NoBody()
    if not body and endpoint.takes.endswith("+json"):  # what is missing, the reader of that wire says in its words
        return body
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if endpoint.takes not in {ANYTHING, media} and not (media == JSON and endpoint.takes.endswith("+json")):
        message = f"send the body as {endpoint.takes}, not as {media[:80] or 'nothing'!r}"
        raise InvalidCommand(message)
    return body if endpoint.takes != JSON or endpoint.body is bytes else decode_body(body, endpoint.body)


async def _response(endpoint: Endpoint, answer: HttpAnswer, request: Request) -> Response:
    status = answer.status or endpoint.status
    headers = {"cache-control": "no-store", **answer.headers}
    media = answer.media
    if isinstance(answer.body, Lines | Pieces):
        pieces = answer.body.pieces if isinstance(answer.body, Pieces) else _lines(answer.body.records)
        return _Piecewise(pieces, status, headers | {"content-type": media})  # not its `media`: adds a charset
    if isinstance(answer.body, Raw | bytes):
        body = bytes(answer.body)
    elif isinstance(answer.body, str):
        body = answer.body.encode()
    else:
        body = encode(answer.body)
    language = language_asked(request.headers) if endpoint.worded else None
    if language is not None:
        made, reader = body, language
        body = await in_thread(lambda: worded(made, reader))
    if not endpoint.writes:  # what a write answers may hold a secret, and zipping beside one tells about it
        body, more = await zipped(body, request.headers)
        headers |= more
    return Response(body, status, headers | {"content-type": media})


class _Piecewise(StreamingResponse):
    """An answer whose source is closed with it: whoever leaves in the middle gives back what it holds at once."""

    async def stream_response(self, send: Send) -> None:
        try:
            await super().stream_response(send)
        finally:
            close = getattr(self.body_iterator, "aclose", None)
            if close is not None:
                await close()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _lines(records: AsyncGenerator[object]) -> AsyncGenerator[bytes]:
    async with aclosing(records):
        async for record in records:
            yield encode(record) + b"\n"


class _Pages(BaseRoute):
    """The files of the page, found in a table before the pattern of any endpoint is tried."""

    def __init__(self, front: _Front, assets: Assets) -> None:
        self._front = front
        self._assets = assets

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        found = scope["type"] == "http" and self._assets.get(scope["path"]) is not None
        return Match.FULL if found else Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._front.pages(scope, receive, send)


def _app(routes: Sequence[BaseRoute]) -> Starlette:
    app = Starlette(routes=routes, exception_handlers={HTTPException: _not_routed})
    app.add_middleware(SecurityHeaders)
    app.router.redirect_slashes = False
    return app


async def _not_routed(request: Request, error: Exception) -> Response:
    """Errors of the router itself: no such path, no such method."""
    if not isinstance(error, HTTPException) or error.status_code == NotFound.status:
        return failure(NotFound("there is nothing at this address"), request.headers)
    wrong = failure(InvalidCommand("this address does not take that method"), request.headers)
    return Response(wrong.body, error.status_code, media_type=JSON, headers=error.headers)

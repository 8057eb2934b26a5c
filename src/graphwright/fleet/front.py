"""The door of one of several servers: what is about a project of its own is answered here, all else passed on.

Who works on a project may change while a request waits. What was begun here and comes back after this server was
fenced is not told to anybody: another server may have gone on meanwhile.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, TypeAlias

import httpx2
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphwright.client.doors import Line
from graphwright.client.in_process import InnerLine
from graphwright.errors import GraphwrightError, NotFound, StoreBusy, StoreError
from graphwright.fleet.addressing import Addresses, named_in
from graphwright.fleet.domain import Domain
from graphwright.fleet.envelopes import ENVELOPE_HEADER, Envelope, opened
from graphwright.fleet.guests import Guests
from graphwright.fleet.lines import ROOM, LineDialling, dialled
from graphwright.fleet.passing import LOST_HEADER, MISDIRECTED, Outcome, Passing, RequestBody, target_of
from graphwright.fleet.reign import PATIENCE_S, Reign, Succession
from graphwright.fleet.relays import Relays
from graphwright.protocol.base import Record
from graphwright.protocol.wire import RESTART, encode
from graphwright.rooms.session import OPEN_S
from graphwright.server.http import JSON, failure, network_app, socket_app
from graphwright.server.routes.machine import HEALTH_PATH, READY_PATH, Health
from graphwright.server.server_state import ServerState
from graphwright.store.postgres.lease import NO_PROJECT
from graphwright.version import VERSION

HELLO: Final = "/fleet/hello"
"""Where a server asks itself whether its internal address leads to it."""
_LOOK_AGAIN_S: Final = 0.2
_OPENING_S: Final = OPEN_S * 0.8
"""How long a socket waits for a server: the client may not be told that it was too slow itself."""
_TELLING: Final = frozenset({"http.response.start", "http.response.body", "websocket.accept", "websocket.send"})
_EVERYBODYS: Final = "-"
"""What is answered by each server for itself is about no project and keeps none."""
_Place: TypeAlias = "Site | Reign"
_NOBODY: Final = "no server works on this project at the moment; try again in some seconds"
_UNKNOWN: Final = (
    "the server that works on this project went away in the middle, so nobody knows whether this was done; look, and "
    "try again"
)


class FleetMember(Record, frozen=True, kw_only=True):
    """Which server this is."""

    server: str


class _LeaseOver(OSError):
    """What was to be told may not be true any more: to the application the client is gone."""


class Site:
    """The program on the projects of this server, for one life of it."""

    def __init__(self, server_state: ServerState, domain: Domain) -> None:
        self.server_state = server_state
        self.domain = domain
        self.network = network_app(server_state)
        self.owner_socket = socket_app(server_state)
        self.addresses = Addresses(server_state)


class FleetFront:
    """The ASGI applications of one server: for the network and for the Unix socket."""

    def __init__(
        self, succession: Succession, transport: httpx2.AsyncBaseTransport, dial: LineDialling = dialled
    ) -> None:
        self.site: Site | None = None
        self._succession = succession
        self._leases, self._clock = succession.leases, succession.clock
        self._passing = Passing(succession.leases, transport)
        self._dial = dial
        self._relays = Relays(self._line_to)

    def answers_with(self, site: Site | None) -> None:
        """From now on this program answers here, or (None) others elsewhere."""
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
        """What listens on the Unix socket: at one server only, where what is typed finds people and all projects."""
        site = self._good_site
        if site is not None and site.domain.owns(NO_PROJECT):
            outcome = await self._here(site, site.owner_socket, scope, receive, send, project=NO_PROJECT)
            await self._say(outcome, scope, receive, send)
            return
        peer = self._leases.owner_of(NO_PROJECT)
        where = "another server" if peer is None else f"the server at {peer.address}"
        message = f"{where} takes what is typed for this database; use the command line there, or a token with --server"
        await _refused(failure(StoreBusy(message), Headers(scope=scope)), scope, receive, send)

    @property
    def _good_site(self) -> Site | None:
        return self.site if self.site is not None and self.site.domain.is_good else None

    # where it is answered ----------------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        site = self._good_site
        if site is None and scope["path"] in {HEALTH_PATH, READY_PATH}:
            await self._health(scope, receive, send)
            return
        outcome: Outcome
        if site is not None and site.addresses.is_of_everybody(scope):
            outcome = await self._here(site, site.network, scope, receive, send, project=_EVERYBODYS)
            await self._say(outcome, scope, receive, send)
            return
        body = RequestBody(receive)
        if not await body.begin():
            return
        until, outcome = self._clock.monotonic() + PATIENCE_S, "not begun"
        while (found := await self._place(scope, until)) is not None:
            project, place = found
            if isinstance(place, Site):
                outcome = await self._here(place, place.network, scope, body.anew(), send, project=project)
            else:
                outcome = await self._passing.answer(place, project, scope, body, send)
            if outcome in {"done", "left"}:
                return
            if not (body.is_kept and (outcome == "not begun" or body.may_repeat(scope["method"]))):
                break
            await self._look_again()
        await self._say(outcome, scope, receive, send)

    async def _say(self, outcome: Outcome, scope: Scope, receive: Receive, send: Send) -> None:
        """What became of a request that nobody has answered."""
        if outcome in {"not begun", "unknown"}:
            error = _unknown() if outcome == "unknown" else StoreBusy(_NOBODY)
            await _refused(failure(error, Headers(scope=scope)), scope, receive, send)

    async def _place(self, scope: Scope, until: float) -> tuple[str, _Place] | None:
        """What a request is about and where to answer it; waits for the next server, at most until then."""
        while (left := until - self._clock.monotonic()) > 0:
            site = self._good_site
            if site is not None:
                with suppress(StoreError):
                    project = await site.addresses.project_of(scope)
                    place = await self._place_of(project)
                    if place is not None:
                        return project, place
            await self._succession.change(min(left, _LOOK_AGAIN_S))
        return None

    async def _place_of(self, project: str) -> _Place | None:
        """Where a project is worked on, which is taken if nobody has it. `StoreError`."""
        site = self._good_site
        with suppress(NotFound):  # deleted meanwhile, and said so by whoever is asked
            if site is not None and await site.domain.is_taken(project):
                return site
        other = self._succession.owner_of(project)
        if other is None and (site is None or self._succession.is_leaving) and project != NO_PROJECT:
            return self._succession.anybody()
        return other

    async def _look_again(self) -> None:
        """Whoever was asked is not the one: see who is."""
        with suppress(StoreError, TimeoutError):
            await self._succession.look()
        await self._clock.sleep(_LOOK_AGAIN_S / 4)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the program here look at who comes; the first frame says about which project."""
        connected = await receive()
        until = self._clock.monotonic() + PATIENCE_S
        while (site := self._good_site) is None:
            if self._clock.monotonic() >= until:
                await _refused(failure(StoreBusy(_NOBODY), Headers(scope=scope)), scope, receive, send)
                return
            await self._succession.change(_LOOK_AGAIN_S)
        switch = _Switch(self, site, scope, connected, receive)
        await self._here(site, site.network, scope, switch.received, send, project=NO_PROJECT, switch=switch)

    async def _beginning(self, site: Site, first: str) -> tuple[str, _Place] | None:
        """Where the socket goes that begins with a frame; `None` when nobody is there in time."""
        until = self._clock.monotonic() + _OPENING_S
        name = named_in(first)
        while (left := until - self._clock.monotonic()) > 0:
            if site is not self._good_site:
                return None
            with suppress(StoreError):
                project = NO_PROJECT if name is None else await site.addresses.project_called(name)
                if project == NO_PROJECT:
                    return NO_PROJECT, site  # which says that there is none
                place = await self._place_of(project)
                if place is not None:
                    return project, place
            await self._succession.change(min(left, _LOOK_AGAIN_S))
        return None

    async def _line_to(self, project: str, *, again: bool) -> Line | None:
        """A line to whoever works on a project, which may be this server by now; none when nobody does in time."""
        until = self._clock.monotonic() + PATIENCE_S
        if again:
            await self._look_again()
        while self._clock.monotonic() < until:
            place: _Place | None = None
            with suppress(StoreError):
                place = await self._place_of(project)
            line = None
            if isinstance(place, Site):
                line = await self._line_here(place, project)
            elif place is not None:
                line = await self._dial(self._leases, place, project)
            if line is not None:
                return line
            await self._look_again()
        return None

    async def _line_here(self, site: Site, project: str) -> Line | None:
        """The same for clients that stay when their project comes to this server."""
        guests = Guests(site.network)

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await self._here(site, guests, scope, receive, send, project=project)

        line = InnerLine(app, {"type": "websocket", "path": ROOM, "headers": [], "query_string": b"", "scheme": "ws"})
        with suppress(GraphwrightError):
            await line.open()
            return line
        return None

    # answering here ----------------------------------------------------------------------------------------------

    async def _here(
        self,
        site: Site,
        app: ASGIApp,
        scope: Scope,
        receive: Receive,
        send: Send,
        *,
        project: str,
        switch: _Switch | None = None,
    ) -> Outcome:
        """Let the program answer, as long as what it says is true; a socket may go on elsewhere then.

        `unknown`: a request of which the client was told nothing.
        """
        domain = site.domain
        has_begun = is_over = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun, is_over
            if message["type"] in _TELLING and not domain.is_good:
                is_over = True
                raise _LeaseOver
            if switch is not None and switch.is_lost and message["type"] == "websocket.close":
                message = {"type": "websocket.close", "code": RESTART}  # it waited for us, and not we for it
            has_begun = has_begun or message["type"] in {"http.response.start", "websocket.accept"}
            await send(message)

        task = asyncio.ensure_future(_run(app, scope, receive, guarded))
        domain.requests[task] = project
        if switch is not None:
            switch.task = task
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            domain.requests.pop(task, None)
        is_over = is_over or task.cancelled()
        if scope["type"] == "websocket":
            if switch is not None and await switch.carry_on(send):
                return "done"
            is_over = is_over or not domain.is_good
            if is_over and not has_begun:
                await _refused(failure(StoreBusy(_NOBODY), Headers(scope=scope)), scope, receive, send)
                return "done"
            with suppress(OSError, RuntimeError):  # it may be closed already
                if is_over:
                    await send({"type": "websocket.close", "code": RESTART})
        elif is_over and not has_begun:
            return "unknown"
        elif is_over:
            raise ConnectionResetError("this server went away in the middle of an answer")
        elif (error := task.exception()) is not None:
            raise error
        return "done"

    async def _passed_on(self, envelope: Envelope, scope: Scope, receive: Receive, send: Send) -> None:
        """Another server means that we work on it, or may."""
        site, is_ours = self._good_site, False
        with suppress(StoreError, NotFound):
            is_ours = site is not None and await site.domain.is_taken(envelope.project)
        if site is None or not is_ours:
            await _refused(Response(status_code=MISDIRECTED), scope, receive, send)
            return
        if scope["path"] == ROOM and scope["type"] == "websocket":
            await self._here(site, Guests(site.network), scope, receive, send, project=envelope.project)
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in {b"host", ENVELOPE_HEADER.encode()}]
        headers.append((b"host", envelope.host.encode("latin-1", "replace")))
        came = {**scope, "headers": headers, "client": (envelope.address, 0)}
        outcome = await self._here(site, site.network, came, receive, send, project=envelope.project)
        if outcome == "unknown":  # whoever has passed it on may ask the next server
            response = failure(_unknown(), Headers(scope=scope))
            response.headers[LOST_HEADER] = "1"
            await _refused(response, scope, receive, send)

    # what every server answers itself ----------------------------------------------------------------------------

    def _envelope(self, scope: Scope) -> Envelope | None:
        header = Headers(scope=scope).get(ENVELOPE_HEADER) if scope["type"] in {"http", "websocket"} else None
        if header is None:
            return None
        method = scope.get("method", "GET")
        now = self._leases.database_time()
        return opened(
            header, self._leases.secret, to=self._leases.server, now=now, method=method, target=target_of(scope)
        )

    async def _hello(self, envelope: Envelope | None, scope: Scope, receive: Receive, send: Send) -> None:
        member = None if envelope is None else FleetMember(server=self._leases.server)
        response = Response(status_code=404) if member is None else Response(encode(member), media_type=JSON)
        await response(scope, receive, send)

    async def _health(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whether somebody works on projects, and we know where."""
        if self._succession.anybody() is None:
            response = failure(StoreBusy(_NOBODY), Headers(scope=scope))
        else:
            response = Response(encode(Health(status="ok", version=VERSION)), media_type=JSON)
        await response(scope, receive, send)


class _Switch:
    """A socket that begins here, and goes on where its project is."""

    def __init__(self, front: FleetFront, site: Site, scope: Scope, connected: Message, receive: Receive) -> None:
        self._front, self._site, self._scope, self._receive = front, site, scope, receive
        self._waiting: list[Message] = [connected]
        self._first: str | None = None
        self._elsewhere: str | None = None
        self.is_lost = False
        self.task: asyncio.Task[None] | None = None
        """That answers it here."""

    async def received(self) -> Message:
        """As the program here receives it; to it a client that goes on elsewhere is gone."""
        if self._waiting:
            return self._waiting.pop()
        if self._elsewhere is not None or self.is_lost:
            return {"type": "websocket.disconnect", "code": 1001}
        message = await self._receive()
        if self._first is not None or message["type"] != "websocket.receive" or message.get("text") is None:
            return message
        first: str = message["text"]
        self._first = first
        self.is_lost = True  # unless a server is found, and in time
        found = await self._front._beginning(self._site, first)  # noqa: SLF001  of this module
        self.is_lost = found is None
        if found is None:
            pass
        elif isinstance(found[1], Reign):
            self._elsewhere = found[0]
        else:
            self._be_about(found[0])
            return message
        return {"type": "websocket.disconnect", "code": 1001}

    async def carry_on(self, send: Send) -> bool:
        """Go on elsewhere, or send the client away that waited in vain; whether either was to be done."""
        if self._elsewhere is not None and self._first is not None:
            relays = self._front._relays  # noqa: SLF001  of this module
            await relays.serve(self._elsewhere, self._scope, self._receive, send, first=self._first)
            return True
        if self.is_lost:
            with suppress(OSError, RuntimeError):
                await send({"type": "websocket.close", "code": RESTART})
        return self.is_lost

    def _be_about(self, project: str) -> None:
        if self.task in self._site.domain.requests:
            self._site.domain.requests[self.task] = project


async def _run(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


def _unknown() -> StoreBusy:
    """A server went away in the middle; its field keeps the page from saying that nothing was changed."""
    return StoreBusy(_UNKNOWN, outcome="unknown")


async def _refused(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "websocket":
        await response(scope, receive, send)
        return
    with suppress(OSError, RuntimeError):
        headers = [(b"content-type", JSON.encode()), (b"content-length", str(len(response.body)).encode())]
        await send({"type": "websocket.http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": bytes(response.body)})

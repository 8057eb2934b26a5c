"""The one WebSocket: lets a client in, takes its commands one after the other, sends what its outbox holds.

It is a plain ASGI application, because every frame to every client passes here. Whatever a client sends ends at worst
its own connection (R-41). What a command means is `actions`; what people hear of it is the room's.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import asdict
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from graphwright.actions.access import access_of, allow
from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.actions.refusals import refusal
from graphwright.errors import GraphwrightError, InvalidCommand, NotAuthenticated, NotFound, StoreError
from graphwright.languages import Language
from graphwright.protocol.commands import CanvasUpdate, ClientCommand, PresenceUpdate, SessionOpen
from graphwright.protocol.events import ErrorEvent, Reply
from graphwright.protocol.ids import ProjectId, SessionId
from graphwright.protocol.projects import Person
from graphwright.protocol.wire import PROTOCOL_VERSION, RESTART, CloseCode, decode_command, encode
from graphwright.rooms.outbox import Outbox, encoded
from graphwright.rooms.room import Room
from graphwright.rooms.rooms import Rooms
from graphwright.rooms.session import (
    LEFT,
    OPEN_S,
    ClosedSession,
    ConnectionCut,
    LiveSession,
    OpeningSession,
    Session,
    canvas_after,
)
from graphwright.server.authentication import Authenticator
from graphwright.server.faults import for_strangers
from graphwright.server.rate_limit import RateLimiter
from graphwright.server.readers import language_asked
from graphwright.server.sending import BEAT_S, Sending
from graphwright.workbench import OpenProject, Workbench

HANG_UP_S: Final = 1.0
"""How long a client may take to read why it is sent away; after that the line is dropped."""
REASON_LENGTH: Final = 100
"""Of a close frame; the protocol allows 123 bytes."""

OUTBOX: Final = "graphwright.outbox"
"""The extension of a scope in which its outbox lies where somebody else than its own line sends it (`rooms.shared`)."""

_log = logging.getLogger(__name__)


_Refusals: TypeAlias = dict[tuple[Caller, ProjectId], CloseCode | None]
"""With which code a socket is closed, by who opened it and where; `None`: it stays."""


class Socket:
    """The ASGI application at `/ws`."""

    def __init__(
        self,
        workbench: Workbench,
        rooms: Rooms,
        authenticator: Authenticator,
        writes: RateLimiter,
        *,
        open_s: float = OPEN_S,
    ) -> None:
        self.workbench = workbench
        self.rooms = rooms
        self.authenticator = authenticator
        self.writes = writes
        self.open_s = open_s
        self._connections: dict[_Connection, None] = {}  # in the order in which they came

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of the network from its first byte to its last."""
        await receive()  # websocket.connect
        headers = Headers(scope=scope)
        try:
            caller = await self.authenticator.arrived(headers)
        except GraphwrightError as error:
            await _turn_away(for_strangers(error), language_asked(headers), send)
            return
        await self.serve(caller, headers, receive, send, scope.get("extensions", {}).get(OUTBOX))

    async def serve(
        self, caller: Caller | None, headers: Headers, receive: Receive, send: Send, outbox: Outbox | None = None
    ) -> None:
        """Serve one connection of somebody who is known, or of nobody yet; `outbox`: what sends it events."""
        await send({"type": "websocket.accept"})
        connection = _Connection(self, caller, language_asked(headers), receive, send, outbox=outbox)
        self._connections[connection] = None
        try:
            await connection.serve()
        finally:
            self._connections.pop(connection, None)

    async def recheck(self) -> None:
        """Look again at what proved each client: after a log-out or a revoked token, and for what expires."""
        found: _Refusals = {}
        for connection in list(self._connections):
            await connection.recheck(found)


class OwnerSocket:
    """The same for programs that reached the Unix socket: they speak as the owner (ADR-21)."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection from its first byte to its last."""
        await receive()  # websocket.connect
        await self._socket.serve(await self._socket.authenticator.owner(), Headers(scope=scope), receive, send)


async def _turn_away(error: GraphwrightError, language: Language | None, send: Send) -> None:
    """Answer the handshake like any other request that is refused."""
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": error.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": encode(refusal(error, language))})


class _Connection:
    """One client: a task that reads, and from the opening on somebody who sends."""

    def __init__(
        self,
        socket: Socket,
        caller: Caller | None,
        language: Language | None,
        receive: Receive,
        send: Send,
        *,
        outbox: Outbox | None,
    ) -> None:
        self._socket = socket
        self._caller = caller
        self._language: Language | None = language
        self._receive = receive
        self._send = send
        workbench = socket.workbench
        self._session = Session(SessionId(workbench.ids.new()), workbench.clock.monotonic(), outbox)
        self._place: tuple[Room, OpenProject, Caller] | None = None
        self._sending: Sending | None = None
        self._reading = asyncio.create_task(self._read())

    async def serve(self) -> None:
        """Until one side ends it."""
        try:
            closed = await self._session.ended()
            if closed.code != LEFT:
                await self._hang_up(closed)
        finally:
            self._session.close(LEFT)
            if self._place is not None:
                self._place[0].leave(self._session)
            if self._sending is not None:
                self._sending.stop()
                self._sending = None
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def recheck(self, found: _Refusals) -> None:
        """End it when its credential does not hold any more, or its person has no access any more (R-05).

        `found`: of the others in the same round, who may have come with the same credential.
        """
        if self._place is None:
            return
        _, open_project, caller = self._place
        asked = caller, open_project.project.project_id
        if asked not in found:
            found[asked] = await self._refusal(caller, open_project)
        if (code := found[asked]) is not None:
            self._session.close(code)

    async def _refusal(self, caller: Caller, open_project: OpenProject) -> CloseCode | None:
        if not await self._socket.authenticator.is_still(caller):
            return 4401
        return 4403 if await access_of(caller, open_project.project) is None else None

    async def _hang_up(self, closed: ClosedSession) -> None:
        try:
            async with asyncio.timeout(HANG_UP_S):
                await self._send({"type": "websocket.close", "code": closed.code, "reason": closed.reason})
        except (TimeoutError, OSError):
            pass  # it reads nothing or is gone; the server drops the line

    # reading -----------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        session = self._session
        try:
            async with asyncio.timeout(self._socket.open_s) as opening:
                until = opening.when()
                while isinstance(session.state, OpeningSession):
                    opening.reschedule(until)
                    message = await self._receive()
                    opening.reschedule(None)  # opening a project may take us long, which is not the client's doing
                    await self._take_frame(message)
            while not isinstance(session.state, ClosedSession):
                await self._take_frame(await self._receive())
        except ConnectionCut as cut:
            session.close(cut.code, cut.reason)
        except TimeoutError:
            session.close(4401, f"no session.open within {self._socket.open_s:g} s")
        except Exception:  # noqa: BLE001  last resort: this connection ends, the program does not (R-48)
            _log.exception("a connection failed")
            session.close(4400)

    async def _take_frame(self, message: Message) -> None:
        if message["type"] != "websocket.receive":
            self._session.close(LEFT)
            return
        text: str | None = message.get("text")
        if text is None:
            raise ConnectionCut(4400, "a binary frame; commands are JSON text")
        self._session.heard(len(text.encode(errors="surrogatepass")))
        try:
            command = decode_command(text)
        except InvalidCommand as error:
            self._refuse(error, _command_id(text))
            return
        reply_to: str | None = getattr(command, "command_id", None)
        try:
            await self._take(command)
        except GraphwrightError as error:
            self._refuse(error, reply_to)
        except ConnectionCut:
            raise
        except Exception:  # noqa: BLE001  the sender is told, whatever failed
            _log.exception("a command of type %s failed", type(command).__name__)
            self._refuse(GraphwrightError("the server failed here and has noted it"), reply_to)

    async def _take(self, command: ClientCommand) -> None:
        if isinstance(command, SessionOpen):
            await self._open(command)
            return
        live = self._session.state
        if self._place is None or not isinstance(live, LiveSession):
            raise InvalidCommand("send session.open first")
        room, open_project, caller = self._place
        await self._check_access(caller, open_project)
        if isinstance(command, CanvasUpdate):
            live.canvas = canvas_after(live.canvas, command)
        elif isinstance(command, PresenceUpdate):
            room.presence(self._session, command)
        else:
            self._socket.writes.count(caller.person.person_id)
            workbench = self._socket.workbench
            carried = await carry_out(
                command, caller=caller, open_project=open_project, workbench=workbench, canvas=live.canvas
            )
            sequence = open_project.project.header.sequence
            reply = Reply(reply_to=command.command_id, result=carried.result, sequence=sequence)
            self._session.tell(encoded(reply), now=True)

    async def _check_access(self, caller: Caller, open_project: OpenProject) -> None:
        """`ConnectionCut` when there is no access any more at this moment (R-05)."""
        if not await self._socket.authenticator.is_still(caller):
            raise ConnectionCut(4401)
        if await access_of(caller, open_project.project) is None:
            raise ConnectionCut(4403)

    async def _open(self, command: SessionOpen) -> None:
        if self._place is not None:
            raise InvalidCommand("this session is open already; for another project open another connection")
        if command.protocol_version != PROTOCOL_VERSION:
            raise ConnectionCut(4426, f"this server speaks protocol version {PROTOCOL_VERSION}")
        if command.language is not None:
            self._language = language_asked({"accept-language": command.language})
        socket = self._socket
        try:
            caller = self._caller
            if command.ticket is not None:
                caller = await socket.authenticator.redeem(command.ticket)
            if caller is None:
                raise ConnectionCut(4401)
            open_project = await socket.workbench.open_project(command.project_id)
            access = allow(await access_of(caller, open_project.project), "read", project=command.project_id)
        except NotAuthenticated as error:
            raise ConnectionCut(4401, error.message) from None
        except NotFound:
            raise ConnectionCut(4404) from None
        person = Person(person_id=caller.person.person_id, name=caller.person.name, access=access)
        room = socket.rooms.of(open_project.project, open_project.streams)
        self._place = room, open_project, caller
        await room.join(self._session, person, command.since)
        await self.recheck({})  # the credential was looked at when the line came in; nothing was sent yet
        if isinstance(self._session.state, LiveSession):
            self._sending = Sending(self._session.state.outbox, self._send, self._line_lost, beat_s=BEAT_S)
            self._sending.go_on()

    # writing -----------------------------------------------------------------------------------------------------

    def _line_lost(self, error: Exception) -> None:
        if isinstance(error, OSError | RuntimeError):  # how servers say that it is closed or closing
            self._session.close(LEFT)
        else:  # last resort
            _log.error("a connection could not be written to", exc_info=error)
            self._session.close(4408)

    def _refuse(self, error: GraphwrightError, reply_to: str | None) -> None:
        """Tell the client what was wrong. Before it has opened there is nobody to tell: it is cut."""
        if not isinstance(self._session.state, LiveSession):
            told = error if self._caller is not None else for_strangers(error)
            # Whoever could not be let in for the moment comes back: its next server may be a better one.
            raise ConnectionCut(
                RESTART if isinstance(error, StoreError) and error.retry == "later" else 4400,
                told.message[:REASON_LENGTH],
            )
        event = ErrorEvent(**asdict(refusal(error, self._language)), reply_to=reply_to)
        self._session.tell(encoded(event), now=True)


class _NamedCommand(msgspec.Struct, rename="camel"):
    command_id: str


def _command_id(text: str) -> str | None:
    """The id of a command that cannot be carried out, so that its sender knows. `ConnectionCut` if it is no JSON."""
    try:
        return msgspec.json.decode(text, type=_NamedCommand).command_id
    except msgspec.ValidationError:
        return None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise ConnectionCut(4400, "a frame that is no JSON") from None

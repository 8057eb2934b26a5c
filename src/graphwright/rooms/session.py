"""One connected client. Its state is a type: it awaits its opening, is live in a room, or is closed.

Each state has only the fields that exist in it, so nothing can be sent to a client that has not opened, and nothing can
be asked of one that is closed. The socket itself is the server's; a session never touches it.
"""

from __future__ import annotations

import asyncio
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict, replace

from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.commands import CanvasUpdate
from graphwright.protocol.events import MemberJoined, PresenceChanged
from graphwright.protocol.ids import SessionId
from graphwright.protocol.projects import Person
from graphwright.protocol.wire import CLOSE_CODES, CloseCode
from graphwright.rooms.outbox import EncodedEvent, Outbox, encoded

OPEN_MESSAGES: Final = 100
OPEN_BYTES: Final = 64 * 1024
OPEN_S: Final = 10.0
"""What a client may send, and how long it may take, before it has opened a session (R-42)."""
FRAME_BYTES: Final = 4 * 1024 * 1024
"""Largest frame of a client that has (ADR-18)."""
LEFT: Final = 1000
"""The client itself has ended it."""


class ConnectionCut(Exception):
    """The connection must end; nobody else is concerned (R-41)."""

    def __init__(self, code: CloseCode, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code: CloseCode = code
        self.reason = reason or CLOSE_CODES[code]


class OpeningSession(Struct, frozen=True):
    """Connected, but has not said who it is and what it wants. `deadline` is on the monotonic clock."""

    deadline: float
    messages: int = 0
    size: int = 0

    def heard(self, size: int) -> OpeningSession:
        """The state after one more frame; `ConnectionCut` when that is too much."""
        counted = replace(self, messages=self.messages + 1, size=self.size + size)
        if counted.size > OPEN_BYTES:
            raise ConnectionCut(4413, f"more than {OPEN_BYTES:,} bytes before session.open")
        if counted.messages > OPEN_MESSAGES:
            raise ConnectionCut(4429, f"more than {OPEN_MESSAGES} messages before session.open")
        return counted


class LiveSession(Struct):
    """In a room. The canvas state is this session's own; presence is what the others may see of it."""

    person: Person
    outbox: Outbox
    introduction: EncodedEvent
    """How a newcomer is told of this session."""
    canvas: CanvasState = CanvasState()
    presence: PresenceChanged | None = None
    whereabouts: EncodedEvent | None = None
    """The presence, as newcomers are told it."""

    def heard(self, size: int) -> None:
        """`ConnectionCut` when a frame is too large."""
        if size > FRAME_BYTES:
            raise ConnectionCut(4413, f"a frame of {size:,} bytes; at most {FRAME_BYTES:,} are read")


class ClosedSession(Struct, frozen=True):
    """Gone, and why; `person` is who it was, if it had opened."""

    code: CloseCode | Literal[1000]
    reason: str
    person: Person | None = None


State: TypeAlias = OpeningSession | LiveSession | ClosedSession


class Session:
    """A client's connection from the first byte to the last."""

    def __init__(self, session_id: SessionId, now: float, outbox: Outbox | None = None) -> None:
        self.session_id = session_id
        self.outbox = Outbox() if outbox is None else outbox
        self.state: State = OpeningSession(deadline=now + OPEN_S)
        self._ended: asyncio.Future[ClosedSession] = asyncio.get_running_loop().create_future()

    def heard(self, size: int) -> None:
        """Count a frame of the client. `ConnectionCut` when it breaks a limit of the state."""
        if isinstance(self.state, OpeningSession):
            self.state = self.state.heard(size)
        elif isinstance(self.state, LiveSession):
            self.state.heard(size)

    def open(self, person: Person) -> LiveSession:
        """The session becomes live."""
        joined = MemberJoined(person=person, session_id=self.session_id)
        live = LiveSession(person=person, outbox=self.outbox, introduction=encoded(joined))
        self.state = live
        return live

    def tell(self, event: EncodedEvent, *, now: bool = False) -> None:
        """Give the client an event (`now`: somebody waits for it). One whose outbox is full is cut."""
        live = self.state
        if not isinstance(live, LiveSession):
            return
        if not live.outbox.put(event):
            self.close(4408)
        elif now:
            live.outbox.release()

    def close(self, code: CloseCode | Literal[1000], reason: str = "") -> None:
        """The session ends; the first reason counts. What still waited is dropped."""
        if isinstance(self.state, ClosedSession):
            return
        person: Person | None = None
        if isinstance(self.state, LiveSession):
            self.state.outbox.clear()
            person = self.state.person
        self.state = closed = ClosedSession(code, reason or _reason(code), person)
        self._ended.set_result(closed)

    async def ended(self) -> ClosedSession:
        """Wait until the session is closed."""
        return await asyncio.shield(self._ended)


def _reason(code: CloseCode | Literal[1000]) -> str:
    return "left" if code == LEFT else CLOSE_CODES[code]


def canvas_after(canvas: CanvasState, update: CanvasUpdate) -> CanvasState:
    """The session's canvas state after the client told what has changed (B-01)."""
    return replace(canvas, **{name: value for name, value in asdict(update).items() if value is not None})

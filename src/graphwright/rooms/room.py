"""One project while people are connected: who is there, what they all hear, and how a newcomer catches up.

A room only listens to the bus; whoever makes events knows nothing of sockets. An event is encoded once, put into every
outbox, and let go at once; what comes within the next moment shares a frame, but the first ghost of an answer waits
for nothing: it is what people look for. Nothing one session does can keep an event
from another, and nothing that fails here reaches the one who published.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from msgspec.structs import replace

from graphwright.projects import Project
from graphwright.protocol.commands import PresenceUpdate, Since
from graphwright.protocol.events import (
    AccessChanged,
    Event,
    MemberLeft,
    ProjectChanged,
    ProposalGrowing,
    SessionGap,
    SessionOpened,
)
from graphwright.protocol.ids import SessionId
from graphwright.protocol.projects import Person
from graphwright.protocol.wire import CloseCode
from graphwright.rooms.catching_up import missed, on_the_wire
from graphwright.rooms.draft_operations import DraftOperations
from graphwright.rooms.outbox import EncodedEvent, bundled, encoded
from graphwright.rooms.presence import moved, who_is_here
from graphwright.rooms.session import ClosedSession, LiveSession, OpeningSession, Session
from graphwright.rooms.shared import NumberedOutbox, SharedOutbox
from graphwright.turns.streams import Streams

MERGE_S: Final = 0.03
"""Frames to one client are at least this far apart: a stream of 100 pieces a second is a third of the frames, and
nobody sees the difference."""
TOO_SLOW: Final = 4408

_log = logging.getLogger(__name__)


class Room:
    """The people connected to one project."""

    def __init__(self, project: Project, streams: Streams) -> None:
        self.failures = 0
        """Events or sessions that could not be served; each was noted and left nobody else behind."""
        self.cut = 0
        """Clients that were too slow."""
        self._project = project
        self._epoch = project.header.epoch
        self._sessions: dict[SessionId, Session] = {}
        self._coming: dict[Session, Person] = {}
        """For whom the journal is still read."""
        self._streams = streams
        self._draft_operations = DraftOperations()
        self._moved: set[SessionId] = set()
        self._due_since: float | None = None
        self._releasing: asyncio.Task[None] | None = None
        self._stop_listening = project.bus.subscribe(project.project_id, self._hear)

    @property
    def sessions(self) -> list[Session]:
        """Who is connected."""
        return list(self._sessions.values())

    @property
    def waiting(self) -> int:
        """Events in all outboxes."""
        return sum(len(session.state.outbox) for session in self.sessions if isinstance(session.state, LiveSession))

    def stalled_s(self) -> float:
        """How long an event has waited to be let go: about 0 unless the room stands still. The watchdog's figure."""
        return 0.0 if self._due_since is None else self._project.clock.monotonic() - self._due_since

    async def join(self, session: Session, person: Person, since: Since | None = None) -> None:
        """Let a session in. It is told where the project stands, what it missed, who is here, and then all that comes.

        Nothing happens when the client went away meanwhile.
        """
        self._coming[session] = person
        try:
            events = await missed(self._project, since)
        finally:
            person = self._coming.pop(session)
        # From here on nothing is awaited, so no event can come between what was missed and what is live.
        if not isinstance(session.state, OpeningSession):
            return
        self._tell_moves()
        live = session.open(person)
        header = self._project.header
        opened = SessionOpened(
            session_id=session.session_id,
            person=person,
            access=person.access,
            epoch=header.epoch,
            sequence=header.sequence,
            revision=header.revision,
            resume="reload" if events is None else "events",
        )
        passing = map(encoded, [*self._gaps(), *self._draft_operations.all()])
        session.tell(encoded(opened))
        for bundle in bundled([*(events or []), *passing, *who_is_here(self.sessions)]):
            session.tell(bundle)
        live.outbox.release()
        self._sessions[session.session_id] = session
        self._broadcast(live.introduction, but=session)

    def _gaps(self) -> list[SessionGap]:
        """The text so far of messages whose beginning a newcomer did not hear."""
        return [
            SessionGap(message_id=stream.started.message_id, attempt=stream.started.attempt, text=stream.text)
            for stream in self._streams.all()
        ]

    def leave(self, session: Session) -> None:
        """A session is over; the others are told."""
        if self._sessions.pop(session.session_id, None) is None or isinstance(session.state, OpeningSession):
            return
        self._moved.discard(session.session_id)
        if isinstance(session.state, ClosedSession) and session.state.code == TOO_SLOW:
            self.cut += 1
        if session.state.person is not None:
            self._broadcast(encoded(MemberLeft(person=session.state.person, session_id=session.session_id)))

    def presence(self, session: Session, update: PresenceUpdate) -> None:
        """A session has moved; the others hear of its newest place with the next frame."""
        if not isinstance(session.state, LiveSession):
            return
        if moved(session, session.state, update):
            self._moved.add(session.session_id)
            self._release_soon()

    def close(self, code: CloseCode, reason: str) -> None:
        """The room ends and everybody in it is sent away."""
        self._stop_listening()
        for session in self.sessions:
            session.close(code, reason)
        if self._releasing is not None:
            self._releasing.cancel()

    # hearing -----------------------------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        """From the bus: may not raise, whatever happens here."""
        try:
            is_first = isinstance(event, ProposalGrowing) and not self._draft_operations.has(event.proposal_id)
            self._draft_operations.hear(event)
            if isinstance(event, AccessChanged):
                self._follow(event)
            if isinstance(event, ProjectChanged) and event.epoch != self._epoch:
                self._begin_anew(event.epoch)
            if self._sessions:
                self._broadcast(on_the_wire(event))
            if is_first:
                self._let_go()
        except Exception:  # noqa: BLE001  one that fails stops nobody else
            self.failures += 1
            _log.exception("a room could not tell an event of type %s", type(event).__name__)
            if getattr(event, "sequence", None) is not None:
                # The others must not go on with a hole in their sequence; they come back and read the journal.
                for session in self.sessions:
                    session.close(TOO_SLOW)

    def _begin_anew(self, epoch: str) -> None:
        """What was written is another by now: everybody comes back and reads it anew."""
        self._epoch = epoch
        for session in self.sessions:
            session.close(TOO_SLOW)

    def _follow(self, event: AccessChanged) -> None:
        """Rights act at once, on live sessions and on who is just coming in (R-05)."""
        live = [(each, each.state.person) for each in self.sessions if isinstance(each.state, LiveSession)]
        for session, person in [*live, *self._coming.items()]:
            if person.person_id != event.person.person_id:
                continue
            if event.access is None:
                session.close(4403)
            elif isinstance(session.state, LiveSession):
                session.state.person = replace(person, access=event.access)
            else:
                self._coming[session] = replace(person, access=event.access)

    # telling -----------------------------------------------------------------------------------------------------

    def _broadcast(self, event: EncodedEvent, *, but: Session | None = None) -> None:
        self._tell_all(event, but)
        self._release_soon()

    def _tell_all(self, event: EncodedEvent, but: Session | None) -> None:
        """Tell everybody but one; those at another server once for all of them."""
        told: set[SharedOutbox] = set()
        for session in self._sessions.values():
            outbox = session.outbox
            if not isinstance(outbox, NumberedOutbox):
                if session is not but:
                    self._tell(session, event)
            elif outbox.shared not in told:
                told.add(outbox.shared)
                outbox.shared.tell_all(event, but=_number(but, outbox.shared))

    def _tell(self, session: Session, event: EncodedEvent) -> None:
        try:
            session.tell(event)
        except Exception:  # noqa: BLE001  one that fails stops nobody else
            self.failures += 1
            _log.exception("a session could not be told an event; it is cut")
            session.close(TOO_SLOW)

    def _release_soon(self) -> None:
        """Let go now if nothing was let go within `MERGE_S`, else when that time is over."""
        if self._due_since is None:
            self._due_since = self._project.clock.monotonic()
        if self._releasing is None or self._releasing.done():
            self._releasing = asyncio.create_task(self._release())

    async def _release(self) -> None:
        while self._due_since is not None:
            self._let_go()
            await self._project.clock.sleep(MERGE_S)

    def _let_go(self) -> None:
        self._due_since = None
        self._tell_moves()
        outboxes = [each.state.outbox for each in self._sessions.values() if isinstance(each.state, LiveSession)]
        # Who is behind a line to another server has one way more to go, and waits for nobody who is here.
        for outbox in sorted(outboxes, key=lambda each: not isinstance(each, NumberedOutbox)):
            outbox.release()

    def _tell_moves(self) -> None:
        moved, self._moved = self._moved, set()
        for mover in [self._sessions[session_id] for session_id in moved]:
            if not isinstance(mover.state, LiveSession) or mover.state.whereabouts is None:
                continue
            self._tell_all(mover.state.whereabouts, mover)


def _number(session: Session | None, shared: SharedOutbox) -> int | None:
    """Of a session whose line this is."""
    outbox = None if session is None else session.outbox
    return outbox.number if isinstance(outbox, NumberedOutbox) and outbox.shared is shared else None

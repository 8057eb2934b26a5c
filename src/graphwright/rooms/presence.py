"""Where people are right now: told to the others, never stored, and quiet.

Quiet means: only what changed is told, only its newest value, at most once a window, and never to the one who moved.
A cursor is told when its person sends one; that is the person's choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphwright.protocol.commands import PresenceUpdate
from graphwright.protocol.events import PresenceChanged
from graphwright.rooms.outbox import EncodedEvent, encoded
from graphwright.rooms.session import LiveSession, Session


def moved(session: Session, live: LiveSession, update: PresenceUpdate) -> bool:
    """Note where a session is; whether that is news."""
    changed = PresenceChanged(
        person=live.person,
        session_id=session.session_id,
        canvas=update.canvas,
        cursor=update.cursor,
        focus=update.focus,
        writing=update.writing,
        place=update.place,
        viewport=update.viewport,
    )
    if changed == live.presence:
        return False
    live.presence, live.whereabouts = changed, encoded(changed)
    return True


def who_is_here(sessions: Iterable[Session]) -> Iterator[EncodedEvent]:
    """Everybody, and where they are, for a newcomer."""
    for session in sessions:
        if isinstance(session.state, LiveSession):
            yield session.state.introduction
            if session.state.whereabouts is not None:
                yield session.state.whereabouts

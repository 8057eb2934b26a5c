"""Where people are right now: told to the others, never stored, and quiet.

Quiet means: only what changed is told, only its newest value, at most once a window, and never to the one who moved.
A cursor is told when its person sends one; that is the person's choice.
"""

from __future__ import annotations

from graphwright.protocol.commands import PresenceUpdate
from graphwright.protocol.events import MemberJoined, PresenceChanged
from graphwright.protocol.ids import SessionId
from graphwright.rooms.session import Live, Session


def moved(session: Session, live: Live, update: PresenceUpdate) -> PresenceChanged | None:
    """Note where a session is; `None` when that is no news."""
    changed = PresenceChanged(
        person=live.person,
        session_id=session.session_id,
        canvas=update.canvas,
        cursor=update.cursor,
        focus=update.focus,
    )
    if changed == live.presence:
        return None
    live.presence = changed
    return changed


def who_is_here(sessions: dict[SessionId, Session], newcomer: Session) -> list[MemberJoined | PresenceChanged]:
    """Everybody but the newcomer, and where they are."""
    told: list[MemberJoined | PresenceChanged] = []
    for session in sessions.values():
        live = session.state
        if session is newcomer or not isinstance(live, Live):
            continue
        told.append(MemberJoined(person=live.person, session_id=session.session_id))
        if live.presence is not None:
            told.append(live.presence)
    return told

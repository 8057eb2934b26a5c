"""Where people are logged in: one's own browsers, and for the owner everybody's; each can be ended."""

from __future__ import annotations

from typing import Any

from graphwright.errors import NotFound
from graphwright.protocol.base import Command, Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.server.endpoint import EndpointCall, NoBody, NoQuery, endpoint
from graphwright.server.sessions import LoggedIn, Way, short_id


class ListedSession(Record, frozen=True, kw_only=True):
    """One browser that is logged in."""

    session_id: str
    person: Author
    way: Way | None
    """How they came in; `null` in a session of an older version."""
    browser: str
    """What the browser says of itself."""
    begun_at: Time | None
    expires_at: Time
    is_this: bool
    """Whether it is the one that asks."""


class SessionList(Record, frozen=True, kw_only=True):
    """Sessions, newest first."""

    sessions: list[ListedSession]


class SessionsQuery(Command, frozen=True, kw_only=True):
    """Whose sessions."""

    everybody: bool = False
    """Those of everybody, for the owner; others always get their own."""


@endpoint("sessions.get", "/api/sessions", "account")
async def list_sessions(call: EndpointCall[SessionsQuery, NoBody]) -> SessionList:
    """Where one is logged in; the owner may ask for everybody."""
    return await _listed(call, everybody=call.query.everybody)


@endpoint("sessions.delete", "/api/sessions", "account")
async def delete_other_sessions(call: EndpointCall[NoQuery, NoBody]) -> SessionList:
    """End all one's own sessions but this one."""
    sessions = call.server_state.authenticator.sessions
    await sessions.end_others(PersonId(call.person.person_id), but=_this(call))
    await call.server_state.socket.recheck()
    return await _listed(call)


@endpoint("session.other.delete", "/api/sessions/{session}", "account")
async def delete_session(call: EndpointCall[SessionsQuery, NoBody]) -> SessionList:
    """End a session of one's own; the owner ends anybody's."""
    sessions = call.server_state.authenticator.sessions
    found = [
        key for key, each in await sessions.living() if short_id(key) == call.path["session"] and _may_see(call, each)
    ]
    if not found:
        raise NotFound("you have no session with this id; it may have ended by itself")
    for key in found:
        await sessions.end(key)
    await call.server_state.socket.recheck()
    return await _listed(call, everybody=call.query.everybody)


def _may_see(call: EndpointCall[Any, Any], session: LoggedIn) -> bool:
    return call.caller.kind == "owner" or session.person_id == call.person.person_id


def _this(call: EndpointCall[Any, Any]) -> str:
    return call.caller.credential.partition("/")[2]


async def _listed(call: EndpointCall[Any, Any], *, everybody: bool = False) -> SessionList:
    authenticator = call.server_state.authenticator
    listed: list[ListedSession] = []
    for key, session in await authenticator.sessions.living():
        is_own = session.person_id == call.person.person_id
        if not is_own and not (everybody and call.caller.kind == "owner"):
            continue
        account = await authenticator.accounts.get(session.person_id)
        name = session.person_id if account is None else account.name
        listed.append(
            ListedSession(
                session_id=short_id(key),
                person=Author(person_id=session.person_id, name=name),
                way=session.way,
                browser=session.browser,
                begun_at=session.begun_at,
                expires_at=session.expires_at,
                is_this=key == _this(call),
            )
        )
    return SessionList(sessions=listed)

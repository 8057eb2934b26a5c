"""Browsers that are logged in. A cookie holds a random secret, the store holds its hash; both end after two weeks."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from starlette.datastructures import Headers

from graphwright.protocol.base import Record, Time
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.server.tickets import hashed, new_secret
from graphwright.workbench import Workbench

LIFE: Final = timedelta(days=14)


class LoggedIn(Record, frozen=True, kw_only=True):
    """One browser of one person."""

    person_id: PersonId
    expires_at: Time


class Sessions:
    """Everybody who is logged in."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store

    async def begin(self, person_id: PersonId) -> str:
        """Log somebody in; answers with the cookie's value."""
        secret = new_secret()
        session = LoggedIn(person_id=person_id, expires_at=self._workbench.clock.now() + LIFE)
        await self._store.set_record("session", hashed(secret), encode(session))
        return secret

    async def person(self, session_id: str) -> PersonId | None:
        """Who is logged in; `None` when nobody is any more."""
        kept = await self._store.get_record("session", session_id)
        if kept is None:
            return None
        session = decode(kept, LoggedIn)
        return session.person_id if session.expires_at > self._workbench.clock.now() else None

    async def end(self, session_id: str) -> None:
        """Log out."""
        await self._store.set_record("session", session_id, None)

    async def end_others(self, person_id: PersonId, *, but: str) -> None:
        """Log a person out everywhere else."""
        for session_id, body in await self._store.records("session"):
            if session_id != but and decode(body, LoggedIn).person_id == person_id:
                await self._store.set_record("session", session_id, None)

    async def forget_old(self) -> None:
        """Drop what has expired."""
        now = self._workbench.clock.now()
        for session_id, body in await self._store.records("session"):
            if decode(body, LoggedIn).expires_at <= now:
                await self._store.set_record("session", session_id, None)


def cookie_name(headers: Headers, *, secure: bool) -> str:
    """Browsers share cookies between the ports of a host, so the port is part of the name.

    `__Host-` makes browsers insist on HTTPS and on no other domain; it only exists over HTTPS.
    """
    port = headers.get("host", "").rpartition(":")[2]
    name = f"graphwright-{port}" if port.isdecimal() else "graphwright"
    return f"__Host-{name}" if secure else name


def cookie_in(headers: Headers) -> str | None:
    """The session's secret among the cookies of a request."""
    names = {cookie_name(headers, secure=True), cookie_name(headers, secure=False)}
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name in names and value:
            return value
    return None


def set_cookie(headers: Headers, secret: str | None) -> str:
    """The header that gives a browser its cookie, or takes it away (`None`)."""
    secure = headers.get("origin", "").startswith("https://")
    age = 0 if secret is None else int(LIFE.total_seconds())
    attributes = f"Max-Age={age}; Path=/; HttpOnly; SameSite=Strict" + ("; Secure" if secure else "")
    return f"{cookie_name(headers, secure=secure)}={secret or ''}; {attributes}"

"""Browsers that are logged in. A cookie holds a random secret, the store holds its hash; both end by themselves.

A session knows how it began. One that the organisation's identity provider vouched for also knows as whom, so that a
logout there finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

from starlette.datastructures import Headers

from graphwright.formats.cleaning import visible
from graphwright.protocol.base import Record, Time
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.server.tickets import hashed, new_secret
from graphwright.workbench import Workbench

LIFE: Final = timedelta(days=14)
MAX_BROWSER_LENGTH: Final = 200
"""Characters of what a browser says of itself."""
SHORT_ID_LENGTH: Final = 16
LAST: Final = "signedIn"
"""The kind of record that says when somebody came in last."""

Way: TypeAlias = Literal["link", "password", "passkey", "company"]
"""How somebody came in."""


class LoggedIn(Record, frozen=True, kw_only=True):
    """One browser of one person."""

    person_id: PersonId
    expires_at: Time
    begun_at: Time | None = None
    """Absent in sessions of before this was kept."""
    way: Way | None = None
    browser: str = ""
    identity: str | None = None
    """As whom the identity provider knows the person (`company.identity_id`)."""
    provider_session: str | None = None
    """The provider's own session."""


class Sessions:
    """Everybody who is logged in."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store

    async def begin(
        self,
        person_id: PersonId,
        way: Way,
        *,
        browser: str = "",
        life: timedelta = LIFE,
        identity: str | None = None,
        provider_session: str | None = None,
    ) -> str:
        """Log somebody in; answers with the cookie's value."""
        secret, now = new_secret(), self._workbench.clock.now()
        session = LoggedIn(
            person_id=person_id,
            expires_at=now + life,
            begun_at=now,
            way=way,
            browser=visible(browser)[:MAX_BROWSER_LENGTH],
            identity=identity,
            provider_session=provider_session,
        )
        await self._store.set_record("session", hashed(secret), encode(session))
        await self._store.set_record(LAST, person_id, encode(now))
        return secret

    async def last(self, person_id: PersonId) -> datetime | None:
        """When somebody came in last, whether they are still in or not."""
        kept = await self._store.get_record(LAST, person_id)
        return None if kept is None else decode(kept, datetime)

    async def living(self) -> list[tuple[str, LoggedIn]]:
        """Every session that still opens something, with its id, newest first."""
        now = self._workbench.clock.now()
        sessions = [(key, decode(body, LoggedIn)) for key, body in await self._store.records("session")]
        living = [(key, each) for key, each in sessions if each.expires_at > now]
        return sorted(living, key=lambda pair: pair[1].begun_at or _LONG_AGO, reverse=True)

    async def end_all(self, which: Callable[[LoggedIn], bool]) -> int:
        """End the sessions that fit; how many there were."""
        ended = [key for key, session in await self.living() if which(session)]
        for key in ended:
            await self.end(key)
        return len(ended)

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


def short_id(session_id: str) -> str:
    """What a session is called where people see it; the id itself is the hash of its secret."""
    return session_id[:SHORT_ID_LENGTH]


_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


def cookie_name(headers: Headers, *, secure: bool, of: str = "") -> str:
    """Browsers share cookies between the ports of a host, so the port is part of the name.

    `__Host-` makes browsers insist on HTTPS and on no other domain; it only exists over HTTPS.
    """
    port = headers.get("host", "").rpartition(":")[2]
    name = f"graphwright-{port}" if port.isdecimal() else "graphwright"
    name = f"{name}-{of}" if of else name
    return f"__Host-{name}" if secure else name


def cookie_in(headers: Headers, of: str = "") -> str | None:
    """The session's secret among the cookies of a request, or what another cookie `of` ours holds."""
    names = {cookie_name(headers, secure=True, of=of), cookie_name(headers, secure=False, of=of)}
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name in names and value:
            return value
    return None


def set_cookie(headers: Headers, secret: str | None, *, of: str = "", life: timedelta = LIFE) -> str:
    """The header that gives a browser its cookie, or takes it away (`None`)."""
    secure = headers.get("origin", "").startswith("https://")
    age = 0 if secret is None else int(life.total_seconds())
    attributes = f"Max-Age={age}; Path=/; HttpOnly; SameSite=Strict" + ("; Secure" if secure else "")
    return f"{cookie_name(headers, secure=secure, of=of)}={secret or ''}; {attributes}"

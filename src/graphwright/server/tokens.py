"""API tokens for programs: signed with a key made at the first start, and looked up at each use (R-01, R-02).

A token is a person of its own with access to one project. One algorithm and one key; nothing in a token's header is
ever followed. `ApiTokens.read` is the only place where a token is decoded.
"""

from __future__ import annotations

import base64
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from graphwright.access import access_in
from graphwright.errors import InvalidCommand, NotAuthenticated, NotFound, StoreDamaged
from graphwright.ports import random_bytes
from graphwright.protocol.base import Record, Time
from graphwright.protocol.events import AccessChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.projects import Access
from graphwright.protocol.wire import decode, encode
from graphwright.workbench import OpenProject, Workbench

if TYPE_CHECKING:
    from joserfc.jwk import OctKey

ALGORITHM: Final = "HS256"
AUDIENCE: Final = "graphwright"
KEY_BYTES: Final = 32
"""The library only warns about shorter keys."""
DAYS: Final = 30
MAX_DAYS: Final = 366
LONGEST: Final = 2_048
"""Characters of a token; ours have about 350."""
_HEADER: Final = {"typ": "JWT", "alg": ALGORITHM}


class SigningKey(Record, frozen=True, kw_only=True):
    """What tokens of this data folder are signed with."""

    issuer: str
    secret: str
    """Base64."""


class ApiToken(Record, frozen=True, kw_only=True):
    """A token that was given out; without this record it opens nothing."""

    token_id: str
    person: Author
    project_id: ProjectId
    access: Access
    """As it was given; what holds is the access of its person in the project."""
    expires_at: Time
    made_by: PersonId | None = None
    """Who may see and end it, beside the owner."""


class IssuedToken(Record, frozen=True, kw_only=True):
    """A new token. Its text is shown once and never stored."""

    token: str
    person: Author
    project_id: ProjectId
    access: Access
    expires_at: Time


class ApiTokens:
    """The tokens of a data folder."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._key: tuple[str, OctKey] | None = None
        """Made for the first token: its library takes 60 ms to load, and most servers never see a token."""

    async def issue(
        self, open_project: OpenProject, access: Access, *, days: int = DAYS, by: Author | None = None
    ) -> IssuedToken:
        """A new token for a project, made `by` somebody or the owner. `InvalidCommand` for a life that is too long."""
        if not 1 <= days <= MAX_DAYS:
            message = f"a token lives 1 to {MAX_DAYS} days"
            raise InvalidCommand(message, path="$.days")
        from joserfc import jwt  # noqa: PLC0415  loaded for the first token

        issuer, key = await self.key()
        now = self._workbench.clock.now()
        token_id = self._workbench.ids.new()
        person = Author(person_id=PersonId(self._workbench.ids.new()), name=f"token {token_id[-6:]}")
        token = ApiToken(
            token_id=token_id,
            person=person,
            project_id=open_project.project.project_id,
            access=access,
            expires_at=now + timedelta(days=days),
            made_by=None if by is None else PersonId(by.person_id),
        )
        await self._store.set_record("token", token_id, encode(token))
        await open_project.project.record([AccessChanged(person=person, access=access)])
        claims = {
            "iss": issuer,
            "aud": AUDIENCE,
            "sub": person.person_id,
            "jti": token_id,
            "iat": int(now.timestamp()),
            "exp": int(token.expires_at.timestamp()),
        }
        return IssuedToken(
            token=jwt.encode(_HEADER, claims, key, algorithms=[ALGORITHM]),
            person=person,
            project_id=token.project_id,
            access=access,
            expires_at=token.expires_at,
        )

    async def read(self, text: str) -> ApiToken:
        """The token behind its text. `NotAuthenticated` for everything that is not exactly one of ours."""
        from joserfc import jwt  # noqa: PLC0415  loaded for the first token
        from joserfc.errors import JoseError  # noqa: PLC0415

        issuer, key = await self.key()
        claims = jwt.JWTClaimsRegistry(
            now=lambda: int(self._workbench.clock.now().timestamp()),
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "value": AUDIENCE},
            sub={"essential": True},
            jti={"essential": True},
            exp={"essential": True},
        )
        try:
            if len(text) > LONGEST:
                raise _unknown()
            decoded = jwt.decode(text, key, algorithms=[ALGORITHM])
            # When it was made decides nothing, and lies in the future after the clock of this machine was set back.
            claims.validate({name: value for name, value in decoded.claims.items() if name != "iat"})
        except (JoseError, ValueError, TypeError, RecursionError):
            raise _unknown() from None
        if decoded.header != _HEADER:
            raise _unknown()
        token = await self.get(str(decoded.claims["jti"]))
        if token is None or token.person.person_id != decoded.claims["sub"]:
            raise _unknown()
        return token

    async def get(self, token_id: str) -> ApiToken | None:
        """A token by its id, while it lives."""
        kept = await self._store.get_record("token", token_id)
        if kept is None:
            return None
        token = decode(kept, ApiToken)
        return token if token.expires_at > self._workbench.clock.now() else None

    async def living(self) -> list[ApiToken]:
        """Every token that still opens something, oldest first."""
        now = self._workbench.clock.now()
        tokens = [decode(body, ApiToken) for _, body in await self._store.records("token")]
        return sorted((token for token in tokens if token.expires_at > now), key=lambda token: token.token_id)

    async def end_expired(self) -> None:
        """Take their access from people of tokens whose day has come.

        What such a person made lasts as long as their access: links, schedules and webhooks would outlive the token.
        """
        now = self._workbench.clock.now()
        for token_id, body in await self._store.records("token"):
            token = decode(body, ApiToken)
            if token.expires_at > now:
                continue
            with suppress(NotFound):  # the project is gone
                open_project = await self._workbench.open_project(token.project_id)
                if await access_in(self._store, token.project_id, token.person.person_id) is not None:
                    await open_project.project.record([AccessChanged(person=token.person, access=None)])
            await self._store.set_record("token", token_id, None)

    async def revoke(self, person_id: PersonId) -> bool:
        """End the tokens of a person; whether there were any."""
        found = False
        for token_id, body in await self._store.records("token"):
            if decode(body, ApiToken).person.person_id == person_id:
                await self._store.set_record("token", token_id, None)
                found = True
        return found

    async def key(self) -> tuple[str, OctKey]:
        """Issuer and key."""
        if self._key is None:
            from joserfc.jwk import OctKey  # noqa: PLC0415  loaded for the first token

            issuer, secret = await self.secret()
            self._key = issuer, OctKey.import_key(secret)
        return self._key

    async def secret(self) -> tuple[str, bytes]:
        """Issuer and secret; made at the first start. `StoreDamaged` for a secret that is too short (R-54)."""
        kept = await self._store.get_record("secret", "tokens")
        if kept is None:
            made = SigningKey(
                issuer=self._workbench.ids.new(), secret=base64.b64encode(random_bytes(KEY_BYTES)).decode()
            )
            kept = encode(made)
            await self._store.set_record("secret", "tokens", kept)
        stored = decode(kept, SigningKey)
        secret = base64.b64decode(stored.secret)
        if len(secret) < KEY_BYTES:
            message = f"the key for tokens has {len(secret)} bytes; at least {KEY_BYTES} are needed"
            raise StoreDamaged(message)
        return stored.issuer, secret


def _unknown() -> NotAuthenticated:
    return NotAuthenticated("the token is not valid, or not any more; make a new one with `graphwright token`")

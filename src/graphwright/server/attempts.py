"""What a way in needs between its two ends: it travels sealed in a cookie, for ten minutes, and counts once.

So a stranger makes the server keep nothing. What is in it, whoever begins and ends the attempt decides.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, Generic, TypeVar

import msgspec

from graphwright.errors import NotAuthenticated
from graphwright.ports import Clock
from graphwright.server.tokens import ALGORITHM, ApiTokens

A = TypeVar("A")
ATTEMPT_LIFE: Final = timedelta(minutes=10)
"""Long enough to look for a phone."""
MAX_USED: Final = 10_000
"""Attempts of the last ten minutes that are remembered as used."""


class Attempts(Generic[A]):
    """Those of one kind."""

    def __init__(self, tokens: ApiTokens, clock: Clock, kind: type[A], audience: str) -> None:
        self._tokens = tokens
        self._clock = clock
        self._kind = kind
        self._audience = audience
        self._used: dict[str, float] = {}

    async def seal(self, attempt: A) -> str:
        """What goes into the cookie."""
        from joserfc import jwt  # noqa: PLC0415  loaded for the first sign-in

        _, key = await self._tokens.key()
        ends = int((self._clock.now() + ATTEMPT_LIFE).timestamp())
        claims = {"aud": self._audience, "exp": ends, "of": msgspec.to_builtins(attempt)}
        return jwt.encode({"alg": ALGORITHM}, claims, key, algorithms=[ALGORITHM])

    async def unseal(self, cookie: str | None) -> A:
        """What was sealed. `NotAuthenticated` for everything else."""
        from joserfc import jwt  # noqa: PLC0415  loaded for the first sign-in
        from joserfc.errors import JoseError  # noqa: PLC0415

        _, key = await self._tokens.key()
        checked = jwt.JWTClaimsRegistry(
            now=lambda: int(self._clock.now().timestamp()),
            aud={"essential": True, "value": self._audience},
            exp={"essential": True},
        )
        try:
            claims: dict[str, Any] = jwt.decode(cookie or "", key, algorithms=[ALGORITHM]).claims
            checked.validate(claims)
            return msgspec.convert(claims["of"], self._kind)
        except (JoseError, ValueError, TypeError, KeyError, RecursionError):
            message = "this sign-in began in another browser, or took too long; sign in once more"
            raise NotAuthenticated(message) from None

    def use(self, name: str) -> None:
        """Each attempt counts once, whatever comes of it."""
        now = self._clock.monotonic()
        self._used = {each: ends for each, ends in self._used.items() if ends > now}
        if name in self._used:
            raise NotAuthenticated("this sign-in was used already; sign in once more")
        while len(self._used) >= MAX_USED:
            self._used.pop(next(iter(self._used)))
        self._used[name] = now + ATTEMPT_LIFE.total_seconds()

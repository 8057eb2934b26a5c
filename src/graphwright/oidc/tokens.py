"""Two sorts of tokens of an identity provider, each checked whole: who signed in, and who is to be logged out.

Which algorithms count is ours to say, never the token's. What a token must hold is OpenID Connect Core 3.1.3.7 and
Back-Channel Logout 2.6.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from typing import Any, Final, cast

from msgspec import Struct

from graphwright.errors import NotAuthenticated
from graphwright.oidc.provider import KEYS_FOR, IdentityProvider
from graphwright.ports import Clock

SKEW_S: Final = 60
"""How far two clocks may be apart."""
LOGOUT_S: Final = 120
"""How long a logout token counts that does not say so itself."""
MAX_TOKEN_LENGTH: Final = 64 * 1024
MAX_SUBJECT_LENGTH: Final = 255
"""Characters of a subject, by the specification; of a session's id as well."""
LOGOUT_EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
_LOGOUT_TYPES: Final = frozenset({"logout+jwt", "application/logout+jwt", "JWT", "jwt", None})


class IdentityClaims(Struct, frozen=True):
    """What a checked ID token says of somebody."""

    subject: str
    session: str | None
    """The provider's own session, which a logout may name."""
    claims: Mapping[str, Any]


class LogoutClaims(Struct, frozen=True):
    """What a checked logout token asks for; at least one of subject and session is there."""

    token_id: str
    subject: str | None
    session: str | None
    issued_at: int
    ends_at: int


class TokenChecker:
    """Checks tokens of one provider for one client."""

    def __init__(self, provider: IdentityProvider, client_id: str, clock: Clock) -> None:
        self._provider = provider
        self._client_id = client_id
        self._clock = clock

    async def identity(self, text: str, nonce: str) -> IdentityClaims:
        """Who signed in. `NotAuthenticated` for everything that is not exactly meant for this sign-in."""
        _, claims = await self._signed(text)
        now = self._now()
        self._check_common(claims, now)
        if not _number(claims.get("exp")) or claims["exp"] <= now - SKEW_S:
            raise _refused("it has expired; if that cannot be, compare the clocks of both machines")
        told = claims.get("nonce")
        if not isinstance(told, str) or not hmac.compare_digest(told.encode(), nonce.encode()):
            raise _refused("it belongs to another sign-in")
        if LOGOUT_EVENT in _mapping(claims.get("events")):
            raise _refused("it is a logout token")
        subject = _name(claims.get("sub"))
        if subject is None:
            raise _refused("it names nobody")
        return IdentityClaims(subject, _name(claims.get("sid")), claims)

    async def logout(self, text: str) -> LogoutClaims:
        """Who is to be logged out. `NotAuthenticated` as above."""
        header, claims = await self._signed(text)
        now = self._now()
        self._check_common(claims, now)
        if header.get("typ") not in _LOGOUT_TYPES or LOGOUT_EVENT not in _mapping(claims.get("events")):
            raise _refused("it is no logout token")
        if "nonce" in claims:
            raise _refused("a logout token holds no nonce")
        ends = claims.get("exp", claims["iat"] + LOGOUT_S)
        if not _number(ends) or ends <= now - SKEW_S:
            raise _refused("it has expired")
        token_id, subject, session = _name(claims.get("jti")), _name(claims.get("sub")), _name(claims.get("sid"))
        if token_id is None or (subject is None and session is None):
            raise _refused("it lacks `jti`, or names neither a person nor a session")
        return LogoutClaims(token_id, subject, session, int(claims["iat"]), int(ends))

    def _check_common(self, claims: Mapping[str, Any], now: int) -> None:
        try:
            json.dumps(claims, ensure_ascii=False).encode()
        except (UnicodeEncodeError, RecursionError):  # JSON may escape half a character, which nothing can keep
            raise _refused("it holds half a character, or is nested too deeply") from None
        if claims.get("iss") != self._provider.issuer:
            raise _refused("another issuer made it")
        meant = claims.get("aud")
        audience = cast("list[object]", meant) if isinstance(meant, list) else [meant]
        if self._client_id not in audience:
            raise _refused("it is meant for another program")
        party = claims.get("azp")
        if (party is not None or len(audience) > 1) and party != self._client_id:
            raise _refused("it is meant for another program, too")
        if not _number(claims.get("iat")) or claims["iat"] > now + SKEW_S:
            raise _refused("it comes from the future; compare the clocks of both machines")
        starts = claims.get("nbf", now)
        if not _number(starts) or starts > now + SKEW_S:
            raise _refused("it does not count yet; compare the clocks of both machines")

    async def _signed(self, text: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Header and claims of a token that the provider signed."""
        from joserfc import jws, jwt  # noqa: PLC0415  loaded for the first sign-in
        from joserfc.errors import JoseError  # noqa: PLC0415

        if len(text) > MAX_TOKEN_LENGTH:
            raise _refused(f"it has more than {MAX_TOKEN_LENGTH:,} characters")
        try:
            header = jws.extract_compact(text.encode()).headers()
            algorithm, key_id = header.get("alg"), header.get("kid")
        except (JoseError, ValueError, TypeError, AttributeError, RecursionError):
            raise _refused("it cannot be read") from None
        if not isinstance(algorithm, str) or algorithm not in KEYS_FOR:
            raise _refused("it is not signed with one of " + ", ".join(KEYS_FOR))
        if not isinstance(key_id, str | None):
            raise _refused("it cannot be read")
        for key in await self._provider.keys_for(algorithm, key_id):
            try:
                token = jwt.decode(text, key, registry=_registry(algorithm))
            except (JoseError, ValueError, TypeError, RecursionError):
                continue
            return header, token.claims
        raise _refused("no key of the identity provider has signed it")

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _registry(algorithm: str) -> Any:  # noqa: ANN401  a class of a library that is loaded late
    from joserfc.jws import JWSRegistry  # noqa: PLC0415  loaded for the first sign-in

    class OneAlgorithm(JWSRegistry):
        """Exactly the algorithm that was chosen by us; the library would warn of the older name of Ed25519."""

        def get_alg(self, name: str) -> Any:  # noqa: ANN401
            if name != algorithm:
                raise ValueError(name)
            return self.algorithms[name]

    return OneAlgorithm(algorithms=[algorithm], strict_check_header=False)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1 << 53


def _name(value: object) -> str | None:
    return value if isinstance(value, str) and 0 < len(value) <= MAX_SUBJECT_LENGTH else None


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _refused(why: str) -> NotAuthenticated:
    return NotAuthenticated(f"the identity provider's token does not count: {why}")

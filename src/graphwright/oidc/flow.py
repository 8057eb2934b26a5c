"""The way through an identity provider: the address a browser is sent to, and what its code is exchanged for.

Authorisation code with PKCE (S256), always; the caller keeps a `SignInAttempt` between the two ends.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast
from urllib.parse import quote_plus, urlencode

import msgspec
from msgspec import Struct

from graphwright.errors import NotAuthenticated, SignInUnavailable
from graphwright.oidc.fetching import ProviderAnswer
from graphwright.oidc.provider import IdentityProvider, ProviderMetadata
from graphwright.oidc.tokens import IdentityClaims, TokenChecker
from graphwright.ports import random_bytes
from graphwright.setting_kinds import Secret

_OK: Final = 200


class SignInAttempt(Struct, frozen=True):
    """One sign-in between its two ends."""

    state: str
    nonce: str
    verifier: str
    redirect_uri: str


class SignInReturn(Struct, frozen=True):
    """What the browser brings back."""

    state: str
    code: str
    issuer: str | None = None


class _TokenAnswer(Struct, frozen=True):
    id_token: str
    access_token: str | None = None


class CodeFlow:
    """Sign-ins of one client at one provider."""

    def __init__(
        self,
        provider: IdentityProvider,
        checker: TokenChecker,
        client_id: str,
        scopes: Sequence[str],
        wanted: Sequence[str] = (),
    ) -> None:
        self._provider = provider
        self._checker = checker
        self._client_id = client_id
        self._scopes = scopes
        self._wanted = wanted

    async def begin(self, redirect_uri: str) -> tuple[SignInAttempt, str]:
        """A new attempt, and the address to send the browser to. `SignInUnavailable`."""
        metadata = await self._provider.metadata()
        attempt = SignInAttempt(_random(), _random(), _random(), redirect_uri)
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": redirect_uri,
            "scope": " ".join(self._scopes),
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": challenge_of(attempt.verifier),
            "code_challenge_method": "S256",
        }
        endpoint = metadata.authorization_endpoint
        return attempt, f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query)}"

    async def complete(self, attempt: SignInAttempt, back: SignInReturn, secret: Secret | None) -> IdentityClaims:
        """Who came back; the secret is the client's own.

        `NotAuthenticated` for what does not fit the attempt, `SignInUnavailable`.
        """
        metadata = await self._provider.metadata()
        if not hmac.compare_digest(back.state.encode(), attempt.state.encode()):
            raise NotAuthenticated("this answer belongs to another sign-in; sign in once more")
        is_unnamed = back.issuer is None and not metadata.authorization_response_iss_parameter_supported
        if not is_unnamed and back.issuer != metadata.issuer:
            raise NotAuthenticated("this answer comes from another identity provider; sign in once more")
        tokens = await self._exchange(metadata, attempt, back.code, secret)
        identity = await self._checker.identity(tokens.id_token, attempt.nonce)
        return await self._with_more(metadata, identity, tokens.access_token)

    async def _exchange(
        self, metadata: ProviderMetadata, attempt: SignInAttempt, code: str, secret: Secret | None
    ) -> _TokenAnswer:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": attempt.redirect_uri,
            "code_verifier": attempt.verifier,
            "client_id": self._client_id,
        }
        headers = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}
        methods = metadata.token_endpoint_auth_methods_supported
        if secret is not None and ("client_secret_basic" in methods or "client_secret_post" not in methods):
            pair = f"{quote_plus(self._client_id)}:{quote_plus(secret.reveal())}"
            headers["authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        elif secret is not None:
            form["client_secret"] = secret.reveal()
        answer = await self._provider.fetch("POST", metadata.token_endpoint, headers, urlencode(form).encode())
        if answer.status != _OK:
            raise _refusal(answer)
        try:
            return msgspec.json.decode(answer.body, type=_TokenAnswer)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            raise SignInUnavailable("the identity provider answered the code without an ID token") from None

    async def _with_more(
        self, metadata: ProviderMetadata, identity: IdentityClaims, access_token: str | None
    ) -> IdentityClaims:
        """With what is `wanted` and told only on request; what the signed token says goes before it."""
        if metadata.userinfo_endpoint is None or not access_token or not access_token.isascii():
            return identity
        if all(name.partition(".")[0] in identity.claims for name in self._wanted):
            return identity
        headers = {"authorization": f"Bearer {access_token}", "accept": "application/json"}
        answer = await self._provider.fetch("GET", metadata.userinfo_endpoint, headers, None)
        try:
            more = msgspec.json.decode(answer.body, type=dict[str, Any]) if answer.status == _OK else {}
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            more = {}
        if more.get("sub") != identity.subject:  # without it somebody would lose what their groups give them
            message = "the identity provider did not say more about this person; try again later"
            raise SignInUnavailable(message)
        return msgspec.structs.replace(identity, claims={**more, **identity.claims})


def challenge_of(verifier: str) -> str:
    """The S256 challenge of RFC 7636."""
    return _text(hashlib.sha256(verifier.encode()).digest())


def groups_in(claims: Mapping[str, Any], name: str) -> frozenset[str]:
    """The groups that a claim lists; a claim of dots is looked up inside (`realm_access.roles`)."""
    found: Any = claims.get(name)
    if found is None:
        found = claims
        for part in name.split("."):
            found = cast("dict[str, Any]", found).get(part) if isinstance(found, dict) else None
    listed: object = [found] if isinstance(found, str) else found
    if not isinstance(listed, list):
        return frozenset()
    return frozenset(each for each in cast("list[object]", listed) if isinstance(each, str))


class _OAuthError(Struct, frozen=True):
    error: str = ""


def _refusal(answer: ProviderAnswer) -> Exception:
    """Why a code was not taken: whose fault it is decides who must do something."""
    try:
        error = msgspec.json.decode(answer.body, type=_OAuthError).error
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        error = ""
    if error == "invalid_grant":
        return NotAuthenticated("this sign-in was used already, or took too long; sign in once more")
    if error in {"invalid_client", "unauthorized_client"}:
        return SignInUnavailable(
            "the identity provider does not know this server any more: the client's id or secret is wrong, or has "
            "expired; an administrator puts new ones into GRAPHWRIGHT_OIDC_CLIENT_ID and GRAPHWRIGHT_OIDC_CLIENT_SECRET"
        )
    return SignInUnavailable(
        f"the identity provider did not take the sign-in (status {answer.status}); try again later"
    )


def _random() -> str:
    return _text(random_bytes(32))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

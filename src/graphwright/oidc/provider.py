"""One identity provider: what it says of itself, and the keys it signs with; each read again when it is old.

A key that nobody knows makes the keys be read anew, at most once a minute, so a provider may change its keys at any
time and nobody can make us ask without end.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import Struct

from graphwright.errors import SignInUnavailable
from graphwright.oidc.fetching import Fetch, ProviderAnswer, fetch, is_safe
from graphwright.ports import Clock

if TYPE_CHECKING:
    from joserfc.jwk import Key

FRESH_S: Final = 3_600.0
"""What a provider says of itself, and its keys, are believed for an hour."""
AGAIN_S: Final = 60.0
"""Between two readings of the keys because of a key that is not known."""
MAX_KEYS: Final = 100
MIN_RSA_BITS: Final = 2_048
KEYS_FOR: Final = {
    "RS256": ("RSA", None),
    "ES256": ("EC", "P-256"),
    "EdDSA": ("OKP", "Ed25519"),
    "Ed25519": ("OKP", "Ed25519"),
}
"""The algorithms that count, and the key each needs. Nothing that a token says of itself widens this."""
_OK: Final = 200


T = TypeVar("T")


class ProviderMetadata(Struct, frozen=True):
    """The discovery document, as far as it is used."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None = None
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    code_challenge_methods_supported: list[str] | None = None
    authorization_response_iss_parameter_supported: bool = False


class _KeySet(Struct, frozen=True):
    keys: list[dict[str, Any]]


class IdentityProvider:
    """The provider behind an issuer."""

    def __init__(self, issuer: str, clock: Clock, fetched: Fetch = fetch) -> None:
        self.issuer = issuer
        self.fetch = fetched
        self._clock = clock
        self._reading = asyncio.Lock()
        self._failures = 0
        self._why = ""
        self._metadata: tuple[ProviderMetadata, float] | None = None
        self._keys: tuple[Sequence[Key], float] | None = None

    async def metadata(self) -> ProviderMetadata:
        """What the provider says of itself. `SignInUnavailable`."""
        seen = self._failures
        async with self._reading:
            return await self._read_metadata(seen)

    async def keys_for(self, algorithm: str, key_id: str | None) -> list[Key]:
        """The keys that a token with this header may be signed with; none for an algorithm that does not count."""
        if algorithm not in KEYS_FOR:
            return []
        seen = self._failures
        async with self._reading:
            now = self._clock.monotonic()
            if self._keys is None or now - self._keys[1] >= FRESH_S:
                await self._read_keys(seen)
            found = self._fitting(algorithm, key_id)
            if not found and self._keys is not None and now - self._keys[1] >= AGAIN_S:
                await self._read_keys(seen)
                found = self._fitting(algorithm, key_id)
            return found

    async def key_count(self) -> int:
        """How many keys can be used. `SignInUnavailable`."""
        seen = self._failures
        async with self._reading:
            if self._keys is None:
                await self._read_keys(seen)
            return 0 if self._keys is None else len(self._keys[0])

    def _fitting(self, algorithm: str, key_id: str | None) -> list[Key]:
        kind, curve = KEYS_FOR[algorithm]
        return [
            key
            for key in (self._keys[0] if self._keys is not None else ())
            if key.key_type == kind
            and (curve is None or key.get("crv") == curve)
            and key.get("alg", algorithm) == algorithm
            and (key_id is None or key.get("kid") == key_id)
        ]

    async def _read_metadata(self, seen: int) -> ProviderMetadata:
        now = self._clock.monotonic()
        if self._metadata is not None and now - self._metadata[1] < FRESH_S:
            return self._metadata[0]
        url = self.issuer.rstrip("/") + "/.well-known/openid-configuration"
        answer = await self._ask(url, seen)
        read = _read(answer, ProviderMetadata, "what it says of itself (the discovery document)")
        self._check(read)
        self._metadata = read, now
        return read

    async def _ask(self, url: str, seen: int) -> ProviderAnswer:
        """Who waited while somebody else got no answer waits for no other: a queue would hang for minutes."""
        if self._failures != seen:
            raise SignInUnavailable(self._why)
        try:
            return await self.fetch("GET", url, {"accept": "application/json"}, None)
        except SignInUnavailable as error:
            self._failures, self._why = self._failures + 1, error.message
            raise

    def _check(self, read: ProviderMetadata) -> None:
        if read.issuer != self.issuer:
            told = read.issuer[:200]
            message = f"the discovery document is of the issuer {told!r}; GRAPHWRIGHT_OIDC_ISSUER says {self.issuer!r}"
            raise SignInUnavailable(message)
        loopback = self.issuer.startswith("http://")
        named = (read.authorization_endpoint, read.token_endpoint, read.jwks_uri, read.userinfo_endpoint)
        for url in named:
            if url is not None and not is_safe(url, loopback=loopback):
                message = f"the identity provider names an address that is not https: {url[:200]!r}"
                raise SignInUnavailable(message)
        methods = read.code_challenge_methods_supported
        if methods is not None and "S256" not in methods:
            raise SignInUnavailable("the identity provider does not offer PKCE with S256; switch it on there")

    async def _read_keys(self, seen: int) -> None:
        from joserfc.errors import JoseError  # noqa: PLC0415  loaded for the first sign-in
        from joserfc.jwk import JWKRegistry  # noqa: PLC0415

        metadata = await self._read_metadata(seen)
        answer = await self._ask(metadata.jwks_uri, seen)
        told = _read(answer, _KeySet, "its keys").keys
        if len(told) > MAX_KEYS:
            message = f"the identity provider has {len(told):,} keys; at most {MAX_KEYS} are read"
            raise SignInUnavailable(message)
        keys: list[Key] = []
        for each in told:
            try:
                if _is_for_signing(each) and not _is_short(each):
                    keys.append(JWKRegistry.import_key(each))
            except (JoseError, ValueError, TypeError, KeyError, AttributeError):
                continue  # one that we cannot read does not take the others with it
        self._keys = keys, self._clock.monotonic()


def _is_for_signing(key: Mapping[str, Any]) -> bool:
    return key.get("use", "sig") == "sig" and key.get("kty") in {"RSA", "EC", "OKP"}


def _is_short(key: Mapping[str, Any]) -> bool:
    if key["kty"] != "RSA":
        return False
    modulus = base64.urlsafe_b64decode(key["n"] + "==")
    return int.from_bytes(modulus, "big").bit_length() < MIN_RSA_BITS


def _read(answer: ProviderAnswer, of: type[T], what: str) -> T:
    if answer.status != _OK:
        message = f"the identity provider answered {answer.status} where {what} should stand; try again later"
        raise SignInUnavailable(message)
    try:
        return msgspec.json.decode(answer.body, type=of)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        message = f"the identity provider sent {what} in a form that cannot be read"
        raise SignInUnavailable(message) from None

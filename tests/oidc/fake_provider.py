"""An identity provider in this process: keys made here, documents as asked for, and every way to be wrong."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, Key, OctKey, OKPKey, RSAKey
from joserfc.jws import JWSRegistry

from graphwright.errors import SignInUnavailable
from graphwright.oidc.fetching import MAX_ANSWER_BYTES, ProviderAnswer
from graphwright.oidc.tokens import LOGOUT_EVENT
from graphwright.ports import Clock

ISSUER = "https://login.example.org"
CLIENT = "workbench"
SETTINGS = {"GRAPHWRIGHT_OIDC_ISSUER": ISSUER, "GRAPHWRIGHT_OIDC_CLIENT_ID": CLIENT}

RSA_KEY = RSAKey.generate_key(2048, {"kid": "rsa", "use": "sig", "alg": "RS256"})
KEYS: dict[str, Key] = {
    "RS256": RSA_KEY,
    "ES256": ECKey.generate_key("P-256", {"kid": "ec"}),
    "EdDSA": OKPKey.generate_key("Ed25519", {"kid": "ed"}),
}


class AnyAlgorithm(JWSRegistry):
    """What a provider may do that has no taste."""

    def get_alg(self, name: str) -> Any:
        return self.algorithms[name]


class FakeProvider:
    """A `Fetch`, and the page at which people would log in."""

    def __init__(self, clock: Clock, *, secret: str | None = None) -> None:
        self.clock = clock
        self.secret = secret
        self.keys: list[Key] = list(KEYS.values())
        self.is_down = False
        self.documents: dict[str, bytes] = {}
        """Answers in place of the right ones, by the end of their path."""
        self.metadata: dict[str, Any] = {
            "issuer": ISSUER,
            "authorization_endpoint": ISSUER + "/authorize",
            "token_endpoint": ISSUER + "/token",
            "jwks_uri": ISSUER + "/jwks",
            "userinfo_endpoint": ISSUER + "/userinfo",
            "code_challenge_methods_supported": ["S256"],
        }
        self.asked: list[str] = []
        self.forms: list[Mapping[str, str]] = []
        self.userinfo: dict[str, Any] = {}
        self._codes: dict[str, tuple[Mapping[str, str], str]] = {}

    async def __call__(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> ProviderAnswer:
        path = urlsplit(url).path.rpartition("/")[2]
        self.asked.append(path)
        if self.is_down:
            raise SignInUnavailable("the identity provider at login.example.org does not answer (ConnectError)")
        if path in self.documents:
            if len(self.documents[path]) > MAX_ANSWER_BYTES:
                raise SignInUnavailable("the identity provider answered more than it may")
            return ProviderAnswer(200, self.documents[path])
        match path:
            case "openid-configuration":
                return _json(self.metadata)
            case "jwks":
                return _json({"keys": [key.as_dict(private=False) for key in self.keys]})
            case "token":
                return self._exchange(
                    {name: each[0] for name, each in parse_qs((body or b"").decode()).items()}, headers
                )
            case "userinfo":
                return _json(self.userinfo)
            case _:
                return ProviderAnswer(404, b"")

    def authorize(self, address: str, subject: str = "subject-1", **changed: Any) -> dict[str, str]:
        """Somebody logs in at the provider; answers with what their browser brings back."""
        told = {name: each[0] for name, each in parse_qs(urlsplit(address).query).items()}
        claims = {"sub": subject, "sid": f"sid-{subject}", "nonce": told["nonce"], "name": subject.title()}
        code = f"code-{len(self._codes)}"
        self._codes[code] = told, self.signed({**claims, **changed})
        return {"state": told["state"], "code": code, "issuer": ISSUER}

    def signed(self, claims: Mapping[str, Any], algorithm: str = "RS256", key: Key | None = None, **header: Any) -> str:
        """A token; claims of `None` are left out."""
        now = int(self.clock.now().timestamp())
        whole = {"iss": ISSUER, "aud": CLIENT, "iat": now, "exp": now + 300, **claims}
        signing = key or next(each for each in self.keys if each.key_type == KEYS[algorithm].key_type)
        head = {"alg": algorithm, "kid": signing.kid, **header}
        body = {name: value for name, value in whole.items() if value is not None}
        kept = {name: value for name, value in head.items() if value is not None}
        return jwt.encode(kept, body, signing, registry=AnyAlgorithm())

    def logout_token(self, subject: str | None = "subject-1", *, jti: str = "one", **changed: Any) -> str:
        """What the provider sends behind a person's back."""
        claims: dict[str, Any] = {"sub": subject, "jti": jti, "events": {LOGOUT_EVENT: {}}}
        typ = changed.pop("typ", "logout+jwt")
        return self.signed({**claims, **changed}, typ=typ)

    def unsigned(self, claims: Mapping[str, Any]) -> str:
        """A token of the algorithm `none`."""
        parts = (json.dumps({"alg": "none"}), json.dumps(claims))
        return ".".join(base64.urlsafe_b64encode(part.encode()).rstrip(b"=").decode() for part in parts) + "."

    def signed_by_public_key(self, claims: Mapping[str, Any]) -> str:
        """The old trick: the public key taken for a shared secret."""
        head, body, _ = self.signed(claims, "HS256", OctKey.generate_key(256, {"kid": "rsa"})).split(".")
        mac = hmac.digest(RSA_KEY.as_pem(private=False), f"{head}.{body}".encode(), "sha256")
        return f"{head}.{body}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"

    def _exchange(self, form: Mapping[str, str], headers: Mapping[str, str]) -> ProviderAnswer:
        self.forms.append(form)
        given = base64.b64decode(headers.get("authorization", "").removeprefix("Basic ")).decode().partition(":")[2]
        if self.secret is not None and given != self.secret:
            return _json({"error": "invalid_client"}, 401)
        told, token = self._codes.pop(form["code"], ({}, ""))
        challenge = (
            base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        )
        if told.get("code_challenge") != challenge or told.get("redirect_uri") != form["redirect_uri"]:
            return _json({"error": "invalid_grant"}, 400)
        return _json({"id_token": token, "access_token": "access", "token_type": "Bearer"})


def _json(value: Any, status: int = 200) -> ProviderAnswer:
    return ProviderAnswer(status, json.dumps(value).encode())

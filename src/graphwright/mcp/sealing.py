"""What a server wants to know again travels with the client; sealed, it comes back as it was, in time, from the same.

A seal binds the state to the person, to the request with its arguments and to a time. It does not make it single use.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.mcp.wire import JsonObject, invalid
from graphwright.protocol.base import JsonValue

LIFE_S: Final = 3_600.0
"""A person who is asked something answers within an hour, or the client asks again from the beginning."""
LONGEST: Final = 64 * 1024
_MAC: Final = hashlib.sha256().digest_size


class _Sealed(Struct, frozen=True, array_like=True):
    state: JsonValue
    until: float


class StateSeal:
    """Seals with a key that lives as long as the process: after a restart a client begins anew."""

    def __init__(self, key: bytes, monotonic: Callable[[], float]) -> None:
        self._key = key
        self._monotonic = monotonic

    def close(self, state: JsonValue, principal: str, request: JsonObject) -> str:
        """The state as text that nobody else can make."""
        body = msgspec.json.encode(_Sealed(state, self._monotonic() + LIFE_S))
        return base64.urlsafe_b64encode(self._mac(body, principal, request) + body).decode()

    def open(self, text: str, principal: str, request: JsonObject) -> JsonValue:
        """The state again. `McpError` for text that was changed, is too old, or belongs to something else."""
        try:
            raw = base64.b64decode(text[:LONGEST], altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raw = b""
        body = raw[_MAC:]
        if not hmac.compare_digest(raw[:_MAC], self._mac(body, principal, request)):
            raise invalid("requestState is not what this server gave for this request; send the request without it")
        sealed = msgspec.json.decode(body, type=_Sealed)
        if sealed.until < self._monotonic():
            raise invalid("requestState is too old; send the request without it")
        return sealed.state

    def _mac(self, body: bytes, principal: str, request: JsonObject) -> bytes:
        bound = msgspec.json.encode([principal, request], order="deterministic")
        return hmac.digest(self._key, len(bound).to_bytes(8, "big") + bound + body, "sha256")

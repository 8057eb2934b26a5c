"""What one server tells another beside a request that it passes on: where it came from, sealed with their secret.

It proves nobody's identity: cookie or token travel along and are looked at by whoever answers. So all that a stolen
envelope is good for is to say of one request, for a minute, under which host name and from which address it came.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from graphwright.errors import AccessDenied, InvalidCommand
from graphwright.protocol.base import Record
from graphwright.protocol.wire import decode, encode

ENVELOPE_HEADER: Final = "graphwright-passed-on"
MAX_AGE_S: Final = 60.0
"""On the clock of the database."""


class Envelope(Record, frozen=True, kw_only=True):
    """One request that was passed on."""

    to: str
    """The server that is to answer, and no other."""
    project: str
    """The project that it is about, by its id; empty for what is about none."""
    at: float
    method: str
    target: str
    """Path and query."""
    host: str
    """The name under which the client found the server that passes it on."""
    address: str
    """Of the client."""


def sealed(envelope: Envelope, secret: bytes) -> str:
    """The header."""
    body = urlsafe_b64encode(encode(envelope))
    return f"{body.decode()}.{_seal(body, secret)}"


def opened(header: str, secret: bytes, *, to: str, now: float, method: str, target: str) -> Envelope:
    """What the header says of this request. `AccessDenied` when no server of ours has sealed it for it."""
    body, _, seal = header.partition(".")
    refused = AccessDenied("this request says that another server has passed it on, and none did")
    if not hmac.compare_digest(_seal(_bytes(body), secret).encode(), _bytes(seal)):
        raise refused
    try:
        envelope = decode(urlsafe_b64decode(body), Envelope)
    except (ValueError, InvalidCommand):
        raise refused from None
    if (envelope.to, envelope.method, envelope.target) != (to, method, target) or abs(now - envelope.at) > MAX_AGE_S:
        raise refused
    return envelope


def _bytes(text: str) -> bytes:
    """Whatever somebody may send in a header."""
    return text.encode("utf-8", "surrogatepass")


def _seal(body: bytes, secret: bytes) -> str:
    return hmac.new(secret, body, hashlib.sha256).hexdigest()

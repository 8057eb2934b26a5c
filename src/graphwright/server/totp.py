"""One-time codes by time: RFC 6238 over RFC 4226, as authenticator apps make them. Pure: no clock, nothing kept."""

from __future__ import annotations

import base64
import hmac
from typing import Final
from urllib.parse import quote, urlencode

STEP_S: Final = 30
DIGITS: Final = 6
SECRET_BYTES: Final = 20
"""As long as the hash, which the RFC recommends."""
WINDOW: Final = 1
"""Steps that two clocks may be apart, either way."""


def code_at(secret: bytes, step: int, *, digits: int = DIGITS) -> str:
    """The code of one step of time."""
    mac = hmac.digest(
        secret, step.to_bytes(8, "big"), "sha1"
    )  # what the apps know; HMAC does not need collisions to be hard
    start = mac[-1] & 0xF
    number = int.from_bytes(mac[start : start + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now: float, *, after: int) -> int | None:
    """The step whose code this is; `None` for a wrong code, and for one of a step that is not `after` the last used."""
    middle = int(now) // STEP_S
    found = None
    for step in range(middle - WINDOW, middle + WINDOW + 1):
        fits = hmac.compare_digest(code_at(secret, step).encode(), code.encode("utf-8", "surrogatepass"))
        if fits and step > after:
            found = step
    return found


def otpauth(secret: str, name: str, issuer: str) -> str:
    """The address that an authenticator app reads."""
    label = f"{quote(issuer, safe='')}:{quote(name, safe='')}"
    query = {"secret": secret, "issuer": issuer, "algorithm": "SHA1", "digits": DIGITS, "period": STEP_S}
    return f"otpauth://totp/{label}?{urlencode(query)}"


def in_base32(secret: bytes) -> str:
    """A secret as people type it."""
    return base64.b32encode(secret).decode().rstrip("=")


def from_base32(text: str) -> bytes:
    """The secret again."""
    return base64.b32decode(text + "=" * (-len(text) % 8))

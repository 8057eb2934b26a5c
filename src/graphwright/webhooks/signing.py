"""Secrets and signatures of the Standard Webhooks convention: HMAC-SHA256 over id, time and body, version v1."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from graphwright.ports import random_bytes

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
"""The convention asks for 24 to 64."""


def new_secret() -> str:
    """A secret that nobody can guess, as receivers are given it."""
    return PREFIX + base64.b64encode(random_bytes(SECRET_BYTES)).decode()


def signed_headers(message_id: str, at: datetime, body: bytes, secrets: Sequence[str]) -> dict[str, str]:
    """The three headers that prove who sent a body, and when: one signature for each secret that counts."""
    time = str(int(at.timestamp()))
    signed = message_id.encode() + b"." + time.encode() + b"." + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": time,
        "webhook-signature": " ".join(_signature(signed, secret) for secret in secrets),
    }


def _signature(signed: bytes, secret: str) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()

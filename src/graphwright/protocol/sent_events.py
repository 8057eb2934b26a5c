"""Server-sent events as every door sends them: media type and signs of life; what they carry is the door's."""

from __future__ import annotations

from typing import Final

SENT_EVENTS: Final = "text/event-stream"
LIFE_SIGN_S: Final = 15.0
"""Seconds of silence after which a sign of life is sent, so that proxies keep the connection."""
STILL_HERE: Final = b": still here\n\n"
"""The sign of life: a comment, so that neither end takes the other for gone."""

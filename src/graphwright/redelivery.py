"""When what nobody took is sent again, and when nobody tries any more: for webhooks and for mails alike."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

FIRST_S: Final = 5.0
FACTOR: Final = 4.0
LONGEST_S: Final = 6 * 3_600.0
"""5 s, 20 s, 80 s, 5 min, 21 min, 1½ h, 6 h, 6 h, ...: a restart costs seconds, a night is survived."""
SPREAD: Final = 0.2
"""Of the pause, by chance, so that those who waited together do not come together."""
GIVE_UP: Final = timedelta(days=3)
"""A weekend of failing without one success."""
MIN_ATTEMPTS: Final = 12
"""Before that: about as many as fit into it at the longest pause. While this server was down, nobody failed."""


def pause_after(attempts: int, fraction: float, *, retry_after: str = "") -> timedelta:
    """How long to wait after so many attempts; longer where the receiver says so. `fraction`: of chance, 0 to 1."""
    seconds = min(FIRST_S * FACTOR ** (attempts - 1), LONGEST_S) * (1 + SPREAD * fraction)
    if retry_after.isascii() and retry_after.isdigit():
        seconds = max(seconds, min(float(retry_after[:9]), LONGEST_S))
    return timedelta(seconds=seconds)


def is_given_up(failing_since: datetime, now: datetime, attempts: int) -> bool:
    """Whether nobody took anything for too long, although it was tried."""
    return attempts >= MIN_ATTEMPTS and now - failing_since >= GIVE_UP

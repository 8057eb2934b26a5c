"""Counts what a person asks for within a minute, where the operator wants a limit (B-63, B-75)."""

from __future__ import annotations

from graphwright.errors import LimitExceeded
from graphwright.ports import Clock
from graphwright.quotas import LastMinute


class RateLimiter:
    """The requests of the last minute, by person; without a limit nothing is counted."""

    def __init__(self, clock: Clock, per_minute: int | None, what: str) -> None:
        self._per_minute = per_minute
        self._what = what
        self._last = LastMinute(clock)

    def count(self, person_id: str) -> None:
        """One more. `LimitExceeded`, to be tried later, when it is one too many."""
        if self._per_minute is None:
            return
        if self._last.count(person_id) >= self._per_minute:
            wait_s = self._last.wait_s(person_id)
            message = f"{self._per_minute} {self._what} a minute are the limit here; wait {wait_s:.0f} seconds"
            raise LimitExceeded(message, retry="later")
        self._last.add(person_id)

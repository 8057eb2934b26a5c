"""Counts what a person asks for within a minute, where the operator wants a limit (B-63, B-75)."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

from graphwright.errors import LimitExceeded
from graphwright.ports import Clock

WINDOW_S: Final = 60.0
PEOPLE: Final = 10_000
"""Remembered at once; whoever was idle longest is forgotten first."""


class RateLimiter:
    """The requests of the last minute, by person; without a limit nothing is counted."""

    def __init__(self, clock: Clock, per_minute: int | None, what: str) -> None:
        self._clock = clock
        self._per_minute = per_minute
        self._what = what
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, person_id: str) -> None:
        """One more. `LimitExceeded`, to be tried later, when it is one too many."""
        if self._per_minute is None:
            return
        now = self._clock.monotonic()
        times = self._times.setdefault(person_id, deque())
        self._times.move_to_end(person_id)
        while times and times[0] <= now - WINDOW_S:
            times.popleft()
        if len(times) >= self._per_minute:
            wait_s = max(1, round(times[0] + WINDOW_S - now)) if times else WINDOW_S
            message = f"{self._per_minute} {self._what} a minute are the limit here; wait {wait_s:.0f} seconds"
            raise LimitExceeded(message, retry="later")
        times.append(now)
        if len(self._times) > PEOPLE:
            self._times.popitem(last=False)

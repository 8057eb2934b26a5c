"""Counts failed attempts to get in, per name and per address (R-09).

On the monotonic clock, so turning the clock back gives no new attempts.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

from graphwright.errors import LimitExceeded
from graphwright.ports import Clock

TRIES: Final = 20
"""Of one name or address within the window: a person who mistypes stays far below, a machine gets nowhere."""
WINDOW_S: Final = 900.0
KEYS: Final = 10_000
"""Names and addresses remembered at once; the one that was idle longest is forgotten first."""


class LoginThrottle:
    """The attempts of the last quarter of an hour."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tries: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, *keys: str) -> None:
        """One more attempt, which counts until it `succeeded`.

        `LimitExceeded`, to be tried later, when any of its keys has had too many.
        """
        now = self._clock.monotonic()
        recent = [self._recent(key, now) for key in keys]
        if any(len(tries) >= TRIES for tries in recent):
            message = f"too many attempts to log in; wait {WINDOW_S / 60:.0f} minutes"
            raise LimitExceeded(message, retry="later")
        for tries in recent:
            tries.append(now)

    def succeeded(self, *keys: str) -> None:
        """The newest attempt was somebody who may come in."""
        for key in keys:
            if tries := self._tries.get(key):
                tries.pop()

    def _recent(self, key: str, now: float) -> deque[float]:
        tries = self._tries.setdefault(key, deque())
        self._tries.move_to_end(key)
        while tries and tries[0] <= now - WINDOW_S:
            tries.popleft()
        if len(self._tries) > KEYS:
            self._tries.popitem(last=False)
        return tries

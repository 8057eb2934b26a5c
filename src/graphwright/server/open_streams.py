"""Answers that go on for a while: how many a person may have open at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from graphwright.errors import LimitExceeded

STREAMS: Final = 32
"""Of one person at once."""


class OpenStreams:
    """Those of everybody."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many are open."""
        return self._open.total()

    def check(self, person_id: str) -> None:
        """Whether a person may open one more. `LimitExceeded`."""
        if self._open[person_id] >= STREAMS:
            message = f"{STREAMS} streams of yours are open already; close one"
            raise LimitExceeded(message, retry="later")

    @contextmanager
    def opened(self, person_id: str) -> Generator[None]:
        """One more, for as long as it lasts."""
        self._open[person_id] += 1
        try:
            yield
        finally:
            self._open[person_id] -= 1

"""How much work something is, told by the calls of functions: the same on every machine and under any load."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from graphwright.pauses import REST


def calls_of(work: Callable[[], object]) -> int:
    """Calls of Python functions while something is done."""
    with _counted() as count:
        work()
        return count()


def longest_piece_of(work: Callable[[], object]) -> int:
    """The most calls of Python functions between two of its pauses."""
    before = longest = 0

    def rest() -> None:
        nonlocal before, longest
        longest, before = max(longest, count() - before), count()

    resting = REST.set(rest)
    try:
        with _counted() as count:
            work()
            rest()
    finally:
        REST.reset(resting)
    return longest


@contextmanager
def _counted() -> Iterator[Callable[[], int]]:
    """Tells the calls of Python functions so far."""
    calls = 0

    def counted(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(counted)
    try:
        yield lambda: calls
    finally:
        sys.setprofile(None)

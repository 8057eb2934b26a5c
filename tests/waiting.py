"""The only pauses of the tests: waiting until something is so, with a bound, and the pace of a load."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

LOOK_AGAIN_S = 0.005


async def until(is_so: Callable[[], object], *, seconds: float = 20) -> None:
    """Return as soon as something is so; `TimeoutError` when it is not so in time."""
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(LOOK_AGAIN_S)


def until_in_a_process(is_so: Callable[[], object], *, seconds: float = 30) -> None:
    """The same where there is no loop: of another process nothing can be awaited."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(LOOK_AGAIN_S)


async def pace(seconds: float) -> None:
    """The time between two things that a load does."""
    await asyncio.sleep(max(0.0, seconds))


def pace_of_a_process(seconds: float) -> None:
    """The same where there is no loop: how long another process is left alone before it is killed."""
    time.sleep(seconds)

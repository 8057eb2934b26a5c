"""The only doors to what is not deterministic: clock, randomness, ids and background threads.

Everything else takes these as arguments, so the real program runs under a simulator (D20); a lint rule keeps
`time.time`, `uuid4`, `random` and threads out of every other module. Outgoing HTTP is a port too: the adapters in
`llm/` are given their client, they never make one.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeVar

from graphwright.protocol.ids import uuid7

T = TypeVar("T")


class Clock(Protocol):
    """Wall time for people, monotonic time for durations (R-68)."""

    def now(self) -> datetime:
        """The current time in UTC, with its zone."""
        ...

    def monotonic(self) -> float:
        """Seconds since an arbitrary start; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """A real pause; a positive one also lets the writer's thread have the interpreter (D18)."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """See `Clock.now`."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """See `Clock.sleep`."""
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that only moves when told: for tests and replays."""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self._elapsed = 0.0

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._elapsed += seconds

    def now(self) -> datetime:
        """See `Clock.now`."""
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return self._elapsed

    async def sleep(self, seconds: float) -> None:
        """Time passes at once, but other tasks get their turn."""
        self.advance(seconds)
        await asyncio.sleep(0)


# One system call per id would be a third of the work of resolving an operation (performance.md (a)).
_POOL = 4096


class Ids:
    """Time-ordered ids (UUIDv7) from a pool of random bytes."""

    def __init__(self, clock: Clock, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
        self._clock = clock
        self._random_bytes = random_bytes
        self._pool = b""
        self._at = 0

    def new(self) -> str:
        """A new UUIDv7 as text."""
        if self._at + 10 > len(self._pool):
            self._pool, self._at = self._random_bytes(_POOL), 0
        tail = self._pool[self._at : self._at + 10]
        self._at += 10
        return uuid7(int(self._clock.now().timestamp() * 1000), tail)


def random_bytes(count: int) -> bytes:
    """Bytes nobody can guess: for keys, tickets and salts."""
    return os.urandom(count)


def fraction() -> float:
    """A number from 0 to 1 by chance, to spread retries."""
    return int.from_bytes(os.urandom(7), "big") / 2**56


class Background(Protocol):
    """Runs a blocking function away from the event loop."""

    def __call__(self, function: Callable[[], T], /) -> Awaitable[T]:
        """The function's result, or its exception."""
        ...


async def in_thread(function: Callable[[], T], /) -> T:
    """The default `Background`: the loop's own executor, so a simulator can run it inline."""
    return await asyncio.get_running_loop().run_in_executor(None, function)

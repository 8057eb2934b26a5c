"""How rows are sampled: in turn, so that a busy moment of the machine meets all of them."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles

Samples = list[float]


def in_turn(*rows: Callable[[], object], seconds: float, least: int = 3) -> list[Samples]:
    """Seconds of each call, all rows once in every round, until the time is up. The first round is not counted."""
    taken: list[Samples] = [[] for _ in rows]
    for row in rows:
        row()
    gc.collect()
    stop = time.perf_counter() + seconds
    while len(taken[0]) < least or time.perf_counter() < stop:
        for row, samples in zip(rows, taken, strict=True):
            samples.append(timed(row))
    return taken


def timed(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


async def awaited(call: Callable[[], Awaitable[object]]) -> float:
    begin = time.perf_counter()
    await call()
    return time.perf_counter() - begin


def p95(samples: Samples) -> float:
    return samples[0] if len(samples) == 1 else quantiles(samples, n=20, method="inclusive")[-1]


class Log:
    """The least that durable can cost: append to a file and wait until the disk has it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    def append(self, body: bytes) -> None:
        self._file.write(body)
        os.fdatasync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

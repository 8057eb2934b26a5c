"""Many histories of a simulated cluster, each from a seed: `python -m tests.cluster.seeds --count 500` (Python 3.12).

One that fails is told with its seed, which gives the same history again.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import logging
import os
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from tests.cluster.world import World

WRITERS: Final = 4
DISTURBANCES: Final = 3


class History(NamedTuple):
    """What came of one seed."""

    happened: tuple[str, ...]
    acknowledged: int
    refused: int
    """Writes of servers that had been replaced."""
    trace: str
    """The hash of all that was done, in its order."""


class NumberedTask(asyncio.Task[Any]):
    """A task whose place in a set is decided by when it was made, and not by where in memory."""

    _numbers = itertools.count()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._number = next(self._numbers)
        super().__init__(*arguments, **named)

    def __hash__(self) -> int:
        return self._number


def _numbered(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **named: Any) -> NumberedTask:
    return NumberedTask(work, loop=loop, **named)


def history(seed: int, *, writers: int = WRITERS, disturbances: int = DISTURBANCES) -> History:
    """One history; raises what was wrong in it."""
    world, trace = played(seed, lambda world: world.play(writers=writers, disturbances=disturbances))
    acknowledged = sum(len(writer.answered) for group in world.writers.values() for writer in group)
    return History(tuple(world.happened), acknowledged, world.database.refused, trace)


def played(seed: int, happens: Callable[[World], Coroutine[Any, Any, None]]) -> tuple[World, str]:
    """A cluster in which something has happened, and the hash of it."""
    worlds: list[World] = []

    async def play() -> None:
        worlds.append(world := World(seed))
        await happens(world)

    trace = in_order_of(seed, play)
    (world,) = worlds
    return world, trace


def in_order_of(seed: int, play: Callable[[], Coroutine[Any, Any, None]], loop: Any = None) -> str:
    """Run something on a simulated loop, its own where none is given; the hash of all that was done, in its order."""
    if loop is None:
        from simloop import SimLoop  # needs Python 3.12

        loop = SimLoop(seed)
    NumberedTask._numbers = itertools.count()
    loop.set_task_factory(_numbered)
    try:
        loop.run_until_complete(play())
    finally:
        trace: str = loop.trace_hash()
        left = [task for task in asyncio.all_tasks(loop) if not task.done()]
        for task in left:
            task.cancel()
        with suppress(Exception):  # it is over, and says nothing more
            loop.run_until_complete(_ended(left))
        loop.close()
        loop._recorder._events.clear()  # most of what a loop holds, should something hold it
    return trace


async def _ended(tasks: list[asyncio.Task[Any]]) -> None:
    await asyncio.gather(*tasks, return_exceptions=True)


def main(arguments: Sequence[str]) -> int:
    """The long form."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.seeds", description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--writers", type=int, default=WRITERS)
    parser.add_argument("--disturbances", type=int, default=DISTURBANCES)
    options = parser.parse_args(arguments)
    logging.disable()
    happened: Counter[str] = Counter()
    acknowledged = refused = 0
    failed: list[int] = []
    for seed in range(options.first, options.first + options.count):
        try:
            told = history(seed, writers=options.writers, disturbances=options.disturbances)
        except Exception as error:  # noqa: BLE001  the other seeds are played all the same
            failed.append(seed)
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
            continue
        happened.update(told.happened)
        acknowledged += told.acknowledged
        refused += told.refused
        if (seed + 1) % 10 == 0:
            print(f"seed {seed}: {acknowledged} changes acknowledged so far, {len(failed)} seeds failed", flush=True)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(happened.items()))
    print(f"{options.count} seeds from {options.first}: {kinds}; {acknowledged} changes acknowledged, "
          f"{refused} writes of servers that had been replaced refused; failed: {failed or 'none'}")  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # else the order of texts in sets is another one in each process
        again = [sys.executable, "-m", "tests.cluster.seeds", *sys.argv[1:]]
        os.execve(sys.executable, again, os.environ | {"PYTHONHASHSEED": "0"})
    sys.exit(main(sys.argv[1:]))

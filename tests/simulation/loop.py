"""Time, order, threads and chance of one machine, all from a seed (Python 3.12)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from tests.cluster.seeds import in_order_of
from tests.places import START

QUICK_S = (0.0001, 0.003)
LONG_S = (0.01, 0.045)
LONG = 0.03
"""The share of work on threads that takes long. No write waits as long as its emergency brake, which is real time."""
RESTS = 0.02
"""The share of pauses of work in slices at which its slice is over."""


def in_order(seed: int, play: Callable[[], Coroutine[Any, Any, None]], *, is_traced: bool = True) -> str:
    """Run something with everything from a seed; the hash of all that was done, in its order, where that is wanted."""
    from simloop import SimLoop  # needs Python 3.12

    random = Random(f"{seed} threads")

    class ThreadedLoop(SimLoop):  # type: ignore[misc]  # untyped
        """Work on a thread takes a while, in which others get their turn. A thread does one thing after the other."""

        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            self._busy: dict[Executor, float] = {}
            if not is_traced:
                self._recorder.record = _nothing

        def run_in_executor(self, executor: Executor | None, func: Any, *args: Any) -> asyncio.Future[Any]:
            future: asyncio.Future[Any] = self.create_future()
            takes = random.uniform(*(LONG_S if random.random() < LONG else QUICK_S))
            begins = self._now
            if executor is not None:
                begins = max(begins, self._busy.get(executor, 0.0))
                self._busy[executor] = begins + takes
            self.call_later(begins + takes - self._now, Work(func, args, future))
            return future

    # What chance there is beside the ids, all of it behind `ports`: secrets, salts, the spread of retries.
    with patch("os.urandom", Random(f"{seed} chance").randbytes):
        trace = in_order_of(seed, play, ThreadedLoop(seed))
    return trace if is_traced else ""


def _nothing(*_event: object) -> None:
    """Instead of the record of an event."""


class Work:
    """What a thread does. Whoever waits for it may be killed meanwhile, by the work itself, too."""

    def __init__(self, function: Any, arguments: tuple[Any, ...], future: asyncio.Future[Any]) -> None:
        self._function, self._arguments, self._future = function, arguments, future
        self.__qualname__ = f"executor:{getattr(function, '__qualname__', type(function).__name__)}"

    def __call__(self) -> None:
        if self._future.cancelled():
            return
        try:
            result = self._function(*self._arguments)
        except BaseException as error:  # noqa: BLE001  it belongs to whoever waits
            if not self._future.cancelled():
                self._future.set_exception(error)
        else:
            if not self._future.cancelled():
                self._future.set_result(result)


class MachineClock:
    """The clock of the server's machine; its wall time may be set. For any thread."""

    def __init__(self, seed: int) -> None:
        self.ahead = timedelta()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._rests = partial(Random(f"{seed} rests").random)

    def now(self) -> datetime:
        return START + timedelta(seconds=self._loop.time()) + self.ahead

    def monotonic(self) -> float:
        # Computing takes no simulated time. Work in slices looks from its own thread whether its slice is over: the
        # loop stands still meanwhile, so chance may say so.
        is_over = threading.get_ident() != self._thread and self._rests() < RESTS
        return self._loop.time() + (1.0 if is_over else 0.0)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

"""A thread for one connection: it does what the event loop hands it, one thing after the other.

A way there and back takes 20 us; through a pool of the standard library, which keeps a second future for each call, 50.
Of a commit that one caller waits for it is some 4 % (docs/performance.md). It is only reached through
`run_in_executor`, which a simulated loop runs inline.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from concurrent.futures import Executor
from queue import SimpleQueue
from threading import Thread, current_thread  # noqa: TID251  see above
from typing import Any, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")


class _HandedCall(NamedTuple):
    """What a thread is to do, and who waits for it."""

    function: Callable[[], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


_HandedCalls: TypeAlias = "SimpleQueue[_HandedCall | None]"


class ConnectionThread(Executor):
    """An executor that answers with futures of the running loop, which asyncio hands on as they are."""

    def __init__(self) -> None:
        self._calls: _HandedCalls = SimpleQueue()
        self._thread = Thread(target=_work, args=(self._calls,), name="graphwright-store", daemon=True)
        self._thread.start()
        # Also at the end of the program, where nothing else waits for such a thread: what was begun is finished.
        self._end = weakref.finalize(self, _end, self._calls, self._thread)

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> asyncio.Future[T]:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]  # see the class
        if not self._end.alive:
            raise RuntimeError("the thread has ended")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._calls.put(_HandedCall(lambda: fn(*args, **kwargs), future, loop))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002  as the base has it
        """Do what waits, and no more."""
        self._end()


def _work(calls: _HandedCalls) -> None:
    while (call := calls.get()) is not None:
        if not call.future.cancelled():
            _carry_out(call)
        del call  # while nothing is to do nothing is held


def _carry_out(call: _HandedCall) -> None:
    try:
        result = call.function()
    except BaseException as error:  # noqa: BLE001  it belongs to whoever waits
        _tell(call, call.future.set_exception, error)
    else:
        _tell(call, call.future.set_result, result)
    finally:
        del call  # the future has the error, and that has this frame: a circle (ADR-108)


def _tell(call: _HandedCall, tell: Callable[[Any], None], outcome: object) -> None:
    def told() -> None:
        if not call.future.done():
            tell(outcome)

    try:
        call.loop.call_soon_threadsafe(told)
    except RuntimeError:
        if not call.loop.is_closed():  # then nobody waits any more
            raise


def _end(calls: _HandedCalls, thread: Thread) -> None:
    calls.put(None)
    if thread is not current_thread():
        thread.join()

"""An event loop on a thread of its own, for programs that do not wait with `await`: scripts, notebooks, a prompt.

The thread is a daemon: a program that forgot to close its project still ends, and what was acknowledged is on the disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Runs what others ask for on its own event loop, one at a time for each who asks."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(  # noqa: TID251  a caller that blocks needs its loop elsewhere
            target=self._loop.run_forever, name="graphwright", daemon=True
        )
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        """Whether it runs nothing any more."""
        return self._loop.is_closed()

    def call(self, work: Callable[[], T]) -> T:
        """What a plain function gives, run where the project lives."""

        async def run() -> T:
            return work()

        return self.wait(run())

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """What a coroutine gives. An interrupt of the caller cancels it."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def enter(self, context: AbstractAsyncContextManager[T]) -> T:
        """Enter an asynchronous context."""
        return self.wait(_entered(context))

    def leave(self, context: AbstractAsyncContextManager[object], error: BaseException | None = None) -> None:
        """Leave it; `error` is what happened inside."""
        self.wait(_left(context, error))

    def close(self) -> None:
        """Cancel what still waits, stop the loop and end the thread."""
        self.wait(_ended())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _entered(context: AbstractAsyncContextManager[T]) -> T:
    return await context.__aenter__()


async def _left(context: AbstractAsyncContextManager[object], error: BaseException | None) -> None:
    await context.__aexit__(None if error is None else type(error), error, None)


async def _ended() -> None:
    loop = asyncio.get_running_loop()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await loop.shutdown_asyncgens()
    await loop.shutdown_default_executor()

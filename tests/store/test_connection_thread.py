"""The thread of a connection: in order, to the end, and nothing of it left behind."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import NoReturn

import pytest

from graphwright.store.connection_thread import ConnectionThread

pytestmark = pytest.mark.requirement("R-125")


@pytest.fixture
def thread() -> Iterator[ConnectionThread]:
    made = ConnectionThread()
    yield made
    made.shutdown()


async def test_what_is_handed_over_is_done_in_order_on_one_thread(thread: ConnectionThread):
    loop = asyncio.get_running_loop()
    seen: list[tuple[int, str]] = []

    def note(number: int) -> int:
        seen.append((number, threading.current_thread().name))
        return number

    answers = await asyncio.gather(*(loop.run_in_executor(thread, note, number) for number in range(20)))

    assert answers == list(range(20))
    assert seen == [(number, "graphwright-store") for number in range(20)]


async def test_who_waits_is_told_the_error_and_the_next_one_is_served(thread: ConnectionThread):
    loop = asyncio.get_running_loop()
    with pytest.raises(ZeroDivisionError):
        await loop.run_in_executor(thread, lambda: 1 // 0)
    assert await loop.run_in_executor(thread, lambda: 1) == 1


async def test_an_error_leaves_no_circle(thread: ConnectionThread):
    class Told(Exception):
        pass

    def fail() -> NoReturn:
        raise Told

    async def ask() -> weakref.ref[Told]:
        try:
            await asyncio.get_running_loop().run_in_executor(thread, fail)
        except Told as told:
            return weakref.ref(told)
        raise AssertionError

    gc.disable()
    try:
        told = await ask()
        await asyncio.get_running_loop().run_in_executor(thread, int)  # the thread has let go of the one before
        assert told() is None
    finally:
        gc.enable()


async def test_what_nobody_waits_for_any_more_is_not_begun(thread: ConnectionThread):
    loop = asyncio.get_running_loop()
    goes_on, done = threading.Event(), list[str]()
    first = loop.run_in_executor(thread, goes_on.wait)
    second = loop.run_in_executor(thread, done.append, "second")
    second.cancel()
    goes_on.set()
    await first
    await loop.run_in_executor(thread, done.append, "third")

    assert done == ["third"]


async def test_the_end_waits_for_what_was_handed_over_and_takes_no_more():
    thread = ConnectionThread()
    loop = asyncio.get_running_loop()
    done: list[int] = []
    waiting = [loop.run_in_executor(thread, done.append, number) for number in range(10)]
    thread.shutdown()

    assert done == list(range(10))
    await asyncio.gather(*waiting)
    with pytest.raises(RuntimeError):
        await loop.run_in_executor(thread, int)
    thread.shutdown()  # once more changes nothing


async def test_a_thread_that_nobody_has_any_more_ends():
    before = threading.active_count()
    thread = ConnectionThread()
    await asyncio.get_running_loop().run_in_executor(thread, int)
    assert threading.active_count() == before + 1
    del thread
    gc.collect()

    assert threading.active_count() == before


def test_a_program_that_ends_finishes_what_it_began():
    program = """
import asyncio, time
from graphwright.store.connection_thread import ConnectionThread
thread = ConnectionThread()
def work():
    time.sleep(0.2)
    print("written", flush=True)
async def main():
    asyncio.get_running_loop().run_in_executor(thread, work)
asyncio.run(main())
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)

    assert (ended.stdout, ended.stderr) == ("written\n", "")

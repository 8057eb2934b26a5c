"""What comes in from the world through the ports is what the program relies on."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest

from graphwright.pauses import paced, pause
from graphwright.ports import Ids, ManualClock, Overtaken, in_slices, short_collections, talking_process, uncollected
from tests.waiting import pace_of_a_process

START = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.requirement("D-29", "WD-06")
def test_an_id_begins_with_the_moment_it_was_made_and_nobody_can_guess_the_rest():
    clock = ManualClock(START)
    ids = Ids(clock)
    early = {ids.new() for _ in range(2_000)}
    clock.advance(0.001)
    late = {ids.new() for _ in range(2_000)}

    assert len(early | late) == 4_000
    assert max(early) < min(late)
    made = {UUID(each).int >> 80 for each in early}
    assert made == {int(START.timestamp() * 1000)}
    assert {UUID(each).version for each in early | late} == {7}
    assert Ids(clock, Random(1).randbytes).new() != Ids(clock, Random(2).randbytes).new()


@pytest.fixture
def thawed() -> Iterator[None]:
    """What a test takes for lasting is looked at again by the tests after it."""
    yield
    gc.unfreeze()


@pytest.mark.requirement("Z-34")
@pytest.mark.usefixtures("thawed")
def test_a_large_model_that_was_made_is_not_gone_through_again_and_goes_with_its_last_reference():
    gc.collect()  # what others have made is none of the new
    before = gc.get_freeze_count()
    with uncollected():
        few = [[each] for each in range(1_000)]
    assert gc.get_freeze_count() <= before  # less: what lasted may go while others work in this process
    with uncollected():
        many = [[each] for each in range(100_000)]
    lasting = gc.get_freeze_count()
    assert lasting >= before + len(many) + len(few)
    with uncollected():
        few.append([1_000])
    assert gc.get_freeze_count() >= lasting - 100, "a small load does not have the large one gone through again"
    del many
    assert gc.get_freeze_count() <= lasting - 100_000


@pytest.mark.requirement("Z-34")
@pytest.mark.usefixtures("thawed")
def test_a_large_model_does_not_put_off_the_next_look_until_a_quarter_as_much_is_new():
    old = [[each] for each in range(400_000)]
    gc.collect()
    with short_collections(), uncollected():
        many = [[each] for each in range(100_000)]
    with short_collections():
        looks = gc.get_stats()[2]["collections"]
        few = [[each] for each in range(30_000)]
        assert gc.get_stats()[2]["collections"] > looks
    assert (len(old), len(many), len(few)) == (400_000, 100_000, 30_000)


@pytest.mark.requirement("Z-34")
@pytest.mark.usefixtures("thawed")
def test_what_survived_a_long_look_of_the_collector_is_not_looked_at_again():
    moments = iter([0.0, 0.001, 1.0, 1.5])
    thresholds = gc.get_threshold()
    gc.disable()
    try:
        with short_collections(longest_s=0.003, timer=lambda: next(moments)):
            made = [[each] for each in range(20_000)]
            before = gc.get_freeze_count()
            gc.collect()
            assert gc.get_freeze_count() <= before  # less: what lasted may go while others work in this process
            gc.collect()
            assert gc.get_freeze_count() >= before + len(made) // 2
    finally:
        gc.enable()
    assert gc.get_threshold() == thresholds


@pytest.mark.requirement("Z-169")
@pytest.mark.usefixtures("thawed")
def test_a_look_of_the_collector_that_is_interrupted_is_no_long_one():
    """Whoever waits uses no processor time, as a process does that another one interrupts."""

    def wait(phase: str, _info: dict[str, int]) -> None:
        if phase == "stop":
            pace_of_a_process(0.5)

    gc.disable()
    try:
        with short_collections(longest_s=0.4):
            gc.callbacks.insert(0, wait)
            made = [[each] for each in range(20_000)]
            before = gc.get_freeze_count()
            gc.collect()
            assert gc.get_freeze_count() < before + len(made) // 2
    finally:
        gc.callbacks.remove(wait)
        gc.enable()


class Restless(ManualClock):
    """A clock by which every slice is over at its first pause."""

    def monotonic(self) -> float:
        self.advance(1)
        return super().monotonic()


@pytest.mark.requirement("R-101")
async def test_work_in_slices_stands_still_while_others_work_and_gives_its_result():
    steps = list[str]()

    def work() -> int:
        for number in paced(range(6), 2):
            steps.append(f"work {number}")
        return len(steps)

    async def others() -> None:
        while True:
            steps.append("others")
            await asyncio.sleep(0)

    busy = asyncio.create_task(others())
    result = await in_slices(work, Restless(START))
    busy.cancel()

    written = [each for each in steps if each != "others"]
    assert written == [f"work {number}" for number in range(6)]
    assert result > len(written)
    assert steps.index("others") == 2  # behind the first pause
    assert await in_slices(work, ManualClock(START)) == len(steps)  # a slice that is not over needs no rest
    pause()  # and work that nobody runs in slices none at all


@pytest.mark.requirement("R-101")
async def test_what_goes_wrong_in_slices_is_told_to_whoever_waits():
    def work() -> None:
        pause()
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        await in_slices(work, Restless(START))


@pytest.mark.requirement("R-101")
async def test_work_that_is_overtaken_or_that_nobody_waits_for_ends_at_its_pause():
    ends = list[str]()

    def work(name: str) -> None:
        try:
            pause()
            ends.append(f"{name} went on")
        except Exception:  # noqa: BLE001  as there is work that does
            ends.append(f"{name} went on, too")
        finally:
            pause()
            ends.append(name)

    before = threading.active_count()
    with pytest.raises(Overtaken):
        await in_slices(lambda: work("overtaken"), Restless(START), goes_on=lambda: False)
    waiting = asyncio.create_task(in_slices(lambda: work("left"), Restless(START)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert ends == []
    for thread in threading.enumerate():
        if thread.daemon and thread is not threading.current_thread():
            thread.join(timeout=5)
    assert threading.active_count() <= before


@pytest.mark.requirement("R-121")
async def test_a_process_that_is_talked_with_is_killed_also_when_nobody_waits_for_its_end():
    async def talk(kept: list[Any]) -> None:
        async with talking_process("code") as conversation:  # it waits for a line until it is killed
            kept.append(conversation._process)
            task = asyncio.current_task()
            assert task is not None
            task.cancel()

    kept: list[Any] = []
    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(talk(kept))

    assert kept[0]._transport.is_closing()
    assert await kept[0].wait() == -9

"""A run goes ahead of the disk while nothing it does can be seen; what is seen, paid or committed comes after it."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from graphwright.errors import GraphwrightError, OwnerLost, StoreBusy, StoreFull
from graphwright.protocol.events import LayoutChanged, MessageDelta, RunStarted, StepFinished, StepStarted
from graphwright.protocol.ids import MessageId, RunId
from graphwright.runs import execution
from graphwright.runs.execution import MAX_AHEAD
from graphwright.runs.run_ending import RunState
from graphwright.runs.scope import RunScope, StepScope
from graphwright.store.base import Store
from tests.runs.place import Answer, Ask, Halting, Place, begin, engine_of, new_place, reopened, run_once

DELTA = MessageDelta(message_id=MessageId("m"), attempt=1, part=0, offset=0, text="Hello")


class Recorded:
    """A workflow of reads and then an effect, and what was done when."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def read(self, step: StepScope, n: int) -> int:
        self.done.append(f"read {n}")
        return n

    async def act(self, step: StepScope, n: int) -> int:
        await step.durable()
        self.done.append(f"act {n}")
        step.publish(DELTA)
        return n

    async def story(self, run: RunScope, request: Ask) -> Answer:
        one = await run.step("context", self.read, 1)
        two = await run.step("tool_call", self.read, 2)
        three = await run.step("llm_call", self.act, 3)
        return Answer(values=[one, two, three])


class Failing(Halting):
    """A disk that refuses one append and then works again."""

    def __init__(self, store: Store, at: int, error: Exception) -> None:
        super().__init__(store, at, keeps_last=False)
        self.error = error

    async def append(self, *arguments, **options) -> int:
        self.left -= 1
        if self.left == 0:
            raise self.error
        return await self.inner.append(*arguments, **options)


async def keys(place: Place) -> list[str]:
    """The steps in the journal, `+` for a beginning and `=` for an end, in its order."""
    journal = await place.journal()
    return [
        f"{'+' if isinstance(event, StepStarted) else '='}{event.key}"
        for event in journal
        if isinstance(event, StepStarted | StepFinished) and event.key
    ]


async def the_run(place: Place) -> RunId:
    [run] = [event for event in await place.journal() if isinstance(event, RunStarted)]
    return run.run_id


async def taken_up(place: Place, recorded: Recorded) -> RunState:
    engine = engine_of(reopened(place), recorded.story)
    run_id = await the_run(reopened(place))
    await engine.resume(run_id)
    return await engine.settled(run_id)


@pytest.mark.requirement("I-09")
async def test_reads_are_written_together_and_an_effect_comes_after_them():
    place = await new_place()
    appended: list[int] = []
    recorded = Recorded()
    inner = place.store.append

    async def counting(project_id, entries, **options) -> int:
        appended.append(len(entries))
        return await inner(project_id, entries, **options)

    place.store.append = counting  # type: ignore[method-assign]
    await run_once(place, recorded.story)
    order = ["+context#1", "=context#1", "+tool_call#1", "=tool_call#1", "+llm_call#1", "=llm_call#1"]
    assert await keys(place) == order
    assert appended == [2, 5, 1, 2], "the run, what led to the effect, its end, the end of the run"
    assert [type(event) for event in place.heard].index(MessageDelta) == 2 + 5, "heard when all before it is durable"
    assert place.heard[:7] + place.heard[8:] == (await place.journal())[1:]


@pytest.mark.requirement("I-09")
async def test_what_nobody_awaits_is_written_a_moment_later_though_the_run_goes_on():
    gate = asyncio.Event()

    async def wait(step: StepScope, n: int) -> int:
        await gate.wait()
        return n

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("context", wait, 1)])

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    async with asyncio.timeout(60):
        while await keys(place) != ["+context#1"]:
            await asyncio.sleep(execution.SOON_S)
    gate.set()
    await engine.settled(run_id)
    assert await keys(place) == ["+context#1", "=context#1"]


@pytest.mark.requirement("I-08", "I-09", "T-08")
async def test_a_process_that_ends_between_handing_over_and_durable_does_the_reads_again_and_no_effect_twice():
    place = await new_place(lambda store: cast("Store", Halting(store, 2, keeps_last=False)))
    recorded = Recorded()
    with pytest.raises(StoreBusy):
        await run_once(place, recorded.story)
    assert recorded.done == ["read 1", "read 2"], "it went ahead, and stopped before the effect"
    assert (await keys(reopened(place)), DELTA in place.heard) == ([], False)
    state = await taken_up(place, recorded)
    assert state.status == "completed"
    assert recorded.done == ["read 1", "read 2", "read 1", "read 2", "act 3"]


@pytest.mark.requirement("I-09")
async def test_a_process_that_ends_just_after_they_were_durable_does_none_of_them_again():
    place = await new_place(lambda store: cast("Store", Halting(store, 2, keeps_last=True)))
    recorded = Recorded()
    with pytest.raises(StoreBusy):
        await run_once(place, recorded.story)
    state = await taken_up(place, recorded)
    assert state.status == "completed"
    assert recorded.done == ["read 1", "read 2", "act 3"]


@pytest.mark.requirement("I-08", "R-67")
@pytest.mark.parametrize("error", [StoreFull("the disk is full"), OwnerLost("another process has it")])
async def test_a_write_that_fails_while_nobody_waits_for_it_stops_the_run_at_the_next_record(error: GraphwrightError):
    nobody_looked: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: nobody_looked.append(context))
    gate = asyncio.Event()

    class Slowly(Recorded):
        async def read(self, step: StepScope, n: int) -> int:
            if n == 2:
                await gate.wait()
            return await super().read(step, n)

    place = await new_place(lambda store: cast("Store", Failing(store, 2, error)))
    recorded = Slowly()
    engine = engine_of(place, recorded.story)
    run_id = await begin(engine)
    while cast("Failing", place.store).left > 0:
        await asyncio.sleep(0)
    gate.set()
    with pytest.raises(type(error)):
        await engine.settled(run_id)
    await engine.close()
    assert recorded.done == ["read 1", "read 2"]
    assert await keys(place) == [], "the disk works again, but nothing follows what it refused"
    assert nobody_looked == []
    gate.set()
    assert (await taken_up(place, recorded)).status == "completed"


@pytest.mark.requirement("I-05", "R-67")
async def test_what_waits_behind_a_failed_write_is_not_written_though_the_disk_works_again():
    entered, gate = asyncio.Event(), asyncio.Event()

    class Stopping(Failing):
        async def append(self, *arguments, **options) -> int:
            if self.left == 1:
                entered.set()
                await gate.wait()
            return await super().append(*arguments, **options)

    async def read(step: StepScope, n: int) -> int:
        return n

    async def patient(step: StepScope) -> int:
        await entered.wait()
        return 1

    async def workflow(run: RunScope, request: Ask) -> Answer:
        one = await run.step("context", patient)
        two = await run.step("tool_call", read, 2)
        gate.set()
        return Answer(values=[one, two, await run.step("plan", read, 3)])

    place = await new_place(lambda store: cast("Store", Stopping(store, 2, StoreFull("the disk is full"))))
    with pytest.raises(StoreFull):
        await run_once(place, workflow)
    assert await keys(place) == []


@pytest.mark.requirement("I-08")
async def test_a_run_that_is_taken_up_counts_every_beginning_before_the_step_does_anything():
    class Deadly(Recorded):
        async def read(self, step: StepScope, n: int) -> int:
            begun = [event for event in await reopened(place).journal() if isinstance(event, StepStarted)]
            self.done.append(f"{step.key} begun {sum(event.key == step.key for event in begun)} times")
            return n

    place = await new_place(lambda store: cast("Store", Halting(store, 2, keeps_last=False)))
    recorded = Deadly()
    with pytest.raises(StoreBusy):
        await run_once(place, recorded.story)
    recorded.done.clear()
    await taken_up(place, recorded)
    assert recorded.done == ["context#1 begun 1 times", "tool_call#1 begun 1 times", "act 3"]


@pytest.mark.requirement("I-08", "R-43")
async def test_a_run_that_records_what_cannot_be_written_fails_visibly():
    async def garbled(step: StepScope) -> int:
        await step.record([LayoutChanged(view="\ud800", positions={})])
        return 1

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("plan", garbled)])

    place = await new_place()
    state = await run_once(place, workflow)
    assert state.error
    assert (state.status, state.error.code) == ("failed", "invalidCommand")
    assert await keys(place) == [], "what was handed over together is written together or not at all"


async def test_a_run_goes_only_so_far_ahead():
    gate = asyncio.Event()
    done: list[int] = []

    class Slow(Halting):
        async def append(self, *arguments, **options) -> int:
            if self.left < 1_000:
                await gate.wait()
            return await super().append(*arguments, **options)

    async def read(step: StepScope, n: int) -> int:
        done.append(n)
        return n

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("context", read, n, key=str(n)) for n in range(3 * MAX_AHEAD)])

    place = await new_place(lambda store: cast("Store", Slow(store, 1_000, keeps_last=True)))
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    for _ in range(50 * MAX_AHEAD):
        await asyncio.sleep(0)
    assert len(done) == MAX_AHEAD // 2, "the disk has answered nothing yet"
    gate.set()
    assert (await engine.settled(run_id)).status == "completed"
    assert len(done) == 3 * MAX_AHEAD


@pytest.mark.requirement("I-09")
@pytest.mark.parametrize("reach", ["publish", "finish"])
async def test_a_step_that_reaches_beyond_itself_before_it_is_durable_is_told_so(reach: str):
    async def hasty(step: StepScope) -> int:
        if reach == "publish":
            step.publish(DELTA)
        else:
            step.finish(1)
        return 1

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("commit", hasty)])

    place = await new_place()
    state = await run_once(place, workflow)
    assert state.error
    assert (state.status, state.error.code) == ("failed", "internal")
    assert "has to await `durable` before" in state.error.message
    assert DELTA not in place.heard

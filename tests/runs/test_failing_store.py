"""A store that fails in the middle of a run, while the process lives: the run is taken up again, or says why it ended."""

from __future__ import annotations

from typing import cast

import pytest

from graphwright.errors import OwnerLost, StoreBusy, StoreDamaged, StoreError, StoreFull
from graphwright.protocol.events import RunFinished
from graphwright.protocol.ids import RunId
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope, StepScope
from graphwright.store.base import Store
from tests.runs.place import START, Answer, Ask, Halting, Place, begin, engine_of, new_place

requirement = pytest.mark.requirement


class Failing(Halting):
    """A disk that refuses so many appends, from the n-th on, and then works again."""

    def __init__(self, store: Store, at: int, error: Exception, times: int = 1) -> None:
        super().__init__(store, at, keeps_last=False)
        self.error = error
        self.times = times

    async def append(self, *arguments, **options) -> int:
        self.left -= 1
        if 0 >= self.left > -self.times:
            raise self.error
        return await self.inner.append(*arguments, **options)


class Counted:
    """A workflow of a lookup and two effects, and how often each was begun."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def look(self, step: StepScope) -> int:
        self.done.append(step.key)
        return 1

    async def act(self, step: StepScope) -> int:
        await step.durable()
        self.done.append(step.key)
        return 1

    async def story(self, run: RunScope, request: Ask) -> Answer:
        looked = await run.step("context", self.look)
        one = await run.step("llm_call", self.act)
        return Answer(values=[looked, one, await run.step("commit", self.act)])


async def place_of(at: int, error: Exception, times: int = 1) -> Place:
    return await new_place(lambda store: cast("Store", Failing(store, at, error, times)))


async def stranded(place: Place, engine: Engine) -> RunId | None:
    """The run, where the store failed it; None where it could not even begin, or ended before."""
    try:
        run_id = await begin(engine)
    except StoreError:
        return None
    try:
        assert (await engine.settled(run_id)).status == "completed"
    except StoreError:
        assert (await engine.settled(run_id)).status == "running"
        return run_id
    return None


@requirement("R-151")
@pytest.mark.parametrize("error", [StoreBusy("away"), StoreFull("full")], ids=["busy", "full"])
async def test_a_run_that_the_store_failed_at_any_append_is_taken_up_by_the_next_sweep(error: StoreError):
    met = 0
    for at in range(1, 20):
        place, counted = await place_of(at, error), Counted()
        engine = engine_of(place, counted.story)
        run_id = await stranded(place, engine)
        if run_id is None:
            continue
        met += 1
        before = {
            key for key in counted.done if (step := (await place.steps(run_id)).get(key)) and step.status != "running"
        }
        await engine.sweep(START)
        assert (await engine.settled(run_id)).status == "completed"
        assert all(counted.done.count(key) == 1 for key in before), "what was recorded is not done again"
        assert sum(isinstance(event, RunFinished) for event in await place.journal()) == 1
        seen = list(counted.done)
        await engine.sweep(START)
        assert counted.done == seen
        await engine.close()
    assert met >= 4


@requirement("R-151")
async def test_it_is_tried_again_as_long_as_the_store_is_away_and_whoever_stops_it_has_the_last_word():
    place, counted = await place_of(3, StoreFull("full"), times=4), Counted()
    engine = engine_of(place, counted.story)
    run_id = await stranded(place, engine)
    assert run_id
    for _ in range(2):
        await engine.sweep(START)
        with pytest.raises(StoreFull):
            await engine.settled(run_id)
    while (state := await _stopped(engine, run_id)) is None:
        pass
    await engine.sweep(START)
    assert (state, (await engine.settled(run_id)).status) == ("cancelled", "cancelled")
    await engine.close()


async def _stopped(engine: Engine, run_id: RunId) -> str | None:
    try:
        return (await engine.cancel(run_id)).status
    except StoreFull:
        return None


@requirement("R-151")
async def test_what_no_time_mends_ends_the_run_with_its_reason():
    async def damaged(step: StepScope) -> int:
        raise StoreDamaged("a blob cannot be read; restore a backup")

    async def story(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("context", damaged)])

    engine = engine_of(await new_place(), story)
    state = await engine.settled(await begin(engine))
    assert state.error
    assert (state.status, state.error.code, state.error.message) == (
        "failed",
        "storeDamaged",
        "a blob cannot be read; restore a backup",
    )


@requirement("R-151", "I-07")
async def test_a_run_that_another_process_has_is_left_to_it():
    place, counted = await place_of(3, OwnerLost("another process has it")), Counted()
    engine = engine_of(place, counted.story)
    run_id = await begin(engine)
    with pytest.raises(OwnerLost):
        await engine.settled(run_id)
    done = list(counted.done)
    await engine.sweep(START)
    assert ((await engine.settled(run_id)).status, counted.done) == ("running", done)

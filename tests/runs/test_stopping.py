"""Cancelling, deadlines, shutting down and losing ownership: a run always ends in a named state, and nothing late is kept."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import cast

import pytest

from graphwright.errors import Conflict, LimitExceeded, NotFound, OwnerLost
from graphwright.protocol.events import MessageDelta, RunFinished, StepFinished, StepProgressed, StepStarted
from graphwright.protocol.ids import MessageId, RunId, ThreadId
from graphwright.protocol.runs import Form, FormField, RunStatus, StepStatus
from graphwright.runs import execution
from graphwright.runs.engine import MAX_ACTIVE, Engine
from graphwright.runs.scope import RunScope, StepScope
from graphwright.store.base import Store
from tests.runs.place import ANA, START, Answer, Ask, Halting, Place, begin, engine_of, new_place, reopened

FORM = Form(fields=[FormField(key="ok", label="OK", type="boolean", required=True)], who_may_answer="ask")


async def echo(step: StepScope, n: int) -> int:
    return n


async def committed(step: StepScope, n: int) -> int:
    await step.durable()
    return n


async def for_ever(step: StepScope) -> int:
    await asyncio.Event().wait()
    return 1


async def stuck(run: RunScope, request: Ask) -> Answer:
    await run.step("context", echo, 1)
    await run.parallel(run.step("model_call", for_ever), run.step("plan", for_ever))
    return Answer()


async def until(place: Place, run_id: RunId, key: str) -> None:
    while key not in await place.steps(run_id):
        await asyncio.sleep(0)


async def begun(place: Place, engine: Engine, key: str = "plan#1") -> RunId:
    run_id = await begin(engine)
    await until(place, run_id, key)
    return run_id


@pytest.mark.requirement("R-65", "I-08")
async def test_a_cancelled_run_keeps_what_was_finished_and_closes_the_rest():
    place = await new_place()
    engine = engine_of(place, stuck)
    run_id = await begun(place, engine)
    state = await engine.cancel(run_id)
    assert state.status == "cancelled"
    assert {key: step.status for key, step in (await place.steps(run_id)).items()} == {
        "": "cancelled",
        "context#1": "completed",
        "model_call#1": "cancelled",
        "plan#1": "cancelled",
    }
    assert await engine.cancel(run_id) == state
    assert sum(isinstance(event, RunFinished) for event in await place.journal()) == 1


@pytest.mark.requirement("R-65")
async def test_the_half_result_of_a_step_that_swallows_the_cancel_is_not_stored():
    async def swallowing(step: StepScope) -> int:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return 7
        return 8

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("plan", swallowing), await run.step("context", echo, 1)])

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begun(place, engine)
    assert (await engine.cancel(run_id)).status == "cancelled"
    steps = await place.steps(run_id)
    assert steps["plan#1"].status == "cancelled"
    assert "context#1" not in steps


@pytest.mark.requirement("R-65", "I-07", "WE-16")
async def test_a_task_that_will_not_end_is_abandoned_and_its_later_writes_are_refused():
    late: list[BaseException] = []
    release = asyncio.Event()

    async def stubborn(step: StepScope) -> int:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue
        for write in (step.record([]), step.execution.host.recorded([step.finish(5)[0]], fence=step.fence)):
            try:
                await write
            except (asyncio.CancelledError, OwnerLost) as error:
                late.append(error)
        try:
            step.publish(MessageDelta(message_id=MessageId("m"), attempt=1, part=0, offset=0, text="late"))
        except asyncio.CancelledError as error:
            late.append(error)
        return 5

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("plan", stubborn)])

    place = await new_place()
    engine = engine_of(place, workflow, grace_s=0.01)
    run_id = await begun(place, engine)
    assert (await engine.cancel(run_id)).status == "cancelled"
    assert engine.abandoned == 1
    journal = await place.journal()
    release.set()
    while len(late) < 3:
        await asyncio.sleep(0)
    assert [type(error) for error in late] == [asyncio.CancelledError, OwnerLost, asyncio.CancelledError]
    assert await place.journal() == journal


@pytest.mark.requirement("I-08", "C-82")
async def test_a_waiting_run_can_be_cancelled_and_an_ended_one_stays_as_it_is():
    async def asking(run: RunScope, request: Ask) -> Answer:
        await run.form(FORM)
        return Answer(values=[1])

    place = await new_place()
    engine = engine_of(place, asking)
    waiting, answered = await begin(engine), await begin(engine)
    await engine.settled(waiting)
    state = await engine.settled(answered)
    await engine.answer(answered, state.waits[0].step_id, {"ok": True}, ANA)
    completed = await engine.settled(answered)
    assert (await engine.cancel(waiting)).status == "cancelled"
    assert await engine.cancel(answered) == completed
    with pytest.raises(NotFound):
        await engine.cancel(RunId("nobody"))


@pytest.mark.requirement("I-08", "E-54", "R-122")
async def test_a_run_that_works_longer_than_its_deadline_fails():
    place = await new_place()
    engine = engine_of(place, stuck)
    run_id = await begun(place, engine)
    place.clock.advance(15 * 60)
    await engine.sweep(place.clock.now())
    for _ in range(20):  # a run that is stopped needs some turns of the loop to end
        await asyncio.sleep(0)
    assert (await place.steps(run_id))["plan#1"].status == "running"
    place.clock.advance(1)
    await engine.sweep(place.clock.now())
    state = await engine.settled(run_id)
    assert state.status == "failed"
    assert state.error
    assert (state.error.code, state.error.message) == ("limitExceeded", "the run worked longer than 15 minutes")


@pytest.mark.requirement("I-08")
async def test_days_of_waiting_do_not_count_as_work_but_earlier_work_does():
    async def working(step: StepScope) -> int:
        await step.execution.host.clock.sleep(10 * 60)
        return 1

    async def workflow(run: RunScope, request: Ask) -> Answer:
        await run.step("context", working)
        await run.form(FORM)
        await run.step("plan", for_ever)
        return Answer()

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    place.clock.advance(timedelta(days=2).total_seconds())
    await engine.answer(run_id, state.waits[0].step_id, {"ok": True}, ANA)
    await until(place, run_id, "plan#1")
    place.clock.advance(4 * 60)
    await engine.sweep(place.clock.now())
    assert (await place.steps(run_id))["plan#1"].status == "running"
    place.clock.advance(2 * 60)
    await engine.sweep(place.clock.now())
    assert (await engine.settled(run_id)).status == "failed"


@pytest.mark.requirement("I-08")
async def test_closing_the_engine_leaves_its_runs_to_the_next_start():
    place = await new_place()
    engine = engine_of(place, stuck)
    run_id = await begun(place, engine)
    await engine.close()
    assert (await engine.settled(run_id)).status == "running"
    later = engine_of(reopened(place), stuck)
    await later.resume_all()
    while (await place.steps(run_id))["plan#1"].attempt < 2:
        await asyncio.sleep(0)
    assert (await later.cancel(run_id)).status == "cancelled"
    assert (await place.steps(run_id))["context#1"].attempt == 1


@pytest.mark.requirement("I-08", "R-125")
async def test_closing_the_engine_ends_what_works_also_where_other_runs_still_wait_for_their_turn():
    place = await new_place()
    engine = engine_of(place, stuck)
    thread_id = ThreadId("t1")
    ask = partial(engine.start, "build", author=ANA, question="what?", thread_id=thread_id)
    runs = [await ask(Ask(number=1))]
    await until(place, runs[0], "plan#1")
    runs.append(await ask(Ask(number=2)))

    await engine.close()

    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert (engine.under_way, [(await engine.settled(each)).status for each in runs]) == ({}, ["running", "queued"])
    later = engine_of(reopened(place), stuck)
    await later.resume_all()
    await later.cancel(runs[0])
    await until(place, runs[1], "plan#1")
    await later.close()


@pytest.mark.requirement("I-07")
async def test_a_run_is_owned_once_for_each_pass_over_its_code():
    place = await new_place()

    async def workflow(run: RunScope, request: Ask) -> Answer:
        await run.step("context", echo, 1)
        return Answer(values=[run.revision])

    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    state = await engine.settled(run_id)

    assert (state.status, bytes(state.result or b"")) == ("completed", b'{"values":[0]}')
    assert (await place.store.own(run_id, by="somebody")).number == 2


@pytest.mark.requirement("I-08", "R-65")
async def test_a_step_that_ran_out_of_time_has_ended_before_the_next_one_begins():
    place = await new_place()

    async def workflow(run: RunScope, request: Ask) -> Answer:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.001):
                await run.step("context", for_ever)
        return Answer(values=[await run.step("plan", committed, 1)])

    engine = engine_of(place, workflow)
    await engine.settled(await begin(engine))

    steps = [event for event in await place.journal() if isinstance(event, StepStarted | StepFinished) and event.key]
    assert [(each.key, each.status) for each in steps] == [
        ("context#1", "running"),
        ("context#1", "cancelled"),
        ("plan#1", "running"),
        ("plan#1", "completed"),
    ]


@pytest.mark.requirement("I-07", "E-55", "WE-16")
async def test_a_run_has_one_owner_and_the_earlier_one_is_refused():
    gate = asyncio.Event()

    async def gated(step: StepScope) -> int:
        await gate.wait()
        return 1

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("plan", gated)])

    place = await new_place()
    first = engine_of(place, workflow, owner="first")
    run_id = await begun(place, first)
    second = engine_of(reopened(place), workflow, owner="second")
    await second.resume(run_id)
    while (await place.steps(run_id))["plan#1"].attempt < 2:
        await asyncio.sleep(0)
    gate.set()
    with pytest.raises(OwnerLost):
        await first.settled(run_id)
    assert (await second.settled(run_id)).status == "completed"
    ends = [event for event in await place.journal() if isinstance(event, StepFinished) and event.key == "plan#1"]
    assert [end.attempt for end in ends] == [2]


@pytest.mark.requirement("C-82")
async def test_runs_beyond_the_limit_are_queued_and_then_take_their_turn():
    place = await new_place()
    engine = engine_of(place, stuck)
    runs = [await begin(engine) for _ in range(MAX_ACTIVE)]
    await until(place, runs[-1], "plan#1")
    queued, given_up = await begin(engine), await begin(engine)
    document = await place.store.document(place.project_id, "run", queued)
    assert document
    assert b'"status":"queued"' in document.body
    assert (await engine.cancel(given_up)).status == "cancelled"
    await engine.cancel(runs[0])
    await until(place, queued, "plan#1")
    assert (await engine.settled(runs[0])).status == "cancelled"
    await engine.close()


async def test_a_run_id_is_used_once():
    place = await new_place()
    engine = engine_of(place, stuck)
    run_id = await begun(place, engine)
    with pytest.raises(Conflict):
        await engine.start("build", Ask(), author=ANA, question="again", run_id=run_id)
    await engine.close()


@pytest.mark.requirement("R-122")
@pytest.mark.parametrize(
    ("limit", "count", "says"),
    [
        ("parallel", 100, None),
        ("parallel", 101, "at most 100 steps run side by side, not 101"),
        ("depth", 32, None),
        ("depth", 33, "steps may be nested at most 32 deep"),
        ("steps", 5, None),
        ("steps", 6, "a run has at most 5 steps"),
        ("key", 200, None),
        ("key", 201, "Misuse: the key of a step has 1 to 200 characters, not 201"),
        ("key", 0, "Misuse: the key of a step has 1 to 200 characters, not 0"),
    ],
)
async def test_a_run_may_reach_each_limit_and_fails_one_beyond_it(
    limit: str, count: int, says: str | None, monkeypatch: pytest.MonkeyPatch
):
    async def deeper(step: StepScope, left: int) -> int:
        return await step.step("turn", deeper, left - 1) if left else 0

    async def workflow(run: RunScope, request: Ask) -> Answer:
        match limit:
            case "parallel":
                await run.parallel(*(run.step("turn", echo, n, key=str(n)) for n in range(count)))
            case "depth":
                await run.step("turn", deeper, count - 1)
            case "steps":
                for n in range(count):
                    await run.step("turn", echo, n, key=str(n))
            case _:
                await run.step("turn", echo, 0, key="k" * count)
        return Answer()

    monkeypatch.setattr(execution, "MAX_STEPS", 5 if limit == "steps" else execution.MAX_STEPS)
    engine = engine_of(await new_place(), workflow)
    state = await engine.settled(await begin(engine))
    assert (state.status, state.error and state.error.message) == ("failed" if says else "completed", says)


@pytest.mark.parametrize("bound", ["parallel", "depth"])
async def test_a_run_is_bounded(bound: str):
    async def deeper(step: StepScope) -> int:
        return await step.step("turn", deeper)

    async def workflow(run: RunScope, request: Ask) -> Answer:
        if bound == "depth":
            await run.step("turn", deeper)
        await run.parallel(*(run.step("turn", echo, n, key=str(n)) for n in range(101)))
        return Answer()

    engine = engine_of(await new_place(), workflow)
    state = await engine.settled(await begin(engine))
    assert state.error
    assert (state.status, state.error.code) == ("failed", LimitExceeded.code)


@pytest.mark.requirement("C-83")
async def test_progress_is_told_to_everybody_and_kept_nowhere():
    async def batches(step: StepScope) -> int:
        await step.durable()
        step.progress(1, 2, "Batch 1/2")
        return 2

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("commit", batches)])

    place = await new_place()
    engine = engine_of(place, workflow)
    await engine.settled(await begin(engine))
    [told] = [event for event in place.heard if isinstance(event, StepProgressed)]
    assert (told.done, told.total, told.note, told.depth, len(told.path)) == (1, 2, "Batch 1/2", 1, 2)
    assert not [event for event in await place.journal() if isinstance(event, StepProgressed)]
    assert place.clock.now() == START


class Slow(Halting):
    """A store whose appends wait for a gate before they are durable."""

    def __init__(self, store: Store, gate: asyncio.Event) -> None:
        super().__init__(store, 1_000, keeps_last=True)
        self.gate = gate
        self.entered = 0

    async def append(self, *arguments, **options) -> int:
        self.entered += 1
        await self.gate.wait()
        return await super().append(*arguments, **options)


async def entered(store: Slow, appends: int) -> None:
    while store.entered < appends:
        await asyncio.sleep(0)


@pytest.mark.requirement("R-65", "I-09")
async def test_a_write_that_was_under_way_when_the_run_was_cancelled_is_still_recorded():
    gate = asyncio.Event()
    slow: list[Slow] = []

    def wrap(store: Store) -> Store:
        slow.append(Slow(store, gate))
        return cast("Store", slow[0])

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("plan", echo, 1), await run.step("context", committed, 1)])

    place = await new_place(wrap)
    gate.set()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    gate.clear()
    await entered(slow[0], 2)  # the run, and now the first step and the beginning of the second are being written
    cancelling = asyncio.ensure_future(engine.cancel(run_id))
    await asyncio.sleep(0)
    gate.set()
    assert (await cancelling).status == "cancelled"
    steps = await place.steps(run_id)
    assert (steps["plan#1"].status, steps["context#1"].status) == ("completed", "cancelled")


@pytest.mark.requirement("I-08", "R-66")
def test_a_process_that_is_interrupted_leaves_its_runs_to_the_next_start():
    """Ctrl-C cancels every task of the loop; that is not the cancel of a run and no timeout of the workflow."""
    kept: list[Place] = []

    async def first() -> None:
        place = await new_place()
        kept.append(place)
        await begun(place, engine_of(place, stuck))

    async def second() -> list[StepStatus]:
        engine = engine_of(reopened(kept[0]), stuck)
        await engine.resume_all()
        [document] = await kept[0].store.documents(kept[0].project_id, "run")
        run_id = RunId(document.id)
        while (await kept[0].steps(run_id))["plan#1"].attempt < 2:
            await asyncio.sleep(0)
        before = [step.status for step in (await kept[0].steps(run_id)).values()]
        await engine.cancel(run_id)
        return before

    asyncio.run(first())
    assert asyncio.run(second()) == ["running", "completed", "running", "running"]


@pytest.mark.requirement("I-08", "R-66")
def test_an_interrupt_while_a_result_is_written_does_not_let_the_workflow_go_on():
    gate = asyncio.Event()
    kept: list[Place] = []

    committed_to: list[int] = []

    async def commits(step: StepScope, n: int) -> int:
        await step.durable()
        committed_to.append(n)
        return n

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("plan", echo, 1), await run.step("context", commits, 1)])

    async def first() -> None:
        slow: list[Slow] = []

        def wrap(store: Store) -> Store:
            slow.append(Slow(store, gate))
            return cast("Store", slow[0])

        kept.append(await new_place(wrap))
        gate.set()
        await begin(engine_of(kept[0], workflow))
        gate.clear()
        await entered(slow[0], 2)

    async def second() -> list[RunStatus]:
        later = reopened(kept[0])
        engine = engine_of(later, workflow)
        [document] = await later.store.documents(later.project_id, "run")
        assert (list(await later.steps(RunId(document.id))), committed_to) == ([""], [])
        await engine.resume_all()
        return [(await engine.settled(RunId(document.id))).status]

    asyncio.run(first())
    assert (asyncio.run(second()), committed_to) == (["completed"], [1])


@pytest.mark.requirement("I-08")
async def test_a_step_that_always_takes_the_process_with_it_fails_in_the_end():
    place = await new_place()
    engine = engine_of(place, stuck)
    run_id = await begun(place, engine)
    for attempt in range(2, 11):
        await engine.close()
        engine = engine_of(reopened(place), stuck)
        await engine.resume(run_id)
        while (await place.steps(run_id))["plan#1"].attempt < attempt:
            await asyncio.sleep(0)
    await engine.close()
    engine = engine_of(reopened(place), stuck)
    await engine.resume(run_id)
    state = await engine.settled(run_id)
    assert state.status == "failed"
    assert state.error
    assert "was begun 10 times and never ended" in state.error.message

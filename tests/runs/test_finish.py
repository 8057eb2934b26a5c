"""`finish`: what a step does and that it is done are one transaction (ADR-10)."""

from __future__ import annotations

import asyncio
import contextlib
from typing import cast

import pytest
from msgspec import json
from msgspec.structs import replace

from graphwright.errors import Conflict, StoreBusy
from graphwright.protocol.events import LayoutChanged, StepFinished
from graphwright.protocol.runs import Usage
from graphwright.protocol.wire import decode
from graphwright.runs.recorder import summary, whole_result
from graphwright.runs.scope import RunScope, StepScope
from graphwright.store.base import RepeatedKey, Store
from tests.runs.place import (
    Answer,
    Ask,
    Halting,
    begin,
    engine_of,
    new_place,
    reopened,
    result_of,
    run_once,
)

EFFECT = LayoutChanged(view="main", positions={})


async def committing(step: StepScope) -> int:
    host = step.execution.host
    await step.durable()
    await host.recorded([EFFECT, *step.finish(5)], fence=step.fence, key=step.write_key(b"effect"))
    return 5


async def story(run: RunScope, request: Ask) -> Answer:
    return Answer(values=[await run.step("commit", committing)])


@pytest.mark.requirement("I-09", "WE-15")
async def test_the_effect_and_the_end_of_its_step_are_one_append():
    place = await new_place()
    state = await run_once(place, story)
    assert decode(result_of(state), Answer) == Answer(values=[5])
    journal = await place.journal()
    at = journal.index(EFFECT)
    assert isinstance(journal[at + 1], StepFinished)
    assert sum(isinstance(event, StepFinished) and event.key == "commit#1" for event in journal) == 1


@pytest.mark.requirement("I-09")
@pytest.mark.parametrize("at", range(1, 5))
@pytest.mark.parametrize("keeps_last", [True, False])
async def test_wherever_the_process_ends_the_effect_happens_once(at: int, keeps_last: bool):
    place = await new_place(lambda store: cast("Store", Halting(store, at, keeps_last=keeps_last)))
    with contextlib.suppress(StoreBusy):
        await run_once(place, story)
    later = engine_of(reopened(place), story)
    await later.resume_all()
    runs = await place.store.documents(place.project_id, "run")
    for document in runs:
        state = await later.settled(document.id)  # type: ignore[arg-type]
        assert decode(result_of(state), Answer) == Answer(values=[5])
    assert (await reopened(place).journal()).count(EFFECT) == len(runs)


async def test_a_step_whose_effect_was_refused_may_say_so():
    async def refused(step: StepScope) -> int:
        await step.durable()
        step.finish(5)
        return 0

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("commit", refused)])

    state = await run_once(await new_place(), workflow)
    assert decode(result_of(state), Answer) == Answer(values=[0])


@pytest.mark.requirement("I-09")
async def test_an_error_after_the_effect_does_not_undo_the_step():
    async def stumbling(step: StepScope) -> int:
        await committing(step)
        raise Conflict("too late")

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("commit", stumbling)])

    state = await run_once(await new_place(), workflow)
    assert decode(result_of(state), Answer) == Answer(values=[5])


@pytest.mark.requirement("I-09", "R-65")
async def test_a_cancel_after_the_effect_leaves_the_step_completed():
    done = asyncio.Event()

    async def lingering(step: StepScope) -> int:
        await committing(step)
        done.set()
        await asyncio.Event().wait()
        return 5

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("commit", lingering)])

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    await done.wait()
    assert (await engine.cancel(run_id)).status == "cancelled"
    assert (await place.steps(run_id))["commit#1"].status == "completed"


@pytest.mark.requirement("I-09")
async def test_a_timeout_after_the_effect_comes_too_late():
    async def lingering(step: StepScope) -> int:
        await committing(step)
        await asyncio.Event().wait()
        return 5

    async def workflow(run: RunScope, request: Ask) -> Answer:
        async with asyncio.timeout(0.01):
            value = await run.step("commit", lingering)
        return Answer(values=[value])

    state = await run_once(await new_place(), workflow)
    assert decode(result_of(state), Answer) == Answer(values=[5])


@pytest.mark.requirement("I-09")
async def test_a_write_with_the_key_of_its_step_is_repeated_without_effect():
    answers: list[bytes] = []

    async def twice(step: StepScope) -> int:
        for _ in range(2):
            try:
                await step.execution.host.recorded([EFFECT], key=step.write_key(b"effect", b"answer"))
            except RepeatedKey as repeated:
                answers.append(repeated.answer)
        return 1

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("commit", twice)])

    place = await new_place()
    await run_once(place, workflow)
    assert answers == [b"answer"]
    assert (await place.journal()).count(EFFECT) == 1


@pytest.mark.requirement("R-122")
async def test_a_result_that_just_fits_into_its_step_can_be_given_to_finish():
    text = "x" * (4_096 - 2)

    async def much(step: StepScope) -> str:
        await step.durable()
        await step.record(step.finish(text))
        return text

    async def workflow(run: RunScope, request: Ask) -> Answer:
        await run.step("commit", much)
        return Answer()

    place = await new_place()
    state = await run_once(place, workflow)
    assert state.status == "completed"
    assert result_of((await place.steps(state.run_id))["commit#1"]) == f'"{text}"'.encode()


@pytest.mark.requirement("R-122")
@pytest.mark.parametrize(("size", "lies_apart"), [(4_096, False), (4_097, True)])
async def test_a_result_stands_in_its_step_up_to_the_limit_and_lies_apart_beyond_it(size: int, lies_apart: bool):
    text = "x" * (size - 2)

    async def much(step: StepScope) -> str:
        return text

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[len(await run.step("plan", much))])

    place = await new_place()
    state = await run_once(place, workflow)
    step = (await place.steps(state.run_id))["plan#1"]
    assert (step.result_ref is not None, len(result_of(step)) == size) == (lies_apart, not lies_apart)
    assert bytes(await whole_result(place, step)) == f'"{text}"'.encode()


@pytest.mark.requirement("R-122")
def test_a_summary_has_the_shape_of_the_result_with_texts_and_lists_up_to_their_limits():
    result = {"fits": "x" * 1_000, "long": "y" * 5_000, "few": list(range(20)), "many": [True] * 50, "none": None}

    assert json.decode(summary(json.encode(result))) == {
        "fits": "x" * 1_000,
        "long": "y" * 999 + "…",
        "few": list(range(20)),
        "many": [True] * 20,
        "none": None,
    }


@pytest.mark.requirement("R-122")
def test_what_no_shorter_cut_makes_small_enough_is_told_by_its_size():
    result = json.encode({f"key {number}": number for number in range(1_000)})

    assert summary(result) == b'{"bytes":%d}' % len(result)


async def test_a_result_too_large_for_its_step_cannot_be_given_to_finish():
    async def much(step: StepScope) -> str:
        await step.durable()
        step.finish("x" * (4_096 - 1))
        return ""

    async def workflow(run: RunScope, request: Ask) -> Answer:
        await run.step("commit", much)
        return Answer()

    state = await run_once(await new_place(), workflow)
    assert state.error
    assert "at most 4,096 fit into a step" in state.error.message


@pytest.mark.requirement("R-123")
async def test_what_a_step_costs_in_two_currencies_is_not_added():
    spent = Usage(input_tokens=1, cached_tokens=0, output_tokens=0, cost_micros=7, currency="EUR", estimated=False)

    async def dear(step: StepScope) -> int:
        step.usage(spent)
        step.usage(replace(spent, currency="USD"))
        return 0

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("quality_check", dear)])

    state = await run_once(await new_place(), workflow)
    assert (state.status, state.error and (state.error.code, state.error.message)) == (
        "failed",
        ("internal", "Misuse: a step cannot cost 'EUR' and 'USD'; convert before adding"),
    )


@pytest.mark.requirement("R-123")
async def test_a_sum_of_costs_is_estimated_as_soon_as_one_of_them_is():
    exact = Usage(input_tokens=1, cached_tokens=2, output_tokens=3, cost_micros=4, currency="EUR", estimated=False)

    async def checking(step: StepScope) -> int:
        step.usage(exact)
        step.usage(replace(exact, input_tokens=10, cached_tokens=20, output_tokens=30, cost_micros=40, estimated=True))
        return 0

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("quality_check", checking)])

    place = await new_place()
    state = await run_once(place, workflow)
    assert (await place.steps(state.run_id))["quality_check#1"].usage == Usage(
        input_tokens=11, cached_tokens=22, output_tokens=33, cost_micros=44, currency="EUR", estimated=True
    )


@pytest.mark.requirement("R-60", "WC-09")
async def test_a_step_carries_its_verdict_label_and_what_all_attempts_cost():
    spent = Usage(input_tokens=10, cached_tokens=1, output_tokens=5, cost_micros=7, currency="EUR", estimated=False)

    async def checking(step: StepScope) -> int:
        step.usage(spent)
        step.usage(spent)
        step.label = "completeness"
        step.verdict("failed")
        return 0

    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("quality_check", checking)])

    place = await new_place()
    state = await run_once(place, workflow)
    step = (await place.steps(state.run_id))["quality_check#1"]
    doubled = Usage(input_tokens=20, cached_tokens=2, output_tokens=10, cost_micros=14, currency="EUR", estimated=False)
    assert (step.status, step.verdict, step.label, step.usage) == ("completed", "failed", "completeness", doubled)

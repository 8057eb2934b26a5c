"""Code that no longer fits its journal is seen, never guessed around (ADR-10)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from graphwright.protocol.events import StepFinished
from graphwright.protocol.runs import Form, FormField
from graphwright.runs.scope import RunScope, StepScope
from graphwright.runs.workflow import Workflow
from tests.runs.place import ANA, Answer, Ask, begin, engine_of, new_place, reopened

FORM = Form(fields=[FormField(key="ok", label="OK", type="boolean", required=True)], who_may_answer="ask")


async def echo(step: StepScope, n: int) -> int:
    return n


async def original(run: RunScope, request: Ask) -> Answer:
    await run.step("context", echo, 1)
    await run.step("plan", echo, 2)
    await run.form(FORM)
    return Answer()


async def other_kind_inserted(run: RunScope, request: Ask) -> Answer:
    await run.step("tool_call", echo, 9)
    return await original(run, request)


async def same_kind_inserted(run: RunScope, request: Ask) -> Answer:
    await run.step("context", echo, 0, label="new")
    return await original(run, request)


async def other_arguments(run: RunScope, request: Ask) -> Answer:
    await run.step("context", echo, 3)
    await run.step("plan", echo, 2)
    await run.form(FORM)
    return Answer()


async def step_removed(run: RunScope, request: Ask) -> Answer:
    await run.step("context", echo, 1)
    await run.form(FORM)
    return Answer()


async def other_form(run: RunScope, request: Ask) -> Answer:
    await run.step("context", echo, 1)
    await run.step("plan", echo, 2)
    await run.form(Form(fields=FORM.fields, who_may_answer="admin"))
    return Answer()


async def swallowing(run: RunScope, request: Ask) -> Answer:
    try:
        return await other_arguments(run, request)
    except Exception:  # noqa: BLE001  # exactly what a workflow must not get away with
        return Answer()


@pytest.mark.requirement("I-09")
@pytest.mark.parametrize(
    ("changed", "status", "says"),
    [
        (original, "completed", ""),
        (other_kind_inserted, "completed", ""),
        (same_kind_inserted, "failed", "recorded with other arguments"),
        (other_arguments, "failed", "recorded with other arguments"),
        (swallowing, "failed", "recorded with other arguments"),
        (step_removed, "failed", "is not asked for any more"),
        (other_form, "failed", "recorded with other arguments"),
    ],
)
async def test_changed_code_is_harmless_or_diverges_visibly(
    changed: Callable[[RunScope, Ask], Awaitable[Answer]], status: str, says: str
):
    place = await new_place()
    engine = engine_of(place, original)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    later = engine_of(reopened(place), changed)
    await later.answer(run_id, state.waits[0].step_id, {"ok": True}, ANA)
    state = await later.settled(run_id)
    assert state.status == status
    if status == "failed":
        assert state.error
        assert state.error.code == "runDiverged"
        assert says in state.error.message
        fork = await later.retry(run_id, author=ANA, step_id=(await place.steps(run_id))["context#1"].step_id)
        assert (await later.settled(fork)).status in {"waiting", "completed"}


async def test_a_run_whose_version_is_gone_diverges():
    place = await new_place()
    engine = engine_of(place, original)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    later = engine_of(reopened(place), original)
    later._workflows._versions["build"] = {2: Workflow("build", 2, original)}
    await later.answer(run_id, state.waits[0].step_id, {"ok": True}, ANA)
    state = await later.settled(run_id)
    assert (state.status, state.error and state.error.code) == ("failed", "runDiverged")


async def test_the_order_in_which_a_dictionary_was_filled_is_no_other_argument():
    async def take(step: StepScope, value: dict[str, int]) -> int:
        return len(value)

    def filled(values: dict[str, int]) -> Callable[[RunScope, Ask], Awaitable[Answer]]:
        async def workflow(run: RunScope, request: Ask) -> Answer:
            await run.step("context", take, values)
            await run.form(FORM)
            return Answer()

        return workflow

    place = await new_place()
    engine = engine_of(place, filled({"a": 1, "b": 2}))
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    later = engine_of(reopened(place), filled({"b": 2, "a": 1}))
    await later.answer(run_id, state.waits[0].step_id, {"ok": True}, ANA)
    assert (await later.settled(run_id)).status == "completed"


async def test_a_first_run_gives_the_same_types_as_a_replay():
    seen: list[object] = []

    async def pair(step: StepScope) -> tuple[int, set[int], Ask]:
        return (1, {2, 3}, Ask(number=4))

    async def workflow(run: RunScope, request: Ask) -> Answer:
        seen.append(await run.step("context", pair))
        await run.form(FORM)
        return Answer()

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    await engine.answer(run_id, state.waits[0].step_id, {"ok": True}, ANA)
    await engine.settled(run_id)
    assert seen == [(1, {2, 3}, Ask(number=4))] * 2


async def test_a_timeout_of_the_workflow_times_out_again_on_replay():
    started: list[str] = []

    async def slow(step: StepScope) -> int:
        started.append(step.key)
        await asyncio.Event().wait()
        return 1

    async def around(step: StepScope) -> int:
        one, _ = await step.parallel(step.step("llm_call", slow), step.step("plan", slow))
        return one

    async def workflow(run: RunScope, request: Ask) -> Answer:
        try:
            async with asyncio.timeout(0.5):
                await run.step("tool_call", around)
        except TimeoutError:
            pass
        await run.step("context", echo, 1)
        await run.form(FORM)
        return Answer()

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    ends = {event.key: event.status for event in await place.journal() if isinstance(event, StepFinished)}
    assert ends == {
        "tool_call#1/llm_call#1": "cancelled",
        "tool_call#1/plan#1": "cancelled",
        "tool_call#1": "cancelled",
        "context#1": "completed",
    }
    later = engine_of(reopened(place), workflow)
    await later.answer(run_id, state.waits[0].step_id, {"ok": True}, ANA)
    assert (await later.settled(run_id)).status == "completed"
    assert len(started) == 2
    assert state.error is None

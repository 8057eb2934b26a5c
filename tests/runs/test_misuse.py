"""Every way to write a workflow that could not be replayed is refused at once, with words that say how to write it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from graphwright.errors import Misuse
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope, StepScope
from graphwright.runs.step_call import StepCall
from tests.runs.place import Answer, Ask, engine_of, new_place, run_once

Body = Callable[[RunScope], Awaitable[object]]


async def one(step: StepScope) -> int:
    return 1


async def given(step: StepScope, value: object) -> int:
    return 1


async def unannotated(step: StepScope):
    return 1


async def wrong(step: StepScope) -> int:
    return cast("int", "no number")


async def unreadable(step: StepScope) -> object:
    return object()


def plain(step: StepScope) -> Awaitable[int]:
    return one(step)


async def in_another_task(run: RunScope) -> None:
    async def aside() -> int:
        return await run.step("context", one)

    await asyncio.create_task(aside())


async def bare_gather(run: RunScope) -> None:
    await asyncio.gather(run.step("context", one), run.step("plan", one))


async def in_a_loop(run: RunScope) -> None:
    for _ in range(2):
        await run.step("context", one)


async def same_key(run: RunScope) -> None:
    for _ in range(2):
        await run.step("context", one, key="same")


async def never_awaited(run: RunScope) -> None:
    run.step("context", one)


async def awaited_twice(run: RunScope) -> None:
    call = run.step("context", one)
    await call
    await call


async def under_a_finished_step(run: RunScope) -> None:
    kept: list[StepScope] = []

    async def keep(step: StepScope) -> int:
        kept.append(step)
        return 1

    await run.step("context", keep)
    await kept[0].step("plan", one)


async def run_inside_a_step(run: RunScope) -> None:
    async def inside(step: StepScope) -> int:
        return await run.step("plan", one)

    await run.step("context", inside)


async def call_of_another_scope(run: RunScope) -> None:
    outer: StepCall[int] = run.step("context", one)

    async def inside(step: StepScope) -> int:
        (value,) = await step.parallel(outer)
        return value

    await run.step("plan", inside)
    await outer


SCENES: list[tuple[Body, str]] = [
    (in_another_task, "used in another task"),
    (bare_gather, "used in another task"),
    (in_a_loop, "called in a loop; pass `key=`"),
    (same_key, "was already called here"),
    (never_awaited, "was called and never awaited"),
    (awaited_twice, "is awaited twice"),
    (under_a_finished_step, "has ended"),
    (run_inside_a_step, "use that step's own scope"),
    (call_of_another_scope, "belongs to another scope"),
    (lambda run: run.step("context", unannotated), "needs a return annotation"),
    (lambda run: run.step("context", wrong), "is not the"),
    (lambda run: run.step("context", unreadable), "has no JSON form"),
    (lambda run: run.step("context", plain), "must be an `async def` function"),
    (lambda run: run.step("context", given, object()), "bind ports and handles to the function"),
    (lambda run: run.step("context", one, key=""), "has 1 to 200 characters"),
    (lambda run: run.step("context", one, key="k" * 201), "has 1 to 200 characters"),
]


@pytest.mark.requirement("I-09", "WC-06")
@pytest.mark.parametrize(("body", "says"), SCENES)
async def test_misuse_ends_the_run_and_names_the_rule(body: Body, says: str):
    async def workflow(run: RunScope, request: Ask) -> Answer:
        await body(run)
        return Answer()

    place = await new_place()
    state = await run_once(place, workflow)
    assert state.status == "failed"
    assert state.error
    assert state.error.message.startswith("Misuse: ")
    assert says in state.error.message


@pytest.mark.parametrize(("body", "says"), SCENES)
async def test_a_workflow_that_swallows_a_misuse_still_fails(body: Body, says: str):
    async def workflow(run: RunScope, request: Ask) -> Answer:
        try:
            await body(run)
        except Exception:  # noqa: BLE001  # exactly what a workflow must not get away with
            return Answer(values=[1])
        return Answer()

    state = await run_once(await new_place(), workflow)
    assert state.status == "failed"


async def test_a_task_group_refuses_a_call():
    async def workflow(run: RunScope, request: Ask) -> Answer:
        async with asyncio.TaskGroup() as group:
            group.create_task(run.step("context", one))  # type: ignore[arg-type]
        return Answer()

    state = await run_once(await new_place(), workflow)
    assert state.status == "failed"
    assert state.error
    assert "coroutine was expected" in state.error.message or "TaskGroup" in state.error.message


def no_request(run: RunScope) -> None: ...


async def untyped_request(run: RunScope, request) -> Answer:
    return Answer()


async def untyped_answer(run: RunScope, request: Ask):
    return Answer()


@pytest.mark.parametrize("workflow", [no_request, untyped_request, untyped_answer])
async def test_a_workflow_without_types_is_refused_when_it_is_registered(workflow):
    place = await new_place()
    with pytest.raises(Misuse):
        Engine(place, owner="here").register("build", workflow)


async def test_a_workflow_is_registered_once_per_version():
    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer()

    engine = engine_of(await new_place(), workflow)
    engine.register("build", workflow, version=2)
    with pytest.raises(Misuse, match="has a version 2 already"):
        engine.register("build", workflow, version=2)


@pytest.mark.requirement("N-07")
async def test_an_engine_tells_its_workflows_once_each_in_the_order_in_which_they_came():
    async def workflow(run: RunScope, request: Ask) -> Answer:
        return Answer()

    engine = engine_of(await new_place(), workflow)
    engine.register("ask", workflow)
    engine.register("build", workflow, version=2)
    assert engine.workflows == ["build", "ask"]

"""A finished step is never executed again, whatever was executed around it (D10, I-09)."""

from __future__ import annotations

import pytest
from tests.runs.place import Answer, Ask, begin, engine_of, new_place, run_once

from graphwright.protocol.wire import decode
from graphwright.runs.scope import Run, StepScope


async def double(step: StepScope, n: int) -> int:
    return 2 * n


async def both(step: StepScope, n: int) -> list[int]:
    one, two = await step.parallel(step.step("llm_call", double, n), step.step("llm_call", double, n + 1))
    return [one, two]


async def story(run: Run, request: Ask) -> Answer:
    n = await run.step("context", double, request.number)
    return Answer(values=await run.step("model_call", both, n))


@pytest.mark.requirement("C-01", "C-03", "C-08", "WC-03")
async def test_a_run_is_a_tree_of_steps_each_with_a_result_of_its_own():
    place = await new_place()
    state = await run_once(place, story, 3)
    assert state.status == "completed"
    assert decode(bytes(state.result), Answer) == Answer(values=[12, 14])
    steps = await place.steps(state.run_id)
    assert [(key, bytes(step.result)) for key, step in steps.items() if key] == [
        ("context#1", b"6"),
        ("model_call#1", b"[12,14]"),
        ("model_call#1/llm_call#1", b"12"),
        ("model_call#1/llm_call#2", b"14"),
    ]


async def test_x():
    place = await new_place()
    engine = engine_of(place, story)
    await engine.settled(await begin(engine))

"""What an ended run leaves in memory: nothing, also where nobody looks for dead cycles (`ports`)."""

from __future__ import annotations

import gc

import pytest

from graphwright.runs.execution import Execution
from graphwright.runs.scope import RunScope, StepScope
from graphwright.runs.step_call import StepCall
from graphwright.runs.tree import TreeNode
from tests.collecting import kept, uncollected_here
from tests.runs.place import Answer, Ask, new_place, run_once
from tests.waiting import until

TYPES = (Execution, RunScope, StepCall, StepScope, TreeNode)


async def one(step: StepScope) -> int:
    return 1


async def several(step: StepScope) -> int:
    found = await step.parallel(step.step("tool_call", one, key="a"), step.step("tool_call", one, key="b"))
    return sum(found)


@pytest.mark.requirement("Z-167")
async def test_of_a_run_that_has_ended_nothing_stays_that_only_the_collector_would_find():
    seen = []

    async def workflow(run: RunScope, request: Ask) -> Answer:
        alone = await run.step("context", one)
        together = await run.step("plan", several)
        seen.append(kept(*TYPES))
        return Answer(values=[alone, together])

    place = await new_place()
    with uncollected_here():
        before = kept(*TYPES)
        for number in range(3):
            assert (await run_once(place, workflow, number)).status == "completed"
        await until(lambda: kept(*TYPES) <= before)
    assert all(each[RunScope] > before[RunScope] for each in seen)
    gc.collect()

"""Makes a run long, and quickly: steps side by side in branches of a hundred, each with tokens and a price."""

from __future__ import annotations

from typing import Final

from graphwright.protocol.base import Record
from graphwright.protocol.runs import Usage
from graphwright.runs.execution import MAX_PARALLEL
from graphwright.runs.scope import RunScope, StepScope

SPENT: Final = Usage(
    input_tokens=900, cached_tokens=0, output_tokens=100, cost_micros=250, currency="EUR", estimated=False
)


class Size(Record, frozen=True, kw_only=True):
    """The request of a run."""

    steps: int


class Answer(Record, frozen=True, kw_only=True):
    """The result of a step, and of the run."""

    number: int


async def filled(run: RunScope, steps: int) -> None:
    whole, rest = divmod(steps, MAX_PARALLEL)
    for number in range(whole):
        await run.step("round", branch, number, MAX_PARALLEL - 1, key=str(number))
    for number in range(rest):
        await run.step("tool_call", leaf, number, key=str(number))


async def branch(step: StepScope, number: int, leaves: int) -> Answer:
    await step.parallel(*(step.step("tool_call", leaf, each, key=str(each)) for each in range(leaves)))
    return Answer(number=number)


async def leaf(step: StepScope, number: int) -> Answer:
    step.usage(SPENT)
    return Answer(number=number)

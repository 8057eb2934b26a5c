"""A run's tree as one record, and two runs side by side."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.errors import NotFound
from graphwright.protocol.ids import StepId
from graphwright.protocol.runs import Usage
from graphwright.runs.analysis import Branch, analyse
from graphwright.runs.compare import compare
from tests.runs.place import ANA, begin, engine_of, new_place
from tests.runs.test_tree import STEPS, VALUES, carport, example


@pytest.mark.requirement("C-50", "C-51", "C-52", "C-53", "C-54", "C-56")
async def test_the_analysis_of_a_run_adds_up_along_its_branches():
    _, steps, finished = await example()
    labels = {step.step_id: step.label for step in steps}
    whole = analyse(steps)
    assert whole.totals == finished
    root = whole.branches[0]
    assert (root.steps, root.input_tokens, root.output_tokens) == (18, finished.input_tokens, finished.output_tokens)
    assert [len(group) for group in whole.parallel_groups] == [2, 2]
    assert len(whole.branching_points) == finished.branching_points
    assert [passage.document_id for passage in whole.documents][:2] == ["lbo-50", "baugb-35"]

    [hypothesis] = [step.step_id for step in steps if step.kind == "hypothesis_generation"]
    part = analyse(steps, hypothesis)
    assert [labels[step_id] for step_id in part.path] == [labels[root.step_id], "hypothesis_generation"]
    assert part.branches == [
        branch for branch in whole.branches if branch.step_id in {each.step_id for each in part.branches}
    ]
    assert part.branches[0].steps == len(part.branches) == 6
    with pytest.raises(NotFound):
        analyse(steps, StepId("nobody"))


@pytest.mark.requirement("C-52", "R-123")
def test_a_branch_costs_what_its_steps_cost_and_one_without_model_calls_costs_nothing():
    spent = Usage(input_tokens=10, cached_tokens=1, output_tokens=5, cost_micros=7, currency="EUR", estimated=False)
    steps = [replace(step, usage=spent) if step.key in {"c", "c1"} else step for step in STEPS]

    assert {branch.step_id: branch for branch in analyse(steps).branches} == {
        name: Branch(step_id=StepId(name), steps=count, input_tokens=fed, output_tokens=said, cost_micros=cost)
        for name, count, fed, said, cost in [
            ("root", 7, 20, 10, 14),
            ("a", 1, 0, 0, 0),
            ("b", 1, 0, 0, 0),
            ("form", 1, 0, 0, 0),
            ("c", 3, 20, 10, 14),
            ("c1", 1, 10, 5, 7),
            ("c2", 1, 0, 0, 0),
        ]
    }


@pytest.mark.requirement("C-37")
async def test_a_fork_lies_beside_the_run_it_came_from_and_says_where_they_part():
    place = await new_place()
    engine = engine_of(place, carport)
    old = await begin(engine)
    state = await engine.settled(old)
    await engine.answer(old, state.waits[0].step_id, VALUES, ANA)
    await engine.settled(old)
    new = await engine.retry(old, state.waits[0].step_id, author=ANA)
    asked = await engine.settled(new)
    await engine.answer(new, asked.waits[0].step_id, {**VALUES, "carport_groesse": 40}, ANA)
    await engine.settled(new)

    mine, theirs = (await place.recording(old)).steps(), (await place.recording(new)).steps()
    assert compare(mine, mine).parted_at is None
    beside = compare(mine, theirs)
    [parted] = [pair for pair in beside.pairs if pair.difference == "changed"]
    assert (parted.kind, parted.key, parted.fields) == (
        "interactive_form_wait",
        beside.parted_at,
        ["values.carport_groesse"],
    )
    assert {pair.difference for pair in beside.pairs if pair is not parted} == {"same"}
    assert [pair.key for pair in beside.pairs] == [step.key for step in mine]

    shorter = compare(mine, theirs[:-3])
    assert [pair.difference for pair in shorter.pairs[-3:]] == ["onlyHere"] * 3
    assert [pair.key for pair in compare(theirs[:-3], mine).pairs] == [step.key for step in mine]

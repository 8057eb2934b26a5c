"""Workflows and personas on language models of their own: who is asked, how, and under whose name it is told."""

from __future__ import annotations

import pytest

from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer, FunctionModel, ScriptedModel
from graphwright.protocol.events import MessageCompleted
from tests.discussion.place import Sitting
from tests.discussion.voices import speakers
from tests.stories.stage import stage
from tests.stories.test_ask import AskStage
from tests.stories.test_build import SHIP

SOL, LUNA, OPUS = "openai:gpt-6-sol", "openai:gpt-6-luna", "anthropic:claude-opus-5-5"


@pytest.mark.requirement("M-16")
async def test_each_workflow_asks_the_model_that_was_chosen_for_it_with_the_effort_that_was():
    building, asking = ScriptedModel(SHIP, name=SOL), ScriptedModel("Ship ships.", name=LUNA)
    made = await stage(
        building, asking, GRAPHWRIGHT_MODEL=SOL, GRAPHWRIGHT_MODEL_CHOICES=f"ask={LUNA}@low, build=@high"
    )
    place = AskStage(made.workbench, made.open_project)
    await place.say("There must be shipping within a day")
    await place.ask("What ships?")
    assert ([request.effort for request in building.requests], [request.effort for request in asking.requests]) == (
        ["high"], ["low"],
    )  # fmt: skip
    told = [event.author for event in place.told(MessageCompleted) if isinstance(event, MessageCompleted)]
    names = [author.name for author in told if author.kind == "assistant"]
    assert names == [SOL, LUNA]


@pytest.mark.requirement("M-16")
async def test_a_persona_is_asked_on_its_own_model_and_that_is_nobody_s_fallback():
    others, solver = speakers(name=SOL), speakers(name=OPUS)
    made = await stage(others, solver, GRAPHWRIGHT_MODEL=SOL, GRAPHWRIGHT_MODEL_CHOICES=f"discuss.Solver={OPUS}@max")
    result = await Sitting(made).held()
    assert result.reason == "agreed"
    assert {request.effort for request in solver.requests} == {"max"}
    assert {request.effort for request in others.requests} == {None}
    assert len(solver.requests) == 2, "its turn and its ballot"


@pytest.mark.requirement("M-16", "R-62")
async def test_a_discussion_ends_in_its_own_budget_and_says_which():
    def silent(request: ModelRequest) -> Answer:
        return "Never asked."

    made = await stage(
        FunctionModel(silent, name=SOL), GRAPHWRIGHT_MODEL=SOL, GRAPHWRIGHT_WORKFLOW_BUDGETS="ask.calls=0"
    )
    place = AskStage(made.workbench, made.open_project)
    run_id = await place.ask("What ships?", wait=False)
    state = await place.open_project.engine.settled(run_id)
    assert state.error is not None
    assert (state.error.code, dict(state.error.fields)["setting"]) == ("budgetExceeded", "workflow_budgets")

"""Another language model, effort or budget for a workflow, or for one of its personas."""

from __future__ import annotations

import pytest

from graphwright.errors import BudgetExceeded, InvalidCommand
from graphwright.llm.budget import BudgetScope, CallCeiling, budgets_of
from graphwright.llm.choices import choices_of
from graphwright.setting_kinds import ModelChoice
from graphwright.settings import Settings

LUNA, OPUS = "openai:gpt-6-luna", "anthropic:claude-opus-5-5"


def settings(**environment: str) -> Settings:
    named = {f"GRAPHWRIGHT_{name.upper()}": text for name, text in environment.items()}
    return Settings.read({"HOME": "/srv/ana", "GRAPHWRIGHT_MODEL": "openai:gpt-6-sol", **named})


@pytest.mark.requirement("M-16")
def test_a_persona_s_choice_wins_over_its_workflow_s_and_that_over_what_holds_for_all():
    read = settings(effort="medium", model_choices=f"ask={LUNA}@low, discuss=@high, discuss.Solver={OPUS}")
    choices = choices_of(read)
    assert choices.of("build") == ModelChoice("build", effort="medium")
    assert choices.of("ask") == ModelChoice("ask", model=LUNA, effort="low")
    assert choices.of("discuss", "Analyzer") == ModelChoice("discuss", effort="high")
    assert choices.of("discuss", "Solver") == ModelChoice("discuss", "Solver", OPUS, "high")
    assert (read.chain, read.models) == (("openai:gpt-6-sol",), ("openai:gpt-6-sol", LUNA, OPUS))
    assert choices.only_chosen == {LUNA, OPUS}


@pytest.mark.requirement("M-16")
@pytest.mark.parametrize(
    "text", ["ask", "ask=", "dance=openai:m", "ask=nobody:m", "ask=openai:m@loud", "ask=@loud", "=openai:m"]
)
def test_a_choice_that_cannot_be_meant_is_refused_with_what_would_fit(text):
    with pytest.raises(InvalidCommand, match="GRAPHWRIGHT_MODEL_CHOICES must be WORKFLOW=PROVIDER:NAME"):
        settings(model_choices=text)


@pytest.mark.requirement("M-16", "R-62")
def test_a_workflow_and_a_persona_have_budgets_of_their_own(clock):
    budgets = budgets_of(settings(workflow_budgets="discuss.calls=2, discuss.Solver.calls=1"), clock)
    discuss, solver, build = (
        BudgetScope("run", "r1", "discuss"), BudgetScope("run", "r1/Solver", "discuss.Solver"), BudgetScope("run", "r2", "build"),
    )  # fmt: skip
    budgets.reserve([solver, discuss], CallCeiling(1, 0))
    with pytest.raises(BudgetExceeded, match="of 1 calls 1 are used") as refused:
        budgets.reserve([solver, discuss], CallCeiling(1, 0))
    assert refused.value.fields["setting"] == "workflow_budgets"
    budgets.reserve([discuss], CallCeiling(1, 0))
    with pytest.raises(BudgetExceeded, match="of 2 calls 2 are used"):
        budgets.reserve([discuss], CallCeiling(1, 0))
    for _ in range(20):
        budgets.reserve([build], CallCeiling(1, 0))
    with pytest.raises(BudgetExceeded, match="GRAPHWRIGHT_BUDGET_RUN_CALLS"):
        budgets.reserve([build], CallCeiling(1, 0))


@pytest.mark.requirement("M-16")
@pytest.mark.parametrize("text", ["discuss=4", "discuss.calls=x", "discuss.words=4", "dance.calls=4"])
def test_a_budget_that_cannot_be_meant_is_refused(text):
    with pytest.raises(InvalidCommand, match=r"GRAPHWRIGHT_WORKFLOW_BUDGETS must be WORKFLOW\.WHAT=NUMBER"):
        settings(workflow_budgets=text)

"""Retries, the fallback chain and the circuit breaker, as attempts that somebody can look at."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.errors import (
    AnswerRefused,
    BudgetExceeded,
    LanguageModelError,
    ProviderRateLimited,
    ProviderUnavailable,
)
from graphwright.llm.answer import only_thoughts
from graphwright.llm.base import ModelRequest, TextDelta
from graphwright.llm.budget import Budgets, BudgetScope, most
from graphwright.llm.retry import Attempt, AttemptPorts, Breakers, RetryPlan, next_attempt
from graphwright.llm.testing import ScriptedEnd, ScriptedModel, Stall
from graphwright.protocol.runs import StoredError
from graphwright.settings import BudgetLimits
from tests.llm.calling import call_with_retries, reserved
from tests.llm.conftest import KNOWN

REQUEST = ModelRequest(system=[], messages=[], max_output_tokens=10)
RUN = BudgetScope("run", "r1")


class Calls:
    """One call after the other in the same surroundings."""

    def __init__(self, clock, limits=None):
        self.budgets = Budgets({"run": limits or BudgetLimits()}, clock)
        self.clock = clock
        self.breakers = Breakers(clock)
        self.attempts: list[Attempt] = []
        self.deltas: list[tuple[int, str]] = []

    async def make(self, *chain) -> str:
        around = AttemptPorts(
            self.clock,
            self.breakers,
            lambda: 0.5,
            lambda model, request: reserved(self.budgets, RUN, most(request, KNOWN)),
        )
        try:
            response = await call_with_retries(
                chain,
                REQUEST,
                around,
                on_delta=lambda n, delta: self.deltas.append((n, delta.text if isinstance(delta, TextDelta) else "")),
                on_attempt=self.attempts.append,
            )
        except LanguageModelError as error:
            return error.code
        return response.text

    @property
    def seen(self) -> list[tuple[int, str, str]]:
        return [(made.number, made.model, made.error.code if made.error else "") for made in self.attempts]


@pytest.fixture
def calls(clock) -> Calls:
    return Calls(clock)


def down() -> ProviderUnavailable:
    return ProviderUnavailable("down")


@pytest.mark.requirement("R-60")
async def test_each_attempt_is_told_with_its_number_so_its_deltas_can_be_withdrawn(calls):
    model = ScriptedModel(["half ", down()], "whole answer")
    assert await calls.make(model) == "whole answer"
    assert calls.deltas == [(1, "half "), (2, "whole "), (2, "answer")]
    assert calls.seen == [(1, "scripted", "providerUnavailable"), (2, "scripted", "")]
    assert [attempt.waited_s for attempt in calls.attempts] == [0, 0.5]


@pytest.mark.requirement("R-60")
async def test_a_call_is_tried_three_times_and_waits_with_jitter(calls):
    assert await calls.make(ScriptedModel(down(), down(), down(), "too late")) == "providerUnavailable"
    assert [attempt.waited_s for attempt in calls.attempts] == [0, 0.5, 2]


@pytest.mark.requirement("R-60")
async def test_what_the_provider_asks_for_is_waited_in_full(calls):
    slow = ProviderRateLimited("slow", retryAfterS=6.0)
    assert await calls.make(ScriptedModel(slow, "ok")) == "ok"
    assert calls.attempts[1].waited_s == 6


@pytest.mark.requirement("R-60")
@pytest.mark.parametrize(
    ("fault", "attempts"),
    [
        (ProviderRateLimited("a day", retryAfterS=86400.0), 1),
        (ProviderUnavailable("wrong key", retry="never"), 1),
        (AnswerRefused("no"), 1),
    ],
)
async def test_what_cannot_help_is_not_tried_again(fault, attempts, calls):
    assert await calls.make(ScriptedModel(fault, "never asked")) == fault.code
    assert len(calls.attempts) == attempts


@pytest.mark.requirement("R-60")
async def test_the_next_language_model_of_the_chain_takes_over(calls):
    first = ScriptedModel(down(), down(), down(), name="a:1")
    second = ScriptedModel(ProviderUnavailable("wrong key", retry="never"), name="b:2")
    third = ScriptedModel("from the third", name="c:3")
    assert await calls.make(first, second, third) == "from the third"
    assert calls.seen == [
        (1, "a:1", "providerUnavailable"),
        (2, "a:1", "providerUnavailable"),
        (3, "a:1", "providerUnavailable"),
        (4, "b:2", "providerUnavailable"),
        (5, "c:3", ""),
    ]


@pytest.mark.requirement("R-60")
@pytest.mark.parametrize("final", [AnswerRefused("no"), BudgetExceeded("spent")])
async def test_nobody_else_is_asked_after_a_refusal_or_without_a_budget(final, calls):
    second = ScriptedModel("I would", name="b:2")
    assert await calls.make(ScriptedModel(final, name="a:1"), second) == final.code
    assert second.requests == []


@pytest.mark.requirement("R-60")
def test_what_to_try_next_depends_on_nothing_but_the_attempts_so_far():
    """A replayed workflow asks again and must come to the same decision."""
    error = StoredError(code="providerRateLimited", message="slow", retry="later", fields={"retryAfterS": 2.5})
    failed = Attempt(number=1, model="a:1", waited_s=0, duration_s=1, error=error)
    assert next_attempt(["a:1"], []) == RetryPlan(1, "a:1", 0, 0)
    assert next_attempt(["a:1"], [failed]) == RetryPlan(2, "a:1", 2.5, 2.5)
    assert next_attempt(["a:1"], [Attempt(number=1, model="a:1", waited_s=0, duration_s=1)]) is None


@pytest.mark.requirement("M-101")
async def test_thoughts_without_an_answer_are_given_more_room_and_less_effort_once(calls):
    model = ScriptedModel(only_thoughts("a", "thought"), "an answer", name="a:1")
    assert await calls.make(model) == "an answer"
    assert [(asked.max_output_tokens, asked.effort) for asked in model.requests] == [(10, None), (20, "low")]
    assert [attempt.waited_s for attempt in calls.attempts] == [0, 0]
    thinker = ScriptedModel(*[only_thoughts("a", "thought")] * 2, name="a:1")
    assert await calls.make(thinker, ScriptedModel("from the next", name="b:2")) == "from the next"
    assert await calls.make(ScriptedModel(*[only_thoughts("a", "thought")] * 2, name="a:1")) == "answerTruncated"
    assert calls.attempts[-1].error.retry == "later"


@pytest.mark.requirement("R-61")
async def test_an_answer_that_breaks_off_is_a_failed_attempt(calls):
    assert await calls.make(ScriptedModel(["half", ScriptedEnd()], "whole")) == "whole"
    assert calls.seen[0] == (1, "scripted", "providerUnavailable")


@pytest.mark.requirement("R-60", "E-57")
async def test_a_provider_that_keeps_failing_is_left_alone_for_a_while(calls, clock):
    model = ScriptedModel(*[down()] * 6, "back again", name="a:1")
    assert await calls.make(model) == "providerUnavailable"
    assert await calls.make(model) == "providerUnavailable"
    assert len(model.requests) == 5
    assert "left alone" in calls.attempts[-1].error.message
    assert await calls.make(model) == "providerUnavailable"
    assert len(model.requests) == 5
    clock.advance(Breakers.PAUSE_S)
    # One probe, which fails, closes it again; the next one finds the provider well.
    assert await calls.make(model) == "providerUnavailable"
    assert len(model.requests) == 6
    clock.advance(Breakers.PAUSE_S)
    assert await calls.make(model) == "back again"
    calls.breakers.check("a:1")


@pytest.mark.requirement("R-60")
async def test_a_wrong_key_says_nothing_about_the_provider_s_health(calls):
    wrong = ProviderUnavailable("wrong key", retry="never")
    model = ScriptedModel(*[wrong] * 20, name="a:1")
    for _ in range(20):
        await calls.make(model)
    assert len(model.requests) == 20


@pytest.mark.requirement("R-62")
async def test_the_budget_is_checked_before_each_attempt(clock):
    calls = Calls(clock, BudgetLimits(calls=2))
    model = ScriptedModel(down(), down(), "never asked")
    assert await calls.make(model) == "budgetExceeded"
    assert len(model.requests) == 2
    assert calls.budgets.spent(RUN).calls == 2


@pytest.mark.requirement("R-62", "R-65")
async def test_a_stopped_call_counts_with_all_that_was_reserved(calls):
    gate = Stall()
    model = ScriptedModel(["half ", gate, "never said"])
    task = asyncio.create_task(calls.make(model))
    await asyncio.wait_for(gate.reached.wait(), 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert model.stopped == 1
    assert calls.budgets.spent(RUN).tokens == most(REQUEST, KNOWN).tokens


@pytest.mark.requirement("R-60")
async def test_without_any_language_model_the_error_says_so(calls):
    assert await calls.make() == "providerUnavailable"
    assert calls.attempts == []

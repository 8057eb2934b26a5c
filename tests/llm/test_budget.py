"""Budgets hold before, during and after a call, and side by side."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from graphwright.errors import BudgetExceeded
from graphwright.llm.base import ModelRequest, PromptBlock
from graphwright.llm.budget import MAX_SCOPES, Budgets, BudgetScope, CallCeiling, Spent, budgets_of, most
from graphwright.llm.capabilities import ROOM_TO_THINK, Capabilities, Price
from graphwright.protocol.runs import Usage
from graphwright.settings import BudgetLimits, Settings

RUN, ANA, SHOP = BudgetScope("run", "r1"), BudgetScope("person", "ana"), BudgetScope("project", "shop")
NONE = BudgetLimits()


def usage(tokens: int, cost: int = 0) -> Usage:
    return Usage(
        input_tokens=tokens, cached_tokens=0, output_tokens=0, cost_micros=cost, currency="USD", estimated=False
    )


def budgets(clock, *, run=NONE, person=NONE, project=NONE) -> Budgets:
    return Budgets({"run": run, "person": person, "project": project}, clock)


@pytest.mark.requirement("R-62")
def test_the_most_a_call_can_cost_is_reserved_and_settled_with_what_it_did_cost(clock):
    all_budgets = budgets(clock, run=BudgetLimits(tokens=100))
    first = all_budgets.reserve([RUN], CallCeiling(60, 0))
    with pytest.raises(BudgetExceeded) as error:
        all_budgets.reserve([RUN], CallCeiling(60, 0))
    assert error.value.fields == {
        "scope": "run",
        "what": "tokens",
        "limit": 100,
        "used": 60,
        "needed": 60,
        "setting": "budget_run_tokens",
    }
    first.settle(usage(10, 5), duration_s=1.5)
    assert all_budgets.spent(RUN) == Spent(calls=1, tokens=10, milliseconds=1500, cost_micros=5)
    all_budgets.reserve([RUN], CallCeiling(60, 0)).release()
    assert all_budgets.spent(RUN).calls == 1


@pytest.mark.requirement("R-62")
async def test_parallel_calls_cannot_overspend_together(clock):
    all_budgets = budgets(clock, run=BudgetLimits(tokens=1000, money=500))
    made = 0

    async def call() -> None:
        nonlocal made
        with all_budgets.reserve([RUN], CallCeiling(100, 90)) as reservation:
            await asyncio.sleep(0)
            made += 1
            reservation.settle(usage(100, 90), duration_s=0)

    results = await asyncio.gather(*(call() for _ in range(50)), return_exceptions=True)
    assert made == 5
    assert sum(isinstance(result, BudgetExceeded) for result in results) == 45
    assert all_budgets.spent(RUN) == Spent(calls=5, tokens=500, cost_micros=450)


@pytest.mark.requirement("R-62", "D-95", "WD-19")
@pytest.mark.parametrize(
    ("limits", "what"),
    [
        (BudgetLimits(calls=1), "calls"),
        (BudgetLimits(tokens=60), "tokens"),
        (BudgetLimits(seconds=2), "seconds"),
        (BudgetLimits(money=60), "money"),
    ],
)
@pytest.mark.parametrize("kind", ["run", "person", "project"])
def test_every_scope_has_a_budget_of_every_kind(kind, limits, what, clock):
    all_budgets = budgets(clock, **{kind: limits})
    scopes = [RUN, ANA, SHOP]
    all_budgets.reserve(scopes, CallCeiling(40, 40)).settle(usage(40, 40), duration_s=2)
    with pytest.raises(BudgetExceeded) as error:
        all_budgets.reserve(scopes, CallCeiling(40, 40))
    assert (error.value.fields["scope"], error.value.fields["what"]) == (kind, what)


@pytest.mark.requirement("R-62")
def test_a_call_that_one_scope_refuses_reserves_nothing_in_the_others(clock):
    all_budgets = budgets(clock, run=BudgetLimits(calls=1), project=BudgetLimits(calls=0))
    with pytest.raises(BudgetExceeded):
        all_budgets.reserve([RUN, SHOP], CallCeiling(1, 0))
    all_budgets.reserve([RUN], CallCeiling(1, 0))


@pytest.mark.requirement("R-62")
def test_days_start_anew_for_persons_and_projects_but_not_for_runs(clock):
    all_budgets = budgets(clock, run=BudgetLimits(calls=5), person=BudgetLimits(calls=1))
    all_budgets.reserve([RUN, ANA], CallCeiling(1, 0)).settle(None, duration_s=0)
    with pytest.raises(BudgetExceeded):
        all_budgets.reserve([RUN, ANA], CallCeiling(1, 0))
    clock.advance(24 * 3600)
    all_budgets.reserve([RUN, ANA], CallCeiling(1, 0)).settle(None, duration_s=0)
    assert (all_budgets.spent(RUN).calls, all_budgets.spent(ANA)) == (2, Spent(calls=1, day="2026-11-22"))


@pytest.mark.requirement("R-62")
def test_figures_survive_a_restart(clock):
    before = budgets(clock, run=BudgetLimits(calls=1))
    before.reserve([RUN], CallCeiling(1, 0)).settle_at_most(duration_s=0)
    after = budgets(clock, run=BudgetLimits(calls=1))
    after.load(RUN, before.spent(RUN))
    with pytest.raises(BudgetExceeded):
        after.reserve([RUN], CallCeiling(1, 0))


@pytest.mark.requirement("R-62")
def test_of_very_many_runs_those_are_forgotten_that_were_idle_longest(clock):
    all_budgets = budgets(clock)
    others = [BudgetScope("run", f"other {number}") for number in range(MAX_SCOPES + 1)]
    for other in others:
        all_budgets.reserve([RUN, other], CallCeiling(1, 0)).settle(usage(1), duration_s=0)
    assert [all_budgets.spent(scope).calls for scope in (others[-1], others[0])] == [1, 0]
    assert all_budgets.spent(RUN).calls == MAX_SCOPES + 1


@pytest.mark.requirement("R-62")
def test_the_estimate_before_a_call_is_never_below_what_it_can_cost():
    request = ModelRequest(system=[PromptBlock(label="graph", text="x" * 3000)], messages=[], max_output_tokens=500)
    price = Price(input=1_000_000, cached=100_000, output=10_000_000, written=1_250_000, kept=2_000_000)
    model = Capabilities(model="a:m", family="A", price=price)
    estimate = most(request, model)
    assert estimate.tokens >= 1500
    assert estimate.cost_micros is not None
    assert estimate.cost_micros >= 1000 * 1.25 + 500 * 10
    kept = most(request, replace(model, long_cache=True)).cost_micros
    assert kept is not None
    assert kept >= 1000 * 2 + 500 * 10
    thinking = most(request, replace(model, thinks="high"))
    assert thinking.tokens - estimate.tokens == ROOM_TO_THINK["high"]


@pytest.mark.requirement("M-12", "WD-19")
def test_a_budget_in_money_refuses_what_nobody_knows_the_price_of(clock):
    known, unknown = CallCeiling(10, 5, "a:known"), CallCeiling(10, None, "a:new")
    in_calls = budgets(clock, run=BudgetLimits(calls=9))
    in_calls.reserve([RUN], unknown).settle(None, duration_s=0)
    in_money = budgets(clock, run=BudgetLimits(money=100))
    in_money.reserve([RUN], known).release()
    with pytest.raises(BudgetExceeded, match="nobody knows what 'a:new' costs") as refused:
        in_money.reserve([RUN], unknown)
    assert refused.value.fields["setting"] == "prices"


@pytest.mark.requirement("R-62")
def test_without_settings_a_run_may_make_twenty_calls(clock):
    all_budgets = budgets_of(Settings.read({"HOME": "/srv/ana"}), clock)
    for _ in range(20):
        all_budgets.reserve([RUN, ANA, SHOP], CallCeiling(10**6, 10**6)).settle(usage(10**6, 10**6), duration_s=1)
    with pytest.raises(BudgetExceeded, match="GRAPHWRIGHT_BUDGET_RUN_CALLS"):
        all_budgets.reserve([RUN], CallCeiling(1, 0))


@pytest.mark.requirement("R-62")
def test_the_operator_s_prices_decide_what_is_reserved(clock):
    read = Settings.read({"HOME": "/srv/ana", "GRAPHWRIGHT_PRICES": "own:model=1000000/0/0"})
    request = ModelRequest(system=[], messages=[], max_output_tokens=5)
    own = budgets_of(read, clock).most("own:model", request).cost_micros
    assert own is not None
    assert own >= 10**6
    assert budgets_of(read, clock).most("own:other", request).cost_micros is None

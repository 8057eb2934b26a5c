"""What calls cost, checked by hand."""

from __future__ import annotations

import pytest

from graphwright.errors import ProviderUnavailable
from graphwright.llm.capabilities import FREE, capabilities_of
from graphwright.llm.prices import TokenCounts, added, cost_micros, note_usage, noted_usage, usage_of
from graphwright.protocol.runs import Usage
from graphwright.setting_kinds import PriceOverride


@pytest.mark.requirement("R-62", "D-95", "WD-19")
@pytest.mark.parametrize(
    ("model", "tokens", "micros"),
    [
        ("openai:gpt-4o", TokenCounts(input=1000, cached=0, output=100), 2500 + 1000),
        ("openai:gpt-4o", TokenCounts(input=1000, cached=400, output=0), 1500 + 500),
        ("anthropic:claude-sonnet-4-5", TokenCounts(input=1000, cached=500, written=300, output=0), 600 + 150 + 1125),
        (
            "anthropic:claude-sonnet-4-5",
            TokenCounts(input=1000, cached=0, written=1000, kept=400, output=0),
            2250 + 2400,
        ),
        ("openai:gpt-5.6-terra", TokenCounts(input=1000, cached=0, written=1000, output=10), 2500 + 120),
        ("deepseek:deepseek-flash", TokenCounts(input=1, cached=0, output=0), 1),
    ],
)
def test_cost_is_tokens_times_price_rounded_up(model, tokens, micros):
    price = capabilities_of(model).price
    assert price is not None
    assert cost_micros(tokens, price) == micros


@pytest.mark.requirement("R-62", "M-11")
@pytest.mark.parametrize(
    ("name", "same_as"),
    [
        ("openai:gpt-4o-2024-08-06", "openai:gpt-4o"),
        ("anthropic:claude-sonnet-4-5-20250929", "anthropic:claude-sonnet-4-5"),
        ("mistral:mistral-large-latest", "mistral:mistral-large"),
    ],
)
def test_a_dated_name_has_the_price_of_its_language_model(name, same_as):
    price = capabilities_of(same_as).price
    assert price is not None
    assert capabilities_of(name).price == price


@pytest.mark.requirement("R-62", "M-12")
def test_a_price_that_nobody_knows_is_told_as_an_estimate_of_nothing():
    assert capabilities_of("openai:gpt-4o-audio").price is None
    assert usage_of(TokenCounts(input=5, cached=0, output=2), None) == Usage(
        input_tokens=5, cached_tokens=0, output_tokens=2, cost_micros=0, currency="USD", estimated=True
    )
    assert capabilities_of("ollama:anything").price == FREE
    assert not usage_of(TokenCounts(input=5, cached=0, output=2), FREE).estimated


@pytest.mark.requirement("R-62")
def test_the_operator_s_own_price_wins():
    own = PriceOverride("openai:gpt-4o", 1_000_000, 0, 2_000_000)
    price = capabilities_of("openai:gpt-4o", (own,)).price
    assert price is not None
    assert cost_micros(TokenCounts(input=10, cached=0, output=10), price) == 30


@pytest.mark.requirement("R-60")
def test_what_a_failed_call_used_up_is_read_back_from_its_error():
    usage = usage_of(TokenCounts(input=5, cached=1, output=2, estimated=True), FREE)
    error = ProviderUnavailable("cut", provider="x")
    assert noted_usage(error.fields) is None
    note_usage(error, usage)
    assert noted_usage(error.fields) == usage
    assert added(usage, usage).input_tokens == 10

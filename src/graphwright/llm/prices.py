"""What model calls cost: published prices with their date, and the arithmetic.

Prices change without notice, so an operator's own (`GRAPHWRIGHT_PRICES`) win. A language model without a known price
costs 0 and is marked as estimated: a budget in money cannot bound it, budgets in calls and tokens do (D-95, WD-19).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from graphwright.errors import LanguageModelError
from graphwright.protocol.runs import Usage
from graphwright.setting_kinds import PriceOverride

AS_OF: Final = "2025-12"
"""When the table below was last compared with the providers' price pages."""

CURRENCY: Final = "USD"

_MILLION = 1_000_000


class TokenCounts(NamedTuple):
    """The tokens of one call. `input` counts all of the prompt, `cached` and `written` are parts of it."""

    input: int
    cached: int
    output: int
    written: int = 0
    """Tokens that the provider put into its prompt cache, where it charges for that."""
    estimated: bool = False


# No answer of any language model is nearly as large; a larger count is a mistake.
_ABSURD: Final = 10**9


def counted(*, input_: int, cached: int, output: int, written: int = 0) -> TokenCounts | None:
    """The provider's own counts, or None when they cannot be true."""
    if min(input_, cached, output, written) < 0 or max(input_, output) > _ABSURD or cached + written > input_:
        return None
    return TokenCounts(input=input_, cached=cached, output=output, written=written)


class Price(NamedTuple):
    """Millionths of a dollar per million tokens; which is the same as dollars per million tokens, times a million."""

    input: int
    cached: int
    output: int
    written: int


FREE: Final = Price(0, 0, 0, 0)


def _dollars(input_: float, cached: float, output: float, *, written: float | None = None) -> Price:
    amounts = (input_, cached, output, input_ if written is None else written)
    return Price(*(round(amount * _MILLION) for amount in amounts))


def _anthropic(input_: float, cached: float, output: float) -> Price:
    # Writing to the five-minute cache costs a quarter more than plain input.
    return _dollars(input_, cached, output, written=input_ * 1.25)


PRICES: Final[Mapping[str, Price]] = MappingProxyType(
    {
        "anthropic:claude-3-5-haiku": _anthropic(0.80, 0.08, 4),
        "anthropic:claude-haiku-4-5": _anthropic(1, 0.10, 5),
        "anthropic:claude-opus-4": _anthropic(15, 1.50, 75),
        "anthropic:claude-opus-4-1": _anthropic(15, 1.50, 75),
        "anthropic:claude-opus-4-5": _anthropic(5, 0.50, 25),
        "anthropic:claude-sonnet-4": _anthropic(3, 0.30, 15),
        "anthropic:claude-sonnet-4-5": _anthropic(3, 0.30, 15),
        "deepseek:deepseek-chat": _dollars(0.28, 0.028, 0.42),
        "deepseek:deepseek-reasoner": _dollars(0.28, 0.028, 0.42),
        "groq:llama-3.1-8b-instant": _dollars(0.05, 0.05, 0.08),
        "groq:llama-3.3-70b-versatile": _dollars(0.59, 0.59, 0.79),
        "mistral:mistral-large": _dollars(2, 2, 6),
        "mistral:mistral-small": _dollars(0.10, 0.10, 0.30),
        "openai:gpt-4.1": _dollars(2, 0.50, 8),
        "openai:gpt-4.1-mini": _dollars(0.40, 0.10, 1.60),
        "openai:gpt-4.1-nano": _dollars(0.10, 0.025, 0.40),
        "openai:gpt-4o": _dollars(2.50, 1.25, 10),
        "openai:gpt-4o-mini": _dollars(0.15, 0.075, 0.60),
        "openai:gpt-5": _dollars(1.25, 0.125, 10),
        "openai:gpt-5-mini": _dollars(0.25, 0.025, 2),
        "openai:gpt-5-nano": _dollars(0.05, 0.005, 0.40),
        "openai:o3": _dollars(2, 0.50, 8),
        "openai:o4-mini": _dollars(1.10, 0.275, 4.40),
    }
)

# `gpt-4o-2024-08-06`, `claude-sonnet-4-20250514` and `mistral-large-latest` are dated names of one language model.
_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest)$")


def price_of(model: str, overrides: Sequence[PriceOverride] = ()) -> Price | None:
    """The price of a language model (`openai:gpt-5`), or None when it is not known."""
    for own in overrides:
        if own.model == model:
            return Price(own.input_micros, own.cached_micros, own.output_micros, own.input_micros)
    if model.startswith("ollama:"):
        return FREE
    return PRICES.get(model) or PRICES.get(_DATED.sub("", model))


def cost_micros(tokens: TokenCounts, price: Price) -> int:
    """The cost in millionths of a dollar, rounded up: many small calls must not cost nothing."""
    plain = max(0, tokens.input - tokens.cached - tokens.written)
    total = (
        plain * price.input
        + tokens.cached * price.cached
        + tokens.written * price.written
        + tokens.output * price.output
    )
    return -(-total // _MILLION)


def usage_of(tokens: TokenCounts, price: Price | None) -> Usage:
    """Tokens and cost as a run records them."""
    return Usage(
        input_tokens=tokens.input,
        cached_tokens=tokens.cached,
        output_tokens=tokens.output,
        cost_micros=0 if price is None else cost_micros(tokens, price),
        currency=CURRENCY,
        estimated=tokens.estimated or price is None,
    )


def added(left: Usage, right: Usage) -> Usage:
    """Both together."""
    return Usage(
        input_tokens=left.input_tokens + right.input_tokens,
        cached_tokens=left.cached_tokens + right.cached_tokens,
        output_tokens=left.output_tokens + right.output_tokens,
        cost_micros=left.cost_micros + right.cost_micros,
        currency=left.currency,
        estimated=left.estimated or right.estimated,
    )


def note_usage(error: LanguageModelError, usage: Usage) -> None:
    """Write on an error what the failed call used up, so that it is counted all the same (R-60)."""
    error.fields.update(
        inputTokens=usage.input_tokens,
        cachedTokens=usage.cached_tokens,
        outputTokens=usage.output_tokens,
        costMicros=usage.cost_micros,
    )


def noted_usage(fields: Mapping[str, object]) -> Usage | None:
    """What `note_usage` wrote, from the fields of an error or of its stored record; None: nothing was used up."""
    match fields:
        case {
            "inputTokens": int(input_),
            "cachedTokens": int(cached),
            "outputTokens": int(output),
            "costMicros": int(cost),
        }:
            return Usage(
                input_tokens=input_,
                cached_tokens=cached,
                output_tokens=output,
                cost_micros=cost,
                currency=CURRENCY,
                estimated=True,
            )
        case _:
            return None

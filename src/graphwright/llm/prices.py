"""What model calls cost: tokens times prices.

The prices stand with the families of language models (`capabilities`); an operator's own win. Where none is known the
cost is told as 0 and as an estimate, and a budget in money refuses the call: it could not bound it (D-95, WD-19).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from graphwright.errors import LanguageModelError
from graphwright.llm.capabilities import Price
from graphwright.protocol.runs import Usage

CURRENCY: Final = "USD"

_MILLION = 1_000_000


class TokenCounts(NamedTuple):
    """The tokens of one call. `input` counts all of the prompt, `cached` and `written` are parts of it."""

    input: int
    cached: int
    output: int
    written: int = 0
    """Tokens that the provider put into its prompt cache, where it charges for that."""
    kept: int = 0
    """Of the written ones: those that it keeps there for longer than usual."""
    estimated: bool = False


class InputDetails(msgspec.Struct):
    """What OpenAI's dialects tell of the tokens of a prompt."""

    cached_tokens: int | None = None
    cache_write_tokens: int | None = None


# No answer of any language model is nearly as large; a larger count is a mistake.
_ABSURD: Final = 10**9


def counted(*, input_: int, cached: int, output: int, written: int = 0, kept: int = 0) -> TokenCounts | None:
    """The provider's own counts, or None when they cannot be true."""
    if min(input_, cached, output, written, kept) < 0 or max(input_, output) > _ABSURD or cached + written > input_:
        return None
    return TokenCounts(input=input_, cached=cached, output=output, written=written, kept=min(kept, written))


def cost_micros(tokens: TokenCounts, price: Price) -> int:
    """The cost in millionths of a dollar, rounded up: many small calls must not cost nothing."""
    plain = max(0, tokens.input - tokens.cached - tokens.written)
    total = (
        plain * price.input
        + tokens.cached * price.cached
        + (tokens.written - tokens.kept) * price.written
        + tokens.kept * price.kept
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


NOTHING_USED: Final = Usage(
    input_tokens=0, cached_tokens=0, output_tokens=0, cost_micros=0, currency=CURRENCY, estimated=False
)
"""Where no language model was asked."""


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

"""Whole calls for tests of their parts: every try until one answers, every continuation until the answer is whole.

In the program each try and each continuation is a step of a run (`turns.model_calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

from msgspec.structs import replace

from graphwright.errors import AnswerTruncated, LanguageModelError, ProviderUnavailable
from graphwright.llm.base import Delta, LanguageModel, ModelRequest, ModelResponse, TextDelta, whole
from graphwright.llm.budget import Budgets, BudgetScope, CallCeiling, Reservation
from graphwright.llm.complete import MAX_CONTINUATIONS, Seam, continuation
from graphwright.llm.prices import NOTHING_USED, added, note_usage
from graphwright.llm.retry import Attempt, AttemptPorts, attempt, next_attempt
from graphwright.store.memory import MemoryStore
from graphwright.turns.allowance import Allowance


def reserved(budgets: Budgets, scope: BudgetScope, most: CallCeiling) -> AbstractAsyncContextManager[Reservation]:
    """Room for a call in a budget that nobody else has."""
    return Allowance(budgets, MemoryStore(), lambda _: nullcontext()).reserved([scope], most)


async def call_with_retries(
    chain: Sequence[LanguageModel],
    request: ModelRequest,
    around: AttemptPorts,
    *,
    on_delta: Callable[[int, Delta], None],
    on_attempt: Callable[[Attempt], None],
) -> ModelResponse:
    """The first answer of the chain, each language model tried again as its faults allow.

    `on_attempt` is told of every attempt when it ends, the failed ones too. Raises the last attempt's error.
    """
    models = {model.name: model for model in chain}
    past: list[Attempt] = []
    failure: LanguageModelError = ProviderUnavailable("no language model is configured", retry="never")
    while models and (plan := next_attempt(list(models), past)) is not None:
        made, result = await attempt(plan, models[plan.model], request, around, on_delta=on_delta)
        past.append(made)
        on_attempt(made)
        if isinstance(result, ModelResponse):
            return result
        failure = result
    raise failure


async def complete(
    model: LanguageModel, request: ModelRequest, *, continuations: int = MAX_CONTINUATIONS
) -> tuple[str, ModelResponse]:
    """What was shown piece by piece, and the whole, gone on with after each length limit, with the usage of all calls.

    Raises `AnswerTruncated` when it is not whole after the last continuation.
    """
    shown: list[str] = []
    asked, usage = request, NOTHING_USED
    for _ in range(1 + continuations):
        seam = Seam("".join(shown))

        def show(delta: Delta, seam: Seam = seam) -> None:
            if isinstance(delta, TextDelta):
                shown.append(seam.feed(delta.text))

        response = await whole(model, asked, on_delta=show)
        shown.append(seam.finish())
        text, usage = "".join(shown), added(usage, response.usage)
        if response.finish_reason != "length":
            return text, replace(response, text=text, usage=usage)
        asked = continuation(request, text)
    error = AnswerTruncated(f"the answer of {model.name!r} is not whole", retry="never")
    note_usage(error, usage)
    raise error

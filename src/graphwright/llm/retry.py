"""Trying a model call again, or with the next language model of the fallback chain.

What to try next is a pure function of the attempts so far (`next_attempt`), so a workflow can make each attempt a step
and a replay comes to the same decision. `attempt` makes one. A call is retried at most twice and waits at most ten
seconds in all, whatever a provider asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.errors import LanguageModelError, ProviderRateLimited, ProviderUnavailable
from graphwright.llm.answer import ONLY_THOUGHTS
from graphwright.llm.base import Delta, LanguageModel, ModelRequest, ModelResponse, whole
from graphwright.llm.budget import Reservation
from graphwright.llm.prices import noted_usage
from graphwright.ports import Clock
from graphwright.protocol.base import Count, JsonValue, Record
from graphwright.protocol.runs import StoredError, Usage

# At most 2 retries per model call and 10 s of waiting together.
MAX_RETRIES: Final = 2
MAX_WAITING_S: Final = 10.0
# What we wait before the first and the second retry when the provider does not say.
_PAUSES_S: Final = (1.0, 4.0)

# A refusal is an answer: another language model is not asked until one agrees. A budget is ours.
_FINAL_CODES: Final = frozenset({"answerRefused", "budgetExceeded"})


class Attempt(Record, frozen=True, kw_only=True):
    """One try of a model call, as a step records it."""

    number: Count
    """From 1. Deltas carry it, so those of a failed attempt can be withdrawn."""
    model: str
    waited_s: float
    duration_s: float
    error: StoredError | None = None
    """Not set: this one answered."""
    usage: Usage | None = None
    """What it used up, failed or not (R-60)."""


class RetryPlan(NamedTuple):
    """What to try next."""

    number: int
    model: str
    wait_s: float
    """The longest pause before it."""
    at_least_s: float
    """The shortest: what the provider asked for. Between the two chance decides, so that callers spread out."""
    eased: bool = False
    """With more room and less effort, because the language model only thought."""


def next_attempt(chain: Sequence[str], past: Sequence[Attempt]) -> RetryPlan | None:
    """What to try after the attempts so far, or None when the last one's error stands. Pure.

    A passing fault is tried again with the same language model while retries and waiting time last; then, and after
    any other fault of a provider, the next one of the chain has its turn at once (WE-18).
    """
    if not past:
        return RetryPlan(1, chain[0], 0.0, 0.0)
    last = past[-1]
    if last.error is None or last.error.code in _FINAL_CODES:
        return None
    number = last.number + 1
    if _only_thought(last):
        # Waiting helps nothing, and what did not help once will not help twice.
        has_been_eased = len(past) > 1 and past[-2].model == last.model and _only_thought(past[-2])
        if not has_been_eased:
            return RetryPlan(number, last.model, 0.0, 0.0, eased=True)
        return _next_of_chain(chain, last)
    retries = sum(later.model == earlier.model for earlier, later in pairwise(past))
    asked_s = _asked_to_wait_s(last.error)
    pause_s = max(asked_s, _PAUSES_S[min(retries, len(_PAUSES_S) - 1)])
    waited_s = sum(attempt.waited_s for attempt in past)
    if last.error.retry == "later" and retries < MAX_RETRIES and waited_s + pause_s <= MAX_WAITING_S:
        return RetryPlan(number, last.model, pause_s, asked_s)
    return _next_of_chain(chain, last)


def _next_of_chain(chain: Sequence[str], last: Attempt) -> RetryPlan | None:
    position = chain.index(last.model) + 1
    return None if position == len(chain) else RetryPlan(last.number + 1, chain[position], 0.0, 0.0)


def _only_thought(made: Attempt) -> bool:
    error = made.error
    return error is not None and error.fields.get(ONLY_THOUGHTS) is True


def eased(request: ModelRequest) -> ModelRequest:
    """The request for a language model that only thought: twice the room, and the least thinking that helps."""
    return replace(request, max_output_tokens=2 * request.max_output_tokens, effort="low")


def _asked_to_wait_s(error: StoredError) -> float:
    fields: dict[str, JsonValue] = error.fields
    asked = fields.get("retryAfterS", 0.0)
    return max(0.0, asked) if isinstance(asked, int | float) else 0.0


class Breakers:
    """One circuit breaker per provider: after several failures in a row it is left alone for a while."""

    # Five people's calls in a row, or two calls with all their retries: more than bad luck.
    FAILURES = 5
    PAUSE_S = 30.0

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[str, int] = {}
        self._closed_until: dict[str, float] = {}

    def check(self, model: str) -> None:
        """Raises `ProviderUnavailable` while the provider is left alone. After the pause one call may try it."""
        provider = _provider(model)
        left_s = self._closed_until.get(provider, 0.0) - self._clock.monotonic()
        if left_s > 0:
            raise ProviderUnavailable(
                f"{provider} failed {self.FAILURES} times in a row and is left alone for {left_s:.0f} s",
                provider=provider,
                retryAfterS=left_s,
            )
        if self._failures.get(provider, 0) >= self.FAILURES:
            # Whoever comes now is the probe; the others wait for what it finds.
            self._closed_until[provider] = self._clock.monotonic() + self.PAUSE_S

    def note(self, model: str, error: LanguageModelError | None) -> None:
        """Count how a call ended. Only faults that say something about the provider's health count."""
        provider = _provider(model)
        if error is None or not _is_ill_health(error):
            self._failures.pop(provider, None)
            self._closed_until.pop(provider, None)
            return
        self._failures[provider] = self._failures.get(provider, 0) + 1
        if self._failures[provider] >= self.FAILURES:
            self._closed_until[provider] = self._clock.monotonic() + self.PAUSE_S


def _is_ill_health(error: LanguageModelError) -> bool:
    return isinstance(error, ProviderUnavailable | ProviderRateLimited) and error.retry == "later"


def _provider(model: str) -> str:
    return model.partition(":")[0]


class AttemptPorts(NamedTuple):
    """What an attempt needs besides the request."""

    clock: Clock
    breakers: Breakers
    jitter: Callable[[], float]
    """A random number from 0 to 1, from a seeded source."""
    reserve: Callable[[LanguageModel, ModelRequest], AbstractAsyncContextManager[Reservation]]
    """Checks the budgets and makes room in them, for the block of a call; may raise `BudgetExceeded`."""


async def attempt(
    plan: RetryPlan,
    model: LanguageModel,
    request: ModelRequest,
    around: AttemptPorts,
    *,
    on_delta: Callable[[int, Delta], None],
) -> tuple[Attempt, ModelResponse | LanguageModelError]:
    """Wait as planned and make one model call; an error of the provider is a result, not an exception.

    `on_delta` is told the attempt's number with each delta.
    """
    waited_s = plan.at_least_s + (plan.wait_s - plan.at_least_s) * around.jitter()
    if waited_s:
        await around.clock.sleep(waited_s)
    started = around.clock.monotonic()
    usage: Usage | None
    result: ModelResponse | LanguageModelError
    try:
        asked = eased(request) if plan.eased else request
        result = await _call(plan.number, model, asked, around, on_delta)
        usage = result.usage
    except LanguageModelError as error:
        result, usage = error, noted_usage(error.fields)
    made = Attempt(
        number=plan.number,
        model=model.name,
        waited_s=waited_s,
        duration_s=around.clock.monotonic() - started,
        error=None if isinstance(result, ModelResponse) else stored(result),
        usage=usage,
    )
    return made, result


async def _call(
    number: int,
    model: LanguageModel,
    request: ModelRequest,
    around: AttemptPorts,
    on_delta: Callable[[int, Delta], None],
) -> ModelResponse:
    around.breakers.check(model.name)
    started = around.clock.monotonic()
    async with around.reserve(model, request) as reservation:
        try:
            response = await whole(model, request, on_delta=partial(on_delta, number))
        except LanguageModelError as error:
            reservation.settle(noted_usage(error.fields), duration_s=around.clock.monotonic() - started)
            around.breakers.note(model.name, error)
            raise
        except BaseException:
            # Stopped in the middle: the provider may charge for what it had begun, and does not say how much.
            reservation.settle_at_most(duration_s=around.clock.monotonic() - started)
            raise
        reservation.settle(response.usage, duration_s=around.clock.monotonic() - started)
        around.breakers.note(model.name, None)
        return response


def stored(error: LanguageModelError) -> StoredError:
    """The error as a run remembers it."""
    fields: dict[str, JsonValue] = {
        name: value for name, value in error.fields.items() if isinstance(value, str | int | float | bool | None)
    }
    return StoredError(code=error.code, message=error.message, retry=error.retry, fields=fields)

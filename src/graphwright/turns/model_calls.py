"""One model call of a workflow, with every try of it as a step: retries, the fallback chain, continuations, their cost.

What to try next is decided by `llm.retry` from the tries so far, which are recorded, so a replay comes to the same
decision. Deltas are told while they stream; the recorded response is the truth (D11).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Protocol

from msgspec.structs import replace

from graphwright.errors import AnswerRefused, AnswerTruncated, LanguageModelError, NotFound, ProviderUnavailable
from graphwright.llm.base import Delta, LanguageModel, ModelRequest, ModelResponse, TextDelta
from graphwright.llm.bounded import Bounded
from graphwright.llm.budget import Budgets, Reservation, Scope
from graphwright.llm.complete import MAX_CONTINUATIONS, Seam, continuation
from graphwright.llm.prices import added
from graphwright.llm.retry import Attempt, Breakers, Plan, Surroundings, attempt, next_attempt
from graphwright.ports import Clock
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.runs.failures import error_of
from graphwright.runs.scope import StepScope
from graphwright.turns.allowance import Allowance
from graphwright.turns.sent import SentRequests


class Listener(Protocol):
    """Hears one try of a model call while it streams."""

    async def begin(self) -> None:
        """The try begins; whatever this makes durable is so before the first text."""
        ...

    def hear(self, text: str) -> None:
        """More text has come."""
        ...

    def withdraw(self, reason: str) -> None:
        """What was heard in this try will not count."""
        ...


class Tried(Record, frozen=True, kw_only=True):
    """One try, as its step records it."""

    attempt: Attempt
    response: ModelResponse | None
    """`None`: it failed, and `attempt` says why."""
    sent: str | UnsetType = UNSET
    """Hash of the blob that says what was sent (`sent.Sent`)."""


Listen = Callable[[StepScope, int], Listener]
"""Makes the listener of a try: the step of the try, and its number."""


class ModelCalls:
    """The language models of a project, and what keeps calls of them within their bounds."""

    def __init__(
        self,
        project: Project,
        chain: Sequence[LanguageModel],
        *,
        clock: Clock,
        breakers: Breakers,
        budgets: Budgets,
        jitter: Callable[[], float],
    ) -> None:
        self._project = project
        self._models: dict[str, LanguageModel] = {model.name: model for model in chain}
        self._clock = clock
        self._breakers = breakers
        self._allowance = Allowance(budgets, project.store)
        self._sent = SentRequests(project.store)
        self._jitter = jitter
        self._part = ""

    @property
    def names(self) -> list[str]:
        """The chain, in the order in which it is asked."""
        return list(self._models)

    def bent(self, *, first: str | None = None, part: str = "", characters: int | None = None) -> ModelCalls:
        """The same chain as a part of a story wants it: another model first, a budget of its own, answers cut.

        `part` of a run has the budget that a run has; the days of person and project count as always.
        `NotFound` names the language models there are.
        """
        if first is not None and first not in self._models:
            message = f"no language model {first[:80]!r} is configured; there are {', '.join(self._models)}"
            raise NotFound(message)
        bent = copy(self)
        names = sorted(self._models, key=lambda name: name != first)
        bent._models = {  # noqa: SLF001  # our own copy
            name: self._models[name] if characters is None else Bounded(self._models[name], characters=characters)
            for name in names
        }
        bent._part = part  # noqa: SLF001
        return bent

    @property
    def name(self) -> str:
        """The language model that is asked first."""
        return next(iter(self._models), "none")

    @property
    def is_language_model(self) -> bool:
        """False while the offline assistant answers."""
        return any(model.is_language_model for model in self._models.values())

    async def ask(self, step: StepScope, request: ModelRequest, listen: Listen) -> ModelResponse:
        """The whole answer. Raises the last try's `LanguageModelError`; `AnswerRefused` for an empty answer."""
        response = await self._answer(step, request, listen, first_number=1)
        text, usage = response.text, response.usage
        for part in range(1, MAX_CONTINUATIONS + 1):
            if response.finish_reason != "length":
                break
            asked = continuation(request, text)
            response = await self._answer(step, asked, listen, first_number=part * 10 + 1)
            seam = Seam(text)
            text += seam.feed(response.text) + seam.finish()
            usage = added(usage, response.usage)
        if response.finish_reason == "length":
            message = f"the answer of {response.model!r} is not whole after {MAX_CONTINUATIONS} continuations"
            raise AnswerTruncated(message, retry="never")
        if not text.strip() and not response.tool_calls:
            message = f"{response.model!r} answered nothing at all; ask again in other words"
            raise AnswerRefused(message)
        return replace(response, text=text, usage=usage)

    async def _answer(
        self, step: StepScope, request: ModelRequest, listen: Listen, *, first_number: int
    ) -> ModelResponse:
        past: list[Attempt] = []
        while (plan := next_attempt(list(self._models), past)) is not None:
            number = first_number + len(past)
            tried = await step.step(
                "llm_call", _Try(self, listen, number).once, plan, request, key=str(number), label=plan.model
            )
            past.append(tried.attempt)
            if tried.response is not None:
                return tried.response
        error = past[-1].error if past else None
        if not error:
            message = "no language model is configured"
            raise ProviderUnavailable(message, retry="never")
        raise error_of(error)

    async def try_once(self, step: StepScope, plan: Plan, request: ModelRequest, listener: Listener) -> Tried:
        """One try: its usage is added to the step, its failure is its result."""

        def hear(_number: int, delta: Delta) -> None:
            if isinstance(delta, TextDelta):
                listener.hear(delta.text)

        model = self._models[plan.model]
        scopes = self._scopes(step) if model.is_language_model else ()
        await self._allowance.open(scopes)
        await listener.begin()
        await step.durable()  # what earlier calls answered has been paid for
        sent = self._sent.keep(request)
        around = Surroundings(self._clock, self._breakers, self._jitter, self._reserver(scopes))
        try:
            made, result = await attempt(plan, model, request, around, on_delta=hear)
        finally:
            self._allowance.keep(scopes)
        if made.usage:
            step.usage(made.usage)
        if isinstance(result, LanguageModelError):
            step.verdict("failed")
            listener.withdraw(result.message)
            return Tried(attempt=made, response=None, sent=sent)
        return Tried(attempt=made, response=result, sent=sent)

    def _scopes(self, step: StepScope) -> tuple[Scope, ...]:
        return (
            Scope("run", f"{step.run_id}/{self._part}" if self._part else step.run_id),
            Scope("person", step.execution.run.author.person_id),
            Scope("project", self._project.project_id),
        )

    def _reserver(self, scopes: Sequence[Scope]) -> Callable[[LanguageModel, ModelRequest], Reservation]:
        budgets = self._allowance.budgets

        def reserve(model: LanguageModel, request: ModelRequest) -> Reservation:
            return budgets.reserve(scopes, budgets.most(model.name, request))

        return reserve


class _Try:
    """The body of one try's step: ports are bound to it, not passed (D10)."""

    def __init__(self, calls: ModelCalls, listen: Listen, number: int) -> None:
        self._calls = calls
        self._listen = listen
        self._number = number
        """Of the try among all of the model call: from 1, of the first continuation from 11."""

    async def once(self, step: StepScope, plan: Plan, request: ModelRequest) -> Tried:
        return await self._calls.try_once(step, plan, request, self._listen(step, self._number))

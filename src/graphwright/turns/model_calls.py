"""One model call of a workflow, with every try of it as a step: retries, the fallback chain, continuations, their cost.

What to try next is decided by `llm.retry` from the tries so far, which are recorded, so a replay comes to the same
decision. Deltas are told while they stream; the recorded response is the truth (ADR-11).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from graphwright.errors import AnswerRefused, AnswerTruncated, LanguageModelError, NotFound, ProviderUnavailable
from graphwright.formats.thoughts import without_thoughts
from graphwright.llm.base import Delta, LanguageModel, ModelRequest, ModelResponse, TextDelta
from graphwright.llm.bounded import BoundedModel
from graphwright.llm.budget import BudgetScope, Reservation, ScopeKind, Spent, part_name
from graphwright.llm.choices import NO_CHOICES, ModelChoices
from graphwright.llm.complete import MAX_CONTINUATIONS, Seam, continuation
from graphwright.llm.prices import added
from graphwright.llm.retry import Attempt, AttemptPorts, Breakers, RetryPlan, attempt, next_attempt
from graphwright.ports import Clock
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.runs.failures import error_of
from graphwright.runs.scope import StepScope
from graphwright.setting_kinds import Effort
from graphwright.tracing import span
from graphwright.turns.allowance import Allowance
from graphwright.turns.message_stream import MessageStream
from graphwright.turns.sent_requests import SentRequests


class CallAttempt(Record, frozen=True, kw_only=True):
    """One try, as its step records it."""

    attempt: Attempt
    response: ModelResponse | None
    """`None`: it failed, and `attempt` says why."""
    sent: str | None = None
    """Hash of the blob that says what was sent (`sent_requests.SentRequest`)."""


class ModelCalls:
    """The language models of a project, and what keeps calls of them within their bounds."""

    def __init__(
        self,
        project: Project,
        chain: Sequence[LanguageModel],
        *,
        clock: Clock,
        breakers: Breakers,
        allowance: Allowance,
        jitter: Callable[[], float],
        choices: ModelChoices = NO_CHOICES,
    ) -> None:
        self._project = project
        self._configured: dict[str, LanguageModel] = {model.name: model for model in chain}
        self._choices = choices
        self._workflow = ""
        self._models = {name: model for name, model in self._configured.items() if name not in choices.only_chosen}
        self._effort: Effort | None = None
        self._clock = clock
        self._breakers = breakers
        self._allowance = allowance
        self._sent = SentRequests(project.store, clock)
        self._jitter = jitter
        self._part = ""
        self._persona = ""

    def of(self, workflow: str) -> ModelCalls:
        """The calls of a workflow: with the language model, the effort and the budget that were chosen for it."""
        own = copy(self)
        own._workflow = workflow  # noqa: SLF001  # our own copy
        return own.with_options()

    def with_options(
        self, *, first: str | None = None, persona: str = "", part: str = "", characters: int | None = None
    ) -> ModelCalls:
        """The same chain as a part of a workflow wants it: another model first, a budget of its own, answers cut.

        `first` wins over what the operator chose for the workflow or `persona`. `part` of a run has the budget that a
        run has; the days of person and project count as always. `NotFound` names the language models there are.
        """
        choice = self._choices.of(self._workflow, persona)
        wanted = first or choice.model
        if wanted is not None and wanted not in self._configured:
            message = f"no language model {wanted[:80]!r} is configured; there are {', '.join(self._configured)}"
            raise NotFound(message)
        names: dict[str, None] = dict.fromkeys([*([wanted] if wanted else []), *self._models])
        own = copy(self)
        own._models = {  # noqa: SLF001  # our own copy
            name: model if characters is None else BoundedModel(model, characters=characters)
            for name, model in ((name, self._configured[name]) for name in names)
        }
        own._persona, own._part, own._effort = persona, part, choice.effort  # noqa: SLF001
        return own

    @property
    def name(self) -> str:
        """The language model that is asked first."""
        return next(iter(self._models), "none")

    @property
    def is_language_model(self) -> bool:
        """False while the offline assistant answers."""
        return any(model.is_language_model for model in self._models.values())

    async def ask(self, step: StepScope, request: ModelRequest, stream: MessageStream | None = None) -> ModelResponse:
        """The whole answer, without its thoughts; everybody hears it in `stream`, nobody where there is none.

        Raises the last try's `LanguageModelError`; `AnswerRefused` for an empty answer.
        """
        response = await self._answer(step, request, stream)
        text, usage = response.text, response.usage
        for part in range(1, MAX_CONTINUATIONS + 1):
            if response.finish_reason != "length":
                break
            if stream is not None:
                stream.was_continued = True
            # The tries of the first continuation are numbered from 11, of the second from 21.
            response = await self._answer(step, continuation(request, text), stream, before=text, first=part * 10 + 1)
            seam = Seam(text)
            text += seam.feed(response.text) + seam.finish()
            usage = added(usage, response.usage)
        if response.finish_reason == "length":
            message = f"the answer of {response.model!r} is not whole after {MAX_CONTINUATIONS} continuations"
            raise AnswerTruncated(message, retry="never")
        said = without_thoughts(text)
        if not said.strip() and not response.tool_calls:
            what = "only thought aloud" if text.strip() else "answered nothing at all"
            raise AnswerRefused(f"{response.model!r} {what}; ask again in other words")
        return replace(response, text=said, usage=usage)

    async def _answer(
        self, step: StepScope, request: ModelRequest, stream: MessageStream | None, *, before: str = "", first: int = 1
    ) -> ModelResponse:
        """The first try that succeeds. `before`: the answer up to this continuation, as it came."""
        past: list[Attempt] = []
        while (plan := next_attempt(list(self._models), past)) is not None:
            number = first + len(past)
            trying = _CallTry(self, stream, before, number)
            tried = await step.step("llm_call", trying.once, plan, request, key=str(number), label=plan.model)
            past.append(tried.attempt)
            if tried.response is not None:
                return tried.response
        error = past[-1].error if past else None
        if not error:
            message = "no language model is configured"
            raise ProviderUnavailable(message, retry="never")
        raise error_of(error)

    async def try_once(
        self, step: StepScope, plan: RetryPlan, request: ModelRequest, stream: MessageStream | None
    ) -> CallAttempt:
        """One try: its usage is added to the step, its failure is its result."""

        def on_delta(_number: int, delta: Delta) -> None:
            if stream is not None and isinstance(delta, TextDelta):
                stream.on_text(delta.text)

        @asynccontextmanager
        async def reserve(model: LanguageModel, request: ModelRequest) -> AsyncGenerator[Reservation]:
            step.execution.hurry()  # with the place in the budgets
            async with self._allowance.reserved(scopes, self._allowance.budgets.most(model.name, request)) as room:
                await step.durable()  # what earlier calls answered has been paid for
                yield room

        model = self._models[plan.model]
        if self._effort is not None and request.effort is None:
            request = replace(request, effort=self._effort)
        scopes = self._scopes(step) if model.is_language_model else ()
        sent = self._sent.keep(request)
        around = AttemptPorts(self._clock, self._breakers, self._jitter, reserve)
        with span("model call", gen_ai__request__model=model.name) as told:
            made, result = await attempt(plan, model, request, around, on_delta=on_delta)
            if made.usage:
                told.set_attribute("gen_ai.usage.input_tokens", made.usage.input_tokens)
                told.set_attribute("gen_ai.usage.output_tokens", made.usage.output_tokens)
            if isinstance(result, LanguageModelError):
                told.set_attribute("error.type", result.code)
        if made.usage:
            step.usage(made.usage)
        if isinstance(result, LanguageModelError):
            step.verdict("failed")
            if stream is not None:
                stream.discard(result.message)
            return CallAttempt(attempt=made, response=None, sent=sent)
        if stream is not None:
            stream.end(is_whole=result.finish_reason != "length")
        return CallAttempt(attempt=made, response=result, sent=sent)

    def forget_sent(self) -> None:
        """What language models were sent may be gone from the store: keep it anew."""
        self._sent.forget()

    async def spent(self, kind: ScopeKind, of: str) -> Spent:
        """What a person or project has used up today."""
        return await self._allowance.spent(BudgetScope(kind, of))

    def _scopes(self, step: StepScope) -> tuple[BudgetScope, ...]:
        run = f"{step.run_id}/{self._part}" if self._part else step.run_id
        persona = part_name(self._workflow, self._persona)
        is_alone = bool(self._persona) and self._allowance.budgets.has_own(persona)
        own = [BudgetScope("run", f"{run}/{self._persona}", persona)] if is_alone else []
        return (
            *own,
            BudgetScope("run", run, self._workflow),
            BudgetScope("person", step.execution.run.author.person_id),
            BudgetScope("project", self._project.project_id),
        )


class _CallTry(Struct, frozen=True):
    """The body of one try's step: ports are bound to it, not passed (ADR-10)."""

    calls: ModelCalls
    stream: MessageStream | None
    before: str
    number: int
    """Among all tries of the model call, which a replay counts alike."""

    async def once(self, step: StepScope, plan: RetryPlan, request: ModelRequest) -> CallAttempt:
        if self.stream is not None:
            await self.stream.begin(step, self.number, self.before)
        return await self.calls.try_once(step, plan, request, self.stream)

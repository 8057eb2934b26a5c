"""Asks a language model to fill in a form: read as it was meant, asked once more where it cannot be, and never the end.

Nobody hears it. What could not be read is quoted in the second request; what could be is kept when that fails as well.
Where there is nothing at all - no answer, a request that the provider refuses - whoever asked goes on without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from graphwright.context.data_block import escape_roles
from graphwright.context.prompt import with_reply
from graphwright.errors import BudgetExceeded, LanguageModelError
from graphwright.formats.cleaning import clean
from graphwright.formats.forms import form_schema, read_form, told
from graphwright.llm.base import ModelRequest
from graphwright.llm.prices import NOTHING_USED, added
from graphwright.protocol.base import Record
from graphwright.protocol.runs import Usage
from graphwright.runs.scope import Scope, StepScope
from graphwright.turns.messages import message_text
from graphwright.turns.model_calls import ModelCalls

F = TypeVar("F", bound=Struct)
T = TypeVar("T")

TRIES: Final = 2
_QUOTED: Final = 4_000
"""Characters of an answer that its repair is shown."""


class SavedAnswer(Record, frozen=True, kw_only=True):
    """An answer of a language model, whole."""

    text: str
    model: str
    usage: Usage
    was_continued: bool = False


class FormReading(Struct, Generic[T], frozen=True, kw_only=True):
    """What a form came to."""

    meant: T | None
    """`None`: nothing could be had, and `problem` says why."""
    problem: str
    """What of it could not be read; empty when all of it was."""
    usage: Usage


Mean = Callable[[F], tuple[T | None, list[str]]]
"""What a form means in its workflow, and what about it is wrong."""


async def ask_for(
    scope: Scope,
    calls: ModelCalls,
    request: ModelRequest,
    form: type[F],
    mean: Mean[F, T],
    *,
    label: str,
    language: str,
    merge: Callable[[T, T], T] | None = None,
) -> FormReading[T]:
    """Ask for a form, at most twice. `merge` joins what was meant first with its repair; else the better one counts.

    Raises `BudgetExceeded`: where money is at an end nobody goes on as if nothing had happened.
    """
    request = replace(request, response_schema=form_schema(form))
    meant: T | None = None
    usage, problem = NOTHING_USED, ""
    for number in range(1, TRIES + 1):
        try:
            answer = await ask_quietly(scope, calls, request, key=str(number), label=label)
        except BudgetExceeded:
            raise
        except LanguageModelError as error:
            return FormReading(meant=meant, problem=problem or error.message, usage=usage)
        usage = added(usage, answer.usage)
        filled = read_form(answer.text, form)
        again, problems = (None, []) if filled.value is None else mean(filled.value)
        problems = [*filled.problems, *problems]
        if again is not None:
            meant = again if meant is None or merge is None else merge(meant, again)
            problem = told(problems)
        elif meant is None:
            problem = told(problems)
        if not problems:
            break
        request = _with_problem(request, answer.text, told(problems), language)
    return FormReading(meant=meant, problem=problem, usage=usage)


async def ask_quietly(scope: Scope, calls: ModelCalls, request: ModelRequest, *, key: str, label: str) -> SavedAnswer:
    """A model call that nobody hears, as a step."""
    return await scope.step("model_call", _QuietCall(calls, request).made, key=key, label=label)


def _with_problem(request: ModelRequest, answer: str, problem: str, language: str) -> ModelRequest:
    """The same request with the answer it led to and why that could not be read."""
    repair = message_text("repairForm", language).replace("{problem}", escape_roles(" ".join(clean(problem).split())))
    return with_reply(request, answer[:_QUOTED] or "-", repair)


class _QuietCall(Struct, frozen=True):
    """The request is bound to the step and not passed, because it follows from earlier steps."""

    calls: ModelCalls
    request: ModelRequest

    async def made(self, step: StepScope) -> SavedAnswer:
        response = await self.calls.ask(step, self.request)
        return SavedAnswer(text=response.text, model=response.model, usage=response.usage)

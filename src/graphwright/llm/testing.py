"""Language models for tests: one follows a script, one asks a function. Both ship; neither is a mock of our code.

A script is a list of answers, one per model call. An answer is a text, or a list of what happens in order: text
streams word by word, a `ToolCall` streams its arguments, a `Stall` waits until the test opens it, an error is raised.
"""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import TypeAlias, assert_never

from graphwright.errors import LanguageModelError, Misuse
from graphwright.llm.base import (
    Delta,
    FinishReason,
    ModelRequest,
    ModelResponse,
    TextDelta,
    ToolCall,
    ToolCallDelta,
)
from graphwright.protocol.runs import Usage


class Stall:
    """A place in a script where the answer stalls: wait for `reached`, then `open()` it, or cancel the call."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._opened = asyncio.Event()

    def open(self) -> None:
        """Let the answer go on."""
        self._opened.set()

    async def passed(self) -> None:
        """Say that the gate was reached and wait until it is open."""
        self.reached.set()
        await self._opened.wait()


class ScriptedEnd:
    """How an answer ends when not with `stop` or `toolCalls`; without a reason it breaks off (R-61)."""

    def __init__(self, reason: FinishReason | None = None, *, usage: Usage | None = None) -> None:
        self.reason: FinishReason | None = reason
        self.usage = usage


Part: TypeAlias = str | ToolCall | Stall | ScriptedEnd | LanguageModelError
Answer: TypeAlias = Part | Sequence[Part] | ModelResponse


class FunctionModel:
    """Answers with whatever a function of the request returns; the function may be a coroutine function."""

    is_language_model = True

    def __init__(
        self, function: Callable[[ModelRequest], Answer | Awaitable[Answer]], *, name: str = "function"
    ) -> None:
        self.name = name
        self.requests: list[ModelRequest] = []
        """Every request, in the order of the calls."""
        self.stopped = 0
        """How many streams were closed before their end, for example because a person pressed stop."""
        self._function = function

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta | ModelResponse]:
        """See `LanguageModel.stream`."""
        self.requests.append(request)
        is_whole = False
        try:
            answer = self._function(request)
            if inspect.isawaitable(answer):
                answer = await answer
            async with aclosing(_play(answer, self.name)) as items:
                async for item in items:
                    is_whole = isinstance(item, ModelResponse)
                    yield item
        except (asyncio.CancelledError, GeneratorExit):
            self.stopped += not is_whole
            raise


class ScriptedModel(FunctionModel):
    """Gives the answers of a script, one per call."""

    def __init__(self, *answers: Answer, name: str = "scripted") -> None:
        super().__init__(self._next, name=name)
        self._answers = answers

    @property
    def left(self) -> int:
        """How many answers nobody asked for yet."""
        return max(0, len(self._answers) - len(self.requests))

    def _next(self, request: ModelRequest) -> Answer:
        if len(self.requests) > len(self._answers):
            raise Misuse(f"{self.name!r} was asked {len(self.requests)} times, its script has {len(self._answers)}")
        return self._answers[len(self.requests) - 1]


async def _play(answer: Answer, name: str) -> AsyncGenerator[Delta | ModelResponse]:
    if isinstance(answer, ModelResponse):
        for delta in _deltas(answer.text, answer.tool_calls):
            yield delta
        yield answer
        return
    parts = [answer] if isinstance(answer, str | ToolCall | Stall | ScriptedEnd | LanguageModelError) else answer
    calls: list[ToolCall] = []
    for part in parts:
        match part:
            case str():
                for delta in _deltas(part, ()):
                    yield delta
            case ToolCall():
                for delta in _deltas("", (part,), first_index=len(calls)):
                    yield delta
                calls.append(part)
            case Stall():
                await part.passed()
            case ScriptedEnd():
                pass  # looked at when everything has been said
            case LanguageModelError():
                raise part
            case _:
                assert_never(part)
    text = "".join(part for part in parts if isinstance(part, str))
    end = next((part for part in parts if isinstance(part, ScriptedEnd)), ScriptedEnd("toolCalls" if calls else "stop"))
    if end.reason is not None:
        usage = end.usage or _usage(text)
        yield ModelResponse(text=text, tool_calls=calls, usage=usage, finish_reason=end.reason, model=name)


def _deltas(text: str, tool_calls: Sequence[ToolCall], *, first_index: int = 0) -> list[Delta]:
    deltas: list[Delta] = [TextDelta(text=word) for word in re.findall(r"\S+\s*|\s+", text)]
    for index, call in enumerate(tool_calls, first_index):
        # Cut in the middle: a reader that takes half an argument for a whole one shows itself at once.
        half = len(call.arguments) // 2
        deltas.append(ToolCallDelta(index=index, name=call.name))
        deltas.append(ToolCallDelta(index=index, arguments=call.arguments[:half]))
        deltas.append(ToolCallDelta(index=index, arguments=call.arguments[half:]))
    return deltas


def _usage(text: str) -> Usage:
    """One token per word: easy to count by hand in a test."""
    return Usage(
        input_tokens=0,
        cached_tokens=0,
        output_tokens=len(text.split()),
        cost_micros=0,
        currency="USD",
        estimated=True,
    )

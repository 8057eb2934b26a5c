"""The `LanguageModel` protocol: a request goes in, deltas come out, and the last thing is the whole response.

What a provider is called, where it lives and what it costs stays inside `llm/`; callers see only these types.
Cancelling the task that reads the stream closes the connection to the provider (R-65).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal, Protocol, TypeAlias, TypeVar

from graphwright.errors import ProviderUnavailable
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.runs import Usage
from graphwright.setting_kinds import Effort

T = TypeVar("T")

FinishReason: TypeAlias = Literal["stop", "length", "toolCalls", "filtered"]


class PromptBlock(Record, frozen=True, kw_only=True):
    """A piece of the prompt. Stable blocks come first so that a provider's prompt cache hits (T-06)."""

    label: str
    """What it is, for the inspector: `ontology`, `graph`, `history`, ..."""
    text: str
    cache: bool = False
    """Mark the end of a prefix that is worth caching."""


class ReasoningState(Record, frozen=True, kw_only=True):
    """What a provider wants back with the answers to its tool calls: thoughts it signed or encrypted, and their order.

    Opaque: only the dialect that read it writes it again, and only for the language model that made it. It stands in
    the durable record of the answer, so that a run that is taken up again sends it back too.
    """

    made_by: str
    """`PROVIDER:NAME`"""
    items: list[dict[str, JsonValue]]


class ChatMessage(Record, frozen=True, kw_only=True):
    """One turn of the conversation as the provider sees it."""

    role: Literal["user", "assistant", "tool"]
    text: str = ""
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None
    """In a `tool` message: whose answer this is."""
    reasoning: ReasoningState | None = None
    """In an `assistant` message with tool calls: what came with them and has to go back."""
    cache: bool = False
    """Mark the end of a prefix that later requests begin with too."""


class ToolCall(Record, frozen=True, kw_only=True):
    """A complete tool call. `arguments` is JSON text, strictly parsed and never repaired (R-63)."""

    tool_call_id: str
    name: str
    arguments: str


class ToolSpec(Record, frozen=True, kw_only=True):
    """A function the model may ask for."""

    name: str
    description: str
    parameters: dict[str, JsonValue]
    """JSON Schema of the arguments."""


class ModelRequest(Record, frozen=True, kw_only=True):
    """Everything a language model is given for one call."""

    system: list[PromptBlock]
    messages: list[ChatMessage]
    tools: list[ToolSpec] = []
    tool_choice: Literal["none"] | None = None
    """`none`: the model answers in words; the tools stay known to it, because the conversation holds calls of them."""
    max_output_tokens: int = 4096
    """Of the answer; what thinking takes comes on top of it."""
    temperature: float | None = None
    """A wish: not every language model lets itself be told."""
    effort: Effort | None = None
    """How much to think; the nearest that the language model knows. Not set: as it does by itself."""
    response_schema: dict[str, JsonValue] | None = None
    revision: int | None = None
    """A past one that is asked about, for an assistant that reads the model itself; the messages say it in words."""


class TextDelta(Record, frozen=True, kw_only=True, tag_field="kind", tag="text"):
    """A piece of prose."""

    text: str


class ToolCallDelta(Record, frozen=True, kw_only=True, tag_field="kind", tag="toolCall"):
    """A tool call begins (`name`) or its arguments grow."""

    index: int
    name: str | None = None
    arguments: str = ""


class ModelResponse(Record, frozen=True, kw_only=True, tag_field="kind", tag="response"):
    """The whole answer; always the last item of a stream. A stream that ends without it was interrupted (R-61)."""

    text: str
    tool_calls: list[ToolCall]
    usage: Usage
    finish_reason: FinishReason
    model: str
    reasoning: ReasoningState | None = None
    """To be given back with the answers to the tool calls."""


Delta: TypeAlias = TextDelta | ToolCallDelta


class LanguageModel(Protocol):
    """Something that answers: a provider, a scripted fake, or the offline assistant."""

    @property
    def name(self) -> str:
        """What people call it, for example `openai:gpt-5` or `offline`."""
        ...

    @property
    def is_language_model(self) -> bool:
        """False for the offline assistant: it never pretends to be a model (ADR-16)."""
        ...

    def stream(self, request: ModelRequest) -> AsyncIterator[Delta | ModelResponse]:
        """Answer; raises a `LanguageModelError` when there is no usable answer."""
        ...


@asynccontextmanager
async def closing(items: AsyncIterator[T]) -> AsyncGenerator[AsyncIterator[T]]:
    """Read a stream and close it when leaving early, so that its connection does not wait for the garbage collector."""
    try:
        yield items
    finally:
        if isinstance(items, AsyncGenerator):
            await items.aclose()


async def whole(
    model: LanguageModel, request: ModelRequest, *, on_delta: Callable[[Delta], None] = lambda _: None
) -> ModelResponse:
    """The response; its deltas are told while they come. Raises `ProviderUnavailable` for a stream without one."""
    async with closing(model.stream(request)) as items:
        async for item in items:
            if isinstance(item, ModelResponse):
                return item
            on_delta(item)
    message = f"{model.name!r} ended its answer without a terminal signal"
    raise ProviderUnavailable(message)

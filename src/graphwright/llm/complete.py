"""Going on with an answer that reached its length limit, until it is whole.

The finish reason alone decides (WE-08): a short answer is not a cut one. Language models repeat a little of what they
said when they go on; that overlap is removed. A cut tool call is never continued: it has already become an error.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from graphwright.errors import AnswerTruncated, ProviderUnavailable
from graphwright.llm.base import (
    ChatMessage,
    Delta,
    LanguageModel,
    ModelRequest,
    ModelResponse,
    TextDelta,
    ToolCallDelta,
    closing,
)
from graphwright.llm.prices import added, note_usage
from graphwright.protocol.runs import Usage

MAX_CONTINUATIONS: Final = 3
"""Four times the length limit is beyond every answer that we ask for."""

# Shorter repetitions happen by chance ("the " after "the "); longer than a few lines they were not seen.
_MIN_OVERLAP = 12
_MAX_OVERLAP = 2_000

_GO_ON = (
    "Your answer was cut off at its length limit. Go on exactly where it stopped, in the middle of a line if need be. "
    "Repeat nothing and say nothing about the interruption."
)


def continuation(request: ModelRequest, text: str) -> ModelRequest:
    """The request that asks for the rest of an answer of which `text` has come."""
    # A last message of the assistant would be shorter, but newer interfaces refuse to be given their own beginning.
    messages = [*request.messages, ChatMessage(role="assistant", text=text), ChatMessage(role="user", text=_GO_ON)]
    return msgspec.structs.replace(request, messages=messages)


class Seam:
    """Where a continuation meets the text before it; takes the repeated part out while the rest streams through."""

    def __init__(self, before: str) -> None:
        self._tail = before[-_MAX_OVERLAP:]
        self._held = ""
        self._joined = not self._tail

    def feed(self, text: str) -> str:
        """What may be shown of the continuation so far; holds text back only as long as it may be repetition."""
        if self._joined:
            return text
        self._held += text
        if self._held in self._tail:
            return ""
        return self.finish()

    def finish(self) -> str:
        """What is still held back when the continuation ends."""
        if self._joined:
            return ""
        self._joined = True
        held, self._held = self._held, ""
        longest = min(len(held), len(self._tail))
        overlap = next((n for n in range(longest, _MIN_OVERLAP - 1, -1) if self._tail.endswith(held[:n])), 0)
        return held[overlap:]


async def complete(
    model: LanguageModel, request: ModelRequest, *, max_continuations: int = MAX_CONTINUATIONS
) -> AsyncIterator[Delta | ModelResponse]:
    """Answer like `model.stream`, but go on after a length limit; the response counts the usage of all calls.

    Workflows that make each continuation a step of its own use `continuation` and `Seam` instead.

    Raises:
        AnswerTruncated: the answer was not whole after the last continuation; its text has been streamed.
    """
    text, asked = "", request
    usage: Usage | None = None
    for _ in range(1 + max_continuations):
        seam = Seam(text)
        response: ModelResponse | None = None
        async with closing(model.stream(asked)) as items:
            async for item in items:
                if isinstance(item, ModelResponse):
                    response = item
                elif isinstance(item, ToolCallDelta):
                    yield item
                elif shown := seam.feed(item.text):
                    text += shown
                    yield TextDelta(text=shown)
        if response is None:
            raise ProviderUnavailable(f"{model.name!r} ended its answer without a terminal signal")
        if rest := seam.finish():
            text += rest
            yield TextDelta(text=rest)
        usage = response.usage if usage is None else added(usage, response.usage)
        if response.finish_reason != "length":
            yield msgspec.structs.replace(response, text=text, usage=usage)
            return
        asked = continuation(request, text)
    error = AnswerTruncated(
        f"the answer of {model.name!r} is not whole after {max_continuations} continuations; ask for less at once",
        retry="never",
    )
    if usage is not None:
        note_usage(error, usage)
    raise error

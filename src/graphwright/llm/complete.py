"""Going on with an answer that reached its length limit: what to ask, and where the rest meets what was said.

The finish reason alone decides (WE-08): a short answer is not a cut one. Language models repeat a little of what they
said when they go on; that overlap is removed. A cut tool call is never continued: it has already become an error.
"""

from __future__ import annotations

from typing import Final

import msgspec

from graphwright.llm.base import ChatMessage, ModelRequest

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

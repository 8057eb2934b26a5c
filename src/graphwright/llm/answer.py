"""An answer while it arrives: text and tool calls grow piece by piece, and at the end it is whole or it is an error.

All dialects fill the same `AnswerBuilder`; what counts as complete is decided here once (R-61, R-63). A tool call is
handed out only if the provider ended the answer and its arguments are strict JSON; nothing is ever completed or
repaired. Thoughts are counted and never shown; what of them has to go back to the provider is kept unread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from graphwright.errors import AnswerRefused, AnswerTruncated, LanguageModelError
from graphwright.llm.base import FinishReason, ModelResponse, ReasoningState, TextDelta, ToolCall, ToolCallDelta
from graphwright.llm.decoding import read_if_possible
from graphwright.llm.ends import End
from graphwright.llm.faults import interrupted, malformed, stream_error
from graphwright.llm.prices import TokenCounts
from graphwright.protocol.base import JsonValue
from graphwright.protocol.runs import Usage

# More calls than any tool loop allows in a whole run; a model that asks for 10,000 has lost its way.
MAX_TOOL_CALLS: Final = 128
ONLY_THOUGHTS: Final = "onlyThoughts"
"""Field of an error: the language model thought and said nothing; with more room or less effort it may answer."""


class _Call:
    """A tool call that is still arriving."""

    def __init__(self, tool_call_id: str, name: str) -> None:
        self.tool_call_id = tool_call_id
        self.name = name
        self._pieces: list[str] = []

    @property
    def said(self) -> str:
        """The arguments as far as they have come."""
        return "".join(self._pieces)

    def grow(self, arguments: str) -> None:
        self._pieces.append(arguments)


class AnswerBuilder:
    """What one model call has said so far."""

    def __init__(self, model: str, *, secrets: Sequence[str] = ()) -> None:
        self.asked = model
        """`PROVIDER:NAME`"""
        self.provider = model.partition(":")[0]
        self.model = ""
        """As the provider calls it."""
        self.end: End | None = None
        self.tokens: TokenCounts | None = None
        """As the provider counted them; None as long as it did not say."""
        self.refusal = ""
        self.text_size = 0
        self.thought_size = 0
        """Characters of thoughts."""
        self._secrets = secrets
        self._text: list[str] = []
        self._calls: list[_Call] = []
        self._state: list[dict[str, JsonValue]] = []
        self._has_state = False

    @property
    def next_index(self) -> int:
        """The index of the next new tool call."""
        return len(self._calls)

    @property
    def has_begun(self) -> bool:
        """Has anything come but thoughts?"""
        return bool(self.text_size or self._calls)

    def say(self, text: str) -> TextDelta:
        """The text goes on."""
        self._text.append(text)
        self.text_size += len(text)
        return TextDelta(text=text)

    def think(self, text: str) -> None:
        """The thoughts go on; they are nobody's answer."""
        self.thought_size += len(text)

    def keep(self, item: dict[str, JsonValue]) -> None:
        """Something that has to go back with the answers to tool calls, in its order."""
        self._state.append(item)
        self._has_state = True

    def keep_place(self, item: dict[str, JsonValue]) -> None:
        """Where something stood that goes back anyway, between what `keep` keeps."""
        self._state.append(item)

    def begin_call(self, tool_call_id: str, name: str) -> ToolCallDelta:
        """A tool call begins; calls come one after the other.

        Small servers send no ids, or the same one again: such a call gets an id of its own, so that its answer can find
        it (WD-10).
        """
        index = len(self._calls)
        if index >= MAX_TOOL_CALLS:
            raise malformed(self.provider, f"it asked for more than {MAX_TOOL_CALLS} tool calls at once")
        if not name:
            raise malformed(self.provider, f"tool call {index} has no name")
        taken = {call.tool_call_id for call in self._calls}
        own = tool_call_id if tool_call_id and tool_call_id not in taken else f"{tool_call_id or 'call'}-{index}"
        self._calls.append(_Call(own, name))
        return ToolCallDelta(index=index, name=name)

    def name_of(self, index: int) -> str:
        """What this tool call is called."""
        return self._calls[index].name

    def is_complete(self, index: int) -> bool:
        """Are the arguments of this tool call a whole object already?"""
        return strict_json_object(self._calls[index].said) is not None

    def grow_call(self, index: int, arguments: str) -> ToolCallDelta:
        """The arguments of a tool call go on."""
        self._calls[index].grow(arguments)
        self.text_size += len(arguments)
        return ToolCallDelta(index=index, arguments=arguments)

    def fault(self, event: bytes | msgspec.Raw) -> LanguageModelError:
        """What an error event tells, as one of our errors."""
        return stream_error(self.provider, bytes(event), secrets=self._secrets)

    def response(self, usage: Usage, *, ended: bool) -> ModelResponse:
        """The whole answer; `ended` says that the stream came to its own end.

        Raises:
            ProviderUnavailable: there was no terminal signal (R-61).
            AnswerTruncated: a tool call is not complete (R-63), or there are only thoughts.
            AnswerRefused: the language model declined, or said nothing at all.
        """
        end, text = self._end(ended=ended), "".join(self._text)
        if end == "filtered" or self.refusal:
            said = f": {self.refusal[:300]!r}" if self.refusal else ""
            raise AnswerRefused(f"{self.provider} declined to answer{said}", provider=self.provider)
        if self._calls and end == "length":
            raise AnswerTruncated(
                f"the answer of {self.provider} reached its length limit in a tool call; nothing of it is used",
                retry="never",
                provider=self.provider,
            )
        calls = [self._complete(call) for call in self._calls]
        if not calls and not text.strip():
            raise self._nothing(end)
        return ModelResponse(
            text=text,
            tool_calls=calls,
            usage=usage,
            finish_reason=_finish_reason(end, has_calls=bool(calls)),
            model=self.model,
            reasoning=self._reasoning() if calls else None,
        )

    def _end(self, *, ended: bool) -> End:
        if self.end == "broken":
            raise interrupted(self.provider, "it says itself that something went wrong")
        if self.end is not None:
            return self.end
        if not ended:
            raise interrupted(self.provider, "the stream stopped before its end")
        if not self.has_begun:
            raise interrupted(self.provider, "it ended without saying anything, nor why")
        return "stop"

    def _nothing(self, end: End) -> AnswerTruncated | AnswerRefused:
        if self.thought_size or end == "length":
            return only_thoughts(self.provider, "came to the end of its room while it was still thinking")
        return AnswerRefused(f"{self.provider} answered with nothing at all", provider=self.provider)

    def _reasoning(self) -> ReasoningState | None:
        return ReasoningState(made_by=self.asked, items=self._state) if self._has_state else None

    def _complete(self, call: _Call) -> ToolCall:
        # A function without parameters is often called with nothing at all.
        arguments = call.said if call.said.strip() else "{}"
        if strict_json_object(arguments) is None:
            raise AnswerTruncated(
                f"the arguments of tool call {call.name[:80]!r} are not a complete JSON object; it is not executed",
                provider=self.provider,
            )
        return ToolCall(tool_call_id=call.tool_call_id, name=call.name, arguments=arguments)


def _finish_reason(end: End, *, has_calls: bool) -> FinishReason:
    """Some servers say `stop` after tool calls, others `tool_calls` after mere text; what came decides."""
    if has_calls:
        return "toolCalls"
    return "length" if end in {"length", "paused"} else "stop"


def only_thoughts(provider: str, why: str) -> AnswerTruncated:
    """The error for thoughts without an answer; it is tried once more with more room and less effort."""
    error = AnswerTruncated(
        f"{provider} {why} and said nothing; ask for less at once, or set a lower effort", retry="later"
    )
    error.fields.update({"provider": provider, ONLY_THOUGHTS: True})
    return error


_OBJECT: Final = msgspec.json.Decoder(dict[str, JsonValue])


def strict_json_object(text: str) -> dict[str, JsonValue] | None:
    """The object that `text` is, or `None`: cut, followed by more, NaN, or no object."""
    return read_if_possible(_OBJECT, text)

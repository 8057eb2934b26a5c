"""An answer while it arrives: text and tool calls grow piece by piece, and at the end it is whole or it is an error.

Both dialects fill the same `AnswerBuilder`; what counts as complete is decided here once (R-61, R-63). A tool call is
handed out only if the provider ended the answer and its arguments are strict JSON; nothing is ever completed or
repaired.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from graphwright.errors import AnswerRefused, AnswerTruncated
from graphwright.llm.base import FinishReason, ModelResponse, TextDelta, ToolCall, ToolCallDelta
from graphwright.llm.faults import interrupted, malformed
from graphwright.llm.prices import TokenCounts
from graphwright.protocol.base import UNSET, JsonValue
from graphwright.protocol.runs import Usage

# More calls than any tool loop allows in a whole run; a model that asks for 10,000 has lost its way.
MAX_TOOL_CALLS: Final = 128

End: TypeAlias = Literal["stop", "length", "toolCalls", "filtered"]


class _Call:
    """A tool call that is still arriving."""

    def __init__(self, tool_call_id: str, sent_id: str, name: str) -> None:
        self.tool_call_id = tool_call_id
        self.sent_id = sent_id
        self.name = name
        self.arguments: list[str] = []


class AnswerBuilder:
    """What one model call has said so far."""

    def __init__(self, provider: str) -> None:
        self.provider = provider
        self.model = ""
        self.finish_reason: FinishReason | None = None
        self.tokens: TokenCounts | None = None
        """As the provider counted them; None as long as it did not say."""
        self.refusal = ""
        self.text_size = 0
        self._text: list[str] = []
        self._calls: dict[int, _Call] = {}

    @property
    def next_index(self) -> int:
        """The index of the next new tool call."""
        return len(self._calls)

    def say(self, text: str) -> TextDelta:
        """The text goes on."""
        self._text.append(text)
        self.text_size += len(text)
        return TextDelta(text=text)

    def begin_call(self, index: int, tool_call_id: str, name: str) -> ToolCallDelta:
        """A tool call begins; calls come one after the other.

        Small servers send no ids, or the same one again: such a call gets an id of its own, so that its answer can find
        it (WD-10).
        """
        if index != len(self._calls):
            raise malformed(self.provider, f"tool call {index} began when {len(self._calls)} was next")
        if index >= MAX_TOOL_CALLS:
            raise malformed(self.provider, f"it asked for more than {MAX_TOOL_CALLS} tool calls at once")
        if not name:
            raise malformed(self.provider, f"tool call {index} has no name")
        taken = {call.tool_call_id for call in self._calls.values()}
        own = tool_call_id if tool_call_id and tool_call_id not in taken else f"{tool_call_id or 'call'}-{index}"
        self._calls[index] = _Call(own, tool_call_id, name)
        return ToolCallDelta(index=index, name=name)

    def confirm_call(self, index: int, tool_call_id: str, name: str) -> None:
        """Some servers repeat id and name in every piece; different ones would mix two calls into one."""
        call = self._calls[index]
        if tool_call_id not in {"", call.sent_id} or name not in {"", call.name}:
            raise malformed(self.provider, f"two tool calls share the index {index}")

    def has_call(self, index: int) -> bool:
        """Whether this tool call has begun."""
        return index in self._calls

    def grow_call(self, index: int, arguments: str) -> ToolCallDelta:
        """The arguments of a tool call go on."""
        self._calls[index].arguments.append(arguments)
        self.text_size += len(arguments)
        return ToolCallDelta(index=index, arguments=arguments)

    def response(self, usage: Usage, *, ended: bool) -> ModelResponse:
        """The whole answer; `ended` says that the stream came to its own end.

        Raises:
            ProviderUnavailable: there was no terminal signal (R-61).
            AnswerTruncated: a tool call is not complete (R-63).
            AnswerRefused: the language model declined, or said nothing at all.
        """
        if self.finish_reason is None:
            why = "it ended without saying why" if ended else "the stream stopped before its end"
            raise interrupted(self.provider, why)
        text = "".join(self._text)
        if self.finish_reason == "filtered" or self.refusal:
            said = f": {self.refusal[:300]!r}" if self.refusal else ""
            raise AnswerRefused(f"{self.provider} declined to answer{said}", provider=self.provider)
        if self._calls and self.finish_reason == "length":
            raise AnswerTruncated(
                f"the answer of {self.provider} reached its length limit in a tool call; nothing of it is used",
                retry="never",
                provider=self.provider,
            )
        calls = [self._complete(call) for call in self._calls.values()]
        if not calls and not text.strip():
            raise AnswerRefused(f"{self.provider} answered with nothing at all", provider=self.provider)
        reason = self.finish_reason
        if reason != "length":
            # Some servers say `stop` after tool calls, others `tool_calls` after mere text; what came decides.
            reason = "toolCalls" if calls else "stop"
        return ModelResponse(text=text, tool_calls=calls, usage=usage, finish_reason=reason, model=self.model)

    def _complete(self, call: _Call) -> ToolCall:
        arguments = "".join(call.arguments)
        if strict_json_object(arguments) is UNSET:
            raise AnswerTruncated(
                f"the arguments of tool call {call.name[:80]!r} are not a complete JSON object; it is not executed",
                provider=self.provider,
            )
        return ToolCall(tool_call_id=call.tool_call_id, name=call.name, arguments=arguments)


_OBJECT: Final = msgspec.json.Decoder(dict[str, JsonValue])


def strict_json_object(text: str) -> dict[str, JsonValue] | msgspec.UnsetType:
    """The object that `text` is, or UNSET: cut, followed by more, NaN, or no object."""
    try:
        return _OBJECT.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return UNSET

"""The Anthropic messages dialect: content blocks that open, grow and close, and cache marks (B-35, D-61).

Thinking blocks are not part of the answer and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from graphwright.errors import ContextTooLong
from graphwright.llm.answer import AnswerBuilder, End, strict_json_object
from graphwright.llm.base import ChatMessage, Delta, ModelRequest, PromptBlock, ToolCall
from graphwright.llm.faults import malformed, stream_error
from graphwright.llm.prices import counted
from graphwright.protocol.base import UNSET, JsonValue

# The interface takes four marks and refuses a fifth.
_MAX_CACHE_MARKS: Final = 4


class Messages:
    """See `Dialect`."""

    path = "/messages"

    def headers(self, key: str | None) -> Mapping[str, str]:
        """See `Dialect.headers`."""
        return {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})

    def body(self, model: str, request: ModelRequest) -> bytes:
        """See `Dialect.body`."""
        body: dict[str, JsonValue] = {
            "model": model,
            "max_tokens": request.max_output_tokens,
            "messages": _messages(request.messages),
            "stream": True,
        }
        if request.system:
            body["system"] = _system(request.system)
        if request.temperature is not UNSET:
            body["temperature"] = request.temperature
        if request.tools:
            body["tools"] = [
                {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
                for tool in request.tools
            ]
        if request.tools and request.tool_choice is not UNSET:
            # A conversation with tool calls is refused without the tools, so they stay.
            body["tool_choice"] = {"type": "none"}
        if request.response_schema is not UNSET:
            body["output_config"] = {"format": {"type": "json_schema", "schema": request.response_schema}}
        return msgspec.json.encode(body)

    def reader(self, answer: AnswerBuilder, *, secrets: Sequence[str]) -> EventReader:
        """See `Dialect.reader`."""
        return EventReader(answer, secrets=secrets)


def _system(blocks: Sequence[PromptBlock]) -> list[JsonValue]:
    # A mark covers everything before it, so of too many the last ones are worth most.
    marked = [index for index, block in enumerate(blocks) if block.cache][-_MAX_CACHE_MARKS:]
    mark: dict[str, JsonValue] = {"cache_control": {"type": "ephemeral"}}
    return [
        {"type": "text", "text": block.text, **(mark if index in marked else {})} for index, block in enumerate(blocks)
    ]


def _messages(messages: Sequence[ChatMessage]) -> list[JsonValue]:
    """Tool results become blocks of one user message: all answers to one turn must come together (WD-10)."""
    turns: list[tuple[str, list[JsonValue]]] = []
    for message in messages:
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(message)
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(blocks)
        else:
            turns.append((role, blocks))
    return [{"role": role, "content": blocks} for role, blocks in turns if blocks]


def _blocks(message: ChatMessage) -> list[JsonValue]:
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.tool_call_id or "", "content": message.text}]
    # The interface refuses empty text blocks.
    text: list[JsonValue] = [{"type": "text", "text": message.text}] if message.text else []
    calls = () if message.tool_calls is UNSET else message.tool_calls
    return text + [_tool_use(call) for call in calls]


def _tool_use(call: ToolCall) -> JsonValue:
    arguments = strict_json_object(call.arguments)
    return {
        "type": "tool_use",
        "id": call.tool_call_id,
        "name": call.name,
        "input": {} if arguments is UNSET else arguments,
    }


_ENDS: Final[Mapping[str, End]] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "toolCalls",
    "max_tokens": "length",
    "refusal": "filtered",
}


class _MessageUsage(msgspec.Struct):
    input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    output_tokens: int | None = None


_NULL: Final = msgspec.Raw(b"null")


class _Message(msgspec.Struct):
    model: str = ""
    usage: msgspec.Raw = _NULL


class _ContentBlock(msgspec.Struct):
    type: str = ""
    text: str = ""
    id: str = ""
    name: str = ""
    input: msgspec.Raw = msgspec.Raw(b"{}")


class _BlockDelta(msgspec.Struct):
    type: str = ""
    text: str = ""
    partial_json: str = ""
    stop_reason: str | None = None


class _Event(msgspec.Struct):
    type: str
    index: int = 0
    message: _Message | None = None
    content_block: _ContentBlock | None = None
    delta: _BlockDelta | None = None
    usage: msgspec.Raw = _NULL
    """Read apart: a strange count must not cost the answer."""
    error: msgspec.Raw = _NULL


_EVENT: Final = msgspec.json.Decoder(_Event)
_USAGE: Final = msgspec.json.Decoder(_MessageUsage)


class _OpenBlock:
    """A content block that has begun and not ended."""

    def __init__(self, kind: str, call: int | None, input_: bytes) -> None:
        self.kind = kind
        self.call = call
        self.input = input_
        self.grew = False


class EventReader:
    """See `Reader`. `message_stop` is the terminal signal."""

    def __init__(self, answer: AnswerBuilder, *, secrets: Sequence[str]) -> None:
        self.ended = False
        self._answer = answer
        self._secrets = secrets
        self._open: _OpenBlock | None = None
        self._blocks = 0
        self._started = False
        self._reason: End | None = None
        self._usage = _MessageUsage()

    def read(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read`."""
        try:
            event = _EVENT.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise self._malformed(f"an event cannot be read ({error})") from None
        match event.type:
            case "content_block_delta":
                return self._grow(event)
            case "content_block_start":
                return self._begin(event)
            case "content_block_stop":
                return self._close(event)
            case "message_start":
                self._start(event)
            case "message_delta":
                self._learn_reason(event)
            case "message_stop":
                self._stop()
            case "error":
                raise stream_error(self._answer.provider, bytes(event.error), secrets=self._secrets)
            case _:
                pass  # `ping`, and whatever kinds come later: the interface reserves the right to add some
        return ()

    def _malformed(self, what: str) -> Exception:
        return malformed(self._answer.provider, what)

    def _start(self, event: _Event) -> None:
        if self._started:
            raise self._malformed("a second message began")
        self._started = True
        if event.message is not None:
            self._answer.model = event.message.model
            self._count(event.message.usage)

    def _begin(self, event: _Event) -> Sequence[Delta]:
        block = event.content_block
        if not self._started or self._open is not None or event.index != self._blocks or block is None:
            raise self._malformed(f"content block {event.index} began out of order")
        self._blocks += 1
        if block.type != "tool_use":
            self._open = _OpenBlock(block.type, None, b"")
            return [self._answer.say(block.text)] if block.type == "text" and block.text else ()
        call = self._answer.next_index
        self._open = _OpenBlock(block.type, call, bytes(block.input))
        return [self._answer.begin_call(call, block.id, block.name)]

    def _grow(self, event: _Event) -> Sequence[Delta]:
        block, delta = self._open, event.delta
        if block is None or delta is None or event.index != self._blocks - 1:
            raise self._malformed(f"content block {event.index} grew without being open")
        if delta.type == "text_delta" and block.kind == "text":
            return [self._answer.say(delta.text)] if delta.text else ()
        if delta.type == "input_json_delta" and block.call is not None:
            if not delta.partial_json:
                return ()
            block.grew = True
            return [self._answer.grow_call(block.call, delta.partial_json)]
        if delta.type in {"text_delta", "input_json_delta"} and block.kind in {"text", "tool_use"}:
            raise self._malformed(f"{delta.type} in a block of kind {block.kind}")
        return ()  # thinking, signatures, citations, and the input of tools that the provider runs itself

    def _close(self, event: _Event) -> Sequence[Delta]:
        block, self._open = self._open, None
        if block is None or event.index != self._blocks - 1:
            raise self._malformed(f"content block {event.index} ended without being open")
        if block.call is None or block.grew:
            return ()
        # A call without arguments, or one whose input came whole at its start.
        return [self._answer.grow_call(block.call, block.input.decode())]

    def _learn_reason(self, event: _Event) -> None:
        self._count(event.usage)
        reason = event.delta.stop_reason if event.delta else None
        if reason is None:
            return
        if reason == "model_context_window_exceeded":
            provider = self._answer.provider
            raise ContextTooLong(f"prompt and answer together are too long for {provider}", provider=provider)
        if reason not in _ENDS:
            raise self._malformed(f"unknown stop reason {reason[:80]!r}")
        self._reason = _ENDS[reason]

    def _stop(self) -> None:
        # A block that never closed is cut, whatever the stop reason says.
        if self._open is not None and self._reason != "length":
            raise self._malformed("the message ended inside a content block")
        self._answer.finish_reason = self._reason
        self.ended = True

    def _count(self, raw: msgspec.Raw) -> None:
        """Counts are cumulative: a later one replaces an earlier one, a missing one leaves it."""
        try:
            new = _USAGE.decode(raw)
        except msgspec.MsgspecError:
            return
        usage = self._usage
        for name in _MessageUsage.__struct_fields__:
            count = getattr(new, name)
            if count is not None:
                setattr(usage, name, count)
        if usage.input_tokens is None or usage.output_tokens is None:
            return
        cached, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
        # Here `input_tokens` leaves out what the cache had or took; ours counts the whole prompt.
        total = usage.input_tokens + cached + written
        self._answer.tokens = counted(input_=total, cached=cached, written=written, output=usage.output_tokens)

"""The Anthropic messages dialect: content blocks that open, grow and close, and cache marks (B-35, D-61).

Thinking blocks are not part of the answer; beside tool calls they are kept as they came, with their signatures and in
their places, because the interface wants them back with the answers to those calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from graphwright.errors import ContextTooLong
from graphwright.llm.answer import AnswerBuilder, strict_json_object
from graphwright.llm.base import ChatMessage, Delta, ModelRequest, PromptBlock, ToolCall
from graphwright.llm.capabilities import Capabilities
from graphwright.llm.decoding import NULL, read_as, read_if_possible
from graphwright.llm.ends import End, end_of
from graphwright.llm.faults import malformed
from graphwright.llm.prices import counted
from graphwright.llm.schemas import schema_in_words, strict_schema
from graphwright.protocol.base import JsonValue
from graphwright.setting_kinds import Effort

# The interface takes four marks and refuses a fifth.
_MAX_CACHE_MARKS: Final = 4
_MARKS_OF_CONVERSATION: Final = 2
"""The newest end of the conversation, and the one before: where the request before this one ended."""


class Messages:
    """See `Dialect`."""

    path = "/messages"
    headers: Mapping[str, str] = {"anthropic-version": "2023-06-01"}

    def body(self, capabilities: Capabilities, request: ModelRequest) -> bytes:
        """See `Dialect.body`."""
        effort = capabilities.effort(request.effort)
        system = list(request.system)
        if request.response_schema is not None and capabilities.schema != "strict":
            system.append(PromptBlock(label="schema", text=schema_in_words(request.response_schema)))
        messages, marks = _messages(request, capabilities)
        body: dict[str, JsonValue] = {
            "model": capabilities.model.partition(":")[2],
            "max_tokens": capabilities.room(request.max_output_tokens, effort),
            "messages": messages,
            "stream": True,
        }
        if system:
            body["system"] = _system(system, capabilities, marks=_MAX_CACHE_MARKS - marks)
        if request.temperature is not None and capabilities.temperature and effort is None:
            body["temperature"] = request.temperature
        if request.tools and capabilities.tools:
            body["tools"] = [
                {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
                for tool in request.tools
            ]
            if request.tool_choice is not None:
                # A conversation with tool calls is refused without the tools, so they stay.
                body["tool_choice"] = {"type": "none"}
        if effort is not None and capabilities.effort_form == "adaptive":
            body["thinking"] = {"type": "adaptive"}
        if config := _output_config(capabilities, request, effort):
            body["output_config"] = config
        return msgspec.json.encode(body)

    def reader(self, answer: AnswerBuilder, capabilities: Capabilities) -> MessagesReader:
        """See `Dialect.reader`."""
        return MessagesReader(answer)


def _output_config(capabilities: Capabilities, request: ModelRequest, effort: Effort | None) -> dict[str, JsonValue]:
    config: dict[str, JsonValue] = {} if effort is None else {"effort": effort}
    if request.response_schema is not None and capabilities.schema == "strict":
        config["format"] = {"type": "json_schema", "schema": strict_schema(request.response_schema)}
    return config


def _system(blocks: Sequence[PromptBlock], capabilities: Capabilities, *, marks: int) -> list[JsonValue]:
    # A mark covers everything before it, so of too many the last ones are worth most. What is stable here stays so
    # between the messages of people, who pause for longer than the usual five minutes.
    marked = [index for index, block in enumerate(blocks) if block.cache][-marks:]
    mark: dict[str, JsonValue] = (
        {"type": "ephemeral", "ttl": "1h"} if capabilities.long_cache else {"type": "ephemeral"}
    )
    return [
        {"type": "text", "text": block.text, **({"cache_control": mark} if index in marked else {})}
        for index, block in enumerate(blocks)
    ]


def _messages(request: ModelRequest, capabilities: Capabilities) -> tuple[list[JsonValue], int]:
    """The turns, and how many of their blocks are marked.

    Tool results become blocks of one user message: all answers to one turn must come together (WD-10).
    """
    turns: list[tuple[str, list[dict[str, JsonValue]]]] = []
    ends: list[dict[str, JsonValue]] = []
    for message in request.messages:
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(message, capabilities)
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(blocks)
        else:
            turns.append((role, blocks))
        if message.cache and blocks:
            ends.append(blocks[-1])
    asked = [blocks for role, blocks in turns if role == "user" and blocks]
    # Who asks with tools will ask again, and so will who has been asked before.
    if request.tools or len(asked) > 1:
        ends += [blocks[-1] for blocks in asked]
    marked = ends[-_MARKS_OF_CONVERSATION:]
    for block in marked:
        block["cache_control"] = {"type": "ephemeral"}
    return [{"role": role, "content": list(blocks)} for role, blocks in turns if blocks], len(
        [block for _, blocks in turns for block in blocks if "cache_control" in block]
    )


def _blocks(message: ChatMessage, capabilities: Capabilities) -> list[dict[str, JsonValue]]:
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.tool_call_id or "", "content": message.text}]
    calls = [] if message.tool_calls is None else list(message.tool_calls)
    state = message.reasoning
    if state is not None and state.made_by == capabilities.model:
        return _as_it_came(message.text, calls, state.items)
    return [*_text(message.text), *map(_tool_use, calls)]


def _as_it_came(text: str, calls: list[ToolCall], kept: Sequence[dict[str, JsonValue]]) -> list[dict[str, JsonValue]]:
    """An answer with thoughts, block for block: they are refused in other places than their own."""
    blocks: list[dict[str, JsonValue]] = []
    is_unchanged = "".join(str(block["text"]) for block in kept if block["type"] == "text") == text
    for block in kept:
        if block["type"] == "tool_use":
            blocks += [_tool_use(calls.pop(0))] if calls else []
        elif block["type"] != "text":
            blocks.append(dict(block))
        elif is_unchanged:
            blocks += _text(str(block["text"]))
        else:
            blocks += _text(text)
            text = ""
    return blocks + [_tool_use(call) for call in calls]


def _text(text: str) -> list[dict[str, JsonValue]]:
    """The interface refuses empty text blocks."""
    return [{"type": "text", "text": text}] if text.strip() else []


def _tool_use(call: ToolCall) -> dict[str, JsonValue]:
    arguments = strict_json_object(call.arguments)
    return {
        "type": "tool_use",
        "id": call.tool_call_id,
        "name": call.name,
        "input": arguments or {},
    }


class _CacheCreation(msgspec.Struct):
    ephemeral_1h_input_tokens: int = 0


class _MessageUsage(msgspec.Struct):
    input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_creation: _CacheCreation | None = None
    output_tokens: int | None = None


class _ContentBlock(msgspec.Struct):
    type: str = ""
    text: str = ""
    id: str | None = None
    name: str | None = None
    input: msgspec.Raw = msgspec.Raw(b"{}")
    thinking: str = ""
    signature: str = ""
    data: str = ""


class _Message(msgspec.Struct):
    model: str = ""
    usage: msgspec.Raw = NULL
    content: list[_ContentBlock] = []
    """All of it, in an answer that is not streamed."""
    stop_reason: str | None = None
    error: msgspec.Raw = NULL


class _BlockDelta(msgspec.Struct):
    type: str = ""
    text: str = ""
    partial_json: str = ""
    thinking: str = ""
    signature: str = ""
    stop_reason: str | None = None


class _MessageEvent(msgspec.Struct):
    type: str
    index: int = 0
    message: _Message | None = None
    content_block: _ContentBlock | None = None
    delta: _BlockDelta | None = None
    usage: msgspec.Raw = NULL
    """Read apart: a strange count must not cost the answer."""
    error: msgspec.Raw = NULL


_EVENT: Final = msgspec.json.Decoder(_MessageEvent)
_MESSAGE: Final = msgspec.json.Decoder(_Message)
_USAGE: Final = msgspec.json.Decoder(_MessageUsage)


class _OpenBlock:
    """A content block that has begun and not ended."""

    def __init__(self, block: _ContentBlock, call: int | None) -> None:
        self.kind = block.type
        self.call = call
        self.input = bytes(block.input)
        self.grew = False
        self.pieces = [block.text or block.thinking]
        """Of its text, or of its thoughts."""
        self.signature = block.signature
        self.data = block.data

    def as_it_came(self) -> dict[str, JsonValue]:
        """The block as it goes back; of a call only its place, because its id may be changed before."""
        whole = "".join(self.pieces)
        match self.kind:
            case "thinking":
                return {"type": "thinking", "thinking": whole, "signature": self.signature}
            case "redacted_thinking":
                return {"type": "redacted_thinking", "data": self.data}
            case "text":
                return {"type": "text", "text": whole}
            case _:
                return {"type": "tool_use"}


class MessagesReader:
    """See `Reader`. `message_stop` is the terminal signal."""

    def __init__(self, answer: AnswerBuilder) -> None:
        self.ended = False
        self._answer = answer
        self._open: _OpenBlock | None = None
        self._blocks = 0
        self._started = False
        self._reason: End | None = None
        self._usage = _MessageUsage()

    def read(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read`."""
        event = read_as(_EVENT, data, self._answer.provider)
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
                raise self._answer.fault(event.error)
            case _:
                pass  # `ping`, and whatever kinds come later: the interface reserves the right to add some
        return ()

    def read_whole(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read_whole`."""
        message = read_as(_MESSAGE, data, self._answer.provider, "the answer")
        if message.error != NULL:
            raise self._answer.fault(message.error)
        self._start(_MessageEvent(type="message_start", message=message))
        deltas: list[Delta] = []
        for index, block in enumerate(message.content):
            deltas += self._begin(_MessageEvent(type="content_block_start", index=index, content_block=block))
            deltas += self._close(_MessageEvent(type="content_block_stop", index=index))
        self._learn_reason(_MessageEvent(type="message_delta", delta=_BlockDelta(stop_reason=message.stop_reason)))
        self._stop()
        return deltas

    def _malformed(self, what: str) -> Exception:
        return malformed(self._answer.provider, what)

    def _start(self, event: _MessageEvent) -> None:
        if self._started:
            raise self._malformed("a second message began")
        self._started = True
        if event.message is not None:
            self._answer.model = event.message.model
            self._count(event.message.usage)

    def _begin(self, event: _MessageEvent) -> Sequence[Delta]:
        block = event.content_block
        if not self._started or self._open is not None or event.index != self._blocks or block is None:
            raise self._malformed(f"content block {event.index} began out of order")
        self._blocks += 1
        if block.type != "tool_use":
            self._open = _OpenBlock(block, None)
            self._answer.think(block.thinking or block.data)
            return [self._answer.say(block.text)] if block.type == "text" and block.text else ()
        self._open = _OpenBlock(block, self._answer.next_index)
        return [self._answer.begin_call(block.id or "", block.name or "")]

    def _grow(self, event: _MessageEvent) -> Sequence[Delta]:
        block, delta = self._open, event.delta
        if block is None or delta is None or event.index != self._blocks - 1:
            raise self._malformed(f"content block {event.index} grew without being open")
        if delta.type == "text_delta" and block.kind == "text":
            block.pieces.append(delta.text)
            return [self._answer.say(delta.text)] if delta.text else ()
        if delta.type == "input_json_delta" and block.call is not None:
            if not delta.partial_json:
                return ()
            block.grew = True
            return [self._answer.grow_call(block.call, delta.partial_json)]
        if delta.type in {"text_delta", "input_json_delta"} and block.kind in {"text", "tool_use"}:
            raise self._malformed(f"{delta.type} in a block of kind {block.kind}")
        if block.kind == "thinking":
            block.pieces.append(delta.thinking)
            block.signature += delta.signature
            # Thoughts may come without their text; that they come is what matters here.
            self._answer.think(delta.thinking or delta.signature)
        return ()  # citations, and the input of tools that the provider runs itself

    def _close(self, event: _MessageEvent) -> Sequence[Delta]:
        block, self._open = self._open, None
        if block is None or event.index != self._blocks - 1:
            raise self._malformed(f"content block {event.index} ended without being open")
        if block.kind in {"thinking", "redacted_thinking"}:
            self._answer.keep(block.as_it_came())
        elif block.kind in {"text", "tool_use"}:
            self._answer.keep_place(block.as_it_came())
        if block.call is None or block.grew:
            return ()
        # A call without arguments, or one whose input came whole at its start.
        return [self._answer.grow_call(block.call, block.input.decode())]

    def _learn_reason(self, event: _MessageEvent) -> None:
        self._count(event.usage)
        reason = event.delta.stop_reason if event.delta else None
        if reason is None:
            return
        if reason == "model_context_window_exceeded":
            provider = self._answer.provider
            raise ContextTooLong(f"prompt and answer together are too long for {provider}", provider=provider)
        self._reason = end_of(reason)

    def _stop(self) -> None:
        # A block that never closed is cut, whatever the stop reason says.
        if self._open is not None and self._reason != "length":
            raise self._malformed("the message ended inside a content block")
        self._answer.end = self._reason
        self.ended = True

    def _count(self, raw: msgspec.Raw) -> None:
        """Counts are cumulative: a later one replaces an earlier one, a missing one leaves it."""
        new = read_if_possible(_USAGE, raw)
        if new is None:
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
        kept = usage.cache_creation.ephemeral_1h_input_tokens if usage.cache_creation else 0
        self._answer.tokens = counted(
            input_=total, cached=cached, written=written, kept=kept, output=usage.output_tokens
        )

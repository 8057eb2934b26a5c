"""The chat completions dialect: OpenAI, Azure, Bedrock, Gemini, DeepSeek, Mistral, Groq, Ollama, vLLM, SGLang and more.

Where they and their models differ stands in `Capabilities`. Reading is generous: whoever numbers calls strangely, sends
arguments as an object, repeats ids, forgets them or answers in one piece is understood as long as one meaning is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from graphwright.llm.answer import AnswerBuilder
from graphwright.llm.base import ChatMessage, Delta, ModelRequest
from graphwright.llm.capabilities import Capabilities
from graphwright.llm.decoding import NULL, read_as, read_if_possible
from graphwright.llm.ends import end_of
from graphwright.llm.faults import malformed
from graphwright.llm.prices import InputDetails, counted
from graphwright.llm.schemas import schema_in_words, strict_schema
from graphwright.protocol.base import JsonValue
from graphwright.setting_kinds import Effort

_FOREIGN_CALL: Final[dict[str, JsonValue]] = {"google": {"thought_signature": "skip_thought_signature_validator"}}
"""What Gemini wants to see with a call that it did not make itself, in place of its signature."""


_OWN_SERVERS: Final = frozenset({"openai-compatible", "ollama", "vllm", "sglang"})
"""Providers that make a grammar of a schema, limits included."""


class ChatCompletions:
    """See `Dialect`."""

    path = "/chat/completions"
    headers: Mapping[str, str] = {}

    def body(self, capabilities: Capabilities, request: ModelRequest) -> bytes:
        """See `Dialect.body`."""
        system, body = [block.text for block in request.system], dict[str, JsonValue]()
        if request.response_schema is not None:
            if capabilities.schema == "strict":
                schema = strict_schema(
                    request.response_schema, keep_limits=capabilities.model.partition(":")[0] in _OWN_SERVERS
                )
                answer: JsonValue = {"name": "answer", "schema": schema, "strict": True}
                body["response_format"] = {"type": "json_schema", "json_schema": answer}
            else:
                system.append(schema_in_words(request.response_schema))
            if capabilities.schema == "json":
                body["response_format"] = {"type": "json_object"}
        messages: list[JsonValue] = [_message(message, capabilities) for message in request.messages]
        if system:
            messages.insert(0, {"role": "system", "content": "\n\n".join(system)})
        # Not every server of this dialect knows the choice `none`; all of them know a request without tools.
        tools = request.tools if request.tool_choice is None and capabilities.tools else []
        effort = _effort(capabilities, request, has_tools=bool(tools))
        limit = capabilities.room(request.max_output_tokens, effort)
        body |= {"model": _name(capabilities), "messages": messages, "stream": True, capabilities.limit: limit}
        body |= _effort_fields(capabilities, effort)
        if capabilities.asks_for_usage:
            body["stream_options"] = {"include_usage": True}
        if request.temperature is not None and capabilities.temperature:
            body["temperature"] = request.temperature
        if tools:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
                }
                for tool in tools
            ]
        return msgspec.json.encode(body)

    def reader(self, answer: AnswerBuilder, capabilities: Capabilities) -> ChunkReader:
        """See `Dialect.reader`."""
        return ChunkReader(answer, capabilities)


def _name(capabilities: Capabilities) -> str:
    return capabilities.model.partition(":")[2]


def _effort(capabilities: Capabilities, request: ModelRequest, *, has_tools: bool) -> Effort | None:
    if has_tools and not capabilities.tools_while_thinking:
        return "none"
    return capabilities.effort(request.effort)


def _effort_fields(capabilities: Capabilities, effort: Effort | None) -> dict[str, JsonValue]:
    if effort is None:
        return {}
    if capabilities.effort_form != "switch":
        return {"reasoning_effort": effort}
    if effort == "none":
        return {"thinking": {"type": "disabled"}}
    return {"thinking": {"type": "enabled"}, "reasoning_effort": effort}


def _message(message: ChatMessage, capabilities: Capabilities) -> JsonValue:
    if message.role == "tool":
        return {"role": "tool", "content": message.text, "tool_call_id": message.tool_call_id or ""}
    if message.tool_calls is None or not message.tool_calls:
        return {"role": message.role, "content": message.text}
    state = message.reasoning
    items = [] if state is None or state.made_by != capabilities.model else state.items
    calls: list[dict[str, JsonValue]] = [
        {"id": call.tool_call_id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in message.tool_calls
    ]
    said: dict[str, JsonValue] = {"role": message.role, "content": message.text or None}
    if capabilities.state == "reasoningContent":
        said["reasoning_content"] = "".join(str(item.get("text", "")) for item in items)
    if capabilities.state == "extraContent":
        for item in items:
            index = item.get("call")
            if isinstance(index, int) and index < len(calls):
                calls[index]["extra_content"] = item.get("extraContent")
        if not items:
            calls[0]["extra_content"] = _FOREIGN_CALL
    said["tool_calls"] = list(calls)
    return said


class _Function(msgspec.Struct, frozen=True):
    name: str | None = None
    arguments: str | dict[str, JsonValue] | None = None


_NO_FUNCTION: Final = _Function()


class _CallPiece(msgspec.Struct):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None
    extra_content: dict[str, JsonValue] | None = None
    """Gemini's signature of the thought behind the call."""


class _ContentPart(msgspec.Struct):
    type: str = ""
    text: str = ""
    thinking: list[dict[str, JsonValue]] = []
    """Mistral's thoughts."""


class _ChoiceDelta(msgspec.Struct, frozen=True):
    content: str | list[_ContentPart] | None = None
    refusal: str | None = None
    tool_calls: list[_CallPiece] | None = None
    reasoning_content: str | dict[str, JsonValue] | None = None
    reasoning: str | dict[str, JsonValue] | None = None
    """The same by another name: vLLM, Ollama, Groq."""

    @property
    def thought(self) -> str:
        """What it adds to the thoughts."""
        thoughts = self.reasoning_content or self.reasoning or ""
        # Gateways to Bedrock pass its objects on, with a text or a signature.
        return thoughts if isinstance(thoughts, str) else str(thoughts.get("text") or "")


class _Choice(msgspec.Struct):
    index: int = 0
    delta: _ChoiceDelta = _ChoiceDelta()
    """Azure judges text in choices without one."""
    message: _ChoiceDelta | None = None
    """In an answer that is not streamed."""
    finish_reason: str | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None
    model: str | None = None
    usage: msgspec.Raw = NULL
    """Read apart: a strange count must not cost the answer."""
    error: msgspec.Raw = NULL


class _ChunkUsage(msgspec.Struct):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int = 0
    prompt_tokens_details: InputDetails | None = None
    prompt_cache_hit_tokens: int | None = None
    """As DeepSeek calls it."""


_CHUNK: Final = msgspec.json.Decoder(_Chunk)
_USAGE: Final = msgspec.json.Decoder(_ChunkUsage)


class ChunkReader:
    """See `Reader`. The finish reason is the terminal signal, `[DONE]` only the end of the stream."""

    def __init__(self, answer: AnswerBuilder, capabilities: Capabilities) -> None:
        self.ended = False
        self._answer = answer
        self._state = capabilities.state
        self._calls: dict[int, int] = {}
        """By the provider's number, however it counts, the index of the call that it last stood for."""
        self._ids: dict[int, str] = {}

    def read(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read`."""
        if data.strip() == b"[DONE]":
            self.ended = True
            return ()
        return self._read(data)

    def read_whole(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read_whole`."""
        deltas = self._read(data)
        self.ended = True
        return deltas

    def _read(self, data: bytes) -> Sequence[Delta]:
        answer = self._answer
        chunk = read_as(_CHUNK, data, answer.provider)
        if chunk.error != NULL:
            raise answer.fault(chunk.error)
        if chunk.model and not answer.model:
            answer.model = chunk.model
        if chunk.usage != NULL:  # of hundreds of pieces one counts
            self._count(chunk.usage)
        deltas: list[Delta] = []
        for choice in chunk.choices or ():
            # We ask for one alternative; whatever comes for another one is not ours.
            if choice.index == 0:
                self._read_choice(choice, deltas)
        return deltas

    def _read_choice(self, choice: _Choice, deltas: list[Delta]) -> None:
        answer, delta = self._answer, choice.message or choice.delta
        self._think(delta.thought)
        content = delta.content
        if isinstance(content, list):
            answer.think("".join(str(thought.get("text", "")) for part in content for thought in part.thinking))
            content = "".join(part.text for part in content if part.type == "text")
        if content:
            deltas.append(answer.say(content))
        if delta.refusal:
            answer.refusal += delta.refusal
        for piece in delta.tool_calls or ():
            self._read_call(piece, deltas)
        if choice.finish_reason is not None:
            answer.end = end_of(choice.finish_reason)

    def _think(self, thought: str) -> None:
        if thought:
            self._answer.think(thought)
            if self._state == "reasoningContent":
                self._answer.keep({"text": thought})

    def _read_call(self, piece: _CallPiece, deltas: list[Delta]) -> None:
        answer, function = self._answer, piece.function or _NO_FUNCTION
        tool_call_id, name, arguments = piece.id or "", function.name or "", function.arguments
        number = piece.index or 0
        index = self._calls.get(number)
        if index is None or self._is_another(index, tool_call_id, self._ids[number], function):
            index = self._calls[number] = answer.next_index
            self._ids[number] = tool_call_id
            deltas.append(answer.begin_call(tool_call_id, name))
        if arguments:
            text = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()
            deltas.append(answer.grow_call(index, text))
        if piece.extra_content and self._state == "extraContent":
            answer.keep({"call": index, "extraContent": piece.extra_content})

    def _is_another(self, index: int, tool_call_id: str, begun_by: str, function: _Function) -> bool:
        """Does this piece begin another call, although it bears the number of one that was `begun_by` an id?

        Some servers give every call the number 0 or none, and some give every piece of one call an id of its own.
        """
        answer = self._answer
        if not function.name:
            return False
        is_same_id = bool(tool_call_id) and tool_call_id == begun_by
        if function.name != answer.name_of(index):
            if is_same_id:
                raise malformed(answer.provider, f"two tool calls share the id {tool_call_id[:80]!r}")
            return True
        begins = bool(tool_call_id) or bool(function.arguments)
        return not is_same_id and begins and answer.is_complete(index)

    def _count(self, raw: msgspec.Raw) -> None:
        usage = read_if_possible(_USAGE, raw)
        if usage is None:
            return
        details = usage.prompt_tokens_details or InputDetails()
        self._answer.tokens = counted(
            input_=usage.prompt_tokens,
            cached=details.cached_tokens or usage.prompt_cache_hit_tokens or 0,
            written=details.cache_write_tokens or 0,
            # Some leave the thoughts out of the answer's count and only the total holds them.
            output=max(usage.completion_tokens, usage.total_tokens - usage.prompt_tokens),
        )

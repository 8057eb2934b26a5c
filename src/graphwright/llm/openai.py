"""The chat completions dialect: OpenAI, DeepSeek, Mistral, Groq, Ollama, vLLM, llama.cpp and whoever speaks like them.

Where they differ is a `Deviation`, as data. Reasoning text is not part of the answer and is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from graphwright.llm.answer import AnswerBuilder, End
from graphwright.llm.base import ChatMessage, Delta, ModelRequest, PromptBlock
from graphwright.llm.faults import malformed, stream_error
from graphwright.llm.prices import counted
from graphwright.protocol.base import UNSET, JsonValue


@dataclass(frozen=True, slots=True)
class Deviation:
    """In what a provider differs from the plain dialect."""

    max_tokens: str = "max_tokens"
    """How the length limit is called."""
    asks_for_usage: bool = True
    """It reports usage in a stream only when asked; Mistral does it anyway and refuses to be asked."""
    knows_schemas: bool = True
    """It takes a JSON schema for the answer; DeepSeek only promises that the answer is some JSON."""


DEVIATIONS: Final[Mapping[str, Deviation]] = {
    "openai": Deviation(max_tokens="max_completion_tokens"),
    "deepseek": Deviation(knows_schemas=False),
    "mistral": Deviation(asks_for_usage=False),
}


class ChatCompletions:
    """See `Dialect`."""

    path = "/chat/completions"

    def __init__(self, provider: str) -> None:
        self._deviation = DEVIATIONS.get(provider, Deviation())

    def headers(self, key: str | None) -> Mapping[str, str]:
        """See `Dialect.headers`."""
        return {"authorization": f"Bearer {key}"} if key else {}

    def body(self, model: str, request: ModelRequest) -> bytes:
        """See `Dialect.body`."""
        deviation = self._deviation
        system, body = list(request.system), dict[str, JsonValue]()
        if request.response_schema is not UNSET:
            schema = request.response_schema
            if deviation.knows_schemas:
                answer: JsonValue = {"name": "answer", "schema": schema, "strict": True}
                body["response_format"] = {"type": "json_schema", "json_schema": answer}
            else:
                text = (
                    f"Answer with one JSON object that follows this JSON Schema: {msgspec.json.encode(schema).decode()}"
                )
                system.append(PromptBlock(label="schema", text=text))
                body["response_format"] = {"type": "json_object"}
        messages: list[JsonValue] = [_message(message) for message in request.messages]
        if system:
            messages.insert(0, {"role": "system", "content": "\n\n".join(block.text for block in system)})
        body |= {"model": model, "messages": messages, "stream": True, deviation.max_tokens: request.max_output_tokens}
        if deviation.asks_for_usage:
            body["stream_options"] = {"include_usage": True}
        if request.temperature is not UNSET:
            body["temperature"] = request.temperature
        # Not every server of this dialect knows the choice `none`; all of them know a request without tools.
        if request.tools and request.tool_choice is UNSET:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
                }
                for tool in request.tools
            ]
        return msgspec.json.encode(body)

    def reader(self, answer: AnswerBuilder, *, secrets: Sequence[str]) -> ChunkReader:
        """See `Dialect.reader`."""
        return ChunkReader(answer, secrets=secrets)


def _message(message: ChatMessage) -> JsonValue:
    if message.role == "tool":
        return {"role": "tool", "content": message.text, "tool_call_id": message.tool_call_id or ""}
    if message.tool_calls is UNSET or not message.tool_calls:
        return {"role": message.role, "content": message.text}
    calls: list[JsonValue] = [
        {"id": call.tool_call_id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in message.tool_calls
    ]
    return {"role": message.role, "content": message.text or None, "tool_calls": calls}


_ENDS: Final[Mapping[str, End]] = {
    "stop": "stop",
    "tool_calls": "toolCalls",
    "function_call": "toolCalls",
    "length": "length",
    "model_length": "length",
    "content_filter": "filtered",
}


class _Function(msgspec.Struct, frozen=True):
    name: str | None = None
    arguments: str | None = None


class _CallPiece(msgspec.Struct):
    index: int | None = None
    id: str | None = None
    function: _Function = _Function()


class _ContentPart(msgspec.Struct):
    type: str = ""
    text: str = ""


class _ChoiceDelta(msgspec.Struct, frozen=True):
    content: str | list[_ContentPart] | None = None
    refusal: str | None = None
    tool_calls: list[_CallPiece] | None = None


class _Choice(msgspec.Struct):
    index: int = 0
    delta: _ChoiceDelta = _ChoiceDelta()
    finish_reason: str | None = None


_NULL: Final = msgspec.Raw(b"null")


class _Chunk(msgspec.Struct):
    choices: list[_Choice] = []
    model: str | None = None
    usage: msgspec.Raw = _NULL
    """Read apart: a strange count must not cost the answer."""
    error: msgspec.Raw = _NULL


class _Details(msgspec.Struct):
    cached_tokens: int | None = None


class _ChunkUsage(msgspec.Struct):
    prompt_tokens: int
    completion_tokens: int
    prompt_tokens_details: _Details | None = None
    prompt_cache_hit_tokens: int | None = None
    """As DeepSeek calls it."""


_CHUNK: Final = msgspec.json.Decoder(_Chunk)
_USAGE: Final = msgspec.json.Decoder(_ChunkUsage)


class ChunkReader:
    """See `Reader`. The finish reason is the terminal signal, `[DONE]` only the end of the stream."""

    def __init__(self, answer: AnswerBuilder, *, secrets: Sequence[str]) -> None:
        self.ended = False
        self._answer = answer
        self._secrets = secrets

    def read(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read`."""
        if data == b"[DONE]":
            self.ended = True
            return ()
        answer = self._answer
        try:
            chunk = _CHUNK.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise malformed(answer.provider, f"an event cannot be read ({error})") from None
        if chunk.error != _NULL:
            raise stream_error(answer.provider, bytes(chunk.error), secrets=self._secrets)
        if chunk.model and not answer.model:
            answer.model = chunk.model
        if chunk.usage != _NULL:
            self._count(chunk.usage)
        deltas: list[Delta] = []
        for choice in chunk.choices:
            # We ask for one alternative; whatever comes for another one is not ours.
            if choice.index == 0:
                self._read_choice(choice, deltas)
        return deltas

    def _read_choice(self, choice: _Choice, deltas: list[Delta]) -> None:
        answer, delta = self._answer, choice.delta
        content = delta.content
        if isinstance(content, list):
            content = "".join(part.text for part in content if part.type == "text")
        if content:
            deltas.append(answer.say(content))
        if delta.refusal:
            answer.refusal += delta.refusal
        if delta.tool_calls:
            for piece in delta.tool_calls:
                self._read_call(piece, deltas)
        if choice.finish_reason is not None:
            if choice.finish_reason not in _ENDS:
                raise malformed(answer.provider, f"unknown finish reason {choice.finish_reason[:80]!r}")
            answer.finish_reason = _ENDS[choice.finish_reason]

    def _read_call(self, piece: _CallPiece, deltas: list[Delta]) -> None:
        answer, tool_call_id, name = self._answer, piece.id or "", piece.function.name or ""
        index = piece.index
        if index is None:
            # Who sends calls without an index sends each of them whole, with its id.
            index = answer.next_index if tool_call_id else max(0, answer.next_index - 1)
        if answer.has_call(index):
            answer.confirm_call(index, tool_call_id, name)
        else:
            deltas.append(answer.begin_call(index, tool_call_id, name))
        if piece.function.arguments:
            deltas.append(answer.grow_call(index, piece.function.arguments))

    def _count(self, raw: msgspec.Raw) -> None:
        try:
            usage = _USAGE.decode(raw)
        except msgspec.MsgspecError:
            return
        cached = usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else None
        self._answer.tokens = counted(
            input_=usage.prompt_tokens,
            cached=cached or usage.prompt_cache_hit_tokens or 0,
            output=usage.completion_tokens,
        )

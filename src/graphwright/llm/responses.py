"""OpenAI's responses dialect: the one in which its models of today think and use tools in the same answer.

Nothing is stored at the provider: what the model thought comes encrypted, and goes back with the answers to its calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from graphwright.llm.answer import AnswerBuilder
from graphwright.llm.base import ChatMessage, Delta, ModelRequest, ToolCall
from graphwright.llm.capabilities import Capabilities
from graphwright.llm.decoding import NULL, read_as, read_if_possible
from graphwright.llm.ends import end_of
from graphwright.llm.faults import malformed
from graphwright.llm.prices import InputDetails, counted
from graphwright.llm.schemas import schema_in_words, strict_schema
from graphwright.protocol.base import JsonValue

_GOES_BACK: Final = ("id", "type", "summary", "content", "encrypted_content")
"""Of a reasoning item; the rest only the provider may set."""


class Responses:
    """See `Dialect`."""

    path = "/responses"
    headers: Mapping[str, str] = {}

    def body(self, capabilities: Capabilities, request: ModelRequest) -> bytes:
        """See `Dialect.body`."""
        instructions = [block.text for block in request.system]
        effort = capabilities.effort(request.effort)
        body: dict[str, JsonValue] = {
            "model": capabilities.model.partition(":")[2],
            "input": [item for message in request.messages for item in _items(message, capabilities)],
            "stream": True,
            "store": False,
            "max_output_tokens": capabilities.room(request.max_output_tokens, effort),
        }
        if capabilities.state == "reasoningItems":
            body["include"] = ["reasoning.encrypted_content"]
        if effort is not None:
            body["reasoning"] = {"effort": effort}
        if request.temperature is not None and capabilities.temperature:
            body["temperature"] = request.temperature
        if request.response_schema is not None:
            if capabilities.schema == "strict":
                schema = strict_schema(request.response_schema)
                body["text"] = {"format": {"type": "json_schema", "name": "answer", "schema": schema, "strict": True}}
            else:
                instructions.append(schema_in_words(request.response_schema))
            if capabilities.schema == "json":
                body["text"] = {"format": {"type": "json_object"}}
        if instructions:
            body["instructions"] = "\n\n".join(instructions)
        if request.tools and capabilities.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                    "strict": False,
                }
                for tool in request.tools
            ]
            if request.tool_choice is not None:
                body["tool_choice"] = request.tool_choice
        return msgspec.json.encode(body)

    def reader(self, answer: AnswerBuilder, capabilities: Capabilities) -> ResponsesReader:
        """See `Dialect.reader`."""
        return ResponsesReader(answer)


def _items(message: ChatMessage, capabilities: Capabilities) -> list[JsonValue]:
    """A message as the items that it is made of, in the order in which the model made them."""
    if message.role == "tool":
        return [{"type": "function_call_output", "call_id": message.tool_call_id or "", "output": message.text}]
    calls = [] if message.tool_calls is None else list(message.tool_calls)
    text: list[dict[str, JsonValue]] = [{"role": message.role, "content": message.text}] if message.text else []
    state = message.reasoning
    if state is None or state.made_by != capabilities.model:
        return [*text, *map(_call, calls)]
    items: list[JsonValue] = []
    for kept in state.items:
        if kept.get("type") == "reasoning":
            items.append(kept)
        elif kept.get("type") == "message":
            items += [each | ({"phase": kept["phase"]} if kept.get("phase") else {}) for each in text]
            text = []
        elif calls:
            items.append(_call(calls.pop(0)))
    return [*items, *text, *map(_call, calls)]


def _call(call: ToolCall) -> JsonValue:
    return {"type": "function_call", "call_id": call.tool_call_id, "name": call.name, "arguments": call.arguments}


class _Usage(msgspec.Struct):
    input_tokens: int
    output_tokens: int
    input_tokens_details: InputDetails | None = None


class _Why(msgspec.Struct):
    reason: str | None = None


class _OutputPart(msgspec.Struct):
    type: str = ""
    text: str = ""
    refusal: str = ""


class _OutputItem(msgspec.Struct):
    """An item of the output, as far as it is read; a reasoning item is kept as it came besides."""

    type: str = ""
    call_id: str | None = None
    id: str | None = None
    name: str | None = None
    arguments: str | dict[str, JsonValue] | None = None
    content: list[_OutputPart] | None = None
    phase: str | None = None


class _Response(msgspec.Struct):
    model: str = ""
    status: str = ""
    output: list[msgspec.Raw] = []
    usage: msgspec.Raw = NULL
    """Read apart: a strange count must not cost the answer."""
    error: msgspec.Raw = NULL
    incomplete_details: _Why | None = None


class _ResponseEvent(msgspec.Struct):
    type: str
    output_index: int = 0
    item: msgspec.Raw = NULL
    delta: str | None = None
    response: _Response | None = None
    error: msgspec.Raw = NULL


_EVENT: Final = msgspec.json.Decoder(_ResponseEvent)
_RESPONSE: Final = msgspec.json.Decoder(_Response)
_ITEM: Final = msgspec.json.Decoder(_OutputItem)
_OBJECT: Final = msgspec.json.Decoder(dict[str, JsonValue])
_USAGE: Final = msgspec.json.Decoder(_Usage)


class ResponsesReader:
    """See `Reader`. `response.completed` and `response.incomplete` are the terminal signals."""

    def __init__(self, answer: AnswerBuilder) -> None:
        self.ended = False
        self._answer = answer
        self._calls: dict[int, int] = {}
        """By its place in the output, the index of a tool call."""
        self._grown: set[int] = set()
        """Places in the output of which pieces have come."""
        self._done: set[int] = set()
        """Places in the output whose item has come whole."""

    def read(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read`."""
        if data.strip() == b"[DONE]":
            self.ended = True
            return ()
        answer = self._answer
        event = read_as(_EVENT, data, answer.provider)
        match event.type:
            case "response.output_text.delta":
                self._grown.add(event.output_index)
                return [answer.say(event.delta)] if event.delta else ()
            case "response.function_call_arguments.delta":
                return self._grow(event.output_index, event.delta or "")
            case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
                answer.think(event.delta or "")
            case "response.refusal.delta":
                answer.refusal += event.delta or ""
            case "response.output_item.added":
                return self._begin(event.output_index, self._item(event.item))
            case "response.output_item.done":
                return self._finish(event.output_index, event.item)
            case "response.completed" | "response.incomplete" | "response.failed":
                said = event.response or _Response()
                # Some call an answer that was cut "completed" and tell its state beside it.
                cut = said.status == "incomplete"
                return self._end(said, "incomplete" if cut else event.type.removeprefix("response."))
            case "error":
                # Some put the error into the event, others into a field of it.
                raise answer.fault(event.error if event.error != NULL else data)
            case "response.created" | "response.in_progress" if event.response is not None:
                answer.model = event.response.model
            case _:
                pass  # parts that begin and end, annotations, and whatever kinds come later
        return ()

    def read_whole(self, data: bytes) -> Sequence[Delta]:
        """See `Reader.read_whole`."""
        response = read_as(_RESPONSE, data, self._answer.provider, "the answer")
        self._answer.model = response.model
        return self._end(response, response.status)

    def _item(self, raw: msgspec.Raw) -> _OutputItem:
        return read_as(_ITEM, raw, self._answer.provider, "an item")

    def _begin(self, place: int, item: _OutputItem) -> list[Delta]:
        if item.type != "function_call" or place in self._calls:
            return []
        self._calls[place] = self._answer.next_index
        return [self._answer.begin_call(item.call_id or item.id or "", item.name or "")]

    def _grow(self, place: int, arguments: str) -> list[Delta]:
        if place not in self._calls:
            raise malformed(self._answer.provider, f"the call at place {place} grew before it began")
        if not arguments:
            return []
        self._grown.add(place)
        return [self._answer.grow_call(self._calls[place], arguments)]

    def _finish(self, place: int, raw: msgspec.Raw) -> list[Delta]:
        """An item has come whole: what its pieces did not say is taken from it."""
        if place in self._done:
            return []
        self._done.add(place)
        item, answer, deltas = self._item(raw), self._answer, list[Delta]()
        match item.type:
            case "reasoning":
                kept = _OBJECT.decode(raw)
                answer.keep({name: kept[name] for name in _GOES_BACK if kept.get(name) is not None})
                answer.think("…")
            case "function_call":
                deltas += self._begin(place, item)
                if place not in self._grown and item.arguments:
                    arguments = item.arguments
                    text = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()
                    deltas += self._grow(place, text)
                answer.keep_place({"type": "function_call"})
            case "message":
                if place not in self._grown:
                    deltas += [answer.say(part.text) for part in item.content or () if part.text]
                answer.refusal = answer.refusal or "".join(part.refusal for part in item.content or ())
                answer.keep_place({"type": "message", "phase": item.phase})
            case _:
                pass
        return deltas

    def _end(self, response: _Response, status: str) -> list[Delta]:
        answer, deltas = self._answer, list[Delta]()
        if status == "failed" or response.error != NULL:
            raise answer.fault(response.error)
        # The last event repeats all that was said; it is read only where nothing else came.
        if not self._done and not answer.has_begun:
            for place, raw in enumerate(response.output):
                deltas += self._finish(place, raw)
        if status in {"completed", "incomplete", "cancelled"}:
            why = response.incomplete_details
            answer.end = end_of(status if why is None else why.reason or "")
        self.ended = True
        usage = read_if_possible(_USAGE, response.usage)
        if usage is None:
            return deltas
        details = usage.input_tokens_details or InputDetails()
        answer.tokens = counted(
            input_=usage.input_tokens,
            cached=details.cached_tokens or 0,
            written=details.cache_write_tokens or 0,
            output=usage.output_tokens,
        )
        return deltas

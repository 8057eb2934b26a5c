"""A provider that refuses what the hosted ones refuse, thinks where they think, and answers as a function says.

`RULES` is what providers document and their official clients' types tell of 2026-11, as a plain table. A test may put
more rules in front of it. The answers come from the same functions that answer for a model in a test: what arrives over
the wire is turned back into a `ModelRequest` for them.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from openai.lib._pydantic import _ensure_strict_json_schema

from graphwright.context.dialogue import DISCUSSION
from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock, ToolCall, ToolSpec
from graphwright.protocol.base import JsonValue
from tests.llm.scripted_server import (
    AnthropicWire,
    OpenAIWire,
    Reply,
    Request,
    ResponsesWire,
    ScriptedServer,
    Wire,
    event,
    refusal,
    stream,
)

Said = str | ToolCall
Answers = Callable[[ModelRequest], Said]
Check = Callable[[dict], bool]
More = Callable[[str, dict], str | None]
"""A rule beside those of the table: the dialect (`chat`, `responses`, `messages`) and the body; None: it is accepted."""


@dataclass(frozen=True)
class Rule:
    """What is refused: in which dialects, of which models, and in whose words."""

    dialects: str
    models: str
    is_broken: Check
    words: str


def _effort(body: dict) -> str | None:
    return (
        body.get("reasoning_effort")
        or body.get("reasoning", {}).get("effort")
        or body.get("output_config", {}).get("effort")
    )


def _schema(body: dict) -> dict | None:
    asked = body.get("response_format", {}).get("json_schema") or body.get("text", {}).get("format") or {}
    return asked.get("schema") if asked.get("strict") else None


def _is_loose(body: dict) -> bool:
    schema = _schema(body)
    return schema is not None and _ensure_strict_json_schema(copy.deepcopy(schema), path=(), root=schema) != schema


def _calls_without_thoughts(body: dict) -> bool:
    said = [message for message in body["messages"] if message["role"] == "assistant"]
    return any(message.get("tool_calls") and not message.get("reasoning_content") for message in said)


def _calls_without_signature(body: dict) -> bool:
    calls = [message["tool_calls"] for message in body["messages"] if message.get("tool_calls")]
    return any("extra_content" not in first for first, *_ in calls)


def _blocks_lost(body: dict) -> bool:
    """An answer with calls of a model that always thinks begins with its thoughts."""
    said = [message["content"] for message in body["messages"] if message["role"] == "assistant"]
    return any(
        any(block["type"] == "tool_use" for block in blocks) and blocks[0]["type"] != "thinking" for blocks in said
    )


def _reasoning_lost(body: dict) -> bool:
    kinds = [item.get("type") for item in body["input"]]
    return "function_call" in kinds and "reasoning" not in kinds


REASONING = r"gpt-[56]|o\d"
ADAPTIVE = r"claude-(opus-4-[78]|(opus|sonnet|haiku|fable|mythos)-5)"
ALWAYS = r"claude-opus-5-5|claude-fable-5-1"
RULES = (
    Rule("chat responses", REASONING, lambda b: b.get("temperature", 1) != 1, "Unsupported value: 'temperature'"),
    Rule("messages", ADAPTIVE, lambda b: b.get("temperature", 1) != 1, "`temperature` is deprecated for this model."),
    Rule("chat", REASONING, lambda b: "max_tokens" in b, "Unsupported parameter: 'max_tokens' is not supported"),
    Rule("chat responses", "", _is_loose, "Invalid schema for response_format: 'required' must hold every key"),
    Rule("chat", r"gpt-(5\.[4-9]|6)", lambda b: bool(b.get("tools")) and _effort(b) != "none", "Function tools with reasoning_effort are not supported in /v1/chat/completions"),
    Rule("chat responses", r"gpt-5(-|$)", lambda b: _effort(b) in {"none", "xhigh", "max"}, "Unsupported value: 'reasoning.effort'"),
    Rule("chat responses", r"gpt-4", lambda b: _effort(b) is not None, "Unrecognized request argument supplied: reasoning_effort"),
    Rule("responses", REASONING, _reasoning_lost, "Item 'fc_0' of type 'function_call' was provided without its required 'reasoning' item"),
    Rule("messages", "", lambda b: json.dumps(b).count('"cache_control"') > 4, "A maximum of 4 blocks with cache_control may be provided"),
    Rule("messages", "", lambda b: b["messages"][-1]["role"] != "user", "This model does not support assistant message prefill"),
    Rule("messages", "claude-sonnet-4-5", lambda b: _effort(b) is not None, "This model does not support the effort parameter."),
    Rule("messages", ADAPTIVE, lambda b: b.get("thinking", {}).get("type") == "enabled", '"thinking.type.enabled" is not supported for this model.'),
    Rule("messages", ALWAYS, lambda b: b.get("thinking", {}).get("type") == "disabled", '"thinking.type.disabled" is not supported for this model.'),
    Rule("messages", ALWAYS, _blocks_lost, "Expected `thinking` or `redacted_thinking`, but found `tool_use`"),
    Rule("chat", "deepseek", _calls_without_thoughts, "The `reasoning_content` in the thinking mode must be passed back to the API."),
    Rule("chat", "deepseek", lambda b: b.get("response_format", {}).get("type") == "json_schema", "This response_format type is unavailable now"),
    Rule("chat", "gemini-3", _calls_without_signature, "Function call is missing a thought_signature in functionCall parts."),
)  # fmt: skip

THINKS = re.compile(rf"{REASONING}|{ALWAYS}|claude-(opus|sonnet|haiku)-5|deepseek|gemini")
MIN_ROOM = 1_400
"""Tokens that thoughts take before anything is said, as measurements were published."""


WIRES: dict[str, Callable[[], Wire]] = {"chat": OpenAIWire, "responses": ResponsesWire, "messages": AnthropicWire}


class StrictProvider(ScriptedServer):
    """Speaks all three dialects."""

    def __init__(self, answers: Answers, more: More | None = None) -> None:
        super().__init__()
        self._answers = answers
        self._more = more
        self.refused: list[str] = []
        self.thought_only = 0

    def reply_to(self, request: Request) -> Reply:
        dialect = {"completions": "chat", "responses": "responses", "messages": "messages"}[request.path.split("/")[-1]]
        body = request.body
        words = self._more(dialect, body) if self._more else None
        for rule in RULES:
            if words is None and dialect in rule.dialects and re.match(rule.models, body["model"]):
                words = rule.words if rule.is_broken(body) else None
        if words is not None:
            self.refused.append(f"{body['model']}: {words}")
            return refusal(400, words, kind="invalid_request_error")
        wire = WIRES[dialect]()
        limit = next(value for key, value in body.items() if key.startswith("max_"))
        if THINKS.match(body["model"]) and limit < MIN_ROOM:
            self.thought_only += 1
            return stream(wire.begin(), wire.think("Let me see."), wire.end("length"))
        said = self._answers(request_of(dialect, body))
        begin = [*wire.begin(), *(wire.think("Let me see.") if THINKS.match(body["model"]) else [])]
        if isinstance(said, ToolCall):
            call = wire.call(0, said.tool_call_id, said.name, said.arguments)
            return stream(begin, [_signed(part, body["model"]) for part in call], wire.end("toolCalls"))
        schema = _schema(body) or body.get("output_config", {}).get("format", {}).get("schema")
        text = json.dumps(as_schema(json.loads(said), schema)) if schema else said
        return stream(begin, wire.say(text[: len(text) // 2], text[len(text) // 2 :]), wire.end())


def _signed(part: bytes, model: str) -> bytes:
    """A call as Gemini sends it: with the signature of the thought behind it."""
    if not model.startswith("gemini"):
        return part
    chunk = json.loads(part.split(b"data: ", 1)[1])
    for piece in chunk["choices"][0]["delta"].get("tool_calls", ()):
        piece["extra_content"] = {"google": {"thought_signature": "signed"}}
    return event(chunk)


def as_schema(value: object, schema: dict) -> object:
    """An answer as a provider makes it that enforces the schema: nothing is left out, what there is nothing of is null."""
    either = schema.get("anyOf")
    if either and value is not None:
        return as_schema(value, next(each for each in either if each != {"type": "null"}))
    if isinstance(value, list):
        return [as_schema(each, schema.get("items", {})) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: as_schema(value.get(name), each) for name, each in schema.get("properties", {}).items()}


def request_of(dialect: str, body: dict) -> ModelRequest:
    """What was asked, whatever the dialect."""
    messages = body["input"] if dialect == "responses" else body["messages"]
    system = [body.get("instructions", "")] if dialect == "responses" else _texts(body.get("system", []))
    told: list[ChatMessage] = []
    for message in messages:
        role = message.get("role", "tool" if message.get("type") == "function_call_output" else "assistant")
        text = "\n".join(_texts(message.get("content") or message.get("output") or ""))
        if role == "system":
            system.append(text)
        else:
            is_result = role == "tool" or '"tool_result"' in json.dumps(message)
            told.append(ChatMessage(role="tool" if is_result else role, text=text))
    tools = [cast("dict", tool.get("function", tool)) for tool in body.get("tools", [])]
    schema: dict[str, JsonValue] | None = _schema(body)
    return ModelRequest(
        # Labels do not go over the wire; a discussion is told by this one.
        system=[PromptBlock(label=DISCUSSION, text="\n\n".join(system))],
        messages=told,
        tools=[ToolSpec(name=tool["name"], description=tool["description"], parameters={}) for tool in tools],
        response_schema=schema or None,
    )


def _texts(content: object) -> list[str]:
    if isinstance(content, str):
        return [content]
    parts = cast("list[dict]", content)
    return [text for part in parts for text in _texts(part.get("text") or part.get("content") or "")]

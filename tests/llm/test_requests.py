"""What is sent to the providers, in both dialects, whole."""

from __future__ import annotations

import json

import anthropic.types as anthropic_types
import anthropic.types.message_create_params as anthropic_messages
import openai.types.chat.completion_create_params as openai_chat
import openai.types.responses.response_create_params as openai_responses
import pytest
from msgspec.structs import replace
from pydantic import TypeAdapter

from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock, ToolCall, ToolSpec
from graphwright.llm.capabilities import capabilities_of
from graphwright.llm.remote import DIALECTS
from graphwright.protocol.base import JsonValue
from tests.llm.conftest import KEY
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, ResponsesWire, scripted_server, stream

SCHEMA: dict[str, JsonValue] = {"type": "object", "properties": {"name": {"type": "string"}}}
STRICT = {
    "type": "object",
    "properties": {"name": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
    "required": ["name"],
    "additionalProperties": False,
}
CALL = ToolCall(tool_call_id="c1", name="lookup", arguments='{"name": "Ö"}')
REQUEST = ModelRequest(
    system=[
        PromptBlock(label="ontology", text="Types.", cache=True),
        PromptBlock(label="graph", text="Nodes.", cache=True),
        PromptBlock(label="mode", text="Now."),
    ],
    messages=[
        ChatMessage(role="user", text="Look two things up."),
        ChatMessage(role="assistant", text="I do.", tool_calls=[CALL, ToolCall(tool_call_id="c2", name="lookup", arguments="{}")]),
        ChatMessage(role="tool", text="found", tool_call_id="c1"),
        ChatMessage(role="tool", text="nothing", tool_call_id="c2"),
        ChatMessage(role="user", text="And now?"),
    ],
    tools=[ToolSpec(name="lookup", description="Looks up.", parameters=SCHEMA)],
    max_output_tokens=99,
    temperature=0.5,
    response_schema=SCHEMA,
)  # fmt: skip


MODEL = {"openai": "openai:gpt-4.1", "anthropic": "anthropic:claude-sonnet-4-5", "responses": "openai:gpt-5.6"}


async def sent(wire, make_model, request=REQUEST, model: str = ""):
    known = capabilities_of(model or MODEL[wire.name])
    async with scripted_server(stream(wire.begin(), wire.say("ok"), wire.end())) as server:
        async for _ in make_model(wire, server.address, capabilities=known).stream(request):
            pass
    assert KEY not in str(server.requests[0].body)
    return server.requests[0]


@pytest.mark.requirement("B-35", "D-60")
async def test_chat_completions_get_one_system_message_and_every_turn(make_model):
    request = await sent(OpenAIWire(), make_model)
    assert (request.path, request.headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert request.body == {
        "model": "gpt-4.1",
        "messages": [
            {"role": "system", "content": "Types.\n\nNodes.\n\nNow."},
            {"role": "user", "content": "Look two things up."},
            {
                "role": "assistant",
                "content": "I do.",
                "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "lookup", "arguments": '{"name": "Ö"}'}},
                    {"id": "c2", "type": "function", "function": {"name": "lookup", "arguments": "{}"}},
                ],
            },
            {"role": "tool", "content": "found", "tool_call_id": "c1"},
            {"role": "tool", "content": "nothing", "tool_call_id": "c2"},
            {"role": "user", "content": "And now?"},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_completion_tokens": 99,
        "temperature": 0.5,
        "tools": [
            {"type": "function", "function": {"name": "lookup", "description": "Looks up.", "parameters": SCHEMA}}
        ],
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": STRICT, "strict": True}},
    }


@pytest.mark.requirement("B-35", "D-60")
async def test_messages_get_marked_blocks_and_all_tool_results_in_one_turn(make_model):
    request = await sent(AnthropicWire(), make_model)
    assert (request.path, request.headers["x-api-key"]) == ("/v1/messages", KEY)
    assert request.headers["anthropic-version"] == "2023-06-01"
    mark = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
    turn = {"cache_control": {"type": "ephemeral"}}
    assert request.body == {
        "model": "claude-sonnet-4-5",
        "system": [
            {"type": "text", "text": "Types.", **mark},
            {"type": "text", "text": "Nodes.", **mark},
            {"type": "text", "text": "Now."},
        ],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Look two things up.", **turn}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "I do."},
                    {"type": "tool_use", "id": "c1", "name": "lookup", "input": {"name": "Ö"}},
                    {"type": "tool_use", "id": "c2", "name": "lookup", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "c1", "content": "found"},
                    {"type": "tool_result", "tool_use_id": "c2", "content": "nothing"},
                    {"type": "text", "text": "And now?", **turn},
                ],
            },
        ],
        "stream": True,
        "max_tokens": 99,
        "temperature": 0.5,
        "tools": [{"name": "lookup", "description": "Looks up.", "input_schema": SCHEMA}],
        "output_config": {"format": {"type": "json_schema", "schema": STRICT}},
    }


@pytest.mark.requirement("M-21", "D-60")
async def test_responses_get_items_nothing_is_stored_and_thoughts_come_encrypted(make_model):
    request = await sent(ResponsesWire(), make_model)
    assert (request.path, request.headers["authorization"]) == ("/v1/responses", f"Bearer {KEY}")
    assert request.body == {
        "model": "gpt-5.6",
        "instructions": "Types.\n\nNodes.\n\nNow.",
        "input": [
            {"role": "user", "content": "Look two things up."},
            {"role": "assistant", "content": "I do."},
            {"type": "function_call", "call_id": "c1", "name": "lookup", "arguments": '{"name": "Ö"}'},
            {"type": "function_call", "call_id": "c2", "name": "lookup", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c1", "output": "found"},
            {"type": "function_call_output", "call_id": "c2", "output": "nothing"},
            {"role": "user", "content": "And now?"},
        ],
        "stream": True,
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "max_output_tokens": 99 + 8192,
        "text": {"format": {"type": "json_schema", "name": "answer", "schema": STRICT, "strict": True}},
        "tools": [
            {"type": "function", "name": "lookup", "description": "Looks up.", "parameters": SCHEMA, "strict": False}
        ],
    }


@pytest.mark.requirement("D-61", "D-63")
async def test_an_answer_without_tools_is_asked_for_as_each_dialect_can(make_model):
    last = replace(REQUEST, tool_choice="none")
    chat, messages = await sent(OpenAIWire(), make_model, last), await sent(AnthropicWire(), make_model, last)
    assert ("tools" in chat.body, "tool_choice" in chat.body) == (False, False)
    assert (len(messages.body["tools"]), messages.body["tool_choice"]) == (1, {"type": "none"})


@pytest.mark.requirement("B-35", "M-21")
async def test_there_are_never_more_than_four_cache_marks_and_the_last_ones_are_kept(make_model):
    blocks = [PromptBlock(label=str(n), text=str(n), cache=True) for n in range(6)]
    request = await sent(AnthropicWire(), make_model, ModelRequest(system=blocks, messages=[]))
    assert ["cache_control" in block for block in request.body["system"]] == [False, False, True, True, True, True]
    request = await sent(AnthropicWire(), make_model, replace(REQUEST, system=blocks))
    assert ["cache_control" in block for block in request.body["system"]] == [False, False, False, False, True, True]
    assert str(request.body).count("'cache_control'") == 4


@pytest.mark.requirement("M-21")
async def test_a_conversation_without_tools_marks_only_what_it_is_told_to(make_model):
    """What is sent once is not put into the cache, because that costs more than to send it."""
    once = ModelRequest(system=[], messages=[ChatMessage(role="user", text="Hello.")])
    assert "cache_control" not in str((await sent(AnthropicWire(), make_model, once)).body)
    parts = [ChatMessage(role="user", text="All that was said.", cache=True), ChatMessage(role="user", text="Now you.")]
    [turn] = (await sent(AnthropicWire(), make_model, replace(once, messages=parts))).body["messages"]
    assert ["cache_control" in block for block in turn["content"]] == [True, False]


@pytest.mark.requirement("R-40")
async def test_no_answer_may_come_compressed(wire, make_model):
    request = await sent(wire, make_model)
    assert (request.headers["accept-encoding"], request.headers["accept"]) == ("identity", "text/event-stream")


PLAIN = replace(REQUEST, tools=[], messages=REQUEST.messages[:1])


def body_for(model: str, request: ModelRequest = PLAIN) -> dict:
    known = capabilities_of(model)
    return json.loads(DIALECTS[known.dialect].body(known, request))


@pytest.mark.requirement("R-43", "D-60", "D-69", "M-11", "M-21")
@pytest.mark.parametrize(
    ("model", "limit", "temperature", "has_usage", "answer"),
    [
        ("openai:gpt-4.1", {"max_completion_tokens": 99}, 0.5, True, "json_schema"),
        ("azure:my-deployment", {"max_completion_tokens": 4195}, None, True, "json_schema"),
        ("bedrock:mistral.mistral-large", {"max_completion_tokens": 99}, 0.5, True, "json_schema"),
        ("gemini:gemini-3.5-flash", {"max_completion_tokens": 16483}, None, True, "json_schema"),
        ("deepseek:deepseek-flash", {"max_tokens": 16483}, None, True, "json_object"),
        ("mistral:mistral-large-latest", {"max_tokens": 99}, 0.5, False, "json_schema"),
        ("groq:openai/gpt-oss-20b", {"max_completion_tokens": 8291}, 0.5, True, "json_schema"),
        ("ollama:llama3.2", {"max_tokens": 99}, 0.5, True, "json_schema"),
        ("vllm:Qwen/Qwen2.5-7B", {"max_tokens": 99}, 0.5, True, "json_schema"),
        ("sglang:mine", {"max_tokens": 4195}, None, True, "json_schema"),
        ("openai-compatible:mine", {"max_tokens": 4195}, None, True, "json_schema"),
    ],
)
def test_providers_and_models_of_one_dialect_deviate_as_their_data_says(model, limit, temperature, has_usage, answer):
    body = body_for(model)
    assert {key: value for key, value in body.items() if key.startswith("max_")} == limit
    assert body.get("temperature") == temperature
    assert ("stream_options" in body) == has_usage
    assert body["response_format"]["type"] == answer
    assert ('"properties"' in body["messages"][0]["content"]) == (answer == "json_object")


@pytest.mark.requirement("M-14", "M-21")
@pytest.mark.parametrize(
    ("model", "effort", "fields"),
    [
        ("openai:gpt-5.6", "high", {"reasoning": {"effort": "high"}}),
        ("openai-compatible:gpt-5.6", "high", {"reasoning_effort": "high"}),
        ("openai:gpt-4.1", "high", {}),
        ("anthropic:claude-opus-5-5", "xhigh", {"thinking": {"type": "adaptive"}, "effort": "xhigh"}),
        ("anthropic:claude-opus-4-5", "max", {"effort": "high"}),
        ("anthropic:claude-sonnet-4-5", "high", {}),
        ("gemini:gemini-2.5-pro", "low", {"reasoning_effort": "low"}),
        ("deepseek:deepseek-v4-pro", "none", {"thinking": {"type": "disabled"}}),
        ("deepseek:deepseek-v4-pro", "max", {"thinking": {"type": "enabled"}, "reasoning_effort": "max"}),
        ("mistral:mistral-small-latest", "low", {"reasoning_effort": "none"}),
    ],
)
def test_an_effort_is_said_as_each_model_wants_to_hear_it(model, effort, fields):
    body = body_for(model, replace(PLAIN, effort=effort, response_schema=None))
    said = {key: body[key] for key in ("reasoning", "reasoning_effort", "thinking") if key in body}
    assert said | body.get("output_config", {}) == fields


@pytest.mark.requirement("M-11")
def test_tools_and_thoughts_are_not_asked_for_together_where_that_is_refused():
    body = body_for("openai-compatible:gpt-5.6", replace(PLAIN, tools=REQUEST.tools, effort="high"))
    assert (body["reasoning_effort"], len(body["tools"])) == ("none", 1)
    assert body["max_completion_tokens"] == 99
    assert "tools" not in body_for("openai-compatible:gpt-6.2-sol", replace(PLAIN, tools=REQUEST.tools))


# the official types as judges --------------------------------------------------------------------------------------

JUDGES = {
    "chat": TypeAdapter(openai_chat.CompletionCreateParamsStreaming),
    "responses": TypeAdapter(openai_responses.ResponseCreateParamsStreaming),
    "messages": TypeAdapter(anthropic_messages.MessageCreateParamsStreaming),
}


@pytest.mark.requirement("M-21", "D-61")
@pytest.mark.parametrize("model", ["openai:gpt-4.1", "openai-compatible:gpt-5.6", "openai:gpt-5.6", "openai:gpt-6.2-sol", "anthropic:claude-sonnet-4-5", "anthropic:claude-opus-5-5"])  # fmt: skip
@pytest.mark.parametrize("request_", [REQUEST, PLAIN, replace(REQUEST, tool_choice="none", effort="low")], ids=["tools", "plain", "last"])  # fmt: skip
def test_the_official_types_know_everything_that_is_sent(model, request_):
    """A field that they do not know, or of another type, would be lost on the way through them."""
    body, judge = body_for(model, request_), JUDGES[capabilities_of(model).dialect]
    if capabilities_of(model).dialect == "messages":
        # The newest types know no temperature any more, which the older models still take.
        body.pop("temperature", None)
        # Blocks one by one: the union of them is read lazily and only once.
        for block in (block for message in body["messages"] for block in message["content"]):
            assert through(BLOCKS[block["type"]], block) == block
        body["messages"] = []
    assert through(judge, body) == body


BLOCKS = {
    "text": TypeAdapter(anthropic_types.TextBlockParam),
    "tool_use": TypeAdapter(anthropic_types.ToolUseBlockParam),
    "tool_result": TypeAdapter(anthropic_types.ToolResultBlockParam),
}


def through(judge: TypeAdapter, value: object) -> object:
    return judge.dump_python(judge.validate_python(value), mode="json", warnings=False)

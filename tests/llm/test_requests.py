"""What is sent to the providers, in both dialects, whole."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock, ToolCall, ToolSpec
from graphwright.llm.openai import ChatCompletions
from graphwright.protocol.base import JsonValue
from tests.llm.conftest import KEY
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, scripted_server, stream

SCHEMA: dict[str, JsonValue] = {"type": "object", "properties": {"name": {"type": "string"}}}
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


async def sent(wire, make_model, request=REQUEST):
    async with scripted_server(stream(wire.begin(), wire.say("ok"), wire.end())) as server:
        async for _ in make_model(wire, server.address).stream(request):
            pass
    assert KEY not in str(server.requests[0].body)
    return server.requests[0]


@pytest.mark.requirement("B-35", "D-60")
async def test_chat_completions_get_one_system_message_and_every_turn(make_model):
    request = await sent(OpenAIWire(), make_model)
    assert (request.path, request.headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert request.body == {
        "model": "m",
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
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA, "strict": True}},
    }


@pytest.mark.requirement("B-35", "D-60")
async def test_messages_get_marked_blocks_and_all_tool_results_in_one_turn(make_model):
    request = await sent(AnthropicWire(), make_model)
    assert (request.path, request.headers["x-api-key"]) == ("/v1/messages", KEY)
    assert request.headers["anthropic-version"] == "2023-06-01"
    mark = {"cache_control": {"type": "ephemeral"}}
    assert request.body == {
        "model": "m",
        "system": [
            {"type": "text", "text": "Types.", **mark},
            {"type": "text", "text": "Nodes.", **mark},
            {"type": "text", "text": "Now."},
        ],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Look two things up."}]},
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
                    {"type": "text", "text": "And now?"},
                ],
            },
        ],
        "stream": True,
        "max_tokens": 99,
        "temperature": 0.5,
        "tools": [{"name": "lookup", "description": "Looks up.", "input_schema": SCHEMA}],
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}},
    }


@pytest.mark.requirement("D-61", "D-63")
async def test_an_answer_without_tools_is_asked_for_as_each_dialect_can(make_model):
    last = replace(REQUEST, tool_choice="none")
    chat, messages = await sent(OpenAIWire(), make_model, last), await sent(AnthropicWire(), make_model, last)
    assert ("tools" in chat.body, "tool_choice" in chat.body) == (False, False)
    assert (len(messages.body["tools"]), messages.body["tool_choice"]) == (1, {"type": "none"})


@pytest.mark.requirement("B-35")
async def test_of_more_than_four_cache_marks_the_last_four_are_kept(make_model):
    blocks = [PromptBlock(label=str(n), text=str(n), cache=True) for n in range(6)]
    request = await sent(AnthropicWire(), make_model, ModelRequest(system=blocks, messages=[]))
    assert ["cache_control" in block for block in request.body["system"]] == [False, False, True, True, True, True]


@pytest.mark.requirement("R-40")
async def test_no_answer_may_come_compressed(wire, make_model):
    request = await sent(wire, make_model)
    assert (request.headers["accept-encoding"], request.headers["accept"]) == ("identity", "text/event-stream")


@pytest.mark.requirement("R-43", "D-60", "D-69")
@pytest.mark.parametrize(
    ("provider", "limit", "has_usage", "answer"),
    [
        ("openai", "max_completion_tokens", True, "json_schema"),
        ("deepseek", "max_tokens", True, "json_object"),
        ("mistral", "max_tokens", False, "json_schema"),
        ("ollama", "max_tokens", True, "json_schema"),
        ("openai-compatible", "max_tokens", True, "json_schema"),
    ],
)
def test_providers_of_one_dialect_deviate_only_where_they_must(provider, limit, has_usage, answer):
    import json

    body = json.loads(ChatCompletions(provider).body("m", REQUEST))
    assert body[limit] == 99
    assert ("stream_options" in body) == has_usage
    assert body["response_format"]["type"] == answer
    assert ('"properties"' in body["messages"][0]["content"]) == (answer == "json_object")

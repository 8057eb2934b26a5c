"""A provider that refuses a parameter by name: it is left out at once, and from then on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.errors import LanguageModelError
from graphwright.llm.base import ChatMessage, ModelRequest, ToolSpec, whole
from graphwright.llm.capabilities import capabilities_of
from graphwright.protocol.base import JsonValue
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, ResponsesWire, Wire, refusal, scripted_server, stream

SCHEMA: dict[str, JsonValue] = {"type": "object", "properties": {}, "required": []}
REQUEST = ModelRequest(
    system=[],
    messages=[ChatMessage(role="user", text="hello")],
    tools=[ToolSpec(name="lookup", description="Looks up.", parameters=SCHEMA)],
    max_output_tokens=50,
    temperature=0.3,
    effort="high",
    response_schema=SCHEMA,
)
CHAT, MESSAGES, RESPONSES = OpenAIWire, AnthropicWire, ResponsesWire

Case = tuple[type, str, str, dict, dict | None]

# What was said, of which model, and what is different in the second request.
REFUSALS: dict[str, Case] = {
    "temperature, by its value": (
        CHAT, "openai:gpt-4.1", "Unsupported value: 'temperature' does not support 0.3 with this model.", {"temperature": 0.3}, {},
    ),
    "temperature, deprecated": (
        MESSAGES, "anthropic:claude-haiku-4-5", "`temperature` is deprecated for this model.", {"temperature": 0.3}, {},
    ),
    "the name of the limit": (
        CHAT, "openai-compatible:m",
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        {"max_tokens": 4146}, {"max_completion_tokens": 4146},
    ),
    "a limit that is too large": (
        CHAT, "openai:gpt-4o", "max_tokens is too large: 50. This model supports at most 4096 completion tokens", {}, None,
    ),
    "a limit beyond the model": (
        MESSAGES, "anthropic:claude-opus-5-5", "max_tokens: 16434 > 8192, which is the maximum allowed number of output tokens",
        {"max_tokens": 16434}, {"max_tokens": 8192},
    ),
    "no room in the context": (
        CHAT, "openai-compatible:m", "'max_tokens' is too large: 4146. This model's maximum context length is 4096 tokens",
        {"max_tokens": 4146}, {"max_tokens": 50},
    ),
    "a strict schema": (
        CHAT, "openai-compatible:m", "response_format: json_schema is not available on this server",
        {"response_format": "json_schema"}, {"response_format": "json_object"},
    ),
    "an effort": (
        CHAT, "groq:openai/gpt-oss-20b", "`reasoning_effort` is not supported with this model", {"reasoning_effort": "high"}, {},
    ),
    "adaptive thinking": (
        MESSAGES, "anthropic:claude-opus-5-5", "output_config.effort: this model does not support effort",
        {"thinking": {"type": "adaptive"}}, {},
    ),
    "being asked for usage": (
        CHAT, "openai-compatible:m", "Extra inputs are not permitted: stream_options", {"stream_options": {"include_usage": True}}, {},
    ),
    "tools": (
        CHAT, "vllm:gemma3", "registry.ollama.ai/library/gemma3:latest does not support tools", {"tools": 1}, {},
    ),
    "tools while it thinks": (
        CHAT, "openai-compatible:gpt-5",
        ("Function tools with reasoning_effort are not supported for m in /v1/chat/completions. To use function tools, use "
        "/v1/responses or set reasoning_effort to 'none'."),
        {"reasoning_effort": "high"}, {"reasoning_effort": "none"},
    ),
}  # fmt: skip


def shown(body: dict) -> dict:
    """The parts of a request that may be left out, shortened."""
    return body | {"tools": len(body.get("tools", [])), "response_format": body.get("response_format", {}).get("type")}


@pytest.mark.requirement("M-13")
@pytest.mark.parametrize("case", REFUSALS)
async def test_what_is_refused_by_name_is_left_out_at_once_and_from_then_on(case, make_model):
    make_wire, name, words, first, then = REFUSALS[case]
    wire: Wire = make_wire()
    answer = stream(wire.begin(), wire.say("ok"), wire.end())
    async with scripted_server(refusal(400, words), answer) as server:
        model = make_model(wire, server.address, capabilities=capabilities_of(name))
        if then is None:
            with pytest.raises(LanguageModelError):
                await whole(model, REQUEST)
            assert len(server.requests) == 1
            return
        for _ in range(2):
            assert (await whole(model, REQUEST)).text == "ok"
        bodies = [shown(request.body) for request in server.requests]
    assert len(bodies) == 3, "one was made again, the next one knew"
    assert {key: bodies[0][key] for key in first} == first
    for body in bodies[1:]:
        assert {key: body[key] for key in {*first, *then} if body.get(key)} == then


@pytest.mark.requirement("M-13")
async def test_several_parameters_may_be_refused_one_after_the_other(make_model):
    wire = OpenAIWire()
    script = [
        refusal(400, "unknown parameter: stream_options"),
        refusal(422, "Use 'max_completion_tokens' instead of max_tokens: unsupported"),
        stream(wire.begin(), wire.say("ok"), wire.end()),
    ]
    async with scripted_server(*script) as server:
        model = make_model(wire, server.address, capabilities=capabilities_of("openai-compatible:m"))
        assert (await whole(model, REQUEST)).text == "ok"
        assert len(server.requests) == 3


@pytest.mark.requirement("M-13")
@pytest.mark.parametrize("words", ["no", "temperature must be a number", "your organization is not verified"])
async def test_what_was_not_sent_is_not_made_good_by_leaving_it_out(words, make_model):
    wire = OpenAIWire()
    async with scripted_server(refusal(400, words)) as server:
        model = make_model(wire, server.address, capabilities=capabilities_of("openai:gpt-5.2-mini"))
        with pytest.raises(LanguageModelError) as error:
            await whole(model, replace(REQUEST, temperature=0.3))
        assert (error.value.retry, len(server.requests)) == ("never", 1)


@pytest.mark.requirement("M-13", "M-21")
async def test_a_server_without_the_newer_dialect_is_asked_in_the_older_one(make_model):
    wire = OpenAIWire()
    answer = stream(wire.begin(), wire.say("ok"), wire.end())
    async with scripted_server(refusal(404, "Not Found"), answer) as server:
        model = make_model(wire, server.address, capabilities=capabilities_of("azure:gpt-5"))
        assert (await whole(model, REQUEST)).text == "ok"
    assert [request.path for request in server.requests] == ["/v1/responses", "/v1/chat/completions"]


@pytest.mark.requirement("M-13", "M-21")
async def test_a_model_that_takes_tools_only_in_the_newer_dialect_is_asked_in_it(make_model):
    wire = ResponsesWire()
    words = (
        "Function tools with reasoning_effort are not supported for next-1 in /v1/chat/completions. Use /v1/responses."
    )
    answer = stream(wire.begin(), wire.say("ok"), wire.end())
    async with scripted_server(refusal(400, words), answer) as server:
        model = make_model(wire, server.address, capabilities=capabilities_of("openai:next-1"))
        assert (await whole(model, REQUEST)).text == "ok"
    assert [request.path for request in server.requests] == ["/v1/chat/completions", "/v1/responses"]


@pytest.mark.requirement("M-13")
async def test_what_was_accepted_yesterday_may_be_refused_today(make_model):
    wire = OpenAIWire()
    answer = stream(wire.begin(), wire.say("ok"), wire.end())
    words = "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported."
    async with scripted_server(answer, refusal(400, words), answer) as server:
        model = make_model(wire, server.address, capabilities=capabilities_of("openai:gpt-4.1"))
        assert [(await whole(model, REQUEST)).text for _ in range(3)] == ["ok"] * 3
    assert [request.body.get("temperature") for request in server.requests] == [0.3, 0.3, None, None]

"""The official clients as a second opinion: the same stream through both gives the same answer."""

from __future__ import annotations

import json
from typing import Any, cast

import anthropic
import openai
import pytest
from openai.types.chat.chat_completion_chunk import ChoiceDelta

from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse, TextDelta, ToolSpec, whole
from graphwright.protocol.base import JsonValue
from graphwright.protocol.wire import decode, encode
from tests.llm.conftest import TLS
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, Reply, scripted_server, stream

REQUEST = ModelRequest(system=[], messages=[ChatMessage(role="user", text="hello")])

CASES = {
    "text": lambda w: [*w.begin(), *w.say("Grüß ", "dich", " 🜂"), *w.end()],
    "length": lambda w: [*w.begin(), *w.say("cut of"), *w.end("length")],
    "one call": lambda w: [*w.begin(), *w.call(0, "c1", "lookup", '{"na', 'me": "Ö"}'), *w.end("toolCalls")],
    "two calls": lambda w: [*w.begin(), *w.call(0, "c1", "a", "{}"), *w.call(1, "c2", "b", '{"x":[1,2]}'), *w.end("toolCalls")],
    "text and call": lambda w: [*w.begin(), *w.say("I look. "), *w.call(0, "c1", "a", '{"x":"\\u00d6"}'), *w.end("toolCalls")],
    "no cache": lambda w: [*w.begin(), *w.say("x"), *w.end(usage=(9, 0, 3))],
    "long": lambda w: [*w.begin(), *w.say(*(f"word{n} " for n in range(60))), *w.end()],
}  # fmt: skip


def official_openai(address: str) -> openai.AsyncOpenAI:
    """It shares the certificates: loading them takes longer than most of these tests."""
    through = openai.DefaultAsyncHttpxClient(verify=TLS)
    return openai.AsyncOpenAI(base_url=address, api_key="none", max_retries=0, http_client=through)


def official_anthropic(address: str) -> anthropic.AsyncAnthropic:
    through = anthropic.DefaultAsyncHttpxClient(verify=TLS)
    base = address.removesuffix("/v1")
    return anthropic.AsyncAnthropic(base_url=base, api_key="none", max_retries=0, http_client=through)


async def ask_openai(address: str) -> tuple:
    async with official_openai(address) as client:
        text, calls, finish, usage, model = "", dict[int, list[str]](), "", None, ""
        chunks = await client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "hello"}], stream=True
        )
        async for chunk in chunks:
            model, usage = chunk.model or model, chunk.usage or usage
            for choice in chunk.choices:
                finish = choice.finish_reason or finish
                delta: ChoiceDelta | None = choice.delta
                if delta is None:  # whatever the types say: Azure's judgements have none
                    continue
                text += delta.content or ""
                for piece in delta.tool_calls or ():
                    assert piece.function is not None
                    call = calls.setdefault(piece.index, [piece.id or "", piece.function.name or "", ""])
                    call[2] += piece.function.arguments or ""
    assert usage is not None
    details = usage.prompt_tokens_details
    counts = usage.prompt_tokens, details.cached_tokens if details else 0, usage.completion_tokens
    return text, [tuple(call) for call in calls.values()], OpenAIWire.ends, finish, counts, model


async def ask_anthropic(address: str) -> tuple:
    async with (
        official_anthropic(address) as client,
        client.messages.stream(model="m", max_tokens=9, messages=[{"role": "user", "content": "hello"}]) as items,
    ):
        calls: dict[int, list[str]] = {}
        async for item in items:
            if item.type == "content_block_start" and item.content_block.type == "tool_use":
                calls[item.index] = [item.content_block.id, item.content_block.name, ""]
            if item.type == "input_json":
                calls[max(calls)][2] += item.partial_json
        message = await items.get_final_message()
    text = "".join(block.text for block in message.content if block.type == "text")
    cached, written = message.usage.cache_read_input_tokens or 0, message.usage.cache_creation_input_tokens or 0
    counts = message.usage.input_tokens + cached + written, cached, message.usage.output_tokens
    return (
        text,
        [tuple(call) for call in calls.values()],
        AnthropicWire.ends,
        message.stop_reason,
        counts,
        message.model,
    )


async def ask_responses(address: str) -> tuple:
    ends = {"stop": "stop", "toolCalls": "stop", "length": "max_output_tokens"}
    async with (
        official_openai(address) as client,
        client.responses.stream(model="m", input="hello") as items,
    ):
        ended = [item async for item in items if item.type in {"response.completed", "response.incomplete"}]
    whole = cast("Any", ended[-1]).response
    calls = [(each.call_id, each.name, each.arguments) for each in whole.output if each.type == "function_call"]
    usage, why = whole.usage, whole.incomplete_details
    assert usage is not None
    counts = usage.input_tokens, usage.input_tokens_details.cached_tokens, usage.output_tokens
    text = "".join(part.text for each in whole.output if each.type == "message" for part in each.content)
    return text, calls, ends, why.reason if why else "stop", counts, whole.model


ASK = {"openai": ask_openai, "anthropic": ask_anthropic, "responses": ask_responses}


@pytest.mark.slow
@pytest.mark.requirement("R-63", "R-61", "B-36")
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("size", [0, 5], ids=["whole events", "pieces of 5 bytes"])
async def test_the_official_client_reads_the_same_answer(case, size, wire, make_model):
    reply = stream(CASES[case](wire))
    async with scripted_server(reply.in_pieces(size) if size else reply) as server:
        items = [item async for item in make_model(wire, server.address).stream(REQUEST)]
        text, calls, ends, finish, counts, model = await ASK[wire.name](server.address)
    ours = items[-1]
    assert isinstance(ours, ModelResponse)
    assert ours.text == text == "".join(item.text for item in items if isinstance(item, TextDelta))
    assert [(call.tool_call_id, call.name, call.arguments) for call in ours.tool_calls] == calls
    assert (ends[ours.finish_reason], ours.model) == (finish, model)
    assert (ours.usage.input_tokens, ours.usage.cached_tokens, ours.usage.output_tokens) == counts
    assert not ours.usage.estimated


# two rounds with a tool ---------------------------------------------------------------------------------------------

SCHEMA: dict[str, JsonValue] = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
TOOL = ToolSpec(name="lookup", description="Looks up.", parameters=SCHEMA)
FOUND = ["found Ö", "found B"]
ASKED = "hello"


def rounds(wire) -> list[Reply]:
    """Thoughts, two calls with words and thoughts between them, then words; what our side and the official one are told."""
    first = [
        *wire.begin(),
        *wire.think("First look.", "one"),
        *wire.say("I look."),
        *wire.call(0, "c1", "lookup", '{"name":', '"Ö"}'),
    ]
    first += [*wire.think("And again.", "two"), *wire.call(1, "c2", "lookup", '{"name":"B"}'), *wire.end("toolCalls")]
    again = type(wire)()
    return [stream(first), stream(again.begin(), again.say("Both."), again.end())]


async def two_rounds_ours(model) -> str:
    asked = [ChatMessage(role="user", text=ASKED)]
    answer = await whole(model, ModelRequest(system=[], messages=asked, tools=[TOOL]))
    # What goes back stands in the record of the answer, and survives it.
    answer = decode(encode(answer), ModelResponse)
    said = ChatMessage(role="assistant", text=answer.text, tool_calls=answer.tool_calls, reasoning=answer.reasoning)
    results = [
        ChatMessage(role="tool", text=text, tool_call_id=call.tool_call_id)
        for text, call in zip(FOUND, answer.tool_calls, strict=True)
    ]
    return (await whole(model, ModelRequest(system=[], messages=[*asked, said, *results], tools=[TOOL]))).text


async def two_rounds_openai(address: str) -> str:
    function = {"name": TOOL.name, "description": TOOL.description, "parameters": SCHEMA}
    tools = [{"type": "function", "function": function}]
    messages: list = [{"role": "user", "content": ASKED}]
    async with official_openai(address) as client:
        async with client.chat.completions.stream(model="m", messages=messages, tools=cast("Any", tools)) as items:
            said = (await items.get_final_completion()).choices[0].message
        calls = said.tool_calls or []
        messages.append(said)
        messages += [
            {"role": "tool", "content": text, "tool_call_id": call.id} for text, call in zip(FOUND, calls, strict=True)
        ]
        async with client.chat.completions.stream(model="m", messages=messages, tools=cast("Any", tools)) as items:
            return (await items.get_final_completion()).choices[0].message.content or ""


async def two_rounds_anthropic(address: str) -> str:
    tools: list = [{"name": TOOL.name, "description": TOOL.description, "input_schema": SCHEMA}]
    messages: list = [{"role": "user", "content": [{"type": "text", "text": ASKED}]}]
    async with official_anthropic(address) as client:
        async with client.messages.stream(model="m", max_tokens=9, messages=messages, tools=tools) as items:
            said = await items.get_final_message()
        calls = [block for block in said.content if block.type == "tool_use"]
        messages.append({"role": "assistant", "content": said.content})
        results = [
            {"type": "tool_result", "tool_use_id": call.id, "content": text}
            for text, call in zip(FOUND, calls, strict=True)
        ]
        messages.append({"role": "user", "content": results})
        async with client.messages.stream(model="m", max_tokens=9, messages=messages, tools=tools) as items:
            return "".join(block.text for block in (await items.get_final_message()).content if block.type == "text")


async def two_rounds_responses(address: str) -> str:
    tools: Any = [{"type": "function", "name": TOOL.name, "description": TOOL.description, "parameters": SCHEMA}]
    asked: list = [{"role": "user", "content": ASKED}]
    async with official_openai(address) as client:
        async with client.responses.stream(model="m", input=asked, tools=tools) as items:
            said = await items.get_final_response()
        calls = [item for item in said.output if item.type == "function_call"]
        asked += said.output
        asked += [
            {"type": "function_call_output", "call_id": call.call_id, "output": text}
            for text, call in zip(FOUND, calls, strict=True)
        ]
        async with client.responses.stream(model="m", input=asked, tools=tools) as items:
            return (await items.get_final_response()).output_text


THEIRS = {"openai": two_rounds_openai, "anthropic": two_rounds_anthropic, "responses": two_rounds_responses}


def told(body) -> object:
    """What of a request the model sees: its messages and tools, without fields that are empty or only the client's."""
    return _without({"messages": body.get("messages") or _said(body["input"]), "tools": body["tools"]})


def _said(items: list) -> list:
    """Items of a conversation: the client repeats a message of the model with ids, we in its plain form."""
    plain = []
    for item in items:
        if item.get("type") == "message":
            text = "".join(part["text"] for part in item["content"])
            plain.append({"role": item["role"], "content": text})
        elif item.get("type") == "function_call":
            plain.append({key: item[key] for key in ("type", "call_id", "name", "arguments")})
        else:
            plain.append({key: value for key, value in item.items() if key != "status"})
    return plain


def _without(value: object) -> object:
    if isinstance(value, list):
        return [_without(each) for each in value]
    if isinstance(value, dict):
        own = {"parsed", "parsed_arguments", "index", "caller", "strict", "cache_control", "reasoning_content"}
        return {key: _without(each) for key, each in value.items() if each is not None and key not in own}
    return json.loads(value) if isinstance(value, str) and value.startswith("{") else value


@pytest.mark.requirement("D-61", "R-63", "WD-10", "M-22")
async def test_a_conversation_with_tools_is_told_as_the_official_client_tells_it(wire, make_model):
    """The thoughts that were signed or encrypted go back in their places, word for word."""
    script = [*rounds(wire), *rounds(type(wire)())]
    async with scripted_server(*script) as server:
        texts = [await two_rounds_ours(make_model(wire, server.address)), await THEIRS[wire.name](server.address)]
    assert texts == ["Both.", "Both."]
    ours, official = server.requests[1].body, server.requests[3].body
    assert told(ours) == told(official)
    if wire.name != "openai":
        assert {"one", "two"} <= set(json.dumps(ours).split('"'))

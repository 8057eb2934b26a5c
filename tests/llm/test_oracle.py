"""The official clients as a second opinion: the same stream through both gives the same answer."""

from __future__ import annotations

import anthropic
import openai
import pytest

from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse, TextDelta
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, scripted_server, stream

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


async def ask_openai(address: str) -> tuple:
    async with openai.AsyncOpenAI(base_url=address, api_key="none", max_retries=0) as client:
        text, calls, finish, usage, model = "", dict[int, list[str]](), "", None, ""
        chunks = await client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "hello"}], stream=True
        )
        async for chunk in chunks:
            model, usage = chunk.model, chunk.usage or usage
            for choice in chunk.choices:
                text += choice.delta.content or ""
                finish = choice.finish_reason or finish
                for piece in choice.delta.tool_calls or ():
                    assert piece.function is not None
                    call = calls.setdefault(piece.index, [piece.id or "", piece.function.name or "", ""])
                    call[2] += piece.function.arguments or ""
    assert usage is not None
    assert usage.prompt_tokens_details is not None
    counts = usage.prompt_tokens, usage.prompt_tokens_details.cached_tokens, usage.completion_tokens
    return text, [tuple(call) for call in calls.values()], OpenAIWire.ends, finish, counts, model


async def ask_anthropic(address: str) -> tuple:
    async with (
        anthropic.AsyncAnthropic(base_url=address.removesuffix("/v1"), api_key="none", max_retries=0) as client,
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
    cached = message.usage.cache_read_input_tokens or 0
    counts = message.usage.input_tokens + cached, cached, message.usage.output_tokens
    return (
        text,
        [tuple(call) for call in calls.values()],
        AnthropicWire.ends,
        message.stop_reason,
        counts,
        message.model,
    )


@pytest.mark.requirement("R-63", "R-61", "B-36")
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("size", [0, 5], ids=["whole events", "pieces of 5 bytes"])
async def test_the_official_client_reads_the_same_answer(case, size, wire, make_model):
    reply = stream(CASES[case](wire))
    async with scripted_server(reply.in_pieces(size) if size else reply) as server:
        items = [item async for item in make_model(wire, server.address).stream(REQUEST)]
        ask = ask_openai if wire.name == "openai" else ask_anthropic
        text, calls, ends, finish, counts, model = await ask(server.address)
    ours = items[-1]
    assert isinstance(ours, ModelResponse)
    assert ours.text == text == "".join(item.text for item in items if isinstance(item, TextDelta))
    assert [(call.tool_call_id, call.name, call.arguments) for call in ours.tool_calls] == calls
    assert (ends[ours.finish_reason], ours.model) == (finish, model)
    assert (ours.usage.input_tokens, ours.usage.cached_tokens, ours.usage.output_tokens) == counts
    assert not ours.usage.estimated

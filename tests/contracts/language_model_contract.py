"""What everything that answers does: fakes, the offline assistant and the providers' adapters keep one suite.

A test file makes a class of `LanguageModelContract` with a fixture `model`: it can be asked several times, answers with
words, and to a request with tools it may answer with a call.
"""

from __future__ import annotations

import asyncio

import pytest

from graphwright.llm.base import (
    ChatMessage,
    LanguageModel,
    ModelRequest,
    ModelResponse,
    PromptBlock,
    TextDelta,
    ToolCallDelta,
    ToolSpec,
    closing,
    whole,
)
from graphwright.protocol.wire import decode, encode

requirement = pytest.mark.requirement

REQUEST = ModelRequest(
    system=[PromptBlock(label="frame", text="You help with a system model.")],
    messages=[ChatMessage(role="user", text="How many functions are there?")],
)
WITH_TOOLS = ModelRequest(
    system=REQUEST.system,
    messages=REQUEST.messages,
    tools=[ToolSpec(name="count", description="Counts nodes.", parameters={"type": "object", "properties": {}})],
)


def check_is_language_model(model: LanguageModel) -> LanguageModel:
    """The type checker holds the implementation against the protocol."""
    return model


class LanguageModelContract:
    """Rules, one test each."""

    @requirement("H-91")
    async def test_it_has_a_name_and_says_whether_it_is_a_language_model(self, model: LanguageModel):
        assert model.name
        assert model.is_language_model in {True, False}

    @requirement("H-91", "R-61")
    @pytest.mark.parametrize("request_", [REQUEST, WITH_TOOLS], ids=["words", "tools"])
    async def test_the_whole_response_comes_once_and_last(self, model: LanguageModel, request_: ModelRequest):
        items = [item async for item in model.stream(request_)]
        assert [number for number, item in enumerate(items) if isinstance(item, ModelResponse)] == [len(items) - 1]

    @requirement("H-91", "R-61")
    @pytest.mark.parametrize("request_", [REQUEST, WITH_TOOLS], ids=["words", "tools"])
    async def test_the_pieces_add_up_to_the_response(self, model: LanguageModel, request_: ModelRequest):
        *deltas, response = [item async for item in model.stream(request_)]
        assert isinstance(response, ModelResponse)
        assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == response.text
        calls: dict[int, list[str]] = {}
        for delta in deltas:
            if isinstance(delta, ToolCallDelta):
                name, arguments = calls.setdefault(delta.index, ["", ""])
                calls[delta.index] = [str(delta.name or name), arguments + delta.arguments]
        assert [[call.name, call.arguments] for call in response.tool_calls] == list(calls.values())
        assert response.text or response.tool_calls

    @requirement("H-91")
    async def test_the_end_fits_what_was_said(self, model: LanguageModel):
        response = await whole(model, WITH_TOOLS)
        assert (response.finish_reason == "toolCalls") == bool(response.tool_calls)
        assert len({call.tool_call_id for call in response.tool_calls}) == len(response.tool_calls)

    @requirement("H-91")
    async def test_the_usage_is_told(self, model: LanguageModel):
        usage = (await whole(model, REQUEST)).usage
        counted = (usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.cost_micros)
        assert all(number >= 0 for number in counted)
        assert usage.currency

    @requirement("H-91")
    async def test_a_response_is_kept_and_read_again_as_it_was(self, model: LanguageModel):
        response = await whole(model, WITH_TOOLS)
        assert decode(encode(response), ModelResponse) == response

    @requirement("H-91")
    async def test_two_answers_at_a_time_do_not_mix(self, model: LanguageModel):
        first, second = await asyncio.gather(whole(model, REQUEST), whole(model, REQUEST))
        assert first.text == second.text

    @requirement("H-91", "R-65")
    async def test_whoever_leaves_early_can_ask_again(self, model: LanguageModel):
        async with closing(model.stream(REQUEST)) as items:
            async for _ in items:
                break
        assert isinstance(await whole(model, REQUEST), ModelResponse)

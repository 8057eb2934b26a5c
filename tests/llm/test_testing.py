"""The scripted language models that other tests stand on."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.errors import Misuse, ProviderUnavailable
from graphwright.llm.base import (
    ChatMessage,
    LanguageModel,
    ModelRequest,
    ModelResponse,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    whole,
)
from graphwright.llm.testing import FunctionModel, ScriptedEnd, ScriptedModel, Stall
from graphwright.protocol.runs import Usage

ASK = ModelRequest(system=[], messages=[ChatMessage(role="user", text="hello")])
CALL = ToolCall(tool_call_id="c", name="f", arguments='{"a": 1}')


@pytest.mark.requirement("R-61")
async def test_a_script_answers_call_by_call_and_keeps_the_requests():
    model: LanguageModel = (scripted := ScriptedModel("a b", ["c ", CALL]))
    assert (model.name, model.is_language_model, scripted.left) == ("scripted", True, 2)
    assert [item async for item in model.stream(ASK)] == [
        TextDelta(text="a "),
        TextDelta(text="b"),
        ModelResponse(
            text="a b",
            tool_calls=[],
            usage=Usage(
                input_tokens=0, cached_tokens=0, output_tokens=2, cost_micros=0, currency="USD", estimated=True
            ),
            finish_reason="stop",
            model="scripted",
        ),
    ]
    items = [item async for item in model.stream(ASK)]
    assert items[1:4] == [
        ToolCallDelta(index=0, name="f"),
        ToolCallDelta(index=0, arguments='{"a"'),
        ToolCallDelta(index=0, arguments=": 1}"),
    ]
    assert isinstance(items[-1], ModelResponse)
    assert (items[-1].tool_calls, items[-1].finish_reason) == ([CALL], "toolCalls")
    assert (scripted.requests, scripted.left) == ([ASK, ASK], 0)
    with pytest.raises(Misuse, match="asked 3 times, its script has 2"):
        await whole(model, ASK)


@pytest.mark.requirement("R-61")
async def test_a_script_can_fail_break_off_and_end_at_its_length():
    model = ScriptedModel(ProviderUnavailable("down"), ["half", ScriptedEnd()], ["cut", ScriptedEnd("length")])
    with pytest.raises(ProviderUnavailable, match="down"):
        await whole(model, ASK)
    with pytest.raises(ProviderUnavailable, match="without a terminal signal"):
        await whole(model, ASK)
    assert (await whole(model, ASK)).finish_reason == "length"


@pytest.mark.requirement("R-65")
async def test_an_answer_stalls_at_a_gate_until_it_is_opened_or_stopped():
    first, second = Stall(), Stall()
    model = ScriptedModel(["a ", first, "b"], [second])
    reading = asyncio.create_task(whole(model, ASK))
    await asyncio.wait_for(first.reached.wait(), 1)
    first.open()
    assert (await reading).text == "a b"
    reading = asyncio.create_task(whole(model, ASK))
    await asyncio.wait_for(second.reached.wait(), 1)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert model.stopped == 1


@pytest.mark.requirement("R-61")
async def test_a_function_answers_from_the_request():
    async def later(request: ModelRequest) -> ModelResponse:
        return await whole(ScriptedModel("later"), request)

    assert (await whole(FunctionModel(lambda request: request.messages[-1].text.upper()), ASK)).text == "HELLO"
    assert (await whole(FunctionModel(later), ASK)).text == "later"

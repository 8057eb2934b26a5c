"""A call of a tool that a language model writes into its text: neither an answer nor carried out."""

from __future__ import annotations

import pytest

from graphwright.llm.base import ChatMessage, ModelRequest, TextDelta, ToolSpec
from graphwright.llm.budget import Budgets, BudgetScope, most
from graphwright.llm.capabilities import capabilities_of
from graphwright.llm.retry import AttemptPorts, Breakers
from graphwright.llm.spoken_calls import has_spoken_call
from graphwright.protocol.base import JsonValue
from tests.llm.calling import call_with_retries, reserved
from tests.llm.scripted_server import OpenAIWire, scripted_server, stream

PARAMETERS: dict[str, JsonValue] = {"type": "object", "properties": {"node": {"type": "string"}}}
TOOLS = [ToolSpec(name=name, description="-", parameters=PARAMETERS) for name in ("list_findings", "read_node_detail")]
REQUEST = ModelRequest(system=[], messages=[ChatMessage(role="user", text="What does FN1 do?")], tools=TOOLS)
SPOKEN = [
    '<tool_call>\n{"name": "read_node_detail", "arguments": {"node": "FN1"}}\n</tool_call>',
    'I look it up.\n\n<tool_call>{"arguments": {"node": "FN1"}, "name": "read_node_detail"}</tool_call>',
    '{"name": "read_node_detail", "arguments": {"node": "FN1"}}',
    '```json\n[{"name": "read_node_detail", "parameters": {"node": "FN1"}}]\n```',
    '[TOOL_CALLS][{"name": "read_node_detail", "arguments": {"node": "FN1"}}]',
    "[TOOL_CALLS]read_node_detail{}",
    'I look.\n\n```tool_code\nread_node_detail(node="FN1")\n```',
    '<|python_tag|>read_node_detail(node="FN1")',
    '<function=read_node_detail>{"node": "FN1"}</function>',
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_node_detail",
]
WORDS = [
    "It checks an order [FN1].",
    "I would ask read_node_detail for FN1, but the answer stands above.",
    "The server speaks of `<tool_call>` when a program calls it.",
    '{"name": "read_node_detail"}',
    '{"name": "Order", "arguments": {"node": "FN1"}}',
    'A call looks so: {"name": "read_node_detail", "arguments": {}}',
    "",
]


@pytest.mark.requirement("M-104")
@pytest.mark.parametrize("text", SPOKEN)
def test_a_call_is_told_in_whatever_way_a_model_writes_it(text):
    assert has_spoken_call(text, TOOLS)
    assert not has_spoken_call(text, [])


@pytest.mark.requirement("M-104")
@pytest.mark.parametrize("text", WORDS)
def test_words_about_tools_are_words(text):
    assert not has_spoken_call(text, TOOLS)


@pytest.mark.requirement("M-104", "M-13")
async def test_it_is_asked_again_without_tools_and_from_then_on(make_model, clock):
    wire = OpenAIWire()
    spoken = stream(wire.begin(), wire.say(SPOKEN[0][:20], SPOKEN[0][20:]), wire.end())
    answer = stream(wire.begin(), wire.say("It checks an order."), wire.end())
    budgets, told = Budgets({}, clock), dict[int, str]()
    scope = BudgetScope("run", "r1")

    def on_delta(number, delta):
        told[number] = told.get(number, "") + (delta.text if isinstance(delta, TextDelta) else "")

    async with scripted_server(spoken, answer) as server:
        model = make_model(wire, server.address, capabilities=capabilities_of("vllm:mine"))
        around = AttemptPorts(
            clock, Breakers(clock), lambda: 0.5, lambda m, r: reserved(budgets, scope, most(r, model.capabilities))
        )
        attempts: list = []
        responses = [
            await call_with_retries([model], REQUEST, around, on_delta=on_delta, on_attempt=attempts.append)
            for _ in range(2)
        ]

    assert [response.text for response in responses] == ["It checks an order."] * 2
    words = "it wrote the call of a tool into its text; start its server with a parser for tool calls"
    assert [attempt.error and attempt.error.message for attempt in attempts] == [
        f"vllm does not follow its protocol: {words}",
        None,
        None,
    ]
    assert ["tools" in request.body for request in server.requests] == [True, False, False]
    assert budgets.spent(scope).tokens == sum(each.usage.input_tokens + each.usage.output_tokens for each in attempts)

"""Every story on the language models that people have: providers that refuse what the hosted ones refuse."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from graphwright.context.dialogue import wanted_of
from graphwright.llm.base import ModelRequest, ToolCall
from graphwright.llm.capabilities import capabilities_of
from graphwright.llm.remote import ModelEndpoint, RemoteModel
from graphwright.ports import SystemClock
from tests.discussion.place import Sitting
from tests.discussion.voices import argue, ballot
from tests.llm.scripted_server import listening
from tests.llm.strict_provider import Answers, More, StrictProvider
from tests.stories.carport import filled, hypothesis, inquiry, is_hypothesis
from tests.stories.stage import stage
from tests.stories.test_ask import AskStage
from tests.stories.test_investigate import good

GENERATIONS = (
    "openai:gpt-4.1", "openai:gpt-5", "openai:gpt-5.6", "anthropic:claude-sonnet-4-5", "anthropic:claude-opus-5-5",
    "gemini:gemini-3.1-pro-preview", "deepseek:deepseek-v4-pro",
)  # fmt: skip
PLACE_ORDER = """I make it.

```format-e
<operations>
## Nodes
+ PlaceOrder|FUNC|PlaceOrder.FN.001|Places an order.
</operations>
```"""


@asynccontextmanager
async def provider(
    name: str, answers: Answers, more: More | None = None
) -> AsyncIterator[tuple[RemoteModel, StrictProvider]]:
    """A hosted model of this name, and the provider behind it."""
    server = StrictProvider(answers, more)
    async with listening(server), httpx2.AsyncClient(trust_env=False) as client:
        yield RemoteModel(ModelEndpoint(name, server.address), capabilities_of(name), client, SystemClock()), server


async def build(name: str, more: More | None) -> StrictProvider:
    async with provider(name, lambda _: PLACE_ORDER, more) as (model, server):
        scene = await stage(model)
        result = await scene.say("A customer places an order")
        assert (result.outcome, scene.model()) == ("applied", ["PlaceOrder.FN.001"])
    return server


async def ask(name: str, more: More | None) -> StrictProvider:
    def answers(request: ModelRequest) -> str | ToolCall:
        results = sum(message.role == "tool" for message in request.messages)
        assert request.tools, "it is asked with tools"
        if results < 2:
            return ToolCall(
                tool_call_id=f"call_{results}", name="search_nodes", arguments=json.dumps({"query": f"order {results}"})
            )
        return "Nothing of the kind is in the model yet."

    async with provider(name, answers, more) as (model, server):
        made = await stage(model)
        place = AskStage(made.workbench, made.open_project)
        result = await place.result(await place.ask("What places an order?"))
        assert result.answer == "Nothing of the kind is in the model yet."
    assert len(server.requests) == 3, "two rounds of tools and the answer"
    return server


async def investigate(name: str, more: More | None) -> StrictProvider:
    def answers(request: ModelRequest) -> str:
        if is_hypothesis(request):
            return hypothesis(["Carport", "Wandhöhe", "Zuständigkeit"], confidence_estimate=0.55)
        return good(request)

    async with provider(name, answers, more) as (model, server):
        place = await inquiry(model, store=await filled())
        result = await place.result(await place.investigate())
        assert result.found
        # What a rule would have said of its confidence is another figure.
        assert result.final_response.confidence == 0.55
        assert "## Voraussetzungen" in result.answer
    return server


async def discuss(name: str, more: More | None) -> StrictProvider:
    def answers(request: ModelRequest) -> str:
        wanted = wanted_of(request)
        assert wanted is not None
        if wanted.task == "vote":
            return ballot(request)
        return json.dumps({"decision": "We do it."}) if wanted.task == "close" else str(argue(request, wanted))

    async with provider(name, answers, more) as (model, server):
        place = Sitting(await stage(model))
        result = await place.held()
        assert (result.reason, result.record.decision, result.record.decided_by) == ("agreed", "We do it.", "model")
    return server


STORIES = {"build": build, "ask": ask, "investigate": investigate, "discuss": discuss}


@pytest.mark.requirement("M-119", "M-11", "M-22")
@pytest.mark.parametrize("name", GENERATIONS)
@pytest.mark.parametrize("story", STORIES)
async def test_each_story_comes_to_a_good_end_on_each_generation_of_models(story, name):
    server = await STORIES[story](name, None)
    assert (server.refused, server.thought_only) == ([], 0)


@pytest.mark.requirement("M-119")
@pytest.mark.parametrize("name", GENERATIONS[:6])
@pytest.mark.parametrize("story", STORIES)
async def test_with_other_people_s_rules_of_what_providers_refuse_it_is_the_same(story, name, shared_data):
    strict = load_rules(shared_data.parent / "tools" / "provider_rules.py")

    def more(dialect: str, body: dict) -> str | None:
        as_chat = body
        if dialect == "responses":
            form = body.get("text", {}).get("format")
            as_chat = {key: value for key, value in body.items() if key not in {"tools", "text"}}
            as_chat["response_format"] = {"type": "json_schema", "json_schema": form} if form else {}
        refused = strict("anthropic" if dialect == "messages" else "openai", as_chat)
        return None if refused is None else json.dumps(refused[1])

    server = await STORIES[story](name, more)
    assert (server.refused, server.thought_only) == ([], 0)


def load_rules(path: Path):
    spec = importlib.util.spec_from_file_location("provider_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.strict

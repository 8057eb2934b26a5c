"""Every language model that ships keeps the contract of language models."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from graphwright.llm.base import LanguageModel, ModelRequest, ToolCall
from graphwright.llm.testing import Answer, FunctionModel, ScriptedModel
from graphwright.offline.assistant import OfflineAssistant
from tests.contracts.language_model_contract import LanguageModelContract, check_is_language_model
from tests.llm.conftest import MakeModel
from tests.llm.scripted_server import Reply, Wire, scripted_server
from tests.offline.documented import example_model

CALL = ToolCall(tool_call_id="c1", name="count", arguments="{}")


class TestScriptedModel(LanguageModelContract):
    @pytest.fixture
    def model(self) -> LanguageModel:
        return check_is_language_model(ScriptedModel(*[["let me see ", CALL]] * 2))


class TestFunctionModel(LanguageModelContract):
    @pytest.fixture
    def model(self) -> LanguageModel:
        def answer(request: ModelRequest) -> Answer:
            return ["let me see ", CALL] if request.tools else "There are two."

        return check_is_language_model(FunctionModel(answer))


class TestOfflineAssistant(LanguageModelContract):
    @pytest.fixture
    def model(self) -> LanguageModel:
        return check_is_language_model(OfflineAssistant(example_model))


class TestProviders(LanguageModelContract):
    """The adapters, each with a provider that answers in its dialect."""

    @pytest.fixture
    async def model(self, wire: Wire, make_model: MakeModel) -> AsyncIterator[LanguageModel]:
        begin, said = wire.begin(), wire.say("let ", "me see ")
        called = wire.call(0, CALL.tool_call_id, CALL.name, CALL.arguments)
        answer = Reply([*begin, *said, *called, *wire.end("toolCalls")])
        async with scripted_server(answer) as server:
            yield check_is_language_model(make_model(wire, server.address))

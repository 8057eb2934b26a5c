"""Which language models are configured and what they can do: by data, and by probes of those that nobody knows."""

from __future__ import annotations

import json
from datetime import date

import pytest
from msgspec.structs import replace

from graphwright.errors import ContextTooLong
from graphwright.llm.abilities import abilities_of
from graphwright.llm.base import ChatMessage, ModelRequest, whole
from graphwright.llm.capabilities import capabilities_of
from graphwright.llm.remote_catalogue import KeptProbes, RemoteCatalogue
from graphwright.protocol.language_models import BudgetAmounts, ModelProbe
from graphwright.settings import Settings
from tests.llm.scripted_server import (
    OpenAIWire,
    Reply,
    Request,
    ScriptedServer,
    listening,
    refusal,
    scripted_server,
    stream,
)
from tests.places import START

TODAY = date(2026, 11, 22)
FOUND = ModelProbe(at=START, temperature=True, schema=True, tools=True)


def abilities(model: str, probe: ModelProbe | None = None, *, missing_key: str = "", today: date = TODAY) -> dict:
    rows = abilities_of(capabilities_of(model), probe, missing_key=missing_key, today=today)
    return {row.workflow: (row.ability, row.obstacles) for row in rows}


@pytest.mark.requirement("M-17")
@pytest.mark.parametrize("model", ["openai:gpt-6.2-sol", "anthropic:claude-opus-5-5", "gemini:gemini-3.5-flash"])
def test_a_model_of_today_can_do_every_workflow(model):
    assert abilities(model) == dict.fromkeys(("build", "ask", "investigate", "discuss"), ("yes", []))


@pytest.mark.requirement("M-17")
def test_what_stands_in_the_way_is_named_workflow_by_workflow():
    assert abilities("openai:gpt-5", missing_key="OPENAI_API_KEY")["build"] == ("no", ["noKey"])
    assert abilities("openai:gpt-5", today=date(2026, 12, 12))["ask"] == ("no", ["ended"])
    assert abilities("deepseek:deepseek-v4-pro")["discuss"] == ("yes", ["schemaInWords"])
    assert abilities("openai-compatible:mine")["build"] == ("limited", ["unknown"])
    assert abilities("openai-compatible:mine", FOUND)["ask"] == ("yes", [])
    assert abilities("openai-compatible:mine", replace(FOUND, tools=False))["ask"] == ("limited", ["noTools"])
    assert abilities("openai-compatible:mine", replace(FOUND, schema=False))["discuss"] == ("limited", ["noSchema"])
    assert abilities("ollama:mine", replace(FOUND, context=4096))["build"] == ("limited", ["shortContext"])
    assert abilities("openai-compatible:mine", ModelProbe(at=START, error="down"))["build"][0] == "no"


class Small(ScriptedServer):
    """A server that refuses a temperature, keeps to no schema and calls a function when told to."""

    def reply_to(self, request: Request) -> Reply:
        wire, body = OpenAIWire(), request.body
        if "temperature" in body:
            return refusal(400, "temperature is not supported")
        if "tools" in body:
            return stream(wire.begin(), wire.call(0, "c1", "ping", '{"word": "hello"}'), wire.end("toolCalls"))
        return stream(wire.begin(), wire.say("I am ready!"), wire.end())


@pytest.mark.requirement("M-18", "M-13")
async def test_an_unknown_model_is_probed_once_and_what_was_found_is_kept(make_model, clock):
    server, kept = Small(), probes()
    async with listening(server):
        model = make_model(OpenAIWire(), server.address, capabilities=capabilities_of("openai-compatible:mine"))
        catalogue = RemoteCatalogue(settings(model.name), {model.name: model}, kept, clock)
        await catalogue.probe_unknown()
        [told] = await catalogue.told()
        assert told.probe == ModelProbe(at=clock.now(), temperature=False, schema=False, tools=True)
        assert {row.workflow: row.ability for row in told.workflows} == {
            "build": "yes", "ask": "yes", "investigate": "limited", "discuss": "limited",
        }  # fmt: skip
        assert (model.capabilities.temperature, model.capabilities.schema) == (False, "prompt")
        asked = len(server.requests)
        again = make_model(OpenAIWire(), server.address, capabilities=capabilities_of("openai-compatible:mine"))
        await RemoteCatalogue(settings(again.name), {again.name: again}, kept, clock).probe_unknown()
    assert len(server.requests) == asked, "the next start knows"
    assert again.capabilities.schema == "prompt"
    assert all(request.body["max_tokens"] <= 64 + 4096 for request in server.requests)


@pytest.mark.requirement("M-18")
@pytest.mark.parametrize(
    ("name", "off"), [("openai:gpt-5.6", {}), ("openai-compatible:mine", {"GRAPHWRIGHT_PROBE": "no"})]
)
async def test_nothing_is_probed_that_is_known_or_where_it_is_switched_off(name, off, make_model, clock):
    async with scripted_server() as server:
        model = make_model(OpenAIWire(), server.address, capabilities=capabilities_of(name))
        await RemoteCatalogue(settings(name, **off), {name: model}, probes(), clock).probe_unknown()
        assert server.requests == []


@pytest.mark.requirement("M-18")
async def test_a_probe_that_fails_is_told_and_tried_again(make_model, clock):
    async with scripted_server(refusal(401, "no")) as server:
        model = make_model(OpenAIWire(), server.address, capabilities=capabilities_of("openai-compatible:mine"))
        catalogue = RemoteCatalogue(settings(model.name), {model.name: model}, probes(), clock)
        found = await catalogue.probe(model.name)
        assert "refused the key" in found.error
        assert (await catalogue.told())[0].probe is None
        assert (await catalogue.told({model.name: found}))[0].workflows[0].ability == "no"


@pytest.mark.requirement("M-17", "M-16")
async def test_it_is_told_what_each_model_is_for(make_model, clock):
    names = ["openai:gpt-6-sol", "openai:gpt-6-luna", "deepseek:deepseek-flash"]
    remote = {name: make_model(OpenAIWire(), "http://nowhere", capabilities=capabilities_of(name)) for name in names}
    read = settings(
        names[0],
        GRAPHWRIGHT_FALLBACK=names[2],
        GRAPHWRIGHT_MODEL_CHOICES=f"ask={names[1]}@low, discuss.Solver={names[1]}",
    )
    told = await RemoteCatalogue(read, remote, probes(), clock).told()
    assert [(each.used_for, each.is_fallback, each.effort) for each in told] == [
        (["build", "investigate", "discuss"], False, ""), (["ask", "discuss.Solver"], False, "low"), ([], True, ""),
    ]  # fmt: skip
    assert told[0].price is not None
    assert (told[0].price.input, told[0].price.output) == (2, 10)


@pytest.mark.requirement("M-17", "M-16")
async def test_it_is_told_what_each_workflow_and_persona_asks_how_much_it_thinks_and_what_it_may_use_up(
    make_model, clock
):
    names = ["openai:gpt-6-sol", "openai:gpt-6-luna"]
    remote = {name: make_model(OpenAIWire(), "http://nowhere", capabilities=capabilities_of(name)) for name in names}
    read = settings(
        names[0],
        GRAPHWRIGHT_EFFORT="medium",
        GRAPHWRIGHT_MODEL_CHOICES=f"ask={names[1]}@minimal, discuss.Solver={names[1]}",
        GRAPHWRIGHT_WORKFLOW_BUDGETS="discuss.calls=60, discuss.Solver.money=0.50, discuss.Critic.calls=3",
    )

    uses = RemoteCatalogue(read, remote, probes(), clock).uses()

    run = BudgetAmounts(calls=20, tokens=None, seconds=900, money=None)
    none = BudgetAmounts(calls=None, tokens=None, seconds=None, money=None)
    assert [(each.workflow, each.persona, each.model, each.effort, each.budget) for each in uses] == [
        ("build", "", names[0], "medium", run),
        ("ask", "", names[1], "none", run),
        ("investigate", "", names[0], "medium", run),
        ("discuss", "", names[0], "medium", replace(run, calls=60)),
        ("discuss", "Solver", names[1], "medium", replace(none, money=500_000)),
        ("discuss", "Critic", names[0], "medium", replace(none, calls=3)),
    ]


def probes() -> KeptProbes:
    """Kept in memory."""
    kept: dict[str, bytes] = {}

    async def read(name: str) -> bytes | None:
        return kept.get(name)

    async def keep(name: str, found: bytes) -> None:
        kept[name] = found

    return KeptProbes(read, keep)


def settings(model: str, **more: str) -> Settings:
    return Settings.read({"HOME": "/srv/ana", "GRAPHWRIGHT_MODEL": model, **more})


class Ollama(ScriptedServer):
    """It has loaded the model with a short context, which only its own door tells."""

    loaded = False

    def reply_to(self, request: Request) -> Reply:
        wire = OpenAIWire()
        if request.path == "/api/generate":
            self.loaded = True
        if request.path == "/api/ps":
            models = [{"name": "llama3.2:latest", "model": "llama3.2:latest", "context_length": 4096}]
            return Reply([json.dumps({"models": models if self.loaded else []}).encode()])
        return stream(wire.begin(), wire.say("ok"), wire.end())


@pytest.mark.requirement("M-109")
async def test_a_prompt_that_ollama_would_cut_without_a_word_is_refused_with_what_to_do(make_model):
    server = Ollama()
    async with listening(server):
        model = make_model(OpenAIWire(), server.address, capabilities=capabilities_of("ollama:llama3.2"))
        short = ModelRequest(system=[], messages=[ChatMessage(role="user", text="x" * 1000)], max_output_tokens=100)
        assert (await whole(model, short)).text == "ok"
        with pytest.raises(ContextTooLong, match="OLLAMA_CONTEXT_LENGTH") as error:
            await whole(model, replace(short, messages=[ChatMessage(role="user", text="x" * 20_000)]))
        assert (await whole(model, short)).text == "ok"
    assert error.value.fields["context"] == 4096
    paths = [request.path for request in server.requests]
    assert paths == ["/api/ps", "/api/generate", "/api/ps", "/v1/chat/completions", "/v1/chat/completions"]

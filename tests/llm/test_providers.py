"""From the settings to a language model: addresses, keys and who may name what."""

from __future__ import annotations

import subprocess
import sys

import httpx2
import pytest

from graphwright.errors import InvalidCommand, ProviderUnavailable
from graphwright.llm.base import ChatMessage, ModelRequest, whole
from graphwright.llm.providers import check_address, configured_model, open_client, open_model
from graphwright.settings import Settings
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, scripted_server, stream

REQUEST = ModelRequest(system=[], messages=[ChatMessage(role="user", text="hello")])


def settings(**environment: str) -> Settings:
    return Settings.read({"HOME": "/nowhere", **environment})


async def sent_with(client, clock, wire, **environment: str):
    """The request that arrives when these settings are used; `ADDRESS` stands for the server's."""
    async with scripted_server(stream(wire.begin(), wire.say("ok"), wire.end())) as server:
        environment = {name: text.replace("ADDRESS", server.address) for name, text in environment.items()}
        chosen = settings(**environment)
        model = open_model(chosen.model, chosen, client, clock)
        assert (await whole(model, REQUEST)).text == "ok"
        return server.requests[0]


@pytest.mark.requirement("R-32")
async def test_a_customary_key_is_not_sent_to_another_host(client, clock):
    request = await sent_with(
        client,
        clock,
        OpenAIWire(),
        GRAPHWRIGHT_MODEL="openai:gpt-4.1",
        GRAPHWRIGHT_BASE_URL="ADDRESS",
        OPENAI_API_KEY="sk-not-for-you-12345",
    )
    assert "authorization" not in request.headers
    assert "sk-not-for-you" not in str(request)


@pytest.mark.requirement("R-32")
async def test_the_operator_s_key_goes_to_the_operator_s_address(client, clock):
    request = await sent_with(
        client,
        clock,
        OpenAIWire(),
        GRAPHWRIGHT_MODEL="openai-compatible:my-model",
        GRAPHWRIGHT_BASE_URL="ADDRESS",
        GRAPHWRIGHT_API_KEY="own-key",
    )
    assert (request.headers["authorization"], request.body["model"]) == ("Bearer own-key", "my-model")


@pytest.mark.requirement("R-32")
@pytest.mark.parametrize("address", ["ADDRESS", "ADDRESS/"])
async def test_an_anthropic_address_may_be_written_with_or_without_its_version(address, client, clock):
    wire = AnthropicWire()
    async with scripted_server(stream(wire.begin(), wire.say("ok"), wire.end())) as server:
        for base in (server.address, server.address.removesuffix("/v1")):
            chosen = settings(
                GRAPHWRIGHT_MODEL="anthropic:claude-sonnet-4", GRAPHWRIGHT_BASE_URL=address.replace("ADDRESS", base)
            )
            await whole(open_model(chosen.model, chosen, client, clock), REQUEST)
        assert [request.path for request in server.requests] == ["/v1/messages"] * 2


@pytest.mark.requirement("R-32")
def test_the_fallback_s_key_and_address_are_its_own(client, clock):
    chosen = settings(
        GRAPHWRIGHT_MODEL="openai-compatible:local",
        GRAPHWRIGHT_BASE_URL="http://127.0.0.1:9/v1",
        GRAPHWRIGHT_API_KEY="own-key",
        GRAPHWRIGHT_FALLBACK="deepseek:deepseek-chat",
        DEEPSEEK_API_KEY="sk-deep",
    )
    model = open_model("deepseek:deepseek-chat", chosen, client, clock)
    endpoint = model._endpoint
    assert (endpoint.base_url, endpoint.key and endpoint.key.reveal()) == ("https://api.deepseek.com/v1", "sk-deep")
    assert model.capabilities.family == "DeepSeek"


@pytest.mark.requirement("R-50")
async def test_a_missing_key_is_told_by_the_first_call_with_the_variable_to_set(client, clock):
    chosen = settings(GRAPHWRIGHT_MODEL="anthropic:claude-sonnet-4")
    model = open_model(chosen.model, chosen, client, clock)
    with pytest.raises(ProviderUnavailable, match="set ANTHROPIC_API_KEY") as error:
        await whole(model, REQUEST)
    assert error.value.retry == "never"


@pytest.mark.requirement("R-32")
def test_a_project_names_a_configured_language_model_and_never_an_address(client, clock):
    chosen = settings(GRAPHWRIGHT_MODEL="ollama:qwen3", GRAPHWRIGHT_FALLBACK="offline")
    assert configured_model(chosen, "ollama:qwen3") == "ollama:qwen3"
    for name in ("ollama:other", "openai:gpt-5", "https://evil.example/v1", "openai-compatible:http://evil.example"):
        with pytest.raises(InvalidCommand, match="is not configured here; there is ollama:qwen3, offline"):
            open_model(name, chosen, client, clock)
    with pytest.raises(InvalidCommand, match="not behind a provider"):
        open_model("offline", chosen, client, clock)


@pytest.mark.requirement("R-31")
def test_a_compatible_server_needs_its_address(client, clock):
    chosen = settings(GRAPHWRIGHT_MODEL="openai-compatible:my-model")
    with pytest.raises(InvalidCommand, match="set GRAPHWRIGHT_BASE_URL"):
        open_model(chosen.model, chosen, client, clock)


@pytest.mark.requirement("R-31")
@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.com/v1",
        "https://10.0.0.5/v1",
        "http://127.0.0.1:11434/v1",
        "http://[::1]:11434/v1",
        "http://[::ffff:127.0.0.1]/v1",
        "http://192.168.1.20:8000/v1",
        "http://localhost:8000/v1",
        "http://ollama:11434/v1",
        "http://llm.lan/v1",
        "http://gateway.internal./v1",
    ],
)
def test_an_address_on_a_private_network_or_behind_tls_is_allowed(url):
    check_address(url)


@pytest.mark.requirement("R-31")
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://api.example.com/v1", "not on a private network"),
        ("http://8.8.8.8/v1", "not on a private network"),
        ("http://[2002:0808:0808::]/v1", "not on a private network"),
        ("http://0.0.0.0/v1", "not on a private network"),
        ("ftp://localhost/v1", "must begin with"),
        ("http:///v1", "not on a private network"),
        ("http://169.254.169.254/v1", "metadata"),
        ("https://169.254.169.254/v1", "metadata"),
        ("https://[::ffff:169.254.169.254]/v1", "metadata"),
        ("https://[::ffff:a9fe:a9fe]/v1", "metadata"),
        ("https://[64:ff9b::a9fe:a9fe]/v1", "metadata"),
        ("https://[2002:a9fe:a9fe::]/v1", "metadata"),
        ("https://[fd00:ec2::254]/v1", "metadata"),
        ("http://metadata.google.internal/v1", "metadata"),
        ("http://metadata.google.internal./v1", "metadata"),
        ("http://127.1/v1", "hides an address"),
        ("http://2130706433/v1", "hides an address"),
        ("https://0x7f.1/v1", "hides an address"),
        ("https://0xa9fea9fe/v1", "hides an address"),
    ],
)
def test_an_address_that_shows_the_key_or_reaches_the_metadata_is_refused(url, why):
    with pytest.raises(InvalidCommand, match=why):
        check_address(url)


@pytest.mark.requirement("R-31")
async def test_the_client_follows_no_redirect_and_keeps_local_calls_from_a_proxy(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with open_client() as client:
        assert not client.follow_redirects
        local = client._transport_for_url(httpx2.URL("http://127.0.0.1:11434/v1"))
        assert local is not client._transport_for_url(httpx2.URL("http://elsewhere.example/v1"))
        wire = OpenAIWire()
        async with scripted_server(stream(wire.begin(), wire.say("ok"), wire.end())) as server:
            assert (await client.post(server.address, json={})).status_code == 200


@pytest.mark.requirement("R-55")
def test_the_http_client_is_not_imported_before_a_provider_is_used():
    """Its import takes longer than the rest of a command that needs no provider."""
    code = (
        "import sys, graphwright.settings, graphwright.llm.retry, graphwright.llm.budget, graphwright.llm.complete, "
        "graphwright.llm.testing, graphwright.llm.prices; assert 'httpx2' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

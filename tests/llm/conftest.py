"""Both dialects, an HTTP client, and a language model that speaks to the scripted server."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime

import httpx2
import pytest
from msgspec.structs import replace

from graphwright.llm.capabilities import Capabilities, Price, capabilities_of, providers
from graphwright.llm.remote import CallTimeouts, ModelEndpoint, RemoteModel
from graphwright.ports import Clock, ManualClock
from graphwright.setting_kinds import Secret
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, ResponsesWire, Wire

KEY = "sk-canary-1234567890abcdef"
PATIENCE = CallTimeouts(connect_s=2, silence_s=0.15, call_s=60)
# One dollar per token makes costs readable.
PRICE = Price(input=10**12, cached=10**11, output=10**12, written=10**12, kept=10**12)

KNOWN = Capabilities(model="test:m", price=PRICE)

# Loading the certificates takes longer than most of these tests.
TLS = ssl.create_default_context()


def _known(wire: Wire) -> Capabilities:
    if wire.name == "responses":
        return replace(capabilities_of("openai:m"), dialect="responses", state="reasoningItems")
    return capabilities_of(f"{wire.name}:m")


MakeModel = Callable[..., RemoteModel]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 11, 21, 12, tzinfo=UTC))


@pytest.fixture(params=[OpenAIWire, AnthropicWire, ResponsesWire], ids=["openai", "anthropic", "responses"])
def wire(request) -> Wire:
    return request.param()


@pytest.fixture
async def client() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(trust_env=False, verify=TLS) as made:
        yield made


@pytest.fixture
def make_model(client: httpx2.AsyncClient, clock: ManualClock) -> MakeModel:
    def make(
        wire: Wire,
        address: str,
        *,
        patience: CallTimeouts = PATIENCE,
        at: Clock = clock,
        capabilities: Capabilities | None = None,
        **more,
    ) -> RemoteModel:
        known = capabilities or replace(_known(wire), price=PRICE)
        header = providers()[known.model.partition(":")[0]].key
        endpoint = ModelEndpoint(known.model, address, Secret(KEY), key_header=header, patience=patience, **more)
        return RemoteModel(endpoint, known, client, at)

    return make

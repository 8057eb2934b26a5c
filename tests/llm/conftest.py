"""Both dialects, an HTTP client, and a language model that speaks to the scripted server."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime

import httpx2
import pytest

from graphwright.llm.anthropic import Messages
from graphwright.llm.openai import ChatCompletions
from graphwright.llm.prices import Price
from graphwright.llm.remote import ModelEndpoint, Patience, RemoteModel
from graphwright.ports import Clock, ManualClock
from graphwright.setting_kinds import Secret
from tests.llm.scripted_server import AnthropicWire, OpenAIWire, Wire

KEY = "sk-canary-1234567890abcdef"
PATIENCE = Patience(connect_s=2, silence_s=0.15, call_s=60)
# One dollar per token makes costs readable.
PRICE = Price(input=10**12, cached=10**11, output=10**12, written=10**12)

# Loading the certificates takes longer than most of these tests.
TLS = ssl.create_default_context()

MakeModel = Callable[..., RemoteModel]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 11, 21, 12, tzinfo=UTC))


@pytest.fixture(params=[OpenAIWire, AnthropicWire], ids=["openai", "anthropic"])
def wire(request) -> Wire:
    return request.param()


@pytest.fixture
async def client() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(trust_env=False, verify=TLS) as made:
        yield made


@pytest.fixture
def make_model(client: httpx2.AsyncClient, clock: ManualClock) -> MakeModel:
    def make(wire: Wire, address: str, *, patience: Patience = PATIENCE, at: Clock = clock, **more) -> RemoteModel:
        dialect = Messages() if wire.name == "anthropic" else ChatCompletions(wire.name)
        endpoint = ModelEndpoint(f"{wire.name}:m", address, Secret(KEY), price=PRICE, patience=patience, **more)
        return RemoteModel(endpoint, dialect, client, at)

    return make

"""The chat completions adapter with a small real language model on this machine: nothing here is scripted.

The server counts and ends every question on its own; its account is held against what the adapter says.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from graphwright.errors import AnswerTruncated
from graphwright.llm.base import ChatMessage, Delta, LanguageModel, ModelRequest, ModelResponse, TextDelta, whole
from graphwright.llm.providers import open_client, open_model
from graphwright.ports import SystemClock
from graphwright.settings import Settings
from tests.llm.calling import complete
from tests.llm.small_model import (
    NAME,
    Ended,
    SmallModelServer,
    list_of,
    one_of,
    prepared,
    record,
    serving,
    variables,
    words,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

LONG = "Tell me a long story about a ship, a storm and a lighthouse."


@pytest.fixture(scope="session")
def small_model() -> Path:
    return prepared()


@pytest.fixture
async def server(small_model: Path) -> AsyncIterator[SmallModelServer]:
    async with serving(small_model) as running:
        yield running


@pytest.fixture
async def model(server: SmallModelServer, tmp_path: Path) -> AsyncIterator[LanguageModel]:
    async with open_client() as client:
        yield open_model(NAME, Settings.read(variables(server, tmp_path)), client, SystemClock())


def ask(text: str, **more: Any) -> ModelRequest:
    return ModelRequest(system=[], messages=[ChatMessage(role="user", text=text)], **more)


async def read(items: AsyncIterator[Delta | ModelResponse]) -> tuple[list[str], ModelResponse]:
    """The pieces of text as they came, and the response that came last."""
    heard = [item async for item in items]
    assert isinstance(heard[-1], ModelResponse)
    return [item.text for item in heard if isinstance(item, TextDelta)], heard[-1]


def account(response: ModelResponse) -> Ended:
    """What a response says of its end, in the words of the server."""
    assert response.finish_reason in {"stop", "length"}
    usage = response.usage
    assert not usage.estimated
    return Ended(response.finish_reason, promptTokens=usage.input_tokens, answerTokens=usage.output_tokens)  # type: ignore[arg-type]


@pytest.mark.requirement("A-96", "R-61")
async def test_prose_streams_and_its_end_and_usage_are_those_of_the_server(server, model):
    pieces, response = await read(model.stream(ask("Name three parts of a bicycle.", max_output_tokens=400)))

    assert len(pieces) > 5
    assert "".join(pieces) == response.text
    assert response.finish_reason == "stop"
    assert account(response) == await server.ended(within_s=1)


class Part(Struct, forbid_unknown_fields=True):
    name: str
    kind: Literal["SYS", "ACTOR", "FUNC"]


class Parts(Struct, forbid_unknown_fields=True):
    response: str
    parts: list[Part]


PARTS = record(
    response=words(60), parts=list_of(record(name=words(20), kind=one_of("SYS", "ACTOR", "FUNC")), least=1, most=3)
)


@pytest.mark.requirement("R-61")
async def test_an_answer_held_to_a_schema_arrives_whole_and_is_what_the_schema_says(server, model):
    answer = await whole(model, ask("Which parts has an order system?", response_schema=PARTS, max_output_tokens=400))

    assert account(answer) == await server.ended(within_s=1)
    assert answer.finish_reason == "stop"
    assert 1 <= len(msgspec.json.decode(answer.text, type=Parts).parts) <= 3


@pytest.mark.requirement("R-60")
async def test_an_answer_cut_at_its_limit_says_so_and_cut_json_is_never_taken_for_whole(server, model):
    story = await whole(model, ask(LONG, max_output_tokens=12))
    parts = await whole(model, ask("Which parts?", response_schema=PARTS, max_output_tokens=8))

    assert [story.finish_reason, parts.finish_reason] == ["length", "length"]
    assert [account(story), account(parts)] == await server.all_ended(2)
    assert story.usage.output_tokens == 12
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(parts.text, type=Parts)


@pytest.mark.requirement("R-60")
@pytest.mark.parametrize("continuations", [0, 2])
async def test_a_cut_answer_is_continued_and_one_that_stays_cut_is_named(server, model, continuations):
    end: str
    tokens: tuple[object, object]
    try:
        shown, whole_one = await complete(model, ask(LONG, max_output_tokens=24), continuations=continuations)
        assert whole_one.text == shown
        end, tokens = whole_one.finish_reason, (whole_one.usage.input_tokens, whole_one.usage.output_tokens)
    except AnswerTruncated as error:
        end, tokens = "length", (error.fields["inputTokens"], error.fields["outputTokens"])

    asked = await server.all_ended(1)
    while asked[-1].ended == "length" and len(asked) <= continuations:
        asked += await server.all_ended(1)
    assert asked[0].ended == "length"
    assert asked[-1].ended == end
    assert tokens == (sum(each.promptTokens for each in asked), sum(each.answerTokens for each in asked))
    # The rest is asked for with the beginning at hand.
    assert asked == sorted(asked, key=lambda each: each.promptTokens)


@pytest.mark.requirement("R-65")
async def test_the_server_sees_within_a_second_that_the_reader_was_cancelled(server, model):
    begun = asyncio.Event()

    async def listen() -> None:
        async for _ in model.stream(ask(LONG, max_output_tokens=2_000)):
            begun.set()

    async with asyncio.timeout(60):
        reading = asyncio.create_task(listen())
        await begun.wait()
    reading.cancel()

    ended = await server.ended(within_s=1)
    assert ended.ended == "left"
    assert 0 < ended.answerTokens < 2_000
    # And it has a hand free for the next one.
    assert (await whole(model, ask("Say yes.", max_output_tokens=4))).text

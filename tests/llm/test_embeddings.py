"""The embedder behind HTTP: vectors in the order of the texts, in batches, and every fault told without the key."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from graphwright.errors import LanguageModelError
from graphwright.llm.embeddings import BATCH, CHARACTERS, RemoteEmbedder
from graphwright.llm.remote import ModelEndpoint
from graphwright.setting_kinds import Secret
from tests.llm.conftest import KEY, PATIENCE
from tests.llm.scripted_server import STALL, Reply, ScriptedServer, scripted_server

JSON = {"Content-Type": "application/json"}


def answer(rows: dict[int, list]) -> Reply:
    data = [{"index": index, "embedding": row, "object": "embedding"} for index, row in rows.items()]
    return Reply([json.dumps({"data": data, "model": "m"}).encode()], headers=JSON)


@pytest.fixture
def opened(client, clock):
    @asynccontextmanager
    async def open_(
        *script: Reply, missing_key: str = "", **limits
    ) -> AsyncIterator[tuple[RemoteEmbedder, ScriptedServer]]:
        async with scripted_server(*script) as server:
            endpoint = ModelEndpoint(
                "openai:m", server.address, Secret(KEY), patience=PATIENCE, missing_key=missing_key
            )
            yield RemoteEmbedder(endpoint, client, clock, **limits), server

    return open_


@pytest.mark.requirement("D-41")
async def test_texts_go_in_batches_and_their_vectors_come_back_in_their_order(opened):
    first = answer({index: [float(index), 1.0] for index in reversed(range(BATCH))})
    async with opened(first, answer({0: [64.0, 1.0], 1: [65.0, 1.0]})) as (embedder, server):
        rows = await embedder.embed(["", "x" * (CHARACTERS + 1), *(f"text {number}" for number in range(BATCH))])
        assert rows == [[float(number), 1.0] for number in range(BATCH + 2)]
        sent = [request.body for request in server.requests]
        assert [(body["model"], len(body["input"])) for body in sent] == [("m", BATCH), ("m", 2)]
        assert (sent[0]["input"][0], len(sent[0]["input"][1])) == (" ", CHARACTERS)
        assert {(request.path, request.headers["authorization"]) for request in server.requests} == {
            ("/v1/embeddings", f"Bearer {KEY}")
        }
        assert await embedder.embed([]) == []


WRONG = {
    "too few": answer({0: [1.0, 2.0]}),
    "twice the same": Reply([b'{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}'], headers=JSON),
    "of two lengths": answer({0: [1.0, 2.0], 1: [1.0]}),
    "empty": answer({0: [], 1: []}),
    "not a number": Reply([b'{"data":[{"index":0,"embedding":[NaN]},{"index":1,"embedding":[1]}]}'], headers=JSON),
    "without an end": Reply([b'{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}'], headers=JSON),
    "too large for a vector": answer({0: [1e300, 1.0], 1: [1.0, 1.0]}),
    "words": answer({0: ["one"], 1: ["two"]}),
    "no JSON": Reply([b"<html>"], headers=JSON),
    "too many requests": Reply([json.dumps({"error": {"message": f"slow down, {KEY}"}}).encode()], 429, JSON),
    "a wrong key": Reply([f"invalid key {KEY}".encode()], 401, JSON),
    "elsewhere": Reply([b""], 302, {"Location": "http://127.0.0.1:1/"}),
}


@pytest.mark.requirement("D-41", "R-32")
@pytest.mark.parametrize("reply", WRONG.values(), ids=WRONG.keys())
async def test_a_wrong_answer_is_one_error_that_never_holds_the_key(opened, reply):
    async with opened(reply) as (embedder, server):
        with pytest.raises(LanguageModelError) as told:
            await embedder.embed(["one", "two"])
        assert KEY not in f"{told.value} {told.value!r} {told.value.__cause__} {vars(told.value)}"
        assert len(server.requests) == 1


@pytest.mark.requirement("D-41")
async def test_a_vector_of_another_length_in_a_later_batch_is_refused(opened):
    first = answer({index: [1.0, 1.0] for index in range(BATCH)})
    async with opened(first, answer({0: [1.0]})) as (embedder, _):
        with pytest.raises(LanguageModelError, match="of one length"):
            await embedder.embed(["text"] * (BATCH + 1))


@pytest.mark.requirement("D-41")
async def test_a_silent_server_and_an_endless_answer_have_an_end(opened):
    script = (Reply([STALL], headers=JSON), Reply([b" " * 2_000], headers=JSON))
    async with opened(*script, patience_s=0.1, max_bytes=1_000) as (embedder, _):
        with pytest.raises(LanguageModelError):
            await embedder.embed(["text"])
        with pytest.raises(LanguageModelError, match="longer than"):
            await embedder.embed(["text"])


@pytest.mark.requirement("D-41")
async def test_without_its_key_nothing_is_sent_and_the_variable_is_named(opened):
    async with opened(missing_key="OPENAI_API_KEY") as (embedder, server):
        with pytest.raises(LanguageModelError, match="OPENAI_API_KEY"):
            await embedder.embed(["text"])
        assert server.requests == []

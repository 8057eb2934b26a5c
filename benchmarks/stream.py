"""What one streamed token costs us: processor time per token, next to the least that any client can do.

A scripted server in a process of its own sends 400 tokens a millisecond apart, one write each. Rows:
- raw protocol: an asyncio protocol that splits the bytes at blank lines and decodes each event; the limit.
- httpx2 alone: the client library, reading the bytes and throwing them away; what everybody pays who uses it.
- graphwright: the whole adapter. Its own part is this minus `httpx2 alone`, and is compared with the limit.
The last table takes the network away: the same bytes through our decoder and reader, and through the least one.

Run: python -m benchmarks stream
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import httpx2
import msgspec

from benchmarks._table import Table
from graphwright.llm.answer import AnswerBuilder
from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse
from graphwright.llm.capabilities import Capabilities, DialectName
from graphwright.llm.remote import DIALECTS, ModelEndpoint, RemoteModel
from graphwright.llm.sse import EventDecoder
from graphwright.ports import SystemClock

TOKENS = 400
REQUEST = ModelRequest(system=[], messages=[ChatMessage(role="user", text="What does Order do?")])
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
Run = Callable[[], Awaitable[int]]


def openai_events() -> list[bytes]:
    def event(delta: dict, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        return b"data: " + msgspec.json.encode(head | {"choices": [choice]}) + b"\n\n"

    words = [event({"content": f"word{number} "}) for number in range(TOKENS)]
    return [event({"role": "assistant", "content": ""}), *words, event({}, "stop"), b"data: [DONE]\n\n"]


def anthropic_events() -> list[bytes]:
    def event(kind: str, **fields: object) -> bytes:
        data = msgspec.json.encode({"type": kind, **fields})
        return f"event: {kind}\n".encode() + b"data: " + data + b"\n\n"

    def word(number: int) -> bytes:
        delta = {"type": "text_delta", "text": f"word{number} "}
        return event("content_block_delta", index=0, delta=delta)

    return [
        event("message_start", message={"model": "m", "usage": {"input_tokens": 9, "output_tokens": 1}}),
        event("content_block_start", index=0, content_block={"type": "text", "text": ""}),
        *(word(number) for number in range(TOKENS)),
        event("content_block_stop", index=0),
        event("message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": TOKENS}),
        event("message_stop"),
    ]


def serve(pipe: Connection) -> None:
    answers = {b"/v1/chat/completions": openai_events(), b"/v1/messages": anthropic_events()}

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
                writer.write(HEAD)
                for event in answers[head.split(b" ")[1]]:
                    writer.write(b"%x\r\n%b\r\n" % (len(event), event))
                    await asyncio.sleep(0.001)
                writer.write(b"0\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def main() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


class Raw(asyncio.Protocol):
    """The least: events lie between blank lines, whatever chunk heads are in the way."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[object] = asyncio.Queue()
        self.rest = b""

    def data_received(self, data: bytes) -> None:
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            body = event[event.index(b"data: ") + 6 :]
            self.events.put_nowait(None if body == b"[DONE]" else msgspec.json.decode(body))


def raw(port: int, path: str) -> Run:
    async def run() -> int:
        transport, protocol = await asyncio.get_running_loop().create_connection(Raw, "127.0.0.1", port)
        transport.write(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{{}}".encode())
        count = 0
        while isinstance(event := await protocol.events.get(), dict) and event.get("type") != "message_stop":
            count += 1
        transport.close()
        return count

    return run


def library(port: int, path: str, client: httpx2.AsyncClient) -> Run:
    async def run() -> int:
        count = 0
        async with client.stream("POST", f"http://127.0.0.1:{port}{path}", json={}) as response:
            async for chunk in response.aiter_raw():
                count += bool(chunk)
        return count

    return run


def ours(port: int, dialect: DialectName, client: httpx2.AsyncClient) -> Run:
    known = Capabilities(model="bench:m", dialect=dialect)
    model = RemoteModel(ModelEndpoint(known.model, f"http://127.0.0.1:{port}/v1"), known, client, SystemClock())

    async def run() -> int:
        count = 0
        items: AsyncIterator[object] = model.stream(REQUEST)
        async for item in items:
            count += not isinstance(item, ModelResponse)
        return count

    return run


async def cpu_per_token(*runs: Run, rounds: int) -> list[list[float]]:
    """Samples of each run, taken in turn so that a busy moment meets all of them."""
    samples: list[list[float]] = [[] for _ in runs]
    for round_ in range(rounds + 1):
        for run, taken in zip(runs, samples, strict=True):
            start = time.process_time()
            assert await run() >= TOKENS
            if round_:  # the first one opens the connection
                taken.append((time.process_time() - start) / TOKENS)
    return samples


async def measure_network(port: int, rounds: int) -> list[Table]:
    dialects: list[tuple[str, DialectName]] = [("openai", "chat"), ("anthropic", "messages")]
    tables: list[Table] = []
    for name, dialect in dialects:
        path = f"/v1{DIALECTS[dialect].path}"
        async with httpx2.AsyncClient(trust_env=False) as client:
            least, alone, whole = await cpu_per_token(
                raw(port, path), library(port, path, client), ours(port, dialect, client), rounds=rounds
            )
        table = Table(f"streamed tokens, {name}: processor time", what="token")
        table.limit("raw protocol", least)
        table.add("httpx2 alone", alone)
        table.add("graphwright", whole)
        own = [max(0.0, a - b) for a, b in zip(whole, alone, strict=True)]
        table.add("graphwright less httpx2", own, times=1.5)
        tables.append(table)
    return tables


def measure_decoding() -> Iterator[Table]:
    dialects: list[tuple[str, DialectName, list[bytes]]] = [
        ("openai", "chat", openai_events()),
        ("anthropic", "messages", anthropic_events()),
    ]
    for name, dialect, events in dialects:

        def least(events: list[bytes] = events) -> None:
            for event in events:
                body = event[event.index(b"data: ") + 6 : -2]
                if body != b"[DONE]":
                    msgspec.json.decode(body)

        def full(events: list[bytes] = events, dialect: DialectName = dialect) -> None:
            known = Capabilities(model="bench:m", dialect=dialect)
            decoder, reader = EventDecoder(), DIALECTS[dialect].reader(AnswerBuilder(known.model), known)
            for event in events:
                for data in decoder.feed(event):
                    reader.read(data)

        table = Table(f"decoding without a network, {name}", what="token")
        for label, call in (
            ("find and decode each event", least),
            ("graphwright: limits, decode, answer, deltas", full),
        ):
            samples = []
            for _ in range(60):
                start = time.perf_counter()
                call()
                samples.append((time.perf_counter() - start) / TOKENS)
            (table.limit if table.base is None else table.add)(label, samples)
        yield table


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    spawn = multiprocessing.get_context("spawn")
    mine, its = spawn.Pipe()
    server = spawn.Process(target=serve, args=(its,), daemon=True)
    server.start()
    try:
        yield from asyncio.run(measure_network(mine.recv(), 1 if quick else 9))
        yield from measure_decoding()
    finally:
        server.terminate()
        server.join()

"""What the tool loop costs: five model calls with a tool each and a last one in words, with every step on the disk.

A scripted provider in a process of its own answers over the loopback address at once, so nothing is waited for. Rows:
- raw protocol: the same six requests over one connection, the events decoded and thrown away; the limit.
- official client: the same six requests in a loop, the answers put together; no tool runs, nothing is kept.
- graphwright: the loop as people use it: request, adapter, listener, a read of a model of 100 nodes per round, rights,
  the tree of the run; on the disk before the next request is sent, and in memory to show what of it is the disk.

Run: python -m benchmarks tools
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Final

import httpx2
import msgspec

from benchmarks._table import Table
from benchmarks._turns import Samples
from graphwright.bus import LocalBus
from graphwright.context.index import GraphIndex
from graphwright.context.retrieve import Retriever
from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock
from graphwright.llm.budget import budgets_of
from graphwright.llm.capabilities import capabilities_of
from graphwright.llm.remote import ModelEndpoint, RemoteModel
from graphwright.llm.retry import Breakers
from graphwright.operations.commit import Committer, Submission
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Projects
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, OperationId, PersonId, ProposalId, Ref, ThreadId
from graphwright.protocol.operations import ChangeSet, EdgeCreate, Finding, NodeCreate, Operation
from graphwright.protocol.wire import encode
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope
from graphwright.settings import Settings
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.store.sqlite import SqliteStore
from graphwright.tools.tool_context import FoundNode, ToolContext
from graphwright.tools.toolbox import Toolbox
from graphwright.turns.allowance import Allowance
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext
from graphwright.turns.tool_loop import ToolLoop, ToolLoopResult
from graphwright.turns.workflow import WorkflowRequest

ROUNDS: Final = 5
ANA: Final = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="Ana")
NODES: Final = 100
HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n"


def answer(number: int) -> bytes:
    """What the provider says to the request with so many rounds behind it."""

    def event(delta: dict[str, object], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        return b"data: " + msgspec.json.encode(head | {"choices": [choice]}) + b"\n\n"

    if number >= ROUNDS:
        events = [event({"content": "It is "}), event({"content": "done."}), event({}, "stop")]
    else:
        function = {"name": "read_node_detail", "arguments": msgspec.json.encode({"node": f"Part{number}"}).decode()}
        call = {"index": 0, "id": f"c{number}", "type": "function", "function": function}
        events = [event({"content": "I look. "}), event({"tool_calls": [call]}), event({}, "tool_calls")]
    body = b"".join([*events, b"data: [DONE]\n\n"])
    return HEAD % len(body) + body


def serve(pipe: Connection) -> None:
    answers = [answer(number) for number in range(ROUNDS + 1)]

    async def turn_context(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
                body = await reader.readexactly(length)
                writer.write(answers[body.count(b'"role":"tool"')])
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def main() -> None:
        server = await asyncio.start_server(turn_context, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    process.start()
    try:
        yield asyncio.run(measure(here.recv(), folder, times=2 if quick else 60))
    finally:
        process.terminate()
        process.join()


async def measure(port: int, folder: Path, *, times: int) -> Table:
    raw = await Raw.open(port)
    official = _official_client()
    rows: dict[str, Samples] = {"raw": [], "official": [], "disk": [], "memory": []}
    clock = SystemClock()
    stores: dict[str, Store] = {"disk": await SqliteStore.open(folder, clock), "memory": MemoryStore(clock)}
    async with httpx2.AsyncClient() as client:
        loops = {name: await Loop.open(store, client, port) for name, store in stores.items()}
        for number in range(times + 1):
            taken = {"raw": await raw.loop(), "official": await _official_loop(official, port) if official else 0.0}
            taken |= {name: await loop.once() for name, loop in loops.items()}
            if number:
                for name, seconds in taken.items():
                    rows[name].append(seconds)
        for loop in loops.values():
            await loop.engine.close()
    raw.transport.close()
    for store in stores.values():
        await store.close()
    table = Table(f"tool loop of {ROUNDS} rounds, {NODES} nodes", what="question")
    table.limit("raw protocol, six requests", rows["raw"])
    table.add("graphwright, every step on the disk", rows["disk"], most=0.010)
    table.add("graphwright, steps in memory", rows["memory"])
    if official:
        table.add("openai client, nothing kept, no tool run", rows["official"], official.__version__)
    return table


class Raw(asyncio.Protocol):
    """The least: one connection, bodies by their length."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.data = b""
        self.whole: asyncio.Future[bytes]

    @classmethod
    async def open(cls, port: int) -> Raw:
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.create_connection(cls, "127.0.0.1", port)
        protocol.transport = transport
        return protocol

    def data_received(self, data: bytes) -> None:
        self.data += data
        if self.data.endswith(b"data: [DONE]\n\n"):
            self.whole.set_result(self.data)

    async def loop(self) -> float:
        messages: list[dict[str, object]] = [{"role": "user", "content": "What is Part1?"}]
        begin = time.perf_counter()
        for number in range(ROUNDS + 1):
            self.data, self.whole = b"", asyncio.get_running_loop().create_future()
            body = msgspec.json.encode({"model": "m", "stream": True, "messages": messages})
            self.transport.write(
                b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body
            )
            for event in (await self.whole).partition(b"\r\n\r\n")[2].split(b"\n\n")[:-2]:
                msgspec.json.decode(event[6:])
            messages.append({"role": "tool", "content": "{}", "tool_call_id": f"c{number}"})
        return time.perf_counter() - begin


def _official_client() -> ModuleType | None:
    """It comes with the development tools; without it the row is left out."""
    try:
        return importlib.import_module("openai")
    except ImportError:
        return None


async def _official_loop(openai: ModuleType, port: int) -> float:
    messages: list[dict[str, object]] = [{"role": "user", "content": "What is Part1?"}]
    async with openai.AsyncOpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key="none", max_retries=0) as client:
        begin = time.perf_counter()
        for _ in range(ROUNDS + 1):
            async with client.chat.completions.stream(model="m", messages=messages) as items:
                said = (await items.get_final_completion()).choices[0].message
            messages.append(said)
            calls = said.tool_calls or ()
            messages.extend({"role": "tool", "content": "{}", "tool_call_id": call.id} for call in calls)
        return time.perf_counter() - begin


class Loop:
    """A project on a store, and a story that is nothing but the loop."""

    def __init__(self, engine: Engine, calls: ModelCalls, loop: ToolLoop, ids: Ids) -> None:
        self.engine = engine
        self._calls = calls
        self._loop = loop
        self._ids = ids
        self._seconds = 0.0
        engine.register("ask", self.story)

    @classmethod
    async def open(cls, store: Store, client: httpx2.AsyncClient, port: int) -> Loop:
        clock = SystemClock()
        ids = Ids(clock)
        project = await Projects(store, LocalBus(), clock, ids).open_or_create("bench", policy="auto", language="en")
        await store.set_record("account", "owner", encode(ANA))
        committer = Committer(project)
        change_set = ChangeSet(base_revision=0, operations=parts())
        await committer.submit(Submission(change_set=change_set, author=ANA, origin="person"))
        retriever = Retriever(project, GraphIndex(project.graph))

        async def search(query: str, limit: int, node_types: Sequence[str] | None) -> list[FoundNode]:
            hits = await retriever.search(query, limit, node_types)
            return [FoundNode(node_id=hit.node_id, score=hit.score) for hit in hits]

        async def findings() -> list[Finding]:
            return []

        known = capabilities_of("openai:m")
        model = RemoteModel(ModelEndpoint(known.model, f"http://127.0.0.1:{port}/v1"), known, client, clock)
        calls = ModelCalls(
            project,
            [model],
            clock=clock,
            breakers=Breakers(clock),
            allowance=Allowance(
                budgets_of(Settings.read({"GRAPHWRIGHT_DATA": "unused"}), clock), project.store, lambda _: nullcontext()
            ),
            jitter=lambda: 0.0,
        )
        toolbox = Toolbox(ToolContext(project=project, committer=committer, search=search, findings=findings))
        return cls(Engine(project, owner=ids.new()), calls, ToolLoop(project, toolbox, max_model_calls=ROUNDS + 1), ids)

    async def once(self) -> float:
        """Seconds of one question, without the start and the end of its run."""
        request = WorkflowRequest(
            text="What is Part1?", message_id=MessageId(self._ids.new()), thread_id=ThreadId(self._ids.new())
        )
        state = await self.engine.settled(await self.engine.start("ask", request, author=ANA, question=request.text))
        assert state.status == "completed", state
        return self._seconds

    async def story(self, run: RunScope, request: WorkflowRequest) -> ToolLoopResult:
        turn_context = TurnContext(
            run_id=run.run_id,
            thread_id=request.thread_id,
            question_id=request.message_id,
            message_id=MessageId(f"answer-{run.run_id}"),
            proposal_id=ProposalId(f"proposal-{run.run_id}"),
            revision=run.revision,
            language="en",
            assistant="m",
        )
        asked = ModelRequest(
            system=[PromptBlock(label="instructions", text="Answer questions about the model.")],
            messages=[ChatMessage(role="user", text=request.text)],
        )
        begin = time.perf_counter()
        loop_result = await self._loop.run(run, self._calls, turn_context, asked)
        self._seconds = time.perf_counter() - begin
        assert (loop_result.model_calls, loop_result.text.count("I look.")) == (ROUNDS + 1, ROUNDS)
        return loop_result


def parts() -> list[Operation]:
    """A system of so many parts."""
    nodes: list[Operation] = [
        NodeCreate(id=OperationId(f"n{n}"), node_type="SYS", name=f"Part{n}", descr=f"Does {n}.", temp_id=f"t{n}")
        for n in range(NODES)
    ]
    edges: list[Operation] = [
        EdgeCreate(id=OperationId(f"e{n}"), edge_type="compose", source=Ref("t0"), target=Ref(f"t{n}"))
        for n in range(1, NODES)
    ]
    return [*nodes, *edges]

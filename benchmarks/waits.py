"""What a person waits for beside the language model: the first message after a start, each part of an answer, a change.

`graphwright serve` in a process of its own on the sample project, as people start it. The provider and two clients, Ana
who does something and Ben who only looks on, live here and share one clock. The provider loses no time: what is told is
ours alone. Ana keeps no replica, so that only Ben's work is counted.

Run: python -m benchmarks waits
"""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, redirect_stderr
from pathlib import Path
from typing import Any, Final, cast

import httpx2

from benchmarks._served import Served, owner_of, served, told
from benchmarks._table import Table
from benchmarks._turns import Samples
from graphwright.app import open_workbench
from graphwright.cli.demo import PROJECT, build_sample
from graphwright.cli.output import Output
from graphwright.client.connection import ClientConnection
from graphwright.client.doors import NetworkDoor
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.events import CommitApplied, MessageDelta, RunFinished
from graphwright.settings import Settings

WORDS: Final = 20
APART_S: Final = 0.04
"""Longer than the moment within which events share a frame."""
AT_REST_S: Final = 0.5
"""Without any processor time."""
MAX_S: Final = 20.0
HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
QUESTION: Final = "What does AcceptOrder do, and who needs it?"


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    yield from asyncio.run(measure(folder / "data", starts=1 if quick else 7, rounds=2 if quick else 40))


async def measure(data: Path, *, starts: int, rounds: int) -> list[Table]:
    await sample(data)
    async with provider() as speaker:
        first = Table("until the language model is asked, after a start", what="message")
        rested = [await first_two(data, speaker, rests=True) for _ in range(starts)]
        hasty = [await first_two(data, speaker, rests=False) for _ in range(max(1, starts // 2))]
        first.add("the second message", [second for _, second in rested])
        first.add("the first message", [begun for begun, _ in rested])
        first.add(
            "by how much the first waits longer", [max(0.0, begun - second) for begun, second in rested], most=0.1
        )
        first.add("the first message when it is sent at once", [begun for begun, _ in hasty])
        with served(data, **speaker.settings) as place:
            async with people(place) as (ana, ben, heard):
                await rest(place.pid)
                parts: dict[str, Samples] = defaultdict(list)
                for _ in range(rounds):
                    for part, seconds in (await one_answer(ana, speaker, heard)).items():
                        parts[part] += seconds
                changes: dict[str, Samples] = defaultdict(list)
                for number in range(rounds):
                    for moment, wait in (await one_change(ana, ben, heard, number)).items():
                        changes[moment].append(wait)
    return [first, in_parts(parts), to_everybody(changes)]


def in_parts(parts: dict[str, Samples]) -> Table:
    table = Table("an answer with a call of a tool, part by part", what="answer")
    goals = {
        "the message is taken and on the disk": 0.05,
        "from there until the language model is asked: rights, search, prompt": 0.1,
        "a tool, from its call until its result goes back": 0.05,
        "the first word, from the provider to Ben": 0.05,
        "each later word, from the provider to Ben": 0.05,
        "from the last word until the answer is on the disk and told": 0.05,
    }
    for part, most in goals.items():
        table.add(part, parts[part], most=most)
    return table


def to_everybody(changes: dict[str, Samples]) -> Table:
    table = Table("a node is made by Ana", what="change")
    table.add("until Ana is told that it is done", changes["told"], most=0.1)
    table.add("until Ben's canvases have it", changes["seen"], most=0.02)
    return table


# what is done -------------------------------------------------------------------------------------------------------


async def first_two(data: Path, speaker: Speaker, *, rests: bool) -> tuple[float, float]:
    """Seconds from sending a message until the provider is asked, of the first and of the second one."""
    with served(data, **speaker.settings) as place:
        async with people(place) as (ana, _, heard):
            if rests:
                await rest(place.pid)
            waits = []
            for _ in range(2):
                answered = await one_answer(ana, speaker, heard)
                waits += answered["until it is asked"]
        return waits[0], waits[1]


async def one_answer(ana: Ana, speaker: Speaker, heard: Heard) -> dict[str, Samples]:
    """Seconds of each part of an answer."""
    speaker.begin()
    heard.clear()
    begin = time.perf_counter()
    await ana("message.send", text=QUESTION, workflow="ask")
    taken = time.perf_counter()
    await speaker.done.wait()
    ended = await heard.one(RunFinished)
    words = [moment for event, moment in heard.events if isinstance(event, MessageDelta) and "word" in event.text]
    assert len(words) == WORDS, f"{len(words)} words"
    delays = [max(0.0, came - left) for came, left in zip(words, speaker.words, strict=True)]
    asked, asked_again = speaker.asked
    return {
        "until it is asked": [asked - begin],
        "the message is taken and on the disk": [taken - begin],
        "from there until the language model is asked: rights, search, prompt": [max(0.0, asked - taken)],
        "a tool, from its call until its result goes back": [asked_again - speaker.called],
        "the first word, from the provider to Ben": delays[:1],
        "each later word, from the provider to Ben": delays[1:],
        "from the last word until the answer is on the disk and told": [ended - speaker.words[-1]],
    }


async def one_change(ana: Ana, ben: ClientConnection, heard: Heard, number: int) -> dict[str, float]:
    await asyncio.sleep(APART_S)
    heard.clear()
    weigh = {"op": "node.create", "id": "op-1", "tempId": "n", "nodeType": "FUNC", "name": f"Weigh{number}"}
    revision = ben.replica.project.revision
    begin = time.perf_counter()
    await ana("changes.submit", baseRevision=revision, operations=[weigh | {"descr": "Weighs a parcel."}])
    done = time.perf_counter()
    return {"told": done - begin, "seen": await heard.one(CommitApplied) - begin}


# Ana and Ben --------------------------------------------------------------------------------------------------------


class Ana:
    """Sends commands, and keeps nothing."""

    def __init__(self, client: httpx2.AsyncClient) -> None:
        self._client = client
        self._ids = Ids(SystemClock())

    async def __call__(self, command: str, **fields: object) -> None:
        body = {"type": command, "commandId": self._ids.new(), **fields}
        told(await self._client.post(f"/api/projects/{PROJECT}/commands", json=body))


class Heard:
    """What Ben's replica has taken, and when."""

    def __init__(self) -> None:
        self.events: list[tuple[object, float]] = []
        self._more = asyncio.Event()

    def clear(self) -> None:
        self.events = []

    def hear(self, event: object, _: object) -> None:
        self.events.append((event, time.perf_counter()))
        self._more.set()

    async def one(self, kind: type) -> float:
        """When the first of this kind came."""
        async with asyncio.timeout(MAX_S):
            while not (found := [moment for event, moment in self.events if isinstance(event, kind)]):
                self._more.clear()
                await self._more.wait()
        return found[0]


@asynccontextmanager
async def people(place: Served) -> AsyncGenerator[tuple[Ana, ClientConnection, Heard]]:
    with owner_of(place) as owner:
        body = {"project": PROJECT, "access": "editor", "days": 1}
        token = cast("dict[str, str]", told(owner.post("/api/tokens", json=body)))["token"]
    heard, bearer = Heard(), {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(base_url=place.origin, headers=bearer, timeout=60) as client,
        NetworkDoor(place.origin, token) as door,
        ClientConnection(door, PROJECT, hear=heard.hear) as ben,
    ):
        yield Ana(client), ben, heard


async def sample(data: Path) -> None:
    """The sample project on disk."""
    async with open_workbench(Settings.read({}, {"data": str(data)})) as workbench:
        with redirect_stderr(io.StringIO()) as nowhere:
            await build_sample(workbench, Output(as_json=True, to=nowhere))


async def rest(pid: int) -> None:
    """Until the process has used no processor for a while; where nobody tells that, a few seconds."""
    used = processor_time(pid)
    stop = time.monotonic() + (MAX_S if used is not None else 10 * AT_REST_S)
    while time.monotonic() < stop:
        await asyncio.sleep(AT_REST_S)
        before, used = used, processor_time(pid)
        if used is not None and used == before:
            return


def processor_time(pid: int) -> int | None:
    """In ticks of the system's clock."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[11]) + int(fields[12])


# the provider -------------------------------------------------------------------------------------------------------


class Speaker:
    """Calls a tool when it is asked, and says its words when it has the result; knows when it did what."""

    def __init__(self) -> None:
        self.port = 0
        self.begin()

    def begin(self) -> None:
        self.asked: Samples = []
        self.called = 0.0
        self.words: Samples = []
        self.done = asyncio.Event()

    @property
    def settings(self) -> dict[str, str]:
        """Of a server that asks it, and asks nothing by itself."""
        return {
            "GRAPHWRIGHT_MODEL": "openai-compatible:speaker",
            "GRAPHWRIGHT_BASE_URL": f"http://127.0.0.1:{self.port}/v1",
            "GRAPHWRIGHT_PROBE": "no",
        }

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
                body = json.loads(await reader.readexactly(length))
                self.asked.append(time.perf_counter())
                await self.speak(writer, has_result=body["messages"][-1]["role"] == "tool")
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the server has left, or this is the end
        finally:
            writer.close()

    async def speak(self, writer: asyncio.StreamWriter, *, has_result: bool) -> None:
        writer.write(HEAD)
        if has_result:
            for number in range(WORDS):
                await asyncio.sleep(APART_S)
                self.words.append(time.perf_counter())
                write(writer, {"content": f"word{number} "})
            write(writer, {}, "stop")
        else:
            function = {"name": "list_findings", "arguments": "{}"}
            write(writer, {"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": function}]})
            write(writer, {}, "tool_calls")
            self.called = time.perf_counter()
        writer.write(b"e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n")
        await writer.drain()
        if has_result:
            self.done.set()


def write(writer: asyncio.StreamWriter, delta: dict[str, Any], finish: str | None = None) -> None:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "speaker", "choices": [choice]}
    said = b"data: " + json.dumps(chunk).encode() + b"\n\n"
    writer.write(b"%x\r\n%b\r\n" % (len(said), said))


@asynccontextmanager
async def provider() -> AsyncGenerator[Speaker]:
    speaker = Speaker()
    server = await asyncio.start_server(speaker.answer, "127.0.0.1", 0)
    speaker.port = server.sockets[0].getsockname()[1]
    try:
        yield speaker
    finally:
        server.close()

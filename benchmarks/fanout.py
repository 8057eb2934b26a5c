"""One event to everybody in a room: from its publication until the last client has it, through the real server.

Limit: a bare protocol on uvloop that writes one ready frame to every TCP connection. Both servers run beside each other
in processes of their own, the clients here only find the ends of frames, and the rounds take turns. Events come 40 ms
apart, because within 30 ms they would share a frame. All traffic stays on the loopback address.

Run: python -m benchmarks fanout
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import uvicorn
import uvloop

from benchmarks._table import Table
from graphwright.llm.base import LanguageModel
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.events import MessageDelta
from graphwright.protocol.ids import MessageId
from graphwright.protocol.wire import encode
from graphwright.server.assets import Assets
from graphwright.server.http import network_app
from graphwright.server.serve import BACKLOG, uvicorn_config
from graphwright.server.server_state import open_server_state
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.memory import MemoryStore
from graphwright.workbench import Workbench
from tests.fleet import free_port

APART_S = 0.04
GOALS = {100: 2.0, 1_000: 3.0}
ID = MessageId("01900000-0000-7000-8000-000000000001")


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    for clients in (3,) if quick else (100, 1_000):
        for size in (200,) if quick else (200, 2_000):
            yield uvloop.run(measure(clients, size, rounds=2 if quick else 100))


def event(size: int) -> MessageDelta:
    delta = MessageDelta(message_id=ID, attempt=1, part=0, offset=0, text="")
    return MessageDelta(message_id=ID, attempt=1, part=0, offset=0, text="x" * (size - len(encode(delta))))


# the servers --------------------------------------------------------------------------------------------------------


async def control(port: int, publish: asyncio.Queue[int]) -> None:
    """A line on which a number means: publish an event of that size now."""

    async def listen(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            publish.put_nowait(int(line))

    await asyncio.start_server(listen, "127.0.0.1", port)


async def serve_raw(port: int, control_port: int) -> None:
    """What no server can beat: the frame is made once and written to every connection."""
    room: set[asyncio.Transport] = set()

    class Peer(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = cast("asyncio.Transport", transport)  # uvloop's transports are no subclass

        def data_received(self, data: bytes) -> None:
            self.transport.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
            room.add(self.transport)

        def connection_lost(self, exc: Exception | None) -> None:
            room.discard(self.transport)

    publish: asyncio.Queue[int] = asyncio.Queue()
    await asyncio.get_running_loop().create_server(Peer, "127.0.0.1", port, backlog=BACKLOG)
    await control(control_port, publish)
    print("ready", flush=True)
    while True:
        body = encode(event(await publish.get()))
        frame = (bytes((0x81, len(body))) if len(body) < 126 else b"\x81\x7e" + len(body).to_bytes(2, "big")) + body
        for transport in room:
            transport.write(frame)


async def serve_graphwright(port: int, control_port: int) -> None:
    """The server as it is, on a store in memory."""
    clock = SystemClock()
    no_models: list[LanguageModel] = []
    settings = Settings.read({"GRAPHWRIGHT_DATA": "unused"})
    workbench = Workbench(
        settings, Storage(MemoryStore(clock)), clock=clock, ids=Ids(clock), models=lambda _: no_models
    )
    server_state = open_server_state(workbench, assets=Assets({}))
    open_project = await workbench.open_or_new_project("bench")
    token = await server_state.authenticator.tokens.issue(open_project, "viewer")
    publish: asyncio.Queue[int] = asyncio.Queue()
    await control(control_port, publish)
    listener = socket.create_server(("127.0.0.1", port), backlog=BACKLOG)
    server = uvicorn.Server(uvicorn_config(network_app(server_state)))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    print(f"ready {token.token}", flush=True)
    while not serving.done():
        open_project.project.publish(event(await publish.get()))


# the clients --------------------------------------------------------------------------------------------------------


class Crowd:
    """All clients of one server."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.have = 0
        self.everybody: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def expect(self) -> asyncio.Future[float]:
        self.have = 0
        self.everybody = asyncio.get_running_loop().create_future()
        return self.everybody

    def got(self) -> None:
        self.have += 1
        if self.have == self.size and not self.everybody.done():
            self.everybody.set_result(time.perf_counter())


class Client(asyncio.Protocol):
    """Finds the ends of frames and counts those that hold the event."""

    MARK = b"message.delta"
    PROJECT = b"bench"

    def __init__(self, crowd: Crowd, port: int, token: str) -> None:
        self.crowd, self.port, self.token = crowd, port, token
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport = cast("asyncio.Transport", transport)
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Authorization: Bearer {self.token}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data if self.buffer else data
        if not self.is_open:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self.buffer = data
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.ready.set_exception(RuntimeError(head[:80].decode()))
                return
            self.is_open, data = True, rest
            self.enter()
        self.buffer = data[self.frames_of(data) :]

    def enter(self) -> None:
        if not self.token:
            self.ready.set_result(None)
            return
        body = b'{"type":"session.open","protocolVersion":1,"projectId":"%b"}' % self.PROJECT
        self.transport.write(bytes((0x81, 0x80 | len(body))) + b"\0\0\0\0" + body)

    def frames_of(self, data: bytes) -> int:
        """Count what is complete; where the rest begins."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size > 125:
                start += 2 if size == 126 else 8
                if end < start:
                    break
                size = int.from_bytes(data[at + 2 : start], "big")
            if start + size > end:
                break
            if data[at] == 0x89:  # a ping wants its answer, or the server ends the connection after 20 s
                self.transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + data[start : start + size])
            elif data.find(self.MARK, start, start + 60) >= 0:
                self.crowd.got()
            elif not self.ready.done():
                self.ready.set_result(None)
            at = start + size
        return at


class Place:
    """One server in its process, with its crowd."""

    def __init__(self, kind: str) -> None:
        self.port, self.control_port = free_port(), free_port()
        command = [sys.executable, "-m", "benchmarks.fanout", "--serve", kind, str(self.port), str(self.control_port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.token = self.process.stdout.readline().removeprefix("ready").strip()
        self.people: list[Client] = []
        self.line: asyncio.StreamWriter

    async def fill(self, clients: int) -> None:
        self.crowd = Crowd(clients)
        loop = asyncio.get_running_loop()
        for _ in range(clients):
            _, client = await loop.create_connection(
                lambda: Client(self.crowd, self.port, self.token), "127.0.0.1", self.port
            )
            await asyncio.wait_for(client.ready, 30)
            self.people.append(client)
        _, self.line = await asyncio.open_connection("127.0.0.1", self.control_port)

    async def broadcast(self, size: int) -> float:
        everybody = self.crowd.expect()
        begun = time.perf_counter()
        self.line.write(b"%d\n" % size)
        return await asyncio.wait_for(everybody, 30) - begun

    async def close(self) -> None:
        for client in self.people:
            client.transport.abort()
        self.line.close()
        await self.line.wait_closed()
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


async def measure(clients: int, size: int, *, rounds: int) -> Table:
    raw, ours = Place("raw"), Place("graphwright")
    samples: dict[Place, list[float]] = {raw: [], ours: []}
    try:
        for place in samples:
            await place.fill(clients)
        await asyncio.sleep(0.1 if rounds < 10 else 2.0)  # the last of the newcomers have been told
        for _ in range(rounds):
            for place, taken in samples.items():
                taken.append(await place.broadcast(size))
                await asyncio.sleep(APART_S)
    finally:
        for place in samples:
            await place.close()
    table = Table(f"A {size}-byte event to {clients:,} clients", what="event at everybody")
    table.limit("raw TCP writes on uvloop", samples[raw])
    rate = f"{clients / sorted(samples[ours])[len(samples[ours]) // 2]:,.0f} clients/s"
    table.add("room, outboxes, WebSocket", samples[ours], rate, times=GOALS.get(clients, 100.0))
    return table


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", nargs=3, required=True)
    kind, port, control_port = parser.parse_args().serve
    serve = serve_raw if kind == "raw" else serve_graphwright
    uvloop.run(serve(int(port), int(control_port)))


if __name__ == "__main__":
    main()

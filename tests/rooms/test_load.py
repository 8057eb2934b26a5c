"""A thousand sockets of every kind on one real server: who reads well hears everything, in time (R-44, I-13).

Of the clients 63 % are healthy, 20 % come and go, 10 % read slowly, 5 % never read, 2 % vanish. All of it stays on the
loopback address, and the crowd shares the machine with the server.
"""

from __future__ import annotations

import asyncio
import random
import socket
import time
from pathlib import Path

import pytest
from msgspec import json

from graphwright.client.connection import ClientConnection
from graphwright.client.doors import NetworkDoor
from graphwright.protocol.commands import LayoutUpdate, SessionOpen, Since
from graphwright.protocol.operations import NodeCreate
from graphwright.protocol.wire import encode
from tests.client.place import submit
from tests.sync.test_crash_loop import Server
from tests.waiting import pace, until

CLIENTS = 1_000
SECONDS = 45.0
EVENTS_PER_S = 20


class Peer(asyncio.Protocol):
    """A bare WebSocket client: checks that no sequence is missing, and answers pings."""

    def __init__(self, token: str, since: Since | None = None) -> None:
        self.token = token
        self.since = since
        self.sequence = 0 if since is None else since.sequence
        self.epoch = "" if since is None else since.epoch
        self.gaps = 0
        self.latencies: list[float] = []
        self.close_code: int | None = None
        self.lost = asyncio.get_running_loop().create_future()
        self.opened = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Authorization: Bearer {self.token}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(time.monotonic())
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(str(exc)))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        if not self._is_open:
            head, found, data = data.partition(b"\r\n\r\n")
            assert not found or b" 101 " in head, head
            if not found:
                self._buffer = head
                return
            self._is_open = True
            since = self.since
            self.send(0x81, encode(SessionOpen(protocol_version=1, project_id="shop", since=since)))
        at = 0
        while (frame := self._frame(data, at)) is not None:
            opcode, body, at = frame
            self._take(opcode, body)
        self._buffer = data[at:]

    def send(self, opcode: int, body: bytes) -> None:
        size = bytes((0x80 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(bytes((opcode,)) + size + b"\0\0\0\0" + body)

    def _frame(self, data: bytes, at: int) -> tuple[int, bytes, int] | None:
        if len(data) - at < 2:
            return None
        size, start = data[at + 1], at + 2
        if size > 125:
            start += 2 if size == 126 else 8
            if len(data) < start:
                return None
            size = int.from_bytes(data[at + 2 : start], "big")
        return (data[at], data[start : start + size], start + size) if len(data) >= start + size else None

    def _take(self, opcode: int, body: bytes) -> None:
        if opcode == 0x89:
            self.send(0x8A, body)
        elif opcode == 0x88:
            self.close_code = int.from_bytes(body[:2], "big")
        else:
            told = json.decode(body)
            for event in told if isinstance(told, list) else [told]:
                self._hear(event)

    def _hear(self, event: dict) -> None:
        if event["type"] == "session.opened":
            self.epoch = event["epoch"]
            if event["resume"] == "reload":
                self.sequence = event["sequence"]
            if not self.opened.done():
                self.opened.set_result(None)
        elif "sequence" in event:
            self.gaps += event["sequence"] != self.sequence + 1
            self.sequence = event["sequence"]
            if event["type"] == "layout.changed" and event["view"] == "timed":
                ((begun, _),) = event["positions"].values()
                self.latencies.append(time.monotonic() - begun)


class Crowd:
    """The clients of one server."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token
        self.end = 0.0
        self.healthy: list[Peer] = []
        self.churned: list[Peer] = []
        self.bad: list[Peer] = []

    async def dial(self, since: Since | None = None, *, small: bool = False) -> Peer:
        line = socket.socket()
        if small:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(line, ("127.0.0.1", self.port))
        _, peer = await loop.create_connection(lambda: Peer(self.token, since), sock=line)
        await asyncio.wait_for(peer.opened, 60)
        return peer

    async def come_and_go(self, dice: random.Random) -> None:
        peer = await self.dial()
        while time.monotonic() < self.end:
            await pace(dice.uniform(4.0, 12.0))
            peer.transport.abort()
            self.churned.append(peer)
            peer = await self.dial(Since(epoch=peer.epoch, sequence=peer.sequence))
        self.churned.append(peer)

    async def read_slowly(self, dice: random.Random) -> None:
        peer = await self.dial()
        while time.monotonic() < self.end and not peer.lost.done():
            peer.transport.pause_reading()
            await pace(dice.uniform(1.0, 4.0))
            if not peer.transport.is_closing():
                peer.transport.resume_reading()
            await pace(0.05)
        self.churned.append(peer)


def memory_of(process_id: int) -> int:
    """Resident, in MiB."""
    lines = Path(f"/proc/{process_id}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the server's memory from /proc")
@pytest.mark.requirement("R-44", "R-41", "I-13")
async def test_a_thousand_sockets_of_every_kind_and_the_healthy_hear_everything_in_time(tmp_path):
    server = Server(tmp_path)
    server.typed("new", "shop")
    token = server.token()
    await server.start()
    crowd = Crowd(server.port, token)
    async with NetworkDoor(server.address, token) as door, ClientConnection(door, "shop") as writer:
        await writer.send(submit(writer, NodeCreate(id="op-1", node_type="FUNC", name="Ship", descr="x")))
        (node_id,) = writer.replica.nodes
        for _ in range(CLIENTS * 63 // 100):
            crowd.healthy.append(await crowd.dial())
        for at in range(CLIENTS * 7 // 100):
            peer = await crowd.dial(small=True)
            peer.transport.pause_reading()  # never reads again
            if at < CLIENTS * 2 // 100:
                peer.transport.abort()  # vanishes
            crowd.bad.append(peer)
        before = memory_of(server.process.pid)  # type: ignore[union-attr]  # it runs
        crowd.end = time.monotonic() + SECONDS
        others = [asyncio.create_task(crowd.come_and_go(random.Random(at))) for at in range(CLIENTS * 20 // 100)]
        others += [asyncio.create_task(crowd.read_slowly(random.Random(at))) for at in range(CLIENTS * 10 // 100)]
        while (now := time.monotonic()) < crowd.end:
            moved = LayoutUpdate(command_id=writer.new_id(), view="timed", positions={node_id: (now, 0.0)})
            await writer.send(moved)
            await pace(1 / EVENTS_PER_S - (time.monotonic() - now))
        await asyncio.gather(*others)
        last = writer.replica.sequence
        for peer in crowd.healthy:
            await until(lambda peer=peer: peer.sequence >= last or peer.lost.done(), seconds=60)
        after = memory_of(server.process.pid)  # type: ignore[union-attr]  # it runs
    for peer in (*crowd.healthy, *crowd.churned, *crowd.bad):
        peer.transport.abort()
    await server.kill()

    latencies = [latency for peer in crowd.healthy for latency in peer.latencies]
    print(
        f"\n{last} events to {len(crowd.healthy)} healthy clients: median {percentile(latencies, 0.5) * 1e3:.0f} ms, "
        f"p99 {percentile(latencies, 0.99) * 1e3:.0f} ms; memory {before} to {after} MiB; "
        f"{len(crowd.churned)} short connections"
    )
    assert {peer.gaps for peer in (*crowd.healthy, *crowd.churned)} == {0}
    assert {peer.sequence for peer in crowd.healthy} == {last}
    assert all(peer.close_code is None for peer in crowd.healthy)
    assert after - before <= 150

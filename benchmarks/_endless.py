"""A provider that never comes to an end: each request is answered by a word every 10 ms until its connection is closed.

A process of its own for `serving` and `browser`: `python -m benchmarks._endless`. It prints its port, then a line
whenever an answer is well under way and one whenever its client has left, each with the time by the machine's clock.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
APART_S: Final = 0.01
UNDER_WAY: Final = 10
"""Words."""


class Provider(NamedTuple):
    """The process, and what it tells."""

    address: str
    process: subprocess.Popen[str]

    @property
    def settings(self) -> dict[str, str]:
        """Of a server that asks it, and asks nothing by itself."""
        return {
            "GRAPHWRIGHT_MODEL": "openai-compatible:endless",
            "GRAPHWRIGHT_BASE_URL": self.address,
            "GRAPHWRIGHT_PROBE": "no",
        }

    def heard(self, what: str) -> float:
        """When that happened; the next thing that it tells."""
        assert self.process.stdout is not None
        told, _, moment = self.process.stdout.readline().partition(" ")
        assert told == what, f"{told!r} came before {what!r}"
        return float(moment)


@contextmanager
def endless() -> Iterator[Provider]:
    command = [sys.executable, "-m", "benchmarks._endless"]
    with subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Provider(f"http://127.0.0.1:{process.stdout.readline().strip()}/v1", process)
        finally:
            process.terminate()


class Endless(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.asked = b""
        self.words = 0

    def data_received(self, data: bytes) -> None:
        self.asked += data
        head, found, body = self.asked.partition(b"\r\n\r\n")
        if found and len(body) == int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]):
            self.transport.write(HEAD)
            self.speak()

    def speak(self) -> None:
        if self.transport.is_closing():
            return
        choice = {"index": 0, "delta": {"content": f"word{self.words} "}, "finish_reason": None}
        event = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "endless", "choices": [choice]}
        said = b"data: " + json.dumps(event).encode() + b"\n\n"
        self.transport.write(b"%x\r\n%b\r\n" % (len(said), said))
        self.words += 1
        if self.words == UNDER_WAY:
            tell("speaking")
        asyncio.get_running_loop().call_later(APART_S, self.speak)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.words:
            tell("left")


def tell(what: str) -> None:
    print(what, time.time(), flush=True)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Endless, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())

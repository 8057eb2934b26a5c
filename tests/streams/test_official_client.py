"""The official client of Durable Streams on a project of a server that is killed under it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from tests.mcp.judging import MODULES, NODE, there
from tests.server.place import create, uuid
from tests.sync.test_crash_loop import Server

SCRIPT = MODULES.parent / "follow_stream.mjs"
WITHIN_S = 60


class Follower:
    """A process with the client, which prints what it reads."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.read: list[int] = []
        self.offset = ""

    async def until(self, sequence: int) -> None:
        """Has read up to there."""
        assert self._process.stdout is not None
        async with asyncio.timeout(WITHIN_S):
            while not self.read or self.read[-1] < sequence:
                batch = json.loads(await self._process.stdout.readline())
                self.read += batch["sequences"]
                self.offset = batch["offset"]


@asynccontextmanager
async def following(server: Server, token: str, live: str, offset: str = "-1") -> AsyncGenerator[Follower]:
    there(MODULES / "@durable-streams" / "client")
    url = f"{server.address}/api/projects/shop/stream"
    process = await asyncio.create_subprocess_exec(
        str(NODE), str(SCRIPT), url, token, live, offset, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield Follower(process)
    finally:
        process.kill()
        await process.wait()


def changed(server: Server, token: str, number: int) -> int:
    """A node more; the sequence that the project has reached."""
    with httpx2.Client(base_url=server.address, headers={"authorization": f"Bearer {token}"}, timeout=60) as client:
        revision = client.get("/api/projects/shop/graph").json()["revision"]
        change = {
            "commandId": uuid(number),
            "baseRevision": revision,
            "operations": create(("SYS", f"System {number}")),
        }
        client.post("/api/projects/shop/changes", json=change).raise_for_status()
        return int(client.head("/api/projects/shop/stream").headers["stream-next-offset"].rpartition("_")[2])


@pytest.mark.requirement("G-131")
@pytest.mark.parametrize(
    "live", ["sse", pytest.param("long-poll", marks=pytest.mark.slow), pytest.param("true", marks=pytest.mark.slow)]
)
async def test_it_reads_from_the_beginning_follows_and_goes_on_after_a_kill(tmp_path: Path, live: str):
    server = Server(tmp_path)
    server.typed("new", "shop")
    token = server.token()
    await server.start()
    try:
        async with following(server, token, live) as follower:
            await follower.until(changed(server, token, 1))  # of the past
            await follower.until(changed(server, token, 2))  # live
            kept = follower.offset, follower.read[-1]
            await server.kill()
            await server.start()
            last = changed(server, token, 3)
            await follower.until(last)

        assert follower.read == list(range(1, follower.read[-1] + 1))  # findings may follow a commit

        async with following(server, token, live, kept[0]) as another:
            await another.until(last)

        assert another.read == list(range(kept[1] + 1, another.read[-1] + 1))
    finally:
        await server.kill()

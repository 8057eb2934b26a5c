"""The first page: given out before the program is there, while everything else waits for it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import httpx2
import pytest
from starlette.types import Message

from graphwright.server.assets import INDEX, Assets
from graphwright.server.http import network_app
from graphwright.server.reception import Pages, Reception
from graphwright.server.warming import warming
from tests.server.place import BASE, Place, open_place

PAGE = b"<!doctype html><title>first</title>"
FILES = Assets({INDEX: partial(bytes, PAGE), "/assets/a.js": partial(bytes, b"let a;" * 400)})


@asynccontextmanager
async def received(reception: Reception) -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=reception), base_url=BASE) as client:
        yield client


def door(place: Place) -> tuple[Reception, asyncio.Event]:
    asked = asyncio.Event()
    return Reception(asked, Pages(FILES, place.server_state.authenticator)), asked


@pytest.mark.requirement("P-199")
async def test_pages_are_given_out_before_the_program_is_there_and_the_same_afterwards(place):
    reception, asked = door(place)
    async with received(reception) as client:
        early = [await client.get(path) for path in ("/", "/assets/a.js")]
        head = await client.head("/")
        known = await client.get("/", headers={"if-none-match": early[0].headers["etag"]})
        assert not asked.is_set()
        reception.open(network_app(place.server_state))
        late = [await client.get(path) for path in ("/", "/assets/a.js")]
    assert [each.status_code for each in (*early, head, known)] == [200, 200, 200, 304]
    assert early[0].content == PAGE
    assert "script-src 'self'" in early[0].headers["content-security-policy"]
    assert [(each.content, each.headers) for each in early] == [(each.content, each.headers) for each in late]


@pytest.mark.requirement("P-199")
@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/session", {}, 401),
        ("/nowhere", {}, 404),
        ("/", {"host": "other.example"}, 403),  # another name that leads here: the program says what is wrong
    ],
)
async def test_all_else_waits_for_the_program_and_is_answered_by_it(place, path, headers, status):
    reception, asked = door(place)
    async with received(reception) as client:
        asking = asyncio.create_task(client.get(path, headers=headers))
        await asked.wait()
        assert not asking.done()
        reception.open(network_app(place.server_state))
        assert (await asking).status_code == status


@pytest.mark.requirement("P-199")
async def test_who_waits_for_a_program_that_never_comes_is_told_so():
    reception = Reception(asyncio.Event())
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async with received(reception) as client:
        asking = asyncio.create_task(client.get("/"))
        socket: Any = {"type": "websocket", "path": "/ws", "headers": []}
        opening = asyncio.create_task(reception(socket, receive, send))
        await asyncio.sleep(0)
        reception.close()
        assert (await asking).status_code == 503
        await opening
    assert [message["type"] for message in sent] == ["websocket.close"]


@pytest.mark.requirement("P-200")
def test_the_first_page_waits_for_nothing_that_works_on_a_project_and_for_no_endpoint():
    code = "import sys, graphwright.cli.dispatch, graphwright.cli.serve; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    late = (
        "actions.dispatch", "documents", "graph.rules", "interop", "offline", "opening", "operations", "runs.engine",
        "server.http", "server.routes", "server.server_state", "tools", "turns", "workflows",
    )  # fmt: skip
    assert [name for name in told if name.startswith(tuple(f"graphwright.{each}" for each in late))] == []
    assert "prometheus_client" not in told


@pytest.mark.requirement("P-201", "M-81")
async def test_a_server_that_nobody_asks_loads_nothing_for_a_first_message(monkeypatch):
    read: list[str] = []
    monkeypatch.setattr("graphwright.server.warming.import_module", read.append)
    async with open_place() as place:
        reception, asked = door(place)
        reception.open(network_app(place.server_state))
        async with warming(place.workbench, asked), received(reception) as client, asyncio.timeout(60):
            await client.get("/")
            for _ in range(10):
                await asyncio.sleep(0)
            assert read == []
            await client.get("/healthz")
            while len(read) < 2:
                await asyncio.sleep(0)

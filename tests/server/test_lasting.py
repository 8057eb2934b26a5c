"""What a server keeps of those who came and went: nothing, also where nobody looks for dead cycles (`ports`)."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from msgspec import Raw
from websockets.server import ServerProtocol

from graphwright.rooms.outbox import Outbox
from graphwright.rooms.session import Session
from graphwright.server.http import _lines
from graphwright.server.limits import BoundedHttp
from graphwright.server.routes.events import _as_lines, _as_sent_events
from graphwright.server.routes.model import JournalEntry
from graphwright.server.sending import Sending
from graphwright.server.serve import Listener, uvicorn_config
from graphwright.server.talking import begun
from graphwright.server.websocket import _Connection
from tests.collecting import kept, uncollected_here
from tests.rooms.test_load import Peer
from tests.server.place import START, Place
from tests.waiting import until

TYPES = (_Connection, BoundedHttp, Outbox, Sending, ServerProtocol, Session)
PEOPLE = 8
ROUNDS = 3


@pytest.mark.requirement("X-198", "Z-166")
@pytest.mark.parametrize("form", ["lines of records", "lines of entries", "sent events", "an answer that has begun"])
async def test_whoever_leaves_in_the_middle_of_an_answer_gives_back_what_it_holds_at_once(place: Place, form: str):
    given_back: list[str] = []

    async def source() -> AsyncGenerator[Any]:
        try:
            for number in range(1, 3):
                yield b"piece" if form == "an answer that has begun" else entry(number)
        finally:
            given_back.append(form)

    match form:
        case "lines of records":
            sent = _lines(source())
        case "lines of entries":
            sent = _as_lines(source())
        case "sent events":
            sent = _as_sent_events("epoch", source())
        case _:
            sent = (await begun(source())).body.pieces  # type: ignore[attr-defined]  # it is `Pieces`
    await anext(sent)
    await sent.aclose()
    assert given_back == [form]


def entry(number: int) -> JournalEntry:
    return JournalEntry(sequence=number, type="thread.changed", at=START, revision=0, event=Raw(b"{}"))


@pytest.mark.requirement("Z-166")
async def test_of_somebody_who_has_left_nothing_stays_that_only_the_collector_would_find(place: Place):
    open_project = await place.workbench.open_or_new_project("shop")
    issued = await place.server_state.authenticator.tokens.issue(open_project, "editor")
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    server = Listener(uvicorn_config(place.network))
    serving = asyncio.create_task(server.serve(sockets=[taken]))
    await server.is_ready.wait()
    loop = asyncio.get_running_loop()

    async def come() -> Peer:
        _, peer = await loop.create_connection(lambda: Peer(issued.token), "127.0.0.1", port)
        await peer.opened
        return peer

    with uncollected_here():
        before = kept(*TYPES)
        for _ in range(ROUNDS):
            people = [await come() for _ in range(PEOPLE)]
            most = kept(*TYPES) - before
            for each in people:
                each.transport.abort()
                await each.lost
            del people, each
            assert most[Session] >= PEOPLE
        await until(lambda: kept(*TYPES) <= before)
    server.should_exit = True
    await serving
    gc.collect()

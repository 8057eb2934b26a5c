"""What a server keeps of those who came and went: nothing, also where nobody looks for dead cycles (`ports`)."""

from __future__ import annotations

import asyncio
import gc
import socket

import pytest
from websockets.server import ServerProtocol

from graphwright.rooms.outbox import Outbox
from graphwright.rooms.session import Session
from graphwright.server.limits import BoundedHttp
from graphwright.server.sending import Sending
from graphwright.server.serve import Listener, uvicorn_config
from graphwright.server.websocket import _Connection
from tests.collecting import kept, uncollected_here
from tests.rooms.test_load import Peer
from tests.server.place import Place
from tests.waiting import until

TYPES = (_Connection, BoundedHttp, Outbox, Sending, ServerProtocol, Session)
PEOPLE = 8
ROUNDS = 3


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

"""Clients at a server that has not their project: one line carries them all, and they stay when the owner is another.

The owner is the whole program, reached without a network; the other server is what is between it and the clients.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest

from graphwright.client.connection import ClientConnection
from graphwright.client.doors import Line, LineLost
from graphwright.fleet.lines import WINDOW
from graphwright.protocol.commands import PresenceUpdate, ThreadOpen
from graphwright.protocol.events import AccessChanged, LayoutChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.operations import NodeCreate
from graphwright.protocol.state import State
from graphwright.rooms.outbox import MAX_EVENTS
from tests.client.far import Far
from tests.client.place import house, submit
from tests.waiting import until

requirement = pytest.mark.requirement

WAIT_S = 10


def node(name: str) -> NodeCreate:
    return NodeCreate(id="op-1", node_type="FUNC", name=name)


async def alike(*clients: ClientConnection) -> None:
    """All of them have what the server has."""
    async with asyncio.timeout(WAIT_S):
        fresh = await clients[0].get("/state", State)
        for client in clients:
            await client.until(lambda replica: replica.sequence >= fresh.sequence)
            assert client.replica.state() == fresh
            assert (client.replica.gaps, client.reconnects) == (0, 0)


async def until_the_end(line: Line) -> tuple[int, list[dict[str, Any]]]:
    """How a line was ended, and what came before."""
    heard: list[dict[str, Any]] = []
    try:
        while True:
            heard += json.loads(await line.receive())
    except LineLost as lost:
        return lost.code, heard


@requirement("Z-54")
async def test_clients_of_another_server_share_one_line_and_hear_each_event_once_on_it():
    owner = await house()
    far = Far(owner)
    async with asyncio.timeout(WAIT_S), AsyncExitStack() as stack:
        near = await stack.enter_async_context(owner.somebody())
        there = [await stack.enter_async_context(owner.somebody(door=await far.door())) for _ in range(20)]
        far.frames.clear()
        await there[3].see_done(submit(there[3], node("Ship")))
        await near.see_done(submit(near, node("Pay"), base=None))
        await alike(near, *there)
        told = [each for frame in far.frames for each in json.loads(frame)]
        commits = [each for each in told for event in each.get("events", []) if event["type"] == "commit.applied"]
        assert (len(far.lines), [each.get("to") for each in commits]) == (1, [None, None])


@requirement("Z-54")
async def test_presence_and_what_is_being_said_cross_and_are_not_told_to_who_moved():
    owner = await house()
    far = Far(owner)
    async with asyncio.timeout(WAIT_S), AsyncExitStack() as stack:
        near = await stack.enter_async_context(owner.somebody())
        ana = await stack.enter_async_context(owner.somebody(door=await far.door()))
        ben = await stack.enter_async_context(owner.somebody(door=await far.door()))
        await near.until(lambda replica: len(replica.passing.here) == 2)
        await ana.tell(PresenceUpdate(canvas="graph", cursor=(1.0, 2.0)))
        opened = [each.opened for each in (near, ana, ben)]
        assert all(opened)
        moved = opened[1].session_id
        for other in (near, ben):
            await other.until(lambda replica: any(at.cursor == (1.0, 2.0) for at in replica.passing.here.values()))
            assert other.replica.passing.here[moved].canvas == "graph"
        assert all(at.cursor is None for at in ana.replica.passing.here.values())
        await ben.close()
        for other in (near, ana):
            await other.until(lambda replica: opened[2].session_id not in replica.passing.here)


@requirement("Z-54", "Z-52")
@pytest.mark.parametrize("how", ["killed", "given back"])
async def test_clients_stay_while_nobody_works_on_the_project_and_go_on_with_the_next_server(how: str):
    owner = await house()
    far = Far(owner)
    async with asyncio.timeout(WAIT_S), AsyncExitStack() as stack:
        there = [await stack.enter_async_context(owner.somebody(door=await far.door())) for _ in range(3)]
        await there[0].see_done(submit(there[0], node("Ship")))
        far.is_nobody_there.set()
        if how == "killed":
            far.lines[-1].cut()
        else:
            owner.server_state.rooms.release(owner.open_project.project.project_id)
        said = submit(there[1], node("Pay"))
        writing = asyncio.create_task(there[1].see_done(said))
        async with owner.somebody() as near:  # meanwhile somebody writes whom these do not hear
            await near.see_done(submit(near, node("Pack")))
            assert (writing.done(), [each.replica.nodes for each in there]) == (False, [there[0].replica.nodes] * 3)
            far.is_nobody_there.clear()
            await writing
            await alike(near, *there)
        assert len(far.lines) == 2
        names = sorted(each.name for each in there[2].replica.nodes.values())
        assert (names, [each.opened.resume for each in there]) == (["Pack", "Pay", "Ship"], ["events"] * 3)


@requirement("Z-54")
async def test_a_command_that_was_lost_with_its_server_is_done_once():
    owner = await house()
    far = Far(owner)
    async with asyncio.timeout(WAIT_S), owner.somebody(door=await far.door()) as ana:
        far.lines[-1].is_read = False  # what the owner says does not arrive any more
        writing = asyncio.create_task(ana.see_done(ThreadOpen(command_id=ana.new_id(), title="once")))
        async with owner.somebody() as near:
            await near.until(lambda replica: any(one.title == "once" for one in replica.threads.values()))
            far.lines[-1].cut()
            far.lines[-1].is_read = True
            await writing
            await alike(near, ana)
        assert [one.title for one in ana.replica.threads.values()].count("once") == 1


@requirement("Z-54", "R-05")
async def test_whoever_loses_access_hears_nothing_more_and_the_others_go_on():
    owner = await house()
    far = Far(owner)
    async with asyncio.timeout(WAIT_S), owner.somebody(door=await far.door()) as ana:
        line = await (await far.door("viewer")).dial()
        await line.send(json.dumps({"type": "session.open", "protocolVersion": 1, "projectId": "shop"}))
        who = json.loads(await line.receive())[0]["person"]
        left = Author(person_id=who["personId"], name=who["name"])
        await owner.open_project.project.record([AccessChanged(person=left, access=None)])
        await ana.see_done(submit(ana, node("Ship")))
        code, heard = await until_the_end(line)
        assert (code, {event["type"] for event in heard} & {"commit.applied", "access.changed"}) == (4403, set())
        await alike(ana)
        assert len(far.lines) == 1


@requirement("Z-54", "R-44")
async def test_a_client_that_does_not_read_ends_its_own_connection_and_no_other():
    owner = await house()
    far = Far(owner)
    async with asyncio.timeout(WAIT_S), owner.somebody(door=await far.door()) as ana:
        door = await far.door()
        line = await door.dial()
        await line.send(json.dumps({"type": "session.open", "protocolVersion": 1, "projectId": "shop"}))
        await line.receive()
        door.lines[0].is_read = False
        moves = [LayoutChanged(view="v", positions={"n": (float(at), 0.0)}) for at in range(MAX_EVENTS + 10)]
        for move in moves:
            await owner.open_project.project.record([move])
        await ana.see_done(submit(ana, node("Ship")))
        await alike(ana)
        door.lines[0].is_read = True
        code, _ = await until_the_end(line)
        assert (code, len(far.lines)) == (4408, 1)
        await until(lambda: len(owner.room.sessions) == 1)


@requirement("Z-54", "R-42")
async def test_what_a_client_sends_is_taken_no_faster_than_it_is_done():
    owner = await house()
    far = Far(owner)
    async with asyncio.timeout(WAIT_S), AsyncExitStack() as stack:
        ana = await stack.enter_async_context(owner.somebody(door=await far.door()))
        line = await (await far.door()).dial()
        await line.send(json.dumps({"type": "session.open", "protocolVersion": 1, "projectId": "shop"}))
        large = json.dumps({"type": "nonsense", "text": "x" * (WINDOW // 2)})
        for _ in range(12):
            await line.send(large)
        refused = 0
        while refused < 12:
            events = json.loads(await line.receive())
            refused += sum(event["type"] == "error" for event in events)
        await ana.see_done(submit(ana, node("Ship")))
        await alike(ana)

"""Somebody who watches a project through its room, and is compared with somebody who has just come."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from msgspec import json, structs

from graphwright.client.canvases import Canvases
from graphwright.client.connection import events_of
from graphwright.client.replica import Replica
from graphwright.projects import Project
from graphwright.protocol.events import Heard
from graphwright.protocol.state import State
from graphwright.protocol.wire import decode, encode
from graphwright.rooms.room import Room
from graphwright.rooms.session import LiveSession
from graphwright.rooms.state import state_of
from graphwright.threads import history, threads
from graphwright.turns.streams import Streams
from tests.client.screen import Screen
from tests.places import ANA, Table
from tests.rooms.lines import Client, joined
from tests.stories.stage import Stage


class Watcher:
    """One client: a line flushed by hand, a replica, and a screen that knows only updates."""

    def __init__(self, project: Project, room: Room, name: str = "ana") -> None:
        self.project = project
        self.room = room
        self.name = name
        self.replica = Replica()
        self.screen = Screen()
        self.events: list[Heard] = []
        self.openings = 0
        self.client: Client

    async def arrive(self) -> None:
        """Open a session, from where the replica stands."""
        self.openings += 1
        name = f"{self.name} {self.openings}"
        self.client = await joined(self.room, self.project, ANA, since=self.replica.since, session=name)
        await self.read()

    def drop(self) -> None:
        """The line is lost, with everything that was under way on it."""
        self.client.session.close(4408)
        self.room.leave(self.client.session)

    async def read(self) -> None:
        """Take in everything that was sent."""
        frame = await self.client.flush()
        for told in frame:
            text = json.encode(told)
            (event,) = events_of(text.decode())
            # What is sent is exactly what the protocol says: nothing unknown, nothing lost.
            assert json.decode(encode(event)) == told
            self._hear(event)
        if self.replica.needs_state:
            await self.load()

    @property
    def is_here(self) -> bool:
        return isinstance(self.client.session.state, LiveSession)

    def _hear(self, event: Heard) -> None:
        self.events.append(event)
        self.screen.show(self.replica.hear(event))

    async def load(self) -> None:
        """Read the state as a browser does: over JSON, and with the history of every thread."""
        await load(self.replica, self.project)
        self.screen = Screen()
        self.screen.show(self.replica.drawn())

    def state(self) -> State:
        return in_order(self.replica.state())

    def canvases(self) -> Canvases:
        return self.replica.canvases()


async def load(replica: Replica, project: Project) -> None:
    replica.load(decode(encode(await state_of(project)), State))
    for thread in await threads(project.store, project.project_id):
        replica.load_messages(await history(project.store, project.project_id, thread.thread_id))
    replica.load_commits([commit async for commit in project.commits()])


async def newcomer(project: Project) -> Replica:
    """Somebody who opens the project now."""
    replica = Replica()
    await load(replica, project)
    return replica


def in_order(state: State) -> State:
    """The same state with its lists in one order; order is not part of it."""
    return structs.replace(
        state,
        graph=structs.replace(
            state.graph,
            nodes=sorted(state.graph.nodes, key=lambda node: node.node_id),
            edges=sorted(state.graph.edges, key=lambda edge: edge.edge_id),
        ),
        members=sorted(state.members, key=lambda person: person.person_id),
        threads=sorted(state.threads, key=lambda thread: thread.thread_id),
        messages=sorted(state.messages, key=lambda message: message.message_id),
        proposals=sorted(state.proposals, key=lambda proposal: proposal.proposal_id),
        waits=sorted(state.waits, key=lambda wait: wait.step_id),
        runs=sorted(state.runs, key=lambda run: run.run_id),
        steps=sorted(state.steps, key=lambda step: step.step_id),
        findings=sorted(state.findings, key=lambda finding: finding.finding_id),
        documents=sorted(state.documents, key=lambda document: document.document_id),
        baselines=sorted(state.baselines, key=lambda baseline: baseline.name),
    )


async def check_equal(watcher: Watcher) -> None:
    """Who has heard every event knows what somebody knows who comes now; so do the canvases that only add up."""
    fresh = await newcomer(watcher.project)
    assert json.decode(encode(watcher.state())) == json.decode(encode(in_order(fresh.state())))
    assert sorted(watcher.replica.messages) == sorted(fresh.messages)
    assert watcher.canvases() == fresh.canvases()
    assert watcher.screen.canvases() == fresh.canvases()
    assert watcher.replica.gaps == 0


@asynccontextmanager
async def watched(place: Table | Stage) -> AsyncGenerator[Watcher]:
    """Somebody watches while something happens; afterwards state + events must be the fresh state (T-06, I-06)."""
    project = place.project if isinstance(place, Table) else place.open_project.project
    streams = Streams(project) if isinstance(place, Table) else place.open_project.streams
    watcher = Watcher(project, Room(project, streams))
    await watcher.arrive()
    opened, watcher.events = watcher.events, []
    assert [event.__struct_config__.tag for event in opened] == ["session.opened"]
    yield watcher
    await watcher.read()
    await check_equal(watcher)


def kinds(watcher: Watcher) -> list[str]:
    """The kinds of events that were heard, each once, in the order they first came."""
    return list(dict.fromkeys(str(event.__struct_config__.tag) for event in watcher.events))

"""Seeded histories: people change a project in every way, lines are lost at any moment, and in the end all are equal.

A seed that ever failed gets its name in `REMEMBERED`; the slow run plays 200 of them.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from msgspec import json

from graphwright.errors import ChangeSetError, Conflict
from graphwright.operations.commit import Submission
from graphwright.protocol.events import (
    AccessChanged,
    FindingsChanged,
    LayoutChanged,
    MessageCompleted,
    MessageDelta,
    MessageStarted,
    ProposalGrowing,
    ProposalWithdrawn,
    ThreadChanged,
)
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    Finding,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.protocol.threads import MessageAuthor, TextPart
from graphwright.protocol.wire import encode
from graphwright.rooms.room import Room
from graphwright.turns.streams import Streams
from tests.places import ANA, BEN, Table, open_table
from tests.sync.watching import Watcher, check_equal, in_order, newcomer

ACTIONS = 100
REMEMBERED: tuple[int, ...] = ()


class World:
    """A project, its clients, and a die."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.project = table.project
        self.dice = random.Random(seed)
        self.room = Room(table.project, Streams(table.project))
        self.clients = [Watcher(table.project, self.room, f"c{at}") for at in range(self.dice.randint(2, 5))]
        self.streams: dict[str, int] = {}
        self.count = 0

    def new_id(self) -> str:
        return self.project.ids.new()

    async def act(self) -> None:
        self.count += 1
        people = [self.change, self.change, self.change, self.undo, self.move, self.turn_context, self.find, self.admit]
        streams = [self.stream, self.complete, self.grow]
        network = [self.drop, self.come_back, self.read, self.read, self.lose_a_frame]
        action: Callable[[], Awaitable[None]] = self.dice.choice([*people, *streams, *network])
        await action()

    # what people do ----------------------------------------------------------------------------------------------

    async def change(self) -> None:
        operations = [self.operation(at) for at in range(self.dice.randint(1, 4))]
        await self.submit(Submission(change_set=self.change_set(operations), author=ANA, origin="person"))

    def operation(self, at: int) -> Operation:
        nodes = list(self.project.graph.nodes)
        kind = self.dice.randrange(4) if len(nodes) > 1 else 0
        name = f"Step{self.count}x{at}"
        if kind == 0:
            return NodeCreate(id=f"op{at}", node_type=self.dice.choice(["FUNC", "REQ"]), name=name, descr=name)
        if kind == 1:
            return NodeUpdate(id=f"op{at}", ref=self.dice.choice(nodes), set=NodeSet(name=name))
        if kind == 2:
            source, target = self.dice.sample(nodes, 2)
            return EdgeCreate(id=f"op{at}", edge_type="relation", source=source, target=target)
        return NodeDelete(id=f"op{at}", ref=self.dice.choice(nodes))

    def change_set(self, operations: list[Operation]) -> ChangeSet:
        return ChangeSet(base_revision=self.project.graph.revision, operations=operations)

    async def undo(self) -> None:
        commits = [commit async for commit in self.project.commits()]
        if commits:
            await self.submit(
                Submission(
                    change_set=self.change_set([]), author=BEN, origin="revert", reverts=[self.dice.choice(commits)]
                )
            )

    async def submit(self, submission: Submission) -> None:
        with suppress(ChangeSetError, Conflict):  # refused as a whole: nobody may hear of it
            await self.table.committer.submit(submission)

    async def move(self) -> None:
        for node_id in list(self.project.graph.nodes)[:3]:
            place = (self.dice.random(), self.dice.random())
            view = self.dice.choice(["hierarchy", "flow"])
            await self.project.record([LayoutChanged(view=view, positions={node_id: place})])

    async def turn_context(self) -> None:
        now = self.project.clock.now()
        thread = f"t{self.dice.randrange(3)}"
        await self.project.record([ThreadChanged(thread_id=thread, title=f"title {self.count}", started_at=now)])

    async def stream(self) -> None:
        """A message begins, or begins again, or goes on."""
        message_id = self.dice.choice([*self.streams, self.new_id()])
        if message_id not in self.streams or self.dice.random() < 0.2:
            await self.project.record([self.started(message_id)])
            self.streams[message_id] = 0
        text = "é" * self.dice.randint(1, 5)
        self.project.publish(
            MessageDelta(message_id=message_id, attempt=1, part=0, offset=self.streams[message_id], text=text)
        )
        self.streams[message_id] += len(text)

    def started(self, message_id: str) -> MessageStarted:
        author = MessageAuthor(kind="assistant", name="a")
        return MessageStarted(
            message_id=message_id, thread_id="t0", author=author, parts=[], status="streaming", attempt=1
        )

    async def complete(self) -> None:
        if not self.streams:
            return
        message_id = self.dice.choice(list(self.streams))
        text = "é" * self.streams.pop(message_id)
        await self.project.record(
            [
                ThreadChanged(thread_id="t0", title="talk", started_at=self.project.clock.now()),
                MessageCompleted(
                    message_id=message_id,
                    thread_id="t0",
                    author=MessageAuthor(kind="assistant", name="a"),
                    parts=[TextPart(text=text)],
                    status="complete",
                    attempt=1,
                ),
            ]
        )

    async def grow(self) -> None:
        proposal_id, attempt = f"p{self.dice.randrange(2)}", self.dice.randint(1, 3)
        if self.dice.random() < 0.3:
            self.project.publish(
                ProposalWithdrawn(proposal_id=proposal_id, run_id="r", attempt=attempt, reason="another try")
            )
        else:
            operation = NodeCreate(id=f"op{self.count}", node_type="FUNC", name="Ghost", descr="")
            self.project.publish(
                ProposalGrowing(proposal_id=proposal_id, run_id="r", attempt=attempt, operation=operation)
            )

    async def find(self) -> None:
        finding = Finding(
            finding_id=f"f{self.dice.randrange(4)}", rule_id="R", phase=0, severity="info", reach="graph",
            node_ids=[], edge_ids=[], case="broken", values={"count": self.count},
        )  # fmt: skip
        gone = [f"f{self.dice.randrange(4)}"] if self.dice.random() < 0.5 else []
        revision = self.project.graph.revision
        resolved = [finding_id for finding_id in gone if finding_id != finding.finding_id]
        await self.project.record([FindingsChanged(revision=revision, introduced=[finding], resolved=resolved)])

    async def admit(self) -> None:
        await self.project.record([AccessChanged(person=BEN, access=self.dice.choice(["viewer", "editor", None]))])

    # what the network does ---------------------------------------------------------------------------------------

    async def drop(self) -> None:
        self.dice.choice(self.clients).drop()

    async def come_back(self) -> None:
        client = self.dice.choice(self.clients)
        if not client.is_here:
            await client.arrive()

    async def read(self) -> None:
        client = self.dice.choice(self.clients)
        if client.is_here:
            await client.read()

    async def lose_a_frame(self) -> None:
        """A frame was sent and the line was lost before it arrived."""
        client = self.dice.choice(self.clients)
        if client.is_here:
            await client.client.flush()
            client.drop()


async def play(seed: int) -> World:
    world = World(await open_table(), seed)
    for client in world.clients:
        await client.arrive()
    for _ in range(ACTIONS):
        await world.act()
    for client in world.clients:
        if not client.is_here:
            await client.arrive()
        await client.read()
    return world


async def check(seed: int) -> None:
    world = await play(seed)
    fresh = await newcomer(world.project)
    late = Watcher(world.project, world.room, "late")
    await late.arrive()
    for client in world.clients:
        await check_equal(client)
        assert encode(client.state()) == encode(in_order(fresh.state()))
        assert client.replica.passing.streaming == late.replica.passing.streaming
        assert client.replica.passing.growing == late.replica.passing.growing
    assert world.room.failures == 0
    assert json.decode(encode(late.canvases())) == json.decode(encode(world.clients[0].canvases()))


@pytest.mark.requirement("I-06", "I-12", "R-46", "WF-14")
@pytest.mark.parametrize("seed", [*range(15), *REMEMBERED])
async def test_whoever_drops_out_and_comes_back_knows_what_everybody_knows(seed):
    await check(seed)


@pytest.mark.slow
@pytest.mark.requirement("I-06", "I-12", "R-46")
@pytest.mark.parametrize("first", range(15, 215, 20))
async def test_two_hundred_histories_lead_everybody_to_the_same_state(first):
    for seed in range(first, first + 20):
        await check(seed)

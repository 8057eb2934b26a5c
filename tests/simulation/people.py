"""People at the real client: they change, undo, ask, decide and look around, and note what they were answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from msgspec import Raw, json

from graphwright.client.connection import ClientConnection, WritingCommand
from graphwright.client.doors import FileAnswer, Line, LineLost, refusal
from graphwright.errors import GraphwrightError, StoreError
from graphwright.ports import Clock, Ids
from graphwright.protocol.commands import (
    ChangesRedo,
    ChangesSubmit,
    ChangesUndo,
    CommentWrite,
    LayoutUpdate,
    MessageSend,
    PresenceUpdate,
    ProposalDecide,
    RunCancel,
    ThreadOpen,
)
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeSet, NodeUpdate
from graphwright.protocol.wire import encode
from tests.cluster.network import FarLine, Gone, Network, answered
from tests.cluster.reaching import answer_of, line_to, scope_of
from tests.simulation.server import Server

PROJECT = "shop"
ASK_S = 30.0
OVER_HTTP = 0.2
"""The share of commands that are sent over HTTP; the others over the WebSocket."""
PAUSE_S = (0.02, 0.8)
WHO = ("clerk", "customer", "robot", "driver", "guest")
DOES = ("checks", "moves", "stores", "orders", "returns")
WHAT = ("order", "pallet", "invoice", "ticket", "crate")


class Answered(NamedTuple):
    """A command whose fate is known."""

    command: WritingCommand
    result: dict[str, Any] | None
    """None: it was refused."""


class Door:
    """A client's way to whichever server is there."""

    def __init__(self, network: Network, place: str, token: str, server: Callable[[], Server]) -> None:
        self._network, self._place, self._server = network, place, server
        self._headers = {"host": "127.0.0.1", "authorization": f"Bearer {token}"}
        self.lines: list[FarLine] = []

    async def dial(self) -> Line:
        scope = scope_of("websocket", "/ws", self._headers)
        server, application = self._there()
        line = await line_to(self._network, self._place, server, application, scope=scope, within_s=20.0)
        self.lines = [line]
        return line

    async def get(self, path: str) -> bytes:
        return await self._asked("GET", path, b"")

    async def post(self, path: str, body: bytes) -> bytes:
        return await self._asked("POST", path, body)

    async def _asked(self, method: str, path: str, body: bytes) -> bytes:
        scope = scope_of("http", path, self._headers | ({"content-type": "application/json"} if body else {}))
        scope |= {"method": method}
        try:
            there = self._there()
            async with asyncio.timeout(ASK_S):
                status, _, answer = await answer_of(self._network, self._place, *there, scope=scope, body=body)
        except (Gone, TimeoutError) as error:
            raise LineLost(reason=str(error)) from None
        if status == 500:
            raise refusal(status, answer)
        if status >= 300:
            raise answered(status, answer)
        return answer

    async def fetch(self, path: str, body: bytes) -> FileAnswer:
        raise NotImplementedError

    def _there(self) -> tuple[Server, Any]:
        server = self._server()
        if server.application is None:
            raise LineLost(reason="nobody listens")
        return server, server.application


class Follower:
    """A program that asks over HTTP, again and again, what comes after what it has."""

    def __init__(self, door: Door) -> None:
        self.heard: list[dict[str, Any]] = []
        self._door = door

    async def follow(self) -> None:
        while True:
            try:
                answer = await self._door.get(f"/api/projects/{PROJECT}/events?after={len(self.heard)}&wait=5")
            except (LineLost, StoreError):
                await asyncio.sleep(1.0)
                continue
            self.heard += [json.decode(line) for line in answer.splitlines() if line]


class Somebody:
    """One person and what they were answered."""

    def __init__(self, number: int, seed: int, door: Door, clock: Clock) -> None:
        self.name = f"person{number}"
        self.door = door
        self.answered: list[Answered] = []
        self.failed: list[str] = []
        """Commands at which the server itself failed."""
        self.is_stopped = False
        self.connection: ClientConnection
        self._random = Random(f"{seed} {self.name}")
        self._clock = clock
        self._ids = Ids(clock, self._random.randbytes)
        self._made = 0

    async def live(self) -> None:
        """Do one thing after the other, until told to stop."""
        await self._connect()
        while not self.is_stopped:
            try:
                await self._do_something()
            except LineLost:  # what was only told, and not sent, is of no importance
                await self._connect()
            await asyncio.sleep(self._random.uniform(*PAUSE_S))

    async def _connect(self) -> None:
        """Come in, as somebody does who opens the page (again)."""
        while True:
            connection = ClientConnection(self.door, PROJECT, clock=self._clock, ids=self._ids)
            with suppress(LineLost):
                self.connection = await connection.__aenter__()
                return
            await connection.close()
            await asyncio.sleep(1.0)

    async def _sent(self, command: WritingCommand) -> None:
        """Send it until its fate is known, by one door or the other."""
        while True:
            try:
                if self._random.random() < OVER_HTTP:
                    result = await self.door.post(f"/api/projects/{PROJECT}/commands", encode(command))
                else:
                    result = bytes(await self.connection.send(command))
            except LineLost:
                await asyncio.sleep(0.5)
                if self.connection._over is not None:
                    await self._connect()
            except StoreError:
                await asyncio.sleep(1.0)  # nobody knows yet whether it was done; sent again it is the same command
            except GraphwrightError as refused:
                if refused.code == "internal":
                    self.failed.append(f"{command}: {refused}")
                self.answered.append(Answered(command, None))
                return
            else:
                self.answered.append(Answered(command, json.decode(result)))
                return

    async def _do_something(self) -> None:
        deeds = (
            (self._change, 8), (self._edit, 4), (self._undo, 2), (self._redo, 1), (self._say, 3), (self._ask, 1),
            (self._wish, 2), (self._decide, 4), (self._cancel, 1), (self._move, 2), (self._open, 1),
            (self._comment, 1), (self._look, 4), (self._investigate, 1), (self._garden, 1),
        )  # fmt: skip
        (deed,) = self._random.choices([deed for deed, _ in deeds], [weight for _, weight in deeds])
        await deed()

    # deeds -----------------------------------------------------------------------------------------------------------

    def _one_of(self, things: Any) -> Any:
        found = list(things)
        return self._random.choice(found) if found else None

    async def _submit(self, *operations: Any) -> None:
        project = self.connection.replica.project
        assert project is not None
        raw = [Raw(encode(operation)) for operation in operations]
        new = self.connection.new_id()
        await self._sent(ChangesSubmit(command_id=new, base_revision=project.revision, operations=raw))

    async def _change(self) -> None:
        self._made += 1
        name = f"{self.name}x{self._made}"
        await self._submit(
            NodeCreate(id="a", temp_id="a", node_type="FUNC", name=name, descr="x"),
            NodeCreate(id="b", temp_id="b", node_type="REQ", name=f"{name}r", descr="x"),
            EdgeCreate(id="c", edge_type="satisfy", source="a", target="b"),
        )

    async def _edit(self) -> None:
        node = self._one_of(self.connection.replica.nodes.values())
        if node is not None:
            self._made += 1
            said = f"said by {self.name} the {self._made}th time"
            await self._submit(NodeUpdate(id="a", ref=node.node_id, set=NodeSet(descr=said)))

    async def _undo(self) -> None:
        await self._sent(ChangesUndo(command_id=self.connection.new_id()))

    async def _redo(self) -> None:
        await self._sent(ChangesRedo(command_id=self.connection.new_id()))

    def _sentence(self) -> str:
        who, does, what = (self._random.choice(words) for words in (WHO, DOES, WHAT))
        return f"A {who} {does} the {what}."

    async def _message(self, text: str, **options: Any) -> None:
        thread = self._one_of(self.connection.replica.threads) if self._random.random() < 0.5 else None
        await self._sent(MessageSend(command_id=self.connection.new_id(), text=text, thread_id=thread, **options))

    async def _say(self) -> None:
        await self._message(self._sentence())

    async def _wish(self) -> None:
        await self._message(self._sentence(), policy="review")

    async def _ask(self) -> None:
        await self._message(self._random.choice(("Which functions are there?", "Check the model")))

    async def _investigate(self) -> None:
        await self._message("Why does nobody store the crate?", workflow="investigate")

    async def _garden(self) -> None:
        await self._message("What is missing here?", workflow="gardener")

    async def _decide(self) -> None:
        proposal = self._one_of(each for each in self.connection.replica.proposals.values() if each.state == "open")
        if proposal is not None:
            decision = self._random.choice(("accept", "accept", "reject"))
            new = self.connection.new_id()
            await self._sent(
                ProposalDecide(
                    command_id=new, proposal_id=proposal.proposal_id, digest=proposal.digest, decision=decision
                )
            )

    async def _cancel(self) -> None:
        run = self._one_of(each.run_id for each in self.connection.replica.state().runs)
        if run is not None:
            await self._sent(RunCancel(command_id=self.connection.new_id(), run_id=run))

    async def _move(self) -> None:
        node = self._one_of(self.connection.replica.nodes)
        if node is not None:
            positions = {node: (self._random.uniform(0, 900), self._random.uniform(0, 900))}
            new = self.connection.new_id()
            await self._sent(LayoutUpdate(command_id=new, view="hierarchy", positions=positions))

    async def _open(self) -> None:
        await self._sent(ThreadOpen(command_id=self.connection.new_id(), title=f"of {self.name}"))

    async def _comment(self) -> None:
        node = self._one_of(self.connection.replica.nodes)
        if node is not None:
            new = self.connection.new_id()
            await self._sent(CommentWrite(command_id=new, kind="node", about=node, text="Why?"))

    async def _look(self) -> None:
        cursor = (self._random.uniform(0, 900), self._random.uniform(0, 900))
        await self.connection.tell(PresenceUpdate(canvas=self._random.choice(("chat", "graph")), cursor=cursor))

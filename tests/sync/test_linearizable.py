"""What clients were answered while the server was killed under them is what one server without haste would have answered.

The checker trusts no revision, no journal and no clock of the server: it knows what was asked, what was answered, and
which of two calls was over before the other began. So a read that is older than an acknowledged write, a write that is
lost or done twice, and an undo that takes back another change all show.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import Raw, json

from graphwright.client.connection import ClientConnection
from graphwright.client.doors import LineLost, NetworkDoor
from graphwright.errors import GraphwrightError
from graphwright.protocol.commands import ChangesSubmit, ChangesUndo
from graphwright.protocol.operations import NodeCreate, NodeSet, NodeUpdate
from graphwright.protocol.state import State
from graphwright.protocol.wire import encode
from tests.sync.linearizable import NEVER, Call, first_impossible
from tests.sync.test_crash_loop import PATIENCE_S, Server
from tests.waiting import pace, until

CLIENTS = 4
KILLS = 6
BETWEEN_KILLS = 20
Descriptions = tuple[tuple[str, str], ...]


class Commit(NamedTuple):
    """Who changed what: the description before and after, None for none, and which revision it takes back."""

    author: str
    name: str
    before: str | None
    after: str | None
    takes_back: int | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """A project in which one thing is done after the other: what was committed, so its length is the revision."""

    log: tuple[Commit, ...] = ()

    def elements(self) -> Descriptions:
        """Names and descriptions, in order."""
        now = {commit.name: commit.after for commit in self.log}
        return tuple(sorted((name, text) for name, text in now.items() if text is not None))

    def text(self, name: str, revision: int | None = None) -> str | None:
        """The description of an element, as it was in a revision or as it is."""
        return next((commit.after for commit in reversed(self.log[:revision]) if commit.name == name), None)

    def last_of(self, author: str) -> int | None:
        """The revision of what an undo of this person takes back."""
        gone = {commit.takes_back for commit in self.log}
        own = (at for at, commit in enumerate(self.log, 1) if commit.author == author and commit.takes_back is None)
        return max((at for at in own if at not in gone), default=None)


def step(model: Model, call: Call) -> Model | None:
    """What a call makes of a project; None where it would have been answered otherwise.

    Whether somebody else was in between is judged by values, not by revisions: a change that was taken back is none.
    """
    kind, who, *rest = call.asked
    if kind == "read":
        return model if call.answer == (len(model.log), model.elements()) else None
    if kind == "undo":
        at = model.last_of(who)
        if at is None:
            return model if call.answer in (None, "notFound") else None
        done = model.log[at - 1]
        if model.text(done.name) != done.after:
            return model if call.answer in (None, "conflict") else None
        commit = Commit(who, done.name, done.after, done.before, takes_back=at)
    else:
        name, text, base = rest
        now = model.text(name)
        if (kind == "create") == (now is not None) or (kind == "update" and now != model.text(name, base)):
            return model if call.answer in (None, "refused") else None
        commit = Commit(who, name, now, text)
    after = Model((*model.log, commit))
    return after if call.answer in (None, ("applied", len(after.log))) else None


def call(begun: float, ended: float, *asked: object, answer: object = None) -> Call:
    kind, *rest = asked
    return Call(begun, ended, (kind, "ana", *rest), answer)


def create(begun: float, ended: float, revision: int | None, name: str = "Brake") -> Call:
    return call(begun, ended, "create", name, "", 0, answer=None if revision is None else ("applied", revision))


def update(begun: float, ended: float, base: int, revision: int | None) -> Call:
    """Ana describes the brake anew; no revision is a refusal."""
    answer = "refused" if revision is None else ("applied", revision)
    return call(begun, ended, "update", "Brake", "by ana", base, answer=answer)


def bens_update(begun: float, ended: float, base: int, revision: int) -> Call:
    return Call(begun, ended, ("update", "ben", "Brake", "by ben", base), ("applied", revision))


BENS_UNDO, BENS_UNDO_LATER = Call(2, 3, ("undo", "ben"), ("applied", 2)), Call(4, 5, ("undo", "ben"), ("applied", 3))

READ_EMPTY, READ_ONE = (0, ()), (1, (("Brake", ""),))


@pytest.mark.requirement("R-91")
@pytest.mark.parametrize(
    "history",
    [
        pytest.param([], id="nothing"),
        pytest.param([create(0, 3, 1), call(1, 2, "read", answer=READ_EMPTY)], id="a read beside a write, before it"),
        pytest.param([create(0, 3, 1), call(1, 2, "read", answer=READ_ONE)], id="a read beside a write, after it"),
        pytest.param([create(0, NEVER, None), call(1, 2, "read", answer=READ_ONE)], id="an unanswered write was done"),
        pytest.param([create(0, NEVER, None), call(1, 2, "read", answer=READ_EMPTY)], id="an unanswered write was not"),
        pytest.param([create(0, 1, 1), call(2, 3, "undo", answer=("applied", 2)), call(4, 5, "read", answer=(2, ()))],
                     id="an undo"),
        pytest.param([create(0, 1, 1), bens_update(2, 3, 1, 2), BENS_UNDO_LATER, update(6, 7, 1, 4)],
                     id="a change beside one that was taken back"),
        pytest.param([create(0, 5, 2), create(1, 4, 1, "Pump")], id="two writes in the order of their answers"),
    ],
)  # fmt: skip
def test_a_history_that_has_an_order_is_one(history):
    assert first_impossible(history, Model(), step) is None


STALE, LOST = call(2, 3, "read", answer=READ_EMPTY), call(4, 5, "read", answer=(1, ()))


@pytest.mark.requirement("R-91")
@pytest.mark.parametrize(
    ("history", "wrong"),
    [
        pytest.param([create(0, 1, 1), STALE], STALE, id="a read after a write does not see it"),
        pytest.param([create(0, 1, 1), LOST], LOST, id="a write is lost"),
        pytest.param([create(0, 1, 1), create(2, 3, 2)], create(2, 3, 2), id="a write is done twice"),
        pytest.param([create(0, 1, 2), create(2, 3, 1, "Pump")], create(0, 1, 2), id="the order of the answers is another"),
        pytest.param([create(0, 3, 1), call(1, 2, "read", answer=READ_ONE), call(4, 5, "read", answer=READ_EMPTY)],
                     call(4, 5, "read", answer=READ_EMPTY), id="what was seen is gone again"),
        pytest.param([create(0, 1, 1), create(2, 3, 2, "Pump"), call(4, 5, "undo", answer=("applied", 3)),
                      call(6, 7, "read", answer=(3, (("Pump", ""),)))],
                     call(6, 7, "read", answer=(3, (("Pump", ""),))), id="an undo takes back the older change"),
        pytest.param([create(0, 1, 1), BENS_UNDO], BENS_UNDO, id="an undo takes back the change of another"),
        pytest.param([create(0, 1, 1), bens_update(2, 3, 1, 2), update(4, 5, 1, 3)], update(4, 5, 1, 3),
                     id="a change is applied over one that its author has not seen"),
        pytest.param([create(0, 1, 1), update(2, 3, 1, None)], update(2, 3, 1, None), id="a change is refused without a reason"),
        pytest.param([create(0, 1, 1), bens_update(2, 3, 1, 2), call(4, 5, "undo", answer=("applied", 3))],
                     call(4, 5, "undo", answer=("applied", 3)), id="an undo takes away what somebody else wrote since"),
    ],
)  # fmt: skip
def test_a_history_without_an_order_is_refused_at_the_call_that_cannot_be(history, wrong):
    assert first_impossible(history, Model(), step) == wrong


class Client:
    """Does one thing after the other and notes what was asked and answered."""

    def __init__(self, name: str, connection: ClientConnection, dice: random.Random) -> None:
        self.name, self.connection, self.dice = name, connection, dice
        self.created = 0
        self.history: list[Call] = []
        self.known: dict[str, str] = {}
        self.revision = 0
        self.is_stopped = False

    async def work(self) -> None:
        while not self.is_stopped:
            what = self.dice.random()
            if what < 0.3:
                await self.read()
            elif what < 0.45:
                await self.write("undo", ChangesUndo(command_id=self.connection.new_id()))
            elif what < 0.6 or not self.known:
                self.created += 1
                name = f"{self.name.title()}{self.created}"
                await self.change(
                    "create", name, NodeCreate(id="a", temp_id="a", node_type="FUNC", name=name, descr="x")
                )
            else:
                name, text = self.dice.choice(sorted(self.known)), f"text {self.dice.randrange(10**9)}"
                await self.change("update", name, NodeUpdate(id="a", ref=self.known[name], set=NodeSet(descr=text)))

    async def read(self) -> None:
        begun = time.monotonic()
        try:
            state = await self.connection.get("/state", State)
        except (GraphwrightError, LineLost):
            return  # nothing was answered, so nothing can be wrong
        found = {node.name: node.descr for node in state.graph.nodes}
        self.revision, self.known = state.revision, {node.name: node.node_id for node in state.graph.nodes}
        answer = (state.revision, tuple(sorted(found.items())))
        self.history.append(Call(begun, time.monotonic(), ("read", self.name), answer))

    async def change(self, kind: str, name: str, operation: NodeCreate | NodeUpdate) -> None:
        command = ChangesSubmit(
            command_id=self.connection.new_id(), base_revision=self.revision, operations=[Raw(encode(operation))]
        )
        text = operation.descr if isinstance(operation, NodeCreate) else operation.set.descr
        await self.write(kind, command, name, text, self.revision)

    async def write(self, kind: str, command: ChangesSubmit | ChangesUndo, *asked: object) -> None:
        begun = time.monotonic()
        try:
            told = json.decode(bytes(await self.connection.send(command)))
            answer: object = ("applied", told["commit"]["revision"])
        except GraphwrightError as error:
            answer = error.code if kind == "undo" else "refused"
        self.history.append(Call(begun, time.monotonic(), (kind, self.name, *asked), answer))


def told(clients: Sequence[Client]) -> list[Call]:
    """What all of them were answered."""
    return [call for client in clients for call in client.history]


async def played(folder: Path, kills: int, seed: int) -> list[Call]:
    """What four clients asked and were answered while the server was killed so many times."""
    server, dice = Server(folder), random.Random(seed)
    server.typed("new", "shop")
    tokens = [server.token() for _ in range(CLIENTS)]
    await server.start()
    async with AsyncExitStack() as stack:
        clients: list[Client] = []
        for number, token in enumerate(tokens):
            door = await stack.enter_async_context(NetworkDoor(server.address, token))
            connection = await stack.enter_async_context(ClientConnection(door, "shop"))
            clients.append(Client("abcd"[number], connection, random.Random(f"{seed} {number}")))
        async with asyncio.timeout(PATIENCE_S * (kills + 1)), asyncio.TaskGroup() as working:
            for client in clients:
                working.create_task(client.work())
            for _ in range(kills):
                enough = len(told(clients)) + BETWEEN_KILLS
                await until(lambda: len(told(clients)) > enough, seconds=PATIENCE_S)  # noqa: B023  awaited at once
                await pace(dice.uniform(0.0, 0.1))
                await server.kill()
                await server.start()
            for client in clients:
                client.is_stopped = True
        await clients[0].read()
    await server.kill()
    return told(clients)


def falsified(history: Sequence[Call], dice: random.Random) -> list[Call]:
    """The same history with one answer that nobody was given."""
    at = dice.choice([at for at, each in enumerate(history) if each.ended != NEVER])
    kind, answer = history[at].asked[0], history[at].answer
    wrong: tuple | str
    if kind == "read" and isinstance(answer, tuple):
        revision, elements = answer
        wrong = (revision, elements[1:]) if elements and dice.random() < 0.5 else (revision - 1, elements)
    elif isinstance(answer, tuple):
        wrong = "refused" if kind != "undo" and dice.random() < 0.5 else ("applied", answer[1] + 1)
    else:
        wrong = ("applied", len(history))
    return [*history[:at], replace(history[at], answer=wrong), *history[at + 1 :]]


@pytest.mark.slow
@pytest.mark.requirement("R-91", "I-01")
@pytest.mark.parametrize("seed", range(2))
async def test_what_clients_were_answered_by_a_server_that_is_killed_has_an_order(tmp_path: Path, seed: int):
    history = await played(tmp_path, kills=KILLS, seed=seed)

    assert {each.asked[0] for each in history} == {"read", "create", "update", "undo"}
    assert len(history) > KILLS * BETWEEN_KILLS
    assert first_impossible(history, Model(), step) is None
    dice = random.Random(seed)
    assert all(first_impossible(falsified(history, dice), Model(), step) for _ in range(100))

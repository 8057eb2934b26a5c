"""Whatever a client sends, or does not read, ends at worst its own connection; everybody else goes on.

Lines go straight into the real server; `good` is somebody who works beside the bad one in every test.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from msgspec import json

from graphwright.client.doors import LineLost
from graphwright.client.in_process import InnerDoor, InnerLine
from graphwright.errors import AccessDenied, NotAuthenticated, StoreBusy
from graphwright.ports import ManualClock
from graphwright.protocol.events import AccessChanged, LayoutChanged
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.operations import NodeCreate
from graphwright.rooms.outbox import MAX_EVENTS
from graphwright.rooms.session import FRAME_BYTES, OPEN_BYTES, OPEN_MESSAGES
from graphwright.server.serve import housekeeping
from graphwright.server.websocket import Socket
from graphwright.store.base import Document, ProjectRow
from graphwright.store.memory import MemoryStore
from tests.client.far import Far
from tests.client.place import House, house, submit
from tests.places import START, DamagedStore

OPEN: dict[str, Any] = {"type": "session.open", "protocolVersion": 1, "projectId": "shop"}
ID = "01900000-0000-7000-8000-00000000{:04x}"


class Bad:
    """A client that says what it likes."""

    is_far = False

    def __init__(self, place: House, line: InnerLine) -> None:
        self.place = place
        self.line = line
        self.told: list[dict[str, Any]] = []

    async def say(self, message: object) -> None:
        await self.line.send(message if isinstance(message, str) else json.encode(message).decode())

    async def hear(self) -> dict[str, Any]:
        """The next event that is for this client alone."""
        while True:
            while self.told:
                event = self.told.pop(0)
                if event["type"] in {"session.opened", "reply", "error"}:
                    return event
            frame = json.decode(await self.line.receive())
            self.told += frame if isinstance(frame, list) else [frame]

    async def code(self) -> int:
        """How the server ended it."""
        try:
            while True:
                await self.hear()
        except LineLost as lost:
            return lost.code

    async def ask(self, message: object) -> dict[str, Any]:
        await self.say(message)
        return await self.hear()


@pytest.fixture(params=["here", "at another server"], autouse=True)
def where(request) -> None:
    """Each of these behaves as badly through a server that passes its client on."""
    Bad.is_far = request.param != "here"


async def dialled(place: House, access: str = "editor", lines: int = 1) -> list[Bad]:
    """Somebody bad, with as many lines."""
    door = await (Far(place) if Bad.is_far else place).door(access)  # type: ignore[arg-type]
    begun = [await door.dial() for _ in range(lines)]
    return [Bad(place, line) for line in begun if isinstance(line, InnerLine)]


async def opened(place: House, access: str = "editor") -> Bad:
    (bad,) = await all_opened(place, access)
    return bad


async def all_opened(place: House, access: str = "editor", lines: int = 1) -> list[Bad]:
    several = await dialled(place, access, lines)
    assert [(await each.ask(OPEN))["type"] for each in several] == ["session.opened"] * lines
    return several


async def check_others(place: House) -> None:
    """Somebody else can still work, and nothing is left behind."""
    async with place.somebody() as good:
        revision = place.open_project.project.graph.revision
        await good.send(submit(good, NodeCreate(id="op-1", node_type="FUNC", name=f"F{revision}", descr="x")))
        assert place.open_project.project.graph.revision == revision + 1
    assert place.room.failures == 0


def changes(number: int, name: str = "Ship") -> dict[str, Any]:
    operation = {"op": "node.create", "id": "op-1", "nodeType": "FUNC", "name": name, "descr": "x"}
    return {"type": "changes.submit", "commandId": ID.format(number), "baseRevision": 0, "operations": [operation]}


# before the session is open -----------------------------------------------------------------------------------------


@pytest.mark.requirement("R-41", "R-43", "B-72")
@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", 4400),
        ("hello", 4400),
        ("{", 4400),
        ("[]", 4400),
        ("null", 4400),
        ("[" * 100_000, 4413),
        ("[" * 5_000, 4400),
        ('{"type":"session.open"}', 4400),
        ('{"type":"coffee.make"}', 4400),
        ({**OPEN, "colour": "red"}, 4400),
        ({**OPEN, "protocolVersion": 2}, 4426),
        ({**OPEN, "protocolVersion": "1"}, 4400),
        ({**OPEN, "projectId": "nowhere"}, 4404),
        ({**OPEN, "projectId": "x" * 10_000}, 4404),
        ({**OPEN, "ticket": "stolen"}, 4401),
        ({**OPEN, "since": {"epoch": "e", "sequence": -1}}, 4400),
        ({**OPEN, "since": {"epoch": "e", "sequence": 2**53}}, 4400),
        (changes(1), 4400),
        ('{"type":"session.open","projectId":"\\ud800","protocolVersion":1}', 4400),
    ],
    ids=str,
)
async def test_a_bad_first_frame_ends_the_connection_with_a_code(frame, code):
    place = await house()
    (bad,) = await dialled(place)
    await bad.say(frame)

    assert await bad.code() == code
    await check_others(place)


@pytest.mark.requirement("R-41")
@pytest.mark.parametrize("is_open", [False, True])
async def test_a_binary_frame_ends_the_connection(is_open):
    place = await house()
    (bad,) = await (all_opened if is_open else dialled)(place)
    await bad.line.send_raw({"bytes": b"\x00\xff"})

    assert await bad.code() == 4400
    await check_others(place)


@pytest.mark.requirement("R-42")
async def test_a_first_frame_that_is_too_large_is_not_even_read():
    place = await house()
    (bad,) = await dialled(place)
    await bad.say({**OPEN, "projectId": "x" * OPEN_BYTES})

    assert await bad.code() == 4413


@pytest.mark.requirement("R-42")
async def test_a_flood_before_the_opening_is_cut_at_its_first_bad_frame():
    """The limits of `AwaitingOpen` stand behind this: nothing that is no opening gets a second try."""
    place = await house()
    (bad,) = await dialled(place)
    for _ in range(OPEN_MESSAGES * 2):
        await bad.say(changes(1))

    assert await bad.code() == 4400
    await check_others(place)


@pytest.mark.requirement("R-42", "D-10")
async def test_a_client_that_never_opens_is_cut():
    place = await house()
    server_state = place.server_state
    socket = Socket(
        server_state.workbench, server_state.rooms, server_state.authenticator, server_state.writes, open_s=0.01
    )
    door = InnerDoor(socket, await place.token())
    line = await door.dial()

    with pytest.raises(LineLost) as lost:
        await asyncio.wait_for(line.receive(), 5)
    assert lost.value.code == 4401


class AwayStore(MemoryStore):
    """A store that may be away for a while."""

    is_away = False

    async def projects(self) -> list[ProjectRow]:
        self._check()
        return await super().projects()

    async def document(self, project_id: ProjectId, kind: str, document_id: str) -> Document | None:
        self._check()
        return await super().document(project_id, kind, document_id)

    def _check(self) -> None:
        if self.is_away:
            raise StoreBusy("another server works on this and does not give it back; try again in a moment")


# Through another server a client waits there until somebody has the project (tests/server/test_relays.py).
@pytest.mark.parametrize("where", ["here"], indirect=True)
@pytest.mark.requirement("Z-52")
async def test_who_cannot_be_let_in_while_the_store_is_away_is_told_to_come_back():
    store = AwayStore(ManualClock(START))
    place = await house(store=store)
    (early,) = await dialled(place)
    store.is_away = True
    await early.say(OPEN)

    assert await early.code() == 1012
    store.is_away = False
    await check_others(place)


@pytest.mark.requirement("R-06", "R-07")
@pytest.mark.parametrize(
    ("headers", "error"),
    [
        ([(b"host", b"127.0.0.1"), (b"origin", b"http://evil.example")], AccessDenied),
        ([(b"host", b"127.0.0.1"), (b"cookie", b"graphwright=x")], AccessDenied),
        ([(b"host", b"evil.example"), (b"origin", b"http://evil.example")], AccessDenied),
        ([(b"host", b"127.0.0.1"), (b"authorization", b"Basic YTpi")], NotAuthenticated),
    ],
    ids=["foreign origin", "a cookie and no origin", "foreign host", "another scheme"],
)
async def test_a_handshake_from_elsewhere_is_refused(headers, error):
    place = await house()
    door = InnerDoor(place.app)
    door._headers = headers

    with pytest.raises(error):
        await door.dial()


# in an open session -------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-43", "D-03", "D-07", "D-08", "WF-03")
@pytest.mark.parametrize(
    ("message", "reply_to"),
    [
        ({"type": "coffee.make", "commandId": ID.format(1)}, ID.format(1)),
        ({"type": "shutdown", "commandId": ID.format(1)}, ID.format(1)),
        ({**changes(1), "colour": "red"}, ID.format(1)),
        ({**changes(1), "baseRevision": "zero"}, ID.format(1)),
        ({**changes(1), "baseRevision": 99}, ID.format(1)),
        ({**changes(1), "commandId": "no uuid"}, "no uuid"),
        ({**changes(1), "operations": [{"op": "node.create", "admin": True}]}, ID.format(1)),
        ({"type": "run.cancel", "commandId": ID.format(1), "runId": "another's"}, ID.format(1)),
        ({"type": "presence.update", "canvas": "graph", "sessionId": "another's"}, None),
        ({"type": "presence.update", "canvas": "cellar"}, None),
        (OPEN, None),
        ("7", None),
    ],
    ids=str,
)
async def test_a_command_that_cannot_be_is_refused_and_the_session_goes_on(message, reply_to):
    place = await house()
    bad = await opened(place)
    error = await bad.ask(message)

    assert (error["type"], error.get("replyTo")) == ("error", reply_to)
    assert error["code"] in {"invalidCommand", "notFound", "staleRevision", "malformed"}
    assert (await bad.ask(changes(2)))["type"] == "reply"
    await check_others(place)


@pytest.mark.requirement("R-40", "R-41")
async def test_a_frame_that_is_too_large_ends_the_connection():
    place = await house()
    bad = await opened(place)
    await bad.say(changes(1, "x" * FRAME_BYTES))

    assert await bad.code() == 4413
    await check_others(place)


@pytest.mark.requirement("R-47", "I-03", "E-32")
async def test_a_repeated_command_is_answered_again_and_another_body_is_a_conflict():
    place = await house()
    bad = await opened(place)
    first = await bad.ask(changes(1))
    again = await bad.ask(changes(1))
    other = await bad.ask(changes(1, "Pay"))

    assert again == {**first, "sequence": again["sequence"]}
    assert again["sequence"] >= first["sequence"], "how far the project is by now, whatever was answered first"
    assert (other["type"], other["code"], other["replyTo"]) == ("error", "idempotencyConflict", ID.format(1))
    assert len(place.open_project.project.graph.nodes) == 1


@pytest.mark.requirement("R-45", "R-47", "WD-04")
async def test_command_ids_belong_to_their_sender():
    place = await house()
    bad, other = await opened(place), await opened(place)

    assert (await bad.ask(changes(1)))["type"] == "reply"
    assert (await other.ask({**changes(1, "Pay"), "baseRevision": 1}))["type"] == "reply"
    assert len(place.open_project.project.graph.nodes) == 2


@pytest.mark.requirement("R-05", "WC-16", "WF-01")
async def test_rights_are_looked_up_at_every_command():
    place = await house()
    bad = await opened(place)
    person = place.room.sessions[0].state.person  # type: ignore[union-attr]
    await place.open_project.project.record([AccessChanged(person=person, access="viewer")])

    assert (await bad.ask(changes(1)))["code"] == "accessDenied"
    await place.open_project.project.record([AccessChanged(person=person, access=None)])
    assert await bad.code() == 4403


@pytest.mark.requirement("B-75")
async def test_of_the_commands_above_a_person_s_limit_none_is_carried_out_and_the_session_goes_on():
    place = await house(GRAPHWRIGHT_WRITES_PER_MINUTE="1")
    eager = await opened(place)

    assert (await eager.ask(changes(1)))["type"] == "reply"
    assert (await eager.ask(changes(2, "Send")))["code"] == "limitExceeded"
    assert [node.name for node in place.open_project.project.graph.nodes.values()] == ["Ship"]
    assert (await eager.ask({"type": "nonsense"}))["code"] == "invalidCommand"


@pytest.mark.requirement("R-05")
async def test_a_token_that_is_revoked_ends_its_live_sessions():
    place = await house()
    bad = await opened(place)
    (record,) = await place.server_state.workbench.store.records("token")
    await place.server_state.workbench.store.set_record("token", record[0], None)
    await place.server_state.socket.recheck()

    assert await bad.code() == 4401


@pytest.mark.requirement("R-05", "X-198")
async def test_a_token_that_is_revoked_ends_its_live_sessions_though_a_project_cannot_be_swept(monkeypatch):
    monkeypatch.setattr("graphwright.server.serve.SWEEP_EVERY_S", 0)
    store = DamagedStore(ManualClock(START))
    place = await house(store=store)
    bad = await opened(place)
    store.damaged = place.open_project.project.project_id
    (record,) = await store.records("token")
    await store.set_record("token", record[0], None)
    async with housekeeping(place.server_state), asyncio.timeout(5):
        assert await bad.code() == 4401


@pytest.mark.requirement("P-196", "R-05")
async def test_all_sockets_of_a_credential_are_looked_up_once_a_round_and_all_of_them_end(monkeypatch):
    place = await house()
    several = await all_opened(place, lines=3)
    authenticator, looked_up = place.server_state.authenticator, list[str]()
    is_still = authenticator.is_still

    async def counting(caller):
        looked_up.append(caller.credential)
        return await is_still(caller)

    monkeypatch.setattr(authenticator, "is_still", counting)
    await place.server_state.socket.recheck()
    assert len(looked_up) == 1
    (record,) = await place.server_state.workbench.store.records("token")
    await place.server_state.workbench.store.set_record("token", record[0], None)
    await place.server_state.socket.recheck()

    assert [await each.code() for each in several] == [4401] * 3


@pytest.mark.requirement("R-44", "R-41", "I-13")
async def test_a_client_that_does_not_read_is_cut_and_the_others_miss_nothing():
    place = await house()
    bad = await opened(place)
    bad.line.is_read = False
    async with place.somebody() as good:
        for at in range(MAX_EVENTS + 50):
            await place.open_project.project.record([LayoutChanged(view="v", positions={"n": (float(at), 0.0)})])
        await good.until(lambda replica: replica.layouts["v"]["n"][0] == MAX_EVENTS + 49)
        assert good.replica.gaps == 0
        assert good.reconnects == 0
        bad.line.is_read = True
        assert await bad.code() == 4408
    assert place.room.cut == (0 if Bad.is_far else 1), "it is cut where it is, and the owner was not kept waiting"


@pytest.mark.requirement("R-44", "R-48", "B-74")
async def test_a_client_that_vanished_without_a_word_leaves_nothing_behind():
    place = await house()
    bad = await opened(place)
    bad.line.is_read = False
    bad.line.cut()
    await asyncio.wait({bad.line._serving})

    assert place.room.sessions == []
    await check_others(place)


@pytest.mark.requirement("R-48")
async def test_a_fault_of_the_server_is_told_without_its_details_and_the_session_goes_on(monkeypatch, caplog):
    place = await house()
    bad = await opened(place)

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of the server")

    with monkeypatch.context() as patch:
        patch.setattr("graphwright.server.websocket.carry_out", broken)
        error = await bad.ask(changes(1))

    assert error["code"] == "internal"
    assert "secret" not in error["message"]
    assert "a command of type" in caplog.text
    assert (await bad.ask(changes(2)))["type"] == "reply"


def hostile(dice: random.Random) -> str:
    """A frame that is nearly right."""
    frame = bytearray(
        json.encode(dice.choice([OPEN, changes(dice.randrange(9)), {"type": "presence.update", "canvas": "chat"}]))
    )
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(len(frame))
        frame[at : at + dice.randrange(3)] = dice.choice(
            [
                b"",
                b'"',
                b"{",
                b"}",
                b"[",
                b"\\u0000",
                b"1e999",
                b"null",
                b"\\ud800",
                b"-0",
                b"true",
                bytes([dice.randrange(32, 127)]),
            ]
        )
    return frame.decode("utf-8", "replace")


async def attack(seed: int, frames: int) -> None:
    """Frames of a seeded fuzzer while somebody works beside it (T-09)."""
    place = await house()
    dice = random.Random(seed)
    async with place.somebody() as good:
        bad = await opened(place)
        for at in range(frames):
            await bad.say(hostile(dice))
            while not bad.line.is_over and not bad.line.is_idle:
                await asyncio.sleep(0)
            if bad.line.is_over:
                bad = await opened(place)
            if at % 50 == 0:
                revision = place.open_project.project.graph.revision
                node = NodeCreate(id="op-1", node_type="FUNC", name=f"F{at}", descr="x")
                await good.send(submit(good, node, base=revision))
        await bad.line.close()
        assert good.reconnects == 0
        assert good.replica.gaps == 0
    assert place.room.failures == 0


@pytest.mark.requirement("R-41", "R-43")
async def test_hostile_frames_disturb_nobody(caplog):
    await attack(1, 500)

    assert caplog.records == []


@pytest.mark.slow
@pytest.mark.requirement("R-41", "R-43")
async def test_twenty_thousand_hostile_frames_disturb_nobody(caplog):
    for seed in range(20):
        await attack(seed, 1_000)

    assert caplog.records == []

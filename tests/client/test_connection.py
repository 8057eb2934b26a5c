"""A headless client on the real server: connects, changes, loses its line, comes back, and never does a thing twice."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import json

from graphwright.api.async_project import AsyncProject, _Heard
from graphwright.client.connection import ClientConnection, events_of
from graphwright.client.doors import Line, LineLost
from graphwright.client.in_process import InnerDoor
from graphwright.errors import AccessDenied, Conflict, NotAuthenticated, UnknownRef
from graphwright.graph.ontology import Ontology
from graphwright.graph.profile import Profile
from graphwright.llm.testing import ScriptedModel, Stall
from graphwright.ports import ManualClock
from graphwright.protocol.canvas import Selection
from graphwright.protocol.commands import (
    CanvasUpdate,
    ChangesUndo,
    CommentUpdate,
    LayoutUpdate,
    MessageSend,
    NodeRetype,
    RunCancel,
    ThreadOpen,
)
from graphwright.protocol.events import MessageDelta
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeSet, NodeUpdate
from tests.client.place import house, submit
from tests.places import START
from tests.sync.watching import in_order, newcomer

SHIP = NodeCreate(id="op-1", temp_id="ship", node_type="FUNC", name="Ship", descr="Ships.")
FAST = NodeCreate(id="op-2", temp_id="fast", node_type="REQ", name="Fast", descr="Ship within a day.")
LINK = EdgeCreate(id="op-3", edge_type="satisfy", source="ship", target="fast")


async def same(place, *clients: ClientConnection) -> None:
    """All clients know what the server knows."""
    header = place.open_project.project.header
    fresh = in_order((await newcomer(place.open_project.project)).state())
    for client in clients:
        await client.until(lambda replica: replica.sequence == header.sequence)
        assert in_order(client.replica.state()) == fresh


@pytest.mark.requirement("I-06", "WA-15", "D-01")
async def test_two_people_see_each_others_changes():
    place = await house()
    async with place.somebody() as ana, place.somebody() as ben:
        result = json.decode(bytes(await ana.send(submit(ana, SHIP, FAST, LINK))))
        await ben.until(lambda replica: len(replica.edges) == 1)

        assert result["outcome"] == "applied"
        assert sorted(node.semantic_id for node in ben.replica.nodes.values()) == ["Fast.RQ.001", "Ship.FN.001"]
        await same(place, ana, ben)


@pytest.mark.requirement("R-46", "I-06")
async def test_who_loses_the_line_hears_what_was_missed():
    place = await house()
    door = await place.door()
    async with place.somebody(door=door) as ana, place.somebody() as ben:
        door.lines[-1].cut()
        await ben.send(submit(ben, SHIP))
        await ben.send(submit(ben, FAST))
        await ana.until(lambda replica: len(replica.nodes) == 2)

        assert ana.opened is not None
        assert ana.opened.resume == "events"
        assert ana.reconnects == 1
        await same(place, ana, ben)


@pytest.mark.requirement("I-03", "I-04", "R-47")
async def test_a_command_whose_answer_was_lost_is_sent_again_and_done_once():
    place = await house()
    door = await place.door()
    async with place.somebody(door=door) as ana:
        line = door.lines[-1]
        line.is_read = False  # the answer will not come through
        sending = asyncio.ensure_future(ana.send(submit(ana, SHIP)))
        while place.open_project.project.graph.revision == 0:
            await asyncio.sleep(0)
        line.cut()
        line.is_read = True
        result = json.decode(bytes(await sending))

        assert result["commit"]["revision"] == 1
        await same(place, ana)
    assert len(place.open_project.project.graph.nodes) == 1


@pytest.mark.requirement("I-03", "E-32")
async def test_what_the_server_refuses_is_an_error_with_its_code_and_the_connection_goes_on():
    place = await house()
    async with place.somebody() as ana, place.somebody("viewer") as eve:
        with pytest.raises(AccessDenied):
            await eve.send(submit(eve, SHIP))
        missing = EdgeCreate(id="op-1", edge_type="satisfy", source="Nobody.FN.001", target="Fast.RQ.001")
        with pytest.raises(UnknownRef, match="neither in the model"):
            await ana.send(submit(ana, missing))
        await ana.send(submit(ana, SHIP))
        await same(place, ana, eve)


@pytest.mark.requirement("G-134")
async def test_who_resolves_a_comment_is_answered_though_somebody_opens_it_again_before_they_hear_of_it():
    place = await house()
    door = await place.door()
    async with place.somebody(door=door) as ana, place.somebody() as ben:
        await ana.send(submit(ana, SHIP))
        project = AsyncProject(ana, Ontology(await ana.get("/ontology", Profile)), _Heard())
        comment = await project.comment("Ship", "Why?")
        line = door.lines[-1]
        line.is_read = False  # she hears of nothing for a while
        resolving = asyncio.ensure_future(project.resolve(comment))
        await ben.until(lambda replica: replica.comments[comment.comment_id].resolved is not None)
        await ben.send(CommentUpdate(command_id=ben.new_id(), comment_id=comment.comment_id, resolved=False))
        line.is_read = True

        assert (await asyncio.wait_for(resolving, 10)).resolved is not None
        await same(place, ana, ben)


async def test_a_conflict_is_told_to_the_one_who_came_second():
    place = await house()
    async with place.somebody() as ana, place.somebody() as ben:
        await ana.send(submit(ana, SHIP))
        await ben.until(lambda replica: len(replica.nodes) == 1)
        ((node_id, _),) = ana.replica.nodes.items()
        commands = [
            submit(who, NodeUpdate(id="op-1", ref=node_id, set=NodeSet(descr=text)), base=1)
            for who, text in ((ana, "One."), (ben, "Two."))
        ]
        await ana.send(commands[0])
        with pytest.raises(Conflict) as refused:
            await ben.send(commands[1])
        assert refused.value.code == "conflict"
        await same(place, ana, ben)


@pytest.mark.requirement("A-41", "A-43", "R-65", "D-02", "D-06")
async def test_everybody_watches_an_answer_stream_and_anybody_may_stop_it():
    gate = Stall()
    place = await house(ScriptedModel(["I make it", gate]))
    async with place.somebody() as ana, place.somebody() as ben:
        said = json.decode(bytes(await ana.send(MessageSend(command_id=ana.new_id(), text="Make it"))))
        await ben.until(lambda replica: any(one.text == "I make it" for one in replica.passing.streaming.values()))
        await ben.send(RunCancel(command_id=ben.new_id(), run_id=said["runId"]))
        await ana.until(lambda replica: not replica.passing.streaming)
        await place.open_project.streams.settled()

        assert [(update.sender, update.content) for update in ana.replica.canvases().chat] == [
            ("user", "Make it"),
            ("assistant", "I make it"),
        ]
        await same(place, ana, ben)


@pytest.mark.requirement("B-01")
async def test_a_message_is_asked_with_what_the_session_shows():
    place = await house(ScriptedModel("Nothing to do."))
    async with place.somebody() as ana:
        await ana.send(submit(ana, SHIP, FAST))
        shown = next(iter(ana.replica.nodes))
        await ana.tell(CanvasUpdate(selection=Selection(nodes=[shown])))
        said = json.decode(bytes(await ana.send(MessageSend(command_id=ana.new_id(), text="What is this?"))))
        await place.open_project.engine.settled(said["runId"])
        document = await place.server_state.workbench.store.document(
            place.open_project.project.project_id, "run", said["runId"]
        )

    assert document is not None
    assert json.decode(document.body)["request"]["canvas"]["selection"]["nodes"] == [shown]


async def test_positions_are_shared_and_are_no_change_of_the_model():
    place = await house()
    async with place.somebody() as ana, place.somebody() as ben:
        await ana.send(submit(ana, SHIP))
        node_id = next(iter(ana.replica.nodes))
        await ana.send(LayoutUpdate(command_id=ana.new_id(), view="hierarchy", positions={node_id: (4.0, 2.0)}))
        await ben.until(lambda replica: "hierarchy" in replica.layouts)

        assert ben.replica.project is not None
        assert ben.replica.project.revision == 1
        await same(place, ana, ben)


@pytest.mark.requirement("G-61", "G-65")
async def test_a_retyped_node_is_drawn_where_it_stood_and_taken_back_the_old_one_has_its_place():
    def places(client: ClientConnection) -> dict[str, tuple[float, float] | None]:
        drawn = [each.node for each in client.replica.drawn().graph if each.node is not None]
        return {each.type: None if each.position is None else (each.position.x, each.position.y) for each in drawn}

    place = await house()
    async with place.somebody() as ana, place.somebody() as ben:
        await ana.send(submit(ana, SHIP))
        node_id = next(iter(ana.replica.nodes))
        await ana.send(LayoutUpdate(command_id=ana.new_id(), view="hierarchy", positions={node_id: (4.0, 2.0)}))
        await ana.send(NodeRetype(command_id=ana.new_id(), node=node_id, node_type="UC"))
        await same(place, ana, ben)
        assert (places(ana), places(ben)) == ({"UC": (4.0, 2.0)}, {"UC": (4.0, 2.0)})

        new_id = next(iter(ana.replica.nodes))
        await ana.send(LayoutUpdate(command_id=ana.new_id(), view="hierarchy", positions={new_id: (7.0, 7.0)}))
        await same(place, ana, ben)
        assert places(ben) == {"UC": (7.0, 7.0)}
        await ana.send(ChangesUndo(command_id=ana.new_id()))
        await same(place, ana, ben)
        assert places(ben) == {"FUNC": (4.0, 2.0)}


@pytest.mark.requirement("R-46")
async def test_a_large_commit_is_read_as_a_state():
    place = await house()
    many = [NodeCreate(id=f"op{at}", node_type="FUNC", name=f"F{at}", descr="x") for at in range(2_001)]
    async with place.somebody() as ana, place.somebody() as ben:
        await ana.send(submit(ana, *many))
        await ben.until(lambda replica: len(replica.nodes) == 2_001)
        await same(place, ana, ben)


@pytest.mark.requirement("R-46", "X-199")
async def test_whoever_waits_until_a_change_is_seen_waits_for_the_state_that_holds_it(monkeypatch):
    place, read = await house(), InnerDoor.get

    async def slowly(door: InnerDoor, path: str) -> bytes:
        await asyncio.sleep(0.1)
        return await read(door, path)

    many = [NodeCreate(id=f"op{at}", node_type="FUNC", name=f"F{at}", descr="x") for at in range(2_001)]
    async with place.somebody() as ana:
        monkeypatch.setattr(InnerDoor, "get", slowly)
        await ana.see_done(submit(ana, *many))
        assert len(ana.replica.nodes) == 2_001


@pytest.mark.requirement("R-46", "X-199")
async def test_who_missed_more_than_is_told_reads_the_state_again(monkeypatch):
    place = await house()
    door = await place.door()
    async with place.somebody(door=door) as ana, place.somebody() as ben:
        is_changed, dial = asyncio.Event(), door.dial

        async def later() -> Line:
            await is_changed.wait()
            return await dial()

        monkeypatch.setattr(door, "dial", later)
        monkeypatch.setattr("graphwright.rooms.room.missed", _too_much)
        door.lines[-1].cut()
        await ben.send(ThreadOpen(command_id=ben.new_id(), title="once"))  # no finding comes after it that shows a gap
        is_changed.set()
        async with asyncio.timeout(5):
            await same(place, ana, ben)

        assert ana.opened is not None
        assert ana.opened.resume == "reload"


async def _too_much(*_: object) -> None:
    """Nothing is told of what was missed."""


@pytest.mark.requirement("R-03", "R-10", "D-21", "WD-01")
@pytest.mark.parametrize(
    ("token", "error"), [("", LineLost), ("nonsense", NotAuthenticated)], ids=["no token", "a wrong token"]
)
async def test_nobody_gets_in_without_a_token_that_holds(token, error):
    place = await house()
    door = await place.door()
    door._headers = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1")]
    if token:
        door._headers.append((b"authorization", f"Bearer {token}".encode()))

    with pytest.raises(error) as refused:
        async with ClientConnection(door, "shop"):
            pass
    if error is LineLost:
        assert refused.value.code == 4401


async def test_a_connection_that_has_ended_tells_whoever_waits():
    place = await house()
    async with place.somebody() as ana:
        door = await place.door()
        waiting = asyncio.ensure_future(ana.until(lambda replica: len(replica.nodes) == 99))
        await asyncio.sleep(0)
        await ana.close()

        with pytest.raises(LineLost):
            await waiting
        with pytest.raises(LineLost):
            await ana.send(submit(ana, SHIP))
        assert door.lines == []


class DeadDoor(InnerDoor):
    """Nobody answers behind it, or what is asked for is refused."""

    dials = 0
    refuses: Exception | None = None

    async def dial(self) -> Line:
        self.dials += 1
        if self.refuses is None:
            raise LineLost
        return await super().dial()

    async def get(self, path: str) -> bytes:
        raise self.refuses or LineLost()


@pytest.mark.requirement("X-199")
async def test_whoever_gives_up_waiting_for_a_server_leaves_nobody_behind_who_goes_on_dialling():
    door = DeadDoor((await house()).app)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05), ClientConnection(door, "shop", clock=ManualClock(START)):
            pass
    dials = door.dials
    for _ in range(100):
        await asyncio.sleep(0)
    assert (dials > 1, door.dials) == (True, dials)


@pytest.mark.requirement("X-199")
async def test_whoever_is_refused_the_state_keeps_no_line():
    place = await house()
    door = DeadDoor(place.app, await place.token("editor"))
    door.refuses = AccessDenied("no")
    with pytest.raises(AccessDenied):
        async with ClientConnection(door, "shop"):
            pass
    assert [line.is_over for line in door.lines] == [True]


@pytest.mark.requirement("R-43")
def test_events_of_a_newer_server_are_passed_over():
    delta = '{"type":"message.delta","messageId":"m","attempt":1,"part":0,"offset":0,"text":"x","colour":"red"}'
    newer = '{"type":"weather.changed","sequence":4}'

    assert [type(event) for event in events_of(f"[{newer},{delta}]")] == [MessageDelta]
    assert events_of(newer) == []
    assert [type(event) for event in events_of(delta)] == [MessageDelta]

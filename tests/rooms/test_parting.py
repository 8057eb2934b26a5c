"""Who parts, in whatever moment: nothing of them is left, and what the others hear goes on."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from msgspec.structs import replace

from graphwright.bus import LocalBus
from graphwright.protocol.commands import PresenceUpdate
from graphwright.protocol.events import Event, LayoutChanged, MessageDelta, ProjectChanged
from graphwright.protocol.ids import ProjectId, SessionId
from graphwright.protocol.wire import CLOSE_CODES
from graphwright.rooms.outbox import Outbox, encoded
from graphwright.rooms.room import Room
from graphwright.rooms.rooms import Figures, Rooms
from graphwright.rooms.session import (
    LEFT,
    OPEN_S,
    ClosedSession,
    ConnectionCut,
    LiveSession,
    OpeningSession,
    Session,
    State,
)
from graphwright.turns.streams import Streams
from tests.places import ANA, BEN, open_project
from tests.rooms.lines import Client, joined, person

GRAPH = PresenceUpdate(canvas="graph")


def delta(text: str) -> MessageDelta:
    return MessageDelta(message_id="m", attempt=1, part=0, offset=0, text=text)


def layout(x: float = 0.0) -> LayoutChanged:
    return LayoutChanged(view="v", positions={"n": (x, 0.0)})


@pytest.mark.requirement("R-139")
@pytest.mark.parametrize("how", ["leaves", "is cut and leaves", "is cut and has not left yet"])
async def test_who_moves_and_parts_in_one_moment_keeps_nobody_from_hearing(how: str):
    project = await open_project()
    room = Room(project, Streams(project))
    ana, ben = await joined(room, project, ANA), await joined(room, project, BEN)
    await ben.flush()
    room.presence(ana.session, GRAPH)
    if how != "leaves":
        ana.session.close(4408)
    if how != "is cut and has not left yet":
        room.leave(ana.session)
    project.publish(delta("x"))
    told = [event["type"] for event in await ben.flush()]

    assert told == (["message.delta"] if how == "is cut and has not left yet" else ["member.left", "message.delta"])
    assert room.failures == 0


@pytest.mark.requirement("R-139")
async def test_who_is_gone_moves_no_more_and_leaves_once():
    project = await open_project()
    room = Room(project, Streams(project))
    ana, ben, late = await joined(room, project, ANA), await joined(room, project, BEN), Client(project, "late")
    await ben.flush()
    ana.session.close(LEFT)
    room.presence(ana.session, GRAPH)
    for session in (ana.session, ana.session, late.session):
        room.leave(session)

    assert [event["type"] for event in await ben.flush()] == ["member.left"]
    assert ([each.session_id for each in room.sessions], room.cut) == ([ben.session.session_id], 0)


@pytest.mark.requirement("R-139")
async def test_a_room_that_has_ended_hears_nothing_and_does_nothing_more():
    project = await open_project()
    before = asyncio.all_tasks()
    room = Room(project, Streams(project))
    ana = await joined(room, project, ANA)
    project.publish(delta("x"))
    room.close(4404, "the project was deleted")
    assert isinstance(project.bus, LocalBus)
    project.publish(delta("y"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    assert ana.session.state == ClosedSession(4404, "the project was deleted", person(ANA))
    assert len(ana.session.outbox) == 0
    assert asyncio.all_tasks() == before


@pytest.mark.requirement("R-139")
async def test_rooms_that_are_asked_for_a_project_without_a_room_do_nothing():
    rooms = Rooms()
    rooms.delete(ProjectId("unknown"))
    rooms.release(ProjectId("unknown"))

    assert not rooms.has_people(ProjectId("unknown"))
    assert rooms.figures() == Figures(rooms=0, sessions=0, waiting=0, cut=0, failures=0, stalled_s=0.0)


@pytest.mark.requirement("R-139")
async def test_a_project_that_goes_to_another_server_sends_its_people_there_and_has_none_here():
    rooms, project, other = Rooms(), await open_project(name="one"), await open_project(name="two", seed=2)
    ana = await joined(rooms.of(project, Streams(project)), project, ANA)
    ben = await joined(rooms.of(other, Streams(other)), other, BEN)
    assert (rooms.has_people(project.project_id), rooms.has_people(other.project_id)) == (True, True)
    rooms.release(project.project_id)

    assert ana.session.state == ClosedSession(1012, "the server stops, resume", person(ANA))
    assert isinstance(ben.session.state, LiveSession)
    assert (rooms.has_people(project.project_id), rooms.has_people(other.project_id)) == (False, True)
    room = rooms.of(project, Streams(project))
    assert (room.sessions, rooms.has_people(project.project_id)) == ([], False)
    assert rooms.of(project, Streams(project)) is room


@pytest.mark.requirement("R-140", "WE-17")
async def test_the_figures_of_rooms_are_sums_over_all_of_them_but_for_the_longest_halt(monkeypatch, caplog):
    rooms = Rooms()
    projects = [await open_project(name=name, seed=at) for at, name in enumerate(("one", "two", "three"))]
    first, second, _third = (rooms.of(project, Streams(project)) for project in projects)
    for number in range(3):
        client = await joined(first, projects[0], ANA, session=f"s{number}")
        client.session.close(4408 if number else 4401)
        first.leave(client.session)
    await joined(first, projects[0], ANA)
    await joined(first, projects[0], BEN)
    slow = await joined(second, projects[1], BEN)
    slow.session.close(4408)
    second.leave(slow.session)

    def fail(_: Event) -> None:
        raise RuntimeError("a fault in one room")

    for room, times in ((first, 2), (second, 1)):
        with monkeypatch.context() as broken:
            broken.setattr(room._draft_operations, "hear", fail)
            for _ in range(times):
                room._hear(delta("x"))
    clocks = [project.clock for project in projects]
    for clock, halt in zip(clocks, (4.0, 2.5, 9.0), strict=True):
        clock.advance(halt)  # type: ignore[attr-defined]  # a clock moved by hand

    # Of the first: two openings, who was there and who came. The third room holds nobody and keeps nothing back.
    assert rooms.figures() == Figures(rooms=1, sessions=2, waiting=4, cut=3, failures=3, stalled_s=4.0)


@pytest.mark.requirement("R-41", "R-139")
@pytest.mark.parametrize(("event", "code"), [(layout(), 4408), (delta("x"), None)], ids=["kept", "passing"])
async def test_only_an_event_that_others_count_by_its_sequence_sends_them_back_to_the_journal(event, code, monkeypatch):
    project = await open_project()
    room = Room(project, Streams(project))
    ana = await joined(room, project, ANA)

    def fail(_: Event) -> None:
        raise RuntimeError("a fault in one room")

    monkeypatch.setattr(room._draft_operations, "hear", fail)
    room._hear(replace(event, sequence=7) if code else event)

    assert getattr(ana.session.state, "code", None) == code
    assert room.failures == 1


@pytest.mark.requirement("R-139", "R-46")
async def test_everybody_comes_back_once_when_a_project_becomes_another_one():
    project = await open_project()
    room = Room(project, Streams(project))
    ana = await joined(room, project, ANA)
    header = {name: getattr(project.header, name) for name in ("profile", "phase", "policy", "language", "epoch")}
    await project.record([ProjectChanged(**header, name="renamed")])
    before = ana.session.state
    assert isinstance(before, LiveSession)
    await project.record([ProjectChanged(**header | {"epoch": "restored"}, name="renamed")])
    after: State = ana.session.state
    assert after == ClosedSession(4408, "too slow, resume", person(ANA))
    room.leave(ana.session)
    ben = await joined(room, project, BEN)
    await project.record([ProjectChanged(**header | {"epoch": "restored"}, name="again")])

    assert isinstance(ben.session.state, LiveSession)


@pytest.mark.requirement("R-139")
async def test_a_newcomer_may_take_all_that_is_told_at_once_and_who_is_told_with_haste_too():
    project = await open_project()
    room = Room(project, Streams(project))
    session = Session(SessionId("s"), now=0.0)
    released: list[int] = []
    session.outbox.on_release = lambda: released.append(len(session.outbox))
    await room.join(session, person(ANA))
    assert released == [1]

    session.tell(encoded(delta("x")))
    assert released == [1]
    session.tell(encoded(delta("y")), now=True)
    assert released == [1, 3]


@pytest.mark.requirement("R-42", "R-139")
async def test_a_session_says_in_each_of_its_states_what_ends_it():
    opening = Session(SessionId("s"), now=5.0)
    assert opening.state == OpeningSession(deadline=5.0 + OPEN_S)
    opening.close(4401)
    opening.heard(10**9)
    assert await opening.ended() == ClosedSession(4401, "not authenticated")

    live = Session(SessionId("s"), now=5.0)
    live.open(person(ANA))
    live.close(LEFT)
    assert await live.ended() == ClosedSession(1000, "left", person(ANA))
    assert [ConnectionCut(code).reason for code in CLOSE_CODES] == list(CLOSE_CODES.values())
    assert ConnectionCut(4400, "no JSON").reason == "no JSON"


@pytest.mark.requirement("R-42", "R-122")
@pytest.mark.parametrize(
    ("sizes", "reason"),
    [
        ([1] * 100, None),
        ([1] * 101, "more than 100 messages before session.open"),
        ([40_000, 25_536], None),
        ([40_000, 25_537], "more than 65,536 bytes before session.open"),
    ],
)
async def test_what_may_be_said_before_a_session_is_open_is_counted_to_the_byte(sizes: list[int], reason: str | None):
    session = Session(SessionId("s"), now=0.0)
    say = [partial(session.heard, size) for size in sizes]
    for each in say[:-1]:
        each()
    if reason is None:
        say[-1]()
        assert session.state == OpeningSession(deadline=OPEN_S, messages=len(sizes), size=sum(sizes))
    else:
        with pytest.raises(ConnectionCut) as cut:
            say[-1]()
        assert cut.value.reason == reason


@pytest.mark.requirement("R-139")
async def test_who_waits_for_the_end_of_a_session_may_give_up_and_another_still_hears_of_it():
    session = Session(SessionId("s"), now=0.0, outbox=Outbox())
    impatient = asyncio.ensure_future(session.ended())
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.wait({impatient})
    session.close(4401)

    assert (await session.ended()).code == 4401

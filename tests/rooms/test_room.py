"""A room: everybody hears the same, in order, without a gap; a newcomer catches up; nobody can spoil it for the others."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from itertools import pairwise

import pytest

from graphwright.errors import InvalidCommand
from graphwright.ports import ManualClock
from graphwright.projects import Project
from graphwright.protocol.canvas import Viewport
from graphwright.protocol.commands import PresenceUpdate, Since
from graphwright.protocol.events import (
    AccessChanged,
    Event,
    LayoutChanged,
    MessageDelta,
    MessageStarted,
    ProposalGrowing,
    ProposalWithdrawn,
)
from graphwright.protocol.ids import ProjectId, SessionId
from graphwright.protocol.operations import NodeCreate
from graphwright.protocol.threads import MessageAuthor
from graphwright.protocol.wire import decode_command
from graphwright.rooms import catching_up
from graphwright.rooms.catching_up import MISSED_EVENTS
from graphwright.rooms.outbox import MAX_EVENTS
from graphwright.rooms.room import MERGE_S, Room
from graphwright.rooms.rooms import Figures, Rooms
from graphwright.rooms.session import LEFT, ClosedSession, LiveSession, Session
from graphwright.rooms.shared import NumberedOutbox, SharedOutbox
from graphwright.store.memory import MemoryStore
from graphwright.turns.streams import Streams
from tests.places import ANA, BEN, START, Table, open_project, open_table
from tests.rooms.lines import Client, joined, person

DIFF = "<operations>\n## Nodes\n+ {0}|FUNC|{0}.FN.001|Does it.\n</operations>"


def room_of(project: Project) -> Room:
    return Room(project, Streams(project))


async def change(table: Table, name: str) -> None:
    await table.apply(DIFF.format(name))


async def change_many(project: Project, count: int) -> None:
    """Durable events that are cheap to make."""
    await project.record([LayoutChanged(view="v", positions={"n": (float(at), 0.0)}) for at in range(count)])


def growing(attempt: int, name: str) -> ProposalGrowing:
    operation = NodeCreate(id=name, node_type="FUNC", name=name, descr="", depends_on=[])
    return ProposalGrowing(proposal_id="p", run_id="r", attempt=attempt, operation=operation)


def started(attempt: int) -> MessageStarted:
    author = MessageAuthor(kind="assistant", name="offline")
    return MessageStarted(
        message_id="m", thread_id="t", author=author, parts=[], status="streaming", attempt=attempt, run_id="r"
    )


def delta(attempt: int, offset: int, text: str) -> MessageDelta:
    return MessageDelta(message_id="m", attempt=attempt, part=0, offset=offset, text=text)


@pytest.mark.requirement("WA-15", "I-06", "B-73", "WC-15")
async def test_everybody_hears_the_same_events_in_the_order_of_their_sequence():
    table = await open_table()
    room = room_of(table.project)
    ana, ben = await joined(room, table.project, ANA), await joined(room, table.project, BEN)

    await change(table, "Ship")
    await change(table, "Pay")
    await ana.flush()
    await ben.flush()

    assert ana.types() == ["session.opened", "member.joined", "commit.applied", "commit.applied"]
    assert ben.types() == ["session.opened", "member.joined", "commit.applied", "commit.applied"]
    assert ana.heard[2:] == ben.heard[2:]
    assert ana.sequences() == [2, 3]


async def test_a_session_is_told_where_the_project_stands_when_it_opens():
    table = await open_table()
    await change(table, "Ship")
    ana = await joined(room_of(table.project), table.project, ANA)
    await ana.flush()

    assert ana.heard == [
        {
            "type": "session.opened",
            "sessionId": "ana",
            "person": {"personId": ANA.person_id, "name": "ana", "access": "editor"},
            "access": "editor",
            "epoch": table.project.header.epoch,
            "sequence": 2,
            "revision": 1,
            "resume": "reload",
        }
    ]


@pytest.mark.requirement("R-46", "I-06", "WE-05")
async def test_who_comes_back_hears_what_was_missed_and_then_what_is_live_without_gap_or_repeat():
    table = await open_table()
    room = room_of(table.project)
    for name in ("One", "Two", "Three"):
        await change(table, name)
    ana = await joined(room, table.project, ANA, since=Since(epoch=table.project.header.epoch, sequence=2))
    await change(table, "Four")
    await ana.flush()

    assert ana.heard[0]["resume"] == "events"
    assert ana.sequences() == [3, 4, 5]
    assert [event["changes"][0]["after"]["name"] for event in ana.heard[1:]] == ["Two", "Three", "Four"]


@pytest.mark.requirement("R-46")
async def test_events_that_come_while_the_journal_is_read_are_neither_lost_nor_told_twice():
    table = await open_table()
    room = room_of(table.project)
    await change(table, "One")
    since = Since(epoch=table.project.header.epoch, sequence=0)
    joining = asyncio.ensure_future(joined(room, table.project, ANA, since=since))
    for name in ("Two", "Three", "Four"):
        await change(table, name)
    ana = await joining
    await change(table, "Five")
    await ana.flush()

    assert ana.sequences() == [1, 2, 3, 4, 5, 6]


@pytest.mark.requirement("R-46")
@pytest.mark.parametrize(
    ("epoch", "sequence"), [("another", 1), (None, 99)], ids=["an old backup's epoch", "a sequence of the future"]
)
async def test_what_a_client_cannot_continue_from_is_reloaded(epoch, sequence):
    table = await open_table()
    since = Since(epoch=epoch or table.project.header.epoch, sequence=sequence)
    ana = await joined(room_of(table.project), table.project, ANA, since=since)

    assert [event["resume"] for event in await ana.flush()] == ["reload"]


@pytest.mark.requirement("R-46", "I-13")
@pytest.mark.parametrize(("missed", "resume"), [(MISSED_EVENTS, "events"), (MISSED_EVENTS + 1, "reload")])
async def test_who_missed_more_than_a_state_costs_is_given_the_state(missed, resume):
    project = await open_project()
    await change_many(project, missed)
    ana = await joined(room_of(project), project, ANA, since=Since(epoch=project.header.epoch, sequence=1))
    await ana.flush()

    assert ana.heard[0]["resume"] == resume
    assert ana.sequences() == (list(range(2, missed + 2)) if resume == "events" else [])


@pytest.mark.requirement("R-46", "R-122")
@pytest.mark.parametrize(("room_for", "resume"), [(0, "events"), (-1, "reload")])
async def test_who_missed_as_many_bytes_as_are_read_is_given_the_events_and_with_one_more_the_state(
    room_for, resume, monkeypatch
):
    project = await open_project()
    since = Since(epoch=project.header.epoch, sequence=1)
    await change_many(project, 3)
    events = await catching_up.missed(project, since)
    assert events is not None
    monkeypatch.setattr(catching_up, "MISSED_BYTES", sum(event.size for event in events) + room_for)
    ana = await joined(room_of(project), project, ANA, since=since)
    await ana.flush()

    assert (ana.heard[0]["resume"], ana.sequences()) == (resume, [2, 3, 4] if resume == "events" else [])


@pytest.mark.requirement("R-44", "I-13")
async def test_a_client_that_does_not_read_is_cut_and_comes_back_without_a_hole():
    project = await open_project()
    room = room_of(project)
    ana, ben = await joined(room, project, ANA), await joined(room, project, BEN)
    await change_many(project, MAX_EVENTS // 2)
    await ana.flush()
    await change_many(project, MAX_EVENTS // 2 + 1)
    await ana.flush()

    assert ben.session.state == ClosedSession(4408, "too slow, resume", person(BEN))
    room.leave(ben.session)
    assert room.cut == 1
    last = ben.sequences()[-1] if ben.sequences() else 1
    back = await joined(room, project, BEN, since=Since(epoch=project.header.epoch, sequence=last), session="ben again")
    await back.flush()
    assert back.sequences() == ana.sequences() == list(range(2, MAX_EVENTS + 3))


@pytest.mark.requirement("R-41", "R-48")
async def test_a_session_that_fails_is_cut_and_the_others_go_on(monkeypatch, caplog):
    table = await open_table()
    room = room_of(table.project)
    ana, ben = await joined(room, table.project, ANA), await joined(room, table.project, BEN)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault in one session")

    monkeypatch.setattr(ana.session, "tell", broken)
    await change(table, "Ship")
    await ben.flush()

    assert ben.sequences() == [2]
    assert isinstance(ana.session.state, ClosedSession)
    assert room.failures == 1
    assert "a session could not be told" in caplog.text


@pytest.mark.requirement("R-41", "R-48")
async def test_a_room_that_fails_stops_neither_the_project_nor_another_room(monkeypatch, caplog):
    table = await open_table()
    broken, sound = room_of(table.project), room_of(table.project)
    ana, ben = await joined(broken, table.project, ANA), await joined(sound, table.project, BEN)

    def fail(_: Event) -> None:
        raise RuntimeError("a fault in one room")

    monkeypatch.setattr(broken._draft_operations, "hear", fail)
    await change(table, "Ship")
    await ben.flush()

    assert table.model() == ["Ship.FN.001"]
    assert ben.sequences() == [2]
    assert isinstance(ana.session.state, ClosedSession)  # a durable event was lost for it: it must come back
    assert "a room could not tell" in caplog.text


@pytest.mark.requirement("R-46", "A-41")
async def test_who_joins_while_a_message_streams_is_told_the_text_so_far():
    project = await open_project()
    room = room_of(project)
    await project.record([started(1)])
    for at, text in ((0, "I make "), (7, "it")):
        project.publish(delta(1, at, text))
    ana = await joined(room, project, ANA)
    project.publish(delta(1, 9, "."))
    await ana.flush()

    assert ana.heard[1:] == [
        {"type": "session.gap", "messageId": "m", "attempt": 1, "text": "I make it"},
        {"type": "message.delta", "messageId": "m", "attempt": 1, "part": 0, "offset": 9, "text": "."},
    ]


@pytest.mark.requirement("R-46", "A-43")
async def test_who_joins_while_a_proposal_grows_sees_its_ghosts_but_not_the_withdrawn():
    project = await open_project()
    room = room_of(project)
    project.publish(growing(1, "Old"))
    project.publish(ProposalWithdrawn(proposal_id="p", run_id="r", attempt=1, reason="again"))
    project.publish(growing(2, "Ship"))
    project.publish(growing(2, "Pay"))
    ana = await joined(room, project, ANA)
    await ana.flush()

    assert [event["operation"]["name"] for event in ana.heard[1:]] == ["Ship", "Pay"]


@pytest.mark.requirement("D-91")
async def test_the_first_ghost_of_an_answer_is_let_go_at_once_and_the_others_share_a_frame():
    project = await open_project()
    ana = await joined(room_of(project), project, ANA)
    await ana.flush()
    project.publish(delta(1, 0, "x"))
    assert not ana.released
    project.publish(growing(1, "Ship"))
    assert ana.released
    await ana.flush()
    project.publish(growing(1, "Pay"))
    assert not ana.released


@pytest.mark.requirement("I-13")
async def test_a_thousand_ghosts_and_a_long_absence_fit_into_a_newcomers_outbox():
    project = await open_project()
    room = room_of(project)
    for at in range(1_200):
        project.publish(growing(1, f"F{at}"))
    await change_many(project, 1_500)
    ana = await joined(room, project, ANA, since=Since(epoch=project.header.epoch, sequence=1))
    await ana.flush()

    assert (len(ana.sequences()), ana.types().count("proposal.growing")) == (1_500, 1_000)


@pytest.mark.requirement("D-91", "B-74")
async def test_events_of_one_moment_share_a_frame_and_a_lone_one_is_not_held_back():
    project = await open_project()
    ana = await joined(room_of(project), project, ANA)
    await ana.flush()
    frames = ana.frames
    for at in range(10):
        project.publish(delta(1, at, "x"))
    await ana.flush()

    assert len(ana.heard) == 11
    assert ana.frames == frames + 1


@pytest.mark.requirement("D-91", "B-74")
async def test_frames_to_one_client_are_at_least_a_moment_apart_however_events_come():
    project = await open_project()
    ana = await joined(room_of(project), project, ANA)
    await ana.flush()
    released: list[float] = []
    ana.session.outbox.on_release = lambda: released.append(project.clock.monotonic())
    for at in range(5):
        project.publish(delta(1, at, "x"))
        await asyncio.sleep(0)
        ana.session.outbox.frame()
        await asyncio.sleep(0)

    assert len(released) > 2
    assert min(later - sooner for sooner, later in pairwise(released)) == pytest.approx(MERGE_S)


async def test_presence_is_told_to_the_others_only_when_it_changes_and_only_its_newest_value():
    project = await open_project()
    room = room_of(project)
    ana, ben = await joined(room, project, ANA), await joined(room, project, BEN)
    await ana.flush()
    await ben.flush()
    window = Viewport(zoom=0.5, center_x=3, center_y=4)
    here = partial(PresenceUpdate, canvas="graph", place="show=graph&select=A.FN.1", viewport=window)
    for focus in (["n1"], ["n2"], ["n2"]):
        room.presence(ana.session, here(focus=focus))

    assert await ana.flush() == []
    assert await ben.flush() == [
        {
            "type": "presence.changed",
            "person": {"personId": ANA.person_id, "name": "ana", "access": "editor"},
            "sessionId": "ana",
            "canvas": "graph",
            "focus": ["n2"],
            "place": "show=graph&select=A.FN.1",
            "viewport": {"zoom": 0.5, "centerX": 3.0, "centerY": 4.0},
        }
    ]
    room.presence(ana.session, here(focus=["n2"]))
    assert await ben.flush() == []


@pytest.mark.requirement("P-131")
@pytest.mark.parametrize("told", [
    {"cursor": [1e8, 0]}, {"viewport": {"centerX": -1e8}}, {"viewport": {"zoom": 1e4}}, {"viewport": {"zoom": -1}},
    {"focus": ["n"] * 1_001},
])  # fmt: skip
def test_a_window_a_pointer_or_a_focus_beyond_any_picture_is_refused_with_its_field(told):
    with pytest.raises(InvalidCommand, match=next(iter(told))):
        decode_command(json.dumps({"type": "presence.update", "canvas": "graph", **told}))


async def test_a_newcomer_is_told_who_is_here_and_where_and_the_others_who_came_and_left():
    project = await open_project()
    room = room_of(project)
    ana = await joined(room, project, ANA)
    room.presence(ana.session, PresenceUpdate(canvas="chat"))
    ben = await joined(room, project, BEN)
    await ben.flush()
    ben.session.close(4401)
    room.leave(ben.session)
    await ana.flush()

    assert [(event["type"], event.get("sessionId")) for event in ben.heard] == [
        ("session.opened", "ben"),
        ("member.joined", "ana"),
        ("presence.changed", "ana"),
    ]
    assert [(event["type"], event.get("sessionId")) for event in ana.heard] == [
        ("session.opened", "ana"),
        ("member.joined", "ben"),
        ("member.left", "ben"),
    ]


@pytest.mark.requirement("R-05")
async def test_a_change_of_access_acts_on_live_sessions_at_once():
    project = await open_project()
    room = room_of(project)
    ana, ben = await joined(room, project, ANA), await joined(room, project, BEN)
    await project.record([AccessChanged(person=ANA, access="viewer"), AccessChanged(person=BEN, access=None)])

    assert isinstance(ana.session.state, LiveSession)
    assert ana.session.state.person.access == "viewer"
    assert ben.session.state == ClosedSession(4403, "not allowed", person(BEN))


class HeldReads(MemoryStore):
    """A store whose journal is read only when it may be."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.may, self.waits = asyncio.Event(), asyncio.Event()
        self.may.set()

    async def read(self, *args, **options):
        if not self.may.is_set():
            self.waits.set()
            await self.may.wait()
        async for entry in super().read(*args, **options):
            yield entry


@pytest.mark.requirement("X-202")
@pytest.mark.parametrize("access", ["viewer", None])
async def test_a_change_of_access_acts_on_who_is_just_coming_in(access):
    store = HeldReads()
    project = await open_project(store)
    room = room_of(project)
    await change_many(project, 1)
    store.may.clear()
    since = Since(epoch=project.header.epoch, sequence=0)
    coming = asyncio.create_task(joined(room, project, BEN, since=since))
    await store.waits.wait()
    await project.record([AccessChanged(person=BEN, access=access)])
    store.may.set()
    ben = await coming

    if access is None:
        assert (ben.session.state, room.sessions) == (ClosedSession(4403, "not allowed"), [])
    else:
        assert isinstance(ben.session.state, LiveSession)
        assert (await ben.flush())[0]["access"] == "viewer"


async def test_somebody_who_went_away_while_the_journal_was_read_is_not_let_in():
    project = await open_project()
    room = room_of(project)
    gone = Client(project, "gone")
    gone.session.close(LEFT)
    await room.join(gone.session, person(ANA))

    assert room.sessions == []


@pytest.mark.requirement("R-48", "WE-17")
async def test_the_watchdog_says_how_long_a_room_has_kept_an_event_back():
    project = await open_project()
    room = room_of(project)
    ana = await joined(room, project, ANA)
    project.clock.advance(5.0)  # type: ignore[attr-defined]  # a clock moved by hand

    assert room.stalled_s() == 5.0  # nothing had its turn yet
    await ana.flush()
    assert room.stalled_s() == 0.0


@pytest.mark.requirement("WE-17", "P-183")
async def test_rooms_count_what_the_operator_wants_to_know_and_end_with_their_projects():
    rooms = Rooms()
    first, second = await open_project(name="one"), await open_project(name="two", seed=2)
    clients = [
        await joined(rooms.of(project, Streams(project)), project, who, session=f"{who.name} in {project.header.name}")
        for project in (first, second)
        for who in (ANA, BEN)
    ]

    assert rooms.figures() == Figures(rooms=2, sessions=4, waiting=8, cut=0, failures=0, stalled_s=0.0)

    await joined(rooms.of(first, Streams(first)), first, ANA, session="her other window")
    assert [rooms.people_in(each) for each in (first.project_id, second.project_id, ProjectId("unknown"))] == [2, 2, 0]

    rooms.delete(first.project_id)
    rooms.close()
    assert [client.session.state.code for client in clients] == [4404, 4404, 1012, 1012]
    assert rooms.people_in(first.project_id) == 0
    assert rooms.figures().rooms == 1


@pytest.mark.requirement("Z-116")
async def test_an_event_leaves_for_another_server_before_it_is_sent_to_those_who_are_here():
    table = await open_table()
    room = room_of(table.project)
    line = SharedOutbox(on_full=lambda: None)
    guest = Session(SessionId("guest"), table.project.clock.monotonic(), NumberedOutbox(line, 1))
    here = await joined(room, table.project, ANA, session="here")
    await room.join(guest, person(BEN))
    await here.flush()
    left: list[str] = []
    line.on_release = partial(left.append, "to another server")
    here.session.outbox.on_release = partial(left.append, "to one who is here")

    await change(table, "Ship")
    await here.flush()

    assert left == ["to another server", "to one who is here"]


@pytest.mark.requirement("Z-116")
async def test_who_is_at_another_server_is_not_told_of_themselves_and_everybody_elsewhere_is():
    """Numbers are of one line: whoever has the same one at a third server is somebody else."""
    project = await open_project()
    room = room_of(project)
    lines = [SharedOutbox(on_full=lambda: None) for _ in range(2)]
    guests = [
        Session(SessionId(name), project.clock.monotonic(), NumberedOutbox(line, 1))
        for name, line in zip(("ana", "ben"), lines, strict=True)
    ]
    for guest, who in zip(guests, (ANA, BEN), strict=True):
        await room.join(guest, person(who))
    for line in lines:
        while line.frame() is not None:
            pass

    room.presence(guests[0], PresenceUpdate(canvas="chat"))
    await asyncio.sleep(0)

    first, second = [json.loads(line.frame() or "null") for line in lines]
    whereabouts = {
        "type": "presence.changed",
        "person": {"personId": ANA.person_id, "name": "ana", "access": "editor"},
        "sessionId": "ana",
        "canvas": "chat",
    }
    assert (first, second) == ([{"but": 1, "events": [whereabouts]}], [{"events": [whereabouts]}])

"""The states of a session, and the limits of each."""

from __future__ import annotations

import pytest

from graphwright.protocol.canvas import CanvasState, Selection, Viewport
from graphwright.protocol.commands import CanvasUpdate
from graphwright.protocol.ids import SessionId
from graphwright.rooms.outbox import encoded
from graphwright.rooms.session import OPEN_BYTES, OPEN_MESSAGES, ClosedSession, ConnectionCut, Session, canvas_after
from tests.places import ANA
from tests.rooms.lines import person


@pytest.mark.requirement("R-42")
@pytest.mark.parametrize(("size", "allowed", "code"), [(1, OPEN_MESSAGES, 4429), (OPEN_BYTES // 2, 2, 4413)])
async def test_little_may_be_said_before_a_session_is_open(size, allowed, code):
    session = Session(SessionId("s"), now=0.0)
    for _ in range(allowed):
        session.heard(size)

    with pytest.raises(ConnectionCut) as cut:
        session.heard(size)
    assert cut.value.code == code


@pytest.mark.requirement("R-40", "R-122")
async def test_an_open_session_may_say_more_but_no_frame_above_the_limit():
    session = Session(SessionId("s"), now=0.0)
    session.open(person(ANA))
    for _ in range(OPEN_MESSAGES + 1):
        session.heard(OPEN_BYTES)
    session.heard(4 * 1024 * 1024)

    with pytest.raises(ConnectionCut) as cut:
        session.heard(4 * 1024 * 1024 + 1)
    assert (cut.value.code, cut.value.reason) == (4413, "a frame of 4,194,305 bytes; at most 4,194,304 are read")


async def test_the_first_reason_to_close_counts_and_a_closed_session_is_told_nothing():
    session = Session(SessionId("s"), now=0.0)
    live = session.open(person(ANA))
    session.tell(encoded({"type": "x"}))
    session.close(4408)
    session.close(4401)
    session.tell(encoded({"type": "y"}))

    assert await session.ended() == ClosedSession(4408, "too slow, resume", person(ANA))
    assert len(live.outbox) == 0


@pytest.mark.requirement("B-01")
def test_a_canvas_update_changes_only_what_it_names():
    before = CanvasState(viewport=Viewport(zoom=2.0), selection=Selection(nodes=["a"]))

    after = canvas_after(before, CanvasUpdate(selection=Selection(nodes=["b"]), layout="radial"))

    assert after == CanvasState(viewport=Viewport(zoom=2.0), selection=Selection(nodes=["b"]), layout="radial")

"""What may wait for one client, and how it becomes frames."""

from __future__ import annotations

import pytest

from graphwright.rooms.outbox import FRAME_BYTES, MAX_BYTES, MAX_EVENTS, EncodedEvent, Outbox, bundled
from graphwright.rooms.shared import MAX_BYTES as LINE_BYTES
from graphwright.rooms.shared import SharedOutbox


def event(text: str, size: int | None = None) -> EncodedEvent:
    return EncodedEvent(text, len(text) if size is None else size)


def test_one_event_is_a_frame_and_several_are_an_array():
    outbox = Outbox()
    outbox.put(event("1"))
    assert outbox.frame() == "1"

    for text in ("2", "3"):
        outbox.put(event(text))
    assert outbox.frame() == "[2,3]"


def test_a_bundle_is_an_array_even_when_it_is_alone():
    outbox = Outbox()
    for bundle in bundled([event("1"), event("2")]):
        outbox.put(bundle)
    outbox.put(event("3"))

    assert outbox.frame() == "[1,2,3]"


def test_merging_stops_at_the_size_of_a_frame():
    outbox = Outbox()
    for text in ("1", "2", "3"):
        outbox.put(event(text, FRAME_BYTES // 2))

    assert [outbox.frame(), outbox.frame()] == ["[1,2]", "3"]


@pytest.mark.requirement("R-44", "I-13", "WC-15", "B-74")
@pytest.mark.parametrize(("size", "fits"), [(1, MAX_EVENTS), (MAX_BYTES // 4, 4), (MAX_BYTES + 1, 0)])
def test_an_outbox_is_bounded_by_events_and_by_bytes(size, fits):
    outbox = Outbox()

    assert [outbox.put(event("x", size)) for _ in range(fits + 2)] == [True] * fits + [False] * 2
    assert (len(outbox), outbox.size) == (fits, fits * size)


def test_bundles_fill_a_frame_and_keep_the_order():
    events = [event(str(at), FRAME_BYTES // 3) for at in range(7)]

    assert [bundle.text for bundle in bundled(events)] == ["0,1,2", "3,4,5", "6"]
    assert list(bundled([])) == []


@pytest.mark.requirement("R-122")
def test_a_bundle_may_be_as_large_as_a_frame_and_every_bundle_begins_to_count_anew():
    events = [event(str(at), FRAME_BYTES // 4) for at in range(10)]

    assert [bundle.text for bundle in bundled(events)] == ["0,1,2,3", "4,5,6,7", "8,9"]
    assert [bundle.text for bundle in bundled([event("0", FRAME_BYTES), event("1", 1)])] == ["0", "1"]


@pytest.mark.requirement("Z-116", "R-122")
def test_a_line_to_another_server_says_when_it_has_no_room_left():
    told: list[str] = []
    line = SharedOutbox(on_full=lambda: told.append("full"))
    around = 40

    assert line.tell_one(1, event("1", LINE_BYTES - around))
    assert (told, line.size) == ([], LINE_BYTES)
    assert not line.tell_all(event("2", 1))
    assert (told, len(line)) == (["full"], 1)


def test_an_outbox_tells_when_something_is_released_and_only_then():
    outbox, told = Outbox(), list[str | None]()
    outbox.on_release = lambda: told.append(outbox.frame())
    outbox.release()
    outbox.put(event("1"))
    outbox.put(event("2"))
    assert told == []
    outbox.release()
    assert told == ["[1,2]"]
    assert outbox.frame() is None

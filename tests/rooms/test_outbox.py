"""What may wait for one client, and how it becomes frames."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from graphwright.rooms import outbox as outboxes
from graphwright.rooms.outbox import FRAME_BYTES, MAX_BYTES, MAX_EVENTS, EncodedEvent, Outbox, bundled, encoded
from graphwright.rooms.shared import MAX_BYTES as LINE_BYTES
from graphwright.rooms.shared import NumberedOutbox, SharedOutbox, Told


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


# Sizes around the limits of a small outbox; "take" and "forget" between them.
STEPS = st.lists(st.one_of(st.integers(0, 14), st.sampled_from(["take", "take", "forget"])), max_size=40)


@pytest.mark.requirement("R-137")
@given(STEPS)
def test_an_outbox_holds_what_was_put_and_neither_taken_nor_forgotten_and_never_more_than_its_limits(steps):
    outbox = Outbox(most_events=4, most_bytes=20)
    waiting: list[tuple[str, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outboxes, "FRAME_BYTES", 10)
        for number, step in enumerate(steps):
            if step == "take":
                frame = outbox.frame()
                taken = 0 if frame is None else len(json.decode(frame)) if frame.startswith("[") else 1
                sizes = [size for _, size in waiting]
                assert taken == (
                    0 if not sizes else max(1, *(n for n in range(5) if sum(sizes[:n]) <= 10 and n <= len(sizes)))
                )
                assert frame in (
                    None,
                    waiting[0][0] if taken == 1 else f"[{','.join(text for text, _ in waiting[:taken])}]",
                )
                del waiting[:taken]
            elif step == "forget":
                outbox.clear()
                waiting.clear()
            else:
                fits = len(waiting) < 4 and sum(size for _, size in waiting) + step <= 20
                assert outbox.put(event(str(number), step)) is fits
                waiting += [(str(number), step)] if fits else []
            assert (len(outbox), outbox.size) == (len(waiting), sum(size for _, size in waiting))


@pytest.mark.requirement("R-137")
@given(st.lists(st.integers(0, 14)))
def test_bundles_are_as_few_as_their_size_allows_hold_everything_once_and_count_a_comma_for_each(sizes):
    events = [event(f"<{'x' * size}{at}>", size) for at, size in enumerate(sizes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outboxes, "FRAME_BYTES", 10)
        bundles = list(bundled(events))

    assert ",".join(bundle.text for bundle in bundles) == ",".join(each.text for each in events)
    counts = [bundle.text.count("<") for bundle in bundles]
    starts = [sum(counts[:at]) for at in range(len(counts) + 1)]
    parts = [sizes[begin:end] for begin, end in pairwise(starts)]
    assert [bundle.size for bundle in bundles] == [sum(part) + len(part) for part in parts]
    assert all(len(part) == 1 or sum(part) <= 10 for part in parts)
    assert all(sum(part) + following[0] > 10 for part, following in pairwise(parts))
    assert all(bundle.is_list for bundle in bundles)


@pytest.mark.requirement("R-137")
def test_an_event_is_encoded_with_the_bytes_that_it_has_on_the_wire():
    assert encoded({"text": "Müll"}) == EncodedEvent('{"text":"Müll"}', 16)


@pytest.mark.requirement("Z-116", "R-137")
def test_what_a_line_says_names_whom_it_is_for_and_is_told_at_once_unless_it_is_an_event():
    released: list[str] = []
    line = SharedOutbox(on_full=lambda: None)
    line.on_release = lambda: released.append("now")
    guest = NumberedOutbox(line, 7)

    assert [
        line.tell_all(event("1")),
        line.tell_all(event("2"), but=3),
        line.tell_one(4, event("3,4")),
        guest.put(event("5")),
    ] == [True] * 4
    assert (len(line), len(guest), released) == (4, 0, [])
    guest.release()
    assert released == ["now"]
    guest.clear()
    line.say(Told(to=2, code=4408, reason="too slow"))

    assert released == ["now"] * 3
    assert json.decode(line.frame() or "") == [
        {"events": [1]},
        {"but": 3, "events": [2]},
        {"to": 4, "events": [3, 4]},
        {"to": 7, "events": [5]},
        {"to": 7, "isOver": True},
        {"to": 2, "code": 4408, "reason": "too slow"},
    ]
    assert (len(line), line.size) == (0, 0)

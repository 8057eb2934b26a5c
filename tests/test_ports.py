"""What comes in from the world through the ports is what the program relies on."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from uuid import UUID

import pytest

from graphwright.ports import Ids, ManualClock

START = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.requirement("D-29", "WD-06")
def test_an_id_begins_with_the_moment_it_was_made_and_nobody_can_guess_the_rest():
    clock = ManualClock(START)
    ids = Ids(clock)
    early = {ids.new() for _ in range(2_000)}
    clock.advance(0.001)
    late = {ids.new() for _ in range(2_000)}

    assert len(early | late) == 4_000
    assert max(early) < min(late)
    made = {UUID(each).int >> 80 for each in early}
    assert made == {int(START.timestamp() * 1000)}
    assert {UUID(each).version for each in early | late} == {7}
    assert Ids(clock, Random(1).randbytes).new() != Ids(clock, Random(2).randbytes).new()

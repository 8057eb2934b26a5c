"""When a step is tried again, and after which pause (C-81)."""

from __future__ import annotations

import pytest

from graphwright.errors import InvalidCommand, ProviderUnavailable
from graphwright.protocol.ids import StepId
from graphwright.runs.retries import may_retry, pause_s

STEPS = [StepId(f"step-{number}") for number in range(200)]


@pytest.mark.requirement("C-81")
@pytest.mark.parametrize(("failed", "middle"), [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (50, 60)])
def test_pauses_double_from_a_second_to_a_minute_and_lie_a_tenth_around(failed: int, middle: int):
    pauses = [pause_s(step, failed) / middle for step in STEPS]

    assert 0.9 <= min(pauses) < 0.92
    assert 1.08 < max(pauses) <= 1.1
    assert len(set(pauses)) > 50, "steps that failed together come back one after the other"
    assert pauses == [pause_s(step, failed) / middle for step in STEPS], "a replay waits the same"


@pytest.mark.requirement("C-81", "R-122")
@pytest.mark.parametrize(
    ("kind", "failed", "error", "again"),
    [
        ("graph_search", 1, ProviderUnavailable("away", retry="later"), True),
        ("graph_search", 2, ProviderUnavailable("away", retry="later"), False),
        ("graph_search", 1, InvalidCommand("no"), False),
        ("graph_search", 1, ValueError("a fault"), False),
        ("commit", 1, ProviderUnavailable("away", retry="later"), False),
    ],
)
def test_a_step_that_only_reads_is_tried_once_more_where_the_error_may_go_away(
    kind: str, failed: int, error: Exception, again: bool
):
    assert may_retry(kind, failed, error) is again

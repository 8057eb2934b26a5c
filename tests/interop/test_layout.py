"""Where boxes stand in a picture of changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.interop.comparing.layout import columns

NODES = [*"abcdefgh"]
EDGES = st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).filter(lambda ends: ends[0] != ends[1]))


@pytest.mark.requirement("X-80")
def test_edges_run_from_left_to_right_and_joined_boxes_stand_side_by_side():
    assert columns([*"abcd"], [("a", "d"), ("b", "c"), ("d", "b")]) == [["a"], ["d"], ["b"], ["c"]]
    assert [*zip(*columns([*"abcd"], [("a", "d"), ("b", "c")]), strict=True)] == [("b", "c"), ("a", "d")]


@pytest.mark.requirement("X-80")
@given(edges=EDGES)
def test_every_box_stands_in_one_column_and_only_circles_lead_back(edges):
    found = columns(NODES, edges)

    depth = {node: number for number, column in enumerate(found) for node in column}
    assert sorted(node for column in found for node in column) == NODES
    back = [(source, target) for source, target in edges if depth[source] >= depth[target]]
    assert all(_leads(edges, target, source) for source, target in back)


def _leads(edges: list[tuple[str, str]], start: str, end: str) -> bool:
    reached = {start}
    while new := {target for source, target in edges if source in reached} - reached:
        reached |= new
    return end in reached

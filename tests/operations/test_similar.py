"""The index of similar nodes follows every commit, and a large one without keeping anybody (ADR-07, ADR-18)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from graphwright.graph.similarity import index_graph
from graphwright.operations.similar import AT_ONCE, SLICE, SimilarityFollower
from graphwright.protocol.graph import Change, NodeChange
from tests.graph.build import graph_of


class Committed:
    """As much of a commit as is followed."""

    def __init__(self, changes: Sequence[Change], revision: int) -> None:
        self.changes, self.revision = list(changes), revision


@pytest.mark.requirement("R-40")
@settings(max_examples=60)
@given(
    changes=st.lists(st.tuples(st.integers(0, 7), st.sampled_from([None, "CheckOrder", "SendBill"])), max_size=20),
    filled_after=st.integers(0, 20),
    at_once=st.sampled_from([0, AT_ONCE]),
)
def test_an_index_that_followed_commits_knows_what_one_made_fresh_knows(changes, filled_after, at_once):
    graph = graph_of(*(f"N{number}:FUNC" for number in range(8)))
    start = list(graph.nodes.values())
    following = SimilarityFollower(graph, at_once=at_once)
    for step, (number, name) in enumerate(changes):
        if step == filled_after:
            list(following.fill())
        node = start[number]
        before = graph.nodes.get(node.node_id)
        after = None if name is None else replace(node, name=name)
        if before is None and after is None:
            continue
        change = NodeChange(before=before, after=after)
        graph.apply([change], graph.revision + 1)
        following.on_commit(Committed([change], graph.revision))
    list(following.fill())

    fresh = index_graph(graph)
    for node in start:
        assert following.index.known(node.node_id) == fresh.known(node.node_id)
        assert set(following.index.candidates(node).nodes) == set(fresh.candidates(node).nodes)


@pytest.mark.requirement("R-40")
def test_a_large_commit_waits_for_the_next_comparison_and_one_during_the_filling_is_not_forgotten():
    graph = graph_of(*(f"N{number}:FUNC" for number in range(2 * SLICE)))
    following = SimilarityFollower(graph, at_once=1)
    filling = following.fill()
    next(filling)
    made = graph_of("New:FUNC <New.FN.500>", "Newer:FUNC <Newer.FN.501>")
    changes = [NodeChange(before=None, after=node) for node in made.nodes.values()]
    graph.apply(changes, 2)

    following.on_commit(Committed(changes, graph.revision))
    at_once = [following.index.known(node_id) is not None for node_id in made.nodes]
    list(filling)

    assert at_once == [False, False]
    assert all(following.index.known(node_id) is not None for node_id in graph.nodes)

"""A snapshot is read as it was written, and a text of many elements is in memory once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.store.snapshots import joined, parts_of
from tests.graph.build import graph_of


@pytest.mark.requirement("Z-184")
def test_a_model_that_is_read_has_each_of_its_texts_once():
    names = [f"N{at}" for at in range(3_000)]
    graph = graph_of(*(f"{name}:FUNC" for name in names), *(f"N0 -io-> {name}" for name in names[1:]))
    for node in list(graph.nodes.values())[:2]:
        graph.put_node(replace(node, attributes={"by": "the plant"}))
    written = graph.snapshot()

    read = joined(parts_of(written))

    assert read == written
    first, second, *others = read.nodes
    for texts in (
        [each.node_type for each in read.nodes],
        [each.edge_type for each in read.edges],
        [first.node_id, *(each.source for each in read.edges)],
        [others[-1].node_id, read.edges[-1].target],
        [first.attributes["by"], second.attributes["by"]],
    ):
        assert len({id(text) for text in texts}) == 1
    assert first.attributes is not second.attributes

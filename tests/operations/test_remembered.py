"""What is remembered of texts has an end: whoever changes a model for hours fills no memory with what it once said."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable

import pytest

from graphwright.graph.check import check_all
from graphwright.graph.similarity import index_graph
from graphwright.graph.words import REMEMBERED
from graphwright.operations.plan import plan
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.ids import NodeId, OperationId, Ref
from graphwright.protocol.operations import ChangeSet, NodeSet, NodeUpdate
from graphwright.search.lexical import LexicalIndex
from tests.graph.build import graph_of

MORE = 300
A_TEXT = 4
"""Blocks of memory, as Python counts them: a number that was never written before, and that it has no ending."""
A_FINDING = 730
"""Bytes: 810 with lists and terms of its own."""
A_FUNCTION = 1_200
"""Bytes of what is compared of one: 1,320 with an empty set of its own."""


@pytest.mark.requirement("Z-168")
def test_beyond_those_that_are_remembered_one_description_more_leaves_next_to_nothing():
    graph = graph_of("Check order:FUNC", "Order:FLOW", "Order -io-> Check order")
    index, ids = LexicalIndex[NodeId]({}), Ids(SystemClock())
    node_id = NodeId("Check order:FUNC")

    def change(number: int) -> None:
        said = f"Takes request {number:06} and keeps it as an order."
        update = NodeUpdate(id=OperationId("op-1"), ref=Ref(node_id), set=NodeSet(descr=said))
        planned = plan(graph, ChangeSet(base_revision=graph.revision, operations=[update]), ids=ids)
        assert planned.changes
        graph.apply(planned.changes, graph.revision + 1)
        index.add(node_id, {"descr": said})

    def held() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    for number in range(REMEMBERED + MORE):
        change(number)
    before = held()
    for number in range(MORE):
        change(REMEMBERED + MORE + number)

    assert (held() - before) / MORE < A_TEXT


@pytest.mark.requirement("X-195")
def test_what_many_findings_and_functions_have_in_common_is_kept_once():
    graph = graph_of(*(f"Keep parcel {number}:FUNC" for number in range(MORE)))

    def taken(make: Callable[[], object]) -> int:
        """Bytes."""
        kept = [make()]
        kept.clear()  # once before: words and rules are remembered
        gc.collect()
        tracemalloc.start()
        try:
            kept.append(make())
            gc.collect()
            return tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()

    found = len(check_all(graph))

    assert taken(lambda: check_all(graph)) / found < A_FINDING
    assert taken(lambda: index_graph(graph)) / MORE < A_FUNCTION

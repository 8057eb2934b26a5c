"""What is remembered of texts has an end: whoever changes a model for hours fills no memory with what it once said."""

from __future__ import annotations

import gc
import sys

import pytest

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

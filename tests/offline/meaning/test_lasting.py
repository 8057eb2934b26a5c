"""What a message leaves in memory when it has been read: nothing, also where nobody looks for dead cycles (`ports`)."""

from __future__ import annotations

import gc

import pytest

from graphwright.grammar.read import read
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from tests.collecting import kept, uncollected_here
from tests.graph.build import graph_of


@pytest.mark.requirement("Z-167")
def test_of_what_a_message_means_nothing_stays_that_only_the_collector_would_find():
    text = "A customer places an order. The clerk checks the order."
    means(read(text), graph_of(), NodeIndex(graph_of()))  # what is remembered of words is made
    with uncollected_here():
        graph = graph_of()
        meant = means(read(text), graph, NodeIndex(graph))
        assert meant.draft.operations
        assert kept(Draft)
        del meant, graph
        assert not kept(Draft)
    gc.collect()

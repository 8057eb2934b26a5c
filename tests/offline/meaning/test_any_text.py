"""No text at all makes an illegal change, or raises."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from tests.graph.build import graph_of
from tests.offline.meaning.test_changing import QUAY

WORDS = (
    "the quay", "crane", "Ferryman", "Load cargo", "Cargo list", "rename", "to", "move", "merge", "and", "or", "split", "delete",
    "is", "not", "a module", "shall", "within 5 s", "sends", "gets", "it", ",", ";", "->", ":", "=", "if", "then", "before",
    "lösche", "nicht", "sondern", "und", "der Kran", "fährt", "wird", "muss", "le quai", "envoie", "au", "et", "ne", "pas",
    "supprime", "field", '"Note"', "?", ".", "\n- ", "SYS Mill", "ACTOR", "consists of", "for every function", "without",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.requirement("U-30")
@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
@example("Merge Ferryman and Ferryman.")
@example("Move the quay to the quay.")
@example("Rename Quay to Quay.")
def test_whatever_is_said_only_legal_edges_come_of_it(text: str) -> None:
    graph = graph_of(*QUAY)

    staged = means(read(text), graph, NodeIndex(graph)).draft.graph

    allows = staged.ontology.allows
    assert [
        each
        for each in staged.edges.values()
        if not allows(each.edge_type, staged.nodes[each.source].node_type, staged.nodes[each.target].node_type)
    ] == []

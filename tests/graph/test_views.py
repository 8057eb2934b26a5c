"""What a view draws of a graph: its relations, what lies in its boxes, and what stands in its lanes."""

from __future__ import annotations

import pytest

from graphwright.graph.views import content_of
from tests.graph.build import graph_of

SHOP = graph_of(
    "Shop:SYS", "Order:UC", "Chain:FCHAIN", "Clerk:ACTOR", "Till:MOD", "Check:FUNC", "Pack:FUNC", "Slip:FLOW",
    "Shop -compose-> Order", "Order -compose-> Chain", "Chain -compose-> Check, Pack",
    "Clerk -relation-> Check", "Check -io-> Slip", "Slip -io-> Pack", "Till -allocate-> Pack",
)  # fmt: skip


def drawn(view: str) -> set[str]:
    return {f"{edge.source} {edge.edge_type} {edge.target}" for edge in content_of(SHOP, view).edges}


@pytest.mark.requirement("X-90")
def test_relations_of_a_view_are_lines_and_those_to_what_stands_in_a_lane_are_drawn_too():
    assert drawn("functional-network") == {"Check:FUNC io Slip:FLOW", "Slip:FLOW io Pack:FUNC"}
    assert drawn("fchain") == {
        "Chain:FCHAIN compose Check:FUNC",
        "Chain:FCHAIN compose Pack:FUNC",
        "Clerk:ACTOR relation Check:FUNC",
        "Check:FUNC io Slip:FLOW",
        "Slip:FLOW io Pack:FUNC",
    }
    assert drawn("allocation") == {"Till:MOD allocate Pack:FUNC"}
    assert len(drawn("model")) == len(SHOP.edges)

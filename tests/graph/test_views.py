"""What a view draws of a graph: its relations, what lies in its boxes, and what stands in its lanes."""

from __future__ import annotations

import pytest

from graphwright.errors import InvalidCommand
from graphwright.graph.views import VIEWS, content_of
from graphwright.protocol.ids import NodeId
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


STREET = graph_of(
    "Shop:SYS", "Desk:SYS", "Order:UC", "Chain:FCHAIN", "Other:FCHAIN", "Clerk:ACTOR", "Guest:ACTOR", "Till:MOD",
    "Check:FUNC", "Pack:FUNC", "Send:FUNC", "Slip:FLOW", "Loose:FLOW", "Rule:REQ", "Proof:TEST", "Form:SCHEMA",
    "Shop -compose-> Desk, Order, Till", "Order -compose-> Chain, Other", "Chain -compose-> Check, Pack",
    "Other -compose-> Send", "Clerk -relation-> Check", "Guest -relation-> Order", "Check -io-> Slip", "Slip -io-> Pack",
    "Till -allocate-> Pack", "Pack -satisfy-> Rule", "Proof -verify-> Rule", "Slip -relation-> Form",
)  # fmt: skip
"""What each view leaves out is in it, too: a flow and a person that nothing is joined to, and a second chain."""


@pytest.mark.requirement("X-90", "R-146")
@pytest.mark.parametrize(
    ("view", "left_out", "lines"),
    [
        ("hierarchy", "Slip Loose", "compose:8"),
        ("functional-flow", "Shop Desk Till Rule Proof Form Loose", "compose:5 io:2"),
        ("functional-network", "Shop Desk Order Chain Other Till Rule Proof Form Loose", "io:2"),
        ("requirements", "Chain Other Clerk Guest Till Slip Loose Form", "satisfy:1 verify:1"),
        ("allocation", "Shop Desk Order Chain Other Clerk Guest Slip Loose Rule Proof Form", "allocate:1"),
        ("architecture", "Clerk Guest Rule Proof Form Loose", "compose:8 io:2"),
        ("use-case-diagram", "Chain Other Till Check Pack Send Slip Loose Rule Proof Form", "compose:2 relation:1"),
        ("fchain", "Shop Desk Order Other Guest Till Send Loose Rule Proof Form", "compose:2 io:2 relation:1"),
        ("workflow", None, ""),
        ("procedure", None, ""),
        ("model", "", "compose:8 relation:3 io:2 allocate:1 satisfy:1 verify:1"),
    ],
)
def test_each_view_shows_the_elements_of_its_types_in_the_order_of_the_model_and_its_relations(view, left_out, lines):
    shown = content_of(STREET, view)
    names = [node.name for node in STREET.nodes.values()]
    counted: dict[str, int] = {}
    for edge in shown.edges:
        counted[edge.edge_type] = counted.get(edge.edge_type, 0) + 1

    assert [STREET.nodes[each].name for each in shown.nodes] == [
        name for name in names if left_out is not None and name not in left_out.split()
    ]
    assert counted == {name: int(count) for name, _, count in (line.partition(":") for line in lines.split())}
    assert [edge for edge in STREET.edges.values() if edge in shown.edges] == shown.edges


@pytest.mark.requirement("X-90", "R-146")
def test_a_view_of_one_element_is_of_the_one_that_is_asked_for_and_of_nothing_else():
    other = content_of(STREET, "fchain", NodeId("Other:FCHAIN"))

    assert ([*other.nodes], [edge.target for edge in other.edges]) == (["Other:FCHAIN", "Send:FUNC"], ["Send:FUNC"])
    assert content_of(STREET, "fchain") == content_of(STREET, "fchain", NodeId("Chain:FCHAIN"))
    for view, focus, said in (
        ("fchain", "Check:FUNC", "the view fchain is about one FCHAIN, and Check.FN.001 is none"),
        ("model", "Check:FUNC", "the view model is about no single element; leave the focus out"),
        ("a" * 99, None, f"there is no view {'a' * 80!r}; use one of {', '.join(VIEWS)}"),
    ):
        with pytest.raises(InvalidCommand) as refused:
            content_of(STREET, view, None if focus is None else NodeId(focus))
        assert refused.value.message == said

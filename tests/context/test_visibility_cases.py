"""The browser shows what Python calls visible: both read `visibility_cases.json` (web/tests/canvases/visible.test.ts).

After a change of the rules write the file anew: `python -m tests.context.test_visibility_cases`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from graphwright.context.visibility import shows_edge, visible_nodes
from graphwright.graph.document import Graph
from graphwright.protocol.canvas import Filters
from tests.formats.models import edge, graph_of, node, order_system

FILE: Final = Path(__file__).parent / "visibility_cases.json"

FILTERS: Final = (
    Filters(),
    Filters(node_types=["FUNC", "REQ"]),
    Filters(node_types=["FUNC", "ACTOR"], relation_types=["io"]),
    Filters(relation_types=["verify"]),
    Filters(show_flows=False),
    Filters(node_types=["FLOW"], show_flows=False),
    Filters(rollup_level=1),
    Filters(rollup_level=2),
    Filters(rollup_level=2, show_flows=False),
    Filters(rollup_level=9),
)


def tangled() -> Graph:
    """A node with a near and a far parent, an imported compose cycle, and a self-made parent below it."""
    nodes = [
        "System.SY.001",
        "Outer.FN.001",
        "Inner.FN.002",
        "Shared.FN.003",
        "Loop.MD.001",
        "Back.MD.002",
        "Leaf.MD.003",
    ]
    parts = [
        *[("sy1", "fn1"), ("fn1", "fn2"), ("fn2", "fn3"), ("sy1", "fn3")],
        *[("md1", "md2"), ("md2", "md1"), ("md2", "md3")],
    ]
    return graph_of(
        [node(each) for each in nodes],
        [*[edge(source, "compose", target) for source, target in parts], edge("md3", "allocate", "fn3")],
    )


def cases() -> list[dict[str, Any]]:
    """Two graphs, and for each filter the ids that are visible."""
    return [
        {
            "graph": {"nodes": list(graph.nodes.values()), "edges": list(graph.edges.values())},
            "cases": [_case(graph, filters) for filters in FILTERS],
        }
        for graph in (order_system(), tangled())
    ]


def _case(graph: Graph, filters: Filters) -> dict[str, Any]:
    nodes = [each.node_id for each in visible_nodes(graph, filters)]
    edges = [
        each.edge_id
        for each in graph.edges.values()
        if each.source in nodes and each.target in nodes and shows_edge(each, filters)
    ]
    return {"filters": filters, "nodes": sorted(nodes), "edges": sorted(edges)}


def written() -> str:
    return msgspec.json.format(msgspec.json.encode(cases()), indent=1).decode() + "\n"


@pytest.mark.requirement("B-12", "B-19", "WB-13")
def test_the_cases_that_the_browser_is_held_to_are_those_of_python():
    assert FILE.read_text(encoding="utf-8") == written()


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")

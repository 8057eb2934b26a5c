"""Profile `workflow`: kinds of nodes that people make, handles, and links that tell each other apart by them."""

import json

import pytest

from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.graph.kinds import handles_of, kind_of, kinds
from graphwright.graph.load import load_profile
from graphwright.graph.profile import Handle
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import EdgeId, NodeId
from tests.graph.build import graph_of

WORKFLOW = load_profile("workflow")
TWO_WAYS = json.dumps(
    [
        {"id": "L-0", "side": "in"},
        {"id": "R-0", "side": "out", "label": "success"},
        {"id": "R-1", "side": "out", "label": "error"},
    ]
)


def nba() -> Graph:
    """The start of a workflow: a starter, a call of an API, and where its two ways out lead."""
    graph = graph_of(
        "main:SHEET",
        "root:STARTER",
        f"API Call:TYPE [category=network; icon=globe; process=await fetch(url); handles={TWO_WAYS}]",
        "fetch-api:STEP [process=await fetch('https://example.org/players')]",
        "show:HTML",
        "main -compose-> root, fetch-api, show",
        "fetch-api -typed-> API Call",
        ontology=WORKFLOW,
    )
    link(graph, "root:STARTER", "R-0", "fetch-api:STEP", "L-0")
    link(graph, "fetch-api:STEP", "R-0", "show:HTML", "L-0", label="success")
    return graph


def link(graph: Graph, source: str, leaves: str, target: str, arrives: str, **more: str) -> Edge:
    edge = Edge(
        edge_id=EdgeId(f"{source} {leaves} {target} {arrives}"),
        edge_type="link",
        source=NodeId(source),
        target=NodeId(target),
        attributes={"sourceHandle": leaves, "targetHandle": arrives, **more},
        revision=1,
    )
    graph.put_edge(edge)
    return edge


def broken(graph: Graph) -> list[tuple[str, list[str]]]:
    return sorted((finding.rule_id, [*finding.node_ids]) for finding in check_all(graph))


@pytest.mark.requirement("D-75", "WD-24")
def test_the_kinds_are_those_of_the_profile_and_then_those_people_made() -> None:
    assert [kind.key for kind in kinds(nba())] == [
        "SHEET", "STARTER", "ENTRY_TYPE", "STEP", "HTML", "RETURN", "TYPE", "APICall.TY.001",
    ]  # fmt: skip


@pytest.mark.requirement("D-47", "D-74")
def test_a_node_is_of_the_kind_it_is_typed_as_and_else_of_its_node_type() -> None:
    graph = nba()
    fetch, root = graph.nodes[NodeId("fetch-api:STEP")], graph.nodes[NodeId("root:STARTER")]
    made = kind_of(graph, fetch)
    assert (made.key, made.name, made.category, made.icon, made.process) == (
        "APICall.TY.001", "API Call", "network", "globe", "await fetch(url)",
    )  # fmt: skip
    assert handles_of(graph, fetch) == made.handles == (
        Handle(id="L-0", side="in"), Handle(id="R-0", side="out", label="success"), Handle(id="R-1", side="out", label="error"),
    )  # fmt: skip
    assert (kind_of(graph, root).key, handles_of(graph, root)) == ("STARTER", (Handle(id="R-0", side="out"),))


@pytest.mark.requirement("D-78")
def test_two_links_between_the_same_nodes_differ_by_their_handles_and_by_nothing_else() -> None:
    graph = nba()
    link(graph, "fetch-api:STEP", "R-1", "show:HTML", "L-0", label="error")
    assert broken(graph) == []
    twin = link(graph, "fetch-api:STEP", "R-1", "show:HTML", "L-0", label="another word")
    graph.drop_edge(twin.edge_id)
    graph.put_edge(Edge(edge_id=EdgeId("z"), **{name: getattr(twin, name) for name in Edge.__struct_fields__[1:]}))
    link(graph, "fetch-api:STEP", "R-1", "show:HTML", "L-0", label="error")
    assert broken(graph) == [("no_duplicate_edges", ["fetch-api:STEP", "show:HTML"])]


@pytest.mark.requirement("D-78")
def test_a_link_ends_at_handles_that_its_nodes_have() -> None:
    graph = nba()
    link(graph, "fetch-api:STEP", "R-7", "show:HTML", "R-0")
    assert broken(graph) == [("link_handles", ["fetch-api:STEP"]), ("link_handles", ["show:HTML"])]


@pytest.mark.requirement("D-77")
def test_a_node_that_runs_has_a_type_a_sheet_and_a_way_to_it() -> None:
    graph = nba()
    alone = graph_of("lonely:STEP", ontology=WORKFLOW)
    graph.put_node(alone.nodes[NodeId("lonely:STEP")])
    assert broken(graph) == [(rule, ["lonely:STEP"]) for rule in ("on_a_sheet", "reached", "step_type")]


@pytest.mark.requirement("D-74")
def test_handles_that_cannot_be_read_are_a_finding_and_bind_nobody() -> None:
    graph = nba()
    graph.put_node(graph_of("show:HTML [handles=not json]", ontology=WORKFLOW).nodes[NodeId("show:HTML")])
    assert (
        handles_of(graph, graph.nodes[NodeId("show:HTML")]) == kind_of(graph, graph.nodes[NodeId("show:HTML")]).handles
    )

"""What a plan leaves out of the rules because it has made sure of it: edges that it made itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.graph.document import Graph
from graphwright.graph.load import load_profile
from graphwright.graph.rules import RULES
from graphwright.graph.rules.base import EdgeRule
from graphwright.operations.findings import introduced_and_resolved
from graphwright.operations.plan import plan
from graphwright.ports import ManualClock
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, Ref, SemanticId
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    FindingsDelta,
    NodeCreate,
    NodeDelete,
    Operation,
)
from tests.places import START, seeded_ids

# Its edges are told apart by attributes, so that they come to be twins in more ways than one.
WORKFLOW = load_profile("workflow")
TYPES = ("HTML", "HTML", "HTML", "HTML", "STARTER", "TYPE")
NAMES = ("A", "B")
RELATIONS = ("link", "link", "link", "link", "typed")
HANDLES: tuple[dict[str, JsonValue], ...] = ({"sourceHandle": "left"}, {"sourceHandle": "right"})


@st.composite
def graphs_and_operations(draw: st.DrawFn) -> tuple[Graph, list[Operation]]:
    """A graph that an import may have left, twins and wrong relations and all, and a change set for it."""
    graph = Graph(WORKFLOW)
    for name in NAMES:
        graph.put_node(node(name, draw(st.sampled_from(TYPES))))
    ids = list(graph.nodes)
    for number in range(draw(st.integers(0, 4))):
        graph.put_edge(edge(draw, ids, number))
    graph.revision = 1
    refs = [*ids, "new"]
    operations: list[Operation] = [
        NodeCreate(
            id=OperationId("new"), node_type=draw(st.sampled_from(TYPES)), name="D", descr="Is new.", temp_id="new"
        )
    ]
    operations += [operation(draw, graph, refs, number) for number in range(draw(st.integers(2, 8)))]
    return graph, operations


def node(name: str, node_type: str) -> Node:
    return Node(
        node_id=NodeId(name),
        semantic_id=SemanticId(f"{name}.XX.001"),
        node_type=node_type,
        name=name,
        descr="Is there.",
        attributes={},
        created_revision=1,
        revision=1,
    )


def edge(draw: st.DrawFn, ids: list[NodeId], number: int) -> Edge:
    source, target = draw(st.permutations(ids))[:2]
    return Edge(
        edge_id=EdgeId(f"e{number}"),
        edge_type=draw(st.sampled_from(RELATIONS)),
        source=source,
        target=target,
        attributes=dict(draw(st.sampled_from(HANDLES))),
        revision=1,
    )


def operation(draw: st.DrawFn, graph: Graph, refs: list[str], number: int) -> Operation:
    operation_id = OperationId(f"op-{number}")
    kind = draw(st.sampled_from(("create", "create", "create", "update", "update", "delete", "delete node")))
    known = [*graph.edges, *(f"made {before}" for before in range(number))]
    if kind == "delete node":
        return NodeDelete(id=operation_id, ref=Ref(draw(st.sampled_from(refs[:-1]))))
    if kind == "create" or not known:
        return EdgeCreate(
            id=operation_id,
            edge_type=draw(st.sampled_from(RELATIONS)),
            source=Ref(draw(st.sampled_from(refs))),
            target=Ref(draw(st.sampled_from(refs))),
            attributes=dict(draw(st.sampled_from(HANDLES))),
            temp_id=f"made {number}",
        )
    ref = Ref(draw(st.sampled_from(known)))
    if kind == "delete":
        return EdgeDelete(id=operation_id, ref=ref)
    return EdgeUpdate(id=operation_id, ref=ref, set=EdgeSet(attributes=dict(draw(st.sampled_from(HANDLES)))))


@pytest.mark.requirement("K-24", "A-30")
@settings(max_examples=300, deadline=None)
@given(graphs_and_operations())
def test_a_plan_finds_what_the_rules_find_when_they_look_at_its_new_edges_too(case: tuple[Graph, list[Operation]]):
    graph, operations = case
    made = plan(graph, ChangeSet(base_revision=1, operations=operations), ids=seeded_ids(ManualClock(START)))

    # What was refused is staged neither here nor there.
    after = Graph(WORKFLOW)
    after.load(graph.snapshot())
    after.apply(made.changes, 2)
    assert told(made.findings) == told(introduced_and_resolved(graph, after, made.changes))


def told(delta: FindingsDelta) -> tuple[list[str], list[str]]:
    return sorted(each.finding_id for each in delta.introduced), list(delta.resolved)


@pytest.mark.requirement("K-24")
def test_a_rule_for_edges_that_no_plan_makes_sure_of_says_so():
    """Whoever writes a rule for edges decides; none is left out because nobody thought of it."""
    assert {rule.id for rule in RULES.values() if isinstance(rule, EdgeRule) and rule.planned} == {
        "no_duplicate_edges",
        "no_self_loops",
        "valid_edge_types",
    }
